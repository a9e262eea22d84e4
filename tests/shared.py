"""Material beside the checkout that is not part of it: real programs and pages to try things on."""

from pathlib import Path

import pytest

SHARED: Path = Path(__file__).resolve().parents[1] / "../shared"
needs_shared = pytest.mark.skipif(not SHARED.is_dir(), reason="the folder ../shared is absent")
