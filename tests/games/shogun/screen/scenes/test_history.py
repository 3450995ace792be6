"""Looking back: any moment of a game on its own screen, and all of it going by; nothing can be changed."""

from pathlib import Path
from random import Random

import pygame
import pytest

from shogun.game.questions import Throw
from shogun.games import GAMES
from shogun.games.shogun import rules
from shogun.games.shogun.opponents import opponent
from shogun.games.shogun.rules import events as ev
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.screen.play.view_after import place_of
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.games.shogun.screen.scenes.history_scene import HistoryScene
from shogun.table.recordings import Recordings, drops_path
from shogun.table.session import take_turn
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.settings import AT_ONCE
from shogun.window.play.game_story import story_of_journal
from shogun.window.play.routes import ToReplay
from shogun.window.scenes.menu import MenuScene
from shogun.window.scenes.pause import HandOverScene
from tests.layout.readable import flaws
from tests.window.clicking import (
    SMALL,
    USUAL,
    asked,
    click,
    draft,
    game,
    names,
    play_unseen,
    press,
    session,
    settle,
    shown,
    target,
    top,
    window,
)


def save(path: Path, players: str = "greedy,random,greedy", answers: int = 10**6, tower: str = "") -> Path:
    """Play a game by opponents into a file, as far as some answers; recordings are kept."""
    played = session(players, setup=Setup(3), seed=7, tower=tower, path=path)
    kept = Recordings(drops_path(path))
    seats = [opponent("greedy" if code == "person" else code) for code in players.split(",")]
    while answers and not played.is_over:
        answers -= 1
        if tower and isinstance(played.chance, Throw):
            turn = played.advance(record=True)
            assert turn.fall and turn.fall.recording
            kept.add(turn.n, turn.checksum, turn.fall.recording)
        else:
            take_turn(played, seats)
    played.close()
    return path


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save(tmp_path_factory.mktemp("games") / "finished.journal")


@pytest.fixture(scope="module")
def simulated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save(tmp_path_factory.mktemp("games") / "simulated.journal", answers=75, tower="classic")


def looking_back(app: App, path: Path) -> HistoryScene:
    app.push(MenuScene(app))
    app.go(ToReplay(path))
    app.step(0.0)
    assert isinstance(app.scene, HistoryScene)
    return app.scene


def at(scene: HistoryScene) -> tuple[object, ...]:
    """Return all that the panels show of the present place."""
    model = scene.model
    return model.view, model.tray, model.inside, model.result, scene.place


@pytest.mark.parametrize("size", [SMALL, USUAL, pytest.param((3840, 2160), marks=pytest.mark.slow)], ids=str)
def test_every_kind_of_moment_can_be_read(size: tuple[int, int], finished: Path) -> None:
    with window(size) as app:
        scene = looking_back(app, finished)
        steps = range(0, scene.story.last + 1, 7) if size == SMALL else (0, scene.story.last // 2, scene.story.last)
        for place in steps:
            scene.go_to(place)
            app.step(0.0)
            assert flaws(scene) == []
        assert "Replay: step" in shown(app)


def test_each_place_is_the_game_as_it_was(finished: Path) -> None:
    with window() as app:
        scene = looking_back(app, finished)
        for place in (0, 5, 60, 61, scene.story.last):
            scene.go_to(place)
            state = scene.story.history.state(place)
            assert scene.model.view == rules.view(state, None)
            assert scene.model.inside == {c: n for c, n in state.tower.items() if n}
            assert scene.model.tray == {c: n for c, n in state.tray.items() if n}
            assert (scene.model.result is not None) == (place == scene.story.last)


def test_the_buttons_go_by_steps_and_seasons(finished: Path) -> None:
    with window() as app:
        scene = looking_back(app, finished)
        assert not target(app, "step-back").enabled
        click(app, "step-on")
        assert scene.place == scene.story.stops[1]
        places = []
        while target(app, "season-on").enabled:
            click(app, "season-on")
            places.append((scene.model.view.year, scene.model.view.season, scene.place))
        assert [season for _year, season, _place in places[:3]] == ["spring", "summer", "autumn"]
        assert places[-1][2] == scene.story.last
        assert not target(app, "play").enabled
        click(app, "season-back")
        assert scene.place == places[-2][2]
        click(app, "step-back")
        assert scene.place == scene.story.next_stop(places[-2][2], -1)


@pytest.mark.slow
def test_the_keyboard_goes_everywhere(finished: Path) -> None:
    with window() as app:
        scene = looking_back(app, finished)
        for key, place in (
            (pygame.K_RIGHT, scene.story.stops[1]),
            (pygame.K_RIGHT, scene.story.stops[2]),
            (pygame.K_LEFT, scene.story.stops[1]),
            (pygame.K_END, scene.story.last),
            (pygame.K_HOME, 0),
            (pygame.K_PAGEDOWN, scene.story.chapters[1].place),
            (pygame.K_PAGEUP, 0),
        ):
            press(app, key)
            assert scene.place == place, pygame.key.name(key)
        press(app, pygame.K_SPACE)
        assert scene.is_playing
        press(app, pygame.K_SPACE)
        assert not scene.is_playing
        press(app, pygame.K_ESCAPE)
        assert isinstance(app.scene, MenuScene)


def move(app: App, position: tuple[int, int], *, held: bool) -> None:
    event = pygame.Event(pygame.MOUSEMOTION, pos=position, rel=(1, 0), buttons=(int(held), 0, 0))
    app.take(event)
    app.step(0.0)


def test_the_line_of_time_is_clicked_and_drawn_along(finished: Path) -> None:
    with window() as app:
        scene = looking_back(app, finished)
        line = target(app, "timeline").rect
        click(app, "timeline")
        assert abs(scene.place - scene.story.last / 2) <= 2
        move(app, (line.right - 2, line.centery), held=True)
        assert scene.place == scene.story.last
        move(app, (line.left + 2, line.centery), held=False)
        assert scene.place == scene.story.last
        move(app, (line.left + 40, line.centery), held=True)
        assert scene.place == scene.story.last, "a drag that began elsewhere moves nothing"


def test_a_line_of_the_log_lights_its_province_and_leads_to_its_moment(finished: Path) -> None:
    with window() as app:
        scene = looking_back(app, finished)
        log = scene.log
        scene.go_to(next(scene.story.place_of(line) for line in scene.story.log if isinstance(line.event, ev.Built)))
        app.step(0.0)
        rect, line = next((rect, line) for rect, line in log._shown.values() if place_of(line.event))
        scene.point(rect.center)
        assert scene.model.hovered == place_of(line.event)
        scene.click(rect.center)
        assert scene.story.history.steps[scene.place - 1].line.n == line.n
        assert log.mark is not None and scene.story.log[log.mark].n == line.n
        scene.point((1, 1))
        assert scene.model.hovered is None


def test_a_line_without_a_province_lights_all_of_its_clan(finished: Path) -> None:
    with window() as app:
        scene = looking_back(app, finished)
        scene.go_to(
            next(scene.story.place_of(line) for line in scene.story.log if isinstance(line.event, ev.BidRevealed))
        )
        app.step(0.0)
        rect, line = next(
            (rect, line)
            for rect, line in scene.log._shown.values()
            if line.seat is not None and place_of(line.event) is None
        )
        scene.point(rect.center)
        assert line.seat is not None
        assert set(scene.board.highlights().shown) == set(scene.model.view.owned(line.seat))
        scene.point((1, 1))
        assert scene.board.highlights().shown == ()


def test_nothing_can_be_done_in_the_past(finished: Path) -> None:
    with window() as app:
        scene = looking_back(app, finished)
        size = finished.stat().st_size
        for place in range(0, scene.story.last, 9):
            scene.go_to(place)
            app.step(0.0)
            assert not names(app, "answer-") + names(app, "card-") + names(app, "commit") + names(app, "undo")
            assert scene.board.selectable() == []
        assert finished.stat().st_size == size


def test_the_game_goes_by_to_its_end(finished: Path) -> None:
    with window() as app:
        scene = looking_back(app, finished)
        scene.go_to(scene.story.last - 40)
        app.step(0.0)
        click(app, "play")
        settle(app)
        assert not scene.is_playing
        reached = at(scene)
        scene.go_to(scene.story.last)
        assert at(scene) == reached


@pytest.mark.slow
def test_recorded_throws_fall_again(simulated: Path) -> None:
    with window() as app:
        scene = looking_back(app, simulated)
        place = next(
            n for n, step in enumerate(scene.story.history.steps, 1)
            if any(isinstance(event, ev.BattleSettled) for event in step.events)
        )  # fmt: skip
        scene.go_to(place - 1)
        app.step(0.0)
        click(app, "play")
        fell, walked = [], False
        for _frame in range(600):
            app.step(0.05)
            walked = walked or scene.around_tower.walkers.is_walking
            if scene.model.is_watching:
                fell.append(scene.stand.progress)
            if scene.place >= place:
                break
        assert len(fell) > 5
        assert fell == sorted(fell)
        assert walked == any(isinstance(e, ev.BattleSettled) and e.survivors for e in scene.story.turn(place).events)
        scene.go_to(place)
        assert scene.model.inside == scene.story.history.inside(place).counts()


def test_what_is_shown_at_once_in_a_game_goes_by_readably_here(finished: Path) -> None:
    with window() as app:
        app.settings.computers_speed = app.settings.speed = AT_ONCE
        scene = looking_back(app, finished)
        scene.go_to(scene.story.chapters[1].place)
        scene.toggle_playing()
        begin = scene.place
        for _frame in range(10):
            app.step(0.05)
        assert scene.place < begin + 8
        assert app.settings.computers_speed == AT_ONCE


def test_what_goes_by_can_be_skipped(finished: Path) -> None:
    with window() as app:
        scene = looking_back(app, finished)
        scene.go_to(scene.story.last - 30)
        app.step(0.0)
        click(app, "play")
        for _click in range(3):
            app.step(0.01)
            click(app, "skip")
        assert scene.place > scene.story.last - 30


@pytest.mark.slow
def test_jumping_stops_what_is_shown(simulated: Path) -> None:
    with window() as app:
        scene = looking_back(app, simulated)
        for place in range(0, scene.story.last, 3):
            scene.go_to(place)
            scene.toggle_playing()
            for _frame in range(8):
                app.step(0.1)
            scene.go_to(place)
            before = at(scene)
            app.step(1.0)
            assert at(scene) == before


@pytest.mark.slow
def test_a_running_game_is_looked_back_at_and_gone_on_with() -> None:
    with window() as app:
        scene = game(app, session("person,greedy,greedy", setup=Setup(3), seed=1))
        play_unseen(app, Random(1), until=lambda s: s.model.question is not None and s.model.view.season == "summer")
        app.step(0.0)
        before = scene.model.question, scene.model.view
        assert scene.model.view.season == "summer"
        rect, line = next((rect, line) for rect, line in scene.log._shown.values() if line.n)
        scene.click(rect.center)
        past = app.scene
        assert isinstance(past, HistoryScene)
        assert past.story.history.steps[past.place - 1].line.n == line.n
        assert past.board.view is scene.board.view
        past.go_to(1)
        app.step(0.0)
        click(app, "leave")
        assert app.scene is scene
        assert (scene.model.question, scene.model.view) == before
        scene.controls.answer(asked(scene).sample(Random(2)))
        settle(app)
        assert scene.model.question != before[0]


@pytest.mark.slow
def test_a_half_laid_plan_is_still_there_after_looking_back() -> None:
    with window() as app:
        scene = game(app, session("person,greedy,greedy", setup=Setup(3), seed=1))
        play_unseen(app, Random(1), until=lambda s: s.model.plan is not None)
        app.step(0.0)
        draft(scene).take_card(draft(scene).hand()[0])
        draft(scene).take_field(3)
        laid = list(draft(scene).fields)
        press(app, pygame.K_h)
        assert app.scene is not scene
        press(app, pygame.K_ESCAPE)
        settle(app)
        assert app.scene is scene
        assert draft(scene).fields == laid


@pytest.mark.slow
def test_what_was_not_yet_shown_is_no_past() -> None:
    with window() as app:
        scene = game(app, session("greedy,greedy,greedy", setup=Setup(3), seed=1))
        for _frame in range(30):
            app.step(0.2)
        assert scene.driver.turns, "the game is ahead of what is shown"
        waiting = scene.driver.turns[0].n
        scene.controls.look_back()
        past = top(app, HistoryScene)
        assert all(step.line.n < waiting for step in past.story.history.steps[: past.story.last])
        assert all(line.n < waiting for line in past.story.log)
        assert past.place == past.story.last


@pytest.mark.slow
def test_the_final_board_can_be_visited() -> None:
    with window() as app:
        scene = game(app, session("random,random,random", setup=Setup(3), seed=2))
        settle(app, most=20000)
        if not isinstance(app.scene, GameScene):
            app.pop()
        scene.controls.look_back()
        app.step(0.0)
        past = top(app, HistoryScene)
        assert past.model.result is not None
        press(app, pygame.K_LEFT)
        assert past.model.result is None


@pytest.mark.slow
def test_a_game_that_is_over_goes_by_once_more() -> None:
    with window() as app:
        game(app, session("random,random,random", setup=Setup(3), seed=2))
        settle(app, most=20000)
        end = app.scene
        click(app, "replay")
        past = app.scene
        assert isinstance(past, HistoryScene)
        assert (past.place, past.is_playing) == (0, True)
        press(app, pygame.K_ESCAPE)
        assert app.scene is end


class TestSecrets:
    """Nobody sees in the past what they could not see then."""

    def test_one_person_sees_his_own_plans_and_no_others(self, tmp_path: Path) -> None:
        story = story_of_journal(GAMES["shogun"], save(tmp_path / "one.journal", "person,greedy,greedy", 80))
        assert story.viewer == 0
        for place in range(story.last + 1):
            view = rules.view(story.history.state(place), story.viewer)
            assert view.seat == 0

    def test_several_persons_see_what_is_public(self, tmp_path: Path) -> None:
        story = story_of_journal(GAMES["shogun"], save(tmp_path / "two.journal", "person,person,greedy", 80))
        assert story.viewer is None
        with window() as app:
            scene = looking_back(app, tmp_path / "two.journal")
            for place in range(story.last + 1):
                scene.go_to(place)
                assert scene.model.view.plan is None

    def test_the_person_at_the_screen_sees_no_plan_of_another(self) -> None:
        with window() as app:
            scene = game(app, session("person,person,greedy", setup=Setup(3), seed=1))
            play_unseen(app, Random(1), until=lambda s: s.model.question is not None and s.model.question.seat == 1)
            assert not isinstance(app.scene, HandOverScene)
            scene.controls.look_back()
            past = top(app, HistoryScene)
            assert past.story.viewer == 1
            for place in range(past.story.last + 1):
                past.go_to(place)
                plan = past.story.history.state(place).plans[1]
                assert past.model.view.plan == plan
                assert "Player 1" not in str(past.model.view.plan)


def test_the_keyboard_goes_through_the_log_too(finished: Path) -> None:
    with window() as app:
        scene = looking_back(app, finished)
        scene.go_to(next(scene.story.place_of(line) for line in scene.story.log if isinstance(line.event, ev.Built)))
        app.step(0.0)
        name = next(
            t.name for t in scene.log.places() if place_of(scene.log._shown[int(t.name.partition("-")[2])][1].event)
        )
        line = scene.log._shown[int(name.partition("-")[2])][1]
        scene.keyboard.set_focus(name)
        app.step(0.0)
        assert scene.model.hovered == place_of(line.event)
        press(app, pygame.K_RETURN)
        assert scene.place == scene.story.place_of(line)
