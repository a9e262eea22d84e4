#!/usr/bin/env python
"""Django's command line. `manage.py demo` runs in the demo's own mode; all else in what POSTERHALL_MODE says."""

import os
import sys

from django.core.management import execute_from_command_line

from config import mode


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    if sys.argv[1:2] == ["demo"]:
        os.environ[mode.VARIABLE] = mode.Mode.DEMO
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
