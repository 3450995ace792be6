"""Statistics of how opponents play Rumble Nation: second rolls, katana, and the moments of their cards."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import field

from shogun.base.language import _
from shogun.games.rumble_nation.rules.components import PIECES
from shogun.games.rumble_nation.rules.state import CardPlayed, Deployed, DiceRolled, Finished, GameEnded, State
from shogun.players.play_statistics import Counting, Counts, Report, sums
from shogun.table.session import Turn

MOMENTS = ("early", "middle", "late")
"""Thirds of the game, by how many soldiers are left to the seat that has fewest."""


class Habits(Counts):
    """One opponent's play in one game or in many, on all its seats."""

    games: int = 0
    deployed: int = 0
    again: int = 0
    """Deployments in which the dice were rolled again."""
    cards: int = 0
    at: dict[str, int] = field(default_factory=dict)
    """Number of cards played in each of `MOMENTS`."""
    katana: int = 0
    """The sum of the katana it got."""
    with_card: int = 0
    """Games in which it played a card, counted by seats as `games` are."""
    won_with_card: int = 0
    won: int = 0


class RumbleStatisticsCollector(Counting[Habits]):
    """Notes habits while a game runs; `players` are the codes in seat order."""

    def __init__(self, players: tuple[str, ...]) -> None:
        super().__init__(players, Habits)
        self._with_card: set[int] = set()

    def __call__(self, turn: Turn) -> None:
        """Note what a turn shows."""
        for event in turn.events:
            match event:
                case Deployed(seat=seat):
                    self.of(seat).deployed += 1
                case DiceRolled(seat=seat, again=again):
                    self.of(seat).again += again
                case CardPlayed(seat=seat):
                    self.of(seat).add(Habits(cards=1, at={_moment(turn.before): 1}))
                    self._with_card.add(seat)
                case Finished(seat=seat, katana=katana):
                    played = seat in self._with_card
                    self.of(seat).add(Habits(games=1, katana=katana, with_card=played))
                case GameEnded(winner=winner):
                    self.of(winner).add(Habits(won=1, won_with_card=winner in self._with_card))


def _moment(state: State) -> str:
    fewest = min(player.reserve for player in state.players)
    return MOMENTS[2 - min(2, 3 * fewest // (PIECES.soldiers + 1))]


watcher = RumbleStatisticsCollector


def gathered(many: Sequence[Mapping[str, Any]]) -> dict[str, Habits]:
    """Return the sum of the habits of many games by opponent."""
    return sums(many, Habits)


def report(habits: Mapping[str, Habits]) -> Report:
    """Return the table of the habits of these opponents, averages of a seat and game."""
    headings = (
        _("Opponent"), _("Deployed"), _("rolled again"), _("Katana"), _("Cards"), _("of them early"),
        _("in the middle"), _("late"), _("won with a card"), _("without"),
    )  # fmt: skip
    rows = tuple(_row(code, counts) for code, counts in habits.items())
    return Report(_("How they play"), _("averages per game"), headings, rows)


def _row(code: str, counts: Habits) -> tuple[str, ...]:
    games = max(1, counts.games)
    return (
        code,
        f"{counts.deployed / games:.1f}",
        _percent(counts.again, counts.deployed),
        f"{counts.katana / games:.2f}",
        f"{counts.cards / games:.2f}",
        *(_percent(counts.at.get(moment, 0), counts.cards) for moment in MOMENTS),
        _percent(counts.won_with_card, counts.with_card),
        _percent(counts.won - counts.won_with_card, counts.games - counts.with_card),
    )


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "\N{EN DASH}"
