from typing import Any
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.template.response import SimpleTemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from conference.admin.scope import ScopedAdmin
from conference.models import Conference
from conference.models.fields import validate_time_zone


class ZonedAdmin[M: Model](ScopedAdmin[M]):
    """Times in the form are typed and shown as those of the conference's place, never of the server."""

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        zone = self._zone(request, object_id)
        said = (
            _("Times are those of %(zone)s.") % {"zone": zone}
            if zone
            else _("Times are those of the conference's place.")
        )
        with timezone.override(zone or timezone.get_default_timezone()):
            response = super().changeform_view(
                request, object_id, form_url, {**(extra_context or {}), "zone_note": said}
            )
            return response.render() if isinstance(response, SimpleTemplateResponse) else response

    def _zone(self, request: HttpRequest, object_id: str | None) -> ZoneInfo | None:
        """Of the conference that is edited, or chosen in what is sent; None while there is none."""
        conferences = Conference.objects.only("time_zone")
        if self.model is Conference:
            number = object_id or ""
        elif object_id is None:
            number = request.POST.get("conference", "")
        else:
            number = str(self.get_object(request, object_id).conference_id)  # type: ignore[attr-defined]  # every zoned model has one
        conference = conferences.filter(pk=number).first() if number.isdecimal() else None
        return conference.tz if conference else _typed(request)


def _typed(request: HttpRequest) -> ZoneInfo | None:
    """The zone of a conference that is being made, for the rules made along with it."""
    name = request.POST.get("time_zone", "")
    try:
        validate_time_zone(name)
    except ValidationError:
        return None
    return ZoneInfo(name)
