"""Reading a drawing, of either kind: a file's bytes in, lines and circles in mm out, those of one layer or color."""

import re
from collections import Counter
from pathlib import Path

import msgspec

from shogun.base.files import read_bounded, unreadable
from shogun.base.language import _, shown
from shogun.tower.drawing import SUFFIXES, DrawingError, check_library
from shogun.tower.drawing.lines import FRAME, TRAY, Drawing, Look

LARGEST = 2_000_000
"""Largest size of a drawing in bytes."""
COLOURS = {
    "black": "#000000", "white": "#ffffff", "red": "#ff0000", "yellow": "#ffff00", "green": "#00ff00",
    "cyan": "#00ffff", "blue": "#0000ff", "magenta": "#ff00ff",
}  # fmt: skip
"""Names of colors; DXF calls these by the numbers from 1 to 7."""
NUMBERED = ("red", "yellow", "green", "cyan", "blue", "magenta", "black")
_HEX = re.compile(r"#?([0-9a-f]{6})")
MOST_NAMED = 8
"""Most layers or colors that a message names."""


class Choice(msgspec.Struct, frozen=True):
    """The part of a drawing that is wanted, and its scale."""

    layer: str = ""
    """Name of the layer or group; empty: all."""
    colour: str = ""
    """`#rrggbb`, a name of `COLOURS`, or a number of `NUMBERED`; empty: all."""
    scale: float | None = None
    """Millimeters for a unit of the file; None: as the file says, else 1."""


def read_drawing(path: Path, choice: Choice) -> Drawing:
    """Return the wanted lines of a file, in mm. Raises DrawingError."""
    if path.suffix.lower() not in SUFFIXES:
        raise DrawingError(_("{file}: a drawing's name ends in .svg or .dxf.").format(file=shown(str(path))))
    try:
        data = read_bounded(path, LARGEST)
    except OSError as error:
        raise DrawingError(f"{unreadable(shown(str(path)), error)}.") from None
    if path.suffix.lower() == ".svg":
        from shogun.tower.drawing.svg_reading import read_svg as read
    else:
        check_library("ezdxf")
        from shogun.tower.drawing.dxf_reading import read_dxf as read
    return _chosen(read(data, shown(str(path)), choice.scale), choice, shown(str(path)))


def _chosen(drawing: Drawing, choice: Choice, source: str) -> Drawing:
    """Return the lines of a layer or color, and always those of the layers of the frame and the tray."""
    colour = parsed_colour(choice.colour)

    def is_wanted(look: Look) -> bool:
        is_layer = not choice.layer or choice.layer.casefold() in [name.casefold() for name in look.layers]
        return is_layer and (not colour or look.colour == colour)

    if not any(is_wanted(look) for look in drawing.looks()):
        raise DrawingError(_nothing(drawing, choice, source))
    kept = [line for line in drawing.strokes if is_wanted(line.look) or is_outline(line.look)]
    circles = [circle for circle in drawing.circles if is_wanted(circle.look)]
    return msgspec.structs.replace(drawing, strokes=kept, circles=circles)


def is_outline(look: Look) -> bool:
    """Return whether a line is in the layer of the frame, or of the tray."""
    return any(name.casefold() in (FRAME, TRAY) for name in look.layers)


def _nothing(drawing: Drawing, choice: Choice, source: str) -> str:
    """Return a sentence why there is nothing to read, with what could be chosen instead."""
    layers = Counter(name for look in drawing.looks() for name in look.layers)
    colours = Counter(look.colour for look in drawing.looks() if look.colour)
    if choice.layer and layers:
        text = _("{file} has no line in layer {layer}; its layers are: {names}.")
        return text.format(file=source, layer=shown(choice.layer), names=_listed(layers))
    if choice.colour and colours:
        text = _("{file} has no line in color {colour}; its colors are: {names}.")
        return text.format(file=source, colour=shown(choice.colour), names=_listed(colours))
    return _("{file} has no lines and no circles.").format(file=source)


def _listed(names: "Counter[str]") -> str:
    listed = [shown(name) for name, _count in names.most_common(MOST_NAMED)]
    return ", ".join(listed) + (" ..." if len(names) > MOST_NAMED else "")


def parsed_colour(text: str) -> str:
    """Return a color as `#rrggbb`; empty for none. Raises DrawingError."""
    plain = text.strip().lower()
    if plain.isdecimal() and 1 <= int(plain) <= len(NUMBERED):
        plain = NUMBERED[int(plain) - 1]
    if match := _HEX.fullmatch(COLOURS.get(plain, plain)):
        return f"#{match[1]}"
    if not plain:
        return ""
    names = ", ".join(COLOURS)
    text_ = _("`{colour}` isn't a color: use #rrggbb, a number from 1 to 7 or one of: {names}.")
    raise DrawingError(text_.format(colour=shown(text), names=names))
