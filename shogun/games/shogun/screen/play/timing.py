"""How long each event is shown: long enough to be read, shorter at higher speeds, but never too short to be seen."""

from collections.abc import Mapping

from shogun.games.shogun.rules import events as ev
from shogun.window.kit.runtime.settings import AT_ONCE

COUNT_SECONDS = 0.22
"""For each cube that is counted out."""
BREATH_SECONDS = 0.7
"""Between the last cube that comes to rest in a large tower and the count."""
WALK_SECONDS = 1.1
"""In which the survivors of a battle walk home."""
OWN_SHARE = 0.5
"""A person's own moves need less time to be understood."""
READING = 40.0
"""Letters a second that are read in passing, at the usual speed ..."""
GLANCING = 150.0
"""... and at the least, at any speed."""
_USUAL_SECONDS = 0.9
_RESULT_SECONDS, _OWN_RESULT_SECONDS = 1.8, 4.0
_SECONDS: Mapping[type[object], float] = {
    ev.CardVoided: 0.5,
    ev.CardTaken: 0.4,
    ev.TowerFilled: 0.6,
    ev.YearBegan: 1.0,
    ev.SeasonBegan: 0.8,
    ev.EventDrawn: 1.3,
    ev.BidRevealed: 0.7,
    ev.NoAction: 0.5,
    ev.BattleBegan: 1.3,
    ev.RevoltBroke: 1.3,
    ev.Scored: 1.2,
}
_UNREAD: Mapping[type[object], float] = {ev.PlanLaid: 0.05, ev.CubesThrown: 0.0, ev.GroupPlaced: 0.1}
"""Events that come by the dozen and only go into the log."""


def is_read(event: ev.Event, speed: float) -> bool:
    """Return whether an event is said in a sentence on the bar; the log has it in any case."""
    return speed < AT_ONCE and type(event) not in _UNREAD


def event_seconds(event: ev.Event, sentence: str, speed: float, *, is_own: bool) -> float:
    """Return how long an event is shown with its sentence at a speed; `is_own`: it is a person's own doing."""
    if type(event) in _UNREAD:
        return 0.0 if speed >= AT_ONCE else _UNREAD[type(event)] / speed
    share = OWN_SHARE if is_own else 1.0
    return share * _readable(sentence, _SECONDS.get(type(event), _USUAL_SECONDS), speed)


def result_seconds(sentence: str, speed: float, *, is_own: bool) -> float:
    """Return how long the result of a battle stands before the game goes on; `is_own`: a person has fought in it."""
    return _readable(sentence, _OWN_RESULT_SECONDS if is_own else _RESULT_SECONDS, speed)


def _readable(sentence: str, usual: float, speed: float) -> float:
    if speed >= AT_ONCE:
        return 0.0
    return max(max(usual, 0.3 + len(sentence) / READING) / speed, 0.2 + len(sentence) / GLANCING)
