"""Loads the scripts that lie beside the assets: they belong to no package, so they are imported by path."""

import importlib.util
import sys
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

ASSETS = Path(__file__).resolve().parents[2] / "assets"


def script(path: str) -> ModuleType:
    """Return the script at `path` below `assets/` as a module; nothing of its `main` is run."""
    spec = importlib.util.spec_from_file_location(Path(path).stem, ASSETS / path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses and pickling look their module up there
    spec.loader.exec_module(module)
    return module


def toml(path: str) -> dict[str, Any]:
    """Return the content of a TOML file below `assets/`."""
    return tomllib.loads((ASSETS / path).read_text("utf-8"))
