"""Django's PostgreSQL backend, which starts the embedded server at the first connection (see server.py)."""

from typing import Any

from django.db.backends.postgresql import base

from config.database import server


class DatabaseWrapper(base.DatabaseWrapper):
    def get_connection_params(self) -> dict[str, Any]:
        name = str(self.settings_dict["NAME"] or "postgres")
        # Test databases are made and dropped by Django itself.
        sockets = server.ensure_running("postgres" if name.startswith("test_") else name)
        return {**super().get_connection_params(), "host": str(sockets), "user": server.USER}
