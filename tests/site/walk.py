"""Goes through the whole site once, and keeps what came back. What is asserted of it stands in the tests."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import lxml.html
from django.http.response import HttpResponseBase
from django.test import Client

from tests.site.routes import routes
from tests.site.table import MEMBERS, rows
from tests.site.world import World

ODD_QUERY = (
    "fbclid=1&utm_source=x&page=abc&day=x&session=%00&sort=password&q=%00%27%3A*&keyword=%FF&conference=%00"
)

HUGE = "9" * 30
NO_UUID = "00000000-0000-0000-0000-000000000000"
# Each with the status that it gets.
ODD_ADDRESSES = {
    f"/lecture/{HUGE}/": 404,
    f"/lecture/{HUGE}-x.json": 404,
    f"/people/{HUGE}-x/": 404,
    f"/events/hall-2025/sessions/{HUGE}-x/": 404,
    f"/materials/{NO_UUID}/%00": 404,
    "/lecture/{first_id}-%00/": 301,
    "/lecture/{first_id}-%0d%0aSet-Cookie:%20a=b/": 301,
    "/lecture/{first_id}-%FF.bib": 301,
    "/lecture/{first_id}-..%2F..%2Fetc/": 404,
    "/lecture/-1/": 404,
    "/events/%00/": 404,
    "/events/Hall-2025/": 404,
    "/keywords/%E6%97%A5/": 404,
    "/" + "a" * 9000 + "/": 404,
    "/library/?q=" + "a+" * 5000: 200,
    "/library/?page=" + HUGE: 200,
    "/library/?q=%ED%A0%80": 200,
    "/sitemap-nowhere.xml": 404,
}


@dataclass(frozen=True)
class Answer:
    member: str
    path: str  # as the table has it
    url: str
    status: int
    headers: dict[str, str]
    body: bytes = field(repr=False)
    cookies: dict[str, dict[str, str | bool]] = field(repr=False)

    @property
    def text(self) -> str:
        return self.body.decode(errors="replace")

    @property
    def is_page(self) -> bool:
        return self.headers.get("Content-Type", "").startswith("text/html") and bool(self.body)

    @property
    def html(self) -> lxml.html.HtmlElement:
        return lxml.html.document_fromstring(self.text)

    @property
    def everything(self) -> str:
        """All that reached the reader, headers included."""
        return "\n".join([*map(": ".join, self.headers.items()), self.text])


@dataclass(frozen=True, repr=False)
class Walk:
    answers: list[Answer]  # every page, as every member
    heads: list[Answer]
    oddly_asked: list[Answer]
    odd: list[Answer]  # addresses that nobody is given
    crawled: dict[str, Answer]  # by address, from link to link as a registered person
    admin: list[Answer]  # every address of the admin; as organizers those that name no row


def walk(world: World) -> Walk:
    clients = {member: world.cast.client(member) for member in MEMBERS}
    paths = [(path, world.at(path)) for path in rows()]
    pages = [(path, url) for path, url in paths if "?" not in path]
    few = ("visitor", "registered")
    return Walk(
        answers=[_ask(clients[member], member, path, url) for path, url in paths for member in MEMBERS],
        heads=[_ask(clients[member], member, path, url, "HEAD") for path, url in pages for member in few],
        oddly_asked=[
            _ask(clients[member], member, path, f"{url}?{ODD_QUERY}") for path, url in pages for member in few
        ],
        odd=[_ask(clients["visitor"], "visitor", path, world.at(path)) for path in ODD_ADDRESSES],
        crawled=_crawl(clients["registered"]),
        admin=list(_admin(clients)),
    )


def _admin(clients: dict[str, Client]) -> Iterator[Answer]:
    for route in routes():
        if route.startswith("admin/"):
            path = "/" + _any_address(route)
            for member in ("visitor", "registered", "presenter"):
                yield _ask(clients[member], member, route, path)
                yield _ask(clients[member], member, route, path, "POST")
            if "object_id" not in route and "<int:" not in route and "logout" not in route:
                yield _ask(clients["outsider"], "outsider", route, path)
                yield _ask(clients["organizer"], "organizer", route, path)


def _any_address(route: str) -> str:
    """An address that the route takes; whether there is such a row does not matter."""
    plain = re.sub(r"<(path|int):\w+>", "1", route)
    return (
        plain.replace("(?P<url>.*)$", "nowhere/").replace("^(?P<app_label>", "").partition("|")[0].rstrip("/")
        + "/"
    )


def _ask(client: Client, member: str, path: str, url: str, method: str = "GET") -> Answer:
    response = client.generic(method, url, headers={"X-Requested-By": "walk"})
    return Answer(
        member=member,
        path=path,
        url=url,
        status=response.status_code,
        headers=dict(response.items()),
        body=_body(response),
        cookies={name: dict(morsel) for name, morsel in response.cookies.items()},
    )


def _body(response: HttpResponseBase) -> bytes:
    return b"".join(response) if response.streaming else response.content  # type: ignore[attr-defined]


def _crawl(client: Client) -> dict[str, Answer]:
    """Follows the links of every page; of pages with a query, which there are without end, it only sees that they answer."""
    seen: dict[str, Answer] = {}
    waiting = ["/"]
    while waiting:
        url = waiting.pop()
        if url in seen:
            continue
        seen[url] = _ask(client, "registered", url, url)
        if "?" not in url and seen[url].is_page:
            waiting += _links(seen[url])
    return seen


def _links(page: Answer) -> Iterator[str]:
    tree = page.html
    tree.make_links_absolute(f"http://testserver{page.url}")
    for _element, attribute, link, _position in tree.iterlinks():
        inner = re.fullmatch(r"http://testserver(/[^#]*)(#.*)?", link)
        if attribute == "href" and inner and not inner[1].startswith("/static/"):
            yield inner[1]
