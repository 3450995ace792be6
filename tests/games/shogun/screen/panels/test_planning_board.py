"""The planning board: what it says of a half-laid plan, and every way to lay a card."""

from collections.abc import Iterator
from random import Random

import pygame
import pytest
from msgspec.structs import replace

from shogun.games.shogun.analysis.consequences import Prospects
from shogun.games.shogun.opponents import opponent
from shogun.games.shogun.rules.cards import ACTIONS, BUILDINGS, CHEST_CARDS, FIELDS, board
from shogun.games.shogun.rules.questions import Plan, PlanQuestion
from shogun.games.shogun.rules.state import Province, Setup
from shogun.games.shogun.screen.card import InHand, card_face, planning_card
from shogun.games.shogun.screen.panels.planning_board import field_order
from shogun.games.shogun.screen.play.half_made_answers import BID, PlanDraft
from shogun.games.shogun.screen.play.model import Model
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.players.adviser import Hint
from shogun.table.session import UNLIMITED
from shogun.window.kit.drawing.canvas import Canvas, Layer
from shogun.window.kit.drawing.icons import SeatLook
from shogun.window.kit.runtime.app import App
from tests.window.clicking import (
    SMALL,
    click,
    click_at,
    draft,
    game,
    names,
    press,
    session,
    settle,
    shown,
    target,
    window,
)


def begin(app: App, *, season: str = "spring", seed: int = 3, seats: int = 4) -> GameScene:
    """Return the scene of a game in which the person plans a season."""
    played = session("person" + ",greedy" * (seats - 1), setup=Setup(seats), seed=seed)
    scene = game(app, played)
    while scene.model.view.season != season or not isinstance(scene.model.question, PlanQuestion):
        app.scene.update(30.0)
        question = scene.model.question
        if question is not None and (scene.model.view.season != season or not isinstance(question, PlanQuestion)):
            view = played.view(question.seat)
            scene.controls.answer(opponent("greedy")(view, played.inside, question, Random(1), UNLIMITED))
    settle(app)
    return scene


@pytest.fixture
def app() -> Iterator[App]:
    with window(SMALL) as opened:
        yield opened


@pytest.mark.parametrize("size", [(42, 27), (44, 21), (58, 32), (61, 27), (90, 34)])
def test_the_whole_name_of_every_province_stands_on_its_card(app: App, size: tuple[int, int]) -> None:
    played, rect = board("sun", 5), pygame.Rect((40, 30), size)
    for name in played.lands:
        layer = Layer()
        canvas = Canvas(pygame.Surface((200, 100)), 14, layer, (0, 0), "")
        planning_card(canvas, rect, name, played, InHand())
        card_face(canvas, rect.inflate(-2, 0), name)
        for written in layer.texts:
            assert not written.cut, written.text
            assert rect.inflate(4, 4).contains(written.rect), written.text
        assert [written.text for written in layer.texts].count(name) == 2


def provinces(plan: PlanDraft) -> list[str]:
    return [card for card in plan.hand() if isinstance(card, str)]


def move_pointer(app: App, position: tuple[int, int], *, held: bool = False) -> None:
    buttons = (1, 0, 0) if held else (0, 0, 0)
    app.take(pygame.Event(pygame.MOUSEMOTION, pos=position, rel=(3, 3), buttons=buttons))
    app.step(0.0)


def drag(app: App, start: tuple[int, int], end: tuple[int, int]) -> None:
    app.take(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1))
    move_pointer(app, ((start[0] + end[0]) // 2, (start[1] + end[1]) // 2), held=True)
    move_pointer(app, end, held=True)
    app.take(pygame.Event(pygame.MOUSEBUTTONUP, pos=end, button=1))
    app.step(0.0)


@pytest.mark.slow
def test_fields_stand_in_the_order_in_which_they_count(app: App) -> None:
    scene = begin(app)
    known = [action for action in scene.model.view.actions if action]
    order = [number for number, _when in field_order(scene.model)]
    assert order[0] == BID
    assert [ACTIONS[number] for number in order[1 : len(known) + 1]] == known
    lefts = [target(app, f"field-{number}").rect.left for number in order]
    assert lefts == sorted(lefts)
    assert sorted(order) == list(range(FIELDS))


def test_a_card_is_dragged_onto_a_field_from_field_to_field_and_let_go_elsewhere(app: App) -> None:
    scene = begin(app)
    plan = draft(scene)
    name = provinces(plan)[0]
    drag(app, target(app, f"card-{name}").rect.center, target(app, "field-2").rect.center)
    assert (plan.fields[2], plan.card) == (name, None)
    drag(app, target(app, "field-2").rect.center, target(app, "field-7").rect.center)
    assert (plan.fields[2], plan.fields[7]) == (None, name)
    drag(app, target(app, "field-7").rect.center, target(app, "ledger-chest").rect.center)
    assert (plan.fields[7], plan.card, plan.is_dragged) == (None, name, False)


def test_a_laid_card_is_lifted_and_changes_places_with_another(app: App) -> None:
    plan = draft(begin(app))
    first, second = provinces(plan)[:2]
    for name, field in ((first, "field-0"), (second, "field-1")):
        click(app, f"card-{name}")
        click(app, field)
    click(app, "field-0")
    assert (plan.card, plan.fields[0]) == (first, None)
    click(app, "field-1")
    assert (plan.fields[1], plan.card) == (first, None)
    assert second in plan.hand()


def test_each_field_tells_what_the_card_in_hand_would_bring(app: App) -> None:
    scene = begin(app)
    plan = draft(scene)
    name = max(provinces(plan), key=lambda name: scene.model.board.lands[name].tax)
    taxes = ACTIONS.index("taxes")
    click(app, f"card-{name}")
    assignment = plan.would_bring(taxes)
    assert assignment
    brought = assignment.chests
    assert f"+{brought.low}" in shown(app)
    assert name in target(app, f"field-{taxes}").tooltip
    assert str(brought.low) in target(app, f"field-{taxes}").tooltip


@pytest.mark.slow
def test_what_cannot_be_paid_is_marked_and_warned_of(app: App) -> None:
    scene = begin(app)
    plan = draft(scene)
    player = plan.prospects.view.players[0]
    plan.question = PlanQuestion(0, plan.question.key, plan.question.cards, player.chests)
    plan.lay_all([None] * FIELDS)
    castle = ACTIONS.index("castle")
    armed = next(name for name in provinces(plan) if scene.model.board.lands[name].sites)
    full = {other: replace_buildings(lies) for other, lies in plan.prospects.view.provinces.items()}
    plan.prospects = Prospects(replace(plan.prospects.view, provinces=full), 0)
    plan.fields[castle] = armed
    scene.changed()
    app.step(0.0)
    warned = target(app, "ledger-warnings").tooltip
    assert armed in warned
    assert "will be skipped" in warned
    assert "will be skipped" in target(app, f"field-{castle}").tooltip


def replace_buildings(lies: Province) -> Province:
    return replace(lies, buildings=BUILDINGS)


def test_the_chests_run_along_the_fields(app: App) -> None:
    scene = begin(app)
    plan = draft(scene)
    plan.fields[BID] = 2
    scene.changed()
    app.step(0.0)
    chests = plan.prospects.view.players[0].chests
    assert str(chests - 2) in target(app, "chests-0").tooltip
    assert draft(scene).season().line[0].low == chests - 2
    assert target(app, "chests-end").tooltip


@pytest.mark.slow
def test_last_seasons_plan_is_copied_as_far_as_its_cards_are_still_there(app: App) -> None:
    scene = begin(app, season="spring")
    assert not target(app, "copy-plan").enabled
    scene = begin(app, season="summer")
    plan = draft(scene)
    before = plan.before
    assert before
    answers = scene.driver.session.course.answers
    laid = next(line.answer for line in reversed(answers) if line.seat == 0 and isinstance(line.answer, Plan))
    assert before == (*laid.fields, laid.bid)
    click(app, "copy-plan")
    for number, card in enumerate(before):
        may = card in plan.question.cards and not plan.may_lie(card, number)
        assert plan.fields[number] == (card if may else None)
    assert any(plan.fields)


def test_a_province_of_the_map_lights_its_card_and_a_card_its_province(app: App) -> None:
    scene = begin(app)
    name = provinces(draft(scene))[0]
    move_pointer(app, target(app, f"card-{name}").rect.center)
    assert scene.board.highlights().hovered == name
    move_pointer(app, target(app, "ledger-rice").rect.center)
    assert scene.board.highlights().hovered is None
    scene.sheet.dirty = False
    move_pointer(app, scene.board.view.anchor(name))
    assert scene.model.hovered == name


@pytest.mark.slow
def test_the_ledger_compares_points_and_tells_winter(app: App) -> None:
    scene = begin(app, season="autumn")
    season = draft(scene).season()
    told = target(app, "ledger-points").tooltip
    assert all(player in told for player in scene.model.names)
    assert str(season.scores[0].total) in told
    assert str(season.rice.low) in target(app, "ledger-rice").tooltip


@pytest.mark.slow
def test_a_hint_is_listed_and_laid(app: App) -> None:
    scene = begin(app)
    plan = draft(scene)
    move = plan.question.sample(Random(2))
    assert "take-hint" not in names(app)
    scene.model.hint = Hint(move, ("Izu is rich.",))
    scene.changed()
    app.step(0.0)
    assert "Izu is rich." in shown(app)
    assert "place a card on each of the ten actions" in shown(app)
    click(app, "take-hint")
    assert plan.plan() == move
    assert "your plan is complete. Commit it, or change it." in shown(app).replace("\n", " ")
    assert target(app, "commit").enabled
    assert "take-hint" not in names(app), "it lies there"
    click(app, names(app, "field-")[0])
    assert "take-hint" in names(app), "now another plan lies there"


def test_a_plan_that_was_committed_and_taken_back_lies_there_again() -> None:
    with window(SMALL) as app:
        scene = game(app, session("person,person,person", setup=Setup(3), seed=1))
        settle(app)
        click(app, "take-over")
        settle(app)
        plan = draft(scene)
        question = plan.question
        move = question.sample(Random(1))
        plan.lay_all((*move.fields, move.bid))
        scene.controls.answer(move)
        assert scene.desk.draft(question).fields == plan.fields
        other = PlanQuestion(1, question.key, CHEST_CARDS, 4)
        assert not any(scene.desk.draft(other).fields), "nobody sees how another plans"


@pytest.mark.slow
def test_esc_puts_the_card_in_hand_back(app: App) -> None:
    plan = draft(begin(app))
    click(app, f"card-{provinces(plan)[0]}")
    press(app, pygame.K_ESCAPE)
    assert plan.card is None


def test_a_province_on_the_map_is_lifted_from_its_field(app: App) -> None:
    scene = begin(app)
    plan = draft(scene)
    name = provinces(plan)[0]
    plan.lay_all([name] + [None] * (FIELDS - 1))
    click_at(app, scene.board.view.anchor(name))
    assert (plan.card, plan.fields[0]) == (name, None)


@pytest.mark.slow
def test_long_advice_is_read_on_by_clicks_and_put_away(app: App) -> None:
    scene = begin(app)
    reasons = tuple(f"Reason number {number} is a sentence of some length about a province." for number in range(1, 13))
    scene.model.hint = Hint(None, reasons)
    scene.changed()
    app.step(0.0)
    seen = set()
    for _click in range(len(reasons)):
        seen |= {reason for reason in reasons if reason[:18] in shown(app)}
        click(app, "ledger-reasons")
    assert seen == set(reasons)
    assert target(app, "ledger-reasons").tooltip == "\n".join(reasons)
    click(app, "close-hint")
    assert scene.model.hint is None
    assert target(app, "ledger-points").tooltip


@pytest.mark.slow
def test_the_ledger_counts_the_cards_still_to_be_laid_and_warns_only_if_it_may(app: App) -> None:
    scene = begin(app)
    plan = draft(scene)
    assert "11 cards still to place." in shown(app)
    click(app, f"card-{provinces(plan)[0]}")
    click(app, "field-4")
    assert "10 cards still to place." in shown(app)
    move = plan.question.sample(Random(1))
    plan.lay_all((*move.fields, move.bid))
    assert plan.to_lay == 0
    app.settings.hints = False
    app.step(0.1)
    assert target(app, "ledger-warnings").tooltip == "The plan is complete."


def test_what_is_planned_is_told_to_oneself_only() -> None:
    played = session("person,person,person", setup=Setup(3), seed=1)
    while played.chance is not None:
        played.advance()
    question = next(question for question in played.questions if question.seat == 0)
    move = question.sample(Random(1))
    played.answer(0, move)
    looks_of = [SeatLook(f"Player {n}", colour, "", person=True) for n, colour in enumerate(("red", "blue", "yellow"))]
    models = [Model(seats=looks_of, view=played.view(seat)) for seat in (0, 1, None)]
    planned = [model.planned() for model in models]
    assert planned[0] == {card: a for card, a in zip(move.fields, ACTIONS, strict=True) if isinstance(card, str)}
    assert planned[1:] == [{}, {}]
