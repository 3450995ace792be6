"""Encodings of games: by legal actions every legal move can be said, each in one way, and nothing else."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from shogun.envs.agent_environment import AnswerComposition
from shogun.game.agent_encoding import MOST as LARGEST
from shogun.game.agent_encoding import ActionNames, Encoding, Listed
from shogun.games.shogun import encoding as shogun_encoding
from shogun.games.shogun.rules.questions import Plan, PlanQuestion, hand
from shogun.games.shogun.rules.state import Setup
from tests.envs.forms import FIRST, FORMS, Form, choice

QUESTIONS = 12
UNUSED: Any = None
"""The view where an encoding looks at the question alone."""
_PROVINCES = tuple(Setup().board.lands)
MOST = 3000
"""Moves of a question that are all said."""


def said(encoding: Encoding, view: Any, question: Any) -> Iterator[tuple[Any, list[int]]]:
    """Yield each way to answer a question: the move that is said, and the actions that say it."""

    def begun(actions: list[int]) -> tuple[Any, AnswerComposition]:
        answer = AnswerComposition(encoding.composer(view, question), has_choice=question.count() > 1)
        move = None
        for action in actions:
            move = answer.take(action)
        return move, answer

    def on(actions: list[int]) -> Iterator[tuple[Any, list[int]]]:
        move, answer = begun(actions)
        if move is not None:
            yield move, answer.chosen
            return
        for action in answer.legal:
            yield from on([*actions, action])

    return on([])


def asked(form: Form, seed: int) -> Iterator[tuple[Any, Any, Any]]:
    """Play by chance; yield the environment, the view and the question of each answer."""
    env, rng = form.env(), Random(seed)
    env.reset(seed=seed)
    before = None
    while env.game.question is not None:
        question = env.game.question
        if question is not before:
            yield env, env.game.rules.view(env.game.state, question.seat), question
        before = question
        env.step(choice(env.observe(env.agent_selection), rng))


def check(form: Form, seed: int, most: int) -> None:
    """Say all moves of so many questions with few moves."""
    left = most
    for env, view, question in asked(form, seed):
        if question.count() > MOST or not left:
            continue
        left -= 1
        ways = list(said(env.encoding, view, question))
        moves = [move for move, _chosen in ways]
        assert len(set(moves)) == len(moves) == question.count()
        for move, chosen in ways:
            question.verify(move)
            assert 1 <= len(chosen) <= env.encoding.longest(env.setup)


@pytest.mark.parametrize("form", FIRST, ids=str)
def test_every_legal_move_can_be_said_in_one_way(form: Form) -> None:
    check(form, 1, QUESTIONS)


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_every_number_has_a_bound_that_means_something(form: Form) -> None:
    env = form.env()
    env.reset(seed=1)
    cells = [cell for part in env.encoding.parts(env.setup) for cell in part.cells]
    assert max(cell.most for cell in cells) <= LARGEST


def test_what_goes_beyond_the_largest_number_is_shown_as_that() -> None:
    env = next(form for form in FIRST if "rumble" in str(form)).env()
    env.reset(seed=1)
    state = env.game.state
    shown, long_after = (env.encoding.cells(replace(state, round=round_), 0) for round_ in (LARGEST, 10 * LARGEST))
    assert shown == long_after


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS, ids=str)
def test_every_legal_move_of_whole_games_can_be_said_in_one_way(form: Form) -> None:
    for seed in range(2, 6):
        check(form, seed, 1000)


@pytest.mark.parametrize(
    ("cards", "chests"),
    [((_PROVINCES[0], 0), 0), ((*_PROVINCES[:2], 2), 0), ((0, 1, 2), 1), ((3, 4), 2), (_PROVINCES[:1], 0)],
)
def test_every_legal_plan_can_be_said_in_one_way(cards: tuple[Any, ...], chests: int) -> None:
    question = PlanQuestion(0, "plan", cards, chests)
    plans = [plan for plan, _chosen in said(shogun_encoding, None, question)]
    assert len(set(plans)) == len(plans) == question.count()
    for plan in plans:
        question.verify(plan)


@pytest.mark.parametrize(
    ("cards", "chests"),
    [(_PROVINCES[:6], 0), ((), 2), (_PROVINCES[:1], 4), (_PROVINCES[:9], 1)],
)
def test_plans_said_by_chance_are_legal_and_each_can_be(cards: tuple[Any, ...], chests: int) -> None:
    question = PlanQuestion(0, "plan", hand(cards), chests)
    rng = Random(1)
    for _plan in range(200):
        answer = AnswerComposition(shogun_encoding.composer(UNUSED, question), has_choice=True)
        wanted = question.sample(rng)
        move = said_plan(answer, wanted)
        assert move == wanted
        other = AnswerComposition(shogun_encoding.composer(UNUSED, question), has_choice=True)
        move = None
        while move is None:
            move = other.take(rng.choice(other.legal))
        question.verify(move)


def said_plan(answer: AnswerComposition, wanted: Plan) -> Any:
    """Say this plan, field by field, where there is a choice."""
    numbers = {name: number for number, name in enumerate(shogun_encoding.actions(Setup()))}
    move = None
    fields = (*wanted.fields, wanted.bid)
    while move is None:
        card = fields[len(answer.chosen)]
        name = "leave empty" if card is None else f"chests {card}" if isinstance(card, int) else f"province {card}"
        move = answer.take(numbers[name])
    return move


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_cells_and_actions_are_described(form: Form) -> None:
    env = form.env()
    assert len(set(env.action_names)) == len(env.action_names)
    names = [part.name for part in env.parts]
    assert len(set(names)) == len(names)
    for part in env.parts:
        assert len({cell.name for cell in part.cells}) == len(part.cells)
        assert len(set(part.rows)) == len(part.rows)
        assert all(cell.meaning for cell in part.cells)


def test_what_all_codes_share_is_passed_over() -> None:
    listed = Listed([((7, 1, 2), "a"), ((7, 1, 3), "b"), ((7, 4, 5), "c")])
    assert listed.legal() == [1, 4]
    assert listed.take(1) is None
    assert listed.legal() == [2, 3]
    assert listed.take(3) == "b"
    assert Listed([((7, 4, 5), "c")]).take(7) == "c"


def test_actions_have_numbers_by_group() -> None:
    names = ActionNames({"": ("pass",), "card": ("a", "b")})
    assert names.names == ("pass", "card a", "card b")
    assert names["card", "b"] == 2
    assert names.of("card") == {"a": 1, "b": 2}
