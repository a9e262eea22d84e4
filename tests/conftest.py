"""What all tests share. The environment comes first: settings read it once, when Django is set up."""

import os

os.environ["POSTERHALL_MODE"] = "test"
for variable in ("SECRET_KEY", "SITE_URL", "ALLOWED_HOSTS", "EMAIL_HOST", "DEBUG"):
    os.environ.pop(variable, None)

pytest_plugins = ["tests.cast"]
