"""What the person at the screen does to answer: clicks on the map, a plan laid card by card, a march aimed."""

from collections.abc import Callable

from msgspec import Struct

from shogun.games.shogun.rules.questions import Choice, March, Move, Plan
from shogun.games.shogun.screen.play.choice_words import main_answer
from shogun.games.shogun.screen.play.model import Model
from shogun.window.game.screen import Screen
from shogun.window.kit.drawing.canvas import Act


class GameAnswers(Struct, eq=False):
    """Belongs to one game's scene."""

    screen: Screen[Model]
    answer: Callable[[Move], None]
    """Gives the answer to the open question."""
    go_on: Act
    """Goes on from what waited until it was seen."""

    def confirm(self) -> None:
        """Continue after a result, commit a complete march or plan, or give the main answer."""
        model = self.screen.model
        if not model.is_seen:
            self.go_on()
            return
        march = model.march.move() if model.march else main_answer(model.question)
        if march is not None:
            self.answer(march)
        elif model.plan and not model.plan.refusal():
            self.answer(model.plan.plan())

    def lay(self, move: Move) -> None:
        """Lay a plan that is advised, or aim a march; both can still be changed."""
        model = self.screen.model
        if model.plan and isinstance(move, Plan):
            model.plan.lay_all((*move.fields, move.bid))
        elif model.march and isinstance(move, March):
            model.march.aim(move.target)
            model.march.armies = move.armies

    def alter_plan(self, change: Act) -> None:
        """Planning: change the plan, and show what it leads to now."""
        change()
        self.screen.changed()

    def click_province(self, province: str) -> None:
        """A province of the map was clicked."""
        model = self.screen.model
        if model.plan:
            model.plan.take_province(province)
        elif model.march:
            model.march.aim(province)
        elif isinstance(model.question, Choice):
            self._choose(model.question, province)
        self.screen.changed()

    def _choose(self, question: Choice, province: str) -> None:
        move = next((move for move in question.moves if getattr(move, "province", None) == province), None)
        if move is not None:
            self.answer(move)

    def set_armies(self, armies: int) -> None:
        """March: so many armies."""
        if march := self.screen.model.march:
            march.armies = armies

    def put_away(self) -> bool:
        """Put the card in hand back, and return whether there was one, or a field pointed out."""
        plan = self.screen.model.plan
        if plan is None or (plan.card is None and plan.chosen is None):
            return False
        plan.put_away()
        self.screen.changed()
        return True

    def lift_aim(self) -> bool:
        """Let a march go nowhere yet, and return whether it was aimed; the only target there is stays."""
        march = self.screen.model.march
        if march is None or march.target is None or len(march.question.targets) == 1:
            return False
        march.target = None
        self.screen.changed()
        return True

    def close_digest(self) -> None:
        """Take away what is said of what has happened."""
        self.screen.model.digest = None
