"""Pictures that fly over the screen for a moment, such as gains and tiles; and announcements."""

from collections.abc import Iterator

import pygame
from msgspec import Struct, field
from pygame import Surface

from shogun.window.kit.drawing import text as texts
from shogun.window.kit.drawing.theme import GOLD, GOLD_PALE, INDIGO_DEEP, INK, PAPER_BRIGHT

ARC = 0.16
"""Height of a flight's arc, as a share of its length."""
AIR = 8
"""Margin around the picture in the part of the window that is redrawn, px."""
BAND_EM = 5.0


class Flight(Struct):
    """Picture in flight."""

    picture: Surface
    start: tuple[int, int]
    end: tuple[int, int]
    seconds: float
    passed: float = 0.0

    @property
    def rect(self) -> pygame.Rect:
        """Its current rectangle."""
        share = min(1.0, self.passed / self.seconds)
        smooth = share * share * (3 - 2 * share)
        across, down = self.end[0] - self.start[0], self.end[1] - self.start[1]
        rise = ARC * (abs(across) + abs(down)) * 4 * smooth * (1 - smooth)
        middle = round(self.start[0] + across * smooth), round(self.start[1] + down * smooth - rise)
        return self.picture.get_rect(center=middle)


class Flights(Struct):
    """All flights, and the sentence that is announced."""

    flying: list[Flight] = field(default_factory=list)
    sentence: str = ""
    left: float = 0.0
    """Seconds left of the announcement."""
    _band: pygame.Rect | None = None

    def begin(self, picture: Surface, start: tuple[int, int], end: tuple[int, int], seconds: float) -> None:
        """Start the flight of a picture, which takes this many seconds."""
        self.flying.append(Flight(picture, start, end, max(0.05, seconds)))

    def announce(self, sentence: str, seconds: float) -> None:
        """Announce a sentence for this many seconds."""
        self.sentence, self.left = sentence, seconds

    def go_on(self, seconds: float) -> Iterator[pygame.Rect]:
        """Advance all flights, and yield the rectangles to redraw."""
        for flight in self.flying:
            yield flight.rect.inflate(AIR, AIR)
            flight.passed += seconds
            yield flight.rect.inflate(AIR, AIR)
        self.flying = [flight for flight in self.flying if flight.passed < flight.seconds]
        if self.sentence:
            self.left -= seconds
            if self.left <= 0:
                self.sentence = ""
                if self._band is not None:
                    yield self._band

    def draw(self, surface: Surface, board: pygame.Rect, em: int) -> None:
        """Draw everything, with the announcement across the board."""
        for flight in self.flying:
            rect = flight.rect
            ground = rect.inflate(em // 2, em // 4)
            if rect.height < 3 * em:
                pygame.draw.rect(surface, PAPER_BRIGHT, ground, border_radius=em // 2)
                pygame.draw.rect(surface, INK, ground, max(1, em // 12), border_radius=em // 2)
            surface.blit(flight.picture, rect)
        if self.sentence:
            self._announced(surface, board, em)

    def _announced(self, surface: Surface, board: pygame.Rect, em: int) -> None:
        band = pygame.Rect(board.left, 0, board.width, round(BAND_EM * em))
        band.centery = board.centery
        self._band = band
        pygame.draw.rect(surface, INDIGO_DEEP, band)
        for y in (band.top, band.bottom - max(3, em // 5)):
            pygame.draw.rect(surface, GOLD, (band.left, y, band.width, max(3, em // 5)))
        pixels = round(1.7 * em)
        while texts.width(self.sentence, pixels, "Bold") > band.width - 2 * em and pixels > em * 0.8:
            pixels -= 1
        words = texts.rendered(self.sentence, pixels, GOLD_PALE, "Bold")
        surface.blit(words, words.get_rect(center=band.center))
