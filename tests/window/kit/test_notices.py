"""What can't be written or read outside of a game is told once, in a bar, and written as soon as that is possible."""

import os
from collections.abc import Iterator

import pygame
import pytest

from shogun.games import GAMES
from shogun.games.shogun.rules.state import Setup
from shogun.players.ratings import load, ratings_path
from shogun.table.journal import PERSON
from shogun.window.kit.runtime import app as retried_writes
from shogun.window.kit.runtime import notice_bar
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.settings import Settings, load_settings, save_settings, settings_path
from shogun.window.kit.runtime.start_options import PlayOptions
from shogun.window.play.rating_lines import keeper_of_ends
from shogun.window.play.routes import ToMenu
from shogun.window.router import follow
from tests.players.test_ratings import begun, play
from tests.window.clicking import SMALL, click, click_at, session, show_game, window


@pytest.fixture
def app() -> Iterator[App]:
    with window() as app:
        app.go(ToMenu())
        app.step(0.0)
        yield app


def unopened() -> App:
    return App(PlayOptions(entries=GAMES, size=SMALL), follow)


def full(_handle: int) -> None:
    raise OSError(28, "No space left on device")


def pixels(app: App) -> bytes:
    return app.window.get_buffer().raw


def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retried_writes, "RETRY_SECONDS", 0.0)


def test_settings_on_a_full_disk_are_told_once_and_written_when_there_is_room(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_once(monkeypatch)
    before = pixels(app)
    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", full)
        for language in ("pl", "en"):
            app.settings.language = language
            app.remember()
        app.settings.speed = 2.0
        app.remember()
        app.step(0.0)
    said = "Settings couldn't be saved (No space left on device). It will be tried again automatically."
    assert app.bar.sentence == said and pixels(app) != before
    assert not settings_path().exists()
    app.step(0.0)
    assert load_settings().speed == 2.0
    app.bar.close(app.scene)
    app.step(0.0)
    assert app.bar.sentence == "" and pixels(app) == before, "it is told once, and leaves nothing behind"


def test_a_sentence_is_clicked_away_and_the_next_one_comes(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    scenes = list(app.scenes)
    for name in ("One", "Two"):
        app.keep(name, name, lambda: full(0))
    app.step(0.0)
    middle = (SMALL[0] // 2, SMALL[1] - 20)
    assert app.bar.sentence.startswith("One") and app.bar.is_at(middle)
    click_at(app, middle)
    assert app.bar.sentence.startswith("Two") and app.scenes == scenes
    monkeypatch.setattr(notice_bar, "STAYS", 0.0)
    click_at(app, middle)
    app.step(0.0)
    assert app.bar.sentence == "" and not app.bar.is_at(middle)


@pytest.mark.parametrize("size", [(640, 400), SMALL, (3840, 2160)])
def test_the_bar_stays_in_the_window_with_the_longest_names(size: tuple[int, int]) -> None:
    with window(size) as app:
        app.go(ToMenu())
        app.keep("x", "What has a long name " * 10, lambda: full(0))
        app.step(0.0)
        assert app.bar.is_at((app.window.get_width() // 2, app.window.get_height() - 3 * app.scene.em // 2))
        assert app.window.get_rect().contains(app.bar._rect)


def test_the_end_of_a_game_is_rated_when_there_is_room_again(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    at_once(monkeypatch)
    ended = play(begun(settings_path().parent.parent / "game.journal", PERSON, "solid"))
    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", full)
        keeper_of_ends(app)(ended)
        app.step(0.0)
        assert load(ratings_path()).games == ()
    assert app.bar.sentence.startswith("Rating couldn't be saved (No space left on device).")
    app.step(0.0)
    assert len(load(ratings_path()).games) == 1
    assert load_settings().finished == ["rumble-nation"]


def test_a_game_counts_as_finished_only_if_a_human_has_played_it_from_its_beginning(app: App) -> None:
    folder = settings_path().parent.parent
    keeper_of_ends(app)(play(begun(folder / "opponents.journal", "solid", "solid")))
    keeper_of_ends(app)(play(begun(None, PERSON, "solid")))  # type: ignore[arg-type]
    assert app.settings.finished == []
    app.settings.rating = False
    keeper_of_ends(app)(play(begun(folder / "own.journal", PERSON, "solid")))
    assert app.settings.finished == ["rumble-nation"] and load(ratings_path()).games == ()


def test_what_waits_is_written_when_the_window_closes(monkeypatch: pytest.MonkeyPatch) -> None:
    with window() as app:
        app.go(ToMenu())
        ended = play(begun(settings_path().parent.parent / "game.journal", PERSON, "solid"))
        with monkeypatch.context() as disk:
            disk.setattr(os, "fsync", full)
            keeper_of_ends(app)(ended)
            app.step(0.0)
    assert len(load(ratings_path()).games) == 1


def test_two_windows_keep_each_others_settings() -> None:
    save_settings(Settings())
    one, other = unopened(), unopened()
    for app, name in ((one, "first"), (other, "second")):
        app.settings.lessons.append(name)
    one.settings.speed = 2.0
    other.settings.palette = "contrast"
    for app in (one, other, one):
        app.remember()
    found = load_settings()
    assert (found.speed, found.palette, found.lessons) == (2.0, "contrast", ["first", "second"])


def test_the_last_window_to_choose_has_the_last_word() -> None:
    save_settings(Settings())
    one, other = unopened(), unopened()
    for app, speed in ((one, 2.0), (other, 4.0), (one, 1.0)):
        app.settings.speed = speed
        app.remember()
    assert load_settings().speed == 1.0


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
def test_settings_that_are_a_pipe_are_left_alone_and_told() -> None:
    settings_path().parent.mkdir(parents=True)
    os.mkfifo(settings_path())
    app = unopened()
    app.open()
    try:
        app.go(ToMenu())
        app.step(0.0)
        assert app.bar.sentence == "settings.json can't be read (it isn't a file). It was left unchanged."
    finally:
        app.close()
    assert settings_path().is_fifo()


def test_settings_of_200_megabytes_are_put_aside_and_told() -> None:
    settings_path().parent.mkdir(parents=True)
    with settings_path().open("wb") as file:
        file.truncate(200_000_000)
    app = unopened()
    assert not settings_path().exists()
    assert settings_path().with_name("settings.json.broken").stat().st_size == 200_000_000
    app.open()
    app.go(ToMenu())
    app.step(0.0)
    assert app.bar.sentence.startswith("settings.json can't be read (it is larger than 1000000 bytes). It was kept as ")
    app.close()


def test_a_notice_covers_a_game_and_lets_it_go_on(app: App) -> None:
    played = session(f"{PERSON},greedy,greedy", setup=Setup(3))
    show_game(app, played, [])
    app.keep("x", "Something", lambda: full(0))
    for _step in range(20):
        app.step(0.1)
    assert app.bar.sentence.startswith("Something")
    click_at(app, (SMALL[0] // 2, SMALL[1] - 20))
    assert app.bar.sentence == ""
    pygame.event.clear()
    click(app, "menu")
