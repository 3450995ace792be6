"""Nothing secret shows: games that differ in nothing but a secret are told alike, to the byte, by every command."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest

from shogun import cli
from shogun.cli.commands import COMMANDS
from shogun.games import GAMES
from shogun.players.review.decision_verdicts import Considered, DecisionPoint, Part
from shogun.table.journal import Contents, Header
from shogun.table.journal_limits import MOST_LINES
from shogun.table.visible_past import excerpt
from tests.table.twins import CASES, HIDING, READERS, TOYS, moments, taken_back, twins

HASH = re.compile(r"\b([0-9a-f]{64}|[0-9a-f]{8})\b")
PROGRESS = re.compile(r"^\d+ of \d+ done.*\n", re.MULTILINE)
"""What is told of work that takes long: that is for the clock to say."""
UNREAD = {"play", "games", "simulate", "ladder"}
"""Commands that read no journal, or open a window."""


NOTHING: Mapping[str, Any] = MappingProxyType({})


class Betrayer:
    """Judges chances and decisions, and betrays all that it is shown: another secret gives other figures."""

    VERSION, PLAYOUTS, KINDS, EFFECTS, EXPLAINED = 1, 2, ("any",), (), NOTHING

    def __init__(self, seats: int) -> None:
        self.seats = seats

    def win_chances(self, state: Any, inside: Any, playouts: int, seed: str, players: Any = ()) -> Any:
        chances = Random(f"{state} {inside} {seed} {players}").sample(range(1, 100), self.seats)
        return np.array([chances] * playouts) / sum(chances)

    def considered(self, point: DecisionPoint, seed: str) -> Considered:
        move = point.question.sample(Random(f"{point} {seed}"))
        return Considered((move,), move)

    def shares(self, point: DecisionPoint, moves: Sequence[Any], playouts: int, seed: str, players: Any = ()) -> Any:
        return np.array([[Random(f"{point} {move} {seed}").random()] * playouts for move in moves])

    def lines(self, moves: Sequence[Any]) -> list[str]:
        return list(map(str, moves))

    def parts(self, _point: DecisionPoint, _given: Any, _better: Any, _playouts: int, _seed: str) -> tuple[Part, ...]:
        return ()

    def part_words(self, _better: Sequence[Any], part: Part) -> str:
        raise NotImplementedError(part)

    def kind(self, _point: DecisionPoint, _given: Any, _better: Any) -> str:
        return "any"


@pytest.fixture(autouse=True)
def betrayed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Add the toys to the games, and a betrayer to each; lots belong to no seed: twins can't both have the seed's."""
    before = dict(GAMES)
    GAMES.update(TOYS)
    monkeypatch.setattr(Header, "unseeded", property(lambda _header: MOST_LINES))
    for game in GAMES.values():
        for name in ("judge", "decisions"):
            monkeypatch.setattr(type(game), name, property(lambda game: Betrayer(3 if game.code == "shogun" else 2)))
    yield
    GAMES.clear()
    GAMES.update(before)


def test_every_command_that_reads_a_journal_is_asked() -> None:
    asked = {line.split()[0] for line in lines(Path("j"), "shogun", 9, is_hinted=True)}
    assert asked == {command.name for command in COMMANDS} - UNREAD | {"position"}


def lines(journal: Path, code: str, last: int, *, is_hinted: bool) -> Iterator[str]:
    """Yield command lines that read a journal of so many lines."""
    page, branch = (journal.with_name(name) for name in ("page.html", "branch.journal"))
    yield f"review {journal} --playouts 1 --turning-points 1 --report {page}"
    yield f"review {journal} --playouts 1 --json"
    yield f"reviews {journal} --game {code}"
    yield from (f"replay {journal}{option}" for option in ("", " --check", " --json"))
    for line in (last, last // 2):
        yield f"position export {journal} --line {line}"
        yield f"branch {journal} --line {line} --seed 5 --output {branch.with_stem(f'branch{line}')}"
    if code == "shogun":
        yield f"odds {journal} --threat Kai --drops 0"
    if is_hinted:
        yield f"hint {journal} --playouts 3"


def all_told(
    capsys: pytest.CaptureFixture[str], folder: Path, contents: Contents, people: Sequence[int]
) -> dict[str, str]:
    """Return all that is told of a game, by command line and by file."""
    folder.mkdir()
    journal, code = folder / "game.journal", contents.header.game
    journal.write_bytes(b"".join(contents.raw))
    found = {}
    for line in lines(journal, code, len(contents.raw), is_hinted=len(people) == 1):
        answer = cli.main(line.split())
        caught = capsys.readouterr()
        told = f"{answer}\n{caught.out}\n{PROGRESS.sub('', caught.err)}"
        found[line.replace(str(folder), "")] = told.replace(str(folder), "")
    found |= {file.name: file.read_text("utf-8") for file in folder.iterdir() if file != journal}
    found["past"] = excerpt(contents)[0].decode()
    return {name: _without_dates(HASH.sub("#", text)) for name, text in found.items()}


def _without_dates(text: str) -> str:
    return re.sub(r'"created":"[^"]*"', "", text)


@pytest.mark.parametrize("people", READERS)
@pytest.mark.parametrize(
    "code", [pytest.param(code, marks=pytest.mark.slow if code == "shogun" else ()) for code in CASES]
)
def test_what_differs_in_a_secret_is_told_alike(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, code: str, people: tuple[int, ...]
) -> None:
    asked(capsys, tmp_path, code, people, quick=True)


@pytest.mark.study
@pytest.mark.parametrize("people", READERS)
@pytest.mark.parametrize("code", CASES)
def test_it_is_told_alike_at_every_period(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, code: str, people: tuple[int, ...]
) -> None:
    asked(capsys, tmp_path, code, people, quick=False)


def asked(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, code: str, people: tuple[int, ...], *, quick: bool
) -> None:
    seats, rng = people if len(people) == 1 else (), Random(1)
    kinds: set[str] = set()
    for number, contents in enumerate(moments(code, people, quick=quick)):
        expected = all_told(capsys, tmp_path / f"{number}", contents, people)
        others = dict(twins(contents, seats, rng))  # one of each kind
        kinds |= others.keys()
        for kind in others if quick else rng.sample(sorted(others), min(2, len(others))):
            assert all_told(capsys, tmp_path / f"{number} {kind}".replace(" ", "-"), others[kind], people) == expected
        undone = [
            all_told(capsys, tmp_path / f"{number}-undone-{time}", other, people)
            for time, other in enumerate(() if quick else taken_back(contents, seats, rng))
        ]
        assert undone[1:] == undone[:1]
    assert bool(kinds) == (code in HIDING)
