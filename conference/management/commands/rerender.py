from itertools import batched
from typing import Any

from django.core.management.base import BaseCommand

from conference.models import Conference, Lecture, Page, WelcomeMessage
from conference.models.fields import RenderedModel
from conference.rendering import RENDERER_VERSION
from conference.services import index

RENDERED: tuple[type[RenderedModel], ...] = (Conference, WelcomeMessage, Page)


class Command(BaseCommand):
    help = "Renders again what an older renderer left: lectures, conferences, welcome messages and pages."

    def handle(self, *args: Any, **options: Any) -> None:
        lectures = list(
            Lecture.objects.exclude(renderer_version=RENDERER_VERSION)
            .order_by("pk")
            .values_list("pk", flat=True)
        )
        for batch in batched(lectures, index.BATCH, strict=False):
            index.refresh(batch)
        self.stdout.write(f"{len(lectures)} lectures rendered.")
        for model in RENDERED:
            rows = model._default_manager.exclude(renderer_version=RENDERER_VERSION)  # noqa: SLF001 - the manager of any model
            count = 0
            for row in rows.iterator():
                row.save(update_fields=[*row.rendered_fields])
                count += 1
            self.stdout.write(f"{count} {model._meta.verbose_name_plural} rendered.")  # noqa: SLF001
