"""The whole examples of the manual do what their pages say."""

import importlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest
from PIL import Image

from shogun.base.language import read_catalogue
from shogun.cli import main
from shogun.game.protocol import only
from shogun.games import _INSTALLED, GAMES
from shogun.games.shogun.rules.cards import EVENTS
from shogun.table.journal import Header, SeatInfo, read_journal
from shogun.table.replay import Replay
from shogun.table.session import Session, run
from shogun.window.generic.scene import GenericPast, GenericScene
from shogun.window.kit.runtime.settings import AT_ONCE
from shogun.window.play.routes import ToGames, ToMenu
from tests.games.shogun.rules.test_6_specials_and_events import taxes
from tests.window.clicking import A_LONG_TIME, click, names, shown, window

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
        if name.partition(".")[0] in ("nim", "cube_panel", "event_card", "found_towers", "german", "catalogues"):
            del sys.modules[name]


def nim() -> Any:
    return importlib.import_module("nim")


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let an installed package bring Nim, whose one file is looked for among the examples."""
    metadata = tmp_path / "nim-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: nim\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text("[shogun.games]\nnim = nim:GAME\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("SHOGUN_HOME", str(tmp_path / "home"))
    yield
    _INSTALLED.clear()


@pytest.mark.slow
def test_a_game_of_one_file_is_listed_played_and_replayed_by_commands(
    installed: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["games", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert (listed["games"][-1]["title"], listed["games"][-1]["opponents"]) == ("Nim", ["random"])
    assert main(["simulate", "--game", "nim", "--seed", "3", "--json", "--journals", str(tmp_path), "--check"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["game"], told["players"]) == ("nim", ["random", "random"]) and "failures" not in told
    journal = str(tmp_path / "3.journal")
    assert main(["replay", journal, "--game", "nim", "--check"]) == 0
    assert main(["replay", journal, "--game", "nim"]) == 0
    assert "3 taken" in capsys.readouterr().out
    assert main(["ladder", "--game", "nim", "--players", "2", "--opponents", "random,random", "--games", "2",
                 "--report"]) == 0  # fmt: skip
    shown = capsys.readouterr().out
    assert "2 players, seed 1" in shown and "Random" not in shown, "of habits nothing is counted"


def test_nim_is_played_at_a_table_and_replayed_from_its_journal(tmp_path: Path) -> None:
    rules, opponents = nim(), nim().GAME.opponents
    seats = (SeatInfo("First", player="random"), SeatInfo("Second", player="random"))
    path = tmp_path / "nim.journal"
    session = Session.start(rules, Header(game="nim", seed=3, setup=rules.Setup(), seats=seats), path)
    run(session, [opponents.opponent(seat.player) for seat in seats])
    session.close()
    assert session.result is not None
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
    monkeypatch.setitem(GAMES, "nim", nim().GAME)
    with window(speed=AT_ONCE, computers_speed=AT_ONCE) as app:
        app.go(ToMenu())
        for name in ("new-game", "game-nim", "begin"):
            app.step(0.0)
            click(app, name)
        texts = ""
        for _answer in range(100):
            app.step(A_LONG_TIME)
            scene = app.scene
            if isinstance(scene, GenericScene) and scene.model.result is not None:
                break
            app.step(0.0)
            texts += shown(app)
            if offered := names(app, "answer-"):
                click(app, offered[0])
        assert isinstance(app.scene, GenericScene)
        assert app.scene.model.result is not None
        assert "Take: sticks" in texts
        app.go(ToMenu())
        app.go(ToGames())
        for _step in range(20):
            app.step(1.0)
        assert "Nim" in shown(app)
        click(app, "replay")
        assert isinstance(app.scene, GenericPast)


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


@pytest.mark.slow
def test_the_towers_that_a_search_found_are_drawn(tmp_path: Path) -> None:
    pytest.importorskip("ribs")
    picture = tmp_path / "map.png"
    assert importlib.import_module("found_towers").main(24, 24, 10, str(picture)) >= 1
    with Image.open(picture) as drawn:
        assert drawn.width > 500
