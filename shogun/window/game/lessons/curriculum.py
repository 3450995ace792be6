"""All that a game teaches: its chapters, and a first game after them."""

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from shogun.table.journal import PERSON
from shogun.window.game.lessons.chapter import Chapter
from shogun.window.kit.runtime.settings import SeatChoice
from shogun.window.play.game_plugin import GamePlugin
from shogun.window.play.start import Agreed


class Curriculum(Struct, frozen=True, eq=False):
    """All chapters of a game, and the first game afterwards; the texts are in the language of now."""

    game: GamePlugin
    chapters: tuple[Chapter, ...]
    note: str
    """A sentence below the title."""
    first_game: Callable[[], Agreed]
    """Returns what is agreed for a first game that one can win."""
    first_note: str
    """What that game is like."""


def gentle_seats(game: GamePlugin, opponent: str) -> list[SeatChoice]:
    """Return as many seats as usually play: one person, and on the others an opponent whom one can win against."""
    seats = game.form.default_seats()[: game.form.usual_count()]
    return [seat if seat.kind == PERSON else replace(seat, kind=opponent) for seat in seats]
