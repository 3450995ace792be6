"""What decided a game, on the screen: of all games, beginning with the button at their end."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from shogun.cli import main
from shogun.games import GAMES, entry_of
from shogun.table.journal import PERSON, Header, SeatInfo, TowerInfo
from shogun.table.journal_files import decisions_path, review_path
from shogun.table.session import Budget, Session, run
from shogun.window.game.end_of_game import EndScene
from shogun.window.game.past_scene import PastScene
from shogun.window.game.review_scene import ReviewScene
from shogun.window.kit.runtime.app import App
from shogun.window.play.routes import ToSavedGame
from tests.window.clicking import A_LONG_TIME, click, shown, top, window

pytest.importorskip("numpy")


@pytest.fixture
def app() -> Iterator[App]:
    """A window."""
    with window() as opened:
        yield opened


@pytest.fixture
def journal(request: pytest.FixtureRequest, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A game that is over, with a review of few playouts beside it."""
    assert (
        main(f"simulate --game {request.param} --players 3 --seed 3 --tower model --journals {tmp_path}".split()) == 0
    )
    capsys.readouterr()
    return tmp_path / "3.journal"


def ended(app: App, journal: Path) -> EndScene:
    """Open a game that is over and return its end."""
    app.go(ToSavedGame(journal))
    for _step in range(20):
        app.step(A_LONG_TIME)
        if isinstance(app.scene, EndScene):
            break
    assert isinstance(app.scene, EndScene)
    return app.scene


def reviewed(app: App) -> ReviewScene:
    """Return the review on top, once it is whole."""
    scene = top(app, ReviewScene)
    while not scene.reviewing.is_done:
        assert not scene.reviewing.has_failed
        app.step(0.1)
    app.step(0.0)
    return scene


@pytest.fixture(autouse=True)
def few_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a judge look quickly."""
    for entry in GAMES.values():
        monkeypatch.setattr(entry.judge, "PLAYOUTS", 1)
        monkeypatch.setattr(entry.decisions, "SEARCHED", 128)


@pytest.mark.slow
@pytest.mark.parametrize("journal", GAMES, indirect=True)
def test_the_end_of_a_game_leads_to_what_decided_it(app: App, journal: Path) -> None:
    end = ended(app, journal)
    click(app, "review")
    scene = reviewed(app)
    assert scene.review is not None
    told = shown(app)
    assert all(words in told for words in ("What decided this game", "decisions", "Turning points", "100 %"))
    assert review_path(journal).exists(), "what was found out is kept"
    entry = scene.review.turning_points()[0]
    assert scene.moment(entry) and f"{scene.moment(entry)}: " in told, "when it was"
    click(app, "turned-1")
    assert isinstance(app.scene, PastScene)
    assert app.scene.place == entry.place
    app.scene.escape()
    click(app, "back")
    assert app.scenes[-1] is end


@pytest.mark.slow
@pytest.mark.parametrize("journal", ["rumble-nation"], indirect=True)
def test_a_review_that_was_left_goes_on_where_it_was(app: App, journal: Path) -> None:
    ended(app, journal)
    click(app, "review")
    scene = top(app, ReviewScene)
    while not scene.reviewing.estimates:
        app.step(0.1)
    done = len(scene.reviewing.estimates)
    click(app, "back")
    click(app, "review")
    assert len(top(app, ReviewScene).reviewing.estimates) >= done
    assert reviewed(app).review == scene.reviewing.work.review(top(app, ReviewScene).reviewing.estimates)


def with_people(code: str, path: Path, people: Sequence[int], opponent: str) -> None:
    """Write a game of three in which opponents have answered for people."""
    entry = entry_of(code)
    seats = tuple(SeatInfo(name, "", PERSON if seat in people else opponent) for seat, name in enumerate("ABC"))
    tower = TowerInfo() if entry.rules.has_tower else None
    header = Header(game=code, seed=3, setup=entry.agreed(3, {}), seats=seats, tower=tower)
    run(Session.start(entry.rules, header, path), [entry.opponents.opponent(opponent)] * 3, Budget(playouts=10))


WEAK = {"shogun": "beginner", "rumble-nation": "beginner", "river-of-gold": "beginner"}


@pytest.mark.parametrize(
    "code",
    [pytest.param(code, marks=pytest.mark.slow if code == "rumble-nation" else pytest.mark.study) for code in GAMES],
)
def test_what_people_decided_is_shown_on_the_board_beside_what_is_better(app: App, code: str, tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    with_people(code, path, [0, 2], WEAK[code])
    ended(app, path)
    click(app, "review")
    scene = reviewed(app)
    judging = scene.judging
    assert judging is not None
    while not judging.is_done:
        assert not judging.has_failed
        app.step(0.1)
    assert decisions_path(path).exists(), "what was found out is kept"
    click(app, "tab-decisions")
    mistakes = sorted((one for seat in judging.seats() for one in seat.mistakes()), key=lambda one: -one.weight)
    assert mistakes, "beginners make some"
    told = shown(app)
    assert f"{len(mistakes)} decision" in told
    assert "Played: " in told and "Better: " not in told
    click(app, "answers")
    told = shown(app)
    assert any(one.parts for one in mistakes) or ("Played: " in told and "Better: " in told)
    assert any(one.parts for one in mistakes) == ("percentage point" in told.replace("In percentage points", ""))
    click(app, "answers")
    assert "Better: " not in shown(app)
    click(app, "decision-0")
    past = top_past(app)
    assert past.place == mistakes[0].place
    assert not past.is_better
    assert past.sentence.startswith("Played: "), "the better answer is still to be found"
    before = shown(app)
    click(app, "toggle-answer")
    assert past.is_better
    assert past.sentence.startswith("Better: ")
    assert shown(app) != before
    click(app, "toggle-answer")
    assert "percentage point" in past.sentence if mistakes[0].parts else past.sentence.startswith("Played: ")
    past.escape()
    click(app, "answer-0")
    click(app, "decision-0")
    past = top_past(app)
    assert past.is_better, "once it is shown in the list, it is shown on the board at once"
    past.step(1)
    assert past.shown is None, "going on, the game is looked at as it went"
    app.step(0.1)
    assert not [place for place in app.scene.targets() if place.name == "toggle-answer"]
    past.escape()
    assert app.scene is scene
    for seat in (0, 2):
        click(app, f"decisions-of-{seat}")
        own = next(one for one in judging.seats() if one.seat == seat)
        assert f"{len(own.mistakes())} decision" in shown(app) or not own.mistakes()


def top_past(app: App) -> PastScene:
    """Return the replay on top."""
    assert isinstance(app.scene, PastScene)
    return app.scene


@pytest.mark.slow
@pytest.mark.parametrize("code", GAMES)
def test_nobody_is_judged_where_no_person_has_played(app: App, code: str, tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    with_people(code, path, [], WEAK[code])
    ended(app, path)
    click(app, "review")
    scene = reviewed(app)
    assert scene.judging is None
    assert [tab.name for tab in scene.tabs] == ["turned"]
