"""Towers in pictures: each saved picture of a tower carries it in its metadata, and gives it back.

PNG has it as a text chunk, GIF as a comment, WebP as the description in its EXIF data, SVG as a `metadata` element.
Pictures come from strangers: their size is bounded, and none is decoded.
"""

import io
import re
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from shogun.base.files import read_bounded, unreadable
from shogun.base.foreign_xml import parsed
from shogun.base.installation import how_to_install
from shogun.base.language import _, shown
from shogun.tower.geometry import Geometry, GeometryError
from shogun.tower.tower_code import SentTower, checked_text, signed_text
from shogun.tower.tower_lookup import PICTURES

if TYPE_CHECKING:
    from PIL.Image import Image

SUFFIXES = (*PICTURES, ".svg")
"""Endings of pictures that may carry a tower."""
LARGEST = 50_000_000
"""Largest size of a picture in bytes: some minutes of an animation."""
LARGEST_SVG = 10_000_000
KEY = "Tower"
"""Name of a PNG's text chunk."""
DESCRIPTION = 0x010E
"""EXIF's number of the description of a picture."""
METADATA_ID = "shogun-tower"
_OPENING = re.compile(r"<svg[^>]*>")


def saving_options(geometry: Geometry, suffix: str) -> dict[str, Any]:
    """Return the options with which Pillow saves a picture, of this ending, such that it carries a tower."""
    from PIL.Image import Exif
    from PIL.PngImagePlugin import PngInfo

    text = signed_text(geometry)
    if suffix == ".png":
        chunks = PngInfo()
        chunks.add_itxt(KEY, text, zip=True)
        return {"pnginfo": chunks}
    if suffix == ".gif":
        return {"comment": text.encode()}
    exif = Exif()
    exif[DESCRIPTION] = text.encode()
    return {"exif": exif.tobytes()}


def with_tower(svg: str, geometry: Geometry) -> str:
    """Return an SVG picture that carries a tower."""
    text = escape(signed_text(geometry))
    return _OPENING.sub(lambda tag: f'{tag[0]}\n<metadata id="{METADATA_ID}">{text}</metadata>', svg, count=1)


def tower_in(path: Path) -> SentTower:
    """Return the tower that a picture carries. Raises GeometryError if it has none."""
    source = shown(str(path))
    found = carried_tower(path)
    if found is None:
        text = _("{file} carries no tower: programs and sites that copy pictures often remove it.")
        if path.suffix.lower() == ".svg":
            text = _("{file} carries no tower; if it is a drawing of one: shogun tower import {file}")
        raise GeometryError(text.format(file=source))
    return found


def carries_tower(path: Path) -> bool:
    """Return whether a file is a picture that carries a tower, as far as it can be read."""
    try:
        return path.suffix.lower() in SUFFIXES and carried_tower(path) is not None
    except GeometryError:
        return False


def carried_tower(path: Path) -> SentTower | None:
    """Return the tower that a picture carries; None if it has none. Raises GeometryError if it can't be read."""
    source = shown(str(path))
    if path.suffix.lower() not in SUFFIXES:
        raise GeometryError(_("{file}: a picture's name ends in .png, .webp, .gif or .svg.").format(file=source))
    is_svg = path.suffix.lower() == ".svg"
    try:
        data = read_bounded(path, LARGEST_SVG if is_svg else LARGEST)
    except OSError as error:
        raise GeometryError(f"{unreadable(source, error)}.") from None
    text = _text_of_svg(data, source) if is_svg else _text_of_pixels(data, source)
    return checked_text(text.replace("\r\n", "\n"), source)


def _text_of_svg(data: bytes, source: str) -> str:
    try:
        root = parsed(data)
    except ValueError:
        raise _unreadable(source) from None
    texts = (element.text for element in root.iter() if element.get("id") == METADATA_ID)
    return next((text for text in texts if text), "").lstrip()


def _text_of_pixels(data: bytes, source: str) -> str:
    try:
        import PIL.Image
    except ImportError:
        sentence = _("Pictures need the library Pillow.")
        raise GeometryError(f"{sentence} {how_to_install('pillow')}") from None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with PIL.Image.open(io.BytesIO(data), formats=("PNG", "WEBP", "GIF")) as image:
                return _metadata(image)
    except Exception:  # whatever the library makes of a broken or an enormous picture
        raise _unreadable(source) from None


def _metadata(image: "Image") -> str:
    """Return the text in the metadata of an open picture; empty if there is none."""
    if image.format == "PNG":
        text = image.info.get(KEY, "")
    elif image.format == "GIF":
        text = image.info.get("comment", b"")
    else:
        text = image.getexif().get(DESCRIPTION, "")
        text = text.encode("latin-1", "replace") if isinstance(text, str) else text  # Pillow takes it for ASCII
    return text.decode(errors="replace") if isinstance(text, bytes) else str(text)


def _unreadable(source: str) -> GeometryError:
    return GeometryError(_("{file} can't be read as a picture.").format(file=source))
