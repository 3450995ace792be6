"""What some seats have decided in a game that is looked back at: judged, kept beside the journal, and told."""

import time
from collections.abc import Sequence
from pathlib import Path

from shogun.base.language import _
from shogun.cli.errors import WrongInput, tell
from shogun.cli.progress import Progress
from shogun.players.review.decision_verdicts import Decision
from shogun.players.review.decision_work import DecisionWork
from shogun.players.review.kept_decisions import keep_decisions, kept_decisions
from shogun.table.storage.journal import Header
from shogun.table.storage.review_file import decisions_path


def check_seats(header: Header, wanted: Sequence[int]) -> None:
    """Raise WrongInput if one of these seats isn't a seat of the game."""
    for seat in wanted:
        if not 0 <= seat < len(header.seats):
            last = len(header.seats) - 1
            raise WrongInput(_("--seat {seat} must be from 0 to {last}").format(seat=seat, last=last))


def judged(work: DecisionWork, journal: Path, jobs: int, until: float) -> dict[int, Decision | None]:
    """Return what is found in time (s, monotonic); what is known isn't judged again, and what is found kept at once."""
    path, progress = decisions_path(journal), Progress()
    kept = kept_decisions(path, work.key, work.game)
    found: dict[int, Decision | None] = {}
    is_kept = True
    for found in work.judged(work.usable(kept), jobs):
        progress(len(found), len(work.places))
        if is_kept and kept | found != kept:
            is_kept = _keep(path, work, kept | found)
        if time.monotonic() >= until:
            break
    progress(len(work.places), len(work.places))
    return found


def _keep(path: Path, work: DecisionWork, found: dict[int, Decision | None]) -> bool:
    try:
        keep_decisions(path, work.key, found)
    except OSError as error:
        tell(_("the review couldn't be saved: {error}").format(error=error))
        return False
    return True
