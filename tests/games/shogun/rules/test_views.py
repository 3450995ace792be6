"""A view can be given to anybody: whatever is written into it, the game stays as it is."""

import pickle
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from functools import cached_property
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from shogun.game.questions import Throw
from shogun.games.shogun.rules import Setup, State, awaited, board, view
from shogun.games.shogun.rules.cards import SIDES, line_up
from shogun.games.shogun.rules.events import Event
from shogun.games.shogun.rules.questions import March

from .build import held, in_planning, in_season
from .random_games import TOWERS, turns

WAYS: tuple[tuple[str, tuple[Any, ...]], ...] = (
    ("update", ({"Osaka": 77},)), ("setdefault", ("Osaka", 77)), ("pop", ()), ("popitem", ()), ("append", (77,)),
    ("add", (77,)), ("__setitem__", (0, 77)), ("clear", ()),
)  # fmt: skip
"""Methods by which mappings, lists and sets are changed."""
REFUSED = (TypeError, AttributeError, ValueError, KeyError, IndexError)


def reached(thing: Any) -> Iterator[Any]:
    """Yield a thing and everything that it holds, or returns by a property, however deep."""
    yield thing
    for part in parts(thing):
        yield from reached(part)


def parts(thing: Any) -> list[Any]:
    if isinstance(thing, Struct):
        computed = [name for name, kind in vars(type(thing)).items() if isinstance(kind, property | cached_property)]
        return [getattr(thing, name) for name in (*thing.__struct_fields__, *computed)]
    if isinstance(thing, Mapping):
        return [*thing, *thing.values()]
    if isinstance(thing, Sequence | Set) and not isinstance(thing, str):
        return list(thing)
    return []


def write_into(thing: Any) -> None:
    """Change a thing in every way in which it can be changed."""
    if isinstance(thing, Struct):
        for name in thing.__struct_fields__:
            with suppress(*REFUSED):
                setattr(thing, name, 77)
    if isinstance(thing, Mapping):
        for key in (*thing, "Osaka"):
            with suppress(*REFUSED):
                thing[key] = 77  # type: ignore[index]  # that is what is tried
            with suppress(*REFUSED):
                del thing[key]  # type: ignore[attr-defined]
    for name, given in WAYS:
        with suppress(*REFUSED):
            getattr(thing, name)(*given)


def everything(state: State) -> tuple[bytes, object, str]:
    """Return all there is to a game: itself, what is asked, and its board, as text where it is shared."""
    return msgspec.json.encode(state), repr(awaited(state)), repr(state.board)


def vandalise(state: State, found: Callable[[], Any]) -> int:
    """Write into everything that is reached from what is found, and return how many things that were."""
    before, count = everything(state), 0
    try:
        things = list(reached(found()))
        for thing in things:
            write_into(thing)
            count += 1
        assert everything(state) == before
    finally:
        board.cache_clear()  # whatever was written to it, other tests get a sound one
    return count


SETUPS = (Setup(3, "moon", "draft", 0), Setup(4), Setup(5, "sun", "draft"))


@pytest.mark.parametrize("setup", SETUPS)
def test_nothing_that_is_written_into_a_view_changes_the_game(setup: Setup) -> None:
    rng = Random(5)
    game = list(turns(setup, TOWERS["quick"], rng))
    stages = {type(turn.before.stage): turn.before for turn in rng.sample(game, len(game))}
    assert len(stages) > 12
    for state in stages.values():
        viewer = rng.choice((None, *range(setup.seats)))
        assert vandalise(state, lambda state=state, viewer=viewer: view(state, viewer)) > 500  # type: ignore[misc]


@pytest.mark.parametrize("setup", SETUPS)
def test_nothing_that_is_written_into_a_question_or_what_was_told_changes_the_game(setup: Setup) -> None:
    game = list(turns(setup, TOWERS["quick"], Random(6)))
    for turn in Random(7).sample(game, 60):
        vandalise(turn.before, lambda turn=turn: awaited(turn.before))  # type: ignore[misc]
    for turn in Random(8).sample(game, 60):
        told: tuple[Event, ...] = turn.step.events
        vandalise(turn.step.state, lambda told=told: told)  # type: ignore[misc]


def test_a_throw_that_is_asked_for_is_a_copy_too() -> None:
    game = in_season({"Kai": held(0, 4)}, {0: {"battle_a": "Kai"}}).answer(March("Kai", "Sagami", 3))
    assert isinstance(game.question, Throw)
    vandalise(game.state, lambda: game.question)
    assert game.state.waiting == {"red": 3, "peasant": 1}


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_board_that_all_games_share_cannot_be_written_to(side: Any, seats: int) -> None:
    shared = board(side, seats)
    for mapping in (shared.lands, shared.neighbours, shared.regions):
        with pytest.raises(TypeError):
            mapping["Kai"] = ()  # type: ignore[index]
    assert pickle.loads(pickle.dumps(shared)) is shared


def test_the_printed_line_up_cannot_be_written_to() -> None:
    with pytest.raises(TypeError):
        line_up(3)[0]["Kai"] = 9  # type: ignore[index]


def test_views_that_were_taken_before_stay_as_they_were() -> None:
    game = in_planning({"Kai": held(0), "Aki": held(1)})
    seen = game.seen(0)
    before = msgspec.json.encode(seen)
    game.state.provinces["Kai"] = held(1, 9)
    game.state.tower["red"] = game.state.tray["red"] = game.state.waiting["red"] = 9
    assert msgspec.json.encode(seen) == before
    assert game.seen(0) != seen


def test_a_view_can_be_sent_to_another_process() -> None:
    seen = in_planning({"Kai": held(0), "Aki": held(1)}).seen(0)
    assert pickle.loads(pickle.dumps(seen)) == seen
