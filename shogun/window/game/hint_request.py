"""Hints of the adviser in a game's scene: it thinks in a worker, and its move becomes a draft that can be changed."""

from collections.abc import Sequence
from concurrent.futures import Future
from random import Random
from typing import Any, Generic, TypeVar

from msgspec import Struct

from shogun.base.language import _
from shogun.game.words import calling
from shogun.players.adviser import FoundHint, Hint, hint_seed
from shogun.table.session import UNLIMITED, Session
from shogun.table.towers import Inside
from shogun.window.game.screen import GameActs, Screen
from shogun.window.play.game_plugin import GamePlugin
from shogun.window.play.model import GameModel

Model_co = TypeVar("Model_co", bound=GameModel, covariant=True)


class HintTask(Struct, frozen=True):
    """Request for a hint, ready for another process: calling it returns the hint."""

    game: GamePlugin
    view: Any
    inside: Inside
    question: Any
    rng: Random
    names: Sequence[str]
    """Names of the players in seat order."""

    def __call__(self) -> FoundHint:
        """Return the hint."""
        adviser = self.game.advice
        assert adviser is not None, "asked of games that bring one"
        with calling(self.names):
            return adviser.hint(self.view, self.inside, self.question, self.rng, UNLIMITED)


class GameHint(Generic[Model_co]):
    """Hints for the seat at the screen, based only on what its player may see."""

    def __init__(self, screen: Screen[Model_co], session: Session, game: GamePlugin, scene: GameActs) -> None:
        self._screen = screen
        self._session = session
        self._game = game
        self._scene = scene
        self._found: Future[FoundHint] | None = None
        self._is_wanted = False
        """True if a hint is searched for as soon as its player has taken over the screen."""

    def ask(self) -> None:
        """Request a hint for the open question, and show that the adviser is thinking."""
        question = self._screen.model.question
        if question is None or self._found is not None or not self._screen.model.has_adviser:
            return
        if not self._may_tell(question):
            self._is_wanted = True
            self._scene.ask_alone()
            return
        self._scene.hint_asked()
        self._found = self._screen.app.workers.submit(self._task_for(question))
        self._show(Hint())

    def _may_tell(self, question: Any) -> bool:
        """Return whether the player at the screen may see everything that the hint can reveal."""
        if self._screen.model.viewer == question.seat:
            return True
        own, onlookers = self._session.view(question.seat), self._session.view(None)
        return bool(own == onlookers)  # in some games nothing is hidden from anybody

    def _task_for(self, question: Any) -> HintTask:
        session = self._session
        rng = Random(hint_seed(session.header.seed, question))
        names = self._screen.model.names
        return HintTask(self._game, session.view(question.seat), session.inside, question, rng, names)

    def update(self) -> None:
        """Show the hint when it has arrived, and the adviser for as long as the settings say."""
        model = self._screen.model
        if self._is_wanted and model.question is not None:
            self._is_wanted = False
            self.ask()
        has_adviser = self._screen.app.settings.hints and self._game.advice is not None and self._scene.is_advised
        if model.has_adviser != has_adviser:
            model.has_adviser = has_adviser
            self._screen.changed()
        if self._found is None or not self._found.done():
            return
        found, self._found = self._found, None
        try:
            self._show(found.result())
        except Exception as error:  # whatever befalls the adviser, the game goes on without it
            why = _("No advice available ({kind}).").format(kind=type(error).__name__)
            self._show(Hint(None, (why,)))
        else:
            self.shown()

    def shown(self) -> None:
        """React to a hint that is shown; subclasses may take it as a draft at once."""

    def _show(self, told: Any) -> None:
        self._screen.model.hint = told
        self._screen.changed()

    def take(self) -> None:
        """Take the advised move as a draft that can still be changed."""
        hint = self._screen.model.hint
        if hint is not None and hint.move is not None:
            self._scene.draft(hint.move)
            self._screen.changed()

    def close(self) -> None:
        """Hide the adviser's reasons."""
        self.forget()
        self._screen.changed()

    def forget(self) -> None:
        """Drop the hint: the question has been answered, or is now put to somebody else."""
        if self._found is not None:
            self._found.cancel()
        self._found = None
        self._screen.model.hint = None
