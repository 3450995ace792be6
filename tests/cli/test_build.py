"""`shogun tower build` writes whole sheets or, in one sentence, says why not."""

import os
import sys
from itertools import pairwise
from pathlib import Path

import pytest
import trimesh
from ezdxf.entities.dxfentity import DXFEntity
from ezdxf.entities.lwpolyline import LWPolyline
from ezdxf.filemanagement import readfile

from shogun.base.files import write_whole
from shogun.base.installation import install_command
from tests.cli.test_commands import refused, run

BUILD = ("tower", "build", "classic", "--output")


def test_dxf_is_one_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, err = run(capsys, *BUILD, tmp_path / "a.dxf")
    assert (code, err) == (0, "")
    assert out.startswith("21 parts on 4 sheets of A3")
    assert [path.name for path in tmp_path.iterdir()] == ["a.dxf"]


@pytest.mark.slow
def test_each_sheet_of_svg_is_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    _code, out, _err = run(capsys, *BUILD, tmp_path / "a.svg", "--paper", "A4")
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"a-{number}.svg" for number in range(7)]
    assert all(str(path) in out for path in tmp_path.iterdir())


def test_a_deep_tower_comes_with_a_warning(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, _out, err = run(capsys, *BUILD, tmp_path / "a", "--format", "dxf", "--depth", 30)
    assert code == 0
    assert "jams at about twice the gap" in err


def test_a_lasers_bed_takes_the_place_of_paper(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, err = run(capsys, *BUILD, tmp_path / "a.dxf", "--bed", "600x400")
    assert (code, err) == (0, "") and " of 600 x 400 mm, " in out


@pytest.mark.parametrize("name", ["a.dxf", "a.svg", "a.pdf"])
def test_a_test_comb_is_one_file(capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str) -> None:
    code, out, err = run(capsys, *BUILD, tmp_path / name, "--comb")
    assert (code, out.strip(), err) == (0, str(tmp_path / name), "")
    assert (tmp_path / name).stat().st_size > 1000


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("a.ply",), "a.ply must end in .svg, .dxf, .pdf, .stl, .3mf, or else --format says what it is"),
        (("a",), "a must end in .svg"),
        (("a.stl", "--format", "svg"), "--format svg contradicts the ending of"),
        (("a.pdf", "--format", "3mf"), "--format 3mf contradicts the ending of"),
        (("a.dxf", "--format", "png"), "--format png"),
        (("a.dxf", "--kerf", "-1"), "--kerf -1 must be from 0 to 1 mm"),
        (("a.dxf", "--kerf", "nan"), "--kerf nan"),
        (("a.dxf", "--kerf", "0,2"), "--kerf 0,2: write the number with a decimal point, 0.2"),
        (("a.dxf", "--kerf", "wide"), "--kerf must be a number, not wide"),
        (("a.dxf", "--depth", "7"), "--depth 7 must be from 8.5"),
        (("a.dxf", "--depth", "1e400"), "--depth inf"),
        (("a.dxf", "--thickness", "60"), "--thickness 60"),
        (("a.dxf", "--paper", "a5"), "--paper a5: choose one of a4, a3, a2, a1, a0, letter"),
        (("a.dxf", "--bed", "600"), "--bed 600: write width x height in mm, like 600x400"),
        (("a.dxf", "--bed", "9x9"), "--bed 9x9: write width x height in mm"),
        (("a.dxf", "--bed", "600x400", "--paper", "a4"), "use --paper or --bed"),
        (("a.dxf", "--comb", "--thickness", "0"), "--thickness 0 must be from 0.3 to 10 mm"),
        (("a.dxf", "--clearance", "0.1"), "--clearance is for printed parts: use --format stl or 3mf"),
        (("a.pdf", "--front", "open"), "--front is for printed parts"),
        (("a.stl", "--comb"), "--comb is for sheets, not for printed parts"),
        (("a.3mf", "--paper", "a4"), "--paper is for sheets"),
        (("a.stl", "--kerf", "0.1"), "--kerf is for sheets"),
        (("a.stl", "--clearance", "-0.2"), "--clearance -0.2 must be from 0 to 1 mm"),
        (("a.stl", "--front", "glass"), "choose one of acrylic, open"),
        (("a.stl", "--bed", "90x90"), "write width x depth x height in mm, like 220x220x250"),
        (("a.stl", "--depth", "30", "--bed", "220x220x32"), "220x220x32 is too small: tower 1 of 2 is 33 mm high"),
        (("nowhere/a.stl",), "a file in a folder that exists"),
        (("nowhere/a.dxf",), "a file in a folder that exists"),
        (("folder.dxf",), "a file in a folder that exists"),
    ],
)
def test_what_makes_no_sense_is_refused_and_leaves_no_file(
    options: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "folder.dxf").mkdir()
    assert told in refused(capsys, *BUILD, tmp_path / options[0], *options[1:])
    assert [path.name for path in tmp_path.iterdir()] == ["folder.dxf"]


@pytest.mark.slow
def test_a_tower_of_too_many_sheets_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    huge = tmp_path / "huge.toml"
    pieces = "".join(
        f'[[baffle]]\nside = "left"\nheight = {40 + 1.2 * n:.1f}\nlength = 300\ntilt = 0\n'
        f"thickness = {1.21 + n / 10:.2f}\n"
        for n in range(0, 300, 30)
    )
    huge.write_text(
        "format = 1\n[funnel]\nmouth = 1000\nheight = 40\n[shaft]\nwidth = 1000\nheight = 500\n[exit]\nwidth = 1000\n"
        "[tray]\nwidth = 1000\ndepth = 60\n" + pieces
    )
    told = refused(capsys, "tower", "build", huge, "--output", tmp_path / "a.dxf", "--paper", "a4")
    assert "the tower is too large: its parts take" in told
    assert not (tmp_path / "a.dxf").exists()


@pytest.mark.parametrize(("name", "library"), [("a.dxf", "ezdxf"), ("a.stl", "manifold3d"), ("a.3mf", "trimesh")])
def test_a_missing_library_is_told_in_a_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, library: str
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    sentence = f"Building needs the library {library}. Install it: {install_command(library, extra='lab')}"
    assert sentence in refused(capsys, *BUILD, tmp_path / name)


def test_each_printed_part_is_a_file_of_stl(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, err = run(capsys, *BUILD, tmp_path / "a.stl")
    assert code == 0 and out.startswith("tower 1 of 2: 134 x 196 x 13 mm\ntower 2 of 2: ")
    parts = ["a-1-tower-1-of-2.stl", "a-2-tower-2-of-2.stl", "a-3-tray.stl", "a-4-lip.stl"]
    assert sorted(path.name for path in tmp_path.iterdir()) == [*parts, "a-front.dxf"]
    assert all(str(path) in out for path in tmp_path.iterdir())
    assert "The front: acrylic, 134 x 280 mm, and 8 screws M3" in err
    assert all(trimesh.load_mesh(path).is_watertight for path in tmp_path.glob("*.stl"))
    front = readfile(tmp_path / "a-front.dxf").modelspace()
    assert [_height(line) for line in front.query("LWPOLYLINE")] == pytest.approx([280])
    assert [2 * hole.dxf.radius for hole in front.query("CIRCLE")] == pytest.approx([3.4] * 8)


def _height(line: DXFEntity) -> float:
    assert isinstance(line, LWPolyline)
    heights = [y for _x, y in line.get_points("xy")]
    return float(max(heights) - min(heights))


def test_3mf_has_all_parts_in_millimetres_by_their_names(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, err = run(capsys, *BUILD, tmp_path / "a.3mf", "--front", "open", "--bed", "120x150")
    assert (code, err) == (0, "")
    assert [path.name for path in tmp_path.iterdir()] == ["a.3mf"]
    scene = trimesh.load_scene(tmp_path / "a.3mf")
    assert scene.units == "millimeter"
    assert {line.partition(":")[0] for line in out.splitlines()[:-1]} == set(scene.geometry)
    meshes = [mesh for mesh in scene.dump() if isinstance(mesh, trimesh.Trimesh)]
    assert len(meshes) == len(scene.geometry) == 6
    assert all(mesh.is_watertight and mesh.bounds[0][2] == pytest.approx(0) for mesh in meshes)
    spans = sorted((mesh.bounds[0][0], mesh.bounds[1][0]) for mesh in meshes)
    assert all(right < left for (_left, right), (left, _right) in pairwise(spans))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["a.svg", "a.stl"])
def test_a_full_disk_leaves_no_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    written: list[Path] = []

    def full(path: Path, data: bytes) -> None:
        if written:
            raise OSError(28, os.strerror(28), str(path))
        written.append(path)
        write_whole(path, data)

    monkeypatch.setattr("shogun.tower.cardboard.sheet_files.write_whole", full)
    assert "No space left" in refused(capsys, *BUILD, tmp_path / name)
    assert written
    assert not list(tmp_path.iterdir())
