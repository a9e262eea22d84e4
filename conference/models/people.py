from django.db import models
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from accounts.fields import AddressField
from conference.querysets import PersonQuerySet


class Person(models.Model):
    """Someone who presents. The display name is kept as given: never recased, never reordered."""

    name = models.CharField(_("name"), max_length=200)
    given = models.CharField(_("given names"), max_length=150, blank=True)
    family = models.CharField(_("family name"), max_length=150, blank=True)
    orcid = models.CharField(_("ORCID"), max_length=19, null=True, blank=True, unique=True)

    objects = PersonQuerySet.as_manager()

    class Meta:
        ordering = ["family", "given", "name"]
        verbose_name = _("person")
        verbose_name_plural = _("people")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(orcid__isnull=True)
                | models.Q(orcid__regex=r"^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$"),
                name="person_orcid_form",
                violation_error_message=_("An ORCID is written 0000-0002-1825-0097."),
            ),
            models.CheckConstraint(
                condition=~models.Q(name=""),
                name="person_named",
                violation_error_message=_("A person needs a name."),
            ),
        ]
        indexes = [models.Index(fields=["name"], name="person_by_name")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("person", args=[self.pk, self.slug])

    @property
    def slug(self) -> str:
        return slugify(self.name) or "person"


class PersonEmail(models.Model):
    """A private address of a person, in its normal form. Whoever has proved it is the presenter of their lectures."""

    person = models.ForeignKey(Person, models.CASCADE, related_name="emails", verbose_name=_("person"))
    email = AddressField(_("e-mail address"))

    class Meta:
        verbose_name = _("private address")
        verbose_name_plural = _("private addresses")
        constraints = [
            models.UniqueConstraint(
                fields=["person", "email"],
                name="person_email_once",
                violation_error_message=_("This person has this address already."),
            ),
        ]
        indexes = [models.Index(fields=["email"], name="person_by_email")]

    def __str__(self) -> str:
        return self.email


class PersonIdentifier(models.Model):
    """A person's id in one source, such as `yang-liu-edinburgh` in the Anthology: it tells people of one name apart.

    Merging people moves these rows along, so that the next import finds whoever is left.
    """

    person = models.ForeignKey(Person, models.CASCADE, related_name="identifiers", verbose_name=_("person"))
    source = models.CharField(_("source"), max_length=40)
    external_id = models.CharField(_("id in the source"), max_length=254)

    class Meta:
        verbose_name = _("id in a source")
        verbose_name_plural = _("ids in sources")
        constraints = [
            models.UniqueConstraint(
                fields=["source", "external_id"],
                name="person_identifier_once",
                violation_error_message=_("Somebody has this id in this source already."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.source}:{self.external_id}"


class FormerPerson(models.Model):
    """Someone who was merged into another. The number is the id that they had: its address leads to whoever is left.

    So do the name and the ORCID, if an import gives them.
    """

    number = models.PositiveBigIntegerField(unique=True)
    person = models.ForeignKey(Person, models.CASCADE, related_name="former")
    name = models.CharField(max_length=200)
    orcid = models.CharField(max_length=19, blank=True)

    class Meta:
        verbose_name = _("former person")
        verbose_name_plural = _("former people")
        indexes = [
            models.Index(fields=["name"], name="former_person_by_name"),
            models.Index(fields=["orcid"], condition=~models.Q(orcid=""), name="former_person_by_orcid"),
        ]

    def __str__(self) -> str:
        return self.name
