from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import OutgoingMail
from conference.http import Request

SHOWN = 20


@require_safe
@never_cache
def demo_mail(request: Request) -> HttpResponse:
    """The demo's mailbox, codes and all. config/urls.py mounts it in the demo only, which answers on the loopback interface only."""
    return render(request, "account/demo_mail.html", {"mails": OutgoingMail.objects.all()[:SHOWN]})
