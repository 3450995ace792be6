"""Ten seconds before the first menu of all: what the game is about, beside cubes that fall through its tower."""

from collections.abc import Sequence

import pygame

from shogun.base.language import _
from shogun.window.kit.drawing.canvas import Act, Canvas
from shogun.window.kit.drawing.theme import GOLD, PAPER, PAPER_SHADE
from shogun.window.kit.input.keys import Command
from shogun.window.kit.layout import Node, part, row, share
from shogun.window.kit.runtime.panel import Panel
from shogun.window.kit.runtime.scene import Application, Scene
from shogun.window.kit.widgets.button import button
from shogun.window.scenes.title_sheet import SIDE_EM, WIDE_EM, beside_tower, draw_titles
from shogun.window.tower.menu_picture import Evening

LENGTH = 10.0
"""Seconds until the menu comes by itself."""
EVERY = 2.3
"""Seconds between two sentences."""
FALL = 2.6
"""Seconds until cubes begin to fall: the second sentence tells of them."""
SENTENCES = 4
SIZE = 1.25
"""Of the sentences' writing, em."""
EVERYWHERE: frozenset[Command] = frozenset(("help", "keys", "full_screen", "mute"))
"""What keys do in every scene."""


def sentences() -> tuple[str, ...]:
    """Return what is told, in the order in which it comes."""
    return (
        _("Japan, four hundred years ago. Clans march, build and fight for its provinces."),
        _("Their armies are cubes. In a battle, both sides throw theirs into the same tower."),
        _("The side with more cubes in the tray wins. Cubes that get stuck inside come out in a later battle."),
        _("Nobody decides where a cube lands: each one really falls."),
    )


def layout(heights: Sequence[float], passed: float) -> Node:
    """Return where all lies; `heights` are those of the sentences, in em, `passed` the share of the time."""
    below = (
        *(part(f"sentence-{number}", high=high) for number, high in enumerate(heights)),
        row(part("passed", wide=share(passed)), part("to-come", wide=share(1 - passed)), high=0.3),
        row(part("skip", wide=10.0), justify="middle", high=2.4),
    )
    return beside_tower(below, gap=1.2)


class IntroductionPanel(Panel):
    """A sheet that fills with sentences beside the tower; a click anywhere ends it."""

    name = "introduction"

    def __init__(self, scene: "IntroductionScene") -> None:
        super().__init__()
        self.scene = scene

    def draw(self, canvas: Canvas) -> None:
        """Draw the tower, and what was told so far."""
        canvas.paint(lambda surface: self.scene.evening.draw(surface, self.rect))
        line, _rest = canvas.across(self.rect, WIDE_EM - 2 * SIDE_EM, share())
        heights = [canvas.paragraph_height(sentence, line, size=SIZE) / canvas.em for sentence in sentences()]
        places = canvas.places(layout(heights, self.scene.passed), self.rect)
        canvas.sheet(places["sheet"], PAPER)
        draw_titles(canvas, places)
        for number, sentence in enumerate(sentences()[: self.scene.told]):
            canvas.paragraph(sentence, places[f"sentence-{number}"], size=SIZE)
        canvas.fill(places["to-come"], PAPER_SHADE)
        canvas.fill(places["passed"], GOLD)
        why = _("Press any key or click to open the menu.")
        button(canvas, "skip", places["skip"], _("Skip"), self.scene.finish, tooltip=why)

    def clicked(self, _position: tuple[int, int]) -> None:
        """End at once."""
        self.scene.finish()


class IntroductionScene(Scene):
    """The introduction, and then the menu."""

    def __init__(self, app: Application, finish: Act) -> None:
        """Begin; `finish` opens the menu."""
        super().__init__(app)
        self.finish = finish
        self.evening = Evening()
        self.seconds = 0.0
        self.panels = [IntroductionPanel(self)]

    @property
    def told(self) -> int:
        """How many sentences are seen."""
        return min(SENTENCES, 1 + int(self.seconds / EVERY))

    @property
    def passed(self) -> float:
        """The share of the time that has passed, 0 to 1."""
        return min(1.0, self.seconds / LENGTH)

    def layout(self, area: pygame.Rect) -> None:
        """Take the whole window."""
        self.panels[0].place(area)

    def update(self, seconds: float) -> None:
        """Tell more, let cubes fall, and open the menu in the end."""
        self.seconds += seconds
        if self.seconds >= FALL:
            self.evening.update(seconds)
        self.changed()
        if self.seconds >= LENGTH:
            self.finish()

    def is_moving(self) -> bool:
        """Return that time goes on."""
        return True

    def key(self, _key: int) -> None:
        """End at once."""
        self.finish()

    def command(self, command: Command) -> None:
        """Do what every scene does; what only games know ends it."""
        if command in EVERYWHERE:
            super().command(command)
        else:
            self.finish()

    def escape(self) -> None:
        """End at once."""
        self.finish()
