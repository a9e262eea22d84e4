"""Changes of slugs: each remembers the old one, so that every address that ever was still leads somewhere."""

from typing import TYPE_CHECKING

from django.contrib.admin.models import CHANGE, LogEntry
from django.core.exceptions import ValidationError
from django.core.validators import validate_slug
from django.db import transaction
from django.utils.translation import gettext as _

from conference.models import Conference, Keyword, OldSlug, Page

if TYPE_CHECKING:
    from accounts.models import User


@transaction.atomic
def rename_conference(*, conference: Conference, slug: str, actor: "User | None") -> None:
    """Raises ValidationError where another conference has this slug or had it once."""
    others = Conference.objects.exclude(pk=conference.pk)
    olds = OldSlug.objects.filter(conference__isnull=False)
    _check(
        slug,
        others.filter(slug=slug).exists() or olds.filter(slug=slug).exclude(conference=conference).exists(),
    )
    _move(conference, "conference", slug, actor)


@transaction.atomic
def rename_keyword(*, keyword: Keyword, slug: str, actor: "User | None") -> None:
    """Raises ValidationError where another keyword has this slug or had it once."""
    others = Keyword.objects.exclude(pk=keyword.pk)
    olds = OldSlug.objects.filter(keyword__isnull=False)
    _check(
        slug, others.filter(slug=slug).exists() or olds.filter(slug=slug).exclude(keyword=keyword).exists()
    )
    _move(keyword, "keyword", slug, actor)


@transaction.atomic
def rename_page(*, page: Page, slug: str, actor: "User | None") -> None:
    """Raises ValidationError where another page of the conference has this slug or had it once."""
    others = Page.objects.filter(conference=page.conference_id).exclude(pk=page.pk)
    olds = OldSlug.objects.filter(page__in=others, slug=slug)
    _check(slug, others.filter(slug=slug).exists() or olds.exists())
    _move(page, "page", slug, actor)


def _check(slug: str, is_taken: bool) -> None:
    validate_slug(slug)
    if is_taken:
        raise ValidationError(
            {"slug": _("Something else has this slug, or had it once: its address must go on leading there.")}
        )


def _move(thing: Conference | Keyword | Page, field: str, slug: str, actor: "User | None") -> None:
    if slug == thing.slug:
        return
    OldSlug.objects.filter(slug=slug, **{field: thing}).delete()
    OldSlug.objects.create(slug=thing.slug, **{field: thing})
    message = f"Slug {thing.slug} became {slug}."
    thing.slug = slug
    thing.save(update_fields=["slug"])
    if actor:
        LogEntry.objects.log_actions(actor.pk, [thing], CHANGE, message)
