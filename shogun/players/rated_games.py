"""The finished games of people against opponents that count for their ratings: one file in the user's data folder.

It is no part of any game's file, so that no export holds it.
"""

from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from shogun.base.shared_file import SharedFile
from shogun.players.finished_game import Id, RatedGame
from shogun.table.running.session import Session
from shogun.table.storage.journal import PERSON
from shogun.table.storage.saved_games import games_folder

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


def _decoded(data: bytes) -> Kept:
    return msgspec.json.decode(data, type=Kept)


def _encoded(kept: Kept) -> bytes:
    return msgspec.json.format(msgspec.json.encode(kept), indent=1)


_FILE = SharedFile(Kept, _decoded, _encoded, MOST_BYTES, is_private=True)


def load(path: Path) -> Kept:
    """Return what a file holds, nothing if there is none or it can't be read; a damaged one is kept aside."""
    return _FILE.known(path)


def game_id(session: Session) -> str:
    """Return what names a game, however its file is called: copies of it are the same game."""
    return session.writer.lines[0].rpartition(b'"crc":"')[2][:8].decode()


def may_count(session: Session) -> bool:
    """Return whether people play against opponents, each in one seat from the beginning, in a game that is kept.

    A branch of another game never counts, nor one that begins at a position: its players know what has come, or have
    chosen where they want to begin.
    """
    players, names = list(session.players), [seat.name for seat in session.header.seats]
    people = [name for name, player in zip(names, players, strict=True) if player == PERSON]
    are_mixed = 0 < len(people) == len(set(people)) < len(players)
    header = session.header
    is_whole = session.path is not None and header.branch_of is None and not header.is_from_position
    return is_whole and not session.course.changes and are_mixed


def note_end(session: Session, path: Path | None = None) -> bool:
    """Keep how a game has ended, unless it doesn't count, and return whether it was kept. Raises OSError.

    The first end of a game stands, whatever is taken back and played otherwise afterwards.
    """
    if not (session.is_over and may_count(session)):
        return False
    header, result = session.header, session.result
    names, players = tuple(seat.name for seat in header.seats), tuple(session.players)
    ended = RatedGame(game_id(session), header.game, players, names, tuple(result.points), tuple(result.winners))
    return keep_end(ended, path or ratings_path())


def keep_end(ended: RatedGame, path: Path) -> bool:
    """Keep how a game has ended, and return whether it was not kept before. Raises OSError."""
    return _FILE.change(path, lambda kept: _with_end(kept, ended))


def _with_end(kept: Kept, ended: RatedGame) -> Kept:
    if ended.id in kept.unrated or any(ended.id == one.id for one in kept.games):
        return kept
    return replace(kept, games=(*kept.games, ended)[-MOST_GAMES:])


def note_hint(session: Session, path: Path | None = None) -> None:
    """Keep that somebody was given a hint in a game, which doesn't count any more. Raises OSError."""
    if not session.is_over and may_count(session):
        name = game_id(session)
        _FILE.change(path or ratings_path(), lambda kept: _with_hint(kept, name))


def _with_hint(kept: Kept, name: str) -> Kept:
    return kept if name in kept.unrated else replace(kept, unrated=(*kept.unrated, name)[-MOST_UNRATED:])
