"""The adviser in the game's scene: asked for a hint, he thinks in a worker, and his move becomes a draft to change."""

from concurrent.futures import Future
from random import Random

from msgspec import Struct

from shogun.base.language import _
from shogun.games.shogun.analysis.advice import Hint
from shogun.games.shogun.rules.moves import March
from shogun.games.shogun.rules.questions import PlayerQuestion
from shogun.games.shogun.rules.views import View
from shogun.games.shogun.screen.play.model import Model
from shogun.table.inside import Inside
from shogun.table.session import Session
from shogun.window.game.screen import Screen
from shogun.window.kit.canvas import Act


class Asked(Struct, frozen=True):
    """A hint that is wanted, ready to be found in another process: calling it returns the hint."""

    view: View
    inside: Inside
    question: PlayerQuestion
    rng: Random

    def __call__(self) -> Hint:
        """Return the hint."""
        from shogun.games.shogun.analysis.hint import hint  # loads SciPy

        return hint(self.view, self.inside, self.question, self.rng)


class GameHint:
    """Asks for the seat at the screen only, with what its person may see."""

    ask_alone: Act = staticmethod(lambda: None)
    """Has the question put again to its person alone, who takes the screen over for that."""

    def __init__(self, screen: Screen[Model], session: Session) -> None:
        self._screen = screen
        self._session = session
        self._found: Future[Hint] | None = None
        self._is_wanted = False
        """Whether a hint shall be found as soon as its person has taken the screen over."""

    def ask(self) -> None:
        """Have a hint found for the open question; while it is being thought about, it says so."""
        question = self._screen.model.question
        if question is None or self._found is not None:
            return
        if self._screen.model.viewer != question.seat:  # the advice may tell what the seat has planned
            self._is_wanted = True
            self.ask_alone()
            return
        self._found = self._screen.app.workers.submit(self._asked(question))
        self._show(Hint())

    def _asked(self, question: PlayerQuestion) -> Asked:
        session = self._session
        rng = session.streams.stream(f"hint/seat{question.seat}/{question.key}")
        return Asked(session.view(question.seat), session.inside, question, rng)

    def update(self) -> None:
        """Show the hint when it has been found, and the adviser as long as the settings want him."""
        model = self._screen.model
        if self._is_wanted and model.question is not None:
            self._is_wanted = False
            self.ask()
        if model.has_adviser != self._screen.app.settings.hints:
            model.has_adviser = self._screen.app.settings.hints
            self._screen.changed()
        if self._found is None or not self._found.done():
            return
        found, self._found = self._found, None
        try:
            self._show(found.result())
        except Exception as error:  # whatever befalls the adviser, the game goes on without him
            why = _("The Shogun has no advice now ({kind}).").format(kind=type(error).__name__)
            self._show(Hint(None, (why,)))
        if isinstance(model.hint and model.hint.move, March):
            self.take()

    def _show(self, told: Hint) -> None:
        self._screen.model.hint = told
        self._screen.changed()

    def take(self) -> None:
        """Lay the adviser's plan, or aim his march; both can still be changed."""
        model = self._screen.model
        if model.hint is None:
            return
        move = model.hint.move
        if model.plan and model.hint.plan:
            model.plan.lay_all((*model.hint.plan.fields, model.hint.plan.bid))
        elif model.march and isinstance(move, March):
            model.march.aim(move.target)
            model.march.armies = move.armies
        self._screen.changed()

    def close(self) -> None:
        """Put the adviser's reasons away."""
        self.forget()
        self._screen.changed()

    def forget(self) -> None:
        """Want no hint any more: the question is answered, or asks somebody else."""
        if self._found is not None:
            self._found.cancel()
        self._found = None
        self._screen.model.hint = None
