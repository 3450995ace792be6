"""Rumble Nation's past: its events in words, and its parts: rounds, and the war."""

from collections.abc import Sequence
from functools import partial

from shogun.games.rumble_nation.rules import events as ev
from shogun.games.rumble_nation.rules.game import period
from shogun.games.rumble_nation.words.plain import sentence
from shogun.table.running.undo_history import Passed
from shogun.window.play.log import LogLine, StoryPart

HEADINGS = (ev.CastlesLaid, ev.GameEnded)


def log_line(event: ev.Event, names: Sequence[str], n: int = 0) -> LogLine:
    """Return an event, which happened with line `n` of the journal, as a line of the log."""
    seat = event.winner if isinstance(event, ev.AreaResolved | ev.GameEnded) else getattr(event, "seat", None)
    return LogLine(partial(sentence, event, names), seat, isinstance(event, HEADINGS), event, n)


def parts(steps: Sequence[Passed]) -> Sequence[StoryPart]:
    """Return the setting up and the rounds of a game."""
    begun = (place for place, step in enumerate(steps, 1) if period(step.after) != period(step.before))
    return [StoryPart(0), *(StoryPart(place) for place in begun)]


def rule_of(line: LogLine) -> str:
    """Return the number of the rule that explains a line of the log; empty: none."""
    return _RULES.get(type(line.event), "")


_RULES: dict[type, str] = {
    ev.CastlesLaid: "2.1", ev.TacticsRevealed: "2.2", ev.FirstSeatDrawn: "2.5", ev.DaimyoRevealed: "9.2",
    ev.DaimyoTaken: "9.3", ev.DiceRolled: "4.1", ev.Deployed: "4.3", ev.CardPlayed: "5.1", ev.Finished: "3.2",
    ev.AreaResolved: "7.5", ev.GameEnded: "8.1",
}  # fmt: skip
