"""The steps of a chapter: a text, the things that it points at, and the player's task before continuing."""

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
    """Return the answers that the player can choose from, none without a choice."""
    question = now.model.question
    return question.moves if isinstance(question, Choice) else ()


def field_number(name: FieldName) -> int:
    """Return the number of a field of the plan."""
    return BID if name == "bid" else ACTIONS.index(name)


class RegionsStep(LessonStep, frozen=True):
    """A step in which the map shows its regions instead of the owners."""


class LayingTask(LessonTask):
    """Task of placing cards on the plan, or one that allows it."""

    @abstractmethod
    def may_lie(self, before: Fields, after: Fields) -> bool:
        """Return whether this change of the plan is allowed."""


class Find(LessonTask):
    """Task of pointing at a province of the map, by pointer or keyboard, and reading its tooltip."""

    def __init__(self, province: str) -> None:
        self.province = province

    def is_done(self, now: Situation) -> bool:
        """Return whether the province was pointed at and the player has continued."""
        return now.has_read and self.to_read(now)

    def to_read(self, now: Situation) -> bool:
        """Return whether the province was pointed at: its tooltip may take time to read."""
        return self.province in now.pointed

    def hint(self) -> str:
        """Return the hint that names the province."""
        return _("Point at {province} on the map.").format(province=self.province)


class Lay(LayingTask):
    """Task of placing a card on a field of the plan."""

    def __init__(self, card: Card, on: FieldName) -> None:
        self.card, self.number = card, field_number(on)
        self.on = on

    def is_done(self, now: Situation) -> bool:
        """Return whether the card is there."""
        return now.model.plan is not None and now.model.plan.fields[self.number] == self.card

    def hint(self) -> str:
        """Return the hint that names the card and the field."""
        where = _("Bid") if self.on == "bid" else action_label(self.on)
        if isinstance(self.card, str):
            return _("Click the card {card}, then the field {field}.").format(card=self.card, field=where)
        text = _("Click the chest card {card}, then the field {field}.")
        return text.format(card=self.card, field=where)

    def may_lie(self, before: Fields, after: Fields) -> bool:
        """Return whether only this card was placed."""
        wanted = (*before[: self.number], self.card, *before[self.number + 1 :])
        return after in (before, wanted)


class Fill(LayingTask):
    """Task of filling the empty fields freely; earlier cards stay."""

    def is_done(self, now: Situation) -> bool:
        """Return whether the plan can be committed."""
        return now.model.plan is not None and not now.model.plan.refusal()

    def hint(self) -> str:
        """Return the hint on filling the fields."""
        return _("Leave the other cards where they are, and fill the empty fields.")

    def may_lie(self, before: Fields, after: Fields) -> bool:
        """Return whether all earlier cards are still in place."""
        return all(old is None or old == new for old, new in zip(before, after, strict=True))


class Commit(LessonTask):
    """Task of committing the plan."""

    def is_done(self, now: Situation) -> bool:
        """Return whether the plan was committed."""
        return any(isinstance(move, Plan) for move in now.given)

    def hint(self) -> str:
        """Return the hint that names the button."""
        return _("Press the button that commits the plan.")

    def takes(self, move: Move) -> bool:
        """Return whether the answer is a plan."""
        return isinstance(move, Plan)


class Take(LessonTask):
    """Task of taking any special card."""

    def is_ready(self, now: Situation) -> bool:
        """Return whether the cards are offered: the event was drawn, and the bids are revealed and paid."""
        return any(isinstance(move, TakeSpecial) for move in _moves(now))

    def is_done(self, now: Situation) -> bool:
        """Return whether a card was taken."""
        return any(isinstance(move, TakeSpecial) for move in now.given)

    def hint(self) -> str:
        """Return the hint on taking a card."""
        return _("Choose one of the highlighted special cards.")

    def takes(self, move: Move) -> bool:
        """Return whether the answer takes a special card."""
        return isinstance(move, TakeSpecial)


class Aim(LessonTask):
    """Task of choosing the target of a march."""

    def __init__(self, target: str) -> None:
        self.target = target

    def is_ready(self, now: Situation) -> bool:
        """Return whether it is the player's turn to march."""
        return now.model.march is not None

    def is_done(self, now: Situation) -> bool:
        """Return whether the march has this target."""
        return now.model.march is not None and now.model.march.target == self.target

    def hint(self) -> str:
        """Return the hint that names the target."""
        return _("Click {province} on the map.").format(province=self.target)


class Send(LessonTask):
    """Task of marching to a province, with any number of armies, until their departure is shown."""

    def __init__(self, target: str) -> None:
        self.target = target

    def is_done(self, now: Situation) -> bool:
        """Return whether their departure was shown."""
        left = any(isinstance(event, BattleBegan | Moved) and event.target == self.target for event in now.told)
        return left and any(self.takes(move) for move in now.given)

    def hint(self) -> str:
        """Return the hint that names the target."""
        return _(
            "Send armies to {province}: click it on the map if they are going elsewhere, then press the gold button."
        ).format(province=self.target)

    def takes(self, move: Move) -> bool:
        """Return whether the answer is a march to the target."""
        return isinstance(move, March) and move.target == self.target


class Face(LessonTask):
    """Task of choosing the next winter revolt."""

    def is_ready(self, now: Situation) -> bool:
        """Return whether there are revolts to choose from."""
        return bool(self.places(now))

    def is_done(self, now: Situation) -> bool:
        """Return whether a revolt was chosen."""
        return any(isinstance(move, FaceRevolt) for move in now.given)

    def hint(self) -> str:
        """Return the hint on choosing a revolt."""
        return _("Choose one of the two highlighted provinces.")

    def places(self, now: Situation) -> tuple[str, ...]:
        """Return the provinces of the revolts that can be chosen."""
        return tuple(move.province for move in _moves(now) if isinstance(move, FaceRevolt))

    def takes(self, move: Move) -> bool:
        """Return whether the answer chooses a revolt."""
        return isinstance(move, FaceRevolt)


class WatchSeason(Watch, LayingTask):
    """Task of watching an event in this season that concerns the player, or everyone."""

    def is_too_late(self, now: Situation) -> bool:
        """Return whether the season is over."""
        return super().is_too_late(now) or isinstance(now.model.question, PlanQuestion)

    def asks(self, now: Situation) -> bool:
        """Return whether the player has a question to answer meanwhile."""
        return isinstance(now.model.question, Choice)

    def may_lie(self, _before: Fields, _after: Fields) -> bool:
        """Return True: any change is harmless here."""
        return True


# Helpers for the facts in the chapters' texts, based on the screen's contents


def own(model: Model) -> Player:
    """Return the learning player's goods."""
    return model.view.players[LEARNER]


def state_of(model: Model, province: str) -> Province:
    """Return the state of a province."""
    return model.view.provinces[province]


def printed_on(model: Model, province: str) -> Land:
    """Return the printed values of a province."""
    return model.board.lands[province]


def owns(model: Model, province: str) -> bool:
    """Return whether the learning player owns a province."""
    return state_of(model, province).owner == LEARNER


def free_sites(model: Model, province: str) -> int:
    """Return the number of free building sites."""
    return printed_on(model, province).sites - len(state_of(model, province).buildings)


def is_to_lay(model: Model, card: Card, action: Action | None) -> bool:
    """Return whether a card is in hand, and its field empty; None: the bid."""
    number = BID if action is None else ACTIONS.index(action)
    return model.plan is not None and card in model.plan.hand() and model.plan.fields[number] is None


def is_laid(model: Model, card: Card, action: Action) -> bool:
    """Return whether a card is on an action, in the plan being made or in the committed one."""
    fields: Sequence[Card | None] = (
        model.plan.fields if model.plan else model.view.plan.fields if model.view.plan else ()
    )
    return bool(fields) and fields[ACTIONS.index(action)] == card


def buildings(model: Model, region: str, kind: Building, seat: int | None = None) -> int:
    """Return the number of buildings of a kind in a region; `seat`: only one player's."""
    there = [state_of(model, name) for name in model.board.regions[region]]
    return sum(kind in province.buildings for province in there if seat in (None, province.owner))


def place_of(model: Model, action: Action) -> int:
    """Return the place of an action in this season, from 0; -1 while its card is face down."""
    return model.view.actions.index(action) if action in model.view.actions else -1


def says(model: Model, *words: str) -> bool:
    """Return whether the bar at the top, or the heading of the battle, shows these words."""
    told = f"{model.prompt} {model.battle.title if model.battle else ''}"
    return all(word in told for word in words)


BIDDING = marked("First the event of the season is drawn, and all bids are revealed. Watch the bar at the top.")
"""Message before special cards are offered."""
