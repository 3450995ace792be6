"""Finding words in the rules: capitals and accents make no difference."""

from collections.abc import Sequence

from msgspec import Struct

from shogun.window.kit.input.plain_text import plain
from shogun.window.rulebook.blocks import Block

LEAST = 2
"""Fewer letters would be found everywhere."""


class Hit(Struct, frozen=True):
    """Where the words stand: in which block, and from which to before which character of its text."""

    block: int
    start: int
    end: int


def find(blocks: Sequence[Block], words: str) -> list[Hit]:
    """Return all places where words stand, none for fewer than two letters."""
    wanted = plain(words.strip())
    if len(wanted) < LEAST:
        return []
    hits: list[Hit] = []
    for number, block in enumerate(blocks):
        text = plain(block.text)
        at = text.find(wanted)
        while at >= 0:
            hits.append(Hit(number, at, at + len(wanted)))
            at = text.find(wanted, at + len(wanted))
    return hits
