"""What names of files say, and what they do not."""

import pytest

from conference.filenames import id_key, kind_of, read_name
from conference.filetypes import MP4, PDF, PNG, ZIP, FileType

IDS = {
    id_key(one): frozenset([number])
    for one, number in [
        ("2023.emnlp-main.17", 1),
        ("2023.emnlp-main.1", 2),
        ("17", 3),
        ("2023", 4),
        ("T-5", 5),
    ]
} | {"8": frozenset([6, 7])}


@pytest.mark.parametrize(
    ("name", "lectures", "words"),
    [
        ("2023.emnlp-main.17.mp4", {1}, ()),
        ("2023.EMNLP-main.17_Slides.pdf", {1}, ("slides",)),
        ("2023.emnlp-main.1-poster-v2.pdf", {2}, ("poster", "v")),
        ("17_poster.pdf", {3}, ("poster",)),
        ("0017-slides.pdf", {3}, ("slides",)),
        ("poster-17.pdf", {3}, ("poster",)),
        ("posters/17.png", {3}, ("posters",)),
        ("batch/17/poster.pdf", {3}, ("poster", "batch")),
        ("C:\\files\\17.pdf", {3}, ("files", "c")),
        ("t-5 talk.mp4", {5}, ("talk",)),
        ("8.pdf", {6, 7}, ()),
        # A shorter id that the name happens to begin with is not meant.
        ("2023.emnlp-main.99.mp4", set(), ("emnlp", "main")),
        ("17 (2).pdf", set(), ()),
        ("170.pdf", set(), ()),
        ("team17.pdf", set(), ("team",)),
        ("final.pdf", set(), ("final",)),
        ("", set(), ()),
    ],
)
def test_a_name_says_its_lecture_or_nothing(name: str, lectures: set[int], words: tuple[str, ...]) -> None:
    named = read_name(name, IDS)
    assert (set(named.lectures), named.words) == (lectures, words)


@pytest.mark.parametrize(
    ("words", "file_type", "otherwise", "kind"),
    [
        (("poster",), PDF, "", "poster"),
        (("poster",), PDF, "paper", "poster"),
        ((), PDF, "", "paper"),
        ((), PDF, "poster", "poster"),
        ((), MP4, "", "video"),
        ((), PNG, "", "poster"),
        ((), ZIP, "", "supplement"),
        (("presentation",), PDF, "", "slides"),
        (("presentation",), MP4, "", "video"),
        (("final", "posters", "slides"), PDF, "", "poster"),
        (("poster",), MP4, "", "poster"),  # which the file then cannot be
    ],
)
def test_the_kind_is_what_the_name_says_else_what_the_type_suggests(
    words: tuple[str, ...], file_type: FileType, otherwise: str, kind: str
) -> None:
    assert kind_of(words, file_type, otherwise) == kind
