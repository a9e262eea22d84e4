"""Where mail goes without a mail server, in development and the demo: onto the terminal, as plain text that shows the code."""

import sys
from collections.abc import Sequence

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend


class TerminalBackend(BaseEmailBackend):
    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        for message in email_messages:
            sys.stdout.write(f"\nMail to {', '.join(message.to)}: {message.subject}\n\n{message.body}\n")
        sys.stdout.flush()
        return len(email_messages)
