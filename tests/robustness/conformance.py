"""Asks at every state of random games of Shogun whatever must hold there.

    python -m tests.robustness.conformance [--games 10000] [--seed 1] [--plans 100] [--resume FILE] [--jobs 1]

The games go round all setups (seats, sides, line-ups, first seats) and all towers of `random_games`, also towers that
keep everything or nothing. At each state: all cubes are there, and what was paid and gained was told, chest by chest;
the state is plain data; each listed move may be played, its number is `count()`, and no other move may be; so many
plans drawn by lot may be laid, and each with one fault is refused by a rule. At the end of each game all of it is
taken back, state by state.

With `--resume FILE` each game that was played is kept as a line, and what is known isn't played again as long as the
rules and this command are what they were. It ends with code 1 if anything does not hold, and names the games.
"""

import argparse
import hashlib
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from shogun.base.worker_pool import in_order
from shogun.game.questions import Draw, Drawn, Shuffle, Throw
from shogun.games.shogun.rules import IllegalMove, Setup, Side, State, awaited, new, play, problems, result, verify
from shogun.games.shogun.rules.cards import ARMIES, CHEST_CARDS, PEASANT, PEASANTS
from shogun.games.shogun.rules.events import BidRevealed, Built, Deployed, Event, TaxesCollected
from shogun.games.shogun.rules.questions import Choice, March, MarchQuestion, Plan, PlanQuestion, Question, Stay
from shogun.games.shogun.rules.state import LineUp
from tests.games.shogun.rules.random_games import TOWERS, Turn, turns

ROOT = Path(__file__).parents[2]
SOURCES = (*sorted((ROOT / "shogun" / "games" / "shogun" / "rules").glob("*.py")), Path(__file__))
LINE_UPS: tuple[tuple[Side, LineUp], ...] = (("sun", "printed"), ("moon", "draft"), ("sun", "draft"))
SETUPS = tuple(
    Setup(seats, side, line_up, first_seat)
    for first_seat in (None, 0, 2)
    for side, line_up in LINE_UPS
    for seats in (3, 4, 5)
)
STATES = msgspec.json.Decoder(State)
FOREIGN: tuple[Any, ...] = ("Osaka", 5, -1, True, 1.0)


class DoesNotHold(Exception):
    """Something that must hold at every state does not."""


class Tally(Struct):
    """How much was asked."""

    games: int = 0
    states: int = 0
    playable: int = 0
    """Moves and plans that may be played."""
    refused: int = 0
    """Those that may not."""

    def __str__(self) -> str:
        asked = f"{self.playable} moves and plans can be played and {self.refused} others can't"
        return f"{self.games} games, {self.states} states, {asked}: everything holds"

    def add(self, other: "Tally") -> None:
        """Count what another has counted as well."""
        for field in self.__struct_fields__:
            setattr(self, field, getattr(self, field) + getattr(other, field))


class Played(Struct):
    """What asking about one game came to; `failure` says what did not hold, "" if all did."""

    code: str
    seed: int
    number: int
    plans: int
    tally: Tally
    failure: str = ""


def demand(holds: object, what: str) -> None:
    """Raise DoesNotHold unless something holds."""
    if not holds:
        raise DoesNotHold(what)


# One game


def conforms(game: Sequence[Turn], rng: Random, plans: int) -> Tally:
    """Ask everything at every state of a finished game and return how much that was. Raises DoesNotHold."""
    tally = Tally(games=1)
    for turn in game:
        ask_state(turn, rng, plans, tally)
    demand_undone(game)
    last = game[-1].step.state
    demand(awaited(last) == () and result(last), "a finished game asks nothing and has a result")
    return tally


def ask_state(turn: Turn, rng: Random, plans: int, tally: Tally) -> None:
    """Ask everything at one state. Raises DoesNotHold."""
    state = turn.before
    tally.states += 1
    demand_cubes(state)
    demand(not problems(state), f"the invariants: {problems(state)}")
    demand(state.copy() == state == STATES.decode(msgspec.json.encode(state)), "a state is plain data")
    demand_chests(turn)
    for question in awaited(state):
        ask_question(state, question, rng, plans, tally)


def demand_cubes(state: State) -> None:
    """Raise DoesNotHold if a cube is missing or one too many."""
    for seat, player in enumerate(state.players):
        standing = sum(province.armies for province in state.provinces.values() if province.owner == seat)
        demand(standing + player.reserve + elsewhere(state, state.colour(seat)) == ARMIES, f"seat {seat} has 62 armies")
    demand(state.peasants + elsewhere(state, PEASANT) == PEASANTS, "there are 20 peasants")


def elsewhere(state: State, colour: str) -> int:
    """Return how many cubes of a colour are neither on the board nor in a reserve."""
    return sum(place.get(colour, 0) for place in (state.tower, state.tray, state.waiting))


def demand_chests(turn: Turn) -> None:
    """Raise DoesNotHold if somebody has more or less afterwards than was told as gained and paid."""
    for seat, (before, after) in enumerate(zip(turn.before.players, turn.step.state.players, strict=True)):
        told = sum(gained(event, seat) for event in turn.step.events)
        demand(after.chests - before.chests == told, f"seat {seat} gained {told} chests as was told")


def gained(event: Event, seat: int) -> int:
    """Return how many chests an event tells that a seat gains; what is paid is less than nothing."""
    match event:
        case TaxesCollected() if event.seat == seat:
            return event.chests
        case Built() | Deployed() | BidRevealed() if event.seat == seat:
            return -event.paid
    return 0


def ask_question(state: State, question: Question, rng: Random, plans: int, tally: Tally) -> None:
    """Raise DoesNotHold unless exactly the moves that a question lists, counts or draws may be played."""
    match question:
        case PlanQuestion():
            for _sample in range(plans):
                plan = question.sample(rng)
                allows(state, question.seat, plan)
                refuses(state, question.seat, broken(plan, question, rng))
            tally.playable += plans
            tally.refused += plans
        case Choice() | MarchQuestion():
            ask_moves(state, question, tally)
        case Shuffle() | Draw() | Throw():
            refuses(state, None, Drawn(("Osaka",)))
            tally.refused += 1


def ask_moves(state: State, question: Choice | MarchQuestion, tally: Tally) -> None:
    """Raise DoesNotHold unless exactly the moves that a question lists may be played."""
    moves = question.moves
    demand(len(set(moves)) == len(moves) == question.count(), f"{question.key} counts its moves")
    for move in moves:
        allows(state, question.seat, move)
    wrong = [other for other in others(state, question) if other not in moves]
    for other in wrong:
        refuses(state, question.seat, other)
    tally.playable += len(moves)
    tally.refused += len(wrong)


def others(state: State, question: Choice | MarchQuestion) -> Iterator[object]:
    """Yield moves of the same kinds, of which only those that are listed may be played."""
    if isinstance(question, MarchQuestion):
        yield Stay()
        for target in state.provinces:
            yield from (March(question.source, target, armies) for armies in (0, 1, question.most, question.most + 1))
            yield March(target, question.source, 1)
        return
    for move in question.moves:
        for field in move.__struct_fields__:
            value: Any = getattr(move, field)
            for wrong in (value + 1, value - 1) if isinstance(value, int) else (f"{value}!", "", None):
                yield msgspec.structs.replace(move, **{field: wrong})


def broken(plan: Plan, question: PlanQuestion, rng: Random) -> Plan:
    """Return a plan that is wrong in one place."""
    fields, place = list(plan.fields), rng.randrange(len(plan.fields))
    laid = [index for index, card in enumerate(fields) if card is not None]
    ways = ["foreign", "twice", "gap", "short"] + (["dear"] if question.chests < max(CHEST_CARDS) else [])
    match rng.choice(ways):
        case "foreign":
            fields[place] = rng.choice(FOREIGN)
        case "twice":
            one, other = rng.sample(laid, 2)
            fields[one] = fields[other]
        case "gap":
            fields[rng.choice(laid)] = None
        case "short":
            fields.pop()
        case "dear":
            dear = rng.choice([card for card in CHEST_CARDS if card > question.chests])
            swapped = [plan.bid if card == dear else card for card in fields]
            return Plan(tuple(swapped), dear)
    return Plan(tuple(fields), plan.bid)


def allows(state: State, seat: int, move: Any) -> None:
    """Raise DoesNotHold if the rules refuse a move."""
    try:
        verify(state, seat, move)
    except IllegalMove as refused:
        raise DoesNotHold(f"{move} may be played: {refused}") from refused


def refuses(state: State, seat: int | None, answer: Any) -> None:
    """Raise DoesNotHold unless a rule refuses an answer."""
    try:
        verify(state, seat, answer)
    except IllegalMove as refused:
        demand(refused.rule, f"{answer} is refused by a rule with a number")
        return
    raise DoesNotHold(f"{answer} may not be played")


def demand_undone(game: Sequence[Turn]) -> None:
    """Raise DoesNotHold unless from any state that was kept the game goes on as it did, back to the new game."""
    for turn in reversed(game):
        again = play(turn.before, turn.question.seat, turn.answer)
        demand(again == turn.step, f"{turn.question.key} leads to the same again")
    demand(game[0].before == new(game[0].before.setup), "the first state is that of a new game")


# Many games


@cache
def code() -> str:
    """Return what names the rules, and what is asked of them, as they are now."""
    return hashlib.sha256(b"".join(path.read_bytes() for path in SOURCES)).hexdigest()[:16]


def asked(seed: int, plans: int, number: int) -> Played:
    """Play and ask the game of a number; setups and towers take turns, so that each meets each."""
    rng, tower = Random(f"{seed}/{number}"), sorted(TOWERS)[number // len(SETUPS) % len(TOWERS)]
    setup, game = SETUPS[number % len(SETUPS)], Played(code(), seed, number, plans, Tally())
    try:
        game.tally = conforms(list(turns(setup, TOWERS[tower], rng)), rng, plans)
    except Exception as error:
        game.failure = f"game {number} ({setup}, tower {tower!r}): {error!r}"
    return game


def known(path: Path | None, seed: int, plans: int) -> list[Played]:
    """Return the games of a file that need not be played again; a line that was cut off counts for nothing."""
    found = {}
    for line in path.read_bytes().splitlines() if path and path.exists() else ():
        try:
            game = msgspec.json.decode(line, type=Played)
        except msgspec.DecodeError:
            continue
        if (game.code, game.seed, game.plans) == (code(), seed, plans):
            found[game.number] = game
    return list(found.values())


def kept(games: Iterable[Played], path: Path | None) -> Iterator[Played]:
    """Yield games, and write each into a file first, if there is one."""
    if path is None:
        yield from games
        return
    with path.open("ab") as file:
        for game in games:
            file.write(b"\n" + msgspec.json.encode(game))  # the line before may have been cut off
            file.flush()
            yield game


def run(count: int, seed: int, plans: int, path: Path | None = None, jobs: int = 1) -> tuple[Tally, list[str]]:
    """Ask so many games, but for those that a file knows, and return how much was asked and what did not hold."""
    done = [game for game in known(path, seed, plans) if game.number < count]
    left = sorted(set(range(count)) - {game.number for game in done})
    tally, failures = Tally(), []
    for game in (*done, *kept(in_order(partial(asked, seed, plans), left, jobs), path)):
        tally.add(game.tally)
        failures += [game.failure] if game.failure else []
    return tally, failures


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plans", type=int, default=100, help="so many plans at each state that awaits one")
    parser.add_argument("--resume", type=Path)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    tally, failures = run(options.games, options.seed, options.plans, options.resume, options.jobs)
    print("\n".join(failures) or tally)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
