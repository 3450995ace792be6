"""The kept games go again as they went: by the rules, and by a referee that doesn't know them."""

import ast
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from shogun.games.shogun.rules.state import State
from tests import referee
from tests.golden import __main__ as golden
from tests.golden.covering import BY_HAND, WANTED
from tests.golden.kept import games, past, read, write
from tests.referee import Foul, Game

SAMPLE = 7


def goods(state: State) -> dict[str, Any]:
    """Return all that a position is by the rules, as `refereed` returns what it is by the referee."""
    return {
        "chests": [player.chests for player in state.players],
        "rice": [player.rice for player in state.players],
        "reserves": [player.reserve for player in state.players],
        "points": [player.points for player in state.players],
        "peasants": state.peasants,
        "tower": state.tower,
        "tray": state.tray,
        "board": {name: (p.owner, p.armies, set(p.buildings), p.markers) for name, p in state.provinces.items()},
    }


def refereed(game: Game) -> dict[str, Any]:
    return {
        "chests": game.chests,
        "rice": game.rice,
        "reserves": game.reserve,
        "points": game.points,
        "peasants": game.peasants,
        "tower": {colour: number for colour, number in game.tower.items() if number},
        "tray": {colour: number for colour, number in game.tray.items() if number},
        "board": {name: (p.owner, p.armies, set(p.buildings), p.markers) for name, p in game.land.items()},
    }


def assert_both_agree(journal: bytes) -> None:
    """After each answer that leaves nothing half done both see the same; a battle that waits for its throw is such."""
    judged = referee.referee(journal)
    next(judged)
    for one in past(journal):
        other = next(judged)
        if not one.after.waiting:
            assert goods(one.after) == refereed(other.game), one.line
    with pytest.raises(StopIteration):  # the end has been judged as well
        next(judged)


def sample() -> list[str]:
    return sorted(games())[:: len(games()) // SAMPLE]


@pytest.mark.parametrize("name", sample())
def test_a_kept_game_goes_as_it_went_by_the_rules_and_by_the_referee(name: str) -> None:
    assert_both_agree(games()[name])


@pytest.mark.slow
def test_all_kept_games_go_as_they_went_by_the_rules_and_by_the_referee() -> None:
    assert len(games()) >= 60
    for journal in games().values():
        assert_both_agree(journal)


@pytest.mark.slow
def test_the_kept_games_show_all_that_they_shall() -> None:
    assert golden.missing() == set()
    assert not set(WANTED) & set(BY_HAND)


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
