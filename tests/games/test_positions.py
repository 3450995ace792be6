"""Games that begin at a position: the same for all that know any."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from shogun.game.errors import IllegalSetup, NoPosition
from shogun.game.positions import can_begin_anywhere, place_of
from shogun.game.questions import Draw, Drawn, Roll, Rolled, Shuffle, Throw, Thrown
from shogun.games import GAMES, game_of
from shogun.games.shogun.rules import Setup, StartPosition
from shogun.games.shogun.rules.cards import FACE_DOWN
from shogun.games.shogun.rules.position_file import StartPlayer, StartProvince, StartWinter
from shogun.games.shogun.rules.state import Marching
from shogun.table.course import PastAnswer
from shogun.table.journal import AnswerLine
from shogun.table.towers import Counted
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


def asked_in(game: Any, state: Any) -> list[Any]:
    """Return all that is asked, whatever the turn is called."""
    return [replace(question, key="") for question in game.awaited(state)]


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
            known = begun(game, game.position_of(state, range(setup.seats)))  # type: ignore[attr-defined]
            due, asked = (asked_in(game, either) for either in (state, known))
            assert all(question in asked for question in due), "nothing that was decided is to be decided again"
            is_planned = all(map(game.is_secret, game.awaited(known)))
            assert len(due) == len(asked) or is_planned, "only what is being planned is left out"
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
    "seat[3]": StartPosition(seat=(StartPlayer(),) * 4),
    "seat[0].rice": StartPosition(seat=(StartPlayer(rice=19),)),
    "province.Yamat": StartPosition(province={"Yamat": StartProvince("red", 1)}),
    "province.Yamato.owner": StartPosition(province={"Yamato": StartProvince("green", 1)}),
    "province.Yamato.armies": StartPosition(province={"Yamato": StartProvince("red", 10**6)}),
    "province.Yamato.buildings": StartPosition(province={"Yamato": StartProvince("red", 1, ("castle", "castle"))}),
    "province.Yamato.markers": StartPosition(province={"Yamato": StartProvince("red", 1, markers=4)}),
    "tower.green": StartPosition(tower={"green": 1}),
    "tower.red": StartPosition(tower={"red": 60}, tray={"red": 3}),
    "tray.peasant": StartPosition(tray={"peasant": -1}),
    "events": StartPosition(events=("rice_3",)),
    "events[1]": StartPosition(events=("rice_3", "rice_3", "rice_4", "taxes_0")),
    "past_events": StartPosition(events=("rice_3",), season="winter", past_events=("rice_3",)),
    "actions[1]": StartPosition(actions=("castle", "castle")),
    "specials": StartPosition(specials=("chest",)),
    "order": StartPosition(order=("red",)),
    "winter": StartPosition(winter=StartWinter("red", {"red": 1})),
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


def in_actions(seed: int) -> Any:
    """A moment in the action phase at which cards of all seats still lie face down."""
    game: Any = game_of("shogun")
    for state in states(game, Setup(3), seed):
        if state.acting is not None and state.acting.action in (2, 3) and isinstance(state.stage, Marching):
            try:
                return state, game.position_of(state)
            except NoPosition:
                continue
    raise AssertionError("no such moment in this game")


def test_cards_that_lie_face_down_are_dealt_and_not_given_away() -> None:
    game: Any = game_of("shogun")
    state, setup = in_actions(3)
    hidden = sum(card == FACE_DOWN for board in setup.position.acting.boards.values() for card in board.values())
    assert hidden > 5
    one, other = begun(game, setup, 1), begun(game, setup, 2)
    assert one.plans != other.plans
    assert seen(game, one, None) == seen(game, other, None) == seen(game, state, None)
    known = game.position_of(state, (0,))
    assert begun(game, known, 1).plans[0] == begun(game, known, 2).plans[0] == state.plans[0]


def test_a_past_that_began_in_the_action_phase_is_redacted() -> None:
    game: Any = game_of("shogun")
    setup = in_actions(3)[1]

    def course(seed: int) -> list[Any]:
        """Answers up to the first decision, with what each led to."""
        rng, state, past = Random(seed), game.new(setup), []
        while (question := game.awaited(state)[0]).seat is None and not isinstance(question, Throw | Roll):
            given = answer(question, rng)
            step = game.play(state, None, given)
            past.append(PastAnswer(AnswerLine(1, None, question.key, given), question, step.events, state, step.state,
                               Counted(), 1))  # fmt: skip
            state = step.state
        return past

    first, second = course(1), course(2)
    assert [step.answer for step in first] != [step.answer for step in second]
    assert game.redacted(first) == game.redacted(second)
    state = game.new(setup)
    for given in game.redacted(first):
        state = game.play(state, None, given).state
    assert seen(game, state, None) == seen(game, first[-1].after, None)
    mine = game.redacted(first, (0,))
    state = game.new(setup)
    for given in mine:
        state = game.play(state, None, given).state
    assert state.plans[0] == first[-1].after.plans[0]


WRONG_ACTIONS: dict[str, dict[str, Any]] = {
    "acting.action": {"action": 11},
    "acting.next": {"next": "green"},
    "acting.event": {"event": "rice_9"},
    "acting.specials": {"specials": {"red": "chest"}},
    "acting.bids.red": {"bids": {"red": 7}},
    "acting.boards.red.castle": {"boards": {"red": {"castle": "Yamat"}}},
    "acting.boards.red": {"boards": {"red": {"castle": 1, "temple": 1}}},
    "acting.boards.green": {"boards": {"green": {}}},
    "acting.won[0]": {"won": ("Yamat",)},
}


@pytest.mark.parametrize("place", WRONG_ACTIONS)
def test_what_is_wrong_in_the_action_phase(place: str) -> None:
    game: Any = game_of("shogun")
    setup = in_actions(3)[1]
    acting = replace(setup.position.acting, **WRONG_ACTIONS[place])
    wrong = replace(setup, position=replace(setup.position, acting=acting))
    assert place in [place_of(way) for way, _sentence in game.position_problems(wrong)]
    assert not list(game.position_problems(setup))


def test_a_winter_can_be_begun_with() -> None:
    provinces = {"Yamato": StartProvince("red", 2), "Kaga": StartProvince("blue", 3)}
    state = begun(game_of("shogun"), Setup(3, position=StartPosition(season="winter", province=provinces)))
    assert state.season != "autumn"
    assert not game_of("shogun").problems(state)
