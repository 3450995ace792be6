"""Control of the seats in a running game: who plays each of them, changes of players, and handing over the screen."""

from functools import partial

from shogun.base.language import _
from shogun.players.seating import player_title
from shogun.players.session_driver import SessionDriver
from shogun.table.errors import TableError
from shogun.table.session import Session, only_person, people
from shogun.window.game.screen import GameActs, Screen
from shogun.window.kit.drawing.canvas import Act
from shogun.window.kit.runtime.crash_report import error_text
from shogun.window.play.game_plugin import GamePlugin
from shogun.window.play.game_story import change_line
from shogun.window.play.model import GameModel
from shogun.window.scenes.pause import HandOver, HandOverScene, PlayerChoices, SeatScene

# Holder of a shared screen


class AtScreen:
    """Holder of the screen of one game."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.only_person = only_person(session)
        """Player who keeps the screen all the time as the only human; their secrets may always be seen."""
        self.at_screen: int | None = self.only_person
        """Player who has taken over the screen."""

    def people(self) -> list[int]:
        """Return the seats of human players."""
        return people(self._session)

    @property
    def addressed(self) -> int | None:
        """Player addressed by the screen: the one who has taken it over, or the only one who ever played."""
        return only_person(self._session) if self.at_screen is None else self.at_screen

    def take_over(self, seat: int) -> None:
        """Give the screen to a player."""
        self.at_screen = seat
        self.only_person = seat if self.people() == [seat] else None

    def share(self) -> None:
        """Give the screen to all players at once; each takes it over again to see their own secrets."""
        self.at_screen = None

    def leave_who_plays(self) -> None:
        """Leave the screen, after a change of seats, to its holder as long as they play."""
        now = self.people()
        self.at_screen = self.at_screen if self.at_screen in now else None
        self.only_person = self.at_screen if now == [self.at_screen] else None


class GameSeats(AtScreen):
    """Seats of one game's scene."""

    def __init__(self, screen: Screen[GameModel], driver: SessionDriver[GamePlugin], scene: GameActs) -> None:
        super().__init__(driver.session)
        self._screen = screen
        self._driver = driver
        self._scene = scene

    def hand_over(self, seat: int, open_menu: Act) -> None:
        """Hide everything until a seat's player has taken over the screen."""
        app, model = self._screen.app, self._screen.model
        closed = HandOver(model.seats[seat], self._scene.waiting(), lambda: model.trouble, self.people() == [seat])
        app.push(HandOverScene(app, closed, partial(self._take_over, seat), open_menu))

    def _take_over(self, seat: int) -> None:
        self.take_over(seat)
        self._screen.app.pop()

    def open_menu(self, seat: int) -> None:
        """Ask who plays a seat from now on."""
        app, session = self._screen.app, self._driver.session
        if not session.is_over:
            look, player = self._screen.model.seats[seat], session.players[seat]
            known = PlayerChoices(self._driver.game.opponents, session.header.descriptions)
            app.push(SeatScene(app, known, look, player, partial(self.change, seat)))

    def change(self, seat: int, player: str) -> None:
        """Change the player of a seat. The holder of the screen keeps it as long as they play.

        Any other player takes over the screen first, even one who returns: plans made for the seat before or meanwhile
        are for their eyes only.
        """
        try:
            line = self._driver.change_seat(seat, player)
        except TableError as error:
            self._screen.refuse(error_text(error))
            return
        self.leave_who_plays()
        self._scene.seats_changed(change_line(self._driver.game, line, self._driver.session.header))

    def tooltip(self, seat: int) -> str:
        """Return the player of a seat and how to change that."""
        session = self._driver.session
        who = player_title(self._driver.game.opponents, session.players[seat], session.header.descriptions)
        if session.is_over:
            return who
        return _("{who}. Click to change who plays.").format(who=who)
