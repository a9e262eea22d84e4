"""Reference files that lie beside the checkout on some machines; tests that read them skip elsewhere."""

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[1].parent / "shared"

needs_shared = pytest.mark.skipif(
    not SHARED.is_dir(), reason=f"there is no folder {SHARED.name} beside the checkout"
)
