"""The battle that was being shown when a game ended: it is shown on continuing, with all that was written after it."""

from collections.abc import Sequence

from msgspec import Struct

from shogun.game.questions import Thrown
from shogun.games.shogun import rules
from shogun.games.shogun.rules import events as ev
from shogun.table.journal_files import keep_shown, read_shown
from shogun.table.recordings import recorded_again
from shogun.table.replay import History
from shogun.table.session import Session, Turn
from shogun.table.towers import Inside
from shogun.window.play.game_plugin import GamePlugin
from shogun.window.play.game_story import Story, story_of_session


class Unshown(Struct, frozen=True):
    """Turns that are still to be shown, a battle first."""

    turns: Sequence[Turn]
    place: int
    """Answers that were shown."""
    inside: Inside
    """What the tower held before."""


class ShownSoFar:
    """Keeps the note beside the journal of one game up to date."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def note(self, turn: Turn) -> None:
        """Take note that a turn was shown to its end."""
        if turn.fall is not None and self._session.path is not None:
            keep_shown(self._session.path, turn.n)


def unshown(game: GamePlugin, session: Session) -> Unshown | None:
    """Return what is still to be shown of a game that is opened; None if it ended with nothing, or nobody knows."""
    if session.path is None:
        return None
    shown = read_shown(session.path)
    if shown is None:
        keep_shown(session.path, session.writer.next_number - 1)
        return None
    if not any(isinstance(line.answer, Thrown) and line.n > shown for line in session.course.answers):
        return None
    story = story_of_session(game, session, History(rules, session.header), None, session.writer.next_number)
    place = _first_battle(story, shown)
    if place is None:
        return None
    turns = [_turn(story, later) for later in range(place, story.last + 1)]
    return Unshown(turns, place - 1, story.history.inside(place - 1))


def _first_battle(story: Story, shown: int) -> int | None:
    """Return the place to which the first battle led that was not shown: others may have played on meanwhile."""
    places = range(1, story.last + 1)
    return next((place for place in places if _is_unshown_battle(story, place, shown)), None)


def _is_unshown_battle(story: Story, place: int, shown: int) -> bool:
    step = story.history.steps[place - 1]
    return step.line.n > shown and any(isinstance(event, ev.BattleSettled) for event in step.events)


def _turn(story: Story, place: int) -> Turn:
    """Return a turn with its recording, which is made once more if the game ended before it was kept."""
    answer, job = story.history.steps[place - 1].line.answer, story.history.throw_job(place)
    if not isinstance(answer, Thrown) or job is None:
        return story.turn(place)
    return story.turn(place, story.recording(place) or recorded_again(job, dict(answer.out)))
