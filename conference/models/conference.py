from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django_countries.fields import CountryField

from conference.models.fields import RenderedModel, validate_time_zone
from conference.querysets import ConferenceQuerySet


class Series(models.Model):
    """What editions belong to: ACL, EMNLP."""

    acronym = models.CharField(_("acronym"), max_length=40, unique=True)
    name = models.CharField(_("name"), max_length=250, blank=True)

    class Meta:
        ordering = ["acronym"]
        verbose_name = _("series")
        verbose_name_plural = _("series")

    def __str__(self) -> str:
        return self.acronym


class Conference(RenderedModel):
    """One edition of an event. Its dates and times are those of its place."""

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("published")
        ARCHIVED = "archived", _("archived")

    class Accent(models.TextChoices):
        CARMINE = "carmine", _("carmine")
        RUST = "rust", _("rust")
        OCHRE = "ochre", _("ochre")
        MOSS = "moss", _("moss")
        FIR = "fir", _("fir")
        TEAL = "teal", _("teal")
        LAKE = "lake", _("lake")
        COBALT = "cobalt", _("cobalt")
        VIOLET = "violet", _("violet")
        PLUM = "plum", _("plum")
        INK = "ink", _("ink")

    rendered_fields = ("about", "login_message")

    series = models.ForeignKey(
        Series, models.PROTECT, null=True, blank=True, related_name="conferences", verbose_name=_("series")
    )
    acronym = models.CharField(
        _("acronym"), max_length=40, unique=True, help_text=_("With the year: ACL 2025.")
    )
    slug = models.SlugField(
        _("slug"),
        max_length=60,
        unique=True,
        help_text=_("In addresses. If it changes, the old address still works."),
    )
    name = models.CharField(_("name"), max_length=250, help_text=_("In full."))
    state = models.CharField(
        _("state"),
        max_length=10,
        choices=State,
        default=State.DRAFT,
        help_text=_("A draft is seen by its organizers alone."),
    )
    program_hidden = models.BooleanField(
        _("program hidden"), default=False, help_text=_("Only organizers see sessions and lectures.")
    )
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"))
    time_zone = models.CharField(
        _("time zone"),
        max_length=60,
        default="UTC",
        validators=[validate_time_zone],
        help_text=_("Of the place: Europe/Vienna. All times of the conference are typed and shown in it."),
    )
    venue = models.CharField(_("venue"), max_length=200, blank=True)
    city = models.CharField(_("city"), max_length=100, blank=True)
    country = CountryField(_("country"), blank=True)
    accent = models.CharField(
        _("accent"),
        max_length=10,
        choices=Accent,
        default=Accent.INK,
        help_text=_("The colour of its pages."),
    )
    about = models.TextField(_("about"), blank=True, help_text=_("Markdown and LaTeX."))
    about_html = models.TextField(editable=False, blank=True)
    login_message = models.TextField(
        _("login message"),
        blank=True,
        help_text=_("Shown in the panel Please log in, in place of the usual words. Markdown and LaTeX."),
    )
    login_message_html = models.TextField(editable=False, blank=True)
    website = models.URLField(_("website"), max_length=500, blank=True)
    registration_url = models.URLField(
        _("registration link"),
        max_length=500,
        blank=True,
        help_text=_("Offered to those who are not registered yet."),
    )
    handbook_url = models.URLField(
        _("handbook link"), max_length=500, blank=True, help_text=_("Shown to registered people.")
    )
    help_email = models.EmailField(
        _("help contact"), blank=True, help_text=_("The one address that is shown in public.")
    )
    materials_until = models.DateTimeField(
        _("presenters' files until"),
        null=True,
        blank=True,
        help_text=_("Until then presenters may send files for their lectures. Empty: they may not."),
    )
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    objects = ConferenceQuerySet.as_manager()

    class Meta:
        ordering = ["-starts_on", "acronym"]
        verbose_name = _("conference")
        verbose_name_plural = _("conferences")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(ends_on__gte=models.F("starts_on")),
                name="conference_ends_after_start",
                violation_error_message=_("The last day is before the first day."),
            ),
        ]

    def __str__(self) -> str:
        return self.acronym

    def get_absolute_url(self) -> str:
        return reverse("event", args=[self.slug])

    def clean(self) -> None:
        from conference.models.slugs import OldSlug  # noqa: PLC0415 - slugs.py points here

        if (
            OldSlug.objects.filter(slug=self.slug, conference__isnull=False)
            .exclude(conference=self.pk)
            .exists()
        ):
            raise ValidationError(
                {"slug": _("Another conference had this slug, and its old address must lead there.")}
            )

    @property
    def tz(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)

    @property
    def place(self) -> str:
        """City and country: Vienna, Austria. A city that is its country stands alone."""
        parts = [self.city, str(self.country.name or "")]
        return ", ".join(dict.fromkeys(part for part in parts if part))

    @property
    def days(self) -> list[date]:
        count = (self.ends_on - self.starts_on).days + 1
        return [self.starts_on + timedelta(days=number) for number in range(count)]

    @property
    def is_public(self) -> bool:
        return self.state in {self.State.PUBLISHED, self.State.ARCHIVED}

    def local(self, moment: datetime) -> datetime:
        return moment.astimezone(self.tz)

    def today(self, now: datetime) -> date:
        return self.local(now).date()

    def stage(self, now: datetime) -> str:
        """`before`, `during` or `after`, by the calendar of its place."""
        today = self.today(now)
        if today < self.starts_on:
            return "before"
        return "during" if today <= self.ends_on else "after"
