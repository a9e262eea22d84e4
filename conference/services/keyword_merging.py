"""Several keywords that mean one thing become one."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from django.contrib.admin.models import CHANGE, LogEntry
from django.db import transaction
from django.utils.translation import gettext as _

from conference.models import Keyword, KeywordSpelling, Lecture, OldSlug
from conference.services import index
from conference.services.imports.runs import take_turn

if TYPE_CHECKING:
    from accounts.models import User


@transaction.atomic
def merge_keywords(*, keyword_id: int, other_ids: Collection[int], actor: "User | None") -> int:
    """The number of lectures that had one of the others and have the kept one now.

    The others' addresses redirect, and their spellings mean the kept one for good: the next import does not bring them back. Others
    that are gone already are left out; Keyword.DoesNotExist is raised if the one to be kept is.
    """
    take_turn()  # an import that is being written may just have found one of the others
    rows = Keyword.objects.filter(pk__in=[keyword_id, *other_ids]).order_by("pk").select_for_update()
    found = {keyword.pk: keyword for keyword in rows}
    if keyword_id not in found:
        raise Keyword.DoesNotExist
    kept = found.pop(keyword_id)
    others = list(found.values())
    lectures = list(
        Lecture.objects.filter(keywords__in=others).order_by().values_list("pk", flat=True).distinct()
    )
    through = Lecture.keywords.through
    through.objects.bulk_create(
        [through(lecture_id=pk, keyword_id=kept.pk) for pk in lectures], ignore_conflicts=True
    )
    _remember(kept, others)
    Keyword.objects.filter(pk__in=found).delete()
    index.refresh(lectures)
    if actor is not None and others:
        names = ", ".join(sorted(keyword.name for keyword in others))
        message = _("Merged with %(keywords)s.") % {"keywords": names}
        LogEntry.objects.log_actions(actor.pk, [kept], CHANGE, message)
    return len(lectures)


def _remember(kept: Keyword, others: Collection[Keyword]) -> None:
    OldSlug.objects.filter(keyword__in=others).update(keyword=kept)
    OldSlug.objects.bulk_create([OldSlug(slug=other.slug, keyword=kept) for other in others])
    KeywordSpelling.objects.filter(keyword__in=others).update(keyword=kept)
    # A spelling may be there: somebody merged it before, and made it a keyword again by hand.
    KeywordSpelling.objects.filter(key__in=[kept.key, *(other.key for other in others)]).delete()
    KeywordSpelling.objects.bulk_create([KeywordSpelling(key=other.key, keyword=kept) for other in others])
