"""What the program keeps for itself, damaged: never another figure, told by its name, put aside and made anew."""

import random
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from shogun.base.files import BROKEN
from shogun.base.notices import all_notices, forget_notices
from shogun.base.shared_file import seal, unseal
from shogun.cli.commands import run
from shogun.lab.errors import LabError
from shogun.lab.measuring.chains import Task, tasks
from shogun.lab.measuring.estimates import Interval
from shogun.lab.measuring.live_measurement import cache_statistics, cached_statistics
from shogun.lab.measuring.live_summary import LiveStatistics
from shogun.lab.measuring.measurement import measured
from shogun.lab.measuring.tally import OddDrop
from shogun.lab.running import results_file
from shogun.lab.running.batch_evaluation import RunConfig
from shogun.lab.running.checkpoints import find_odd, open_folder, store_odd
from shogun.tower import Geometry, RestingError, drop, geometry_hash, model_for
from shogun.tower.quick_model import cached_path, read_model, write_model
from tests.lab.searching.test_sweep import damaged

SOME = Interval(0.7, 0.69, 0.71)
STATISTICS = LiveStatistics(900, SOME, SOME, SOME, SOME)


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SHOGUN_HOME", str(tmp_path))
    return tmp_path / "cache"


def attacked(path: Path, look: Callable[[], object], times: int = 300) -> int:
    """Return how many of so many damaged files are put aside and noted; whatever is read is as it was written."""
    data, whole, rng, aside = path.read_bytes(), look(), random.Random(5), 0
    broken = path.with_name(path.name + BROKEN)
    for _attack in range(times):
        path.write_bytes(attack := damaged(data, rng))
        forget_notices()
        if (found := look()) is None:
            assert broken.read_bytes() == attack and not path.exists() and path.name in all_notices()[0]
            broken.unlink()
            aside += 1
        else:
            assert found == whole and not all_notices()
    return aside


def test_figures_are_those_that_were_kept_or_measured_anew(classic: Geometry, own_cache: Path) -> None:
    cache_statistics(classic, STATISTICS)
    [path] = own_cache.rglob("figures/*.json")
    assert attacked(path, lambda: cached_statistics(classic)) > 295


def test_a_model_of_the_cache_is_as_it_was_fitted_or_fitted_anew(classic: Geometry) -> None:
    path = cached_path(classic)
    write_model(path, model_for(classic))
    assert attacked(path, lambda: read_model(path, classic)) > 280, "all but changes of white space"


def test_a_damaged_model_beside_a_tower_is_told_and_stays(classic: Geometry, tmp_path: Path) -> None:
    path = tmp_path / "classic.model.json"
    write_model(path, model_for(classic))
    path.write_bytes(attack := path.read_bytes().replace(b"0.", b"1.", 1))
    assert read_model(path, classic) is None
    assert (
        all_notices() == [f"{path} is damaged and isn't a model; it was left unchanged."]
        and path.read_bytes() == attack
    )


def test_files_of_older_versions_have_no_checksum_and_are_read(classic: Geometry, own_cache: Path) -> None:
    cache_statistics(classic, STATISTICS)
    [path] = own_cache.rglob("figures/*.json")
    path.write_bytes(unseal(path.read_bytes(), geometry_hash(classic)))
    assert b"crc" not in path.read_bytes() and cached_statistics(classic) == STATISTICS
    model = cached_path(classic)
    write_model(model, model_for(classic))
    model.write_bytes(unseal(msgspec.json.format(model.read_bytes(), indent=-1)))
    assert b"crc" not in model.read_bytes() and read_model(model, classic) == model_for(classic)


def test_what_is_sealed_for_one_thing_is_nothing_of_another() -> None:
    sealed = seal(b'{"a":1}', "this")
    assert unseal(sealed + b"\n", "this") == b'{"a":1}'
    with pytest.raises(ValueError, match="checksum"):
        unseal(sealed, "that")


def test_an_odd_drop_is_as_it_was_or_refused_by_its_name(classic: Geometry) -> None:
    odd = OddDrop("cut off", 0, 1, 7, 8, drop(classic, (), {"red": 30}, 3).resting)
    [stored] = store_odd("classic", classic, [odd])
    data, rng, refused = stored.resting.read_bytes(), random.Random(6), 0
    for _attack in range(300):
        stored.resting.write_bytes(damaged(data, rng))
        try:
            assert find_odd(classic, stored.id).resting == odd.resting
        except RestingError as error:
            assert str(error).startswith(str(stored.resting))
            refused += 1
    assert refused > 295


@pytest.mark.slow
def test_a_damaged_chain_of_the_cache_is_done_anew(task: Task, own_cache: Path) -> None:
    run_config = RunConfig(resumable=True)
    whole = measured(task, 9, run_config)
    folder = open_folder(task, 9)
    assert folder
    files = sorted(folder.glob("*.msgpack"))
    assert len(files) == len(tasks(task, 9)) == 3
    for number, attack in enumerate((b"", files[0].read_bytes()[:-1], files[1].read_bytes())):
        forget_notices()
        files[number].write_bytes(attack)
        assert msgspec.json.encode(measured(task, 9, run_config).headline) == msgspec.json.encode(whole.headline)
        assert files[number].name in all_notices()[0]
        assert files[number].with_name(files[number].name + BROKEN).read_bytes() == attack


def test_a_damaged_chain_in_a_folder_of_the_users_is_one_sentence(task: Task, tmp_path: Path) -> None:
    folder = open_folder(task, 9, tmp_path / "mine")
    measured(task, 9, RunConfig(resumable=True, folder=tmp_path))
    [mine] = (path for path in tmp_path.glob("classic-*"))
    path = next(mine.glob("*.msgpack"))
    path.write_bytes(attack := path.read_bytes()[:-3])
    with pytest.raises(LabError, match=r"msgpack is damaged; this chain will be measured again without it"):
        measured(task, 9, RunConfig(resumable=True, folder=tmp_path))
    assert folder and path.read_bytes() == attack


@pytest.mark.slow
def test_a_command_tells_what_was_put_aside(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["tower", "sweep", "classic", "--vary", "ledges.tilt=17", "--battles", "2", "--jobs", "1", "--json"]
    assert run(words) == 0
    whole = capsys.readouterr().out
    real = results_file.cached_file

    def damaged_file(about: results_file.About, *, mixed: bool) -> Path | None:
        path = real(about, mixed=mixed)
        assert path
        with results_file.open_results(path, about):
            pass
        path.write_bytes(path.read_bytes().replace(b"sweep", b"swoop"))
        return path

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("shogun.lab.experiments.conversion.cached_file", damaged_file)
        assert run(words) == 0
    said = capsys.readouterr()
    assert said.out == whole and said.err.count("\n") == 1
    assert "can't be read (it is damaged). It was kept as" in said.err
    assert said.err.rstrip().endswith("and a new one was started.")
