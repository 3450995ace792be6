"""The workshop as one uses it: by pointer and keys, on the real scenes."""

import math
from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace

from shogun.cli import main as run
from shogun.cli.window_start import LazyLaboratory
from shogun.games.shogun.rules.state import Setup
from shogun.lab import LabError
from shogun.lab.measuring.estimates import Interval
from shogun.lab.measuring.live_summary import HeatMap, LiveStatistics, Nearest, PermanentClog, SearchProgress
from shogun.lab.measuring.stationarity import Stationarity
from shogun.lab.measuring.tally import OddDrop
from shogun.lab.running.checkpoints import find_odd
from shogun.table.saved_games import games_folder
from shogun.tower import load_tower, tower_names, unsaved_towers, user_towers
from shogun.tower.file.geometry_check import Finding
from shogun.tower.geometry import Accuracy, Baffle, Geometry, Pin, Wall
from shogun.tower.physics.collision_geometry import build_world
from shogun.tower.physics.constants import QUIET
from shogun.tower.physics.throw import drop
from shogun.tower.resting_cubes import RestingCube
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.routes import ToFile
from shogun.window.kit.runtime.start_options import PlayOptions
from shogun.window.kit.sound import Knock
from shogun.window.play.routes import ToBench, ToMenu, ToTowers
from shogun.window.scenes.menu import MenuScene
from shogun.window.scenes.new_game import NewGameScene
from shogun.window.workshop.bench_scene import BenchScene
from shogun.window.workshop.gallery_scene import GalleryScene, card_grid, figure_lines
from shogun.window.workshop.model.drag_handles import figures_words, finding_words, jam_words, middle_of_piece
from shogun.window.workshop.model.drawn_tower import limits
from shogun.window.workshop.model.editor_model import opened
from shogun.window.workshop.model.falling_cubes import Unmeasured
from shogun.window.workshop.model.listed_towers import ListedTower, figure_of
from shogun.window.workshop.model.tower_search import grouped
from shogun.window.workshop.panels.numbers_panel import CUBES, PATTERN
from shogun.window.workshop.unsaved_scene import UnsavedScene
from tests.shipped_towers import SHIPPED
from tests.window.clicking import click, names, press, session, shown, target, top
from tests.window.disk import no_room


def bench(app: App, name: str = "classic") -> BenchScene:
    app.go(ToBench(name))
    app.step(0.0)
    return top(app, BenchScene)


def gallery(app: App) -> GalleryScene:
    app.go(ToMenu())
    app.step(0.0)
    click(app, "towers")
    return top(app, GalleryScene)


def pixel(scene: BenchScene, x: float, y: float) -> tuple[int, int]:
    left, across = scene._drawing.camera.point((x, y))
    return round(left), round(across)


def middle(scene: BenchScene, number: int) -> tuple[int, int]:
    ledge = build_world(scene.desk.geometry).baffles[number]
    return pixel(scene, (ledge.start[0] + ledge.end[0]) / 2, (ledge.start[1] + ledge.end[1]) / 2)


def drag(app: App, start: tuple[int, int], end: tuple[int, int]) -> None:
    app.take(pygame.Event(pygame.MOUSEMOTION, pos=start, rel=(0, 0), buttons=(0, 0, 0)))
    app.take(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1))
    for share in (0.3, 0.7, 1.0):
        place = tuple(round(a + (b - a) * share) for a, b in zip(start, end, strict=True))
        app.take(pygame.Event(pygame.MOUSEMOTION, pos=place, rel=(1, 1), buttons=(1, 0, 0)))
        app.step(1 / 60)
    app.take(pygame.Event(pygame.MOUSEBUTTONUP, pos=end, button=1))
    app.step(1 / 60)


def test_from_the_menu_to_a_game_on_ones_own_tower(app: App) -> None:
    scene = gallery(app)
    assert [tower.name for tower in scene.towers] == SHIPPED
    scene.look_at("classic")
    app.step(0.0)
    click(app, "open")
    drawn = top(app, BenchScene)
    drag(app, middle(drawn, 1), (middle(drawn, 1)[0], middle(drawn, 1)[1] + 20))
    click(app, "save")
    assert load_tower("classic-2").baffles[1].height < 170
    click(app, "play-on")
    form = top(app, NewGameScene)
    assert form.towers[form.tower].name == "classic-2" and form.game.rules.has_tower
    press(app, pygame.K_ESCAPE)
    assert app.scene is drawn


def test_a_tower_is_saved_under_the_name_that_is_typed(app: App) -> None:
    scene = bench(app)
    assert scene.desk.geometry.title == "Classic 2"
    scene.type_name("  narrow hourglass ")
    press(app, pygame.K_s, pygame.KMOD_CTRL)
    assert load_tower("narrow hourglass").title == "Narrow hourglass"
    scene.type_name("hoard")
    press(app, pygame.K_s, pygame.KMOD_CTRL)
    assert scene.desk.is_complaint and scene.desk.name == "narrow hourglass"
    assert unsaved_towers.draft_names() == []


def test_a_line_that_is_chosen_whole_gives_way_to_what_is_typed(app: App) -> None:
    scene = bench(app)
    scene.keyboard.set_focus("tower-name")
    app.step(0.0)
    press(app, pygame.K_a, pygame.KMOD_CTRL)
    assert scene.desk.chosen == [], "the line is chosen, not all pieces"
    scene.keyboard.type("my")
    scene.keyboard.type(" tower")
    app.step(0.0)
    assert scene.name == "my tower"
    press(app, pygame.K_a, pygame.KMOD_CTRL)
    press(app, pygame.K_BACKSPACE)
    assert scene.name == ""
    press(app, pygame.K_RETURN)
    press(app, pygame.K_a, pygame.KMOD_CTRL)
    assert len(scene.desk.chosen) == 5


def unlike(app: App) -> BenchScene:
    """Return a bench on which all ledges are chosen, each of another length."""
    scene = bench(app)
    for number in range(5):
        scene.desk.alter(scene.desk.plan.with_values([("baffle", number)], length=30.0 + number))
    scene.desk.choose_all()
    app.step(0.0)
    return scene


def lengths(scene: BenchScene) -> list[float]:
    return [ledge.length for ledge in scene.desk.geometry.baffles]


def test_a_step_changes_each_of_several_that_differ(app: App) -> None:
    scene = unlike(app)
    assert [record.text for record in scene.texts()].count("mixed") == 1, "tilt and the others are alike"
    click(app, "field-length-more")
    assert lengths(scene) == [31, 32, 33, 34, 35]
    click(app, "field-tilt-less")
    assert {ledge.tilt for ledge in scene.desk.geometry.baffles} == {17.5}
    click(app, "field-length")
    app.take(pygame.Event(pygame.TEXTINPUT, text="40"))
    press(app, pygame.K_RETURN)
    assert lengths(scene) == [40] * 5, "what is typed is meant for all"
    scene.desk.undo()
    scene.desk.undo()
    scene.desk.undo()
    assert lengths(scene) == [30, 31, 32, 33, 34]


def test_differences_stay_also_where_one_of_them_comes_to_its_end(app: App) -> None:
    scene = unlike(app)
    least = limits(Baffle, "length")[0]
    scene.desk.alter(scene.desk.plan.shifted(scene.desk.chosen, "length", -1000.0))
    assert lengths(scene) == [least, least + 1, least + 2, least + 3, least + 4]
    app.step(0.0)
    assert next(target for target in scene.targets() if target.name == "field-length-less").act is None


def thrown(scene: BenchScene) -> int:
    return scene.desk.flow.thrown["red"]


def place_of(app: App, name: str) -> tuple[int, int]:
    app.step(0.0)
    center: tuple[int, int] = next(target.rect.center for target in app.scene.targets() if target.name == name)
    return center


def test_a_number_is_typed(app: App) -> None:
    scene = bench(app)
    app.step(0.0)
    click(app, "throw-red")
    for digit in "60":
        app.take(pygame.Event(pygame.KEYDOWN, key=ord(digit), mod=0, unicode=digit))
        app.take(pygame.Event(pygame.TEXTINPUT, text=digit))
    assert thrown(scene) == 60 and not scene.desk.chosen, "digits are no commands while a number is typed"
    press(app, pygame.K_LEFT)
    app.step(0.0)
    press(app, pygame.K_LEFT)
    assert thrown(scene) == 58
    app.take(pygame.Event(pygame.TEXTINPUT, text="7"))
    assert thrown(scene) == 7, "after a step what is typed begins anew"
    press(app, pygame.K_BACKSPACE)
    app.take(pygame.Event(pygame.TEXTINPUT, text="x,."))
    assert thrown(scene) == 7
    press(app, pygame.K_ESCAPE)
    assert app.scene is scene and scene.keyboard.entry() is None


def test_a_number_goes_on_while_its_button_is_held(app: App) -> None:
    scene = bench(app)
    place = place_of(app, "throw-red-more")
    app.take(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=place, button=1))
    assert thrown(scene) == 9
    for _step in range(180):
        app.step(1 / 60)
    assert thrown(scene) == 60, "52 more in three seconds"
    app.take(pygame.Event(pygame.MOUSEBUTTONUP, pos=place, button=1))
    place = place_of(app, "throw-red-less")
    app.take(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=place, button=1))
    app.take(pygame.Event(pygame.MOUSEBUTTONUP, pos=place, button=1))
    for _step in range(60):
        app.step(1 / 60)
    assert thrown(scene) == 59


def test_the_wheel_changes_a_number_and_nothing_else(app: App) -> None:
    scene = bench(app)
    for name in ("throw-red", "throw-red-less", "throw-red-more"):
        app.take(pygame.Event(pygame.MOUSEMOTION, pos=place_of(app, name), rel=(0, 0), buttons=(0, 0, 0)))
        app.take(pygame.Event(pygame.MOUSEWHEEL, x=0, y=1))
        app.take(pygame.Event(pygame.MOUSEWHEEL, x=0, y=2))
    assert thrown(scene) == 17
    app.take(pygame.Event(pygame.MOUSEWHEEL, x=0, y=-99))
    assert thrown(scene) == 0
    before = scene.desk.geometry.shaft.height
    app.take(pygame.Event(pygame.MOUSEMOTION, pos=place_of(app, "field-shaft.height"), rel=(0, 0), buttons=(0, 0, 0)))
    app.take(pygame.Event(pygame.MOUSEWHEEL, x=0, y=3))
    assert scene.desk.geometry.shaft.height == before + 3


def test_copies_and_new_pieces_are_in_no_group(app: App) -> None:
    scene = bench(app)
    scene.desk.choose([("baffle", 0)])
    scene.desk.double()
    scene.add("baffle")
    assert [ledge.group for ledge in scene.desk.geometry.baffles] == ["ledges"] * 5 + [None] * 2
    assert {ledge.group for ledge in grouped(scene.desk.geometry).baffles[5:]} == {"ledges-too"}


def test_a_drag_beyond_the_drawing_goes_on(app: App) -> None:
    scene = bench(app)
    drag(app, middle(scene, 2), (3, 3))
    assert scene.desk.geometry.baffles[2].height != 125
    assert not scene.desk.is_held and scene.desk.history.can_undo


def test_esc_puts_back_what_is_in_the_hand(app: App) -> None:
    scene = bench(app)
    before = scene.desk.plan
    start = middle(scene, 2)
    app.take(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1))
    app.take(pygame.Event(pygame.MOUSEMOTION, pos=(start[0], start[1] + 30), rel=(1, 1), buttons=(1, 0, 0)))
    assert scene.desk.plan != before
    press(app, pygame.K_ESCAPE)
    assert scene.desk.plan == before and not scene.desk.history.can_undo


def test_a_band_chooses_several_and_they_move_together(app: App) -> None:
    scene = bench(app)
    drag(app, pixel(scene, -60, 228), pixel(scene, 60, 110))
    assert scene.desk.chosen == [("baffle", 0), ("baffle", 1), ("baffle", 2)]
    drag(app, middle(scene, 0), (middle(scene, 0)[0], middle(scene, 0)[1] + 10))
    heights = [ledge.height for ledge in scene.desk.geometry.baffles]
    assert heights[0] - heights[1] == 45 and heights[1] - heights[2] == 45 and heights[0] < 215


def test_all_by_keyboard(app: App) -> None:
    scene = bench(app)
    press(app, pygame.K_2)
    assert scene.desk.chosen == [("pin", 0)]
    pin = scene.desk.geometry.pins[0]
    press(app, pygame.K_RIGHT)
    press(app, pygame.K_UP)
    moved = scene.desk.geometry.pins[0]
    assert (moved.x, moved.y) == (pin.x + 1, pin.y + 1)
    press(app, pygame.K_DELETE)
    assert not scene.desk.geometry.pins
    press(app, pygame.K_z)
    assert scene.desk.geometry.pins == (moved,)
    press(app, pygame.K_y)
    assert not scene.desk.geometry.pins
    scene.focus = "baffle-1"
    app.step(0.0)
    assert scene.desk.chosen == [("baffle", 1)]
    press(app, pygame.K_DOWN, pygame.KMOD_SHIFT)
    assert scene.desk.geometry.baffles[1].tilt == 18.5
    press(app, pygame.K_m, pygame.KMOD_CTRL)
    assert scene.desk.geometry.baffles[-1] == replace(scene.desk.geometry.baffles[1], side="left")
    press(app, pygame.K_s, pygame.KMOD_CTRL)
    assert scene.desk.is_saved and "classic-2" in tower_names()


def test_exact_numbers_are_typed(app: App) -> None:
    scene = bench(app)
    click(app, "field-shaft.height")
    for key in (pygame.K_BACKSPACE,) * 3:
        press(app, key)
    app.take(pygame.Event(pygame.TEXTINPUT, text="251.5"))
    app.step(0.0)
    assert scene.desk.geometry.shaft.height == 251.5
    app.take(pygame.Event(pygame.TEXTINPUT, text="x"))
    assert scene.desk.geometry.shaft.height == 251.5
    click(app, "field-shaft.height-more")
    assert scene.desk.geometry.shaft.height == 252.5


def test_the_ends_of_a_wall_have_coordinates(app: App) -> None:
    scene = bench(app)
    scene.desk.add("wall", 0, 150)
    app.step(0.0)
    assert scene.desk.geometry.walls == (Wall((-10, 150), (10, 150)),)
    click(app, "field-start_x-less")
    click(app, "field-end_y")
    for key in (pygame.K_BACKSPACE,) * 3:
        press(app, key)
    app.take(pygame.Event(pygame.TEXTINPUT, text="162.5"))
    app.step(0.0)
    assert scene.desk.geometry.walls == (Wall((-11, 150), (10, 162.5)),)
    scene.desk.undo()
    assert scene.desk.geometry.walls == (Wall((-11, 150), (10, 150)),)
    scene.desk.add("wall", 30, 100)
    scene.desk.choose_all()
    app.step(0.0)
    assert not names(app, "field-start") and "field-thickness" in names(app, "field-")


def test_the_steps_that_a_tower_needs_are_shown_and_kept(app: App) -> None:
    path = user_towers.duplicate("classic")
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("[bounds]", "[solver]\nsteps_a_second = 1680\n\n[bounds]"), encoding="utf-8")
    scene = bench(app, path.stem)
    scene.show_tab(CUBES)
    app.step(0.0)
    assert any("1680 steps a second" in record.text for record in scene.texts())
    click(app, "field-grain.mass-more")
    drag(app, middle(scene, 1), (middle(scene, 1)[0], middle(scene, 1)[1] + 20))
    click(app, "save")
    saved = load_tower(path.stem)
    assert saved.baffles[1].height < 170
    assert saved.solver == Accuracy(1680) and scene.desk.flow.live.steps_a_second == 1680


def test_no_more_pins_are_laid_out_than_the_sheet_offers(app: App) -> None:
    scene = bench(app)
    scene.show_tab(PATTERN)
    app.step(0.0)
    for name, most in (("rows", 12), ("columns", 12), ("diameter", 1000.0)):
        click(app, f"field-{name}")
        app.take(pygame.Event(pygame.TEXTINPUT, text="1000000"))
        app.step(0.0)
        assert getattr(scene.desk.pattern, name) == most


def test_sliders_follow_the_pointer_and_the_arrows(app: App) -> None:
    scene = bench(app)
    rect = next(target.rect for target in scene.targets() if target.name == "field-shaft.friction")
    drag(app, rect.center, (rect.right + 50, rect.centery))
    assert scene.desk.geometry.shaft.friction == 1.0
    scene.focus = "field-shaft.friction"
    app.step(0.0)
    press(app, pygame.K_LEFT)
    assert scene.desk.geometry.shaft.friction == 0.99


def test_time_stands_still_and_goes_on_step_by_step(app: App) -> None:
    scene = bench(app)
    flow = scene.desk.flow
    flow.mode = "once"
    press(app, pygame.K_SPACE)
    app.step(0.1)
    press(app, pygame.K_p)
    before = flow.live.seconds
    app.step(0.1)
    assert flow.live.seconds == before > 0
    click(app, "step")
    assert flow.live.seconds == pytest.approx(before + 1 / 60)
    press(app, pygame.K_p)
    press(app, pygame.K_s)
    assert flow.speed == 0.25


def test_a_problem_is_told_and_saving_waits_for_it(app: App) -> None:
    scene = bench(app)
    scene.desk.alter(scene.desk.plan.with_values([("baffle", 0)], height=900.0))
    app.step(0.0)
    assert any("Ledge 1" in record.text for record in scene.texts())
    press(app, pygame.K_s, pygame.KMOD_CTRL)
    assert scene.desk.is_complaint and tower_names() == SHIPPED


def test_a_change_says_which_running_games_keep_the_old_tower(app: App) -> None:
    path = user_towers.duplicate("classic")
    own = session("person,random,random", setup=Setup(3), tower=path.stem, path=games_folder() / "Kai.journal")
    own.close()
    scene = bench(app, path.stem)
    press(app, pygame.K_2)
    press(app, pygame.K_s, pygame.KMOD_CTRL)
    assert "Kai" in scene.desk.message
    scene.desk.undo()
    press(app, pygame.K_s, pygame.KMOD_CTRL)
    assert "Kai" not in scene.desk.message  # it is what they play on again


def test_watching_has_no_tools_until_a_click(app: App) -> None:
    app.go(ToTowers())
    app.go(ToBench("steep", watch=True))
    app.step(0.0)
    scene = top(app, BenchScene)
    wide = scene._drawing.rect.width
    assert not any(target.name == "save" for target in scene.targets())
    drag(app, scene._drawing.rect.center, scene._drawing.rect.center)
    assert scene._drawing.rect.width < wide
    assert any(target.name == "save" for target in scene.targets())


def test_a_dropped_file_opens_on_the_bench(app: App, tmp_path: Path) -> None:
    app.go(ToMenu())
    (tmp_path / "far").mkdir()
    path = user_towers.export("hoard", tmp_path / "far")
    app.take(pygame.Event(pygame.DROPFILE, file=str(path)))
    app.step(0.0)
    assert top(app, BenchScene).desk.name == "hoard-2"
    path.write_text("no tower")
    app.take(pygame.Event(pygame.DROPFILE, file=str(path)))
    app.step(0.0)
    desk = top(app, BenchScene).desk
    assert desk.name == "hoard-2"
    assert desk.is_complaint and path.name in desk.message and str(path.parent) not in desk.message
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, GalleryScene)


def test_a_full_disk_is_told_in_the_gallery_without_folders(app: App, tmp_path: Path) -> None:
    scene = gallery(app)
    scene.look_at("classic")
    app.step(0.0)
    with pytest.MonkeyPatch.context() as disk:
        disk.setattr("shogun.tower.user_towers.write_whole", refused)
        click(app, "duplicate")
    assert scene.message == "classic-2.toml can't be written: No space left on device."


def refused(*_given: object, **_named: object) -> None:
    raise OSError(28, "No space left on device")


def test_the_gallery_copies_renames_deletes_and_brings_back(app: App) -> None:
    scene = gallery(app)
    scene.look_at("classic")
    app.step(0.0)
    click(app, "duplicate")
    assert scene.tower is not None and scene.tower.name == "classic-2"
    click(app, "rename")
    scene.type_name("Kai's tower")
    click(app, "do-rename")
    assert scene.tower.name == "Kai's tower"
    press(app, pygame.K_DELETE)
    click(app, "do-delete")
    assert "Kai's tower" not in tower_names()
    click(app, "bring-back")
    assert "Kai's tower" in tower_names() and scene.tower.name == "Kai's tower"


def test_a_shipped_tower_can_be_neither_renamed_nor_deleted(app: App) -> None:
    scene = gallery(app)
    acts = {target.name: target.act for target in scene.targets()}
    assert acts["rename"] is None and acts["delete"] is None
    press(app, pygame.K_DELETE)
    assert not scene.is_deleting


def test_a_tower_that_was_drawn_and_not_saved_is_in_the_gallery(app: App) -> None:
    gallery(app)
    drawn = bench(app)
    press(app, pygame.K_2)
    drawn.leave()
    app.step(0.0)
    scene = top(app, GalleryScene)
    draft = next(tower for tower in scene.towers if tower.path is None)
    assert draft.name == "classic-2" and draft.geometry is not None and len(draft.geometry.pins) == 1
    scene.choose(scene.towers.index(draft))
    app.step(0.0)
    click(app, "open")
    assert len(top(app, BenchScene).desk.geometry.pins) == 1


def test_a_drawn_tower_that_cannot_work_yet_is_mended_on_the_bench(app: App) -> None:
    gallery(app)
    drawn = bench(app)
    drawn.desk.alter(drawn.desk.plan.with_values([("baffle", 0)], height=900.0))
    drawn.leave()
    app.step(0.0)
    scene = top(app, GalleryScene)
    assert scene.tower is not None and scene.tower.name == "classic-2" and "Ledge 1" in scene.tower.why
    acts = {target.name: target.act for target in scene.targets()}
    assert acts["watch"] is acts["play"] is acts["duplicate"] is acts["export"] is None
    click(app, "open")
    assert top(app, BenchScene).desk.problems


def test_a_drawn_tower_without_a_file_is_opened_by_its_name(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = bench(app)
    press(app, pygame.K_2)
    drawn.closing()
    wanted: list[str] = []

    def opening(options: PlayOptions) -> int:
        wanted.append(options.tower)
        return 0

    monkeypatch.setattr("shogun.cli.window_start.open_window", opening)
    assert run(["tower", "edit", "classic-2"]) == 0 and run(["tower", "watch", "classic-2"]) == 0
    assert wanted == ["classic-2", "classic-2"]
    assert len(bench(app, "classic-2").desk.geometry.pins) == 1
    assert run(["tower", "edit", "classic-9"]) == 2


def test_all_that_is_wrong_can_be_read_below_the_tower(app: App) -> None:
    scene = bench(app)
    lower = {("baffle", number): 900.0 + number for number in range(2)}
    for ref, height in lower.items():
        scene.desk.alter(scene.desk.plan.with_values([ref], height=height))
    app.step(0.0)
    seen = []
    for _finding in scene.desk.told:
        seen.append(next(record.text for record in scene.texts() if " of 2)" in record.text))
        click(app, "next-finding")
        app.step(0.0)
    assert "Ledge 1" in seen[0] and "Ledge 2" in seen[1] and len(seen) == 2 and scene.desk.finding == 0


def test_a_tower_that_cannot_be_used_is_told_of(app: App) -> None:
    path = user_towers.duplicate("classic")
    path.write_text(path.read_text().replace("height = 240", "height = 1"))
    scene = gallery(app)
    broken = next(tower for tower in scene.towers if tower.name == "classic-2")
    assert broken.geometry is None and "classic-2.toml" in broken.why
    scene.choose(scene.towers.index(broken))
    app.step(0.0)
    assert {t.name: t.act for t in scene.targets()}["open"] is None


def turn(app: App, place: tuple[int, int], notches: int) -> None:
    app.take(pygame.Event(pygame.MOUSEMOTION, pos=place, rel=(0, 0), buttons=(0, 0, 0)))
    app.take(pygame.Event(pygame.MOUSEWHEEL, y=notches, x=0))
    app.step(1 / 60)


def pull(app: App, start: tuple[int, int], by: tuple[int, int], button: int = 3) -> None:
    end = start[0] + by[0], start[1] + by[1]
    app.take(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=button))
    app.take(pygame.Event(pygame.MOUSEMOTION, pos=end, rel=by, buttons=(0, 0, 1)))
    app.take(pygame.Event(pygame.MOUSEBUTTONUP, pos=end, button=button))
    app.step(1 / 60)


def test_the_wheel_looks_closer_at_what_is_under_the_pointer(app: App) -> None:
    scene = bench(app)
    place, tip = middle(scene, 1), scene._drawing.camera.scale
    there = scene._drawing.millimetres(place)
    turn(app, place, 3)
    assert scene._drawing.camera.scale == pytest.approx(tip * 1.25**3)
    assert scene._drawing.millimetres(place) == pytest.approx(there, abs=0.2)
    assert scene.is_moving() and scene._drawing.is_coarse
    for _step in range(20):
        app.step(1 / 60)
    assert not scene._drawing.is_coarse
    drag(app, place, (place[0], place[1] + 40))
    moved = 170 - scene.desk.geometry.baffles[1].height
    assert moved == pytest.approx(40 / scene._drawing.camera.scale, abs=1)
    turn(app, place, -30)
    assert scene._drawing.camera.scale == pytest.approx(tip)


def test_keys_look_closer_and_home_shows_all(app: App) -> None:
    scene = bench(app)
    whole = scene._drawing.camera
    for sign in "++-+":
        app.take(pygame.Event(pygame.KEYDOWN, key=ord(sign), mod=0, unicode=sign))
    app.step(1 / 60)
    closer = scene._drawing.camera
    assert closer.scale == pytest.approx(whole.scale * 1.25**2)
    press(app, pygame.K_LEFT, pygame.KMOD_SHIFT)
    assert scene._drawing.camera.left > closer.left and scene._drawing.camera.scale == closer.scale
    press(app, pygame.K_HOME)
    assert scene._drawing.camera == whole
    for _press in range(40):
        app.take(pygame.Event(pygame.KEYDOWN, key=ord("+"), mod=0, unicode="+"))
    app.step(1 / 60)
    assert scene._drawing.camera.scale == pytest.approx(whole.scale * 4)


@pytest.mark.parametrize("button", [2, 3])
def test_the_picture_is_pulled_but_never_beyond_its_edge(app: App, button: int) -> None:
    scene = bench(app)
    place = scene._drawing.rect.center
    before = scene._drawing.camera
    pull(app, place, (60, 30), button)
    assert scene._drawing.camera == before, "all of it is in sight"
    turn(app, place, 4)
    closer = scene._drawing.camera
    pull(app, place, (60, 30), button)
    assert (scene._drawing.camera.left - closer.left, scene._drawing.camera.base - closer.base) == (60, 30)
    pull(app, place, (9000, 9000), button)
    assert scene._drawing.millimetres(scene._drawing.rect.topleft) == pytest.approx(
        (
            (scene._drawing.rect.left - before.left) / before.scale,
            (before.base - scene._drawing.rect.top) / before.scale,
        )
    )
    assert app.scene is scene and not scene.desk.chosen and scene.desk.plan == scene.desk.history.plan


def test_a_right_click_that_pulls_nothing_explains(app: App) -> None:
    scene = bench(app)
    pull(app, scene._drawing.rect.center, (0, 0))
    explained = app.scene
    app.take(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=scene._drawing.rect.center, button=3))
    assert explained is app.scene


def test_falling_cubes_are_heard_as_in_battles(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = bench(app)
    heard: list[Knock] = []
    app.settings.sound = True
    monkeypatch.setattr(app, "sounds_knock", heard.append)
    flow = scene.desk.flow
    flow.mode = "once"
    app.step(1 / 60)
    assert heard == []
    flow.throw(seed=3)
    seconds = 0.0
    while not flow.live.is_still and seconds < 20:
        scene.update(1 / 60)
        seconds += 1 / 60
    fallen = drop(scene.desk.geometry, (), {"red": 8}, 3, record=True)
    assert fallen.recording is not None
    told = len(fallen.recording.contacts())
    assert 0.4 * told < len(heard) < 2.5 * told
    assert all(one.speed >= QUIET and -1 <= one.side <= 1 for one in heard)
    heard.clear()
    press(app, pygame.K_t)
    app.step(1 / 60)
    assert heard and heard[0].is_tap
    count = len(heard)
    for _second in range(600):
        scene.update(1 / 60)
    heard.clear()
    scene.update(1 / 60)
    assert heard == [] and count


ODD = OddDrop("clogged", 3, 12, 77, 20, (RestingCube("a3.1", 20.0, 12.0, 0.1), RestingCube("d1.0", -20.0, 14.0, 0.3)))
CUT = OddDrop("cut off", 0, 4, 5, 9, ())


class Odd(Unmeasured):
    """A tower of which odd drops are known."""

    def __init__(self, geometry: Geometry, odd: tuple[OddDrop, ...]) -> None:
        some = Interval(0.5, 0.4, 0.6)
        super().__init__(geometry, LiveStatistics(900, some, some, some, some, odd=odd))


def test_a_further_statistic_is_a_row_of_the_bench_and_of_the_gallery(app: App) -> None:
    scene = bench(app)
    some, touched = Interval(0.5, 0.4, 0.6), Interval(1.05, 1.0, 1.1)
    known = LiveStatistics(900, some, some, some, some, further={"pieces_touched": touched})
    scene.desk.measurement = Odd(scene.desk.geometry, ())
    scene.desk.measurement.statistics = known
    scene.desk.version += 1
    app.step(0.0)
    texts = [record.text for record in scene.texts()]
    assert "Pieces touched per cube" in texts and any(text.startswith("1.05") for text in texts)
    tower = ListedTower("classic", None, False, scene.desk.geometry)
    assert ("Pieces touched per cube", "1.05 (1.00–1.10)") in figure_lines(known, tower)
    assert figure_of(tower, "pieces_touched", known) == 1.05


def test_a_map_says_what_its_colours_mean_and_leaves_the_rest_as_it_was(app: App) -> None:
    scene = bench(app)
    some, lying = Interval(0.5, 0.4, 0.6), HeatMap(((0.0, 0.25), (0.0, 0.0)), -45.0, 45.0, 0.0, 240.0)
    scene.desk.measurement = Odd(scene.desk.geometry, ())
    scene.desk.measurement.statistics = LiveStatistics(900, some, some, some, some, heat=lying, ages=lying)
    scene.desk.version += 1
    app.step(0.0)
    before, places = app.window.copy(), [pixel(scene, x, y) for x, y in ((38.0, 20.0), (-20.0, 200.0), (0.0, -20.0))]
    click(app, "heat-rest")
    told = [record.text for record in scene.texts()]
    assert "0.25" in told and any("average number" in text for text in told)
    much, nothing, below = (sum(app.window.get_at(place)[:3]) - sum(before.get_at(place)[:3]) for place in places)
    assert much > 0 > nothing and below == 0
    click(app, "heat-rest")
    click(app, "heat-stay")
    assert any("battles they" in record.text for record in scene.texts())
    for _notch in range(8):
        turn(app, places[0], 1)
    assert sum(app.window.get_at(places[0])[:3]) > sum(before.get_at(places[0])[:3])


def test_clogged_drops_have_a_sheet_of_their_own_and_fall_again(app: App) -> None:
    scene = bench(app)
    many = tuple(replace(ODD, seed=seed) for seed in range(12))
    scene.desk.measurement = Odd(scene.desk.geometry, (CUT, ODD, *many))
    scene.desk.version += 1
    app.step(0.0)
    click(app, "odd")
    written = " ".join(record.text for record in scene.texts())
    assert "Clogged drops" in written and "clogged-20-77" in written and "20 onto 2" in written
    click(app, "show-odd-0")
    assert (scene.desk.flow.live.thrown, scene.desk.flow.live.lying) == (20, 2)
    assert {cube.colour for cube in scene.desk.flow.cubes()} <= {"red", "blue"}
    turn(app, next(target for target in scene.targets() if target.name == "show-odd-1").rect.center, -20)
    assert any(target.name == "show-odd-12" for target in scene.targets())
    click(app, "odd-kind-next")
    assert any("cut-off-9-5" in record.text for record in scene.texts())
    press(app, pygame.K_ESCAPE)
    assert app.scene is scene and any(target.name == "save" for target in scene.targets())


def test_the_window_begins_with_an_odd_drop(app: App) -> None:
    app.go(ToBench("classic", watch=True, odd=ODD))
    scene = top(app, BenchScene)
    first = scene.desk.flow.live
    assert (first.thrown, first.lying, scene.desk.flow.mode) == (20, 2, "once")


def test_an_odd_drop_is_kept_when_it_is_shown_and_found_by_its_id(capsys: pytest.CaptureFixture[str]) -> None:
    geometry = load_tower("classic")
    fallen = drop(geometry, (), {"a1.0": 1, "d1.0": 11}, 4)
    odd = OddDrop("above the rim", 1, 2, 2**64 - 1, 30, fallen.resting)
    with pytest.raises(LabError, match="--odd above-the-rim-30"):
        find_odd(geometry, odd.id)
    LazyLaboratory().keep_odd(geometry, odd)
    found = find_odd(replace(geometry, name="another name"), odd.id)
    assert (found.kind, found.seed, found.thrown, found.resting) == (odd.kind, odd.seed, odd.thrown, odd.resting)
    for wrong in ("", "clogged", "../../x-1-2", "above-the-rim-31-18446744073709551615", "x" * 999):
        with pytest.raises(LabError, match="no such drop"):
            find_odd(geometry, wrong)
    with pytest.raises(LabError):
        find_odd(load_tower("steep"), odd.id)
    assert run(["tower", "edit", "classic", "--odd", "clogged-1-2"]) == 2
    assert "--odd clogged-1-2: no such drop of this tower is kept" in capsys.readouterr().err
    assert run(["tower", "watch", "classic", "--odd", odd.id, "--record", "odd.gif"]) == 0
    assert f"seed {odd.seed}" in capsys.readouterr().out and Path("odd.gif").stat().st_size > 1000


@pytest.mark.parametrize(
    ("count", "columns", "lines"),
    [(1, 1, 1), (2, 2, 1), (3, 3, 1), (4, 4, 1), (5, 3, 2), (8, 4, 2), (9, 4, 2), (0, 1, 1)],
)
def test_cards_of_the_gallery_are_as_large_as_leaves_room_for_all(count: int, columns: int, lines: int) -> None:
    assert card_grid((870, 600), (205, 290), 10, count) == (columns, lines)


def test_a_gallery_smaller_than_a_card_shows_one() -> None:
    assert card_grid((100, 100), (205, 290), 10, 7) == (1, 1)


def test_no_id_is_promised_of_an_odd_drop_that_the_disk_refuses(app: App, tmp_path: Path) -> None:
    app.options = replace(app.options, laboratory=LazyLaboratory())
    scene = bench(app)
    fallen = drop(scene.desk.geometry, (), {"a1.0": 1, "d1.0": 11}, 4)
    odd = OddDrop("clogged", 1, 2, 3, 30, fallen.resting)
    one = Interval(0.5, 0.4, 0.6)
    scene.desk.measurement = Unmeasured(scene.desk.geometry, LiveStatistics(40, one, one, one, one, odd=(odd,)))
    scene.show_sheet("odd")

    def told() -> str:
        app.step(0.0)
        return " ".join(record.text for record in scene.texts())

    scene.show_odd(odd)
    assert "you can open it again" in told() and find_odd(scene.desk.geometry, odd.id).seed == 3
    cache = tmp_path / "cache"
    cache.rename(tmp_path / "elsewhere")
    cache.write_text("a file where the cache should be", encoding="utf-8")
    scene.show_odd(odd)
    assert "you can open it again" not in told() and "saved to disk" in told()


def unkept(app: App) -> BenchScene:
    """Return a bench with a drawing that no disk has."""
    scene = bench(app)
    scene.add("pin")
    app.step(1.2)
    app.step(0.0)
    assert "can't be kept" in scene.desk.file.words(scene.desk.plan)
    return scene


def test_leaving_the_bench_asks_what_is_to_become_of_what_no_disk_has(app: App, tmp_path: Path) -> None:
    app.go(ToTowers())
    with no_room():
        scene = unkept(app)
        press(app, pygame.K_ESCAPE)
        press(app, pygame.K_ESCAPE)
        asked = top(app, UnsavedScene)
        assert "No space left" in asked.question()
        click(app, "again")
        assert top(app, UnsavedScene) is asked and "still" in asked.complaint
        press(app, pygame.K_ESCAPE)
        assert top(app, BenchScene) is scene and scene.desk.geometry.pins
        scene.leave()
    app.step(0.0)
    click(app, "again")
    assert isinstance(app.scene, GalleryScene) and app.scene.tower and app.scene.tower.name == "classic-2"
    assert opened("classic-2").plan.geometry.pins == scene.desk.geometry.pins


def test_closing_the_window_asks_too(app: App, tmp_path: Path) -> None:
    with no_room():
        scene = unkept(app)
        for _ in range(2):
            app.take(pygame.Event(pygame.QUIT))
            app.step(0.0)
        assert app.is_running and isinstance(app.scene, UnsavedScene) and app.scenes.count(scene) == 1
        assert sum(isinstance(one, UnsavedScene) for one in app.scenes) == 1
        click(app, "leave-it")
        assert not app.is_running and unsaved_towers.draft_names() == []


def test_a_drawing_is_saved_elsewhere(app: App, tmp_path: Path) -> None:
    there = tmp_path / "stick" / "mine.toml"
    app.go(ToTowers())
    with no_room():
        scene = unkept(app)
        app.take(pygame.Event(pygame.QUIT))
        app.step(0.0)
        asked = top(app, UnsavedScene)
        asked.type_path(str(there))
        click(app, "elsewhere")
        assert app.is_running and "No space left" in asked.complaint
    asked.type_path(str(there.parent))
    click(app, "elsewhere")
    assert not app.is_running
    assert load_tower(there.with_name("classic-2.toml")).pins == scene.desk.geometry.pins


def test_a_mistake_of_the_program_loses_no_drawing(app: App) -> None:
    with no_room():
        scene = unkept(app)
        app.go(ToMenu())
        asked = top(app, UnsavedScene)
        assert scene in app.scenes
    asked.try_again()
    assert isinstance(app.scene, MenuScene) and app.scenes == [app.scene]
    assert opened("classic-2").plan.geometry.pins == scene.desk.geometry.pins


def test_another_file_dropped_into_the_window_asks_first(app: App, tmp_path: Path) -> None:
    path = user_towers.export("steep", tmp_path / "far")
    app.go(ToTowers())
    with no_room():
        unkept(app)
        app.go(ToFile(path))
        top(app, UnsavedScene).leave_it()
        assert top(app, BenchScene).desk.name.startswith("steep")


def test_a_chosen_pin_is_moved_by_its_middle_and_grows_by_its_handle(app: App) -> None:
    scene = bench(app)
    scene.desk.add("pin", 0, 150)
    app.step(0.0)
    for by in (20, -12):
        pin = scene.desk.geometry.pins[0]
        place = pixel(scene, pin.x, pin.y)
        drag(app, place, (place[0], place[1] + by))
        moved = scene.desk.geometry.pins[0]
        assert moved.diameter == pin.diameter == 6 and (moved.y < pin.y) == (by > 0)
        assert scene.desk.chosen == [("pin", 0)]
    [handle] = scene._drawing.handles(scene.em)
    place = pixel(scene, *handle.place)
    drag(app, place, (place[0] + round(4 * scene._drawing.camera.scale), place[1]))
    statistics = scene.desk.geometry.pins[0]
    assert (statistics.x, statistics.y) == (moved.x, moved.y) and statistics.diameter == pytest.approx(14, abs=1)


@pytest.mark.parametrize("times", [0, 3, 6])
def test_the_middle_of_every_chosen_piece_moves_it(app: App, times: int) -> None:
    scene = bench(app)
    scene.desk.alter(scene.desk.plan.with_values(scene.desk.plan.refs(), length=4.0))
    scene.desk.alter(scene.desk.plan.added([Wall((-2, 60), (2, 61)), Wall((20, 60), (20, 60)), Pin(0, 150, 1)])[0])
    for ref in scene.desk.plan.refs():
        scene.desk.choose([ref])
        app.step(0.0)
        scene._drawing.zoom(times)
        app.step(0.0)
        place = pixel(scene, *middle_of_piece(scene.desk.plan, ref))
        assert scene._drawing.grip(place, scene.em) == ref
        for handle in scene._drawing.handles(scene.em):
            assert scene._drawing.grip(pixel(scene, *handle.place), scene.em) == handle
        scene._drawing.show_all()


def test_what_was_deleted_is_listed_and_comes_back_with_its_draft(app: App) -> None:
    scene = bench(app)
    scene.add("pin")
    scene.desk.close()
    path = user_towers.duplicate("steep")
    app.replace(MenuScene(app))
    shelf = gallery(app)
    for name in ("classic-2", path.stem):
        shelf.look_at(name)
        app.step(0.0)
        click(app, "delete")
        app.step(0.0)
        click(app, "do-delete")
        app.step(0.0)
    assert [tower.name for tower in shelf.towers] == SHIPPED and unsaved_towers.draft_names() == []
    click(app, "bin")
    app.step(0.0)
    assert {tower.name for tower in shelf.towers} == {"classic-2", path.stem} and shelf.in_bin
    assert not {"open", "play", "delete"} & {target.name for target in shelf.targets()}
    press(app, pygame.K_DELETE)
    press(app, pygame.K_RETURN)
    assert top(app, GalleryScene) is shelf and shelf.in_bin
    shelf.look_at("classic-2")
    app.step(0.0)
    click(app, "bring-back")
    assert (
        not shelf.in_bin
        and shelf.tower
        and shelf.tower.name == "classic-2"
        and unsaved_towers.draft_names() == ["classic-2"]
    )
    assert opened("classic-2").plan.geometry.pins == scene.desk.geometry.pins
    shelf.show_bin(True)
    press(app, pygame.K_ESCAPE)
    assert not shelf.in_bin and shelf.binned == 1


def test_a_new_tower_begins_with_an_empty_frame(app: App) -> None:
    shelf = gallery(app)
    app.step(0.0)
    click(app, "new-tower")
    scene = top(app, BenchScene)
    assert scene.desk.plan.refs() == [] and not scene.desk.problems and scene.desk.name == "tower"
    scene.leave()
    app.step(0.0)
    assert app.scene is shelf and unsaved_towers.draft_names() == [], "nothing was drawn"
    press(app, pygame.K_n, pygame.KMOD_CTRL)
    scene = top(app, BenchScene)
    scene.add("baffle")
    press(app, pygame.K_s, pygame.KMOD_CTRL)
    assert len(load_tower("tower").baffles) == 1 and load_tower("tower").title == "Tower"


def test_the_grid_is_drawn_and_remembered(app: App) -> None:
    scene = bench(app)
    panel = scene._drawing
    app.step(0.0)
    fine = app.window.subsurface(panel.rect).copy()
    click(app, "grid")
    assert scene.desk.grid.step == 5
    click(app, "grid")
    app.step(0.0)
    assert scene.desk.grid.step == 0
    none = app.window.subsurface(panel.rect).copy()
    assert pygame.image.tobytes(fine, "RGB") != pygame.image.tobytes(none, "RGB")
    app.go(ToBench("steep"))
    assert top(app, BenchScene).desk.grid.step == 0 and app.settings.grid == 0


def test_what_undo_would_bring_back_is_told_until_it_has(app: App) -> None:
    scene = bench(app)
    desk = scene.desk
    desk.tuning.begun = desk.plan
    near = Nearest({"ledges.length": 31.5}, ((0.67, 0.01),))
    desk.tuning.sought = SearchProgress(most=1, nearest=near, state="met")
    desk.take_over()
    assert "Undo restores" in desk.message
    desk.undo()
    assert desk.message == ""


def test_a_pin_has_one_name_in_a_sentence() -> None:
    found = Finding("problem", ("pin[0]", "baffle[2]"), "cubes can't pass between pin[0] and baffle[2]")
    assert finding_words(found) == "Pin 1, Ledge 3: cubes can't pass between Pin 1 and Ledge 3."


def test_early_figures_are_told_as_intervals() -> None:
    one = Interval(0.98, 0.61, 1.0)
    early = LiveStatistics(24, one, one, Interval(9.0, -2.0, 20.0), Interval(0.0, 0.0, 0.2), is_first_look=True)
    assert figures_words(early) == "so far 61–100 % out, 0–20 inside"
    assert figures_words(replace(early, p_out_thrown=Interval(1, 1, 1))) == "so far 100 % out, 0–20 inside"
    reached = Stationarity("stationary", Interval(0.0, -0.5, 0.5), 0.1, 0, 12.0, 0.0, 0.0)
    assert figures_words(replace(early, battles=800, is_first_look=False, stationarity=reached)) == "98 % out, 9 inside"
    filling = replace(early, battles=800, is_first_look=False, stationarity=replace(reached, state="drifting"))
    assert figures_words(filling) == figures_words(early), "figures of a tower that still fills are no settled ones"
    assert (
        dict(figure_lines(filling, ListedTower("x", None, True, load_tower("classic"))))["The long run"]
        == "STILL DRIFTS"
    )
    tower = ListedTower("x", None, True, load_tower("classic"))
    assert dict(figure_lines(early, tower))["A thrown cube comes out"] == "0.98 (0.61–1.00)"
    settled = replace(early, battles=4000, is_first_look=False, stationarity=reached)
    assert dict(figure_lines(settled, tower))["A thrown cube comes out"] == "0.98"


def test_the_buttons_of_the_gallery_stay_in_their_places_when_figures_come(app: App) -> None:
    scene = gallery(app)
    app.step(0.0)
    before = {name: target(app, name).rect for name in ("open", "watch", "play", "duplicate", "export")}
    assert scene.tower is not None and scene.tower.geometry is not None and scene.figures_of(scene.tower) is None
    one = Interval(0.98, 0.61, 1.0)
    scene._figures[scene.tower.geometry] = LiveStatistics(
        4000, one, one, Interval(9.0, 8.0, 10.0), Interval(0.0, 0.0, 0.2)
    )
    scene.version += 1
    app.step(0.0)
    assert "A thrown cube comes out" in shown(app)
    assert {name: target(app, name).rect for name in before} == before


def test_a_tower_that_clogs_for_good_is_told_in_words_with_the_place(app: App) -> None:
    scene = bench(app)
    nothing = Interval(math.nan, math.nan, math.nan)
    jam = PermanentClog(6, 6, 103.8, ("pin[1]", "pin[4]"))
    scene.desk.measurement = Unmeasured(
        scene.desk.geometry, LiveStatistics(0, nothing, nothing, nothing, nothing, jam=jam)
    )
    scene.desk.version += 1
    app.step(0.0)
    told = " ".join(record.text for record in scene.texts())
    assert "It clogs for good" in told and "104 mm above the exit, at Pin 2, Pin 5" in told and "nan" not in told
    assert jam_words(PermanentClog(1, 22, 3.6)).startswith("It clogged for good in 1 of 22 runs. Cubes pile up 4 mm")
    statistics = scene.desk.measurement.statistics
    assert statistics is not None and figures_words(statistics) == "clogs for good"
    lines = figure_lines(statistics, ListedTower("x", None, True, scene.desk.geometry))
    assert "nan" not in "".join(text for _label, text in lines)


def test_versions_are_compared_and_gone_back_to(app: App) -> None:
    path = user_towers.duplicate("classic")
    path.write_text(path.read_text().replace("height = 215", "height = 215 # high up"))
    scene = bench(app, "classic-2")
    desk = scene.desk
    click(app, "versions")
    app.step(0.0)
    assert "Nothing has been saved yet" in " ".join(record.text for record in scene.texts())
    click(app, "versions-back")
    plans = [desk.plan]
    for x in (4, 9):
        desk.add("pin", x, 100)
        assert desk.save()
        plans.append(desk.plan)
    app.step(0.0)
    click(app, "versions")
    app.step(0.0)
    acts = {target.name: target.act for target in scene.targets()}
    assert acts["go-back-3"] is None and None not in (acts["go-back-1"], acts["go-back-2"])
    click(app, "compare-1")
    assert desk.reference.geometry == plans[0].geometry and desk.measurement.geometry == plans[2].geometry
    click(app, "go-back-1")
    assert desk.geometry == plans[0].geometry and not desk.is_saved
    assert desk.save() and "height = 215 # high up" in path.read_text(), "comments stay"
    assert load_tower("classic-2").pins == ()
    desk.undo()
    assert desk.plan == plans[2]
    desk.look_at_versions()
    assert [version.number for version, _plan in desk.versions] == [4, 3, 2, 1]
    press(app, pygame.K_ESCAPE)
    assert scene._sheet == "numbers"
