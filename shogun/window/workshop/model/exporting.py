"""Exports of a tower: its own file, sheets to cut it from cardboard, or solid parts to print it in 3D.

Several files of one export get a folder of their own.
"""

from contextlib import suppress
from pathlib import Path

import msgspec

from shogun.base.files import at_free_path, make_folder, write_whole
from shogun.tower.cardboard import SOLID_FORMATS, BuildError
from shogun.tower.cardboard.build_options import BuildOptions
from shogun.tower.geometry import Geometry
from shogun.tower.printing.print_options import PrintOptions
from shogun.tower.unsaved_towers import not_written

EXPORTS = ("toml", "pdf", "svg", "dxf", "stl", "3mf")
IN_A_FOLDER = ("svg", *SOLID_FORMATS)
"""Formats that take several files."""


class Exported(msgspec.Struct, frozen=True):
    """Result of an export."""

    path: Path
    """The file, or the folder of the files."""
    files: int
    notes: tuple[str, ...] = ()
    """Notes for the builder."""


class TowerExport(msgspec.Struct, frozen=True):
    """An export that can be made by a worker."""

    name: str
    text: str
    """Text of the tower's file."""
    geometry: Geometry
    folder: Path
    """Folder in which the file or the folder of the export is made."""
    format: str
    """One of EXPORTS."""
    sheets: BuildOptions = BuildOptions()
    solids: PrintOptions = PrintOptions()

    def __call__(self) -> Exported:
        """Write the files under a free name. Raises BuildError and UserTowerError, and then leaves none."""
        several = self.format in IN_A_FOLDER
        wanted = self.folder / (f"{self.name} {self.format}" if several else f"{self.name}.{self.format}")
        try:
            make_folder(self.folder)
            return at_free_path(wanted, self._in_folder if several else self._written)
        except OSError as error:
            raise not_written(wanted, error) from error

    def _in_folder(self, folder: Path) -> Exported:
        folder.mkdir()
        try:
            written = self._written(folder / f"{self.name}.{self.format}")
        except (BuildError, OSError):
            with suppress(OSError):
                folder.rmdir()
            raise
        return msgspec.structs.replace(written, path=folder)

    def _written(self, path: Path) -> Exported:
        if self.format == "toml":
            write_whole(path, self.text.encode(), is_new=True)
            return Exported(path, 1)
        if self.format in SOLID_FORMATS:
            from shogun.tower.printing.solid_files import build_solids

            printed = build_solids(self.geometry, self.solids, path)
            return Exported(path, len(printed.files), printed.notes)
        from shogun.tower.cardboard.sheet_files import build

        built = build(self.geometry, self.sheets, path)
        return Exported(path, len(built.files), built.notes)
