"""What an environment shows: a text of what everybody may see, or a picture of the game's own screen."""

from collections.abc import Iterator
from typing import Any

from shogun.envs.game_simulator import GameSimulator
from shogun.games import Entry
from shogun.window.generic.text_of_view import view_lines

RENDER_MODES = ("ansi", "rgb_array", "human")


def printed(entry: Entry, game: GameSimulator) -> str:
    """Return what the last answer has led to, a sentence each, and the table as an onlooker sees it."""
    return "\n".join(_lines(entry, game))


def _lines(entry: Entry, game: GameSimulator) -> Iterator[str]:
    names = entry.words.seat_names(game.setup)
    yield from (entry.words.sentence(event, names) for event in game.events)
    yield from (f"{'  ' * line.depth}{line.label}: {line.text}" for line in view_lines(game.rules.view(game.state, None)))


class Picture:
    """The game's screen without a display."""

    def __init__(self, entry: Entry, game: GameSimulator) -> None:
        self._entry = entry
        self._game = game

    def taken(self) -> Any:
        raise NotImplementedError

    def close(self) -> None:
        pass
