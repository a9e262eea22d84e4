"""The settings as tests and the type checker read them: those of the mode `test`."""

import os

os.environ["POSTERHALL_MODE"] = "test"

from config.settings import *  # noqa: F403 - the mode must stand first, and all of them are meant
