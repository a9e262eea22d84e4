"""Several authors in one cell."""

import pytest

from conference.importers.author_cells import CellAuthor, authors_in


@pytest.mark.parametrize(
    ("cell", "names"),
    [
        ("Ana Velo and van der Rito and Cara Boma, Lena", ["Ana Velo", "van der Rito", "Cara Boma", "Lena"]),
        ("Ana Velo, Toro Nuri and Cara Boma", ["Ana Velo", "Toro Nuri", "Cara Boma"]),
        ("Ana Velo, Toro Nuri, and Cara Boma", ["Ana Velo", "Toro Nuri", "Cara Boma"]),
        ("Ana Velo, Toro Nuri & Cara Boma", ["Ana Velo", "Toro Nuri", "Cara Boma"]),
        ("MARIA LOPE AND Bala AR", ["MARIA LOPE", "Bala AR"]),
        ("Ana Velo|Cara McKino", ["Ana Velo", "Cara McKino"]),
        ("Ana Velo;Cara Boma;", ["Ana Velo", "Cara Boma"]),
        ("Ana Velo,\r\n Cara Boma\n", ["Ana Velo", "Cara Boma"]),
        ("Ana Velo, Toro Nuri; Cara Boma", ["Ana Velo", "Toro Nuri", "Cara Boma"]),
        (
            "Ana Velo, Jr., Cara Boma III and Toro Nuri, PhD",
            ["Ana Velo, Jr.", "Cara Boma III", "Toro Nuri, PhD"],
        ),
        ("Ana Velo, III", ["Ana Velo, III"]),
        ("Ana Velo, Lirano", ["Ana Velo", "Lirano"]),
        ("Anderson Andrade", ["Anderson Andrade"]),
        ("Lirano", ["Lirano"]),
        ("ana van der Rito*, 张伟†", ["ana van der Rito", "张伟"]),
        ("", []),
        (" ; , and ", ["and"]),
    ],
)
def test_names_that_are_not_divided(cell: str, names: list[str]) -> None:
    assert authors_in(cell) == [CellAuthor(name) for name in names]


@pytest.mark.parametrize(
    ("cell", "pairs"),
    [
        ("Velo, Ana", [("Ana", "Velo")]),
        ("Velo, Ana; Boma, Cara", [("Ana", "Velo"), ("Cara", "Boma")]),
        ("Velo, Ana and Boma, Cara", [("Ana", "Velo"), ("Cara", "Boma")]),
        ("van der Rito, Ana Maria", [("Ana Maria", "van der Rito")]),
        ("de la Nube, ana\nBoma, Cara", [("ana", "de la Nube"), ("Cara", "Boma")]),
        ("Velo Miro, Ana Maria; Boma, Cara", [("Ana Maria", "Velo Miro"), ("Cara", "Boma")]),
        ("Velo, Ana, Jr.; Boma, Jr., Cara", [("Ana", "Velo, Jr."), ("Cara", "Boma, Jr.")]),
    ],
)
def test_family_names_that_come_first(cell: str, pairs: list[tuple[str, str]]) -> None:
    assert [(one.given, one.family) for one in authors_in(cell)] == pairs


def test_brackets_hold_affiliations() -> None:
    assert authors_in("Ana Velo (Lareva University; Lab, East)*; Boma, Cara (Institute of Boards)") == [
        CellAuthor("Ana Velo", affiliation="Lareva University; Lab, East"),
        CellAuthor(given="Cara", family="Boma", affiliation="Institute of Boards"),
    ]


@pytest.mark.parametrize("piece", ["(", "a, ", " and ", "Jr., ", "a and ", ";", "()", "(a) ", "* "])
def test_long_cells_take_no_longer_than_their_length(piece: str) -> None:
    assert len(authors_in(piece * 40_000)) <= 40_000
