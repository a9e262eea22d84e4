import pytest

from conference.rendering import decode_name


@pytest.mark.parametrize(
    ("source", "name"),
    [
        (r"Sch{\"u}tze", "Schütze"),
        (r"\`{E}tude", "Ètude"),
        (r"Zo\'{e}  V\'elo", "Zoé Vélo"),
        (r"Erd{\H o}s", "Erdős"),
        (r"\v{S}koda", "Škoda"),
        (r"{\O}re {\AA}s Stra{\ss}e", "Øre Ås Straße"),
        (r"Mart\'{\i}n", "Martín"),
        (r"Ana~Velo", "Ana Velo"),
        ("Jose\u0301", "José"),
        ("O'Neva de la Nube, MARIA", "O'Neva de la Nube, MARIA"),
        ("李 明", "李 明"),
        ("", ""),
    ],
)
def test_names_are_decoded_and_never_recased(source: str, name: str) -> None:
    assert decode_name(source) == name
