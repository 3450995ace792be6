"""Sounds of a game besides the cubes: drums for battles, coins for taxes, strings for turns and results."""

from collections.abc import Mapping

from shogun.games.shogun.rules import events as ev
from shogun.games.shogun.screen.play.model import Model
from shogun.games.shogun.screen.play.presenter import Presenter, is_read
from shogun.games.shogun.screen.play.view_after import seat_of
from shogun.window.game.screen import Screen
from shogun.window.kit.runtime.settings import AT_ONCE
from shogun.window.kit.sound import Effect

_SIGNALS: Mapping[type[object], Effect] = {
    ev.BattleBegan: "taiko",
    ev.RevoltBroke: "revolt",
    ev.Built: "build",
    ev.TaxesCollected: "coin",
    ev.SeasonBegan: "pluck",
    ev.WinterBegan: "winter",
}
QUIET_SECONDS = 1.5
"""Seconds before the season's sound starts: making it must not delay the first picture."""
MOST_AT_ONCE = 3
"""Most events at a time that have sounds; more are shown at once, without sounds."""


class GameSounds:
    """Follows the log of one game, and the cubes that are counted out."""

    def __init__(self, screen: Screen[Model], presenter: Presenter) -> None:
        self._screen = screen
        self._presenter = presenter
        self._heard = len(screen.model.log)
        self._counted = 0
        self._result = ""
        self._season = ""
        """The season that is being played."""
        self._asked = ""
        """The last question with a sound."""
        self._others = True
        """True if others have acted since."""
        self._seconds = 0.0

    def update(self, seconds: float) -> None:
        """Play the sounds of new events, and after a moment the season's."""
        self._seconds += seconds
        if self._seconds >= QUIET_SECONDS:
            self._surround()
        fresh = self._screen.model.log[self._heard :]
        self._heard = len(self._screen.model.log)
        for line in fresh if len(fresh) <= MOST_AT_ONCE else ():
            effect = _SIGNALS.get(type(line.event))
            if effect and line.event and is_read(line.event, self._presenter.event_speed(line.event)):
                self._screen.app.sounds_signal(effect)
        self._others = self._others or any(line.event and not self._is_persons(line.event) for line in fresh)
        self._count()
        self._turn()

    def stop(self) -> None:
        """Stop the season's sound."""
        self._screen.app.sounds.surround(None)

    def _surround(self) -> None:
        season = self._screen.model.view.season
        if season != self._season:
            self._season = season
            self._screen.app.sounds.surround(season)

    def _turn(self) -> None:
        """Signal a human's turn, after others have acted."""
        question = self._screen.model.question
        if question is None or question.key == self._asked:
            return
        self._asked = question.key
        if self._others:
            self._screen.app.sounds_signal("turn")
        self._others = False

    def _is_persons(self, event: ev.Event) -> bool:
        seat = seat_of(event)
        return seat is not None and self._screen.model.seats[seat].person

    def _count(self) -> None:
        """Play a sound for each counted cube, and for the result."""
        battle, sounds = self._screen.model.battle, self._screen.app.sounds
        counted, result = (battle.counted, battle.result) if battle else (0, "")
        if self._presenter.speed < AT_ONCE:
            if counted == self._counted + 1:
                sounds.play("click")
            if result and result != self._result:
                people = [seat for seat, look in enumerate(self._screen.model.seats) if look.person]
                self._screen.app.sounds_signal((battle.end_for(people) if battle else None) or "pluck")
        self._counted, self._result = counted, result
