"""From everything on the screen there is a way to the rule that explains it, and that rule can be read."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import get_args

import pygame
import pytest

import shogun.games.shogun.rules
from shogun.games.shogun.rules import references
from shogun.games.shogun.rules.cards import ACTIONS, BUILDINGS, CHEST_CARDS, EVENTS, SPECIALS, Action, Special, board
from shogun.games.shogun.rules.events import ActionSkipped, BattleSettled, Event, SkipReason
from shogun.games.shogun.rules.questions import TOPIC_RULES, Plan, PlanQuestion, Topic
from shogun.games.shogun.rules.state import Setup, Stage
from shogun.games.shogun.screen.panels.board_panel import PROVINCE
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.window.kit.runtime.app import App
from shogun.window.rulebook.page import book, numbers
from shogun.window.scenes.rules_help import RulesScene
from tests.window.clicking import (
    click,
    draft,
    game,
    names,
    play_by_clicks,
    press,
    session,
    settle,
    shown,
    target,
    top,
    window,
)

NUMBERS = {number for number in numbers(book("shogun")) if "." in number}
PACKAGE = Path(shogun.games.shogun.rules.__file__).parent


def refusals() -> list[tuple[str, ast.expr]]:
    """Return the place of every refusal in the rules, with what stands for its rule."""
    return [
        (f"{path.name}:{node.lineno}", node.args[0])
        for path in sorted(PACKAGE.glob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("IllegalMove", "IllegalSetup")
    ]


def numbers_of(expression: ast.expr) -> set[object]:
    """Return the numbers that an expression may stand for: its own, or those of the table or name that it looks in."""
    return {node.value for node in ast.walk(expression) if isinstance(node, ast.Constant) and node.value is not None}


def test_every_refusal_names_a_rule_that_can_be_read() -> None:
    found = refusals()
    assert len(found) > 12
    written = [numbers_of(expression) for _place, expression in found]
    assert set().union(*written) <= NUMBERS
    looked_up = {re.split(r"[\[(]", ast.unparse(e))[0] for _place, e in found if not numbers_of(e)}
    assert looked_up == {"stage_rule", "TOPIC_RULES", "rule"}, "tables and a name that are checked below"
    assert set(references._STAGE_RULES.values()) <= NUMBERS
    assert {"5.5", "5.6"} <= NUMBERS, "the name `rule` of a march"


def test_every_kind_of_card_phase_reason_and_event_has_a_rule_that_can_be_read() -> None:
    assert set(references.ACTION_RULES) == set(ACTIONS)
    assert set(references.SKIP_RULES) == set(get_args(SkipReason))
    assert set(references.BUILDING_RULES) == set(BUILDINGS)
    assert set(TOPIC_RULES) == set(get_args(Topic))
    assert set(references._STAGE_RULES) == set(get_args(Stage))
    tables = (references.ACTION_RULES, references.SKIP_RULES, references.BUILDING_RULES, TOPIC_RULES)
    for table in (*tables, references._STAGE_RULES, references.GOODS_RULES, references._LOG_RULES):
        assert set(table.values()) <= NUMBERS
    named = {value for name, value in vars(references).items() if name.endswith("_RULE")}
    assert len(named) > 8
    assert named <= NUMBERS
    assert {references.special_rule(special) for special in SPECIALS} <= NUMBERS
    assert {references.event_rule(card) for card in EVENTS} <= NUMBERS
    assert {references.card_rule(card) for card in (*board("sun", 4).lands, *CHEST_CARDS, None)} <= NUMBERS


def test_whatever_happens_has_a_rule() -> None:
    odd = {"ActionSkipped", "ActionBegan", "Built", "Reinforced", "BattleSettled"}
    assert {kind.__name__ for kind in get_args(Event)} - {kind.__name__ for kind in references._LOG_RULES} == odd
    for reason in get_args(SkipReason):
        assert references.log_rule(ActionSkipped(0, "castle", "Kai", reason)) == references.SKIP_RULES[reason]
    revolt = BattleSettled("Kai", None, 0, 0, 1, 1, winner=None, survivors=0, kind="revolt", tie=True)
    assert references.log_rule(revolt) == "7.6"


def test_a_rule_speaks_of_what_it_is_named_for() -> None:
    texts = {block.number: block.text for block in reversed(book("shogun")) if block.kind == "rule"}
    words: dict[Action, str] = {
        "castle": "castle", "temple": "temple", "theatre": "theater", "rice": "rice", "taxes": "taxes",
        "deploy5": "5 armies", "deploy3": "put 3", "deploy1": "1 army", "battle_a": "Battle", "battle_b": "Battle",
    }  # fmt: skip
    for action, word in words.items():
        assert word in texts[references.ACTION_RULES[action]]
    skipped: dict[SkipReason, str] = {
        "no_site": "site", "has_building": "same kind", "no_tile": "supply", "no_reserve": "reserve",
        "lone_army": "one army", "no_target": "neighbor", "no_chests": "If you can't",
    }  # fmt: skip
    for reason, word in skipped.items():
        assert word in texts[references.SKIP_RULES[reason]]


@pytest.fixture
def planning() -> Iterator[App]:
    with window() as app:
        scene = game(app, session("person,greedy,greedy", setup=Setup(3), seed=1))
        settle(app)
        assert isinstance(scene.model.question, PlanQuestion)
        yield app


def opened(app: App) -> str:
    """Return the number at which the rules were opened, and close them."""
    assert isinstance(app.scene, RulesScene)
    number = app.scene.reading
    press(app, pygame.K_ESCAPE)
    return number


def right_click(app: App, position: tuple[int, int]) -> None:
    """Press the right button at a point."""
    app.take(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=position, button=3))
    app.step(0.0)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "rule"), [
    ("field-0", "5.1"), ("field-10", "4.4"), ("head-taxes", "5.2"), ("card-0", "4.3"), ("commit", "4.3"),
    ("rice-0", "8.2"), ("special-chest", "6.2"), ("phase", "4.3"), ("inside", "7.5"),
])  # fmt: skip
def test_a_right_click_and_f1_open_the_rule_of_what_is_pointed_at(planning: App, name: str, rule: str) -> None:
    right_click(planning, target(planning, name).rect.center)
    assert opened(planning) == rule
    planning.scene.point(target(planning, name).rect.center)
    press(planning, pygame.K_F1)
    assert opened(planning) == rule


@pytest.mark.slow
def test_f1_opens_the_rule_of_what_has_the_keyboards_focus(planning: App) -> None:
    scene, found = planning.scene, set()
    scene.point((2, 2))
    for _tab in range(20):
        press(planning, pygame.K_TAB)
        press(planning, pygame.K_RIGHT)
        place = next((t for t in scene.targets() if t.name == scene.focus), None)
        if place is not None and place.why:
            press(planning, pygame.K_F1)
            found.add(place.why)
            assert opened(planning) == place.why
    assert len(found) >= 3


@pytest.mark.slow
def test_f1_explains_the_province_that_has_the_keyboards_focus(planning: App) -> None:
    scene = top(planning, GameScene)
    own = next(card for card in draft(scene).question.cards if isinstance(card, str))
    scene.focus = f"{PROVINCE}{own}"
    scene.explained_by_keys()
    press(planning, pygame.K_F1)
    assert opened(planning) == "4.3"


@pytest.mark.slow
def test_provinces_panels_and_the_open_air_lead_to_a_rule_too(planning: App) -> None:
    scene = top(planning, GameScene)
    own = next(card for card in draft(scene).question.cards if isinstance(card, str))
    right_click(planning, scene.board.view.anchor(own))
    assert opened(planning) == "4.3"
    other = next(name for name, lies in scene.model.view.provinces.items() if lies.owner is None)
    right_click(planning, scene.board.view.anchor(other))
    assert opened(planning) == "1.2"
    scene.point((2, planning.window.get_height() - 2))
    press(planning, pygame.K_F1)
    assert opened(planning) == "4.3", "the phase"


@pytest.mark.slow
def test_a_line_of_the_log_leads_to_its_rule() -> None:
    with window() as app:
        scene = game(app, session("person,greedy,greedy", setup=Setup(3), seed=1))
        play_by_clicks(app, Random(1), until=lambda s: s.model.view.season == "summer")
        app.step(0.0)
        places = [place for place in scene.log.layer.texts if place.box.width > 20]
        scene.point(places[-1].rect.center)
        line = scene.log.line_at(places[-1].rect.center)
        assert line and line.event
        press(app, pygame.K_F1)
        assert opened(app) == references.log_rule(line.event)


def test_beside_a_refusal_there_is_why(planning: App) -> None:
    scene = top(planning, GameScene)
    cards = draft(scene).question.cards
    scene.controls.answer(Plan((*cards[:9], cards[0]), 0))
    planning.step(0.0)
    assert "a card is on two fields" in shown(planning)
    click(planning, "why")
    assert opened(planning) == "4.3"
    assert "why" in names(planning)


def test_special_cards_are_all_explained_by_name() -> None:
    (rule,) = {references.special_rule(special) for special in get_args(Special)}
    table = next(block for block in book("shogun") if block.number == rule and block.rows)
    assert [row[0] for row in table.rows[1:]] == ["+1 chest", "+1 rice", "6 armies", "+1 attack", "+1 defense"]


@pytest.mark.slow
def test_a_button_of_the_game_opens_the_rules_at_what_is_due(planning: App) -> None:
    click(planning, "rules")
    assert opened(planning) == "4.3"
