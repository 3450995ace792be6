"""`shogun tower import`, `drawing` and `show`: from a drawing or a picture to a tower's file, and back."""

from pathlib import Path

import pytest

from shogun.cli import main
from shogun.tower import geometry_hash, load_tower


@pytest.fixture(autouse=True)
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Run the commands in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(["tower", *words])
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.parametrize("ending", ["svg", "dxf"])
def test_a_drawing_becomes_a_tower(capsys: pytest.CaptureFixture[str], ending: str) -> None:
    assert run(capsys, "drawing", "coin", "--output", f"sketch.{ending}") == (0, f"sketch.{ending}\n", "")
    code, out, err = run(capsys, "import", f"sketch.{ending}")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "Imported: 0 ledges, 5 walls, 1 pin.", "sketch.toml: edit it with: shogun tower edit sketch"
    ]  # fmt: skip
    assert geometry_hash(load_tower("sketch")) == geometry_hash(load_tower("coin"))
    code, _out, err = run(capsys, "import", f"sketch.{ending}")
    assert (code, err) == (2, "shogun: sketch.toml exists already and was left unchanged\n")


def test_layer_color_scale_and_name_are_chosen(capsys: pytest.CaptureFixture[str], there: Path) -> None:
    drawn = (
        '<svg xmlns="http://www.w3.org/2000/svg"><g id="pegs" stroke="red"><circle cx="10" cy="10" r="2"/>'
        '<circle cx="30" cy="20" r="2"/></g><text>Peg</text><line x1="0" y1="0" x2="1" y2="40" stroke="blue"/></svg>'
    )
    (there / "s.svg").write_text(drawn, "utf-8")
    choice = ("--layer", "pegs", "--color", "red", "--scale", "3", "--output", "mine")
    code, out, _err = run(capsys, "import", "s.svg", *choice)
    assert code == 0 and "Left out: 1 x text." in out and "no unit" not in out
    assert load_tower("mine").shaft.width == 72 and [pin.group for pin in load_tower("mine").pins] == ["pegs"] * 2


def test_a_tower_with_problems_is_written_and_they_are_listed(capsys: pytest.CaptureFixture[str], there: Path) -> None:
    drawn = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M 0 0 H 100 V 100"/></svg>'
    (there / "s.svg").write_text(drawn, "utf-8")
    code, out, _err = run(capsys, "import", "s.svg")
    assert code == 1 and "s.toml: can't be used" in out and (there / "s.toml").exists()


def test_what_cannot_be_imported_gets_one_sentence(capsys: pytest.CaptureFixture[str], there: Path) -> None:
    (there / "bad.svg").write_text("noise", "utf-8")
    for words in (("bad.svg",), ("none.dxf",), ("a.pdf",), ("bad.svg", "--scale", "0"), ("bad.svg", "--color", "moss")):
        code, out, err = run(capsys, "import", *words)
        assert (code, out) == (2, "") and err.startswith("shogun: ") and err.count("\n") == 1
    assert not list(there.glob("*.toml"))


def test_a_drawing_in_the_place_of_a_tower_is_to_be_imported(capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "drawing", "coin", "--output", "c.dxf")
    for words in (("measure", "c.dxf"), ("drop", "c.dxf", "--cubes", "red=1"), ("edit", "c.dxf")):
        code, _out, err = run(capsys, *words)
        expected = "shogun: c.dxf is a drawing, not a tower yet: import it with `shogun tower import`.\n"
        assert (code, err) == (2, expected)


@pytest.mark.parametrize("ending", ["png", "webp", "svg"])
def test_a_picture_shows_its_tower(capsys: pytest.CaptureFixture[str], ending: str, there: Path) -> None:
    run(capsys, "drop", "coin", "--cubes", "red=1", "--seed", "1", "--picture", f"drop.{ending}")
    assert run(capsys, "show", f"drop.{ending}", "--output", "found") == (0, "found.toml\n", "")
    assert geometry_hash(load_tower("found")) == geometry_hash(load_tower("coin"))
    code, _out, err = run(capsys, "measure", f"drop.{ending}")
    assert code == 2 and f"drop.{ending} is a " in err
    if ending == "svg":
        code, _out, err = run(capsys, "import", "drop.svg")
        assert err == "shogun: drop.svg is a picture that carries its tower: use shogun tower show\n"


@pytest.mark.parametrize("ending", ["webp", "gif"])
def test_an_animation_shows_its_tower(capsys: pytest.CaptureFixture[str], ending: str) -> None:
    code, _out, _err = run(capsys, "watch", "steep", "--cubes", "red=1", "--seed", "1", "--record", f"drop.{ending}")
    assert code == 0
    assert run(capsys, "show", f"drop.{ending}", "--output", "found")[0] == 0
    assert geometry_hash(load_tower("found")) == geometry_hash(load_tower("steep"))


def test_a_picture_without_a_tower_gets_one_sentence(capsys: pytest.CaptureFixture[str], there: Path) -> None:
    (there / "bad.png").write_bytes(b"noise")
    for name in ("bad.png", "none.gif", "a.jpg"):
        code, out, err = run(capsys, "show", name)
        assert (code, out) == (2, "") and err.startswith("shogun: ") and err.count("\n") == 1
