"""The board drawn for one size and one part of the map: the empty picture, the places, and all pieces."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

import pygame
from msgspec import Struct
from pygame import Rect, Surface

from shogun.games.shogun.rules.cards import Action, Board, Season
from shogun.games.shogun.rules.state import Province
from shogun.games.shogun.screen import pieces
from shogun.games.shogun.screen.map.atlas import atlas, place_at
from shogun.games.shogun.screen.map.badge import Parts, dim_badge, print_badge, put_badge
from shogun.games.shogun.screen.map.overlays import Glow, Highlighter, PlacedSurface, Realms, Stencils, borders_met
from shogun.games.shogun.screen.map.painting.brush import bounds, haloed
from shogun.games.shogun.screen.map.painting.empty_board import paint_finely, paint_roughly
from shogun.games.shogun.screen.map.painting.ink import INK
from shogun.games.shogun.screen.map.painting.land import put_hills
from shogun.games.shogun.screen.map.painting.ornament import plaques
from shogun.games.shogun.screen.map.painting.regions import FILLS, NOBODYS, Subject, tone
from shogun.games.shogun.screen.map.painting.sea_light import SeaLight
from shogun.games.shogun.screen.map.painting.seasons import drifting
from shogun.games.shogun.screen.map.piece_places import Spots, lay_out, sizes_at
from shogun.window.kit.drawing import theme
from shogun.window.kit.drawing.icons import BLACK, Clan
from shogun.window.kit.drawing.projection import Projection
from shogun.window.kit.drawing.theme import PAPER_BRIGHT, WHITE, Colour, mix, text_colour_on

LARGE = 2_500_000
"""Pixels from which a picture is large: the map in a window of 3840x2160 has four million."""
PARTS = 6
"""Number of parts in which the first picture with all pieces is composed."""

HALO = 0.35
"""Contrast of a name's halo with its ground, lighter or darker."""


class Manner(Struct, frozen=True):
    """Manner of showing the whole board."""

    by_owner: bool = False
    """True if grounds show the owners of provinces; otherwise they show the regions."""
    season: Season = "summer"


class ProvinceLook(Struct, frozen=True):
    """Look of one province."""

    province: Province = Province()
    glow: Glow | None = None
    action: Action | None = None
    """The action planned in the province."""


class MapPicture:
    """One projection of the board; rough at first, fine when all steps of `paint` are done."""

    def __init__(
        self, board: Board, clans: Sequence[Clan], projection: Projection, size: tuple[int, int], writing: float = 1.0
    ) -> None:
        """Prepare a picture with all text `writing` times as large as usual."""
        self.board = board
        self.clans = clans
        self.projection = projection
        self.size = size
        self.writing = writing
        self.metrics = sizes_at(projection.scale, writing)
        self.spots: dict[str, Spots] = lay_out(projection, writing)
        self.manner = Manner()
        self.is_fine = False
        self.is_released = False
        """True if the picture can't be changed any more."""
        self._taken = [place for own in self.spots.values() for place in (*own.all(), own.tag, own.flame)]
        self._slips: list[tuple[str, Surface, Rect]] | None = None
        self.scene = self._ground = self._ink = Surface((0, 0))
        self._looks: dict[str, ProvinceLook] = {}
        self._met: dict[str, tuple[bool, ...]] = {}
        self._shown: Mapping[str, ProvinceLook] | None = None
        """Looks shown last: usually the same ones are requested again."""
        self._sketched: dict[str, Colour] = {}
        """The grounds of the rough map."""

    @cached_property
    def sea_light(self) -> SeaLight:
        """The light that moves over the sea."""
        return SeaLight(self.projection, self.size)

    @cached_property
    def stencils(self) -> Stencils:
        """The outlines of the provinces, as masks."""
        return Stencils(self.projection, self.size)

    @cached_property
    def lights(self) -> Highlighter:
        """The highlights of provinces."""
        return Highlighter(self.stencils)

    @cached_property
    def realms(self) -> Realms:
        """The owners' washes, borders and crests."""
        return Realms(self.stencils, Subject(atlas(), self.board, self.projection).grain)

    @cached_property
    def _reaches(self) -> dict[str, Rect]:
        """Parts of the picture that each province's drawings cover."""
        return {place.name: self._reach(place.name, place.polygon) for place in atlas().provinces}

    def _reach(self, name: str, polygon: Sequence[tuple[float, float]]) -> Rect:
        """Return the part of the picture that a province's drawings cover."""
        own = self.spots[name]
        air = 2 * self.metrics.scaled(8)
        return bounds(self.projection.line(polygon)).unionall([*own.all(), own.tag, own.flame]).inflate(air, air)

    def province_at(self, pos: tuple[float, float]) -> str | None:
        """Return the province at a point of the picture."""
        place = place_at(self.projection.point_under(pos))
        return place.name if place else None

    # Painting

    def sketch(self, looks: Mapping[str, ProvinceLook], manner: Manner) -> None:
        """Show a rough map, in the colors of its grounds, until the fine one is painted."""
        self._show_by(manner)
        tones = {name: self._paper(name, looks.get(name)) for name in self._reaches}
        if tones != self._sketched:
            self._sketched = tones
            self.scene = paint_roughly(atlas(), tones, self.projection, self.size)

    def paint(self, looks: Mapping[str, ProvinceLook], manner: Manner) -> Iterator[None]:
        """Paint the fine picture with the provinces' looks, in steps of a few milliseconds."""
        self._show_by(manner)
        ground = Surface(self.size)
        yield
        ink = Surface(self.size, pygame.SRCALPHA)
        yield
        self._take(looks)
        yield from paint_finely(ground, ink, Subject(atlas(), self.board, self.projection))
        for name in self.spots:
            self._print(ink, name)
            yield
            yield from self._make(looks.get(name, ProvinceLook()), name)
        scene = Surface(self.size)
        yield
        self._ground, self._ink, self.scene = ground, ink, scene
        high = -(-self.size[1] // PARTS)
        for top in range(0, self.size[1], high):
            self._compose(Rect(0, top, self.size[0], high))
            yield
        yield from self.sea_light.find(self._places_over_sea())
        self.is_fine = True

    def _take(self, looks: Mapping[str, ProvinceLook]) -> None:
        self._looks = dict(looks)
        self._met = _borders_met(looks)

    def _show_by(self, manner: Manner) -> None:
        self.manner = manner
        self.lights.on_fills = manner.by_owner

    def _make(self, look: ProvinceLook, name: str) -> Iterator[None]:
        """Prepare the highlights and pieces of a province, so that they only need to be placed later."""
        for glow in (Glow.VEILED, look.glow):
            if glow is not None:
                self.lights.light(name, glow)
                yield
        for _laid in self._owned(name, look):
            yield
        if look.province.owner is not None:
            self.realms.rim(name, self.clans[look.province.owner], self._met[name])
            yield
        self.put(Surface((1, 1)), name, look)
        yield

    def _places_over_sea(self) -> list[Rect]:
        """Return all places where something may be drawn over the sea."""
        drifters = [rect for _sign, rect in drifting(self.projection, self.manner.season, Rect((0, 0), self.size))]
        return [*self._taken, *(rect for _region, _slip, rect in self._plaques()), *drifters]

    def slips(self) -> dict[str, Rect]:
        """Return the visible places of the regions' names."""
        frame = Rect((0, 0), self.size)
        found = {region: rect.clip(frame) for region, _slip, rect in self._plaques()}
        return {region: rect for region, rect in found.items() if rect.width} if self.is_fine else {}

    def _plaques(self) -> list[tuple[str, Surface, Rect]]:
        """Return the slips of the regions, placed once."""
        if self._slips is None:
            self._slips = list(plaques(self.projection, self.metrics, Rect((0, 0), self.size), self._taken))
        return self._slips

    # Changes

    def show(self, looks: Mapping[str, ProvinceLook], manner: Manner) -> None:
        """Redraw everything that has changed since the last call."""
        is_same = looks is self._shown and manner == self.manner
        if is_same or not self.is_fine or self.is_released:
            return
        self._shown = looks
        is_other = manner != self.manner
        self._show_by(manner)
        met, changed = self._met, [name for name in self._reaches if looks.get(name) != self._looks.get(name)]
        self._take(looks)
        changed += [name for name in looks if name not in changed and met.get(name) != self._met[name]]
        if is_other or len(changed) > len(self._reaches) // 2:
            self._compose(self.scene.get_rect())
        else:
            for part in _merged(self._reaches[name] for name in changed):
                self._compose(part)

    def release(self) -> None:
        """Keep only the visible result of a large picture: its layers take tens of MB."""
        self.is_released = self.is_fine and self.size[0] * self.size[1] > LARGE
        if self.is_released:
            self._ground = self._ink = Surface((0, 0))
            self.stencils.forget()

    def _compose(self, part: Rect) -> None:
        """Compose the layers: ground, owners' colors, hills, highlights, ink, names and pieces, tags of the plan."""
        scene = self.scene
        scene.set_clip(part)
        scene.blit(self._ground, part, part)
        scene.blits(list(drifting(self.projection, self.manner.season, part)))
        touched = [name for name, reach in self._reaches.items() if reach.colliderect(part) and name in self._looks]
        for name in touched:
            self._put_ground(scene, name, self._looks[name])
        scene.blit(self._ink, part, part)
        for name, own in self.spots.items():
            if self._reaches[name].colliderect(part):
                self._write_name(scene, name, own)
        for name in touched:
            self.put(scene, name, self._looks[name])
        for name in touched:
            self._put_tag(scene, name, self._looks[name].action)
        for _region, slip, rect in self._plaques():
            scene.blit(slip, rect)
        scene.set_clip(None)

    def _put_ground(self, scene: Surface, name: str, look: ProvinceLook) -> None:
        """Place the owner's wash and crest, hills, the realm's border and highlights on a province."""
        paper = self._paper(name, look)
        scene.blits(list(self._owned(name, look)))
        if name in self.board.lands:
            put_hills(scene, self.spots[name].hills, paper, self.manner.season)
        if look.province.owner is not None:
            scene.blit(*self.realms.rim(name, self.clans[look.province.owner], self._met[name]))
        if look.glow is not None:
            self.lights.draw(scene, name, look.glow)

    def _owned(self, name: str, look: ProvinceLook) -> Iterator[PlacedSurface]:
        """Yield the layers that show a province's owner on its ground, if any."""
        paper, owner, place = self._paper(name, look), look.province.owner, self.spots[name].crest
        clan = None if owner is None else self.clans[owner]
        if self.manner.by_owner and name in self.board.lands:
            yield self.realms.wash(name, paper, clan, place)
        elif clan is not None:
            yield self.realms.crest(name, clan, paper, place)

    def _paper(self, name: str, look: ProvinceLook | None = None) -> Colour:
        """Return the color of a province's ground."""
        if not self.manner.by_owner or name not in self.board.lands:
            return tone(self.board, name)
        owner = (look or self._looks.get(name, ProvinceLook())).province.owner
        return NOBODYS[self.manner.season] if owner is None else FILLS[self.clans[owner].colour]

    def point_out(self, window: Surface, name: str, glow: Glow) -> None:
        """Highlight the province under the pointer in a copy of the picture, and redraw everything above it.

        This includes its own pieces and the names, flames and plan tags of others there.
        """
        light, rect = self.lights.light(name, glow)
        window.blit(light, rect)
        self._print(window, name)
        self.write_names(window, rect)
        if look := self._looks.get(name):
            self.put(window, name, look)
        for other, spots in self.spots.items():
            if look := self._looks.get(other):
                self._put_flame(window, spots, look.province, rect)
                if spots.tag.colliderect(rect):
                    self._put_tag(window, other, look.action)

    # Pieces

    def put_all(self, window: Surface, looks: Mapping[str, ProvinceLook]) -> None:
        """Draw the pieces of all provinces on the rough map, which has no badges yet."""
        for name, look in looks.items():
            self.put(window, name, look, is_printed=False)

    def put(self, scene: Surface, name: str, look: ProvinceLook, *, is_printed: bool = True) -> None:
        """Draw buildings, armies and revolt markers of one province; `is_printed`: on its badge."""
        spots, province = self.spots[name], look.province
        clan = None if province.owner is None else self.clans[province.owner]
        put_badge(scene, self._parts(name), province, clan)
        if clan is None and is_printed:
            dim_badge(scene, self._parts(name))
        self._put_flame(scene, spots, province)

    def _put_flame(self, scene: Surface, spots: Spots, province: Province, part: Rect | None = None) -> None:
        """Draw the revolt markers of a province, if it has any in a part of the picture."""
        if province.markers and province.owner is not None and (part is None or spots.flame.colliderect(part)):
            flame = pieces.revolt(province.markers, spots.flame.width)
            scene.blit(flame, flame.get_rect(center=spots.flame.center))

    def _parts(self, name: str) -> Parts:
        """Return the parts of a province's badge."""
        land = self.board.lands.get(name)
        return self.spots[name].parts(land.sites if land else 0)

    def _put_tag(self, scene: Surface, name: str, action: Action | None) -> None:
        """Draw the tag of a planned action."""
        if action is not None:
            place = self.spots[name].tag
            tag = pieces.action_tag(action, place.width)
            scene.blit(tag, tag.get_rect(center=place.center))

    # Names

    def _print(self, ground: Surface, name: str) -> None:
        """Draw the printed parts of the board in a province."""
        if land := self.board.lands.get(name):
            print_badge(ground, self._parts(name), land)

    def write_names(self, window: Surface, part: Rect) -> None:
        """Redraw the names in a part of a copy of the picture, over later drawings."""
        for name, own in self.spots.items():
            if own.name and own.name.colliderect(part):
                self._write_name(window, name, own)

    def _write_name(self, ground: Surface, name: str, spots: Spots) -> None:
        """Write a province's name."""
        paper = self._paper(name)
        ink = INK if text_colour_on(paper) == theme.INK else PAPER_BRIGHT
        halo = mix(paper, WHITE if ink == INK else BLACK, HALO)
        if spots.name:
            text = haloed(name, spots.sizes.scaled(spots.sizes.name), ink, halo)
            ground.blit(text, text.get_rect(center=spots.name.center))


def _borders_met(looks: Mapping[str, ProvinceLook]) -> dict[str, tuple[bool, ...]]:
    """Return for each province which of its edges are its realm's border."""
    owners = {name: look.province.owner for name, look in looks.items()}
    return {name: borders_met(name, owners) for name in looks}


def _merged(rects: Iterable[Rect]) -> list[Rect]:
    """Return disjoint rectangles that cover the same areas."""
    apart: list[Rect] = []
    for rect in rects:
        whole = rect
        while (at := whole.collidelist(apart)) >= 0:
            whole = whole.union(apart.pop(at))
        apart.append(whole)
    return apart
