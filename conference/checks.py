"""System checks: what must hold of a running installation and no database constraint can say."""
