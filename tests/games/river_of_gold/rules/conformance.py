"""Asks at every state of random games of River of Gold whatever must hold there.

    python -m tests.games.river_of_gold.rules.conformance [--games 10000] [--seed 1] [--resume FILE] [--jobs 1]

The games go round all setups: 2 to 4 players, without patrons, with those of the table, and by lot. At each state: the
invariants hold, points and influence never fall, the state is plain data, its question is a new one, each listed move
may be played and no other may be, an answer leads to the same again, and what a seat can't know changes nothing that it
sees. At the end the numbers of turns are those of rule 15.6.

With `--resume FILE` each game that was played is kept as a line, and what is known isn't played again as long as the
rules and this command are what they were. It ends with code 1 if anything does not hold, and names the games.
"""

import argparse
import hashlib
import sys
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from shogun.base.worker_pool import in_order
from shogun.game.errors import IllegalMove
from shogun.game.questions import Drawn, OneOf, Rolled
from shogun.games.river_of_gold import rules
from shogun.games.river_of_gold.rules import State
from shogun.games.river_of_gold.rules.components import FILE
from shogun.games.river_of_gold.rules.events import EmperorCame, LastTileLaid
from tests.games.river_of_gold.rules.hidden import dealt_anew
from tests.games.river_of_gold.rules.random_games import SETUPS, Turn, turns

ROOT = Path(__file__).parents[4]
SOURCES = (*sorted((ROOT / "shogun" / "games" / "river_of_gold" / "rules").rglob("*.py")), FILE, Path(__file__))
STATES = msgspec.json.Decoder(State)
LEFT_AT_EMPEROR = {2: 8, 3: 10, 4: 12}
LEFT_AT_END = {2: 17, 3: 21, 4: 25}


class DoesNotHold(Exception):
    """Something that must hold at every state does not."""


class Played(Struct):
    """What asking about one game came to; `failure` says what did not hold, "" if all did."""

    code: str
    seed: int
    number: int
    states: int = 0
    playable: int = 0
    refused: int = 0
    failure: str = ""


def demand(holds: object, what: str) -> None:
    """Raise DoesNotHold unless something holds."""
    if not holds:
        raise DoesNotHold(what)


def ask_state(turn: Turn, rng: Random, game: Played) -> None:
    """Ask everything at one state. Raises DoesNotHold."""
    before, after = turn.before, turn.step.state
    game.states += 1
    demand(not rules.problems(after), f"the invariants: {rules.problems(after)}")
    demand(STATES.decode(msgspec.json.encode(before)) == before.copy() == before, "a state is plain data")
    demand(rules.play(before, turn.question.seat, turn.answer) == turn.step, "an answer leads to the same again")
    for old, new in zip(before.players, after.players, strict=True):
        demand(new.points >= old.points, "points never fall")
        demand(all(a <= b for a, b in zip(old.influence, new.influence, strict=True)), "influence never falls")
        monks = len(new.of_kind("monk"))
        settled = not any(effect.verb == "favor_limit" for effect in after.pending)
        demand(not settled or new.favor_limit == min(6, 3 + monks), "a monk raises the favor limit")
    viewer = rng.choice([None, *range(before.seats)])
    other = dealt_anew(after, viewer, rng)
    demand(rules.view(other, viewer) == rules.view(after, viewer), "what is hidden isn't seen")
    if isinstance(turn.question, OneOf):
        ask_moves(before, turn.question, game)
    else:
        for wrong in (Drawn(("Osaka",)), Rolled((7,)), Rolled(())):
            refuses(before, None, wrong)
            game.refused += 1


def ask_moves(state: State, question: OneOf[Any], game: Played) -> None:
    """Raise DoesNotHold unless exactly the moves that a question lists may be played."""
    demand(len(set(question.moves)) == len(question.moves) == question.count(), "no move is listed twice")
    for move in question.moves:
        rules.verify(state, question.seat, move)
    for wrong in others(question):
        if wrong not in question.moves:
            refuses(state, question.seat, wrong)
            game.refused += 1
    game.playable += len(question.moves)


def others(question: OneOf[Any]) -> Iterator[object]:
    """Yield moves of the same kinds, of which only those that are listed may be played."""
    for move in question.moves[:12]:
        for field in move.__struct_fields__:
            value: Any = getattr(move, field)
            for wrong in (value + 1, value - 1, -value) if isinstance(value, int) else (f"{value}!", "", None):
                yield replace(move, **{field: wrong})


def refuses(state: State, seat: int | None, answer: Any) -> None:
    """Raise DoesNotHold unless a rule refuses an answer."""
    try:
        rules.verify(state, seat, answer)
    except IllegalMove as refused:
        demand(refused.rule, "it is refused by a rule with a number")
        return
    raise DoesNotHold(f"{answer} may not be played")


def ask_end(game: list[Turn]) -> None:
    """Raise DoesNotHold unless the Emperor and the end came when they should have (15.6)."""
    last = game[-1].step.state
    demand(rules.awaited(last) == () and rules.result(last), "a finished game asks nothing and has a result")
    for event, expected in ((EmperorCame, LEFT_AT_EMPEROR), (LastTileLaid, LEFT_AT_END)):
        (at,) = [turn for turn in game if any(isinstance(one, event) for one in turn.step.events)]
        demand(left_row(at.step.state) == expected[last.seats], f"{event.__name__} when {expected} tiles have left")
        if event is LastTileLaid:
            demand(last.turn == at.step.state.turn + last.seats - 1, "everybody else has one more turn")
    keys = [turn.question.key for turn in game]
    demand(len(set(keys)) == len(keys), "each question has a key of its own")


def left_row(state: State) -> int:
    """Return how many tiles have left the row."""
    return len(state.gone) + sum(map(bool, state.markers))


# Many games


@cache
def code() -> str:
    """Return what names the rules, and what is asked of them, as they are now."""
    return hashlib.sha256(b"".join(path.read_bytes() for path in SOURCES)).hexdigest()[:16]


def asked(seed: int, number: int) -> Played:
    """Play and ask the game of a number; the setups take turns."""
    rng, setup, game = Random(f"{seed}/{number}"), SETUPS[number % len(SETUPS)], Played(code(), seed, number)
    try:
        whole = list(turns(setup, rng))
        for turn in whole:
            ask_state(turn, rng, game)
        ask_end(whole)
    except Exception as error:
        game.failure = f"game {number} ({setup}): {error!r}"
    return game


def known(path: Path | None, seed: int) -> dict[int, Played]:
    """Return the games of a file that need not be played again; a line that was cut off counts for nothing."""
    found = {}
    for line in path.read_bytes().splitlines() if path and path.exists() else ():
        try:
            game = msgspec.json.decode(line, type=Played)
        except msgspec.DecodeError:
            continue
        if (game.code, game.seed) == (code(), seed):
            found[game.number] = game
    return found


def run(count: int, seed: int, path: Path | None = None, jobs: int = 1) -> list[Played]:
    """Ask so many games, but for those that a file knows, and return them all."""
    done = {number: game for number, game in known(path, seed).items() if number < count}
    left = [number for number in range(count) if number not in done]
    for game in in_order(partial(asked, seed), left, jobs):
        done[game.number] = game
        if path:
            with path.open("ab") as file:
                file.write(b"\n" + msgspec.json.encode(game))
    return [done[number] for number in range(count)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--resume", type=Path)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    games = run(options.games, options.seed, options.resume, options.jobs)
    failures = [game.failure for game in games if game.failure]
    states, playable = sum(game.states for game in games), sum(game.playable for game in games)
    refused = sum(game.refused for game in games)
    told = f"{len(games)} games, {states} states, {playable} moves can be played and {refused} others can't"
    print("\n".join(failures) or f"{told}: everything holds")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
