#!/usr/bin/env python
"""Django's command line. `manage.py demo` runs in the demo's own mode; all else in what POSTERHALL_MODE says."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from environs import EnvError

from config import mode
from config.database.server import DatabaseUnavailable


def main() -> None:
    _refuse_odd_bytes(sys.argv)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    if sys.argv[1:2] == ["demo"]:
        os.environ[mode.VARIABLE] = mode.Mode.DEMO
    try:
        execute_from_command_line(sys.argv)
    except (ImproperlyConfigured, EnvError, DatabaseUnavailable) as error:
        # These say what to set; the way to where they were raised would only hide it.
        sys.exit(f"{error}")


def _refuse_odd_bytes(arguments: list[str]) -> None:
    """Neither the database nor the terminal takes what is not Unicode, and each command would meet it at another place."""
    for argument in arguments:
        if argument != argument.encode(errors="replace").decode():
            sys.exit(
                f"{argument!a} is not UTF-8: type it anew. For a file of that name, rename it, or let - read standard input."
            )


if __name__ == "__main__":
    main()
