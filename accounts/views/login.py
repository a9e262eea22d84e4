"""Logging in by mailed code: allauth's views, with our limits, and with `next` kept on every way through."""

from typing import Any

from allauth.account.mixins import NextRedirectMixin
from allauth.account.views import (
    ConfirmEmailVerificationCodeView,
    ConfirmLoginCodeView,
    EmailView,
    RequestLoginCodeView,
)
from django.contrib import messages
from django.db import transaction
from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.views.generic import FormView, View

from accounts import limits
from accounts.services.people import (
    absorb_unused_account,
    ensure_accounts,
    has_account_of_its_own,
    restore_account,
)

ASK = "account_request_login_code"


class SaysWait(View):
    """Answers 429, and when to try again, where a limit is reached."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return super().dispatch(request, *args, **kwargs)
        except limits.LimitReached as reached:
            context = {"seconds": reached.seconds, "next": request.POST.get("next", "")}
            response = render(request, "account/wait.html", context, status=429)
            response["Retry-After"] = str(reached.seconds)
            add_never_cache_headers(response)
            return response


class CountsAttempts(NextRedirectMixin, FormView[Form]):  # type: ignore[misc]  # allauth has no types
    """Counts a guess in a locked row before it is checked: what the session says may be outrun by parallel requests."""

    start: str  # name of the page where another code is asked for
    attempts_left = limits.ATTEMPTS_FOR_CODE

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if self._action == "verify":
            self.attempts_left = limits.count_attempt(self._code_id())
            if self.attempts_left < 0:
                return self._too_often()
        return super().post(request, *args, **kwargs)

    def form_invalid(self, form: Any) -> HttpResponse:
        if self._action == "verify" and self.attempts_left <= 0:
            return self._too_often()
        return self.render_to_response(self.get_context_data(form=form, attempts_left=self.attempts_left))

    def _code_id(self) -> str:
        """Names the code that this browser waits for; a resent one is another."""
        state = self._process.state
        return f"{self.request.session.session_key} {state['at']} {state['resend_count']}"

    def _too_often(self) -> HttpResponse:
        self._process.abort()
        messages.error(self.request, _("That was the last try, and the code is dead. Ask for a new one."))
        return redirect(self.passthrough_next_url(reverse(self.start)))


class AskForCode(SaysWait, RequestLoginCodeView):  # type: ignore[misc]  # allauth has no types
    def _redirect_to_pending_stage(self, request: HttpRequest, stage: object) -> None:
        """Another address may be tried while the code of a first one is under way."""

    def form_valid(self, form: Any) -> HttpResponse:
        limits.count_code_request(self.request, form.cleaned_data["email"])
        response: HttpResponse = super().form_valid(form)
        return response


class EnterCode(SaysWait, CountsAttempts, ConfirmLoginCodeView):  # type: ignore[misc]  # allauth has no types
    start = ASK

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = super().dispatch(request, *args, **kwargs)
        if getattr(response, "url", None) == reverse(ASK):  # no code is waited for any more
            if request.method == "POST":
                messages.error(request, _("This code is no longer good. Ask for a new one."))
            return redirect(self.passthrough_next_url(reverse(ASK)))
        return response

    def _verify_form_valid(self, form: Any) -> HttpResponse:
        # An account that no list made, such as createsuperuser's, has no row yet for the address it proves here.
        ensure_accounts(names={self._process.state["email"]: ""})
        response: HttpResponse = super()._verify_form_valid(form)
        return response

    def _resend_form_valid(self, form: Any) -> HttpResponse:
        """As allauth's, but an unknown address gets its mail again too, or the difference could be seen."""
        limits.count_code_request(self.request, self._process.state["email"])
        self._process.send()
        self._process.record_resend()
        self._process.persist()
        return redirect(self.passthrough_next_url(reverse("account_confirm_login_code")))


class Addresses(SaysWait, EmailView):  # type: ignore[misc]  # allauth has no types
    def form_valid(self, form: Any) -> HttpResponse:
        limits.count_code_request(self.request, form.cleaned_data["email"])
        super().form_valid(form)
        return redirect("account_email_verification_sent")

    def _action_send(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse | None:
        if address := self._get_email_address(request):
            limits.count_code_request(request, address.email)
        response: HttpResponse | None = super()._action_send(request, *args, **kwargs)
        return response

    def _action_remove(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse | None:
        address = self._get_email_address(request)
        with transaction.atomic():
            removed: HttpResponse | None = super()._action_remove(request, *args, **kwargs)
            if address and removed:
                restore_account(email=address.email)
        return removed


class ConfirmAddress(CountsAttempts, ConfirmEmailVerificationCodeView):  # type: ignore[misc]  # allauth has no types
    start = "account_email"

    def _verify_form_valid(self, form: Any) -> HttpResponse:
        user, email = self._process.user, self._process.email
        if has_account_of_its_own(email, besides=user):
            self._process.abort()
            refusal = _(
                "The code is right, but %(email)s has an account of its own. Log out, and log in with it."
            )
            messages.error(self.request, refusal % {"email": email})
            return redirect(self.start)
        with transaction.atomic():  # the address never stands between two accounts
            absorb_unused_account(user=user, email=email)
            response: HttpResponse = super()._verify_form_valid(form)
        return response
