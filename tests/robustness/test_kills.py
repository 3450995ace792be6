"""The short form of `kills.py`, and that it would notice a loss."""

import os
from pathlib import Path
from random import Random

import msgspec
import pytest

from shogun.games.shogun.rules.questions import PlanQuestion
from shogun.games.shogun.screen.play.half_made_answers import HalfPlan, keep_half_plan
from shogun.table.journal_files import drop_draft
from tests.robustness import kills
from tests.robustness.at_screen import Seen

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")


@pytest.mark.slow
def test_nothing_that_was_acknowledged_is_lost_by_kills(tmp_path: Path) -> None:
    tally = kills.run(6, 0, tmp_path, kills.Tally(5))
    assert tally.kills == 6
    assert tally.lines > 50


@pytest.mark.study  # it waits for what a window shows, and did so in vain once on a busy computer
def test_nothing_that_a_window_acknowledged_is_lost_by_kills(tmp_path: Path) -> None:
    tally = kills.run(2, 2, tmp_path, kills.Tally(5))
    assert (tally.kills, tally.windows) == (2, 2)


def planning(path: Path) -> Seen:
    """Return what a screen has acknowledged that asks for the first plan."""
    session = kills.game_at(path, 1)
    while not isinstance(session.questions[0], PlanQuestion):
        if session.chance is not None:
            session.advance()
        else:
            session.answer(session.questions[0].seat, session.questions[0].sample(Random(1)))
    session.close()
    return Seen(session.writer.next_number - 1, session.questions[0])


def test_a_lost_line_would_be_noticed(tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    seen = planning(path)
    assert not kills.check(path, seen)
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))
    with pytest.raises(kills.Loss, match=f"line {seen.line} was acknowledged"):
        kills.check(path, seen)
    path.unlink()
    with pytest.raises(kills.Loss, match="there is no journal"):
        kills.check(path, seen)


def test_a_lost_answer_would_be_noticed(tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    seen = planning(path)
    seen.is_answered = True
    with pytest.raises(kills.Loss, match="has left the screen"):
        kills.check(path, seen)


def test_a_lost_card_of_a_half_laid_plan_would_be_noticed(tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    seen = planning(path)
    assert isinstance(seen.question, PlanQuestion)
    seen.cards = {0: seen.question.cards[0], 3: seen.question.cards[1]}
    with pytest.raises(kills.Loss, match="nothing of it lies beside"):
        kills.check(path, seen)
    fields = [seen.question.cards[0], *[None] * 10]
    keep_half_plan(path, HalfPlan(seen.question.seat, seen.question.key, tuple(fields)))
    with pytest.raises(kills.Loss, match=r"\{3: "):
        kills.check(path, seen)
    fields[3] = seen.question.cards[1]
    keep_half_plan(path, HalfPlan(seen.question.seat, seen.question.key, tuple(fields)))
    assert not kills.check(path, seen)
    drop_draft(path)


def test_kills_are_added_up_over_runs(tmp_path: Path) -> None:
    file = tmp_path / "kills.json"
    tally = kills.run(0, 0, tmp_path, kills.tally_in(file, 4))
    assert (tally.seed, tally.runs) == (4, 1)
    tally.kills = 3
    file.write_bytes(msgspec.json.encode(tally))
    again = kills.run(3, 0, tmp_path, kills.tally_in(file, 9))
    assert (again.seed, again.kills, again.runs) == (4, 3, 2)
