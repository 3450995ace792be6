"""Seats given and taken while another window looks on: what it shows is hidden from no person who ever sat there."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from shogun.games import GAMES
from shogun.games.river_of_gold.rules import Setup as RiverSetup
from shogun.games.rumble_nation.rules import Setup as RumbleSetup
from shogun.games.shogun.rules import Setup
from shogun.games.shogun.rules.questions import Plan
from shogun.games.shogun.screen.scenes.history_scene import HistoryScene
from shogun.table.game_archive import export_past
from shogun.table.journal import PERSON, Header, SeatInfo, TowerInfo, people_ever, read_journal
from shogun.table.replay import resume
from shogun.table.saved_games import SavedGame, all_games
from shogun.table.session import Session
from shogun.table.summary import summary
from shogun.window.generic.scene import GenericPast
from shogun.window.kit.runtime.app import App
from shogun.window.play import start
from shogun.window.play.game_story import agreement, heading, state_words, story_of_journal
from shogun.window.play.routes import ToMenu, ToSavedGame
from shogun.window.play.start import Watch
from tests.table import toy
from tests.table.dice import GAME as DICE
from tests.table.dice import rules as dice
from tests.table.tossing import GAME as TOSSING
from tests.window.clicking import A_LONG_TIME, shown, window

SETUPS: dict[str, Any] = {"shogun": Setup(3), "rumble-nation": RumbleSetup(3), "river-of-gold": RiverSetup(3)}
TOYS = {"dice": dice.Setup(), "toy": toy.Setup()}
KINDS = {**GAMES, "dice": DICE, "toy": TOSSING}
CHANGES = [(seat, player) for seat in (0, 1, 2) for player in (PERSON, "random")]


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the file looked at all the time."""
    monkeypatch.setattr(start, "REST", 0.0)


@pytest.fixture
def app() -> Iterator[App]:
    with window() as opened:
        yield opened


def begun(code: str, players: tuple[str, ...], path: Path) -> Session:
    """A game in which everybody who is asked at the same time but one has answered."""
    game, setup = KINDS[code].rules, (SETUPS | TOYS)[code]
    seats = tuple(SeatInfo(f"Player {seat}", "", player) for seat, player in enumerate(players[: setup.seats]))
    tower = TowerInfo() if game.has_tower else None
    told = Header(game=code, seed=7, setup=setup, seats=seats, tower=tower)
    session, rng = Session.start(game, told, path), Random(3)
    while game.period(session.state) == "setup" or not (code != "shogun" or any(session.state.plans)):
        question = session.questions[0]
        session.advance() if question.seat is None else session.answer(question.seat, question.sample(rng))
    return session


def ever_alone(session: Session) -> int | None:
    ever = people_ever(session.header, session.course.changes)
    return min(ever) if len(ever) == 1 else None


@pytest.mark.parametrize("code", [*SETUPS, *TOYS])
@pytest.mark.parametrize("players", [(PERSON, "random", "random"), (PERSON, PERSON, "random"), ("random",) * 3])
def test_a_story_that_grows_shows_what_the_only_person_may_see_or_all(
    code: str, players: tuple[str, ...], tmp_path: Path
) -> None:
    path, rng = tmp_path / "game.journal", Random(code)
    session = begun(code, players, path)
    written = path.read_bytes()
    session.close()
    for history in [(), *((change,) for change in CHANGES), *rng.sample([*product(CHANGES, repeat=4)], 20)]:
        path.write_bytes(written)
        session = reopened(code, path)
        story, watch = story_of_journal(KINDS[code], path), Watch(KINDS[code], path)
        assert story.viewer == ever_alone(session)
        for seat, player in history:
            session.change_seat(seat % len(session.players), player)
            watch.has_news(story)
            assert story.viewer == story_of_journal(KINDS[code], path).viewer == ever_alone(session)
        session.close()


def reopened(code: str, path: Path) -> Session:
    return resume(read_journal(toy.game_of, path))


def looking_on(app: App, path: Path) -> HistoryScene | GenericPast:
    app.go(ToMenu())
    app.go(ToSavedGame(path))
    assert isinstance(app.scene, HistoryScene | GenericPast)
    return app.scene


@pytest.mark.parametrize("code", SETUPS)
def test_a_looking_on_window_takes_back_what_is_no_longer_theirs_to_see(code: str, app: App, tmp_path: Path) -> None:
    session = begun(code, (PERSON, "random", "random"), tmp_path / "game.journal")
    scene = looking_on(app, tmp_path / "game.journal")
    assert (scene.model.viewer, scene.model.view) == (0, session.view(0))
    session.change_seat(1, PERSON)
    scene.update(A_LONG_TIME)
    assert (scene.model.viewer, scene.model.view) == (None, session.view(None))
    assert [look.person for look in scene.model.seats] == [True, True, False]
    session.change_seat(1, "random")
    scene.update(A_LONG_TIME)
    assert (scene.model.viewer, scene.model.view) == (None, session.view(None))
    answered = len(session.course.answers)
    while len(session.course.answers) < answered + 3:
        question = session.questions[0]
        session.advance() if question.seat is None else session.answer(question.seat, question.sample(Random(1)))
    for _step in range(200):
        scene.update(A_LONG_TIME)
    assert (scene.place, scene.model.view) == (len(session.course.answers), session.view(None))
    session.close()


def told_of(app: App, path: Path, folder: Path) -> tuple[object, ...]:
    """All that a window that looks on, the list, titles and an export tell of a game."""
    scene = looking_on(app, path)
    scene.update(A_LONG_TIME)
    app.step(0.0)
    (found,) = [known for known in summary(toy.game_of, path) if known is not None]
    (game,) = all_games(toy.game_of, path.parent)
    assert isinstance(game, SavedGame)
    brought = GAMES[game.header.game]
    words = heading(game), state_words(brought, game, found), agreement(brought, game.header, is_over=False)
    past = export_past(toy.game_of, path, folder).read_bytes()
    seen = shown(app), [line.text for line in scene.story.log], found, words, past
    scene.leave()
    return seen


@pytest.mark.parametrize("taken", [((1, PERSON),), ((1, PERSON), (1, "random")), ((0, "random"), (1, PERSON))], ids=str)
def test_nothing_that_is_told_depends_on_a_plan_once_two_have_played(
    app: App, tmp_path: Path, taken: tuple[tuple[int, str], ...]
) -> None:
    found = []
    for name, plan in (("one", 1), ("other", 2)):
        path = tmp_path / name / "game.journal"
        path.parent.mkdir()
        session = Session.start(GAMES["shogun"].rules, header(), path)
        while session.chance is not None:
            session.advance()
        question = next(question for question in session.questions if question.seat == 0)
        laid = question.sample(Random(plan))
        assert isinstance(laid, Plan)
        session.answer(0, laid)
        for seat, player in taken:
            session.change_seat(seat, player)
        found.append(told_of(app, path, tmp_path / name))
        session.close()
    assert found[0] == found[1]


def header() -> Header:
    seats = tuple(SeatInfo(f"Player {seat}", "", player) for seat, player in enumerate((PERSON, "random", "random")))
    return Header(game="shogun", seed=7, setup=Setup(3), seats=seats, tower=TowerInfo(), created="2026-01-01T10:00:00")
