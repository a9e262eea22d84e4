"""The four ways Posterhall runs, and the one variable that says which: ``POSTERHALL_MODE``.

production  the default: every secret and host comes from the environment, and what is missing stops the start
dev         debug pages, a PostgreSQL that starts by itself
demo        a made-up site on the loopback interface, mailed codes shown on a page; ``manage.py demo`` sets it
test        the test suite; pytest sets it
"""

import os
from enum import StrEnum

from django.core.exceptions import ImproperlyConfigured

VARIABLE = "POSTERHALL_MODE"


class Mode(StrEnum):
    PRODUCTION = "production"
    DEV = "dev"
    DEMO = "demo"
    TEST = "test"


def current() -> Mode:
    """The mode of this process. Raises ImproperlyConfigured, naming the choices, for a word that is none of them."""
    word = os.environ.get(VARIABLE, Mode.PRODUCTION)
    try:
        return Mode(word)
    except ValueError:
        choices = ", ".join(Mode)
        raise ImproperlyConfigured(f"{VARIABLE} is {word!r}; it must be one of: {choices}.") from None
