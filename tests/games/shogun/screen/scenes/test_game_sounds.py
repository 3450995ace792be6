"""What is heard of a game beside its cubes, and what a game says that is resumed in the middle of a battle."""

from pathlib import Path
from random import Random

import pytest

from shogun.games.shogun.rules import events as ev
from shogun.games.shogun.rules.state import BattleThrow, Setup
from shogun.games.shogun.screen.play.shown_battle import Count, ShownBattle
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.table.session import Session
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.settings import AT_ONCE
from shogun.window.kit.sound import EFFECTS, Effect
from shogun.window.play.routes import ToSavedGame
from tests.window.clicking import SMALL, game, session, top, window


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[Effect]:
    """Effects in the order in which they were played."""
    effects: list[Effect] = []
    monkeypatch.setattr(
        "shogun.window.kit.sound.Sounds.play", lambda self, effect, loudness=1.0: effects.append(effect)
    )
    return effects


def _until_a_result(app: App, scene: GameScene) -> None:
    for _step in range(20000):
        app.step(0.05)
        if scene.model.battle and scene.model.battle.result:
            return
    raise AssertionError("no battle ended")


@pytest.mark.slow
def test_a_drum_begins_a_battle_each_cube_clicks_and_a_string_ends_it(heard: list[Effect]) -> None:
    with window(SMALL) as app:
        scene = game(app, session("greedy,greedy,greedy", setup=Setup(3), seed=1))
        _until_a_result(app, scene)
        began = len(heard) - heard[::-1].index("taiko") - 1
        assert scene.model.battle
        assert heard[began + 1 :] == ["click"] * scene.model.battle.most + ["pluck"]


@pytest.mark.parametrize(
    ("winner", "sums", "heard"), [(0, (3, 1), "won"), (1, (1, 3), "lost"), (None, (2, 2), "tied"), (1, (0, 0), "tied")]
)
def test_a_persons_battle_ends_with_a_sound_of_its_own(winner: int | None, sums: tuple[int, int], heard: str) -> None:
    sides = Count("A", 0, (("red", sums[0]),)), Count("B", 1, (("blue", sums[1]),))
    battle = ShownBattle("", sides, result="so", winner=winner)
    assert battle.end_for([0]) == heard
    assert battle.end_for([2]) is None
    assert len({EFFECTS[effect]().tobytes() for effect in ("won", "lost", "tied", "pluck")}) == 4


@pytest.mark.slow
def test_a_person_hears_that_it_is_their_turn_once(heard: list[Effect]) -> None:
    with window(SMALL) as app:
        scene = game(app, session("person,greedy,greedy", setup=Setup(3), seed=1))
        for _step in range(2000):
            app.step(0.5)
            if scene.model.question is not None:
                break
        app.step(0.5)
        assert heard.count("turn") == 1


@pytest.mark.slow
def test_seasons_and_taxes_are_heard(heard: list[Effect]) -> None:
    with window(SMALL) as app:
        scene = game(app, session("greedy,greedy,greedy", setup=Setup(3), seed=1))
        seasons, taxes = heard.count("pluck"), heard.count("coin")
        while not any(isinstance(line.event, ev.TaxesCollected) for line in scene.model.log):
            app.step(0.05)
        assert heard.count("coin") == taxes + 1
        assert heard.count("pluck") > seasons


@pytest.mark.slow
def test_what_is_shown_at_once_makes_no_noise(heard: list[Effect]) -> None:
    with window(SMALL) as app:
        scene = game(app, session("greedy,greedy,greedy", setup=Setup(3), seed=1))
        scene.around_tower.pace.set_computers_speed(AT_ONCE)
        for _step in range(300):
            app.step(0.05)
        assert any(isinstance(line.event, ev.BattleSettled) for line in scene.model.log)
        assert "click" not in heard


def _at_a_throw(path: Path) -> Session:
    """Return a game that waits for the throw of a battle."""
    played = session("random,random,random", setup=Setup(3), seed=3, path=path)
    rng = Random(1)
    while not isinstance(played.state.stage, BattleThrow):
        if played.chance is not None:
            played.advance()
        else:
            question = played.questions[0]
            played.answer(question.seat, question.sample(rng))
    return played


def test_a_game_resumed_before_a_throw_says_what_is_fought_for(tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    _at_a_throw(path).close()
    with window(SMALL) as app:
        app.go(ToSavedGame(path))
        model = top(app, GameScene).model
        assert model.battle
        assert "attacks" in model.battle.title
        assert model.battle.title in [line.text for line in model.log]
