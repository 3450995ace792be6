"""All text can be read: the contrast of every line that any scene draws, measured on the screen."""

import gc
from collections import Counter
from hashlib import sha256

import pygame
import pytest

from shogun.games import GAMES
from shogun.window.kit.drawing.theme import contrast
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.scene import Scene
from tests.layout import check_layout

SIZE = (1920, 1080)
"""Large enough that the strokes of the smallest text cover whole pixels."""
LEAST_CONTRAST = 4.5


def pixels_of(surface: pygame.Surface, rect: pygame.Rect) -> bytes:
    """Return the pixels of a rectangle, four bytes each."""
    return pygame.image.tobytes(surface.subsurface(rect.clip(surface.get_rect())), "RGBX")


def colour_of(value: int) -> tuple[int, int, int]:
    red, green, blue, _unused = value.to_bytes(4, "little")
    return red, green, blue


def contrast_in(pixels: bytes) -> float:
    """Return the contrast of the most common colour and the one that is farthest from it."""
    counted = Counter(memoryview(pixels).cast("I"))
    ground = counted.most_common(1)[0][0]
    return max(contrast(colour_of(ground), colour_of(value)) for value in counted)


class Eye:
    """Looks at each picture of a text once."""

    def __init__(self) -> None:
        self.weak: dict[str, float] = {}
        self._seen: set[bytes] = set()
        self._scene: Scene | None = None

    def look_at(self, scene: Scene) -> list[str]:
        """Note the texts of a scene that are too pale, with their contrast."""
        if scene is not self._scene:
            self._scene = scene
            gc.collect()  # the pictures of those before it
        assert isinstance(scene.app, App)
        for panel in scene.panels:
            for record in panel.layer.texts:
                ink = record.rect.clip(panel.rect)
                if record.text.strip() and ink:
                    self._look_at(f"{panel.name}: {record.text}", pixels_of(scene.app.window, ink))
        return []

    def _look_at(self, what: str, pixels: bytes) -> None:
        seen = sha256(pixels).digest()  # the pictures themselves would be hundreds of megabytes
        if seen not in self._seen:
            self._seen.add(seen)
            if (found := contrast_in(pixels)) < LEAST_CONTRAST:
                self.weak[what] = round(found, 1)


def test_a_pale_text_is_noticed() -> None:
    pygame.font.init()
    surface = pygame.Surface((200, 60))
    for colour, is_weak in (((200, 200, 200), True), ((20, 20, 20), False)):
        surface.fill((255, 255, 255))
        surface.blit(pygame.font.Font(None, 40).render("pale", True, colour), (10, 10))
        assert (contrast_in(pixels_of(surface, surface.get_rect())) < LEAST_CONTRAST) == is_weak


@pytest.mark.slow
def test_every_text_of_every_scene_stands_out_from_its_ground() -> None:
    eye = Eye()
    for scene in check_layout.scenes(GAMES, check_layout.Case(SIZE, 1.0, "en"), "short"):
        eye.look_at(scene)
    assert eye.weak == {}
