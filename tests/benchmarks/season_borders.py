"""What looking one season ahead is worth in *Shogun*: `python -m tests.benchmarks.season_borders [--games 20]`.

Where a season begins in games among equal opponents, the evaluator's chances of that position stand beside those of
playouts of the season. Printed are, by season: how far they are apart (root of the mean square), which is how far
reviews would jump there if playouts ended with the season; and the mean log loss of both, by who won.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np

from shogun.games.shogun import rules
from shogun.games.shogun.analysis.lookahead import chances_at
from shogun.games.shogun.analysis.win_chances import begins_season, win_chances
from shogun.games.shogun.opponents import opponent
from shogun.games.shogun.opponents.planning.planner import VALUES
from shogun.games.shogun.opponents.rollouts.fast_board import ValueTables, fast_board
from shogun.games.shogun.opponents.rollouts.fast_state import fast_state
from shogun.games.shogun.opponents.rollouts.rollout import End
from shogun.games.shogun.rules.state import Setup, State
from shogun.players.review.game_review import Chances, shared
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.session import Budget, Session, take_turn
from shogun.table.towers import Inside, outcome_model
from shogun.tower.quick_model import model_for
from shogun.tower.tower_lookup import load_tower

LEAST = 0.005
"""A chance counts as no less in a log loss."""


class Border(NamedTuple):
    """The beginning of a season, and who won in the end; chances and shares in seat order."""

    at_once: Chances
    ahead: Chances
    won: Chances


def at_once(state: State, inside: Inside) -> Chances:
    """Return the evaluator's chances of a position."""
    scales = ValueTables(VALUES, fast_board(state.setup.side, state.setup.seats), state.year, state.season)
    fast = fast_state(state, scales, outcome_model(inside))
    return np.asarray(chances_at([End(fast, is_over=False, hunger=0.0)])[0])


def borders(number: int, options: argparse.Namespace) -> Iterator[Border]:
    """Yield the beginnings of a game's seasons."""
    seats = tuple(SeatInfo(str(seat), player=options.opponent) for seat in range(options.players))
    setup = rules.begun_by(Setup(seats=options.players), number % options.players)
    tower = TowerInfo.of_model(model_for(load_tower("classic")))
    session = Session.start(rules, Header(seed=options.first_seed + number, setup=setup, seats=seats, tower=tower))
    seen: list[tuple[Chances, Chances]] = []
    while not session.is_over:
        state, inside = session.course.state, session.inside
        if begins_season(state):
            ahead = win_chances(state, inside, options.playouts, f"border/{number}")
            assert ahead is not None
            seen.append((at_once(state, inside), ahead.mean(axis=0)))
        take_turn(session, [opponent(options.opponent)] * options.players, Budget(playouts=options.budget))
    ended = rules.result(session.course.state)
    assert ended is not None
    won = np.array(shared(ended.winners, options.players))
    yield from (Border(*chances, won) for chances in seen)


def line(name: str, found: Sequence[Border]) -> str:
    """Return a line of the table."""
    one, other, won = (np.array(column) for column in zip(*found, strict=True))
    apart = 100 * sqrt(float(((one - other) ** 2).mean()))
    losses = [-float((np.log(np.maximum(told, LEAST)) * won).sum(axis=1).mean()) for told in (one, other)]
    return f"{name}: {apart:.1f} points apart; log loss {losses[0]:.3f} at once, {losses[1]:.3f} ahead ({len(found)})"


def main() -> None:
    """Print the table."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--games", type=int, default=20)
    ask.add_argument("--first-seed", type=int, default=1001)
    ask.add_argument("--players", type=int, default=4, choices=(3, 4, 5))
    ask.add_argument("--opponent", default="planner")
    ask.add_argument("--budget", type=int, default=200, help="playouts of a plan, of opponents that look ahead")
    ask.add_argument("--playouts", type=int, default=200, help="of the season from each beginning")
    options = ask.parse_args()
    by_season = defaultdict(list)
    for number in range(options.games):
        for season, border in enumerate(borders(number, options)):
            by_season[season].append(border)
    for season, found in sorted(by_season.items()):
        print(line(f"season {season + 1}", found))
    print(line("all seasons", [border for found in by_season.values() for border in found]))


if __name__ == "__main__":
    main()
