"""Counters are left out: they come and go by the minute, and name addresses that somebody typed."""

from accounts.admin import mails, organizers, registrations, users

__all__ = ["mails", "organizers", "registrations", "users"]
