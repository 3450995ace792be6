"""Sentences for players name files without their folders."""

import pytest

from shogun.window.kit.runtime.crash_report import error_text, without_folders


@pytest.mark.parametrize(
    ("sentence", "wanted"),
    [
        ("/home/a b/.local/share/games/Kai.journal, line 3: is damaged", "Kai.journal, line 3: is damaged"),
        ("C:\\Users\\Ann\\games\\Kai.journal can't be written: full", "Kai.journal can't be written: full"),
        ("won and/or lost 3/4 of them", "won and/or lost 3/4 of them"),
        ("nothing to shorten.", "nothing to shorten."),
        ("~/games/x.shogun holds no game", "x.shogun holds no game"),
    ],
)
def test_folders_are_left_out_and_nothing_else(sentence: str, wanted: str) -> None:
    assert without_folders(sentence) == wanted


def test_an_error_is_told_so() -> None:
    assert error_text(OSError("/games/a/b.txt: gone")) == "b.txt: gone"
