"""Addresses of the public pages. Ids never change; a wrong or old slug redirects."""

from django.urls import path

from conference.views import (
    crawlers,
    downloads,
    event,
    home,
    keyword,
    lecture,
    library,
    page,
    person,
    records,
    schedule,
    submissions,
)

urlpatterns = [
    path("", home.home, name="home"),
    path("library/", library.library, name="library"),
    path("lecture/<int:pk>-<str:slug>.bib", records.bibtex, name="lecture-bib"),
    path("lecture/<int:pk>-<str:slug>.ris", records.ris, name="lecture-ris"),
    path("lecture/<int:pk>-<str:slug>.json", records.as_json, name="lecture-json"),
    path("lecture/<int:pk>-<str:slug>.ics", records.calendar, name="lecture-ics"),
    path("lecture/<int:pk>/", lecture.lecture, name="lecture-by-id"),
    path("lecture/<int:pk>-<str:slug>/", lecture.lecture, name="lecture"),
    path("lecture/<int:pk>-<str:slug>/files/", submissions.submission, name="submission"),
    path("events/<slug:slug>/", event.event, name="event"),
    path("events/<slug:slug>/schedule/", schedule.schedule, name="event-schedule"),
    path("events/<slug:slug>/posters/", schedule.posters, name="event-posters"),
    path("events/<slug:slug>/lectures/", schedule.lectures, name="event-lectures"),
    path("events/<slug:slug>/sessions/<int:pk>-<str:session_slug>/", schedule.session, name="session"),
    path("events/<slug:slug>/pages/<slug:page>/", page.page, name="event-page"),
    path("keywords/<slug:slug>/", keyword.keyword, name="keyword"),
    path("people/<int:pk>-<str:slug>/", person.person, name="person"),
    path("robots.txt", crawlers.robots, name="robots"),
    path("sitemap.xml", crawlers.sitemap, name="sitemap"),
    path("sitemap-<slug:section>.xml", crawlers.section, name="sitemap-section"),
    path("materials/<uuid:uuid>/preview/", downloads.preview, name="material-preview"),
    path("materials/<uuid:uuid>/<str:filename>", downloads.material, name="material"),
]
