"""The masteries, and the six influence tracks with their scoring tiles, rewards and markers."""

from itertools import zip_longest

import pygame

from shogun.base.by_identity import IdentityKey
from shogun.base.language import _, ngettext
from shogun.games.river_of_gold.rules.components import BONUSES, LIMITS, MASTERIES, REGIONS, TRACKS, values_of
from shogun.games.river_of_gold.rules.scoring import MEASURES
from shogun.games.river_of_gold.screen import pieces
from shogun.games.river_of_gold.screen.pieces import region_icon, symbol
from shogun.games.river_of_gold.screen.play.model import RiverModel
from shogun.games.river_of_gold.words import MASTERY_NAMES, MASTERY_TITLES, mastery_text, track_lines
from shogun.window.kit.drawing import text as texts
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.theme import (
    GOLD_PALE,
    INDIGO,
    INK,
    INK_SOFT,
    PAPER,
    PAPER_BRIGHT,
    PAPER_EDGE,
    PAPER_SHADE,
    VERMILION,
    mix,
)
from shogun.window.kit.layout import Places, column, part, row, shaped
from shogun.window.kit.runtime.panel import Panel

SPACES = LIMITS.influence + 1
GAP_EM, CLOSE_EM = 0.25, 0.06
"""Gaps between two masteries, and between two tracks."""
AWARD_EM = 1.25
OWNER = 0.7
"""Diameter of the marker of an artisan's or elder's owner, as a share of its picture."""
PANEL = column(part("masteries", high=5.6), part("tracks"), gap=GAP_EM, padding=(0.35, 0.3))
MASTERY = row(
    part("sign", wide=2.1),
    column(part("title", high=1.0), part("words"), part("awards", high=AWARD_EM), part("reached", high=1.1)),
    gap=0.3, padding=(0.3, 0.15),
)  # fmt: skip
REACHED = row(part("marker", wide=0.95), part("number"), gap=0.05)
"""Progress of a player in a mastery."""
TRACK = row(
    row(
        part("region", wide=1.55), part("icon", wide=1.55), part("artisan", wide=1.25), part("elder", wide=1.25),
        wide=6.7, gap=0.15, padding=0.15,
    ),
    part("spaces"),
    row(part("values"), wide=3.7, padding=0.1),
)  # fmt: skip
"""Number and icon of a region, owners of its artisan and elder; the spaces; the values of its scoring tile."""
BEYOND_EM = -0.35, -0.1
"""Distance that markers may extend from their space, sideways and upwards."""


class TracksPanel(Panel):
    """Influence in the regions, and progress in the masteries, of all players."""

    name = "tracks"

    def __init__(self, model: RiverModel) -> None:
        super().__init__()
        self.model = model
        self._empty: dict[tuple[int, bool, bool], pygame.Surface] = {}
        """Spaces of each track without markers, by region and lit or not; they never change."""
        self._cells: dict[int, list[pygame.Rect]] = {}
        """Rectangles of the spaces of each region's track."""

    def place(self, rect: pygame.Rect) -> None:
        """Lay out the panel."""
        super().place(rect)
        self._empty.clear()
        self._cells.clear()

    def shows(self) -> tuple[object, ...]:
        """Return the game, and the previewed move."""
        model = self.model
        return IdentityKey(model.view), model.weighed, model.number, model.question, model.glow.regions

    def place_of(self, region: int, space: int) -> tuple[int, int]:
        """Return the rectangle (px) of a space on a region's track; the panel's middle before the first drawing."""
        return self._cells[region][space].center if self._cells else self.rect.center

    def draw(self, canvas: Canvas) -> None:
        """Draw the masteries above the tracks."""
        canvas.sheet(self.rect)
        places = canvas.places(PANEL, self.rect)
        for place, box in enumerate(canvas.columns(places["masteries"], len(self.model.view.masteries), GAP_EM)):
            self._mastery(canvas, place, box)
        for region, box in zip(REGIONS, canvas.rows(places["tracks"], len(REGIONS), CLOSE_EM), strict=True):
            self._track(canvas, region, box)

    # Masteries

    def _mastery(self, canvas: Canvas, place: int, rect: pygame.Rect) -> None:
        view, seats = self.model.view, self.model.seats
        name, claimed = view.masteries[place], view.claims[place]
        awards = MASTERIES[name].awards[len(seats)]
        canvas.plate(rect, PAPER_BRIGHT, PAPER_EDGE, 0.25)
        places = canvas.places(MASTERY, rect)
        canvas.image(symbol(name, min(places["sign"].size)), places["sign"])
        canvas.small(_(MASTERY_TITLES[name]), places["title"], weight="Bold")
        canvas.small(mastery_text(name), places["words"])
        spots = canvas.across(places["awards"], *(AWARD_EM,) * len(awards), gap=GAP_EM)
        for number, (award, spot) in enumerate(zip(awards, spots, strict=True)):
            owner = claimed[number] if number < len(claimed) else None
            self._award(canvas, award, spot, owner, is_next=number == len(claimed))
        self._reached(canvas, place, places["reached"])
        canvas.target(f"mastery-{name}", rect, None, self._mastery_told(place, name), "10.3", group="masteries")

    def _reached(self, canvas: Canvas, place: int, box: pygame.Rect) -> None:
        """Draw the progress of the players who haven't claimed a mastery."""
        view = self.model.view
        if not view.order:
            return
        count = MEASURES[MASTERIES[view.masteries[place]].measure]
        seats = [seat for seat in view.order if seat not in view.claims[place]]
        for seat, room in zip(seats, canvas.columns(box, len(view.order)), strict=False):
            places = canvas.places(REACHED, room)
            canvas.image(pieces.marker(self.model.seats[seat].clan, min(places["marker"].size)), places["marker"])
            canvas.small(str(count(view, seat)), places["number"], weight="Bold")

    def _award(self, canvas: Canvas, award: int, box: pygame.Rect, seat: int | None, *, is_next: bool) -> None:
        """Draw an award: its owner or its points; the next one to be claimed is bright."""
        if seat is not None:
            canvas.image(pieces.marker(self.model.seats[seat].clan, box.width), box)
            return
        canvas.fill(box, VERMILION if is_next else mix(VERMILION, PAPER, 0.55), 0.6)
        canvas.small(str(award), box, align="centre", weight="Bold", colour=PAPER_BRIGHT if is_next else INK)

    def _mastery_told(self, place: int, name: str) -> str:
        view, names, card = self.model.view, self.model.names, MASTERIES[name]
        title = _(MASTERY_NAMES[name])
        lines = [title[:1].upper() + title[1:] + ": " + mastery_text(name) + "."]
        awards = card.awards[len(names)]
        for number, seat in enumerate(view.claims[place]):
            lines.append(
                ngettext(
                    "{name} has claimed it for {points} point.",
                    "{name} has claimed it for {points} points.",
                    awards[number],
                ).format(name=names[seat], points=awards[number])
            )
        count = MEASURES[card.measure]
        for seat, who in enumerate(names):
            if seat not in view.claims[place] and view.order:
                lines.append(_("{name}: {n} of {needed}").format(name=who, n=count(view, seat), needed=card.needed))
        return "\n".join(lines)

    # Tracks

    def _track(self, canvas: Canvas, region: int, box: pygame.Rect) -> None:
        model, is_acted_in = self.model, self._is_acted_in(region)
        paper = GOLD_PALE if region in model.glow.regions else PAPER_BRIGHT
        canvas.plate(box, paper, VERMILION if is_acted_in else PAPER_EDGE, 0.2, 0.06)
        places = canvas.places(TRACK, box)
        self._head(canvas, region, places)
        self._values(canvas, region, places["values"])
        self._cells[region] = canvas.columns(places["spaces"], SPACES, CLOSE_EM)
        self._markers_of(canvas, region, places["spaces"])
        scoring = model.view.scoring[region - 1] if model.view.scoring else 0
        told = "\n".join([*track_lines(region, scoring, len(model.seats)), *self._influence_told(region)])
        canvas.target(f"track-{region}", box, None, told, "9.1", group="tracks")

    def _is_acted_in(self, region: int) -> bool:
        """True if the die shows a region's number."""
        return self.model.is_turn and self.model.number == region

    def _influence_told(self, region: int) -> list[str]:
        players = self.model.view.players
        told = (
            f"{name} {player.influence[region - 1]}" for name, player in zip(self.model.names, players, strict=True)
        )
        return [", ".join(told)]

    def _head(self, canvas: Canvas, region: int, places: Places) -> None:
        """Draw the region's number and icon, and the owners of its artisan and elder."""
        number = shaped(places["region"], 1.0)
        canvas.fill(number, INDIGO, 0.3)
        canvas.line(str(region), number, weight="Bold", colour=PAPER_BRIGHT, align="centre")
        canvas.image(symbol(region_icon(region), min(places["icon"].size)), places["icon"])
        for kind in ("artisan", "elder"):
            players, side = self.model.view.players, min(places[kind].size)
            owner = next((s for s, player in enumerate(players) if player.has_marker(kind, region)), None)
            image = symbol(kind, side)
            if owner is None:
                image = image.copy()
                image.set_alpha(70)
            at = canvas.image(image, places[kind])
            if owner is not None:
                disc = pieces.marker(self.model.seats[owner].clan, round(OWNER * side))
                canvas.surface.blit(disc, disc.get_rect(bottomright=canvas.within(at, -0.15).bottomright))

    def _values(self, canvas: Canvas, region: int, box: pygame.Rect) -> None:
        """Write the values of the region's scoring tile."""
        view = self.model.view
        if not view.scoring:
            return
        values = values_of(view.scoring[region - 1], len(self.model.seats))
        canvas.fill(box, mix(VERMILION, PAPER, 0.84), 0.3)
        words = " · ".join(map(str, values))
        canvas.small(words, canvas.within(box, 0.12, 0), align="centre", weight="Bold", colour=VERMILION)

    def _markers_of(self, canvas: Canvas, region: int, box: pygame.Rect) -> None:
        """Draw a track with all markers, and their targets by the previewed move."""
        self._spaces(canvas, region, box)
        for space, seats in self._seats_by_space(region, foreseen=True).items():
            self._markers(canvas, seats, self._cells[region][space], faded=True)
        for space, seats in self._seats_by_space(region).items():
            self._markers(canvas, seats, self._cells[region][space])

    def _spaces(self, canvas: Canvas, region: int, box: pygame.Rect) -> None:
        """Draw the spaces of a track, cached if possible."""
        key = region, self._is_acted_in(region), region in self.model.glow.regions
        if key in self._empty:
            canvas.surface.blit(self._empty[key], box)
            return
        for space, cell in enumerate(self._cells[region]):
            self._cell(canvas, region, space, canvas.within(cell, 0, 0.12))
        self._empty[key] = canvas.surface.subsurface(box.clip(canvas.surface.get_rect())).copy()

    def _cell(self, canvas: Canvas, region: int, space: int, cell: pygame.Rect) -> None:
        gains = TRACKS[region][space]
        paper = mix(PAPER_SHADE, PAPER_BRIGHT, 0.35) if space else PAPER_SHADE
        canvas.fill(cell, mix(paper, GOLD_PALE, 0.75) if gains or space == BONUSES.flower else paper, 0.12)
        names = [gain.verb for gain in gains] or (["courts"] if space == BONUSES.flower else [])
        if not names:
            if space in (0, SPACES - 1) or space % 5 == 0:
                canvas.small(str(space), cell, align="centre", colour=INK_SOFT, size=0.72)
            return
        for name, gain, spot in zip_longest(names, gains, canvas.rows(canvas.within(cell, 0.12), len(names))):
            size = min(*spot.size, canvas.px(1.3))
            canvas.image(symbol(name, size), spot)
            if gain is not None and gain.number > 1:
                canvas.image(texts.painted(str(gain.number), max(11, round(size * 0.8)), INK, "Bold"), spot)

    def _seats_by_space(self, region: int, *, foreseen: bool = False) -> dict[int, list[int]]:
        """Return the seats on each space of a track; if foreseen, those that the previewed move would bring there."""
        foresight = self.model.foresight if foreseen else None
        found: dict[int, list[int]] = {}
        if foreseen and foresight is None:
            return found
        for seat, player in enumerate(self.model.view.players):
            space = player.influence[region - 1]
            if foresight is not None:
                then = foresight.after.players[seat].influence[region - 1]
                if then == space:
                    continue
                space = then
            found.setdefault(space, []).append(seat)
        return found

    def _markers(self, canvas: Canvas, seats: list[int], cell: pygame.Rect, *, faded: bool = False) -> None:
        """Draw the markers on a space: one in the middle, two above each other, more in a square."""
        room, is_square = canvas.within(cell, *BEYOND_EM), len(seats) > 2
        lines = canvas.rows(shaped(room, 1.0) if is_square else room, min(2, len(seats)))
        spots = [spot for line in lines for spot in canvas.columns(line, 1 + is_square)]
        for seat, spot in zip(seats, spots, strict=False):
            side = min(*spot.size, canvas.px(1.25))
            if faded:
                pygame.draw.circle(canvas.surface, VERMILION, spot.center, side / 2 + 3)
            canvas.image(pieces.marker(self.model.seats[seat].clan, side), spot)
