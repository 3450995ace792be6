"""The shorter games on their screens, for the tests of both."""

from typing import Any, TypeVar

from shogun.games import game_of
from shogun.table.journal import Header, SeatInfo
from shogun.table.session import Session
from shogun.window.game.end_of_game import EndScene
from shogun.window.generic.scene import GenericScene
from shogun.window.kit.runtime.app import App

from .clicking import A_LONG_TIME, show_game, top

Table = TypeVar("Table", bound=GenericScene)


def begin(app: App, code: str, players: str, *, seed: int = 7, **setup: Any) -> None:
    """Show a new game, in which the first seat begins."""
    rules: Any = game_of(code)
    seats = tuple(SeatInfo(f"Player {n}", "", player) for n, player in enumerate(players.split(","), 1))
    agreed = rules.Setup(len(seats), first_seat=0, **setup)
    show_game(app, Session.start(rules, Header(game=code, seed=seed, setup=agreed, seats=seats)), [])


def rest(app: App, kind: type[Table]) -> Table:
    """Let a game go on until somebody is asked or it is over, and return its scene; the end may lie upon it."""
    for _step in range(600):
        app.step(A_LONG_TIME)
        if isinstance(app.scene, EndScene):
            app.step(0.0)
            assert isinstance(app.scene.game, kind)
            return app.scene.game
        scene = top(app, kind)
        if not scene.is_moving() and (scene.model.question is not None or scene.model.result is not None):
            app.step(0.0)
            return scene
    raise AssertionError("nobody is asked")
