"""The model of the bench: the drawn tower, its selection, problems and behavior; and the ways onto the bench.

Nothing here knows pictures, so every action is tested without a window.
"""

import contextlib
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Literal

import msgspec

from shogun.base.language import _, shown
from shogun.lab.measuring.live_summary import LiveMeasurement, LiveStatistics
from shogun.tower import unsaved_towers, user_towers
from shogun.tower.drawing import SUFFIXES as DRAWINGS
from shogun.tower.file.findings import looked_at
from shogun.tower.file.geometry_check import Finding
from shogun.tower.file.reader import parse_geometry, parse_unchecked
from shogun.tower.file.toml_editing import STARTER, starter, title_of, without_schema
from shogun.tower.geometry import Geometry, GeometryError, geometry_hash
from shogun.tower.picture_metadata import SUFFIXES as PICTURES
from shogun.tower.picture_metadata import carried_tower, tower_in
from shogun.tower.tower_code import SentTower, decoded_tower
from shogun.tower.tower_lookup import tower_text
from shogun.tower.unsaved_towers import Claim, Draft, UserTowerError, decoded
from shogun.tower.user_towers import Version, near_name
from shogun.window.kit.runtime.crash_report import error_text
from shogun.window.workshop.model.drag_handles import Grid, Guide
from shogun.window.workshop.model.drawn_tower import DrawnTower, History, Pattern, Piece, Ref, new_piece, pins
from shogun.window.workshop.model.falling_cubes import BackgroundMeasurement, Flow
from shogun.window.workshop.model.saving import Opened, TowerFiles
from shogun.window.workshop.model.tower_search import TowerSearch

STEPS = (1.0, 5.0, 0.0)
"""The grids, mm: fine, coarse, none."""
MEASURE_AFTER = 0.15
"""Seconds without a change after which a tower being dragged is measured."""
AUTOSAVE = 1.0
"""Seconds after which a change is written down as a draft."""
RETRY = 5.0
"""Seconds after which that is tried again if it wasn't possible."""
ONE_STEP_SECONDS = 1.5
"""Seconds in which further changes of one number count as one step."""
HeatChoice = Literal["none", "rest", "stay"]


class EditorModel:
    """All of the bench but its picture."""

    def __init__(self, tower: Opened, measuring: BackgroundMeasurement) -> None:
        self.file = TowerFiles(tower)
        self.history = History(tower.plan, tower.past, tower.future)
        self.chosen: list[Ref] = []
        self.grid = Grid(STEPS[0])
        self.guides: list[Guide] = []
        self.message, self.is_complaint = tower.note, False
        self.version = 0
        """Number that grows with every visible change."""
        self.clash, self.replaces = "", False
        """A free name if the tower's own is taken, and True once that may be replaced."""
        self.versions: list[tuple[Version, DrawnTower]] = []
        """Saved versions when they were last read, the latest first."""
        self.refuses_odd = False
        """True if an odd drop couldn't be kept by its ID when one was last shown."""
        self.heat: HeatChoice = "none"
        self.pattern = Pattern()
        self.flow = Flow(self.geometry)
        self.measuring = measuring
        self.tuning = TowerSearch(measuring)
        self.measurement = self.reference = measuring.new_measurement(self.geometry)
        self.findings: list[Finding] = looked_at(self.geometry)
        self.finding = 0
        """Index of the finding shown below the tower."""
        self._told_of: DrawnTower | None = None
        """The plan that the message is about: it goes with another plan; None: it stays."""
        self._held: DrawnTower | None = None
        self._clock = 0.0
        self._changed_at: float | None = None
        self._tried = -RETRY
        """Time of the last failed attempt to keep it."""
        self._last: tuple[str, float] = ("", 0.0)
        self._measure()

    @property
    def plan(self) -> DrawnTower:
        """The tower as it is drawn now."""
        return self.history.plan

    @property
    def geometry(self) -> Geometry:
        """Its geometry."""
        return self.plan.geometry

    @property
    def is_saved(self) -> bool:
        """Return whether the file matches the drawing."""
        return self.file.is_saved(self.plan)

    @property
    def is_kept(self) -> bool:
        """Return whether nothing would be lost with the window."""
        return self.file.is_kept(self.plan)

    @property
    def name(self) -> str:
        """Name under which it is saved."""
        return self.file.name

    @property
    def problems(self) -> list[Finding]:
        """Problems that keep the tower from working."""
        return [finding for finding in self.findings if finding.kind == "problem"]

    @property
    def warnings(self) -> list[Finding]:
        """Behavior that may surprise its builder."""
        return [finding for finding in self.findings if finding.kind == "warning"]

    @property
    def told(self) -> list[Finding]:
        """Findings shown below the tower, one after the other."""
        return [*self.problems, *self.warnings]

    def next_finding(self) -> None:
        """Show the next finding below the tower."""
        self.finding = (self.finding + 1) % max(1, len(self.told))
        self.version += 1

    def update(self, seconds: float) -> bool:
        """Advance by `seconds`, and return whether there are new figures."""
        self._clock += seconds
        self.flow.update(seconds)
        since = self._clock - self._changed_at if self._changed_at is not None else 0.0
        if self._changed_at is not None and (self._held is None or since >= MEASURE_AFTER):
            self._measure()
        if self._held is None and self._clock - self._last[1] >= AUTOSAVE and self._clock - self._tried >= RETRY:
            self.keep_draft()
        fresh = self.measuring.attend(self._clock)
        self.version += self.tuning.attend() or fresh
        return fresh

    @property
    def is_moving(self) -> bool:
        """Return whether anything moves on its own."""
        is_busy = self.measuring.is_busy or self.tuning.is_running
        waits = not self.is_kept and not self.file.refusal
        return self.flow.is_moving or is_busy or waits or self._changed_at is not None

    # Changes

    def alter(self, plan: DrawnTower, what: str = "") -> None:
        """Make this the present plan; quick changes of the same number are one step."""
        if plan == self.plan:
            return
        is_same = bool(what) and self._last[0] == what and self._clock - self._last[1] < ONE_STEP_SECONDS
        if is_same and self.history.can_undo:
            self.history.plan = plan
        else:
            self.history.change(plan)
        self._last = (what, self._clock)
        self._show()

    def hold(self) -> None:
        """Begin a drag: until `let_go` everything is one step."""
        self._held = self.plan

    def show_held(self, plan: DrawnTower, guides: Sequence[Guide] = ()) -> None:
        """Show what is in the hand."""
        self.guides = list(guides)
        if plan != self.plan:
            self.history.plan = plan
            self._show()

    def let_go(self) -> None:
        """End a change by hand."""
        before, self._held, self.guides = self._held, None, []
        if before is not None:
            self.history.change(self.plan, before)
        self._last = ("", self._clock)
        self.version += 1

    @property
    def is_held(self) -> bool:
        """Return whether something is being dragged."""
        return self._held is not None

    @property
    def holds_frame(self) -> bool:
        """Return whether funnel, shaft, exit or tray are being dragged."""
        return self._held is not None and _frame(self._held.geometry) != _frame(self.geometry)

    def undo(self) -> None:
        """Take the last step back."""
        self.history.undo()
        self._show()

    def redo(self) -> None:
        """Make the step again."""
        self.history.redo()
        self._show()

    def _show(self) -> None:
        if self._told_of is not None and self.plan != self._told_of:
            self.tell("")
        self.clash, self.replaces = "", False
        self.chosen = [ref for ref in self.chosen if self.plan.has(ref)]
        self.findings, self.finding = looked_at(self.geometry), 0
        if can_fall(self.geometry):
            self.flow.change(self.geometry)
        self._changed_at = self._clock
        self.version += 1

    def _measure(self) -> None:
        """Request the measurement of the present tower, then that of its reference."""
        self._changed_at = None
        if geometry_hash(self.measurement.geometry) != geometry_hash(self.geometry):
            self.measurement = _if_measured(self.reference, self.geometry) or self.measuring.new_measurement(
                self.geometry
            )
        wanted = [] if self.problems else [self.measurement]
        if self.reference is not self.measurement:
            wanted.append(self.reference)
        self.measuring.want(*wanted)
        self.version += 1

    def compare_from_now(self) -> None:
        """Compare all that follows with the tower as it is now."""
        self.reference = self.measurement
        self._measure()

    # A search for a better tower

    def tune(self) -> None:
        """Search for what is wanted, from the tower as it is drawn now."""
        self.tuning.start(self.plan)
        self.tell("")

    def take_over(self) -> None:
        """Take over the nearest tower of a search, as a step that can be undone like any other."""
        plan = self.tuning.found()
        if plan is not None:
            self.alter(plan)
            self.tell(_("This is the closest tower found. Undo restores your own drawing."))
            self._told_of = self.plan

    # Versions

    def look_at_versions(self) -> None:
        """Take note of what was saved of the tower."""
        self.versions = []
        for version in self.file.versions():
            with contextlib.suppress(GeometryError):  # saved by another version of the program
                self.versions.append((version, self.file.drawn_again(version.text)))
        self.version += 1

    def cached_of(self, plan: DrawnTower) -> LiveStatistics | None:
        """Return the figures of a version as far as they are known."""
        here = geometry_hash(plan.geometry)
        statistics = next(
            (
                measurement.statistics
                for measurement in (self.measurement, self.reference)
                if geometry_hash(measurement.geometry) == here
            ),
            None,
        )
        return statistics or self.measuring.cached_statistics(plan.geometry)

    def compare_with(self, plan: DrawnTower) -> None:
        """Compare what is drawn with a version."""
        self.reference = _if_measured(self.measurement, plan.geometry) or self.measuring.new_measurement(plan.geometry)
        self._measure()

    def go_back_to(self, plan: DrawnTower) -> None:
        """Restore a version, as a step that can be undone like any other."""
        self.alter(plan)

    # Pieces

    def choose(self, refs: Sequence[Ref], *, more: bool = False) -> None:
        """Select some pieces; with `more`, add them to the selection, or remove those that were in it."""
        both = [ref for ref in self.chosen if ref not in refs] + [ref for ref in refs if ref not in self.chosen]
        self.chosen = both if more else list(refs)
        self.version += 1

    def choose_all(self) -> None:
        """Choose all pieces."""
        self.choose(self.plan.refs())

    def add(self, kind: str, x: float, y: float) -> None:
        """Add a piece at a place and choose it."""
        self._add([new_piece(kind, self.geometry, self.grid.snap(x), self.grid.snap(y))])

    def add_pins(self) -> None:
        """Add the rows of pins of the pattern and choose them."""
        self._add(pins(self.pattern))

    def double(self) -> None:
        """Add copies of the selected pieces, slightly offset and in no group, and select them."""
        copies = self.plan.moved(self.chosen, 0.0, -2 * self.geometry.grain.size)
        self._add([msgspec.structs.replace(copies.piece(ref), group=None) for ref in self.chosen])

    def mirror(self) -> None:
        """Add mirror images of what is chosen, as far as they aren't there, and choose them too."""
        plan, images = self.plan.mirrored(self.chosen)
        self.alter(plan)
        self.choose([*self.chosen, *images])

    def _add(self, pieces: Sequence[Piece]) -> None:
        plan, refs = self.plan.added(pieces)
        if not refs:
            self.tell(_("A tower can't have more pieces."), is_complaint=True)
        self.alter(plan)
        self.choose(refs)

    def remove(self) -> None:
        """Take away what is chosen."""
        if self.chosen:
            plan, self.chosen = self.plan.removed(self.chosen), []
            self.alter(plan)

    def nudge(self, x: int, y: int) -> None:
        """Move what is chosen by steps of the grid."""
        step = self.grid.step or 0.1
        self.alter(self.plan.moved(self.chosen, x * step, y * step), "nudge")

    def turn(self, longer: int, steeper: int) -> None:
        """Make what is chosen longer and steeper by steps."""
        plan = self.plan.tilted(self.chosen, 0.5 * steeper)
        for name in ("length", "diameter"):
            plan = plan.shifted(self.chosen, name, longer)
        self.alter(plan, "turn")

    def next_grid(self) -> None:
        """Switch between a fine grid, a coarse one and none."""
        self.grid = Grid(STEPS[(STEPS.index(self.grid.step) + 1) % len(STEPS)])
        self.version += 1

    # The file

    def save(self) -> bool:
        """Save the tower among the player's own, and return whether it succeeded; errors are shown."""
        if self.file.is_other():
            free = user_towers.claimed(self.name)
            free.release()  # until it is taken
            self.clash = free.name
            text = _("{name} has been saved elsewhere since you opened it: saving would overwrite that.")
            self.tell(text.format(name=self.name), is_complaint=True)
            return False
        return self._save(self.file.save)

    def replace(self) -> bool:
        """Save in the place of what was saved elsewhere, which stays as a version: the second click does it."""
        if not self.replaces:
            self.replaces = True
            self.version += 1
            return False
        return self._save(self.file.replace)

    def _save(self, save: Callable[[DrawnTower], None]) -> bool:
        try:
            save(self.plan)
        except UserTowerError as error:
            kept = self.keep_draft()
            self.tell(
                _("{why} The draft is kept.").format(why=error_text(error)) if kept else error_text(error),
                is_complaint=True,
            )
            return False
        self.clash, self.replaces = "", False
        self.tell(_("Saved as {name}.").format(name=self.name))
        return True

    def keep_draft(self) -> bool:
        """Write down what is drawn, unless the disk has it, and return whether it has it now."""
        if not self.is_kept:
            self._tried = -RETRY if self.file.keep(self.history) else self._clock
            self.version += 1
        return self.is_kept

    def take_name(self, name: str) -> None:
        """Save as another tower from now on; the saved one stays, and a title that equals the name changes with it.

        Raises UserTowerError if another window has that name.
        """
        title = self.geometry.title == title_of(Path(self.name))
        self.file.take_name(name)
        if title:
            self.alter(self.plan.with_geometry(title=title_of(Path(name))))

    def tell(self, message: str, *, is_complaint: bool = False) -> None:
        """Show a message on the bench."""
        self.message, self.is_complaint, self._told_of = message, is_complaint, None
        self.version += 1

    def close(self) -> None:
        """Leave the bench: what isn't saved stays as a draft, and what a search has measured is kept."""
        self.tuning.stop()
        self.keep_draft()
        self.file.release()


def _frame(geometry: Geometry) -> tuple[object, ...]:
    return geometry.funnel, geometry.shaft, geometry.exit, geometry.tray


def _if_measured(measurement: LiveMeasurement, geometry: Geometry) -> LiveMeasurement | None:
    """Return the figures if they are of that very tower."""
    return measurement if geometry_hash(measurement.geometry) == geometry_hash(geometry) else None


@lru_cache(maxsize=8)
def can_fall(geometry: Geometry) -> bool:
    """Return whether cubes can be dropped into a tower with problems: the cubes themselves are right."""
    grain = geometry.grain
    return grain.shape == "disc" or 2 * grain.edge < grain.size


# Ways onto the bench: one's own tower, a copy of a shipped one, or an unsaved drawing


def opened(name: str) -> Opened:
    """Return a tower by name or path, as it was last drawn; of a shipped one a copy. Raises GeometryError."""
    messages = list(unsaved_towers.put_unreadable_aside())
    tower = _opened(name)
    return msgspec.structs.replace(tower, note=" ".join(filter(None, (*messages, tower.note))))


def _opened(name: str) -> Opened:
    if draft := user_towers.unsaved(name):
        return _from_draft(draft)
    path = user_towers.find_tower(name)
    text, source = tower_text(name)
    if path is None or user_towers.is_own(path):
        return _own(text, Path(source), is_known=path is not None)
    note = _("{name} came with the program and can't be changed; this is a copy.").format(name=name)
    return msgspec.structs.replace(copy_of(text, source), note=note)


def _own(text: str, path: Path, *, is_known: bool) -> Opened:
    """Return one of the player's own towers, as it was last drawn unless another window draws on it."""
    geometry = parse_unchecked(text, str(path))
    plan, draft = DrawnTower.of(geometry), unsaved_towers.found_draft(geometry.name)
    claim = unsaved_towers.claim(geometry.name)
    if claim is None:
        note = _("Another window is editing {name}, too: your changes are kept separately.").format(name=geometry.name)
        return Opened(geometry.name, plan, text, user_towers.claimed(geometry.name), path, text, note=note)
    if draft is None:
        return Opened(geometry.name, plan, text, claim, path, text)
    if is_known or draft.base == text:
        return _as_drawn(draft, claim, path)
    claim.release()  # that draft is of another file of this name
    return Opened(geometry.name, plan, text, user_towers.claimed(geometry.name), path, text)


def empty_frame() -> Opened:
    """Return a tower without a piece, not saved yet."""
    whole = parse_geometry(starter(), STARTER)
    claim = user_towers.claimed(_("tower"))
    frame = msgspec.structs.replace(
        whole, name=claim.name, title=title_of(Path(claim.name)), description="", baffles=(), pins=(), walls=()
    )
    note = _("An empty frame: add ledges, pins and walls, and drag its corners.")
    return Opened(claim.name, DrawnTower.of(frame), "", claim, note=note)


def taken_in(path: Path) -> Opened:
    """Return the tower of a stranger's file, picture or drawing, under a free name, not saved yet.

    Raises GeometryError.
    """
    suffix = path.suffix.lower()
    if suffix in PICTURES and (suffix not in DRAWINGS or carried_tower(path) is not None):
        note = _("This is a copy of the tower in {file}; save it to add it to your towers.")
        return _sent(tower_in(path), note.format(file=shown(path.name)))
    if suffix in DRAWINGS:
        return _imported(path)
    text, name = user_towers.take_in(path)
    note = _("This is a copy of {file}; save it to add it to your towers.").format(file=shown(path.name))
    return msgspec.structs.replace(copy_of(text, str(path), name), note=note)


def pasted(text: str) -> Opened:
    """Return the tower of a pasted code under a free name, not saved yet. Raises GeometryError."""
    return _sent(decoded_tower(text), _("This is a copy of the pasted tower; save it to add it to your towers."))


def _sent(tower: SentTower, note: str) -> Opened:
    name = near_name(tower.name)
    return msgspec.structs.replace(copy_of(tower.text, f"{name}.toml", name), note=note)


def _imported(path: Path) -> Opened:
    """Return the tower of a drawing, whether or not it can work, with a note on what was read. Raises GeometryError."""
    from shogun.tower.drawing.importing import import_drawing  # loads the libraries for drawings

    imported = import_drawing(path, near_name(path.stem))
    claim = user_towers.claimed(imported.geometry.name)
    geometry = msgspec.structs.replace(imported.geometry, name=claim.name)
    return Opened(claim.name, DrawnTower.of(geometry), "", claim, note=" ".join(imported.notes))


def copy_of(text: str, source: str, name: str = "") -> Opened:
    """Return a copy of a tower under a free name, not saved yet; with a given name it keeps its title.

    Raises GeometryError.
    """
    geometry = parse_geometry(text, source)
    claim = user_towers.claimed(name or geometry.name)
    title, description = (geometry.title, geometry.description) if name else (title_of(Path(claim.name)), "")
    copied = msgspec.structs.replace(geometry, name=claim.name, title=title, description=description)
    return Opened(claim.name, DrawnTower.of(copied), without_schema(text), claim)


def _from_draft(draft: Draft) -> Opened:
    """Return an unsaved drawing without a file; a copy of it if another window draws on it. Raises GeometryError."""
    claim = unsaved_towers.claim(draft.name)
    if claim is not None:
        return _as_drawn(draft, claim, None)
    note = _("Another window is editing {name}: this is a copy.").format(name=draft.name)
    claim = user_towers.claimed(draft.name)
    return msgspec.structs.replace(_as_drawn(draft, claim, None), name=claim.name, is_draft=False, note=note)


def _as_drawn(draft: Draft, claim: Claim, path: Path | None) -> Opened:
    """Return a draft, opened on the bench; `path` is its file. Raises GeometryError."""
    geometry = parse_unchecked(draft.text, f"{draft.name}.toml")
    plan = DrawnTower(geometry, draft.origins) if draft.base else DrawnTower.of(geometry)
    base, there = draft.base or draft.text, draft.there or draft.base
    note = _("This is your last unsaved drawing.")
    past, future = _plans(draft.past), _plans(draft.future)
    return Opened(draft.name, plan, base, claim, path, there, is_draft=True, note=note, past=past, future=future)


def _plans(steps: msgspec.Raw) -> tuple[DrawnTower, ...]:
    return tuple(DrawnTower(step.geometry, step.origins) for step in decoded(steps))
