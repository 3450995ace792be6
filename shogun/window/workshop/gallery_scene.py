"""The gallery: all towers with picture and figures, and what can be done with one."""

import math
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import lru_cache, partial
from pathlib import Path

import pygame
from pygame import Rect, Surface

from shogun.base.language import _, ngettext, of_data, shown
from shogun.lab.measuring.live_summary import ENOUGH, Grown, Grows
from shogun.lab.measuring.statistics import Interval
from shogun.tower.geometry import Geometry, GeometryError
from shogun.tower.storage import deleted_towers as waste
from shogun.tower.storage import unsaved_towers, user_towers
from shogun.tower.storage.deleted_towers import DAYS, Binned
from shogun.tower.storage.user_tower_errors import UserTowerError
from shogun.window.kit.drawing.canvas import Canvas, HitRegion, TextEntry
from shogun.window.kit.drawing.theme import GOLD_PALE, INDIGO, INK_SOFT, PAPER, PAPER_BRIGHT, PAPER_EDGE, VERMILION
from shogun.window.kit.input.keys import Command
from shogun.window.kit.layout import Length, Places, column, part, place, row, share
from shogun.window.kit.layout.sheet_rows import Rows
from shogun.window.kit.runtime.error_text import error_text
from shogun.window.kit.runtime.panel import Panel, ScenePanel
from shogun.window.kit.runtime.scene import Application, Scene
from shogun.window.kit.widgets.button import button
from shogun.window.kit.widgets.entry import entry
from shogun.window.play.routes import ToBench, ToNewGame, ToNewTower
from shogun.window.tower.backdrop import draw_backdrop
from shogun.window.tower.painting import paint_tower
from shogun.window.workshop.model.background_measurement import BackgroundMeasurement
from shogun.window.workshop.model.listed_towers import Shown, all_towers, deleted_towers
from shogun.window.workshop.model.piece_words import figures_words

CARD_EM = (12.6, 17.6)
SIDE_EM = 23.0
GAP_EM = 0.6
GALLERY = column(
    row(part("title", wide=14.0), part("hint"), high=2.4),
    part(high=1.0),
    part("cards"),
    part(high=1.0),
    part("foot", high=2.4),
    padding=(1.2, 0.6),
)
CARD = column(
    part("picture"), part("name", high=1.6), part("kind", high=1.35), part("figures", high=1.35),
    padding=0.3,
)  # fmt: skip
FOOT_WIDE = {"back": 9.0, "new-tower": 8.4, "bin": 8.4, "bring-back": 9.0, "pages": 5.2}
"""Widths of what stands in the foot, em; the message takes what is left."""
PAGES = row(part("before", wide=2.4), part("on", wide=2.4), gap=0.4)
SCENE = row(part("gallery"), part("details", wide=SIDE_EM), gap=0.4)


def divided(room: tuple[int, int], least: tuple[int, int], gap: int, count: int) -> tuple[int, int]:
    """Return how many columns and lines of cards a room has: as few as hold `count`, so that cards are large.

    No card is smaller than `least`, all px: where so many have no room, there are as many as fit.
    """
    columns, lines = (max(1, (side + gap) // (card + gap)) for side, card in zip(room, least, strict=True))
    fits = [(wide, high) for wide in range(1, columns + 1) for high in range(1, lines + 1) if wide * high >= count]

    def times(divided: tuple[int, int]) -> float:
        return min(side / parts / card for side, parts, card in zip(room, divided, least, strict=True))

    return max(fits, key=times, default=(columns, lines))


class GalleryPanel(Panel):
    """A page of cards; a click chooses one."""

    name = "gallery"

    def __init__(self, scene: "GalleryScene") -> None:
        super().__init__()
        self.scene = scene
        self._columns = self._lines = 1

    def shows(self) -> tuple[object, ...]:
        """Return all that the cards show."""
        return self.scene.version, self.scene.chosen

    @property
    def per_page(self) -> int:
        """How many cards are on a page."""
        return self._columns * self._lines

    @property
    def page(self) -> int:
        """The page on which the chosen tower is."""
        return self.scene.chosen // self.per_page

    def wheel(self, notches: int) -> None:
        """Go a page back or on."""
        self.turn_page(-1 if notches > 0 else 1)

    def turn_page(self, step: int) -> None:
        """Go to another page."""
        last = max(0, (len(self.scene.towers) - 1) // self.per_page)
        self.scene.choose(min(max(0, self.page + step), last) * self.per_page)

    def focused(self, name: str) -> None:
        """Look at the tower that the keyboard has gone to."""
        _card, _dash, number = name.partition("tower-")
        if number.isdecimal() and int(number) != self.scene.chosen:
            self.scene.choose(int(number))

    def draw(self, canvas: Canvas) -> None:
        """Draw the cards of a page."""
        draw_backdrop(canvas.surface, self.rect)
        canvas.sheet(self.rect, PAPER)
        places = canvas.places(GALLERY, self.rect)
        title = _("Deleted towers") if self.scene.in_bin else _("Towers")
        canvas.line(title, places["title"], size=2, weight="Bold")
        told = _("Drop a tower's file here to open it.")
        if self.scene.in_bin:
            told = _("They stay here for {n} days.").format(n=DAYS)
        canvas.small(told, places["hint"], align="right", colour=INK_SOFT)
        for number, rect in self._places(canvas, places["cards"]):
            self._card(canvas, rect, number)
        self._foot(canvas, places["foot"])

    def _places(self, canvas: Canvas, room: Rect) -> Iterator[tuple[int, Rect]]:
        """Yield the towers of the page, and where their cards lie."""
        least, gap = (canvas.px(CARD_EM[0]), canvas.px(CARD_EM[1])), canvas.px(GAP_EM)
        self._columns, self._lines = divided(room.size, least, gap, len(self.scene.towers))
        lines = canvas.rows(room, self._lines, GAP_EM)
        cards = [card for line in lines for card in canvas.columns(line, self._columns, GAP_EM)]
        first = self.page * self.per_page
        yield from zip(range(first, len(self.scene.towers)), cards, strict=False)

    def _card(self, canvas: Canvas, rect: Rect, number: int) -> None:
        scene, tower = self.scene, self.scene.towers[number]
        is_chosen = number == scene.chosen
        edge = INDIGO if is_chosen else PAPER_EDGE
        canvas.plate(rect, GOLD_PALE if is_chosen else PAPER_BRIGHT, edge, 0.3, 0.14 if is_chosen else 0.08)
        places = canvas.places(CARD, rect)
        if tower.geometry is not None:
            geometry, box = tower.geometry, places["picture"]
            canvas.paint(lambda surface: surface.blit(picture_of(geometry, box.size), box))
        canvas.line(shown(tower.name), places["name"], weight="Bold", align="centre")
        canvas.small(kind_words(tower), places["kind"], align="centre", colour=INK_SOFT, size=0.8)
        canvas.small(self._figures_of(tower), places["figures"], align="centre", size=0.8)
        told = _("Open it on the bench") if is_chosen else _("Look at it; once more opens it")
        if scene.in_bin:
            told = _("Look at it")
        canvas.target(f"tower-{number}", rect, partial(scene.press, number), told, group="towers", lead=is_chosen)

    def _figures_of(self, tower: Shown) -> str:
        figures = self.scene.figures_of(tower)
        if figures is not None:
            return figures_words(figures)
        return _("being measured") if tower.works else ""

    def _foot(self, canvas: Canvas, foot: Rect) -> None:
        scene, pages = self.scene, -(-len(self.scene.towers) // self.per_page)
        new = ("new-tower",) if not scene.in_bin else ()
        binned = ("bin",) if scene.binned and not scene.in_bin else ()
        again = ("bring-back",) if scene.deleted is not None else ()
        turning = ("pages",) if pages > 1 else ()
        wide: dict[str, Length] = {
            "back": 9.0,
            "new-tower": 8.4,
            "bin": 8.4,
            "message": share(),
            "bring-back": 9.0,
            "pages": 5.2,
        }
        shown_parts = ("back", *new, *binned, "message", *again, *turning)
        places = canvas.places(row(*(part(name, wide[name]) for name in shown_parts), gap=0.8), foot)
        self._buttons(canvas, places)
        if turning:
            around = canvas.places(PAGES, places["pages"])
            button(
                canvas, "page-back", around["before"], "‹", partial(self.turn_page, -1), tooltip=_("The page before")
            )
            button(canvas, "page-on", around["on"], "›", partial(self.turn_page, 1), tooltip=_("The next page"))
        if scene.message:
            colour = VERMILION if scene.is_complaint else INDIGO
            canvas.paragraph(scene.message, places["message"], size=0.9, colour=colour)

    def _buttons(self, canvas: Canvas, places: Places) -> None:
        """Draw those buttons of the foot that have a place."""
        scene = self.scene
        button(canvas, "back", places["back"], _("Back"), scene.escape, size=1.2)
        if "new-tower" in places:
            told = _("Draw one in an empty frame (N)")
            button(canvas, "new-tower", places["new-tower"], _("New tower"), scene.new_tower, tooltip=told)
        if "bin" in places:
            label = _("Deleted ({n})").format(n=scene.binned)
            told = _("What was deleted in the last {n} days; it can be brought back").format(n=DAYS)
            button(canvas, "bin", places["bin"], label, partial(scene.show_bin, True), tooltip=told)
        if "bring-back" in places:
            button(canvas, "bring-back", places["bring-back"], _("Bring it back"), scene.bring_back)


def kind_words(tower: Shown) -> str:
    """Return where a tower comes from, and whether it is saved, or when it was deleted."""
    if tower.binned is not None:
        return _("deleted on {day}").format(day=f"{datetime.fromtimestamp(tower.binned.deleted):%Y-%m-%d}")
    if tower.is_draft:
        return _("not saved yet")
    return _("your own") if tower.is_own else _("came with the program")


def figure_words(figure: Interval, digits: int, *, is_early: bool) -> str:
    """Return a figure, an early one with its interval."""
    if math.isnan(figure.mean):
        return "–"
    if not is_early or not math.isfinite(figure.low):
        return f"{figure.mean:.{digits}f}"
    return f"{figure.mean:.{digits}f} ({max(0.0, figure.low):.{digits}f}–{figure.high:.{digits}f})"


@lru_cache(maxsize=48)
def picture_of(geometry: Geometry, size: tuple[int, int]) -> Surface:
    """Return a small picture of a tower."""
    return paint_tower(geometry, size)


class DetailsPanel(ScenePanel["GalleryScene"]):
    """The chosen tower: what there is to say of it, and what can be done."""

    name = "tower-details"

    def shows(self) -> tuple[object, ...]:
        """Return all that is said."""
        scene = self.scene
        return scene.version, scene.chosen, scene.new_name, scene.is_deleting

    def draw(self, canvas: Canvas) -> None:
        """Draw the sheet."""
        canvas.sheet(self.rect, PAPER)
        tower = self.scene.tower
        if tower is None:
            return
        rows = Rows(canvas, self.rect, 1.2)
        canvas.line(shown(tower.name), rows.next(2.2), size=1.5, weight="Bold")
        canvas.small(kind_words(tower), rows.next(1.3), colour=INK_SOFT)
        self._words(canvas, rows, tower)
        self._figures(canvas, rows, tower)
        self._acts(canvas, rows, tower)

    def _words(self, canvas: Canvas, rows: Rows, tower: Shown) -> None:
        box = rows.next(7.4)
        geometry = tower.geometry
        if geometry is None or not tower.works:
            canvas.paragraph(tower.why, box, size=0.9, colour=VERMILION)
            return
        title, below = canvas.down(box, 1.5, share())
        canvas.line(shown(of_data(geometry.title)), title, weight="Bold") if geometry.title else None
        canvas.paragraph(shown(of_data(geometry.description), 220), below, size=0.9)

    def _figures(self, canvas: Canvas, rows: Rows, tower: Shown) -> None:
        figures = self.scene.figures_of(tower)
        for label, text in figure_lines(figures, tower):
            left, right = canvas.across(rows.next(1.5), share(0.6), share(0.4))
            canvas.line(label, left, size=0.92)
            canvas.line(text, right, size=0.92, weight="Bold", align="right")
        rows.skip(0.4)

    def _acts(self, canvas: Canvas, rows: Rows, tower: Shown) -> None:
        scene, works, is_drawn = self.scene, tower.works, tower.geometry is not None
        if scene.new_name is not None:
            self._rename(canvas, rows)
            return
        if scene.is_deleting:
            self._delete(canvas, rows, tower)
            return
        if tower.binned is not None:
            told, label = _("With what was drawn of it, under its name or a free one"), _("Bring it back")
            button(canvas, "bring-back", rows.next(2.6), label, scene.bring_back, style="primary", tooltip=told)
            return
        label, act = _("Draw on it") if tower.is_own else _("Draw on a copy"), scene.open if is_drawn else None
        button(canvas, "open", rows.next(2.6), label, act, style="primary", size=1.15, tooltip=tower.why)
        one, other = rows.halves()
        is_file = works and tower.path is not None
        saved_first = "" if is_file else _("Save it first, on the bench.")
        told = tower.why or _("See it at work")
        button(canvas, "watch", one, _("Watch"), scene.watch if works else None, tooltip=told)
        told = saved_first or _("Begin a game with this tower")
        button(canvas, "play", other, _("Play on it"), scene.play if is_file else None, tooltip=told)
        one, other = rows.halves()
        told = saved_first or _("Save a copy among your own towers")
        button(canvas, "duplicate", one, _("Duplicate"), scene.duplicate if is_file else None, tooltip=told)
        told = saved_first or _("Write its file into your documents")
        button(canvas, "export", other, _("Export"), scene.export if is_file else None, tooltip=told)
        one, other = rows.halves()
        shipped = "" if tower.is_own else _("It came with the program: it stays as it is.")
        rename = scene.begin_rename if tower.is_own and tower.path is not None else None
        button(canvas, "rename", one, _("Rename"), rename, tooltip=shipped or saved_first)
        button(canvas, "delete", other, _("Delete"), scene.ask_delete if tower.is_own else None, tooltip=shipped)

    def _rename(self, canvas: Canvas, rows: Rows) -> None:
        scene = self.scene
        line = TextEntry(scene.new_name or "", scene.type_name, _("Name of the tower"), scene.rename)
        entry(canvas, "name", rows.next(), line)
        one, other = rows.halves()
        button(canvas, "keep", one, _("Keep the name"), scene.keep)
        button(canvas, "do-rename", other, _("Rename"), scene.rename, style="primary")

    def _delete(self, canvas: Canvas, rows: Rows, tower: Shown) -> None:
        scene = self.scene
        text = _("Delete {name}? Games that were begun with it keep it.").format(name=shown(tower.name))
        canvas.paragraph(text, rows.next(3.4))
        one, other = rows.halves()
        button(canvas, "keep", one, _("Keep it"), scene.keep)
        button(canvas, "do-delete", other, _("Delete"), scene.delete, style="primary")


def figure_lines(figures: Grown | None, tower: Shown) -> list[tuple[str, str]]:
    """Return what is known of a tower, each figure with its name."""
    pieces = tower.geometry
    if pieces is None:
        return []
    count = len(pieces.baffles) + len(pieces.pins) + len(pieces.walls)
    size = _("{width:g} x {height:g} mm").format(width=pieces.shaft.width, height=pieces.rim_y)
    lines = [(_("Size"), size), (_("Pieces"), str(count))]
    if figures is None:
        return [*lines, (_("Figures"), _("to come"))] if tower.works else lines
    words = partial(figure_words, is_early=figures.is_first_look or figures.battles < ENOUGH)
    return [
        *lines,
        (_("A thrown cube comes out"), words(figures.p_out_thrown, 2)),
        (_("A resting cube comes out"), words(figures.p_out_resting, 2)),
        (_("Cubes that rest"), words(figures.stock, 1)),
        (_("Throws that clog"), words(figures.p_clog, 3)),
        (_("Measured in"), ngettext("{n} battle", "{n} battles", figures.battles).format(n=figures.battles)),
    ]


class GalleryScene(Scene):
    """All towers; figures that are missing grow while one looks."""

    def __init__(self, app: Application) -> None:
        super().__init__(app)
        self.measuring = BackgroundMeasurement(app.workers, app.options.laboratory)
        self.message, self.is_complaint = "", False
        self.version = 0
        self.new_name: str | None = None
        self.is_deleting = False
        self.deleted: Binned | None = None
        """As what the tower lies in the bin that was deleted just now."""
        self.in_bin = False
        """Whether what was deleted is looked at."""
        self.chosen = 0
        self._clock = 0.0
        self._figures: dict[Geometry, Grown | None] = {}
        self._growing: list[Grows] = []
        self._list_anew("")
        self._cards, self._details = GalleryPanel(self), DetailsPanel(self)
        self.panels = [self._cards, self._details]

    def layout(self, area: Rect) -> None:
        """Cards at the left, the chosen tower at the right."""
        places = place(SCENE, area, self.em)
        self._details.place(places["details"])
        self._cards.place(places["gallery"])

    def update(self, seconds: float) -> None:
        """Take figures that have grown."""
        self._clock += seconds
        if not self.measuring.attend(self._clock):
            return
        for growing in self._growing:
            if growing.grown is not None:
                self._figures[growing.geometry] = growing.grown
        self._growing = [growing for growing in self._growing if not growing.grown or growing.grown.battles < ENOUGH]
        self.measuring.want(*self._growing)
        self.version += 1

    def is_moving(self) -> bool:
        """Return whether figures grow."""
        return self.measuring.is_busy

    def entered(self) -> None:
        """Look which towers there are by now, and what is known of them."""
        unreadable = " ".join(unsaved_towers.put_unreadable_aside())
        self._list_anew(self.tower.name if self.tower else "")
        if unreadable:
            self._tell(unreadable, is_complaint=True)
        self.changed()

    def closing(self) -> None:
        """Measure no more."""
        self.measuring.close()

    def escape(self) -> None:
        """Leave name and tower as they are, or go back."""
        if self.new_name is not None or self.is_deleting:
            self.keep()
            return
        if self.in_bin:
            self.show_bin(False)
            return
        self.measuring.close()
        self.app.pop()

    def key(self, key: int) -> None:
        """Enter opens the chosen tower, N a new one."""
        if key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.open()
        elif key == pygame.K_n and not self.in_bin:
            self.new_tower()

    def command(self, command: Command) -> None:
        """Delete asks whether to delete the chosen tower."""
        if command == "clear":
            self.ask_delete()
        else:
            super().command(command)

    def first_places(self) -> list[HitRegion]:
        """Let the arrow keys begin at the cards."""
        return self._cards.places()

    # The towers

    @property
    def tower(self) -> Shown | None:
        """The chosen tower."""
        return self.towers[self.chosen] if self.towers else None

    def figures_of(self, tower: Shown) -> Grown | None:
        """Return what is known of a tower by now."""
        return self._figures.get(tower.geometry) if tower.geometry else None

    def _list_anew(self, name: str) -> None:
        """List the towers, choose one, and have those measured of which nothing is known."""
        self.towers = deleted_towers() if self.in_bin else all_towers()
        names = [tower.name for tower in self.towers]
        self.chosen = names.index(name) if name in names else min(self.chosen, max(0, len(names) - 1))
        wanted = [tower.geometry for tower in self.towers if tower.geometry is not None and tower.works]
        for geometry in wanted:
            if self._figures.get(geometry) is None:
                self._figures[geometry] = self.measuring.known(geometry)
        old = {growing.geometry: growing for growing in self._growing}
        missing = [geometry for geometry in wanted if self._figures[geometry] is None]
        self._growing = [old.get(geometry) or self.measuring.grow(geometry) for geometry in missing]
        self.measuring.want(*self._growing)
        self.binned = len(waste.binned())
        self.version += 1

    def look_at(self, name: str) -> None:
        """Look at the tower of a name, if it is there."""
        names = [tower.name for tower in self.towers]
        if name in names:
            self.choose(names.index(name))

    def choose(self, number: int) -> None:
        """Look at a tower."""
        self.chosen = min(max(0, number), max(0, len(self.towers) - 1))
        self.keep()
        self._tell("")

    def press(self, number: int) -> None:
        """Look at a tower; open the one that is looked at already."""
        if number == self.chosen:
            self.open()
        else:
            self.choose(number)

    def attempt(self, deed: Callable[[], object]) -> None:
        """Do something; what goes wrong is said on the sheet."""
        try:
            deed()
        except (GeometryError, UserTowerError) as error:
            self._tell(error_text(error), is_complaint=True)

    def _tell(self, message: str, *, is_complaint: bool = False) -> None:
        self.message, self.is_complaint, self.deleted = message, is_complaint, None
        self.version += 1

    # What can be done with one

    def _go(self, *, watch: bool) -> None:
        tower = self.tower
        if tower is None or tower.geometry is None or tower.binned is not None:
            return
        self.attempt(lambda: self.app.go(ToBench(_asked(tower), watch=watch)))

    def open(self) -> None:
        """Draw on the chosen tower."""
        self._go(watch=False)

    def new_tower(self) -> None:
        """Draw a new tower in an empty frame."""
        self.app.go(ToNewTower())

    def watch(self) -> None:
        """See the chosen tower at work."""
        self._go(watch=True)

    def play(self) -> None:
        """Begin a game with the chosen tower."""
        if self.tower is not None:
            self.app.go(ToNewGame(tower=self.tower.name))

    def duplicate(self) -> None:
        """Save a copy of the chosen tower."""
        self._with_file(lambda tower: self._show(user_towers.duplicate(_asked(tower)), _("This is the copy.")))

    def export(self) -> None:
        """Write the chosen tower's file into the player's documents."""
        import platformdirs

        def write(tower: Shown) -> None:
            path = user_towers.export(_asked(tower), platformdirs.user_documents_path())
            self._tell(_("Exported as {path}").format(path=path))

        self._with_file(write)

    def _with_file(self, deed: Callable[[Shown], None]) -> None:
        tower = self.tower
        if tower is not None and tower.path is not None:
            self.attempt(lambda: deed(tower))

    def _show(self, path: Path, message: str) -> None:
        self._list_anew(path.stem)
        self._tell(message)

    def begin_rename(self) -> None:
        """Let another name be typed."""
        if self.tower is not None and self.tower.is_own and self.tower.path is not None:
            self.new_name = self.tower.name
            self.keyboard.set_focus("name")
            self.changed()

    def type_name(self, name: str) -> None:
        """Take what has been typed."""
        self.new_name = name
        self.changed()

    def rename(self) -> None:
        """Give the chosen tower the name that was typed."""
        tower, name = self.tower, self.new_name
        if tower is None or tower.path is None or name is None:
            return
        try:
            path = user_towers.rename(tower.path, name)
        except UserTowerError as error:
            self._tell(error_text(error), is_complaint=True)
            return
        self.keep()
        self._show(path, "")

    def ask_delete(self) -> None:
        """Ask whether the chosen tower shall be deleted."""
        self.is_deleting = self.tower is not None and self.tower.is_own and not self.in_bin
        self.changed()

    def delete(self) -> None:
        """Delete the chosen tower, with what was drawn of it."""
        tower = self.tower
        if tower is None or not self.is_deleting:
            return
        self.is_deleting = False
        self.attempt(partial(self._delete, tower))

    def _delete(self, tower: Shown) -> None:
        deleted = waste.delete(tower.name, tower.path)
        self._list_anew("")
        self._tell(_("{name} is deleted.").format(name=shown(tower.name)))
        self.deleted = deleted

    def bring_back(self) -> None:
        """Put the tower back that was deleted last, or that is chosen in the bin, with what was drawn of it."""
        tower = self.tower
        found = tower.binned if tower is not None and self.in_bin else self.deleted
        if found is not None:
            self.attempt(partial(self._bring_back, found))

    def _bring_back(self, found: Binned) -> None:
        name = waste.bring_back(found)
        self.in_bin = False
        self._list_anew(name)
        self._tell(_("{name} is back.").format(name=shown(name)))

    def show_bin(self, in_bin: bool) -> None:
        """Look at what was deleted, or at the towers again."""
        self.in_bin = in_bin
        self.chosen = 0
        self._list_anew("")
        self._tell("")

    def keep(self) -> None:
        """Leave name and tower as they are."""
        self.new_name, self.is_deleting = None, False
        self.changed()


def _asked(tower: Shown) -> str:
    """Return by what a tower is asked for: its name, which may be that of a file in the current folder."""
    return tower.name
