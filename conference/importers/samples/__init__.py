"""A small file of each format, to start from."""

from pathlib import Path


def sample_path(name: str) -> Path:
    return Path(__file__).parent / name
