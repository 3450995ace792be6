"""Choice of the remarks that opponents make; the journal keeps none of them.

It depends only on what everybody has seen, so that a replay repeats it. The seed, which has secrets still to come,
plays no part in it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from shogun.base.random_streams import Streams
from shogun.game.protocol import AnyGame
from shogun.game.remarks import Importance, Remark, Remarks, Said, Speakers, Speaking
from shogun.table.course import PastAnswer
from shogun.table.journal import Header, SeatLine, people_by_now

_LOTS = Streams(0)
"""Streams that choose between sentences, the same way in all games."""


class HeardEvent(Struct, frozen=True):
    """Event at the table."""

    n: int
    """Line of the journal with which it happened."""
    before: Any
    """State before it."""
    events: Sequence[Any]
    after: Any
    """State after it."""


class _Waiting(Struct, frozen=True):
    """Possible remark on line `n` of the journal."""

    n: int
    remark: Remark


class Speech:
    """Listener to one game from its beginning, which chooses the opponents' remarks."""

    def __init__(self, rules: AnyGame, remarks: Remarks, header: Header) -> None:
        self._rules = rules
        self._remarks = remarks
        self._header = header
        self._names = [seat.name for seat in header.seats]
        self._waiting: list[_Waiting] = []
        """Possible remarks for the end of the season."""
        self._said: list[tuple[int, int, str]] = []
        """Moment, seat and sentence of every remark on an answer that still stands."""

    def hear(self, heard: HeardEvent, changes: Iterable[SeatLine], speaking: Speaking) -> Said | None:
        """Return the remark after an event, None for none. `changes` are those of seats so far."""
        if speaking != "seldom":
            self._waiting.clear()
        if not heard.events or speaking == "never":
            return None
        before, after = self._rules.view(heard.before, None), self._rules.view(heard.after, None)
        people = people_by_now(self._header, [change for change in changes if change.n < heard.n])
        computers = frozenset(range(len(self._names))) - frozenset(people)
        speakers = Speakers(self._names, computers)
        found = [_Waiting(heard.n, one) for one in self._remarks.remarks(before, heard.events, after, speakers)]
        if speaking == "all":
            return self._say(heard.n, found, computers)
        self._waiting.extend(one for one in found if one.remark.importance >= Importance.MINOR)
        if not self._remarks.ends_chapter(before, after):
            return None
        said = self._say(heard.n, self._waiting, computers)
        self._waiting.clear()
        return said

    def forget(self, n: int) -> None:
        """Drop all remarks on line `n` of the journal, which was undone."""
        self._waiting = [one for one in self._waiting if one.n != n]
        self._said = [said for said in self._said if said[0] != n]

    def keep(self, standing: Iterable[int]) -> None:
        """Keep only the remarks on these lines of the journal."""
        lines = frozenset(standing)
        self._waiting = [one for one in self._waiting if one.n in lines]
        self._said = [said for said in self._said if said[0] in lines]

    def _say(self, n: int, found: Sequence[_Waiting], computers: frozenset[int]) -> Said | None:
        """Return the most important remark, never by the seat that spoke last if others can."""
        silent = {self._said[-1][1]} if self._said and len(computers) > 1 else set()
        used = Counter(text for _n, _seat, text in self._said)
        able = [one for one in found if one.remark.seat in computers - silent and _is_fresh(one.remark, used)]
        if not able:
            return None
        chosen = max(able, key=lambda one: (one.remark.importance, _lot(one, one.remark.texts[0])))
        remark = chosen.remark
        text = min(remark.texts, key=lambda text: (used[text], _lot(chosen, text)))
        self._said.append((n, remark.seat, text))
        return Said(n, remark.seat, self._names[remark.seat], text, remark.words)


def _is_fresh(remark: Remark, used: Mapping[str, int]) -> bool:
    """Return whether an unused sentence is left; those on everyday events are used once each."""
    return remark.importance >= Importance.MINOR or not all(text in used for text in remark.texts)


def _lot(waiting: _Waiting, text: str) -> int:
    """Return a number for the choice of sentences, from the moment and the subject."""
    remark = waiting.remark
    facts = [f"{name}={word}" for name, word in sorted(remark.words.items()) if isinstance(word, str | int)]
    return _LOTS.number("/".join(("remark", str(waiting.n), str(remark.seat), text, *facts)))


def said_in(
    speech: Speech, steps: Iterable[PastAnswer], changes: Sequence[SeatLine], speaking: Speaking
) -> Iterator[Said]:
    """Yield all remarks in a story."""
    for step in steps:
        said = speech.hear(HeardEvent(step.line.n, step.before, step.events, step.after), changes, speaking)
        if said is not None:
            yield said
