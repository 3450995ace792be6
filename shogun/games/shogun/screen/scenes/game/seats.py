"""Who plays which seat of a running game, and who of the persons has the screen."""

from functools import partial
from typing import TYPE_CHECKING

from shogun.base.language import _
from shogun.games.shogun.rules.state import Planning
from shogun.games.shogun.screen.play.model import LogLine
from shogun.players.seating import change_text
from shogun.table.errors import TableError
from shogun.window.play.start import opponent_title
from shogun.window.scenes.seat_menu import SeatScene

if TYPE_CHECKING:
    from shogun.games.shogun.screen.scenes.game.scene import GameScene


class GameSeats:
    """Belongs to one game's scene."""

    def __init__(self, scene: "GameScene") -> None:
        self._scene = scene
        people = self.people()
        self.only_person = people[0] if len(people) == 1 else None
        """The person who keeps the screen all the time, since no other plays; his secrets may always be seen."""
        self.at_screen: int | None = self.only_person
        """The person who has taken the screen over."""

    def people(self) -> list[int]:
        """Return the seats that persons play now."""
        session = self._scene.director.session
        return [seat for seat in range(len(session.header.seats)) if session.is_person(seat)]

    def hand_over(self, seat: int) -> None:
        """Hide everything until a seat's person has taken the screen over."""
        from shogun.window.scenes.hand_over import HandOverScene, Waiting

        scene = self._scene
        view = scene.model.view
        planned = view.planned if isinstance(view.stage, Planning) else ()
        waiting = [Waiting(look, done) for look, done in zip(scene.model.seats, planned, strict=False)]
        look, act = scene.model.seats[seat], partial(self._take_over, seat)
        scene.app.push(HandOverScene(scene.app, look, waiting, act, scene.open_menu))

    def _take_over(self, seat: int) -> None:
        """Give the screen to a person."""
        self.at_screen = seat
        self.only_person = seat if self.people() == [seat] else None
        self._scene.app.pop()

    def open_menu(self, seat: int) -> None:
        """Ask who shall play a seat from now on."""
        scene = self._scene
        if not scene.director.session.is_over:
            player = scene.director.session.players[seat]
            scene.app.push(SeatScene(scene.app, scene.model.seats[seat], player, partial(self.change, seat)))

    def change(self, seat: int, player: str) -> None:
        """Have somebody else play a seat. A person who gets no other beside him keeps the screen; all else is public.

        Whoever leaves while he has the screen takes his secrets with him: the next person has to take it over.
        """
        scene = self._scene
        watched = not self.people()
        try:
            line = scene.director.change_seat(seat, player)
        except TableError as error:
            scene.refuse(str(error))
            return
        people = self.people()
        stays = self.at_screen if self.at_screen in people else None
        self.at_screen = people[0] if watched and len(people) == 1 else stays
        self.only_person = self.at_screen if people == [self.at_screen] else None
        scene.seats_changed(LogLine(change_text(line, scene.model.names), seat, n=line.n))

    def point_at(self, seat: int | None) -> None:
        """Light all provinces of a seat on the map."""
        self._scene.point_at_clan(seat)

    def tooltip(self, seat: int) -> str:
        """Return who plays a seat and how to change that."""
        who = opponent_title(self._scene.director.session.players[seat])
        if self._scene.director.session.is_over:
            return who
        return _("{who}. Click to change who plays.").format(who=who)
