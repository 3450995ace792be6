"""A battle over the map: it grows, gathers, pours, slows, is counted in pairs, told, and goes; always to be skipped."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest
from msgspec.structs import replace

from shogun.games.shogun.rules.cards import SEASONS, Season
from shogun.games.shogun.rules.events import BattleBegan, Reinforced
from shogun.games.shogun.rules.state import BattleThrow, Setup
from shogun.games.shogun.screen.play.shown_battle import (
    Count,
    LargeBattle,
    ShownBattle,
    Side,
    Standing,
    begun,
    fallen_cubes,
    reinforced,
    standings,
)
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.games.shogun.screen.scenes.large_tower import TheatreScene
from shogun.window.kit.runtime.app import App
from shogun.window.play.pace import SLOW, battle_views
from shogun.window.play.routes import ToSavedGame
from shogun.window.tower.playback import Playback, ShownCube
from shogun.window.tower.tower_view import LARGE_CUBE, CloseView, divided
from tests.layout.readable import flaws
from tests.window.clicking import SMALL, USUAL, click, click_at, names, press, session, shown, target, top, window
from tests.window.kit.test_contrast import LEAST_CONTRAST, contrast_in, pixels_of

pytestmark = pytest.mark.slow

FRAME = 1 / 60


@pytest.fixture(scope="module")
def before_a_throw(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the journal of a game of opponents that waits for the throw of a battle between two of them."""
    path = tmp_path_factory.mktemp("games") / "game.journal"
    played = session("random,random,random", setup=Setup(3), seed=3, tower="classic", path=path)
    rng = Random(1)
    while not (isinstance(stage := played.state.stage, BattleThrow) and stage.battle.defender is not None):
        if played.chance is not None:
            played.advance()
        else:
            question = played.questions[0]
            played.answer(question.seat, question.sample(rng))
    played.close()
    return path


@pytest.fixture
def journal(before_a_throw: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(before_a_throw, tmp_path / "game.journal"))


Battle = Callable[..., AbstractContextManager[tuple[App, GameScene]]]


@pytest.fixture
def battle(journal: Path) -> Battle:
    @contextmanager
    def begun(size: tuple[int, int] = SMALL, **settings: Any) -> Iterator[tuple[App, GameScene]]:
        """Yield a game in which a battle has just begun to grow over the map."""
        with window(size, **{"large_battles": "all", **settings}) as app:
            app.go(ToSavedGame(journal))
            scene = top(app, GameScene)
            pass_until(app, lambda: scene.model.large is not None or scene.model.is_watching)
            yield app, scene

    return begun


def pass_until(app: App, is_reached: Any, step: float = 0.05, most: int = 20_000) -> int:
    """Let the window go on until something is so, and return in how many steps."""
    for number in range(most):
        if is_reached():
            return number
        app.step(step)
    raise AssertionError("it never came so far")


def falling_seconds(scene: GameScene, stand: Playback) -> float:
    """Let a battle's cubes fall and return how long that takes on the player's clock."""
    frames = 0
    while not stand.done:
        scene.update(FRAME)
        frames += 1
    return frames * FRAME


@pytest.mark.slow
def test_it_grows_over_map_and_sheet_in_a_quarter_of_a_second_and_leaves_them_as_they_were(battle: Battle) -> None:
    with battle() as (app, scene):
        panel, sizes = scene.large_battles.panel, []
        for _frame in range(18):
            sizes.append(panel.rect.width * panel.rect.height)
            app.step(FRAME)
        assert sizes == sorted(sizes)
        assert panel.rect == panel.room
        assert panel.room.contains(scene.board.rect.union(scene.sheet.rect))
        assert scene.board not in scene.open_panels(), "nothing is reached below it"
        pass_until(app, lambda: scene.model.large is None)
        assert not scene.board.is_hidden
        app.step(0.0)
        seen = app.window.copy()
        scene.bare()
        app.step(0.0)
        assert pygame.image.tobytes(app.window, "RGB") == pygame.image.tobytes(seen, "RGB")


@pytest.mark.slow
def test_the_sides_are_counted_in_one_place_only(battle: Battle) -> None:
    """Beside the map they would be counted up while they are counted down over it."""
    with battle() as (app, scene):
        pass_until(app, lambda: bool(scene.model.battle and scene.model.battle.sides))
        assert scene.model.large is not None
        assert not [found for found in scene.targets() if found.name.startswith("side-")]
        pass_until(app, lambda: scene.model.large is None)
        app.step(0.0)
        assert [found.name for found in scene.targets() if found.name.startswith("side-")] == ["side-0", "side-1"]


@pytest.mark.slow
def test_all_of_it_can_be_read_and_hit_at_every_moment(battle: Battle) -> None:
    with battle((1024, 700)) as (app, scene):
        while scene.model.large is not None:
            app.step(0.11)
            assert flaws(scene) == []


@pytest.mark.slow
@pytest.mark.parametrize("season", SEASONS)
def test_all_writing_on_it_stands_out_from_what_lies_below(
    battle: Battle, season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    weak: dict[str, float] = {}
    monkeypatch.setattr(CloseView, "season", property(lambda _view: season, lambda _view, _other: None), raising=False)
    with battle(USUAL) as (app, scene):
        while scene.model.large is not None:
            app.step(0.11)
            for record in scene.large_battles.panel.layer.texts:
                found = contrast_in(pixels_of(app.window, record.rect))
                weak[record.text] = min(found, weak.get(record.text, found))
    assert len(weak) > 5
    assert {text: round(found, 1) for text, found in weak.items() if found < LEAST_CONTRAST} == {}


def test_cubes_that_fell_in_the_count_fade_on_the_tray_too_the_topmost_first() -> None:
    rows = Standing(("red", "red"), fallen=1), Standing(("peasant", "blue"), fallen=1)
    places = (("red", -40.0), ("red", -30.0), ("red", 90.0), ("peasant", -40.0), ("blue", -40.0))
    cubes = [ShownCube(colour, 0.0, y, 0.0) for colour, y in places]
    standing, fallen = divided(cubes, fallen_cubes(rows))
    assert [(cube.colour, cube.y) for cube in fallen] == [("red", -30.0), ("peasant", -40.0)]
    assert [(cube.colour, cube.y) for cube in standing] == [("red", -40.0), ("red", 90.0), ("blue", -40.0)]
    assert divided(cubes, {}) == (cubes, [])


@pytest.mark.slow
def test_new_settings_tell_nothing_of_what_follows(battle: Battle) -> None:
    with battle(USUAL) as (app, scene):
        pass_until(app, lambda: scene.model.is_watching)
        assert scene.driver.session.questions, "the game itself is further"
        press(app, pygame.K_m, sign="m")
        assert app.settings.sound, "it was silent before"
        assert scene.model.prompt == scene.model.log[-1].text


@pytest.mark.slow
def test_dust_rises_where_a_cube_has_struck_and_settles(battle: Battle) -> None:
    with battle() as (app, scene):
        stand, seen = scene.stand, []
        assert isinstance(stand, Playback)
        pass_until(app, lambda: scene.model.is_watching, FRAME)
        while not stand.done:
            app.step(FRAME)
            seen.append(len(stand.puffs()))
            assert all(0 <= puff.age <= 1 and 0 < puff.strength <= 1 for puff in stand.puffs())
        assert max(seen) > 0
        assert stand.puffs() == []


def test_beside_it_the_part_of_the_map_is_seen_that_is_fought_for(battle: Battle) -> None:
    with battle() as (app, scene):
        pass_until(app, lambda: scene.model.large is not None and scene.model.large.is_whole)
        app.step(FRAME)
        rect = scene.around_tower.picture.rect
        shown_there = pygame.image.tobytes(scene.large_battles.battlefield(rect.size), "RGB")
        spot = rect.x + rect.width // 2, rect.bottom - 20
        assert scene.large_battles.battlefield(rect.size).get_at((rect.width // 2, rect.height - 20))[:3] == tuple(
            app.window.get_at(spot)[:3]
        )
        assert len(set(shown_there)) > 50, "a map, no plain paint"


@pytest.mark.slow
def test_cubes_gather_are_poured_and_the_last_two_come_out_slowly(battle: Battle) -> None:
    with battle() as (app, scene):
        stand = scene.stand
        assert isinstance(stand, Playback)
        pass_until(app, lambda: scene.model.is_watching, FRAME)
        assert stand._recording is not None
        last = [seconds for seconds, _cube in stand._recording.exits()][-2:]
        took = falling_seconds(scene, stand)
        assert took > stand._recording.seconds + 1.0
        stand.play(stand._recording)
        stand.slows = True
        stand.update(3.0)
        for exit_at in last:
            stand._seconds = exit_at
            stand.update(FRAME)
            assert stand.seconds == pytest.approx(exit_at + FRAME / 4, abs=0.001)


@pytest.mark.slow
def test_the_view_is_drawn_to_the_tray_where_cubes_are_large(battle: Battle) -> None:
    with battle() as (app, scene):
        view = scene.large_battles.picture
        assert isinstance(view, CloseView)
        grain = view.playback.geometry.grain.size
        assert round(view.camera.scale * grain) >= 14
        pass_until(app, lambda: scene.model.battle is not None and bool(scene.model.battle.result))
        assert round(view.camera.scale * grain) >= LARGE_CUBE
        tray = [view.place_of(x, y) for seat in scene.model.seats for x, y in scene.stand.tray_places(seat.colour)]
        assert tray
        assert all(view.rect.collidepoint(place) for place in tray)


@pytest.mark.slow
def test_one_key_skips_each_part_and_nothing_is_left_over_the_map(battle: Battle) -> None:
    with battle() as (app, scene):
        battle_shown = scene.model.battle
        assert battle_shown is not None
        for _press in range(6):
            press(app, pygame.K_SPACE)
            app.scene.handle(pygame.Event(pygame.KEYUP, key=pygame.K_SPACE))
            app.step(FRAME)
        assert battle_shown.result
        pass_until(app, lambda: scene.model.large is None, FRAME, most=60)


def test_another_scene_or_an_end_to_all_showing_leaves_nothing_large(battle: Battle) -> None:
    with battle() as (app, scene):
        app.step(0.3)
        scene.controls.look_back()
        assert scene.model.large is None
        assert not scene.board.is_hidden


@pytest.mark.parametrize(
    ("wanted", "who", "is_large"), [("own", "nobody", False), ("own", "persons", True), ("none", "persons", False)]
)
def test_whose_battles_are_shown_large_is_a_setting(journal: Path, wanted: str, who: str, is_large: bool) -> None:
    with window(SMALL, large_battles=wanted) as app:
        app.go(ToSavedGame(journal))
        scene = top(app, GameScene)
        if who == "persons":
            scene.model.seats = [replace(seat, person=True) for seat in scene.model.seats]
        pass_until(app, lambda: scene.model.is_watching)
        assert (scene.model.large is not None) == is_large
        assert bool(scene.stand.origins) == is_large, "persons' own cubes gather"


def test_the_sides_stand_near_the_tray_and_above_it(battle: Battle) -> None:
    for size in (SMALL, USUAL, (1080, 1920)):
        with battle(size) as (app, scene):
            pass_until(app, lambda: scene.model.battle is not None and bool(scene.model.battle.result))
            app.step(0.0)
            view, room = scene.large_battles.picture, scene.large_battles.panel.room
            assert isinstance(view, CloseView)
            tray = view.place_of(*view.tray_middle())[1]
            for plate in scene.large_battles.panel.plates(scene.em):
                assert room.height / 2 < plate.top - room.top
                assert plate.bottom < tray
            assert flaws(scene) == []


def test_battles_that_are_only_told_are_neither_seen_to_fall_nor_counted_out(journal: Path) -> None:
    with window(SMALL, large_battles="told") as app:
        app.go(ToSavedGame(journal))
        scene = top(app, GameScene)
        counted = set()
        while not (scene.model.battle and scene.model.battle.result):
            app.step(FRAME)
            assert scene.model.large is None
            assert scene.stand.done, "no cube is on its way"
            counted.add(scene.model.battle.counted if scene.model.battle else 0)
        assert counted <= {0, scene.model.battle.most}
        assert scene.model.battle.result in shown(app)


def test_how_battles_are_shown_is_chosen_in_the_large_tower_too(journal: Path) -> None:
    with window(SMALL, large_battles="own") as app:
        app.go(ToSavedGame(journal))
        scene = top(app, GameScene)
        app.step(0.0)
        scene.around_tower.open_theatre()
        app.step(0.0)
        for view in battle_views():
            click(app, f"view-{view.value}")
            assert app.settings.large_battles == view.value
            assert flaws(app.scene) == []


@pytest.mark.slow
def test_with_little_movement_it_stands_at_once_and_nothing_slows_or_swells(battle: Battle) -> None:
    with battle(reduced_motion=True) as (app, scene):
        assert scene.large_battles.panel.rect == scene.large_battles.panel.room
        stand = scene.stand
        assert isinstance(stand, Playback)
        pass_until(app, lambda: scene.model.is_watching, FRAME)
        assert stand._recording is not None
        took = falling_seconds(scene, stand)
        assert took == pytest.approx(stand._recording.seconds + 0.6, abs=0.1)
        assert scene.large_battles.swell == (0.0, 0.0)
        assert scene.large_battles.picture.rect.size == scene.large_battles.panel.room.size


@pytest.mark.slow
@pytest.mark.parametrize("is_still", [False, True])
def test_what_is_in_the_air_drifts_and_with_little_movement_stands_still(battle: Battle, is_still: bool) -> None:
    with battle(reduced_motion=is_still) as (app, scene):
        pass_until(app, lambda: scene.model.large is not None and scene.model.large.is_whole)
        sky = scene.large_battles.panel.room
        corner = pygame.Rect(sky.left, sky.top, sky.width // 6, sky.height // 4)
        seen = set()
        for _moment in range(8):
            app.step(0.1)
            seen.add(pygame.image.tobytes(app.window.subsurface(corner), "RGB"))
        assert (len(seen) == 1) is is_still


@pytest.mark.slow
def test_buttons_in_words_show_it_again_slowly_with_the_x_ray(battle: Battle) -> None:
    with battle() as (app, scene):
        pass_until(app, lambda: scene.model.battle is not None and bool(scene.model.battle.result))
        app.step(FRAME)
        result = scene.model.battle
        click(app, "battle-again")
        large = app.scene
        assert isinstance(large, TheatreScene)
        assert (large.replay_speed, large.xray) == (SLOW, True)
        assert large.replayed is not None
        assert large.replayed.battle is result
        assert large.season == scene.large_battles.picture.season == scene.model.view.season == "spring"
        assert not scene.model.xray, "the game's own tower stays as it was"


def test_the_large_tower_says_what_happens_and_that_the_first_battle_is_fought(battle: Battle) -> None:
    with battle(large_battles="none") as (app, scene):
        click(app, "tower")
        app.step(FRAME)
        assert scene.model.prompt in shown(app)
        assert "There hasn't been a battle yet." not in shown(app)


def test_pairs_fall_and_peasants_before_the_armies_that_they_stand_by() -> None:
    large = LargeBattle("Kai", (Side("A", 0, "red"), Side("B", 1, "blue")))
    sides = Count("A", 0, (("red", 2),)), Count("B", 1, (("blue", 2), ("peasant", 1)))
    first, second = standings(large, ShownBattle("", sides, counted=3), {})
    assert (first.left, second.left) == (0, 1)
    assert second.cubes == ("peasant", "blue", "blue")
    assert standings(large, ShownBattle(""), {"red": 1, "peasant": 4})[1].left == 0


@pytest.mark.slow
def test_the_bar_says_what_is_fought_for_while_cubes_fall(battle: Battle) -> None:
    with battle(USUAL) as (app, scene):
        pass_until(app, lambda: scene.model.is_watching)
        app.step(FRAME)
        assert scene.model.battle is not None
        assert scene.model.prompt == scene.model.battle.title != ""


@pytest.mark.slow
@pytest.mark.parametrize(("cubes", "told"), [({"peasant": 2}, "Peasants join in"), ({}, "Peasants stay out")])
def test_it_is_told_whether_peasants_take_part(battle: Battle, cubes: dict[str, int], told: str) -> None:
    with battle(USUAL) as (app, scene):
        model = scene.model
        pass_until(app, lambda: model.battle is not None and bool(model.battle.sides))
        assert model.battle is not None
        assert model.battle.sides is not None
        model.tray = {"peasant": 2}
        first, second = model.battle.sides
        model.battle.sides = replace(first, cubes=()), replace(second, cubes=tuple(cubes.items()))
        scene.changed()
        app.step(0.0)
        assert told in shown(app)
        model.battle.result = "It is over."
        scene.changed()
        app.step(0.0)
        assert told not in shown(app), "there stand the buttons now"


def test_a_click_on_it_does_nothing_below_it(battle: Battle) -> None:
    with battle() as (app, scene):
        app.step(0.3)
        app.step(FRAME)
        click_at(app, scene.board.view.anchor("Kai"))
        assert app.scene is scene
        assert scene.model.hovered is None
        assert target(app, f"army-{scene.model.large.sides[0].colour}") if scene.model.large else False


@pytest.mark.slow
def test_the_seal_says_defeat_to_whoever_lost_at_this_screen(battle: Battle) -> None:
    with battle() as (app, scene):
        model = scene.model
        pass_until(app, lambda: model.battle is not None and bool(model.battle.result))
        assert model.battle is not None
        fought = [side.seat for side in model.battle.sides or ()]
        assert model.battle.winner in fought, "one side wins this battle"

        def sealed_for(people: set[int | None]) -> str:
            model.seats = tuple(replace(look, person=seat in people) for seat, look in enumerate(model.seats))
            scene.changed()
            app.step(0.0)
            return "".join(sign for sign in "勝敗" if sign in {text.text for text in scene.texts()})

        lost = {seat for seat in fought if seat != model.battle.winner}
        assert sealed_for(set()) == "勝", "opponents alone"
        assert sealed_for({model.battle.winner}) == "勝"
        assert sealed_for(set(fought)) == "勝", "one of them has won"
        assert sealed_for(lost) == "敗"
        model.battle.winner = None
        assert sealed_for(set()) == ""


def lines_of_tray(scene: GameScene) -> int:
    return sum("On the tray:" in line.text for line in scene.model.log)


@pytest.mark.slow
def test_the_log_tells_what_lies_on_the_tray_when_it_was_counted_out(battle: Battle) -> None:
    with battle() as (app, scene):
        model, before = scene.model, lines_of_tray(scene)
        pass_until(app, lambda: model.battle is not None and bool(model.battle.sides))
        while model.battle is not None and not model.battle.result:
            assert lines_of_tray(scene) == before, "the cubes are still counted out"
            app.step(0.05)
        assert lines_of_tray(scene) == before + 1


@pytest.mark.slow
@pytest.mark.parametrize("how", ["waits", "key", "click"])
def test_a_result_stands_for_four_seconds_or_until_a_key_or_a_click(journal: Path, how: str) -> None:
    with window(large_battles="all") as app:
        app.go(ToSavedGame(journal))
        scene = top(app, GameScene)
        scene.model.seats = tuple(replace(seat, person=True) for seat in scene.model.seats)
        model = scene.model
        pass_until(app, lambda: model.battle is not None and bool(model.battle.result))
        app.step(0.0)
        if how == "key":
            press(app, pygame.K_RETURN)
        elif how == "click":
            click_at(app, (scene.large_battles.panel.room.centerx, scene.large_battles.panel.room.bottom - 40))
        steps = pass_until(app, lambda: model.large is None or model.large.is_leaving)
        assert steps * 0.05 == pytest.approx(4.0 if how == "waits" else 0.0, abs=0.2)


def test_a_click_before_the_result_cuts_nothing_short(battle: Battle) -> None:
    with battle() as (app, scene):
        pass_until(app, lambda: scene.model.is_watching and scene.large_battles.panel.rect.width > 0)
        click_at(app, (scene.large_battles.panel.room.centerx, scene.large_battles.panel.room.bottom - 40))
        app.step(FRAME)
        assert scene.model.is_watching


@pytest.mark.slow
def test_the_last_battle_can_be_seen_again_and_saved_long_after_it_is_gone(battle: Battle) -> None:
    with battle() as (app, scene):
        assert not names(app, "last-")
        pass_until(app, lambda: scene.model.battle is not None and bool(scene.model.battle.result))
        pass_until(app, lambda: scene.model.large is None)
        for _look in range(40):
            app.step(0.5)
        assert names(app, "last-") == ["last-again", "last-picture"]
        assert flaws(scene) == []
        click(app, "last-again")
        assert top(app, TheatreScene).replay_speed == SLOW


def test_the_title_of_a_battle_counts_the_army_that_a_card_adds() -> None:
    names = ("Ann", "Ben")
    battle = begun(BattleBegan(0, 1, "Kai", "Suruga", 6), names)
    assert battle.title == "Ann attacks Suruga (Ben) from Kai with 6 armies."
    reinforced(battle, Reinforced(1, "Suruga", "defence"), names)
    reinforced(battle, Reinforced(1, "Suruga", "castle"), names)
    assert "with 6 armies" in battle.title
    reinforced(battle, Reinforced(0, "Suruga", "attack"), names)
    assert battle.title == "Ann attacks Suruga (Ben) from Kai with 7 armies."


@pytest.mark.slow
@pytest.mark.parametrize(("button", "kind", "head"), [("film", ".webp", b"RIFF"), ("film-gif", ".gif", b"GIF89a")])
def test_a_battle_is_saved_as_webp_or_as_gif(
    battle: Battle, tmp_path: Path, button: str, kind: str, head: bytes
) -> None:
    with battle() as (app, scene):
        pass_until(app, lambda: scene.model.battle is not None and bool(scene.model.battle.result))
        press(app, pygame.K_t, sign="t")
        app.step(0.0)
        assert flaws(app.scene) == []
        click(app, button)
        pass_until(app, lambda: scene.model.note.startswith("Saved"))
        (saved,) = (tmp_path / "pictures").iterdir()
        assert saved.suffix == kind
        assert saved.read_bytes().startswith(head)
