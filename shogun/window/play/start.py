"""How games come into the window: as was agreed on in the menu, from a journal, by `--autoplay`, or as a rematch."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path

from msgspec import UNSET, Struct
from msgspec.structs import replace

from shogun.base.files import resolved
from shogun.base.language import _
from shogun.base.random_streams import drawn_seed
from shogun.game.errors import IllegalSetup, NoPosition, UnknownGame
from shogun.game.options import allowed_choices, usual_choices
from shogun.game.protocol import Games, only
from shogun.game.typed_field import Own
from shogun.table.errors import TableError
from shogun.table.past.replay import Replay, Shown
from shogun.table.past.resume import resume
from shogun.table.running.session import Session
from shogun.table.running.turn import sayings
from shogun.table.storage.journal import (
    PERSON,
    AnswerLine,
    Header,
    SeatInfo,
    SeatLine,
    TowerInfo,
    parse_journal,
    read_journal,
)
from shogun.table.storage.saved_games import games_folder, in_new_file, remember_last, room_left
from shogun.tower.geometry import GeometryError
from shogun.tower.storage.tower_lookup import load_tower
from shogun.window.kit.runtime.settings import SeatChoice
from shogun.window.kit.runtime.start_options import PlayOptions
from shogun.window.play.game_plugin import GamePlugin, brought
from shogun.window.play.game_story import change_line
from shogun.window.play.log import LogLine, remark_line, undo_line

ERRORS = (TableError, GeometryError, IllegalSetup, NoPosition, UnknownGame, OSError)
"""What can go wrong when a game is started or opened; each is a sentence for the player."""
SCARCE = 20_000_000
"""Bytes: with less left on their disk, games are soon not saved any more; a game and its recordings take half a MB."""
TOWER = "classic"
"""In which cubes are thrown if nobody says."""


class Agreed(Struct, frozen=True):
    """What a new game shall be."""

    seats: Sequence[SeatChoice]
    chosen: Mapping[str, str]
    """What was chosen of `Form.choices`, by name."""
    tower: str
    seed: int
    first_seat: int | None = None
    described: Mapping[str, str] = {}
    """What describes opponents that are not the program's own, by their codes; of those that don't play too."""


def agreed_header(game: GamePlugin, agreed: Agreed) -> Header:
    """Return the header of a new game's journal. Raises GeometryError."""
    return Header(
        game=game.code,
        created=f"{datetime.now():%Y-%m-%dT%H:%M:%S}",
        seed=agreed.seed,
        setup=game.form.setup(agreed.seats, agreed.chosen, agreed.first_seat),
        seats=tuple(SeatInfo(seat.name, seat.mon, seat.kind) for seat in agreed.seats),
        tower=TowerInfo.of(load_tower(agreed.tower)) if game.rules.has_tower else None,
        described={code: agreed.described[code] for code in sorted(_described(agreed))} or UNSET,
    )


def _described(agreed: Agreed) -> set[str]:
    """Return the codes of those who play and are not the program's own."""
    return {seat.kind for seat in agreed.seats}.intersection(agreed.described)


def begun_game(games: Games, header: Header) -> Session:
    """Return a new game, whose journal is begun. Raises one of `ERRORS`."""
    session = in_new_file(lambda path: Session.start(games(header.game), header, path))
    _remember(session)
    return session


def _remember(session: Session) -> None:
    """Have `Continue` go on with this game, if it is one of the player's own."""
    if session.path is not None and resolved(session.path.parent) == resolved(games_folder()):
        remember_last(session.path)


def saved_game(options: PlayOptions, path: Path) -> tuple[Session, list[LogLine]]:
    """Return the game of a journal as it stands, and what its log says by now. Raises one of `ERRORS`."""
    contents = read_journal(options.games, path)
    game = brought(options, contents.header.game)
    session = resume(contents)
    try:
        log = log_of(game, session)
        _remember(session)
        return session, log
    except BaseException:
        session.close()
        raise


def log_of(game: GamePlugin, session: Session) -> list[LogLine]:
    """Return what the log says of a game that is gone on with, by the lines of its journal. Raises JournalError.

    Of an opponent's second thoughts it says nothing, as when they were had.
    """
    contents = parse_journal(only(game.rules), b"".join(session.writer.lines), session.path)
    replay, found, again = Replay(contents), list[LogLine](), -1
    for shown in replay:
        if shown.undone is not None and replay.course.players[shown.undone] != PERSON:
            again = shown.undone
        elif isinstance(shown.line, AnswerLine) and shown.line.seat == again:
            again = -1
        else:
            found.extend(log_lines(game, shown, contents.header))
    return found


def log_lines(game: GamePlugin, shown: Shown, header: Header) -> Iterator[LogLine]:
    """Yield what the log says of a line of the journal."""
    if isinstance(shown.line, SeatLine):
        yield change_line(game, shown.line, header)
    if shown.undone is not None:
        yield undo_line(header.seats[shown.undone].name, shown.undone, shown.line.n)
    if isinstance(shown.line, AnswerLine):
        yield from (remark_line(say, shown.line.n) for say in sayings(shown.line))
    names = [seat.name for seat in header.seats]
    for event in shown.events:
        yield game.telling.log_line(event, names, shown.line.n)


def nearly_full(folder: Path) -> str:
    """Return a sentence if the disk of the games has hardly any room left, else nothing."""
    left = room_left(folder)
    if left is None or left >= SCARCE:
        return ""
    return _("The disk with your games has only {n} MB left: soon nothing can be saved.").format(n=left // 1_000_000)


def default_choices(game: GamePlugin) -> dict[str, str]:
    """Return what is chosen if nobody says."""
    return usual_choices(game.form.choices())


def autoplay(game: GamePlugin, seed: int | None, chosen: Mapping[str, str]) -> Agreed:
    """Return a game of opponents on all seats, in which this is chosen."""
    pairs = zip(game.form.default_seats(), game.form.demonstration(), strict=False)
    seats = [replace(seat, kind=kind) for seat, kind in pairs]
    choices = allowed_choices(game.form.choices(), {**default_choices(game), **chosen})
    return Agreed(seats, choices, TOWER, drawn_seed() if seed is None else seed)


def rematch_header(played: Header, seed: int, setup: Own, *, moved: bool) -> Header:
    """Return the header of a new game like one that was played, with this setup; `moved`: all sit one seat further."""
    seats = (*played.seats[1:], played.seats[0]) if moved else played.seats
    return Header(
        game=played.game, created=f"{datetime.now():%Y-%m-%dT%H:%M:%S}", seed=seed, setup=setup, seats=seats,
        tower=played.tower, described=played.described,
    )  # fmt: skip
