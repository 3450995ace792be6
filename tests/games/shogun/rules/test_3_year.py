"""Chapter 3: two years of three seasons and a winter."""

from random import Random

from shogun.games.shogun.rules import Setup, awaited, new, period, play
from shogun.games.shogun.rules.cards import SEASONS
from shogun.games.shogun.rules.state import DrawingRevolts

from .build import held, in_season
from .random_games import TOWERS, answer_at_random


def test_3_two_years_of_three_seasons_and_a_winter() -> None:
    rng, state = Random(3), new(Setup(4))
    periods = [period(state)]
    while questions := awaited(state):
        question = questions[0]
        state = play(state, question.seat, answer_at_random(state, question, TOWERS["any"], rng)).state
        if period(state) != periods[-1]:
            periods.append(period(state))
    seasons = [f"year{year}/{season}" for year in (1, 2) for season in ("spring", "summer", "autumn", "winter")]
    assert [name for name in periods if name in seasons] == [name for name in seasons if name in periods]
    assert {"year1/spring", "year1/summer", "year1/autumn", "year2/spring", "year2/summer", "year2/autumn"} < set(
        periods
    )
    assert (periods[0], periods[-1]) == ("setup", "end")


def test_3_winter_follows_autumn_and_is_seen_by_all() -> None:
    game = in_season({"Kai": held(0)}, season="autumn")
    assert isinstance(game.state.stage, DrawingRevolts)
    assert period(game.state) == "year1/winter"
    assert game.seen().season == "winter"


def test_a_year_is_spring_summer_autumn_and_winter() -> None:
    assert SEASONS == ("spring", "summer", "autumn", "winter")
