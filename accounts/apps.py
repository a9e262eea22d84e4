from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("People and mail")

    def ready(self) -> None:
        from accounts import checks  # noqa: F401, PLC0415 - registers the checks, which need the models
        from accounts.exports import EXPORTS  # noqa: PLC0415 - needs the models
        from accounts.services.registration_import import REGISTRATIONS  # noqa: PLC0415 - needs the models
        from conference.exports import formats as exports  # noqa: PLC0415 - needs the models
        from conference.services.imports import formats as imports  # noqa: PLC0415 - needs the models

        imports.register(REGISTRATIONS)
        exports.register(*EXPORTS)
