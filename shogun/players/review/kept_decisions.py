"""What was found of decisions, in a file beside the journal: judging that was broken off goes on with it.

Nothing is lost with it: what can't be used is found anew.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from shogun.base.checksums import checksum, sealed, unsealed
from shogun.base.files import UNDECODABLE, keep_private, read_bounded, write_whole
from shogun.players.review.decision_judge import Judgeable
from shogun.players.review.decision_verdicts import Decision, Difference

MOST_BYTES = 4_000_000
Change = Annotated[float, Meta(ge=-1, le=1)]
Whole = Annotated[int, Meta(ge=0, le=100_000)]


class DecisionsKey(Struct, frozen=True):
    """What decisions are of, and how they were judged: those of another key are judged anew."""

    journal: str
    """The hash of the journal's answers that stand."""
    version: int
    """Of the judging."""
    judge: int
    """The version of the game's judge."""
    playouts: int
    """After each move that is compared."""


class _Difference(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    mean: Change
    error: Annotated[float, Meta(ge=0, le=1)]


class _Decision(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    place: Whole
    seat: Annotated[int, Meta(ge=0, le=7)]
    kind: Annotated[str, Meta(max_length=40)]
    better: Annotated[tuple[dict[str, Any], ...], Meta(min_length=1, max_length=50)]
    usual: dict[str, Any]
    lost: _Difference
    found: _Difference


class _Kept(Struct, frozen=True, forbid_unknown_fields=True):
    """What such a file holds: of each place what was found there; nothing where there was nothing to judge."""

    key: DecisionsKey
    decisions: dict[Whole, _Decision | None]


def kept_decisions(path: Path, key: DecisionsKey, game: Judgeable) -> dict[int, Decision | None]:
    """Return what a file holds, by place; nothing if it is of other answers, or can't be used."""
    try:
        body, stated = unsealed(read_bounded(path, MOST_BYTES))
        keep_private(path)  # earlier programs let others read it
        kept = msgspec.json.decode(body, type=_Kept)
        if stated != checksum(body) or kept.key != key:
            return {}
        return {place: None if one is None else _decision(one, place, game) for place, one in kept.decisions.items()}
    except (OSError, *UNDECODABLE):
        return {}


def _decision(one: _Decision, place: int, game: Judgeable) -> Decision:
    """Return what was kept. Raises ValueError where it can't be of this game."""
    msgspec.convert((*one.better, one.usual), tuple[game.rules.types.move, ...])  # type: ignore[name-defined]
    judge = game.decisions
    if one.place != place or judge is None or one.kind not in judge.KINDS:
        raise ValueError("no decision of this game")
    lost, found = (Difference(one.mean, one.error) for one in (one.lost, one.found))
    return Decision(one.place, one.seat, one.kind, one.better, one.usual, lost, found)


def keep_decisions(path: Path, key: DecisionsKey, decisions: Mapping[int, Decision | None]) -> None:
    """Keep what was found. Raises OSError."""
    body = msgspec.json.encode(_Kept(key, {place: _row(one) for place, one in sorted(decisions.items())}))
    write_whole(path, sealed(body, checksum(body)), is_private=True)


def _row(one: Decision | None) -> _Decision | None:
    if one is None:
        return None
    lost, found = (_Difference(value.mean, value.error) for value in (one.lost, one.found))
    return _Decision(one.place, one.seat, one.kind, one.better, one.usual, lost, found)
