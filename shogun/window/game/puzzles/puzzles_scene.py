"""List of puzzles by game and theme, with the stars earned, next to a calendar of daily puzzles."""

from calendar import Calendar
from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from shogun.base.language import _, marked_in, of_data
from shogun.players.puzzles.collection import (
    A_SET,
    all_puzzles,
    from_easy,
    next_puzzle,
    puzzle_of,
    puzzles_of_days,
    relatives_of,
)
from shogun.players.puzzles.puzzle import MOST_STARS, Listed, PuzzleError, stars_text
from shogun.players.puzzles.solved_puzzles import load_progress
from shogun.players.puzzles.verdict import OpenedPuzzle, open_puzzle
from shogun.window.game.opening import shown
from shogun.window.game.puzzles.puzzle_play import puzzled
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.theme import (
    GOLD,
    INDIGO,
    INK,
    INK_SOFT,
    PAPER,
    PAPER_BRIGHT,
    VERMILION,
    edge_of,
    paper_of,
)
from shogun.window.kit.input.keyboard import ENTER
from shogun.window.kit.layout import Places, column, part, row, share
from shogun.window.kit.runtime.crash_report import error_text
from shogun.window.kit.runtime.panel import Panel, ScenePanel
from shogun.window.kit.runtime.scene import Application, Scene
from shogun.window.kit.widgets.button import Style, button
from shogun.window.kit.widgets.scrolling import Scrolling
from shogun.window.play.routes import ToPuzzle
from shogun.window.play.start import ERRORS
from shogun.window.tower.menu_picture import draw_backdrop

if TYPE_CHECKING:
    from shogun.players.puzzles.puzzle_ratings import Standing

SHEET_EM = (62, 38)
SHEET = column(
    part("title", high=2.6),
    part("games", high=2.3),
    row(
        column(part("sets", high=2.1), part("list"), gap=0.2),
        column(part("day", high=7.1), part("month"), wide=20.0, gap=0.6),
        gap=1.2,
    ),
    part("note", high=1.8),
    part("foot", high=2.8),
    padding=(1.5, 1.0), gap=0.2,
)  # fmt: skip
DAY = column(part("title", high=1.6), part("what", high=2.2), part("button", high=2.3), gap=0.2, padding=(0.8, 0.4))
MONTH = column(
    row(part("before", wide=2.4), part("title"), part("after", wide=2.4), high=2.0),
    part("weekdays", high=1.2),
    part("days"),
    gap=0.3,
)
MONTHS = (
    marked_in("calendar", "January"),
    marked_in("calendar", "February"),
    marked_in("calendar", "March"),
    marked_in("calendar", "April"),
    marked_in("calendar", "May"),
    marked_in("calendar", "June"),
    marked_in("calendar", "July"),
    marked_in("calendar", "August"),
    marked_in("calendar", "September"),
    marked_in("calendar", "October"),
    marked_in("calendar", "November"),
    marked_in("calendar", "December"),
)
WEEKDAYS = (
    marked_in("calendar", "Mon"),
    marked_in("calendar", "Tue"),
    marked_in("calendar", "Wed"),
    marked_in("calendar", "Thu"),
    marked_in("calendar", "Fri"),
    marked_in("calendar", "Sat"),
    marked_in("calendar", "Sun"),
)
ROW = row(
    part("number", wide=2.4),
    part("title"),
    part("left", wide=7.0),
    part("stars", wide=5.0),
    gap=0.6,
    padding=(0.6, 0.0),
)
FOOT = row(part("back", wide=10.0), part(), part("next", wide=12.0), gap=0.6)
ROW_EM, ROW_GAP_EM = 2.1, 0.2
MOST_SETS = 6
"""Sets that have a button of their own, at most."""
WEEK, MOST_WEEKS = 7, 6


class PuzzlesPanel(ScenePanel["PuzzlesScene"]):
    """Sheet with the list and the calendar."""

    name = "puzzles"
    is_sheet = True

    def __init__(self, scene: "PuzzlesScene") -> None:
        super().__init__(scene)
        self.scrolling: Scrolling = Scrolling("puzzle-")

    def draw(self, canvas: Canvas) -> None:
        """Draw the sheet."""
        draw_backdrop(canvas.surface, self.rect)
        sheet = canvas.spot(self.rect, *SHEET_EM)
        canvas.sheet(sheet, PAPER)
        places = canvas.places(SHEET, sheet)
        canvas.line(_("Puzzles"), places["title"], size=2, weight="Bold")
        self._games(canvas, places["games"])
        self._sets(canvas, places["sets"])
        self._list(canvas, places["list"])
        self._day(canvas, places["day"])
        self._month(canvas, canvas.places(MONTH, places["month"]))
        scene = self.scene
        note = scene.message or scene.note()
        canvas.line(note, places["note"], colour=VERMILION if scene.message else INK_SOFT)
        self._foot(canvas, canvas.places(FOOT, places["foot"]))

    def _games(self, canvas: Canvas, box: pygame.Rect) -> None:
        scene = self.scene
        for code, place in zip(scene.codes, canvas.columns(box, max(1, len(scene.codes)), 0.5), strict=False):
            style: Style = "primary" if code == scene.game else "plain"
            act = partial(scene.choose, code)
            button(canvas, f"game-{code}", place, shown(scene.app, code).title, act, style=style, main=False)

    def _sets(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Draw the sets of puzzles, from easy to hard."""
        scene = self.scene
        for number, place in enumerate(canvas.columns(box, MOST_SETS, 0.5)[: scene.sets]):
            style: Style = "primary" if number == scene.set else "plain"
            act, tooltip = partial(scene.choose_set, number), scene.stars_text(scene.of_set(number))
            label = _("Set {n}").format(n=number + 1)
            button(canvas, f"set-{number}", place, label, act, style=style, tooltip=tooltip, main=False)

    def _list(self, canvas: Canvas, box: pygame.Rect) -> None:
        assert self.scrolling is not None, "it was made with the panel"
        listed, upcoming, before = self.scene.of_set(self.scene.set), self.scene.upcoming, self.scene.set * A_SET
        for place_in_set, place in self.scrolling.lay(canvas, box, len(listed), ROW_EM, ROW_GAP_EM):
            one = listed[place_in_set]
            self._row(canvas, place, (place_in_set, before + place_in_set + 1), one, is_next=one is upcoming)
        if not listed:
            canvas.paragraph(_("There are no puzzles of this game here."), box, colour=INK_SOFT)

    def _row(self, canvas: Canvas, box: pygame.Rect, numbers: tuple[int, int], one: Listed, *, is_next: bool) -> None:
        """Draw a puzzle; `numbers`: its place in the set, from 0, and its number among all, from 1."""
        place_in_set, number = numbers
        lit = is_next or canvas.hovers(box)
        canvas.plate(box, paper_of(lit=lit), edge_of(lit=lit), 0.3, 0.1)
        places = canvas.places(ROW, box)
        canvas.line(str(number), places["number"], align="right", colour=INK_SOFT)
        canvas.line(self.scene.title(one), places["title"], weight="Bold" if is_next else "Regular")
        reached = self.scene.progress.of(one.id)
        left = self.scene.left_text(one) or self.scene.rating_text(one)
        canvas.small(left, places["left"], align="right", colour=INK_SOFT)
        if reached is not None:
            canvas.line(stars_text(reached), places["stars"], align="right", colour=GOLD if reached else INK_SOFT)
        act = partial(self.scene.open, ToPuzzle(one.path))
        canvas.target(
            f"puzzle-{place_in_set}",
            box,
            act,
            _("Solve this puzzle; the number is its rating: the higher, the harder"),
            begins=is_next,
        )

    def _day(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Draw the puzzle of the chosen day."""
        scene, one = self.scene, self.scene.of_day
        canvas.plate(box, PAPER_BRIGHT, GOLD, 0.3, 0.12)
        places = canvas.places(DAY, box)
        title = _("Puzzle of the day") if scene.day == scene.today else _("Puzzle for {day}")
        canvas.line(title.format(day=scene.day.isoformat()), places["title"], weight="Bold", size=1.1, colour=VERMILION)
        if one is None:
            return
        told = _("{game}: {what}").format(game=shown(scene.app, one.game).title, what=scene.title(one))
        canvas.paragraph(told, places["what"], colour=INK_SOFT)
        day = scene.day.isoformat()
        stars = scene.progress.days.get(day)
        label = _("Play") if stars is None else stars_text(stars)
        act = partial(scene.open, ToPuzzle(one.path, day, one.relative))
        button(canvas, "day", places["button"], label, act, style="primary")

    def _month(self, canvas: Canvas, places: Places) -> None:
        """Draw the days of a month, with the stars of answered puzzles."""
        scene = self.scene
        button(canvas, "month-before", places["before"], "‹", partial(scene.turn, -1), tooltip=_("Previous month"))
        title = _("{month} {year}").format(
            month=of_data(MONTHS[scene.month.month - 1], "calendar"), year=scene.month.year
        )
        canvas.line(title, places["title"], align="centre", weight="Bold")
        act = partial(scene.turn, 1) if scene.month < scene.today.replace(day=1) else None
        button(canvas, "month-after", places["after"], "›", act, tooltip=_("Next month"))
        for name, box in zip(WEEKDAYS, canvas.columns(places["weekdays"], WEEK, 0.2), strict=True):
            canvas.small(of_data(name, "calendar"), box, align="centre", colour=INK_SOFT)
        weeks = Calendar().monthdatescalendar(scene.month.year, scene.month.month)
        for week, line in zip(weeks, canvas.rows(places["days"], MOST_WEEKS, 0.2), strict=False):
            for day, box in zip(week, canvas.columns(line, WEEK, 0.2), strict=True):
                if day.month == scene.month.month:
                    self._one_day(canvas, box, day)

    def _one_day(self, canvas: Canvas, box: pygame.Rect, day: date) -> None:
        scene = self.scene
        stars = scene.progress.days.get(day.isoformat())
        is_chosen = day == scene.day
        canvas.plate(box, paper_of(lit=bool(stars)), edge_of(lit=is_chosen), 0.2, 0.1)
        upper, lower = canvas.down(box, share(3), share(2))
        is_past = day <= scene.today
        canvas.line(str(day.day), upper, size=0.9, align="centre", colour=INK if is_past else INK_SOFT)
        if stars is not None:
            canvas.line("★" * stars or "☆", lower, size=0.7, align="centre", colour=INDIGO if stars else INK_SOFT)
        if is_past:
            canvas.target(f"day-{day.day}", box, partial(scene.look_at, day), day.isoformat())

    def _foot(self, canvas: Canvas, places: Places) -> None:
        scene = self.scene
        button(canvas, "back", places["back"], _("Back"), scene.escape, size=1.2)
        act = scene.go_on if scene.upcoming else None
        why = "" if scene.upcoming else _("You have solved all of these.")
        button(canvas, "next", places["next"], _("Next puzzle"), act, style="primary", tooltip=why, size=1.2)


class PuzzlesScene(Scene):
    """Puzzles of one game at a time."""

    def __init__(self, app: Application, game: str = "", calendar: Callable[[], date] = date.today) -> None:
        """List the puzzles of a game; `calendar` returns today's date."""
        super().__init__(app)
        self._calendar = calendar
        self.all = all_puzzles(list(app.options.entries))
        self.progress = load_progress()
        self.codes = list(app.options.entries)
        self._opened: dict[Path, OpenedPuzzle | None] = {}
        self.of_days = puzzles_of_days(self.codes)
        have = [code for code in self.codes if any(one.game == code for one in self.all)]
        self.game = game or (have or self.codes)[0]
        self.set = 0
        """Number of the chosen set, from 0."""
        self._standing: Standing | None = None
        self.today = self.day = calendar()
        self.month = self.today.replace(day=1)
        self.message = ""
        """Reason why a puzzle can't be opened."""
        self.panel = PuzzlesPanel(self)
        self.panels = [self.panel]
        self._choose_next_set()

    @property
    def listed(self) -> list[Listed]:
        """Puzzles of the chosen game from easy to hard."""
        return from_easy(self.all, self.game)

    @property
    def sets(self) -> int:
        """Number of sets; the last one has all the rest."""
        return min(MOST_SETS, -(-len(self.listed) // A_SET))

    def of_set(self, number: int) -> list[Listed]:
        """Return the puzzles of a set."""
        end = None if number == MOST_SETS - 1 else (number + 1) * A_SET
        return self.listed[number * A_SET : end]

    def choose_set(self, number: int) -> None:
        """List the puzzles of a set."""
        self.set = number
        self.panel.scrolling.restart()
        self.changed()

    def _choose_next_set(self) -> None:
        """Choose the set of the next puzzle."""
        upcoming = self.upcoming
        self.set = min(MOST_SETS - 1, self.listed.index(upcoming) // A_SET) if upcoming else 0
        self.panel.scrolling.restart()

    @property
    def standing(self) -> "Standing | None":
        """The person's rating and streak; None before the first try, or if ratings are off."""
        if self._standing is None and self.progress.tries and self.app.settings.rating:
            from shogun.players.puzzles.puzzle_ratings import standing  # loads openskill

            self._standing = standing(self.progress.tries)
        return self._standing

    @property
    def upcoming(self) -> Listed | None:
        """First unsolved puzzle."""
        return next_puzzle(self.listed, self.progress, self.today)

    @property
    def of_day(self) -> Listed | None:
        """Puzzle of the chosen day."""
        return puzzle_of(self.day, self.of_days, self._relatives)

    def _relatives(self, one: Listed) -> int:
        judge = shown(self.app, one.game).puzzles
        return 1 if judge is None else relatives_of(one.path, judge)

    def _themes(self, code: str) -> dict[str, str]:
        """Return the titles of a game's themes by their names in files."""
        judge = shown(self.app, code).puzzles
        return {} if judge is None else {name: _(theme.title) for name, theme in judge.THEMES.items()}

    def title(self, one: Listed) -> str:
        """Return the subject of a puzzle: its theme, or the theme's name if it can't be opened."""
        if one.path not in self._opened:
            try:
                self._opened[one.path] = open_puzzle(partial(puzzled, self.app), one.path)
            except PuzzleError:
                self._opened[one.path] = None
        opened = self._opened[one.path]
        return self._themes(one.game).get(one.theme, one.theme) if opened is None else opened.title()

    def left_text(self, one: Listed) -> str:
        """Return the stars still available after help; empty if all are, or were earned before."""
        most = self.progress.help(one.id, self.today).most
        if not most:
            return _("answer shown")
        is_less = (self.progress.of(one.id) or 0) < most < MOST_STARS
        return _("now at most {stars}").format(stars="★" * most) if is_less else ""

    def rating_text(self, one: Listed) -> str:
        """Return a puzzle's rating: what its first try has made of it, or what its file says."""
        rating = one.rating if self.standing is None else self.standing.puzzles.get(one.id, one.rating)
        return f"{rating:.0f}" if one.is_shipped else ""

    def stars_text(self, several: Sequence[Listed]) -> str:
        """Return the number of stars earned for some puzzles."""
        reached = sum(self.progress.of(one.id) or 0 for one in several)
        return _("{n} of {most} stars").format(n=reached, most=MOST_STARS * len(several))

    def note(self) -> str:
        """Return the number of stars earned, and the person's streak and rating."""
        stars = self.stars_text(self.listed)
        return stars if self.standing is None else f"{stars} · {self.standing.text()}"

    def layout(self, area: pygame.Rect) -> None:
        """Take the whole window."""
        self.panel.place(area)

    def main_list(self) -> Panel:
        """Return the list."""
        return self.panel

    def entered(self) -> None:
        """Refresh which puzzles are solved."""
        self.progress, self._standing = load_progress(), None
        self._choose_next_set()
        self.changed()

    def update(self, seconds: float) -> None:  # noqa: ARG002  the calendar goes by the day
        """Change the day after midnight; a view of today's puzzle moves to the new one."""
        today = self._calendar()
        if today == self.today:
            return
        if self.day == self.today:
            self.day, self.month = today, today.replace(day=1)
        self.today = today
        self.changed()

    def choose(self, game: str) -> None:
        """List the puzzles of a game."""
        self.game = game
        self._choose_next_set()
        self.changed()

    def look_at(self, day: date) -> None:
        """Choose a day."""
        self.day = day
        self.changed()

    def turn(self, months: int) -> None:
        """Show another month."""
        number = self.month.year * 12 + self.month.month - 1 + months
        self.month = date(number // 12, number % 12 + 1, 1)
        self.changed()

    def open(self, route: ToPuzzle) -> None:
        """Open a puzzle; errors are shown on the sheet."""
        try:
            self.app.go(route)
        except ERRORS as error:
            self.message = error_text(error)
            self.changed()

    def go_on(self) -> None:
        """Open the next unsolved puzzle."""
        if self.upcoming is not None:
            self.open(ToPuzzle(self.upcoming.path))

    def key(self, key: int) -> None:
        """Open the next puzzle by Enter."""
        if key in ENTER:
            self.go_on()

    def escape(self) -> None:
        """Go back."""
        self.app.pop()
