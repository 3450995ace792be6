"""Nothing secret shows in the window: games that differ in nothing but a secret look alike to the last pixel."""

import os
from collections.abc import Iterator, Sequence
from random import Random

import pygame
import pytest

from shogun.games import GAMES
from shogun.table.journal import Contents, Header
from shogun.table.journal_limits import MOST_LINES
from shogun.table.saved_games import games_folder
from shogun.window.game.past_scene import PastScene
from shogun.window.kit.runtime.app import App
from shogun.window.play.routes import ToGames, ToMenu, ToReplay
from tests.table.twins import CASES, HIDING, READERS, TOYS, moments, taken_back, twins
from tests.window.clicking import press, shown, top, window

pytestmark = pytest.mark.slow
WRITTEN = 1_800_000_000
"""When journals were written, s since 1970: the list tells it."""


@pytest.fixture(autouse=True)
def unseeded(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Add the toys to the games, and let lots belong to no seed: twins can't both have the seed's."""
    before = dict(GAMES)
    GAMES.update(TOYS)
    monkeypatch.setattr(Header, "unseeded", property(lambda _header: MOST_LINES))
    yield
    GAMES.clear()
    GAMES.update(before)


def pictures(contents: Contents) -> list[tuple[str, bytes]]:
    """Return what is shown of a game: in the list of games, and at its last moments where it is looked back at."""
    path = games_folder() / "Kai.journal"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(contents.raw))
    os.utime(path, (WRITTEN, WRITTEN))
    with window() as app:
        app.go(ToMenu())
        app.go(ToGames())
        for _step in range(20):
            app.step(0.1)
        found = [_picture(app)]
        app.go(ToReplay(path))
        app.step(0.0)
        past = top(app, PastScene)  # type: ignore[type-abstract]
        for place in _looked_at(past.story.last):
            past.go_to(place)
            found.append(_picture(app))
        press(app, pygame.K_w)
        found.append(_picture(app))
    return found


def _looked_at(last: int) -> Sequence[int]:
    return sorted({max(0, place) for place in (0, last // 2, last - 2, last - 1, last)})


def _picture(app: App) -> tuple[str, bytes]:
    app.scene.point((-1, -1))
    app.step(0.0)
    while app.scene.is_dirty():
        app.step(0.0)
    return shown(app), app.window.get_buffer().raw


@pytest.mark.parametrize("people", READERS)
@pytest.mark.parametrize("code", CASES)
def test_what_differs_in_a_secret_looks_alike(code: str, people: tuple[int, ...]) -> None:
    seats, rng, kinds = people if len(people) == 1 else (), Random(1), set()
    for contents in moments(code, people, quick=True):
        expected = pictures(contents)
        for kind, other in dict(twins(contents, seats, rng)).items():
            kinds.add(kind)
            assert pictures(other) == expected
        undone = [pictures(other) for other in taken_back(contents, seats, rng)]
        assert undone[1:] == undone[:1]
    assert bool(kinds) == (code in HIDING)
