"""PDFs from strangers: read in a process that has its time and no more."""

import io
from time import perf_counter

import pytest
from fpdf import FPDF

from conference import pdfs
from conference.pdfs import first_page_picture, first_page_text


def nested(levels: int) -> bytes:
    """A page that draws a form, which draws another ten times, and so on."""
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources << /XObject << /F 5 0 R >> >> >>",
        "<< /Length 5 >>\nstream\n/F Do\nendstream",
    ]
    for number in range(6, 6 + levels):
        drawn = "/F Do " * 10
        inside = f"/Resources << /XObject << /F {number} 0 R >> >> /Length {len(drawn)}"
        objects.append(
            f"<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] {inside} >>\nstream\n{drawn}\nendstream"
        )
    objects.append(
        "<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Length 12 >>\nstream\n0 0 9 9 re f\nendstream"
    )
    rows = "".join(f"{number} 0 obj\n{one}\nendobj\n" for number, one in enumerate(objects, 1))
    return f"%PDF-1.4\n{rows}trailer << /Size {len(objects) + 1} /Root 1 0 R >>\n%%EOF".encode()


def test_the_text_and_the_picture_of_a_first_page() -> None:
    document = FPDF(format=(200, 100))
    document.add_page()
    document.set_font("helvetica", size=12)
    document.cell(text="Grüße an alle")
    content = io.BytesIO(bytes(document.output()))
    assert first_page_text(content) == "Grüße an alle"
    picture = first_page_picture(content, 360, 480)
    assert picture is not None
    assert picture.size == (360, 180)


@pytest.mark.parametrize("content", [b"", b"junk", b"%PDF-1.7\nbroken"])
def test_what_is_none_says_and_shows_nothing(content: bytes) -> None:
    assert (first_page_text(io.BytesIO(content)), first_page_picture(io.BytesIO(content), 3, 4)) == ("", None)


def test_a_page_that_takes_for_ever_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    assert first_page_picture(io.BytesIO(nested(1)), 9, 9) is not None
    monkeypatch.setattr(pdfs, "MAX_SECONDS", 1)
    began = perf_counter()
    assert first_page_picture(io.BytesIO(nested(12)), 9, 9) is None
    assert perf_counter() - began < 10


def test_a_page_that_needs_more_memory_than_it_has_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    large = io.BytesIO(nested(1))
    assert first_page_picture(large, 3000, 3000) is not None
    monkeypatch.setattr(pdfs, "MAX_MEMORY", 64 * 1024**2)
    assert first_page_picture(large, 3000, 3000) is None
