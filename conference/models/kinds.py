from django.db import models
from django.utils.translation import gettext_lazy as _


class LectureKind(models.TextChoices):
    """How a lecture is presented; a slot may say another kind than its lecture."""

    POSTER = "poster", _("poster")
    ORAL = "oral", _("oral")
    DEMO = "demo", _("demo")
    KEYNOTE = "keynote", _("keynote")
    TUTORIAL = "tutorial", _("tutorial")
    WORKSHOP = "workshop", _("workshop")
    PANEL = "panel", _("panel")
    OTHER = "other", _("lecture")
