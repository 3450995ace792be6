"""Chapter 9: the end of the game, players without provinces, and what is always true."""

import msgspec
import pytest

from shogun.game.questions import Drawn, Shuffle, Thrown
from shogun.games.shogun.rules import State, awaited, period, play, problems, result
from shogun.games.shogun.rules.events import GameEnded, NoAction, Supplied
from shogun.games.shogun.rules.questions import Choice, DrawCard, PlanQuestion, TakeSpecial
from shogun.games.shogun.rules.state import Over, Province

from .build import Scene, held, in_planning, in_season, lay_plans

FOUR = {"Kai": held(0), "Aki": held(1), "Omi": held(2), "Izu": held(3)}


def ended(points: tuple[int, ...], chests: tuple[int, ...]) -> Scene:
    """Return a game that has just ended; everyone scores one province in its last winter."""
    game = in_season(
        FOUR, season="autumn", year=2, rice=dict.fromkeys(range(4), 9), chests=dict(enumerate(chests)),
        points={seat: before - 1 for seat, before in enumerate(points)},
    )  # fmt: skip
    assert isinstance(game.state.stage, Over)
    return game


# 9.1: the winner


@pytest.mark.parametrize(
    ("points", "chests", "winners"),
    [
        ((20, 30, 25, 10), (9, 0, 9, 9), (1,)),
        ((30, 30, 25, 30), (4, 5, 9, 3), (1,)),
        ((30, 30, 25, 30), (5, 5, 9, 3), (0, 1)),
        ((30, 30, 30, 30), (5, 5, 5, 5), (0, 1, 2, 3)),
    ],
)
def test_9_1_most_points_then_most_chests_then_a_shared_victory(
    points: tuple[int, ...], chests: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    game = ended(points, chests)
    outcome = result(game.state)
    assert outcome
    assert (outcome.winners, outcome.points, outcome.chests) == (winners, points, chests)
    assert game.the(GameEnded) == GameEnded(winners, points, chests)


def test_9_1_before_the_end_nobody_has_won() -> None:
    assert result(in_season(FOUR).state) is None
    first_winter = in_season(FOUR, season="autumn", year=1, rice=dict.fromkeys(range(4), 9))
    assert result(first_winter.state) is None
    assert first_winter.of(GameEnded) == []


def test_9_1_after_the_end_nobody_is_asked_and_every_answer_is_refused() -> None:
    game = ended((20, 30, 25, 10), (0, 0, 0, 0))
    assert awaited(game.state) == ()
    assert period(game.state) == "end"
    for seat in (0, 1, 2, 3, -1, 9, None):
        for answer in (DrawCard(), TakeSpecial("rice"), Drawn(("rice",)), Thrown({})):
            with pytest.raises(ValueError, match=r"rule 9\.1"):
                play(game.state, seat, answer)


# 9.2: a player without provinces


def test_9_2_a_player_without_provinces_lays_his_five_chest_cards() -> None:
    game = in_planning({"Kai": held(0), "Aki": held(1), "Omi": held(2)})
    questions = awaited(game.state)
    assert [question.seat for question in questions] == [0, 1, 2, 3]
    assert isinstance(questions[3], PlanQuestion)
    assert questions[3].cards == (0, 1, 2, 3, 4)
    assert questions[3].empty_fields == 6


def test_9_2_he_takes_a_special_card_in_his_turn_and_has_no_action() -> None:
    game = in_planning({"Kai": held(0), "Aki": held(1), "Omi": held(2)})
    lay_plans(game, (None, 0, 1, 4)).draw("theatre_5")
    assert isinstance(game.question, Choice)
    assert game.question.seat == 3
    game.answer(TakeSpecial("rice")).answer(TakeSpecial("chest")).answer(TakeSpecial("attack"))
    game.answer(TakeSpecial("armies"))
    assert len([told for told in game.of(NoAction) if told.seat == 3]) == 10


def test_9_2_he_may_bid_nothing() -> None:
    game = in_planning({"Kai": held(0), "Aki": held(1), "Omi": held(2)}, chests=0)
    lay_plans(game, (0, "Aki", "Omi", None)).draw("theatre_5")
    assert isinstance(game.question, Shuffle)
    assert game.question.items == (1, 2)


def test_9_2_he_has_no_revolts_and_scores_nothing() -> None:
    game = in_season({"Kai": held(0)}, season="autumn", rice={0: 1})
    assert game.of(Supplied)[3] == Supplied(3, 0, 0, 0, 0, 0)
    assert game.player(3).points == 0


def test_9_2_nobody_at_all_may_hold_a_province_and_the_game_goes_on() -> None:
    game = in_season({}, season="summer")
    assert isinstance(game.question, Shuffle)
    assert game.question.key == "actions/year1/autumn"


# 9.3: invariants


def test_9_3_a_game_in_order_has_no_problems() -> None:
    assert problems(in_season({**FOUR, "Kozuke": held(0, 3, "castle", "temple", markers=3)}).state) == []


def broken(**changes: object) -> list[str]:
    state = in_season(FOUR, tray={"red": 1}).state.copy()
    return problems(msgspec.structs.replace(state, **changes))


def with_province(province: Province, name: str = "Kai") -> list[str]:
    state = in_season(FOUR).state.copy()
    state.provinces[name] = province
    return problems(state)


def state_with_player(**goods: int) -> State:
    state = in_season(FOUR).state.copy()
    state.players[1] = msgspec.structs.replace(state.players[1], **goods)
    return state


def test_9_3_armies_of_a_colour_are_62() -> None:
    assert broken(tray={}) == ["red has 61 armies in all, not 62"]
    assert broken(tray={"red": 1, "black": 1}) == ["black has 63 armies in all, not 62"]
    assert broken(waiting={"yellow": 2}) == ["yellow has 64 armies in all, not 62"]
    assert problems(state_with_player(reserve=60)) == ["blue has 61 armies in all, not 62"]


def test_9_3_peasants_are_20() -> None:
    assert broken(peasants=9) == ["there are 19 peasants in all, not 20"]


def test_9_3_a_province_has_an_owner_exactly_if_his_armies_stand_in_it() -> None:
    assert "Kai has owner 0 and 0 armies" in with_province(Province(0, 0))
    assert "Kai has owner None and 1 armies" in with_province(Province(None, 1))
    assert "Kai has -1 armies" in with_province(Province(0, -1))


def test_9_3_buildings_are_at_most_the_sites_and_one_of_a_kind() -> None:
    assert with_province(held(0, 1, "castle", "temple")) == ["Kai has more buildings than sites: ('castle', 'temple')"]
    assert with_province(held(3, 1, "castle", "castle"), "Izu") == [
        "Izu has two buildings of a kind: ('castle', 'castle')"
    ]


def test_9_3_a_province_holds_at_most_3_revolt_markers() -> None:
    assert with_province(held(0, 1, markers=4)) == ["Kai has 4 revolt markers"]
    assert with_province(held(0, 1, markers=-1)) == ["Kai has -1 revolt markers"]
    assert with_province(held(0, 1, markers=3)) == []


def test_9_3_nobody_owns_less_than_nothing_or_more_rice_than_the_track_holds() -> None:
    assert "less than nothing" in problems(state_with_player(chests=-1))[0]
    assert "less than nothing" in problems(state_with_player(rice=-1))[0]
    assert "more than the track" in problems(state_with_player(rice=19))[0]
    assert problems(state_with_player(rice=18)) == []


def test_9_3_no_count_of_cubes_is_zero_or_less() -> None:
    assert "not positive" in broken(tray={"red": 1, "black": 0})[0]
