"""A battle as a film: who fights, the cubes that gather, fall and come out, the count in pairs, and how it ended."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pygame
from msgspec import Struct

from shogun.games.shogun.rules.cards import PEASANT
from shogun.games.shogun.screen import pieces
from shogun.games.shogun.screen.panels.battles.battle_panel import PLATE_EM, draw_side
from shogun.games.shogun.screen.play.large_battle import (
    CLOSER_SECONDS,
    LargeBattle,
    Side,
    fallen_cubes,
    gently,
    standings,
)
from shogun.games.shogun.screen.play.last_battles import WatchableDrop
from shogun.games.shogun.screen.play.shown_battle import ShownBattle
from shogun.games.shogun.screen.play.timing import BREATH_SECONDS, COUNT_SECONDS
from shogun.tower.geometry import Geometry
from shogun.window.kit.drawing.canvas import Canvas, Layer
from shogun.window.kit.drawing.icons import SeatLook
from shogun.window.kit.drawing.theme import GOLD_PALE, INDIGO_DEEP, PAPER_BRIGHT
from shogun.window.kit.runtime.display import draw_without_a_window
from shogun.window.tower.films import save_film
from shogun.window.tower.playback import Playback
from shogun.window.tower.tower_view import CloseView

SIZE = (480, 600)
EM = 11
HEAD = 56
"""Pixels above the tower, for what is fought for and how it ended."""
HEAD_SIZE = 1.7
PLATES_AT = 250
DRIFTS_A_SECOND = 12
"""What drifts in the air goes on so often: at every picture it would take a fifth of the file."""
END_SECONDS = 2.6
"""For which the result stands before all begins anew."""


class BattleFilm:
    """One battle that was recorded."""

    def __init__(self, geometry: Geometry, drop: WatchableDrop, seats: Sequence[SeatLook]) -> None:
        assert drop.recording is not None and drop.battle.sides is not None
        self._drop, self._seats, self._recording = drop, seats, drop.recording
        self._stand = Playback(geometry)
        self._view = CloseView(self._stand)
        self._view.resize(pygame.Rect(0, HEAD, SIZE[0], SIZE[1] - HEAD))
        self._view.signs = pieces.cube_signs(seats)
        self._view.season = drop.season
        sides = (_side(count.title, count.seat, seats) for count in drop.battle.sides)
        self._large = LargeBattle("", (next(sides), next(sides)))
        self._shown = ShownBattle(drop.battle.title)
        self._drifted = 0.0
        self._surface = pygame.Surface(SIZE)
        self._plates = _plates()

    def script(self, rate: int) -> Iterator[float]:
        """Begin anew; go from picture to picture, so many a second, and yield how long each stands, s."""
        self._begin()
        while not self._stand.done:
            yield 1 / rate
            self._stand.update(1 / rate)
            self._drifted += 1 / rate
            self._view.moment = int(self._drifted * DRIFTS_A_SECOND) / DRIFTS_A_SECOND
            if self._stand.is_close and self._large.closeness < 1.0:
                self._large.closeness = min(1.0, self._large.closeness + 1 / rate / CLOSER_SECONDS)
            self._view.closeness = gently(self._large.closeness)
        yield BREATH_SECONDS
        self._shown.sides = self._drop.battle.sides
        while self._shown.counted < self._shown.most:
            self._shown.counted += 1
            yield COUNT_SECONDS
        self._shown.result = self._drop.battle.result
        yield END_SECONDS

    def _begin(self) -> None:
        self._shown = ShownBattle(self._drop.battle.title)
        self._large.closeness = self._view.closeness = self._view.moment = self._drifted = 0.0
        colours = [PEASANT, *(seat.colour for seat in self._seats)]
        self._stand.origins = dict.fromkeys(colours, self._view.tray_middle())
        for side, plate in zip(self._large.sides, self._plates, strict=True):
            self._stand.origins[side.colour] = self._view.point_at((plate.centerx, plate.bottom + 2 * EM))
        self._stand.slows = True
        self._stand.play(self._recording)

    def draw(self) -> pygame.Surface:
        """Return the picture that the script has come to."""
        canvas = Canvas(self._surface, EM, Layer(), (-1, -1), "")
        rows = standings(self._large, self._shown, self._stand.out_so_far)
        self._view.fallen = fallen_cubes(rows)
        self._view.draw(self._surface)
        for side, row, plate in zip(self._large.sides, rows, self._plates, strict=True):
            draw_side(canvas, self._seats, side, row, plate)
        self._head(canvas)
        return self._surface

    def _head(self, canvas: Canvas) -> None:
        head, result = pygame.Rect(0, 0, SIZE[0], HEAD), self._shown.result
        self._surface.fill(GOLD_PALE if result else INDIGO_DEEP, head)
        colour = INDIGO_DEEP if result else PAPER_BRIGHT
        text, told = head.inflate(-3 * EM, -EM // 2), result or self._shown.title
        text.top += (text.height - canvas.paragraph_height(told, text, size=HEAD_SIZE, weight="Bold")) // 2
        canvas.paragraph(told, text, size=HEAD_SIZE, weight="Bold", colour=colour)


def _side(title: str, seat: int | None, seats: Sequence[SeatLook]) -> Side:
    return Side(title, seat, PEASANT if seat is None else seats[seat].colour)


def _plates() -> tuple[pygame.Rect, pygame.Rect]:
    wide, high = (round(part * EM) for part in PLATE_EM)
    return pygame.Rect(4, PLATES_AT, wide, high), pygame.Rect(SIZE[0] - 4 - wide, PLATES_AT, wide, high)


class BattlePicture(Struct, frozen=True):
    """The task of a worker: a battle saved as a picture that moves."""

    geometry: Geometry
    drop: WatchableDrop
    seats: tuple[SeatLook, ...]
    path: Path

    def __call__(self) -> int:
        """Save it and return its size in bytes. Raises FilmError and OSError."""
        draw_without_a_window()
        return save_film(BattleFilm(self.geometry, self.drop, self.seats), self.path)
