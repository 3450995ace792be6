"""The tower's picture plays exactly what the recording holds."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from collections import Counter
from math import pi
from pathlib import Path

import pygame
import pytest

from shogun.tower import Drop, Recording, drop, load_tower, parse_geometry
from shogun.tower.physics.collision_geometry import build_world
from shogun.tower.resting_cubes import RestingCube
from shogun.window.kit.drawing.theme import CUBES, PAPER_BRIGHT, contrast
from shogun.window.kit.sound import SEASONS, Season
from shogun.window.tower.painting import ANGLE_STEPS, TURN_STEPS, angle_step, camera_for, tumbling_cube
from shogun.window.tower.playback import Playback
from shogun.window.tower.pouring_cup import AWAY, DOWN, HEIGHT, LEAD, LYING, OPENING, TRAVEL, Rows, moment, rows_of
from shogun.window.tower.tower_view import TowerView, painted_tower
from tests.tower.jams import JAMS
from tests.window.kit.test_contrast import LEAST_CONTRAST

RECT = pygame.Rect(30, 20, 300, 540)
GEOMETRY = load_tower("classic")
OLD = Path(__file__).parents[2] / "table" / "past" / "all_at_once.recording"
"""A throw of 15 into the empty `classic`, as a program with the first physics recorded it."""


@pytest.fixture(scope="module")
def thrown() -> Drop:
    first = drop(GEOMETRY, (), {"red": 7, "blue": 7, "yellow": 7, "peasant": 10}, 3)
    return drop(GEOMETRY, first.resting, {"red": 6, "blue": 3, "peasant": 2}, 5, record=True)


@pytest.fixture
def view() -> TowerView:
    tower = TowerView(Playback(GEOMETRY))
    tower.resize(RECT)
    return tower


def recording_of(thrown: Drop) -> Recording:
    assert thrown.recording is not None
    return thrown.recording


def picture(view: TowerView) -> bytes:
    surface = pygame.Surface((360, 580))
    view.draw(surface)
    return pygame.image.tobytes(surface, "RGB")


def colour_at(view: TowerView, x: float, y: float) -> tuple[int, ...]:
    """Return the colour of the picture at a point of the tower, mm."""
    surface = pygame.Surface((360, 580))
    view.xray = True
    view.draw(surface)
    left, top = camera_for(GEOMETRY, RECT.size).point((x, y))
    return tuple(surface.get_at((round(left + RECT.x), round(top + RECT.y))))[:3]


def test_what_has_come_out_at_the_end_is_what_the_drop_says(view: TowerView, thrown: Drop) -> None:
    view.playback.play(recording_of(thrown))
    assert view.playback.out_so_far == {}
    view.playback.skip()
    assert view.playback.done
    assert view.playback.out_so_far == thrown.out


def test_cubes_come_out_one_after_the_other(view: TowerView, thrown: Drop) -> None:
    view.playback.play(recording_of(thrown))
    counts = []
    while not view.playback.done:
        view.playback.update(1 / 60)
        counts.append(sum(view.playback.out_so_far.values()))
    assert counts == sorted(counts)
    assert counts[0] == 0
    assert counts[-1] == sum(thrown.out.values())
    assert len(set(counts)) > 4


@pytest.mark.parametrize("speed", [0.5, 1.0, 4.0])
def test_a_drop_takes_the_cups_and_its_recorded_time_by_the_speed(view: TowerView, thrown: Drop, speed: float) -> None:
    view.playback.play(recording_of(thrown), speed)
    frames = 0
    while not view.playback.done:
        view.playback.update(1 / 60)
        frames += 1
    assert frames / 60 == pytest.approx((LEAD + recording_of(thrown).seconds) / speed, abs=1.5 / 60)


def test_each_contact_knocks_once_at_any_frame_rate(view: TowerView, thrown: Drop) -> None:
    for step in (1 / 60, 1 / 13, 99.0):
        view.playback.play(recording_of(thrown))
        knocks = []
        while not view.playback.done:
            knocks += view.playback.update(step)
        assert sorted(knock.speed for knock in knocks) == sorted(recording_of(thrown).contacts()[:, 3].tolist())
        assert all(-2 < knock.side < 2 for knock in knocks)


def test_a_resting_cube_is_seen_where_it_lies(view: TowerView) -> None:
    for colour, x in (("red", -20.0), ("yellow", 0.0), ("peasant", 25.0)):
        view.playback.show_resting([RestingCube(colour, x, 100.0, 0.0)], {})
        seen = colour_at(view, x, 100.0)
        assert sum(abs(a - b) for a, b in zip(seen, CUBES[colour], strict=True)) < 90
        view.playback.show_resting([], {})
        assert colour_at(view, x, 100.0) != seen


def test_the_tray_keeps_the_cubes_that_stay_where_the_drop_left_them(view: TowerView, thrown: Drop) -> None:
    view.playback.play(recording_of(thrown))
    view.playback.skip()
    lying = set(view.playback._last_tray)
    view.playback.show_resting(thrown.resting, thrown.out)
    assert set(view.playback._tray) == lying
    some = dict.fromkeys(thrown.out, 1)
    view.playback.show_resting(thrown.resting, some)
    assert set(view.playback._tray) < lying
    assert Counter(colour for colour in (cube.colour for cube in view.playback._tray)) == Counter(some)


def test_a_counted_tray_without_a_recording_is_set_out_inside_of_the_tray(view: TowerView) -> None:
    view.playback.show_resting([], {"red": 9, "blue": 13})
    half, floor, lying = GEOMETRY.tray.width / 2, build_world(GEOMETRY).floor_y, view.playback.cubes()
    assert Counter(cube.colour for cube in lying) == {"red": 9, "blue": 13}
    assert all(-half < cube.x < half and floor < cube.y < 0 for cube in lying)
    assert len({(cube.x, cube.y) for cube in lying}) == 22


def test_the_picture_moves_while_a_drop_is_played_and_ends_as_the_tower_rests(view: TowerView, thrown: Drop) -> None:
    view.playback.play(recording_of(thrown))
    view.playback.update(LEAD)
    seen = [picture(view)]
    for _ in range(4):
        view.playback.update(0.12)
        seen.append(picture(view))
    assert len(set(seen)) == 5
    view.playback.skip()
    at_the_end = picture(view)
    view.playback.show_resting(thrown.resting, thrown.out)
    surface_difference = sum(a != b for a, b in zip(at_the_end, picture(view), strict=True)) / len(at_the_end)
    assert surface_difference < 0.01


def test_without_the_front_wall_the_picture_differs_but_not_the_drop(view: TowerView, thrown: Drop) -> None:
    view.playback.play(recording_of(thrown))
    view.playback.update(0.3)
    out, closed = view.playback.out_so_far, picture(view)
    view.xray = True
    assert picture(view) != closed
    assert view.playback.out_so_far == out


def test_nothing_is_drawn_outside_of_the_rectangle(view: TowerView, thrown: Drop) -> None:
    surface = pygame.Surface((360, 580))
    surface.fill((9, 8, 7))
    view.playback.play(recording_of(thrown))
    for _ in range(20):
        view.draw(surface)
        view.playback.update(0.05)
    for point in ((29, 300), (330, 300), (100, 19), (100, 560)):
        assert surface.get_at(point)[:3] == (9, 8, 7)


def test_all_turns_of_a_cube_fit_into_their_pictures() -> None:
    for step in range(TURN_STEPS):
        sprite = tumbling_cube("blue", 12, step)
        assert sprite.get_bounding_rect().width <= sprite.get_width()
        assert sprite.get_at((sprite.get_width() // 2, sprite.get_height() // 2)).a > 250
        assert all(sprite.get_at(corner).a < 40 for corner in ((0, 0), (sprite.get_width() - 1, 0)))
    assert angle_step(0.0) == angle_step(2 * pi) == angle_step(-2 * pi) == 0
    assert len({angle_step(quarter * pi / 2) for quarter in range(4)}) == 4, "its crest turns with it"


def test_a_cube_at_45_degrees_is_drawn_on_its_corner() -> None:
    flat, tilted = tumbling_cube("red", 20, 0), tumbling_cube("red", 20, ANGLE_STEPS // 2)
    assert tilted.get_bounding_rect().width > flat.get_bounding_rect().width + 5


def test_pins_and_walls_are_drawn_where_cubes_meet_them() -> None:
    text = """
        format = 1
        funnel = { mouth = 160, height = 50 }
        shaft = { width = 120, height = 200 }
        exit = { width = 70, height = 30 }
        tray = { width = 200, depth = 50, shift = 10 }
        pin = [{ x = -30, y = 150, diameter = 20 }]
        wall = [{ from = [20, 90], to = [50, 80], thickness = 8 }]
    """
    towers = []
    for pieces in (
        text,
        text.replace("x = -30", "x = 30").replace("[20, 90], to = [50, 80]", "[-50, 80], to = [-20, 90]"),
    ):
        tower = TowerView(Playback(parse_geometry(pieces, "pins.toml")))
        tower.resize(pygame.Rect(0, 0, 300, 500))
        towers.append(tower)
    surfaces = [pygame.Surface((300, 500)) for _ in towers]
    for tower, surface in zip(towers, surfaces, strict=True):
        tower.draw(surface)
    camera = camera_for(towers[0].playback.geometry, (300, 500))
    for here in ((-30, 157), (30, 157), (35, 85), (-35, 85)):
        point = tuple(round(part) for part in camera.point(here))
        first, second = (surface.get_at(point)[:3] for surface in surfaces)
        assert sum(abs(a - b) for a, b in zip(first, second, strict=True)) > 60


def test_a_tower_of_any_size_can_be_drawn(thrown: Drop) -> None:
    for size in ((0, 0), (24, 30), (600, 120), (90, 800)):
        tower = TowerView(Playback(GEOMETRY))
        tower.resize(pygame.Rect((0, 0), size))
        tower.playback.show_resting(thrown.resting, thrown.out)
        tower.draw(pygame.Surface(size))


ONE = Rows((0,), (0.0,), (0.0,), 12.8)
THREE = Rows((0, 1, 2), (0.0, 0.2, 0.4), (0.0, 0.0, 6.0), 12.8)


@pytest.fixture(scope="module")
def poured() -> Recording:
    return recording_of(drop(GEOMETRY, (), {"red": 15, "blue": 15, "yellow": 15}, 3, record=True))


def as_shown(view: TowerView, recording: Recording, seconds: float) -> list[tuple[float, float]]:
    """Return where the cubes are shown at a moment, mm."""
    view.playback.play(recording)
    view.playback.update(LEAD + seconds)
    return [(cube.x, cube.y) for cube in view.playback.cubes()]


def test_the_cup_comes_down_waits_opens_and_rises_out_of_sight() -> None:
    start, waiting, opening, rising = (moment(ONE, t) for t in (-LEAD, DOWN - LEAD, OPENING / 2, (OPENING + AWAY) / 2))
    assert start and waiting and opening and rising
    assert (start.lift, start.opened, start.high) == (TRAVEL, 0.0, HEIGHT)
    assert (waiting.lift, waiting.opened) == (0.0, 0.0)
    assert opening.lift == 0.0
    assert 0 < opening.opened < 1
    assert rising.opened == 1.0
    assert 0 < rising.lift < TRAVEL
    assert moment(ONE, AWAY) is None


def test_the_cup_opens_for_each_row_rises_with_the_heap_and_leaves_after_the_last() -> None:
    found = [moment(THREE, hundredths / 100) for hundredths in range(41)]
    opened = [at.opened for at in found if at]
    assert len(opened) == len(found)
    for row in (0, 20):
        assert opened[row : row + 20 : 8] == pytest.approx([0.0, 1.0, 0.0])
    assert [round(at.lift, 6) for at in found if at][::20] == [0.0, 0.0, 6.0]
    assert found[0] and found[0].high > HEIGHT + TRAVEL / 2, "it ends above the picture"
    last = moment(THREE, 0.4 + AWAY - 0.01)
    assert last and last.opened == 1.0 and last.lift > TRAVEL
    assert moment(THREE, 0.4 + AWAY) is None


def test_rows_in_quick_succession_find_the_floor_open() -> None:
    quick = Rows((0, 1, 2), (0.0, 0.05, 0.1), (0.0, 0.0, 0.0), 12.8)
    assert [at.opened for t in (0.051, 0.08, 0.099) if (at := moment(quick, t))] == [1.0] * 3


def test_waiting_rows_lie_one_upon_the_other_and_sink() -> None:
    assert THREE.above(-0.3) == [0.0, 12.8, 25.6 - 6.0]
    assert THREE.above(0.0) == [0.0, 12.8, 25.6 - 6.0]
    assert THREE.above(0.2) == [0.0, 0.0, 12.8 - 6.0]
    assert THREE.above(0.4) == [0.0, 0.0, 0.0]
    heights = [THREE.lifts[2] + THREE.above(hundredths / 100)[2] for hundredths in range(20)]
    assert heights == sorted(heights, reverse=True)
    assert heights[0] > heights[-1]


@pytest.mark.parametrize("seconds", [-LEAD, -0.1, 0.0, 0.1, 0.19, 0.5, 0.97])
def test_no_waiting_cube_is_drawn_over_another(view: TowerView, poured: Recording, seconds: float) -> None:
    shown = as_shown(view, poured, seconds)
    waiting = [place for place, step in zip(shown, poured.start_steps, strict=True) if step / 720 > seconds]
    assert len(waiting) >= 5
    for number, (x, y) in enumerate(waiting):
        assert all((x - a) ** 2 + (y - b) ** 2 > GEOMETRY.grain.size**2 for a, b in waiting[:number])


def test_each_row_falls_from_where_it_is_recorded(view: TowerView, poured: Recording) -> None:
    rows = rows_of(poured, GEOMETRY)
    assert rows.times == pytest.approx([0.0, 0.2, 0.4, 0.6, 0.8, 1.0])
    assert [rows.of.count(row) for row in range(6)] == [8] * 5 + [5]
    for row, seconds in enumerate(rows.times):
        shown, kept = as_shown(view, poured, seconds), poured.poses_at(seconds)[:, :2].tolist()
        let_go = [number for number, of in enumerate(rows.of) if of <= row]
        assert [part for number in let_go for part in shown[number]] == pytest.approx(
            [part for number in let_go for part in kept[number]], abs=1e-6
        )


def test_cubes_are_counted_as_inside_once_they_are_let_go(view: TowerView, poured: Recording) -> None:
    view.playback.play(poured)
    counts = []
    while not view.playback.done:
        view.playback.update(1 / 60)
        counts.append((sum(view.playback.inside_so_far.values()), sum(view.playback.out_so_far.values())))
    assert counts[0] == (0, 0)
    assert sorted({sum(both) for both in counts}) == [0, 8, 16, 24, 32, 40, 45]
    assert counts[-1][1] == len([step for step in poured.exit_steps if step >= 0])


def test_a_recording_of_the_first_physics_lets_all_go_at_once(view: TowerView) -> None:
    old = Recording.from_bytes(OLD.read_bytes())
    assert old.start_steps == old.taps == ()
    rows = rows_of(old, GEOMETRY)
    assert (set(rows.of), rows.times, rows.lifts) == ({0}, (0.0,), (0.0,))
    for seconds in (0.0, 0.1, 0.5):
        shown = [part for place in as_shown(view, old, seconds) for part in place]
        assert shown == pytest.approx(old.poses_at(seconds)[:, :2].ravel().tolist(), abs=1e-6)
    assert view.playback.cup is None
    assert view.playback.taps_so_far == 0


def test_thrown_cubes_come_with_the_cup_and_resting_ones_lie_still(view: TowerView, thrown: Drop) -> None:
    recording = recording_of(thrown)
    coming, waiting = (as_shown(view, recording, seconds) for seconds in (-LEAD, DOWN + 0.01 - LEAD))
    of = rows_of(recording, GEOMETRY).of
    assert 0 < of.count(LYING) < len(of)
    lowered = [round(before[1] - after[1], 6) for before, after in zip(coming, waiting, strict=True)]
    assert lowered == [0.0 if row == LYING else TRAVEL for row in of]
    assert view.playback.out_so_far == {}
    assert view.playback.progress == 0.0


# Taps


@pytest.fixture(scope="module")
def tapped() -> Recording:
    narrow = parse_geometry(JAMS, "narrow.toml")
    recording = recording_of(drop(narrow, (), {"red": 60}, 1, record=True))
    assert len(recording.taps) > 1
    return recording


@pytest.fixture
def narrow_view() -> TowerView:
    tower = TowerView(Playback(parse_geometry(JAMS, "narrow.toml")))
    tower.resize(RECT)
    return tower


def test_each_tap_is_heard_once_at_any_frame_rate(narrow_view: TowerView, tapped: Recording) -> None:
    for step in (1 / 60, 1 / 13, 99.0):
        narrow_view.playback.play(tapped)
        taps = []
        while not narrow_view.playback.done:
            taps += [knock.side for knock in narrow_view.playback.update(step) if knock.is_tap]
        assert taps == [-1, 1, -1, 1][: len(tapped.taps)], "a tap to the right is made on the left"


def test_a_tap_swings_the_picture_to_its_side_and_fades(narrow_view: TowerView, tapped: Recording) -> None:
    playback = narrow_view.playback
    first, second = (step / tapped.steps_a_second for step in tapped.taps[:2])
    for seconds, side, taps in ((first, 1, 1), (second, -1, 2)):
        playback.play(tapped)
        playback.update(LEAD + seconds - 0.01)
        assert playback.taps_so_far == taps - 1
        assert abs(playback.sway) < 0.5
        playback.update(0.04)
        assert playback.taps_so_far == taps
        assert 1.0 < side * playback.sway < 5.0
        swinging = picture(narrow_view)
        narrow_view.is_steady = True
        assert picture(narrow_view) != swinging
        narrow_view.is_steady = False
    playback.skip()
    assert (playback.taps_so_far, playback.sway) == (0, 0.0)


def test_a_tower_that_swings_leaves_no_hole_at_its_side(narrow_view: TowerView, tapped: Recording) -> None:
    playback = narrow_view.playback
    playback.play(tapped)
    playback.update(LEAD + tapped.taps[0] / tapped.steps_a_second + 0.03)
    surface = pygame.Surface((360, 580))
    surface.fill((255, 0, 255))
    narrow_view.draw(surface)
    inside = pygame.mask.from_threshold(surface.subsurface(RECT), (255, 0, 255), (1, 1, 1))
    assert inside.count() == 0
    assert surface.get_at((RECT.left - 1, RECT.centery))[:3] == (255, 0, 255)


def test_the_land_behind_the_tower_follows_the_season_and_the_tower_does_not(view: TowerView) -> None:
    seen = []
    for season in SEASONS:
        view.season = season
        surface = pygame.Surface((360, 580))
        view.draw(surface)
        seen.append(surface)
    assert len({pygame.image.tobytes(each, "RGB") for each in seen}) == len(SEASONS)
    shaft = pygame.Rect(0, 0, 40, 120)
    shaft.center = view.place_of(0, GEOMETRY.shaft.height / 2)
    assert len({pygame.image.tobytes(each.subsurface(shaft), "RGB") for each in seen}) == 1
    view.season = SEASONS[0]
    again = pygame.Surface((360, 580))
    view.draw(again)
    assert pygame.image.tobytes(again, "RGB") == pygame.image.tobytes(seen[0], "RGB"), "nothing goes by chance"


@pytest.mark.parametrize("season", SEASONS)
def test_pale_writing_can_be_read_on_the_upper_sky_in_every_season(season: Season) -> None:
    sky = painted_tower(GEOMETRY, (600, 560), season)
    corner = sky.subsurface(pygame.Rect(460, 0, 140, 140))
    red, green, blue, _alpha = pygame.transform.average_color(corner)
    assert contrast(PAPER_BRIGHT, (red, green, blue)) >= LEAST_CONTRAST
