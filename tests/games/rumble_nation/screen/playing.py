"""Games of Rumble Nation on the screen, for the tests."""

from shogun.games.rumble_nation import rules
from shogun.games.rumble_nation.screen.end_of_game import RumbleEnd
from shogun.games.rumble_nation.screen.scene import RumbleScene
from shogun.table.journal import Header, SeatInfo
from shogun.table.session import Session
from shogun.window.kit.app import App
from tests.window.clicking import A_LONG_TIME, show_game, top


def begin(app: App, players: str, *, advanced: bool = False, seed: int = 7) -> RumbleScene:
    """Return a game that goes on until somebody is asked."""
    seats = tuple(SeatInfo(f"Player {n}", "", player) for n, player in enumerate(players.split(","), 1))
    setup = rules.Setup(len(seats), advanced=advanced, first_seat=0)
    show_game(app, Session.start(rules, Header(game=rules.code, seed=seed, setup=setup, seats=seats)), [])
    return rest(app)


def rest(app: App) -> RumbleScene:
    """Let the game go on until somebody is asked or it is over."""
    for _step in range(300):
        app.step(A_LONG_TIME)
        if isinstance(app.scene, RumbleEnd):
            app.step(0.0)
            ended = app.scene.game
            assert isinstance(ended, RumbleScene)
            return ended
        scene = top(app, RumbleScene)
        if not scene.is_moving() and (scene.model.question is not None or scene.model.result is not None):
            app.step(0.0)
            return scene
    raise AssertionError("nobody is asked")
