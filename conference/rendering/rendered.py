"""What a rendering gives back, and what it has to say about its source."""

from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

MESSAGES = {
    "too-long": _("The text is too long to be laid out and is shown as typed."),
    "too-complex": _("The text has too many unclosed marks; some are shown as typed."),
    "math-unreadable": _("The formula could not be laid out and is shown as typed."),
    "unclosed-math": _("A dollar sign opens a formula that is never closed."),
    "unclosed-group": _("A LaTeX command's brace is never closed."),
    "unknown-command": _("An unknown LaTeX command; only its argument is shown, or the command as typed."),
    "definition": _("A LaTeX definition or file command is not run; it is shown as typed."),
    "environment": _("A LaTeX environment's markers are left out; its text is shown."),
    "citation": _("A citation or reference has nothing to point to; its key is shown."),
    "unsafe-link": _("The link's address is not http, https or mailto; it is shown as text."),
    "control-character": _("Control characters were left out."),
    "replacement-character": _("A character was lost before the text came here (U+FFFD)."),
    "mojibake": _("Letters were read in the wrong encoding somewhere."),
    "soft-hyphen": _("Soft hyphens from PDF copying split words for search."),
    "ligature": _("Ligatures from PDF copying hide words from search."),
    "too-short": _("The text is too short to be what it stands for."),
    "placeholder": _("The text looks like a placeholder that was never filled in."),
}


@dataclass(frozen=True, slots=True)
class RenderWarning:
    """Something an editor should look at: `code` is a key of `MESSAGES`, `excerpt` the place as typed."""

    code: str
    excerpt: str

    @property
    def message(self) -> str:
        return str(MESSAGES[self.code])


@dataclass(frozen=True, slots=True)
class Rendered:
    html: SafeString
    text: str
    warnings: tuple[RenderWarning, ...] = ()

    @property
    def has_math(self) -> bool:
        return "<math" in self.html
