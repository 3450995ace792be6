"""How fast the rules of all games are: answers a second in random games, beside catanatron's actions.

    python tests/benchmarks/rules.py [--rounds 5] [--games 100] [--json]

Answers are those of players and of chance, each verified and applied; games are of four players with the printed
line-up, on the quick tower, advanced ones of Rumble Nation, or with patrons ones of River of Gold. All run in turn, in
one process on one core; the medians of the rounds count. `pip install catanatron` for the comparison; it is no
dependency of the project.
"""

import argparse
import json
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from random import Random
from typing import Any

import msgspec

from shogun.game.questions import Draw, Drawn, OneOf, Roll, Rolled, Shuffle, Throw, Thrown
from shogun.games.river_of_gold import rules as river_of_gold
from shogun.games.rumble_nation import rules as rumble_nation
from shogun.games.shogun import rules
from shogun.games.shogun.rules.questions import Question
from shogun.games.shogun.rules.state import State
from shogun.tower.quick_model import quick_drop

DECODER = msgspec.json.Decoder(State)


def answer(state: State, question: Question, rng: Random) -> rules.Answer:
    """Return a random legal answer, of a player or of chance."""
    if isinstance(question, Throw):
        return Thrown(quick_drop(state.tower, question.cubes, rng.getrandbits(32)))
    if isinstance(question, Shuffle):
        return Drawn(tuple(rng.sample(question.items, len(question.items))))
    if isinstance(question, Draw):
        return Drawn(tuple(rng.sample(question.items, question.count)))
    return question.sample(rng)


def states(seed: int) -> Iterator[State]:
    """Yield every state of a random game."""
    rng = Random(seed)
    state = rules.new(rules.Setup(seats=4))
    yield state
    while questions := rules.awaited(state):
        question = questions[int(rng.random() * len(questions))]
        state = rules.play(state, question.seat, answer(state, question, rng)).state
        yield state


def play_shogun(games: int) -> int:
    """Play random games and return the number of answers."""
    return sum(sum(1 for _state in states(seed)) - 1 for seed in range(games))


def play_rumble_nation(games: int) -> int:
    """Play random advanced games of four players and return the number of answers."""
    answers = 0
    for seed in range(games):
        rng, state = Random(seed), rumble_nation.new(rumble_nation.Setup(4, advanced=True))
        while questions := rumble_nation.awaited(state):
            move = answer_of(questions[0], rng)
            state = rumble_nation.play(state, questions[0].seat, move).state
            answers += 1
    return answers


def play_river_of_gold(games: int) -> int:
    """Play random games of four players with clan patrons and return the number of answers."""
    answers = 0
    for seed in range(games):
        rng, state = Random(seed), river_of_gold.new(river_of_gold.Setup(4, "table"))
        while questions := river_of_gold.awaited(state):
            move = answer_of(questions[0], rng)
            state = river_of_gold.play(state, questions[0].seat, move).state
            answers += 1
    return answers


def answer_of(question: OneOf[Any] | Roll | Shuffle | Draw, rng: Random) -> Any:
    """Return a random legal answer to a question of the smaller games, of a player or of chance."""
    if isinstance(question, Roll):
        return Rolled(tuple(rng.randint(1, question.sides) for _die in range(question.dice)))
    if isinstance(question, Shuffle):
        return Drawn(tuple(rng.sample(question.items, len(question.items))))
    if isinstance(question, Draw):
        return Drawn(tuple(rng.sample(question.items, question.count)))
    return question.sample(rng)


def play_catanatron(games: int) -> int:
    """Play random games of Catan with four players and return the number of actions."""
    from catanatron import Color, Game, RandomPlayer

    actions = 0
    for seed in range(games):
        game = Game([RandomPlayer(color) for color in Color], seed=seed)
        game.play()
        actions += len(getattr(game.state, "actions", None) or game.state.action_records)
    return actions


def per_second(play: Callable[[int], int], games: int) -> float:
    """Return actions a second over so many games."""
    start = time.perf_counter()
    actions = play(games)
    return actions / (time.perf_counter() - start)


def microseconds(act: Callable[[], object]) -> float:
    """Return how long one call takes."""
    start = time.perf_counter()
    act()
    return (time.perf_counter() - start) * 1e6


def saved_and_loaded(state: State) -> State:
    """Return a state after it was written and read again."""
    return DECODER.decode(msgspec.json.encode(state))


def latencies(games: int) -> dict[str, list[float]]:
    """Return the times in microseconds of single moves, views, and save-and-loads, one of each at every state."""
    found: dict[str, list[float]] = {"move": [], "view": [], "save and load": []}
    for seed in range(games):
        rng = Random(seed)
        for state in states(seed):
            questions = rules.awaited(state)
            if not questions:
                continue
            question = questions[0]
            move = answer(state, question, rng)
            found["move"].append(microseconds(partial(rules.play, state, question.seat, move)))
            found["view"].append(microseconds(partial(rules.view, state, question.seat)))
            found["save and load"].append(microseconds(partial(saved_and_loaded, state)))
    return found


def measure(rounds: int, games: int) -> dict[str, float]:
    """Return all figures: medians over the rounds, the programs taking turns."""
    rates: dict[str, list[float]] = {
        "shogun answers/s": [],
        "rumble nation answers/s": [],
        "river of gold answers/s": [],
    }
    if find_spec("catanatron"):
        rates["catanatron actions/s"] = []
    for _round in range(rounds):
        rates["shogun answers/s"].append(per_second(play_shogun, games))
        rates["rumble nation answers/s"].append(per_second(play_rumble_nation, games))
        rates["river of gold answers/s"].append(per_second(play_river_of_gold, games))
        if find_spec("catanatron"):
            rates["catanatron actions/s"].append(per_second(play_catanatron, max(1, games // 10)))
    figures = {name: statistics.median(values) for name, values in rates.items() if values}
    figures["shogun games/s"] = figures["shogun answers/s"] / (play_shogun(20) / 20)
    for name, times in latencies(5).items():
        figures[f"{name}, median us"] = statistics.median(times)
        figures[f"{name}, p99 us"] = statistics.quantiles(times, n=100)[98]
    return figures


def main() -> None:
    """Print the figures, one a line or as JSON."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--rounds", type=int, default=5)
    ask.add_argument("--games", type=int, default=100)
    ask.add_argument("--json", action="store_true")
    options = ask.parse_args()
    figures = measure(options.rounds, options.games)
    if options.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:32} {value:12,.1f}")


if __name__ == "__main__":
    main()
