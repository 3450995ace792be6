"""Chains: the same whatever the jobs, resumable to the bit, and every odd drop can be repeated."""

import errno
import json
import os
import time
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from shogun.lab.measuring import chains
from shogun.lab.measuring.battle_counting import (
    Battle,
    count_clog,
    cube_names,
    is_attacker,
    note_clog,
    note_dry_spell,
    note_oddities,
    note_sealed,
    thrown_in,
)
from shogun.lab.measuring.chains import (
    HASTY,
    SIZES,
    Leg,
    Note,
    Progress,
    Task,
    advance_chain,
    run_chain,
    sizes_due,
    tasks,
)
from shogun.lab.measuring.measurement import measured
from shogun.lab.measuring.tally import DRY_SPELL, HOPELESS, Clogs, OddDrop, Tally, empty_tally
from shogun.lab.measuring.throw_distribution import find_throws
from shogun.lab.reporting.tables import to_json
from shogun.lab.running.batch_evaluation import RunConfig
from shogun.lab.running.checkpoints import LONG, open_folder, store_odd
from shogun.tower import Drop, Geometry, RestingCube, drop
from shogun.tower.file.reader import parse_geometry
from shogun.tower.file.toml_editing import starter
from shogun.tower.physics.drop_simulation import MOST_TAPS
from shogun.tower.physics.solver import Solver
from shogun.tower.resting_cubes import load_resting


@pytest.mark.slow
def test_the_number_of_jobs_changes_nothing(task: Task) -> None:
    assert to_json(measured(task, 30, RunConfig(1))) == to_json(measured(task, 30, RunConfig(2)))


def test_battles_are_shared_out_whole(task: Task) -> None:
    assert [one.battles for one in tasks(task, 31)] == [10, 10, 11]
    assert [one.battles for one in tasks(task, 2)] == [1, 1]


def test_a_killed_chain_goes_on_where_it_was(task: Task, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = msgspec.structs.replace(task, battles=12)
    monkeypatch.setattr(chains, "SAVE_EVERY", 4)

    class Killed(BaseException):
        pass

    def killed(*_arguments: object) -> None:
        raise Killed

    fight = chains._fight
    fought: list[int] = []

    def fight_until_killed(one: Task, progress: Progress, note: Note | None) -> None:
        if progress.battle == 6:
            raise Killed
        fought.append(progress.battle)
        fight(one, progress, note)

    monkeypatch.setattr(chains, "_fight", fight_until_killed)
    with pytest.raises(Killed):
        run_chain(whole, tmp_path)
    again: list[int] = []

    def fight_again(one: Task, progress: Progress, note: Note | None) -> None:
        again.append(progress.battle)
        fight(one, progress, note)

    monkeypatch.setattr(chains, "_fight", fight_again)
    resumed = run_chain(whole, tmp_path)
    assert again == list(range(4, 12))  # battles 0 to 3 stood in the file
    monkeypatch.setattr(chains, "_fight", fight)
    assert resumed == run_chain(whole)
    assert run_chain(whole, tmp_path) == resumed


def full_disk(*_arguments: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_loses_nothing_but_the_resuming(
    task: Task, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shogun.lab.measuring.chains.write_whole", full_disk)
    result = measured(task, 6, RunConfig(resumable=True, folder=tmp_path))
    assert result.battles == 6
    assert "No space left" in result.notes[0] and "can't be resumed" in result.notes[0]


def test_a_damaged_file_is_measured_anew(task: Task, tmp_path: Path) -> None:
    whole = msgspec.structs.replace(task, battles=3)
    expected = run_chain(whole, tmp_path)
    next(tmp_path.glob("*.msgpack")).write_bytes(b"\x93rubbish")
    assert run_chain(whole, tmp_path) == expected


def test_a_folder_serves_one_experiment(task: Task, tmp_path: Path) -> None:
    folder = open_folder(task, 30, tmp_path / "mine")
    assert folder == open_folder(task, 30, tmp_path / "mine")
    with pytest.raises(ValueError, match="holds another one"):
        open_folder(task, 31, tmp_path / "mine")


def test_what_was_left_long_ago_is_removed(task: Task, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shogun.lab.running.checkpoints.cache_folder", lambda: tmp_path)
    others = [open_folder(task, battles) for battles in (30, 31, 32)]
    long_ago = time.time() - LONG - 60
    for folder in others[:2]:
        assert folder
        os.utime(folder, (long_ago, long_ago))
    assert open_folder(task, 31) == others[1], "nobody else's, but one's own is gone on with however old it is"
    assert [folder.exists() for folder in others if folder] == [False, True, True]


def test_partial_results_stay_in_a_chosen_folder_and_leave_the_cache(
    task: Task, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shogun.lab.running.checkpoints.cache_folder", lambda: tmp_path / "cache")
    for run_config in (RunConfig(resumable=True), RunConfig(resumable=True, folder=tmp_path / "chosen")):
        tallies = run_config.carry_out(task, 3)
        assert list(tmp_path.rglob("chain-000.msgpack"))
        run_config.forget(task, 3)
        assert tallies == RunConfig().carry_out(task, 3)
    assert not list((tmp_path / "cache").rglob("*.msgpack"))
    assert list((tmp_path / "chosen").rglob("*.msgpack"))


def test_an_odd_drop_can_be_repeated_to_the_bit(task: Task, classic: Geometry, tmp_path: Path) -> None:
    """With drops cut off after 0.3 s every one is odd."""
    hasty = msgspec.structs.replace(task, battles=2, solver=Solver(seconds=0.3))
    tally = run_chain(hasty)
    assert {odd.kind for odd in tally.odd} >= {"cut off"}
    stored = store_odd("mine.toml", classic, tally.odd, tmp_path)
    for odd, kept in zip(tally.odd, stored, strict=True):
        lying = load_resting(kept.resting, classic)
        assert lying == odd.resting
        again = drop(classic, lying, {"red": kept.thrown}, kept.seed)
        first = drop(classic, odd.resting, cube_names(odd.battle, odd.thrown), odd.seed)
        places = [[(cube.x, cube.y, cube.angle, cube.still) for cube in one.resting] for one in (again, first)]
        assert places[0] == places[1]
        assert "tower drop mine.toml" in kept.command and str(kept.resting) in kept.command


def test_every_cube_has_a_name_that_tells_its_battle_and_owner() -> None:
    for battle in range(-3, 20):
        names = cube_names(battle, 8)
        assert len(names) == 8 and set(map(thrown_in, names)) == {battle}
        assert 1 <= sum(map(is_attacker, names)) <= 7


def test_a_tally_adds_up(task: Task) -> None:
    tally = run_chain(msgspec.structs.replace(task, battles=20, examine_every=5))
    assert tally.battles == sum(tally.stock) == sum(tally.rest_times) == sum(tally.battles_in_halves) == 20
    assert tally.drops == 25
    assert sum(tally.stays) + sum(tally.inside) == tally.thrown and tally.stays[0] == tally.thrown_out
    assert sum(map(sum, tally.place_thrown)) == tally.thrown
    assert sum(map(sum, tally.place_out)) == tally.thrown_out
    assert sum(map(sum, tally.density)) == sum(tally.stock_in_halves)
    assert sum(owners.drops for owners in tally.owners.values()) == 20
    assert tally.checks.twins == 4 and tally.checks.twins_differ == 0
    assert tally.checks.cubes > 0 and tally.checks.outside == 0


def dry_battles(classic: Geometry, count: int, size: int = 4) -> Tally:
    tally = empty_tally(classic, 12)
    cube = RestingCube("a0.0", 0.0, 1.0, 0.0)
    for number in range(count):
        battle = Battle(0, number, number, size, {}, (cube,), late=False, since_start=1)
        note_dry_spell(tally, battle, Drop({}, (cube,), 8, cut_off=False))
    return tally


def test_a_dry_spell_is_counted_once_and_kept(classic: Geometry) -> None:
    assert dry_battles(classic, DRY_SPELL - 1).dry_spells == 0
    tally = dry_battles(classic, DRY_SPELL + 2)
    assert (tally.dry_spells, tally.longest_dry, [odd.kind for odd in tally.odd]) == (1, DRY_SPELL + 2, ["dry spell"])
    assert not tally.given_up
    assert dry_battles(classic, HOPELESS).given_up


def test_a_chain_is_given_up_where_taps_open_nothing(classic: Geometry) -> None:
    tally = empty_tally(classic, 4)
    shut, open_ = (
        Drop({}, (), 8, cut_off=False, taps=MOST_TAPS),
        Drop({"d1.1": 1}, (), 8, cut_off=False, taps=MOST_TAPS),
    )
    for fallen in (shut, shut, open_, shut, shut):
        note_sealed(tally, fallen)
    assert not tally.given_up
    note_sealed(tally, shut)
    assert tally.given_up


def test_a_tower_that_is_shut_costs_three_throws_a_chain() -> None:
    rows = {"piece": "baffle", "count": 5, "height": 215, "step": 45, "side": "left", "length": 84.5, "tilt": 18}
    lines = "\n".join(f"{key} = {json.dumps(value)}" for key, value in rows.items())
    geometry = parse_geometry(starter().split("[[rows]]")[0] + f"[[rows]]\n{lines}\n", "shut.toml")
    tally = run_chain(tasks(Task(geometry, 1, 0, 0, find_throws("4-12"), HASTY), 160)[1])
    assert (tally.given_up, tally.drops, tally.start_clogs.stay_clogged) == (True, 0, 2)


def test_single_cubes_that_stay_are_no_dry_spell(classic: Geometry) -> None:
    """With .3 for a cube to stay, five of them in a row stay once in 400 throws."""
    assert dry_battles(classic, 19, size=1).dry_spells == 0
    tally = dry_battles(classic, 20, size=1)
    assert (tally.dry_spells, tally.given_up) == (1, False)
    assert dry_battles(classic, 40, size=1).given_up


def lying(count: int) -> tuple[RestingCube, ...]:
    return (RestingCube("a0.0", 0.0, 1.0, 0.0),) * count


def test_a_clog_is_more_than_thirty_at_rest_or_a_tap(classic: Geometry) -> None:
    clogs = Clogs()
    for count, taps in ((30, 0), (31, 0), (12, 2), (33, 4)):
        count_clog(clogs, Drop({}, lying(count), 8, cut_off=False, taps=taps))
    assert clogs == Clogs(throws=4, clogged=3, tapped=2, taps=6, stay_clogged=2)


def test_the_first_clog_of_a_chain_is_kept(classic: Geometry) -> None:
    tally = empty_tally(classic, 12)
    for number in range(3):
        battle = Battle(0, number, number, 8, {}, (), late=False, since_start=1)
        note_clog(tally, tally.clogs, battle, Drop({}, lying(31), 8, cut_off=False))
    assert tally.clogs.clogged == 3
    assert [(odd.kind, odd.battle) for odd in tally.odd] == [("clogged", 0)]


def test_probes_change_nothing_in_their_chain(task: Task) -> None:
    plain = run_chain(msgspec.structs.replace(task, battles=7))
    probed = run_chain(msgspec.structs.replace(task, battles=7, probe_every=1))
    assert plain.sizes == {} and probed.drops > plain.drops
    assert msgspec.structs.replace(probed, sizes={}, drops=plain.drops) == plain
    counted = {size: one.flow.throws for size, one in probed.sizes.items()}
    assert counted == {1: 7, 2: 4, 3: 3, 4: 2, 6: 2} | dict.fromkeys(SIZES[5:], 1)
    for size, one in probed.sizes.items():
        flow = one.flow
        assert flow.thrown == size * flow.throws == size * one.clogs.throws
        assert flow.rested + flow.thrown == flow.rested_out + flow.thrown_out + flow.left


def test_all_sizes_throw_about_as_many_cubes(task: Task) -> None:
    probing = msgspec.structs.replace(task, probe_every=2)
    due = Counter(size for battles in range(1, 2401) for size in sizes_due(probing, battles))
    assert {size: size * count for size, count in due.items() if size <= 20} == dict.fromkeys(SIZES[:9], 1200)
    assert due[24] == due[60] == 60


def test_a_chain_in_legs_counts_the_same(task: Task) -> None:
    whole = msgspec.structs.replace(task, battles=6)
    progress = advance_chain(Leg(whole, until=2))
    assert progress.battle == 2
    assert advance_chain(Leg(whole, until=6, progress=progress)).tally == run_chain(whole)


def test_lost_cubes_and_cubes_above_the_rim_are_noticed(classic: Geometry) -> None:
    tally = empty_tally(classic, 12)
    cube = RestingCube("a0.0", 0.0, classic.rim_y + 1, 0.0)
    battle = Battle(0, 1, 7, 2, {"a1.0": 1, "d1.1": 1}, (cube,), late=False, since_start=1)
    note_oddities(tally, classic, battle, Drop({"a1.0": 1}, (cube,), 8, cut_off=False))
    assert (tally.not_conserved, tally.above_rim) == (1, 1)
    assert Counter(odd.kind for odd in tally.odd) == {"not conserved": 1, "above the rim": 1}
    assert tally.odd[0] == OddDrop("not conserved", 0, 1, 7, 2, (cube,))
