from django.core.exceptions import ValidationError
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from conference.models.conference import Conference
from conference.models.fields import RenderedModel


class WelcomeMessage(RenderedModel):
    """A message on the event page, signed by a person in a role."""

    rendered_fields = ("body",)

    conference = models.ForeignKey(
        Conference, models.CASCADE, related_name="welcome_messages", verbose_name=_("conference")
    )
    body = models.TextField(_("message"), help_text=_("Markdown and LaTeX."))
    body_html = models.TextField(editable=False, blank=True)
    signed_by = models.CharField(_("signed by"), max_length=150, blank=True)
    role = models.CharField(_("role"), max_length=150, blank=True, help_text=_("Such as General Chair."))
    affiliation = models.CharField(_("affiliation"), max_length=250, blank=True)
    read_more_url = models.URLField(
        _("read more"), max_length=500, blank=True, help_text=_("Where the whole message stands.")
    )
    position = models.PositiveSmallIntegerField(_("position"), default=0)

    class Meta:
        ordering = ["position", "pk"]
        verbose_name = _("welcome message")
        verbose_name_plural = _("welcome messages")

    def __str__(self) -> str:
        return ", ".join(filter(None, [self.signed_by, self.role])) or str(_("Welcome message"))


class Page(RenderedModel):
    """A page of a conference: FAQ, code of conduct, venue, sponsors."""

    rendered_fields = ("body",)

    conference = models.ForeignKey(
        Conference, models.CASCADE, related_name="pages", verbose_name=_("conference")
    )
    title = models.CharField(_("title"), max_length=150)
    slug = models.SlugField(_("slug"), max_length=60)
    body = models.TextField(_("text"), help_text=_("Markdown and LaTeX."))
    body_html = models.TextField(editable=False, blank=True)
    position = models.PositiveSmallIntegerField(_("position"), default=0)
    is_published = models.BooleanField(_("published"), default=True)
    registered_only = models.BooleanField(_("registered people only"), default=False)

    class Meta:
        ordering = ["position", "title"]
        verbose_name = _("page")
        verbose_name_plural = _("pages")
        constraints = [
            models.UniqueConstraint(
                fields=["conference", "slug"],
                name="page_slug_once",
                violation_error_message=_("This conference has a page with this slug."),
            ),
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("event-page", args=[self.conference.slug, self.slug])

    def clean(self) -> None:
        from conference.models.slugs import OldSlug  # noqa: PLC0415 - slugs.py points here

        others = Page.objects.filter(conference=self.conference_id).exclude(pk=self.pk)
        if OldSlug.objects.filter(slug=self.slug, page__in=others).exists():
            raise ValidationError(
                {"slug": _("Another page had this slug, and its old address must lead there.")}
            )
