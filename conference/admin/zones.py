from typing import Any

from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.template.response import SimpleTemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from conference.admin.scope import ScopedAdmin
from conference.models import Conference


class ZonedAdmin[M: Model](ScopedAdmin[M]):
    """Times in the form are typed and shown as those of the conference's place, never of the server."""

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        conference = self._conference(request, object_id)
        if conference is None:
            return super().changeform_view(request, object_id, form_url, extra_context)
        said = _("Times are those of %(zone)s.") % {"zone": conference.time_zone}
        with timezone.override(conference.tz):
            response = super().changeform_view(
                request, object_id, form_url, {**(extra_context or {}), "zone_note": said}
            )
            return response.render() if isinstance(response, SimpleTemplateResponse) else response

    def _conference(self, request: HttpRequest, object_id: str | None) -> Conference | None:
        conferences = Conference.objects.only("time_zone")
        if object_id is None:
            number = request.POST.get("conference", "")
            return conferences.filter(pk=number).first() if number.isdecimal() else None
        if self.model is Conference:
            return conferences.filter(pk=object_id).first() if object_id.isdecimal() else None
        thing = self.get_object(request, object_id)
        return conferences.get(pk=thing.conference_id)  # type: ignore[attr-defined]  # every zoned model has one
