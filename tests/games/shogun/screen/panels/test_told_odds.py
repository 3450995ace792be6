"""A chance that was told is only known better later on: on the map, in the bar's answers, and at the game's end."""

from collections import Counter
from random import Random

import pytest

from shogun.base.confidence_intervals import Share
from shogun.games.shogun.analysis.fights import Fight, Reinforcements, pending
from shogun.games.shogun.analysis.odds import PRECISE, GrowingOdds, Odds, stream_name
from shogun.games.shogun.analysis.review import Review
from shogun.games.shogun.rules.questions import Choice, March, MarchQuestion
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.screen.play.background_odds import Foresight, KnownOdds
from shogun.games.shogun.screen.play.choice_words import Weighing
from shogun.table.session import Session
from tests.benchmarks.odds import cases
from tests.window.clicking import AtOnce, session

ATTACKS = 300
WANTED = 0.95


def at_an_attack_with_a_card() -> tuple[Session, March]:
    """Return a game in which the person may attack with +1 attack at hand, and the attack."""
    for seed in range(60):
        played = session("person,random,random", setup=Setup(3), seed=seed)
        rng = Random(seed)
        while not played.is_over:
            question = played.questions[0]
            if question.seat is None:
                played.advance()
                continue
            if isinstance(question, MarchQuestion) and question.seat == 0:
                view = played.view(None)
                hostile = [name for name in question.targets if view.provinces[name].owner not in (None, 0)]
                if hostile and view.special(0) == "attack" and view.players[0].reserve:
                    return played, March(question.source, hostile[0], question.most)
            played.answer(question.seat, question.sample(rng))
    raise AssertionError("nobody attacks with a card")


def told_before_the_march(played: Session, known: KnownOdds, march: March) -> Odds:
    """Return the odds of a march when there are drops enough, as the map's sheet tells them."""
    foresight = Foresight(played, known)
    while foresight.look_at(march):
        pass
    odds = foresight.odds
    assert odds is not None
    assert odds.reach <= PRECISE.within
    foresight.look_at(None)
    return odds


def begun(played: Session, attacker: int) -> Fight:
    fight = pending(played.view(None), Reinforcements(attacker, 1))
    assert fight is not None
    return fight


def test_one_more_army_is_told_with_the_chance_that_was_told_for_the_march() -> None:
    played, march = at_an_attack_with_a_card()
    known = KnownOdds(played, AtOnce())
    before = told_before_the_march(played, known, march)
    played.answer(0, march)
    question = played.questions[0]
    assert isinstance(question, Choice)
    weighing = Weighing(played, known)
    weighing.look_at(question)
    none, one = (weighing.chances[move] for move in question.moves)
    assert one == before.win, "the march was told with the card"
    assert none.value < one.value
    assert KnownOdds(played, AtOnce()).of(begun(played, 1)).finish() == before, "whoever resumes is told the same"


def test_the_last_screen_tells_the_chance_that_was_told() -> None:
    played, march = at_an_attack_with_a_card()
    known, rng = KnownOdds(played, AtOnce()), Random(1)
    before = told_before_the_march(played, known, march)
    played.answer(0, march)
    played.answer(0, next(move for move in played.questions[0].moves if move.armies))
    if played.questions[0].seat is not None:
        played.answer(played.questions[0].seat, next(move for move in played.questions[0].moves if move.armies))
    number = len(played.course.answers)
    while not played.is_over:
        question = played.questions[0]
        if question.seat is None:
            played.advance()
        else:
            played.answer(question.seat, question.sample(rng))
    aftermath = Review(played.header, tuple(played.course.answers), known.told)()
    guessed = Review(played.header, tuple(played.course.answers))()
    fights = sum(1 for line in played.course.answers[:number] if getattr(line.answer, "out", None) is not None) - 1
    assert aftermath.throws[fights].settled.province == march.target
    assert aftermath.throws[fights].attack == before.win.value
    assert guessed.throws[fights].attack != before.win.value
    assert [throw.settled for throw in aftermath.throws] == [throw.settled for throw in guessed.throws]


@pytest.mark.slow
def test_drops_that_nobody_wanted_for_a_while_are_made_later_in_the_same_order() -> None:
    (fight, inside), *_rest = cases(1)
    through, paused = (GrowingOdds(fight, inside, Random(3), AtOnce()) for _copy in range(2))
    through.start()
    paused.start()
    for _look in range(3):
        paused.pause()
        paused.step()
        paused.step()
    assert paused.current().drops > 0
    assert through.finish() == paused.finish()


def test_the_same_fight_in_another_tower_has_other_drops() -> None:
    (fight, inside), (_other, elsewhere), *_rest = cases(2)
    assert stream_name(fight, inside) == stream_name(fight, inside)
    assert stream_name(fight, inside) != stream_name(fight, elsewhere)


def holds(told: Share, later: Share) -> bool:
    return told.low <= later.value <= told.high


@pytest.mark.study
@pytest.mark.timeout(1800)
def test_what_is_told_later_lies_in_the_interval_that_was_told_before(capsys: pytest.CaptureFixture[str]) -> None:
    hits: Counter[str] = Counter()
    for number, (fight, inside) in enumerate(cases(ATTACKS)):
        growing = GrowingOdds(fight, inside, Random(number))
        told = [growing.current()]
        while not growing.is_done:
            growing.step()
            told.append(growing.current())
        for place, odds in enumerate(told[:-1]):
            kind = "drops" if odds.drops else "model"
            hits[f"{kind} told"] += 1
            hits[f"{kind} held"] += all(holds(odds.win, later.win) for later in told[place + 1 :])
    shares = {kind: hits[f"{kind} held"] / hits[f"{kind} told"] for kind in ("model", "drops")}
    with capsys.disabled():
        print(f"\n{ATTACKS} attacks: all told later lies in the interval told before for {shares}")
    assert shares["drops"] >= WANTED
    assert shares["model"] >= 0.92, "the model's intervals hold 94 % of what drops say"
