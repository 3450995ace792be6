"""What decided a game, on the screen: of all games, beginning with the button at their end."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from shogun.cli import main
from shogun.games import GAMES
from shogun.table.storage.review_file import review_path
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


@pytest.mark.slow
@pytest.mark.parametrize("journal", GAMES, indirect=True)
def test_the_end_of_a_game_leads_to_what_decided_it(app: App, journal: Path) -> None:
    end = ended(app, journal)
    click(app, "review")
    scene = reviewed(app)
    assert scene.review is not None
    told = shown(app)
    assert all(words in told for words in ("What decided this game", "decisions", "Turning points", "100%"))
    assert review_path(journal).exists(), "what was found out is kept"
    entry = scene.review.turning_points()[0]
    assert scene.moment(entry) and f"{scene.moment(entry)}: " in told, "when it was"
    click(app, "turned-1")
    assert isinstance(app.scene, PastScene)
    assert app.scene.place == entry.place
    app.scene.escape()
    click(app, "back")
    assert app.scenes[-1] is end


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
