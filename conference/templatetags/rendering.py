"""`{{ lecture.abstract_html|rendered }}`: the only way by which stored HTML reaches a page."""

from django import template
from django.utils.safestring import SafeString

from conference.rendering import stored_html

register = template.Library()


@register.filter(is_safe=True)
def rendered(html: str | None) -> SafeString:
    return stored_html(html or "")
