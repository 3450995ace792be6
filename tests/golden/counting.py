"""Counts how many ways a game of Shogun can go on: exactly, to a given depth, from positions of the kept games.

    python -m tests.golden.counting [--renew] [--seed 1]

A way is a sequence of answers, of players and of chance: a shuffle of three cards has six. Plans are counted, not laid:
no way leads on from a season's planning. The rules and the referee count each for itself. `counts.toml` keeps what they
agree on: by position the number of ways of 1, 2, 3 ... answers. `--renew` draws the positions anew.
"""

import argparse
import json
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations, product
from math import perm, prod
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct, convert

from shogun.game.questions import Draw, Drawn, Shuffle, Throw, Thrown
from shogun.games.shogun.rules import State, awaited, play
from shogun.games.shogun.rules.game import Answer
from shogun.games.shogun.rules.questions import PlanQuestion, Question
from tests.referee import Cards, Refereed, standing

from .kept import games, past

FILE = Path(__file__).with_name("counts.toml")
HEAD = """\
# Written by `python -m tests.golden.counting --renew`: so many ways, of 1, 2, 3 ... answers, lead on from the position
# before a line of a kept game.

"""
SUBJECTS = (
    "first_seat", "draft", "throw", "events", "actions", "specials", "plan", "event", "lots", "special", "deploy",
    "march", "attack", "defence", "revolts", "revolt",
)  # fmt: skip
"""What can be asked, by the first word of a question's key."""
POSITIONS = 2
"""Positions of each."""
MOST = 400
"""So many positions at most are looked at beyond a kept one."""
DEEPEST = 6


class Count(Struct, frozen=True):
    """How many ways lead on from a position: that before line `line` of a kept game."""

    game: str
    line: int
    question: str
    """The key of what is asked there."""
    ways: list[int]
    """Of 1, 2, 3 ... answers."""


def kept_counts() -> list[Count]:
    """Return what the file keeps."""
    return convert(tomllib.loads(FILE.read_text("utf-8"))["position"], list[Count])


# By the rules


def ways(state: State, depth: int) -> int:
    """Return how many sequences of so many answers the rules allow; simultaneous plans in the order of the seats."""
    questions = awaited(state)
    if not depth or not questions:
        return int(not depth)
    first = questions[0]
    if isinstance(first, PlanQuestion):
        plans = [question.count() for question in questions if isinstance(question, PlanQuestion)]
        return prod(plans[:depth]) if depth <= len(plans) else 0
    if depth == 1:
        return number(state, first)
    return sum(ways(play(state, first.seat, answer).state, depth - 1) for answer in answers(state, first))


def number(state: State, question: Question) -> int:
    """Return how many answers there are to a question."""
    match question:
        case Shuffle(items=items):
            return perm(len(items))
        case Draw(items=items, count=count):
            return perm(len(items), count)
        case Throw():
            return prod(most + 1 for most in inside(state, question).values())
    return question.count()


def inside(state: State, throw: Throw) -> Mapping[str, int]:
    """Return what can come out of a throw: what is thrown in, and what was in the tower."""
    colours = {**throw.cubes, **state.tower}
    return {colour: throw.cubes.get(colour, 0) + state.tower.get(colour, 0) for colour in colours}


def answers(state: State, question: Question) -> Iterator[Answer]:
    """Yield all answers to a question that asks for no plan."""
    match question:
        case Shuffle(items=items):
            yield from map(Drawn, permutations(items))
        case Draw(items=items, count=count):
            yield from map(Drawn, permutations(items, count))
        case Throw():
            most = inside(state, question)
            for out in product(*(range(number + 1) for number in most.values())):
                yield Thrown({colour: number for colour, number in zip(most, out, strict=True) if number})
        case PlanQuestion():
            raise NotImplementedError("plans are counted, not listed")
        case _:
            yield from question.moves


# By the referee


def judged(setup: Mapping[str, Any], before: Sequence[Mapping[str, Any]], depth: int) -> int:
    """Return the same by the referee, who begins each game anew."""
    refereed = Refereed(setup)
    for line in before:
        refereed.answer(line)
    due = refereed.due
    if due is None or not depth:
        return int(not depth)
    seats = sorted(due.options, key=lambda seat: -1 if seat is None else seat)
    if isinstance(due.options[seats[0]], Cards):
        return prod(due.options[seat].count() for seat in seats[:depth]) if depth <= len(seats) else 0
    options = due.options[seats[0]]
    if depth == 1:
        return options.count()
    lines = ({"n": 0, "seat": seats[0], "key": due.subject, "answer": answer} for answer in options.all())
    return sum(judged(setup, [*before, line], depth - 1) for line in lines)


def count_judged(count: Count, most: int) -> list[int]:
    """Return what the referee counts, as deep as no more than so many games have to be begun."""
    lines = [json.loads(line) for line in games()[count.game].splitlines()]
    before = [line for line in standing(lines) if line["n"] < count.line]
    depth = sum(1 for number in [1, *count.ways[:-1]] if number <= most)
    return [judged(lines[0]["setup"], before, deep) for deep in range(1, depth + 1)]


# The file


def drawn(rng: Random) -> Iterator[Count]:
    """Yield positions drawn by lot, some for each question."""
    names = sorted(games())
    for subject in SUBJECTS:
        found = 0
        while found < POSITIONS:
            name = rng.choice(names)
            there = [one for one in past(games()[name]) if one.line.key.split("/")[0] == subject]
            if there:
                found += 1
                one = rng.choice(there)
                yield Count(name, one.line.n, one.line.key, deep_enough(one.before))


def deep_enough(state: State) -> list[int]:
    """Return the numbers of ways, as deep as not too many positions have to be looked at."""
    numbers = [ways(state, 1)]
    while numbers[-1] <= MOST and len(numbers) < DEEPEST and (more := ways(state, len(numbers) + 1)):
        numbers.append(more)
    return numbers


def renew(seed: int) -> None:
    """Draw positions anew, have the referee count them as well, and write them down."""
    rows = []
    for count in drawn(Random(seed)):
        assert count_judged(count, MOST) == count.ways, count
        fields = f'game = "{count.game}"\nline = {count.line}\nquestion = "{count.question}"\nways = {count.ways}\n'
        rows.append(f"[[position]]\n{fields}")
    FILE.write_text(HEAD + "\n".join(rows), "utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--renew", action="store_true", help="draw positions anew and write their counts")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.renew:
        renew(options.seed)
    wrong = [count for count in kept_counts() if count_judged(count, MOST) != count.ways]
    for count in wrong:
        print(f"{count.game}, line {count.line}: not {count.ways}")
    total = sum(sum(count.ways) for count in kept_counts())
    print(f"{len(kept_counts())} positions, {total} ways: rules and referee {'dis' if wrong else ''}agree")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
