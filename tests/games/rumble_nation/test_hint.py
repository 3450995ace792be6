"""The adviser says nothing that was not computed: each sentence is held against what was found out for it."""

import re
from random import Random
from typing import Any

import numpy as np
import pytest

from shogun.game.chance import Draw, Roll, Shuffle
from shogun.game.questions import OneOf
from shogun.game.seat_names import calling
from shogun.games.rumble_nation import rules
from shogun.games.rumble_nation.analysis.hint import hint, why_again
from shogun.games.rumble_nation.opponents import master
from shogun.games.rumble_nation.opponents.master import Decision, Judged, SecondRoll
from shogun.games.rumble_nation.rules.moves import CarryOut, Deploy, RollAgain
from shogun.games.rumble_nation.rules.state import Setup, State
from shogun.games.rumble_nation.words.plain import card_name, move_lines
from shogun.players.hint import reads_equal
from shogun.table.running.chance_answers import lots
from shogun.table.running.seats import Budget
from shogun.table.running.undo_history import UndoHistory
from shogun.table.storage.journal import Header, SeatInfo

BUDGET = Budget(playouts=3000)
GAIN = re.compile(r"([+−]?\d+\.\d)")


def questions(seed: int, seats: int) -> list[tuple[State, OneOf[Any]]]:
    """Return what is asked in a game of random moves."""
    header = Header(seed=seed, game=rules.code, setup=Setup(seats), seats=tuple(SeatInfo(str(n)) for n in range(seats)))
    course, rng, found = UndoHistory(rules, header), Random(seed), []
    while course.questions:
        (question,) = course.questions
        if isinstance(question, OneOf):
            answer = question.sample(rng)
            if len(question.moves) > 1:
                found.append((course.state, question))
        else:
            assert isinstance(question, Shuffle | Draw | Roll)
            answer = lots(question, course.streams)
        course.state = course.weigh(question.seat, answer).state
        course.questions = rules.awaited(course.state)
    return found


def near(told: str, number: float) -> bool:
    """Return whether a percentage in a sentence is this number."""
    return f"{number:.0%}" in told


def check_chances(told: list[str], decision: Decision, judged: Judged) -> None:
    best = decision.ways.index(decision.move)
    assert judged.worth[best] == max(judged.worth[: len(decision.ways)])
    error = 1.96 * (judged.won[best] * (1 - judged.won[best]) / judged.played.shape[1]) ** 0.5
    (stated,) = re.findall(r"±(\d+)%", told[0])
    assert near(told[0], judged.won[best]) and error <= int(stated) / 100 < error + 0.01
    if len(decision.ways) > 1:
        check_second(told[1], decision, judged, best)
    if decision.again is not None:
        again = next(sentence for sentence in told if sentence.startswith("Re-rolling"))
        assert decision.again.worth <= judged.worth[best]
        assert near(again, decision.again.won) is not reads_equal(decision.again.won, judged.won[best])


def check_second(told: str, decision: Decision, judged: Judged, best: int) -> None:
    others = [way for way in range(len(decision.ways)) if way != best]
    second = max(others, key=lambda way: float(judged.worth[way]))
    assert near(told, judged.won[second]) and told.endswith("; ".join(move_lines(decision.ways[second])) + ".")
    apart = judged.played[best] - judged.played[second]
    is_equal = judged.worth[best] - judged.worth[second] <= 1.96 * apart.std() / len(apart) ** 0.5
    is_read_equal = reads_equal(judged.won[best], judged.won[second])
    assert told.startswith("Practically equal") == (is_equal or is_read_equal)
    if told.startswith("Next best"):
        assert judged.won[second] <= judged.won[best]
    elif told.startswith("Won more often"):
        assert judged.won[second] > judged.won[best]
        if figures := GAIN.findall(told.split(":", maxsplit=1)[0]):
            assert figures == [f"{judged.answered[way]:+.1f}".replace("-", "−") for way in (second, best)]
            assert judged.answered[second] < judged.answered[best]


def check(told: list[str], decision: Decision) -> str:
    """Hold sentences against what was computed, and return which kind of decision they tell of."""
    move, judged = decision.move, decision.judged
    if decision.card is not None:
        card = decision.card
        assert card_name(card.card.card) in told[0]
        assert GAIN.findall(told[0]) == [
            *(f"{number:+.1f}".replace("-", "−") for number in (card.ahead, card.roll)),
            f"{card.price:.1f}",
        ]
        assert (move == card.card) == (card.ahead - card.roll > card.price)
        return "card" if move == card.card else "roll"
    assert judged is not None
    if isinstance(move, RollAgain):
        assert decision.again is not None
        best = int(judged.worth[: len(decision.ways)].argmax())
        assert decision.again.worth > judged.worth[best]
        assert near(told[0], judged.won[best])
        is_equal = reads_equal(decision.again.won, judged.won[best])
        assert ("both win" in told[0]) == is_equal
        assert is_equal or near(told[0], decision.again.won)
        assert ("but by less" in told[0]) == (decision.again.won <= judged.won[best] and not is_equal)
        return "again"
    assert isinstance(move, Deploy | CarryOut)
    check_chances(told, decision, judged)
    return "split" if isinstance(move, Deploy) else "way"


def test_players_are_called_by_their_names() -> None:
    names, cards = ("Akiko", "Kenji", "Sayuri"), 0
    for number, (state, question) in enumerate(questions(3, 3)):
        if isinstance(question.moves[0], CarryOut):
            with calling(names):
                found = hint(state, None, question, Random(number), BUDGET)  # type: ignore[arg-type]  # no tower
                told = " ".join((*found.reasons, *move_lines(found.move)))
            assert any(name in told for name in names) and "player" not in told
            assert "player" in " ".join(move_lines(found.move)), "for whoever knows no names"
            cards += 1
    assert cards


@pytest.mark.parametrize(("again", "compared"), [(0.571, False), (0.6, True), (0.55, True)])
def test_equal_chances_are_not_held_against_each_other(again: float, compared: bool) -> None:
    won, played = np.array([0.57]), np.zeros((1, 100))
    judged = Judged(won=won, worth=won, played=played, answered=won)
    told = why_again(SecondRoll(worth=0.8, won=again), Deploy("Kyo", 2), judged, 0)
    assert told.count("%") == 1 + compared
    assert compared or "re-rolling is slightly better" in told


def test_each_sentence_tells_what_was_computed() -> None:
    kinds: set[str] = set()
    for number, (state, question) in enumerate([*questions(2, 2), *questions(3, 3)]):
        if number % 4 and not isinstance(question.moves[0], CarryOut):
            continue
        decision = master.decide(state, None, question, Random(number), BUDGET)  # type: ignore[arg-type]  # no tower
        found = hint(state, None, question, Random(number), BUDGET)  # type: ignore[arg-type]  # no tower
        assert found.move == decision.move
        kinds.add(check(list(found.reasons), decision))
    assert {"split", "way", "roll", "again"} <= kinds
