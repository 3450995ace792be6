"""Has the referee look on at random games of Shogun, on towers that do anything: it must see what the rules see.

    python -m tests.golden.judging [--games 5000] [--seed 1]

At each state the referee must allow as many answers as the rules, among them the one that is given, and after it both
must have the same board, goods, tower and tray. It ends with code 1 at the first game that they see differently.
"""

import argparse
import sys
from random import Random
from typing import Any

import msgspec

from shogun.games.shogun.rules import State, new
from tests.games.shogun.rules.random_games import TOWERS, turns
from tests.referee import Game, Refereed
from tests.robustness.conformance import SETUPS

from .counting import number as number_of_answers


class SeenDifferently(Exception):
    """Rules and referee don't agree."""


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
        "tower": {colour: count for colour, count in game.tower.items() if count},
        "tray": {colour: count for colour, count in game.tray.items() if count},
        "board": {name: (p.owner, p.armies, set(p.buildings), p.markers) for name, p in game.land.items()},
    }


def compare(state: State, game: Game) -> None:
    """Raise SeenDifferently unless both see the same; a battle that waits for its throw is not looked at."""
    if not state.waiting and goods(state) != refereed(game):
        raise SeenDifferently(f"{goods(state)}, but {refereed(game)}")


def judge(rng: Random) -> int:
    """Judge a random game and return the number of its answers. Raises Foul and SeenDifferently."""
    setup, tower = rng.choice(SETUPS), TOWERS[rng.choice(sorted(TOWERS))]
    judged, answers = Refereed(msgspec.to_builtins(setup)), 0
    compare(new(setup), judged.game)
    for turn in turns(setup, tower, rng):
        question = turn.question
        options = judged.due.options.get(question.seat) if judged.due else None
        if options is None or options.count() != number_of_answers(turn.before, question):
            raise SeenDifferently(f"{question} has other answers by the referee: {options}")
        answer = msgspec.to_builtins(turn.answer)
        judged.answer({"n": answers, "seat": question.seat, "key": question.key, "answer": answer})
        compare(turn.step.state, judged.game)
        answers += 1
    if judged.due is not None:
        raise SeenDifferently(f"the game is over, and {judged.due} is due")
    return answers


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    answers = 0
    for number in range(options.games):
        try:
            answers += judge(Random(f"{options.seed}/{number}"))
        except Exception as error:
            print(f"game {number}: {error!r}")
            return 1
    print(f"{options.games} games, {answers} answers: rules and referee agree")
    return 0


if __name__ == "__main__":
    sys.exit(main())
