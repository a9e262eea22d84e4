from conference.models.access import AccessLevel, AccessRule, Audience, Subject
from conference.models.batches import BatchFile, FileBatch
from conference.models.changes import Change
from conference.models.conference import Conference, Series
from conference.models.imports import ImportRun, SourceRecord
from conference.models.lecture import (
    Authorship,
    Keyword,
    KeywordSpelling,
    Lecture,
    LectureTerm,
    Publication,
    SimilarLecture,
)
from conference.models.material import Material
from conference.models.people import FormerPerson, Person, PersonEmail, PersonIdentifier
from conference.models.program import Session, Slot, Track
from conference.models.slugs import OldSlug
from conference.models.terms import TermFrequency
from conference.models.texts import Page, WelcomeMessage

__all__ = [
    "AccessLevel",
    "AccessRule",
    "Audience",
    "Authorship",
    "BatchFile",
    "Change",
    "Conference",
    "FileBatch",
    "FormerPerson",
    "ImportRun",
    "Keyword",
    "KeywordSpelling",
    "Lecture",
    "LectureTerm",
    "Material",
    "OldSlug",
    "Page",
    "Person",
    "PersonEmail",
    "PersonIdentifier",
    "Publication",
    "Series",
    "Session",
    "SimilarLecture",
    "Slot",
    "SourceRecord",
    "Subject",
    "TermFrequency",
    "Track",
    "WelcomeMessage",
]
