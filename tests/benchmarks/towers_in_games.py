"""What towers do to a game: `python -m tests.benchmarks.towers_in_games classic coin --games 200 --seed 1`.

Planners play whole games of Shogun, four at a table, on a simulated tower. Counted are the attacks of one player on
another: how many armies each side throws, and who holds the province afterwards. The intervals hold all at once for a
tower with 95 %.
"""

import argparse
from collections.abc import Iterable, Iterator
from functools import partial
from random import Random

from msgspec import Struct

from shogun.base.confidence_intervals import CONFIDENCE, Share, each, wilson
from shogun.base.worker_pool import in_order
from shogun.games.shogun import rules
from shogun.games.shogun.analysis import fights
from shogun.games.shogun.opponents import opponent
from shogun.games.shogun.rules.events import BattleSettled
from shogun.games.shogun.rules.state import Setup
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.session import Session, take_turn
from shogun.tower.tower_lookup import load_tower

SEATS = 4
PLAYER = "planner"
FIGURES = 4
"""Intervals of a tower."""


class Attack(Struct, frozen=True):
    """One attack of a player on a player."""

    attackers: int
    """Armies that are thrown."""
    defenders: int
    helped: bool
    """Whether the side that threw fewer had more armies in the tower before than the other side."""
    won: bool
    """Whether the attacker holds the province now."""
    inside: int
    """Cubes in the tower before."""
    counted: tuple[int, int]
    """Armies of attacker and defender on the tray."""

    @property
    def is_even(self) -> bool:
        """Return whether both sides throw as many."""
        return self.attackers == self.defenders

    @property
    def larger_won(self) -> bool:
        """Return whether the side that threw more holds the province."""
        return self.won == (self.attackers > self.defenders)


class Figures(Struct, frozen=True):
    """What the attacks on a tower came to."""

    attacks: int
    even: Share
    """Even attacks that succeed."""
    larger: Share
    """Battles of unequal sides that the larger one wins."""
    by_two: Share
    """The same, of sides that differ by two armies or more."""
    from_tower: Share
    """Battles of unequal sides that the smaller one wins which had more armies in the tower."""
    inside: float
    """Mean number of cubes in the tower before an attack."""


def play(tower: TowerInfo, seed: int, number: int) -> list[Attack]:
    """Return the attacks of players on players in one game."""
    rng = Random(f"towers in games/{seed}/{number}")
    infos = tuple(SeatInfo(name=str(seat), player=PLAYER) for seat in range(SEATS))
    header = Header(seed=rng.getrandbits(62), setup=Setup(seats=SEATS), seats=infos, tower=tower)
    session = Session.start(rules, header)
    seats = [opponent(PLAYER) for _seat in range(SEATS)]
    found = []
    while not session.is_over:
        fight = fights.pending(session.view(None)) if session.chance is not None else None
        inside = session.inside.counts()
        turn = take_turn(session, seats)
        if fight and fight.kind == "players" and fight.attacker and fight.defender:
            settled = next(event for event in turn.events if isinstance(event, BattleSettled))
            thrown = fight.cubes.get(fight.attacker, 0), fight.cubes.get(fight.defender, 0)
            stock = inside.get(fight.attacker, 0), inside.get(fight.defender, 0)
            helped = (thrown[0] - thrown[1]) * (stock[0] - stock[1]) < 0
            counted = settled.attackers, settled.defenders
            won = settled.winner is not None and settled.winner == settled.attacker
            found.append(Attack(*thrown, helped, won, sum(inside.values()), counted))
    return found


def figures(attacks: Iterable[Attack]) -> Figures:
    """Return what attacks came to."""
    every = list(attacks)
    unequal = [one for one in every if not one.is_even]
    return Figures(
        len(every),
        _share(one.won for one in every if one.is_even),
        _share(one.larger_won for one in unequal),
        _share(one.larger_won for one in unequal if abs(one.attackers - one.defenders) > 1),
        _share(one.helped and not one.larger_won for one in unequal),
        sum(one.inside for one in every) / max(1, len(every)),
    )


def _share(happened: Iterable[bool]) -> Share:
    every = list(happened)
    return wilson(sum(every) / max(1, len(every)), len(every), each(CONFIDENCE, FIGURES))


def told(name: str, found: Figures) -> str:
    """Return a row of the table."""
    shares = (found.even, found.larger, found.by_two, found.from_tower)
    cells = (f"{100 * one.value:.0f} ({100 * one.low:.0f}-{100 * one.high:.0f})" for one in shares)
    return f"| {name} | {found.attacks} | {' | '.join(cells)} | {found.inside:.1f} |"


HEAD = """| tower | attacks | even ones that succeed, % | the larger side wins | larger by two or more | \
the smaller side wins, with more in the tower | cubes in the tower |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |"""


def rows(names: Iterable[str], games: int, seed: int, jobs: int) -> Iterator[str]:
    """Yield the table, a row a tower."""
    yield HEAD
    for name in names:
        tower = TowerInfo.of(load_tower(name))
        played = in_order(partial(play, tower, seed), range(games), jobs)
        yield told(name, figures(attack for attacks in played for attack in attacks))


def main() -> None:
    """Print the table."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("towers", nargs="+", help="names of towers")
    ask.add_argument("--games", type=int, default=200, help="games on each tower")
    ask.add_argument("--seed", type=int, default=1, help="decides the games")
    ask.add_argument("--jobs", type=int, default=1, help="processes")
    asked = ask.parse_args()
    for line in rows(asked.towers, asked.games, asked.seed, asked.jobs):
        print(line, flush=True)


if __name__ == "__main__":
    main()
