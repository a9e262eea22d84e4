from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVectorField
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.functions import Now
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from accounts.fields import AddressField, is_normal
from conference.keywords import keyword_key
from conference.models.access import AccessLevel
from conference.models.conference import Conference
from conference.models.kinds import LectureKind
from conference.models.people import Person
from conference.models.program import Track
from conference.querysets import KeywordQuerySet, LectureQuerySet


class Keyword(models.Model):
    """A tag. One keyword however it is spelt; the spelling seen first is shown."""

    name = models.CharField(_("name"), max_length=150)
    key = models.CharField(max_length=150, unique=True, editable=False)
    slug = models.SlugField(max_length=160, unique=True, editable=False)

    objects = KeywordQuerySet.as_manager()

    class Meta:
        ordering = ["name"]
        verbose_name = _("keyword")
        verbose_name_plural = _("keywords")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("keyword", args=[self.slug])

    def clean(self) -> None:
        self.key = keyword_key(self.name)
        if not self.key:
            raise ValidationError({"name": _("A keyword needs a letter or a digit.")})
        if Keyword.objects.filter(key=self.key).exclude(pk=self.pk).exists():
            raise ValidationError({"name": _("This keyword is there already, perhaps in another spelling.")})


class KeywordSpelling(models.Model):
    """A key that was a keyword of its own before it was merged: whoever writes it from now on, an import too, means the other."""

    key = models.CharField(max_length=150, unique=True)
    keyword = models.ForeignKey(Keyword, models.CASCADE, related_name="spellings")

    class Meta:
        verbose_name = _("spelling of a keyword")
        verbose_name_plural = _("spellings of keywords")

    def __str__(self) -> str:
        return self.key


class Publication(models.Model):
    """The paper behind a lecture. Its identifiers are the paper's, never the talk's; several lectures may present one paper."""

    title = models.CharField(_("title"), max_length=1000)
    booktitle = models.CharField(_("book title"), max_length=500, blank=True)
    pages = models.CharField(_("pages"), max_length=40, blank=True)
    year = models.PositiveSmallIntegerField(_("year"), null=True, blank=True)
    doi = models.CharField(_("DOI"), max_length=200, null=True, blank=True, unique=True)
    url = models.URLField(_("address"), max_length=500, blank=True)
    bibkey = models.CharField(_("BibTeX key"), max_length=150, blank=True)
    publisher = models.CharField(_("publisher"), max_length=200, blank=True)
    awards = models.JSONField(_("awards"), default=list, blank=True)

    class Meta:
        ordering = ["-year", "title"]
        verbose_name = _("publication")
        verbose_name_plural = _("publications")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(doi__isnull=True) | ~models.Q(doi=""),
                name="publication_doi_not_empty",
                violation_error_message=_("Leave the DOI out, or give one."),
            )
        ]

    def __str__(self) -> str:
        return self.title


class Lecture(models.Model):
    """One presentation at one conference."""

    Kind = LectureKind

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("published")
        WITHDRAWN = "withdrawn", _("withdrawn")

    conference = models.ForeignKey(
        Conference, models.CASCADE, related_name="lectures", verbose_name=_("conference")
    )
    track = models.ForeignKey(
        Track, models.SET_NULL, null=True, blank=True, related_name="lectures", verbose_name=_("track")
    )
    publication = models.ForeignKey(
        Publication,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="lectures",
        verbose_name=_("publication"),
    )
    kind = models.CharField(_("kind"), max_length=12, choices=LectureKind, default=LectureKind.POSTER)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.PUBLISHED)
    title = models.CharField(_("title"), max_length=1000, help_text=_("Markdown and LaTeX, on one line."))
    slug = models.SlugField(_("slug"), max_length=80, blank=True)
    abstract = models.TextField(_("abstract"), blank=True, help_text=_("Markdown and LaTeX."))
    position = models.PositiveIntegerField(
        _("position"), default=0, help_text=_("In the conference's program.")
    )
    access = models.CharField(
        _("access"),
        max_length=12,
        blank=True,
        choices=AccessLevel,
        help_text=_("For this lecture alone, instead of the conference's rules."),
    )
    keywords = models.ManyToManyField(
        Keyword, blank=True, related_name="lectures", verbose_name=_("keywords")
    )
    people = models.ManyToManyField(
        Person,
        through="Authorship",
        through_fields=("lecture", "person"),
        related_name="lectures",
        verbose_name=_("people"),
    )
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    # What follows is derived, and written by services/index.py alone.
    title_html = models.TextField(editable=False, default="")
    title_text = models.TextField(editable=False, default="")
    abstract_html = models.TextField(editable=False, default="")
    abstract_text = models.TextField(editable=False, default="")
    authors_text = models.TextField(editable=False, default="")
    keywords_text = models.TextField(editable=False, default="")  # for the change log: a value with a past
    transcript_text = models.TextField(editable=False, default="")
    names_text = models.TextField(
        editable=False, default=""
    )  # title, keywords and authors, lower case, no accents
    has_video = models.BooleanField(editable=False, default=False)
    has_slides = models.BooleanField(editable=False, default=False)
    has_poster = models.BooleanField(editable=False, default=False)
    names_vector = SearchVectorField(editable=False, null=True)
    abstract_vector = SearchVectorField(editable=False, null=True)
    transcript_vector = SearchVectorField(editable=False, null=True)
    renderer_version = models.PositiveIntegerField(editable=False, default=0)
    indexed_at = models.DateTimeField(editable=False, null=True)

    objects = LectureQuerySet.as_manager()

    class Meta:
        ordering = ["conference", "position", "pk"]
        verbose_name = _("lecture")
        verbose_name_plural = _("lectures")
        constraints = [models.UniqueConstraint(fields=["id", "conference"], name="lecture_with_conference")]
        indexes = [
            # Lists, counts and facets are read off this one, without the wide rows.
            models.Index(
                fields=["conference", "position", "id"],
                include=["state", "access", "kind", "track", "has_video", "has_slides", "has_poster"],
                name="lecture_in_program",
            ),
            GinIndex(fields=["names_vector"], name="lecture_names_search"),
            GinIndex(fields=["names_text"], name="lecture_names_close", opclasses=["gin_trgm_ops"]),
            GinIndex(fields=["abstract_vector"], name="lecture_abstract_search"),
            GinIndex(fields=["transcript_vector"], name="lecture_transcript_search"),
        ]

    def __str__(self) -> str:
        return self.title_text or self.title

    def get_absolute_url(self) -> str:
        # Between a row's writing and its indexing there is no slug; the id is what routes.
        return reverse("lecture", args=[self.pk, self.slug or "lecture"])

    def clean(self) -> None:
        if self.track and self.track.conference_id != self.conference_id:
            raise ValidationError({"track": _("This track is of another conference.")})

    @property
    def has_math(self) -> bool:
        return "<math" in self.title_html or "<math" in self.abstract_html

    @property
    def is_withdrawn(self) -> bool:
        return self.state == self.State.WITHDRAWN


def lecture_slug(title: str) -> str:
    """A slug of whole words, at most 60 characters; the id beside it is what routes."""
    slug = slugify(title)
    return slug if len(slug) <= 60 else slug[:61].rpartition("-")[0] or slug[:60]  # noqa: PLR2004


class Authorship(models.Model):
    """A person's place and affiliation on one lecture."""

    lecture = models.ForeignKey(
        Lecture, models.CASCADE, related_name="authorships", verbose_name=_("lecture")
    )
    person = models.ForeignKey(Person, models.PROTECT, related_name="authorships", verbose_name=_("person"))
    position = models.PositiveSmallIntegerField(_("position"), default=0)
    affiliation = models.CharField(_("affiliation"), max_length=300, blank=True)
    email = AddressField(
        _("private address"), blank=True, help_text=_("Whoever has proved it presents this lecture.")
    )
    # Whom sources take this author for, since somebody told the two apart. So imports know whom their entry means here.
    taken_for = models.ForeignKey(Person, models.SET_NULL, null=True, editable=False, related_name="mistaken")

    class Meta:
        ordering = ["position", "pk"]
        verbose_name = _("authorship")
        verbose_name_plural = _("authorships")
        indexes = [models.Index(fields=["email"], condition=~models.Q(email=""), name="authorship_by_email")]
        constraints = [
            models.CheckConstraint(
                condition=is_normal("email"),
                name="authorship_email_normal",
                violation_error_message=_("The address is not in its normal form."),
            ),
            models.UniqueConstraint(
                fields=["lecture", "person"],
                name="authorship_once",
                violation_error_message=_("This person is an author of this lecture already."),
            ),
            models.CheckConstraint(
                condition=~models.Q(person=models.F("taken_for")), name="authorship_not_taken_for_itself"
            ),
        ]

    def __str__(self) -> str:
        return str(self.person)

    def clean(self) -> None:
        if self.person_id == self.taken_for_id:
            self.taken_for = None  # the sources were right


class SimilarLecture(models.Model):
    """One of up to 20 stored neighbours of a lecture; pages filter them by who is looking."""

    lecture = models.ForeignKey(Lecture, models.CASCADE, related_name="similar")
    other = models.ForeignKey(Lecture, models.CASCADE, related_name="similar_to")
    score = models.FloatField()
    computed_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["-score", "other"]
        constraints = [
            models.UniqueConstraint(fields=["lecture", "other"], name="similar_once"),
            models.CheckConstraint(
                condition=~models.Q(lecture=models.F("other")), name="similar_never_itself"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.lecture_id} ~ {self.other_id}"


class LectureTerm(models.Model):
    """One of the words that tell a lecture from the others, with its TF-IDF weight (norm 1 over a lecture)."""

    lecture = models.ForeignKey(Lecture, models.CASCADE, related_name="terms")
    term = models.CharField(max_length=100)
    weight = models.FloatField()

    class Meta:
        ordering = ["-weight"]
        constraints = [models.UniqueConstraint(fields=["lecture", "term"], name="term_once")]
        indexes = [models.Index(fields=["term"], name="term_lookup")]

    def __str__(self) -> str:
        return self.term
