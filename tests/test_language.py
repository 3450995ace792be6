"""The switch of the program's language."""

from string import Formatter

import pytest

from shogun.base import language
from shogun.base.language import LANGUAGES, LONG, OFFERED, PSEUDO, _, decimal, lengthened, ngettext, pseudo, speaking

TEXTS = (
    "{who} attacks {target} from {source}: {n:.0f} of {all!r}.",
    "Commit the plan",
    "{players}; {date}",
    "a brace {{so}} and a place {0[1]}",
    "",
    "42 %",
)


@pytest.mark.parametrize("text", TEXTS)
def test_placeholders_are_kept(text: str) -> None:
    assert [part[1:] for part in Formatter().parse(pseudo(text))] == [part[1:] for part in Formatter().parse(text)]


def test_a_text_is_accented_and_half_as_long_again() -> None:
    text = "Every player chooses ten provinces in secret and all plans are shown at the same time."
    assert 1.4 <= len(pseudo(text)) / len(text) <= 1.6
    assert not pseudo(text).isascii()


def test_what_is_filled_in_stays_as_it_is() -> None:
    text = pseudo("{who} has planned.").format(who="Takeda")
    assert text.startswith("Takeda ")
    assert text != "Takeda has planned."


def test_the_language_changes_what_is_asked_for_next_and_comes_back() -> None:
    with speaking(PSEUDO):
        assert _("Settings") == pseudo("Settings") != "Settings"
        assert ngettext("{n} drop", "{n} drops", 2) == pseudo("{n} drops")
        assert ngettext("{n} drop", "{n} drops", 1) == pseudo("{n} drop")
    assert _("Settings") == "Settings"


def test_an_unknown_language_is_english() -> None:
    with speaking("xx"):
        assert _("Settings") == "Settings"


def test_a_failure_brings_the_language_back_too() -> None:
    with pytest.raises(ZeroDivisionError), speaking(PSEUDO):
        _ = 1 / 0
    assert language._("Quit") == "Quit"


def test_every_language_has_a_name() -> None:
    assert set(LANGUAGES) == {*OFFERED, PSEUDO, LONG}
    assert not {PSEUDO, LONG} & set(OFFERED), "nobody plays in a language that is made to test with"


def test_long_english_is_half_as_long_again_and_keeps_what_stands_in_braces() -> None:
    text = "Player {who} takes {n} armies from the reserve and lays them here"
    with speaking(LONG):
        assert _(text) == lengthened(text)
    assert 1.2 * len(text) < len(lengthened(text)) < 1.7 * len(text)
    assert lengthened(text).count("{who}") == lengthened(text).count("{n}") == 1


@pytest.mark.parametrize(("code", "point"), [("en", "."), ("pl", ","), ("cs", ",")])
def test_decimals_are_written_as_the_language_does_in_sentences_too(code: str, point: str) -> None:
    with speaking(code):
        assert decimal(0.5) == f"0{point}5"
        assert decimal(-1.25, "+.2f") == f"−1{point}25"
        assert decimal(2.0, "g") == "2"
        assert f" 2{point}5 " in _("On average {armies:.1f} armies are left there.").format(armies=2.5)
        one = "{name} won {won} of {battles} battle ({expected:.1f} expected)."
        many = "{name} won {won} of {battles} battles ({expected:.1f} expected)."
        told = ngettext(one, many, 5).format(name="A. B.", won=3, battles=5, expected=2.75)
        assert "A. B." in told and f"2{point}8" in told
