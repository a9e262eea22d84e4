"""Filling in the admin's forms as a browser does: what is shown is sent back, but for what a test changes."""

from datetime import UTC
from typing import Any

from django.forms import BaseForm
from django.test import Client
from django.utils import timezone
from django.utils.formats import localize_input

from conference.models import Conference


def filled(client: Client, url: str) -> dict[str, Any]:
    """Everything that the form at `url` would send if nobody touched it; times are those of the conference's place."""
    context = client.get(url).context
    original = context["original"]
    conference = original if isinstance(original, Conference) else getattr(original, "conference", None)
    with timezone.override(conference.tz if conference else UTC):
        data = _values(context["adminform"].form)
        for inline in context["inline_admin_formsets"]:
            for form in (inline.formset.management_form, *inline.formset.initial_forms):
                data |= _values(form)
    return data


def _values(form: BaseForm) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for bound in form:
        value, widget = bound.value(), bound.field.widget
        if value is None or value is False or getattr(widget, "needs_multipart_form", False):
            continue
        if hasattr(widget, "decompress"):
            parts = widget.decompress(value)
            data |= {
                f"{bound.html_name}_{number}": localize_input(part)
                for number, part in enumerate(parts)
                if part
            }
        else:
            data[bound.html_name] = (
                localize_input(value)
                if not isinstance(value, list)
                else [getattr(one, "pk", one) for one in value]
            )
    return data


def errors(response: Any) -> dict[str, list[str]]:
    """Of the form and of its inline rows."""
    found = dict(response.context["adminform"].form.errors)
    for inline in response.context["inline_admin_formsets"]:
        for row in inline.formset.errors:
            found |= row
    return found
