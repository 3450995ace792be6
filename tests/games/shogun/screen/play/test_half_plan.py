"""A plan that is being laid comes back whatever ends the game; one that nobody could have laid does not."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest

from shogun.base.files import write_plain
from shogun.games.shogun.rules.cards import FIELDS, Card
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.screen.play.half_made_answers import HalfPlan, read_half_plan
from shogun.games.shogun.screen.scenes import answering
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.table.journal_files import draft_path, keep_draft
from shogun.window.kit.runtime.app import App
from shogun.window.play.routes import ToMenu, ToSavedGame
from shogun.window.scenes.pause import PauseScene
from tests.window.clicking import asked, draft, game, play_unseen, session, top, window
from tests.window.disk import no_room


@pytest.fixture
def app() -> Iterator[App]:
    with window() as opened:
        yield opened


def laying(app: App, path: Path) -> GameScene:
    """Return a game in which a person is asked for a plan."""
    scene = game(app, session("person,greedy,greedy", setup=Setup(3), seed=1, path=path))
    play_unseen(app, Random(1), until=lambda s: s.model.plan is not None and asked(s).seat == 0)
    return scene


def killed(path: Path) -> Path:
    """Return a game as a window leaves it on the disk that is killed now."""
    copy = path.with_name(f"{path.stem} killed.journal")
    shutil.copy(path, copy)
    shutil.copy(draft_path(path), draft_path(copy))
    return copy


def opened(app: App, path: Path) -> GameScene:
    app.go(ToMenu())
    app.go(ToSavedGame(path))
    play_unseen(app, Random(1), until=lambda s: s.model.plan is not None)
    return top(app, GameScene)


def test_a_kill_loses_no_card_and_so_does_the_next(app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answering, "REST", 0.0)
    path = tmp_path / "game.journal"
    scene = laying(app, path)
    hand = draft(scene).hand()
    for number in (2, 5):
        draft(scene).take_card(hand[number])
        draft(scene).take_field(number)
        scene.update(0.0)
    laid = list(draft(scene).fields)
    assert laid.count(None) == FIELDS - 2
    for _time in range(2):
        path = killed(path)
        scene = opened(app, path)
        assert draft(scene).fields == laid


def told_when_left(app: App, scene: GameScene) -> dict[str, str]:
    """Return what the menu of a running game promises, by the names of its buttons."""
    app.push(PauseScene(app, scene.driver.session))
    app.step(0.0)
    told = {target.name: target.tooltip for target in app.scene.targets() if target.name in ("games", "leave", "quit")}
    app.pop()
    return told


def test_nothing_is_promised_of_a_plan_that_the_disk_refuses(
    app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answering, "REST", 0.0)
    scene = laying(app, tmp_path / "game.journal")
    assert all("saved" in told and "refuses" not in told for told in told_when_left(app, scene).values())
    with no_room():
        draft(scene).take_card(draft(scene).hand()[0])
        draft(scene).take_field(0)
        scene.update(0.0)
        refused = told_when_left(app, scene)
        assert len(refused) == 3 and set(refused.values()) == {scene.unkept()} and "unfinished plan" in scene.unkept()
    scene.update(0.0)
    assert scene.unkept() == "" and "refuses" not in "".join(told_when_left(app, scene).values())


def test_it_is_written_once_a_second_and_only_if_it_has_changed(
    app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[bytes] = []

    def noted(path: Path, data: bytes) -> None:
        if path.suffix == ".plan":
            written.append(data)
        write_plain(path, data)

    monkeypatch.setattr("shogun.table.journal_files.write_plain", noted)
    path = tmp_path / "game.journal"
    scene = laying(app, path)
    scene.update(0.0)
    assert written == []
    for card in draft(scene).hand()[:3]:
        draft(scene).take_field(draft(scene).fields.index(None))
        draft(scene).take_card(card)
        scene.update(0.0)
    assert len(written) == 1
    monkeypatch.setattr(answering, "REST", 0.0)
    scene.desk._next = 0.0
    for _time in range(5):
        scene.update(0.0)
    assert len(written) == 2
    draft(scene).clear()
    scene.update(0.0)
    assert not draft_path(path).exists()


def test_a_committed_plan_leaves_no_half_laid_one(app: App, tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    scene = laying(app, path)
    draft(scene).take_card(draft(scene).hand()[0])
    draft(scene).take_field(0)
    scene.update(0.0)
    assert draft_path(path).exists()
    scene.controls.answer(asked(scene).sample(Random(1)))
    assert not draft_path(path).exists()
    app.go(ToMenu())
    assert not draft_path(path).exists()


@pytest.mark.parametrize("fault", ["no such card", "twice", "too short", "too dear a bid"])
def test_a_plan_that_nobody_could_have_laid_is_not_laid(app: App, tmp_path: Path, fault: str) -> None:
    path = tmp_path / "game.journal"
    scene = laying(app, path)
    question = draft(scene).question
    empty: list[Card | None] = [None] * FIELDS
    dear = [card for card in question.cards if isinstance(card, int) and card > question.chests]
    card = question.cards[0]
    faults: dict[str, list[Card | None]] = {
        "no such card": ["Atlantis", *empty[1:]],
        "twice": [card, card, *empty[2:]],
        "too short": [card],
        "too dear a bid": [*empty[1:], max(dear, default=99)],
    }
    app.go(ToMenu())
    keep_draft(path, msgspec.json.encode(HalfPlan(question.seat, question.key, tuple(faults[fault]))))
    assert draft(opened(app, path)).fields == empty


@pytest.mark.parametrize("text", [b'{"seat":"x"}', b"[]", b'{"seat":0,"key":"k","fields":[' + b"9" * 5000 + b"]}"])
def test_what_is_no_plan_is_none(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "game.journal"
    keep_draft(path, text)
    assert read_half_plan(path) is None
