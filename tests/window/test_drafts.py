"""What is made on a screen isn't lost by leaving it, nor by the end of the program: it is offered again.

Asked of every screen on which something is made: positions, plans, the form of a new game, towers.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from shogun.game.errors import NoPosition
from shogun.games import GAMES
from shogun.games.shogun.rules.questions import PlanQuestion
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.position_draft import KEPT_CHANGES, KEPT_DRAFTS, draft_path, drafts_folder, position_at
from shogun.table.positions import PositionFile
from shogun.table.session import Session
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.settings import AT_ONCE, load_settings
from shogun.window.play.routes import ToMenu, ToNewGame, ToPosition, ToSavedGame
from shogun.window.scenes.new_game import NewGameScene
from shogun.window.scenes.position_editor import PositionScene
from tests.layout.readable import flaws

from .clicking import A_LONG_TIME, click, draft, names, press, shown, top, window


@pytest.fixture
def app() -> Iterator[App]:
    with window(speed=AT_ONCE, computers_speed=AT_ONCE) as opened:
        opened.go(ToMenu())
        opened.step(0.0)
        yield opened


def position(code: str, seed: int = 5) -> PositionFile:
    """Return a moment of a game from which one can begin."""
    rules: Any = GAMES[code].rules
    seats = tuple(SeatInfo(f"Player {n}", "", "random") for n in range(1, 4))
    header = Header(game=code, seed=seed, setup=rules.Setup(3), seats=seats)
    if code == "shogun":
        header = Header(game=code, seed=seed, setup=rules.Setup(3), seats=seats, tower=TowerInfo())
    played, rng, found = Session.start(rules, header, None), Random(seed), None
    for _answer in range(160):
        if played.is_over:
            break
        question = played.questions[0]
        played.advance() if question.seat is None else played.answer(question.seat, question.sample(rng))
        try:
            found = position_at(rules, played.state, played.inside)
        except NoPosition:
            continue
        if _answer > 100:
            break
    assert found is not None
    return found


def edit(app: App, found: PositionFile) -> PositionScene:
    app.go(ToPosition(found))
    app.step(0.0)
    return top(app, PositionScene)


def change(scene: PositionScene, times: int = 1) -> None:
    """Change the first number that there is, to and fro."""
    for time in range(times):
        scene.turn_to(0)
        pages = [(number, page) for number, page in enumerate(scene.pages()) if not page.of_seat]
        row = next(row for _number, page in pages for row in page.rows if not row.choices and row.most > row.least)
        scene.take(row.change(row.value + 1 if row.value < row.most and time % 2 == 0 else row.least))


@pytest.mark.parametrize("way", ["esc", "back", "killed"])
@pytest.mark.parametrize("code", GAMES)
def test_a_position_that_is_being_changed_is_there_again(code: str, way: str) -> None:
    found = position(code)
    with window() as app:
        app.go(ToMenu())
        scene = edit(app, found)
        change(scene)
        changed = scene.draft.setup
        assert changed != found.setup
        app.step(0.0)
        if way == "esc":
            press(app, pygame.K_ESCAPE)
        elif way == "back":
            click(app, "back")
        if way != "killed":
            assert app.scene is not scene
            scene = edit(app, found)
            assert scene.draft.setup == changed
            assert flaws(scene) == []
    with window() as app:
        app.go(ToMenu())
        scene = edit(app, found)
        assert scene.draft.setup == changed
        assert "Your earlier changes are back" in shown(app).replace("\n", " ")
        press(app, pygame.K_z)
        assert scene.draft.setup == found.setup
        assert not draft_path(found).exists(), "there is nothing to be kept any more"


def test_what_can_not_be_played_is_kept_too(app: App) -> None:
    found = position("shogun")
    scene = edit(app, found)
    scene.choose_place("Yamato")
    armies = next(row for row in scene.pages()[0].rows if row.name == "armies")
    scene.take(armies.change(62))
    owner = next(row for row in scene.pages()[0].rows if row.name == "owner")
    scene.take(owner.change("red"))
    assert scene.draft.problem
    press(app, pygame.K_ESCAPE)
    again = edit(app, found)
    assert again.draft.problem == scene.draft.problem
    app.step(0.0)
    press(app, pygame.K_z, pygame.KMOD_SHIFT, "Z")
    assert (again.draft.setup, again.draft.problem) == (found.setup, "")


def test_the_last_draft_is_offered_at_another_position(app: App) -> None:
    first, second = position("shogun", 5), position("shogun", 6)
    scene = edit(app, first)
    change(scene)
    press(app, pygame.K_ESCAPE)
    other = edit(app, second)
    assert other.draft.setup == second.setup
    click(app, "draft")
    back = top(app, PositionScene)
    assert back.draft.setup == scene.draft.setup
    app.step(0.0)
    assert "draft" not in names(app), "it is the last one itself"
    press(app, pygame.K_ESCAPE)
    assert not isinstance(app.scene, PositionScene)


def test_drafts_are_few_and_damaged_ones_are_put_aside(app: App) -> None:
    for seed in range(3):
        found = position("river-of-gold", seed)
        change(edit(app, found), times=KEPT_CHANGES + 5)
        press(app, pygame.K_ESCAPE)
    assert edit(app, found).draft.steps == KEPT_CHANGES
    path = draft_path(found)
    path.write_bytes(path.read_bytes()[:-40] + b"}")
    press(app, pygame.K_ESCAPE)
    assert edit(app, found).draft.steps == 0
    assert not path.exists()
    assert [*drafts_folder().glob("*.broken*")]
    for number in range(KEPT_DRAFTS + 3):
        (drafts_folder() / f"river-of-gold-{number:08x}.position.draft").write_bytes(b"{}")
    press(app, pygame.K_ESCAPE)
    change(edit(app, found))
    assert len([*drafts_folder().glob("river-of-gold-*.position.draft")]) == KEPT_DRAFTS


@pytest.mark.parametrize("code", GAMES)
def test_the_form_of_a_new_game_is_as_it_was_left(code: str) -> None:
    for way in ("esc", "closed"):
        with window() as app:
            app.go(ToMenu())
            app.go(ToNewGame(code))
            form = top(app, NewGameScene)
            form.rename(1, f"Nobunaga {way}")
            form.set_count(form.counts[-1])
            form.set_kind(1, form.known.codes()[-1])
            app.step(0.0)
            if way == "esc":
                press(app, pygame.K_ESCAPE)
                app.go(ToNewGame(code))
                assert top(app, NewGameScene).seats[1].name == f"Nobunaga {way}"
        with window(new_games=load_settings().new_games) as app:
            app.go(ToMenu())
            app.go(ToNewGame(code))
            again = top(app, NewGameScene)
            assert (again.seats[1].name, again.count) == (f"Nobunaga {way}", form.counts[-1])
            assert again.seats[1].kind == form.seats[1].kind


def test_a_half_laid_plan_is_there_again_after_esc_and_after_a_kill(tmp_path: Path) -> None:
    from shogun.games.shogun.rules.state import Setup

    from .clicking import game, session, settle

    path = tmp_path / "game.journal"
    with window() as app:
        scene = game(app, session("person,greedy,greedy", setup=Setup(3), seed=1, path=path))
        settle(app)
        assert isinstance(scene.model.question, PlanQuestion)
        plan = draft(scene)
        plan.take_card(plan.hand()[0])
        plan.take_field(3)
        laid = list(plan.fields)
        scene.update(A_LONG_TIME)
        for _press in range(2):
            press(app, pygame.K_ESCAPE)
        app.go(ToMenu())
        app.go(ToSavedGame(path))
        settle(app)
        assert draft(app.scene).fields == laid  # type: ignore[arg-type]
