"""Battles over the map: when a battle is shown large, its growth, and the slow movement of its cubes."""

from collections.abc import Sequence
from typing import Protocol

import pygame
from msgspec import Struct

from shogun.game.questions import Thrown
from shogun.games.shogun import rules
from shogun.games.shogun.rules import events as ev
from shogun.games.shogun.rules.cards import PEASANT
from shogun.games.shogun.screen import pieces
from shogun.games.shogun.screen.map.board_view import BoardHighlights, BoardView
from shogun.games.shogun.screen.map.map_picture import Manner
from shogun.games.shogun.screen.panels.battle_panel import BattlePanel
from shogun.games.shogun.screen.play.model import Model
from shogun.games.shogun.screen.play.presenter import Presenter
from shogun.games.shogun.screen.play.shown_battle import (
    GROW_SECONDS,
    LargeBattle,
    fallen_cubes,
    gently,
    large_battle,
    standings,
)
from shogun.games.shogun.screen.scenes.large_tower import WatchedTower
from shogun.table.journal_files import keep_shown, read_shown
from shogun.table.recordings import recorded_again
from shogun.table.replay import History
from shogun.table.session import Session, Turn
from shogun.table.towers import Inside
from shogun.tower.physics.collision_geometry import Point
from shogun.window.game.screen import Screen
from shogun.window.kit.drawing.theme import INDIGO_DEEP
from shogun.window.play.game_plugin import GamePlugin
from shogun.window.play.game_story import Story, story_of_session
from shogun.window.tower.playback import Playback
from shogun.window.tower.tower_display import Picture, Stand, TowerSign
from shogun.window.tower.tower_view import CloseView

SWELLS = 0.25
"""Seconds in which a changed number returns to its size."""
DRIFTS_A_SECOND = 30
STANDS_BELOW_EM = 2.2
"""Distance of a side's army below its plate before it goes into the cup."""


class BattleScene(Protocol):
    """Interface of battles over the map to a game's scene: `scenes/game_scene.py`."""

    screen: Screen[Model]
    stand: Stand
    presenter: Presenter
    board_view: BoardView
    """The map that the picture grows over."""

    @property
    def around_tower(self) -> WatchedTower:
        """Tower controls."""

    def cover(self, *, is_whole: bool) -> None:
        """Hide the panels under a picture that has fully grown, or show them again."""

    def uncover(self, area: pygame.Rect) -> None:
        """Redraw everything under a part of the window."""


class LargeBattles:
    """Large battles of one game's scene."""

    def __init__(self, scene: BattleScene) -> None:
        self._scene = scene
        self._screen = screen = scene.screen
        self._stand = stand = scene.stand
        self._map = scene.board_view
        self.em = 16
        self._close = CloseView(stand) if isinstance(stand, Playback) else None
        self.picture: Picture = self._close or TowerSign()
        self.picture.signs = pieces.cube_signs(screen.model.seats)
        self.panel = BattlePanel(screen.model, self)
        self._counts = (0, 0)
        self._swell = [0.0, 0.0]
        self._battlefield: tuple[tuple[str, tuple[int, int], int], pygame.Surface] | None = None
        """Battlefield: its province, size and painting of the map, and the picture."""

    # Requests of the panel

    def watch_again(self) -> None:
        """Show the battle again, in slow motion with the x-ray."""
        self._scene.around_tower.watch_again()

    def save_picture(self) -> None:
        """Save the battle as an animation."""
        self._scene.around_tower.save_film()

    def go_on(self) -> None:
        """Continue after the result has been read."""
        self._scene.presenter.skip()

    @property
    def seconds(self) -> float | None:
        """Seconds since the cubes were released."""
        return self._stand.seconds

    @property
    def swell(self) -> tuple[float, float]:
        """Swelling of both sides' numbers since their last cube landed, 0 to 1."""
        return self._swell[0], self._swell[1]

    @property
    def drifted(self) -> int:
        """Number of updates of the drifting leaves behind the tower."""
        return round(self._close.moment * DRIFTS_A_SECOND) if self._close else 0

    def origin(self) -> tuple[int, int]:
        """Return the place of the battle's province, or the middle of the map if it isn't visible."""
        view, large = self._map, self._screen.model.large
        place = view.anchor(large.province) if large else view.rect.center
        return place if view.rect.collidepoint(place) else view.rect.center

    def battlefield(self, size: tuple[int, int]) -> pygame.Surface:
        """Return the part of the map, at this size, around the battle's province."""
        model, view = self._screen.model, self._map
        province = model.large.province if model.large else ""
        key = province, size, view.painted
        if self._battlefield is None or self._battlefield[0] != key:
            self._battlefield = key, self._painted_battlefield(province, size, view)
        return self._battlefield[1]

    def _painted_battlefield(self, province: str, size: tuple[int, int], view: BoardView) -> pygame.Surface:
        model = self._screen.model
        whole = pygame.Surface(view.rect.bottomright)
        whole.fill(INDIGO_DEEP)
        manner = Manner(model.by_owner, model.view.season)
        view.draw(whole, model.view, BoardHighlights(shown=(province,), arrow=model.shown_arrow, manner=manner))
        seen = pygame.Rect((0, 0), size)
        seen.center = view.anchor(province)
        part = pygame.Surface(size)
        part.fill(INDIGO_DEEP)
        part.blit(whole, (0, 0), seen.clamp(view.rect))
        return part

    # Growing and shrinking

    def enlarge(self, settled: ev.BattleSettled, *, is_persons: bool) -> float:
        """Begin to show a battle large, if the settings ask for it; return the seconds that it takes to grow."""
        screen = self._screen
        wanted = screen.app.settings.large_battles
        if self._close is None or not (wanted == "all" or (is_persons and wanted == "own")) or not screen.is_on_top():
            return 0.0
        large = screen.model.large = large_battle(settled, screen.model.seats)
        self._counts, self._swell, self._battlefield = (0, 0), [0.0, 0.0], None
        self._close.closeness = 0.0
        is_still = screen.app.settings.reduced_motion
        self._stand.origins = self._origins(large) if is_persons and not is_still else {}
        large.grown = 1.0 if is_still else 0.0
        self._follow(pygame.Rect())
        return 0.0 if is_still else GROW_SECONDS

    def _origins(self, large: LargeBattle) -> dict[str, Point]:
        """Return the cubes' starting points, mm: below both sides' plates, or on the tray for those already there."""
        assert self._close is not None
        tray = self._close.tray_middle()
        origins = dict.fromkeys([PEASANT, *(seat.colour for seat in self._screen.model.seats)], tray)
        for side, plate in zip(large.sides, self.panel.plates(self.em), strict=True):
            origins[side.colour] = self._close.point_at(
                (plate.centerx, plate.bottom + round(STANDS_BELOW_EM * self.em))
            )
        return origins

    def reduce(self) -> float:
        """Begin to shrink the large battle; return the seconds that it takes."""
        large = self._screen.model.large
        if large is None:
            return 0.0
        self._stand.origins, self._stand.slows = {}, False
        large.is_leaving = True
        if self._screen.app.settings.reduced_motion:
            self.finish()
        return 0.0 if self._screen.model.large is None else GROW_SECONDS

    def finish(self) -> None:
        """Finish growing or shrinking at once."""
        large = self._screen.model.large
        if large is not None:
            self._let_pass(large, GROW_SECONDS)

    def stop(self) -> None:
        """Stop showing the battle large."""
        self.reduce()
        self.finish()

    # Time

    def update(self, seconds: float) -> None:
        """Let the picture grow or shrink; a battle that has begun is painted in advance."""
        model, settings = self._screen.model, self._screen.app.settings
        large = model.large
        self.picture.season = model.view.season
        if large is None:
            if self._close and settings.large_battles in ("all", "own") and model.battle and not model.battle.result:
                self._close.prepare()
            return
        self._stand.slows = not (settings.reduced_motion or model.slow or model.is_hurried or large.is_leaving)
        self._let_pass(large, seconds)
        self._take_counts(large, seconds)

    def _let_pass(self, large: LargeBattle, seconds: float) -> None:
        model, before, old = self._screen.model, (large.grown, large.is_leaving), self.panel.rect.copy()
        is_still = self._screen.app.settings.reduced_motion
        large.pass_by(seconds, comes_closer=self._stand.is_close and not is_still)
        if self._close is not None:
            self._close.closeness, self._close.is_steady = gently(large.closeness), is_still
            self._close.moment += 0.0 if is_still else seconds
        if large.is_leaving and large.grown <= 0.0:
            model.large = None
        if before != (large.grown, large.is_leaving) or large.is_leaving or model.large is None:
            self._follow(old)

    def _follow(self, old: pygame.Rect) -> None:
        """Resize and cover the panels to match the battle's growth."""
        large = self._screen.model.large
        is_whole = large is not None and large.is_whole
        self._scene.cover(is_whole=is_whole)
        self.panel.follow()
        if large is None or large.is_leaving:
            self._scene.uncover(old)

    def _take_counts(self, large: LargeBattle, seconds: float) -> None:
        """Swell a side's number when one of its cubes has landed or fallen."""
        rows = standings(large, self._screen.model.battle, self._screen.model.tray)
        counts = rows[0].left, rows[1].left
        for number in range(2):
            faded = max(0.0, self._swell[number] - seconds / SWELLS)
            self._swell[number] = 1.0 if counts[number] != self._counts[number] else faded
        if self._close is not None:
            self._close.fallen = fallen_cubes(rows)
        if self._screen.app.settings.reduced_motion:
            self._swell = [0.0, 0.0]
        self._counts = counts


# A battle that was being shown when a game was closed: it is shown on resuming, with everything after it


class Unshown(Struct, frozen=True):
    """Turns that still have to be shown, a battle first."""

    turns: Sequence[Turn]
    place: int
    """Number of answers that have been shown."""
    inside: Inside
    """Previous contents of the tower."""


class ShownSoFar:
    """Keeps the progress file next to the journal of one game up to date."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def note(self, turn: Turn) -> None:
        """Record that a turn was shown to its end."""
        if turn.fall is not None and self._session.path is not None:
            keep_shown(self._session.path, turn.n)


def unshown(game: GamePlugin, session: Session) -> Unshown | None:
    """Return the remaining turns to show in a game that is opened; None if there aren't any, or it isn't known."""
    if session.path is None:
        return None
    shown = read_shown(session.path)
    if shown is None:
        keep_shown(session.path, session.writer.next_number - 1)
        return None
    if not any(isinstance(line.answer, Thrown) and line.n > shown for line in session.course.answers):
        return None
    story = story_of_session(game, session, History(rules, session.header), None, session.writer.next_number)
    place = _first_battle(story, shown)
    if place is None:
        return None
    turns = [_turn(story, later) for later in range(place, story.last + 1)]
    return Unshown(turns, place - 1, story.history.inside(place - 1))


def _first_battle(story: Story, shown: int) -> int | None:
    """Return the place after the first battle that wasn't shown: others may have played on meanwhile."""
    places = range(1, story.last + 1)
    return next((place for place in places if _is_unshown_battle(story, place, shown)), None)


def _is_unshown_battle(story: Story, place: int, shown: int) -> bool:
    step = story.history.steps[place - 1]
    return step.line.n > shown and any(isinstance(event, ev.BattleSettled) for event in step.events)


def _turn(story: Story, place: int) -> Turn:
    """Return a turn with its recording, made again if the game was closed before it was saved."""
    answer, job = story.history.steps[place - 1].line.answer, story.history.throw_job(place)
    if not isinstance(answer, Thrown) or job is None:
        return story.turn(place)
    return story.turn(place, story.recording(place) or recorded_again(job, dict(answer.out)))
