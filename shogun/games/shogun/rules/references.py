"""Rule numbers in `assets/shogun/rules/en.md` for each card, phase, building and skip."""

from collections.abc import Mapping

from shogun.games.shogun.rules import events as ev
from shogun.games.shogun.rules.cards import EVENTS, Action, Building, Card, Special
from shogun.games.shogun.rules.questions import TOPIC_RULES, Choice, MarchQuestion, PlayerQuestion
from shogun.games.shogun.rules.state import (
    Acting,
    AttackerReinforcing,
    BattleThrow,
    BeginningWinter,
    ChoosingRevolt,
    DealingPlan,
    DefenderReinforcing,
    Deploying,
    Drafting,
    DrawingEvent,
    DrawingFirstSeat,
    DrawingLots,
    DrawingRevolts,
    Exchanging,
    FillingTower,
    Grouping,
    Marching,
    Over,
    Planning,
    RevealingEvents,
    RevoltThrow,
    ShufflingActions,
    ShufflingDeck,
    ShufflingSpecials,
    Stage,
    TakingSpecials,
    Wintering,
)

ACTION_RULES: Mapping[Action, str] = {
    "castle": "5.1", "temple": "5.1", "theatre": "5.1", "rice": "5.2", "taxes": "5.2", "deploy5": "5.4",
    "deploy3": "5.4", "deploy1": "5.5", "battle_a": "5.6", "battle_b": "5.6",
}  # fmt: skip
SKIP_RULES: Mapping[ev.SkipReason, str] = {
    "no_site": "5.1", "has_building": "5.1", "no_tile": "5.1", "no_chests": "5.0", "no_reserve": "5.8",
    "lone_army": "5.7", "no_target": "5.6",
}  # fmt: skip
BUILDING_RULES: Mapping[Building, str] = {"castle": "5.1", "temple": "5.1", "theatre": "5.1"}
_STAGE_RULES: Mapping[type[Stage], str] = {
    DrawingFirstSeat: "2.4", ShufflingDeck: "2.4", Drafting: "2.4", Exchanging: "2.5", Grouping: "2.4",
    FillingTower: "2.9", RevealingEvents: "2.10", ShufflingActions: "4.1", ShufflingSpecials: "4.2",
    Planning: "4.3", DealingPlan: "4.3", DrawingEvent: "4.5", DrawingLots: "4.6", TakingSpecials: "4.6", Acting: "4.7",
    Deploying: "6.2",
    Marching: "5.6", AttackerReinforcing: "6.2", DefenderReinforcing: "6.2", BattleThrow: "7.2", RevoltThrow: "7.6",
    Wintering: "8.2", BeginningWinter: "8.1", DrawingRevolts: "8.3", ChoosingRevolt: "8.3", Over: "9.1",
}  # fmt: skip
BID_RULE, FIELD_RULE, ORDER_RULE, ACTIONS_RULE, EVENT_RULE = "4.4", "4.3", "4.6", "4.7", "4.5"
"""The bid field, any field of a plan, the turn order, the actions one by one, and the events."""
DRAFT_RULE, EXCHANGE_RULE, END_RULE = "2.4", "2.5", "9.1"
SKIPPED_RULE = "5.0"
"""All or nothing: what can't be done completely is skipped."""
PROVINCE_RULE = "1.2"
GOODS_RULES: Mapping[str, str] = {
    "chest": "2.2", "rice": "8.2", "armies": "1.4", "provinces": "8.4", "points": "8.4", "markers": "5.3",
}  # fmt: skip
THROW_RULE, COUNT_RULE, RESULT_RULE, TRAY_RULE, INSIDE_RULE = "7.2", "7.3", "7.4", "7.5", "7.5"
WINTER_LOSS_RULE, WINTER_ORDER_RULE = "8.1", "8.3"


_LOG_RULES: Mapping[type[ev.Event], str] = {
    ev.CardTaken: "2.4", ev.CardsExchanged: "2.5", ev.GroupPlaced: "2.4", ev.TowerFilled: "2.9", ev.YearBegan: "2.10",
    ev.SeasonBegan: "4.1", ev.PlanLaid: "4.3", ev.EventDrawn: "4.5", ev.BidRevealed: "4.6", ev.LotsDrawn: "4.6",
    ev.SpecialTaken: "4.6", ev.TurnOrderSet: "4.6", ev.NoAction: "4.3", ev.RiceConfiscated: "5.2",
    ev.TaxesCollected: "5.2", ev.MarkerPlaced: "5.3", ev.Deployed: "5.4", ev.Moved: "5.6", ev.BattleBegan: "7.1",
    ev.RevoltBroke: "7.6", ev.CubesThrown: "7.2", ev.CardVoided: "4.8", ev.SeasonEnded: "4.9", ev.WinterBegan: "8.1",
    ev.Supplied: "8.2", ev.RevoltsDrawn: "8.3", ev.Scored: "8.4", ev.GameEnded: "9.1",
}  # fmt: skip


def log_rule(event: ev.Event) -> str:
    """Return the rule that explains an event in the log."""
    match event:
        case ev.ActionSkipped():
            return SKIP_RULES[event.reason]
        case ev.ActionBegan():
            return ACTION_RULES[event.action]
        case ev.Built():
            return BUILDING_RULES[event.building]
        case ev.Reinforced():
            return "6.6" if event.reason == "castle" else "6.2"
        case ev.BattleSettled():
            return "7.6" if event.kind == "revolt" else RESULT_RULE
    return _LOG_RULES[type(event)]


def special_rule(_special: Special) -> str:
    """Return the rule that explains a special card."""
    return "6.2"


def event_rule(card: str) -> str:
    """Return the rule that explains an event card."""
    return "6.5" if EVENTS[card].kind == "fewer_deployed" else "6.3"


def card_rule(card: Card | None) -> str:
    """Return the rule that explains a card of a plan: of a province, of chests, or none at all."""
    return PROVINCE_RULE if isinstance(card, str) else FIELD_RULE


def stage_rule(stage: Stage) -> str:
    """Return the rule that explains the phase in which a game is."""
    return _STAGE_RULES[type(stage)]


def question_rule(question: PlayerQuestion) -> str:
    """Return the rule that explains a question to a player."""
    if isinstance(question, Choice):
        return TOPIC_RULES[question.topic]
    if isinstance(question, MarchQuestion):
        return ACTION_RULES[question.action]
    return FIELD_RULE
