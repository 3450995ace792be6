"""What it brings to attack whoever leads: `python -m tests.benchmarks.leader [--games N] [--jobs N]`.

An opponent that marches on the leading rival whenever it can, with all that may leave, sits among three planners (4
players, sun; even is 25 %; aim: at most 25 %, so that planners defend a lead well enough). Its values differ by row:
those of a planner, what others lose counted more (`rivalry`), and only what the leader loses (`envy`). Told are its
victories with Wilson's 95 % interval, its points beside those of the planners, and how many of its attacks on players
are on the leader.
"""

import argparse
from collections.abc import Mapping
from functools import partial
from math import fsum
from random import Random

from msgspec import Struct

from shogun.base.confidence_intervals import wilson
from shogun.base.worker_pool import Workers
from shogun.games.shogun import rules
from shogun.games.shogun.opponents import opponent
from shogun.games.shogun.opponents.planning.planner import Planner
from shogun.games.shogun.opponents.planning.valuation import Valuation
from shogun.games.shogun.opponents.planning.valuation_weights import ValuationWeights
from shogun.games.shogun.opponents.play_statistics import ShogunStatisticsCollector
from shogun.games.shogun.opponents.search.visible_season import look
from shogun.games.shogun.rules.questions import March, MarchQuestion, Move, PlayerQuestion
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.rules.views import View
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.session import Budget, Session, run
from shogun.table.towers import Inside
from shogun.tower import load_tower
from shogun.tower.quick_model import model_for

SEATS = 4
HUNTER, PLANNER = "hunter", "planner"
ROWS: Mapping[str, ValuationWeights] = {
    "a planner's values": ValuationWeights(),
    "others' losses count more, the leader's most": ValuationWeights(envy=1.2, rivalry=0.8),
    "only the leader's losses count": ValuationWeights(envy=100),
    "only the leader's, three times, battles too": ValuationWeights(envy=100, rivalry=1.5, battle=1.5),
}


class Hunter(Struct, frozen=True):
    """A planner with values of its own that marches on the leading rival whenever it can."""

    values: ValuationWeights

    def __call__(self, view: View, _inside: Inside, question: PlayerQuestion, rng: Random, _budget: Budget) -> Move:
        """Return its move."""
        if isinstance(question, MarchQuestion) and not question.may_stay:
            targets = _of_leader(view, question)
            if targets:
                valuation = Valuation(view, question.seat, self.values, view.plan)
                best = max(targets, key=lambda to: valuation.march(question.source, to, question.most))
                return March(question.source, best, question.most)
        return Planner(self.values).choose(view, question, rng)


class Ended(Struct, frozen=True):
    """What one game says of the hunter."""

    won: float
    points: float
    others: float
    """The planners' points, on average."""
    attacks: int
    on_leader: int


def _of_leader(view: View, question: MarchQuestion) -> list[str]:
    standing = look(view).standing
    leader = max((seat for seat in range(SEATS) if seat != question.seat), key=standing.__getitem__)
    return [to for to in question.targets if view.provinces[to].owner == leader]


def play(values: ValuationWeights, number: int) -> Ended:
    """Play one game; the hunter sits on each seat in turn."""
    place = number % SEATS
    players = tuple(HUNTER if seat == place else PLANNER for seat in range(SEATS))
    infos = tuple(SeatInfo(name=str(seat), player=player) for seat, player in enumerate(players))
    tower = TowerInfo.of_model(model_for(load_tower("classic")))
    session = Session.start(rules, Header(seed=number, setup=Setup(SEATS), seats=infos, tower=tower))
    watcher = ShogunStatisticsCollector(players)
    seats = [Hunter(values) if seat == place else opponent(PLANNER) for seat in range(SEATS)]
    result = run(session, seats, watch=watcher)
    habits = watcher.of(place)
    others = (fsum(result.points) - result.points[place]) / (SEATS - 1)
    won = (place in result.winners) / len(result.winners)
    return Ended(won, result.points[place], others, habits.attacks, habits.against_leader)


def told(name: str, games: list[Ended]) -> str:
    """Return a row of the table."""
    share = wilson(fsum(game.won for game in games) / len(games), len(games))
    points, others = (fsum(column) / len(games) for column in ([g.points for g in games], [g.others for g in games]))
    on_leader = sum(game.on_leader for game in games) / max(1, sum(game.attacks for game in games))
    won = f"{share.value:.0%} ({share.low:.0%}-{share.high:.0%})"
    return f"| {name} | {len(games)} | {won} | {points:.1f} : {others:.1f} | {on_leader:.0%} |"


def main() -> None:
    """Print the table."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--games", type=int, default=300)
    ask.add_argument("--jobs", type=int, default=1)
    options = ask.parse_args()
    print("| values | games | won | points | attacks on the leader |\n| --- | ---: | ---: | ---: | ---: |")
    with Workers(options.jobs) as workers:
        for name, values in ROWS.items():
            print(told(name, list(workers.map(partial(play, values), range(options.games)))), flush=True)


if __name__ == "__main__":
    main()
