"""What is told of a throw beside the rules' own events: another physics, and taps on a clogged tower."""

from shogun.base.language import _, marked
from shogun.table.journal import AnswerLine
from shogun.table.turns import Turn

_TIMES = (marked("once"), marked("twice"), marked("three times"), marked("four times"))


def before_throw(told: AnswerLine | Turn) -> list[str]:
    """Return the sentences that stand before what a throw came to, for any other answer none."""
    if told.physics is None:
        return []
    return [_("From here on cubes fall by the program's physics of version {n}.").format(n=told.physics)]


def after_throw(told: AnswerLine | Turn) -> list[str]:
    """Return the sentences that stand behind what has fallen, for any other answer none."""
    taps = told.taps
    if not taps:
        return []
    times = _(_TIMES[taps - 1]) if taps <= len(_TIMES) else _("{n} times").format(n=taps)
    return [_("The tower was clogged and was tapped {times}.").format(times=times)]


def remarks(told: AnswerLine | Turn) -> list[str]:
    """Return all of these sentences of an answer; they stand before the events to which it has led."""
    return [*before_throw(told), *after_throw(told)]
