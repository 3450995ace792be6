"""The estimates of a review in a file beside the journal: a review that was broken off goes on with them.

Nothing is lost with it: what can't be used is made again.
"""

from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from shogun.base.checksums import checksum, sealed, unsealed
from shogun.base.files import UNDECODABLE, read_bounded, write_whole
from shogun.players.review.estimates import Estimate
from shogun.players.review.game_review import VERSION, ReviewWork

MOST_BYTES = 4_000_000
Chance = Annotated[float, Meta(ge=0, le=1)]


class _Estimate(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    chances: Annotated[tuple[Chance, ...], Meta(min_length=2, max_length=8)]
    errors: Annotated[tuple[Chance, ...], Meta(min_length=2, max_length=8)]


class _Kept(Struct, frozen=True, forbid_unknown_fields=True):
    """What such a file holds."""

    journal: str
    version: int
    """Of reviews."""
    judge: int
    """The version of the game's judge."""
    playouts: int
    estimates: tuple[_Estimate | None, ...]


def kept_estimates(path: Path, work: ReviewWork) -> list[Estimate | None]:
    """Return the first estimates of a review that a file holds; none if it is of another game, or is none of ours."""
    try:
        kept = msgspec.json.decode(_unsealed(read_bounded(path, MOST_BYTES)), type=_Kept)
    except (OSError, *UNDECODABLE):
        return []
    mine = (work.journal, VERSION, work.judge.VERSION, work.playouts)
    found = [None if one is None else Estimate(one.chances, one.errors) for one in kept.estimates]
    fits = all(one is None or len(one.chances) == len(one.errors) == work.header.setup.seats for one in found)
    is_mine = (kept.journal, kept.version, kept.judge, kept.playouts) == mine
    return found if is_mine and fits and len(found) <= len(work.looks) else []


def keep_estimates(path: Path, work: ReviewWork, estimates: list[Estimate | None]) -> None:
    """Keep estimates. Raises OSError."""
    rows = tuple(None if one is None else _Estimate(one.chances, one.errors) for one in estimates)
    kept = _Kept(work.journal, VERSION, work.judge.VERSION, work.playouts, rows)
    body = msgspec.json.encode(kept)
    write_whole(path, sealed(body, checksum(body)))


def _unsealed(data: bytes) -> bytes:
    """Return what was sealed. Raises ValueError."""
    body, stated = unsealed(data)
    if stated != checksum(body):
        raise ValueError("its checksum is another one")
    return body
