"""Statistics of a ladder besides points: opponents' use of their turns, and the gains that they lose."""

from collections.abc import Mapping, Sequence
from typing import Any

from shogun.base.language import _
from shogun.games.river_of_gold.rules.events import Built, Delivered, FavorSpent, Gained, MasteryClaimed, Sailed
from shogun.players.play_statistics import Counting, Counts, Report, sums
from shogun.table.session import Turn


class Habits(Counts):
    """One opponent's play in one game or in many."""

    builds: int = 0
    sails: int = 0
    deliveries: int = 0
    favor: int = 0
    """Points of favor spent on the die."""
    masteries: int = 0
    lost: int = 0
    """Koku and goods that were gained beyond the limits."""
    koku: int = 0
    """Koku that were left at the end."""


_COUNTED: Mapping[type, str] = {
    Built: "builds",
    Sailed: "sails",
    Delivered: "deliveries",
    FavorSpent: "favor",
    MasteryClaimed: "masteries",
}


class RiverStatisticsCollector(Counting[Habits]):
    """Notes habits while a game runs; `players` are the codes in seat order."""

    def __init__(self, players: tuple[str, ...]) -> None:
        super().__init__(players, Habits)

    def __call__(self, turn: Turn) -> None:
        """Note what a turn shows."""
        for event in turn.events:
            if type(event) in _COUNTED:
                name = _COUNTED[type(event)]
                self.of(event.seat).add(Habits(**{name: 1}))
            elif isinstance(event, Gained) and event.what not in ("favor", "favor_limit", "points"):
                self.of(event.seat).lost += event.lost
        if turn.after.is_over:
            for seat, player in enumerate(turn.after.players):
                self.of(seat).koku += player.koku


watcher = RiverStatisticsCollector


def gathered(many: Sequence[Mapping[str, Any]]) -> dict[str, Habits]:
    """Return the sum of the habits of many games by opponent."""
    return sums(many, Habits)


def report(habits: Mapping[str, Habits]) -> Report:
    """Return the table of the habits of these opponents."""
    headings = (
        _("Opponent"),
        _("Builds"),
        _("Sails"),
        _("Deliveries"),
        _("Favor"),
        _("Masteries"),
        _("Lost"),
        _("Koku"),
    )
    caption = _("favor: points spent on the die; lost: koku and goods beyond the limits; koku: left at the end")
    rows = tuple(
        (code, *(str(getattr(counts, name)) for name in counts.__struct_fields__)) for code, counts in habits.items()
    )
    return Report(_("How they use their turns"), caption, headings, rows)
