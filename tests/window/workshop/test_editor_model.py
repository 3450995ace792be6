"""What can be done to a tower on the bench, without any window."""

import errno
import math
import os
from pathlib import Path

import msgspec
import pytest

from shogun.tower import load_tower, parse_geometry, unsaved_towers, user_towers
from shogun.tower.geometry import MOST_PIECES, Baffle, Pin, Wall
from shogun.tower.physics.collision_geometry import build_world
from shogun.tower.user_towers import versions
from shogun.window.workshop.model.drag_handles import (
    Grid,
    Guide,
    Handle,
    dragged,
    frame_handles,
    piece_at,
    piece_handles,
    pulled,
)
from shogun.window.workshop.model.drawn_tower import DrawnTower, History, Pattern, limits, pins
from shogun.window.workshop.model.editor_model import AUTOSAVE, ONE_STEP_SECONDS, RETRY, EditorModel, opened, taken_in
from shogun.window.workshop.model.falling_cubes import BackgroundMeasurement
from tests.window.disk import no_room
from tests.window.workshop.conftest import Asleep

FINE = Grid(1.0)


@pytest.fixture
def plan() -> DrawnTower:
    return DrawnTower.of(load_tower("classic"))


def handle(plan: DrawnTower, ref: tuple[str, int], name: str) -> Handle:
    return next(one for one in piece_handles(plan, ref) if one.name == name)


def test_a_ledge_follows_its_tip(plan: DrawnTower) -> None:
    tip = handle(plan, ("baffle", 0), "tip")
    to = (tip.place[0] + 10, tip.place[1] - 10)
    changed, _guides = dragged(plan, tip, to, Grid(0))
    end = build_world(changed.geometry).baffles[0].end
    assert math.dist(end, to) < 0.05
    assert changed.piece(("baffle", 0)).height == 215  # type: ignore[union-attr]


def test_tips_snap_to_whole_lengths_and_half_degrees(plan: DrawnTower) -> None:
    tip = handle(plan, ("baffle", 1), "tip")
    changed, _guides = dragged(plan, tip, (tip.place[0] - 6.37, tip.place[1] - 1.21), FINE)
    piece = changed.piece(("baffle", 1))
    assert isinstance(piece, Baffle) and piece.length == int(piece.length) and (2 * piece.tilt) == int(2 * piece.tilt)


def test_a_ledge_levels_with_another_one(plan: DrawnTower) -> None:
    moved, guides = pulled(plan, [("baffle", 0)], ("baffle", 0), (0.0, -45.4), FINE)
    assert moved.piece(("baffle", 0)).height == 170 and Guide(False, 170) in guides  # type: ignore[union-attr]


def test_a_ledge_pulled_over_the_middle_changes_its_side(plan: DrawnTower) -> None:
    moved, _guides = pulled(plan, [("baffle", 0)], ("baffle", 0), (80.0, 0.0), FINE)
    piece = moved.piece(("baffle", 0))
    assert isinstance(piece, Baffle) and piece.side == "right" and piece.height == 215


def test_pins_snap_to_the_middle_and_to_their_mirror_image(plan: DrawnTower) -> None:
    with_pins, _refs = plan.added([Pin(-20, 100, 6), Pin(7, 60, 6)])
    moved, guides = pulled(with_pins, [("pin", 1)], ("pin", 1), (12.6, 39.5), Grid(5.0))
    assert moved.piece(("pin", 1)) == Pin(20, 100, 6)
    assert {guide.upright for guide in guides} == {True, False}
    middle, _guides = pulled(with_pins, [("pin", 1)], ("pin", 1), (-6.4, 3.0), FINE)
    assert middle.piece(("pin", 1)).x == 0  # type: ignore[union-attr]


def test_several_pieces_keep_their_distances(plan: DrawnTower) -> None:
    with_more, refs = plan.added([Pin(-20, 100, 6), Wall((0, 50), (10, 60))])
    moved, _guides = pulled(with_more, [*refs, ("baffle", 4)], refs[0], (3.2, 7.9), FINE)
    pin, wall, ledge = (moved.piece(ref) for ref in (*refs, ("baffle", 4)))
    assert isinstance(pin, Pin) and isinstance(wall, Wall) and isinstance(ledge, Baffle)
    assert (pin.x, pin.y, wall.start, wall.end, ledge.height) == (-17, 108, (3, 58), (13, 68), 43)


@pytest.mark.parametrize("to", [(1e9, 1e9), (-1e9, -1e9), (0.0, 0.0), (3.3, -7.7)])
def test_wherever_the_pointer_goes_the_format_allows_it(plan: DrawnTower, to: tuple[float, float]) -> None:
    """Also a draft that can't work can be written down and read again."""
    whole, refs = plan.added([Pin(0, 100, 6), Wall((0, 50), (10, 60))])
    grips = [*frame_handles(whole), *(one for ref in [*refs, ("baffle", 0)] for one in piece_handles(whole, ref))]
    for grip in grips:
        changed, _guides = dragged(whole, grip, to, FINE)
        data = msgspec.json.encode(changed.geometry)
        assert msgspec.json.decode(data, type=type(changed.geometry)) == changed.geometry, grip
        build_world(changed.geometry)
    for ref in (*refs, ("baffle", 0)):
        changed, _guides = pulled(whole, [ref], ref, to, FINE)
        build_world(changed.geometry)


def test_the_shaft_takes_exit_and_mouth_along(plan: DrawnTower) -> None:
    grip = next(one for one in frame_handles(plan) if one.name == "shaft.width")
    wide, _guides = dragged(plan, grip, (70.0, 240.0), FINE)
    assert (wide.geometry.shaft.width, wide.geometry.exit.width, wide.geometry.funnel.mouth) == (140, 140, 140)
    narrow, _guides = dragged(wide, grip, (30.0, 240.0), FINE)
    assert (narrow.geometry.shaft.width, narrow.geometry.exit.width, narrow.geometry.funnel.mouth) == (60, 60, 140)


def test_the_nearest_piece_is_found(plan: DrawnTower) -> None:
    ledge = build_world(plan.geometry).baffles[2]
    middle = (ledge.start[0] + ledge.end[0]) / 2, (ledge.start[1] + ledge.end[1]) / 2 + 3
    assert piece_at(plan, middle, 5.0) == ("baffle", 2)
    assert piece_at(plan, (middle[0], middle[1] + 8), 5.0) is None


def test_mirror_images_that_are_there_are_not_added_twice(plan: DrawnTower) -> None:
    once, images = plan.mirrored([("baffle", 0)])
    assert len(images) == 1
    assert once.mirrored([("baffle", 0)])[1] == []


def test_limits_come_from_the_format() -> None:
    assert limits(Baffle, "tilt") == (-80, 80)
    assert limits(Baffle, "friction") == (0, 2)
    assert limits(Wall, "start") == (-1000, 1000)


def test_rows_of_pins_are_symmetric_and_shifted() -> None:
    made = pins(Pattern(rows=2, columns=3, across=20, up=30, lowest=50))
    assert [(pin.x, pin.y) for pin in made if isinstance(pin, Pin)] == [
        (-20, 50),
        (0, 50),
        (20, 50),
        (-10, 80),
        (10, 80),
    ]


def test_no_more_pieces_than_a_file_may_have(desk: EditorModel) -> None:
    desk.pattern = Pattern(rows=12, columns=12)
    desk.add_pins()
    desk.add_pins()
    assert len(desk.plan.refs()) == MOST_PIECES and not desk.plan.has_room
    desk.add("pin", 0, 0)
    assert desk.is_complaint and len(desk.plan.refs()) == MOST_PIECES


def test_everything_can_be_taken_back_and_made_again(desk: EditorModel) -> None:
    first = desk.plan
    desk.add("pin", 3, 100)
    desk.nudge(1, 0)
    desk.double()
    desk.remove()
    last = desk.plan
    steps = 0
    while desk.history.can_undo:
        desk.undo()
        steps += 1
    assert desk.plan == first and steps == 4
    while desk.history.can_redo:
        desk.redo()
    assert desk.plan == last


def test_a_drag_is_one_step_back(desk: EditorModel) -> None:
    before = desk.plan
    desk.hold()
    for height in range(200, 190, -1):
        desk.show_held(desk.plan.with_values([("baffle", 0)], height=float(height)))
    desk.let_go()
    desk.undo()
    assert desk.plan == before and not desk.history.can_undo


def test_a_drag_that_leads_back_is_no_step(desk: EditorModel) -> None:
    before = desk.plan
    desk.hold()
    desk.show_held(desk.plan.with_values([("baffle", 0)], height=100.0))
    desk.show_held(before)
    desk.let_go()
    assert not desk.history.can_undo


def test_quick_changes_of_one_number_are_one_step(desk: EditorModel) -> None:
    desk.choose([("baffle", 0)])
    for _ in range(5):
        desk.nudge(0, 1)
    desk.undo()
    assert not desk.history.can_undo
    desk.nudge(0, 1)
    desk.update(ONE_STEP_SECONDS + 0.1)
    desk.nudge(0, 1)
    desk.undo()
    assert desk.history.can_undo


def test_history_forgets_what_was_to_come() -> None:
    plan = DrawnTower.of(load_tower("classic"))
    history = History(plan)
    history.change(plan.removed([("baffle", 0)]))
    history.undo()
    history.change(plan.removed([("baffle", 1)]))
    assert not history.can_redo


def test_what_is_wrong_is_told_at_once_and_nothing_is_measured(desk: EditorModel) -> None:
    desk.alter(desk.plan.with_values([("baffle", 1)], height=900.0))
    assert any("baffle[1]" in place for one in desk.problems for place in one.places)
    desk.update(1.0)
    assert desk.measuring.wanted == [] or desk.measurement not in desk.measuring.wanted
    desk.undo()
    desk.update(1.0)
    assert not desk.problems and desk.measurement.geometry == desk.geometry


def test_cubes_fall_on_while_the_tower_changes(desk: EditorModel) -> None:
    desk.flow.throw()
    for _ in range(30):
        desk.update(1 / 60)
    desk.alter(desk.plan.removed(desk.plan.refs()))
    for _ in range(200):
        desk.update(1 / 60)
    assert desk.flow.live.inside == 0 or desk.flow.mode == "repeat"
    assert len(desk.flow.cubes()) >= 8


# Files


def test_a_shipped_tower_is_drawn_on_as_a_copy(desk: EditorModel) -> None:
    assert desk.name == "classic-2" and not desk.is_saved
    desk.choose([("baffle", 0)])
    desk.nudge(0, -3)
    assert desk.save() and desk.is_saved
    assert load_tower("classic-2").baffles[0].height == 212
    assert load_tower("classic").baffles[0].height == 215


def test_a_saved_tower_keeps_what_its_writer_wrote(tmp_path: Path) -> None:
    path = user_towers.duplicate("classic")
    path.write_text(path.read_text().replace("height = 215", "height = 215 # high up"))
    desk = EditorModel(opened("classic-2"), BackgroundMeasurement(Asleep(), None))
    assert desk.is_saved
    desk.choose([("baffle", 0)])
    desk.nudge(0, -3)
    desk.add("pin", 0, 100)
    assert desk.save()
    assert "height = 212 # high up" in path.read_text()
    desk.remove()
    desk.undo()
    desk.undo()
    desk.undo()
    assert desk.save()
    assert "height = 215 # high up" in path.read_text() and "[[pin]]" not in path.read_text()


def test_a_file_by_its_path_is_saved_where_it_lies(tmp_path: Path) -> None:
    path = user_towers.export("steep", tmp_path)
    desk = EditorModel(opened(str(path.rename(tmp_path / "mine.toml"))), BackgroundMeasurement(Asleep(), None))
    desk.add("pin", 0, 150)
    assert desk.save()
    assert len(parse_geometry((tmp_path / "mine.toml").read_text(), "mine.toml").pins) == 1


def test_a_killed_window_loses_no_draft(desk: EditorModel) -> None:
    desk.add("pin", 4, 100)
    desk.update(AUTOSAVE + 0.1)  # and then nobody closes it
    desk.file.release()  # as the end of its process does
    again = EditorModel(opened("classic-2"), BackgroundMeasurement(Asleep(), None))
    assert again.geometry.pins == desk.geometry.pins and not again.is_saved
    assert opened("classic").name == "classic-3"  # the draft is in nobody's way
    assert again.save() and unsaved_towers.draft_names() == []


def test_a_draft_of_a_saved_tower_is_found_with_its_name() -> None:
    path = user_towers.duplicate("classic")
    desk = EditorModel(opened("classic-2"), BackgroundMeasurement(Asleep(), None))
    desk.alter(desk.plan.with_values([("baffle", 1)], height=900.0))  # can't work, and is kept all the same
    desk.close()
    again = EditorModel(opened("classic-2"), BackgroundMeasurement(Asleep(), None))
    assert again.problems and again.file.path == path
    again.undo()
    again.alter(DrawnTower.of(load_tower("classic-2")))
    again.save()
    assert not EditorModel(opened("classic-2"), BackgroundMeasurement(Asleep(), None)).problems


def test_a_draft_is_not_taken_for_that_of_another_file_of_its_name(tmp_path: Path) -> None:
    user_towers.duplicate("classic")
    mine = EditorModel(opened("classic-2"), BackgroundMeasurement(Asleep(), None))
    mine.add("pin", 4, 100)
    mine.close()
    (tmp_path / "far").mkdir()
    path = user_towers.export("steep", tmp_path / "far").rename(tmp_path / "far" / "classic-2.toml")
    theirs = EditorModel(opened(str(path)), BackgroundMeasurement(Asleep(), None))
    assert theirs.geometry.baffles == load_tower("steep").baffles and theirs.is_saved
    theirs.add("pin", 0, 150)
    theirs.close()
    assert opened("classic-2").plan.geometry.pins == mine.geometry.pins
    assert opened("classic-2-2").plan.geometry.pins == theirs.geometry.pins
    assert theirs.save() and len(load_tower(path).pins) == len(theirs.geometry.pins)
    assert unsaved_towers.draft_names() == ["classic-2"]


def test_a_full_disk_is_one_sentence_and_the_draft_stays(desk: EditorModel, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.add("pin", 4, 100)
    desk.keep_draft()

    def full(_file: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("shogun.base.files.sync", full)
    assert not desk.save()
    assert desk.is_complaint and "No space left" in desk.message and desk.message.count("\n") == 0
    assert unsaved_towers.draft_names() == ["classic-2"]


def test_a_draft_stays_when_a_new_name_cannot_be_saved(desk: EditorModel) -> None:
    desk.alter(desk.plan.with_geometry(title="Mine"))
    desk.keep_draft()
    with no_room():
        desk.take_name("mine")
        assert not desk.save()
    assert unsaved_towers.draft_names() == ["classic-2"]
    desk.close()
    assert unsaved_towers.draft_names() == ["mine"] and opened("mine").plan.geometry.title == "Mine"


def test_no_file_is_overwritten_that_is_not_the_towers_own(desk: EditorModel) -> None:
    path = user_towers.own_path("classic-2")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("saved by another window meanwhile", encoding="utf-8")
    assert not desk.save() and desk.is_complaint
    assert path.read_text(encoding="utf-8") == "saved by another window meanwhile"


def test_a_strangers_file_becomes_ones_own_when_it_is_saved(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    path = user_towers.export("hoard", tmp_path / "far")
    before = path.read_bytes()
    desk = EditorModel(taken_in(path), BackgroundMeasurement(Asleep(), None))
    desk.add("pin", 0, 150)
    assert desk.save() and desk.name == "hoard-2"
    assert path.read_bytes() == before and len(load_tower("hoard-2").pins) == 1


# A disk that refuses


def test_nothing_is_told_as_kept_that_no_disk_has(desk: EditorModel) -> None:
    assert desk.file.words(desk.plan) == "not saved yet" and desk.is_kept, "nothing was drawn"
    with no_room():
        desk.add("pin", 4, 100)
        assert "kept" not in desk.file.words(desk.plan)
        desk.update(AUTOSAVE + 0.1)
        told = desk.file.words(desk.plan)
        assert told == "not saved, and the draft can't be kept: No space left on device" and not desk.is_kept
        assert not desk.keep_draft() and not desk.save()
        assert "No space left" in desk.message and "draft is kept" not in desk.message
    desk.update(RETRY)
    assert desk.is_kept and desk.file.words(desk.plan) == "not saved yet; kept as a draft"


def test_what_was_kept_before_the_disk_was_full_is_told_as_that(desk: EditorModel) -> None:
    desk.add("pin", 4, 100)
    assert desk.keep_draft()
    kept = desk.plan
    with no_room():
        desk.add("pin", 9, 100)
        assert not desk.keep_draft() and "can't be kept" in desk.file.words(desk.plan)
        desk.undo()
        assert desk.is_kept and desk.file.words(desk.plan) == "not saved yet; kept as a draft"
        desk.redo()
        desk.file.release()
        again = opened("classic-2")
        assert again.plan.geometry == kept.geometry and again.note == "This is your last unsaved drawing."


def test_a_saved_tower_is_told_as_saved_only_while_it_is(desk: EditorModel) -> None:
    desk.add("pin", 4, 100)
    assert desk.save() and desk.file.words(desk.plan) == "saved"
    with no_room():
        desk.add("pin", 9, 100)
        assert not desk.save() and not desk.is_saved and not desk.is_kept
        desk.undo()
        assert desk.file.words(desk.plan) == "saved" and desk.is_kept


# Two windows


def test_two_windows_never_draw_into_one_draft() -> None:
    one, other = (EditorModel(opened("classic"), BackgroundMeasurement(Asleep(), None)) for _ in range(2))
    assert (one.name, other.name) == ("classic-2", "classic-3")
    one.add("pin", 4, 100)
    one.keep_draft()
    copied = EditorModel(opened("classic-2"), BackgroundMeasurement(Asleep(), None))
    assert copied.name == "classic-2-2" and copied.geometry.pins == one.geometry.pins
    assert "Another window" in copied.message
    one.save()
    apart = EditorModel(opened("classic-2"), BackgroundMeasurement(Asleep(), None))
    apart.add("pin", 9, 50)
    one.add("pin", 1, 20)
    assert apart.keep_draft() and one.keep_draft() and len(unsaved_towers.draft_names()) == 2
    for desk in (one, other, copied, apart):
        desk.close()


def saved_by_two() -> tuple[EditorModel, EditorModel]:
    """Return two windows that have opened one tower; the second has saved it."""
    user_towers.duplicate("classic")
    one, other = (EditorModel(opened("classic-2"), BackgroundMeasurement(Asleep(), None)) for _ in range(2))
    one.add("pin", 4, 100)
    other.add("pin", 9, 50)
    assert other.save()
    return one, other


def test_what_another_window_saved_is_not_saved_over() -> None:
    one, other = saved_by_two()
    assert not one.save() and one.is_complaint and one.clash == "classic-2-3"
    assert load_tower("classic-2").pins == other.geometry.pins
    one.take_name(one.clash)
    assert one.save() and load_tower(one.name).pins == one.geometry.pins
    assert load_tower("classic-2").pins == other.geometry.pins
    assert one.save(), "its own file is as it left it"


def test_what_another_window_saved_is_replaced_by_the_second_click_and_stays_as_a_version() -> None:
    one, other = saved_by_two()
    assert not one.save() and not one.replace()
    assert load_tower("classic-2").pins == other.geometry.pins
    assert one.replace() and one.is_saved and one.clash == ""
    assert load_tower("classic-2").pins == one.geometry.pins
    latest, before, first = (parse_geometry(one.text, "x.toml") for one in versions(user_towers.own_path("classic-2")))
    assert (latest.pins, before.pins, first.pins) == (one.geometry.pins, other.geometry.pins, ())


def test_drawing_on_takes_the_question_back() -> None:
    one, _other = saved_by_two()
    one.save()
    one.replace()
    one.nudge(1, 0)
    assert one.clash == "" and not one.replaces and not one.save()


def test_a_file_that_became_unreadable_is_put_aside_and_not_saved_over() -> None:
    path = user_towers.duplicate("classic")
    one = EditorModel(opened("classic-2"), BackgroundMeasurement(Asleep(), None))
    one.add("pin", 4, 100)
    path.write_bytes(b"\xff\xfe\x00")
    assert not one.save() and not one.replace() and one.replace()
    assert path.with_name("classic-2.toml.broken").read_bytes() == b"\xff\xfe\x00"
    assert load_tower("classic-2").pins == one.geometry.pins


def test_a_file_that_was_removed_meanwhile_is_saved_anew() -> None:
    path = user_towers.duplicate("classic")
    one = EditorModel(opened("classic-2"), BackgroundMeasurement(Asleep(), None))
    one.add("pin", 4, 100)
    path.unlink()
    assert one.save() and path.exists()


def test_nothing_is_replaced_where_the_other_cannot_be_kept() -> None:
    one, other = saved_by_two()
    with no_room():
        assert not one.save() and not one.replace() and not one.replace()
    assert load_tower("classic-2").pins == other.geometry.pins and not one.is_saved


def test_undo_is_kept_with_the_draft(desk: EditorModel) -> None:
    plans = [desk.plan]
    for x in (4, 9, 14):
        desk.add("pin", x, 100)
        plans.append(desk.plan)
    desk.undo()
    desk.close()
    again = EditorModel(opened("classic-2"), BackgroundMeasurement(Asleep(), None))
    assert again.plan == plans[2]
    again.redo()
    assert again.plan == plans[3] and not again.history.can_redo
    for plan in reversed(plans[:3]):
        again.undo()
        assert again.plan == plan
    assert not again.history.can_undo
    assert again.file.text(again.plan) == desk.file.text(plans[0])


@pytest.mark.slow
def test_of_many_steps_the_last_ones_are_kept(desk: EditorModel) -> None:
    desk.pattern = Pattern(rows=12, columns=12)
    desk.add_pins()
    for number in range(300):
        desk.alter(desk.plan.with_part("funnel", mouth=100.0 + number))
    desk.close()
    path = unsaved_towers.draft_path("classic-2")
    assert path.stat().st_size < unsaved_towers.LARGEST_DRAFT
    again = EditorModel(opened("classic-2"), BackgroundMeasurement(Asleep(), None))
    again.undo()
    assert again.geometry.funnel.mouth == 398 and 10 < len(again.history.past) < 100


@pytest.mark.parametrize("past", [b"7", b'[{"geometry":1}]', b'["x"]'])
def test_a_draft_whose_past_cannot_be_read_is_drawn_on_without_it(desk: EditorModel, past: bytes) -> None:
    desk.add("pin", 4, 100)
    desk.close()
    path = unsaved_towers.draft_path("classic-2")
    said = msgspec.json.decode(path.read_bytes())
    path.write_bytes(msgspec.json.encode({**said, "past": msgspec.Raw(past)}))
    again = EditorModel(opened("classic-2"), BackgroundMeasurement(Asleep(), None))
    assert again.geometry.pins == desk.geometry.pins and not again.history.can_undo
