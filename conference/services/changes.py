"""Who and what stands behind a change. The database logs each change itself (migration 0015); a comment before the statement says this."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

from conference.models import Change


@contextmanager
def caused(cause: Change.Cause, *, actor_id: int | None, run_id: int | None = None) -> Iterator[None]:
    """Of all that is written within. Within another, the inner one counts; outside of any, it is a command's."""
    comment = f"/* by {actor_id or 0}, {cause.value} {run_id or 0} */ "

    def commented(execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Any) -> Any:
        return execute(comment + sql if isinstance(sql, str) else sql, params, many, context)

    with connection.execute_wrapper(commented):
        yield
