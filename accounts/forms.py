"""The forms of logging in and of adding an address. Addresses are brought to their normal form here, and only compared so."""

from typing import Any

from allauth.account import forms as allauth
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.addresses import InvalidAddress, normal_address
from accounts.services.people import account_of, has_account_of_its_own


class AddressFormField(forms.CharField):
    """Takes an address however it is typed; gives its normal form, or says what is wrong with it."""

    widget = forms.EmailInput(attrs={"autocomplete": "email"})

    def to_python(self, value: Any) -> str:
        typed = super().to_python(value)
        if not typed:
            return ""
        try:
            return normal_address(typed)
        except InvalidAddress as problem:
            raise ValidationError(str(problem), code="address") from problem


class RequestCodeForm(allauth.RequestLoginCodeForm):  # type: ignore[misc]  # allauth has no types
    email = AddressFormField(label=_("E-mail address"), strip=False)

    def clean_email(self) -> str:
        address: str = self.cleaned_data["email"]
        self._user = account_of(address)  # where allauth's view looks
        return address


class AddAddressForm(allauth.AddEmailForm):  # type: ignore[misc]  # allauth has no types
    email = AddressFormField(label=_("E-mail address"), strip=False)

    def clean_email(self) -> str:
        """Says nothing about other accounts: that is answered to who proves the address."""
        address: str = self.cleaned_data["email"]
        if self.user.emailaddress_set.filter(email=address, verified=True).exists():
            raise ValidationError(_("This address is yours already."))
        return address


class ConfirmAddressForm(allauth.ConfirmEmailVerificationCodeForm):  # type: ignore[misc]  # allauth has no types
    def clean_code(self) -> str:
        code: str = allauth.BaseConfirmCodeForm.clean_code(self)
        if has_account_of_its_own(self.email, besides=self.user):
            raise ValidationError(
                _(
                    "The code is right, but this address has an account of its own. Log out, and log in with it."
                ),
                code="taken",
            )
        return code
