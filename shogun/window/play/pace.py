"""The pace of a game's screen: speeds, pause, slow motion, and a key or button that is held.

The settings give the initial pace; the buttons beside the tower change it for this game, and the keys , and . only
until a person is asked again. Nothing here changes the settings.
"""

from collections.abc import Callable
from typing import Protocol

from msgspec import Struct

from shogun.base.language import _, decimal
from shogun.window.kit.runtime.settings import AT_ONCE, SPEEDS, LargeBattles, Settings

CHOICES = (*SPEEDS, AT_ONCE)
SLOW = 0.25
"""Slow motion: cubes fall at this share of their real speed."""
HELD_SECONDS = 0.35
"""Seconds after which holding "skip" means fast play."""
HURRY = 6.0
"""Speed of everything during fast play, as a multiple."""


def speed_label(speed: float) -> str:
    """Return a speed in a few signs."""
    if speed == AT_ONCE:
        return _("instant")
    return "½×" if speed == 0.5 else f"{decimal(speed, 'g')}×"


class Paced(Protocol):
    """The part of a game's screen model that depends on its pace."""

    speed: float
    computers_speed: float
    is_paused: bool
    """True if the player has paused the screen."""
    is_hurried: bool
    """True while a key or button for fast play is held."""
    slow: bool
    """True while cubes fall in slow motion."""


class Pace:
    """Sets the model's speeds; `changed` is called with each change."""

    def __init__(self, model: Paced, settings: Settings, changed: Callable[[], None]) -> None:
        self._model = model
        self._settings = settings
        self._changed = changed
        self._held: float | None = None
        self._of_game = self._of_settings = (settings.speed, settings.computers_speed)
        """Persons' and computers' speed: of this game, and as the settings were when last read."""
        model.speed, model.computers_speed = self._of_game

    def follow(self) -> None:
        """Take over the speeds of the settings, if these have changed."""
        now = self._settings.speed, self._settings.computers_speed
        if now != self._of_settings:
            self._of_game = self._of_settings = now
        self._show(self._of_game)

    def _show(self, speeds: tuple[float, float]) -> None:
        model = self._model
        if (model.speed, model.computers_speed) != speeds:
            model.speed, model.computers_speed = speeds
            self._changed()

    # Choices for this game

    def set_speeds(self, speed: float, computers_speed: float) -> None:
        """Show persons' moves and those of computer opponents at these speeds."""
        self._of_game = speed, computers_speed
        self._show(self._of_game)

    def set_speed(self, speed: float) -> None:
        """Show persons' moves and battles at this speed."""
        self.set_speeds(speed, self._of_game[1])

    def set_computers_speed(self, speed: float) -> None:
        """Show what computer opponents do among themselves at this speed."""
        self.set_speeds(self._of_game[0], speed)

    def next_speed(self) -> None:
        """Choose the next speed, after the last one the first."""
        self.set_speed(_neighbour_speed(self._model.speed, 1, around=True))

    def next_computers_speed(self) -> None:
        """Choose the next speed of computer opponents, after the last one the first."""
        self.set_computers_speed(_neighbour_speed(self._model.computers_speed, 1, around=True))

    def faster(self) -> None:
        """Show everything faster."""
        self._both(1)

    def slower(self) -> None:
        """Show everything more slowly."""
        self._both(-1)

    def _both(self, step: int) -> None:
        self.set_speeds(_neighbour_speed(self._of_game[0], step), _neighbour_speed(self._of_game[1], step))

    # This moment

    def hurry(self) -> None:
        """Show everything faster until a person is asked; while the key is held, as fast as can be watched."""
        if self.press():
            self._now(1)

    def calm(self) -> None:
        """Show everything more slowly until a person is asked."""
        self._now(-1)

    def end_moment(self) -> None:
        """Go back to the speeds of the game: a person is asked."""
        self._show(self._of_game)

    def _now(self, step: int) -> None:
        """Change both speeds, but never so that nothing is seen any more."""
        of_persons, of_computers = self._model.speed, self._model.computers_speed
        self._show(
            (_neighbour_speed(of_persons, step, most=SPEEDS[-1]), _neighbour_speed(of_computers, step, most=SPEEDS[-1]))
        )

    def toggle_pause(self) -> None:
        """Pause or resume."""
        self._model.is_paused = not self._model.is_paused
        self._changed()

    def toggle_slow(self) -> None:
        """Let cubes fall in slow motion, or at the usual speed."""
        self._model.slow = not self._model.slow
        self._changed()

    # Holding

    def press(self) -> bool:
        """Take that "skip" was pressed; return whether to skip: not while it is held."""
        if self._held is not None:
            return False
        self._held = 0.0
        return True

    def release(self) -> None:
        """Take that "skip" was let go."""
        if self._held is not None:
            self._held = None
            self._hurry(is_hurried=False)

    def _hurry(self, *, is_hurried: bool) -> None:
        if self._model.is_hurried != is_hurried:
            self._model.is_hurried = is_hurried
            self._changed()

    # Time

    def passing(self, seconds: float) -> float:
        """Return how much time passes on the screen while `seconds` pass before it."""
        if self._held is not None:
            self._held += seconds
            self._hurry(is_hurried=self._held > HELD_SECONDS)
        if self._model.is_paused:
            return 0.0
        return seconds * HURRY if self._model.is_hurried else seconds

    def falling(self, speed: float) -> float:
        """Return the speed of falling cubes, which is `speed` without slow motion."""
        return SLOW if self._model.slow and not self._model.is_hurried else speed


def _neighbour_speed(speed: float, step: int, *, around: bool = False, most: float = AT_ONCE) -> float:
    """Return the speed `step` places from another in their order; at the ends it stays, or goes `around`.

    A speed isn't raised beyond `most`, unless it is already higher.
    """
    at = min(range(len(CHOICES)), key=lambda place: abs(CHOICES[place] - speed))
    if around:
        return CHOICES[(at + step) % len(CHOICES)]
    beside = CHOICES[min(max(at + step, 0), len(CHOICES) - 1)]
    return beside if beside <= most or step < 0 else max(CHOICES[at], most)


# Ways to watch battles, in words, for the settings and for the tower


class BattleView(Struct, frozen=True):
    """One way to watch battles."""

    value: LargeBattles
    """Value of the setting."""
    label: str
    told: str
    """Description in a sentence."""


def battle_views() -> tuple[BattleView, ...]:
    """Return all ways to watch battles, those that show most first."""
    return (
        BattleView("all", _("all"), _("Every battle is shown large over the map")),
        BattleView("own", _("mine"), _("Battles of everyone at this screen are shown large over the map")),
        BattleView("none", _("none"), _("All battles are shown in the tower beside the map")),
        BattleView("told", _("result only"), _("No cubes are shown falling, only the result")),
    )
