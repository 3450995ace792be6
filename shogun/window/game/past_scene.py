"""Looking back: going from place to place in the past of a game, and letting it go by."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import pygame

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
"""What keys of a game do in its past."""


class News(Protocol):
    """What comes to a game that another window plays: `play.spectating.Watch`."""

    @property
    def notice(self) -> str:
        """What is to be known of the game."""

    def has_news(self, story: Story, /) -> bool:
        """Take in what has come, and return whether anything has."""


class PastScene(Scene):
    """Shows a story at a place of it. Who inherits shows the place, and lets the game go by from it in `update`."""

    own_keys: Sequence[Key] = game_keys(**PAST_KEYS)
    story: Story
    place = 0
    is_playing = False
    moment = ""
    """How far the game has come at this place."""
    sentence = ""
    """What happened last at this place."""
    back_label = ""
    """Where the way back leads."""
    notice = ""
    """What is to be known of the game, if it is one that another window plays."""
    shown: ShownDecision | None = None
    """The decision that is looked at, if one is, ..."""
    is_better = False
    """... and whether what would have been better lies on the screen; else what was done."""
    watch: News | None = None
    """Reads what comes to such a game."""

    def keeps_awake(self) -> bool:
        """Return whether the game goes by."""
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
        """Show the end of a game that another window plays, and from now on whatever comes to it."""
        self.watch, self.notice, self.back_label = watch, watch.notice, _("Back")
        self.go_to(self.story.last)

    def keep_up(self) -> None:
        """Read what has come to a game that is looked on at; whoever stands at its end sees it go by."""
        is_following, viewer = self.is_playing or self.place == self.story.last, self.story.viewer
        if self.watch is None or not self.watch.has_news(self.story):
            return
        if self.place > self.story.last or self.story.viewer != viewer:  # a step was taken back, or others see it too
            self.go_to(self.place)
        if is_following and not self.is_playing:
            self.toggle_playing()
        self.changed()

    def step(self, direction: int) -> None:
        """Go to the step after this one (1) or before it (-1)."""
        self.go_to(self.story.next_stop(self.place, direction))

    def turn_chapter(self, direction: int) -> None:
        """Go to the part after this one (1) or before it (-1)."""
        self.go_to(self.story.next_chapter(self.place, direction))

    def toggle_playing(self) -> None:
        """Let the game go by from here, or stop it at the end of this step."""
        if self.is_playing:
            self.go_to(self.place)
        elif self.place < self.story.last:
            self.is_playing = True
            self.begin_playing()
            self.changed()

    def begin_playing(self) -> None:
        """The game goes by from now on."""

    def look_back(self, line: LogLine | None = None, /) -> None:
        """Go to what a line of the log tells."""
        if line is not None:
            self.go_to(self.story.place_of(line))

    # A decision that is looked at

    def look_at(self, place: int, shown: ShownDecision | None, /) -> None:
        """Show the game as it was at a place; if something was decided there, with what would have been better."""
        if shown is None:
            self.go_to(place)
        else:
            self.show_decision(shown)

    def show_decision(self, shown: ShownDecision) -> None:
        """Show the game as it was when something was to be decided, with what would have been better."""
        self.go_to(shown.place)
        self.shown, self.is_better = shown, False
        self.toggle_answer()

    def toggle_answer(self) -> None:
        """Lay what would have been better, or what was done, in the place of the other."""
        shown = self.shown
        if shown is not None:
            self.is_better = not self.is_better
            self.lift_answer()
            self.lay_answer(
                shown.question, shown.answer(is_better=self.is_better), shown.answer(is_better=not self.is_better)
            )
            self.moment, self.sentence = shown.heading, shown.sentence(is_better=self.is_better)
            self.changed()

    @abstractmethod
    def lay_answer(self, question: Any, moves: Sequence[Any], other: Sequence[Any], /) -> None:
        """Show an answer to a question on the screen, to the eyes of who was asked; `other` is held against it."""

    @abstractmethod
    def lift_answer(self) -> None:
        """Show no answer any more."""

    # A new game from here

    def try_it(self) -> None:
        """Ask how chance shall come in a new game that goes on from here, or say why none can."""
        self.go_to(self.place)
        story, place = self.story, self.place
        if refusal := story.branch_refusal(place):
            self.sentence = refusal
            self.changed()
        else:
            self.app.go(ToBranch(story.contents(), place, story.branch_refusal(place, as_it_came=True)))

    # What decided it

    def show_review(self) -> None:
        """Show what decided the game, or say why that isn't told."""
        self.go_to(self.place)
        if refusal := self.story.review_refusal():
            self.sentence = refusal
            self.changed()
        else:
            self.app.go(ToReview(self.story, self._look_at))

    def _look_at(self, place: int, shown: ShownDecision | None = None, /) -> None:
        """Come back from what decided the game to a place of it."""
        self.app.pop()
        self.look_at(place, shown)

    def command(self, command: Command) -> None:
        """Take the keys that begin a new game from here, or show what decided it; who inherits has others."""
        if command == "branch":
            self.try_it()
        elif command == "review":
            self.show_review()
        else:
            super().command(command)

    # Keys

    def key(self, key: int) -> None:
        """End goes to the last step, Page up and Page down from part to part."""
        if key == pygame.K_END:
            self.go_to(self.story.last)
        elif key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            self.turn_chapter(-1 if key == pygame.K_PAGEUP else 1)
        elif key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.toggle_playing()

    def entered(self) -> None:
        """Let the arrow keys go step by step."""
        self.keyboard.set_focus("timeline")

    def click(self, position: tuple[int, int]) -> None:
        """Press what lies under a point; the arrow keys go step by step as before."""
        super().click(position)
        self.keyboard.set_focus("timeline")

    def escape(self) -> None:
        """Go back."""
        self.leave()

    def leave(self) -> None:
        """Go back to where one came from."""
        self.app.pop()
