"""The rules of `tests/table/toy.py`, as a registry finds them."""

from tests.table.toy import (
    awaited,
    begun_by,
    code,
    has_tower,
    in_tower,
    is_secret,
    new,
    period,
    play,
    problems,
    redacted,
    result,
    types,
    verify,
    view,
)

__all__ = [
    "awaited",
    "begun_by",
    "code",
    "has_tower",
    "in_tower",
    "is_secret",
    "new",
    "period",
    "play",
    "problems",
    "redacted",
    "result",
    "types",
    "verify",
    "view",
]
