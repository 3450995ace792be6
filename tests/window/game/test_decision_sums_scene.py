"""What decisions have cost over many games, on the screen: of all games, beginning with the list of games."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from shogun.games import GAMES, entry_of
from shogun.table.journal_files import decisions_path
from shogun.table.saved_games import games_folder
from shogun.window.game.decision_sums_scene import DecisionSumsScene
from shogun.window.game.lessons.chapters import LessonsScene
from shogun.window.game.opening import shown as shown_game
from shogun.window.kit.runtime.app import App
from shogun.window.play.routes import ToDecisionSums, ToGames, ToMenu
from shogun.window.scenes.games import GamesScene
from shogun.window.scenes.rules_help import RulesScene
from tests.players.review.judged_games import judge, play
from tests.players.review.test_game_review import SETUPS
from tests.window.clicking import click, names, shown, target, top, window

pytest.importorskip("numpy")


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    """A window in which decisions are judged quickly."""
    for entry in GAMES.values():
        monkeypatch.setattr(entry.decisions, "PLAYOUTS", 2)
        monkeypatch.setattr(entry.decisions, "SEARCHED", 16)
    with window() as opened:
        opened.go(ToMenu())
        yield opened


def saved(code: str, mistakes: tuple[tuple[str, ...], ...], unjudged: int = 0) -> list[Path]:
    """Write games of a person, with so many mistakes of these kinds in each, and some that aren't judged."""
    games_folder().mkdir(parents=True, exist_ok=True)
    entry = entry_of(code)
    paths = [games_folder() / f"{code} {number}.journal" for number in range(len(mistakes) + unjudged)]
    for number, path in enumerate(paths):
        play(entry.rules, SETUPS[code], path)
        if number < len(mistakes):
            judge(entry, path, mistakes[number], 2)
    return paths


def opened(app: App) -> DecisionSumsScene:
    """Return the scene on top, once all games are read."""
    scene = top(app, DecisionSumsScene)
    while not scene.reading.is_done:
        assert not scene.reading.has_failed
        app.step(0.1)
    app.step(0.0)
    return scene


def listed(app: App) -> GamesScene:
    """Return the list of games, with all of them chosen."""
    app.go(ToGames())
    for _step in range(50):
        app.step(0.1)
    scene = top(app, GamesScene)
    scene.choose_all()
    app.step(0.1)
    return scene


def test_the_list_of_games_leads_to_what_decisions_have_cost(app: App) -> None:
    paths = saved("rumble-nation", (("cards", "dice", "cards"), ("cards",)), unjudged=1)
    listed(app)
    click(app, "decisions")
    scene = opened(app)
    told = shown(app)
    assert "2 of 3 games are judged" in told
    assert "Cards: your biggest loss, 9.0" in told
    click(app, "judge")
    for _step in range(500):
        app.step(0.1)
        if scene.sums().judged == 3:
            break
    app.step(0.0)
    assert "3 of 3 games are judged" in shown(app)
    assert decisions_path(paths[-1]).exists(), "what was found is kept"
    assert target(app, "judge").act is None
    click(app, "back")
    click(app, "decisions")
    opened(app)
    assert "3 of 3 games are judged" in shown(app)


@pytest.mark.parametrize("code", GAMES)
def test_the_most_expensive_kind_leads_to_its_rule_and_its_chapter(app: App, code: str) -> None:
    judge_of_game = entry_of(code).decisions
    assert judge_of_game is not None
    kind = judge_of_game.KINDS[0]
    app.go(ToDecisionSums(code, tuple(saved(code, ((kind,),)))))
    scene = opened(app)
    explained = judge_of_game.EXPLAINED[kind]
    click(app, "rule")
    assert top(app, RulesScene).reading == explained.rule
    app.scene.escape()
    click(app, "chapter")
    chapter = top(app, LessonsScene).next_chapter()
    assert chapter is not None
    assert chapter.name == explained.chapter
    app.scene.escape()
    assert app.scene is scene
    click(app, f"kind-{len(scene.sums().kinds) - 1}")
    assert not {"rule", "chapter"} & set(names(app)), "nothing explains all kinds together"


@pytest.mark.parametrize("code", GAMES)
def test_what_explains_a_kind_is_there(app: App, code: str) -> None:
    lessons = shown_game(app, code).opening.lessons(app)
    assert isinstance(lessons, LessonsScene)
    chapters = {chapter.name for chapter in lessons.course.chapters}
    judge_of_game = entry_of(code).decisions
    assert judge_of_game is not None
    for explained in judge_of_game.EXPLAINED.values():
        assert explained.chapter in {"", *chapters}
        app.push(RulesScene(app, explained.rule, code))
        app.step(0.0)
        assert top(app, RulesScene).reading == explained.rule
        app.pop()


def test_games_of_several_kinds_are_not_told_of_together(app: App) -> None:
    saved("rumble-nation", ((),))
    saved("river-of-gold", ((),))
    listed(app)
    place = target(app, "decisions")
    assert place.act is None
    assert place.tooltip


def test_judging_is_stopped_and_goes_on_where_it_was(app: App) -> None:
    saved("rumble-nation", (), unjudged=2)
    listed(app)
    click(app, "decisions")
    scene = opened(app)
    assert "None of these games has been judged yet." in shown(app)
    click(app, "judge")
    app.step(0.1)
    assert target(app, "judge").act == scene.stop_judging
    click(app, "judge")
    for _step in range(5):
        app.step(0.1)
    assert scene.sums().judged == 0
    assert target(app, "judge").act == scene.judge_next
