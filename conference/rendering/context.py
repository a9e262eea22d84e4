"""What one rendering carries along: its warnings, and how much searching it may still do."""

from collections.abc import MutableMapping
from dataclasses import dataclass, field
from typing import Any

from conference.rendering.rendered import RenderWarning

MAX_WARNINGS = 50
MAX_EXCERPT = 80
_KEY = "rendering"


@dataclass(slots=True)
class Context:
    """`budget` is counted in looked-at marks: searches for closing marks draw on it, so that no source,
    however hostile, costs more than a constant times its length.
    """

    budget: int
    inline: bool = False
    link_addresses: bool = True
    warnings: list[RenderWarning] = field(default_factory=list)

    def warn(self, code: str, excerpt: str) -> None:
        shown = " ".join(excerpt.split())
        if len(shown) > MAX_EXCERPT:
            shown = shown[: MAX_EXCERPT - 1] + "…"
        warning = RenderWarning(code, shown)
        if warning not in self.warnings and len(self.warnings) < MAX_WARNINGS:
            self.warnings.append(warning)

    def spend(self, marks: int = 1) -> bool:
        """Whether the search may go on."""
        if self.budget < marks:
            self.warn("too-complex", "")
            return False
        self.budget -= marks
        return True

    def env(self) -> dict[str, Any]:
        return {_KEY: self}


def context_of(env: MutableMapping[str, Any]) -> Context:
    context = env[_KEY]
    assert isinstance(context, Context)  # noqa: S101 - narrows the parser's untyped environment
    return context
