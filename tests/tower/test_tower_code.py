"""A tower as a text to be sent: it comes back whole, or there is one sentence why not."""

import base64
import hashlib
import zlib

import msgspec
import pytest

from shogun.tower import GeometryError, geometry_hash, load_tower, parse_geometry
from shogun.tower.file.toml_editing import written
from shogun.tower.tower_code import (
    LONGEST_CODE,
    MOST,
    PREFIX,
    checked_text,
    decoded_tower,
    encoded_tower,
    is_code,
    signed_text,
)
from tests.shipped_towers import SHIPPED


def forged(content: bytes, *, is_whole: bool = True) -> str:
    """Return the code of any content, with the checksum that it needs."""
    packed = zlib.compress(content, 9, -15)
    data = hashlib.sha256(content).digest()[:4] + (packed if is_whole else packed[:-4])
    return PREFIX + base64.urlsafe_b64encode(data).decode().rstrip("=")


@pytest.mark.parametrize("name", SHIPPED)
def test_a_tower_comes_back_from_its_code(name: str) -> None:
    tower = load_tower(name)
    code = encoded_tower(tower)
    assert len(code) < 700 and code.isascii() and " " not in code
    found = decoded_tower(code)
    assert found.name == name and parse_geometry(found.text, f"{name}.toml") == tower


CODE = encoded_tower(load_tower("classic"))


@pytest.mark.parametrize(
    "text",
    [
        f"Look at this: {CODE}",
        f"{CODE} - do you like it?",
        f"{CODE}\nwith many regards from me",
        "\n> ".join(CODE[at : at + 70] for at in range(0, len(CODE), 70)).replace("> ", "  "),
        f"{PREFIX} {CODE.removeprefix(PREFIX)}\r\n",
    ],
)
def test_words_and_line_breaks_around_a_code_are_no_harm(text: str) -> None:
    assert is_code(text)
    assert decoded_tower(text) == decoded_tower(CODE)


HOSTILE = {
    "empty": "",
    "other words": "I have a tower",
    "only its beginning": PREFIX,
    "cut": CODE[: len(CODE) // 2],
    "one sign": CODE[:40] + ("A" if CODE[40] != "A" else "B") + CODE[41:],
    "too long": CODE + " " * LONGEST_CODE,
    "a bomb": forged(b"x\n" + b"#" * 5_000_000),
    "not whole": forged(b"x\nformat = 1\n", is_whole=False),
    "no text": forged(b"\xff\xfe\xff"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_wrong_code_gets_one_sentence(name: str) -> None:
    with pytest.raises(GeometryError) as caught:
        decoded_tower(HOSTILE[name])
    assert len(str(caught.value)) < 120 and "\n" not in str(caught.value)


def test_a_long_description_is_left_out() -> None:
    tower = msgspec.structs.replace(load_tower("classic"), description="word " * 20_000)
    found = decoded_tower(encoded_tower(tower))
    assert len(found.text.encode()) < MOST and "description" not in found.text
    assert geometry_hash(parse_geometry(found.text, "classic.toml")) == geometry_hash(tower)


def test_a_signed_text_is_a_towers_file() -> None:
    tower = msgspec.structs.replace(load_tower("coin"), title='Žlutá <mince> & "co"')
    signed = signed_text(tower)
    assert parse_geometry(signed, "coin.toml") == tower
    found = checked_text(signed, "coin.png")
    assert found is not None and (found.name, found.text) == ("coin", written(tower))


def test_a_signed_text_that_was_changed_is_refused() -> None:
    signed = signed_text(load_tower("coin"))
    for changed in (signed.replace("height", "width", 1), signed[:-1], signed + "#" * MOST):
        with pytest.raises(GeometryError, match=r"^The tower in coin\.png is damaged\.$"):
            checked_text(changed, "coin.png")
    assert checked_text("a photo", "coin.png") is None
