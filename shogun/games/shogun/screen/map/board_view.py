"""The board in the window: draws the map, pieces and highlights, and finds the province under the pointer.

A new size shows a rough map at once; the fine one is painted in small steps between two frames (`work`).
"""

import time
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence

import pygame
from msgspec import Struct
from pygame import Rect, Surface

from shogun.games.shogun.rules.cards import Action, Board
from shogun.games.shogun.rules.state import Province
from shogun.games.shogun.rules.views import View
from shogun.games.shogun.screen.map.atlas import Viewport, atlas, fitted, place_at
from shogun.games.shogun.screen.map.map_picture import Manner, MapPicture, ProvinceLook
from shogun.games.shogun.screen.map.overlays import Glow, arrow
from shogun.games.shogun.screen.map.painting.sea import SEA_DEEP
from shogun.games.shogun.screen.map.painting.sea_light import CHANGES_A_SECOND
from shogun.window.kit.drawing.icons import Clan
from shogun.window.kit.drawing.projection import Projection

COARSE = 2
"""Factor by which the overview is smaller than the whole map while a part of it is shown."""
LARGEST = 2.4
"""Largest scale for zooming, in pixels per map unit."""
LEAST_ZOOM = 2.0
"""Magnification that is possible on any map; more would cost memory and show nothing new."""


class BoardHighlights(Struct, frozen=True):
    """Highlights of the board; provinces by name."""

    selectable: frozenset[str] = frozenset()
    """Provinces that can be clicked now."""
    selected: str | None = None
    hovered: str | None = None
    shown: tuple[str, ...] = ()
    """Provinces highlighted together, such as those of a region."""
    arrow: tuple[str, str] | None = None
    """Source and target of a march."""
    planned: Mapping[str, Action] = {}
    """The player's own plan: the action for each province."""
    manner: Manner = Manner()


class BoardView:
    """Draws a game's board into a rectangle of the window."""

    def __init__(self, board: Board, clans: Sequence[Clan]) -> None:
        """Show `board`; `clans` has the look of each seat."""
        self.board = board
        self.clans = tuple(clans)
        self.rect = Rect(0, 0, 0, 0)
        self.viewport = Viewport()
        """The visible part of the map; after a change the old picture is stretched until `settle` is called."""
        self._picture: MapPicture | None = None
        """The last picture that was painted."""
        self._overview: tuple[Surface, Projection] | None = None
        """A coarse picture of the whole map, for parts that the other lacks."""
        self._made_of: Callable[[], MapPicture | None] = lambda: None
        """Returns the source picture of the overview while anything else still refers to it."""
        self._coming: MapPicture | None = None
        """The picture that is being painted."""
        self._steps: Iterator[None] = iter(())
        """Remaining steps of painting it."""
        self._looks: dict[str, ProvinceLook] = {}
        self._seen: tuple[object, ...] | None = None
        """The inputs of these pictures."""
        self._manner = self._begun_by = Manner()
        """Current manner of showing the board, and the one with which the painting in progress was begun."""
        self._writing = 1.0
        self._whole = Projection(1.0)
        """Projection of the whole map in the rectangle."""
        self._flown = 0.0
        """Seconds for which the light has moved over the sea."""
        self._moment = 0
        """The light's step that is drawn."""
        self.painted = 0
        """Number of pictures painted completely."""

    def resize(self, rect: Rect, writing: float = 1.0) -> None:
        """Draw into `rect` from now on, with all text `writing` times as large as usual.

        A new size shows a rough map until `work` or `finish` has painted it.
        """
        fresh = rect.size != self.rect.size or writing != self._writing
        self.rect, self._writing = rect.copy(), writing
        if fresh and rect:
            self._whole = fitted(atlas(), Rect((0, 0), rect.size))
        if fresh and rect:
            self.viewport = Viewport()
            self._begin()
            if self._coming is not None and (self._picture is None or not self._picture.is_fine):
                self._picture = self._coming

    def _begin(self) -> None:
        """Begin painting the visible part; until then another picture is only stretched."""
        if self._picture is not None and not self.is_settled:
            self._picture.release()
        self._coming = MapPicture(self.board, self.clans, self._projection(), self.rect.size, self._writing)
        self._steps, self._begun_by = self._coming.paint(self._looks, self._manner), self._manner

    def _projection(self) -> Projection:
        """Return the current projection of the map in the rectangle."""
        return self.viewport.projection(self._whole)

    # Painting

    @property
    def is_working(self) -> bool:
        """True if a picture is being painted."""
        return self._coming is not None

    def work(self, seconds: float) -> bool:
        """Continue painting for about `seconds` and return whether a new picture can be drawn."""
        end = time.perf_counter() + seconds
        while self._coming is not None:
            if next(self._steps, self) is self:
                self._picture, self._coming = self._coming, None
                self.painted += 1
                return True
            if time.perf_counter() >= end:
                break
        return False

    def finish(self) -> None:
        """Finish painting."""
        while self.is_working:
            self.work(1.0)

    # Queries

    def province_at(self, pos: tuple[int, int]) -> str | None:
        """Return the province at a point of the window, even if it is out of the game; None elsewhere."""
        if not self.rect.collidepoint(pos):
            return None
        at = pos[0] - self.rect.x, pos[1] - self.rect.y
        place = place_at(self._projection().point_under(at))
        return place.name if place else None

    def pick(self, pos: tuple[int, int]) -> str | None:
        """Return the province in play at a point of the window, None elsewhere."""
        name = self.province_at(pos)
        return name if name in self.board.lands else None

    def anchor(self, province: str) -> tuple[int, int]:
        """Return the middle of a province's cubes, in pixels of the window."""
        assert self._picture is not None
        army = self._picture.spots[province].army
        x, y = self._projection().point(self._picture.projection.point_under(army.center))
        return round(x) + self.rect.x, round(y) + self.rect.y

    def slips(self) -> dict[str, Rect]:
        """Return the places of the regions' names, in pixels of the window; none while the map is zoomed."""
        found = self._picture.slips() if self._picture and self.is_settled else {}
        return {region: rect.move(self.rect.topleft) for region, rect in found.items()}

    # Zoom and pan

    def zoom(self, times: float, pos: tuple[int, int]) -> None:
        """Enlarge the map around a point of the window."""
        at = pos[0] - self.rect.x, pos[1] - self.rect.y
        most = max(LEAST_ZOOM, LARGEST / self._whole.scale)
        self.viewport = self.viewport.zoomed(times, at, self.rect.size, most)

    def pan(self, x: int, y: int) -> None:
        """Drag the map by (x, y) px."""
        self.viewport = self.viewport.moved(x, y, self.rect.size)

    @property
    def is_settled(self) -> bool:
        """True if the picture matches the visible part."""
        return self._is_for_now(self._picture)

    def _is_for_now(self, picture: MapPicture | None) -> bool:
        if picture is None or picture.is_released or picture.size != self.rect.size or picture.writing != self._writing:
            return False
        return picture.projection == self._projection()

    def settle(self) -> None:
        """Begin painting the picture for the visible part, unless that has begun already."""
        if self.rect.width and not self.is_settled and not self._is_for_now(self._coming):
            self._begin()

    # Drawing

    def draw(self, surface: Surface, view: View, highlights: BoardHighlights) -> None:
        """Draw the board as `view` knows it, in its rectangle of the surface."""
        picture = self._picture
        if picture is None or not self.rect.width:
            return
        self._look(view.provinces, highlights)
        self._manner = highlights.manner
        if self._coming is not None and self._begun_by != self._manner:
            self._begin()
        if not picture.is_fine:
            picture.sketch(self._looks, self._manner)
        picture.show(self._looks, self._manner)
        if not self.is_settled:
            self._draw_stretched(surface, picture)
            return
        surface.blit(picture.scene, self.rect)
        window = surface.subsurface(self.rect.clip(surface.get_rect()))
        if picture.is_fine:
            picture.sea_light.lay(window, self._moment)
        else:
            picture.put_all(window, self._looks)
        self._point_out(window, highlights)
        if highlights.arrow:
            source, target = (picture.spots[name].army.center for name in highlights.arrow)
            drawn, corner = arrow(source, target, picture.metrics.scaled(picture.metrics.badge[1]))
            window.blit(drawn, corner)
            picture.write_names(window, drawn.get_rect(topleft=corner))

    def write_names(self, surface: Surface, part: Rect) -> None:
        """Redraw the names in a part of the window, over later drawings."""
        if self._picture is not None and self.is_settled:
            window = surface.subsurface(self.rect.clip(surface.get_rect()))
            self._picture.write_names(window, part.move(-self.rect.x, -self.rect.y))

    # The sea

    def flow(self, seconds: float) -> None:
        """Move the light over the sea."""
        self._flown += seconds

    def calm(self) -> None:
        """Stop the sea, without any light."""
        self._flown = 0.0

    def stir(self, surface: Surface, *, is_bare: bool) -> list[Rect]:
        """Update the light on the sea without redrawing the rest, and return the changed rectangles.

        `is_bare`: nothing has been drawn since the last call that may cover other waves.
        """
        picture = self._picture
        if picture is None or not picture.is_fine or not self.is_settled:
            return []
        if not is_bare:
            picture.sea_light.forget()
        moment = int(self._flown * CHANGES_A_SECOND)
        if moment == self._moment:
            return []
        self._moment = moment
        window = surface.subsurface(self.rect.clip(surface.get_rect()))
        return [rect.move(self.rect.topleft) for rect in picture.sea_light.change(window, picture.scene, moment)]

    def _look(self, provinces: Mapping[str, Province], highlights: BoardHighlights) -> None:
        """Update the provinces' looks; most frames differ from the previous one only by the pointer."""
        seen = provinces, highlights.selected, highlights.selectable, highlights.planned
        if self._seen is None or provinces is not self._seen[0] or seen[1:] != self._seen[1:]:
            self._looks, self._seen = _looks(provinces, highlights), seen

    def _point_out(self, window: Surface, highlights: BoardHighlights) -> None:
        """Highlight the province or region under the pointer."""
        if self._picture is None or not self._picture.is_fine:
            return
        for name in highlights.shown:
            self._picture.point_out(window, name, Glow.HOVERED)
        if highlights.hovered:
            reacts = highlights.hovered in highlights.selectable
            self._picture.point_out(window, highlights.hovered, Glow.HOVERED if reacts else Glow.POINTED)

    def _draw_stretched(self, surface: Surface, picture: MapPicture) -> None:
        """Draw the visible part from the last picture, and the rest from the overview."""
        if picture is not self._made_of() and picture.projection == fitted(atlas(), Rect((0, 0), picture.size)):
            self._made_of = weakref.ref(picture)
            small = picture.size[0] // COARSE + 1, picture.size[1] // COARSE + 1
            scene = pygame.transform.smoothscale(picture.scene, small)
            times = small[0] / picture.size[0]
            self._overview = scene, picture.projection.enlarged(times)
        pygame.draw.rect(surface, SEA_DEEP, self.rect)
        if self._overview is not None:
            self._stretch(surface, *self._overview)
        self._stretch(surface, picture.scene, picture.projection)

    def _stretch(self, surface: Surface, scene: Surface, drawn: Projection) -> None:
        """Draw the visible part of a picture that has another projection."""
        wanted = self._projection()
        times = wanted.scale / drawn.scale
        left, top = wanted.left - drawn.left * times, wanted.top - drawn.top * times
        wide, high = self.rect.size
        seen = Rect(-left // times, -top // times, wide / times + 2, high / times + 2).clip(scene.get_rect())
        if not seen:
            return
        part = pygame.transform.smoothscale_by(scene.subsurface(seen), times)
        kept = surface.get_clip()
        surface.set_clip(self.rect.clip(kept))
        surface.blit(part, (self.rect.x + round(left + seen.x * times), self.rect.y + round(top + seen.y * times)))
        surface.set_clip(kept)


def _looks(provinces: Mapping[str, Province], highlights: BoardHighlights) -> dict[str, ProvinceLook]:
    """Return the look of each province; the pointer's highlight and the arrow are not part of it."""
    return {
        name: ProvinceLook(province, _glow(name, highlights), highlights.planned.get(name))
        for name, province in provinces.items()
    }


def _glow(name: str, highlights: BoardHighlights) -> Glow | None:
    if name == highlights.selected:
        return Glow.SELECTED
    if not highlights.selectable:
        return None
    return Glow.SELECTABLE if name in highlights.selectable else Glow.VEILED
