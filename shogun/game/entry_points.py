"""Games and opponents of installed packages, by entry points: listing them, importing them, and trying an import.

They are listed from the packages' metadata, which takes some hundredths of a second to read, so only on demand; only
those asked for by name are imported.

An import runs somebody else's code, which may hang, crash, or end its process. So it is tried first in a process of
its own, with a time limit. The result is remembered for as long as the package and its neighbors are the same.
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
from shogun.base.user_folders import cache_folder

if TYPE_CHECKING:
    from importlib.metadata import Distribution

LONGEST_REASON = 300
"""Characters of the reason why something couldn't be loaded."""
TRIAL_SECONDS = 20.0
"""Seconds that a tried import may take."""
MOST_FILES = 2000
"""Most files of code in a package whose result is remembered: checking more would take longer than trying again."""
MOST_BYTES = 100_000
"""Largest size in bytes of the file with one remembered result."""
_TRIAL = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); import shogun.game.entry_points as e; e.report()"


class NotLoaded(ValueError):
    """Something in a package that couldn't be imported; the message is one sentence."""


class PackageEntry(Struct, frozen=True):
    """Entry point of an installed package: its name, its place, and the package with its version."""

    name: str
    place: str
    """`package.module:thing`."""
    package: str
    version: str


class TrialResult(Struct, omit_defaults=True):
    """Result of a tried import: an answer, or a sentence that says why there is none."""

    state: str = ""
    """Digest of all that the import depends on: the package's files, and what is installed beside it."""
    answer: Any = None
    why: str = ""


def package_entries(group: str) -> list[PackageEntry]:
    """Return the entry points of a group, sorted by name; of several with one name, the one imported first."""
    from importlib.metadata import distributions

    entries: dict[str, PackageEntry] = {}
    seen: set[str] = set()
    for package in distributions():
        with suppress(Exception):  # `unreadable_packages` reports the damaged ones
            if f"[{group}]" in (package.read_text("entry_points.txt") or "").replace(" ", ""):
                name = re.sub(r"[-_.]+", "-", package.name).lower()
                points = [] if name in seen else list(package.entry_points.select(group=group))
                seen.add(name)
                for point in points:
                    entry = PackageEntry(point.name, point.value.strip(), package.name, package.version)
                    entries.setdefault(point.name, entry)
    return sorted(entries.values(), key=lambda entry: entry.name)


def unreadable_packages() -> list[str]:
    """Return a sentence for each installed package whose entry points can't be read."""
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
    """Return a package's name; where even that can't be read, its folder."""
    try:
        return str(package.name)
    except Exception:
        return str(package.locate_file(""))


def loaded(entry: PackageEntry) -> Any:
    """Import the object of an entry point and return it. Raises NotLoaded, whatever goes wrong.

    Output of the import goes to stderr, since stdout is for results.
    """
    module, _colon, name = entry.place.partition(":")
    try:
        with redirect_stdout(sys.stderr):
            thing: Any = import_module(module)
            for part in filter(None, name.split(".")):
                thing = getattr(thing, part)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise not_loaded(entry, error) from error
    return thing


def not_loaded(entry: PackageEntry, why: str | BaseException) -> NotLoaded:
    """Return the error that says why an entry point can't be used."""
    words = why if isinstance(why, str) else f"{type(why).__name__}: {words_of(why)}".removesuffix(": ")
    words = shown(words, LONGEST_REASON)
    sentence = _("{name} of the package {package} can't be used: {why}")
    return NotLoaded(sentence.format(name=shown(entry.name), package=shown(entry.package), why=words))


def words_of(error: BaseException) -> str:
    """Return the message of an error in foreign code; empty if getting it fails too."""
    try:
        return str(error)
    except BaseException:
        return ""


# Trying an import


def try_import(entry: PackageEntry, trial: Callable[[PackageEntry], Any], *, again: bool = False) -> Any:
    """Return the plain data that `trial`, a function of a module, returns for an entry point. Raises NotLoaded.

    It is called in a process of its own. Its result is remembered; a failure too, unless it is tried `again`.
    """
    state = _state(entry)
    path = _memory(entry, trial)
    known = read_own(path, MOST_BYTES, TrialResult)
    if not known or not state or known.state != state or (known.why and again):
        known = _try_now(entry, trial)
        known.state = state
        if state:
            with suppress(OSError):  # works without a cache
                make_folder(path.parent)
                write_whole(path, seal(msgspec.json.encode(known)))
    if known.why:
        raise NotLoaded(known.why)
    return known.answer


def _try_now(entry: PackageEntry, trial: Callable[[PackageEntry], Any]) -> TrialResult:
    with tempfile.TemporaryDirectory(prefix="shogun-") as folder:
        answer = Path(folder, "answer.json")
        words = [f"{trial.__module__}:{trial.__name__}", msgspec.json.encode(entry).decode(), str(answer), current()]
        command = [sys.executable, "-c", _TRIAL, json.dumps(sys.path), *words]
        with suppress(subprocess.TimeoutExpired):
            subprocess.run(
                command, stdin=subprocess.DEVNULL, stdout=2 if sys.stderr else subprocess.DEVNULL,
                timeout=TRIAL_SECONDS, check=False, start_new_session=True,
            )  # fmt: skip
            try:
                return msgspec.json.decode(answer.read_bytes(), type=TrialResult)
            except (OSError, msgspec.MsgspecError):
                return TrialResult(why=str(not_loaded(entry, _("importing it exits the program"))))
    sentence = _("importing it takes longer than {seconds:.0f} s").format(seconds=TRIAL_SECONDS)
    return TrialResult(why=str(not_loaded(entry, sentence)))


def report() -> None:
    """Try the import named on the command line in this process, write the result, and end the process at once."""
    trial, encoded, answer, language = sys.argv[2:]
    sys.argv = [""]
    use(language)
    entry = msgspec.json.decode(encoded, type=PackageEntry)
    module, _colon, name = trial.partition(":")
    try:
        written = msgspec.json.encode(TrialResult(answer=getattr(import_module(module), name)(entry)))
    except NotLoaded as error:
        written = msgspec.json.encode(TrialResult(why=str(error)))
    except BaseException as error:
        written = msgspec.json.encode(TrialResult(why=str(not_loaded(entry, error))))
    write_whole(Path(answer), written)
    os._exit(0)  # whatever the package has left running


def _memory(entry: PackageEntry, trial: Callable[[PackageEntry], Any]) -> Path:
    """Return the file that remembers the result of a tried import."""
    name = sha256(msgspec.json.encode((trial.__name__, entry.package, entry.name, entry.place))).hexdigest()[:24]
    return cache_folder() / "packages" / f"{name}.json"


def _state(entry: PackageEntry) -> str:
    """Return a digest of all that an import depends on; empty if there are too many files.

    Neighbors count by name only: whatever is installed, removed or updated changes a name in its folder.
    """
    files = list(_files(entry.place))
    if len(files) > MOST_FILES:
        return ""
    seen = [(path, *_stamp(Path(path))) for path in sorted(files)]
    neighbors = [(folder, _names(folder)) for folder in sys.path]
    about = (entry.version, __version__, sys.version, sys.executable, current())
    return sha256(msgspec.json.encode((about, seen, neighbors))).hexdigest()


def _files(place: str) -> Iterator[str]:
    """Yield the files of code of a place's package, at most one more than MOST_FILES."""
    spec = PathFinder.find_spec(re.split("[.:]", place)[0])
    if spec is None:
        return
    if spec.origin:
        yield spec.origin
    count = 0
    for folder in spec.submodule_search_locations or ():
        for inner, _folders, names in os.walk(folder):
            for name in names:
                if name.endswith((".py", ".so", ".pyd")) and count < MOST_FILES:
                    count += 1
                    yield os.path.join(inner, name)  # noqa: PTH118  thousands of them


def _names(folder: str) -> list[str]:
    """Return the names in a folder of the search path, except compiled code, which an import writes itself."""
    try:
        return sorted(name for name in os.listdir(folder or ".") if name != "__pycache__")  # noqa: PTH208  the names
    except OSError:
        return []


def _stamp(path: Path) -> tuple[int, int]:
    """Return a file's size in bytes and the time of its last change in ns."""
    try:
        stat = path.stat()
    except OSError:
        return 0, 0
    return stat.st_size, stat.st_mtime_ns
