"""Whether what reviews call mistakes are mistakes, and who makes them.

    python -m tests.benchmarks.mistakes [--games 6] [--only shogun] [--mistakes 20] [--times 100] [--each] [--jobs 2]

Games of three among equal opponents, a weak one and the strongest, are played, and what their first seat decides is
judged as reviews judge it. Printed are how many mistakes that seat makes in a game, by what they are called, and the
chance that they cost. Then so many of the weak one's mistakes are proven by other code than the review's: the game goes
on by its rules from the decision, once with what was done and once with what is told to be better, so many times each
to its very end with fresh luck and usual opponents in all seats. Others' hands and the order of decks are dealt anew
where a seat can't know them; plans that are laid at the same time are laid anew, those that lie there stay.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any

from msgspec import Struct

from shogun.base.random_streams import Streams
from shogun.base.worker_pool import in_order
from shogun.game.questions import Draw, Roll, Shuffle, Throw, Thrown
from shogun.games import GAMES, Game
from shogun.games.river_of_gold.opponents.rollouts import dealt
from shogun.games.shogun.rules.state import Planning
from shogun.players.review.decision_verdicts import Decision, JudgedSeat, Verdict
from shogun.players.review.decision_work import DecisionWork
from shogun.players.review.game_review import shared
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.replay import History
from shogun.table.session import Budget, Session, lots, run
from shogun.table.towers import Counted, Inside
from shogun.table.visible_past import whole_past

SEATS = 3
WEAK = {"shogun": "beginner", "rumble-nation": "beginner", "river-of-gold": "beginner"}
STRONGEST = "master"
USUAL = {"shogun": "planner", "rumble-nation": "solid", "river-of-gold": "solid"}
"""Who plays games to their end where mistakes are proven."""


class OneGame(Struct, frozen=True):
    """A task for a worker: a game whose first seat's decisions are judged."""

    entry: Game
    opponent: str
    seed: int
    playouts: int | None

    def __call__(self) -> tuple[Header, Sequence[Any], dict[int, Decision | None]]:
        """Return the game and what was found in it."""
        entry = self.entry
        seats = tuple(SeatInfo(str(seat), player=self.opponent) for seat in range(SEATS))
        tower = TowerInfo() if entry.rules.has_tower else None
        setup = entry.agreed(SEATS, {})
        session = Session.start(
            entry.rules, Header(game=entry.code, seed=self.seed, setup=setup, seats=seats, tower=tower)
        )
        run(session, [entry.opponents.opponent(self.opponent)] * SEATS, Budget(playouts=self.playouts))
        assert entry.decisions is not None
        work = DecisionWork(entry, whole_past(session.header, session.course.answers), [0], entry.decisions.PLAYOUTS)
        *_before, found = work.judged({}, 1)
        return session.header, session.course.answers, found


class Proof(Struct, frozen=True):
    """A task for a worker: a decision with what is told to be better, each played on so many times."""

    entry: Game
    header: Header
    answers: tuple[Any, ...]
    decision: Decision
    times: int

    def __call__(self) -> list[float]:
        """Return by how much the share of the victory was greater with what is told to be better."""
        past = History(self.entry.rules, self.header)
        past.follow(self.answers[: self.decision.place + 1])
        step, inside = past.steps[self.decision.place], past.inside(self.decision.place)
        work = DecisionWork(self.entry, whole_past(self.header, self.answers[: self.decision.place + 1]), [0], 1)
        better = work.moves(self.decision)[0]
        return [
            self._share(step.before, better, inside, seed) - self._share(step.before, step.answer, inside, seed)
            for seed in range(self.times)
        ]

    def _share(self, before: Any, move: Any, inside: Inside, seed: int) -> float:
        rules, seat, streams = self.entry.rules, self.decision.seat, Streams(seed)
        state = rules.play(_dealt(self.entry, before, seat, seed), seat, move).state
        play: Any = self.entry.opponents.opponent(USUAL[self.entry.code])
        while (ended := rules.result(state)) is None:
            question: Any = rules.awaited(state)[0]
            if isinstance(question, Throw):
                model = inside.model if isinstance(inside, Counted) else Counted().model
                answer: Any = Thrown(model.drop(state.tower, question.cubes, streams.number(question.key)))
            elif isinstance(question, Shuffle | Draw | Roll):
                answer = lots(question, streams)
            else:
                view = rules.view(state, question.seat)
                answer = play(view, inside, question, streams.stream(f"{question.seat}/{question.key}"), Budget())
            state = rules.play(state, question.seat, answer).state
        return shared(ended.winners, SEATS)[seat]


def _dealt(entry: Game, state: Any, seat: int, seed: int) -> Any:
    """Return a game that looks the same to a seat, as far as others' hands and decks go; see above."""
    if entry.code == "river-of-gold":
        return dealt(entry.rules.view(state, seat), Random(seed))
    if entry.code == "shogun" and isinstance(state.stage, Planning):
        state = state.copy()
        state.plans = [None] * SEATS
    return state


def _called(task: Any) -> Any:
    return task()


def counts(seats: Sequence[JudgedSeat]) -> Iterator[str]:
    """Yield how many mistakes were made in a game, and what they cost."""
    mistakes = [seat.mistakes() for seat in seats]
    names: tuple[Verdict, ...] = ("great mistake", "mistake", "inaccuracy")
    for name in names:
        yield f"{name} {fmean(sum(one.verdict == name for one in some) for some in mistakes):.1f}"
    yield f"well seen {fmean(len(seat.well_seen()) for seat in seats):.1f}"
    yield f"all mistakes {fmean(map(len, mistakes)):.1f}"
    yield f"lost {100 * fmean(sum(one.lost.mean for one in some) for some in mistakes):.0f} points"


def judged(entry: Game, opponent: str, options: argparse.Namespace) -> Iterator[tuple[OneGame, Any]]:
    """Yield games with what was found in them, and print what it comes to."""
    tasks = [
        OneGame(entry, opponent, seed, options.thought) for seed in range(options.seed, options.seed + options.games)
    ]
    seats = []
    for task, found in zip(tasks, in_order(_called, tasks, options.jobs), strict=True):
        decisions = tuple(one for one in found[2].values() if one is not None)
        seats.append(JudgedSeat(0, decisions))
        yield task, found
    print(f"{entry.code}, {opponent}: a game", ", ".join(counts(seats)), flush=True)


def proofs(entry: Game, found: Sequence[Any], options: argparse.Namespace) -> None:
    """Print of how many mistakes what is told to be better was better."""
    tasks = [
        Proof(entry, header, tuple(answers), decision, options.times)
        for header, answers, decisions in found
        for decision in JudgedSeat(0, tuple(one for one in decisions.values() if one is not None)).mistakes()
    ]
    Random(1).shuffle(tasks)
    better, many, told, gained = (
        Counter[str](),
        Counter[str](),
        defaultdict[str, list[float]](list),
        defaultdict[str, list[float]](list),
    )
    for task, differences in zip(
        tasks[: options.mistakes], in_order(_called, tasks[: options.mistakes], options.jobs), strict=True
    ):
        name, mean = str(task.decision.verdict), fmean(differences)
        error = stdev(differences) / sqrt(len(differences))
        many[name] += 1
        better[name] += mean > 0
        told[name].append(100 * task.decision.lost.mean)
        gained[name].append(100 * mean)
        if options.each:
            where = f"{task.decision.kind}, place {task.decision.place}"
            print(f"  {where}: told {told[name][-1]:.0f}, {100 * mean:+.0f} ± {100 * error:.0f}", flush=True)
    for name in many:
        gain = gained[name]
        error = stdev(gain) / sqrt(len(gain)) if len(gain) > 1 else 0.0
        print(
            f"  {name}: better in {better[name]} of {many[name]}, told {fmean(told[name]):.0f} points on average,"
            f" {fmean(gain):.0f} ± {error:.0f} won",
            flush=True,
        )


def main() -> None:
    """Print all of it."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--games", type=int, default=6)
    ask.add_argument("--only", choices=tuple(GAMES))
    ask.add_argument("--weak", help="who makes the mistakes")
    ask.add_argument("--mistakes", type=int, default=20, help="so many are proven")
    ask.add_argument("--times", type=int, default=100, help="so often each is played on")
    ask.add_argument("--thought", type=int, help="playouts of opponents in the games; as many as they like")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--each", action="store_true", help="print each proof")
    ask.add_argument("--jobs", type=int, default=2)
    options = ask.parse_args()
    for entry in GAMES.values():
        if options.only in {None, entry.code}:
            found = [one for _task, one in judged(entry, options.weak or WEAK[entry.code], options)]
            for _one in judged(entry, STRONGEST, options):
                pass
            proofs(entry, found, options)


if __name__ == "__main__":
    main()
