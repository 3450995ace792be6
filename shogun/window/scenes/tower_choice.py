"""Which tower a game shall be played with: a sheet with a picture of each, and what is to be known of one of them."""

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from shogun.base.language import _, of_data, shown
from shogun.tower.geometry import Geometry, GeometryError
from shogun.tower.storage.tower_lookup import FoundTower, load_tower
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.theme import GOLD_PALE, INDIGO, INK_SOFT, PAPER_BRIGHT, PAPER_EDGE
from shogun.window.kit.layout import column, part
from shogun.window.kit.runtime.error_text import error_text
from shogun.window.kit.runtime.panel import ScenePanel
from shogun.window.kit.runtime.scene import Application, Scene
from shogun.window.kit.widgets.input_form import FOOT_EM, Form
from shogun.window.kit.widgets.scrolling import Scrolling
from shogun.window.tower.backdrop import draw_backdrop
from shogun.window.tower.tower_pictures import TowerPictures

SHEET_EM = (68, 40)
COLUMNS, LINES = 6, 2
GAP_EM = 0.6
TOLD_EM = 3.4
"""What is told of a tower: three lines."""
LONGEST_TOLD = 330
"""Characters of what a tower's file says that are shown: as many as three lines hold."""
CARD = column(part("picture"), part("name", high=1.7), padding=0.3)
WORD = "tower-"


def tower_title(tower: FoundTower) -> str:
    """Return what a tower is called in a list."""
    return tower.name if tower.shipped else _("{name} (own)").format(name=tower.name)


class TowerChoicePanel(ScenePanel["TowerChoiceScene"]):
    """A card for each tower; below them what is to be known of the one at which one looks."""

    name = "tower-choice"
    is_sheet = True

    def __init__(self, scene: "TowerChoiceScene") -> None:
        super().__init__(scene)
        self.scrolling: Scrolling = Scrolling(WORD)
        self.pictures = TowerPictures()

    def draw(self, canvas: Canvas) -> None:
        """Draw the sheet."""
        draw_backdrop(canvas.surface, self.rect)
        scene = self.scene
        form = Form(canvas, self.rect, SHEET_EM, _("Which tower?"))
        room = form.room(FOOT_EM + TOLD_EM + GAP_EM)
        self.pictures.begin()
        self.scrolling.columns = COLUMNS
        high = min(line.height for line in canvas.rows(room, LINES, GAP_EM)) / canvas.em
        looked_at = scene.chosen
        for number, box in self.scrolling.lay(canvas, room, len(scene.towers), high, GAP_EM):
            self._card(canvas, box, number)
            if canvas.hovers(box) or canvas.focus == f"{WORD}{number}":
                looked_at = number
        told = canvas.spot(form.room(FOOT_EM + 0.4), high=TOLD_EM, at=("start", "end"))
        canvas.paragraph(scene.told(looked_at), told, colour=INK_SOFT)
        form.back("back", _("Back"), scene.escape)

    def _card(self, canvas: Canvas, box: pygame.Rect, number: int) -> None:
        """Draw a tower's picture and name; the chosen one is marked."""
        tower, is_chosen = self.scene.towers[number], number == self.scene.chosen
        lit = canvas.hovers(box) or canvas.focus == f"{WORD}{number}"
        edge = INDIGO if lit or is_chosen else PAPER_EDGE
        canvas.plate(box, GOLD_PALE if is_chosen else PAPER_BRIGHT, edge, 0.3, 0.14 if is_chosen else 0.08)
        places = canvas.places(CARD, box)
        geometry = self.scene.geometry(number)
        if geometry is not None:
            self.pictures.put(canvas, places["picture"], geometry)
        canvas.line(shown(tower_title(tower)), places["name"], weight="Bold", align="centre")
        canvas.target(
            f"{WORD}{number}", box, partial(self.scene.choose, number), group=WORD, lead=is_chosen, begins=is_chosen
        )


class TowerChoiceScene(Scene):
    """Lies upon the sheet of a new game; `change` is told the number of another tower of the list."""

    def __init__(
        self, app: Application, towers: Sequence[FoundTower], chosen: int, change: Callable[[int], None]
    ) -> None:
        super().__init__(app)
        self.towers = towers
        self.chosen = chosen
        self._change = change
        self._read: dict[int, Geometry | str] = {}
        """By number: the towers that were seen, or why one can't be read."""
        self._panel = TowerChoicePanel(self)
        self.panels = [self._panel]

    def layout(self, area: pygame.Rect) -> None:
        """Take the whole window."""
        self._panel.place(area)
        self._panel.scrolling.show(self.chosen)

    def main_list(self) -> TowerChoicePanel:
        """Let keys that scroll go through the towers."""
        return self._panel

    def geometry(self, number: int) -> Geometry | None:
        """Return a tower of the list, None if its file can't be read."""
        read = self._looked_at(number)
        return None if isinstance(read, str) else read

    def told(self, number: int) -> str:
        """Return what a tower's file says of it, or why it can't be read."""
        read = self._looked_at(number)
        return read if isinstance(read, str) else shown(of_data(read.description), LONGEST_TOLD)

    def _looked_at(self, number: int) -> Geometry | str:
        if number not in self._read:
            try:
                self._read[number] = load_tower(self.towers[number].path)
            except GeometryError as error:
                self._read[number] = error_text(error)
        return self._read[number]

    def choose(self, number: int) -> None:
        """Play with this tower, and go back to the sheet."""
        self.app.pop()
        if number != self.chosen:
            self._change(number)

    def update(self, _seconds: float) -> None:
        """Go on painting the pictures that are to be seen."""
        if self._panel.pictures.is_waiting:
            self._panel.pictures.go_on()
            self._panel.dirty = True

    def is_moving(self) -> bool:
        """Return whether a picture is still to be painted."""
        return self._panel.pictures.is_waiting

    def escape(self) -> None:
        """Leave everything as it is."""
        self.app.pop()
