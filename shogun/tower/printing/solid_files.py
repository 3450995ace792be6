"""Files with the parts of a printed tower: an STL for each part, or one 3MF; and a DXF of the acrylic front, in mm.

All files are written, or none.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import numpy as np
import numpy.typing as npt

from shogun.base.language import ngettext
from shogun.tower.cardboard import SOLID_FORMATS, check_libraries
from shogun.tower.cardboard.build_options import deep_note
from shogun.tower.cardboard.sheet_files import check_folder, format_of, write_all
from shogun.tower.geometry import Geometry
from shogun.tower.printing.print_options import PrintOptions, check_print

if TYPE_CHECKING:
    from manifold3d import Manifold
    from trimesh import Trimesh

    from shogun.tower.printing.joints import Layer
    from shogun.tower.printing.solid_parts import Pose, PrintPlan, SolidPart

LIBRARIES = ("manifold3d", "trimesh", "networkx", "lxml", "shapely", "ezdxf")
GRID = 1e-3
"""Corners of outlines lie on a grid of this width, mm: nearer ones are one corner, so that no sliver is left."""
BETWEEN = 10.0
"""Distance of two parts in a 3MF, mm."""
_AXES: "dict[Pose, tuple[int, int, int]]" = {"back": (0, 1, 2), "floor": (0, 1, 2), "lip": (2, 0, 1)}
"""For each axis of the printer's bed and the height above it, the part's own axis."""


class Printed(msgspec.Struct, frozen=True):
    """Result of a build of solid parts."""

    files: tuple[Path, ...]
    parts: tuple[str, ...]
    """For each part its name and its size on the bed."""
    notes: tuple[str, ...]
    """Notes for the builder."""


def build_solids(geometry: Geometry, wishes: PrintOptions, path: Path, wanted: str | None = None) -> Printed:
    """Write the parts to print a checked tower.

    3MF is one file; as STL each part is a file, numbered and named after it. Raises BuildError and OSError, and then
    leaves no file.
    """
    kind = format_of(path, wanted, SOLID_FORMATS)
    check_print(geometry, wishes)
    check_folder(path)
    check_libraries(*LIBRARIES)
    from shogun.tower.printing.solid_parts import plan_print

    plan = plan_print(geometry, wishes)
    meshes = [on_bed(part) for part in plan.parts]
    files = dict(_files(plan, meshes, path, kind))
    write_all(files)
    sizes = tuple(_in_words(part, mesh) for part, mesh in zip(plan.parts, meshes, strict=True))
    return Printed(tuple(files), sizes, tuple(_notes(plan)))


def _in_words(part: "SolidPart", mesh: "Trimesh") -> str:
    width, depth, height = mesh.extents
    return f"{part.title}: {width:.0f} x {depth:.0f} x {height:.0f} mm"


def _notes(plan: "PrintPlan") -> Iterator[str]:
    if plan.front is not None:
        left, low, right, high = plan.front.bounds
        words = ngettext(
            "The front: acrylic, {width:g} x {height:g} mm, and {count} screw M3 that is 8 mm longer than the sheet "
            "is thick.",
            "The front: acrylic, {width:g} x {height:g} mm, and {count} screws M3 that are 8 mm longer than the sheet "
            "is thick.",
            plan.screws,
        )
        yield words.format(width=right - left, height=high - low, count=plan.screws)
    if note := deep_note(plan.geometry, plan.wishes.depth):
        yield note


# Solids


def solid(part: "SolidPart") -> "Manifold":
    """Return a part in its own axes."""
    from manifold3d import Manifold, OpType

    return Manifold.batch_boolean([_extruded(layer) for layer in part.layers], OpType.Add)


def _extruded(layer: "Layer") -> "Manifold":
    from manifold3d import CrossSection, FillRule, Manifold
    from shapely import get_parts, set_precision

    shapes = [shape for shape in get_parts(set_precision(layer.outline, GRID)) if shape.area > 0]
    rings = [np.asarray(ring.coords)[:-1] for shape in shapes for ring in (shape.exterior, *shape.interiors)]
    drawn = CrossSection(rings, FillRule.EvenOdd)
    return Manifold.extrude(drawn, layer.high - layer.low).translate((0.0, 0.0, layer.low))


def _corners(part: "SolidPart") -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]:
    """Return the corners (n, 3) of a part in its own axes, and its triangles (m, 3), seen counterclockwise outside."""
    mesh = solid(part).to_mesh64()
    return np.asarray(mesh.vert_properties, float)[:, :3], np.asarray(mesh.tri_verts).astype(np.int64)


def on_bed(part: "SolidPart") -> "Trimesh":
    """Return a part as it lies on the printer's bed, with its lowest corner at the origin."""
    from trimesh import Trimesh

    corners, triangles = _corners(part)
    turned = corners[:, _AXES[part.pose]]
    return Trimesh(turned - turned.min(axis=0), triangles, process=False)


def in_place(part: "SolidPart") -> "Trimesh":
    """Return a part at its place in the tower: x to the right, y upwards, v to the front."""
    from trimesh import Trimesh

    corners, triangles = _corners(part)
    turned = corners[:, _AXES[part.pose]]
    if part.pose == "floor":
        turned = np.stack([turned[:, 0], turned[:, 2], -turned[:, 1]], axis=1)
    return Trimesh(turned + np.array(part.origin), triangles, process=False)


# Files


def _files(plan: "PrintPlan", meshes: "list[Trimesh]", path: Path, kind: str) -> "Iterator[tuple[Path, bytes]]":
    from trimesh.exchange.stl import export_stl

    if kind == "3mf":
        yield path, _as_3mf(plan, meshes)
    else:
        for number, (part, mesh) in enumerate(zip(plan.parts, meshes, strict=True), 1):
            name = re.sub(r"\W+", "-", part.title)
            yield path.with_stem(f"{path.stem}-{number}-{name}"), export_stl(mesh)
    if plan.front is not None:
        from shogun.tower.cardboard.drawn_sheets import drawn_outline

        yield path.with_name(f"{path.stem}-front.dxf"), drawn_outline(plan.front).encode()


def _as_3mf(plan: "PrintPlan", meshes: "list[Trimesh]") -> bytes:
    """Return all parts side by side on the bed."""
    from trimesh import Scene

    scene, left = Scene(), 0.0
    for part, mesh in zip(plan.parts, meshes, strict=True):
        place = np.eye(4)
        place[0, 3] = left
        scene.add_geometry(mesh, geom_name=part.title, node_name=part.title, transform=place)
        left += mesh.extents[0] + BETWEEN
    return bytes(scene.export(file_type="3mf"))
