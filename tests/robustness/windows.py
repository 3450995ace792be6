"""Files of strangers in the window: listed, opened, shown for some frames, looked back on, and closed again."""

import os
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame

from shogun.game.errors import IllegalSetup, UnknownGame
from shogun.games import game_of
from shogun.table.errors import TableError
from shogun.table.journal import AnswerLine, read_journal
from shogun.table.replay import Replay
from shogun.table.saved_games import all_games
from shogun.tower import GeometryError
from shogun.window.game.past_scene import PastScene
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.routes import ToFile
from shogun.window.kit.runtime.settings import AT_ONCE, load_settings
from shogun.window.play.routes import ToGames, ToMenu, ToReplay, ToSavedGame
from shogun.window.scenes.games import GamesScene
from shogun.window.tower.tower_display import Fitting
from tests.robustness.guard import kept_inside
from tests.robustness.judge import Flaw, check_time
from tests.window import clicking, sparing

REFUSED = (TableError, GeometryError, IllegalSetup, UnknownGame, OSError)
FRAMES = (0.0, 0.016, 0.5, 30.0)
"""Seconds that pass until a frame."""
MOST_LISTED = 3


def kind_of(path: Path) -> tuple[Any, ...] | None:
    """Return what games must differ in to differ in kind; None if a file is none that can be played on."""
    try:
        contents = read_journal(game_of, path)
        course = Replay(contents).run()
    except REFUSED:
        return None
    header, tower = contents.header, contents.header.tower
    asked = {type(question).__name__ for question in course.questions}
    return (
        repr(header.setup)[:200],
        tuple(seat.player for seat in header.seats),
        tower and (tower.geometry is not None, tower.model is not None),
        frozenset(asked),
        contents.is_finished,
        max((len(seat.name) for seat in header.seats), default=0) // 20,
        all(seat.name.isascii() for seat in header.seats),
        len([line for line in contents.lines if not isinstance(line, AnswerLine)]) > 20,
        path.with_suffix(".drops").exists(),
    )


def games_of(folder: Path) -> Path:
    """Return where the games lie of a user whose folders are within this one."""
    return folder / "data" / "games"


def settings_of(folder: Path) -> Path:
    """Return the settings file of a user whose folders are within this one."""
    return folder / "settings" / "settings.json"


def open_in_window(folder: Path, rng: Random, brought: Path | None = None) -> None:
    """Look at the games of the user's folder within `folder` as a player does, after a file was dropped on the window.

    Raises Flaw, or whatever went wrong.
    """
    with kept_inside(folder) as strayed, patch.object(Fitting, "attend", lambda _fitting: False):
        remembered = load_settings()
        usual: dict[str, Any] = {
            "sound": False,
            "odds": False,
            "speed": rng.choice((1.0, AT_ONCE)),
            "computers_speed": AT_ONCE,
        }
        if remembered.language != "en":
            usual["language"] = remembered.language
        with clicking.window(**usual) as app:
            _walk(app, rng, brought)
    if strayed:
        raise Flaw(f"the window would have written elsewhere: {strayed}")
    if sparing.is_large():
        sparing.forget()


def _walk(app: App, rng: Random, brought: Path | None) -> None:
    app.go(ToMenu())
    _frames(app, (0.0, 0.016))
    app.go(ToGames() if brought is None else ToFile(brought))
    _look_at_list(app)
    for path in [game.path for game in all_games(game_of)][:MOST_LISTED]:
        try:
            app.go(ToSavedGame(path))
        except REFUSED:
            continue
        _frames(app, FRAMES)
        clicking.press(app, pygame.K_h)
        _look_back(app, rng)
        app.go(ToMenu())
        _frames(app, (0.0,))
        try:
            app.go(ToReplay(path))
        except REFUSED:
            continue
        _look_back(app, rng)
        app.go(ToMenu())


def _look_at_list(app: App) -> None:
    scene = clicking.top(app, GamesScene)
    for number in range(min(MOST_LISTED, len(scene.rows)) or 1):
        scene.choose(number)
        for _turn in range(40):
            _frames(app, (0.016,))
            if not scene.is_moving():
                break


def _look_back(app: App, rng: Random) -> None:
    scene = app.scene
    if not isinstance(scene, PastScene):
        return
    last = scene.story.last
    for place in {0, last, rng.randint(0, last), rng.randint(0, last)}:
        scene.go_to(place)
        _frames(app, (0.016,))
    scene.toggle_playing()
    _frames(app, FRAMES)


def _frames(app: App, pauses: Sequence[float]) -> None:
    """Let the window go on, frame by frame; none of them may take long."""
    for seconds in pauses:
        began = time.process_time()
        app.step(seconds)
        check_time(began)
