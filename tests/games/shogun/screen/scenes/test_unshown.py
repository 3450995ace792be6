"""A game that ended in the middle of a battle shows that battle when it is gone on with, and only then."""

import shutil
from pathlib import Path
from random import Random

import pytest

from shogun.games import game_of
from shogun.games.shogun.rules import events as ev
from shogun.games.shogun.rules.state import BattleThrow, Setup
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.table.journal import read_journal
from shogun.table.journal_files import keep_shown, read_shown, shown_path
from shogun.table.replay import resume
from shogun.table.saved_games import COMPANION_PATHS
from shogun.window.kit.runtime.app import App
from shogun.window.play.routes import ToSavedGame
from tests.window.clicking import SMALL, game, session, top, window

FRAME = 0.05


def opened(app: App, path: Path) -> GameScene:
    app.go(ToSavedGame(path))
    return top(app, GameScene)


def settled(scene: GameScene) -> int:
    return sum(isinstance(line.event, ev.BattleSettled) for line in scene.model.log)


def killed_while_cubes_fall(folder: Path) -> Path:
    """Return a game as a power cut leaves it while its first battle falls: the journal has the battle already."""
    path, copy = folder / "a.journal", folder / "b.journal"
    with window(SMALL, large_battles="all") as app:
        scene = game(app, session("random,random,random", setup=Setup(3), seed=3, tower="classic", path=path))
        for _step in range(20_000):
            app.scene.update(FRAME)
            if scene.model.is_watching and scene.model.battle:
                break
        assert scene.model.is_watching
        for file in folder.glob("a.*"):
            shutil.copy(file, copy.with_suffix(file.suffix))
    return copy


@pytest.mark.slow
def test_a_battle_that_was_not_shown_to_its_end_is_shown_on_continuing_once(tmp_path: Path) -> None:
    path = killed_while_cubes_fall(tmp_path)
    with window(SMALL) as app:
        scene = opened(app, path)
        assert settled(scene) == 0, "nothing is told of it before it has fallen"
        assert scene.driver.turns
        seen_falling = False
        while settled(scene) == 0:
            app.scene.update(FRAME)
            seen_falling = seen_falling or scene.model.is_watching
        assert seen_falling
        assert len(scene.around_tower.drops.all()) == 1
        while not scene.presenter.is_idle:
            app.scene.update(FRAME)
        kept = shown_path(path).read_bytes()
        texts = [line.text for line in scene.model.log]
        assert len(texts) == len(set(texts)) or settled(scene) == 1, "no line is told twice"
    shown_path(path).write_bytes(kept)
    with window(SMALL) as app:
        scene = opened(app, path)
        assert settled(scene) == 1 or not scene.driver.turns


def test_others_that_played_on_meanwhile_do_not_take_its_place(tmp_path: Path) -> None:
    """Computers go on while a battle is shown: a later battle of theirs may be in the journal already."""
    path = killed_while_cubes_fall(tmp_path)
    read = resume(read_journal(game_of, path))
    battles = 0
    rng = Random(2)
    while battles < 2:
        question = read.questions[0] if read.questions and read.chance is None else None
        turn = read.advance() if question is None else read.answer(question.seat, question.sample(rng))
        battles += sum(isinstance(event, ev.BattleSettled) for event in turn.events)
    read.close()
    with window(SMALL) as app:
        scene = opened(app, path)
        assert settled(scene) == 0
        assert len(scene.driver.turns) > 2


def test_a_game_of_which_nobody_knows_what_was_shown_begins_where_it_stands(tmp_path: Path) -> None:
    path = killed_while_cubes_fall(tmp_path)
    shown_path(path).unlink()
    with window(SMALL) as app:
        scene = opened(app, path)
        assert settled(scene) == 1
        assert not scene.driver.turns
        assert read_shown(path) is not None


def test_a_game_that_waits_for_its_throw_has_nothing_left_to_show(tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    played = session("random,random,random", setup=Setup(3), seed=3, path=path)
    while not isinstance(played.state.stage, BattleThrow) and played.chance is not None:
        played.advance()
    played.close()
    keep_shown(path, 0)
    with window(SMALL) as app:
        assert not opened(app, path).driver.turns


def test_the_note_belongs_to_its_game_and_a_damaged_one_says_nothing(tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    assert read_shown(path) is None
    keep_shown(path, 17)
    assert read_shown(path) == 17
    for damaged in (b"", b"17", b"-3\n", b"seven\n", b"1" * 40):
        shown_path(path).write_bytes(damaged)
        assert read_shown(path) is None
    assert shown_path in COMPANION_PATHS
