"""House rules: agreed on by clicks on the sheet for a new game, and listed with the game."""

from shogun.games import GAMES, game_of
from shogun.table.saved_games import SavedGame, all_games
from shogun.window.kit.runtime.settings import AT_ONCE
from shogun.window.play.routes import ToMenu

from .clicking import click, window


def test_a_house_rule_is_agreed_on_by_a_click_and_listed_with_the_game() -> None:
    with window(speed=AT_ONCE, computers_speed=AT_ONCE) as app:
        app.go(ToMenu())
        for name in ("new-game", "game-shogun", "ties-1", "begin"):
            app.step(0.0)
            click(app, name)
        saved = all_games(game_of)[0]
    assert isinstance(saved, SavedGame)
    assert saved.header.setup.ties == "defender"
    assert GAMES["shogun"].listing.agreement(saved.header)[-1] == "ties to the defender"
    assert GAMES["shogun"].words.setup_text(saved.header.setup) == "sun side, printed, ties to the defender"
