"""What installed packages bring by entry points: listed from their metadata, imported when it is asked for by name.

Nothing is looked up before: the metadata of packages costs some hundredths of a second to read.

An import runs somebody else's code, which may hang, crash, or end its process. So it is tried first in a process of its
own, with a time limit; what came of that is remembered for as long as the package and its neighbors are the same.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout, suppress
from hashlib import sha256
from importlib import import_module
from importlib.machinery import PathFinder
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from shogun import __version__
from shogun.base.files import make_folder, write_whole
from shogun.base.language import _, current, shown, use
from shogun.base.shared_file import read_own, seal

if TYPE_CHECKING:
    from importlib.metadata import Distribution

LONGEST_REASON = 300
"""Characters of why something could not be loaded."""
TRIAL_SECONDS = 20.0
"""How long an import may take that is tried."""
MOST_FILES = 2000
"""Nothing is remembered of a package with more files of code: to look at them would take longer than to try it."""
MOST_BYTES = 100_000
"""Bytes that the file with one remembered import may hold."""
_TRIAL = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); import shogun.game.entry_points as e; e.report()"


class NotLoaded(ValueError):
    """What a package brings could not be imported; the message is one sentence."""


class Brought(Struct, frozen=True):
    """Something that an installed package brings: its name, where it is, and the package with its version."""

    name: str
    place: str
    """`package.module:thing`."""
    package: str
    version: str


class Remembered(Struct, omit_defaults=True):
    """Result of an import that was tried: an answer, or a sentence that says why there is none."""

    state: str = ""
    """What it depends on: the files of the package, and what is installed beside it."""
    answer: Any = None
    why: str = ""


def brought(group: str) -> list[Brought]:
    """Return what packages bring in a group, sorted by name, of the same name the one that would be imported first."""
    from importlib.metadata import distributions

    found: dict[str, Brought] = {}
    seen: set[str] = set()
    for package in distributions():
        with suppress(Exception):  # a damaged one brings nothing; `unreadable_packages` says so
            if f"[{group}]" in (package.read_text("entry_points.txt") or "").replace(" ", ""):
                name = re.sub(r"[-_.]+", "-", package.name).lower()
                points = [] if name in seen else list(package.entry_points.select(group=group))
                seen.add(name)
                for point in points:
                    one = Brought(point.name, point.value.strip(), package.name, package.version)
                    found.setdefault(point.name, one)
    return sorted(found.values(), key=lambda one: one.name)


def unreadable_packages() -> list[str]:
    """Return a sentence for each installed package of which nobody can tell what it brings."""
    from importlib.metadata import distributions

    sentence = _("Entry points of the package {package} can't be read: {why}")
    return [
        sentence.format(package=shown(_name(package)), why=shown(why, LONGEST_REASON))
        for package in distributions()
        if (why := _damage(package))
    ]


def _damage(package: "Distribution") -> str:
    try:
        list(package.entry_points)
    except UnicodeDecodeError:
        return _("its entry_points.txt isn't UTF-8")
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


def _name(package: "Distribution") -> str:
    """Return what a package is called; where even that can't be read, the folder in which it lies."""
    try:
        return str(package.name)
    except Exception:
        return str(package.locate_file(""))


def loaded(one: Brought) -> Any:
    """Import what a package brings and return it. Raises NotLoaded, whatever goes wrong.

    What the import prints goes to stderr, since results stand on stdout.
    """
    module, _colon, name = one.place.partition(":")
    try:
        with redirect_stdout(sys.stderr):
            thing: Any = import_module(module)
            for part in filter(None, name.split(".")):
                thing = getattr(thing, part)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise not_loaded(one, error) from error
    return thing


def not_loaded(one: Brought, why: str | BaseException) -> NotLoaded:
    """Return the error that says why something can't be used."""
    words = why if isinstance(why, str) else f"{type(why).__name__}: {words_of(why)}".removesuffix(": ")
    words = shown(words, LONGEST_REASON)
    sentence = _("{name} of the package {package} can't be used: {why}")
    return NotLoaded(sentence.format(name=shown(one.name), package=shown(one.package), why=words))


def words_of(error: BaseException) -> str:
    """Return what an error of somebody else's code says; nothing if that fails too."""
    try:
        return str(error)
    except BaseException:
        return ""


# Trying an import


def tried(one: Brought, trial: Callable[[Brought], Any], *, again: bool = False) -> Any:
    """Return what a function `trial` of a module answers about something, in plain data. Raises NotLoaded.

    It is called in a process of its own. What it has answered is remembered; a failure too, unless it is tried `again`.
    """
    state = _state(one)
    path = _memory(one, trial)
    known = read_own(path, MOST_BYTES, Remembered)
    if not known or not state or known.state != state or (known.why and again):
        known = _tried_now(one, trial)
        known.state = state
        if state:
            with suppress(OSError):  # a cache that can't be written is none
                make_folder(path.parent)
                write_whole(path, seal(msgspec.json.encode(known)))
    if known.why:
        raise NotLoaded(known.why)
    return known.answer


def _tried_now(one: Brought, trial: Callable[[Brought], Any]) -> Remembered:
    with tempfile.TemporaryDirectory(prefix="shogun-") as folder:
        answer = Path(folder, "answer.json")
        words = [f"{trial.__module__}:{trial.__name__}", msgspec.json.encode(one).decode(), str(answer), current()]
        command = [sys.executable, "-c", _TRIAL, json.dumps(sys.path), *words]
        with suppress(subprocess.TimeoutExpired):
            subprocess.run(
                command, stdin=subprocess.DEVNULL, stdout=2 if sys.stderr else subprocess.DEVNULL,
                timeout=TRIAL_SECONDS, check=False, start_new_session=True,
            )  # fmt: skip
            try:
                return msgspec.json.decode(answer.read_bytes(), type=Remembered)
            except (OSError, msgspec.MsgspecError):
                return Remembered(why=str(not_loaded(one, _("importing it exits the program"))))
    sentence = _("importing it takes longer than {seconds:.0f} s").format(seconds=TRIAL_SECONDS)
    return Remembered(why=str(not_loaded(one, sentence)))


def report() -> None:
    """Try an import in this process, as the command line says, write what came of it, and end the process at once."""
    trial, brought_one, answer, language = sys.argv[2:]
    sys.argv = [""]
    use(language)
    one = msgspec.json.decode(brought_one, type=Brought)
    module, _colon, name = trial.partition(":")
    try:
        found = Remembered(answer=getattr(import_module(module), name)(one))
        written = msgspec.json.encode(found)
    except NotLoaded as error:
        written = msgspec.json.encode(Remembered(why=str(error)))
    except BaseException as error:
        written = msgspec.json.encode(Remembered(why=str(not_loaded(one, error))))
    write_whole(Path(answer), written)
    os._exit(0)  # whatever the package has left running


def _memory(one: Brought, trial: Callable[[Brought], Any]) -> Path:
    """Return the file that remembers what came of trying an import."""
    import platformdirs

    name = sha256(msgspec.json.encode((trial.__name__, one.package, one.name, one.place))).hexdigest()[:24]
    return platformdirs.user_cache_path("shogun", appauthor=False) / "packages" / f"{name}.json"


def _state(one: Brought) -> str:
    """Return in short all that an import depends on; empty if that is too much to look at.

    Neighbors are looked at by their names: whatever is installed, removed, or updated changes a name in its folder.
    """
    files = list(_files(one.place))
    if len(files) > MOST_FILES:
        return ""
    seen = [(path, *_stamp(Path(path))) for path in sorted(files)]
    neighbors = [(folder, _names(folder)) for folder in sys.path]
    about = (one.version, __version__, sys.version, sys.executable, current())
    return sha256(msgspec.json.encode((about, seen, neighbors))).hexdigest()


def _files(place: str) -> Iterator[str]:
    """Yield the files of code of the package in which a place lies, one more than MOST_FILES at most."""
    found = PathFinder.find_spec(re.split("[.:]", place)[0])
    if found is None:
        return
    if found.origin:
        yield found.origin
    count = 0
    for folder in found.submodule_search_locations or ():
        for inner, _folders, names in os.walk(folder):
            for name in names:
                if name.endswith((".py", ".so", ".pyd")) and count < MOST_FILES:
                    count += 1
                    yield os.path.join(inner, name)  # noqa: PTH118  thousands of them


def _names(folder: str) -> list[str]:
    """Return what lies in a folder of the search path, but for compiled code: an import itself writes that."""
    try:
        return sorted(name for name in os.listdir(folder or ".") if name != "__pycache__")  # noqa: PTH208  the names
    except OSError:
        return []


def _stamp(path: Path) -> tuple[int, int]:
    """Return the size of a file (bytes), and when it was changed (ns)."""
    try:
        found = path.stat()
    except OSError:
        return 0, 0
    return found.st_size, found.st_mtime_ns
