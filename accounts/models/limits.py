from django.db import models


class Counter(models.Model):
    """How often something happened since `started_at`: codes asked for by an address, tries at a code.

    A row of ours, locked while it is counted, because caches and sessions lose counts when requests run in parallel.
    """

    key = models.CharField(max_length=200, unique=True)
    count = models.PositiveIntegerField(default=0)
    started_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["started_at"], name="counter_by_age")]

    def __str__(self) -> str:
        return f"{self.key}: {self.count}"
