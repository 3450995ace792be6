"""Two windows on one game: the second looks on, is told so, and keeps up; it writes nothing."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.screen.scenes.history_scene import HistoryScene
from shogun.table.errors import JournalError
from shogun.table.session import Session
from shogun.window.game.past_scene import PastScene
from shogun.window.kit.runtime.app import App
from shogun.window.play import start
from shogun.window.play.routes import ToMenu, ToSavedGame
from shogun.window.scenes.menu import MenuScene
from tests.systems import needs_movable_open_files
from tests.window.clicking import A_LONG_TIME, session, settle, shown, top, window

NOTICE = "This game is being played in another window"


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the file looked at all the time."""
    monkeypatch.setattr(start, "REST", 0.0)


@pytest.fixture
def app() -> Iterator[App]:
    with window() as opened:
        yield opened


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Session]:
    """A game that another window has open."""
    other = session("person,person,greedy", setup=Setup(3), path=tmp_path / "game.journal")
    go_on(other, 60)
    yield other
    other.close()


def go_on(other: Session, turns: int) -> None:
    rng = Random(turns)
    for _turn in range(turns):
        if other.chance is not None:
            other.advance()
        else:
            question = other.questions[0]
            other.answer(question.seat, question.sample(rng))


def looking_on(app: App, other: Session) -> HistoryScene:
    assert other.path
    app.go(ToMenu())
    app.go(ToSavedGame(other.path))
    return top(app, HistoryScene)


def come_to_rest(app: App, scene: PastScene) -> None:
    for _step in range(2000):
        scene.update(A_LONG_TIME)
        if not scene.is_moving():
            return
    raise AssertionError("it never came to rest")


def test_the_second_window_shows_the_game_as_it_stands_and_says_why(app: App, played: Session) -> None:
    scene = looking_on(app, played)
    assert scene.place == scene.story.last == len(played.course.answers)
    assert scene.model.view == played.view(None)
    app.step(0.0)
    assert NOTICE in shown(app)


def test_it_keeps_up_with_what_comes(app: App, played: Session) -> None:
    scene = looking_on(app, played)
    for turns in (1, 7, 40):
        go_on(played, turns)
        come_to_rest(app, scene)
        assert scene.place == scene.story.last == len(played.course.answers)
        assert scene.model.view == played.view(None)
    settle(app)
    assert scene.story.log[-1].text in shown(app)


def test_whoever_looks_back_is_left_where_they_look(app: App, played: Session) -> None:
    scene = looking_on(app, played)
    scene.go_to(10)
    go_on(played, 5)
    come_to_rest(app, scene)
    assert scene.place == 10
    assert scene.story.last == len(played.course.answers)


def test_what_the_other_takes_back_is_no_past(app: App, played: Session) -> None:
    while not any(played.undoable(seat) for seat in range(3)):
        go_on(played, 1)
    scene = looking_on(app, played)
    before = scene.story.last
    played.undo(next(seat for seat in range(3) if played.undoable(seat)))
    come_to_rest(app, scene)
    assert scene.place == scene.story.last == len(played.course.answers) < before
    assert scene.model.view == played.view(None)


@needs_movable_open_files
def test_a_line_that_is_half_written_or_a_file_that_is_gone_is_waited_for(app: App, played: Session) -> None:
    scene = looking_on(app, played)
    assert played.path
    whole, place = played.path.read_bytes(), scene.story.last
    played.path.write_bytes(whole + b'{"line":"answer","n":')
    come_to_rest(app, scene)
    assert scene.story.last == place
    played.path.unlink()
    come_to_rest(app, scene)
    played.path.write_bytes(whole)
    come_to_rest(app, scene)
    assert scene.story.last == place


def test_what_could_not_be_read_just_now_is_read_later_though_nothing_more_comes(
    app: App, played: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_asked: object) -> None:
        raise JournalError(Path(), 0, "another program has it open")

    scene = looking_on(app, played)
    come_to_rest(app, scene)
    go_on(played, 7)
    with monkeypatch.context() as patched:
        patched.setattr(start, "read_journal", refuse)
        come_to_rest(app, scene)
        assert scene.story.last < len(played.course.answers)
    come_to_rest(app, scene)
    assert scene.place == scene.story.last == len(played.course.answers)


def test_nothing_is_written(app: App, played: Session) -> None:
    assert played.path
    before = played.path.read_bytes()
    scene = looking_on(app, played)
    come_to_rest(app, scene)
    scene.escape()
    assert isinstance(app.scene, MenuScene)
    assert played.path.read_bytes() == before
    go_on(played, 1)


def test_without_a_menu_below_one_leads_back_to_it(app: App, played: Session) -> None:
    assert played.path
    app.go(ToSavedGame(played.path))
    top(app, HistoryScene).leave()
    assert isinstance(app.scene, MenuScene)


def test_a_game_that_is_free_again_is_played_on(app: App, played: Session) -> None:
    scene = looking_on(app, played)
    scene.leave()
    played.close()
    assert played.path
    app.go(ToSavedGame(played.path))
    assert not isinstance(app.scene, PastScene)
