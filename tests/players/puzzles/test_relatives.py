"""Relatives of puzzles: other seats and colours, and the same task, the same position, the same verdict."""

from math import factorial, perm
from typing import Any

import pytest
from msgspec.structs import replace

from shogun.games import GAMES, entry_of
from shogun.games.river_of_gold import rules as river_rules
from shogun.games.shogun import rules as shogun_rules
from shogun.players.puzzles.collection import RelativePuzzle, count_of, nth_order, relatives_of, shipped_puzzles, turned
from shogun.players.puzzles.puzzle import Listed
from shogun.players.puzzles.verdict import OpenedPuzzle, VerdictTask, open_puzzle, values, verdict
from tests.players.puzzles.test_proving import fallen

SHOGUN, RIVER = fallen("majority"), fallen("turn")
DELIVER = next(one for one in shipped_puzzles(GAMES) if one.theme == "deliver")
NUMBERS = (1, 2, 77)


def opened(one: Listed) -> OpenedPuzzle:
    return open_puzzle(entry_of, one.path)


def new_seats(relative: RelativePuzzle) -> tuple[int, ...]:
    original = relative.proved
    return original.judge.renamed(original.contents.header.setup, original.puzzle.theme, relative.number).places


@pytest.mark.parametrize("number", NUMBERS)
def test_a_position_of_shogun_is_the_same_but_for_seats_and_colours(number: int) -> None:
    original = opened(SHOGUN)
    relative = RelativePuzzle(original, number)
    places, state, other = new_seats(relative), original.start.state, relative.start.state
    assert relative.puzzle.seat == places[original.puzzle.seat]
    for name, province in state.provinces.items():
        owner = None if province.owner is None else places[province.owner]
        assert other.provinces[name] == replace(province, owner=owner)
    assert tuple(other.players) == turned(tuple(state.players), places)
    assert [places[seat] for seat in state.order] == list(other.order)
    assert (state.events, state.actions, state.specials, state.season) == (
        other.events, other.actions, other.specials, other.season,
    )  # fmt: skip
    for seat in range(state.setup.seats):
        before, after = state.colour(seat), other.colour(places[seat])
        assert state.tower.get(before, 0) == other.tower.get(after, 0)
        assert state.tray.get(before, 0) == other.tray.get(after, 0)
    assert sum(original.start.inside.counts().values()) == sum(relative.start.inside.counts().values())


@pytest.mark.parametrize("number", NUMBERS)
def test_what_an_answer_leads_to_in_shogun_is_the_same_too(number: int) -> None:
    original = opened(SHOGUN)
    relative = RelativePuzzle(original, number)
    places = new_seats(relative)
    (plan,) = original.best
    before = shogun_rules.play(original.start.state, original.puzzle.seat, plan).state
    after = shogun_rules.play(relative.start.state, relative.puzzle.seat, plan).state
    assert tuple(after.plans) == turned(tuple(before.plans), places)


@pytest.mark.parametrize("number", NUMBERS)
def test_a_position_of_river_of_gold_is_the_same_and_so_is_what_a_turn_leads_to(number: int) -> None:
    original = opened(RIVER)
    relative = RelativePuzzle(original, number)
    places, seat = new_seats(relative), original.puzzle.seat
    state, other = original.start.state, relative.start.state
    for move in original.best:
        state = river_rules.play(state, seat, move).state
        other = river_rules.play(other, places[seat], move).state
        assert (state.tiles, state.row, state.deck, state.gone) == (other.tiles, other.row, other.deck, other.gone)
        assert [tuple(places[one] for one in markers) for markers in state.markers] == list(other.markers)
        assert turned(tuple(state.hands), places) == tuple(other.hands)
        bare = [[replace(player, clan="") for player in each.players] for each in (state, other)]
        assert turned(tuple(bare[0]), places) == tuple(bare[1])
        assert [places[one] for one in from_first(state)] == from_first(other)


def from_first(state: Any) -> list[int]:
    return [state.order[(state.turn + later) % state.seats] for later in range(state.seats)]


@pytest.mark.slow
@pytest.mark.parametrize("one", [SHOGUN, RIVER, DELIVER], ids=lambda one: f"{one.game}-{one.theme}")
def test_the_verdict_of_an_answer_is_that_of_the_puzzle_itself(one: Listed) -> None:
    original = opened(one)
    for number in NUMBERS[1:]:
        relative = RelativePuzzle(original, number)
        assert (relative.best, relative.usual) == (original.best, original.usual)
        assert verdict(relative, relative.usual) == verdict(original, original.usual)
        assert VerdictTask(relative.game, relative.proved.puzzle, relative.best)().stars == 3
        assert relative.puzzle.id != original.puzzle.id
        assert relative.task()[1:] == original.task()[1:] or one.theme != "deliver"


def test_where_dice_are_told_of_the_course_itself_is_the_same() -> None:
    original = opened(DELIVER)
    relative = RelativePuzzle(original, 5)
    judge, theme = original.judge, original.puzzle.theme
    for answer in (original.best, original.usual):
        own = judge.values(relative.start, theme, [answer], 1, "")
        assert own.tolist() == values(original, [answer]).tolist()
    assert relative.task() == original.task()


@pytest.mark.parametrize("one", [SHOGUN, RIVER], ids=lambda one: one.game)
def test_the_first_relative_is_the_puzzle_itself(one: Listed) -> None:
    original = opened(one)
    relative = RelativePuzzle(original, 0)
    assert relative.start.state == original.start.state
    assert relative.puzzle.seat == original.puzzle.seat


def test_how_many_relatives_there_are() -> None:
    shogun, river = opened(SHOGUN), opened(RIVER)
    seats = shogun.contents.header.setup.seats
    assert count_of(shogun.puzzle, shogun.judge) == factorial(seats) * factorial(5)
    seats = river.contents.header.setup.seats
    assert relatives_of(RIVER.path, river.judge) == seats * perm(4, seats)
    assert relatives_of(RIVER.path.parent / "missing.puzzle", river.judge) == 1


def test_orders_are_counted_from_the_present_one() -> None:
    assert nth_order((0, 1, 2), (1, 0, 2), 0) == (1, 0, 2)
    assert len({nth_order((0, 1, 2), (1, 0, 2), number) for number in range(6)}) == 6
