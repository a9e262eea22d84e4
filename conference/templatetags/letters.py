"""Letters that a page offers to write."""

from urllib.parse import quote

from django import template
from django.utils.translation import gettext as _

from conference.models import Conference

register = template.Library()


@register.simple_tag
def claim(conference: Conference, email: str) -> str:
    """To the conference's desk, from somebody who is registered and not on the list: the address of a link."""
    subject = _("I am registered for %(name)s as %(email)s") % {"name": conference.acronym, "email": email}
    return f"mailto:{conference.help_email}?subject={quote(subject)}"
