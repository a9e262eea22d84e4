"""Who is looking. The one thing that the conference app knows of accounts: it asks a Viewer, never a User or a Registration."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from types import MappingProxyType

from allauth.account.models import EmailAddress
from django.contrib.auth.models import AnonymousUser
from django.db.models import DateTimeField, F, IntegerField, Value
from django.db.models.functions import Cast

from accounts.models import Organizer, Registration, User
from conference.models import Authorship


@dataclass(frozen=True, slots=True)
class Entry:
    """A viewer's registration for one conference, or several under addresses of theirs: any confirmed one lets in."""

    is_confirmed: bool
    ticket_type_ids: frozenset[int]  # of all confirmed ones
    since: datetime | None
    email: str


@dataclass(frozen=True, slots=True)
class Viewer:
    """Anonymous, signed in, registered, presenter, organizer, administrator: what is true of whoever looks, read once per request."""

    user_id: int | None = None
    email: str = ""
    name: str = ""
    is_administrator: bool = False
    entries: Mapping[int, Entry] = field(default_factory=lambda: MappingProxyType({}))  # by conference id
    roles: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))  # by conference id
    lecture_ids: frozenset[int] = frozenset()  # those that this viewer presents

    @property
    def is_anonymous(self) -> bool:
        return self.user_id is None

    @property
    def runs_something(self) -> bool:
        """Whether the admin opens at all."""
        return self.is_administrator or bool(self.roles)

    @property
    def conference_ids(self) -> frozenset[int]:
        """The conferences this viewer organizes; an administrator organizes all, which callers ask first."""
        return frozenset(self.roles)

    def organizes(self, conference_id: int) -> bool:
        return self.is_administrator or conference_id in self.roles

    def is_registered(self, conference_id: int) -> bool:
        entry = self.entries.get(conference_id)
        return entry is not None and entry.is_confirmed

    @property
    def registered_ids(self) -> frozenset[int]:
        return frozenset(number for number, entry in self.entries.items() if entry.is_confirmed)


ANONYMOUS = Viewer()


def viewer_for(user: User | AnonymousUser) -> Viewer:
    """The viewer behind a request's user, in one query. Registrations and own lectures hang on addresses that the user has proved."""
    if not isinstance(user, User) or not user.is_active:
        return ANONYMOUS
    proved = EmailAddress.objects.filter(user=user, verified=True).values("email")
    columns = ("what", "number", "word", "ticket", "since", "address")
    nothing = {"ticket": Cast(Value(None), IntegerField()), "since": Cast(Value(None), DateTimeField())}
    registrations = Registration.objects.filter(email__in=proved).annotate(
        what=Value("registration"), number=F("conference_id"), word=F("status"), ticket=Cast("ticket_type_id", IntegerField()),
        since=F("status_changed_at"), address=F("email"),
    )  # fmt: skip
    roles = Organizer.objects.filter(user=user).annotate(
        what=Value("role"), number=F("conference_id"), word=F("role"), address=Value(""), **nothing
    )
    own = {
        "what": Value("lecture"),
        "number": F("lecture_id"),
        "word": Value(""),
        "address": Value(""),
        **nothing,
    }
    # No proved address is empty; said so, the index of those who have one serves.
    here = Authorship.objects.filter(email__in=proved).exclude(email="").annotate(**own)
    anywhere = Authorship.objects.filter(person__emails__email__in=proved).annotate(**own)
    rows = registrations.values_list(*columns).order_by().union(
        roles.values_list(*columns).order_by(),
        here.values_list(*columns).order_by(), anywhere.values_list(*columns).order_by(), all=True
    ).order_by()  # fmt: skip
    return _assembled(user, list(rows))


def _assembled(user: User, rows: list[tuple[str, int, str, int | None, datetime | None, str]]) -> Viewer:
    entries: dict[int, Entry] = {}
    roles: dict[int, str] = {}
    lectures: set[int] = set()
    for what, number, word, ticket, since, address in rows:
        if what == "registration":
            is_confirmed = word == Registration.Status.CONFIRMED
            tickets = frozenset({ticket}) if is_confirmed and ticket else frozenset[int]()
            entry = Entry(is_confirmed, tickets, since, address)
            entries[number] = _together(entries.get(number, entry), entry)
        elif what == "role":
            roles[number] = word
        else:
            lectures.add(number)
    return Viewer(
        user_id=user.pk,
        email=user.email,
        name=user.name,
        is_administrator=user.is_superuser,
        entries=MappingProxyType(entries),
        roles=MappingProxyType(roles),
        lecture_ids=frozenset(lectures),
    )


def _together(one: Entry, other: Entry) -> Entry:
    """Of two addresses at one conference the confirmed one speaks, or the first by name, and the tickets of both count."""
    speaker = min(one, other, key=lambda entry: (not entry.is_confirmed, entry.email))
    return replace(speaker, ticket_type_ids=one.ticket_type_ids | other.ticket_type_ids)
