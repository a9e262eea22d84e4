"""The demo's data under settings like production's: no debug pages, hashed static files, a pool, the answer cache as asked."""

import os

os.environ.setdefault("POSTERHALL_MODE", "demo")

from config.settings import *  # noqa: F403 - the mode must stand first

ROOT_URLCONF = "benchmarks.urls"
