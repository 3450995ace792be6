"""What the steps of Rumble Nation's chapters wait for."""

from shogun.base.language import _
from shogun.games.rumble_nation.rules.state import CardPlayed, CarryOut, Deploy, Move, PlayCard, RollAgain, RollDice
from shogun.games.rumble_nation.words import card_name
from shogun.window.game.lessons.chapter import LessonTask, Situation


class Throw(LessonTask):
    """The dice are rolled."""

    def is_done(self, now: Situation) -> bool:
        """Return whether they were, and lie there."""
        return bool(now.given) and now.model.question is not None

    def hint(self) -> str:
        """Return what is to be pressed."""
        return _("Press Roll the dice.")

    def takes(self, move: Move) -> bool:
        """Return whether it rolls the dice."""
        return isinstance(move, RollDice)


class Choose(LessonTask):
    """An answer is chosen, but not yet given."""

    def is_done(self, now: Situation) -> bool:
        """Return whether one is."""
        return now.model.chosen is not None

    def hint(self) -> str:
        """Return where one is chosen."""
        return _("Click a die, an option beside the dice, or a highlighted area.")


class Place(LessonTask):
    """Soldiers are deployed anywhere, from this roll or another one."""

    def is_done(self, now: Situation) -> bool:
        """Return whether they were."""
        return any(isinstance(move, Deploy) for move in now.given)

    def hint(self) -> str:
        """Return how soldiers are deployed."""
        return _("Choose a split, then press Confirm.")

    def takes(self, move: Move) -> bool:
        """Return whether it deploys, or rolls again first."""
        return isinstance(move, Deploy | RollAgain)


class TakeCard(LessonTask):
    """A card is chosen."""

    def __init__(self, card: str) -> None:
        self.card = card

    def is_done(self, now: Situation) -> bool:
        """Return whether it was."""
        return bool(now.given)

    def hint(self) -> str:
        """Return which card is to be clicked."""
        return _("Click the card {card}.").format(card=card_name(self.card))

    def takes(self, move: Move) -> bool:
        """Return whether it chooses the card."""
        return move == PlayCard(self.card)


class CarryOutCard(LessonTask):
    """The card that was chosen is carried out, in any way, and seen to be."""

    def is_done(self, now: Situation) -> bool:
        """Return whether that was shown."""
        return any(isinstance(event, CardPlayed) for event in now.told)

    def hint(self) -> str:
        """Return how a card is carried out."""
        return _("Click a highlighted area, then press Confirm.")

    def takes(self, move: Move) -> bool:
        """Return whether it carries out a card."""
        return isinstance(move, CarryOut)
