"""Cards as printed, one family for all games: paper with an edge, a picture, and a band for the title.

All functions return a shared, cached surface: blit it, don't draw on it. Sizes are pixels.
"""

from functools import lru_cache
from typing import Literal, TypeAlias

import pygame
from msgspec import Struct
from pygame import Surface

from shogun.window.kit.drawing import theme
from shogun.window.kit.drawing import theme as contrast
from shogun.window.kit.drawing.card_scenes import SceneName, paint_scene
from shogun.window.kit.drawing.icons import FINENESS, PRINTED, Palette, fine_canvas, icon, scaled_down
from shogun.window.kit.drawing.theme import CARD_BACK, GOLD, INK, PAPER_BRIGHT, PAPER_EDGE, PAPER_SHADE, Colour, mix

CardState: TypeAlias = Literal["plain", "offered", "now", "done"]
"""A card at rest, one that may be taken, the current one, and one that is over."""
Room: TypeAlias = tuple[int, int, int, int]
"""Left, top, width and height, px."""
SHADOW_EM, DROP_EM = 0.22, 0.12
"""Reach of a card's shadow beyond it, and its offset downwards."""
RADIUS_EM, EDGE_EM, RING_EM = 0.34, 0.09, 0.17
SHADOW_ALPHA = 62
READABLE, DARKER = 4.9, 12
"""Contrast of letters on a band, and the number of steps in which a color is darkened for them."""
THIN_RING = 0.055
"""Widest golden ring of a low card, as a share of its height."""
PALE = 0.62
"""Share by which a card that is over has faded into the paper."""
BRIGHT_EDGE: Colour = mix(GOLD, PAPER_BRIGHT, 0.15)
WHITE: Colour = (255, 255, 255)


def band_colour(colour: Colour) -> Colour:
    """Return a color dark enough for bright letters on a band."""
    shades = (mix(colour, INK, step / DARKER) for step in range(DARKER + 1))
    return next(shade for shade in shades if theme.contrast(shade, PAPER_BRIGHT) >= READABLE)


class CardLook(Struct, frozen=True):
    """A card's look apart from its words: its family's color, the scene behind its picture, its state."""

    colour: Colour
    scene: SceneName = "plain"
    state: CardState = "plain"
    tint: Colour | None = None
    """The color in which the scene is painted, None: that of the family."""

    @property
    def band(self) -> Colour:
        """The color of the title's band as it is shown."""
        faded = mix(self.colour, PAPER_SHADE, PALE) if self.state == "done" else self.colour
        return contrast.shown(faded, "paper")


class CardParts(Struct, frozen=True):
    """Size of a card, and places of its picture and its title's band, all in px.

    Anything outside the picture and the band is bare paper.
    """

    size: tuple[int, int]
    em: int
    picture: Room
    band: Room


def card_picture(parts: CardParts, look: CardLook) -> Surface:
    """Return a card without its words and symbols."""
    return _printed(parts, look, contrast.chosen())


@lru_cache(maxsize=256)
def _printed(parts: CardParts, look: CardLook, palette: contrast.Palette) -> Surface:
    surface = fine_canvas(*parts.size)
    surface.fill(contrast.shown(PAPER_SHADE if look.state == "done" else PAPER_BRIGHT, "paper"))
    _paint_field(surface, parts.picture, look, palette)
    _lay_band(surface, parts, look)
    _cut(surface, round(RADIUS_EM * parts.em * FINENESS))
    _edge(surface, parts.em, look)
    return scaled_down(surface)


def _enlarged(room: Room) -> pygame.Rect:
    """Return a room of a card on its fine canvas."""
    left, top, wide, high = room
    return pygame.Rect(left * FINENESS, top * FINENESS, wide * FINENESS, high * FINENESS)


def _lay_band(surface: Surface, parts: CardParts, look: CardLook) -> None:
    """Draw the band of the title, with a bright line at its border with the rest of the card."""
    band = _enlarged(parts.band)
    line = max(FINENESS // 2, round(EDGE_EM * parts.em * FINENESS * 0.6))
    surface.fill(PAPER_EDGE if look.state == "done" else BRIGHT_EDGE, band.inflate(line, line) if band.height else band)
    surface.fill(look.band, band)


def _paint_field(surface: Surface, field: tuple[int, int, int, int], look: CardLook, palette: contrast.Palette) -> None:
    """Paint the scene behind the picture; it stays white for black pictures on white."""
    rect = _enlarged(field).clip(surface.get_rect())
    if not rect.height or palette == "contrast":
        return
    part = surface.subsurface(rect)
    paint_scene(part, look.scene, look.tint or look.colour)
    if look.state == "done":
        veil = Surface(part.get_size(), pygame.SRCALPHA)
        veil.fill((*PAPER_SHADE, round(255 * PALE)))
        part.blit(veil, (0, 0))


def _cut(surface: Surface, radius: int) -> None:
    """Round a card's corners."""
    shape = Surface(surface.get_size(), pygame.SRCALPHA)
    pygame.draw.rect(shape, (*WHITE, 255), shape.get_rect(), border_radius=radius)
    surface.blit(shape, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)


def _edge(surface: Surface, em: int, look: CardLook) -> None:
    """Draw a dark line around a card, and inside it a golden one if it may be taken or is the current one."""
    whole, radius = surface.get_rect(), round(RADIUS_EM * em * FINENESS)
    dark = mix(look.band, INK, 0.55) if look.state != "done" else PAPER_EDGE
    thick = max(FINENESS, round(EDGE_EM * em * FINENESS))
    if look.state in ("offered", "now"):
        ring = min(RING_EM * em * FINENESS, THIN_RING * min(whole.size))
        wide = thick + max(FINENESS, round(ring))
        pygame.draw.rect(surface, GOLD, whole, wide, border_radius=radius)
        inner = whole.inflate(-2 * wide, -2 * wide)
        pygame.draw.rect(surface, dark, inner, max(2, thick // 2), border_radius=max(0, radius - wide))
    pygame.draw.rect(surface, contrast.shown(dark, "edge"), whole, thick, border_radius=radius)


@lru_cache(maxsize=128)
def card_shadow(size: tuple[int, int], reach: int, radius: int) -> Surface:
    """Return the soft shadow of a card, larger than it by `reach` px at each side."""
    shadow = Surface((size[0] + 2 * reach, size[1] + 2 * reach), pygame.SRCALPHA)
    for step in range(reach, -1, -1):
        layer = Surface(shadow.get_size(), pygame.SRCALPHA)
        rect = shadow.get_rect().inflate(-2 * (reach - step), -2 * (reach - step))
        pygame.draw.rect(layer, (*INK, SHADOW_ALPHA // (reach + 1)), rect, border_radius=radius + step)
        shadow.blit(layer, (0, 0))
    return shadow


@lru_cache(maxsize=16)
def card_back(size: tuple[int, int], em: int, palette: contrast.Palette) -> Surface:
    """Return the back of a card: rings as waves on cloth, and an edge of gold."""
    del palette  # it tells backs apart that are kept
    look = CardLook(CARD_BACK)
    surface = fine_canvas(*size)
    surface.fill(look.band)
    step = max(FINENESS * 4, round(0.62 * em * FINENESS))
    _waves(surface, step, look.band)
    whole, thick = surface.get_rect(), max(FINENESS, round(EDGE_EM * em * FINENESS))
    radius = round(RADIUS_EM * em * FINENESS)
    margin = round(0.26 * em * FINENESS)
    pygame.draw.rect(surface, look.band, whole, margin)
    pygame.draw.rect(surface, GOLD, whole.inflate(-2 * margin, -2 * margin), thick, border_radius=radius // 2)
    _cut(surface, radius)
    pygame.draw.rect(surface, contrast.shown(INK, "edge"), whole, thick, border_radius=radius)
    return scaled_down(surface)


def _waves(surface: Surface, step: int, ground: Colour) -> None:
    """Draw rows of rings that cover each other like scales, the upper ones first."""
    wide, high = surface.get_size()
    lines = (mix(ground, PAPER_BRIGHT, 0.3), ground, mix(ground, PAPER_BRIGHT, 0.16), ground)
    for line in range(-1, 2 * high // step + 2):
        for left in range(-step + (line % 2) * step, wide + step, 2 * step):
            for number, shade in enumerate(lines):
                pygame.draw.circle(surface, shade, (left, line * step // 2), round(step * (1 - 0.22 * number)))


@lru_cache(maxsize=512)
def card_icon(name: str, size: int, palette: Palette = PRINTED) -> Surface:
    """Return an icon with a rim of paper around it, so that it is visible on any picture; larger by the rim."""
    rim = max(1, round(size * 0.045))
    fine = 2
    inner = icon(name, size * fine, palette)
    mask = pygame.mask.from_surface(inner).to_surface(setcolor=(*PAPER_BRIGHT, 255), unsetcolor=(*PAPER_BRIGHT, 0))
    wide = (size + 2 * rim) * fine
    whole = Surface((wide, wide), pygame.SRCALPHA)
    whole.fill((*PAPER_BRIGHT, 0))
    far = rim * fine
    for x, y in ((1, 0), (0, 1), (-1, 0), (0, -1), (0.7, 0.7), (-0.7, 0.7), (0.7, -0.7), (-0.7, -0.7)):
        whole.blit(mask, (far + round(x * far), far + round(y * far)))
    whole.blit(inner, (far, far))
    return pygame.transform.smoothscale(whole, (size + 2 * rim, size + 2 * rim))
