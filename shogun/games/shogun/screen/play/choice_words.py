"""Texts shown before a click: an answer's effects, who is next, and why a province can't be chosen."""

from collections.abc import Callable, Mapping, Sequence
from functools import singledispatch
from typing import Any

from msgspec.structs import replace

from shogun.base.confidence_intervals import Share, percent
from shogun.base.language import _, ngettext
from shogun.game.errors import IllegalMove
from shogun.games.shogun.analysis.consequences import Prospects
from shogun.games.shogun.analysis.fights import Fight, Reinforcements, attack, pending, revolt
from shogun.games.shogun.analysis.odds import GrowingOdds
from shogun.games.shogun.rules import questions as mv
from shogun.games.shogun.rules.actions import COST
from shogun.games.shogun.rules.cards import Action, Special
from shogun.games.shogun.rules.questions import (
    Choice,
    FaceRevolt,
    MarchQuestion,
    Move,
    PlayerQuestion,
    Reinforce,
    Topic,
)
from shogun.games.shogun.rules.state import AttackerReinforcing, ChoosingRevolt, DefenderReinforcing, TakingSpecials
from shogun.games.shogun.rules.views import View
from shogun.games.shogun.rules.winter import revolts_for
from shogun.games.shogun.screen.play.background_odds import KnownOdds, stepped
from shogun.games.shogun.words import ACTION_NAMES, armies, chests, cubes, move_text, peasants
from shogun.table.session import Session

Names = Sequence[str]


def consequence(view: View, question: PlayerQuestion, move: mv.Move, names: Names) -> str:
    """Return the effects of an answer in a sentence or two; empty if the answer is self-explanatory."""
    return _effects(move, view, question, names)


@singledispatch
def _effects(_move: object, _view: View, _question: PlayerQuestion, _names: Names) -> str:
    return ""


_effects_of: Callable[..., Any] = _effects.register


def main_answer(question: PlayerQuestion | None) -> mv.Move | None:
    """Return the usual answer, also given by Enter: to throw one more army; None if there isn't one."""
    moves = question.moves if isinstance(question, Choice) else ()
    return next((move for move in moves if isinstance(move, mv.Reinforce) and move.armies), None)


# The draft (2.4)


@_effects_of
def _take_card(move: mv.TakeCard, view: View, question: PlayerQuestion, _names: Names) -> str:
    return _land(view, question.seat, move.province)


@_effects_of
def _place_group(_move: mv.PlaceGroup, view: View, question: PlayerQuestion, _names: Names) -> str:
    subject = getattr(question, "subject", None)
    return _land(view, question.seat, subject) if subject else ""


@_effects_of
def _draw_card(_move: mv.DrawCard, view: View, _question: PlayerQuestion, _names: Names) -> str:
    text = ngettext(
        "The {n} province left in the deck.",
        "One of the {n} provinces left in the deck, at random.",
        view.deck_size,
    )
    return text.format(n=view.deck_size)


@_effects_of
def _exchange_cards(_move: mv.ExchangeCards, _view: View, _question: PlayerQuestion, _names: Names) -> str:
    return _("Both cards go under the deck, and two others are turned up.")


def _land(view: View, seat: int, name: str) -> str:
    """Return a province's yield and its neighbors' owners."""
    land, owners = view.board.lands[name], [view.provinces[near].owner for near in view.board.neighbours[name]]
    own, strangers = owners.count(seat), sum(owner not in (None, seat) for owner in owners)
    yields = _("{province}: taxes {tax}, rice {rice}, building sites {sites}.")
    beside = _("Next to it: {own} of yours, {strangers} of others.").format(own=own, strangers=strangers)
    return f"{yields.format(province=name, tax=land.tax, rice=land.rice, sites=land.sites)} {beside}"


# Special cards (4.6, 6.2)

_HELPS: dict[Special, tuple[Action, ...]] = {
    "chest": ("taxes",),
    "rice": ("rice",),
    "armies": ("deploy5",),
    "attack": ("battle_a", "battle_b"),
    "defence": (),
}
"""Actions for which a special card is useful."""


@_effects_of
def _take_special(move: mv.TakeSpecial, view: View, question: PlayerQuestion, _names: Names) -> str:
    place = view.specials.index(move.card)
    before = sum(taken is not None and view.specials.index(taken) < place for taken in view.specials_taken)
    return f"{_use(view, question.seat, move.card)} {_earlier(before)}"


def _earlier(seats: int) -> str:
    """Return how many of the players who have chosen act earlier."""
    if not seats:
        return _("So far, nobody goes before you.")
    text = ngettext("{n} player goes before you so far.", "{n} players go before you so far.", seats)
    return text.format(n=seats)


def _use(view: View, seat: int, card: Special) -> str:
    """Return a special card's effects on the player's own plan."""
    plan = view.plan
    uses = [(action, plan.on(action)) for action in _HELPS[card]] if plan else []
    provinces = [(action, where) for action, where in uses if isinstance(where, str)]
    if card == "defence":
        return _("You may throw one extra army whenever you are attacked.")
    if not provinces:
        return _("It doesn't help your plan.")
    if card == "armies":
        return _six(view, seat, str(provinces[0][1]))
    where = ", ".join(f"{_(ACTION_NAMES[action])}: {province}" for action, province in provinces)
    return _("It helps your plan ({where}).").format(where=where) + _more(view, seat, card)


def _more(view: View, seat: int, card: Special) -> str:
    """Return the chests or the rice that the plan gains from a card."""
    if card not in ("chest", "rice") or view.plan is None:
        return ""
    taken = tuple(card if other == seat else has for other, has in enumerate(view.specials_taken))
    fields = (*view.plan.fields, view.plan.bid)
    action: Action = "taxes" if card == "chest" else "rice"
    views = (view, replace(view, specials_taken=taken))
    found = [Prospects(seen, seat).season(fields).assignments[action] for seen in views]
    before, after = ((it.chests if card == "chest" else it.rice).low for it in found)
    return " " + _("It yields {after} instead of {before}.").format(before=before, after=after)


def _six(view: View, seat: int, province: str) -> str:
    if view.players[seat].reserve < 6:
        return _("Your reserve has fewer than 6 armies: it wouldn't help.")
    return _("You may put 6 armies into {province} for the price of 5.").format(province=province)


# Actions


@_effects_of
def _deploy(move: mv.Deploy, view: View, question: PlayerQuestion, _names: Names) -> str:
    subject = getattr(question, "subject", None)
    if subject is None:
        return ""
    text = _("{province} then holds {armies}; {reserve} stay in the reserve, for {price}.")
    player = view.players[question.seat]
    return text.format(
        province=subject,
        armies=armies(view.provinces[subject].armies + move.armies),
        reserve=player.reserve - move.armies,
        price=chests(COST["deploy5"]),
    )


@_effects_of
def _march(move: mv.March, view: View, question: PlayerQuestion, names: Names) -> str:
    left = view.provinces[move.source].armies - move.armies
    stays = _("{armies} stay in {source}.") if left != 1 else _("{armies} stays in {source}.")
    return f"{_arrival(move, view, question.seat, names)} {stays.format(armies=armies(left), source=move.source)}"


def _arrival(move: mv.March, view: View, seat: int, names: Names) -> str:
    there = view.provinces[move.target]
    if there.owner == seat:
        return _("{target} then holds {armies}.").format(target=move.target, armies=armies(there.armies + move.armies))
    try:
        fight = attack(view, move, Reinforcements(0, 0))
    except IllegalMove as refusal:
        return refusal.sentence
    whose = _("neutral") if there.owner is None else names[there.owner]
    text = _("Attack on {target} ({whose}). Into the tower, with the cubes on the tray: {cubes}.")
    return text.format(target=move.target, whose=whose, cubes=cubes(fight.cubes))


@_effects_of
def _stay(_move: mv.Stay, view: View, question: PlayerQuestion, _names: Names) -> str:
    source = question.source if isinstance(question, MarchQuestion) else ""
    return _("All {armies} stay in {source}.").format(armies=armies(view.provinces[source].armies), source=source)


@_effects_of
def _reinforce(move: mv.Reinforce, view: View, question: PlayerQuestion, _names: Names) -> str:
    attacks = isinstance(view.stage, AttackerReinforcing)
    if not attacks and not isinstance(view.stage, DefenderReinforcing):
        return ""
    fight = pending(view, Reinforcements(move.armies if attacks else 0, 0 if attacks else move.armies))
    left = view.players[question.seat].reserve - move.armies
    thrown = _("Into the tower, with the cubes on the tray: {cubes}.").format(cubes=cubes(fight.cubes)) if fight else ""
    return thrown + " " + ngettext("{n} stays in your reserve.", "{n} stay in your reserve.", left).format(n=left)


@_effects_of
def _face_revolt(move: mv.FaceRevolt, view: View, question: PlayerQuestion, _names: Names) -> str:
    if not isinstance(view.stage, ChoosingRevolt):
        return ""
    lies = view.provinces[move.province]
    extra = revolts_for(view.stage.winter.short[question.seat])[1]
    text = _("{peasants} against your {armies}.")
    return text.format(peasants=peasants(lies.markers + extra), armies=armies(lies.armies))


# Chances of success


def chance_words(question: PlayerQuestion, chance: Share) -> str:
    """Return the chance of the seat asked to hold or take the province after an answer."""
    told = percent(chance.value)
    if isinstance(question, Choice) and question.subject:
        takes, keeps = _("Chance to take {province}: {share}."), _("Chance to keep {province}: {share}.")
        return (takes if question.topic == "attack" else keeps).format(province=question.subject, share=told)
    return _("Chance to keep it: {share}.").format(share=told)


def weighed_words(question: PlayerQuestion, chances: Mapping[mv.Move, Share]) -> str:
    """Return the chances of all answers in one text."""
    told = {move: percent(chance.value) for move, chance in chances.items()}
    extra = {move.armies: share for move, share in told.items() if isinstance(move, mv.Reinforce)}
    if isinstance(question, Choice) and question.subject and set(extra) == {0, 1}:
        takes = _("Chance to take {province}: {more} with the extra army, {fewer} without.")
        keeps = _("Chance to keep {province}: {more} with the extra army, {fewer} without.")
        text = takes if question.topic == "attack" else keeps
        return text.format(province=question.subject, more=extra[1], fewer=extra[0])
    answers = ", ".join(f"{move_text(move)} {share}" for move, share in told.items())
    return _("Chance to keep it: {answers}.").format(answers=answers)


# Next players


def next_words(view: View, question: PlayerQuestion, names: Names) -> str:
    """Return who is next after the answer, as far as it is known."""
    if isinstance(view.stage, TakingSpecials):
        return _next_players([names[seat] for seat in view.stage.queue[1:]])
    if view.groups and any(view.groups):
        return _next_players([names[(question.seat + 1) % len(names)]])
    if view.turn is not None and view.turn in view.order and view.action is not None:
        after = [names[seat] for seat in view.order[view.order.index(view.turn) + 1 :]]
        return " ".join(part for part in (_next_players(after), _next_action(view, view.action)) if part)
    return ""


def _next_players(who: Sequence[str]) -> str:
    return _("Next: {who}.").format(who=", ".join(who)) if who else ""


def _next_action(view: View, place: int) -> str:
    upcoming = view.actions[place + 1] if place + 1 < len(view.actions) else None
    return _("Next action: {action}.").format(action=_(ACTION_NAMES[upcoming])) if upcoming else ""


# Refusals


def march_refusal(view: View, question: MarchQuestion, province: str) -> str:
    """Return why armies can't march to a province; empty if they can."""
    if province in question.targets or province not in view.provinces:
        return ""
    names = {"source": question.source, "target": province}
    if province == question.source:
        return _("The armies march out of {source}.").format(**names)
    if province not in view.board.neighbours[question.source]:
        return _("{target} isn't next to {source}.").format(**names)
    if question.may_stay:
        return _("This action only moves armies to provinces of your own.")
    return _("{target} has a temple: it may not be attacked this season.").format(**names)


# Chances of answers that change a throw: one army more or none, this revolt or that

WEIGHED_TOPICS: tuple[Topic, ...] = ("attack", "defence", "revolt")


class Weighing:
    """Evaluates the answers to one question at a time; a different one, or none, cancels the current one."""

    def __init__(self, session: Session, known: KnownOdds) -> None:
        self._session = session
        self._known = known
        self._question: PlayerQuestion | None = None
        self._growing: dict[Move, GrowingOdds] = {}

    @property
    def chances(self) -> Mapping[Move, Share]:
        """The known chances of the seat asked to hold or take the province, by answer."""
        if not isinstance(self._question, Choice):
            return {}
        defends = self._question.topic == "defence"
        known = {move: growing.current() for move, growing in self._growing.items()}
        return {move: odds.lose if defends else odds.win for move, odds in known.items()}

    def look_at(self, question: PlayerQuestion | None) -> bool:
        """Evaluate this question's answers from now on and return whether `chances` has changed."""
        weighed = question if isinstance(question, Choice) and question.topic in WEIGHED_TOPICS else None
        if weighed == self._question:
            growing = next((growing for growing in self._growing.values() if not growing.is_done), None)
            return growing is not None and stepped(growing)
        self.forget()
        self._question = weighed
        if weighed is not None:
            self._begin(weighed)
        return True

    def _begin(self, question: Choice) -> None:
        """Start with the odds known so far for every answer, at first by the quick model."""
        for move in question.moves:
            if fight := fight_of(self._session.view(None), question, move):
                self._growing[move] = self._known.of(fight)
                self._growing[move].start()

    def forget(self) -> None:
        """Stop evaluating."""
        for growing in self._growing.values():
            growing.pause()
        self._growing.clear()
        self._question = None


def fight_of(view: View, question: Choice, move: Move) -> Fight | None:
    """Return the fight after an answer; the other side takes the extra army if it can."""
    if isinstance(move, Reinforce):
        attacks = question.topic == "attack"
        return pending(view, Reinforcements(move.armies, 1) if attacks else Reinforcements(1, move.armies))
    if isinstance(move, FaceRevolt) and isinstance(view.stage, ChoosingRevolt):
        return revolt(view, move.province, revolts_for(view.stage.winter.short[question.seat])[1])
    return None
