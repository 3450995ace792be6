"""Many games in their list: scrolled, searched, filtered, sorted; several at once deleted, exported, brought back."""

import os
import shutil
from pathlib import Path

import pygame
import pytest

from shogun.table import saved_games
from shogun.table.journal_files import AppendFile
from shogun.table.saved_games import DAYS, games_folder
from shogun.window.kit.runtime.app import App
from shogun.window.play.game_query import GameQuery
from shogun.window.scenes.games import CHECK_SECONDS, GamesScene
from tests.layout.readable import flaws
from tests.systems import not_wine
from tests.window.clicking import SMALL, click, click_at, names, press, settle, shown, target, top, window

from .test_games import listed, paths, save, typed

CTRL, SHIFT = pygame.KMOD_CTRL, pygame.KMOD_SHIFT


@pytest.fixture
def many(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Thirty games, the last one played first: running and ended ones, a name of 200 letters, a broken file."""
    monkeypatch.setattr(os, "fsync", lambda _file: None)
    running, ended = save("running", 20, "person,greedy,greedy"), save("ended", players="person,random,random")
    made = []
    for number in range(28):
        path = games_folder() / f"mine-{number}.journal"
        shutil.copyfile((running, ended)[number % 2], path)
        made.append(path)
    made.append(ended.rename(games_folder() / f"{'n' * 200}.journal"))
    made.append(running.rename(games_folder() / "broken.journal"))
    made[-1].write_bytes(b"noise")
    for number, path in enumerate(made):
        os.utime(path, (1_700_000_000 - number, 1_700_000_000 - number))
    return made


def click_with(app: App, name: str, modifiers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Click a place while keys are held down."""
    with monkeypatch.context() as keys:
        keys.setattr(pygame.key, "get_mods", lambda: modifiers)
        click(app, name)


def turned(app: App, notches: int) -> None:
    app.scene.point(target(app, names(app, "game-")[0]).rect.center)
    app.take(pygame.Event(pygame.MOUSEWHEEL, y=notches, x=0))
    app.step(0.0)


@pytest.mark.parametrize("size", [SMALL, pytest.param((1024, 700), marks=pytest.mark.slow)], ids=str)
def test_every_game_is_reached_by_wheel_keys_and_bar(size: tuple[int, int], many: list[Path]) -> None:
    with window(size) as app:
        scene = listed(app)
        assert paths(scene) == many and flaws(scene) == []
        turned(app, -1000)
        settle(app)
        assert "game-29" in names(app) and "game-0" not in names(app) and flaws(scene) == []
        assert "This file isn't a game" in shown(app)
        press(app, pygame.K_HOME)
        assert scene.chosen == 0 and "game-0" in names(app)
        press(app, pygame.K_PAGEDOWN)
        page = scene.chosen
        assert page >= 5
        for _press in range(3):
            press(app, pygame.K_DOWN)
        assert scene.chosen == page + 3 and scene.focus == f"game-{page + 3}"
        press(app, pygame.K_END)
        assert scene.chosen == 29 and "game-29" in names(app)
        ((bar, _drag),) = next(panel for panel in scene.panels if panel.name == "games-list").layer.held
        pressed = bar.centerx, bar.bottom - 2
        app.take(pygame.Event(pygame.MOUSEMOTION, pos=pressed, rel=(0, 0), buttons=(0, 0, 0)))
        app.take(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=pressed, button=1))
        app.take(pygame.Event(pygame.MOUSEMOTION, pos=(0, 0), rel=(0, -1), buttons=(1, 0, 0)))
        app.take(pygame.Event(pygame.MOUSEBUTTONUP, pos=(0, 0), button=1))
        app.step(0.0)
        assert "game-0" in names(app)


def test_what_is_typed_is_searched_and_filters_and_orders_are_chosen(many: list[Path]) -> None:
    with window() as app:
        scene = listed(app)
        press(app, pygame.K_m, sign="m")
        typed(app, "MINE-2")
        settle(app)
        assert app.settings.sound is False and scene.query.words == "MINE-2"
        assert {path.stem for path in paths(scene)} == {"mine-2", *(f"mine-{n}" for n in range(20, 28))}
        assert "9 of 30" in shown(app)
        press(app, pygame.K_ESCAPE)
        assert len(scene.rows) == 30
        click(app, "state-next")
        assert "running" not in shown(app) and len(scene.rows) == 14
        click(app, "state-next")
        assert len(scene.rows) == 15
        against = [words for _one, words in scene.opponents()]
        assert sorted(against) == ["Player 1", "Random", "Samurai"]
        click(app, "against-next")
        click(app, "order-next")
        click(app, "reverse")
        settle(app)
        assert [path.stem for path in paths(scene)][-3:] == ["mine-5", "mine-3", "mine-1"], "in their natural order"
        click(app, "order-next")
        assert flaws(scene) == []
        scene.want(GameQuery(words="nothing is called so"))
        app.step(0.0)
        assert "No game matches." in shown(app) and flaws(scene) == []


def test_a_line_that_is_typed_keeps_its_keys_from_the_list(many: list[Path]) -> None:
    with window() as app:
        scene = listed(app)
        press(app, pygame.K_m, sign="m")
        typed(app, "mine")
        press(app, pygame.K_a, CTRL)
        assert not scene.selection.are_several, "the line is chosen whole, and no games"
        typed(app, "n")
        assert scene.query.words == "n"


@not_wine  # it keeps no times of access
def test_several_games_are_deleted_stay_for_thirty_days_and_come_back_as_they_were(
    many: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    with window() as app:
        scene = listed(app)
        before = {path: (path.read_bytes(), path.stat().st_mtime) for path in many}
        press(app, pygame.K_a, CTRL)
        settle(app)
        assert "30 games selected" in shown(app) and flaws(scene) == []
        press(app, pygame.K_DELETE)
        assert (
            f"for {DAYS} days" in shown(app).replace("\n", " ")
            and flaws(scene) == []
            and all(path.exists() for path in many)
        )
        click(app, "keep")
        here = target(app, "delete").rect.center
        for _click in range(2):
            click_at(app, here)
        assert all(path.exists() for path in many), "a second click on the same spot deletes nothing"
        press(app, pygame.K_DELETE)
        click(app, "delete-for-good")
        settle(app)
        assert "30 games were deleted." in shown(app) and not scene.rows and flaws(scene) == []
        kept = list((games_folder() / saved_games.DELETED).glob("*.journal"))
        almost = max(path.stat().st_mtime for path in kept) - (DAYS - 1) * 86_400
        for path in kept:
            os.utime(path, (path.stat().st_atime, almost))
        saved_games.delete(save("another", 5))
        click(app, "bring-back")
        settle(app)
        assert {path: (path.read_bytes(), path.stat().st_mtime) for path in many} == before
        assert "30 games were restored." in shown(app) and paths(scene) == many


def test_some_are_chosen_by_ctrl_shift_ticks_and_space_and_exported(
    many: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with window() as app:
        scene = listed(app)
        click(app, "game-1")
        click_with(app, "game-3", SHIFT, monkeypatch)
        click_with(app, "game-2", CTRL, monkeypatch)
        assert scene.selection.several == [1, 3]
        click(app, "tick-0")
        assert scene.selection.several == [0, 1, 3] and "3 games selected" in shown(app)
        click(app, "export")
        settle(app)
        exported = {path.name for path in (tmp_path / "documents").iterdir()}
        assert exported == {"mine-0.shogun", "mine-1.shogun", "mine-3.shogun"}
        assert "3 games were exported to your documents." in shown(app)
        click(app, "choose-none")
        click(app, "game-4")
        press(app, pygame.K_DOWN, SHIFT)
        press(app, pygame.K_DOWN, SHIFT)
        press(app, pygame.K_SPACE)
        assert scene.selection.several == [4, 5]
        press(app, pygame.K_ESCAPE)
        assert not scene.selection.several and top(app, GamesScene) is scene


def test_one_that_another_window_plays_stays_and_is_told_of(many: list[Path]) -> None:
    played = AppendFile(many[1])
    try:
        with window() as app:
            scene = listed(app)
            click(app, "tick-0")
            click(app, "tick-1")
            press(app, pygame.K_DELETE)
            click(app, "delete-for-good")
            settle(app)
            assert not many[0].exists() and many[1].exists()
            assert "1 game was deleted. 1 failed:" in shown(app).replace("\n", " ") and scene.is_complaint
    finally:
        played.close()


def test_what_another_window_deletes_or_begins_is_seen(many: list[Path]) -> None:
    with window() as app:
        scene = listed(app)
        click(app, "game-2")
        saved_games.delete(many[2])
        scene.update(2 * CHECK_SECONDS)
        app.step(0.0)
        assert "mine-2 is gone: another window has deleted or renamed it." in shown(app).replace("\n", " ")
        assert paths(scene) == [*many[:2], *many[3:]]
        new = save("new", 5, age=-100)
        scene.update(2 * CHECK_SECONDS)
        assert paths(scene)[0] == new
        saved_games.delete(many[4])
        scene.choose([path.stem for path in paths(scene)].index("mine-4"))
        scene.open()
        app.step(0.0)
        assert app.scene is scene, "its file is gone: nothing is opened"


@pytest.mark.slow
def test_a_thousand_summaries_are_not_remembered(many: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shogun.window.play.game_query.KEPT", 5)
    with window() as app:
        scene = listed(app)
        for _turn in range(20):
            turned(app, -2)
            settle(app)
        assert len(scene._surveys._known) <= 5
