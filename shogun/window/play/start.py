"""How games come into the window: from what was agreed on in the menu, from a journal, or by `--autoplay`."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from random import SystemRandom

from msgspec import Struct

from shogun.base.language import _
from shogun.game.errors import IllegalSetup
from shogun.game.protocol import Games
from shogun.games.shogun.opponents import sentence, title
from shogun.games.shogun.rules.board import Side
from shogun.games.shogun.rules.cards import COLOURS
from shogun.games.shogun.rules.state import LineUp, Setup
from shogun.games.shogun.screen.clans import houses
from shogun.games.shogun.screen.play.model import LogLine
from shogun.games.shogun.screen.play.presenter import log_line, remark_line
from shogun.players.seating import change_text
from shogun.table.errors import TableError
from shogun.table.journal import PERSON, AnswerLine, Header, SeatInfo, SeatLine, TowerInfo, read_journal
from shogun.table.remarks import remarks
from shogun.table.replay import Replay, Shown, resume
from shogun.table.saves import new_game_path
from shogun.table.session import Session
from shogun.tower.geometry import GeometryError
from shogun.tower.names import load_tower
from shogun.window.kit.settings import SeatChoice

ERRORS = (TableError, GeometryError, IllegalSetup, OSError)
"""What can go wrong when a game is started or opened; each is a sentence for the player."""
DRAWN_SEEDS = 10**9
"""So many can be drawn: enough, and they are short to tell."""
AUTOPLAYERS = ("greedy", "greedy", "random", "greedy")


class Agreed(Struct, frozen=True):
    """What a new game shall be."""

    seats: Sequence[SeatChoice]
    side: Side
    line_up: LineUp
    tower: str
    seed: int
    first_seat: int | None = None


def default_seats(people: int = 1) -> list[SeatChoice]:
    """Return five seats: so many persons first, then opponents; each bears the house of its colour."""
    kinds = [PERSON] * people + ["greedy"] * (len(COLOURS) - people)
    own = [(colour, houses()[colour]) for colour in COLOURS]
    return [SeatChoice(house.name, c, house.mon, kind) for (c, house), kind in zip(own, kinds, strict=True)]


def drawn_seed() -> int:
    """Return a seed that nobody knows beforehand."""
    return SystemRandom().randrange(DRAWN_SEEDS)


def agreed_header(agreed: Agreed) -> Header:
    """Return the header of a new game's journal. Raises GeometryError."""
    colours = tuple(seat.colour for seat in agreed.seats)
    setup = Setup(len(agreed.seats), agreed.side, agreed.line_up, agreed.first_seat, colours)
    return Header(
        created=f"{datetime.now():%Y-%m-%dT%H:%M:%S}",
        seed=agreed.seed,
        setup=setup,
        seats=tuple(SeatInfo(seat.name, seat.mon, seat.kind) for seat in agreed.seats),
        tower=TowerInfo.of(load_tower(agreed.tower)),
    )


def begun_game(games: Games, header: Header) -> Session:
    """Return a new game, whose journal is begun. Raises one of `ERRORS`."""
    return Session.start(games(header.game), header, new_game_path())


def saved_game(games: Games, path: Path) -> tuple[Session, list[LogLine]]:
    """Return the game of a journal as it stands, and what its log says by now. Raises one of `ERRORS`."""
    contents = read_journal(games, path)
    names = [seat.name for seat in contents.header.seats]
    log = [line for shown in Replay(contents) for line in log_lines(shown, names)]
    return resume(contents), log


def log_lines(shown: Shown, names: list[str]) -> Iterator[LogLine]:
    """Yield what the log says of a line of the journal."""
    if isinstance(shown.line, SeatLine):
        yield LogLine(change_text(shown.line, names, title), shown.line.seat, n=shown.line.n)
    if isinstance(shown.line, AnswerLine):
        yield from (remark_line(text, shown.line.n) for text in remarks(shown.line))
    for event in shown.events:
        yield log_line(event, names, shown.line.n)


def autoplay(seed: int | None) -> Agreed:
    """Return a game of opponents on all seats."""
    seats = [
        SeatChoice(seat.name, seat.colour, seat.mon, kind)
        for seat, kind in zip(default_seats(), AUTOPLAYERS, strict=False)
    ]
    return Agreed(seats, "sun", "printed", "classic", drawn_seed() if seed is None else seed)


def opponent_title(code: str) -> str:
    """Return what an opponent is called in lists, "Person" for a person."""
    return _("Person") if code == PERSON else title(code)


def opponent_sentence(code: str) -> str:
    """Return what is to be known of an opponent; nothing of a person."""
    return "" if code == PERSON else sentence(code)
