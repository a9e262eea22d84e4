"""What several models share: text that is rendered at save, and validators."""

import re
from typing import Any, ClassVar
from zoneinfo import available_timezones

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from conference.rendering import RENDERER_VERSION, render

# Names that are no place on earth, and would hide daylight saving time (a calendar one hour off).
_VAGUE_ZONES = re.compile(r"^(Etc/|GMT|UCT|Zulu|Universal|posix|right|localtime|[A-Z]{3,4}\d?([A-Z]{3})?$)")


def validate_time_zone(name: str) -> None:
    if name not in available_timezones() or (_VAGUE_ZONES.match(name) and name != "UTC"):
        raise ValidationError(
            _("%(name)s is no time zone of the IANA list: write it as Europe/Vienna."),
            params={"name": name},
            code="time_zone",
        )


class RenderedModel(models.Model):
    """Markdown and LaTeX beside the HTML made of it: for each name in `rendered_fields` there is a field `<name>_html`.

    Rendered at save, so pages only read; `manage.py rerender` brings rows of an older renderer up to date. Lectures are not of this
    kind: services/index.py keeps theirs, together with all else that is derived from them.
    """

    rendered_fields: ClassVar[tuple[str, ...]] = ()

    renderer_version = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        abstract = True

    def save(self, **kwargs: Any) -> None:
        for name in self.rendered_fields:
            setattr(self, f"{name}_html", str(render(getattr(self, name)).html))
        self.renderer_version = RENDERER_VERSION
        if (written := kwargs.get("update_fields")) is not None:
            derived = {f"{name}_html" for name in self.rendered_fields if name in written}
            kwargs["update_fields"] = {*written, *derived, "renderer_version"} if derived else written
        super().save(**kwargs)
