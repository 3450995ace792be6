"""What a ladder counts of the game: sixes that were kept."""

from collections import Counter
from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

from shogun.table.session import Turn


class DiceStatisticsCollector:
    def __init__(self, players: tuple[str, ...]) -> None:
        self.players = players
        self.habits: dict[str, int] = dict.fromkeys(players, 0)

    def __call__(self, turn: Turn) -> None:
        if turn.seat is not None:
            self.habits[self.players[turn.seat]] += getattr(turn.answer, "number", 0) == 6


watcher = DiceStatisticsCollector


def gathered(many: Sequence[Mapping[str, int]]) -> Mapping[str, int]:
    return dict(sum((Counter(one) for one in many), Counter()))


def report(habits: Mapping[str, int]) -> Any:
    rows = tuple((code, str(number)) for code, number in habits.items())
    return SimpleNamespace(title="Sixes", caption="", headings=("Opponent", "Sixes"), rows=rows)
