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
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    if sys.argv[1:2] == ["demo"]:
        os.environ[mode.VARIABLE] = mode.Mode.DEMO
    try:
        execute_from_command_line(sys.argv)
    except (ImproperlyConfigured, EnvError, DatabaseUnavailable) as error:
        # These say what to set; the way to where they were raised would only hide it.
        sys.exit(f"{error}")


if __name__ == "__main__":
    main()
