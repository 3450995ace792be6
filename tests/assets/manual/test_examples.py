"""The whole examples of the manual do what their pages say."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from shogun.base.catalogue import read_catalogue
from shogun.game.protocol import only
from shogun.games import GAMES, Entry
from shogun.games.shogun.rules.cards import EVENTS
from shogun.table.past.replay import Replay
from shogun.table.running.game_loop import run
from shogun.table.running.session import Session
from shogun.table.storage.journal import Header, SeatInfo, read_journal
from shogun.window.generic.scene import GenericScene
from shogun.window.kit.runtime.settings import AT_ONCE
from shogun.window.play.routes import ToMenu
from tests.games.shogun.rules.test_6_specials_and_events import taxes
from tests.window.clicking import A_LONG_TIME, click, names, window

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = ROOT / "assets" / "manual" / "examples"


@pytest.fixture(autouse=True)
def found(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let examples be imported, and forget them afterwards."""
    before = set(sys.modules)
    monkeypatch.syspath_prepend(str(EXAMPLES))
    monkeypatch.syspath_prepend(str(ROOT / "assets" / "locale"))
    yield
    for name in set(sys.modules) - before:
        if name.partition(".")[0] in ("nim", "cube_panel", "event_card", "german", "catalogues"):
            del sys.modules[name]


def nim() -> Any:
    return importlib.import_module("nim.rules")


def test_nim_is_played_at_a_table_and_replayed_from_its_journal(tmp_path: Path) -> None:
    rules = nim()
    opponents = importlib.import_module("nim.opponents")
    seats = (SeatInfo("First", player="any"), SeatInfo("Second", player="clever"))
    path = tmp_path / "nim.journal"
    session = Session.start(rules, Header(game="nim", seed=3, setup=rules.Setup(), seats=seats), path)
    run(session, [opponents.opponent(seat.player) for seat in seats])
    session.close()
    assert session.result.winners == (1,), "who begins with 15 sticks can't leave a multiple of four for ever"
    assert Replay(read_journal(only(rules), path)).run().state == session.state


def test_whoever_is_not_asked_may_not_take_sticks() -> None:
    rules = nim()
    state = rules.new(rules.Setup())
    with pytest.raises(rules.IllegalMove):
        rules.play(state, 1, rules.Take(1))
    with pytest.raises(rules.IllegalMove):
        rules.play(state, 0, rules.Take(4))


@pytest.mark.slow
def test_nim_is_played_in_the_window_by_clicks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "nim", Entry("nim", "Nim", "nim"))
    with window(speed=AT_ONCE, computers_speed=AT_ONCE) as app:
        app.go(ToMenu())
        for name in ("new-game", "game-nim", "begin"):
            app.step(0.0)
            click(app, name)
        for _answer in range(100):
            app.step(A_LONG_TIME)
            scene = app.scene
            if isinstance(scene, GenericScene) and scene.model.result is not None:
                break
            app.step(0.0)
            if offered := names(app, "answer-"):
                click(app, offered[0])
        assert isinstance(app.scene, GenericScene)
        assert app.scene.model.result is not None


def test_the_panel_shows_what_its_model_has_and_can_be_clicked() -> None:
    example = importlib.import_module("cube_panel")
    model = example.TowerModel(cubes=7)
    emptied: list[int] = []
    panel = example.CubePanel(model, lambda: emptied.append(model.cubes))
    with window() as app:
        panel.place(pygame.Rect(0, 0, 300, 200))
        panel.refresh(app.window, 20, (-1, -1), "")
        assert not panel.is_due
        (place,) = [target for target in panel.layer.targets if target.name == "empty"]
        place.act()
        assert emptied == [7]
        model.cubes = 0
        assert panel.is_due
        panel.refresh(app.window, 20, (-1, -1), "")
        assert not [target for target in panel.layer.targets if target.name == "empty" and target.act]


def test_the_thirteenth_card_bounds_taxes_and_costs_rice(monkeypatch: pytest.MonkeyPatch) -> None:
    example = importlib.import_module("event_card")
    monkeypatch.delitem(EVENTS, example.NAME, raising=False)
    example.add_card()
    try:
        assert taxes("Settsu", example.NAME) == 5 < taxes("Settsu", "theatre_5")
        assert EVENTS[example.NAME].winter_rice == 5
    finally:
        del EVENTS[example.NAME]


@pytest.mark.slow
def test_the_first_step_to_a_language_is_a_catalogue_that_the_program_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    example = importlib.import_module("german")
    monkeypatch.setattr(example.catalogues, "HERE", example.catalogues.HERE)  # the example changes it
    catalogue = read_catalogue(example.first_step(tmp_path))
    assert catalogue.texts["Quit"] == ("Beenden",)
    assert "Continue" not in catalogue.texts
