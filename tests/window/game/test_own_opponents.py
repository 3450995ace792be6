"""Personalities in the data folder on the sheet for a new game."""

import pytest

from shogun.games import game_of
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.players.custom_opponents import opponents_folder
from shogun.table.journal import read_journal
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.routes import ToStart
from shogun.window.scenes.new_game import NewGameScene
from tests.layout.readable import flaws
from tests.window.clicking import SMALL, USUAL, click, open_form, shown, target, top, window

PLAIN = 'base = "planner"\nname = "My old enemy"\nsentence = "Never forgives."\n'


def write(name: str, text: str) -> None:
    folder = opponents_folder("shogun")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8", newline="\n")


def at_form(app: App) -> NewGameScene:
    app.go(ToStart())
    app.step(0.0)
    open_form(app)
    return top(app, NewGameScene)


def test_one_is_offered_plays_and_is_described_in_the_journal_that_no_file_is_needed_for() -> None:
    write("enemy.toml", PLAIN)
    write("friend.toml", PLAIN)
    with window() as app:
        sheet = at_form(app)
        sheet.set_kind(1, "strategist")
        for _press in range(len(sheet.known.codes())):
            if sheet.seats[1].kind == "enemy":
                break
            click(app, "kind-1-next")
        assert "My old enemy" in shown(app)
        assert target(app, "kind-1").tooltip == "My old enemy. Never forgives."
        assert flaws(sheet) == []
        click(app, "begin")
        session = top(app, GameScene).driver.session
        assert session.players[1] == "enemy"
        assert session.header.descriptions == {"enemy": PLAIN}, "of those alone that play"
        assert session.path is not None
        assert read_journal(game_of, session.path).header.descriptions == {"enemy": PLAIN}
        again = at_form(app)
        assert again.seats[1].kind == "enemy", "the choice is remembered"
        (opponents_folder("shogun") / "enemy.toml").unlink()
        assert at_form(app).seats[1].kind == "greedy", "and forgotten with its file"


@pytest.mark.parametrize("size", [SMALL, pytest.param(USUAL, marks=pytest.mark.slow)], ids=str)
def test_what_is_wrong_with_a_file_is_said_on_the_sheet_and_stops_nobody(size: tuple[int, int]) -> None:
    write("enemy.toml", PLAIN + "[values]\nbravery = 1.0\n")
    write("friend.toml", PLAIN)
    with window(size) as app:
        sheet = at_form(app)
        assert "enemy.toml" in sheet.message
        assert "bravery" in sheet.message
        assert flaws(sheet) == []
        assert "friend" in sheet.known.codes()
        assert "enemy" not in sheet.known.codes()
        click(app, "begin")
        assert isinstance(app.scene, GameScene)
