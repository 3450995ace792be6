"""Replay: moving from place to place in a game's past, and playing it back."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import pygame
from msgspec.structs import replace

from shogun.base.language import _, marked
from shogun.window.kit.input.keys import Command, Key, game_keys
from shogun.window.kit.runtime.scene import Scene
from shogun.window.play.game_story import Story
from shogun.window.play.judged_decisions import ShownDecision
from shogun.window.play.model import LogLine
from shogun.window.play.routes import ToBranch, ToReview

PAST_KEYS: Mapping[str, str] = {
    "skip": marked("Play or stop"), "pause": marked("Play or stop"),
    "branch": marked("Play from here, as a new game"), "review": marked("Show what decided the game"),
    "all": marked("Go to the beginning"),
}  # fmt: skip
"""Effect of some of a game's keys in its replay."""


class News(Protocol):
    """Updates of a game that another window plays: `play.spectating.Watch`."""

    @property
    def notice(self) -> str:
        """Return a notice about the state of the game."""

    def has_news(self, story: Story, /) -> bool:
        """Take in updates, and return whether there were any."""


class PastScene(Scene):
    """Shows a story at one of its places; subclasses draw the place and play the game back in `update`."""

    own_keys: Sequence[Key] = game_keys(**PAST_KEYS)
    story: Story
    place = 0
    is_playing = False
    moment = ""
    """Progress of the game at this place."""
    sentence = ""
    """Last event before this place, as a sentence."""
    back_label = ""
    """Destination of the way back."""
    notice = ""
    """Notice about a game that another window plays."""
    shown: ShownDecision | None = None
    """Decision that is being looked at, ..."""
    is_better = False
    """... and whether the better answer is shown; otherwise the answer given."""
    watch: News | None = None
    """Source of updates for such a game."""

    def keeps_awake(self) -> bool:
        """Return whether the game is being played back."""
        return self.is_playing

    @abstractmethod
    def show_place(self, place: int) -> None:
        """Show the game as it was at a place, and mark it."""

    def go_to(self, place: int) -> None:
        """Show the game as it was at a place."""
        self.is_playing = False
        if self.shown is not None:
            self.shown = None
            self.lift_answer()
        self.place = min(max(0, place), self.story.last)
        self.show_place(self.place)

    def look_on(self, watch: News) -> None:
        """Show the end of a game that another window plays, and follow it from then on."""
        self.watch, self.notice, self.back_label = watch, watch.notice, _("Back")
        self.go_to(self.story.last)

    def keep_up(self) -> None:
        """Read updates of a game being watched; a viewer at its end sees them played."""
        is_following, viewer = self.is_playing or self.place == self.story.last, self.story.viewer
        if self.watch is None or not self.watch.has_news(self.story):
            return
        if self.place > self.story.last or self.story.viewer != viewer:  # a step was taken back, or others see it too
            self.go_to(self.place)
        if is_following and not self.is_playing:
            self.toggle_playing()
        self.changed()

    def step(self, direction: int) -> None:
        """Go to the next step (1) or to the previous one (-1)."""
        self.go_to(self.story.next_stop(self.place, direction))

    def turn_chapter(self, direction: int) -> None:
        """Go to the next part (1) or to the previous one (-1)."""
        self.go_to(self.story.next_chapter(self.place, direction))

    def toggle_playing(self) -> None:
        """Play back from here, or stop at the end of this step."""
        if self.is_playing:
            self.go_to(self.place)
        elif self.place < self.story.last:
            self.is_playing = True
            self.begin_playing()
            self.changed()

    def begin_playing(self) -> None:
        """Start playing back."""

    def look_back(self, line: LogLine | None = None, /) -> None:
        """Go to the moment of a line of the log."""
        if line is not None:
            self.go_to(self.story.place_of(line))

    # Decision being looked at

    def look_at(self, place: int, shown: ShownDecision | None, /) -> None:
        """Show the game at a place; if a decision was made there, show the better answer too."""
        if shown is None:
            self.go_to(place)
        else:
            self.show_decision(shown)

    def show_decision(self, shown: ShownDecision) -> None:
        """Show the game at a decision, with the better answer unless it is still to be found."""
        self.go_to(shown.place)
        self.shown, self.is_better = shown, not shown.hides_answer
        self._lay(shown)

    def toggle_answer(self) -> None:
        """Switch between the better answer, which is no secret from then on, and the answer given."""
        if self.shown is not None:
            self.shown, self.is_better = replace(self.shown, hides_answer=False), not self.is_better
            self._lay(self.shown)

    def _lay(self, shown: ShownDecision) -> None:
        other = shown.answer(is_better=not self.is_better and not shown.hides_answer)
        self.lift_answer()
        self.lay_answer(shown.question, shown.answer(is_better=self.is_better), other)
        self.moment, self.sentence = shown.heading, shown.sentence(is_better=self.is_better)
        self.changed()

    @abstractmethod
    def lay_answer(self, question: Any, moves: Sequence[Any], other: Sequence[Any], /) -> None:
        """Show an answer on the screen as its player saw it, compared with `other`."""

    @abstractmethod
    def lift_answer(self) -> None:
        """Hide the answer."""

    # Branch from here

    def try_it(self) -> None:
        """Ask how chance works in a branch from here, or say why there can't be one."""
        self.go_to(self.place)
        story, place = self.story, self.place
        if refusal := story.branch_refusal(place):
            self.sentence = refusal
            self.changed()
        else:
            self.app.go(ToBranch(story.contents(), place, story.branch_refusal(place, as_it_came=True)))

    # Review

    def show_review(self) -> None:
        """Show the review of the game, or say why there is none."""
        self.go_to(self.place)
        if refusal := self.story.review_refusal():
            self.sentence = refusal
            self.changed()
        else:
            self.app.go(ToReview(self.story, self._look_at))

    def _look_at(self, place: int, shown: ShownDecision | None = None, /) -> None:
        """Return from the review to one of its places."""
        self.app.pop()
        self.look_at(place, shown)

    def command(self, command: Command) -> None:
        """Handle the keys for a branch and the review; subclasses add others."""
        if command == "branch":
            self.try_it()
        elif command == "review":
            self.show_review()
        else:
            super().command(command)

    # Keys

    def key(self, key: int) -> None:
        """Go to the last step by End, from part to part by Page up and Page down."""
        if key == pygame.K_END:
            self.go_to(self.story.last)
        elif key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            self.turn_chapter(-1 if key == pygame.K_PAGEUP else 1)
        elif key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.toggle_playing()

    def entered(self) -> None:
        """Let the arrow keys move step by step."""
        self.keyboard.set_focus("timeline")

    def click(self, position: tuple[int, int]) -> None:
        """Press the control at a point; the arrow keys move step by step as before."""
        super().click(position)
        self.keyboard.set_focus("timeline")

    def escape(self) -> None:
        """Go back."""
        self.leave()

    def leave(self) -> None:
        """Go back to the previous scene."""
        self.app.pop()
