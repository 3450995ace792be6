"""The end of a game: who won and by what, the seasons as a graph, the luck of the tower, and where to go from here."""

from concurrent.futures import Future
from functools import partial
from typing import Protocol, cast

import pygame

from shogun.base.language import _, ngettext
from shogun.games.shogun.analysis.aftermath import Review
from shogun.games.shogun.analysis.aftermath_figures import Aftermath
from shogun.games.shogun.rules.views import Result
from shogun.games.shogun.screen.panels.graph import FIGURES, Figure, draw_graph, figure_name, figure_note
from shogun.games.shogun.screen.panels.luck import draw_battles, draw_luck
from shogun.games.shogun.screen.panels.ranking import draw_ranking, order_of
from shogun.games.shogun.screen.play.drops import PastDrop, Remembering, WatchableDrop, watchable
from shogun.games.shogun.screen.play.model import Model
from shogun.games.shogun.screen.play.rematch import rematch_header
from shogun.games.shogun.screen.scenes.feast import feast, sun
from shogun.table.inside import outcome_model
from shogun.window.kit.canvas import Act, Canvas
from shogun.window.kit.panel import Panel
from shogun.window.kit.scene import Application, Scene
from shogun.window.kit.theme import GOLD_PALE, INDIGO, INK_SOFT, PAPER_BRIGHT, SMALL
from shogun.window.kit.widgets.button import Style, button
from shogun.window.play.director import Director
from shogun.window.play.routes import ToBegunGame, ToMenu, ToNewGame
from shogun.window.play.start import ERRORS, drawn_seed

HEAD_EM = 6.4
FOOT_EM = 3.6
ROW_EM = 2.4
RANKING_EM = 3.4
"""Height of the ranking without its rows."""
GRAPH_SHARE = 0.56
"""Of the width that is shared with the luck of the tower."""


class Past(Protocol):
    """The past of the game."""

    def replay(self, place: int) -> None:
        """Let it go by from a place on."""


class EndedGame(Protocol):
    """The game that is over: `scenes/game/scene.py`."""

    model: Model
    director: Director

    @property
    def past(self) -> Past:
        """Its past."""

    def show_again(self, drop: WatchableDrop) -> None:
        """Show a battle once more in the large tower."""


class EndPanel(Panel):
    """The whole window."""

    name = "end"

    def __init__(self, scene: "EndOfGameScene") -> None:
        super().__init__()
        self.scene = scene

    def draw(self, canvas: Canvas) -> None:
        """Draw everything."""
        canvas.surface.blit(feast(self.rect.size, canvas.em), self.rect)
        gap = canvas.px(0.6)
        inner = self.rect.inflate(-2 * gap, -gap)
        head = pygame.Rect(inner.left, inner.top, inner.width, canvas.px(HEAD_EM))
        self._head(canvas, head)
        foot = pygame.Rect(inner.left, inner.bottom - canvas.px(FOOT_EM), inner.width, canvas.px(FOOT_EM))
        self._foot(canvas, foot)
        high = canvas.px(RANKING_EM + ROW_EM * len(self.scene.seats))
        ranking = pygame.Rect(inner.left, head.bottom, inner.width, high)
        self._ranking(canvas, ranking)
        below = pygame.Rect(inner.left, ranking.bottom + gap, inner.width, foot.top - ranking.bottom - 2 * gap)
        graph = pygame.Rect(below.left, below.top, round(below.width * GRAPH_SHARE), below.height)
        self._graph(canvas, graph)
        left = graph.right + gap
        self._luck(canvas, pygame.Rect(left, below.top, below.right - left, below.height))

    def _head(self, canvas: Canvas, box: pygame.Rect) -> None:
        scene, winners = self.scene, self.scene.result.winners
        left = box.left
        for seat in winners:
            disc = sun(scene.seats[seat].clan, box.height - canvas.px(0.3))
            canvas.surface.blit(disc, disc.get_rect(midleft=(left, box.centery)))
            left += disc.get_width() + canvas.px(0.4)
        title = pygame.Rect(left + canvas.px(0.6), box.top + canvas.px(0.7), box.right - left, canvas.px(3))
        title.width = box.right - title.left
        canvas.line(scene.title(), title, size=2.6, weight="Bold", colour=GOLD_PALE)
        below = pygame.Rect(title.left, title.bottom, title.width, canvas.px(1.6))
        canvas.line(scene.subtitle(), below, colour=PAPER_BRIGHT)

    def _ranking(self, canvas: Canvas, box: pygame.Rect) -> None:
        canvas.sheet(box)
        scene = self.scene
        inner = box.inflate(-canvas.px(1), -canvas.px(0.5))
        draw_ranking(canvas, inner, scene.seats, scene.result, scene.aftermath)

    def _graph(self, canvas: Canvas, box: pygame.Rect) -> None:
        canvas.sheet(box)
        inner = box.inflate(-canvas.px(1), -canvas.px(0.8))
        scene, gap = self.scene, canvas.px(0.3)
        wide = (inner.width - gap * (len(FIGURES) - 1)) // len(FIGURES)
        for number, figure in enumerate(FIGURES):
            rect = pygame.Rect(inner.left + number * (wide + gap), inner.top, wide, canvas.px(2.1))
            style: Style = "chosen" if figure == scene.figure else "plain"
            act = partial(scene.show_figure, figure)
            button(canvas, f"figure-{figure}", rect, figure_name(figure), act, style=style, tooltip=figure_note(figure))
        plot = pygame.Rect(inner.left, inner.top + canvas.px(2.4), inner.width, inner.height - canvas.px(2.4))
        if scene.aftermath is not None:
            draw_graph(canvas, plot, scene.seats, scene.aftermath.readings, scene.figure)
        else:
            self._waiting(canvas, plot)

    def _luck(self, canvas: Canvas, box: pygame.Rect) -> None:
        canvas.sheet(box)
        inner = box.inflate(-canvas.px(1), -canvas.px(0.6))
        head = pygame.Rect(inner.left, inner.top, inner.width, canvas.px(1.6))
        canvas.line(_("Luck of the tower"), head, weight="Bold", colour=INDIGO)
        canvas.target("luck-basis", head, None, self.scene.basis())
        note = pygame.Rect(inner.left, head.bottom, inner.width, canvas.px(1.3))
        canvas.small(self._luck_note(), note, colour=INK_SOFT)
        if self.scene.lucky is not None:
            back = pygame.Rect(inner.right - canvas.px(8), inner.top, canvas.px(8), canvas.px(2.1))
            button(canvas, "luck-of-all", back, _("All players"), self.scene.show_luck, size=SMALL)
        rest = pygame.Rect(inner.left, note.bottom + canvas.px(0.2), inner.width, inner.bottom - note.bottom)
        rest.height -= canvas.px(0.2)
        scene = self.scene
        if scene.aftermath is not None and scene.lucky is not None:
            draw_battles(canvas, rest, scene.seats, scene.aftermath, scene.lucky)
        elif scene.aftermath is not None:
            draw_luck(canvas, rest, scene.seats, scene.aftermath, scene.show_battles)
        else:
            self._waiting(canvas, rest)

    def _luck_note(self) -> str:
        if self.scene.lucky is None:
            return _("Battles won beyond what was to be expected, and own cubes")
        name = self.scene.seats[self.scene.lucky].name
        return _("{name}: the chance in each battle, and whether it was won").format(name=name)

    def _waiting(self, canvas: Canvas, box: pygame.Rect) -> None:
        text = _("The game is being looked through …") if self.scene.is_reviewing else _("It can't be told.")
        canvas.line(text, box, align="centre", size=SMALL, colour=INK_SOFT)

    def _foot(self, canvas: Canvas, box: pygame.Rect) -> None:
        scene = self.scene
        rows: tuple[tuple[str, str, Act | None, Style, str], ...] = (
            ("look-at-board", _("Look at the board"), scene.look_at_board, "plain",
             _("The final board, the log and all that has happened (Esc)")),
            ("best-battle", _("Best battle"), scene.watch_best if scene.can_watch_best() else None, "plain",
             _("Watch the most exciting battle: many cubes, a close result, and one that was not to be expected")),
            ("replay", _("Replay"), scene.replay, "plain", _("The whole game once more, from its beginning")),
            ("rematch", _("Rematch"), partial(scene.rematch, moved=False), "primary",
             _("The same players in the same seats, with a new seed")),
            ("rematch-moved", _("Rematch, seats moved"), partial(scene.rematch, moved=True), "plain",
             _("The same players, everybody one seat further: each has another place on the board")),
            ("new-game", _("New game"), scene.new_game, "plain", _("Choose players, side and tower")),
            ("menu", _("Menu"), scene.menu, "plain", _("The game stays in the list of games")),
        )  # fmt: skip
        gap = canvas.px(0.6)
        wide = (box.width - gap * (len(rows) - 1)) // len(rows)
        for number, (name, label, act, style, tooltip) in enumerate(rows):
            rect = pygame.Rect(box.left + number * (wide + gap), box.bottom - canvas.px(3), wide, canvas.px(2.7))
            button(canvas, name, rect, label, act, style=style, tooltip=tooltip, size=1.1)


class EndOfGameScene(Scene):
    """Lies upon the scene of a game that is over."""

    def __init__(self, app: Application, game: EndedGame, result: Result) -> None:
        super().__init__(app)
        self.game = game
        self.result = result
        self.seats = tuple(game.model.seats)
        self.figure: Figure = "points"
        self.lucky: int | None = None
        """The player whose battles are shown, None: the luck of all."""
        self.aftermath: Aftermath | None = None
        session = game.director.session
        review = Review(session.header, tuple(session.course.answers))
        self._review: Future[Aftermath] | None = app.workers.submit(review)
        self._best: Future[list[PastDrop]] | None = None
        self.panels = [EndPanel(self)]
        app.sounds_signal("taiko")

    def layout(self, area: pygame.Rect) -> None:
        """Take the whole window."""
        self.panels[0].place(area)

    @property
    def is_reviewing(self) -> bool:
        """Whether a worker is still looking the game through."""
        return self._review is not None

    def update(self, _seconds: float) -> None:
        """Take in what the worker has found."""
        if self._review is not None and self._review.done():
            if not self._review.cancelled() and self._review.exception() is None:
                self.aftermath = self._review.result()
            self._review = None
            self.changed()
        self._show_best()

    def title(self) -> str:
        """Return who won."""
        names = [self.seats[seat].name for seat in order_of(self.result) if seat in self.result.winners]
        if len(names) == 1:
            return _("{name} is Shogun").format(name=names[0])
        return _("{names} share the victory").format(names=_(" and ").join(names))

    def subtitle(self) -> str:
        """Return by how much, and in what game."""
        header, best = self.game.director.session.header, max(self.result.points)
        points = ngettext("{n} point", "{n} points", best).format(n=best)
        return _("{points} after two years · seed {seed} · tower {tower}").format(
            points=points, seed=header.seed, tower=header.tower_name
        )

    def basis(self) -> str:
        """Return from what it is known what was to be expected."""
        label = outcome_model(self.game.director.session.inside).label
        return _("Expected is what a quick model of the tower foretold of each throw ({label}).").format(label=label)

    # What can be done

    def show_figure(self, figure: Figure) -> None:
        """Draw another figure over the seasons."""
        self.figure = figure
        self.changed()

    def show_battles(self, seat: int) -> None:
        """Show each battle of a player."""
        self.lucky = seat
        self.changed()

    def show_luck(self) -> None:
        """Show the luck of all players."""
        self.lucky = None
        self.changed()

    def look_at_board(self) -> None:
        """Go back to the board, from whatever lies upon it; its sheet leads here again."""
        while cast(object, self.app.scene) is not self.game:
            self.app.pop()

    def can_watch_best(self) -> bool:
        """Return whether it is known by now which battle was the most exciting one."""
        has_tower = self.game.director.session.header.tower is not None
        return has_tower and self.aftermath is not None and self.aftermath.most_exciting() is not None

    def watch_best(self) -> None:
        """Have the most exciting battle looked for; it is shown in the large tower as soon as it is there."""
        number = self.aftermath.most_exciting() if self.aftermath else None
        if number is not None and self._best is None:
            session = self.game.director.session
            lines = tuple(session.writer.lines)
            task = Remembering(session.header, tuple(session.course.answers), lines, session.path, number)
            self._best = self.app.workers.submit(task)

    def _show_best(self) -> None:
        """Show the most exciting battle once a worker has found it."""
        if self._best is None or not self._best.done():
            return
        found, self._best = self._best, None
        if not found.cancelled() and found.exception() is None and found.result():
            self.game.show_again(watchable(found.result()[0], self.seats))

    def replay(self) -> None:
        """Let the whole game go by once more."""
        self.game.past.replay(0)

    def rematch(self, *, moved: bool) -> None:
        """Begin a new game among the same, everybody one seat further if they are to be moved."""
        header = rematch_header(self.game.director.session.header, drawn_seed(), moved=moved)
        try:
            self.app.go(ToBegunGame(header))
        except ERRORS as error:
            self.app.go(ToMenu(str(error)))

    def new_game(self) -> None:
        """Choose what a new game shall be."""
        self.app.go(ToNewGame(self.game.director.game.code))

    def menu(self) -> None:
        """Go to the menu."""
        self.app.go(ToMenu())

    def escape(self) -> None:
        """Look at the board."""
        self.look_at_board()

    def closing(self) -> None:
        """Want no more of the worker."""
        if self._review is not None:
            self._review.cancel()
