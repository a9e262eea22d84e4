"""What all tests share. pyproject.toml sets POSTERHALL_MODE before anything is imported."""

pytest_plugins = ["tests.cast"]
