"""Source text beside what readers will see of it: the same renderer as everywhere, at load and on demand."""

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.admin.widgets import AdminTextareaWidget, AdminTextInputWidget
from django.db.models import Field, Model
from django.forms.widgets import Script
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render as render_template
from django.views.decorators.http import require_POST

from conference.rendering import Rendered, render, render_inline


class PreviewWidget(forms.Textarea):
    """`is_inline` for what stands on one line, such as titles."""

    is_inline = False

    class Media:
        js = (Script("js/preview.js", type="module"),)

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        shown = rendered(str(value), is_inline=self.is_inline) if value else None
        return context | {"preview": shown, "is_inline": self.is_inline}


class PreviewTextarea(PreviewWidget, AdminTextareaWidget):
    template_name = "admin/widgets/preview_textarea.html"


class PreviewLine(PreviewWidget, AdminTextInputWidget):
    template_name = "admin/widgets/preview_line.html"
    is_inline = True


class Previewed[M: Model](admin.options.BaseModelAdmin[M]):
    """Names the fields whose text is rendered."""

    previewed_lines: tuple[str, ...] = ()
    previewed_texts: tuple[str, ...] = ()

    def formfield_for_dbfield(self, db_field: Field[Any, Any], request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name in self.previewed_lines:
            kwargs["widget"] = PreviewLine
        elif db_field.name in self.previewed_texts:
            kwargs["widget"] = PreviewTextarea
        return super().formfield_for_dbfield(db_field, request, **kwargs)


def rendered(source: str, *, is_inline: bool) -> Rendered:
    return render_inline(source) if is_inline else render(source)


@require_POST
def preview(request: HttpRequest) -> HttpResponse:
    """The rendered text and what the renderer has to say about it, as a piece of HTML for the widget's place."""
    shown = rendered(request.POST.get("source", ""), is_inline=request.POST.get("inline") == "true")
    return render_template(request, "admin/preview.html", {"preview": shown})
