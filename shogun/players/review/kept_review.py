"""The estimates of a review in a file beside the journal: a review that was broken off goes on with them.

Nothing is lost with it: what can't be used is made again.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from shogun.base.checksums import checksum, sealed, unsealed
from shogun.base.files import UNDECODABLE, keep_private, read_bounded, write_whole
from shogun.players.review.estimates import GROUPS, Estimate, coarse_to_fine

MOST_BYTES = 4_000_000
MOST_LOOKS = 10_000
Chance = Annotated[float, Meta(ge=0, le=1)]


class Curve(Struct, frozen=True):
    """Everybody's chances over a game, and how sure they are."""

    places: Sequence[int]
    """By how many answers had been given, in their order."""
    chances: Sequence[Sequence[float]]
    """At each place, in seat order."""
    errors: Sequence[Sequence[float]]


class _Estimate(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    chances: Annotated[tuple[Chance, ...], Meta(min_length=2, max_length=8)]
    errors: Annotated[tuple[Chance, ...], Meta(min_length=2, max_length=8)]
    groups: Annotated[tuple[tuple[Chance, ...], ...], Meta(max_length=GROUPS)]


class ReviewKey(Struct, frozen=True):
    """What estimates are of, and how they were made: those of another key are made anew."""

    journal: str
    """The hash of the journal's answers that stand."""
    version: int
    """Of reviews."""
    judge: int
    """The version of the game's judge."""
    playouts: int
    """At each look."""
    seats: int
    places: Annotated[tuple[int, ...], Meta(max_length=MOST_LOOKS)]
    """Of all estimates of the whole review, in the order of the game."""


class _Kept(Struct, frozen=True, forbid_unknown_fields=True):
    """What such a file holds."""

    key: ReviewKey
    estimates: tuple[_Estimate | None, ...]


def kept_estimates(path: Path, key: ReviewKey) -> list[Estimate | None]:
    """Return the first estimates of a review, in its work's order, that a file holds.

    None if it is of another review, or can't be used.
    """
    kept = _read(path)
    if kept is None or kept.key != key:
        return []
    return [None if one is None else Estimate(one.chances, one.errors, one.groups) for one in kept.estimates]


def _read(path: Path) -> _Kept | None:
    """Return what such a file holds, if it can be used."""
    try:
        kept = msgspec.json.decode(_unsealed(read_bounded(path, MOST_BYTES)), type=_Kept)
        keep_private(path)  # earlier programs let others read it
    except (OSError, *UNDECODABLE):
        return None
    fits = all(one is None or _fits(one, kept.key.seats) for one in kept.estimates)
    return kept if fits and len(kept.estimates) <= len(kept.key.places) else None


def kept_curve(path: Path, journal: str) -> Curve | None:
    """Return the curve that a file holds, as far as it is known; None if it is of another journal, or can't be used."""
    kept = _read(path)
    if kept is None or kept.key.journal != journal:
        return None
    places = kept.key.places
    known = sorted(zip(coarse_to_fine(len(places)), kept.estimates, strict=False), key=lambda pair: pair[0])
    judged = [(places[look], one) for look, one in known if one is not None]
    if not judged:
        return None
    chances, errors = [one.chances for _place, one in judged], [one.errors for _place, one in judged]
    return Curve([place for place, _one in judged], chances, errors)


def _fits(one: _Estimate, seats: int) -> bool:
    return {len(one.chances), len(one.errors), *map(len, one.groups)} == {seats}


def keep_estimates(path: Path, key: ReviewKey, estimates: Sequence[Estimate | None]) -> None:
    """Keep estimates. Raises OSError."""
    rows = tuple(None if one is None else _Estimate(one.chances, one.errors, one.groups) for one in estimates)
    body = msgspec.json.encode(_Kept(key, rows))
    write_whole(path, sealed(body, checksum(body)), is_private=True)


def _unsealed(data: bytes) -> bytes:
    """Return what was sealed. Raises ValueError."""
    body, stated = unsealed(data)
    if stated != checksum(body):
        raise ValueError("its checksum is another one")
    return body
