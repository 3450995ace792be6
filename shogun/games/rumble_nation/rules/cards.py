"""The twelve tactics cards (chapter 6) and the six daimyo cards (10): for each, all ways to carry it out.

A way says which pieces go where, all at once. Ways are the same if equal numbers of the same player's pieces go from
the same places to the same places, so each is listed once.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, product

from shogun.games.rumble_nation.rules.components import AREAS, BY_LAND, BY_SEA, KYO, NEIGHBOURS
from shogun.games.rumble_nation.rules.state import RESERVE, State, Transfer

Way = tuple[Transfer, ...]
Ways = Callable[[State, int], Iterator[Way]]
Borders = Mapping[str, Sequence[str]]


def together(seat: int, source: str, targets: Sequence[str], soldiers: int) -> Iterator[Way]:
    """Yield the ways in which a number of a seat's soldiers move together from an area to one of others."""
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


TACTICS_WAYS: Mapping[str, Ways] = {
    "scout": scout, "mountain_pass": mountain_pass, "sailing": sailing, "detachment": detachment, "ninja": ninja,
    "retreat": retreat, "reinforcement": reinforcement, "rebel": rebel, "banishment": banishment,
    "prisoner": prisoner, "lure": lure, "march_on_kyo": march_on_kyo,
}  # fmt: skip


# The six daimyo cards (chapter 10), which work while the seat's daimyo is on the board

MOST_MOVED = 3
MOST_REPLACED = 2


def his_area(state: State, seat: int) -> str:
    """Return the area of a seat's daimyo; only asked while it is on the board (9.10)."""
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


DAIMYO_WAYS: Mapping[str, Ways] = {
    "uesugi": uesugi, "takeda": takeda, "oda": oda, "mori": mori, "chosokabe": chosokabe, "otomo": otomo,
}  # fmt: skip
