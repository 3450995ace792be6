"""The masteries, and the six influence tracks with their scoring tiles, rewards and markers."""

import pygame

from shogun.base.itself import Itself
from shogun.base.language import _, ngettext
from shogun.games.river_of_gold.rules.components import BONUSES, LIMITS, MASTERIES, REGIONS, TRACKS, values_of
from shogun.games.river_of_gold.rules.counting import MEASURES
from shogun.games.river_of_gold.screen import pieces
from shogun.games.river_of_gold.screen.play.model import RiverModel
from shogun.games.river_of_gold.screen.symbols import region_icon, symbol
from shogun.games.river_of_gold.words.cards import mastery_text, track_lines
from shogun.games.river_of_gold.words.printed_names import MASTERY_NAMES
from shogun.window.kit import text as texts
from shogun.window.kit.canvas import Canvas
from shogun.window.kit.panel import Panel
from shogun.window.kit.theme import (
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

MASTERY_EM = 3.5
HEAD_EM = 6.7
VALUES_EM = 3.7
SPACES = LIMITS.influence + 1
GAP_EM = 0.25


class TracksPanel(Panel):
    """How far everybody has come in the regions, and in what masteries need."""

    name = "tracks"

    def __init__(self, model: RiverModel) -> None:
        super().__init__()
        self.model = model
        self._empty: dict[tuple[int, bool], pygame.Surface] = {}
        """The spaces of each track without markers, by region and whether it is lit; they never change."""

    def place(self, rect: pygame.Rect) -> None:
        """Give the panel its room."""
        super().place(rect)
        self._empty.clear()

    def shows(self) -> tuple[object, ...]:
        """Return the game, and what is weighed."""
        model = self.model
        return Itself(model.view), model.weighed, model.number, model.question

    def place_of(self, region: int, space: int) -> tuple[int, int]:
        """Return where a space of a region's track is seen, px; before it was drawn, the middle of the panel."""
        row = next((place.rect for place in self.layer.targets if place.name == f"track-{region}"), self.rect)
        return round(row.left + row.width * (0.2 + 0.69 * space / SPACES)), row.centery

    def draw(self, canvas: Canvas) -> None:
        """Draw the masteries above the tracks."""
        canvas.sheet(self.rect)
        inner = self.rect.inflate(-canvas.px(0.7), -canvas.px(0.6))
        head = pygame.Rect(inner.left, inner.top, inner.width, canvas.px(MASTERY_EM))
        self._masteries(canvas, head)
        top = head.bottom + canvas.px(GAP_EM)
        high = (inner.bottom - top) / len(REGIONS)
        for place, region in enumerate(REGIONS):
            row = pygame.Rect(inner.left, round(top + place * high), inner.width, round(high) - 1)
            self._track(canvas, region, row)

    # Masteries

    def _masteries(self, canvas: Canvas, box: pygame.Rect) -> None:
        masteries, gap = self.model.view.masteries, canvas.px(GAP_EM)
        wide = (box.width + gap) // 3 - gap
        for place, name in enumerate(masteries):
            rect = pygame.Rect(box.left + place * (wide + gap), box.top, wide, box.height)
            self._mastery(canvas, place, name, rect)

    def _mastery(self, canvas: Canvas, place: int, name: str, rect: pygame.Rect) -> None:
        view, seats = self.model.view, self.model.seats
        claimed, awards = view.claims[place], MASTERIES[name].awards[len(seats)]
        canvas.plate(rect, PAPER_BRIGHT, PAPER_EDGE, 0.25)
        sign = symbol(name, round(rect.height * 0.6))
        canvas.surface.blit(sign, sign.get_rect(midleft=(rect.left + canvas.px(0.3), rect.centery)))
        left, side = rect.left + sign.get_width() + canvas.px(0.6), canvas.px(1.25)
        text = pygame.Rect(left, rect.top + 2, rect.right - left - 3, rect.height - side - 5)
        canvas.small(mastery_text(name), text)
        for number, award in enumerate(awards):
            box = pygame.Rect(left + number * (side + 4), rect.bottom - side - 3, side, side)
            self._award(
                canvas, award, box, claimed[number] if number < len(claimed) else None, is_next=number == len(claimed)
            )
        canvas.target(f"mastery-{name}", rect, None, self._mastery_told(place, name), "10.3", group="masteries")

    def _award(self, canvas: Canvas, award: int, box: pygame.Rect, seat: int | None, *, is_next: bool) -> None:
        """Draw an award: who has it, or its points; the one that is claimed next is bright."""
        if seat is not None:
            canvas.surface.blit(pieces.marker(self.model.seats[seat].clan, box.width), box)
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

    def _track(self, canvas: Canvas, region: int, row: pygame.Rect) -> None:
        model = self.model
        lit = model.is_turn and model.number == region
        canvas.plate(row, GOLD_PALE if lit else PAPER_BRIGHT, VERMILION if lit else PAPER_EDGE, 0.2, 0.06)
        self._head(canvas, region, pygame.Rect(row.left, row.top, canvas.px(HEAD_EM), row.height))
        values = pygame.Rect(row.right - canvas.px(VALUES_EM), row.top, canvas.px(VALUES_EM), row.height)
        self._values(canvas, region, values)
        cells = pygame.Rect(row.left + canvas.px(HEAD_EM), row.top, 0, row.height)
        cells.width = values.left - cells.left
        self._cells(canvas, region, cells)
        scoring = model.view.scoring[region - 1] if model.view.scoring else 0
        told = "\n".join([*track_lines(region, scoring, len(model.seats)), *self._influence_told(region)])
        canvas.target(f"track-{region}", row, None, told, "9.1", group="tracks")

    def _influence_told(self, region: int) -> list[str]:
        players = self.model.view.players
        told = (
            f"{name} {player.influence[region - 1]}" for name, player in zip(self.model.names, players, strict=True)
        )
        return [", ".join(told)]

    def _head(self, canvas: Canvas, region: int, box: pygame.Rect) -> None:
        """Draw the region's number and icon, and who has its artisan and its elder."""
        side = min(canvas.px(1.55), box.height - 4)
        number = pygame.Rect(box.left + 3, 0, side, side)
        number.centery = box.centery
        canvas.fill(number, INDIGO, 0.3)
        canvas.line(str(region), number, weight="Bold", colour=PAPER_BRIGHT, align="centre")
        sign = symbol(region_icon(region), side)
        canvas.surface.blit(sign, sign.get_rect(midleft=(number.right + 3, box.centery)))
        left = number.right + side + 6
        for kind in ("artisan", "elder"):
            spot = pygame.Rect(left, 0, round(side * 0.8), round(side * 0.8))
            spot.centery = box.centery
            owner = next(
                (s for s, player in enumerate(self.model.view.players) if player.has_marker(kind, region)), None
            )
            if owner is None:
                image = symbol(kind, spot.width)
                image = image.copy()
                image.set_alpha(70)
                canvas.surface.blit(image, spot)
            else:
                canvas.surface.blit(symbol(kind, spot.width), spot.move(0, -2))
                disc = pieces.marker(self.model.seats[owner].clan, round(spot.width * 0.7))
                canvas.surface.blit(disc, disc.get_rect(bottomright=(spot.right + 2, spot.bottom + 3)))
            left = spot.right + 2

    def _values(self, canvas: Canvas, region: int, box: pygame.Rect) -> None:
        """Write what the region's scoring tile gives."""
        view = self.model.view
        if not view.scoring:
            return
        values = values_of(view.scoring[region - 1], len(self.model.seats))
        plate = box.inflate(-canvas.px(0.2), -canvas.px(0.2))
        canvas.fill(plate, mix(VERMILION, PAPER, 0.84), 0.3)
        canvas.small(
            " · ".join(map(str, values)), plate.inflate(-4, 0), align="centre", weight="Bold", colour=VERMILION
        )

    def _cells(self, canvas: Canvas, region: int, box: pygame.Rect) -> None:
        self._spaces(canvas, region, box)
        for space, seats in self._there(region, foreseen=True).items():
            self._markers(canvas, seats, box, space, faded=True)
        for space, seats in self._there(region).items():
            self._markers(canvas, seats, box, space)

    def _spaces(self, canvas: Canvas, region: int, box: pygame.Rect) -> None:
        """Draw the spaces of a track, as they were drawn before if they were."""
        key = region, self.model.is_turn and self.model.number == region
        if key in self._empty:
            canvas.surface.blit(self._empty[key], box)
            return
        wide = box.width / SPACES
        for space in range(SPACES):
            cell = pygame.Rect(round(box.left + space * wide), box.top + 2, round(wide) - 1, box.height - 4)
            self._cell(canvas, region, space, cell)
        self._empty[key] = canvas.surface.subsurface(box.clip(canvas.surface.get_rect())).copy()

    def _cell(self, canvas: Canvas, region: int, space: int, cell: pygame.Rect) -> None:
        gains = TRACKS[region][space]
        paper = mix(PAPER_SHADE, PAPER_BRIGHT, 0.35) if space else PAPER_SHADE
        canvas.fill(cell, mix(paper, GOLD_PALE, 0.75) if gains or space == BONUSES.flower else paper, 0.12)
        size = min(cell.width - 2, round(cell.height * 0.5), canvas.px(1.3))
        names = [gain.verb for gain in gains] or (["courts"] if space == BONUSES.flower else [])
        if not names:
            if space in (0, SPACES - 1) or space % 5 == 0:
                canvas.small(str(space), cell, align="centre", colour=INK_SOFT, size=0.72)
            return
        high = size * len(names)
        for place, (name, gain) in enumerate(zip(names, gains or (None,), strict=False)):
            image = symbol(name, size)
            at = (cell.centerx, cell.centery - high // 2 + place * size + size // 2)
            canvas.surface.blit(image, image.get_rect(center=at))
            if gain is not None and gain.number > 1:
                number = texts.painted(str(gain.number), max(11, round(size * 0.8)), INK, "Bold")
                canvas.surface.blit(number, number.get_rect(center=(at[0], at[1])))

    def _there(self, region: int, *, foreseen: bool = False) -> dict[int, list[int]]:
        """Return the seats on each space of a track; foreseen: those that the weighed move would bring there."""
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

    def _markers(self, canvas: Canvas, seats: list[int], box: pygame.Rect, space: int, *, faded: bool = False) -> None:
        """Draw the markers on a space: one in its middle, two above each other, more in a square."""
        wide = box.width / SPACES
        middle = round(box.left + (space + 0.5) * wide), box.centery
        if len(seats) == 1:
            side = min(round(wide) + 2, canvas.px(1.25), box.height)
        else:
            side = (
                min(round(box.height * 0.56), round(wide) + 1)
                if len(seats) == 2
                else round(min(box.height * 0.5, wide * 0.72))
            )
        for place, seat in enumerate(seats):
            disc = pieces.marker(self.model.seats[seat].clan, side)
            at = _spot(place, len(seats), side)
            rect = disc.get_rect(center=(middle[0] + at[0], middle[1] + at[1]))
            if faded:
                pygame.draw.circle(canvas.surface, VERMILION, rect.center, side / 2 + 3)
            canvas.surface.blit(disc, rect)


def _spot(place: int, count: int, side: int) -> tuple[int, int]:
    """Return where one of several markers lies, from the middle of its space."""
    if count == 1:
        return 0, 0
    if count == 2:
        return 0, round((place - 0.5) * side * 0.84)
    return round((place % 2 - 0.5) * side * 0.9), round((place // 2 - 0.5) * side * 0.9)
