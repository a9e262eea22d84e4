"""The forms of logging in and of adding an address. Addresses are brought to their normal form here, and only compared so."""

from typing import Any

from allauth.account import forms as allauth
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.addresses import InvalidAddress, normal_address
from accounts.services.people import account_of


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
        """Judges the code alone; the view says what becomes of an address that is somebody's."""
        code: str = allauth.BaseConfirmCodeForm.clean_code(self)
        return code
