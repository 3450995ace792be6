"""How battles may be watched, in words: for the settings, and for the tower itself."""

from msgspec import Struct

from shogun.base.language import _
from shogun.window.kit.runtime.settings import LargeBattles


class BattleView(Struct, frozen=True):
    """One way to watch battles."""

    value: LargeBattles
    """Of the setting."""
    label: str
    told: str
    """What is shown then, in a sentence."""


def battle_views() -> tuple[BattleView, ...]:
    """Return all ways to watch battles, those that show most first."""
    return (
        BattleView("all", _("all"), _("Every battle is shown large over the map")),
        BattleView("own", _("mine"), _("Battles of everyone at this screen are shown large over the map")),
        BattleView("none", _("none"), _("All battles are shown in the tower beside the map")),
        BattleView("told", _("result only"), _("No cubes are shown falling, only the result")),
    )
