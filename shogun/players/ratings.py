"""Ratings of people, from their finished games against opponents of known strength; and the file of those games.

A rating is on the scale of the ladder's ratings (`players.ladder`): of two players at a table, one 400 points higher
wins ten times as often. People are rated game after game by the Plackett-Luce model of Weng and Lin (2011), as the
library `openskill` implements it; the ratings of the program's opponents stay as the ladder found them.

A place that wins more often than others among equals (`players.place_chances`) counts as so many points of strength
for the game: who wins from a bad place gains more, and who wins from a good one less.
"""

from collections.abc import Mapping, Sequence
from math import log, sqrt
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace
from openskill.models import PlackettLuce

from shogun.base.shared_file import SharedFile
from shogun.base.user_folders import data_folder
from shogun.players.place_chances import NO_RATINGS, PlaceChances, chances_of, first_seat_of, places_from
from shogun.table.journal import PERSON
from shogun.table.journal_limits import Name, Player
from shogun.table.session import Session

# The end of a game, as far as it counts for ratings

Id = Annotated[str, Meta(pattern=r"^[0-9a-f]{8}\Z")]
"""A game's ID: the checksum of its header, which stays the same in every copy."""
SeatNumber = Annotated[int, Meta(ge=0, le=7)]
Points = Annotated[int, Meta(ge=-(10**6), le=10**6)]


class RatedGame(Struct, frozen=True):
    """The end of a game; lists in seat order."""

    id: Id
    game: Name
    """The code of the game."""
    players: Annotated[tuple[Player, ...], Meta(min_length=2, max_length=8)]
    """`PERSON`, or the code of an opponent."""
    names: Annotated[tuple[Name, ...], Meta(min_length=2, max_length=8)]
    points: Annotated[tuple[Points, ...], Meta(min_length=2, max_length=8)]
    winners: Annotated[tuple[SeatNumber, ...], Meta(min_length=1, max_length=8)]
    beginning: Name = ""
    """Name of the chances that the places have at such a beginning; empty: not measured."""
    first: SeatNumber = 0
    """The first seat, from which places are counted."""

    def __post_init__(self) -> None:
        seats = len(self.players)
        if not len(self.names) == len(self.points) == seats or max(*self.winners, self.first) >= seats:
            raise ValueError("a table with one name and one number of points for each seat")


SCALE = 400 / log(10)
"""Points per unit of log odds."""
UNKNOWN = 350.0
"""Uncertainty of a rating before the first game (standard deviation, points), as in Glickman's system for chess ..."""
ANCHORED = 20.0
"""... of an opponent that a ladder has measured ..."""
UNMEASURED = 200.0
"""... and of an unmeasured one: it is assumed to play like the usual opponent."""
DRIFT = 12.0
"""Change of people's strength from game to game (standard deviation, points)."""
SURE = 1.96
"""Standard deviations to either side of a rating in a 95 % interval."""


class Rating(Struct, frozen=True):
    """A person's estimated strength in a game."""

    points: float
    error: float
    """Standard deviation."""
    games: int = 0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval."""
        return self.points - SURE * self.error, self.points + SURE * self.error


def ratings(
    games: Sequence[RatedGame], measured: Mapping[str, float], usual: str, places: Sequence[PlaceChances] = ()
) -> dict[str, Rating]:
    """Return people's ratings by name, after these games of one kind in their order.

    `measured` are the ratings of opponents by code; `usual` is assumed for unmeasured opponents, and for people
    before their first game, though with little certainty. `places` are the measured chances of the game's places.
    """
    middle = measured.get(usual, 0.0)
    by_name = {chances.code: chances for chances in places}
    found: dict[str, Rating] = {}
    for game in games:
        table = [
            _at_table(player, name, found, measured, middle)
            for player, name in zip(game.players, game.names, strict=True)
        ]
        model = PlackettLuce(mu=middle, sigma=UNKNOWN, beta=SCALE / sqrt(len(table)), tau=0.0)
        worth = _places_worth(game, by_name.get(game.beginning))
        sides = [
            [model.rating(mu=one.points + points, sigma=one.error)] for one, points in zip(table, worth, strict=True)
        ]
        after = model.rate(sides, ranks=ranks(game))
        for seat, player in enumerate(game.players):
            if player == PERSON:
                rated = after[seat][0]
                found[game.names[seat]] = Rating(rated.mu - worth[seat], rated.sigma, table[seat].games + 1)
    return found


def _places_worth(game: RatedGame, chances: PlaceChances | None) -> list[float]:
    """Return the points of strength that each seat's place is worth."""
    seats = len(game.players)
    if chances is None or len(chances.won) != seats:
        return [0.0] * seats
    return [SCALE * chances.advantage(place) for place in places_from(game.first, seats)]


def ranks(game: RatedGame) -> list[float]:
    """Return the place of each seat, 1 for winners; the others by their points."""
    worth = [(seat in game.winners, points) for seat, points in enumerate(game.points)]
    return [1.0 + sum(other > own for other in worth) if not own[0] else 1.0 for own in worth]


def _at_table(
    player: str, name: str, found: Mapping[str, Rating], measured: Mapping[str, float], middle: float
) -> Rating:
    """Return the estimated strength of a seat's player before the game."""
    if player == PERSON:
        known = found.get(name, Rating(middle, UNKNOWN))
        return Rating(known.points, sqrt(known.error**2 + DRIFT**2), known.games)
    is_measured = player in measured
    return Rating(measured[player] if is_measured else middle, ANCHORED if is_measured else UNMEASURED)


def next_opponent(rating: Rating, measured: Mapping[str, float], offered: Sequence[str]) -> str | None:
    """Return the offered opponent closest in strength, the stronger of two; None if none was measured."""
    known = [code for code in offered if code in measured]
    return min(known, key=lambda code: (abs(measured[code] - rating.points), -measured[code]), default=None)


# The finished games that count for ratings: one file in the user's data folder
#
# It isn't part of any game's file, so that no export includes it.

FILE = "ratings.json"
FORMAT = 1
MOST_GAMES = 2000
"""Most games kept, a few hundred bytes each; the oldest are dropped."""
MOST_UNRATED = 500
MOST_BYTES = 4_000_000
"""Maximum size of the file."""


class RatingsFile(Struct, frozen=True):
    """The content of the file."""

    format: Annotated[int, Meta(ge=FORMAT, le=FORMAT)] = FORMAT
    games: Annotated[tuple[RatedGame, ...], Meta(max_length=MOST_GAMES)] = ()
    """The latest games, the oldest first."""
    unrated: Annotated[tuple[Id, ...], Meta(max_length=MOST_UNRATED)] = ()
    """Games in which a player got a hint."""

    def of(self, game: str) -> list[RatedGame]:
        """Return the games of one kind."""
        return [one for one in self.games if one.game == game]


def ratings_path() -> Path:
    """Return the path of the file, which may not exist."""
    return data_folder() / FILE


def _decoded(data: bytes) -> RatingsFile:
    return msgspec.json.decode(data, type=RatingsFile)


def _encoded(kept: RatingsFile) -> bytes:
    return msgspec.json.format(msgspec.json.encode(kept), indent=1)


_FILE = SharedFile(RatingsFile, _decoded, _encoded, MOST_BYTES, is_private=True)


def load(path: Path) -> RatingsFile:
    """Return the content of a file, empty if it is missing or unreadable; a damaged one is put aside."""
    return _FILE.known(path)


def game_id(session: Session) -> str:
    """Return the ID of a game, whatever its file is called: copies of it are the same game."""
    return session.writer.lines[0].rpartition(b'"crc":"')[2][:8].decode()


def may_count(session: Session) -> bool:
    """Return whether people play against opponents, each in one seat from the beginning, in a saved game.

    A branch of another game never counts, nor does one that begins at a position: its players know the future, or have
    chosen their beginning.
    """
    players, names = list(session.players), [seat.name for seat in session.header.seats]
    people = [name for name, player in zip(names, players, strict=True) if player == PERSON]
    are_mixed = 0 < len(people) == len(set(people)) < len(players)
    return is_whole(session) and not session.course.changes and are_mixed


def is_whole(session: Session) -> bool:
    """Return whether a game is saved and was played from its beginning: neither a branch nor from a position."""
    header = session.header
    return session.path is not None and header.branch_of is None and not header.is_from_position


def note_end(
    session: Session,
    path: Path | None = None,
    places: Sequence[PlaceChances] = (),
    measured: Mapping[str, float] = NO_RATINGS,
) -> bool:
    """Record the end of a game, unless it doesn't count, and return whether it was recorded. Raises OSError.

    The first end of a game counts, whatever is undone and played differently afterwards. `places` are the measured
    chances of the game's places, `measured` the ratings of opponents by code.
    """
    if not (session.is_over and may_count(session)):
        return False
    header, result = session.header, session.result
    names, players = tuple(seat.name for seat in header.seats), tuple(session.players)
    chances = chances_of(places, msgspec.structs.asdict(header.setup), players, measured)
    first = first_seat_of(session)
    beginning = ("", 0) if chances is None or first is None else (chances.code, first)
    points, winners = tuple(result.points), tuple(result.winners)
    ended = RatedGame(game_id(session), header.game, players, names, points, winners, *beginning)
    return keep_end(ended, path or ratings_path())


def keep_end(ended: RatedGame, path: Path) -> bool:
    """Record the end of a game, and return whether it is new. Raises OSError."""
    return _FILE.change(path, lambda kept: _with_end(kept, ended))


def _with_end(kept: RatingsFile, ended: RatedGame) -> RatingsFile:
    if ended.id in kept.unrated or any(ended.id == game.id for game in kept.games):
        return kept
    return replace(kept, games=(*kept.games, ended)[-MOST_GAMES:])


def note_hint(session: Session, path: Path | None = None) -> None:
    """Record a hint in a game, which then doesn't count any more. Raises OSError."""
    if not session.is_over and may_count(session):
        name = game_id(session)
        _FILE.change(path or ratings_path(), lambda kept: _with_hint(kept, name))


def _with_hint(kept: RatingsFile, name: str) -> RatingsFile:
    return kept if name in kept.unrated else replace(kept, unrated=(*kept.unrated, name)[-MOST_UNRATED:])
