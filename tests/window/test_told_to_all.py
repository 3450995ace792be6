"""What is told to all of a running game depends on nothing that is hidden: games that differ in hidden lots alone.

Asked of every game: what a window that looks on shows, the log, the list of games, titles, what is copied, what the
command line tells, and what is given away.
"""

import zipfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from shogun.cli import main
from shogun.games import GAMES
from shogun.table.game_archive import JOURNAL_NAME, export_past
from shogun.table.saved_games import SavedGame, all_games
from shogun.table.summary import summary
from shogun.window.kit.runtime.app import App
from shogun.window.play.game_story import agreement, heading
from shogun.window.play.routes import ToMenu, ToReplay
from tests.table import toy
from tests.table.test_excerpts import CASES, another, contents, ends, header, played

from .clicking import A_LONG_TIME, shown, window

ASKED = [case for case in CASES if case.values[0] in GAMES]


@pytest.fixture
def app() -> Iterator[App]:
    with window() as opened:
        yield opened


def told(app: App, path: Path, capsys: pytest.CaptureFixture[str]) -> list[object]:
    """All that is told of a saved game to whoever asks."""
    app.go(ToMenu())
    app.go(ToReplay(path))
    scene: Any = app.scene
    scene.go_to(scene.story.last)
    scene.update(A_LONG_TIME)
    app.step(0.0)
    log, texts = [line.text for line in scene.story.log], shown(app)
    scene.leave()
    (game,) = all_games(toy.game_of, path.parent)
    assert isinstance(game, SavedGame)
    (found,) = [known for known in summary(toy.game_of, path) if known is not None]
    kind = GAMES[game.header.game]
    words = heading(game), agreement(kind, game.header, is_over=False), kind.listing.moment(found.view)
    assert main(["replay", str(path)]) == 0
    lines = capsys.readouterr().out
    with zipfile.ZipFile(export_past(toy.game_of, path, path.parent / "out")) as archive:
        past = archive.read(JOURNAL_NAME)
    assert len(log) > 5
    return [log, texts, found, words, lines, past]


@pytest.mark.parametrize(("code", "setup"), ASKED)
def test_nothing_that_is_told_to_all_depends_on_hidden_lots(
    code: str, setup: Any, app: App, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, rng = toy.game_of(code), Random(5)
    history = played(game, setup, seed=21)
    place = list(ends(history))[2] + 7
    others = [other for _try in range(400) if (other := another(history, place, rng))][-2:]
    answers = [[step.line for step in history.steps[:place]], *others]
    found = []
    for number, lines in enumerate(answers):
        path = tmp_path / str(number) / "game.journal"
        path.parent.mkdir()
        path.write_bytes(b"".join(contents(game, header(game, setup, seed=number), lines).raw))
        found.append(told(app, path, capsys))
    for alike in found[1:]:
        for one, same in zip(found[0], alike, strict=True):
            assert one == same
    assert len(found) == (1 if code == "rumble-nation" else 3)
