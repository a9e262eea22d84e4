from ipaddress import ip_address

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import OutgoingMail
from conference.http import Request

SHOWN = 20


@require_safe
@never_cache
def demo_mail(request: Request) -> HttpResponse:
    """The demo's mailbox, codes and all: in the demo only (config/urls.py), and for this machine only, however it is served."""
    if not ip_address(request.META["REMOTE_ADDR"]).is_loopback:
        raise Http404
    return render(request, "account/demo_mail.html", {"mails": OutgoingMail.objects.all()[:SHOWN]})
