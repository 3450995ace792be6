"""Chapters 5, 6 and 10: when cards can be chosen, and all that each can do, found once more in another way."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
from msgspec.structs import replace

from shogun.game.errors import IllegalMove
from shogun.games.rumble_nation import rules
from shogun.games.rumble_nation.rules.components import AREAS, BY_LAND, BY_SEA, DAIMYO, KYO, NEIGHBOURS, TACTICS
from shogun.games.rumble_nation.rules.state import RESERVE, CarryOut, Choosing, PlayCard, RollDice, State, Transfer
from shogun.games.rumble_nation.rules.turns import ways as ways_of
from tests.games.rumble_nation.build import SETUPS, after, by_chance, cards, position, steps, ways, with_katana

# Each card in another way: every set of single pieces that might go anywhere, kept if the card's text allows it

Piece = tuple[int, str, bool]
"""Whose, where from, and whether it is a daimyo."""
Going = tuple[Piece, str]
"""A piece, and where it goes."""


def bags(options: list[Going], most: int, stock: Counter[Piece]) -> Iterator[tuple[Going, ...]]:
    """Yield each way to choose up to so many goings, any several times as long as there are pieces."""

    def go(start: int, chosen: tuple[Going, ...]) -> Iterator[tuple[Going, ...]]:
        if chosen:
            yield chosen
        if len(chosen) == most:
            return
        for place in range(start, len(options)):
            used = sum(piece == options[place][0] for piece, _to in chosen)
            if used < stock[options[place][0]]:
                yield from go(place, (*chosen, options[place]))

    yield from go(0, ())


def allowed(card: str, state: State, seat: int, bag: tuple[Going, ...]) -> bool:  # noqa: PLR0911, C901, PLR0912
    """Return whether a card's text allows these pieces to go there."""
    pieces = [piece for piece, _to in bag]
    owners = [owner for owner, _at, _is in pieces]
    sources = {at for _owner, at, _is in pieces}
    targets = [to for _piece, to in bag]
    mine = all(owner == seat for owner in owners)
    foes = all(owner != seat for owner in owners)
    men = not any(is_daimyo for _owner, _at, is_daimyo in pieces)
    near = all(to in NEIGHBOURS.get(at, ()) for (_owner, at, _is), to in bag)
    one_way = len(sources) == 1 and len(set(targets)) == 1
    his = state.players[seat].daimyo
    match card:
        case "scout":
            return mine and men and near and len(bag) == 1
        case "mountain_pass" | "sailing":
            borders = BY_LAND if card == "mountain_pass" else BY_SEA
            return mine and men and len(bag) == 2 and one_way and targets[0] in borders.get(pieces[0][1], ())
        case "detachment":
            return mine and men and near and one_way and len(bag) == state.soldiers[pieces[0][1]][seat] // 2
        case "ninja":
            at, to = pieces[0][1], targets[0]
            return mine and men and len(bag) == 1 and at not in (to, RESERVE) and to in state.present(seat)
        case "retreat":
            return mine and men and len(bag) == 2 and RESERVE not in sources and set(targets) == {RESERVE}
        case "reinforcement":
            return mine and men and len(bag) == 1 and sources == {RESERVE} and targets[0] in state.present(seat)
        case "banishment":
            return foes and men and near and len(bag) == 1 and pieces[0][1] in state.present(seat)
        case "prisoner":
            return foes and men and near and len(bag) == 1 and targets[0] in state.present(seat)
        case "lure":
            rest = [owner for owner in owners if owner != seat]
            return men and near and one_way and len(bag) == 3 and len(rest) == 2 and len(set(rest)) == 1
        case "march_on_kyo":
            return mine and men and near and set(targets) == {KYO}
        case "uesugi":
            return mine and men and sources == {his} and all(to in BY_LAND[str(his)] for to in targets)
        case "takeda":
            return foes and men and near and sources == {his} and len(set(owners)) == 1
        case "oda":
            return mine and near and sources == {his} and one_way and not men and len(bag) <= 2
        case "mori":
            return (
                mine and men and sources == {RESERVE} and len(set(targets)) == len(targets)
                and all(to in NEIGHBOURS[str(his)] for to in targets)
            )  # fmt: skip
        case "chosokabe":
            return mine and sources == {his} and all(to in BY_SEA[str(his)] for to in targets)
    raise AssertionError(card)


MOST = {"lure": 3, "mountain_pass": 2, "sailing": 2, "retreat": 2, "oda": 2, "uesugi": 3, "takeda": 3, "mori": 3,
        "chosokabe": 3}  # fmt: skip


def found_anew(card: str, state: State) -> set[frozenset[tuple[Going, int]]]:
    """Return all ways of a card, each as its goings with their numbers."""
    seat, stock = state.turn, Counter[Piece]()
    for other, player in enumerate(state.players):
        stock[other, RESERVE, False] = player.reserve
        for area in AREAS:
            stock[other, area, False] = state.soldiers[area][other]
        if player.daimyo:
            stock[other, player.daimyo, True] = 1
    most = MOST.get(card, 20 if card == "march_on_kyo" else 9 if card == "detachment" else 1)
    might = [
        (piece, to)
        for piece, number in stock.items()
        if number
        for to in (*AREAS, RESERVE)
        if to != piece[1] and could_go(card, state, seat, piece, to)
    ]
    choices = [might]
    if card == "detachment":
        choices = [[one] for one in might]
    elif card in TOGETHER:  # else too many sets would have to be looked at
        roads = {(piece[1], to) for piece, to in might}
        choices = [[one for one in might if (one[0][1], one[1]) == road] for road in roads]
    found = (bag for options in choices for bag in bags(options, most, stock))
    return {frozenset(Counter(bag).items()) for bag in found if allowed(card, state, seat, bag)}


TOGETHER = ("lure", "mountain_pass", "sailing", "oda")


def could_go(card: str, state: State, seat: int, piece: Piece, to: str) -> bool:
    """Return whether a piece can go there as a part of a way: so that fewer sets have to be looked at."""
    if card == "march_on_kyo":
        return to == KYO and piece[0] == seat and piece[1] in NEIGHBOURS[KYO]
    if card in DAIMYO:
        return piece[1] == (RESERVE if card == "mori" else state.players[seat].daimyo) and to != RESERVE
    if card == "retreat":
        return to == RESERVE
    return to != RESERVE


def as_goings(way: tuple[Transfer, ...]) -> frozenset[tuple[Going, int]]:
    found = Counter[Going]()
    for one in way:
        if one.soldiers:
            found[(one.seat, one.source, False), one.target] += one.soldiers
        if one.daimyo:
            found[(one.seat, one.source, True), one.target] += 1
    return frozenset(found.items())


def some_positions(card: str) -> Iterator[State]:
    """Yield positions of random games in which the seat on turn may choose, with this card in its hand."""
    rng = Random(card)
    for setup in [one for one in SETUPS if one.advanced or card in TACTICS]:
        turns = [s for s, _q, _a, _step in steps(setup, rng) if isinstance(s.stage, Choosing)]
        for state in rng.sample(turns, min(2, len(turns))):
            if card in TACTICS or state.players[state.turn].daimyo != RESERVE:
                yield state


FOUND_ANEW = sorted({*TACTICS, *DAIMYO} - {"rebel", "otomo"})


@pytest.mark.parametrize("card", FOUND_ANEW)
def test_6_and_10_a_card_can_do_what_its_text_says_and_nothing_else(card: str) -> None:
    seen = 0
    for state in some_positions(card):
        told = [as_goings(way) for way in ways_of(state, card)]
        assert len(set(told)) == len(told)
        assert set(told) == found_anew(card, state)
        seen += len(told)
    assert seen


def replacements(state: State, areas: tuple[str, ...]) -> Iterator[frozenset[tuple[Going, int]]]:
    """Yield the ways to replace an opponent's soldier in each of these areas."""
    seat = state.turn
    foes = [[foe for foe in range(state.setup.seats) if foe != seat and state.soldiers[area][foe]] for area in areas]
    for chosen in product(*foes):
        found = Counter[Going]()
        for area, foe in zip(areas, chosen, strict=True):
            found[(foe, area, False), RESERVE] += 1
            found[(seat, RESERVE, False), area] += 1
        yield frozenset(found.items())


@pytest.mark.parametrize("card", ["rebel", "otomo"])
def test_6_8_and_10_6_soldiers_are_replaced(card: str) -> None:
    for state in some_positions(card):
        reserve, his = state.players[state.turn].reserve, state.players[state.turn].daimyo
        near = AREAS if card == "rebel" else NEIGHBOURS[str(his)]
        expected = {way for area in near for way in replacements(state, (area,))} if reserve else set()
        if card == "otomo" and reserve > 1:
            expected |= {way for a in near for b in near if a < b for way in replacements(state, (a, b))}
        assert {as_goings(way) for way in ways_of(state, card)} == expected


def test_5_2_a_player_plays_one_tactics_card_and_it_is_gone() -> None:
    state = position({"Kyo": (2, 2)}, tactics=["scout", "ninja", "retreat"])
    assert cards(state) == {"scout", "retreat"}
    state = after(state, PlayCard("scout"), CarryOut((Transfer(0, KYO, "Kiyosu", 1),)))
    assert state.players[0].tactic == "scout"
    assert cards(state) == {"retreat"}
    state = after(state, PlayCard("retreat"), CarryOut((Transfer(1, KYO, RESERVE, 2),)))
    assert state.players[1].reserve == 18
    assert cards(state) == set()


def test_9_4_a_daimyo_card_is_played_once_beside_a_tactics_card_and_only_with_the_daimyo_on_the_board() -> None:
    held = position({"Kyo": (4, 0)}, daimyo=[RESERVE, RESERVE], cards=["oda", "mori"], tactics=["scout"])
    assert cards(held) == {"scout"}
    state = position({"Kyo": (4, 0)}, daimyo=[KYO, RESERVE], cards=["oda", "mori"], tactics=["scout"])
    assert cards(state) == {"oda", "scout"}
    state = after(state, PlayCard("oda"), CarryOut((Transfer(0, KYO, "Oko", 1, daimyo=True),)))
    assert state.players[0].daimyo == "Oko"
    assert state.soldiers["Oko"] == (1, 0)
    assert cards(state) == set()
    on_turn = next(s for s in play_on(state) if s.turn == 0)
    assert cards(on_turn) == {"scout"}


def play_on(state: State) -> Iterator[State]:
    rng = Random(0)
    while questions := rules.awaited(state):
        [question] = questions
        if question.seat is None:
            state = after(state, by_chance(question, rng))
        else:
            state = after(state, RollDice() if isinstance(state.stage, Choosing) else question.moves[0])
        if isinstance(state.stage, Choosing):
            yield state


def test_5_4_a_way_that_is_not_listed_is_refused() -> None:
    state = after(position({"Kyo": (2, 1)}, tactics=["scout"]), PlayCard("scout"))
    for wrong in [
        (),
        (Transfer(0, KYO, "Shuri", 1),),
        (Transfer(0, KYO, "Oko", 2),),
        (Transfer(1, KYO, "Oko", 1),),
        (Transfer(0, KYO, "Oko", 1), Transfer(0, KYO, "Kiyosu", 1)),
        (Transfer(0, KYO, "Oko", 1, daimyo=True),),
    ]:
        with pytest.raises(IllegalMove, match=r"6\.1"):
            rules.play(state, 0, CarryOut(wrong))


def test_3_4_a_reserve_emptied_by_rebel_counts() -> None:
    state = position({"Kyo": (17, 1)}, tactics=["rebel"])
    state = after(state, PlayCard("rebel"), ways(state, "rebel")[0])
    assert state.players[0].katana == 2
    assert state.soldiers["Kyo"] == (18, 0)
    assert state.players[1].reserve == 18


def test_3_5_the_last_one_plays_in_a_row_and_rounds_are_counted() -> None:
    state = with_katana(position({}, 3, tactics=["scout"]), 3, 2, None)
    state = replace(state, turn=2)
    places = [(s.turn, s.round) for s in play_on(state)]
    assert places == [(2, n) for n in range(2, len(places) + 2)]
