"""A search for a better tower, for the bench: what may change, the targets, and the results.

Nothing here knows pictures.
"""

from collections.abc import Iterator

import msgspec

from shogun.lab.measuring.live_summary import Nearest, RunningSearch, SearchProgress, SearchRequest
from shogun.lab.measuring.statistics import statistic, target_names
from shogun.tower.file.design import KINDS
from shogun.tower.file.parameters import Together, mean_of, together, vary_parameters
from shogun.tower.geometry import Baffle, Geometry, Pin, Wall
from shogun.window.workshop.model.drawn_tower import DrawnTower
from shogun.window.workshop.model.falling_cubes import BackgroundMeasurement

TARGETS = {name: statistic(name).scale.usual for name in target_names()}
"""Possible targets, and the numbers that are offered first."""
FIRST = {"p_out_thrown", "p_out_resting", "stock"}
"""The initial targets: three compatible figures."""
FRAME = (
    "funnel.mouth",
    "shaft.width",
    "shaft.height",
    "shaft.friction",
    "exit.width",
    "grain.friction",
    "grain.restitution",
)
GROUPS = {"baffle": "ledges", "pin": "pins", "wall": "walls"}
"""The group of pieces that have none, by their kind; none that the tower has already."""
FIELDS: dict[type, tuple[str, ...]] = {
    Baffle: ("tilt", "length", "friction", "restitution"),
    Pin: ("diameter", "friction", "restitution"),
    Wall: ("friction", "restitution"),
}
"""Parameters of pieces that a search may change in all pieces of a group."""


def grouped(geometry: Geometry) -> Geometry:
    """Return a tower in which each piece has a group, by which all of its kind can be changed together."""
    changes = {}
    for kind, name in KINDS.items():
        group = _free_group(geometry, GROUPS[kind])
        changes[name] = tuple(
            piece if piece.group else msgspec.structs.replace(piece, group=group) for piece in getattr(geometry, name)
        )
    return msgspec.structs.replace(geometry, **changes)


def _free_group(geometry: Geometry, group: str) -> str:
    """Return an unused name of a group, so that the builder's own groups stay as they were meant."""
    others = {piece.group for name in KINDS.values() for piece in getattr(geometry, name)}
    while group in others:
        group += "-too"
    return group


def offered(geometry: Geometry) -> list[str]:
    """Return the numbers of a tower, with a group for each piece, that a search may change."""
    return list(dict.fromkeys((*FRAME, *_of_pieces(geometry))))


def _of_pieces(geometry: Geometry) -> Iterator[str]:
    for name in KINDS.values():
        for piece in getattr(geometry, name):
            yield from (f"{piece.group}.{field}" for field in FIELDS[type(piece)])


class TowerSearch:
    """The targets for a tower, and the search for it."""

    def __init__(self, measuring: BackgroundMeasurement) -> None:
        self._measuring = measuring
        self.targets = dict(TARGETS)
        self.wanted = set(FIRST)
        self.chosen: set[str] = set()
        """The numbers that may change."""
        self.why_not = ""
        """Reason why no search can begin, in a sentence."""
        self.begun: DrawnTower | None = None
        """The tower with which the search has begun; None: there is none."""
        self.sought: SearchProgress | None = None
        self.was_left = False
        """True if the same search was run before and can be resumed."""
        self._seeks: RunningSearch | None = None

    @property
    def is_running(self) -> bool:
        """Return whether a search is running."""
        return self.sought is not None and self.sought.state == "running"

    @property
    def nearest(self) -> Nearest | None:
        """The nearest result so far."""
        return self.sought.nearest if self.sought else None

    @property
    def wish(self) -> SearchRequest:
        """The targets, in the order in which they are offered."""
        targets = tuple((name, value) for name, value in self.targets.items() if name in self.wanted)
        return SearchRequest(targets, tuple(sorted(self.chosen)))

    def look_at(self, plan: DrawnTower) -> None:
        """Begin with the targets of this tower's interrupted search, else with the default ones."""
        tower = grouped(plan.geometry)
        known = offered(tower)
        left = self._measuring.unfinished_search(tower)
        self.was_left = left is not None and set(left.parameters) <= set(known)
        if left is not None and self.was_left:
            self.targets |= dict(left.targets)
            self.wanted, self.chosen = {name for name, _value in left.targets}, set(left.parameters)
        self.chosen &= set(known)
        self.chosen = self.chosen or {name for name in known if name.endswith((".tilt", ".length", ".diameter"))}
        self.check(plan)

    def check(self, plan: DrawnTower) -> None:
        """Find out why no search with the present targets can begin for this tower."""
        tower = grouped(plan.geometry)
        self.chosen &= set(offered(tower))
        is_whole = bool(self.wanted and self.chosen)
        self.why_not = self._measuring.refusal(tower, self.wish) if is_whole else ""

    @property
    def can_start(self) -> bool:
        """Return whether a search can begin."""
        return bool(self.wanted and self.chosen) and not self.why_not and not self.is_running

    def start(self, plan: DrawnTower) -> None:
        """Search for what is wanted from this tower on."""
        self.check(plan)
        if self.can_start:
            self._seeks = self._measuring.start_search(grouped(plan.geometry), self.wish)
            self.begun = plan
            self.attend()

    def attend(self) -> bool:
        """Take in the results of the search, and return whether there are new ones."""
        before = self.sought
        if self._seeks is not None:
            self.sought = self._seeks.look()
            if self.sought.state != "running":
                self._seeks = None
        return self.sought != before

    def stop(self) -> None:
        """End the search; its results stay, and the same search resumes from there."""
        if self._seeks is not None:
            self._seeks.stop()

    def forget(self) -> None:
        """Drop the results, so that the targets can change."""
        self.sought = self.begun = None

    def found(self) -> DrawnTower | None:
        """Return the tower with which the search has begun with the numbers of the nearest; None if there is none."""
        if self.begun is None or self.nearest is None:
            return None
        geometry = self.begun.geometry
        tuned = vary_parameters(grouped(geometry), self.nearest.values)
        pieces = {
            name: tuple(
                msgspec.structs.replace(new, group=old.group)
                for new, old in zip(getattr(tuned, name), getattr(geometry, name), strict=True)
            )
            for name in KINDS.values()
        }
        return DrawnTower(msgspec.structs.replace(tuned, **pieces), self.begun.origins)

    def present(self, plan: DrawnTower, name: str) -> float:
        """Return the present value of a number; the mean if pieces differ."""
        return mean_of(grouped(plan.geometry), name)

    def together(self, plan: DrawnTower, name: str) -> Together:
        """Return how the pieces that a number means keep their differences; empty if they have none."""
        return together(grouped(plan.geometry), name)
