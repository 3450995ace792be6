"""How opponents play Rumble Nation: how often they roll again, which katana they get, and whether they play cards."""

from collections.abc import Mapping, Sequence
from typing import Any

from shogun.base.language import _
from shogun.games.rumble_nation.rules.events import CardPlayed, Deployed, DiceRolled, Finished
from shogun.players.play_statistics import Counting, Counts, Report, sums
from shogun.table.running.turn import Turn


class Habits(Counts):
    """What one opponent did in one game or in many, on all its seats."""

    games: int = 0
    deployed: int = 0
    again: int = 0
    """Deployments in which the dice were rolled again."""
    cards: int = 0
    katana: int = 0
    """The sum of the katana it got."""


class RumbleStatisticsCollector(Counting[Habits]):
    """Notes habits while a game runs; `players` are the codes in seat order."""

    def __init__(self, players: tuple[str, ...]) -> None:
        super().__init__(players, Habits)

    def __call__(self, turn: Turn) -> None:
        """Note what a turn shows."""
        for event in turn.events:
            match event:
                case Deployed(seat=seat):
                    self.of(seat).deployed += 1
                case DiceRolled(seat=seat, again=again):
                    self.of(seat).again += again
                case CardPlayed(seat=seat):
                    self.of(seat).cards += 1
                case Finished(seat=seat, katana=katana):
                    self.of(seat).add(Habits(games=1, katana=katana))


watcher = RumbleStatisticsCollector


def gathered(many: Sequence[Mapping[str, Any]]) -> dict[str, Habits]:
    """Return the sum of the habits of many games by opponent."""
    return sums(many, Habits)


def report(habits: Mapping[str, Habits]) -> Report:
    """Return the table of the habits of these opponents, averages of a seat and game."""
    headings = (_("Opponent"), _("Deployed"), _("rolled again"), _("Cards"), _("Katana"))
    rows = tuple(_row(code, found) for code, found in habits.items())
    return Report(_("How they play"), _("averages of a game"), headings, rows)


def _row(code: str, found: Habits) -> tuple[str, ...]:
    games = max(1, found.games)
    return (
        code,
        f"{found.deployed / games:.1f}",
        f"{100 * found.again / max(1, found.deployed):.0f} %",
        f"{found.cards / games:.2f}",
        f"{found.katana / games:.2f}",
    )
