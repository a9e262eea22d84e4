"""The mailbox of the tests: what waits in the outbox, and the codes in it."""

import re

from accounts.models import OutgoingMail

CODE = re.compile(r"^ {4}([A-Z0-9-]{9})$", re.MULTILINE)


def last_mail() -> OutgoingMail:
    return OutgoingMail.objects.order_by("pk").last()  # type: ignore[return-value]  # a test without mail fails here


def last_code() -> str:
    found = CODE.search(last_mail().text)
    assert found, last_mail().text
    return found[1]
