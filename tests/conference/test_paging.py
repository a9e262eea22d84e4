import pytest

from conference.models import Keyword
from conference.paging import page_of
from tests.factories import KeywordFactory

ODD = [
    (None, 1),
    ("", 1),
    ("2", 2),
    (" 3 ", 3),
    ("4", 3),
    ("0", 1),
    ("-1", 1),
    ("abc", 1),
    ("2.5", 1),
    ("1\x00", 1),
    ("9" * 5000, 1),
    ("9" * 100, 3),
    ("٢", 2),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("raw", "number"), ODD)
def test_every_page_number_leads_to_a_page(raw: str | None, number: int) -> None:
    KeywordFactory.create_batch(5)
    assert page_of(Keyword.objects.order_by("pk"), raw, 2).number == number


@pytest.mark.django_db
def test_an_empty_list_has_one_empty_page() -> None:
    assert list(page_of(Keyword.objects.all(), "7")) == []
