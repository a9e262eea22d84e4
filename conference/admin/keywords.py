from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from conference.admin.cleanup import CleanUp
from conference.admin.overview.alike import KeywordsAlikeFilter
from conference.admin.shared import SharedAdmin
from conference.keywords import keyword_key
from conference.models import Keyword
from conference.services import index
from conference.services.keyword_merging import merge_keywords
from conference.services.keywords import keywords_for

MERGED_AT_ONCE = 20  # a choice that one page can show


class KeywordForm(forms.ModelForm[Keyword]):
    def clean(self) -> dict[str, Any]:
        """Adding a keyword that is there, perhaps where this person does not see it, gives that keyword."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if self.instance._state.adding and "name" in cleaned:  # noqa: SLF001 - Django's own spelling
            existing = Keyword.objects.filter(key=keyword_key(cleaned["name"])).first()
            if existing is not None:
                self.instance = existing
                cleaned["name"] = existing.name
        return cleaned


@admin.register(Keyword)
class KeywordAdmin(CleanUp[Keyword], SharedAdmin[Keyword]):
    """A renamed keyword keeps its address."""

    form = KeywordForm
    lectures_lookup = "keywords"
    list_display = ("name", "slug")
    list_filter = (KeywordsAlikeFilter,)
    search_fields = ("name",)
    actions = ("merge",)

    def save_model(
        self, request: HttpRequest, obj: Keyword, form: forms.ModelForm[Keyword], change: bool
    ) -> None:
        if obj._state.adding:  # noqa: SLF001 - Django's own spelling
            made = keywords_for([obj.name])[obj.key]
            obj.pk, obj.name, obj.slug = made.pk, made.name, made.slug
        elif change:
            super().save_model(request, obj, form, change)
            index.refresh(obj.lectures.values_list("pk", flat=True))

    @admin.action(description=gettext_lazy("Merge the selected keywords"), permissions=["change"])
    def merge(self, request: HttpRequest, queryset: QuerySet[Keyword]) -> HttpResponse | None:
        """Asks which is to stay, and then makes the others spellings of it."""
        counted = queryset.annotate(count=Count("lectures")).order_by("-count", "name")
        chosen = list(counted[: MERGED_AT_ONCE + 1])
        if refusal := self._why_not(request, chosen):
            messages.error(request, refusal)
            return None
        kept = next((one for one in chosen if str(one.pk) == request.POST.get("kept")), None)
        if kept is None:
            context = {
                **self.admin_site.each_context(request),
                "opts": self.opts,
                "title": _("Merge keywords"),
                "chosen": chosen,
            }
            return TemplateResponse(request, "admin/keywords/merge.html", context)
        others = [one.pk for one in chosen if one != kept]
        count = merge_keywords(keyword_id=kept.pk, other_ids=others, actor=request.user)  # type: ignore[arg-type]  # logged in
        said = ngettext(
            "Merged into %(keyword)s: %(count)d lecture has it now in place of the others.",
            "Merged into %(keyword)s: %(count)d lectures have it now in place of the others.",
            count,
        )
        messages.success(request, said % {"keyword": kept, "count": count})
        return None

    def _why_not(self, request: HttpRequest, chosen: Sequence[Keyword]) -> str:
        if not 1 < len(chosen) <= MERGED_AT_ONCE:
            return _("Choose two keywords or more, and at most %(count)d.") % {"count": MERGED_AT_ONCE}
        if shared := [one.name for one in chosen if not self.is_own(request, one)]:
            told = _("Other conferences use %(keywords)s: an administrator can merge what several use.")
            return told % {"keywords": ", ".join(shared)}
        return ""
