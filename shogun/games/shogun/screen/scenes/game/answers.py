"""What the person at the screen does to answer: clicks on the map, a plan laid card by card, a march aimed."""

from msgspec import Struct

from shogun.game.errors import IllegalMove
from shogun.games.shogun.rules.moves import Move
from shogun.games.shogun.rules.questions import Choice
from shogun.games.shogun.screen.panels.controls import Controls
from shogun.games.shogun.screen.play.model import Model
from shogun.table.errors import NotWritable
from shogun.window.game.screen import Screen
from shogun.window.kit.drawing.canvas import Act
from shogun.window.kit.runtime.error_text import error_text
from shogun.window.play.session_driver import SessionDriver


class GameAnswers(Struct, eq=False):
    """Belongs to one game's scene. It answers by its controls: a lesson may put another act there."""

    screen: Screen[Model]
    director: SessionDriver
    controls: Controls
    withdraw: Act
    """Takes the question off the screen when it is answered."""

    def answer(self, move: Move) -> None:
        """Give the answer to the open question."""
        model = self.screen.model
        if model.question is None:
            return
        try:
            self.director.answer(model.question.seat, move)
        except IllegalMove as refusal:
            self.refuse(refusal.sentence, refusal.rule)
        except NotWritable as error:
            self.refuse(error_text(error))
        else:
            self.withdraw()

    def refuse(self, sentence: str, rule: str = "") -> None:
        """Say why something can't be done."""
        model = self.screen.model
        model.refusal, model.refusal_rule = sentence, rule
        self.screen.changed()

    def confirm(self) -> None:
        """Go on from what was seen, or commit what is complete: a march with its target, a whole plan."""
        model = self.screen.model
        if not model.is_seen:
            self.controls.go_on()
            return
        march = model.march.move() if model.march else None
        if march is not None:
            self.controls.answer(march)
        elif model.plan and not model.plan.refusal():
            self.controls.answer(model.plan.plan())

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
            self.controls.answer(move)

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

    def close_digest(self) -> None:
        """Take away what is said of what has happened."""
        self.screen.model.digest = None
