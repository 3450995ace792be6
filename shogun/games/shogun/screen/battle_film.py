"""A battle as a film: both sides, the cubes that gather, fall and come out, the count in pairs, and the result."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pygame
from msgspec import Struct

from shogun.base.language import _
from shogun.games.shogun.analysis.review import Review
from shogun.games.shogun.rules import events as ev
from shogun.games.shogun.rules.cards import PEASANT
from shogun.games.shogun.screen import pieces
from shogun.games.shogun.screen.listing import seat_looks
from shogun.games.shogun.screen.panels.battle_panel import PLATE_EM, draw_side
from shogun.games.shogun.screen.play.last_battles import Remembering, WatchableDrop, watchable
from shogun.games.shogun.screen.play.presenter import BREATH_SECONDS, COUNT_SECONDS
from shogun.games.shogun.screen.play.shown_battle import (
    CLOSER_SECONDS,
    LargeBattle,
    ShownBattle,
    Side,
    fallen_cubes,
    gently,
    standings,
)
from shogun.table.journal import Contents
from shogun.table.replay import Replay
from shogun.tower.geometry import Geometry
from shogun.window.kit.drawing.canvas import Canvas, Layer
from shogun.window.kit.drawing.icons import SeatLook
from shogun.window.kit.drawing.theme import GOLD_PALE, INDIGO_DEEP, PAPER_BRIGHT
from shogun.window.kit.runtime.display import draw_without_a_window
from shogun.window.tower.films import FilmError, check_film_path, save_film
from shogun.window.tower.playback import Playback
from shogun.window.tower.tower_view import CloseView

SIZE = (480, 600)
EM = 11
HEAD = 56
"""Pixels above the tower, for the province's name and the result."""
HEAD_SIZE = 1.7
PLATES_AT = 250
DRIFTS_A_SECOND = 12
"""Updates of the drifting leaves a second: updating them in every frame would add a fifth to the file's size."""
END_SECONDS = 2.6
"""Seconds that the result is shown before the film repeats."""


class BattleFilm:
    """A recorded battle."""

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
        """Restart, step from frame to frame at `rate` a second, and yield the seconds that each one is shown."""
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
        """Return the script's current frame."""
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
    """Worker task that saves a battle as an animation."""

    geometry: Geometry
    drop: WatchableDrop
    seats: tuple[SeatLook, ...]
    path: Path

    def __call__(self) -> int:
        """Save the animation and return its size in bytes. Raises FilmError and OSError."""
        draw_without_a_window()
        return save_film(BattleFilm(self.geometry, self.drop, self.seats), self.path, self.geometry)


# Battles of a saved game as animations, for the command line


def save_battle(contents: Contents, journal: Path, number: int | None, into: Path) -> str:
    """Save a battle of a game and describe it in a sentence; `number` counts from 1, None: the most exciting one.

    Raises FilmError, OSError, TableError.
    """
    check_film_path(into)
    replay = Replay(contents)
    battles = sum(isinstance(event, ev.BattleSettled) for line in replay for event in line.events)
    tower, answers = contents.header.tower, tuple(replay.course.answers)
    if not battles or tower is None or tower.geometry is None:
        raise FilmError(_("{path} has no battle that fell through a tower").format(path=journal))
    if number is None:
        number = (Review(contents.header, answers)().most_exciting() or 0) + 1
    if not 1 <= number <= battles:
        raise FilmError(_("--battle {n} must be a number from 1 to {most}").format(n=number, most=battles))
    found = Remembering(contents.header, answers, tuple(contents.raw), journal, number - 1)()
    seats = seat_looks(contents.header, ())
    drop = watchable(found[0], seats)
    if drop.recording is None:
        raise FilmError(_("battle {n} can't be shown again on this computer").format(n=number))
    size = BattlePicture(tower.geometry, drop, tuple(seats), into)()
    told = _("{path}: battle {n} of {most}, {size:.1f} MB. {result}")
    return told.format(path=into, n=number, most=battles, size=size / 1e6, result=drop.battle.result)
