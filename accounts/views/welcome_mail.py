import math

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import limits, tasks
from accounts.forms import AddressFormField
from conference.http import Request
from conference.models import Conference


class WelcomeMailForm(forms.Form):
    email = AddressFormField(
        label=gettext_lazy("E-mail address"),
        strip=False,
        help_text=gettext_lazy("The one you registered with."),
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def welcome_mail(request: Request, slug: str) -> HttpResponse:
    """Has a conference's welcome mail sent once more. The worker looks who asks: the answer tells nobody who is registered."""
    conference = get_object_or_404(Conference.objects.visible_to(request.viewer), slug=slug)
    form = WelcomeMailForm(request.POST or None, initial={"email": request.viewer.email})
    context = {"conference": conference, "form": form}
    if request.method != "POST" or not form.is_valid():
        return render(request, "account/welcome_mail.html", context)
    email = form.cleaned_data["email"]
    try:
        limits.count_welcome_request(request, conference.pk, email)
    except limits.LimitReached as reached:
        form.add_error(None, _too_often(reached.seconds))
        response = render(request, "account/welcome_mail.html", context, status=429)
        response["Retry-After"] = str(reached.seconds)
        return response
    tasks.resend_welcome.enqueue(conference.pk, email)
    said = _(
        "If %(email)s is registered for %(conference)s and welcome mails have gone out, one is on its way to it."
    )
    messages.success(request, said % {"email": email, "conference": conference.acronym})
    return redirect("welcome-mail", slug)


def _too_often(seconds: int) -> str:
    minutes = math.ceil(seconds / 60)
    return ngettext(
        "It was asked for too often. Wait %(minutes)d minute, and look among the spam meanwhile.",
        "It was asked for too often. Wait %(minutes)d minutes, and look among the spam meanwhile.",
        minutes,
    ) % {"minutes": minutes}
