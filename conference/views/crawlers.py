from django.contrib.sitemaps.views import SitemapIndexItem
from django.contrib.sitemaps.views import sitemap as sitemap_section
from django.http import HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from conference.http import Request
from conference.links import absolute
from conference.sitemaps import SITEMAPS

# The library's searches are without number; every lecture stands in the sitemap.
ROBOTS = """\
User-agent: *
Disallow: /accounts/
Disallow: /admin/
Disallow: /library/?
Disallow: /me/
Sitemap: {sitemap}
"""


@require_safe
def robots(request: Request) -> HttpResponse:
    return HttpResponse(ROBOTS.format(sitemap=absolute(reverse("sitemap"))), content_type="text/plain")


@require_safe
def sitemap(request: Request) -> TemplateResponse:
    """Names the sitemaps by section, and their further pages."""
    items = []
    for section, pages in SITEMAPS.items():
        address = absolute(reverse("sitemap-section", args=[section]))
        items += [
            SitemapIndexItem(location=f"{address}?p={number}" if number > 1 else address)
            for number in pages.paginator.page_range
        ]
    return TemplateResponse(request, "sitemap_index.xml", {"sitemaps": items}, content_type="application/xml")


@require_safe
def section(request: Request, section: str) -> HttpResponse:
    return sitemap_section(request, {**SITEMAPS}, section=section)
