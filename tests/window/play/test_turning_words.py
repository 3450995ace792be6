"""What is told of a turning point, in all games: what happened over all of its answers, and nothing besides."""

from functools import cache
from random import Random

import pytest
from msgspec.structs import replace

from shogun.games import GAMES
from shogun.games.shogun.rules.events import BattleSettled
from shogun.games.shogun.rules.questions import Plan
from shogun.players.review.game_review import Entry, runs
from shogun.table.replay import History
from shogun.table.session import Session
from shogun.window.play.reviewing import SENTENCES, happened
from tests.table.test_branch import SETUPS, go_on, told


@cache
def played(code: str) -> History:
    """The past of a whole game of random moves."""
    rules = GAMES[code].rules
    session = go_on(Session.start(rules, told(rules, SETUPS[code], 5)), Random(5))
    history = History(rules, session.header)
    history.follow(session.course.answers)
    return history


def entries(history: History) -> list[Entry]:
    """A change for each run of answers that have one cause."""
    changes = (0.0,) * history.header.setup.seats
    return [Entry(run.first, run.place, run.cause, run.seat, changes) for run in runs(history.steps)]


@pytest.mark.parametrize("code", GAMES)
def test_something_is_told_of_each_change(code: str) -> None:
    history, game = played(code), GAMES[code]
    for entry in entries(history):
        sentences = happened(game, history, entry)
        assert len(sentences) <= SENTENCES and all(sentences)
        steps = history.steps[entry.first : entry.place]
        forced = {line for step in steps if step.is_forced for line in game.words.move_lines(step.answer)}
        chosen = {line for step in steps if entry.seat is not None for line in game.words.move_lines(step.answer)}
        assert not (forced - chosen) & set(sentences), "what nobody could decide otherwise is none of it"
        assert sentences or not any(step.events for step in steps)


def test_a_battle_is_told_first_and_with_the_chance_of_the_attack() -> None:
    history, seen = played("shogun"), set()
    for entry in entries(history):
        settled = [event for event in history.steps[entry.first].events if isinstance(event, BattleSettled)]
        if entry.cause == "tower" and settled:
            first, odds, *_rest = happened(GAMES["shogun"], history, entry)
            seen.add(settled[0].kind)
            assert settled[0].province in first and "Thrown" not in first
            assert odds.startswith("Before the throw, ") and "%" in odds
            assert ("defender" in odds) == (settled[0].kind == "revolt")
    assert "neutral" in seen and len(seen) > 1


def test_of_a_plan_it_is_told_what_was_planned() -> None:
    history = played("shogun")
    entry = next(one for one in entries(history) if isinstance(history.steps[one.first].answer, Plan))
    (sentence, *_others) = happened(GAMES["shogun"], history, entry)
    assert "Build castle" in sentence and "Battle B" in sentence
    assert sentence.startswith(history.header.seats[entry.seat or 0].name)


def test_what_a_player_did_last_is_told_though_much_happened_before() -> None:
    history, seen = played("shogun"), 0
    for entry in entries(history):
        steps = list(enumerate(history.steps[entry.first : entry.place], entry.first))
        alone = [happened(GAMES["shogun"], history, replace(entry, first=n, place=n + 1)) for n, _step in steps]
        alone = [sentences for sentences in alone if sentences]
        if len(alone) == 2 and sum(map(len, alone)) > SENTENCES:
            seen += 1
            assert alone[1][0] in happened(GAMES["shogun"], history, entry)
    assert seen
