"""What a window says and allows follows from the journal alone: killed at any line it goes on as if it had not been."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import Struct

from shogun.table.journal import PERSON
from shogun.window.generic.scene import GenericScene
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.settings import AT_ONCE
from shogun.window.play.routes import ToSavedGame

from . import tables
from .clicking import window

CODES = ("rumble-nation", "river-of-gold")
COMPUTER = "solid"


@pytest.fixture
def app() -> Iterator[App]:
    with window(speed=AT_ONCE, computers_speed=AT_ONCE) as opened:
        yield opened


class Said(Struct, frozen=True):
    """All that a window says and allows where it rests."""

    acted: int
    """How many lines the journal had when a person had acted; what came then came by itself."""
    lines: tuple[bytes, ...]
    log: tuple[tuple[str, int | None, int], ...]
    may: tuple[bool, bool, str, bool]
    """Undo and redo, why no undo, and what can be shown again."""
    again: tuple[tuple[int | None, Any], ...]
    asked: Any
    view: Any
    pixels: bytes


def said(app: App, acted: int) -> Said:
    """Return what the window says, at rest."""
    scene = tables.rest(app, GenericScene)
    while app.scene is not scene:
        app.pop()
    app.step(0.0)
    model = scene.model
    return Said(
        acted,
        tuple(scene.driver.session.writer.lines),
        tuple((line.text, line.seat, line.n) for line in model.log),
        (model.can_undo, model.can_redo, model.undo_refusal, model.has_recent),
        tuple((turn.seat, turn.answer) for turn in scene.presenter.recent),
        (model.question, model.prompt, model.result),
        model.view,
        app.window.get_buffer().raw,
    )


def act(scene: GenericScene, rng: Random) -> None:
    """Do one of the things that a person can do where the window rests."""
    model, deed = scene.model, rng.random()
    if model.can_undo and deed < 0.4:
        scene.controls.undo()
    elif model.can_redo and deed < 0.7:
        scene.controls.redo()
    elif deed < 0.1 and model.view == scene.driver.session.view(None):  # who has a shared screen is in no journal
        seat = model.question.seat
        scene.seats.change(seat, COMPUTER)
        scene.update(30.0)
        if not scene.driver.session.is_over:
            scene.seats.change(seat, PERSON)
    else:
        scene.answer(model.question.sample(rng))


def played(app: App, code: str, players: str, seed: int, most: int) -> list[Said]:
    """Play a game by lot, with steps back and forth and seats that are lent, and return what was said at each rest."""
    tables.begin(app, code, players, seed=seed)
    rng, found = Random(seed), [said(app, 1)]
    scene = tables.rest(app, GenericScene)
    while scene.model.result is None and len(found) < most:
        act(scene, rng)
        found.append(said(app, len(scene.driver.session.writer.lines)))
    return found


def check(app: App, path: Path, lines: tuple[bytes, ...], rests: list[Said]) -> None:
    """Go on from a part of a journal, and see that the same is said where the window has rested then."""
    path.write_bytes(b"".join(lines))
    app.go(ToSavedGame(path))
    wanted = next(rest for rest in rests if len(rest.lines) >= len(lines))
    if wanted.acted > len(lines):
        return  # the person who has acted then doesn't here
    found = said(app, wanted.acted)
    assert found.lines == wanted.lines
    for name in Said.__struct_fields__:
        is_same = getattr(found, name) == getattr(wanted, name)
        assert is_same, f"{name} after line {len(lines)}"


@pytest.mark.slow
@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("players", ["person,solid", "person,person,solid"])
def test_a_window_that_was_killed_says_and_allows_what_the_one_that_went_on_does(
    app: App, tmp_path: Path, code: str, players: str
) -> None:
    rests = played(app, code, players, seed=3, most=25)
    assert any(b'"undo"' in line for line in rests[-1].lines)
    check_lines(app, tmp_path, rests, step=3)


@pytest.mark.slow
@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("seed", range(50))
def test_so_does_it_in_any_game_at_every_line(app: App, tmp_path: Path, code: str, seed: int) -> None:
    players = ("person,solid", "person,solid,solid", "person,person", "solid,person,person,random")[seed % 4]
    check_lines(app, tmp_path, played(app, code, players, seed, most=40), step=1)


def check_lines(app: App, folder: Path, rests: list[Said], step: int) -> None:
    whole = rests[-1].lines
    for length in range(2, len(whole) + 1, step):
        check(app, folder / f"{length}.journal", whole[:length], rests)
