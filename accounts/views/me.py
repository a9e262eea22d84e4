from allauth.account.models import EmailAddress
from django.contrib.auth.views import redirect_to_login
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import Registration
from conference.http import Request
from conference.models import Conference, Lecture


@require_safe
@never_cache
def me(request: Request) -> HttpResponse:
    """What is the viewer's own: conferences, lectures, addresses."""
    viewer = request.viewer
    if viewer.is_anonymous:
        return redirect_to_login(request.get_full_path())
    addresses = list(EmailAddress.objects.filter(user=request.user).order_by("-primary", "email"))
    proved = [address.email for address in addresses if address.verified]
    seen = Conference.objects.visible_to(viewer)
    registrations = (
        Registration.objects.filter(email__in=proved, conference__in=seen)
        .select_related("conference", "ticket_type")
        .order_by("-conference__starts_on", "email")
    )
    lectures = Lecture.objects.visible_to(viewer).filter(pk__in=viewer.lecture_ids)
    context = {
        "addresses": addresses,
        "registrations": registrations,
        "organized": seen.filter(pk__in=viewer.conference_ids).order_by("-starts_on"),
        "lectures": lectures.with_card_data().in_program_order(),
    }
    return render(request, "account/me.html", context)
