"""What opponents say follows from what everybody has seen, not from the seed; it is said seldom or often."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import groupby, pairwise
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest
from msgspec.structs import replace

from shogun import cli
from shogun.base import language
from shogun.base.language import _
from shogun.game.remarks import SILENT, Importance, Said, Speakers, Speaking
from shogun.games import GAMES
from shogun.games.river_of_gold import remarks as river_remarks
from shogun.games.rumble_nation import remarks as rumble_remarks
from shogun.games.shogun import remarks as shogun_remarks
from shogun.table.course import PastAnswer
from shogun.table.journal import PERSON, Header, SeatLine
from shogun.table.replay import History
from shogun.table.session import Session
from shogun.table.speech import HeardEvent, Speech, said_in
from tests.table.test_branch import SETUPS, go_on, told

ALL = tuple(GAMES)
OWN: dict[str, ModuleType] = {
    "shogun": shogun_remarks, "rumble-nation": rumble_remarks, "river-of-gold": river_remarks,
}  # fmt: skip
TRANSLATIONS = [code for code in language.OFFERED if code != language.ENGLISH]


@cache
def past(code: str, seed: int = 5, people: tuple[int, ...] = ()) -> tuple[Header, Sequence[PastAnswer]]:
    """A whole game, played by drawn answers."""
    rules = GAMES[code].rules
    session = go_on(Session.start(rules, told(rules, SETUPS[code], seed, people=people)), Random(seed))
    history = History(rules, session.header)
    history.follow(session.course.answers)
    return session.header, history.steps


def spoken(code: str, speaking: Speaking, seed: int = 5, people: tuple[int, ...] = ()) -> list[Said]:
    header, steps = past(code, seed, people)
    return list(said_in(Speech(GAMES[code].rules, GAMES[code].remarks, header), steps, (), speaking))


def lines(said: Sequence[Said]) -> list[str]:
    return [one.line() for one in said]


def seasons(code: str) -> int:
    """How many seasons end in the game."""
    rules, remarks = GAMES[code].rules, GAMES[code].remarks
    views = ((rules.view(step.before, None), rules.view(step.after, None)) for step in past(code)[1])
    return sum(remarks.ends_chapter(before, after) for before, after in views)


@pytest.mark.parametrize("code", ALL)
def test_seldom_is_once_a_season_at_most_all_is_more_and_never_is_nothing(code: str) -> None:
    seldom = spoken(code, "seldom")
    assert 2 <= len(seldom) <= seasons(code) < 12
    assert len(spoken(code, "all")) >= len(seldom)
    assert spoken(code, "never") == []


@pytest.mark.parametrize("speaking", ["all", "seldom"])
@pytest.mark.parametrize("code", ALL)
def test_nobody_speaks_twice_in_a_row(code: str, speaking: Speaking) -> None:
    seats = [one.seat for one in spoken(code, speaking)]
    assert all(one != other for one, other in pairwise(seats))
    assert len(set(seats)) > 1


@pytest.mark.parametrize("code", ALL)
def test_only_computers_speak(code: str) -> None:
    assert {one.seat for one in spoken(code, "all")} >= {0, 1}
    people = spoken(code, "all", people=(0,))
    assert people and 0 not in {one.seat for one in people}
    alone = spoken(code, "all", people=(0, *range(2, past(code)[0].setup.seats)))
    assert {one.seat for one in alone} == {1}, "who is alone may speak again"


def test_a_seat_is_silent_as_long_as_a_person_plays_it() -> None:
    header, steps = past("shogun")
    middle = steps[len(steps) // 2].line.n
    change = SeatLine(middle, 0, PERSON)
    speech = Speech(GAMES["shogun"].rules, GAMES["shogun"].remarks, header)
    said = [one for one in said_in(speech, steps, (change,), "all") if one.seat == 0]
    assert said and all(one.n <= middle for one in said)


@pytest.mark.parametrize("code", ALL)
def test_the_same_is_said_in_a_replay_whatever_else_draws_at_random(code: str) -> None:
    first = lines(spoken(code, "seldom")), lines(spoken(code, "all"))
    Random().random()
    past.cache_clear()
    assert (lines(spoken(code, "seldom")), lines(spoken(code, "all"))) == first
    header, steps = past(code)
    other = said_in(
        Speech(GAMES[code].rules, GAMES[code].remarks, replace(header, seed=header.seed + 1)), steps, (), "all"
    )
    assert lines(list(other)) == first[1], "the seed, which nobody knows, has no part in it"


# Secrets


def _other_shogun(state: Any) -> Any:
    """A state with other plans that are still face down, and other face-down cards."""
    hidden = state.event is None and all(state.plans)
    plans = [*state.plans[1:], state.plans[0]] if hidden else state.plans
    return replace(state, plans=plans, deck=tuple(reversed(state.deck)), actions=_turned(state))


def _turned(state: Any) -> tuple[Any, ...]:
    """The action cards with those that are face down in another order."""
    seen = 5 + (state.acting.action if state.acting else 0)
    return (*state.actions[:seen], *reversed(state.actions[seen:]))


def _other_river(state: Any) -> Any:
    """A state with other hands and another order of deck and stacks."""
    cards = [*reversed(state.deck), *(card for hand in reversed(state.hands) for card in hand)]
    hands = []
    for hand in state.hands:
        hands.append(type(hand)(cards[: len(hand)]))
        del cards[: len(hand)]
    return replace(
        state, hands=type(state.hands)(hands), deck=tuple(cards), era_1=tuple(reversed(state.era_1)),
        era_2=tuple(reversed(state.era_2)),
    )  # fmt: skip


@pytest.mark.parametrize(("code", "other"), [("shogun", _other_shogun), ("river-of-gold", _other_river)])
def test_nothing_hidden_can_be_heard(code: str, other: Callable[[Any], Any]) -> None:
    """Two games that look the same to an onlooker sound the same."""
    (header, steps), rules = past(code), GAMES[code].rules
    changed = [HeardEvent(one.line.n, other(one.before), one.events, other(one.after)) for one in steps]
    differ = sum(one.after != two.after for one, two in zip(steps, changed, strict=True))
    assert differ > len(steps) / 2
    for one, two in zip(steps, changed, strict=True):
        assert rules.view(one.after, None) == rules.view(two.after, None)
    for speaking in ("all", "seldom"):
        speech = Speech(rules, GAMES[code].remarks, header)
        heard = [speech.hear(one, (), speaking) for one in changed]
        assert lines([one for one in heard if one]) == lines(spoken(code, speaking))


@pytest.mark.parametrize("code", ALL)
def test_remarks_are_made_of_the_view_of_an_onlooker(code: str) -> None:
    header, steps = past(code)
    seen: list[Any] = []

    class Watched:
        def remarks(self, before: Any, events: Sequence[Any], after: Any, speakers: Speakers) -> Any:
            seen.extend((before, after))
            return GAMES[code].remarks.remarks(before, events, after, speakers)

        def ends_chapter(self, before: Any, after: Any) -> bool:
            return GAMES[code].remarks.ends_chapter(before, after)

    assert list(said_in(Speech(GAMES[code].rules, Watched(), header), steps, (), "all"))
    assert seen and all(getattr(view, "seat", None) is None for view in seen)


# What was undone


def test_what_was_undone_is_not_spoken_of() -> None:
    header, steps = past("shogun")
    rules, remarks = GAMES["shogun"].rules, GAMES["shogun"].remarks
    first = spoken("shogun", "seldom")[0]
    until = [step for step in steps if step.line.n <= first.n]
    ways: tuple[Callable[[Speech, int], None], ...] = (
        lambda speech, n: speech.forget(n),
        lambda speech, n: speech.keep(set(range(1000)) - {n}),
    )
    for forget in ways:
        said = {}
        for gone in (step.line.n for step in until[:-1]):
            speech = Speech(rules, remarks, header)
            for step in until[:-1]:
                speech.hear(HeardEvent(step.line.n, step.before, step.events, step.after), (), "seldom")
            forget(speech, gone)
            last = until[-1]
            said[gone] = speech.hear(HeardEvent(last.line.n, last.before, last.events, last.after), (), "seldom")
        others = [one for one in said.values() if one is None or one.line() != first.line()]
        assert len(others) == 1, "the one that it was about"


@pytest.mark.parametrize("code", ALL)
def test_replay_and_live_speech_hear_a_redone_answer_as_the_one_given_first(
    code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A person takes back whatever can be taken back, and makes it again."""
    rules, remarks, path, rng = GAMES[code].rules, GAMES[code].remarks, tmp_path / "Kai.journal", Random(5)
    session = Session.start(rules, told(rules, SETUPS[code], 5, people=(0,)), path)
    live, heard, redone = Speech(rules, remarks, session.header), [], 0
    while not session.is_over:
        question = session.questions[0]
        turn = session.advance() if question.seat is None else session.answer(question.seat, question.sample(rng))
        if question.seat == 0 and session.undoable(0):
            session.undo(0)
            turn, redone = session.redo(0), redone + 1
        live.keep(line.n for line in session.course.answers)
        said = live.hear(HeardEvent(turn.redone or turn.n, turn.before, turn.events, turn.after), (), "all")
        heard += [said.line()] if said else []
    assert redone > 3
    history = History(rules, session.header)
    history.follow(session.course.answers)
    assert heard == lines(list(said_in(Speech(rules, remarks, session.header), history.steps, (), "all")))
    session.close()
    assert cli.main(["replay", str(path), "--speak", "all"]) == 0
    told_again = [line for line in capsys.readouterr().out.splitlines() if line in set(heard)]
    assert [line for line, _same in groupby(told_again)] == heard, "an undone answer is told too, with what was said"


# Sentences


@pytest.mark.parametrize("speaking", ["all", "seldom"])
def test_an_answer_that_is_undone_and_redone_leads_to_the_same_sentences(speaking: Speaking) -> None:
    header, steps = past("shogun")
    plain = spoken("shogun", speaking)
    speech = Speech(GAMES["shogun"].rules, GAMES["shogun"].remarks, header)
    said = []
    for step in steps:
        heard = HeardEvent(step.line.n, step.before, step.events, step.after)
        first = speech.hear(heard, (), speaking)
        if not GAMES["shogun"].remarks.ends_chapter(
            GAMES["shogun"].rules.view(step.before, None), GAMES["shogun"].rules.view(step.after, None)
        ):  # a season that has ended was told: what was waiting is gone
            speech.forget(step.line.n)
            first = speech.hear(heard, (), speaking)
        said += [first] if first else []
    assert lines(said) == lines(plain)


def test_who_is_told_to_be_silent_has_nothing_left_to_say_later() -> None:
    header, steps = past("shogun")
    speech = Speech(GAMES["shogun"].rules, GAMES["shogun"].remarks, header)
    heard = [HeardEvent(step.line.n, step.before, step.events, step.after) for step in steps]
    until = next(count for count, one in enumerate(heard) if speech.hear(one, (), "seldom") is None and speech._waiting)
    speech.hear(heard[until + 1], (), "never")
    assert speech._waiting == []


def sentences(code: str) -> Iterator[str]:
    """All sentences of a game."""
    for value in vars(OWN[code]).values():
        if isinstance(value, tuple) and value and all(isinstance(text, str) for text in value):
            yield from value


@pytest.mark.parametrize("code", ALL)
def test_a_game_has_many_sentences_each_once(code: str) -> None:
    found = list(sentences(code))
    assert len(found) == len(set(found)) >= 20


@pytest.mark.parametrize("code", ALL)
def test_every_sentence_can_be_said_in_all_languages(code: str) -> None:
    candidates = {
        (text, remark.seat): remark for seed in (5, 6) for remark in _remarks(code, seed) for text in remark.texts
    }
    said = {text for text, _seat in candidates}
    assert len(said) > 0.7 * len(list(sentences(code))), "most come up in two games"
    for known in (language.ENGLISH, *TRANSLATIONS):
        language.use(known)
        try:
            for (text, seat), remark in candidates.items():
                line = Said(1, seat, "Kai", text, remark.words).line()
                assert line.startswith("Kai: ") and not set("{}") & set(line)
            if known != language.ENGLISH:
                assert all(_(text) != text for text in sentences(code))
        finally:
            language.use(language.ENGLISH)


def _remarks(code: str, seed: int) -> Iterator[Any]:
    rules, (header, steps) = GAMES[code].rules, past(code, seed)
    speakers = Speakers([seat.name for seat in header.seats], range(len(header.seats)))
    for step in steps:
        before, after = rules.view(step.before, None), rules.view(step.after, None)
        for remark in GAMES[code].remarks.remarks(before, step.events, after, speakers):
            assert remark.importance >= 1 and remark.seat in speakers.computers
            yield remark


def test_of_what_happens_often_a_sentence_is_said_once() -> None:
    said = spoken("river-of-gold", "all")
    light = {
        text for one in _remarks("river-of-gold", 5) if one.importance == Importance.EVERYDAY for text in one.texts
    }
    assert light
    assert all(sum(one.text == text for one in said) <= 1 for text in light)


def test_a_game_without_remarks_is_silent() -> None:
    assert list(SILENT.remarks(None, (), None, Speakers((), ()))) == []
    assert not SILENT.ends_chapter(None, None)
