"""A seat that changes hands in mid-game: only what a person decided is judged, by commands and in the window alike."""

import json
from pathlib import Path
from random import Random

import pytest

from shogun.games import GAMES, entry_of
from shogun.players.review.decision_work import DecisionWork, keep_decisions, played_game, seats_of_people
from shogun.table.journal import PERSON, Contents, read_journal
from shogun.table.journal_files import decisions_path
from shogun.table.session import Session
from shogun.table.visible_past import visible_past
from shogun.window.game.review_scene import ReviewScene
from shogun.window.play.game_story import story_of_journal
from shogun.window.play.judged_decisions import Judging
from shogun.window.play.routes import ToMenu, ToReview
from tests.cli.test_review import run
from tests.players.review.test_game_review import SETUPS
from tests.table import toy
from tests.table.test_branch import go_on, told
from tests.window.clicking import AtOnce, shown, top, window


def changed_hands(code: str, path: Path, first: str, then: str) -> tuple[Contents, int]:
    """Return a whole game whose first seat is played by one and then by another, and the line of the change."""
    rules = entry_of(code).rules
    session = Session.start(rules, told(rules, SETUPS[code], 5, (0,) if first == PERSON else ()), path)
    go_on(session, Random(5), 60)
    session.change_seat(0, then)
    line = session.writer.next_number - 1
    go_on(session, Random(5)).close()
    return read_journal(toy.game_of, path), line


@pytest.mark.parametrize(("first", "then"), [(PERSON, "random"), ("random", PERSON)])
@pytest.mark.parametrize("code", GAMES)
def test_what_a_person_decided_is_judged(tmp_path: Path, code: str, first: str, then: str) -> None:
    path, entry = tmp_path / "game.journal", entry_of(code)
    contents, line = changed_hands(code, path, first, then)
    past = visible_past(contents)
    assert seats_of_people(past) == [0]
    work = DecisionWork(entry, past, [0], 1)
    lines = [past.answers[place].n for place in work.places]
    assert lines and all((n < line) == (first == PERSON) for n in lines)
    assert Judging(story_of_journal(entry, path), AtOnce()).work.places == work.places
    keep_decisions(decisions_path(path), work.key, dict.fromkeys(work.places))
    counted = played_game(entry, path, 1)
    assert counted is not None and counted.is_judged and counted.players == (contents.header.seats[0].name,)


@pytest.mark.slow
def test_commands_and_window_tell_of_the_same(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry, path = entry_of("rumble-nation"), tmp_path / "game.journal"
    for judge in (entry.judge, entry.decisions):
        monkeypatch.setattr(judge, "PLAYOUTS", 128)
    _contents, line = changed_hands("rumble-nation", path, PERSON, "random")
    code, out, _err = run(capsys, f"review {path} --json")
    found = json.loads(out)["decisions"]
    assert code == 0 and [seat["seat"] for seat in found] == [0]
    assert found[0]["decisions"] and all(one["line"] < line for one in found[0]["decisions"])
    with window() as app:
        app.go(ToMenu())
        app.go(ToReview(story_of_journal(entry, path), lambda _place, _shown=None, /: None))
        scene = top(app, ReviewScene)
        app.step(0.1)
        assert scene.judging is not None
        assert {one.place for seat in scene.judging.seats() for one in seat.decisions} == {
            one["answers"] for one in found[0]["decisions"]
        }
        app.step(0.0)
        assert "Your decisions" in shown(app)
