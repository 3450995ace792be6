"""A mistake tried again: the position is on the game's own screen, and answers are judged as the review judged them.

The game on the screen is a copy in memory, and no answer is played in it: the question stays, so that another answer
can follow at once.
"""

from collections.abc import Sequence
from concurrent.futures import Future
from typing import Any, Protocol

import pygame

from shogun.base.language import _
from shogun.game.errors import IllegalMove
from shogun.players.review.decision_verdicts import Decision, TriedAnswer
from shogun.players.review.decision_work import AnswerTried
from shogun.players.review.words import tried_words, worth
from shogun.table.session import Session
from shogun.window.game.slip import BUTTON_GAP_EM, OnSlip, SlipPanel, SlipScene, scene_type
from shogun.window.kit.drawing.canvas import Act, Canvas
from shogun.window.kit.input.keys import Command
from shogun.window.kit.layout import part, row, share
from shogun.window.kit.runtime.crash_report import error_text
from shogun.window.kit.runtime.scene import Application, Scene
from shogun.window.kit.widgets.button import Style, button
from shogun.window.play.game_plugin import GamePlugin
from shogun.window.play.judged_decisions import ShownDecision

# The mistakes that are tried


class Mistakes(Protocol):
    """List of mistakes as a second try knows it: `decision_tab.Decisions`."""

    def heading(self, decision: Decision) -> str:
        """Return the moment of a decision and its verdict."""

    def shown(self, decision: Decision) -> ShownDecision:
        """Return a decision as it is shown, with both answers in words."""

    def session(self, decision: Decision, substitute: str) -> Session:
        """Return a copy of the game at a decision; `substitute` is the opponent that gets other people's seats."""

    def task(self, decision: Decision, move: Any) -> AnswerTried:
        """Return the task that judges another answer."""

    def reveal(self, decision: Decision) -> None:
        """Show the better answer of a decision from now on."""

    def next_mistake(self, decision: Decision) -> Decision | None:
        """Return the next mistake whose better answer is still hidden; None if there is none."""

    def try_again(self, decision: Decision) -> Act:
        """Return the act that opens the second try of a decision."""

    def show_decision(self, decision: Decision) -> Act:
        """Return the act that shows a decision on the board of the replay."""


# The slip

BUTTONS = row(part("leave", wide=share(3)), part("answer", wide=share(5)), part("next", wide=share(5)), gap=0.4)
"""Buttons of a slip without room for two rows."""
ANSWER_BUTTONS = row(part("retry", wide=share()), part("answer", wide=share()), gap=0.4)
LEAVE_BUTTONS = row(part("leave", wide=share(3)), part("next", wide=share(5)), gap=0.4)


class Tried(OnSlip, Protocol):
    """Scene, as seen by the panel."""

    is_answer_shown: bool
    """True if the better answer is shown."""

    @property
    def is_solved(self) -> bool:
        """True if the answer is as good as the best one known."""

    @property
    def has_next(self) -> bool:
        """True if there is another mistake to try."""

    def leave_if_asked_twice(self) -> None:
        """Return to the review."""

    def start_again(self) -> None:
        """Ask the question again."""

    def show_answer(self) -> None:
        """Show the better answer with its reasons."""

    def show_on_board(self) -> None:
        """Show the better answer on the board."""

    def go_on(self) -> None:
        """Go to the next mistake."""


class TryPanel(SlipPanel):
    """Slip with the question, and the judgment of an answer."""

    name = "second-try"
    scene: Tried

    def __init__(self, scene: Tried) -> None:
        super().__init__()
        self.scene = scene

    def shows(self) -> tuple[object, ...]:
        """Return everything that changes on the slip."""
        scene = self.scene
        return *super().shows(), scene.is_answer_shown, scene.is_solved, scene.has_next

    def has_two_rows(self, _canvas: Canvas) -> bool:
        """Return whether there is a judgment, the answer, or room."""
        return self.scene.is_judged or not self.scene.is_folded

    def draw_buttons(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Draw the buttons: to leave, to see the answer, to go on; for a judged answer also to try again."""
        scene = self.scene
        ways = canvas.places(BUTTONS, box)
        answer = ways["answer"]
        if self.has_two_rows(canvas):
            answer, below = canvas.rows(box, 2, BUTTON_GAP_EM)
            ways = canvas.places(LEAVE_BUTTONS, below)
        if scene.is_judged:
            places = canvas.places(ANSWER_BUTTONS, answer)
            answer, tooltip = places["answer"], _("Give another answer")
            style: Style = "plain" if scene.is_solved or scene.is_answer_shown else "primary"
            button(canvas, "retry", places["retry"], _("Try again"), scene.start_again, style=style, tooltip=tooltip)
        self._answer(canvas, answer)
        tooltip = _("Return to the review")
        button(canvas, "leave", ways["leave"], _("Leave"), scene.leave_if_asked_twice, tooltip=tooltip)
        if scene.is_folded and not scene.is_judged:
            tooltip = "\n".join(scene.words)
            button(canvas, "task", ways["next"], _("The task"), scene.read, tooltip=tooltip)
        elif scene.is_in_the_way:
            button(canvas, "solve", ways["next"], _("Play"), scene.solve, style="primary")
        else:
            self._next(canvas, ways["next"])

    def _answer(self, canvas: Canvas, box: pygame.Rect) -> None:
        if self.scene.is_answer_shown:
            tooltip = _("Shows on the board what was done, or what would have been better")
            button(canvas, "on-board", box, _("On the board"), self.scene.show_on_board, tooltip=tooltip)
        else:
            tooltip = _("Show the better choice and the reasons for it")
            button(canvas, "answer", box, _("Show the answer"), self.scene.show_answer, tooltip=tooltip)

    def _next(self, canvas: Canvas, box: pygame.Rect) -> None:
        scene = self.scene
        is_due = scene.has_next and (scene.is_solved or scene.is_answer_shown)
        act: Act | None = scene.go_on if scene.has_next else None
        tooltip = "" if scene.has_next else _("You have seen the answers to all the other mistakes.")
        style: Style = "primary" if is_due else "plain"
        button(canvas, "go-on", box, _("Next mistake"), act, style=style, tooltip=tooltip)


# The scene


class SecondTry(SlipScene):
    """Game stopped at a mistake that a person once made in it."""

    def __init__(self, mistakes: Mistakes, decision: Decision, *scene: Any) -> None:
        """Ask the question of a decision again; `scene` is the base of the game's own scene."""
        self._mistakes, self._decision = mistakes, decision
        self._thought: Future[TriedAnswer] | None = None
        self._tried: TriedAnswer | None = None
        self._trouble, self.is_answer_shown = "", False
        self._last: Any = mistakes.shown(decision).done[0]
        """Answer to begin with: at first what was played, then what was tried last."""
        self._asked: Any = None
        """Question that it was laid for, ..."""
        self._is_laid = False
        """... if its game lays answers, so that little is lost by leaving."""
        super().__init__(*scene)
        self.model.branch = ""
        self.lay_slip(TryPanel(self))

    # Contents of the slip

    @property
    def title(self) -> str:
        """Verdict on the decision, and when it was made."""
        return self._mistakes.heading(self._decision)

    @property
    def is_judged(self) -> bool:
        """True if an answer has been judged, or the better one is shown without any."""
        return self._tried is not None or (self.is_answer_shown and self._thought is None)

    @property
    def is_solved(self) -> bool:
        """True if the answer is as good as the best one known."""
        return self._tried is not None and self._tried.grade == "best"

    @property
    def has_next(self) -> bool:
        """True if there is another mistake to try."""
        return self._mistakes.next_mistake(self._decision) is not None

    def current_words(self) -> Sequence[str]:
        """Return the question, or the judgment of an answer and the better one."""
        if self._trouble:
            return [self._trouble]
        if self._thought is not None:
            return [_("Judging your answer …")]
        shown = self._mistakes.shown(self._decision)
        answer = shown.answer_lines() if self.is_answer_shown else ()
        if self._tried is not None:
            return [tried_words(self._tried), *answer]
        cost = _("It cost you {cost} percentage points of winning chance. Find a better answer.").format(
            cost=self._cost
        )
        return [_("Played: {what}.").format(what=shown.done_words), *(answer or [cost])]

    @property
    def _cost(self) -> str:
        return worth(self._decision).removeprefix("−")

    # The game

    @property
    def nothing_asked(self) -> str:
        """Return nothing: the question stays."""
        return ""

    def is_held(self) -> bool:
        """Return True: nothing happens besides the question."""
        return True

    def is_moving(self) -> bool:
        """Return whether an answer is being judged, or something is being shown."""
        return self._thought is not None or super().is_moving()

    def answer(self, move: Any) -> None:
        """Have an answer judged, without playing it. An illegal one is refused."""
        question = self.model.question
        if question is None or self._thought is not None:
            return
        try:
            self.game.rules.verify(self.driver.session.state, question.seat, move)
        except IllegalMove as refusal:
            self.screen.refuse(refusal.sentence, refusal.rule)
            return
        self.forget_refusal()
        self._tried, self._trouble, self._last = None, "", move
        self._thought = self.app.workers.submit(self._mistakes.task(self._decision, move))
        self.say()

    def update(self, seconds: float) -> None:
        """Show the judgment as soon as there is one."""
        super().update(seconds)
        if self.model.question is not self._asked:
            self._asked = self.model.question
            self.begin_with(self._last)
            self._is_laid = self.model.is_answer_begun
        if self._thought is not None and self._thought.done():
            self._take(self._thought)

    def _take(self, thought: "Future[TriedAnswer]") -> None:
        self._thought = None
        try:
            tried = thought.result()
        except Exception as error:  # a worker's own, or that it died
            self._trouble = _("Your answer can't be judged: {error}.").format(error=error_text(error))
            self.say()
        else:
            self.show_judgment(tried)

    def show_judgment(self, tried: TriedAnswer) -> None:
        """Show how good an answer is; if it is as good as the best one, that is shown too."""
        self._tried = tried
        if self.is_solved:
            self._reveal()
            self.app.sounds_signal("won")
        self.say()
        self.lay_again()

    # Requests of the slip

    def start_again(self) -> None:
        """Ask the question again, with the last answer where it is made of parts."""
        self._tried, self._trouble, self.is_answer_shown = None, "", False
        self.questions.withdraw()
        self.say()
        self.lay_again()

    def show_answer(self) -> None:
        """Show the better answer with its reasons."""
        self._reveal()
        self.say()
        self.lay_again()

    def _reveal(self) -> None:
        self.is_answer_shown = True
        self._mistakes.reveal(self._decision)

    def show_on_board(self) -> None:
        """Show the better answer on the board."""
        self.leave()
        self._mistakes.show_decision(self._decision)()

    def go_on(self) -> None:
        """Go to the next mistake."""
        follows = self._mistakes.next_mistake(self._decision)
        if follows is not None:
            self.leave()
            self._mistakes.try_again(follows)()

    def confirm(self) -> None:
        """Press the highlighted button of a judgment: the next mistake, or another try."""
        if not self.is_judged:
            super().confirm()
        elif self.has_next and (self.is_solved or self.is_answer_shown):
            self.go_on()
        else:
            self.start_again()

    def command(self, command: Command) -> None:
        """Show the answer by the key for hints: the adviser would give it away too."""
        if command == "hint":
            self.show_answer()
        else:
            super().command(command)

    # Exit

    @property
    def loses_something(self) -> bool:
        """True if an answer in progress, or one being judged, would be lost by leaving now."""
        is_begun = self.model.is_answer_begun and not self._is_laid
        return self._thought is not None or (is_begun and not self.is_judged)

    def leave(self) -> None:
        """Return to the review."""
        if self._thought is not None:
            self._thought.cancel()
        self.app.pop()


def opened_try(app: Application, own: type[Scene], game: GamePlugin, mistakes: Mistakes, decision: Decision) -> Scene:
    """Return the second try of a decision on a game's own screen."""
    session = mistakes.session(decision, game.opponents.SUBSTITUTE)
    made: Scene = scene_type(SecondTry, own)(mistakes, decision, app, game, session, [])
    return made
