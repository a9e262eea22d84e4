"""Counters are left out: they come and go by the minute, and name addresses that somebody typed."""

from accounts.admin import mailings, mails, organizers, registrations, users

__all__ = ["mailings", "mails", "organizers", "registrations", "users"]
