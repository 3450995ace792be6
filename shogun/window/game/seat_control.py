"""Who plays which seat of a running game: it is asked, changed, and handed over here."""

from functools import partial

from shogun.base.language import _
from shogun.players.seating import player_title
from shogun.table.errors import TableError
from shogun.window.game.at_screen import AtScreen
from shogun.window.game.screen import GameActs, Screen
from shogun.window.kit.drawing.canvas import Act
from shogun.window.kit.runtime.crash_report import error_text
from shogun.window.play.game_story import change_line
from shogun.window.play.model import GameModel
from shogun.window.play.session_driver import SessionDriver
from shogun.window.scenes.pause import Closed, HandOverScene, Known, SeatScene


class GameSeats(AtScreen):
    """Belongs to one game's scene."""

    def __init__(self, screen: Screen[GameModel], driver: SessionDriver, scene: GameActs) -> None:
        super().__init__(driver.session)
        self._screen = screen
        self._driver = driver
        self._scene = scene

    def hand_over(self, seat: int, open_menu: Act) -> None:
        """Hide everything until a seat's person has taken the screen over."""
        app, model = self._screen.app, self._screen.model
        closed = Closed(model.seats[seat], self._scene.waiting(), lambda: model.trouble, self.people() == [seat])
        app.push(HandOverScene(app, closed, partial(self._take_over, seat), open_menu))

    def _take_over(self, seat: int) -> None:
        self.take_over(seat)
        self._screen.app.pop()

    def open_menu(self, seat: int) -> None:
        """Ask who shall play a seat from now on."""
        app, session = self._screen.app, self._driver.session
        if not session.is_over:
            look, player = self._screen.model.seats[seat], session.players[seat]
            known = Known(self._driver.game.opponents, session.header.descriptions)
            app.push(SeatScene(app, known, look, player, partial(self.change, seat)))

    def change(self, seat: int, player: str) -> None:
        """Have somebody else play a seat. Whoever has the screen keeps it as long as they play.

        Any other person takes the screen over first, also one who comes back: what was planned for the seat meanwhile,
        or before, is theirs alone to see.
        """
        try:
            line = self._driver.change_seat(seat, player)
        except TableError as error:
            self._screen.refuse(error_text(error))
            return
        self.leave_who_plays()
        self._scene.seats_changed(change_line(self._driver.game, line, self._driver.session.header))

    def tooltip(self, seat: int) -> str:
        """Return who plays a seat and how to change that."""
        session = self._driver.session
        who = player_title(self._driver.game.opponents, session.players[seat], session.header.descriptions)
        if session.is_over:
            return who
        return _("{who}. Click to change who plays.").format(who=who)
