"""The kept games go again as they went: by the rules, and by a referee that doesn't know them."""

import ast
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from shogun.games.shogun import rules
from shogun.games.shogun.rules.state import Setup
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.session import Session
from tests import referee
from tests.golden import __main__ as golden
from tests.golden import judging
from tests.golden.covering import BY_HAND, WANTED
from tests.golden.judging import SeenDifferently
from tests.golden.kept import Past, games, past, read, write
from tests.referee import Foul, Game

SAMPLE = 7


def assert_both_agree(journal: bytes, pasts: Iterable[Past]) -> None:
    """After each answer both see the same."""
    judged = referee.referee(journal)
    next(judged)
    for one in pasts:
        other = next(judged)
        judging.compare(one.after, other.game)
    with pytest.raises(StopIteration):  # the end has been judged as well
        next(judged)


def sample() -> list[str]:
    return sorted(games())[:: len(games()) // SAMPLE]


@pytest.mark.parametrize("name", sample())
def test_a_kept_game_goes_as_it_went_by_the_rules_and_by_the_referee(name: str) -> None:
    assert_both_agree(games()[name], past(games()[name]))


@pytest.mark.slow
def test_all_kept_games_go_as_they_went_by_rules_and_referee_and_show_all_that_they_shall() -> None:
    assert len(games()) >= 60
    missing = set(WANTED)
    for name, journal in games().items():
        pasts = list(past(journal))
        assert_both_agree(journal, pasts)
        missing -= golden.shown(pasts, golden.tower_in(name))
    assert missing == set()


def test_what_no_game_shows_is_not_looked_for() -> None:
    assert not set(WANTED) & set(BY_HAND)
    assert all(BY_HAND.values())


def test_the_referee_knows_nothing_of_the_program() -> None:
    tree = ast.parse(Path(referee.__file__).read_text("utf-8"))
    imported = {
        name.split(".")[0]
        for node in ast.walk(tree)
        for name in (
            [alias.name for alias in node.names] if isinstance(node, ast.Import)
            else [node.module or "."] if isinstance(node, ast.ImportFrom) else []
        )
    }  # fmt: skip
    assert imported <= sys.stdlib_module_names


def test_the_referee_goes_back_with_answers_that_are_taken_back() -> None:
    seats = tuple(SeatInfo(f"Seat {seat}") for seat in range(3))
    session = Session.start(rules, Header(seed=3, setup=Setup(3), seats=seats, tower=TowerInfo()))
    rng = Random(3)
    while not session.is_over:
        if session.chance is not None:
            session.advance()
            continue
        question = rng.choice(session.questions)
        session.answer(question.seat, question.sample(rng))
        if session.undoable(question.seat) and rng.random() < 0.5:
            session.undo(question.seat)
            if rng.random() < 0.5:
                session.redo(question.seat)
    journal = b"".join(session.writer.lines)
    assert min(journal.count(b'{"line":"undo"'), journal.count(b'{"line":"redo"')) >= 5
    *_all, last = referee.referee(journal)
    judging.compare(session.state, last.game)


def test_random_games_on_towers_that_do_anything_are_judged_alike() -> None:
    assert sum(judging.judge(Random(number)) for number in range(12)) > 1500


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("rouse", lambda game, most: None),
        ("lose", lambda game, seat, name: None),
        ("is_sacred", lambda game, seat, name: False),
        ("majorities", lambda game, seat, kind: 0),
        ("reinforce", lambda game, card, seat, keep: iter(())),
    ],
)
def test_rules_and_referee_that_differ_are_found(monkeypatch: pytest.MonkeyPatch, name: str, fault: Any) -> None:
    monkeypatch.setattr(Game, name, fault)
    with pytest.raises((Foul, SeenDifferently)):
        for number in range(20):
            judging.judge(Random(number))


# What the referee would notice

Line = dict[str, Any]
Forgery = Callable[[Line], None]


def lines_of(name: str, *, kind: str = "", key: str = "") -> Iterator[tuple[int, list[Line]]]:
    """Yield each place in a journal where such an answer stands, with all lines."""
    lines = [json.loads(line) for line in games()[name].splitlines()]
    for place, line in enumerate(lines):
        if line["line"] == "answer" and line["answer"]["type"] == kind and line["key"].startswith(key):
            yield place, lines


def forged(kind: str, key: str, change: Forgery) -> bytes:
    """Return the first kept game in which such an answer stands, with that answer changed."""
    for name in sorted(games()):
        for place, lines in lines_of(name, kind=kind, key=key):
            change(lines[place]["answer"])
            return b"\n".join(json.dumps(line).encode() for line in lines)
    raise AssertionError(f"no game has a {kind}")


FORGERIES: Mapping[str, tuple[str, str, Forgery]] = {
    "a card taken twice": ("Plan", "plan", lambda move: move["fields"].__setitem__(0, move["fields"][1])),
    "a field left empty": ("Plan", "plan", lambda move: move["fields"].__setitem__(0, None)),
    "too many march": ("March", "march", lambda move: move.update(armies=move["armies"] + 60)),
    "nobody marches": ("March", "march", lambda move: move.update(armies=0)),
    "a far march": ("March", "march", lambda move: move.update(target=move["source"])),
    "a special card of two": ("TakeSpecial", "", lambda move: move.update(card="gold")),
    "two reinforcements": ("Reinforce", "", lambda move: move.update(armies=2)),
    "seven armies": ("Deploy", "", lambda move: move.update(armies=7)),
    "a revolt elsewhere": ("FaceRevolt", "", lambda move: move.update(province="Osaka")),
    "more cubes than there are": ("Thrown", "throw/year1", lambda move: move["out"].update(peasant=21)),
    "cubes of a stranger": ("Thrown", "throw/year1", lambda move: move["out"].update(white=1)),
    "an event drawn twice": ("Drawn", "events", lambda move: move.update(items=[move["items"][0]] * 4)),
    "a card that isn't in the deck": ("TakeCard", "", lambda move: move.update(province="Osaka")),
    "a group that isn't left": ("PlaceGroup", "", lambda move: move.update(armies=6)),
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_the_referee_notices_what_is_forged(forgery: str) -> None:
    with pytest.raises(Foul):
        list(referee.referee(forged(*FORGERIES[forgery])))


@pytest.mark.parametrize("changed", ["winners", "points", "chests"])
def test_the_referee_notices_a_false_result(changed: str) -> None:
    *lines, last = games()[sample()[0]].splitlines()
    end = json.loads(last)
    end["result"][changed][0] += 1
    with pytest.raises(Foul, match="the end"):
        list(referee.referee(b"\n".join([*lines, json.dumps(end).encode()])))


def test_the_referee_notices_a_game_that_stops_early() -> None:
    lines = games()[sample()[0]].splitlines()
    last = max(place for place, line in enumerate(lines) if line.startswith(b'{"line":"answer"'))
    with pytest.raises(Foul, match="the end"):
        list(referee.referee(b"\n".join([*lines[:last], lines[-1]])))


def test_an_archive_is_read_as_it_was_written(tmp_path: Path) -> None:
    two = dict(list(games().items())[:2])
    write(two, tmp_path / "one")
    write(two, tmp_path / "other")
    assert read(tmp_path / "one") == two
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()
