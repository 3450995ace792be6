"""Shogun by typed lines: plans laid field by field, marches by target and armies, and the table in words."""

from random import Random

import pytest

from shogun.game.dialogue import Misunderstood
from shogun.games.shogun import dialogue, rules
from shogun.games.shogun.dialogue import PlanAnswer, answering, table_lines
from shogun.games.shogun.rules.cards import ACTIONS
from shogun.games.shogun.rules.questions import March, MarchQuestion, Plan, PlanQuestion, Stay
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.rules.views import View
from shogun.players.adviser import Hint
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.session import Session

NAMES = ("Ada", "Ben", "Eva")


@pytest.fixture(scope="module")
def session() -> Session:
    """A game in which all plan."""
    seats = tuple(SeatInfo(name) for name in NAMES)
    session = Session.start(rules, Header(seed=1, setup=Setup(3), seats=seats, tower=TowerInfo()))
    while session.chance is not None:
        session.advance()
    return session


@pytest.fixture
def view(session: Session) -> View:
    seen: View = session.view(0)
    return seen


@pytest.fixture
def question(session: Session) -> PlanQuestion:
    [asked] = [question for question in session.questions if question.seat == 0]
    assert isinstance(asked, PlanQuestion)
    return asked


def order(view: View) -> list[str]:
    known = [action for action in view.actions if action is not None]
    return [*known, *(action for action in ACTIONS if action not in known)]


def typed(answer: PlanAnswer, *lines: str) -> Plan | None:
    plan = None
    for line in lines:
        plan = answer.take(line)
    return plan


def test_a_plan_field_by_field(view: View, question: PlanQuestion) -> None:
    answer = PlanAnswer(view, question, NAMES)
    assert typed(answer, *map(str, range(1, 12))) is None
    assert any(line.startswith("Chests: ") for line in answer.lines()), "what the plan brings is told"
    plan = typed(answer, "yes")
    assert plan is not None
    by_order = [*(plan.on(action) for action in order(view)), plan.bid]  # type: ignore[arg-type]
    assert tuple(by_order) == question.cards[:11]
    question.verify(plan)


def test_cards_by_name_and_fields_by_number(view: View, question: PlanQuestion) -> None:
    first, second = question.cards[:2]
    assert isinstance(first, str) and isinstance(second, str)
    answer = PlanAnswer(view, question, NAMES)
    typed(answer, first[:4].lower(), f"3 {second}", "3 1")  # which exchanges the two
    assert f"Field 2, {_title(view, 1)}: which card?" == answer.lines()[-1]
    assert any(line.startswith("Cards left: 3. ") for line in answer.lines())
    plan = typed(answer, *map(str, range(3, 12)), "yes")
    assert plan is not None
    assert (plan.on(order(view)[0]), plan.on(order(view)[2])) == (second, first)  # type: ignore[arg-type]


def _title(view: View, field: int) -> str:
    from shogun.games.shogun.words import ACTION_NAMES

    return ACTION_NAMES[order(view)[field]]  # type: ignore[index]


def test_a_step_is_taken_back(view: View, question: PlanQuestion) -> None:
    answer = PlanAnswer(view, question, NAMES)
    assert not answer.back()
    typed(answer, "1", "2")
    assert answer.back()
    assert answer.lines()[-1].startswith("Field 2, ")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("99", "Your cards have numbers from 1 to "),
        ("Atlantis", "None of your cards is called Atlantis."),
        ("-", "Every field needs a card as long as you have one."),
        ("12 1", "Type yes, or the numbers of a field and a card."),
    ],
)
def test_what_cannot_be_laid_is_refused(view: View, question: PlanQuestion, line: str, sentence: str) -> None:
    answer = PlanAnswer(view, question, NAMES)
    with pytest.raises(Misunderstood, match=sentence):
        answer.take(line)


def test_a_bid_needs_its_chests(view: View) -> None:
    provinces = tuple(view.owned(0))
    poor = PlanQuestion(0, "plan", (*provinces, 0, 1, 2, 3, 4), chests=1)
    answer = PlanAnswer(view, poor, NAMES)
    with pytest.raises(Misunderstood, match="You can't pay a bid of 4 chests"):
        answer.take(f"11 {len(poor.cards)}")
    typed(answer, f"11 {len(provinces) + 2}")
    assert answer.back(), "the bid that can be paid is laid"


def test_with_few_cards_fields_stay_empty(view: View) -> None:
    few = PlanQuestion(0, "plan", (*view.owned(0)[:2], 0, 1, 2, 3, 4), chests=9)
    answer = PlanAnswer(view, few, NAMES)
    assert "4 fields stay empty: type - for no card." in answer.lines()
    plan = typed(answer, "-", "-", "1", "2", "3", "4", "5", "6", "7", "yes")
    assert plan is not None
    few.verify(plan)
    assert plan.on(order(view)[0]) is None  # type: ignore[arg-type]


def test_advice_is_laid_and_can_be_changed(view: View, question: PlanQuestion) -> None:
    advised = question.sample(Random(1))
    answer = PlanAnswer(view, question, NAMES)
    assert answer.advised(advised).startswith("The suggested plan has been filled in")
    assert answer.take("yes") == advised
    assert len(dialogue.advice_lines(Hint(advised))) == 11


def test_a_march_by_target_and_armies_with_its_odds(session: Session, view: View) -> None:
    source = next(name for name in view.owned(0) if view.provinces[name].armies > 2)
    target = view.board.neighbours[source][0]
    question = MarchQuestion(0, "march", "battle_a", source, (target,), 2, may_stay=True)
    answer = answering(view, session.inside, question, NAMES)
    assert answer.lines()[0].startswith(f"{source}: Ada, ") and answer.lines()[1].startswith(f"1. {target}: ")
    assert answer.take("1") is None
    assert len(answer.lines()) == 3
    assert answer.take("2") == March(source, target, 2)
    assert answer.back()
    assert answer.take("2") == Stay()
    assert answer.advised(March(source, target, 1)) == "To do that, type 1 1."


def test_the_table_tells_every_province_and_player(view: View) -> None:
    lines = table_lines(view, NAMES)
    told = {line.strip().partition(":")[0] for line in lines}
    assert set(view.provinces) <= told
    for seat, name in enumerate(NAMES):
        [line] = [line for line in lines if line.startswith(f"{name} (")]
        assert f"{view.players[seat].chests} chests" in line
    assert any(line.startswith("In the tower: ") for line in lines)
    assert not any("None" in line or "{" in line for line in lines)
