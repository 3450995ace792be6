"""The opponents of Rumble Nation: each answer is legal, and follows from the view, the question and luck alone."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from shogun.game.errors import UnknownOpponent
from shogun.games.rumble_nation import opponents, rules
from shogun.games.rumble_nation.opponents import play_statistics
from shogun.games.rumble_nation.opponents.rollouts import Field
from shogun.games.rumble_nation.opponents.strong import after_the_next, next_seat
from shogun.games.rumble_nation.opponents.war_forecast import (
    AREA_SHARES,
    COEFFICIENTS,
    Board,
    Forecast,
    Way,
    best_of_rolls,
    first_roll,
    katana_standing,
    second_roll,
    shares,
)
from shogun.games.rumble_nation.rules.components import AREAS, COUNTS, soldiers_of
from shogun.games.rumble_nation.rules.state import RESERVE, Choosing, Deploying, Over, RollDice, Setup, State, Transfer
from shogun.games.rumble_nation.rules.war import fight, strength
from shogun.table.session import Budget, Turn
from shogun.table.towers import Counted
from tests.games.rumble_nation.build import SETUPS, by_chance, steps

np = pytest.importorskip("numpy")
FEW = Budget(playouts=200)


def asked_states(setup: Setup, seed: int) -> list[State]:
    """Return the states of a random game in which somebody is asked."""
    return [state for state, question, _answer, _step in steps(setup, Random(seed)) if question.seat is not None]


@pytest.mark.parametrize(("code", "setup"), list(product(opponents.codes(), SETUPS[::2])), ids=str)
def test_every_answer_is_legal_and_follows_from_the_seed(code: str, setup: Setup) -> None:
    choose = opponents.opponent(code)
    states = asked_states(setup, 4)
    for state in states if code in opponents.QUICK else states[:: 1 + len(states) // 12]:
        [question] = rules.awaited(state)
        assert question.seat is not None
        before = rules.view(state, None)
        answers = [choose(state, Counted(), question, Random(1), FEW) for _time in range(2)]
        assert answers[0] == answers[1]
        assert answers[0] in question.moves
        assert state == before


def test_all_216_rolls_are_looked_at() -> None:
    values = np.arange(33, dtype=float).reshape(3, 11)
    best = best_of_rolls(values)
    assert best.shape == (216,)
    assert best[0] == values[0, 0], "1, 1, 1 brings one soldier to area 2"
    assert best[-1] == values[2, 10], "6, 6, 6 brings three to area 12"
    dice = list(product(range(1, 7), repeat=3))
    at = dice.index((3, 4, 5))
    assert best[at] == max(values[1, 7], values[1, 6], values[2, 5])
    assert second_roll(values) == pytest.approx(best.mean())
    assert first_roll(values) > second_roll(values)
    assert [round(share * 432 / 12) for share in AREA_SHARES] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]


@pytest.mark.parametrize("setup", [Setup(2), Setup(3)], ids=str)
def test_the_next_seat_splits_and_rolls_again_as_it_likes(setup: Setup) -> None:
    """Every one of its 216 rolls is answered by hand, once after a way of one's own and once after none."""
    state = next(one for one in asked_states(setup, 2)[6:] if isinstance(one.stage, Deploying))
    forecast, seat = Forecast(state, state.turn), next_seat(state)
    places = list(forecast.lineup.place)
    ways: list[Way] = [(), (Transfer(state.turn, RESERVE, places[4], 1),)]
    for way, found in zip(ways, after_the_next(forecast, ways), strict=True):
        worth = {
            (pieces, area): forecast.ahead(*forecast.positions([(*way, Transfer(seat, RESERVE, area, pieces))]))[:, 0]
            for pieces, area in product((1, 2, 3), places)
        }
        best = []
        for dice in product(range(1, 7), repeat=3):
            splits = [worth[soldiers_of(single), places[sum(dice) - single - 2]] for single in dice]
            best.append(max(splits, key=lambda values: float(values[seat])))
        again = np.mean(best, axis=0)
        kept = [values if values[seat] >= again[seat] else again for values in best]
        assert found == pytest.approx(np.mean(kept, axis=0)[state.turn])


def test_a_war_in_arrays_is_the_war_of_the_rules() -> None:
    for setup in SETUPS:
        state = list(steps(setup, Random(8)))[-1][3].state
        assert isinstance(state.stage, Over)
        field = Field(state)
        katana = np.array([[player.katana] * 2 for player in state.players], dtype=np.int32)
        own = [[[strength(state, area, seat)] * 2 for seat in range(setup.seats)] for area in field.place]
        points = field.war(np.array(own, dtype=np.int32), katana)
        assert points[:, 0].tolist() == points[:, 1].tolist() == [player.points for player in state.players]
        assert len(list(fight(state))) == 11


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_with_nothing_to_come_the_forecast_knows_who_wins_and_who_is_second(seats: int) -> None:
    """All strengths are apart by more than a katana counts, and there is no support: nobody stands beside anybody."""
    coefficients = COEFFICIENTS[seats]
    place = {area: number for number, area in enumerate(AREAS)}
    board = Board(place, COUNTS[seats])
    board.later = [[] for _area in place]
    strengths = np.zeros((len(place), seats, 1))
    strengths[:, :, 0] = [[3 * ((seat + area) % seats) for seat in range(seats)] for area in range(len(place))]
    nothing = np.zeros((seats, 1))
    won, second = shares(coefficients, board, strengths, nothing, nothing)
    for area in range(len(place)):
        order = strengths[area, :, 0].argsort()
        assert won[area, order[-1], 0] > 0.9
        assert won[area, order[0], 0] == pytest.approx(0, abs=1e-6), "nobody wins where they have nothing"
        if seats > 2:
            assert second[area, order[-2], 0] > 0.9


def test_the_forecast_is_the_less_sure_the_more_may_still_come() -> None:
    """And support counts where it goes, the better the likelier it is sent."""
    board = Board({area: number for number, area in enumerate(AREAS)}, COUNTS[2])
    board.later = [[1], *([] for _area in AREAS[1:])]
    strengths = np.zeros((len(AREAS), 2, 3))
    strengths[0, 0], strengths[1] = 2.0, 1.0
    reserves = np.array([[0.0, 3.0, 12.0]] * 2)
    won, _second = shares(COEFFICIENTS[2], board, strengths, reserves, np.zeros((2, 3)))
    assert won[0, 0, 0] > won[0, 0, 1] > won[0, 0, 2] > 0.5 > won[0, 1, 2] > won[0, 1, 0]
    assert won[1, 0, 0] > 0.7, "even there but for the support of the first area"


def test_who_is_nearer_to_the_end_is_likelier_to_have_the_higher_katana() -> None:
    coefficients, reserves = COEFFICIENTS[3], np.array([[2.0], [9.0], [9.0]])
    after = np.array([[2.0], [0.0], [1.0]])
    open_still = katana_standing(coefficients, reserves, np.zeros((3, 1)), after)[:, 0]
    assert open_still[0] > open_still[1] > open_still[2], "of equals the one who is on turn sooner"
    assert open_still.sum() == pytest.approx(3), "of each two one has the higher"
    held = katana_standing(coefficients, np.array([[0.0], [5.0], [0.0]]), np.array([[2.0], [0.0], [3.0]]), after)
    assert held[:, 0] == pytest.approx([1, 0, 2], abs=1e-6)


def test_the_master_answers_within_a_second_at_the_windows_setting() -> None:
    """Its own clock is asked, so that a busy computer makes no difference: the budget is below a second."""
    budget = opponents.budget_for(None)
    assert budget.seconds is not None and budget.seconds < 1
    state = next(state for state in asked_states(Setup(2), 1) if isinstance(state.stage, Deploying))
    assert opponents.opponent("master")(state, Counted(), rules.awaited(state)[0], Random(1), Budget(seconds=0.0))


def test_unknown_opponents_are_told() -> None:
    with pytest.raises(UnknownOpponent, match="random, beginner, solid, strong, master"):
        opponents.opponent("greedy")
    assert opponents.title("nobody") == "nobody"
    assert opponents.sentence("nobody") == ""
    assert all(opponents.title(code) and opponents.sentence(code) for code in opponents.codes())


def test_a_solid_player_wins_more_often_than_random_ones() -> None:
    solid, other = opponents.opponent("solid"), opponents.opponent("random")
    won = sum(winner(Setup(2, first_seat=seed % 2), [solid, other], seed) == 0 for seed in range(20))
    assert won >= 14


def winner(setup: Setup, seats: list[object], seed: int) -> int:
    *_before, last = played(setup, seats, seed)
    result = rules.result(last.after)
    assert result
    return result.winners[0]


def played(setup: Setup, seats: list[object], seed: int) -> Iterator[Turn]:
    """Yield the turns of a game."""
    rng, state = Random(seed), rules.new(setup)
    while questions := rules.awaited(state):
        [question] = questions
        if question.seat is None:
            answer = by_chance(question, rng)
        else:
            answer = seats[question.seat](state, Counted(), question, rng, FEW)  # type: ignore[operator]
        step = rules.play(state, question.seat, answer)
        yield Turn(0, question, answer, step.events, state, step.state, 0)
        state = step.state


def test_nobody_rolls_where_cards_alone_are_asked_for() -> None:
    for state in asked_states(Setup(4, advanced=True), 2):
        if isinstance(state.stage, Choosing):
            assert RollDice() in rules.awaited(state)[0].moves  # type: ignore[union-attr]


def test_habits_are_gathered_and_told() -> None:
    counted = {"games": 2, "deployed": 18, "again": 9, "cards": 1, "katana": 3, "at": {"late": 1}}
    noted = {"solid": counted | {"with_card": 1, "won": 1}}
    told = play_statistics.report(play_statistics.gathered([noted, noted]))
    assert told.rows == (("solid", "9.0", "50 %", "1.50", "0.50", "0 %", "0 %", "100 %", "0 %", "100 %"),)


def test_a_solid_opponent_keeps_its_card_for_a_moment_that_is_worth_it() -> None:
    codes = ("solid", "beginner", "beginner")
    moments: Counter[str] = Counter()
    for seed in range(3):
        collector = play_statistics.watcher(codes)
        for turn in played(Setup(3), [opponents.opponent(code) for code in codes], seed):
            collector(turn)
        noted = play_statistics.gathered([collector.habits])
        assert sum(found.won for found in noted.values()) == 1
        assert noted["solid"].with_card == noted["solid"].cards == 1
        moments.update(noted["solid"].at)
    assert moments["early"] == 0 and moments["late"] >= 1
