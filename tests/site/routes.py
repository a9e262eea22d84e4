"""All addresses that the site answers, as the resolver knows them."""

from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver


def routes(resolver: URLResolver | None = None, prefix: str = "") -> Iterator[str]:
    """Every route from the root on, as `resolve(path).route` gives it."""
    for pattern in (resolver or get_resolver()).url_patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield route
        else:
            yield from routes(pattern, route)
