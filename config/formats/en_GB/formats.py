"""Times as conferences print them: by 24 hours, in the admin too."""

DATETIME_FORMAT = "j M Y, H:i"
TIME_FORMAT = "H:i"
