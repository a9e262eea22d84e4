"""Readers: one file per format, from bytes to plain records and problems. No database here."""
