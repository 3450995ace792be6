"""Files with a tower's sheets or the test comb, as DXF, SVG or PDF; all of them are written, or none."""

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from shogun.base.files import absolute, write_whole
from shogun.base.language import _
from shogun.tower.cardboard import SHEET_FORMATS, SOLID_FORMATS, BuildError, check_libraries
from shogun.tower.cardboard.build_options import BuildOptions, check_options, check_thickness, deep_note
from shogun.tower.geometry import Geometry

if TYPE_CHECKING:
    from shogun.tower.cardboard.drawn_sheets import DrawnPlan

LIBRARIES = ("ezdxf", "shapely", "matplotlib")


class Built(msgspec.Struct, frozen=True):
    """Result of a build."""

    files: tuple[Path, ...]
    sheets: int
    """Number of sheets, including the assembly picture."""
    paper: str
    parts: int
    notes: tuple[str, ...]
    """Notes for the builder."""


def format_of(path: Path, wanted: str | None, formats: tuple[str, ...] = SHEET_FORMATS) -> str:
    """Return the format of a file: the wanted one, or that of its ending. Raises BuildError."""
    ending, known = path.suffix.removeprefix(".").lower(), (*SHEET_FORMATS, *SOLID_FORMATS)
    kind = ending if wanted is None else wanted.lower()
    if kind not in formats and wanted is None:
        sentence = _("{path} must end in {endings}, or else --format says what it is")
        raise BuildError(sentence.format(path=path, endings=", ".join(f".{one}" for one in known)))
    if kind not in formats:
        raise BuildError(_("--format {format}: choose {formats}").format(format=kind, formats=", ".join(known)))
    if ending in known and ending != kind:
        raise BuildError(_("--format {format} contradicts the ending of {path}").format(format=kind, path=path))
    return kind


def build_comb(wishes: BuildOptions, path: Path, wanted: str | None = None) -> Path:
    """Write the test comb for a laser's kerf and return its path. Raises BuildError and OSError."""
    kind = format_of(path, wanted)
    check_thickness(wishes)
    check_folder(path)
    check_libraries(*LIBRARIES)
    from shogun.tower.cardboard.drawn_sheets import DrawnComb

    drawn = DrawnComb(wishes.thickness)
    if kind == "pdf":
        write_whole(path, drawn.pdf())
    else:
        write_whole(path, (drawn.dxf() if kind == "dxf" else next(drawn.svg())).encode())
    return path


def check_folder(path: Path) -> None:
    """Raise BuildError if a path can't be that of a file."""
    if path.is_dir() or not absolute(path).parent.is_dir():
        raise BuildError(_("{path} can't be written: choose a file in a folder that exists").format(path=path))


def build(geometry: Geometry, wishes: BuildOptions, path: Path, wanted: str | None = None) -> Built:
    """Write the sheets to cut a checked tower from cardboard.

    DXF and PDF are one file; as SVG each sheet is a file with a number in its name. Raises BuildError and OSError, and
    then leaves no file.
    """
    kind = format_of(path, wanted)
    check_options(geometry, wishes)
    check_folder(path)
    check_libraries(*LIBRARIES)
    from shogun.tower.cardboard.drawn_sheets import DrawnPlan

    drawn = DrawnPlan(geometry, wishes)
    files = _files(drawn, path, kind)
    write_all(files)
    notes = tuple(note for note in (deep_note(geometry, wishes.depth),) if note)
    count = sum(part.count for part in drawn.plan.parts)
    return Built(tuple(files), len(drawn.sheets) + 1, drawn.paper, count, notes)


def _files(drawn: "DrawnPlan", path: Path, kind: str) -> dict[Path, bytes]:
    if kind == "dxf":
        return {path: drawn.dxf().encode()}
    if kind == "pdf":
        return {path: drawn.pdf()}
    return {path.with_stem(f"{path.stem}-{number}"): page.encode() for number, page in enumerate(drawn.svg(), 0)}


def write_all(files: dict[Path, bytes]) -> None:
    """Write all files; if one can't be written, none is left. Raises OSError."""
    done: list[Path] = []
    try:
        for path, data in files.items():
            write_whole(path, data)
            done.append(path)
    except OSError:
        for path in done:
            with suppress(OSError):
                path.unlink()
        raise
