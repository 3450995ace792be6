"""The steps of a chapter: what is said, what it points at, and what the person has to do before it goes on."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Literal

from shogun.base.language import _, marked
from shogun.games.shogun.rules.cards import ACTIONS, Action, Building, Card, Land
from shogun.games.shogun.rules.events import BattleBegan, Moved
from shogun.games.shogun.rules.questions import Choice, FaceRevolt, March, Move, Plan, PlanQuestion, TakeSpecial
from shogun.games.shogun.rules.state import Player, Province
from shogun.games.shogun.screen.play.half_made_answers import BID, Fields
from shogun.games.shogun.screen.play.model import Model
from shogun.games.shogun.words import action_label
from shogun.window.game.lessons.chapter import LEARNER, LessonStep, LessonTask, Situation, Watch

FieldName = Action | Literal["bid"]


def _moves(now: Situation) -> tuple[Move, ...]:
    """Return the answers among which the person chooses, none if nothing is to be chosen."""
    question = now.model.question
    return question.moves if isinstance(question, Choice) else ()


def field_number(name: FieldName) -> int:
    """Return the number of a field of the plan."""
    return BID if name == "bid" else ACTIONS.index(name)


class RegionsStep(LessonStep, frozen=True):
    """A step in which the map shows its regions instead of who holds what."""


class LayingTask(LessonTask):
    """Something is laid on the plan, or may be."""

    @abstractmethod
    def may_lie(self, before: Fields, after: Fields) -> bool:
        """Return whether the plan may be changed so."""


class Find(LessonTask):
    """The pointer, or the keyboard, is brought to a province of the map, and what is told there is read."""

    def __init__(self, province: str) -> None:
        self.province = province

    def is_done(self, now: Situation) -> bool:
        """Return whether it was there, and the person has asked to go on."""
        return now.has_read and self.to_read(now)

    def to_read(self, now: Situation) -> bool:
        """Return whether it was there: what is told of it may take its time."""
        return self.province in now.pointed

    def hint(self) -> str:
        """Return what is to be found."""
        return _("Point at {province} on the map.").format(province=self.province)


class Lay(LayingTask):
    """A card is laid on a field of the plan."""

    def __init__(self, card: Card, on: FieldName) -> None:
        self.card, self.number = card, field_number(on)
        self.on = on

    def is_done(self, now: Situation) -> bool:
        """Return whether it lies there."""
        return now.model.plan is not None and now.model.plan.fields[self.number] == self.card

    def hint(self) -> str:
        """Return which card belongs on which field."""
        where = _("Bid") if self.on == "bid" else action_label(self.on)
        if isinstance(self.card, str):
            return _("Click the card {card}, then the field {field}.").format(card=self.card, field=where)
        text = _("Click the chest card {card}, then the field {field}.")
        return text.format(card=self.card, field=where)

    def may_lie(self, before: Fields, after: Fields) -> bool:
        """Return whether nothing but this card was laid."""
        wanted = (*before[: self.number], self.card, *before[self.number + 1 :])
        return after in (before, wanted)


class Fill(LayingTask):
    """The fields that are still empty are filled as the person likes; what lay there before stays."""

    def is_done(self, now: Situation) -> bool:
        """Return whether the plan can be committed."""
        return now.model.plan is not None and not now.model.plan.refusal()

    def hint(self) -> str:
        """Return what is to be filled."""
        return _("Leave the other cards where they are, and fill the empty fields.")

    def may_lie(self, before: Fields, after: Fields) -> bool:
        """Return whether all that lay there before the step lies there still."""
        return all(old is None or old == new for old, new in zip(before, after, strict=True))


class Commit(LessonTask):
    """The plan is committed."""

    def is_done(self, now: Situation) -> bool:
        """Return whether it was."""
        return any(isinstance(move, Plan) for move in now.given)

    def hint(self) -> str:
        """Return what is to be pressed."""
        return _("Press the button that commits the plan.")

    def takes(self, move: Move) -> bool:
        """Return whether it is a plan."""
        return isinstance(move, Plan)


class Take(LessonTask):
    """A special card is taken; any of them."""

    def is_ready(self, now: Situation) -> bool:
        """Return whether the cards are offered: the event was drawn, and the bids are shown and paid."""
        return any(isinstance(move, TakeSpecial) for move in _moves(now))

    def is_done(self, now: Situation) -> bool:
        """Return whether one was."""
        return any(isinstance(move, TakeSpecial) for move in now.given)

    def hint(self) -> str:
        """Return what is to be taken."""
        return _("Choose one of the highlighted special cards.")

    def takes(self, move: Move) -> bool:
        """Return whether it takes a special card."""
        return isinstance(move, TakeSpecial)


class Aim(LessonTask):
    """The target of a march is chosen."""

    def __init__(self, target: str) -> None:
        self.target = target

    def is_ready(self, now: Situation) -> bool:
        """Return whether it is the person's turn to march."""
        return now.model.march is not None

    def is_done(self, now: Situation) -> bool:
        """Return whether the march goes there."""
        return now.model.march is not None and now.model.march.target == self.target

    def hint(self) -> str:
        """Return where the march shall go."""
        return _("Click {province} on the map.").format(province=self.target)


class Send(LessonTask):
    """Armies march to a province, as many as the person likes, and are seen to leave."""

    def __init__(self, target: str) -> None:
        self.target = target

    def is_done(self, now: Situation) -> bool:
        """Return whether it was told that they have left."""
        left = any(isinstance(event, BattleBegan | Moved) and event.target == self.target for event in now.told)
        return left and any(self.takes(move) for move in now.given)

    def hint(self) -> str:
        """Return where they shall go."""
        return _(
            "Send armies to {province}: click it on the map if they are going elsewhere, then press the gold button."
        ).format(province=self.target)

    def takes(self, move: Move) -> bool:
        """Return whether armies march there."""
        return isinstance(move, March) and move.target == self.target


class Face(LessonTask):
    """The winter revolt that comes next is chosen."""

    def is_ready(self, now: Situation) -> bool:
        """Return whether there are revolts to choose from."""
        return bool(self.places(now))

    def is_done(self, now: Situation) -> bool:
        """Return whether one was."""
        return any(isinstance(move, FaceRevolt) for move in now.given)

    def hint(self) -> str:
        """Return what is to be chosen."""
        return _("Choose one of the two highlighted provinces.")

    def places(self, now: Situation) -> tuple[str, ...]:
        """Return those of the revolts that can be chosen."""
        return tuple(move.province for move in _moves(now) if isinstance(move, FaceRevolt))

    def takes(self, move: Move) -> bool:
        """Return whether it chooses a revolt."""
        return isinstance(move, FaceRevolt)


class WatchSeason(Watch, LayingTask):
    """Something is seen to happen in this season to the person who learns, or to all."""

    def is_too_late(self, now: Situation) -> bool:
        """Return whether the season is over."""
        return super().is_too_late(now) or isinstance(now.model.question, PlanQuestion)

    def asks(self, now: Situation) -> bool:
        """Return whether something is asked of the person on the way."""
        return isinstance(now.model.question, Choice)

    def may_lie(self, _before: Fields, _after: Fields) -> bool:
        """Return True: there is nothing to spoil."""
        return True


# What sentences of the chapters say of the game, in terms of what its screen shows: helpers for their facts.


def own(model: Model) -> Player:
    """Return what the person who learns has."""
    return model.view.players[LEARNER]


def lies(model: Model, province: str) -> Province:
    """Return what lies in a province."""
    return model.view.provinces[province]


def land(model: Model, province: str) -> Land:
    """Return what is printed in a province."""
    return model.board.lands[province]


def owns(model: Model, province: str) -> bool:
    """Return whether a province belongs to the person who learns."""
    return lies(model, province).owner == LEARNER


def free_sites(model: Model, province: str) -> int:
    """Return the number of building sites on which nothing stands."""
    return land(model, province).sites - len(lies(model, province).buildings)


def is_to_lay(model: Model, card: Card, action: Action | None) -> bool:
    """Return whether a card is in hand, and the field it belongs on empty; None: the bid."""
    number = BID if action is None else ACTIONS.index(action)
    return model.plan is not None and card in model.plan.hand() and model.plan.fields[number] is None


def is_laid(model: Model, card: Card, action: Action) -> bool:
    """Return whether a card was laid on an action, in the plan that is laid or in the one that holds."""
    fields: Sequence[Card | None] = (
        model.plan.fields if model.plan else model.view.plan.fields if model.view.plan else ()
    )
    return bool(fields) and fields[ACTIONS.index(action)] == card


def buildings(model: Model, region: str, kind: Building, seat: int | None = None) -> int:
    """Return how many buildings of a kind stand in a region; `seat`: those of one player."""
    there = [lies(model, name) for name in model.board.regions[region]]
    return sum(kind in province.buildings for province in there if seat in (None, province.owner))


def place_of(model: Model, action: Action) -> int:
    """Return the place of an action in this season, from 0; -1 while its card lies face down."""
    return model.view.actions.index(action) if action in model.view.actions else -1


def says(model: Model, *words: str) -> bool:
    """Return whether the bar on top, or the heading of the battle, says these words."""
    told = f"{model.prompt} {model.battle.title if model.battle else ''}"
    return all(word in told for word in words)


BIDDING = marked("First the event of the season is drawn, and all bids are revealed. Watch the bar at the top.")
"""What is said before special cards are offered."""
