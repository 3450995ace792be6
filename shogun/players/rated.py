"""The finished games of people against opponents that count for their ratings: one file in the user's data folder.

It is no part of any game's file, so that no export holds it.
"""

from errno import EFBIG
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from shogun.base.files import UNDECODABLE, make_folder, put_aside, read_bounded, write_whole
from shogun.players.ended import Id, RatedGame
from shogun.table.journal import PERSON
from shogun.table.saves import games_folder
from shogun.table.session import Session

FILE = "ratings.json"
FORMAT = 1
MOST_GAMES = 2000
"""The oldest are forgotten; each takes a few hundred bytes."""
MOST_UNRATED = 500
MOST_BYTES = 4_000_000
"""A longer file is none of these."""


class Kept(Struct, frozen=True):
    """What the file holds."""

    format: Annotated[int, Meta(ge=FORMAT, le=FORMAT)] = FORMAT
    games: Annotated[tuple[RatedGame, ...], Meta(max_length=MOST_GAMES)] = ()
    """The last ones, the oldest first."""
    unrated: Annotated[tuple[Id, ...], Meta(max_length=MOST_UNRATED)] = ()
    """Games in which somebody was given a hint."""

    def of(self, game: str) -> list[RatedGame]:
        """Return the games of one kind."""
        return [one for one in self.games if one.game == game]


def ratings_path() -> Path:
    """Return where the file lies; it may not exist."""
    return games_folder().parent / FILE


def load(path: Path) -> Kept:
    """Return what a file holds, nothing if there is none or it can't be read; a damaged one is kept aside."""
    return _read(path) or Kept()


def _read(path: Path) -> Kept | None:
    """Return what a file holds; None if that can't be known now, so that nothing may be written in its place."""
    try:
        return msgspec.json.decode(read_bounded(path, MOST_BYTES), type=Kept)
    except FileNotFoundError:
        return Kept()
    except OSError as error:
        if error.errno != EFBIG:
            return None
    except UNDECODABLE:
        pass
    put_aside(path)
    return Kept()


def _save(path: Path, kept: Kept) -> bool:
    """Write the file whole or not at all, and return whether that was possible; games go on without."""
    bounded = Kept(FORMAT, kept.games[-MOST_GAMES:], kept.unrated[-MOST_UNRATED:])
    try:
        make_folder(path.parent)
        write_whole(path, msgspec.json.format(msgspec.json.encode(bounded), indent=1), is_private=True)
    except OSError:
        return False
    return True


def game_id(session: Session) -> str:
    """Return what names a game, however its file is called: copies of it are the same game."""
    return session.writer.lines[0].rpartition(b'"crc":"')[2][:8].decode()


def may_count(session: Session) -> bool:
    """Return whether people play against opponents, each in one seat from the beginning, in a game that is kept."""
    players, names = list(session.players), [seat.name for seat in session.header.seats]
    people = [name for name, player in zip(names, players, strict=True) if player == PERSON]
    are_mixed = 0 < len(people) == len(set(people)) < len(players)
    return session.path is not None and not session.course.changes and are_mixed


def note_end(session: Session, path: Path | None = None) -> bool:
    """Keep how a game has ended, unless it doesn't count, and return whether it was kept.

    The first end of a game stands, whatever is taken back and played otherwise afterwards.
    """
    path, name = path or ratings_path(), game_id(session)
    if not (session.is_over and may_count(session)):
        return False
    kept = _read(path)
    if kept is None or name in kept.unrated or any(name == one.id for one in kept.games):
        return False
    header, result = session.header, session.result
    names = tuple(seat.name for seat in header.seats)
    ended = RatedGame(name, header.game, tuple(session.players), names, tuple(result.points), tuple(result.winners))
    return _save(path, Kept(FORMAT, (*kept.games, ended), kept.unrated))


def note_hint(session: Session, path: Path | None = None) -> None:
    """Keep that somebody was given a hint in a game, which doesn't count any more."""
    path, name = path or ratings_path(), game_id(session)
    if session.is_over or not may_count(session):
        return
    kept = _read(path)
    if kept is not None and name not in kept.unrated:
        _save(path, Kept(FORMAT, kept.games, (*kept.unrated, name)))
