"""Reasons for an answer: what changes if one thing is done otherwise, in the same playouts.

A swap is an answer that differs from another in one thing. Both are played out with the same luck, so that their
difference is the swap's. A game says which swaps there are, what is measured, and the words.
"""

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec import Struct, to_builtins

from shogun.base.language import _, decimal, ngettext, signed
from shogun.players.review.decision_verdicts import (
    MOST_PARTS,
    NAMEABLE,
    DecisionPoint,
    Difference,
    Effect,
    Part,
    Shares,
    difference_of,
)

if TYPE_CHECKING:
    import numpy as np

Seen: TypeAlias = "np.ndarray[Any, np.dtype[np.float64]]"
"""Measurements after each of several options in each playout, shape (options, n, measures)."""
Differing: TypeAlias = Callable[[Any, Any], Collection[Hashable]]
"""Returns the things in which two options differ."""


class Swap(Struct, frozen=True):
    """An option that differs from another in one thing, and what that changes."""

    option: Any
    gain: Difference
    """The chance to win that it brings beside the other option."""
    effect: Effect | None = None
    """Its clearest other effect."""


class Measure(Struct, frozen=True):
    """Quantity measured at the end of a playout besides the chance to win."""

    worth: float
    """About how many points one more is worth: it decides which change is named."""
    is_share: bool = False
    """True for a chance."""


Measures: TypeAlias = Mapping[str, Measure]
"""Everything that a game measures, by its name in English, marked for translation."""


class Outcomes(Struct, frozen=True):
    """The playouts of several options with the same luck."""

    shares: Shares
    seen: Seen


# Which swaps there are, among options that can be listed


def uses(options: Sequence[Any], option: Any, differing: Differing, most: int) -> list[list[Any]]:
    """Return other options that differ from one in a single thing: for each thing the first ones, so many at most."""
    found: dict[Hashable, list[Any]] = {}
    for other in options:
        things = differing(option, other)
        if len(things) == 1:
            found.setdefault(next(iter(things)), []).append(other)
    return [others[:most] for others in found.values()]


def towards(options: Sequence[Any], option: Any, other: Any, differing: Differing) -> list[Any]:
    """Return options that adopt one thing from another option; that one itself if it can't be taken apart."""
    whole, found = set(differing(option, other)), []
    for one in options:
        things = set(differing(option, one))
        if len(things) == 1 and things < whole and not things & set(differing(one, other)):
            found.append(one)
    return found or [other]


# What they change

_LEAST = 0.15
"""Points that a change must be worth to be named."""


def compared(outcomes: Outcomes, swaps: Sequence[Any], measures: Measures) -> list[Swap]:
    """Return what each swap brings beside the first option of the playouts, which the swaps follow in their order."""
    shares, seen = outcomes.shares, outcomes.seen
    found = []
    for place, swap in enumerate(swaps, 1):
        gain = difference_of(shares[place] - shares[0])
        found.append(Swap(swap, gain, _effect(seen[place] - seen[0], gain, measures)))
    return found


def _effect(changes: Seen, gain: Difference, measures: Measures) -> Effect | None:
    """Return the most valuable change in the direction of a gain; None if there is none beyond chance."""
    found = []
    for (name, measure), values in zip(measures.items(), changes.T, strict=True):
        change = difference_of(values)
        worth = change.mean * measure.worth * (1 if gain.mean > 0 else -1)
        if change.is_clear and worth >= _LEAST:
            found.append((worth, name, change.mean))
    if not found:
        return None
    _worth, name, mean = max(found)
    return Effect(name, mean)


def clear_swaps(
    option: Any, swaps: Sequence[Swap], differing: Differing, sign: int = 1, most: int = MOST_PARTS
) -> list[Swap]:
    """Return swaps that gain (or, with sign -1, cost) more than chance explains, the biggest first.

    No two of them change the same thing.
    """
    clear = [swap for swap in swaps if sign * swap.gain.mean >= NAMEABLE and swap.gain.is_clear]
    found, seen = [], set[Hashable]()
    for swap in sorted(clear, key=lambda swap: -sign * swap.gain.mean):
        things = set(differing(option, swap.option))
        if not things & seen:
            seen |= things
            found.append(swap)
    return found[:most]


def parts_of(option: Any, swaps: Sequence[Swap], differing: Differing) -> tuple[Part, ...]:
    """Return the swaps of a better option that cost most, as parts of a mistake."""
    found = clear_swaps(option, swaps, differing, -1)
    return tuple(
        Part(to_builtins(swap.option), Difference(-swap.gain.mean, swap.gain.error), swap.effect) for swap in found
    )


# The search for the reasons of a hint

MOST_REASONS = 2
"""Swaps that a hint names, at most."""
FINALISTS = 4
"""Swaps that are compared for a hint, besides the one that seems best."""
Compare: TypeAlias = Callable[[Sequence[Any], int], list[Swap]]
"""Returns what swaps bring beside the advised option, in so many playouts, each time with other luck."""


class Playouts(Struct, frozen=True):
    """Playouts of each swap that choose which ones are compared, playouts of those, and the least of either."""

    looked: int
    compared: int
    fewest: int

    def share(self, share: float) -> tuple[int, int]:
        """Return both numbers for a share of them."""
        return max(self.fewest, int(share * self.looked)), max(self.fewest, int(share * self.compared))


class Reasons(Struct, frozen=True):
    """Findings about the swaps of an advised option."""

    swaps: tuple[Swap, ...] = ()
    """Swaps that would cost most, the biggest first."""
    doubtful: frozenset[Hashable] = frozenset()
    """Things that are done worse than in another way, by more than chance."""


NO_REASONS = Reasons()


def reasons_for(
    option: Any, others: Sequence[Sequence[Any]], compare: Compare, differing: Differing, playouts: tuple[int, int]
) -> Reasons:
    """Return which things of an advised option matter most; `others` are other ways to do each thing.

    A few playouts choose what is looked at more closely, each thing beside its best other way; what is said about that
    comes from others, so that nothing seems to matter because it was chosen by its luck.
    """
    tried = list(dict.fromkeys(other for ways in others for other in ways))
    if not tried:
        return NO_REASONS
    looked = compare(tried, playouts[0])
    gains = {swap.option: swap.gain.mean for swap in looked}
    best = {max(ways, key=gains.__getitem__) for ways in others if ways}
    order = sorted(best, key=lambda other: (gains[other], tried.index(other)))
    closest = list(dict.fromkeys((*order[:FINALISTS], *order[-1:])))
    close = compare(closest, playouts[1])
    better = clear_swaps(option, [swap for swap in looked if swap.option not in closest] + close, differing)
    doubtful = frozenset(thing for swap in better for thing in differing(option, swap.option))
    return Reasons(tuple(clear_swaps(option, close, differing, -1, MOST_REASONS)), doubtful)


# In words


def reason_sentence(what: str, gain: float, effect: Effect | None, measures: Measures) -> str:
    """Return in a sentence what is done rather than something else, and what that changes."""
    number = round(100 * gain)
    text = ngettext("{what}: {n} percentage point", "{what}: {n} percentage points", abs(number))
    told = text.format(what=f"{what[:1].upper()}{what[1:]}", n=signed(number))
    return f"{told}." if effect is None else f"{told} ({effect_words(effect, measures)})."


def reason_sentences(reasons: Reasons, words: Callable[[Any], str], measures: Measures) -> Iterator[str]:
    """Yield what an option gains by not being swapped; `words` say what it does, and what a swap doesn't."""
    for swap in reasons.swaps:
        effect = None if swap.effect is None else Effect(swap.effect.what, -swap.effect.change)
        yield reason_sentence(words(swap.option), -swap.gain.mean, effect, measures)


def effect_words(effect: Effect, measures: Measures) -> str:
    """Return a change of something else than the chance to win: "chests +1.9"."""
    if measures[effect.what].is_share:
        change = signed(round(100 * effect.change))
        return _("{what} {change} %").format(what=_(effect.what), change=change)
    return _("{what} {change}").format(what=_(effect.what), change=decimal(effect.change, "+.1f"))


# A game's swaps, declared once


class Swaps(Struct, frozen=True, kw_only=True):
    """A game's declaration of its swaps, for answers that can be listed, and what hints and reviews make of it."""

    differing: Differing
    alternatives: Callable[[DecisionPoint, Any], list[list[Any]]]
    """Returns other options that differ from one in a single thing, by that thing, the most promising first."""
    outcomes: Callable[[DecisionPoint, Sequence[Any], int, str], Outcomes]
    """Returns the playouts after each option, so many with a seed, as the seat that is asked sees them."""
    measures: Measures
    playouts: Playouts
    """Playouts for the reasons of a hint."""
    words: Callable[[Any, Any], str]
    """Returns what one option does and the other doesn't."""

    def compare(self, point: DecisionPoint, option: Any, others: Sequence[Any], playouts: int, seed: str) -> list[Swap]:
        """Return what each of the other options brings beside an option, in the same playouts."""
        if not others:
            return []
        return compared(self.outcomes(point, [option, *others], playouts, seed), others, self.measures)

    def reasons(self, point: DecisionPoint, option: Any, rng: Random, share: float = 1.0) -> Reasons:
        """Return which things of an option matter most, by this share of the usual playouts, but not by too few."""

        def compare(others: Sequence[Any], playouts: int) -> list[Swap]:
            return self.compare(point, option, others, playouts, f"reasons/{rng.getrandbits(64)}")

        ways = self.alternatives(point, option)
        return reasons_for(option, ways, compare, self.differing, self.playouts.share(share))

    def sentences(self, option: Any, reasons: Reasons) -> Iterator[str]:
        """Yield what an option gains by not being swapped, a sentence each."""
        yield from reason_sentences(reasons, lambda other: self.words(option, other), self.measures)

    def sentence(self, option: Any, part: Part) -> str:
        """Return in a sentence what a part of a mistake has cost beside a better option."""
        return reason_sentence(self.words(part.instead, option), -part.lost.mean, part.effect, self.measures)

    def parts(
        self, point: DecisionPoint, better: Any, others: Sequence[Any], playouts: int, seed: str
    ) -> tuple[Part, ...]:
        """Return the parts of a mistake: those of the other options that cost most beside a better one."""
        return parts_of(better, self.compare(point, better, others, playouts, seed), self.differing)
