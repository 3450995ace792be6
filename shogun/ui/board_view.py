"""The board in the window: map, pieces and highlights drawn, and the province under the pointer told."""

from collections.abc import Mapping, Sequence

import msgspec
import pygame
from msgspec import Struct
from pygame import Rect, Surface

from shogun.rules.board import Board
from shogun.rules.cards import Action
from shogun.rules.state import Province
from shogun.rules.view import View
from shogun.ui import pieces
from shogun.ui.board.atlas import Projection, atlas, fitted
from shogun.ui.board.highlight import Glow, Highlighter, arrow
from shogun.ui.board.layout import Metrics, Spots, lay_out, metrics
from shogun.ui.board.lettering import haloed, kanji_names
from shogun.ui.board.paint import INK, SEA_DEEP, paint_ground, paint_ink, tone
from shogun.ui.board.viewport import Viewport
from shogun.ui.pieces import Clan
from shogun.ui.theme import CUBES, mix

LARGEST = 2.4
"""Scale (pixels a unit of the map) up to which one can zoom ..."""
LEAST_ZOOM = 2.0
"""... but always so many times; more would cost memory and show nothing new."""


class BoardHighlights(Struct, frozen=True):
    """What shall stand out on the board at the moment; provinces by name."""

    selectable: frozenset[str] = frozenset()
    """Provinces that can be clicked now."""
    selected: str | None = None
    hovered: str | None = None
    arrow: tuple[str, str] | None = None
    """A march, from where to where."""
    planned: Mapping[str, Action] = {}
    """The own plan: which action is to be done in which province."""


class BoardView:
    """Draws a game's board into a rectangle of the window; all that is slow is done once for a size."""

    def __init__(self, board: Board, clans: Sequence[Clan]) -> None:
        """Show `board`; `clans` says for each seat how it looks."""
        self.board = board
        self.clans = tuple(clans)
        self.rect = Rect(0, 0, 0, 0)
        self.viewport = Viewport()
        """What is to be seen; after a change the old picture is stretched and shifted until `settle` is called."""
        self._painted = self.viewport

    def resize(self, rect: Rect) -> None:
        """Draw into `rect` from now on; paints the whole map anew if the size is another one."""
        fresh = rect.size != self.rect.size
        self.rect = rect.copy()
        if fresh and rect:
            self.viewport = Viewport()
            self._prepare(rect.size)

    def _prepare(self, size: tuple[int, int]) -> None:
        self._painted = self.viewport
        self._projection: Projection = self._painted.projection(fitted(atlas(), Rect((0, 0), size)))
        self._metrics: Metrics = metrics(self._projection.scale)
        self._spots: dict[str, Spots] = lay_out(atlas(), self._projection, _sites(self.board))
        self._highlighter = Highlighter(self._projection, size)
        self._picking = _picking_surface(self._projection, size)
        self._ground = paint_ground(atlas(), self.board, self._projection, size)
        self._ink = paint_ink(atlas(), self.board, self._projection, size)
        for name in self._spots:
            self._label(self._ink, name)
        self._scene = self._ground.copy()
        self._shown: tuple[Mapping[str, Province], BoardHighlights] | None = None

    # Asking

    def province_at(self, pos: tuple[int, int]) -> str | None:
        """Return the province at a point of the window, also one that is out of the game; None elsewhere."""
        if not self.rect.collidepoint(pos):
            return None
        x, y = self._painted.window(self.viewport.whole((pos[0] - self.rect.x, pos[1] - self.rect.y)))
        if not self._picking.get_rect().collidepoint(x, y):
            return None
        number = self._picking.get_at_mapped((int(x), int(y)))
        return atlas().provinces[number - 1].name if number else None

    def pick(self, pos: tuple[int, int]) -> str | None:
        """Return the province in play at a point of the window, None elsewhere."""
        name = self.province_at(pos)
        return name if name in self.board.lands else None

    def anchor(self, province: str) -> tuple[int, int]:
        """Return the middle of a province's cubes, in pixels of the window."""
        x, y = self.viewport.window(self._painted.whole(self._spots[province].army.center))
        return round(x) + self.rect.x, round(y) + self.rect.y

    # Zoom and pan

    def zoom(self, times: float, pos: tuple[int, int]) -> None:
        """Enlarge the map around a point of the window."""
        at = pos[0] - self.rect.x, pos[1] - self.rect.y
        most = max(LEAST_ZOOM, LARGEST / fitted(atlas(), Rect((0, 0), self.rect.size)).scale)
        self.viewport = self.viewport.zoomed(times, at, self.rect.size, most)

    def pan(self, x: int, y: int) -> None:
        """Draw the map along by (x, y) px."""
        self.viewport = self.viewport.moved(x, y, self.rect.size)

    @property
    def is_settled(self) -> bool:
        """Whether the picture was painted for what is to be seen."""
        return self.viewport == self._painted

    def settle(self) -> None:
        """Paint the picture for what is to be seen; takes as long as `resize`."""
        if not self.is_settled:
            self._prepare(self.rect.size)

    # Drawing

    def draw(self, surface: Surface, view: View, highlights: BoardHighlights) -> None:
        """Draw the board as `view` knows it; its rectangle begins inside of the surface."""
        if not self.rect:
            return
        if not self.is_settled:
            self._draw_stretched(surface)
            return
        self._update(view.provinces, highlights)
        surface.blit(self._scene, self.rect)
        window = surface.subsurface(self.rect.clip(surface.get_rect()))
        if highlights.hovered:
            self._point_out(window, highlights.hovered, view.provinces, highlights)
        if highlights.arrow:
            source, target = (self._spots[name].army.center for name in highlights.arrow)
            window.blit(*arrow(source, target, self._metrics.scaled(self._metrics.cube)))

    def _draw_stretched(self, surface: Surface) -> None:
        """Draw what the picture painted last has of the part that is to be seen."""
        times = self.viewport.zoom / self._painted.zoom
        left, top = self.viewport.window((self._painted.left, self._painted.top))
        wide, high = self.rect.size
        seen = Rect(-left // times, -top // times, wide / times + 2, high / times + 2).clip(self._scene.get_rect())
        part = pygame.transform.scale_by(self._scene.subsurface(seen), times)
        pygame.draw.rect(surface, SEA_DEEP, self.rect)
        surface.blit(part, (self.rect.x + round(left + seen.x * times), self.rect.y + round(top + seen.y * times)))

    def _update(self, provinces: Mapping[str, Province], highlights: BoardHighlights) -> None:
        """Compose the scene anew if anything in it has changed; pointer and arrow are not in it."""
        lasting = msgspec.structs.replace(highlights, hovered=None, arrow=None)
        if self._shown != (provinces, lasting):
            self._compose(provinces, lasting)
            self._shown = dict(provinces), lasting

    def _compose(self, provinces: Mapping[str, Province], highlights: BoardHighlights) -> None:
        """Lay on one another: ground, owners' washes, lights, ink and names, pieces, tags of the plan."""
        scene, lights = self._scene, self._highlighter
        scene.blit(self._ground, (0, 0))
        for name, province in provinces.items():
            if province.owner is not None:
                lights.draw(scene, name, Glow.OWNED, CUBES[self.clans[province.owner].colour])
        for name in self.board.lands if highlights.selectable else ():
            lights.draw(scene, name, Glow.SELECTABLE if name in highlights.selectable else Glow.DIMMED)
        if highlights.selected:
            lights.draw(scene, highlights.selected, Glow.SELECTED)
        scene.blit(self._ink, (0, 0))
        for name, province in provinces.items():
            self._put(scene, self._spots[name], province)
        for name, action in highlights.planned.items():
            self._put_tag(scene, name, action)

    def _point_out(
        self, window: Surface, name: str, provinces: Mapping[str, Province], highlights: BoardHighlights
    ) -> None:
        """Light the province under the pointer and put its things on top again."""
        self._highlighter.draw(window, name, Glow.HOVERED if name in highlights.selectable else Glow.POINTED)
        self._label(window, name)
        if name in provinces:
            self._put(window, self._spots[name], provinces[name])
        if name in highlights.planned:
            self._put_tag(window, name, highlights.planned[name])

    def _put(self, scene: Surface, spots: Spots, province: Province) -> None:
        """Draw buildings, armies and revolt markers of one province."""
        for site, kind in zip(spots.sites, province.buildings, strict=False):
            scene.blit(pieces.building(kind, site.width), site)
        if province.owner is None:
            return
        cube = spots.sizes.scaled(spots.sizes.cube)
        token = pieces.army(self.clans[province.owner], province.armies, cube)
        scene.blit(token, token.get_rect(midbottom=spots.army.midbottom))
        if province.markers:
            flame = pieces.revolt(province.markers, round(cube * 0.66))
            foot = spots.army.left + cube * 0.22, spots.army.bottom + cube * 0.08
            scene.blit(flame, flame.get_rect(midbottom=foot))

    def _put_tag(self, scene: Surface, province: str, action: Action) -> None:
        """Draw the sign of a planned action."""
        tag = pieces.action_tag(action, self._metrics.scaled(max(20, self._metrics.cube)))
        if place := self._spots[province].tag:
            scene.blit(tag, tag.get_rect(center=place.center))

    # The empty board

    def _label(self, ground: Surface, name: str) -> None:
        """Write all that is printed on the board about a province: name, values, empty sites."""
        spots, land = self._spots[name], self.board.lands.get(name)
        self._write_name(ground, name, spots)
        if land is None:
            return
        for site in spots.sites:
            ground.blit(pieces.empty_site(site.width), site)
        ground.blit(pieces.tax_value(land.tax, spots.tax.width), spots.tax)
        ground.blit(pieces.rice_value(land.rice, spots.rice.width), spots.rice)

    def _write_name(self, ground: Surface, name: str, spots: Spots) -> None:
        """Write a province's name, and its kanji where there is room."""
        paper = tone(self.board, name)
        ink = INK if name in self.board.lands else mix(INK, paper, 0.1)
        text = haloed(name, spots.sizes.scaled(spots.sizes.name), ink, mix(paper, (255, 255, 255), 0.35))
        ground.blit(text, text.get_rect(center=spots.name.center))
        if spots.kanji:
            text = haloed(kanji_names()[name], spots.sizes.scaled(spots.sizes.kanji), mix(ink, paper, 0.3), paper)
            ground.blit(text, text.get_rect(center=spots.kanji.center))


def _sites(board: Board) -> dict[str, int]:
    return {name: land.sites for name, land in board.lands.items()}


def _picking_surface(projection: Projection, size: tuple[int, int]) -> Surface:
    """Return a hidden picture in which each pixel is the number of its province, from 1; 0 is the sea."""
    surface = Surface(size, depth=8)
    for number, place in enumerate(atlas().provinces, 1):
        pygame.draw.polygon(surface, number, projection.line(place.polygon))
    return surface
