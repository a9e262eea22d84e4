from conference.admin.changes import log

__all__ = ["log"]
