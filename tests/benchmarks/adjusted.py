"""Results adjusted for luck: `python -m tests.benchmarks.adjusted [--opponents A,B] [--games N] [--budget N] ...`

Opponent B sits among copies of A, as in a ladder, but all think in the process of the game, so that processor time is
counted. Printed are the mean plain and adjusted result of B with standard errors, the mean difference of both in the
same games, which must be 0 within its error, the ratio of the variances (plain games that one adjusted game is worth),
and seconds of processor time a game for playing and for adjusting. If A and B are the same, the games of all seats
count in the ratio, and the differences of all places are printed.
"""

import argparse
import sys
import time
from functools import partial
from math import fsum, sqrt
from statistics import mean, stdev, variance

from msgspec import Struct

from shogun.base.worker_pool import in_order
from shogun.games import Game, entry_of
from shogun.players.ladder import Place, Study, first_seat, players_of, seat_of
from shogun.players.luck_adjustment import ALTERNATIVES, PLAYOUTS, LuckAdjustment, LuckWatcher
from shogun.players.place_chances import places_from
from shogun.players.review.game_review import shared
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.session import Budget, Session, Turn, run
from shogun.table.towers import tower_info


class Played(Struct, frozen=True):
    """A game; lists by place, from the first seat's."""

    won: list[float]
    luck: list[float]
    above: int
    """Place of the opponent above."""
    seconds: float
    """Processor time of the opponents and the rules, ..."""
    adjusting: float
    """... and of the adjustment."""


class Timed:
    """Measures the processor time of a watcher."""

    def __init__(self, watcher: LuckWatcher) -> None:
        self.watcher, self.seconds = watcher, 0.0

    def __call__(self, turn: Turn) -> None:
        """Pass a turn on."""
        began = time.process_time()
        self.watcher(turn)
        self.seconds += time.process_time() - began


def played(game: Game, study: Study, tower: TowerInfo | None, number: int) -> Played:
    """Play one game."""
    assert game.judge is not None and isinstance(study.adjustment, LuckAdjustment)
    place = Place(0, number)
    codes = players_of(study, place)
    setup = game.rules.begun_by(study.setup, first_seat(study, place))
    seats = tuple(SeatInfo(str(seat), player=code) for seat, code in enumerate(codes))
    session = Session.start(game.rules, Header(seed=study.seed + number, setup=setup, seats=seats, tower=tower))
    timed = Timed(LuckWatcher(session, game.judge, study.adjustment))
    began = time.process_time()
    opponents = [game.opponents.opponent(code, {}) for code in codes]
    result = run(session, opponents, Budget(playouts=study.playouts), timed)
    seconds = time.process_time() - began
    order = places_from(first_seat(study, place), len(codes))
    by_place = sorted(range(len(codes)), key=lambda seat: order[seat])
    won = shared(result.winners, len(codes))
    return Played(
        won=[won[seat] for seat in by_place],
        luck=[timed.watcher.luck(seat) for seat in by_place],
        above=order[seat_of(study, place)],
        seconds=seconds - timed.seconds,
        adjusting=timed.seconds,
    )


def figure(values: list[float]) -> str:
    """Return the mean of values in percent, with its standard error."""
    return f"{100 * mean(values):.1f} % ± {100 * stdev(values) / sqrt(len(values)):.1f}"


def main() -> None:
    """Play and print."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--game", default="shogun")
    ask.add_argument("--opponents", default="planner,planner")
    ask.add_argument("--players", type=int, default=4)
    ask.add_argument("--games", type=int, default=400)
    ask.add_argument("--tower", default="model:classic")
    ask.add_argument("--budget", type=int)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--jobs", type=int, default=1)
    ask.add_argument("--alternatives", type=int, default=ALTERNATIVES)
    ask.add_argument("--playouts", type=int, default=PLAYOUTS)
    wanted = ask.parse_args()
    game = entry_of(wanted.game)
    assert game.judge is not None, "only judged games can be adjusted"
    tower = tower_info(wanted.tower) if game.rules.has_tower else None
    codes = tuple(wanted.opponents.split(","))
    settings = LuckAdjustment(game.judge.VERSION, wanted.alternatives, wanted.playouts)
    setup = game.agreed(wanted.players, {})
    study = Study(codes, setup, wanted.tower, None, 1_000_000 * wanted.seed, wanted.budget, adjustment=settings)
    games = []
    for one in in_order(partial(played, game, study, tower), range(wanted.games), wanted.jobs):
        games.append(one)
        if sys.stderr.isatty():
            print(f"\r{len(games)} of {wanted.games} games", end="", file=sys.stderr, flush=True)
    report(games, codes, wanted.players)


def report(games: list[Played], codes: tuple[str, ...], players: int) -> None:
    """Print the results."""
    below, above = codes
    plain = [one.won[one.above] for one in games]
    luck = [one.luck[one.above] for one in games]
    adjusted = [won - part for won, part in zip(plain, luck, strict=True)]
    print(f"{above} among {below}, {players} players, {len(games)} games")
    print(f"plain {figure(plain)}, adjusted {figure(adjusted)}, difference {figure(luck)}")
    print(f"variances {variance(plain):.4f} and {variance(adjusted):.4f}: {variance(plain) / variance(adjusted):.2f}")
    if above == below:
        everybody = range(players)
        before = fsum(variance(one.won[place] for one in games) for place in everybody)
        after = fsum(variance(one.won[place] - one.luck[place] for one in games) for place in everybody)
        print(f"variances of all seats {before / players:.4f} and {after / players:.4f}: {before / after:.2f}")
        print("difference by place", ", ".join(figure([one.luck[place] for one in games]) for place in everybody))
    seconds, adjusting = mean(one.seconds for one in games), mean(one.adjusting for one in games)
    print(f"seconds a game: {seconds:.2f} to play, {adjusting:.2f} to adjust")


if __name__ == "__main__":
    main()
