"""Who plays which seat of a running game, and who of the persons has the screen."""

from collections.abc import Callable, Sequence
from functools import partial

from shogun.base.language import _
from shogun.players.seating import player_title
from shogun.table.errors import TableError
from shogun.table.running.session import Session
from shogun.window.game.screen import Screen
from shogun.window.kit.drawing.canvas import Act
from shogun.window.kit.runtime.error_text import error_text
from shogun.window.play.game_story import change_line, people_ever
from shogun.window.play.log import LogLine
from shogun.window.play.model import GameModel
from shogun.window.play.session_driver import SessionDriver
from shogun.window.scenes.hand_over import HandOverScene, Waiting
from shogun.window.scenes.seat_menu import Known, SeatScene


def people(session: Session) -> list[int]:
    """Return the seats that persons play now."""
    return [seat for seat in range(len(session.header.seats)) if session.is_person(seat)]


def only_person(session: Session) -> int | None:
    """Return the seat of the only person; None if several play, or have played, or none does.

    Where a second person has played, the one who is left has secrets that whoever is at the screen may not know.
    """
    found, ever = people(session), people_ever(session.header, session.course.changes)
    return found[0] if found and ever == {found[0]} else None


class GameSeats:
    """Belongs to one game's scene."""

    refuse: Callable[[str], None]
    """Says why somebody else can't play a seat."""
    changed: Callable[[LogLine], None]
    """Is told in words that somebody else does."""

    waiting: Callable[[], Sequence[Waiting]] = staticmethod(lambda: ())
    """Returns who is asked at the same time, and who of them has answered."""

    def __init__(self, screen: Screen[GameModel], director: SessionDriver) -> None:
        self._screen = screen
        self._director = director
        self.only_person = only_person(director.session)
        """The person who keeps the screen all the time, since no other plays; their secrets may always be seen."""
        self.at_screen: int | None = self.only_person
        """The person who has taken the screen over."""

    def people(self) -> list[int]:
        """Return the seats that persons play now."""
        return people(self._director.session)

    def hand_over(self, seat: int, open_menu: Act) -> None:
        """Hide everything until a seat's person has taken the screen over."""
        app, model = self._screen.app, self._screen.model
        scene = HandOverScene(app, model.seats[seat], self.waiting(), partial(self._take_over, seat), open_menu)
        scene.trouble = lambda: model.trouble
        scene.is_alone = self.people() == [seat]
        app.push(scene)

    def _take_over(self, seat: int) -> None:
        """Give the screen to a person."""
        self.at_screen = seat
        self.only_person = seat if self.people() == [seat] else None
        self._screen.app.pop()

    def share(self) -> None:
        """Give the screen to all persons at once: who wants to see their own secrets takes it over again."""
        self.at_screen = None

    def open_menu(self, seat: int) -> None:
        """Ask who shall play a seat from now on."""
        app, session = self._screen.app, self._director.session
        if not session.is_over:
            look, player = self._screen.model.seats[seat], session.players[seat]
            known = Known(self._director.game.opponents, session.header.descriptions)
            app.push(SeatScene(app, known, look, player, partial(self.change, seat)))

    def change(self, seat: int, player: str) -> None:
        """Have somebody else play a seat. Whoever has the screen keeps it as long as they play.

        Any other person takes the screen over first, also one who comes back: what was planned for the seat meanwhile,
        or before, is theirs alone to see.
        """
        try:
            line = self._director.change_seat(seat, player)
        except TableError as error:
            self.refuse(error_text(error))
            return
        now = self.people()
        self.at_screen = self.at_screen if self.at_screen in now else None
        self.only_person = self.at_screen if now == [self.at_screen] else None
        self.changed(change_line(self._director.game, line, self._director.session.header))

    def tooltip(self, seat: int) -> str:
        """Return who plays a seat and how to change that."""
        session = self._director.session
        who = player_title(self._director.game.opponents, session.players[seat], session.header.descriptions)
        if session.is_over:
            return who
        return _("{who}. Click to change who plays.").format(who=who)
