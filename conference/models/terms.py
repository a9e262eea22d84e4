from django.db import models


class TermFrequency(models.Model):
    """In how many lectures a word stem stands, as last counted. The empty term holds the number of lectures counted.

    Similar lectures are told by rare words, and rarity is asked for at every refresh: counting it each time reads the whole library.
    """

    term = models.CharField(max_length=100, primary_key=True)
    lectures = models.PositiveIntegerField()

    class Meta:
        verbose_name_plural = "term frequencies"

    def __str__(self) -> str:
        return f"{self.term}: {self.lectures}"
