"""Shogun in words: names of cards and actions, events, questions and moves, the command line, short words, and regions.

Every text goes through gettext. `names` are the players' names in seat order.
"""

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, singledispatch
from typing import Any

from shogun.base.language import _, marked, ngettext
from shogun.base.resources import ASSETS
from shogun.game.questions import Draw, Shuffle, Throw
from shogun.games.shogun.rules import events as ev
from shogun.games.shogun.rules import questions as mv
from shogun.games.shogun.rules.cards import ACTIONS, EVENTS, PEASANT, Action, Building, Card, EventKind, Season, Special
from shogun.games.shogun.rules.questions import Choice, MarchQuestion, Move, Plan, PlanQuestion, Question, Topic
from shogun.games.shogun.rules.state import Setup

Names = Sequence[str]

ACTION_NAMES: Mapping[Action, str] = {
    "castle": marked("Build castle"),
    "temple": marked("Build temple"),
    "theatre": marked("Build Nō theater"),
    "rice": marked("Confiscate rice"),
    "taxes": marked("Collect taxes"),
    "deploy5": marked("Deploy 5"),
    "deploy3": marked("Deploy 3"),
    "deploy1": marked("Deploy 1 / move"),
    "battle_a": marked("Battle A"),
    "battle_b": marked("Battle B"),
}
ACTION_TEXTS: Mapping[Action, str] = {
    "castle": marked("Pay 3 chests: one castle on a free site in the province."),
    "temple": marked("Pay 2 chests: one temple on a free site in the province."),
    "theatre": marked("Pay 1 chest: one Nō theater on a free site in the province."),
    "rice": marked("Gain the rice of the province; a revolt marker there means revolt."),
    "taxes": marked("Gain the taxes of the province in chests; a revolt marker there means revolt."),
    "deploy5": marked("Pay 3 chests: 5 armies from the reserve to the province."),
    "deploy3": marked("Pay 2 chests: 3 armies from the reserve to the province."),
    "deploy1": marked("Pay 1 chest: 1 army to the province; then you may move armies to another province of yours."),
    "battle_a": marked("Armies leave the province: a move to a province of your own, an attack on any other neighbor."),
    "battle_b": marked("Armies leave the province: a move to a province of your own, an attack on any other neighbor."),
}
SPECIAL_NAMES: Mapping[Special, str] = {
    "chest": marked("+1 chest"),
    "rice": marked("+1 rice"),
    "armies": marked("6 armies"),
    "attack": marked("+1 attack"),
    "defence": marked("+1 defense"),
}
SPECIAL_TEXTS: Mapping[Special, str] = {
    "chest": marked("One extra chest when collecting taxes."),
    "rice": marked("One extra rice when confiscating rice."),
    "armies": marked("Deploy 5 may deploy 6 armies, for the same price."),
    "attack": marked("In each battle A or B you may throw one extra army from the reserve."),
    "defence": marked("When battle A or B attacks you, you may throw one extra army from the reserve."),
}
EVENT_NAMES: Mapping[EventKind, str] = {
    "calming_theatre": marked("Calming theaters"),
    "strong_castle": marked("Strong castles"),
    "two_peasants": marked("Brave peasants"),
    "sacred_temple": marked("Sacred temples"),
    "taxes_at_most_5": marked("Poor taxes"),
    "taxes_at_least_6": marked("Rich taxes"),
    "rice_at_least_4": marked("Good harvest"),
    "rice_at_most_3": marked("Bad harvest"),
    "fewer_deployed": marked("Few recruits"),
}
EVENT_TEXTS: Mapping[EventKind, str] = {
    "calming_theatre": marked("Building a Nō theater removes a revolt marker from its province."),
    "strong_castle": marked("A castle adds one army from the reserve to its defense."),
    "two_peasants": marked("A neutral province is defended by 2 peasants."),
    "sacred_temple": marked("Provinces with a temple may not be attacked."),
    "taxes_at_most_5": marked("Collecting taxes yields at most 5 chests."),
    "taxes_at_least_6": marked("Collecting taxes yields at least 6 chests."),
    "rice_at_least_4": marked("Confiscating rice yields at least 4 rice."),
    "rice_at_most_3": marked("Confiscating rice yields at most 3 rice."),
    "fewer_deployed": marked("Deploy 5 deploys 3 armies; Deploy 3 deploys 2."),
}
BUILDING_NAMES: Mapping[Building, str] = {
    "castle": marked("castle"),
    "temple": marked("temple"),
    "theatre": marked("Nō theater"),
}
SEASON_NAMES: Mapping[Season, str] = {
    "spring": marked("Spring"),
    "summer": marked("Summer"),
    "autumn": marked("Autumn"),
    "winter": marked("Winter"),
}
COLOUR_NAMES: Mapping[str, str] = {
    "red": marked("red"),
    "blue": marked("blue"),
    "yellow": marked("yellow"),
    "black": marked("black"),
    "purple": marked("purple"),
    PEASANT: marked("peasants"),
}
SKIP_REASONS: Mapping[ev.SkipReason, str] = {
    "no_site": marked("there is no free building site"),
    "has_building": marked("there is a building of that kind already"),
    "no_tile": marked("there is no such building left in the supply"),
    "no_chests": marked("there are too few chests"),
    "no_reserve": marked("there are too few armies in the reserve"),
    "lone_army": marked("there is only one army"),
    "no_target": marked("no neighboring province may be entered"),
}


def event_name(card: str) -> str:
    """Return the name of an event card."""
    return _(EVENT_NAMES[EVENTS[card].kind])


def event_text(card: str) -> str:
    """Return the effect of an event card in its season."""
    return _(EVENT_TEXTS[EVENTS[card].kind])


def card_text(card: Card | None) -> str:
    """Return a plan's card in words."""
    if card is None:
        return _("no card")
    if isinstance(card, str):
        return card
    return ngettext("{n} chest", "{n} chests", card).format(n=card)


def armies(count: int) -> str:
    """Return a number of armies in words."""
    return ngettext("{n} army", "{n} armies", count).format(n=count)


def peasants(count: int) -> str:
    """Return a number of peasants in words."""
    return ngettext("{n} peasant", "{n} peasants", count).format(n=count)


def chests(count: int) -> str:
    """Return a number of chests in words."""
    return ngettext("{n} chest", "{n} chests", count).format(n=count)


def cubes(counts: Mapping[str, int]) -> str:
    """Return cubes by color in words, e.g. "3 blue, 1 peasant"."""
    parts = [_cubes_of(colour, count) for colour, count in counts.items() if count]
    return ", ".join(parts) if parts else _("nothing")


def _cubes_of(colour: str, count: int) -> str:
    known = {
        PEASANT: peasants(count),
        "red": ngettext("{n} red", "{n} red", count),
        "blue": ngettext("{n} blue", "{n} blue", count),
        "yellow": ngettext("{n} yellow", "{n} yellow", count),
        "black": ngettext("{n} black", "{n} black", count),
        "purple": ngettext("{n} purple", "{n} purple", count),
    }
    return known[colour].format(n=count) if colour in known else f"{count} {colour}"


# Events


def sentence(event: ev.Event, names: Names) -> str:
    """Return an event in one sentence."""
    return _sentence(event, names)


@singledispatch
def _sentence(event: object, _names: Names) -> str:
    raise TypeError(f"no sentence for {event!r}")


_sentence_for: Callable[..., Any] = _sentence.register


@_sentence_for
def _card_taken(event: ev.CardTaken, names: Names) -> str:
    if event.from_deck:
        return _("{who} draws {province} from the deck.").format(who=names[event.seat], province=event.province)
    return _("{who} takes the card of {province}.").format(who=names[event.seat], province=event.province)


@_sentence_for
def _cards_exchanged(event: ev.CardsExchanged, names: Names) -> str:
    a, b = event.returned
    return _("{who} puts {a} and {b} under the deck.").format(who=names[event.seat], a=a, b=b)


@_sentence_for
def _group_placed(event: ev.GroupPlaced, names: Names) -> str:
    text = _("{who} places {armies} in {province}.")
    return text.format(who=names[event.seat], armies=armies(event.armies), province=event.province)


@_sentence_for
def _tower_filled(event: ev.TowerFilled, _names: Names) -> str:
    return _("The tower is filled: {inside} stay inside.").format(inside=cubes(event.inside))


@_sentence_for
def _year_began(event: ev.YearBegan, _names: Names) -> str:
    listed = ", ".join(event_name(card) for card in event.events)
    return _("Year {year} begins. Events: {events}.").format(year=event.year, events=listed)


@_sentence_for
def _season_began(event: ev.SeasonBegan, _names: Names) -> str:
    listed = ", ".join(_(ACTION_NAMES[action]) for action in event.actions)
    text = _("{season} of year {year}. First actions: {actions}.")
    return text.format(season=_(SEASON_NAMES[event.season]), year=event.year, actions=listed)


@_sentence_for
def _plan_laid(event: ev.PlanLaid, names: Names) -> str:
    return _("{who} has planned.").format(who=names[event.seat])


@_sentence_for
def _event_drawn(event: ev.EventDrawn, _names: Names) -> str:
    return _("Event: {name}. {text}").format(name=event_name(event.event), text=event_text(event.event))


@_sentence_for
def _bid_revealed(event: ev.BidRevealed, names: Names) -> str:
    return _("{who} bids {card}.").format(who=names[event.seat], card=card_text(event.card))


@_sentence_for
def _lots_drawn(event: ev.LotsDrawn, names: Names) -> str:
    return _("Tied bids; drawn by lot: {who}.").format(who=", ".join(names[seat] for seat in event.seats))


@_sentence_for
def _special_taken(event: ev.SpecialTaken, names: Names) -> str:
    text = _("{who} takes {card} and is number {place} in turn order.")
    return text.format(who=names[event.seat], card=_(SPECIAL_NAMES[event.card]), place=event.place)


@_sentence_for
def _turn_order_set(event: ev.TurnOrderSet, names: Names) -> str:
    return _("Turn order: {who}.").format(who=", ".join(names[seat] for seat in event.seats))


@_sentence_for
def _action_began(event: ev.ActionBegan, _names: Names) -> str:
    text = _("Action {number}: {action}.").format(number=event.number, action=_(ACTION_NAMES[event.action]))
    if event.turned_up:
        turned = _("Revealed: {action}.").format(action=_(ACTION_NAMES[event.turned_up]))
        return f"{text} {turned}"
    return text


@_sentence_for
def _no_action(event: ev.NoAction, names: Names) -> str:
    return _("{who} does nothing.").format(who=names[event.seat])


@_sentence_for
def _action_skipped(event: ev.ActionSkipped, names: Names) -> str:
    text = _("{who} skips {action} in {province}: {reason}.")
    words = {"action": _(ACTION_NAMES[event.action]), "reason": _(SKIP_REASONS[event.reason])}
    return text.format(who=names[event.seat], province=event.province, **words)


@_sentence_for
def _built(event: ev.Built, names: Names) -> str:
    text = _("{who} builds a {building} in {province} for {price}.").format(
        who=names[event.seat],
        building=_(BUILDING_NAMES[event.building]),
        province=event.province,
        price=chests(event.paid),
    )
    return text + " " + _("A revolt marker is removed.") if event.calmed else text


@_sentence_for
def _rice_confiscated(event: ev.RiceConfiscated, names: Names) -> str:
    text = ngettext(
        "{who} confiscates {rice} rice in {province}.", "{who} confiscates {rice} rice in {province}.", event.rice
    )
    return text.format(who=names[event.seat], rice=event.rice, province=event.province)


@_sentence_for
def _taxes_collected(event: ev.TaxesCollected, names: Names) -> str:
    text = _("{who} collects {chests} in {province}.")
    return text.format(who=names[event.seat], chests=chests(event.chests), province=event.province)


@_sentence_for
def _marker_placed(event: ev.MarkerPlaced, _names: Names) -> str:
    text = ngettext(
        "There is now {n} revolt marker in {province}.",
        "There are now {n} revolt markers in {province}.",
        event.markers,
    )
    return text.format(n=event.markers, province=event.province)


@_sentence_for
def _deployed(event: ev.Deployed, names: Names) -> str:
    text = _("{who} deploys {armies} in {province} for {price}.")
    words = {"armies": armies(event.armies), "price": chests(event.paid)}
    return text.format(who=names[event.seat], province=event.province, **words)


@_sentence_for
def _moved(event: ev.Moved, names: Names) -> str:
    text = _("{who} moves {armies} from {source} to {target}.")
    return text.format(who=names[event.seat], armies=armies(event.armies), source=event.source, target=event.target)


@_sentence_for
def _battle_began(event: ev.BattleBegan, names: Names) -> str:
    whose = _("neutral") if event.defender is None else names[event.defender]
    text = _("{who} attacks {target} ({whose}) from {source} with {armies}.")
    words = {"who": names[event.attacker], "armies": armies(event.armies), "whose": whose}
    return text.format(source=event.source, target=event.target, **words)


@_sentence_for
def _reinforced(event: ev.Reinforced, names: Names) -> str:
    who = names[event.seat]
    if event.reason == "castle":
        return _("The castle adds one army for {who}.").format(who=who)
    return _("{who} throws one extra army from the reserve.").format(who=who)


@_sentence_for
def _revolt_broke(event: ev.RevoltBroke, names: Names) -> str:
    text = _("Revolt in {province}: {peasants} against {who}'s {armies}.")
    words = {"peasants": peasants(event.peasants), "armies": armies(event.armies)}
    return text.format(province=event.province, who=names[event.seat], **words)


@_sentence_for
def _cubes_thrown(event: ev.CubesThrown, _names: Names) -> str:
    text = _("Thrown: {thrown}. On the tray: {out}.")
    return text.format(thrown=cubes(event.thrown), out=cubes(event.out))


@_sentence_for
def _battle_settled(event: ev.BattleSettled, names: Names) -> str:
    if event.winner is None:
        return _nobody_holds(event, names)
    taken = event.winner == event.attacker
    other = event.defender if taken else event.attacker
    words = {
        "who": names[event.winner],
        "province": event.province,
        "score": _score(event, attackers_first=taken),
        "armies": armies(event.survivors),
        "other": "" if other is None else names[other],
    }
    return _held_sentence(event, is_taken=taken).format(**words)


def _score(event: ev.BattleSettled, *, attackers_first: bool) -> str:
    """Return both sides' numbers on the tray, the winner's first."""
    if event.kind == "revolt":
        return "{}:{}".format(*sorted((event.defenders, event.peasants), reverse=True))
    ours, theirs = event.attackers, event.defenders + event.peasants
    return f"{ours}:{theirs}" if attackers_first else f"{theirs}:{ours}"


def _held_sentence(event: ev.BattleSettled, *, is_taken: bool) -> str:
    """Return the sentence for a battle after which a player holds the province, with its placeholders unfilled."""
    if event.kind == "revolt":
        return _("{who} holds {province} against the peasants ({score}) and keeps {armies} there.")
    if not is_taken:
        return _("{who} holds {province} against {other} ({score}) and keeps {armies} there.")
    if event.defender is None:
        return _("{who} takes {province} ({score}) and keeps {armies} there.")
    return _("{who} takes {province} from {other} ({score}) and keeps {armies} there.")


def _nobody_holds(event: ev.BattleSettled, names: Names) -> str:
    """Return the sentence for a battle after which nobody holds the province."""
    who = "" if event.defender is None else names[event.defender]
    words = {"province": event.province, "who": who, "score": _score(event, attackers_first=False)}
    return _left(event).format(**words)


def _left(event: ev.BattleSettled) -> str:
    are_even = event.peasants == (event.defenders if event.kind == "revolt" else event.attackers - event.defenders)
    if event.kind == "neutral":
        return (
            _("Nobody takes {province} ({score}); it stays neutral.")
            if are_even
            else _("The peasants hold {province} ({score}); it stays neutral.")
        )
    if are_even:
        return _("Nobody keeps {province} ({score}); it is now neutral.")
    if event.kind == "revolt":
        return _("The peasants drive {who} out of {province} ({score}); it is now neutral.")
    return _("The peasants keep {province} from both ({score}); it is now neutral.")


@_sentence_for
def _card_voided(event: ev.CardVoided, names: Names) -> str:
    text = _("{who} loses the card of {province}: {action} is lost.")
    return text.format(who=names[event.seat], province=event.province, action=_(ACTION_NAMES[event.action]))


@_sentence_for
def _season_ended(event: ev.SeasonEnded, _names: Names) -> str:
    return _("{season} is over.").format(season=_(SEASON_NAMES[event.season]))


@_sentence_for
def _winter_began(event: ev.WinterBegan, _names: Names) -> str:
    text = ngettext(
        "Winter of year {year}: everybody loses {loss} rice.",
        "Winter of year {year}: everybody loses {loss} rice.",
        event.loss,
    )
    return text.format(year=event.year, loss=event.loss)


@_sentence_for
def _supplied(event: ev.Supplied, names: Names) -> str:
    words = {"who": names[event.seat], "rice": event.rice, "provinces": event.provinces}
    if not event.short:
        text = ngettext(
            "{who} feeds {provinces} province with {rice} rice.",
            "{who} feeds {provinces} provinces with {rice} rice.",
            event.provinces,
        )
        return text.format(**words)
    text = ngettext(
        "{who} has {rice} rice for {provinces} provinces, {short} short: {revolts} revolt, plus {extra}.",
        "{who} has {rice} rice for {provinces} provinces, {short} short: {revolts} revolts, plus {extra} in each.",
        event.revolts,
    )
    return text.format(short=event.short, revolts=event.revolts, extra=peasants(event.peasants), **words)


@_sentence_for
def _revolts_drawn(event: ev.RevoltsDrawn, names: Names) -> str:
    text = _("Peasants of {who} rise in {provinces}.")
    return text.format(who=names[event.seat], provinces=", ".join(event.provinces))


@_sentence_for
def _scored(event: ev.Scored, names: Names) -> str:
    text = _(
        "{who} scores {total}: provinces {provinces}, buildings {buildings}, castles {castles}, "
        "temples {temples}, theaters {theatres}."
    )
    return text.format(
        who=names[event.seat],
        total=event.total,
        provinces=event.provinces,
        buildings=event.buildings,
        castles=event.castles,
        temples=event.temples,
        theatres=event.theatres,
    )


@_sentence_for
def _game_ended(event: ev.GameEnded, names: Names) -> str:
    points = event.points[event.winners[0]]
    if len(event.winners) == 1:
        text = ngettext("{who} wins with {points} point.", "{who} wins with {points} points.", points)
    else:
        text = ngettext(
            "{who} share the victory with {points} point.", "{who} share the victory with {points} points.", points
        )
    return text.format(who=", ".join(names[seat] for seat in event.winners), points=points)


# Questions

_PROMPTS: Mapping[Topic, str] = {
    "draft_card": marked("{who}: take a face-up province card or draw one from the deck."),
    "draft_group": marked("{who}: choose the group of armies for {subject}."),
    "special": marked("{who}: choose a special card; its place sets your turn order."),
    "deploy": marked("{who}: choose how many armies to deploy in {subject}."),
    "attack": marked("{who}: throw one extra army in the attack on {subject}?"),
    "defence": marked("{who}: throw one extra army to defend {subject}?"),
    "revolt": marked("{who}: choose the revolt to face next."),
}


def question_text(question: Question, _view: Any, names: Names) -> str:
    """Return a question in one sentence, with the player who is asked; for chance, what happens."""
    if isinstance(question, Throw):
        return _("The cubes fall: {cubes}.").format(cubes=cubes(question.cubes))
    if isinstance(question, Shuffle | Draw):
        return _("Cards are shuffled.")
    who = names[question.seat]
    if isinstance(question, PlanQuestion):
        return _("{who}: place a card on each of the ten actions and the bid.").format(who=who)
    if isinstance(question, Choice):
        return _(_PROMPTS[question.topic]).format(who=who, subject=question.subject)
    return _march_prompt(question, who)


def _march_prompt(question: MarchQuestion, who: str) -> str:
    if question.may_stay:
        text = _("{who}: move armies from {source} to another province of yours, or stay.")
    else:
        text = _("{who}: choose where armies from {source} march, and how many.")
    return text.format(who=who, source=question.source)


# Moves


@singledispatch
def _move(move: object) -> str:
    raise TypeError(f"no words for {move!r}")


def move_text(move: mv.Move) -> str:
    """Return a move in a few words, as a button bears them."""
    return _move(move)


_bears: Callable[..., Any] = _move.register


@_bears
def _take_card(move: mv.TakeCard) -> str:
    return _("Take {province}").format(province=move.province)


@_bears
def _draw_card(_card: mv.DrawCard) -> str:
    return _("Draw from the deck")


@_bears
def _exchange_cards(_cards: mv.ExchangeCards) -> str:
    return _("Exchange both cards")


@_bears
def _place_group(move: mv.PlaceGroup) -> str:
    return armies(move.armies)


@_bears
def _plan(_plan: mv.Plan) -> str:
    return _("Commit the plan")


@_bears
def _take_special(move: mv.TakeSpecial) -> str:
    return _(SPECIAL_NAMES[move.card])


@_bears
def _deploy(move: mv.Deploy) -> str:
    return _("Deploy {armies}").format(armies=armies(move.armies))


@_bears
def _march(move: mv.March) -> str:
    return _("{armies} to {target}").format(armies=armies(move.armies), target=move.target)


@_bears
def _stay(_move: mv.Stay) -> str:
    return _("Stay")


@_bears
def _reinforce(move: mv.Reinforce) -> str:
    return _("Throw one more") if move.armies else _("Don't throw any")


@_bears
def _face_revolt(move: mv.FaceRevolt) -> str:
    return _("Revolt in {province}").format(province=move.province)


# The command line: options for a new game, seats, moves and events in words

__all__ = ["SEATS", "board_of", "move_lines", "question_text", "seat_names", "sentence", "setup_text"]

SEATS = 4
"""Number of players by default."""


_AGREED = {
    ("sun", "printed"): marked("sun side, printed"),
    ("sun", "draft"): marked("sun side, draft"),
    ("moon", "draft"): marked("moon side, draft"),
}


def board_of(setup: Setup) -> str:
    """Return the side of the board, as results in JSON name it."""
    return setup.side


def setup_text(setup: Setup) -> str:
    """Return the settings besides the number of players, as the title of a table."""
    text = _(_AGREED[setup.side, setup.line_up])
    if setup.defender_holds_ties:
        text = _("{agreed}, ties to the defender").format(agreed=text)
    return ", ".join(filter(None, (text, handicap_text(setup))))


def handicap_text(setup: Setup) -> str:
    """Return how many points each seat has given up for its place, in seat order; empty if nobody has."""
    if not any(setup.given_up):
        return ""
    return _("points given up: {points}").format(points="/".join(map(str, setup.given_up)))


def seat_names(setup: Setup) -> list[str]:
    """Return names for unnamed seats: their colors."""
    return [_(COLOUR_NAMES[colour]).capitalize() for colour in setup.colours]


def move_lines(move: Move) -> list[str]:
    """Return a move in words: a plan field by field, anything else in one line."""
    return list(_fields(move)) if isinstance(move, Plan) else [move_text(move)]


def _fields(plan: Plan) -> Iterator[str]:
    names = [_(ACTION_NAMES[action]) for action in ACTIONS]
    width = max(map(len, names))
    for name, card in zip((*names, _("Bid")), (*plan.fields, plan.bid), strict=True):
        yield f"{name:{width}}  {card_text(card)}"


# Short words and icons of cards, where the full names of the rules have no room

ACTION_LABELS: Mapping[Action, str] = {
    "castle": marked("Castle"),
    "temple": marked("Temple"),
    "theatre": marked("Theater"),
    "rice": marked("Rice"),
    "taxes": marked("Taxes"),
    "deploy5": marked("Deploy 5"),
    "deploy3": marked("Deploy 3"),
    "deploy1": marked("Deploy 1"),
    "battle_a": marked("Battle A"),
    "battle_b": marked("Battle B"),
}


def action_label(action: Action) -> str:
    """Return the short name of an action."""
    return _(ACTION_LABELS[action])


def special_label(special: Special) -> str:
    """Return the short name of a special card."""
    return _(SPECIAL_NAMES[special])


def event_icon(card: str) -> str:
    """Return the icon of an event card."""
    return f"event_{EVENTS[card].kind}"


# Names of the regions: none is a clan's color, since a map may show who holds a province


@cache
def region_names() -> Mapping[str, str]:
    """Return the name of each region, the same in every language."""
    names = tomllib.loads((ASSETS / "shogun" / "board" / "names.toml").read_text("utf-8"))
    return {region: entry["name"] for region, entry in names["region"].items()}


def region_name(region: str) -> str:
    """Return the name of a region within a sentence."""
    return _("{name} region").format(name=region_names()[region])
