"""Fitted outcome models by tower: shipped beside its file, or fitted here once and kept in the user's cache.

A model belongs to one geometry, whose hash it holds: a tower that has changed has no model until one is fitted to it.
"""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import msgspec
import platformdirs

from shogun.base.checksummed_json import discard, seal, unseal
from shogun.base.files import UNDECODABLE, make_folder, read_bounded, write_whole
from shogun.base.language import _
from shogun.base.notices import notice
from shogun.tower.geometry import Geometry, geometry_hash
from shogun.tower.quick_model.outcome_model import FIXED, Fit, OutcomeModel, is_usable
from shogun.tower.storage.tower_folders import tower_folders

MODEL_FORMAT = 2
"""Grows when the kind of model or the physics change: what was fitted before is stale then. 2: PHYSICS is 2."""
SUFFIX = ".model.json"
LARGEST_FILE = 100_000
"""A longer file, bytes, is no model: a fitted one takes five thousand."""

_found: dict[str, OutcomeModel] = {}
"""Fitted models by the hash of their geometry, so that each file is read once."""


class ModelFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the file of a fitted model holds, besides its checksum."""

    format: int
    tower: str
    geometry: str
    """The hash of the geometry to which it was fitted."""
    fit: Fit


def model_for(geometry: Geometry) -> OutcomeModel:
    """Return the model fitted to this very tower, or the fixed one as long as there is none (see `is_fitted`)."""
    key = _hash_of(geometry)
    if key not in _found:
        model = next((model for path in _paths(geometry) if (model := read_model(path, geometry))), None)
        if model is None:
            return FIXED
        _found[key] = model
    return _found[key]


def remember(model: OutcomeModel) -> None:
    """Use a fitted model in this process from now on: one that another process has fitted, or that has no file."""
    assert model.geometry is not None, "the fixed model belongs to no tower"
    _found[model.geometry] = model


def read_model(path: Path, geometry: Geometry) -> OutcomeModel | None:
    """Return the model in a file; None if there is none, or none that fits this tower and program.

    A damaged one is noted, and one of the cache put aside, to be fitted anew.
    """
    try:
        compact = msgspec.json.format(read_bounded(path, LARGEST_FILE), indent=-1)
        content = msgspec.json.decode(unseal(compact), type=ModelFile)
    except OSError:
        return None
    except UNDECODABLE:
        _note_damaged(path, geometry)
        return None
    model = OutcomeModel(geometry.name, content.geometry, content.fit)
    is_of_it = content.format == MODEL_FORMAT and content.geometry == _hash_of(geometry)
    return model if is_of_it and is_usable(model) else None


def _note_damaged(path: Path, geometry: Geometry) -> None:
    if path == cached_path(geometry):
        discard(path)
    else:
        notice(_("{file} is damaged and isn't a model; it was left unchanged.").format(file=path))


def write_model(path: Path, model: OutcomeModel) -> None:
    """Write a fitted model to a file, whole or not at all. Raises OSError."""
    assert model.fit is not None and model.geometry is not None
    content = ModelFile(MODEL_FORMAT, model.tower, model.geometry, model.fit)
    make_folder(path.parent)
    write_whole(path, msgspec.json.format(seal(msgspec.json.encode(content)), indent=1) + b"\n")


def cached_path(geometry: Geometry) -> Path:
    """Return where the model that was fitted to a tower on this computer is kept."""
    return platformdirs.user_cache_path("shogun", appauthor=False) / "models" / (_hash_of(geometry) + SUFFIX)


def _paths(geometry: Geometry) -> Iterator[Path]:
    """Yield where the model of a tower may lie: beside towers of its name, then in the cache."""
    for folder in tower_folders():
        yield folder / (geometry.name + SUFFIX)
    yield cached_path(geometry)


@lru_cache(maxsize=64)
def _hash_of(geometry: Geometry) -> str:
    return geometry_hash(geometry)
