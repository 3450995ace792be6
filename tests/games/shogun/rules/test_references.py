"""What is explained by a rule's number is explained there: the rule of that number speaks of it."""

import re
from typing import get_args

import pytest

from shogun.game.questions import Drawn
from shogun.games.shogun.rules import Setup, awaited, new, references
from shogun.games.shogun.rules import events as ev
from shogun.games.shogun.rules.cards import ACTIONS, BUILDINGS, CHEST_CARDS, EVENTS, SPECIALS, Action, Building
from shogun.games.shogun.rules.questions import TOPIC_RULES, Choice, PlanQuestion, Topic
from shogun.games.shogun.rules.state import Marching, Stage

from .build import Scene, held, in_planning, in_season
from .test_every_rule import TEXT

PARAGRAPHS = dict(re.findall(r"(?ms)^\*\*(\d+\.\d+)\*\* (.*?)(?=^\*\*\d+\.\d+\*\*|^#|\Z)", TEXT))

SPOKEN: dict[str, str] = {
    "castle": "castle", "temple": "temple", "theatre": "theater", "rice": "Confiscate rice", "taxes": "collect taxes",
    "deploy5": "Deploy 5", "deploy3": "deploy 3", "deploy1": "Deploy 1", "battle_a": "Battle / move A",
    "battle_b": "Battle / move A and B",
}  # fmt: skip
SKIPPED: dict[ev.SkipReason, str] = {
    "no_site": "free site", "has_building": "no building of the same kind", "no_tile": "tile left",
    "no_chests": "costs nothing", "no_reserve": "reserve holds fewer", "lone_army": "at least one army",
    "no_target": "such a neighbor",
}  # fmt: skip
STAGES: dict[str, str] = {
    "DrawingFirstSeat": "first seat", "ShufflingDeck": "shuffled", "Drafting": "take one",
    "Exchanging": "under the deck", "Grouping": "groups into that province", "FillingTower": "one throw",
    "RevealingEvents": "four are turned face up",
    "ShufflingActions": "ten action cards are shuffled", "ShufflingSpecials": "five special cards are shuffled",
    "Planning": "plan at once", "DrawingEvent": "one is drawn", "DrawingLots": "Lots decide",
    "TakingSpecials": "take one special card", "Acting": "carried out in the order", "Deploying": "6 armies",
    "Marching": "Move armies", "AttackerReinforcing": "+1 attack", "DefenderReinforcing": "+1 defense",
    "BattleThrow": "in one throw", "RevoltThrow": "Revolt", "Wintering": "Supply", "DrawingRevolts": "are drawn",
    "BeginningWinter": "event", "DealingPlan": "field",
    "ChoosingRevolt": "choose which comes next", "Over": "most points win",
}  # fmt: skip
TOPICS: dict[Topic, str] = {
    "draft_card": "face-up cards", "draft_group": "choose the group", "special": "special card", "deploy": "6 armies",
    "attack": "+1 attack", "defence": "+1 defense", "revolt": "choose which comes next",
}  # fmt: skip
TOLD: dict[type[ev.Event], str] = {
    ev.CardTaken: "take one of the two face-up cards", ev.CardsExchanged: "put both under the deck",
    ev.GroupPlaced: "groups into that province", ev.TowerFilled: "dropped into the tower",
    ev.YearBegan: "four are turned face up", ev.SeasonBegan: "action cards are shuffled", ev.PlanLaid: "Planning",
    ev.EventDrawn: "one is drawn", ev.BidRevealed: "bids are revealed", ev.LotsDrawn: "Lots decide",
    ev.SpecialTaken: "take one special card", ev.TurnOrderSet: "turn order of the season",
    ev.NoAction: "you won't do this action", ev.RiceConfiscated: "rice value", ev.TaxesCollected: "tax value",
    ev.MarkerPlaced: "put one revolt marker", ev.Deployed: "reserve into the province", ev.Moved: "Move armies",
    ev.BattleBegan: "Who fights", ev.RevoltBroke: "Revolt", ev.CubesThrown: "The throw", ev.CardVoided: "is void",
    ev.SeasonEnded: "End of the season", ev.WinterBegan: "event card left", ev.Supplied: "1 rice for each",
    ev.RevoltsDrawn: "are drawn", ev.Scored: "Scoring", ev.GameEnded: "most points win",
}  # fmt: skip


def speaks(rule: str, word: str) -> bool:
    """Return whether the rule of a number uses a word."""
    return word in PARAGRAPHS[rule]


@pytest.mark.parametrize("action", ACTIONS)
def test_5_1_the_rule_of_an_action_speaks_of_it(action: Action) -> None:
    rule = references.ACTION_RULES[action]
    assert rule.startswith("5.")
    assert speaks(rule, SPOKEN[action])
    assert references.log_rule(ev.ActionBegan(1, action, None)) == rule


@pytest.mark.parametrize("building", BUILDINGS)
def test_5_1_the_rule_of_a_building_says_what_it_needs(building: Building) -> None:
    assert references.BUILDING_RULES[building] == references.log_rule(ev.Built(0, "Kai", building, 1, 0)) == "5.1"


@pytest.mark.parametrize("reason", get_args(ev.SkipReason))
def test_5_0_the_rule_of_a_skipped_action_says_why(reason: ev.SkipReason) -> None:
    rule = references.SKIP_RULES[reason]
    assert speaks(rule, SKIPPED[reason])
    assert references.log_rule(ev.ActionSkipped(0, "castle", "Kai", reason)) == rule


@pytest.mark.parametrize("stage", get_args(Stage), ids=lambda stage: stage.__name__)
def test_4_7_the_rule_of_a_stage_says_what_is_due(stage: type[Stage]) -> None:
    assert speaks(references._STAGE_RULES[stage], STAGES[stage.__name__])


@pytest.mark.parametrize("topic", get_args(Topic))
def test_4_6_the_rule_of_a_choice_speaks_of_it(topic: Topic) -> None:
    assert speaks(TOPIC_RULES[topic], TOPICS[topic])
    assert references.question_rule(Choice(0, "", topic, ())) == TOPIC_RULES[topic]


@pytest.mark.parametrize("kind", TOLD, ids=lambda kind: kind.__name__)
def test_4_7_the_rule_of_what_happened_says_so(kind: type[ev.Event]) -> None:
    assert speaks(references._LOG_RULES[kind], TOLD[kind])


def test_4_7_whatever_can_happen_has_a_rule() -> None:
    by_itself = {ev.ActionSkipped, ev.ActionBegan, ev.Built, ev.Reinforced, ev.BattleSettled}
    assert set(get_args(ev.Event)) == {*TOLD, *by_itself}
    assert set(references._LOG_RULES) == set(TOLD)


def test_7_4_battles_and_revolts_are_settled_by_rules_of_their_own() -> None:
    def settled(kind: str) -> str:
        return references.log_rule(ev.BattleSettled("Kai", 0, 1, 1, 1, 0, 0, 1, kind, tie=False))  # type: ignore[arg-type]

    assert (settled("players"), settled("neutral"), settled("revolt")) == ("7.4", "7.4", "7.6")
    assert references.log_rule(ev.Reinforced(0, "Kai", "castle")) == "6.6"
    assert references.log_rule(ev.Reinforced(0, "Kai", "attack")) == "6.2"
    assert references.log_rule(ev.Reinforced(0, "Kai", "defence")) == "6.2"


def test_6_2_special_cards_and_events_are_explained_in_chapter_6() -> None:
    assert {references.special_rule(card) for card in SPECIALS} == {"6.2"}
    assert {name: references.event_rule(name) for name in EVENTS} == {
        name: "6.5" if name == "deploy_1" else "6.3" for name in EVENTS
    }


def test_4_3_a_card_of_a_plan_is_explained_as_a_province_or_as_a_field() -> None:
    assert references.card_rule("Kai") == references.PROVINCE_RULE == "1.2"
    assert {references.card_rule(card) for card in (*CHEST_CARDS, None)} == {"4.3"}


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("BID_RULE", "Bids must be covered"), ("FIELD_RULE", "action field"),
        ("ORDER_RULE", "Turn order"), ("ACTIONS_RULE", "The actions"),
        ("EVENT_RULE", "Event"), ("DRAFT_RULE", "Draft"), ("EXCHANGE_RULE", "Exchange"),
        ("END_RULE", "The winner"), ("SKIPPED_RULE", "All or nothing"),
        ("PROVINCE_RULE", "Provinces"), ("chest", "Chests"),
        ("rice", "You need 1 rice"), ("armies", "62 armies"),
        ("provinces", "each province"), ("points", "points"),
        ("markers", "Revolt markers"), ("THROW_RULE", "The throw"),
        ("COUNT_RULE", "The count"), ("RESULT_RULE", "The result"),
        ("TRAY_RULE", "stays on the tray"), ("INSIDE_RULE", "is public"),
        ("WINTER_LOSS_RULE", "Loss"),
    ],
)  # fmt: skip
def test_1_2_the_rule_of_anything_else_speaks_of_it(name: str, word: str) -> None:
    rules = {**vars(references), **references.GOODS_RULES}
    assert speaks(rules[name], word)


def test_5_5_the_questions_of_a_game_are_explained_by_their_rules() -> None:
    planning = in_planning({"Kai": held(0)})
    assert isinstance(plan := awaited(planning.state)[0], PlanQuestion)
    assert references.question_rule(plan) == "4.3"
    for action, rule in (("deploy1", "5.5"), ("battle_a", "5.6"), ("battle_b", "5.6")):
        game = in_season({"Kai": held(0, 3), "Sagami": held(0)}, {0: {action: "Kai"}})  # type: ignore[dict-item]
        assert references.question_rule(game.question) == rule  # type: ignore[arg-type]
        assert isinstance(game.state.stage, Marching)
        assert references.stage_rule(game.state.stage) == "5.6"
        assert game.refusal(Drawn(())) == rule
    assert Scene(new(Setup(4))).refusal(None) == "2.4"
