"""The gallery: all towers with picture and figures, and the actions for them."""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

import pygame
from msgspec.structs import replace
from pygame import Rect

from shogun.base.language import _, ngettext, of_data, shown
from shogun.base.user_folders import documents_folder
from shogun.lab.measuring.live_summary import ENOUGH_BATTLES, LiveMeasurement, LiveStatistics
from shogun.lab.measuring.stationarity import in_a_word
from shogun.lab.measuring.statistics import ON_BENCH, bench_words
from shogun.lab.measuring.tally import coloured
from shogun.tower import unsaved_towers, user_towers
from shogun.tower import user_towers as waste
from shogun.tower.file.toml_editing import without_schema
from shogun.tower.geometry import Geometry, GeometryError
from shogun.tower.tower_code import encoded_tower
from shogun.tower.tower_lookup import tower_text
from shogun.tower.unsaved_towers import UserTowerError
from shogun.tower.user_towers import DAYS, Binned
from shogun.window.kit.drawing import text as texts
from shogun.window.kit.drawing.canvas import Canvas, HitRegion, TextEntry
from shogun.window.kit.drawing.theme import GOLD_PALE, INDIGO, INK_SOFT, PAPER, PAPER_BRIGHT, PAPER_EDGE, VERMILION
from shogun.window.kit.input import clipboard
from shogun.window.kit.input.keys import SEARCH, Command
from shogun.window.kit.input.selection import Selection
from shogun.window.kit.layout import Length, Places, column, part, place, row, share
from shogun.window.kit.layout.sheet_rows import Rows
from shogun.window.kit.runtime.app import Batch
from shogun.window.kit.runtime.crash_report import error_text
from shogun.window.kit.runtime.list_panel import TICK_EM, ListPanel, ListScene
from shogun.window.kit.runtime.panel import Panel, ScenePanel
from shogun.window.kit.runtime.scene import Application
from shogun.window.kit.widgets.button import button
from shogun.window.kit.widgets.entry import entry
from shogun.window.kit.widgets.scrolling import BAR_EM, BESIDE_EM, Sorting, draw_search, draw_sorting
from shogun.window.kit.widgets.stepper import Options, chooser
from shogun.window.panels.games_list import SelectionAction, SelectionContent, SelectionPanel
from shogun.window.play.routes import ToBench, ToNewGame, ToNewTower, ToPastedTower
from shogun.window.tower.menu_picture import draw_backdrop
from shogun.window.tower.picture_saving import DropPicture, PictureKind, PictureSaving
from shogun.window.tower.tower_pictures import TowerPictures
from shogun.window.workshop.export_scene import ExportScene
from shogun.window.workshop.model.drag_handles import figure_words, figures_words
from shogun.window.workshop.model.falling_cubes import BackgroundMeasurement
from shogun.window.workshop.model.listed_towers import (
    ORIGINS,
    TOWER_ORDERS,
    ListedTower,
    ListedTowers,
    TowerQuery,
    deleted_towers,
    found_towers,
    pieces_of,
)
from shogun.window.workshop.panels.comparison_panel import ComparisonPanel

CARD_EM = (12.6, 17.6)
LINE_EM, MOST_LINES = 1.5, 7
"""Height of a line with a figure of the chosen tower, and how many there are once it is measured."""
SIDE_EM = 23.0
GAP_EM = 0.6
TOWER_TARGETS = "tower-"
"""Begins the names of the places of towers."""
GALLERY = column(
    row(
        part("title", wide=share(0.9, most=14.0)), part("search"), part("origin", wide=share(0.9, most=12.5)),
        part("order", wide=share(1.3, most=17.0)), high=2.4, gap=0.5,
    ),
    part(high=0.8),
    part("cards"),
    part(high=0.8),
    part("foot", high=2.4),
    padding=(1.2, 0.6),
)  # fmt: skip
CARD = column(
    column(part("picture"), part("name", high=1.6), name="body"),
    row(
        part("tick", wide=TICK_EM),
        column(part(high=share(0.1)), part("kind", high=1.35), part("figures", high=1.35), part(high=share(0.1))),
        part(wide=0.3), high=2.9,
    ),
    padding=0.3,
)  # fmt: skip
SCROLLING_PAUSE = 0.15
"""Seconds after scrolling in which no picture is painted: one takes longer than a frame may."""
READING, FIRST_READING = 0.005, 0.15
"""Seconds for reading towers during each frame, and before the first one."""
LOOK_EVERY, LIST_EVERY = 1.0, 0.5
"""Seconds between looks for changes by other windows, and between sorts by growing figures."""
SHOWN_THROW, SHOWN_SEED = {"red": 6, "blue": 5, "peasant": 2}, 1
"""The throw that is saved as a picture, always the same one."""
SCENE = row(part("gallery"), part("details", wide=SIDE_EM), gap=0.4)


def card_grid(room: tuple[int, int], least: tuple[int, int], gap: int, count: int) -> tuple[int, int]:
    """Return the numbers of columns and lines of cards: as few as hold `count`, so that cards are large.

    No card is smaller than `least`, all px: if there isn't room for `count`, there are as many as fit.
    """
    columns, lines = (max(1, (side + gap) // (card + gap)) for side, card in zip(room, least, strict=True))
    fits = [(wide, high) for wide in range(1, columns + 1) for high in range(1, lines + 1) if wide * high >= count]

    def times(divided: tuple[int, int]) -> float:
        return min(side / parts / card for side, parts, card in zip(room, divided, least, strict=True))

    return max(fits, key=times, default=(columns, lines))


class GalleryPanel(ListPanel):
    """Cards; a click selects one."""

    name = "gallery"

    def __init__(self, scene: "GalleryScene") -> None:
        super().__init__(scene, TOWER_TARGETS)
        self.scene = scene
        self._pictures = TowerPictures()

    def shows(self) -> tuple[object, ...]:
        """Return all that the cards show."""
        return *super().shows(), self.scene.version

    @property
    def is_waiting(self) -> bool:
        """Return whether a visible picture hasn't been painted yet."""
        return self._pictures.is_waiting

    def draw(self, canvas: Canvas) -> None:
        """Draw the cards that are seen."""
        canvas.paint(lambda surface: surface.fill(PAPER, self.rect))
        scene, scrolling, room = self.scene, self.scrolling, self.rect
        if not scene.towers:
            canvas.paragraph(_("No tower matches."), room)
        least, gap = (canvas.px(CARD_EM[0]), canvas.px(CARD_EM[1])), canvas.px(GAP_EM)
        beside = canvas.across(room, share(), BAR_EM, gap=BESIDE_EM)[0]
        scrolling.columns, lines = card_grid(room.size, least, gap, len(scene.towers))
        if scrolling.columns * lines < len(scene.towers):
            scrolling.columns, lines = card_grid(beside.size, least, gap, len(scene.towers))
        high = min(line.height for line in canvas.rows(room, lines, GAP_EM)) / canvas.em
        self._pictures.begin()
        for number, rect in scrolling.lay(canvas, room, len(scene.towers), high, GAP_EM):
            self._card(canvas, rect, number)

    def go_on_painting(self) -> None:
        """Paint missing pictures; the panel is drawn again with them."""
        self._pictures.go_on()
        self.dirty = True

    def _card(self, canvas: Canvas, rect: Rect, number: int) -> None:
        scene, tower = self.scene, self.scene.towers[number]
        is_looked_at = number == self.selection.at
        is_chosen = self.selection.is_marked(number) or (is_looked_at and not self.selection.marked)
        edge = INDIGO if is_looked_at else PAPER_EDGE
        canvas.plate(rect, GOLD_PALE if is_chosen else PAPER_BRIGHT, edge, 0.3, 0.14 if is_looked_at else 0.08)
        places = canvas.places(CARD, rect)
        if tower.geometry is not None:
            self._pictures.put(canvas, places["picture"], tower.geometry)
        name = texts.shortened(shown(tower.name), canvas.smallest(canvas.px(1.0)), places["name"].width, "Bold")
        canvas.line(name, places["name"], weight="Bold", align="centre")
        canvas.small(kind_words(tower), places["kind"], align="centre", colour=INK_SOFT, size=0.8)
        canvas.small(self._figures_of(tower), places["figures"], align="centre", size=0.8)
        tooltip = _("Open it on the bench") if is_chosen else _("Select it; click again to open it")
        if scene.in_bin:
            tooltip = _("Select it")
        self.target(canvas, places["body"], number, tooltip)
        self.tick(canvas, places["tick"], number)

    def _figures_of(self, tower: ListedTower) -> str:
        figures = self.scene.figures_of(tower)
        if figures is not None:
            return figures_words(figures)
        if not tower.is_read:
            return "…"
        return _("measuring…") if tower.works else ""


class GallerySheet(ScenePanel["GalleryScene"]):
    """The paper below the cards, with the controls above and below them."""

    name = "gallery-sheet"

    def shows(self) -> tuple[object, ...]:
        """Return the listed towers, and the message."""
        return self.scene.version, self.scene.query, self.scene.is_comparing

    def draw(self, canvas: Canvas) -> None:
        """Draw head and foot."""
        draw_backdrop(canvas.surface, self.rect)
        canvas.sheet(self.rect, PAPER)
        scene, places = self.scene, canvas.places(GALLERY, self.rect)
        title = _("Deleted") if scene.in_bin else _("Towers")
        canvas.line(title, places["title"], size=2, weight="Bold")
        draw_search(canvas, places["search"], scene.query.words, scene.search, scene.to_list)
        origins = (_("All towers"), _("Your own"), _("Shipped"))
        tooltip = _("Show only your own towers, or only those that came with the program")
        one_of = Options(origins, ORIGINS.index(scene.query.origin), self._origin, tooltip=tooltip)
        chooser(canvas, "origin", places["origin"], one_of)
        chosen = TOWER_ORDERS.index(scene.query.order)
        sorting = Sorting(order_words(), chosen, scene.query.is_reversed, self._sort, self._reverse)
        draw_sorting(canvas, places["order"], sorting)
        self._foot(canvas, places["foot"])

    def _origin(self, number: int) -> None:
        self.scene.want(replace(self.scene.query, origin=ORIGINS[number]))

    def _sort(self, number: int) -> None:
        self.scene.want(replace(self.scene.query, order=TOWER_ORDERS[number]))

    def _reverse(self) -> None:
        self.scene.want(replace(self.scene.query, is_reversed=not self.scene.query.is_reversed))

    def _foot(self, canvas: Canvas, foot: Rect) -> None:
        scene = self.scene
        new = ("new-tower",) if not scene.in_bin else ()
        binned = ("bin",) if scene.binned and not scene.in_bin else ()
        again = ("bring-back",) if scene.deleted else ()
        wide: dict[str, Length] = {"back": 9.0, "new-tower": 8.4, "bin": 8.4, "message": share(), "bring-back": 9.0}
        shown_parts = ("back", *new, *binned, "message", *again)
        places = canvas.places(row(*(part(name, wide[name]) for name in shown_parts), gap=0.8), foot)
        self._buttons(canvas, places)
        colour = VERMILION if scene.is_complaint else INDIGO
        canvas.paragraph(
            scene.message or self._hint(), places["message"], size=0.9, colour=colour if scene.message else INK_SOFT
        )

    def _hint(self) -> str:
        scene = self.scene
        counted = _("{n} of {all}").format(n=len(scene.towers), all=scene.every) if scene.query.hides else ""
        hint = (
            _("They stay here for {n} days.").format(n=DAYS)
            if scene.in_bin
            else _("Drop a tower file, a drawing or a picture of a tower here to open it.")
        )
        return f"{counted}. {hint}" if counted else hint

    def _buttons(self, canvas: Canvas, places: Places) -> None:
        """Draw those buttons of the foot that have a place."""
        scene = self.scene
        button(canvas, "back", places["back"], _("Back"), scene.escape, size=1.2)
        if "new-tower" in places:
            tooltip = _("Design one in an empty frame (Ctrl+N)")
            button(canvas, "new-tower", places["new-tower"], _("New tower"), scene.new_tower, tooltip=tooltip)
        if "bin" in places:
            label = _("Deleted ({n})").format(n=scene.binned)
            tooltip = _("Towers deleted in the last {n} days; they can be restored").format(n=DAYS)
            button(canvas, "bin", places["bin"], label, partial(scene.show_bin, True), tooltip=tooltip)
        if "bring-back" in places:
            label = ngettext("Restore it", "Restore them", len(scene.deleted))
            button(canvas, "bring-back", places["bring-back"], label, scene.bring_back)


def order_words() -> tuple[str, ...]:
    """Return the names of orders, in the order of `TOWER_ORDERS`."""
    return (
        _("By name"), *(_(bench_words(name).order) for name in ON_BENCH), _("By battles"), _("By pieces"),
        _("By size"),
    )  # fmt: skip


def kind_words(tower: ListedTower) -> str:
    """Return the origin of a tower, and whether it is saved, or when it was deleted."""
    if tower.binned is not None:
        return _("deleted on {day}").format(day=f"{datetime.fromtimestamp(tower.binned.deleted):%Y-%m-%d}")
    if tower.is_draft:
        return _("not saved yet")
    return _("your own") if tower.is_own else _("built-in")


ERRORS = (GeometryError, UserTowerError)
"""Errors that may happen with one of several towers."""


class DetailsPanel(ScenePanel["GalleryScene"]):
    """The selected tower: its description, figures and actions."""

    name = "tower-details"

    def shows(self) -> tuple[object, ...]:
        """Return all that is said."""
        scene = self.scene
        return scene.version, scene.selection.version, scene.new_name, scene.is_deleting

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

    def _words(self, canvas: Canvas, rows: Rows, tower: ListedTower) -> None:
        box = rows.next(7.4)
        geometry = tower.geometry
        if geometry is None or not tower.works:
            canvas.paragraph(tower.why if tower.is_read else "…", box, size=0.9, colour=VERMILION)
            return
        title, below = canvas.down(box, 1.5, share())
        canvas.line(shown(of_data(geometry.title)), title, weight="Bold") if geometry.title else None
        canvas.paragraph(shown(of_data(geometry.description), 220), below, size=0.9)

    def _figures(self, canvas: Canvas, rows: Rows, tower: ListedTower) -> None:
        """Draw the known figures, in the room that all need: the rows below don't move."""
        lines = figure_lines(self.scene.figures_of(tower), tower)
        places = [canvas.across(rows.next(LINE_EM), share(0.6), share(0.4)) for _line in range(MOST_LINES)]
        for (label, text), (left, right) in zip(lines, places, strict=False):
            canvas.line(label, left, size=0.92)
            canvas.line(text, right, size=0.92, weight="Bold", align="right")
        rows.skip(0.4)

    def _acts(self, canvas: Canvas, rows: Rows, tower: ListedTower) -> None:
        scene, works, is_drawn = self.scene, tower.works, tower.geometry is not None
        if scene.new_name is not None:
            self._rename(canvas, rows)
            return
        if scene.is_deleting:
            self._delete(canvas, rows, tower)
            return
        if tower.binned is not None:
            tooltip, label = _("With its changes, under its name or another one"), _("Restore it")
            button(canvas, "bring-back", rows.next(2.6), label, scene.bring_back, style="primary", tooltip=tooltip)
            return
        label, act = _("Edit it") if tower.is_own else _("Edit a copy"), scene.open if is_drawn else None
        button(canvas, "open", rows.next(2.6), label, act, style="primary", size=1.15, tooltip=tower.why)
        left, right = rows.halves()
        is_file = works and tower.path is not None
        saved_first = "" if is_file else _("Save it first, on the bench.")
        tooltip = tower.why or _("See it at work")
        button(canvas, "watch", left, _("Watch"), scene.watch if works else None, tooltip=tooltip)
        tooltip = saved_first or _("Start a game with this tower")
        button(canvas, "play", right, _("Play with it"), scene.play if is_file else None, tooltip=tooltip)
        left, right = rows.halves()
        tooltip = saved_first or _("Save a copy among your own towers")
        button(canvas, "duplicate", left, _("Duplicate"), scene.duplicate if is_file else None, tooltip=tooltip)
        tooltip = saved_first or _("Its file, sheets to cut it out, or parts for a 3D printer")
        button(canvas, "export", right, _("Export…"), scene.export if is_file else None, tooltip=tooltip)
        left, right = rows.halves()
        shipped = "" if tower.is_own else _("It came with the program and can't be changed.")
        rename = scene.begin_rename if tower.is_own and tower.path is not None else None
        button(canvas, "rename", left, _("Rename"), rename, tooltip=shipped or saved_first)
        button(canvas, "delete", right, _("Delete"), scene.ask_delete if tower.is_own else None, tooltip=shipped)
        self._share(canvas, rows, tower)

    def _share(self, canvas: Canvas, rows: Rows, tower: ListedTower) -> None:
        """Draw the buttons for pictures of a tower, and for a tower as text."""
        scene = self.scene
        film, still = _("Save a throw into it as an animation"), _("Save a picture of a throw into it")
        names: list[tuple[PictureKind, str, str]] = [
            ("webp", _("Film"), film), ("gif", "GIF", film), ("png", _("Picture"), still)
        ]  # fmt: skip
        for (kind, label, tooltip), rect in zip(names, rows.parts(3), strict=True):
            act = partial(scene.save_picture, kind) if tower.works else None
            button(canvas, f"save-{kind}", rect, label, act, tooltip=tower.why or tooltip)
        left, right = rows.halves()
        copy = scene.copy_as_text if tower.works else None
        tooltip = tower.why or _("Copy the whole tower as a short text, to send it to somebody")
        button(canvas, "copy-text", left, _("Copy as text"), copy, tooltip=tooltip)
        tooltip = _("Open the tower that was copied as text (Ctrl+V)")
        button(canvas, "paste", right, _("Paste a tower"), scene.paste, tooltip=tooltip)

    def _rename(self, canvas: Canvas, rows: Rows) -> None:
        scene = self.scene
        line = TextEntry(scene.new_name or "", scene.type_name, _("Tower name"), scene.rename)
        entry(canvas, "name", rows.next(), line)
        left, right = rows.halves()
        button(canvas, "keep", left, _("Keep the name"), scene.keep)
        button(canvas, "do-rename", right, _("Rename"), scene.rename, style="primary")

    def _delete(self, canvas: Canvas, rows: Rows, tower: ListedTower) -> None:
        scene = self.scene
        text = _("Delete {name}? Games started with it keep it.").format(name=shown(tower.name))
        canvas.paragraph(text, rows.next(3.4))
        left, right = rows.halves()
        button(canvas, "keep", left, _("Keep it"), scene.keep)
        button(canvas, "do-delete", right, _("Delete"), scene.delete, style="primary")


def figure_lines(figures: LiveStatistics | None, tower: ListedTower) -> list[tuple[str, str]]:
    """Return the known figures of a tower, each with its name."""
    pieces = tower.geometry
    if pieces is None:
        return []
    size = _("{width:g} x {height:g} mm").format(width=pieces.shaft.width, height=pieces.rim_y)
    lines = [(_("Size"), size), (_("Pieces"), str(pieces_of(tower)))]
    if figures is None:
        return [*lines, (_("Figures"), _("pending"))] if tower.works else lines
    words = partial(figure_words, is_early=figures.is_early)
    return [
        *lines,
        *(
            (_(bench_words(name).label), words(known, bench_words(name).digits))
            for name in ON_BENCH
            if (known := figures.of(name)) is not None
        ),
        (_("The long run"), in_a_word(figures.stationarity)),
        (_("Measured in"), ngettext("{n} battle", "{n} battles", figures.battles).format(n=figures.battles)),
    ]


class GalleryScene(ListScene[TowerQuery]):
    """All towers; missing figures are measured meanwhile."""

    def __init__(self, app: Application) -> None:
        super().__init__(app)
        self.measuring = BackgroundMeasurement(app.workers, app.options.laboratory)
        self.message, self.is_complaint = "", False
        self.version = 0
        self.query = TowerQuery()
        self.towers: Sequence[ListedTower] = ()
        """The listed towers."""
        self.selection: Selection[tuple[str, str]] = Selection()
        self.new_name: str | None = None
        self.is_deleting = False
        self.deleted: list[Binned] = []
        """Entries in the bin of the towers deleted just now."""
        self.in_bin = False
        """True while the bin is shown."""
        self.is_comparing = False
        """True while a table of the selected towers' figures replaces the cards."""
        self.batch: Batch[Any, Any] | None = None
        """The action under way on several towers."""
        self._doing = ""
        self._pictures = PictureSaving(app.workers, self._tell)
        self._files = ListedTowers()
        self._all: Sequence[ListedTower] = ()
        self._clock = self._looked = self._listed = 0.0
        self._calm, self._line = 0.0, 0
        self._figures: dict[Geometry, LiveStatistics | None] = {}
        self._measurements: list[LiveMeasurement] = []
        self._sheet, self._cards, self._details = GallerySheet(self), GalleryPanel(self), DetailsPanel(self)
        self._comparison, self._several = ComparisonPanel(self), SelectionPanel(self, margin=(1.2, 0.6))
        self.panels = [self._sheet, self._cards, self._comparison, self._details, self._several]

    def layout(self, area: Rect) -> None:
        """Cards at the left, the chosen tower at the right."""
        places = place(SCENE, area, self.em)
        self._details.place(places["details"])
        self._several.place(places["details"])
        self._sheet.place(places["gallery"])
        cards = place(GALLERY, places["gallery"], self.em)["cards"]
        self._cards.place(cards)
        self._comparison.place(cards)

    def update(self, seconds: float) -> None:
        """Take in new figures, and continue actions on several towers, reading and painting."""
        self._clock += seconds
        if self._pictures.attend():
            self.changed()
        if self.batch is not None:
            self.batch.go_on()
            self.changed()
            return
        self._calm = max(0.0, self._calm - seconds)
        if self._cards.scrolling.line != self._line:
            self._line, self._calm = self._cards.scrolling.line, SCROLLING_PAUSE
        if self._cards.is_waiting and not self._calm:
            self._cards.go_on_painting()
        if self._clock - self._looked >= LOOK_EVERY:
            self._look()
        if self._files.is_busy:
            self._files.go_on(READING)
            if self._clock - self._listed >= LIST_EVERY or not self._files.is_busy:
                self._list_again("", 0.0)
        if self.measuring.attend(self._clock):
            self._take_figures()

    def _take_figures(self) -> None:
        for measurement in self._measurements:
            if measurement.statistics is not None:
                self._figures[measurement.geometry] = measurement.statistics
        self._measurements = [
            measurement
            for measurement in self._measurements
            if not measurement.statistics or measurement.statistics.battles < ENOUGH_BATTLES
        ]
        self.measuring.want(*self._measurements)
        self.version += 1

    def _look(self) -> None:
        """Look whether another window has drawn, renamed or deleted towers."""
        self._looked = self._clock
        if not self._files.is_touched():
            return
        tower = self.tower
        self._list_again("", READING)
        if tower is not None and all(tower.key != other.key for other in self._all):
            message = _("{name} is gone: another window has deleted or renamed it.")
            self.keep()
            self._tell(message.format(name=shown(tower.name)))

    @property
    def is_painting(self) -> bool:
        """Return whether a visible picture hasn't been painted yet."""
        return self._cards.is_waiting

    def is_moving(self) -> bool:
        """Return whether figures grow, or something is still done, read or painted."""
        is_working = self.batch is not None or self._files.is_busy or self._cards.is_waiting
        return is_working or self.measuring.is_busy or self._pictures.is_busy

    def entered(self) -> None:
        """Update the list of towers, and their known figures."""
        unreadable = " ".join(unsaved_towers.put_unreadable_aside())
        self._list_again(self.tower.name if self.tower else "", FIRST_READING)
        if unreadable:
            self._tell(unreadable, is_complaint=True)
        self.changed()

    def closing(self) -> None:
        """Measure no more."""
        self.measuring.close()

    def close_topmost(self) -> bool:
        """Stop or leave what is being done, step by step, and the bin."""
        if self.batch is not None:
            self.batch.stop()
        elif self.new_name is not None or self.is_deleting:
            self.keep()
        elif self.is_comparing:
            self.compare(False)
        elif self.query.words:
            self.search("")
        elif self.selection.are_several:
            self.choose_none()
        elif self.in_bin:
            self.show_bin(False)
        else:
            return False
        return True

    def escape(self) -> None:
        """Close the topmost thing, or go back."""
        if not self.close_topmost():
            self.measuring.close()
            self.app.pop()

    def key(self, key: int) -> None:
        """Open the selected tower with Enter, a new one with Ctrl+N, the copied one with Ctrl+V."""
        if key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.open()
        elif key == pygame.K_v:  # without Ctrl it would be a search
            self.paste()
        elif key == pygame.K_n and not self.in_bin:  # without Ctrl it would be a search
            self.new_tower()

    def types(self, sign: str) -> bool:
        """Let a letter that is typed wherever the focus is search, and return whether it does."""
        if self.keyboard.entry() is None and self.batch is None and not sign.isspace():
            self.focus = SEARCH
        return True

    def command(self, command: Command) -> None:
        """Delete asks whether to delete what is chosen."""
        if command == "clear":
            self.ask_delete()
        else:
            super().command(command)

    def list_panel(self) -> ListPanel:
        """Return the cards."""
        return self._cards

    def main_list(self) -> Panel:
        """Let keys that scroll go through the cards, or through what is compared."""
        return self._comparison if self.is_comparing else self._cards

    def choosable(self) -> list[HitRegion]:
        """Let the arrow keys begin at the cards, at the selected tower if it is visible."""
        places = self._cards.places()
        return [place for place in places if self._cards.number_of(place.name) == self.chosen] or places

    # The towers

    @property
    def chosen(self) -> int:
        """The number of the selected tower."""
        return self.selection.at

    @property
    def tower(self) -> ListedTower | None:
        """The selected tower."""
        return self.towers[self.chosen] if self.towers else None

    @property
    def every(self) -> int:
        """Number of all towers, listed or not."""
        return len(self._all)

    def figures_of(self, tower: ListedTower) -> LiveStatistics | None:
        """Return the known figures of a tower."""
        return self._figures.get(tower.geometry) if tower.geometry else None

    def _list_again(self, name: str, seconds: float) -> None:
        """List the towers again for `seconds`, select one, and measure those without figures."""
        self._listed = self._clock
        self._all = deleted_towers() if self.in_bin else self._files.look(seconds)
        self._measure()
        self.find()
        names = [tower.name for tower in self.towers]
        if name in names:
            self.selection.look_at(names.index(name))
            self._cards.see()
        self.binned = len(waste.binned())
        self._shows_several()

    def _measure(self) -> None:
        wanted = [tower.geometry for tower in self._all if tower.geometry is not None and tower.works]
        for geometry in wanted:
            if self._figures.get(geometry) is None:
                self._figures[geometry] = self.measuring.cached_statistics(geometry)
        old = {measurement.geometry: measurement for measurement in self._measurements}
        missing = [geometry for geometry in wanted if self._figures[geometry] is None]
        self._measurements = [old.get(geometry) or self.measuring.new_measurement(geometry) for geometry in missing]
        self.measuring.want(*self._measurements)

    def find(self) -> None:
        """List the towers that are wanted."""
        self.towers = found_towers(self._all, self.query, self.figures_of)
        self.selection.relist([tower.key for tower in self.towers])
        self.version += 1

    def look_at(self, name: str) -> None:
        """Look at the tower of a name, if it is there."""
        names = [tower.name for tower in self.towers]
        if name in names:
            self.choose(names.index(name))

    def choose(self, number: int) -> None:
        """Look at a tower."""
        self.selection.look_at(number)
        self._cards.see()
        self.looks()

    def looks(self) -> None:
        """The selection has changed."""
        self.keep()
        self._tell("")

    def _shows_several(self) -> None:
        """Show one tower, or the actions for several; cards, or a table of figures."""
        is_several = self.selection.are_several or self.batch is not None
        self.is_comparing = self.is_comparing and self.selection.are_several
        self._several.is_hidden, self._details.is_hidden = not is_several, is_several
        self._comparison.is_hidden, self._cards.is_hidden = not self.is_comparing, self.is_comparing

    def attempt(self, deed: Callable[[], object]) -> None:
        """Do something; what goes wrong is said on the sheet."""
        try:
            deed()
        except (GeometryError, UserTowerError) as error:
            self._tell(error_text(error), is_complaint=True)

    def _tell(self, message: str, *, is_complaint: bool = False) -> None:
        self.message, self.is_complaint, self.deleted = message, is_complaint, []
        self.version += 1

    # Actions for one tower

    def _go(self, *, watch: bool) -> None:
        tower = self.tower
        if tower is None or tower.geometry is None or tower.binned is not None:
            return
        self.attempt(lambda: self.app.go(ToBench(_opening_argument(tower), watch=watch)))

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
        self._with_file(
            lambda tower: self._show(user_towers.duplicate(_opening_argument(tower)), _("This is the copy."))
        )

    def export(self) -> None:
        """Ask in which format the chosen tower is exported."""

        def ask(tower: ListedTower) -> None:
            text = without_schema(tower_text(_opening_argument(tower))[0])
            if tower.geometry is not None:
                self.app.push(ExportScene(self.app, tower.name, text, tower.geometry))

        self._with_file(ask)

    def save_picture(self, kind: PictureKind) -> None:
        """Save a throw into the chosen tower, as it usually is in the long run, as an animation or a picture."""
        tower = self.tower
        if tower is None or tower.geometry is None or not tower.works:
            return
        figures = self.figures_of(tower)
        resting = coloured(figures.typical) if figures is not None else ()
        drop = partial(DropPicture, tower.geometry, resting, SHOWN_THROW, SHOWN_SEED)
        self._pictures.start(tower.name, kind, drop)

    def copy_as_text(self) -> None:
        """Copy the chosen tower to the clipboard."""
        tower = self.tower
        if tower is not None and tower.geometry is not None:
            is_done = clipboard.copy(encoded_tower(tower.geometry))
            text = _("Copied: paste it wherever you like; Ctrl+V opens it here.")
            self._tell(text if is_done else _("There is no clipboard."), is_complaint=not is_done)

    def paste(self) -> None:
        """Open the tower in the clipboard on the bench, or say why there is none."""
        if not self.in_bin and self.batch is None:
            self.app.go(ToPastedTower(clipboard.text()))

    def _with_file(self, deed: Callable[[ListedTower], None]) -> None:
        tower = self.tower
        if tower is not None and tower.path is not None:
            self.attempt(lambda: deed(tower))

    def _show(self, path: Path, message: str) -> None:
        if self.query.hides:
            self.query = TowerQuery(order=self.query.order, is_reversed=self.query.is_reversed)
        self._list_again(path.stem, FIRST_READING)
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
        """Ask whether to delete the selected towers."""
        is_own = any(tower.is_own for tower in self._chosen())
        self.is_deleting = is_own and not self.in_bin and self.batch is None
        self.changed()

    def _chosen(self) -> list[ListedTower]:
        """Return all selected towers."""
        if self.selection.are_several:
            return [self.towers[number] for number in self.selection.several]
        return [] if self.tower is None else [self.tower]

    def delete(self) -> None:
        """Delete the chosen tower with its unsaved drawing."""
        tower = self.tower
        if tower is None or not self.is_deleting:
            return
        self.is_deleting = False
        self.attempt(partial(self._delete, tower))

    def _delete(self, tower: ListedTower) -> None:
        deleted = waste.delete(tower.name, tower.path)
        self._list_again("", FIRST_READING)
        self._tell(_("{name} was deleted.").format(name=shown(tower.name)))
        self.deleted = [deleted]

    def bring_back(self) -> None:
        """Restore the towers deleted last, or those selected in the bin, with their unsaved drawings."""
        chosen = [tower.binned for tower in self._chosen() if tower.binned is not None] if self.in_bin else self.deleted
        if len(chosen) == 1:
            self.attempt(partial(self._bring_back, chosen[0]))
        elif chosen:
            self._begin(Batch(chosen, waste.bring_back, ERRORS, self._restored), _("Restoring: {n} of {all}"))

    def _bring_back(self, binned: Binned) -> None:
        name = waste.bring_back(binned)
        self.in_bin = False
        self._list_again(name, FIRST_READING)
        self._tell(_("{name} has been restored.").format(name=shown(name)))

    def show_bin(self, in_bin: bool) -> None:
        """Show the deleted towers, or the others again."""
        self.in_bin, self.query = in_bin, TowerQuery()
        self.selection.look_at(0)
        self._list_again("", FIRST_READING)
        self.choose(0)

    def keep(self) -> None:
        """Leave name and tower as they are."""
        self.new_name, self.is_deleting = None, False
        self._shows_several()
        self.changed()

    # Actions for several towers

    def several(self) -> SelectionContent:
        """Return the panel of several selected towers, with its actions."""
        chosen, batch = self._chosen(), self.batch
        count = len(chosen)
        head = ngettext("{n} tower selected", "{n} towers selected", count).format(n=count)
        text, upper, lower = "", self._deeds(chosen), self._choices()
        if batch is not None:
            text = self._doing.format(n=batch.tried, all=len(batch.things))
            upper, lower = (SelectionAction("stop", _("Stop"), self.escape, _("What has been done is kept")),), ()
        elif self.is_deleting:
            text = self._asks(chosen)
            upper = (
                SelectionAction("keep", _("Keep them"), self.keep),
            )  # where "Delete" was: a second click deletes nothing
            lower = (SelectionAction("delete-for-good", _("Delete them"), self.delete_several, style="primary"),)
        done = None if batch is None else batch.tried / max(1, len(batch.things))
        return SelectionContent(head, text, count, lambda number: shown(chosen[number].name), upper, lower, done)

    def _asks(self, chosen: Sequence[ListedTower]) -> str:
        """Return the question before several are deleted, and what happens to them."""
        own = sum(tower.is_own for tower in chosen)
        words = ngettext(
            "Delete {n} tower? Games started with it keep it; it stays under Deleted for {days} days.",
            "Delete {n} towers? Games started with them keep them; they stay under Deleted for {days} days.",
            own,
        ).format(n=own, days=DAYS)
        return words if own == len(chosen) else words + " " + _("Towers that came with the program can't be deleted.")

    def _deeds(self, chosen: Sequence[ListedTower]) -> tuple[SelectionAction, ...]:
        if self.in_bin:
            return (SelectionAction("bring-back", _("Restore them"), self.bring_back, style="primary"),)
        shipped = "" if any(tower.is_own for tower in chosen) else _("They came with the program and can't be changed.")
        saved = [tower for tower in chosen if tower.works and tower.path is not None]
        label = _("Back to the cards") if self.is_comparing else _("Compare")
        compare = partial(self.compare, not self.is_comparing)
        tooltip = _("Save their files to your documents") if saved else _("Save them first, on the bench.")
        return (
            SelectionAction(
                "compare", label, compare, _("Show the figures of all selected towers, one below the other"), "primary"
            ),
            SelectionAction("export", _("Export"), self.export_several if saved else None, tooltip),
            SelectionAction("delete", _("Delete…"), None if shipped else self.ask_delete, shipped),
        )

    def _choices(self) -> tuple[SelectionAction, ...]:
        return (
            SelectionAction("choose-all", _("Select all"), self.choose_all, _("All towers in the list (Ctrl+A)")),
            SelectionAction("choose-none", _("Select none"), self.choose_none, _("View a single tower again (Esc)")),
        )

    def compare(self, is_comparing: bool) -> None:
        """Show the figures of all that are chosen in the place of the cards, or the cards again."""
        self.is_comparing = is_comparing
        self._comparison.scrolling.restart()
        self._shows_several()
        self.changed()

    def compared(self) -> Sequence[ListedTower]:
        """Return the towers that are compared."""
        return self._chosen()

    def _begin(self, batch: Batch[Any, Any], doing: str) -> None:
        self.batch, self._doing = batch, doing
        self.keep()

    def delete_several(self) -> None:
        """Delete the player's own towers among those selected."""
        if self.is_deleting:
            own = [tower for tower in self._chosen() if tower.is_own]
            batch = Batch(own, lambda tower: waste.delete(tower.name, tower.path), ERRORS, self._deleted)
            self._begin(batch, _("Deleting: {n} of {all}"))

    def _deleted(self, batch: Batch[ListedTower, Binned]) -> None:
        count = len(batch.done)
        self._end(batch, ngettext("{n} tower was deleted.", "{n} towers were deleted.", count).format(n=count))
        self.deleted = batch.done

    def export_several(self) -> None:
        """Write the files of all that are chosen into the player's documents."""
        folder = documents_folder()
        saved = [tower for tower in self._chosen() if tower.works and tower.path is not None]
        batch = Batch(saved, lambda tower: user_towers.export(_opening_argument(tower), folder), ERRORS, self._exported)
        self._begin(batch, _("Exporting: {n} of {all}"))

    def _exported(self, batch: Batch[ListedTower, Path]) -> None:
        count = len(batch.done)
        message = ngettext(
            "{n} tower was exported to your documents.", "{n} towers were exported to your documents.", count
        )
        self._end(batch, message.format(n=count))

    def _restored(self, batch: Batch[Binned, str]) -> None:
        self.in_bin = False
        count = len(batch.done)
        self._end(batch, ngettext("{n} tower was restored.", "{n} towers were restored.", count).format(n=count))

    def _end(self, batch: Batch[Any, Any], message: str) -> None:
        """Show the results of an action on several."""
        self.batch = None
        self._list_again("", FIRST_READING)
        self.keep()
        self._tell(batch.words(message), is_complaint=bool(batch.failed))


def _opening_argument(tower: ListedTower) -> str:
    """Return the argument that opens a tower: its name, unless the current folder has a file of that name."""
    return tower.name
