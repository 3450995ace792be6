"""End of any game: the winner, the statistics of the game, and buttons to continue from here.

A game inherits both: the scene says who won and what can be done now, the panel draws what lies between head and foot.
"""

from abc import abstractmethod
from collections.abc import Sequence
from functools import partial
from typing import Any, Protocol, TypeAlias, cast

import pygame
from msgspec import Struct

from shogun.base.language import _
from shogun.base.random_streams import drawn_seed
from shogun.players.session_driver import SessionDriver
from shogun.window.kit.drawing.canvas import Act, Canvas
from shogun.window.kit.drawing.theme import GOLD_PALE, PAPER_BRIGHT
from shogun.window.kit.input.keys import Command
from shogun.window.kit.layout import column, part, row
from shogun.window.kit.runtime.crash_report import error_text
from shogun.window.kit.runtime.panel import ScenePanel
from shogun.window.kit.runtime.scene import Application, Scene
from shogun.window.kit.widgets.button import Style, button
from shogun.window.panels.graph import Column, Curves, draw_graph
from shogun.window.panels.victory_picture import draw_scroll, feast, sun
from shogun.window.play.branches import branch_end
from shogun.window.play.game_plugin import GamePlugin
from shogun.window.play.game_story import Story
from shogun.window.play.judged_decisions import ShownDecision
from shogun.window.play.model import GameModel
from shogun.window.play.routes import ToBegunGame, ToMenu, ToNewGame, ToReview
from shogun.window.play.start import ERRORS, rematch_header

SHEET = column(
    part("head", high=6.2), part("told"), part(high=0.5), part("foot", high=2.7), part(high=0.3), padding=(0.6, 0.3)
)
SUBTITLE = part("subtitle", high=1.6)
SUBTITLES = column(part("subtitle", high=1.4), part("branch", high=1.1))
"""Lines below the title; in a branch, the second one names the game that it comes from."""
FIGURES = column(part("figures", high=2.1), part("plot"), gap=0.3, padding=(0.5, 0.4))

Offer: TypeAlias = tuple[str, str, Act | None, Style, str]
"""A button of the foot: its name, label, act, style and tooltip."""


class Figure(Struct, frozen=True):
    """Statistic that the graph can show."""

    code: str
    """Field of a reading that holds it."""
    title: str
    note: str
    """Exact meaning of the figure."""


class Ended(Protocol):
    """Scene of the game that is over."""

    driver: SessionDriver[GamePlugin]

    @property
    def model(self) -> GameModel:
        """Model of the screen."""

    def replay(self) -> None:
        """Replay the whole game."""

    def story(self) -> Story:
        """Return the story of the game."""

    def look_at(self, place: int, shown: ShownDecision | None = None, /) -> None:
        """Show the game as it was at a place."""

    def look_back(self) -> None:
        """Show the replay, at its last step."""


class EndSheet(ScenePanel["EndScene"]):
    """Whole window: head and foot, with the game's own results in between."""

    name = "end"

    def draw(self, canvas: Canvas) -> None:
        """Draw everything."""
        canvas.paint(lambda surface: surface.blit(feast(self.rect.size, canvas.em), self.rect))
        places = canvas.places(SHEET, self.rect)
        self._head(canvas, places["head"])
        self._foot(canvas, places["foot"])
        self.draw_told(canvas, draw_scroll(canvas, places["told"]))

    @abstractmethod
    def draw_told(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Draw the game's own results."""

    def draw_figures(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Draw on a sheet a button for each figure and the graph of the chosen one."""
        canvas.sheet(box)
        scene, places = self.scene, canvas.places(FIGURES, box)
        figures = scene.figures()
        for figure, rect in zip(figures, canvas.columns(places["figures"], len(figures), 0.3), strict=True):
            style: Style = "chosen" if figure.code == scene.figure else "plain"
            act = partial(scene.show_figure, figure.code)
            button(canvas, f"figure-{figure.code}", rect, figure.title, act, style=style, tooltip=figure.note)
        if scene.readings:
            note = next(figure.note for figure in figures if figure.code == scene.figure)
            rows = [getattr(reading, scene.figure) for reading in scene.readings]
            columns = [scene.column(reading) for reading in scene.readings]
            draw_graph(canvas, places["plot"], scene.seats, Curves(columns, rows, note))
        else:
            self.draw_waiting(canvas, places["plot"])

    def draw_waiting(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Explain in the graph's area why it isn't there yet; games that read themselves at once never wait."""

    def _head(self, canvas: Canvas, box: pygame.Rect) -> None:
        scene = self.scene
        for seat in scene.result.winners:
            box = canvas.put(sun(scene.seats[seat].clan, canvas.within(box, 0.0, 0.15).height), box, gap=0.4)
        below = SUBTITLES if scene.branch else SUBTITLE
        places = canvas.places(row(part(wide=0.6), column(part(high=0.7), part("title", high=3.0), below)), box)
        canvas.line(scene.title(), places["title"], size=2.6, weight="Bold", colour=GOLD_PALE)
        canvas.line(scene.subtitle(), places["subtitle"], colour=PAPER_BRIGHT)
        if scene.branch:
            canvas.small(scene.branch, places["branch"], colour=GOLD_PALE)

    def _foot(self, canvas: Canvas, box: pygame.Rect) -> None:
        offers = self.scene.offers()
        for offer, rect in zip(offers, canvas.columns(box, len(offers), 0.6), strict=True):
            name, label, act, style, tooltip = offer
            button(canvas, name, rect, label, act, style=style, tooltip=tooltip, size=1.1)


class EndScene(Scene):
    """Scene on top of a game that is over; the game supplies its panel."""

    figure = "points"
    """Code of the figure in the graph."""
    readings: Sequence[Any] = ()
    """Readings of the figures over the game."""

    def __init__(self, app: Application, game: Ended) -> None:
        super().__init__(app)
        self.game = game
        self.result: Any = game.model.result
        self.seats = tuple(game.model.seats)
        self._is_judged = game.driver.game.is_judged
        self.branch = branch_end(app.options.games, game.driver.session, game.model.names)
        """Text about the game that this one branches from and how that ended; empty if this isn't a branch."""
        app.sounds_signal("taiko")

    def layout(self, area: pygame.Rect) -> None:
        """Take the whole window."""
        self.panels[0].place(area)

    @abstractmethod
    def title(self) -> str:
        """Return the title, which names the winner."""

    @abstractmethod
    def subtitle(self) -> str:
        """Return the margin, and the kind of game."""

    # Graph

    @abstractmethod
    def figures(self) -> Sequence[Figure]:
        """Return the figures that the graph can show."""

    @abstractmethod
    def column(self, reading: Any) -> Column:
        """Return the moment of the game at which a reading was taken."""

    def show_figure(self, figure: str) -> None:
        """Show the graph of another figure."""
        self.figure = figure
        self.changed()

    # Actions

    def offers(self) -> Sequence[Offer]:
        """Return the buttons of the foot."""
        return (
            ("look-at-board", _("Look at the board"), self.look_at_board, "plain",
             _("The final board, the log and the replay (Esc)")),
            *self._review_offer(),
            *self.own_offers(),
            ("replay", _("Replay"), self.game.replay, "plain", _("Replay the whole game from the beginning")),
            ("rematch", _("Rematch"), partial(self.rematch, moved=False), "primary",
             _("The same players in the same seats, with a new seed")),
            ("rematch-moved", _("Rematch, new seats"), partial(self.rematch, moved=True), "plain",
             _("The same players, each one seat further")),
            ("new-game", _("New game"), self.new_game, "plain", _("Choose the players and everything else")),
            ("menu", _("Menu"), self.menu, "plain", _("The game stays in the list of games")),
        )  # fmt: skip

    def _review_offer(self) -> Sequence[Offer]:
        """Return the button for the review of the game, if there can be one."""
        if not self._is_judged:
            return ()
        told = _("Each player's chance to win over the game, what changed it, and the turning points")
        return (("review", _("What decided it"), self.show_review, "plain", told),)

    def show_review(self) -> None:
        """Show the review of the game."""
        self.app.go(ToReview(self.game.story(), self.game.look_at))

    def own_offers(self) -> Sequence[Offer]:
        """Return the buttons that only this game has."""
        return ()

    def look_at_board(self) -> None:
        """Go back to the board, closing everything on top of it; its sheet leads here again."""
        while cast(object, self.app.scene) is not self.game:
            self.app.pop()

    def rematch(self, *, moved: bool) -> None:
        """Start a new game with the same players, each moved by one seat if that is set."""
        played = self.game.driver.session.header
        setup = self.moved_setup(played.setup) if moved else played.setup
        try:
            self.app.go(ToBegunGame(rematch_header(played, drawn_seed(), setup, moved=moved)))
        except ERRORS as error:
            self.app.go(ToMenu(error_text(error)))

    def moved_setup(self, setup: Any) -> Any:
        """Return the setup with every player moved by one seat."""
        return setup

    def new_game(self) -> None:
        """Open the sheet for a new game."""
        self.app.go(ToNewGame(self.game.driver.game.code))

    def menu(self) -> None:
        """Go to the menu."""
        self.app.go(ToMenu())

    def command(self, command: Command) -> None:
        """Open the replay by the same key as on the board."""
        if command == "history":
            self.game.look_back()
        else:
            super().command(command)

    def escape(self) -> None:
        """Look at the board."""
        self.look_at_board()
