"""Commands that install missing libraries into the Python that runs this program, as its own origin requires.

The index of Python packages has other people's projects too, one of them called `shogun`. So no command names this
program by its name only: a checkout is named by its folder, an installation from an address by that address, and one
from an index by its installed version, which no installer downloads again.
"""

import os
import re
import shlex
import sys
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

import msgspec

from shogun import __distribution__
from shogun.base.language import _
from shogun.base.resources import PACKAGE

if TYPE_CHECKING:
    from importlib.metadata import Distribution

_PLAIN = re.compile(r"[\w@+=:,./\\-]+", re.ASCII)


def how_to_install(*libraries: str, extra: str = "") -> str:
    """Return a sentence that says how to install libraries, or all of an extra of this program if one is named."""
    if getattr(sys, "frozen", False):
        return _("This packaged version can't load more libraries; Shogun run from its source code with Python can.")
    return _("Install it: {command}").format(command=install_command(*libraries, extra=extra))


def install_command(*libraries: str, extra: str = "") -> str:
    """Return the command that installs libraries, or an extra of this program with all its libraries."""
    installed = _distribution()
    if _kept_by("pipx_metadata.json"):  # pipx adds to an environment, named by its folder, only what it has not yet
        return command_line("pipx", "inject", Path(sys.prefix).name, *(_requirements(installed, extra) or libraries))
    source = _source(installed, extra) if extra else []
    if source and _kept_by("uv-receipt.toml"):
        return command_line("uv", "tool", "install", *source)
    return command_line(*_installer(), *(source or _present(installed, extra) or libraries))


def _distribution() -> "Distribution | None":
    """Return the metadata of the installed distribution, if that is the one that runs."""
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        found = distribution(__distribution__)
    except PackageNotFoundError:
        return None
    folders = [Path(str(found.locate_file(""))).resolve(), _folder(_origin(found))]
    return found if PACKAGE.parent in folders else None


def _source(installed: "Distribution | None", extra: str) -> list[str]:
    """Return the installer's arguments for this program's own origin; none if that isn't known, or is gone."""
    if (PACKAGE.parent / "pyproject.toml").is_file():
        return ["-e", f"{PACKAGE.parent}[{extra}]"]
    address = _address(_origin(installed)) if installed else ""
    return [f"{__distribution__}[{extra}] @ {address}"] if address else []


def _present(installed: "Distribution | None", extra: str) -> list[str]:
    """Return the requirement that adds an extra to the installed version, so that nothing is downloaded again."""
    return [f"{__distribution__}[{extra}]=={installed.version}"] if installed and extra else []


def _origin(installed: "Distribution") -> dict[str, Any]:
    """Return the installer's note of the address (PEP 610); empty if the program came from an index."""
    try:
        found: dict[str, Any] = msgspec.json.decode(installed.read_text("direct_url.json") or "{}", type=dict[str, Any])
    except msgspec.MsgspecError:
        return {}
    return found


def _address(origin: dict[str, Any]) -> str:
    """Return the address in the notation of a requirement; empty if there is none, or its folder is gone."""
    url = str(origin.get("url", ""))
    folder = _folder(origin)
    if folder is not None and not folder.exists():
        return ""
    revision = origin.get("vcs_info")
    return f"{revision['vcs']}+{url}@{revision['commit_id']}" if isinstance(revision, dict) else url


def _folder(origin: dict[str, Any]) -> Path | None:
    """Return the folder or file of an address on this disk."""
    address = urlsplit(str(origin.get("url", "")))
    path = unquote(address.path)
    drive = os.name == "nt" and re.match(r"/[A-Za-z]:", path)
    return Path(path[1:] if drive else path).resolve() if address.scheme == "file" else None


def _requirements(installed: "Distribution | None", extra: str) -> list[str]:
    """Return the requirements of an extra, each with its version range."""
    lines = (installed.requires or []) if installed else []
    parts = [line.partition(";") for line in lines]
    wanted = re.compile(rf"extra == ['\"]{re.escape(extra)}['\"]")
    return [library.strip() for library, _semicolon, marker in parts if extra and wanted.fullmatch(marker.strip())]


def _kept_by(note: str) -> bool:
    """Return whether the tool that leaves such a note made the environment in which this program runs."""
    return (Path(sys.prefix) / note).is_file()


def _installer() -> Iterable[str]:
    """Return the installer of this Python: its own pip, or uv where uv has made an environment without one."""
    if find_spec("pip") is None and "\nuv = " in _environment_notes():
        return ("uv", "pip", "install", "--python", sys.executable)
    return (sys.executable, "-m", "pip", "install")


def _environment_notes() -> str:
    try:
        return "\n" + (Path(sys.prefix) / "pyvenv.cfg").read_text("utf-8", errors="replace")
    except OSError:
        return ""


def command_line(*words: str) -> str:
    """Return a command quoted for this system's shell."""
    if os.name != "nt":
        return shlex.join(words)
    return " ".join(word if _PLAIN.fullmatch(word) else f'"{word}"' for word in words)
