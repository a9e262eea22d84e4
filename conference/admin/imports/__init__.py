from conference.admin.imports import desk

__all__ = ["desk"]
