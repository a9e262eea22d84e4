"""One keyword however it is spelt, and a slug for each."""

from collections.abc import Iterable

from django.utils.text import slugify

from conference.keywords import keyword_key
from conference.models import Keyword, KeywordSpelling, OldSlug

_ROOM = 150  # of the slug's 160 characters; the rest is for a number
_SAID = str.maketrans({"+": " plus ", "#": " sharp ", "&": " and "})


def keywords_for(names: Iterable[str]) -> dict[str, Keyword]:
    """The keywords of these names by their key, made where they are new; the spelling seen first is shown.

    What was merged into another keyword gives that one. Names without a letter or digit are left out. Four queries or so for any
    number of names.
    """
    spelt: dict[str, str] = {}
    for name in names:
        if key := keyword_key(name):
            spelt.setdefault(key, " ".join(name.split()))
    known = _merged(spelt) | _by_key(spelt)
    lacking = {key: name for key, name in spelt.items() if key not in known}
    if lacking:
        slugs = _free_slugs(lacking)
        Keyword.objects.bulk_create(
            [Keyword(key=key, name=name, slug=slugs[key]) for key, name in lacking.items()],
            ignore_conflicts=True,  # another import may have made one of them since
        )
        known |= _by_key(lacking)
    return {key: known[key] for key in spelt}


def _by_key(keys: Iterable[str]) -> dict[str, Keyword]:
    return {keyword.key: keyword for keyword in Keyword.objects.filter(key__in=list(keys))}


def _merged(keys: Iterable[str]) -> dict[str, Keyword]:
    spellings = KeywordSpelling.objects.filter(key__in=list(keys)).select_related("keyword")
    return {spelling.key: spelling.keyword for spelling in spellings}


def _free_slugs(names: dict[str, str]) -> dict[str, str]:
    """A slug for each key that no keyword has or had: `c`, then `c-2`."""
    free: dict[str, str] = {}
    bases = {key: slugify(name.translate(_SAID))[:_ROOM] or "keyword" for key, name in names.items()}
    number = 1
    while waiting := [key for key in names if key not in free]:
        tried = {key: bases[key] if number == 1 else f"{bases[key]}-{number}" for key in waiting}
        taken = _taken(tried.values()) | set(free.values())
        for key, slug in tried.items():
            if slug not in taken:
                free[key] = slug
                taken.add(slug)
        number += 1
    return free


def _taken(slugs: Iterable[str]) -> set[str]:
    wanted = list(slugs)
    now = Keyword.objects.filter(slug__in=wanted).order_by().values_list("slug")
    once = OldSlug.objects.filter(slug__in=wanted, keyword__isnull=False).values_list("slug")
    return {slug for (slug,) in now.union(once).order_by()}
