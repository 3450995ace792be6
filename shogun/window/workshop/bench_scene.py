"""The bench: a tower is drawn while cubes fall in it and figures grow beside it."""

import math
from collections.abc import Callable
from functools import partial
from pathlib import Path

import msgspec
import pygame
from pygame import Rect

from shogun.base.language import _, marked
from shogun.lab.measuring.tally import OddDrop, coloured
from shogun.tower import user_towers
from shogun.tower.file.toml_editing import without_schema
from shogun.tower.geometry import GeometryError
from shogun.tower.physics.collision_geometry import Point
from shogun.tower.resting_cubes import RestingCube
from shogun.tower.tower_code import decoded_tower, encoded_tower
from shogun.tower.unsaved_towers import UserTowerError
from shogun.window.kit.drawing.canvas import HitRegion
from shogun.window.kit.input import clipboard
from shogun.window.kit.input.keys import WORKSHOP, Command, game_keys
from shogun.window.kit.layout import column, part, place, row
from shogun.window.kit.runtime.crash_report import error_text
from shogun.window.kit.runtime.panel import Panel
from shogun.window.kit.runtime.scene import Application, Scene
from shogun.window.kit.widgets.stepper import Slider
from shogun.window.play.routes import ToNewGame, ToPastedTower, ToTowerFile
from shogun.window.tower.picture_saving import DropPicture, PictureKind, PictureSaving
from shogun.window.workshop.export_scene import ExportScene
from shogun.window.workshop.gallery_scene import GalleryScene
from shogun.window.workshop.model.drag_handles import Grid, Handle, dragged, pieces_in, pulled
from shogun.window.workshop.model.drawn_tower import DrawnTower, Ref
from shogun.window.workshop.model.editor_model import STEPS, EditorModel
from shogun.window.workshop.model.falling_cubes import SPEEDS, BackgroundMeasurement
from shogun.window.workshop.model.listed_towers import kept_words
from shogun.window.workshop.model.saving import Opened
from shogun.window.workshop.panels.bench_controls import Sheet
from shogun.window.workshop.panels.drawing_panel import DrawingPanel
from shogun.window.workshop.panels.import_panel import ImportPanel
from shogun.window.workshop.panels.metrics_panel import FiguresPanel
from shogun.window.workshop.panels.numbers_panel import NumbersPanel
from shogun.window.workshop.panels.odd_drops_panel import OddPanel
from shogun.window.workshop.panels.search_panel import TuningPanel
from shogun.window.workshop.panels.throwing_panel import ThrowingPanel
from shogun.window.workshop.panels.versions_panel import VersionsPanel
from shogun.window.workshop.unsaved_scene import UnsavedScene

LEFT_EM, RIGHT_EM = 19.0, 22.0
THROW_EM = 21.1
GAP_EM = 0.3
WORK = (
    part("drawing"),
    column(part("figures"), part("throwing", high=THROW_EM), gap=GAP_EM, wide=RIGHT_EM),
)
DRAWING, WATCHING = row(part("sheet", wide=LEFT_EM), *WORK, gap=GAP_EM), row(part("sheet", wide=0.0), *WORK, gap=GAP_EM)
ARROWS = {pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, 1), pygame.K_DOWN: (0, -1)}
PAN_EM = 3
"""Distance that a key moves the picture."""
PULLING = (2, 3)
"""The buttons of the mouse that pull the picture."""
KINDS = {pygame.K_1: "baffle", pygame.K_2: "pin", pygame.K_3: "wall"}


class BenchScene(Scene):
    """A tower as large as the window; at the left its numbers, at the right what it does."""

    own_keys = (*WORKSHOP, *game_keys("undo", "redo", "pause", film=marked("Save the last throw as an animation")))

    def __init__(
        self, app: Application, tower: Opened, *, is_watching: bool = False, odd: OddDrop | None = None
    ) -> None:
        super().__init__(app)
        self.measuring = BackgroundMeasurement(app.workers, app.options.laboratory)
        self.measuring.warm()
        self.desk = EditorModel(tower, self.measuring)
        self.desk.grid = Grid(app.settings.grid if app.settings.grid in STEPS else STEPS[0])
        self.is_watching = is_watching
        """True if the tools are hidden, so that the tower has all the room."""
        self.tab = 0
        self.name: str | None = None
        self.band: tuple[Point, Point] | None = None
        self._grip: tuple[DrawnTower, Handle | Ref, Point] | None = None
        """The current drag: the plan before, the part of it, and the point of the grip, mm."""
        self._slider: tuple[Slider, Rect] | None = None
        self._pan: tuple[int, int] | None = None
        """Last place of the pointer while it drags the picture."""
        self._has_pulled = False
        self._is_given_up = False
        """True if a drawing that couldn't be kept may be lost, or is saved elsewhere."""
        self._drawing, self._numbers = DrawingPanel(self), NumbersPanel(self)
        self._figures, self._throwing, self._import = FiguresPanel(self), ThrowingPanel(self), ImportPanel(self)
        self._pictures = PictureSaving(app.workers, self.desk.tell)
        self._sheets: dict[Sheet, Panel] = {
            "numbers": self._numbers,
            "tuning": TuningPanel(self),
            "odd": OddPanel(self),
            "versions": VersionsPanel(self),
            "import": self._import,
        }
        self._sheet: Sheet = "numbers"
        """The sheet at the left."""
        self.panels = [self._drawing, *self._sheets.values(), self._figures, self._throwing]
        if odd is not None:
            self.show_odd(odd)

    def layout(self, area: Rect) -> None:
        """Numbers at the left, figures and throws at the right, the tower between them."""
        places = place(WATCHING if self.is_watching else DRAWING, area, self.em)
        for name, panel in self._sheets.items():
            panel.is_hidden = self.is_watching or name != self._sheet
            panel.place(places["sheet"])
        self._figures.place(places["figures"])
        self._throwing.place(places["throwing"])
        self._drawing.place(places["drawing"])

    def update(self, seconds: float) -> None:
        """Let cubes fall and figures grow."""
        self.desk.update(seconds)
        self._pictures.attend()
        if self.app.settings.sound:
            for knock in self.desk.flow.knocks():
                self.app.sounds_knock(knock)
        self._drawing.go_on(seconds)

    def is_moving(self) -> bool:
        """Return whether anything moves on its own."""
        return self.desk.is_moving or self._drawing.is_coarse or self._pictures.is_busy

    def keeps_awake(self) -> bool:
        """Return whether cubes fall."""
        return self.desk.flow.is_moving

    def close_topmost(self) -> bool:
        """Cancel the drag, show the parameters again, or clear the selection."""
        if self._grip is not None:
            self._put_back()
        elif self._sheet != "numbers":
            self.show_sheet("numbers")
        elif self.desk.chosen:
            self.desk.choose([])
        else:
            return False
        return True

    def escape(self) -> None:
        """Close the topmost thing, or leave."""
        if not self.close_topmost():
            self.leave()

    def leave(self) -> None:
        """Go to the towers; an unsaved drawing stays as a draft, and one that can't be kept is asked about first."""
        if self.asks_first(self.leave):
            return
        self.closing()
        self.app.pop()
        if self.app.scenes and isinstance(self.app.scene, GalleryScene):
            self.app.scene.look_at(self.desk.name)

    def asks_first(self, go_on: Callable[[], None]) -> bool:
        """If the drawing isn't saved on any disk, ask what to do with it; return whether that is asked."""
        if self._is_given_up or self.desk.keep_draft():
            return False
        if isinstance(self.app.scene, UnsavedScene):
            self.app.pop()
        self.app.push(UnsavedScene(self.app, self.desk, partial(self._give_up, go_on)))
        return True

    def _give_up(self, go_on: Callable[[], None]) -> None:
        self._is_given_up = True
        go_on()

    def unkept(self) -> str:
        """Return a sentence if the drawing can't be kept."""
        if self.desk.is_kept or not self.desk.file.refusal:
            return ""
        text = _("The drawing of {name} can't be saved: {reason}.")
        return text.format(name=self.desk.name, reason=self.desk.file.refusal)

    def closing(self) -> None:
        """Keep what is drawn, and measure no more."""
        self.desk.close()
        self.measuring.close()

    # The pointer

    def handle(self, event: pygame.Event) -> None:
        """Handle drags of pieces and sliders; all else as in any scene."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self._takes_hold(event.pos):
            return
        if self._pulls(event) or (event.type == pygame.MOUSEMOTION and self._follows(event.pos)):
            return
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._lets_go()
        if event.type == pygame.KEYDOWN and self._takes_key(event.key, event.mod):
            return
        super().handle(event)
        if event.type == pygame.MOUSEMOTION:
            over = self._drawing.rect.collidepoint(event.pos)
            self._drawing.hovered = self._drawing.grip(event.pos, self.em) if over else None

    def _pulls(self, event: pygame.Event) -> bool:
        """Pull the picture with the middle or the right button, and return whether that was meant."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button in PULLING:
            is_in = self._drawing.rect.collidepoint(event.pos)
            self._pan, self._has_pulled = (event.pos if is_in else None), False
        elif event.type == pygame.MOUSEMOTION and self._pan is not None:
            self._drawing.pan(event.pos[0] - self._pan[0], event.pos[1] - self._pan[1])
            self._pan, self._has_pulled, self.pointer = event.pos, True, event.pos
        elif event.type == pygame.MOUSEBUTTONUP and event.button in PULLING and self._pan is not None:
            self._pan = None
            if event.button == 3 and not self._has_pulled:
                self.explain()
        else:
            return False
        return self._pan is not None or event.type == pygame.MOUSEBUTTONUP

    def _takes_hold(self, position: tuple[int, int]) -> bool:
        """Begin to drag what is at a place of the drawing, and return whether the place is in it."""
        is_in = self._drawing.rect.collidepoint(position)
        if not is_in or self._drawing.foot(self.em).collidepoint(position):
            return False
        self.point(position)
        self.keyboard.set_focus("")
        if self.is_watching:
            self.draw_on_it()
            return True
        grip, place = self._drawing.grip(position, self.em), self._drawing.millimetres(position)
        more = bool(pygame.key.get_mods() & (pygame.KMOD_SHIFT | pygame.KMOD_CTRL))
        if grip is None:
            if not more:
                self.desk.choose([])
            self.band = (place, place)
            return True
        if not isinstance(grip, Handle) and (more or grip not in self.desk.chosen):
            self.desk.choose([grip], more=more)
        if isinstance(grip, Handle) or grip in self.desk.chosen:
            self.desk.hold()
            self._grip = self.desk.plan, grip, place
        return True

    def _follows(self, position: tuple[int, int]) -> bool:
        """Continue a drag, and return whether there is one."""
        if self._slider:
            self._slider[0].at(position[0], self._slider[1])
        elif self.band:
            self.band = self.band[0], self._drawing.millimetres(position)
        elif self._grip:
            plan, grip, start = self._grip
            to = self._drawing.millimetres(position)
            by = to[0] - start[0], to[1] - start[1]
            if isinstance(grip, Handle):
                self.desk.show_held(*dragged(plan, grip, _shifted(grip.place, by), self.desk.grid))
            else:
                self.desk.show_held(*pulled(plan, self.desk.chosen, grip, by, self.desk.grid))
        self.pointer = position
        return bool(self._slider or self.band or self._grip)

    def _lets_go(self) -> None:
        if self.band:
            pieces = pieces_in(self.desk.plan, *self.band)
            if pieces:
                self.desk.choose([ref for ref in pieces if ref not in self.desk.chosen], more=True)
        elif self._grip:
            self.desk.let_go()
            self._drawing.hovered = None
        self.band = self._grip = self._slider = None

    def _put_back(self) -> None:
        assert self._grip is not None
        self.desk.show_held(self._grip[0])
        self.desk.let_go()
        self._grip = None

    def grasp(self, number: Slider, track: Rect) -> None:
        """Take hold of a slider where the pointer is, if it is there."""
        if track.inflate(self.em, self.em).collidepoint(self.pointer):
            self._slider = number, track
            number.at(self.pointer[0], track)

    # The keyboard

    def _takes_key(self, key: int, modifiers: int) -> bool:
        """Do a key's action on the bench, and return whether it has one."""
        if modifiers & pygame.KMOD_CTRL:
            return self._takes_control(key)
        if self.keyboard.entry() is not None:
            return False
        if key in ARROWS and self.desk.chosen and self._is_on_pieces():
            x, y = ARROWS[key]
            if modifiers & pygame.KMOD_SHIFT:
                self.desk.turn(x, -y)
            else:
                self.desk.nudge(x, y)
            return True
        if key in ARROWS and modifiers & pygame.KMOD_SHIFT and not self.desk.chosen:
            x, y = ARROWS[key]
            self._drawing.pan(-x * PAN_EM * self.em, y * PAN_EM * self.em)
            return True
        if key in KINDS:
            self.add(KINDS[key])
            return True
        return False

    def _is_on_pieces(self) -> bool:
        """Return whether the arrow keys mean the pieces that are chosen."""
        place = self.keyboard.place()
        return place is None or place.group == "pieces"

    def _takes_control(self, key: int) -> bool:
        desk = self.desk
        acts: dict[int, Callable[[], object]] = {
            pygame.K_s: self.save,
            pygame.K_z: desk.undo,
            pygame.K_y: desk.redo,
            pygame.K_a: desk.choose_all,
            pygame.K_d: desk.double,
            pygame.K_m: desk.mirror,
            pygame.K_c: self.copy_as_text,
            pygame.K_v: self.paste,
        }
        is_for_line = key != pygame.K_s and self.keyboard.entry() is not None
        if key not in acts or is_for_line:
            return False
        acts[key]()
        return True

    def command(self, command: Command) -> None:
        """Do what a key of the table means here."""
        desk, flow = self.desk, self.desk.flow
        acts: dict[Command, Callable[[], None]] = {
            "undo": desk.undo,
            "redo": desk.redo,
            "clear": desk.remove,
            "copy": desk.double,
            "skip": flow.throw,
            "tower": flow.tap,
            "pause": self._throwing.toggle_pause,
            "faster": flow.next_frame,
            "slow": self._next_speed,
            "film": partial(self.save_picture, "webp"),
            "closer": partial(self._drawing.zoom, 1),
            "farther": partial(self._drawing.zoom, -1),
            "all": self._drawing.show_all,
        }
        if command in acts:
            acts[command]()
        else:
            super().command(command)

    def _next_speed(self) -> None:
        flow = self.desk.flow
        flow.speed = SPEEDS[(SPEEDS.index(flow.speed) + 1) % len(SPEEDS)]

    def key(self, key: int) -> None:
        """Change the grid, or empty the tower."""
        if key == pygame.K_g:
            self.next_grid()
        elif key == pygame.K_c:
            self.desk.flow.clear()

    def choosable(self) -> list[HitRegion]:
        """Let the arrow keys begin at the pieces."""
        return self._drawing.places()

    # Actions of the panels

    def draw_on_it(self) -> None:
        """Show the tools for a tower that was only watched."""
        self.is_watching = False
        self.resize(self.size)
        self.bare()

    def add(self, kind: str) -> None:
        """Add a piece where there is room in sight: in the middle of the shaft."""
        geometry = self.desk.geometry
        taken = [self.desk.plan.piece(ref) for ref in self.desk.plan.refs()]
        self.desk.add(kind, 0.0, geometry.shaft.height * (0.5 + 0.07 * math.sin(len(taken) * 2.4)))

    def next_grid(self) -> None:
        """Switch between a fine grid, a coarse one and none; the next tower has the same."""
        self.desk.next_grid()
        self.app.settings.grid = self.desk.grid.step

    def show_tab(self, tab: int) -> None:
        """Show another group of the tower's numbers."""
        self.tab = tab

    def show_sheet(self, sheet: Sheet) -> None:
        """Show another sheet at the left."""
        self._sheet = sheet
        if sheet == "tuning" and not self.desk.tuning.is_running:
            self.desk.tuning.look_at(self.desk.plan)
        if sheet == "versions":
            self.desk.look_at_versions()
        if sheet == "import":
            self._import.look()
        self.keyboard.set_focus("")
        self.resize(self.size)

    def attempt(self, opened: Callable[[], Opened]) -> Opened | None:
        """Return a tower from outside; None if it is unusable, which is then said."""
        try:
            return opened()
        except (GeometryError, UserTowerError) as error:
            self.desk.tell(error_text(error), is_complaint=True)
            return None

    def type_name(self, name: str) -> None:
        """Take the name that is being typed."""
        self.name = name
        self.desk.version += 1

    def save(self) -> None:
        """Save the tower under the name that was typed."""
        if self.desk.problems:
            self.desk.tell(_("It can't be used like this: see below the tower."), is_complaint=True)
            return
        if self.name is not None and self.name.strip() != self.desk.name and not self._rename(self.name):
            return
        self.name = None
        if self.desk.save():
            kept = kept_words(self.app.options.games, self.desk.name, self.desk.geometry)
            self.desk.tell(f"{self.desk.message} {kept}".strip())

    def save_as(self) -> None:
        """Save under the offered free name, since the tower's own is taken."""
        self.name = self.desk.clash
        self.save()

    def replace(self) -> None:
        """Save in the place of what was saved elsewhere, once that was asked for twice."""
        self.desk.replace()

    def _rename(self, name: str) -> bool:
        """Save under another name from now on, and return whether that is possible; the old tower stays."""
        try:
            self.desk.take_name(user_towers.checked_name(name))
        except UserTowerError as error:
            self.desk.tell(error_text(error), is_complaint=True)
            return False
        return True

    def play_on(self) -> None:
        """Begin a new game with this tower; it is saved for that."""
        if not self.desk.is_saved:
            self.save()
        if self.desk.is_saved:
            self.app.go(ToNewGame(tower=self.desk.name))

    def export(self) -> None:
        """Ask in which format the drawing is exported, saved or not."""
        desk = self.desk
        if not desk.problems:
            text = without_schema(desk.file.text(desk.plan))
            self.app.push(ExportScene(self.app, desk.name, text, desk.geometry))

    def show_typical(self) -> None:
        """Put cubes into the tower as they usually rest there."""
        if self.desk.measurement.statistics:
            self._begin_with(self.desk.measurement.statistics.typical)

    def _begin_with(self, resting: tuple[RestingCube, ...]) -> None:
        from shogun.tower.physics.interactive_simulation import LiveTower

        self.desk.flow.live = LiveTower(self.desk.geometry, coloured(resting))
        self.desk.flow.mode, self.desk.flow.is_paused = "once", False
        self.desk.flow.frame += 1

    # Towers that come from elsewhere, or go there

    def import_drawing(self, path: Path) -> None:
        """Open a drawing as a new tower; this one stays as a draft."""
        self.app.go(ToTowerFile(path))

    def copy_as_text(self) -> None:
        """Copy the tower as it is drawn to the clipboard."""
        is_done = clipboard.copy(encoded_tower(msgspec.structs.replace(self.desk.geometry, name=self.desk.name)))
        text = (
            _("Copied: paste it wherever you like; Ctrl+V opens it here.") if is_done else _("There is no clipboard.")
        )
        self.desk.tell(text, is_complaint=not is_done)

    def paste(self) -> None:
        """Open the tower in the clipboard as a new one, or say why there is none."""
        code = clipboard.text()
        try:
            decoded_tower(code)
        except GeometryError as error:
            self.desk.tell(error_text(error), is_complaint=True)
        else:
            self.app.go(ToPastedTower(code))

    def save_picture(self, kind: PictureKind) -> None:
        """Save the last throw as an animation, or as a picture of its end."""
        last = self.desk.flow.last
        if last is None:
            self.desk.tell(_("Throw first: there is no drop to save yet."), is_complaint=True)
        else:
            geometry = msgspec.structs.replace(last.geometry, name=self.desk.name)
            drop = partial(DropPicture, geometry, last.resting, last.thrown, last.seed)
            self._pictures.start(self.desk.name, kind, drop)

    def show_odd(self, odd: OddDrop) -> None:
        """Let a drop fall that was odd when it was measured, and keep it, so that its ID opens it again."""
        self.desk.refuses_odd = not self.measuring.keep_odd(self.desk.geometry, odd)
        self.desk.version += 1
        self.desk.flow.repeat_drop(self.desk.geometry, coloured(odd.resting), odd.thrown, odd.seed)


def _shifted(place: Point, by: Point) -> Point:
    return place[0] + by[0], place[1] + by[1]
