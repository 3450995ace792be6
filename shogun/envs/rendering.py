"""What an environment shows: a text of what everybody may see, or a picture of the game's own screen."""

from collections.abc import Iterator

import numpy as np

from shogun.envs.game_simulator import GameSimulator
from shogun.game.plain_text import view_lines
from shogun.game.protocol import only
from shogun.games import Game
from shogun.table.storage.journal import parse_journal

SCREEN = (1280, 720)
"""Width and height of pictures, px."""
RENDER_MODES = ("ansi", "rgb_array", "human")


def printed(entry: Game, game: GameSimulator) -> str:
    """Return what the last answer has led to, a sentence each, and the table as an onlooker sees it."""
    return "\n".join(_lines(entry, game))


def _lines(entry: Game, game: GameSimulator) -> Iterator[str]:
    names = entry.words.seat_names(game.setup)
    yield from (entry.words.sentence(event, names) for event in game.events)
    yield from (
        f"{'  ' * line.depth}{line.label}: {line.text}" for line in view_lines(game.rules.view(game.state, None))
    )


class ScreenPictures:
    """The screen of a game, drawn without a display."""

    def __init__(self, entry: Game, game: GameSimulator) -> None:
        """Begin pictures of a game."""
        self._entry = entry
        self._game = game
        self._session = game.session(entry.words.seat_names(game.setup)[: game.setup.seats])
        self._answers = 0

    def taken(self) -> np.ndarray:
        """Return the screen as it shows the game now: (720, 1280, 3), red, green and blue as uint8."""
        from shogun.window.game.board_pictures import last_screen  # loads pygame

        self._answers = self._game.catch_up(self._session, self._answers)
        contents = parse_journal(only(self._game.rules), b"".join(self._session.writer.lines), None)
        pixels = last_screen({self._entry.code: self._entry}, contents, SCREEN)
        return np.frombuffer(pixels, np.uint8).reshape(SCREEN[1], SCREEN[0], 3).copy()

    def close(self) -> None:
        """Let go of the journal."""
        self._session.close()
