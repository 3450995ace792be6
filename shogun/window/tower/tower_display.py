"""The tower on the screen: the simulated one, or a plain sign for the quick model, which only counts."""

import contextlib
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Protocol

import pygame

from shogun.base.language import _
from shogun.base.worker_pool import Workers
from shogun.table.journal import TowerInfo
from shogun.tower.geometry import Geometry
from shogun.tower.physics.collision_geometry import Point
from shogun.tower.quick_model import OutcomeModel, model_for, remember
from shogun.tower.resting_cubes import RestingCube
from shogun.window.kit.drawing import text
from shogun.window.kit.drawing.canvas import Unpainted
from shogun.window.kit.drawing.theme import INK_SOFT, PAPER_SHADE
from shogun.window.kit.sound import Knock, Season
from shogun.window.tower.landscape import paint_landscape
from shogun.window.tower.painting import Sign
from shogun.window.tower.playback import Playback
from shogun.window.tower.tower_view import TowerView

if TYPE_CHECKING:
    from shogun.tower.recording import Recording


FINE = 2
"""Scale at which the land without a tower is painted before it is scaled down smoothly."""
GROUND_AT = 0.95
"""Top of its ground, as a share of the height."""


class Stand(Protocol):
    """The cubes in the tower as a game's scene asks for them: `Playback`, or `UnseenCubes`."""

    speed: float
    slows: bool
    """True if the last cubes come out slowly."""
    origins: Mapping[str, Point]
    """Places where cubes of each color gather for the next drop, mm; {}: the cup brings them."""

    @property
    def done(self) -> bool:
        """Return whether no drop is under way."""

    @property
    def seconds(self) -> float | None:
        """Seconds since the cubes of the drop were released; None if there is no drop."""

    @property
    def progress(self) -> float:
        """Share of the drop that has been shown, 0 to 1."""

    @property
    def taps_so_far(self) -> int:
        """Number of taps so far in the drop under way; 0 once it is done."""

    @property
    def out_so_far(self) -> dict[str, int]:
        """Cubes by color that the drop has let out so far."""

    @property
    def inside_so_far(self) -> dict[str, int]:
        """Cubes by color that are in the tower so far."""

    def show_resting(self, resting: Sequence[RestingCube], tray: Mapping[str, int]) -> None:
        """Show a tower at rest."""

    def play(self, recording: "Recording", speed: float = 1.0) -> None:
        """Play a drop from its start."""

    def update(self, seconds: float) -> list[Knock]:
        """Let time pass (s) and return the knocks that fell into it."""

    def skip(self) -> None:
        """Go to the end of the drop."""

    def tray_places(self, colour: str) -> list[tuple[float, float]]:
        """Return the places of a color's cubes in the tray, mm."""

    @property
    def is_close(self) -> bool:
        """Return whether the last cubes of the drop are about to come out, or have done so."""


class Picture(Protocol):
    """The tower's picture as panels ask for it: `TowerView`, or `Sign`."""

    rect: pygame.Rect
    xray: bool
    is_steady: bool
    """True if the tower doesn't swing when it is tapped."""
    signs: Mapping[str, Sign]
    """Signs on cubes, by color."""
    season: Season
    """Season of the land behind the tower."""

    def resize(self, rect: pygame.Rect) -> None:
        """Draw into `rect` from now on."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the tower as it is."""

    def place_of(self, x: float, y: float) -> tuple[int, int]:
        """Return the pixel of the window at which a point of the tower (mm) is drawn."""


class UnseenCubes:
    """Stand-in for the quick model, of whose cubes only the number is known."""

    done = True
    progress = 1.0
    seconds: float | None = None
    taps_so_far = 0
    is_close = False

    def __init__(self) -> None:
        self.speed = 1.0
        self.slows = False
        self.origins: Mapping[str, Point] = {}

    @property
    def out_so_far(self) -> dict[str, int]:
        """Return nothing: no drop is played."""
        return {}

    @property
    def inside_so_far(self) -> dict[str, int]:
        """Return nothing: the panel knows the numbers."""
        return {}

    def show_resting(self, _resting: Sequence[RestingCube], _tray: Mapping[str, int]) -> None:
        """Show nothing: the panel shows the numbers."""

    def play(self, _recording: "Recording", _speed: float = 1.0) -> None:
        """Play nothing: the model makes no recordings."""

    def update(self, _seconds: float) -> list[Knock]:
        """Return no knocks."""
        return []

    def skip(self) -> None:
        """Do nothing: no drop is played."""

    def tray_places(self, _colour: str) -> list[tuple[float, float]]:
        """Return no places."""
        return []


class TowerSign:
    """The sign in place of a tower without a picture."""

    def __init__(self) -> None:
        self.rect = pygame.Rect()
        self.xray = self.is_steady = False
        self.signs: Mapping[str, Sign] = {}
        self.season: Season = "summer"

    def resize(self, rect: pygame.Rect) -> None:
        """Draw into `rect` from now on."""
        self.rect = rect.copy()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the land without a tower, and why there is none."""
        if not self.rect:
            return
        if isinstance(surface, Unpainted):
            return
        surface.blit(_land(self.rect.size, self.season), self.rect)
        sign = text.rendered(_("Quick result, no animation"), max(9, self.rect.width // 16), INK_SOFT, "Italic")
        place = sign.get_rect(center=self.rect.center)
        plate = place.inflate(2 * sign.get_height(), sign.get_height()).clip(self.rect)
        pygame.draw.rect(surface, PAPER_SHADE, plate, border_radius=sign.get_height() // 3)
        surface.blit(sign, place)

    def place_of(self, _x: float, _y: float) -> tuple[int, int]:
        """Return the middle of the lower edge."""
        return self.rect.midbottom


@lru_cache(maxsize=2)
def _land(size: tuple[int, int], season: Season) -> pygame.Surface:
    big = pygame.Surface((size[0] * FINE, size[1] * FINE))
    paint_landscape(big, big.get_height() * GROUND_AT, season)
    return pygame.transform.smoothscale(big, size)


def stand_for(tower: TowerInfo | None) -> Stand:
    """Return a playback, or a stand-in, for a game's tower."""
    return UnseenCubes() if tower is None or tower.geometry is None else Playback(tower.geometry)


def picture_of(stand: Stand) -> Picture:
    """Return a picture of a tower; several may show the same one in several sizes."""
    return TowerView(stand) if isinstance(stand, Playback) else TowerSign()


# Fitting the quick model to a tower of the player's own, in a separate process while the game continues

Fit = Callable[[Geometry], OutcomeModel]


def fit_into_cache(geometry: Geometry) -> OutcomeModel:
    """Return the model of a tower, fitted now and kept: a task for a worker."""
    from shogun.tower.model_fit import fit_into_cache as fit  # loads NumPy

    return fit(geometry)


class Fitting:
    """Fits a model when one is first needed and there is none; until then the fixed one answers."""

    def __init__(self, geometry: Geometry | None, fit: Fit = fit_into_cache) -> None:
        self._geometry = geometry
        self._fit = fit
        self._workers = Workers(1)
        self._model: Future[OutcomeModel] | None = None
        self._is_settled = geometry is None or model_for(geometry).is_fitted

    def attend(self) -> bool:
        """Begin if that was not done, and return whether a model has just been fitted. It never waits."""
        if self._is_settled or self._geometry is None:
            return False
        if self._model is None:
            self._model = self._workers.submit(partial(quietly, self._fit, self._geometry))
        if not self._model.done():
            return False
        self._is_settled = True
        with contextlib.suppress(Exception):  # a tower that clogs has no model: the fixed one is used
            remember(self._model.result())
            return True
        return False

    def close(self) -> None:
        """End a fit under way; the next game begins it again."""
        self._is_settled = True
        self._workers.abandon()


def quietly(fit: Fit, geometry: Geometry) -> OutcomeModel:
    """Return a fitted model without taking time from what a player waits for: a task for a worker."""
    if hasattr(os, "nice"):
        os.nice(10)
    return fit(geometry)
