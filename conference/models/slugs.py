from django.db import models
from django.utils.translation import gettext_lazy as _

from conference.models.conference import Conference
from conference.models.lecture import Keyword
from conference.models.texts import Page


class OldSlug(models.Model):
    """A slug that a conference, a keyword or a page had once: its address redirects for ever.

    Lectures, people and sessions need none, since their ids route.
    """

    slug = models.SlugField(_("slug"), max_length=160)
    conference = models.ForeignKey(Conference, models.CASCADE, null=True, related_name="old_slugs")
    keyword = models.ForeignKey(Keyword, models.CASCADE, null=True, related_name="old_slugs")
    page = models.ForeignKey(Page, models.CASCADE, null=True, related_name="old_slugs")

    class Meta:
        verbose_name = _("old slug")
        verbose_name_plural = _("old slugs")
        constraints = [
            models.CheckConstraint(
                condition=(
                    models.Q(conference__isnull=False, keyword=None, page=None)
                    | models.Q(conference=None, keyword__isnull=False, page=None)
                    | models.Q(conference=None, keyword=None, page__isnull=False)
                ),
                name="old_slug_of_one_thing",
            ),
            models.UniqueConstraint(
                fields=["slug"], condition=models.Q(conference__isnull=False), name="old_conference_slug_once"
            ),
            models.UniqueConstraint(
                fields=["slug"], condition=models.Q(keyword__isnull=False), name="old_keyword_slug_once"
            ),
            models.UniqueConstraint(fields=["slug", "page"], name="old_page_slug_once"),
        ]

    def __str__(self) -> str:
        return self.slug
