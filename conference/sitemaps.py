"""What search engines may find: the pages that everybody may see, under the one address of this site."""

from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.db.models import Model, QuerySet

from accounts.viewer import ANONYMOUS
from conference.models import Conference, Lecture, Page


class OpenSitemap[M: Model](Sitemap[M]):
    """Its addresses are those of SITE_URL, whatever host a request came by."""

    limit = 10_000

    def get_domain(self, site: object = None) -> str:
        return urlsplit(settings.SITE_URL).netloc

    def get_protocol(self, protocol: str | None = None) -> str:
        return urlsplit(settings.SITE_URL).scheme


class ConferenceSitemap(OpenSitemap[Conference]):
    def items(self) -> QuerySet[Conference]:
        return Conference.objects.visible_to(ANONYMOUS).only("slug", "updated_at").order_by("pk")

    def lastmod(self, item: Conference) -> datetime:
        return item.updated_at


class PageSitemap(OpenSitemap[Page]):
    def items(self) -> QuerySet[Page]:
        open_to_all = Page.objects.filter(is_published=True, registered_only=False)
        conferences = Conference.objects.visible_to(ANONYMOUS)
        return open_to_all.filter(conference__in=conferences).select_related("conference").order_by("pk")


class LectureSitemap(OpenSitemap[Lecture]):
    def items(self) -> QuerySet[Lecture]:
        return Lecture.objects.visible_to(ANONYMOUS).only("slug", "updated_at").order_by("pk")

    def lastmod(self, item: Lecture) -> datetime:
        return item.updated_at


SITEMAPS: dict[str, OpenSitemap[Any]] = {
    "conferences": ConferenceSitemap(),
    "pages": PageSitemap(),
    "lectures": LectureSitemap(),
}
