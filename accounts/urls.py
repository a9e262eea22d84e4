"""Logging in and out, and mail that is asked for. Of allauth's pages only those that a log-in by mailed code needs, each mounted by hand.

Nothing about passwords, their resets or signing up can be reached.
"""

from allauth.account.views import account_inactive, logout
from django.urls import path
from django.views.generic import RedirectView, TemplateView

from accounts.views import login
from accounts.views.welcome_mail import welcome_mail

urlpatterns = [
    path(
        "login/",
        RedirectView.as_view(pattern_name="account_request_login_code", query_string=True),
        name="account_login",
    ),
    path("login/code/", login.AskForCode.as_view(), name="account_request_login_code"),
    path("login/code/confirm/", login.EnterCode.as_view(), name="account_confirm_login_code"),
    path("logout/", logout, name="account_logout"),
    path("inactive/", account_inactive, name="account_inactive"),
    path("signup/", TemplateView.as_view(template_name="account/signup_closed.html"), name="account_signup"),
    path("email/", login.Addresses.as_view(), name="account_email"),
    path("confirm-email/", login.ConfirmAddress.as_view(), name="account_email_verification_sent"),
    path("welcome-mail/<slug:slug>/", welcome_mail, name="welcome-mail"),
]
