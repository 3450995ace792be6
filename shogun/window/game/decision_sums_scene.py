"""Losses from a player's decisions over several games: by kind, over time, and with links to explanations."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pygame

from shogun.base.confidence_intervals import percent
from shogun.base.language import _, ngettext
from shogun.players.review.decision_sums import ALL, DecisionSums, KindSums, PlayedGame, decision_sums, player_names
from shogun.players.review.decision_verdicts import Explained
from shogun.players.review.words import (
    judged_words,
    kind_name,
    most_expensive_words,
    sum_figures,
    sum_headings,
    trend_words,
)
from shogun.window.game.opening import shown
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.theme import (
    GOLD_PALE,
    INDIGO,
    INK_SOFT,
    PAPER_BRIGHT,
    PAPER_EDGE,
    SMALL,
    VERMILION,
    Weight,
    paper_of,
)
from shogun.window.kit.layout import Node, between, column, part, row, share, span
from shogun.window.kit.runtime.crash_report import error_text
from shogun.window.kit.runtime.panel import ScenePanel
from shogun.window.kit.runtime.routes import ToRules
from shogun.window.kit.runtime.scene import Application, Scene
from shogun.window.kit.widgets.button import Style, button
from shogun.window.panels.victory_picture import feast
from shogun.window.play.game_plugin import GamePlugin
from shogun.window.play.game_story import story_of_journal
from shogun.window.play.judged_decisions import Judging, ReadingDecisions
from shogun.window.play.routes import ToLessons
from shogun.window.play.start import ERRORS

NAMES = 4
"""Maximum number of names to choose from."""
BARS = 40
"""Number of recent games whose losses are drawn."""
HEAD = column(part(high=0.4), part("title", high=2.6), part("subtitle", high=1.5), padding=(0.6, 0.0), high=4.6)
FOOT = row(part(), part("judge", wide=16.0), part("back", wide=12.0), part(), high=2.7, gap=0.6)
ROW_EM, HIGHEST_ROW_EM, HEADING_EM = 2.0, 2.8, 1.9
KIND = row(
    part("kind", wide=share(1.5)), *(part(str(number), wide=share()) for number in range(4)),
    gap=0.4, padding=(0.5, 0.0),
)  # fmt: skip
BELOW = column(
    part("kind", high=1.8), part("trend", high=1.6), part("bars", high=share(least=2.0, most=20.0)),
    part("axis", high=1.4), part("explained", high=1.5), row(part("rule"), part("chapter"), high=2.4, gap=0.5), part(),
    gap=0.3, padding=(0.7, 0.5),
)  # fmt: skip


def _sheet(rows: int, *, names: bool, is_upright: bool) -> Node:
    """Return the layout of the window for this many kinds in the table, with a choice of names if needed."""
    table = column(
        *((part("names", high=2.0),) if names else ()),
        part("most", high=2.2),
        part("headings", high=HEADING_EM),
        part("rows", high=between(rows * ROW_EM, rows * HIGHEST_ROW_EM)),
        part(),
        gap=0.3, padding=(0.7, 0.5), name="table", wide=share(0.58), high=share(0.58),
    )  # fmt: skip
    kind = part("kind sheet", wide=share(0.42), high=share(0.42))
    told = column(table, kind, gap=0.6) if is_upright else row(table, kind, gap=0.6)
    return column(HEAD, told, part(high=0.5), FOOT, part(high=0.3), padding=(0.6, 0.3))


class DecisionSumsPanel(ScenePanel["DecisionSumsScene"]):
    """The whole window."""

    name = "decision-sums"

    def draw(self, canvas: Canvas) -> None:
        """Draw the table and, next to it, the chosen kind."""
        canvas.paint(lambda surface: surface.blit(feast(self.rect.size, canvas.em), self.rect))
        scene, sums = self.scene, self.scene.sums()
        has_names, is_upright = len(scene.names) > 1, self.rect.width <= self.rect.height
        sheet = _sheet(len(sums.kinds), names=has_names, is_upright=is_upright)
        places = canvas.places(sheet, self.rect)
        canvas.line(scene.title(), places["title"], size=2.2, weight="Bold", colour=GOLD_PALE)
        canvas.line(scene.subtitle(sums), places["subtitle"], colour=PAPER_BRIGHT)
        for name in ("table", "kind sheet"):
            canvas.sheet(places[name])
        if has_names:
            self._names(canvas, places["names"])
        if sums.kinds:
            canvas.line(most_expensive_words(sums), places["most"], weight="Bold", colour=INDIGO)
            self._table(canvas, places["headings"], places["rows"], sums)
            self._chosen(canvas, places["kind sheet"], scene.chosen(sums))
        else:
            canvas.paragraph(scene.nothing(sums), places["most"], colour=INK_SOFT)
        label, act, why = scene.judging_deed(sums)
        button(canvas, "judge", places["judge"], label, act, tooltip=why, style="primary")
        button(canvas, "back", places["back"], _("Back"), scene.escape, style="gold", size=1.1)

    def _names(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Draw a button for all players, and one for each of those who have played most."""
        scene = self.scene
        several = ("", *scene.names[:NAMES])
        for number, (name, rect) in enumerate(zip(several, canvas.columns(box, len(several), 0.3), strict=True)):
            style: Style = "chosen" if name == scene.player else "plain"
            button(canvas, f"player-{number}", rect, name or _("All"), partial(scene.tell_of, name), style=style)

    def _table(self, canvas: Canvas, heading: pygame.Rect, box: pygame.Rect, sums: DecisionSums) -> None:
        places, chosen = canvas.places(KIND, heading), self.scene.chosen(sums)
        for number, words in enumerate(sum_headings()):
            canvas.small(words, places[str(number)], align="right", colour=INK_SOFT)
        for number, (kind, rect) in enumerate(zip(sums.kinds, canvas.rows(box, len(sums.kinds)), strict=True)):
            is_lit = kind == chosen or canvas.hovers(rect)
            canvas.plate(canvas.within(rect, 0.0, 0.1), paper_of(lit=is_lit), PAPER_EDGE, 0.25)
            places = canvas.places(KIND, rect)
            weight: Weight = "Bold" if kind.kind == ALL else "Regular"
            canvas.line(kind_name(kind), places["kind"], weight=weight)
            for place, figure in enumerate(sum_figures(kind)):
                canvas.line(figure, places[str(place)], align="right", size=SMALL, weight=weight)
            canvas.target(f"kind-{number}", rect, partial(self.scene.choose, kind.kind), _("More about this kind"))

    def _chosen(self, canvas: Canvas, box: pygame.Rect, kind: KindSums) -> None:
        """Draw what a kind of decision has cost game by game, and a link to its explanation."""
        scene, places = self.scene, canvas.places(BELOW, box)
        canvas.line(kind_name(kind), places["kind"], size=1.3, weight="Bold", colour=INDIGO)
        canvas.paragraph(trend_words(kind), places["trend"], size=SMALL, colour=INK_SOFT)
        self._bars(canvas, places["bars"], kind.by_game[-BARS:])
        count = min(BARS, len(kind.by_game))
        told = ngettext(
            "Points lost in {n} game: at most {points:.0f}",
            "Points lost per game, {n} games, latest on the right: at most {points:.0f}",
            count,
        )
        words = told.format(n=count, points=100 * max(kind.by_game[-BARS:]))
        canvas.small(words, places["axis"], colour=INK_SOFT)
        explained = scene.explained(kind)
        if explained is None:
            return
        canvas.small(_("Explained here:"), places["explained"])
        rule = _("Rule {number}").format(number=explained.rule)
        button(canvas, "rule", places["rule"], rule, partial(scene.to_rule, explained), tooltip=_("Opens the rules"))
        if explained.chapter in scene.chapters:
            act = partial(scene.to_chapter, explained)
            title = _(scene.chapters[explained.chapter])
            button(canvas, "chapter", places["chapter"], title, act, tooltip=_("Opens the chapter of Learn to play"))

    def _bars(self, canvas: Canvas, box: pygame.Rect, values: Sequence[float]) -> None:
        canvas.fill(box, PAPER_BRIGHT, 0.2)
        highest, count = max(values), len(values)
        for number, value in enumerate(values):
            cell = span(box, (number + 0.15) / count, (number + 0.85) / count, 1)
            if value > 0:
                canvas.fill(canvas.down(cell, share(highest - value), share(value))[-1], VERMILION)


class DecisionSumsScene(Scene):
    """Scene on top of the list of games."""

    def __init__(self, app: Application, game: GamePlugin, paths: Sequence[Path]) -> None:
        super().__init__(app)
        assert game.decisions is not None, "nobody offers to judge what can't be judged"
        self.game, self.game_code = game, game.code
        self.judge = game.decisions
        self.reading = ReadingDecisions(game, paths, app.workers)
        self.player = ""
        """Name of the player whose decisions are shown; empty for everybody."""
        self.names: Sequence[str] = ()
        """Names under which people have played, those with the most games first."""
        self.message = ""
        """Error message."""
        self._kind: str | None = None
        self._judging: tuple[PlayedGame, Judging] | None = None
        self._failed: set[Path] = set()
        course = getattr(shown(app, game.code).opening.lessons(app), "course", None)
        self.chapters = {} if course is None else {one.name: one.title for one in course.chapters}
        """Titles of the tutorial's chapters by name, marked for the catalog."""
        self.panels = [DecisionSumsPanel(self)]

    def layout(self, area: pygame.Rect) -> None:
        """Take the whole window."""
        self.panels[0].place(area)

    def update(self, _seconds: float) -> None:
        """Take in games that workers have read or judged."""
        if not self.reading.is_over:
            if self.reading.go_on(self.app.keep, _("The review")):
                self.names = player_names(self.reading.games)
                self.changed()
        elif self._judging is not None:
            self._go_on_judging(*self._judging)

    def _go_on_judging(self, game: PlayedGame, judging: Judging) -> None:
        if not judging.is_over:
            if judging.go_on(self.app.keep, _("The review")):
                self.changed()
            return
        if judging.has_failed:
            self._failed.add(game.path)
            self.message = _("The analysis failed.")
        else:
            self.reading.judge(game.path, judging.seats())
        self._judging = None
        self.judge_next()

    # Contents

    def sums(self) -> DecisionSums:
        """Return the losses in the games that have been read and judged so far."""
        return decision_sums(self.reading.games, self.judge.KINDS, self.player)

    def title(self) -> str:
        """Return whose decisions are shown."""
        return _("Your decisions in {game}").format(game=self.game.title)

    def subtitle(self, sums: DecisionSums) -> str:
        """Return the numbers of games and of judged games; or the work in progress, or an error."""
        if self.reading.has_failed:
            return _("The analysis failed.")
        if not self.reading.is_done:
            return _("Analyzing the games …")
        told = judged_words(sums)
        if self._judging is not None:
            done = _("judging the next one: {done}").format(done=percent(self._judging[1].done))
            return f"{told}; {done}"
        how = _("cost per game in percentage points of the chance to win, ± two standard errors")
        return self.message or f"{told}; {how}"

    def nothing(self, sums: DecisionSums) -> str:
        """Return why there is no table."""
        if not self.reading.is_done:
            return ""
        if not sums.games:
            return _("None of these games is both finished and played by a human.")
        return _("None of these games has been judged yet.")

    def chosen(self, sums: DecisionSums) -> KindSums:
        """Return the kind shown in detail: the chosen one, or else the most expensive one."""
        return next((one for one in sums.kinds if one.kind == self._kind), sums.kinds[0])

    def explained(self, kind: KindSums) -> Explained | None:
        """Return where a kind is explained; None if it isn't."""
        return self.judge.EXPLAINED.get(kind.kind)

    def judging_deed(self, sums: DecisionSums) -> tuple[str, Any, str]:
        """Return the label, act and tooltip of the button for judging."""
        if self._judging is not None:
            return _("Stop"), self.stop_judging, _("Everything judged so far is kept")
        if self._unjudged():
            return _("Judge the others"), self.judge_next, _("One game after another, the latest first")
        is_whole = self.reading.is_done and sums.judged == sums.games
        return _("Judge the others"), None, _("All games are judged.") if is_whole else ""

    def _unjudged(self) -> list[PlayedGame]:
        if not self.reading.is_done:
            return []
        return [game for game in self.reading.games if not game.is_judged and game.path not in self._failed]

    # Actions

    def judge_next(self) -> None:
        """Have the most recent unjudged game judged."""
        left = self._unjudged()
        if left:
            game = left[-1]
            try:
                story = story_of_journal(self.game, game.path)
                self._judging = game, Judging(story, self.app.workers)
            except ERRORS as error:
                self._failed.add(game.path)
                self.message = error_text(error)
        self.changed()

    def stop_judging(self) -> None:
        """Stop judging games; results so far are kept."""
        if self._judging is not None:
            self._judging[1].stop()
        self._judging = None
        self.changed()

    def choose(self, kind: str) -> None:
        """Show a kind in detail."""
        self._kind = kind
        self.changed()

    def tell_of(self, player: str) -> None:
        """Show the decisions of one player by name, or of all."""
        self.player = player
        self.changed()

    def to_rule(self, explained: Explained) -> None:
        """Open the rules where a kind is explained."""
        self.app.go(ToRules(explained.rule, self.game.code))

    def to_chapter(self, explained: Explained) -> None:
        """Open the list of chapters and point out the one about a kind."""
        self.app.go(ToLessons(self.game.code, explained.chapter))

    def escape(self) -> None:
        """Go back to the previous scene."""
        self.app.pop()

    def closing(self) -> None:
        """Cancel the work of all workers."""
        self.reading.stop()
        self.stop_judging()
