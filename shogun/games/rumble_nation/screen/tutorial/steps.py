"""Tasks in the steps of Rumble Nation's chapters."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from shogun.base.language import _
from shogun.games.rumble_nation import rules
from shogun.games.rumble_nation.rules.components import AREAS, PIECES
from shogun.games.rumble_nation.rules.state import (
    CardPlayed,
    CarryOut,
    Choosing,
    Deploy,
    Move,
    PlayCard,
    Player,
    RollAgain,
    RollDice,
    Setup,
    State,
)
from shogun.games.rumble_nation.words import card_name
from shogun.table.journal import PERSON, Header, SeatInfo
from shogun.table.session import Session
from shogun.window.game.lessons.chapter import LEARNER, LessonTask, Situation


class Throw(LessonTask):
    """Roll of the dice."""

    def is_done(self, now: Situation) -> bool:
        """Return whether they have been rolled."""
        return bool(now.given) and now.model.question is not None

    def hint(self) -> str:
        """Return the button to press."""
        return _("Press Roll the dice.")

    def takes(self, move: Move) -> bool:
        """Return whether it rolls the dice."""
        return isinstance(move, RollDice)


class Choose(LessonTask):
    """Choice of an answer that isn't confirmed."""

    def is_done(self, now: Situation) -> bool:
        """Return whether one is chosen."""
        return now.model.chosen is not None

    def hint(self) -> str:
        """Return where to choose one."""
        return _("Click a die, an option beside the dice, or a highlighted area.")


class Place(LessonTask):
    """Deployment of soldiers anywhere, from this roll or another one."""

    def is_done(self, now: Situation) -> bool:
        """Return whether they have been deployed."""
        return any(isinstance(move, Deploy) for move in now.given)

    def hint(self) -> str:
        """Return how to deploy soldiers."""
        return _("Choose a split, then press Confirm.")

    def takes(self, move: Move) -> bool:
        """Return whether it deploys, or rolls again first."""
        return isinstance(move, Deploy | RollAgain)


class TakeCard(LessonTask):
    """Choice of a card."""

    def __init__(self, card: str) -> None:
        self.card = card

    def is_done(self, now: Situation) -> bool:
        """Return whether it has been chosen."""
        return bool(now.given)

    def hint(self) -> str:
        """Return the card to click."""
        return _("Click the card {card}.").format(card=card_name(self.card))

    def takes(self, move: Move) -> bool:
        """Return whether it chooses the card."""
        return move == PlayCard(self.card)


class CarryOutCard(LessonTask):
    """Carrying out the chosen card in any way, and seeing the result."""

    def is_done(self, now: Situation) -> bool:
        """Return whether that has been shown."""
        return any(isinstance(event, CardPlayed) for event in now.told)

    def hint(self) -> str:
        """Return how to carry out a card."""
        return _("Click a highlighted area, then press Confirm.")

    def takes(self, move: Move) -> bool:
        """Return whether it carries out a card."""
        return isinstance(move, CarryOut)


# Prepared positions at which chapters start: real three-player games, kept in memory only

NAMES = ("Kai", "Echigo", "Owari")
OPPONENT = "beginner"
"""Opponent that plays no cards, so that those mentioned in a chapter are available."""
SETUP = Setup(len(NAMES), first_seat=LEARNER)


class StartingPosition(Struct, frozen=True):
    """Moment when the learner is the active player; pieces that aren't on the board are in the reserves."""

    castles: Mapping[str, int]
    soldiers: Mapping[str, tuple[int, ...]]
    """Soldiers by area, in seat order; none elsewhere."""
    tactics: Sequence[str] = ()
    katana: tuple[int | None, ...] = (None, None, None)
    """Katana of those who have placed everything."""
    round: int = 1
    seed: int = 1


def begin(position: StartingPosition) -> Session:
    """Return a game that starts at a position; it isn't saved anywhere."""
    players = (PERSON, *[OPPONENT] * (len(NAMES) - 1))
    seats = tuple(SeatInfo(name, "", player) for name, player in zip(NAMES, players, strict=True))
    session = Session.start(rules, Header(game=rules.code, seed=position.seed, setup=SETUP, seats=seats))
    session.course.begin_at(state_of(position), session.inside)
    return session


def state_of(position: StartingPosition) -> State:
    """Return the state of a position."""
    nobody = (0,) * len(NAMES)
    soldiers = {area: position.soldiers.get(area, nobody) for area in AREAS}
    players = tuple(
        Player(PIECES.soldiers - sum(there[seat] for there in soldiers.values()), katana=position.katana[seat])
        for seat in range(len(NAMES))
    )
    return State(
        setup=SETUP, players=players, soldiers=soldiers, stage=Choosing(), turn=LEARNER, first=LEARNER,
        round=position.round, castles={area: position.castles[area] for area in AREAS}, tactics=tuple(position.tactics),
    )  # fmt: skip
