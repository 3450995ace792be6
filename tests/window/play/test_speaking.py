"""What opponents say is read in the log: while a game is played, when it is resumed, and in looking back."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from shogun.base import language
from shogun.game.remarks import Speaking
from shogun.games import GAMES
from shogun.table.replay import History
from shogun.table.session import Session
from shogun.table.speech import Speech, said_in
from shogun.window.game.past_scene import PastScene
from shogun.window.game.played import PlayedScene
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.settings import AT_ONCE, Settings, load_settings, save_settings
from shogun.window.play.game_story import story_of_journal
from shogun.window.play.model import LogLine, last_told
from shogun.window.play.start import saved_game
from shogun.window.scenes.preferences import PreferencesScene
from tests.table.test_branch import SETUPS, go_on, told
from tests.window.clicking import click, show_game, target, window

ALL = tuple(GAMES)


def spoken(log: Sequence[LogLine]) -> list[str]:
    return [line.text for line in log if line.is_spoken]


def expected(session: Session, speaking: Speaking) -> list[str]:
    game, history = GAMES[session.header.game], History(session.course.game, session.header)
    history.follow(session.course.answers)
    said = said_in(Speech(game.rules, game.remarks, session.header), history.steps, session.course.changes, speaking)
    return [one.line() for one in said]


def begun(code: str, path: Path | None = None, answers: int = 0) -> Session:
    rules = GAMES[code].rules
    return go_on(Session.start(rules, told(rules, SETUPS[code], 5), path), Random(5), answers)


def shown(app: App, session: Session, log: Sequence[LogLine] = (), until: int | None = None) -> PlayedScene:
    """The scene of a game, in which answers are drawn by lot and all is shown until so many stand."""
    show_game(app, session, list(log))
    scene = app.scene
    assert isinstance(scene, PlayedScene)
    driver, rng = scene.driver, Random(5)
    while not session.is_over and (until is None or len(session.course.answers) < until):
        question = session.questions[0]
        driver.turns.append(
            session.advance() if question.seat is None else session.answer(question.seat, question.sample(rng))
        )
        scene.showing.finish_all()
    return scene


@pytest.mark.parametrize("speaking", ["seldom", "all"])
@pytest.mark.parametrize("code", ALL)
def test_the_log_of_a_game_says_what_its_replay_says(code: str, speaking: Speaking, tmp_path: Path) -> None:
    path = tmp_path / "Kai.journal"
    with window(speed=AT_ONCE, computers_speed=AT_ONCE, speaking=speaking) as app:
        session = begun(code, path)
        scene = shown(app, session)
        said = expected(session, speaking)
        assert spoken(scene.model.log) == said and len(said) >= 2
        assert scene.model.log[-1].is_spoken
        assert last_told(scene.model.log) == scene.model.log[-2].text, "how it ended is told by the game itself"
        assert spoken(scene.story().log) == said
    story = story_of_journal(GAMES[code], path, speaking)
    assert spoken(story.log) == said
    assert spoken(story_of_journal(GAMES[code], path).log) == [], "by default nobody speaks"


@pytest.mark.parametrize("code", ALL)
def test_a_resumed_game_repeats_what_was_said_and_goes_on_with_it(code: str, tmp_path: Path) -> None:
    path = tmp_path / "Kai.journal"
    whole = begun(code, answers=10_000)
    middle = len(whole.course.answers) // 2
    begun(code, path, middle).close()
    with window(speed=AT_ONCE, computers_speed=AT_ONCE, speaking="seldom") as app:
        session, log = saved_game(app.options, path)
        before = expected(session, "seldom")
        scene = shown(app, session, log)
        assert spoken(scene.model.log)[: len(before)] == before != []
        assert spoken(scene.model.log) == expected(session, "seldom")
        numbers = [line.n for line in scene.model.log if line.n]
        assert numbers == sorted(numbers)


def test_who_speaks_has_the_mark_of_a_seat_and_the_language_of_now(tmp_path: Path) -> None:
    with window(speed=AT_ONCE, computers_speed=AT_ONCE, speaking="all") as app:
        scene = shown(app, begun("shogun"), until=200)
        line = next(line for line in scene.model.log if line.is_spoken)
        assert line.seat is not None and line.text.startswith(f"{scene.model.names[line.seat]}: ")
        language.use("cs")
        assert "„" in line.text and line.text.endswith("“")


@pytest.mark.parametrize("code", ALL)
def test_nobody_speaks_who_is_told_not_to(code: str) -> None:
    with window(speed=AT_ONCE, computers_speed=AT_ONCE, speaking="never") as app:
        assert spoken(shown(app, begun(code)).model.log) == []


def test_looking_back_hears_them_too(tmp_path: Path) -> None:
    path = tmp_path / "Kai.journal"
    session = begun("river-of-gold", path, 10_000)
    session.close()
    with window(speaking="seldom") as app:
        past = GAMES["river-of-gold"].opening.past(app, path)
        assert isinstance(past, PastScene)
        assert spoken(past.story.log) == expected(session, "seldom") != []


def test_the_setting_is_chosen_and_remembered() -> None:
    assert Settings().speaking == "seldom"
    with window(speaking="seldom") as app:
        app.push(PreferencesScene(app))
        app.step(0.0)
        for number, value in enumerate(("all", "seldom", "never")):
            assert target(app, f"speaking-{number}").rect.width
            click(app, f"speaking-{number}")
            assert app.settings.speaking == value
        save_settings(app.settings)
    assert load_settings().speaking == "never"
