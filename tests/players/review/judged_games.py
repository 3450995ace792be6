"""Whole games of random moves in files, with decisions beside them that somebody is said to have judged."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from shogun.game.protocol import only
from shogun.players.review.decision_verdicts import NONE, Decision, Difference
from shogun.players.review.decision_work import DecisionWork, keep_decisions
from shogun.table.journal import PERSON, Header, SeatInfo, TowerInfo, read_journal
from shogun.table.journal_files import decisions_path
from shogun.table.replay import Replay
from shogun.table.session import Session
from shogun.table.visible_past import whole_past

MISTAKE = 0.06
"""What is lost by each mistake."""


def play(rules: Any, setup: Any, path: Path, people: Sequence[int] = (0,), answers: int | None = None) -> None:
    """Write a game of random moves, whole or of so many answers, in which people have these seats."""
    seats = tuple(SeatInfo(f"Seat {seat}", "", PERSON if seat in people else "random") for seat in range(setup.seats))
    tower = TowerInfo() if rules.has_tower else None
    header = Header(game=rules.code, seed=7, setup=setup, seats=seats, tower=tower, created=path.stem)
    session = Session.start(rules, header, path)
    rng, given = Random(7), 0
    while not session.is_over and given != answers:
        question = session.questions[0]
        session.advance() if question.seat is None else session.answer(question.seat, question.sample(rng))
        given += 1
    session.close()


def judge(game: Any, path: Path, mistakes: Sequence[str], playouts: int, left: int = 0) -> None:
    """Keep that the first seat's first decisions were mistakes of these kinds, and all others but `left` good."""
    contents = read_journal(only(game.rules), path)
    answers = Replay(contents).run().answers
    work = DecisionWork(game, whole_past(contents.header, answers), [0], playouts)
    kinds = dict(zip(work.places, mistakes, strict=False))
    assert len(kinds) == len(mistakes), "there are so many decisions"
    found = {}
    for place in work.places[: len(work.places) - left]:
        move = msgspec.to_builtins(answers[place].answer)
        kind = kinds.get(place, game.decisions.KINDS[0])
        lost = Difference(MISTAKE, 0.001) if place in kinds else NONE
        found[place] = Decision(place, 0, kind, (move,), move, lost, NONE)
    keep_decisions(decisions_path(path), work.key, found)
