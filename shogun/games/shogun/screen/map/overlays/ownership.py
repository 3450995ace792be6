"""Who holds what: a wash on the paper, the clan's crest stamped on it, and a strong line along the realm's border.

A province has the line only where it meets another owner, nobody's land or the sea: realms are seen as a whole.
"""

from collections.abc import Mapping

import pygame
from pygame import Rect, Surface

from shogun.games.shogun.screen.map.overlays.province_shapes import Edge, Laid, Stencils, edges
from shogun.games.shogun.screen.map.painting.texture import multiply_by_paper
from shogun.window.kit.drawing.icons import BLACK, Clan, mon
from shogun.window.kit.drawing.theme import CUBES, INK, WHITE, Colour, contrast, mix, text_colour_on

POOL = ((9.0, 0.10), (4.5, 0.16))
"""Where a wash has dried darker, along the outline: how far it reaches (units of the map), the share of the umber."""
UMBER: Colour = (88, 62, 38)
FADE = ((10.0, 46), (7.6, 62), (5.8, 84))
"""How the line along a realm's border runs out inwards: reach (units of the map) and strength of 255."""
HAIR, LINE = 4.5, 3.9
"""Reach of the dark line at its inner side, and of itself."""
LEAST_HAIR, LEAST_LINE = 2.9, 2.1
"""The same in pixels at least."""
DARK = 0.5
"""How much ink is in the dark line."""
STAMP, LIGHTER, DARKER = 0.24, 0.22, 0.2
"""How much a crest stands out from its ground: towards the ink of the names, or away from it to white or black ..."""
ROOMY = 7.0
"""... where that has not more contrast than this, so that names over a crest can be read on every ground."""
PAPER_KEEPS = 0.955
"""How much light the paper's shades leave of a colour, on average."""


class Realms:
    """Makes and keeps what shows the owners at one size of the map."""

    def __init__(self, stencils: Stencils, grain: int) -> None:
        """Lay on these shapes; the paper's grain is that of the map."""
        self._stencils = stencils
        self._grain = grain

    def wash(self, province: str, colour: Colour, clan: Clan | None, place: Rect) -> Laid:
        """Return a province's paper, washed with a colour all over, and its owner's crest on it."""
        return self._stencils.kept((province, colour, clan, "wash"), lambda: self._wash(province, colour, clan, place))

    def _wash(self, province: str, colour: Colour, clan: Clan | None, place: Rect) -> Laid:
        rect = self._stencils.rect(province)
        drawn = Surface(rect.size, pygame.SRCALPHA)
        if not rect:
            return drawn, rect
        red, green, blue = (min(255, round(part / PAPER_KEEPS)) for part in colour)
        paint = red, green, blue
        drawn.fill((*paint, 255))
        for reach, share in POOL:
            width = reach * self._stencils.projection.scale
            outline = [self._stencils.outline(province)]
            self._stencils.add_lines(drawn, province, outline, mix(paint, UMBER, share), width)
        if clan is not None:
            drawn.blit(mon(clan.mon, place.width, _stamped(clan, colour)), (place.x - rect.x, place.y - rect.y))
        multiply_by_paper(drawn, rect.topleft, self._grain)
        return self._stencils.cut(drawn, province)

    def crest(self, province: str, clan: Clan, ground: Colour, place: Rect) -> Laid:
        """Return a clan's crest as it is stamped on a ground: darker, or lighter where that is dark."""
        return self._stencils.kept((province, clan, ground), lambda: self._crest(province, clan, ground, place))

    def _crest(self, province: str, clan: Clan, ground: Colour, place: Rect) -> Laid:
        mask, rect = self._stencils.mask(province)
        seen = place.clip(rect)
        ink = _stamped(clan, ground)
        drawn = Surface(seen.size, pygame.SRCALPHA)
        drawn.fill((*ink, 0))
        if seen:
            drawn.blit(mon(clan.mon, place.width, ink), (place.x - seen.x, place.y - seen.y))
            drawn.blit(mask, (0, 0), seen.move(-rect.x, -rect.y), special_flags=pygame.BLEND_RGBA_MULT)
        return drawn, seen

    def rim(self, province: str, clan: Clan, met: tuple[bool, ...]) -> Laid:
        """Return the line along those edges of a province (`edges`) that are its realm's border."""
        return self._stencils.kept((province, clan.colour, met), lambda: self._rim(province, clan, met))

    def _rim(self, province: str, clan: Clan, met: tuple[bool, ...]) -> Laid:
        rect = self._stencils.rect(province)
        hue, scale = CUBES[clan.colour], self._stencils.projection.scale
        lines = [edge.line for edge, is_met in zip(edges(province), met, strict=True) if is_met]
        if not rect.width or not lines:
            return Surface((0, 0)), Rect(rect.topleft, (0, 0))
        drawn = Surface(rect.size, pygame.SRCALPHA)
        drawn.fill((*hue, 0))
        for reach, strength in FADE:
            self._stencils.add_lines(drawn, province, lines, (*hue, strength), reach * scale)
        self._stencils.add_lines(drawn, province, lines, mix(hue, INK, DARK), max(HAIR * scale, LEAST_HAIR))
        self._stencils.add_lines(drawn, province, lines, hue, max(LINE * scale, LEAST_LINE))
        whole, _rect = self._stencils.cut(drawn, province)
        seen = whole.get_bounding_rect()
        return whole.subsurface(seen).copy(), seen.move(rect.topleft)


def _stamped(clan: Clan, ground: Colour) -> Colour:
    """Return the colour of a clan's crest on a ground."""
    writing = text_colour_on(ground)
    is_dark = writing != INK
    if contrast(writing, ground) > ROOMY:
        return mix(ground, WHITE, STAMP / 2) if is_dark else mix(ground, mix(CUBES[clan.colour], INK, DARK), STAMP)
    return mix(ground, BLACK, DARKER) if is_dark else mix(ground, WHITE, LIGHTER)


def borders_met(province: str, owners: Mapping[str, int | None]) -> tuple[bool, ...]:
    """Return for each edge of a province whether another owner, or nobody, or the sea lies beyond it."""
    own = owners.get(province)

    def is_met(edge: Edge) -> bool:
        return edge.beyond is None or owners.get(edge.beyond) != own

    return tuple(map(is_met, edges(province)))
