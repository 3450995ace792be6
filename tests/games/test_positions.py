"""Games that begin at a position: the same for all that know any."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from shogun.game.chance import Draw, Drawn, Roll, Rolled, Shuffle, Throw, Thrown
from shogun.game.errors import IllegalSetup, NoPosition
from shogun.game.positions import can_begin_anywhere, place_of
from shogun.games import GAMES, game_of
from shogun.games.shogun.rules import Setup, StartPosition
from shogun.games.shogun.rules.start.start_position import Holding, SeatGoods, WinterRevolts
from tests.table.toy import game_of as toys_too

SETUPS: dict[str, list[dict[str, Any]]] = {
    "shogun": [{"seats": 3}, {"seats": 5, "side": "moon", "line_up": "draft"}],
    "rumble-nation": [{"seats": 2}, {"seats": 4, "advanced": True}],
    "river-of-gold": [{"seats": 2, "patrons": "lot"}, {"seats": 4}],
}
UNLIKE = {"setup", "stage", "planned", "answers"}
"""What differs where a game begins: that it does, and what is asked until it has."""


def answer(question: Any, rng: Random) -> Any:
    match question:
        case Throw():
            return Thrown({colour: count for colour, count in question.cubes.items() if rng.random() < 0.7})
        case Shuffle():
            return Drawn(tuple(rng.sample(question.items, len(question.items))))
        case Draw():
            return Drawn(tuple(rng.sample(question.items, question.count)))
        case Roll():
            return Rolled(tuple(rng.randint(1, question.sides) for _die in range(question.dice)))
    return question.sample(rng)


def states(game: Any, setup: Any, seed: int) -> Iterator[Any]:
    rng, state = Random(seed), game.new(setup)
    while questions := game.awaited(state):
        question = rng.choice(questions)
        state = game.play(state, question.seat, answer(question, rng)).state
        yield state


def begun(game: Any, setup: Any, seed: int = 1) -> Any:
    """Return the game at its position, all that was hidden laid out."""
    rng, state = Random(seed), game.new(setup)
    while (question := game.awaited(state)[0]).seat is None and not isinstance(question, Throw | Roll):
        state = game.play(state, None, answer(question, rng)).state
    return state


def seen(game: Any, state: Any, seat: int | None) -> dict[str, Any]:
    view = game.view(state, seat)
    return {name: getattr(view, name) for name in view.__struct_fields__ if name not in UNLIKE}


@pytest.mark.parametrize("code", GAMES)
@pytest.mark.parametrize("which", (0, 1))
def test_what_lies_at_a_position_lies_there_again(code: str, which: int) -> None:
    game = game_of(code)
    setup, found = game.types.setup(**SETUPS[code][which]), 0
    for number, state in enumerate(states(game, setup, which)):
        seat = number % setup.seats
        try:
            position = game.position_of(state, (seat,))  # type: ignore[attr-defined]
        except NoPosition:
            continue
        assert not list(game.position_problems(position))  # type: ignore[attr-defined]
        written = msgspec.json.encode(position)
        assert msgspec.json.decode(written, type=game.types.setup) == position
        again = begun(game, position)
        assert not game.problems(again)
        if {type(question.seat) for question in game.awaited(state)} == {int}:
            for onlooker in (None, *([seat] if code == "river-of-gold" else [])):
                assert seen(game, again, onlooker) == seen(game, state, onlooker)
            found += 1
    assert found >= 20


@pytest.mark.parametrize("code", GAMES)
def test_a_setup_without_a_position_is_written_as_ever(code: str) -> None:
    game = game_of(code)
    setup = game.types.setup(**SETUPS[code][0])
    assert b"position" not in msgspec.json.encode(setup)
    assert game.begun_by(setup, 1) != setup


@pytest.mark.parametrize("code", GAMES)
def test_an_empty_position_is_a_whole_game(code: str) -> None:
    game: Any = game_of(code)
    state = begun(game, game.types.setup(**SETUPS[code][0], position=type_of_position(code)()))
    assert not game.problems(state)
    assert game.begun_by(state.setup, 1) == state.setup


def type_of_position(code: str) -> Any:
    game: Any = game_of(code)
    return game.StartPosition


@pytest.mark.parametrize("code", GAMES)
def test_no_position_holds_an_order_that_is_hidden(code: str) -> None:
    """Two games that look alike to all give the same position, whatever lies face down in them."""
    game: Any = game_of(code)
    setup = game.types.setup(**SETUPS[code][0], position=type_of_position(code)())
    one, other = begun(game, setup, 1), begun(game, setup, 2)
    for position in (game.position_of(one), game.position_of(other)):
        hidden, again = begun(game, position, 3), begun(game, position, 4)
        assert game.position_of(hidden) == game.position_of(again)
        assert seen(game, hidden, None) == seen(game, again, None)


def test_a_game_may_know_no_positions() -> None:
    assert all(can_begin_anywhere(game_of(code)) for code in GAMES)
    assert not can_begin_anywhere(toys_too("dice"))


WRONG = {
    "year": StartPosition(year=3),
    "seat[3]": StartPosition(seat=(SeatGoods(),) * 4),
    "seat[0].rice": StartPosition(seat=(SeatGoods(rice=19),)),
    "province.Yamat": StartPosition(province={"Yamat": Holding("red", 1)}),
    "province.Yamato.owner": StartPosition(province={"Yamato": Holding("green", 1)}),
    "province.Yamato.armies": StartPosition(province={"Yamato": Holding("red", 10**6)}),
    "province.Yamato.buildings": StartPosition(province={"Yamato": Holding("red", 1, ("castle", "castle"))}),
    "province.Yamato.markers": StartPosition(province={"Yamato": Holding("red", 1, markers=4)}),
    "tower.green": StartPosition(tower={"green": 1}),
    "tower.red": StartPosition(tower={"red": 60}, tray={"red": 3}),
    "tray.peasant": StartPosition(tray={"peasant": -1}),
    "events": StartPosition(events=("rice_3",)),
    "events[1]": StartPosition(events=("rice_3", "rice_3", "rice_4", "taxes_0")),
    "past_events": StartPosition(events=("rice_3",), season="winter", past_events=("rice_3",)),
    "actions[1]": StartPosition(actions=("castle", "castle")),
    "specials": StartPosition(specials=("chest",)),
    "order": StartPosition(order=("red",)),
    "winter": StartPosition(winter=WinterRevolts("red", {"red": 1})),
}


@pytest.mark.parametrize("place", WRONG)
def test_what_is_wrong_is_told_at_its_place(place: str) -> None:
    setup = Setup(3, position=WRONG[place])
    game: Any = game_of("shogun")
    assert place in [place_of(way) for way, _sentence in game.position_problems(setup)]
    with pytest.raises(IllegalSetup):
        game.new(setup)


def test_a_wrong_name_comes_with_the_nearest() -> None:
    game: Any = game_of("shogun")
    ((_way, sentence),) = game.position_problems(Setup(3, position=WRONG["province.Yamat"]))
    assert "did you mean 'Yamato'" in sentence


def test_a_winter_can_be_begun_with() -> None:
    provinces = {"Yamato": Holding("red", 2), "Kaga": Holding("blue", 3)}
    state = begun(game_of("shogun"), Setup(3, position=StartPosition(season="winter", province=provinces)))
    assert state.season != "autumn"
    assert not game_of("shogun").problems(state)
