"""The six daimyo cards (chapter 10): for each, all ways in which a seat can carry it out while its daimyo is there."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product

from shogun.games.rumble_nation.rules.components import BY_LAND, BY_SEA, NEIGHBOURS
from shogun.games.rumble_nation.rules.moves import RESERVE, Transfer
from shogun.games.rumble_nation.rules.state import State
from shogun.games.rumble_nation.rules.tactics import Way, Ways, others, replaced

MOST_MOVED = 3
MOST_REPLACED = 2


def his_area(state: State, seat: int) -> str:
    """Return the area where a seat's daimyo stands; only asked where it is on the board (9.10)."""
    area = state.players[seat].daimyo
    assert area is not None, "daimyo cards belong to the advanced game"
    return area


def spread(targets: Sequence[str], least: int, most: int) -> Iterator[tuple[tuple[str, int], ...]]:
    """Yield each way to send `least` to `most` pieces to areas: those areas that get any, with how many."""
    for numbers in product(range(most + 1), repeat=len(targets)):
        if least <= sum(numbers) <= most:
            yield tuple((target, number) for target, number in zip(targets, numbers, strict=True) if number)


def scattered(state: State, seat: int, source: str, targets: Sequence[str]) -> Iterator[Way]:
    """Yield the ways in which up to 3 soldiers of a seat go from an area to others, to one or to several."""
    for sent in spread(targets, 1, min(MOST_MOVED, state.soldiers[source][seat])):
        yield tuple(Transfer(seat, source, target, number) for target, number in sent)


def uesugi(state: State, seat: int) -> Iterator[Way]:
    """Up to 3 of your soldiers from his area to areas adjacent by land (10.1)."""
    area = his_area(state, seat)
    return scattered(state, seat, area, BY_LAND[area])


def takeda(state: State, seat: int) -> Iterator[Way]:
    """Up to 3 soldiers of one opponent from his area to areas adjacent to it (10.2)."""
    area = his_area(state, seat)
    for other in others(state, seat):
        yield from scattered(state, other, area, NEIGHBOURS[area])


def oda(state: State, seat: int) -> Iterator[Way]:
    """Your daimyo to an adjacent area, and 1 of your soldiers with him or not (10.3)."""
    area = his_area(state, seat)
    for target in NEIGHBOURS[area]:
        for company in range(1 + min(1, state.soldiers[area][seat])):
            yield (Transfer(seat, area, target, company, daimyo=True),)


def mori(state: State, seat: int) -> Iterator[Way]:
    """1 soldier from your reserve in each of up to 3 areas adjacent to his area (10.4)."""
    targets = NEIGHBOURS[his_area(state, seat)]
    for number in range(1, 1 + min(MOST_MOVED, state.players[seat].reserve)):
        for chosen in combinations(targets, number):
            yield tuple(Transfer(seat, RESERVE, target, 1) for target in chosen)


def chosokabe(state: State, seat: int) -> Iterator[Way]:
    """Up to 3 of your own pieces, the daimyo too, from his area to areas adjacent by sea (10.5)."""
    area = his_area(state, seat)
    yield from scattered(state, seat, area, BY_SEA[area])
    for harbour in BY_SEA[area]:
        for sent in spread(BY_SEA[area], 0, min(MOST_MOVED - 1, state.soldiers[area][seat])):
            soldiers = dict(sent)
            landed = [target for target in BY_SEA[area] if target == harbour or target in soldiers]
            yield tuple(Transfer(seat, area, target, soldiers.get(target, 0), target == harbour) for target in landed)


def otomo(state: State, seat: int) -> Iterator[Way]:
    """1 opponent's soldier replaced by 1 from your reserve in each of up to 2 areas adjacent to his (10.6)."""
    for number in range(1, 1 + min(MOST_REPLACED, state.players[seat].reserve)):
        for areas in combinations(NEIGHBOURS[his_area(state, seat)], number):
            for ways in product(*(replaced(state, seat, area) for area in areas)):
                yield tuple(transfer for way in ways for transfer in way)


WAYS: Mapping[str, Ways] = {
    "uesugi": uesugi, "takeda": takeda, "oda": oda, "mori": mori, "chosokabe": chosokabe, "otomo": otomo,
}  # fmt: skip
