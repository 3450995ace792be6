"""A new game from a moment of another: this scene asks how chance works in it."""

from datetime import datetime

import pygame

from shogun.base.language import _
from shogun.base.random_streams import drawn_seed
from shogun.game.positions import can_begin_anywhere
from shogun.table.branch import branch, save_branch
from shogun.table.position_draft import last_exported
from shogun.window.kit.drawing.canvas import Act, Canvas
from shogun.window.kit.drawing.theme import INK_SOFT
from shogun.window.kit.input.keyboard import ENTER
from shogun.window.kit.layout import Node, column, part, row
from shogun.window.kit.runtime.crash_report import error_text
from shogun.window.kit.runtime.panel import ScenePanel
from shogun.window.kit.runtime.scene import Application, Scene
from shogun.window.kit.widgets.button import Style, button
from shogun.window.kit.widgets.entry import Form
from shogun.window.play.game_plugin import brought
from shogun.window.play.routes import ToBranch, ToPosition, ToSavedGame
from shogun.window.play.start import ERRORS
from shogun.window.tower.menu_picture import draw_backdrop

SHEET_EM = (50, 29)
WORDS_EM = 4.6
WAY_EM = 4.6


def _way(name: str) -> Node:
    """Return how a way is divided: its button, and what it does."""
    words = column(part(f"{name} words"))
    return row(part(name, wide=15.0, high=2.8), words, gap=1.2, high=WAY_EM, align="middle")


WAYS = column(_way("anew"), _way("as-it-came"), _way("position"), gap=0.4)


class BranchPanel(ScenePanel["BranchScene"]):
    """A sheet with both ways."""

    name = "branch"
    is_sheet = True

    def shows(self) -> tuple[object, ...]:
        """Return all that changes on the sheet."""
        return (self.scene.complaint,)

    def draw(self, canvas: Canvas) -> None:
        """Draw the sheet."""
        scene = self.scene
        draw_backdrop(canvas.surface, self.rect)
        form = Form(canvas, self.rect, SHEET_EM, _("Play from here"))
        form.paragraph(scene.words(), WORDS_EM)
        places = canvas.places(WAYS, form.room())
        for name, label, act, style, words in scene.ways():
            button(canvas, name, places[name], label, act, style=style, tooltip="" if act else words, size=1.2)
            room = places[f"{name} words"]
            high = canvas.paragraph_height(words, room) / canvas.em
            canvas.paragraph(words, canvas.spot(room, high=min(high, WAY_EM)), colour=INK_SOFT)
        form.complaint(scene.complaint)
        form.back("back", _("Back"), scene.escape)


class BranchScene(Scene):
    """Scene on top of the past of a game."""

    def __init__(self, app: Application, asked: ToBranch) -> None:
        super().__init__(app)
        self.asked = asked
        self.complaint = ""
        """Reason why it failed."""
        self.panels = [BranchPanel(self)]

    def layout(self, area: pygame.Rect) -> None:
        """Hide the past."""
        self.panels[0].place(area)

    def words(self) -> str:
        """Return its subject."""
        return _(
            "A new game continues from step {n} with the same players in the same seats; the original "
            "isn't changed. The new game isn't rated. Same luck, or new luck?"
        ).format(n=self.asked.place)

    def ways(self) -> tuple[tuple[str, str, Act | None, Style, str], ...]:
        """Return name, label, act and style of both ways, and what each does, or why it can't be had."""
        telling = brought(self.app.options, self.asked.contents.game.code).telling
        anew = f"{_('Everything still to come is drawn again.')} {telling.hidden()}".rstrip()
        came = _("Everything stays the same, as long as all players make the same decisions.")
        refusal = self.asked.refusal
        return (
            ("anew", _("New luck"), self.anew, "primary", anew),
            ("as-it-came", _("Same luck"), None if refusal else self.as_it_came, "plain", refusal or came),
            ("position", _("Edit this position"), self._position_act(), "plain", self._position_words()),
        )

    def _position_act(self) -> Act | None:
        return self.make_position if can_begin_anywhere(self.asked.contents.game) else None

    def _position_words(self) -> str:
        if self._position_act() is None:
            return _("This game can only start from the beginning.")
        return _("Change the position on the board, then play it with any players, or save it to a file.")

    def make_position(self) -> None:
        """Open the moment in the position editor: the last possible one up to it."""
        asked = self.asked
        try:
            number, position = last_exported(asked.contents, asked.place)
        except ERRORS as error:
            self.complaint = error_text(error)
            self.changed()
            return
        message = _("This is the game after step {n}; you can make a position from this moment.").format(n=number)
        self.app.go(ToPosition(position, message if number != asked.place else ""))

    def anew(self) -> None:
        """Begin with a new seed."""
        self._begin(drawn_seed())

    def as_it_came(self) -> None:
        """Begin with the same seed."""
        self._begin(None)

    def _begin(self, seed: int | None) -> None:
        asked, created = self.asked, f"{datetime.now():%Y-%m-%dT%H:%M:%S}"
        try:
            contents = branch(asked.contents, asked.place, seed=seed, created=created)
            self.app.go(ToSavedGame(save_branch(contents, asked.contents.path)))
        except ERRORS as error:
            self.complaint = error_text(error)
            self.changed()

    def escape(self) -> None:
        """Go back to the past."""
        self.app.pop()

    def key(self, key: int) -> None:
        """Enter takes the way that is always there."""
        if key in ENTER:
            self.anew()
