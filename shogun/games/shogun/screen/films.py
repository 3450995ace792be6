"""Battles of a saved game as pictures that move: what the command line asks for."""

from pathlib import Path

from shogun.base.language import _
from shogun.games.shogun.analysis.review import Review
from shogun.games.shogun.rules import events as ev
from shogun.games.shogun.screen.battle_film import BattlePicture
from shogun.games.shogun.screen.listing import seat_looks
from shogun.games.shogun.screen.play.last_battles import Remembering, watchable
from shogun.table.journal import Contents
from shogun.table.replay import Replay
from shogun.window.tower.films import FilmError, check_film_path


def save_battle(contents: Contents, journal: Path, number: int | None, into: Path) -> str:
    """Save a battle of a game and return in a sentence what it shows; `number` counts from 1, None: the most exciting.

    Raises FilmError, OSError, TableError.
    """
    check_film_path(into)
    replay = Replay(contents)
    battles = sum(isinstance(event, ev.BattleSettled) for line in replay for event in line.events)
    tower, answers = contents.header.tower, tuple(replay.course.answers)
    if not battles or tower is None or tower.geometry is None:
        raise FilmError(_("{path} has no battle that fell through a tower").format(path=journal))
    if number is None:
        number = (Review(contents.header, answers)().most_exciting() or 0) + 1
    if not 1 <= number <= battles:
        raise FilmError(_("--battle {n} must be a number from 1 to {most}").format(n=number, most=battles))
    found = Remembering(contents.header, answers, tuple(contents.raw), journal, number - 1)()
    seats = seat_looks(contents.header, ())
    drop = watchable(found[0], seats)
    if drop.recording is None:
        raise FilmError(_("battle {n} can't be shown again on this computer").format(n=number))
    size = BattlePicture(tower.geometry, drop, tuple(seats), into)()
    told = _("{path}: battle {n} of {most}, {size:.1f} MB. {result}")
    return told.format(path=into, n=number, most=battles, size=size / 1e6, result=drop.battle.result)
