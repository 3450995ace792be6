"""The tower as the screen needs it: the simulated one painted, or a plain sign for the quick model."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

import pygame

from shogun.language import _
from shogun.table.journal import TowerInfo
from shogun.tower.resting import RestingCube
from shogun.ui import text
from shogun.ui.theme import INK_SOFT, PAPER_SHADE
from shogun.ui.tower_view import Knock, TowerView

if TYPE_CHECKING:  # it loads NumPy
    from shogun.tower.recording import Recording


class Stand(Protocol):
    """What the game's scene asks of the tower's picture."""

    speed: float

    @property
    def done(self) -> bool:
        """Whether no drop is under way."""

    @property
    def out_so_far(self) -> dict[str, int]:
        """Cubes by colour that the drop has let out by now."""

    def resize(self, rect: pygame.Rect) -> None:
        """Draw into `rect` from now on."""

    def show_resting(self, resting: Sequence[RestingCube], tray: Mapping[str, int]) -> None:
        """Show a tower at rest."""

    def play(self, recording: "Recording", speed: float = 1.0) -> None:
        """Play a drop from its start."""

    def update(self, seconds: float) -> list[Knock]:
        """Let time pass (s) and return the knocks that fell into it."""

    def skip(self) -> None:
        """Go to the end of the drop."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the tower as it is."""


class NoStand:
    """Stands for the quick model, which has no picture: its cubes are only counted."""

    done = True

    def __init__(self) -> None:
        self.speed = 1.0
        self.rect = pygame.Rect(0, 0, 0, 0)

    @property
    def out_so_far(self) -> dict[str, int]:
        """Return nothing: no drop is played."""
        return {}

    def resize(self, rect: pygame.Rect) -> None:
        """Draw into `rect` from now on."""
        self.rect = rect.copy()

    def show_resting(self, _resting: Sequence[RestingCube], _tray: Mapping[str, int]) -> None:
        """Show nothing: the panel tells the numbers."""

    def play(self, _recording: "Recording", _speed: float = 1.0) -> None:
        """Play nothing: the model makes no recordings."""

    def update(self, _seconds: float) -> list[Knock]:
        """Return no knocks."""
        return []

    def skip(self) -> None:
        """Do nothing: no drop is played."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw a sign."""
        pygame.draw.rect(surface, PAPER_SHADE, self.rect)
        sign = text.rendered(_("Counted by the quick model"), max(9, self.rect.width // 16), INK_SOFT, "Italic")
        surface.blit(sign, sign.get_rect(center=self.rect.center))


def stand_for(tower: TowerInfo) -> Stand:
    """Return the picture that belongs to a game's tower."""
    return NoStand() if tower.geometry is None else TowerView(tower.geometry)
