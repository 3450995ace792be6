"""Game stopped at one question, with a slip in the log's place: a puzzle, or a decision that is tried again.

A game's scene is inherited behind the scene, so that answers are given as in the game.
"""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, Protocol

import pygame
from msgspec.structs import replace

from shogun.base.language import _, marked
from shogun.window.game.played import PlayedScene
from shogun.window.game.screen import nothing
from shogun.window.kit.drawing.canvas import Canvas, HitRegion
from shogun.window.kit.drawing.theme import GOLD, INDIGO, INK, PAPER_BRIGHT, VERMILION
from shogun.window.kit.input.keyboard import ENTER
from shogun.window.kit.layout import column, part
from shogun.window.kit.runtime.panel import Panel
from shogun.window.kit.runtime.scene import Scene
from shogun.window.panels.log_panel import LogPanel

# The slip

SLIP = column(
    part("title", high=1.5),
    part(high=0.15),
    part("words"),
    part(high=0.15),
    part("buttons", high=2.1),
    padding=(0.7, 0.3),
)
HIGH_SLIP = column(
    part("title", high=1.5),
    part("words"),
    part(high=0.15),
    part("buttons", high=4.5),
    padding=(0.7, 0.3),
)
"""Slip with two rows of buttons."""
BUTTON_GAP_EM = 0.3
FOLDED_BUTTON_EM = 2.2


class OnSlip(Protocol):
    """Scene, as seen by any slip."""

    @property
    def title(self) -> str:
        """Title of the slip."""

    @property
    def words(self) -> Sequence[str]:
        """Current text, in paragraphs."""

    @property
    def is_judged(self) -> bool:
        """True if an answer has been judged."""

    @property
    def is_folded(self) -> bool:
        """True if there is no room for words now."""

    @property
    def is_in_the_way(self) -> bool:
        """True if the slip covers the controls for the answer."""

    def read(self) -> None:
        """Show the words again."""

    def solve(self) -> None:
        """Hide the words."""


class SlipPanel(Panel):
    """Title, words and buttons."""

    name = "slip"
    scene: OnSlip

    def shows(self) -> tuple[object, ...]:
        """Return everything that changes on the slip; subclasses add their own."""
        scene = self.scene
        return scene.title, tuple(scene.words), scene.is_judged, scene.is_folded, scene.is_in_the_way

    def draw(self, canvas: Canvas) -> None:
        """Draw the slip, or only its buttons if it is folded."""
        canvas.plate(self.rect, PAPER_BRIGHT, GOLD, 0.3, 0.18)
        if self.scene.is_folded:
            high = FOLDED_BUTTON_EM * (2 if self.has_two_rows(canvas) else 1)
            self.draw_buttons(canvas, canvas.spot(canvas.within(self.rect, 0.5, 0.2), high=high))
            return
        places = canvas.places(HIGH_SLIP if self.has_two_rows(canvas) else SLIP, self.rect)
        canvas.line(self.scene.title, places["title"], size=1.1, weight="Bold", colour=VERMILION)
        self.draw_words(canvas, places["words"])
        self.draw_buttons(canvas, places["buttons"])

    def draw_words(self, canvas: Canvas, room: pygame.Rect) -> None:
        """Write the paragraphs below each other."""
        colour = INDIGO if self.scene.is_judged else INK
        canvas.paragraph("\n".join(self.scene.words), room, size=1.0, colour=colour)

    @abstractmethod
    def has_two_rows(self, canvas: Canvas) -> bool:
        """Return whether the buttons are in two rows."""

    @abstractmethod
    def draw_buttons(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Draw the buttons."""


# The scene

ONCE_MORE = marked("Press Leave again: your unfinished answer will be lost.")
ROOMY_EM, FOLDED_EM = 14.0, 10.0
"""Height at which all words fit, and the height below which only the buttons fit."""
TURN_PANEL = "turn"
"""Panel where a turn is assembled, not needed once there is an answer."""


class SlipScene(PlayedScene):
    """Game that ends with an answer to one question; the adviser can't be asked."""

    is_advised = False
    log: LogPanel
    slip: SlipPanel
    is_reading = True
    """True if the words are shown even where the slip covers something."""
    words: Sequence[str] = ()
    """Current text on the slip."""
    _all: Sequence[Panel] = ()
    """All panels of the game's own scene."""
    _area = pygame.Rect()

    def lay_slip(self, slip: SlipPanel) -> None:
        """Put the slip in the log's place, once the game's scene has its panels."""
        self.slip, self._all = slip, list(self.panels)
        self.say()

    @property
    @abstractmethod
    def is_judged(self) -> bool:
        """True if an answer has been judged."""

    @abstractmethod
    def current_words(self) -> Sequence[str]:
        """Return the text for the slip, in the current language."""

    @property
    @abstractmethod
    def loses_something(self) -> bool:
        """True if an answer in progress, or one being judged, would be lost by leaving now."""

    def say(self) -> None:
        """Show the current text."""
        self.words = self.current_words()
        self.changed()

    def settings_changed(self) -> None:
        """Repeat everything in the current language."""
        super().settings_changed()
        self.say()

    # The game

    def make_controls(self) -> Any:
        """Return the player's controls; the menu leaves the scene."""
        controls = replace(super().make_controls(), open_menu=self.leave_if_asked_twice)
        return replace(controls, show_end=nothing) if hasattr(controls, "show_end") else controls

    @property
    def seats_to_change(self) -> None:
        """Return None: nobody else can play a seat."""

    def tell_end(self) -> None:
        """Do nothing: the slip says how it ended, without a sheet over the board."""

    def refuse_once_more(self) -> None:
        """Say that leaving once more loses the answer."""
        self.screen.refuse(_(ONCE_MORE))

    def forget_refusal(self) -> None:
        """Take back that leaving once more loses the answer: another one is given."""
        if self.model.refusal == _(ONCE_MORE):
            self.model.refusal = ""

    # Place of the slip

    def layout(self, area: pygame.Rect) -> None:
        """Give the slip the log's place."""
        self._area, self.panels = area, list(self._all)
        super().layout(area)
        covered = self._covered_panels()
        self.slip.place(self.log.rect.unionall([panel.rect for panel in covered]))
        self.panels = [*(panel for panel in self._all if panel not in (self.log, *covered)), self.slip]

    def _covered_panels(self) -> list[Panel]:
        """Return further panels under the slip, where the log's place is too low for a verdict."""
        is_high = self.log.rect.height >= ROOMY_EM * self.em
        if is_high or not (self.is_reading or self.is_judged):
            return []
        return [panel for panel in self._all if panel.name == TURN_PANEL]

    @property
    def is_folded(self) -> bool:
        """True if the slip has no room for words now; they appear on a larger one, before and after."""
        return self.slip.rect.height < FOLDED_EM * self.em

    @property
    def is_in_the_way(self) -> bool:
        """True if the slip covers the controls for the answer."""
        return not self.is_judged and bool(self._covered_panels())

    def read(self) -> None:
        """Show the words again, on a slip that covers the turn too."""
        self._read(is_reading=True)

    def solve(self) -> None:
        """Hide the words where they cover the controls."""
        self._read(is_reading=False)

    def _read(self, *, is_reading: bool) -> None:
        self.is_reading = is_reading
        self.lay_again()

    def lay_again(self) -> None:
        """Lay out everything again, as the slip needs more or less room."""
        self.layout(self._area)
        self.bare()

    # Keys

    def key(self, key: int) -> None:
        """Let Enter confirm a verdict on every game's screen."""
        if self.is_judged and key in ENTER:
            self.confirm()
        else:
            super().key(key)

    def choosable(self) -> list[HitRegion]:
        """Return the slip's buttons next to a verdict, otherwise the game's choices."""
        if not self.is_judged:
            return super().choosable()
        return [place for place in self.slip.places() if place.enabled]

    def close_topmost(self) -> bool:
        """Hide the words where they cover the controls."""
        if not self.is_in_the_way:
            return super().close_topmost()
        self.solve()
        return True

    # Exit

    @property
    def is_ended(self) -> bool:
        """Return False: the scene leads back to where it was opened, whatever the state of its game."""
        return False

    def open_menu(self) -> None:
        """Leave at the second request."""
        self.leave_if_asked_twice()

    def leave_if_asked_twice(self) -> None:
        """Leave at once, or at the second request if part of an answer would be lost."""
        if not self.loses_something or self.model.refusal == _(ONCE_MORE):
            self.leave()
        else:
            self.refuse_once_more()

    @abstractmethod
    def leave(self) -> None:
        """Go back to where the scene was opened."""


# A scene for each game

_types: dict[tuple[type[Any], str], type[Any]] = {}


def scene_type(slip: type[Any], own: type[Scene]) -> type[Any]:
    """Return a `SlipScene` type, which is still without a game, for the game with this scene."""
    name = slip, f"{own.__module__}.{own.__name__}"
    if name not in _types:
        _types[name] = type(f"{slip.__name__}{own.__name__}", (slip, own), {})
    return _types[name]
