"""Pictures carry their tower, and strangers' pictures are read with care."""

import re
import sys
import zlib
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from shogun.tower import GeometryError, animate, drop, load_tower, parse_geometry, picture
from shogun.tower.picture_metadata import KEY, SUFFIXES, carries_tower, saving_options, tower_in, with_tower
from shogun.tower.tower_code import MOST, signed_text

TOWER = load_tower("coin")


def saved(path: Path) -> Path:
    """Save a small picture of a kind that carries the tower."""
    if path.suffix == ".svg":
        picture(TOWER).save(path)
        return path
    first, second = (Image.new("RGB", (20, 20), colour) for colour in ("red", "blue"))
    film: dict[str, Any] = (
        {} if path.suffix == ".png" else {"save_all": True, "append_images": [second], "duration": 50, "loop": 0}
    )
    first.save(path, **film, **saving_options(TOWER, path.suffix))
    return path


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_picture_gives_its_tower_back(suffix: str, tmp_path: Path) -> None:
    path = saved(tmp_path / f"picture{suffix}")
    assert path.stat().st_size < 12_000 and carries_tower(path)
    found = tower_in(path)
    assert found.name == "coin" and parse_geometry(found.text, "coin.toml") == TOWER


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_picture_without_a_tower_is_said_to_have_none(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"photo{suffix}"
    if suffix == ".svg":
        path.write_text('<svg xmlns="http://www.w3.org/2000/svg"/>', "utf-8")
    else:
        Image.new("RGB", (20, 20)).save(path)
    assert not carries_tower(path)
    why = (
        r"carries no tower; if it is a drawing of one: shogun tower import "
        if suffix == ".svg"
        else r"carries no tower: programs and sites that copy pictures often remove it\."
    )
    with pytest.raises(GeometryError, match=why):
        tower_in(path)


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("share", [0.0, 0.3])
def test_a_broken_picture_gets_one_sentence(suffix: str, share: float, tmp_path: Path) -> None:
    path = saved(tmp_path / f"picture{suffix}")
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * share)] + b"noise")
    with pytest.raises(GeometryError, match=r"^[^\n]{10,300}\.$"):
        tower_in(path)


def test_a_changed_tower_is_damaged(tmp_path: Path) -> None:
    chunks = PngInfo()
    chunks.add_itxt(KEY, signed_text(TOWER).replace("185", "186"), zip=True)
    Image.new("RGB", (20, 20)).save(tmp_path / "forged.png", pnginfo=chunks)
    with pytest.raises(GeometryError, match="is damaged"):
        tower_in(tmp_path / "forged.png")
    assert not carries_tower(tmp_path / "forged.png")


def chunk(kind: bytes, data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")


def test_enormous_and_packed_pictures_are_refused(tmp_path: Path) -> None:
    head = (60_000).to_bytes(4, "big") * 2 + b"\x08\x02\0\0\0"
    bomb = KEY.encode() + b"\0\1\0\0\0" + zlib.compress(b"#" * 50_000_000)
    small = (20).to_bytes(4, "big") * 2 + b"\x08\x02\0\0\0"
    for parts in (chunk(b"IHDR", head), chunk(b"IHDR", small) + chunk(b"iTXt", bomb)):
        path = tmp_path / "stranger.png"
        path.write_bytes(
            b"\x89PNG\r\n\x1a\n" + parts + chunk(b"IDAT", zlib.compress(b"\0" * 1300)) + chunk(b"IEND", b"")
        )
        with pytest.raises(GeometryError, match=r"^[^\n]{10,300}\.$"):
            tower_in(path)


def test_entities_in_a_picture_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "stranger.svg"
    bomb = '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'
    path.write_text(bomb + with_tower(picture(TOWER).svg, TOWER), "utf-8")
    with pytest.raises(GeometryError, match="can't be read as a picture"):
        tower_in(path)


def test_a_tower_takes_little_room() -> None:
    assert len(signed_text(TOWER).encode()) < MOST / 20


def test_animations_in_svg_carry_it_too(tmp_path: Path) -> None:
    film = animate(drop(TOWER, (), {"red": 2}, 1, record=True))
    film.save(tmp_path / "drop.svg")
    assert tower_in(tmp_path / "drop.svg").name == "coin"
    assert not re.search("metadata", film.svg), "only a saved picture carries it"


def test_a_missing_library_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = saved(tmp_path / "picture.png")
    monkeypatch.setitem(sys.modules, "PIL.Image", None)
    with pytest.raises(GeometryError, match=r"^Pictures need the library Pillow\. Install it: "):
        tower_in(path)
