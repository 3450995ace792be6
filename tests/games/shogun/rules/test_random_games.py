"""What is true in every game: random games of all sizes and sides, on towers that do anything cubes can do."""

import os
from collections.abc import Sequence
from itertools import permutations
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from shogun.game.questions import Draw, Drawn, Shuffle, Throw, Thrown
from shogun.games.shogun.rules import (
    IllegalMove,
    Setup,
    Side,
    State,
    awaited,
    new,
    play,
    problems,
    questions,
    result,
    verify,
    view,
)
from shogun.games.shogun.rules.actions import obstacle, rice_yield, targets, tax_yield
from shogun.games.shogun.rules.cards import ACTIONS, Card
from shogun.games.shogun.rules.determinization import deal
from shogun.games.shogun.rules.events import BattleBegan, BattleSettled, Event
from shogun.games.shogun.rules.game import Answer
from shogun.games.shogun.rules.questions import (
    Choice,
    March,
    MarchQuestion,
    PlaceGroup,
    Plan,
    PlanQuestion,
    Question,
    Reinforce,
    TakeCard,
)
from shogun.games.shogun.rules.state import Grouping, LineUp, Planning
from shogun.games.shogun.rules.winter import scores

from .hidden import dealt_anew
from .random_games import TOWERS, Turn, answer_at_random, turns

LINE_UPS: tuple[tuple[Side, LineUp], ...] = (("sun", "printed"), ("sun", "draft"), ("moon", "draft"))
SETUPS = [
    Setup(seats, side, line_up, first_seat)
    for seats in (3, 4, 5)
    for side, line_up in LINE_UPS
    for first_seat in (None, seats - 1)
]


def random_games(examples: int) -> settings:
    """Return how many games are played; in CI always the same ones."""
    return settings(
        max_examples=examples,
        deadline=None,
        derandomize="CI" in os.environ,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )


any_setup = st.sampled_from(SETUPS)
any_tower = st.sampled_from(sorted(TOWERS))
any_seed = st.integers(0, 2**32)


def some(rng: Random, game: Sequence[Turn], count: int) -> list[Turn]:
    """Return some turns of a game, in their order."""
    return [game[index] for index in sorted(rng.sample(range(len(game)), min(count, len(game))))]


def played(setup: Setup, tower: str, rng: Random) -> list[Turn]:
    return list(turns(setup, TOWERS[tower], rng))


@pytest.mark.slow
@random_games(60)
@given(any_setup, any_tower, any_seed)
def test_9_3_the_invariants_hold_after_every_step_of_any_game(setup: Setup, tower: str, seed: int) -> None:
    assert problems(new(setup)) == []
    last = None
    for turn in turns(setup, TOWERS[tower], Random(seed)):
        assert problems(turn.step.state) == []
        last = turn.step.state
    assert last
    assert last.year == 2
    assert result(last)


@random_games(15)
@given(any_setup, any_tower, any_seed)
def test_9_2_every_game_has_its_eight_rounds(setup: Setup, tower: str, seed: int) -> None:
    moments = [turn.before.moment for turn in turns(setup, TOWERS[tower], Random(seed))]
    seasons = [f"year{year}/{season}" for year in (1, 2) for season in ("spring", "summer", "autumn")]
    in_action = [moment for moment in dict.fromkeys(moments) if not moment.endswith("winter")]
    assert in_action == seasons


@random_games(15)
@given(any_setup, any_tower, any_seed)
def test_4_7_nobody_but_who_is_asked_can_answer(setup: Setup, tower: str, seed: int) -> None:
    for turn in turns(setup, TOWERS[tower], Random(seed)):
        asked = {question.seat for question in awaited(turn.before)}
        for seat in (None, *range(-1, setup.seats + 1)):
            if seat not in asked:
                with pytest.raises(IllegalMove):
                    verify(turn.before, seat, turn.answer)


@random_games(15)
@given(any_setup, any_tower, any_seed)
def test_5_0_every_question_lists_counts_and_samples_legal_moves(setup: Setup, tower: str, seed: int) -> None:
    rng = Random(seed)
    for turn in turns(setup, TOWERS[tower], rng):
        for question in awaited(turn.before):
            if not isinstance(question, Draw | Shuffle | Throw):
                assert question.count() > 0
                for _sample in range(3):
                    assert verify(turn.before, question.seat, question.sample(rng)) == question
        if isinstance(turn.question, Choice | MarchQuestion):
            assert_moves_are_sound(turn.question)


def assert_moves_are_sound(question: Choice | MarchQuestion) -> None:
    moves = question.moves
    assert question.count() == len(moves)
    assert all(move not in moves[:index] for index, move in enumerate(moves))
    for kind in {type(move) for move in moves}:
        same: list[Any] = [move for move in moves if type(move) is kind]
        assert question.key.startswith("special/") or same == sorted(same)  # special cards come by their places
    for move in moves:
        question.verify(move)


@random_games(15)
@given(any_setup, any_tower, any_seed)
def test_4_3_several_are_asked_only_to_plan(setup: Setup, tower: str, seed: int) -> None:
    for turn in turns(setup, TOWERS[tower], Random(seed)):
        if isinstance(turn.before.stage, Planning):
            without_plan = [seat for seat, plan in enumerate(turn.before.plans) if plan is None]
            assert [question.seat for question in awaited(turn.before)] == without_plan
        else:
            assert len(awaited(turn.before)) == 1


@random_games(20)
@given(any_setup, any_tower, any_seed)
def test_2_5_no_two_questions_to_a_seat_share_a_key(setup: Setup, tower: str, seed: int) -> None:
    keys = [(turn.question.seat, turn.question.key) for turn in turns(setup, TOWERS[tower], Random(seed))]
    assert len(set(keys)) == len(keys)


@random_games(15)
@given(any_setup, any_tower, any_seed)
def test_4_3_the_order_in_which_plans_are_laid_does_not_matter(setup: Setup, tower: str, seed: int) -> None:
    rng = Random(seed)
    for turn in turns(setup, TOWERS[tower], rng):
        if isinstance(turn.before.stage, Planning) and len(awaited(turn.before)) == setup.seats:
            plans = [(q.seat, answer_at_random(turn.before, q, TOWERS[tower], rng)) for q in awaited(turn.before)]
            states = [laid(turn.before, rng.sample(plans, len(plans))) for _order in range(2)]
            assert states[0] == states[1]


def laid(state: State, plans: Sequence[tuple[int | None, Answer]]) -> State:
    for seat, plan in plans:
        state = play(state, seat, plan).state
    return state


# Plain data


@random_games(12)
@given(any_setup, any_tower, any_seed)
def test_9_3_a_state_read_back_from_text_is_equal_and_goes_on_equally(setup: Setup, tower: str, seed: int) -> None:
    states = msgspec.json.Decoder(State)
    answers = msgspec.json.Decoder(Answer)
    for turn in turns(setup, TOWERS[tower], Random(seed)):
        again = states.decode(msgspec.json.encode(turn.before))
        answer = answers.decode(msgspec.json.encode(turn.answer))
        assert again == turn.before
        assert answer == turn.answer
        assert awaited(again) == awaited(turn.before)
        assert play(again, turn.question.seat, answer) == turn.step


@random_games(8)
@given(any_setup, any_tower, any_seed)
def test_9_3_questions_and_events_read_back_from_text_are_equal(setup: Setup, tower: str, seed: int) -> None:
    told, asked = msgspec.json.Decoder(list[Event]), msgspec.json.Decoder(Question)
    for turn in turns(setup, TOWERS[tower], Random(seed)):
        assert told.decode(msgspec.json.encode(turn.step.events)) == list(turn.step.events)
        assert asked.decode(msgspec.json.encode(turn.question)) == turn.question


@random_games(12)
@given(any_setup, any_tower, any_seed)
def test_9_3_an_answer_leaves_the_state_before_it_as_it_was(setup: Setup, tower: str, seed: int) -> None:
    state = new(setup)
    rng = Random(seed)
    while asked := awaited(state):
        question = rng.choice(asked)
        answer = answer_at_random(state, question, TOWERS[tower], rng)
        before = msgspec.json.encode(state)
        step = play(state, question.seat, answer)
        for seat in (None, *range(setup.seats)):
            view(step.state, seat)
        awaited(step.state)
        assert msgspec.json.encode(state) == before
        state = step.state


# Secrets


@random_games(25)
@given(any_setup, any_tower, any_seed)
def test_4_3_no_view_and_no_question_depends_on_what_is_hidden(setup: Setup, tower: str, seed: int) -> None:
    rng = Random(seed)
    for turn in some(rng, played(setup, tower, rng), 60):
        viewer = rng.choice((None, *range(setup.seats)))
        other = dealt_anew(turn.before, viewer, rng)
        assert view(other, viewer) == view(turn.before, viewer)
        assert awaited(other) == awaited(turn.before)


@random_games(20)
@given(any_setup, any_tower, any_seed)
def test_4_3_a_game_dealt_from_a_view_looks_the_same_and_goes_on(setup: Setup, tower: str, seed: int) -> None:
    """Opponents look ahead over such games."""
    rng = Random(seed)
    for turn in some(rng, played(setup, tower, rng), 60):
        viewer = rng.choice((None, *range(setup.seats)))
        state = deal(view(turn.before, viewer), rng)
        assert view(state, viewer) == view(turn.before, viewer)
        assert awaited(state) == awaited(turn.before)
        assert problems(state) == []
        taken = [name for name, province in state.provinces.items() if province.owner is not None]
        taken += [state.stage.province] if isinstance(state.stage, Grouping) else []
        cards = [*state.deck, *state.market, *taken]
        assert len(set(cards)) == len(cards)
        answer = answer_at_random(state, turn.question, TOWERS[tower], rng)
        assert problems(play(state, turn.question.seat, answer).state) == []


@random_games(20)
@given(any_setup, any_tower, any_seed)
def test_4_8_every_plan_that_is_dealt_could_have_been_laid(setup: Setup, tower: str, seed: int) -> None:
    """With the cards put back that have left the boards for all to see, it was among the plans of its seat."""
    rng = Random(seed)
    asked: dict[int, PlanQuestion] = {}
    laid: dict[int, Plan] = {}
    for turn in played(setup, tower, rng):
        if isinstance(turn.question, PlanQuestion) and isinstance(turn.answer, Plan):
            asked[turn.question.seat], laid[turn.question.seat] = turn.question, turn.answer
        elif turn.before.event is not None and rng.random() < 0.3:
            viewer = rng.choice((None, *range(setup.seats)))
            for seat, plan in enumerate(deal(view(turn.before, viewer), rng).plans):
                asked[seat].verify(with_lost_cards(turn.before, seat, plan, laid[seat]))


def with_lost_cards(state: State, seat: int, dealt: Plan | None, laid: Plan) -> Plan:
    """Return a dealt plan with the cards that have left the board of this seat since it was laid."""
    now = state.plans[seat]
    assert dealt is not None and now is not None
    boards = zip(dealt.fields, now.fields, laid.fields, strict=True)
    return Plan(tuple(was if there is None else card for card, there, was in boards), dealt.bid)


@pytest.mark.slow
@random_games(40)
@given(any_setup, any_tower, any_seed)
def test_4_7_a_step_that_reveals_nothing_shows_nobody_anything_hidden(setup: Setup, tower: str, seed: int) -> None:
    rng = Random(seed)
    for turn in played(setup, tower, rng):
        if turn.question.seat is None:
            assert turn.step.reveals
        elif not turn.step.reveals:
            assert_nothing_was_revealed(turn, rng)


def assert_nothing_was_revealed(turn: Turn, rng: Random) -> None:
    """The same answer in a game that looked the same to another seat leads to the same sight."""
    mover = turn.question.seat
    for viewer in (None, *range(len(turn.before.players))):
        if viewer != mover:
            other = dealt_anew(turn.before, viewer, rng)
            answer = turn.question.sample(rng) if isinstance(turn.question, PlanQuestion) else turn.answer
            step = play(other, mover, answer)
            assert not step.reveals
            assert view(step.state, viewer) == view(turn.step.state, viewer)
            assert step.events == turn.step.events


@pytest.mark.parametrize("setup", SETUPS[:6])
def test_4_7_plans_attacks_and_reinforcements_can_be_taken_back(setup: Setup) -> None:
    steps = [turn for seed in range(3) for turn in turns(setup, TOWERS["quick"], Random(seed))]
    plans = [turn for turn in steps if isinstance(turn.answer, Plan)]
    assert not any(turn.step.reveals for turn in plans)
    attacks = [turn for turn in steps if any(isinstance(event, BattleBegan) for event in turn.step.events)]
    reinforced = [turn for turn in steps if isinstance(turn.answer, Reinforce)]
    assert attacks
    assert reinforced
    assert not any(turn.step.reveals for turn in attacks + reinforced)
    taken = [turn for turn in steps if isinstance(turn.answer, TakeCard)]
    assert all(turn.step.reveals for turn in taken)
    assert not any(turn.step.reveals for turn in steps if isinstance(turn.answer, PlaceGroup))


@random_games(10)
@given(any_setup, any_tower, any_seed)
def test_5_0_a_view_answers_the_questions_of_position_as_the_state_does(setup: Setup, tower: str, seed: int) -> None:
    rng = Random(seed)
    for turn in some(rng, played(setup, tower, rng), 40):
        state, seen = turn.before, view(turn.before, None)
        seat, name = rng.randrange(setup.seats), rng.choice(sorted(state.provinces))
        assert scores(seen) == scores(state)
        assert targets(seen, seat, name) == targets(state, seat, name)
        assert tax_yield(seen, seat, name) == tax_yield(state, seat, name)
        assert rice_yield(seen, seat, name) == rice_yield(state, seat, name)
        for action in ACTIONS:
            assert obstacle(seen, seat, action, name) == obstacle(state, seat, action, name)


# Wrong moves

wrong_drawn: Any = Drawn
wrong_thrown: Any = Thrown
wrong_plan: Any = Plan
wrong_march: Any = March
JUNK: list[object] = [
    None, 7, "Kai", (), {"red": 1}, Drawn(()), Drawn(("",)), wrong_drawn((None, [])), Thrown({"": 1}),
    wrong_thrown({"red": "1"}), Thrown({"red": 10**9}), Plan((), None), Plan((None,) * 10, None),
    wrong_plan(([],) * 10, {}), Plan((True,) * 10, 1), March("", "", 1), March("Kai", "Kai", 1),
    wrong_march(None, None, None), Reinforce(2), Reinforce(-1), TakeCard("Osaka"), PlaceGroup(0), PlaceGroup(62),
]  # fmt: skip


@random_games(15)
@given(any_setup, any_tower, any_seed)
def test_5_0_any_other_answer_is_refused_by_a_rule_or_legal(setup: Setup, tower: str, seed: int) -> None:
    rng = Random(seed)
    game = played(setup, tower, rng)
    for turn in some(rng, game, 40):
        for answer in (*JUNK, *(other.answer for other in some(rng, game, 40))):
            try:
                verify(turn.before, turn.question.seat, answer)  # type: ignore[arg-type]
            except IllegalMove as refused:
                assert refused.sentence
                assert refused.rule.count(".") == 1
            else:
                assert answer not in JUNK
                assert problems(play(turn.before, turn.question.seat, answer).state) == []  # type: ignore[arg-type]


# Counting plans


def all_plans(cards: Sequence[Card], fields: int) -> set[tuple[Card | None, ...]]:
    """Return every way to lay as many cards as possible on so many fields, the bid last."""
    room = len(cards) - fields
    spaces: list[Card | None] = [*cards, *[None] * max(0, -room)]
    return set(permutations(spaces, fields))


@pytest.mark.parametrize("chests", [0, 1, 4])
@pytest.mark.parametrize(
    "cards", [(0,), (0, 1), ("Kai", 0, 1), ("Kai", 0, 1, 2), ("Aki", "Kai", 0, 1, 2), ("Aki", "Kai", 0, 1, 2, 3)]
)
def test_4_3_plans_are_counted_and_sampled_as_they_can_be_laid(
    monkeypatch: pytest.MonkeyPatch, cards: tuple[Card, ...], chests: int
) -> None:
    """On a planning board with three actions and a bid, all plans can be listed."""
    monkeypatch.setattr(questions, "ACTIONS", ACTIONS[:3])
    monkeypatch.setattr(questions, "FIELDS", 4)
    question = PlanQuestion(0, "", cards, chests)
    legal = {plan for plan in all_plans(cards, 4) if not isinstance(plan[3], int) or plan[3] <= chests}
    assert question.count() == len(legal)
    for plan in all_plans(cards, 4) - legal:
        with pytest.raises(IllegalMove, match=r"rule 4\.4"):
            question.verify(Plan(plan[:3], plan[3]))
    for plan in legal:
        question.verify(Plan(plan[:3], plan[3]))
    rng, sampled = Random(1), dict.fromkeys(legal, 0)
    for _draw in range(60 * len(legal)):
        drawn = question.sample(rng)
        sampled[(*drawn.fields, drawn.bid)] += 1
    assert min(sampled.values()) > 20  # of 60 expected: each has the same chance
    assert max(sampled.values()) < 120


@pytest.mark.parametrize(
    ("provinces", "chests"),
    [((), 2), pytest.param(("Kai",), 3, marks=pytest.mark.slow)],
)
def test_4_3_all_plans_of_a_hand_of_5_or_6_cards_can_be_laid(provinces: tuple[str, ...], chests: int) -> None:
    """Each card on a field of its own, on the whole planning board, but for bids that can't be paid."""
    question = PlanQuestion(0, "", questions.hand(provinces), chests)
    legal = 0
    for places in permutations(range(11), len(question.cards)):
        fields: list[Card | None] = [None] * 11
        for place, card in zip(places, question.cards, strict=True):
            fields[place] = card
        bid = fields.pop()
        if not isinstance(bid, int) or bid <= chests:
            question.verify(Plan(tuple(fields), bid))
            legal += 1
    assert question.count() == legal


@pytest.mark.parametrize(("provinces", "plans"), [(0, 30240 + 5 * 5040), (6, 11 * 3628800), (7, 12 * 39916800)])
def test_4_3_there_are_so_many_plans(provinces: int, plans: int) -> None:
    names = [f"Province{number}" for number in range(provinces)]
    assert PlanQuestion(0, "", questions.hand(names), 4).count() == plans


def test_7_4_random_games_meet_every_kind_of_battle() -> None:
    """Guards the tests above: had the games no ties or revolts, they would prove little."""
    told = {
        (event.kind, event.winner is not None, event.tie)
        for seed in range(12)
        for turn in turns(SETUPS[seed % len(SETUPS)], TOWERS["mixed"], Random(seed))
        for event in turn.step.events
        if isinstance(event, BattleSettled)
    }
    assert told == {
        ("players", True, False), ("players", False, True), ("neutral", True, False), ("neutral", False, False),
        ("neutral", False, True), ("revolt", True, False), ("revolt", False, False), ("revolt", False, True),
    }  # fmt: skip
