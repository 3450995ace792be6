"""The twelve tactics cards (chapter 6): for each, all ways in which a seat can carry it out.

A way is what goes where, all at once. Ways are the same if equal numbers of the same player's pieces go from the same
places to the same places, so each is there once.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, product

from shogun.games.rumble_nation.rules.components import AREAS, BY_LAND, BY_SEA, KYO, NEIGHBOURS
from shogun.games.rumble_nation.rules.moves import RESERVE, Transfer
from shogun.games.rumble_nation.rules.state import State

Way = tuple[Transfer, ...]
Ways = Callable[[State, int], Iterator[Way]]
Borders = Mapping[str, Sequence[str]]


def together(seat: int, source: str, targets: Sequence[str], soldiers: int) -> Iterator[Way]:
    """Yield the ways in which so many soldiers of a seat go together from an area to one of others."""
    for target in targets:
        yield (Transfer(seat, source, target, soldiers),)


def others(state: State, seat: int) -> Iterator[int]:
    """Yield the opponents of a seat."""
    return (other for other in range(state.setup.seats) if other != seat)


def scout(state: State, seat: int) -> Iterator[Way]:
    """1 of your soldiers to an adjacent area (6.1)."""
    for source in state.present(seat):
        yield from together(seat, source, NEIGHBOURS[source], 1)


def _two(state: State, seat: int, borders: Borders) -> Iterator[Way]:
    for source in state.present(seat):
        if state.soldiers[source][seat] >= 2:
            yield from together(seat, source, borders[source], 2)


def mountain_pass(state: State, seat: int) -> Iterator[Way]:
    """2 of your soldiers together to an area adjacent by land (6.2)."""
    return _two(state, seat, BY_LAND)


def sailing(state: State, seat: int) -> Iterator[Way]:
    """2 of your soldiers together to an area adjacent by sea (6.3)."""
    return _two(state, seat, BY_SEA)


def detachment(state: State, seat: int) -> Iterator[Way]:
    """Half of your soldiers in an area, rounded down, to an adjacent one (6.4)."""
    for source in state.present(seat):
        half = state.soldiers[source][seat] // 2
        if half:
            yield from together(seat, source, NEIGHBOURS[source], half)


def ninja(state: State, seat: int) -> Iterator[Way]:
    """1 of your soldiers to another area where you have one (6.5)."""
    present = state.present(seat)
    for source in present:
        yield from together(seat, source, [area for area in present if area != source], 1)


def retreat(state: State, seat: int) -> Iterator[Way]:
    """2 of your soldiers, from one area or two, back into your reserve (6.6)."""
    present = state.present(seat)
    for source in present:
        if state.soldiers[source][seat] >= 2:
            yield (Transfer(seat, source, RESERVE, 2),)
    for two in combinations(present, 2):
        yield tuple(Transfer(seat, source, RESERVE, 1) for source in two)


def reinforcement(state: State, seat: int) -> Iterator[Way]:
    """1 soldier from your reserve into an area where you have one (6.7)."""
    if state.players[seat].reserve:
        yield from together(seat, RESERVE, state.present(seat), 1)


def replaced(state: State, seat: int, area: str) -> Iterator[Way]:
    """Yield the ways to send an opponent's soldier back from an area and put one's own in its place (6.8, 10.6)."""
    for other in others(state, seat):
        if state.soldiers[area][other]:
            yield Transfer(other, area, RESERVE, 1), Transfer(seat, RESERVE, area, 1)


def rebel(state: State, seat: int) -> Iterator[Way]:
    """1 opponent's soldier back to its reserve, and 1 from yours in its place (6.8)."""
    if state.players[seat].reserve:
        for area in AREAS:
            yield from replaced(state, seat, area)


def banishment(state: State, seat: int) -> Iterator[Way]:
    """1 opponent's soldier from an area where you have one to an adjacent area (6.9)."""
    for source in state.present(seat):
        for other in others(state, seat):
            if state.soldiers[source][other]:
                yield from together(other, source, NEIGHBOURS[source], 1)


def prisoner(state: State, seat: int) -> Iterator[Way]:
    """1 opponent's soldier from any area to an adjacent one where you have a soldier (6.10)."""
    for source in AREAS:
        targets = [target for target in NEIGHBOURS[source] if state.soldiers[target][seat]]
        for other in others(state, seat):
            if state.soldiers[source][other]:
                yield from together(other, source, targets, 1)


def lure(state: State, seat: int) -> Iterator[Way]:
    """1 of your soldiers and 2 of one opponent together from one area to one adjacent area (6.11)."""
    for source in state.present(seat):
        for other in others(state, seat):
            if state.soldiers[source][other] >= 2:
                for target in NEIGHBOURS[source]:
                    yield Transfer(seat, source, target, 1), Transfer(other, source, target, 2)


def march_on_kyo(state: State, seat: int) -> Iterator[Way]:
    """Any number of your soldiers, at least 1, from areas adjacent to Kyo to Kyo (6.12)."""
    sources = NEIGHBOURS[KYO]
    for numbers in product(*(range(state.soldiers[source][seat] + 1) for source in sources)):
        if any(numbers):
            marched = zip(sources, numbers, strict=True)
            yield tuple(Transfer(seat, source, KYO, number) for source, number in marched if number)


WAYS: Mapping[str, Ways] = {
    "scout": scout, "mountain_pass": mountain_pass, "sailing": sailing, "detachment": detachment, "ninja": ninja,
    "retreat": retreat, "reinforcement": reinforcement, "rebel": rebel, "banishment": banishment,
    "prisoner": prisoner, "lure": lure, "march_on_kyo": march_on_kyo,
}  # fmt: skip
