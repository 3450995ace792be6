"""The program for Windows and its installer: made on Windows itself, or on Linux under Wine, where it is also tried."""

import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from running import BuildFailed, run
from trial import Program, Trial, try_out
from wine import OURS, WineFailed, bind, close_windows, environment, run_windows, set_up, unbind, windows_path
from wine import missing as missing_for_wine

HERE = Path(__file__).resolve().parent
SPEC = HERE / "shogun.spec"
ONLY_WINDOWS = ("setuptools", "pefile", "pywin32-ctypes")
"""Packages that the builder needs on Windows and pip leaves out on another system."""


def missing() -> list[str]:
    """Return the programs that are needed on Linux and not installed."""
    return missing_for_wine() + ([] if shutil.which("makensis") else ["makensis"])


@contextmanager
def windows() -> Iterator[Path]:
    """Yield a folder for Windows' files, in which nothing of Windows runs afterwards."""
    with tempfile.TemporaryDirectory(prefix="shogun-windows-", ignore_cleanup_errors=True) as name:
        try:
            yield Path(name)
        except WineFailed as error:
            raise BuildFailed(f"under Wine {error}") from error
        finally:
            close_windows(Path(name))


def frozen(wine: Path, wheel: Path, requirements: list[str], icon: Path, version: str) -> Path:
    """Return the folder with the whole program for Windows, made under Wine, as Windows runs it."""
    python = set_up(wine, [*requirements, *ONLY_WINDOWS])
    site = python.parent / "Lib" / "site-packages"
    run(sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-compile", "--target", site, wheel)
    shutil.copy(icon, wine / "icon.png")
    where = ("--distpath", windows_path(wine / "made"), "--workpath", windows_path(wine / "parts"))
    own = {
        "SHOGUN_BUILD": windows_path(wine),
        "SHOGUN_VERSION": version,
        "SDL_VIDEODRIVER": "dummy",
        "PYTHONSAFEPATH": "1",
    }
    words = ("-m", "PyInstaller", "--noconfirm", "--log-level", "ERROR", *where, windows_path(SPEC))
    run_windows(wine, python, *words, variables=own)
    unbind(wine / "made" / "shogun")
    return wine / "made" / "shogun"


def installer(made: Path, output: Path, version: str) -> Path:
    """Return the installer of a program."""
    file = output / f"shogun-{version}-setup.exe"
    says = {"VERSION": version, "FOLDER": made, "OUTPUT": file}
    if sys.platform != "win32":
        says["TARGET"] = "amd64-unicode"
    run("makensis", "-V2", "-NOCD", *(f"-D{name}={value}" for name, value in says.items()), HERE / "shogun.nsi")
    return file


def try_installer(wine: Path, made: Path, file: Path) -> Trial:
    """Install the program under Wine, try it there, remove it, and return how it did."""
    run_windows(wine, file, "/S")
    found = list((wine / "prefix/drive_c").rglob("shogunw.exe"))
    if len(found) != 1:
        raise BuildFailed(f"the installer has installed {len(found)} programs")
    installed = found[0].parent
    if _names(installed) - {"uninstall.exe"} != _names(made):
        raise BuildFailed("the installer installs other files than were made")
    bind(installed)
    shutil.copy(wine / "python" / OURS.decode(), installed)
    close_windows(wine)  # the window needs a desktop that knows of its display
    command, windowed = ("wine", str(installed / "shogun.exe")), ("wine", str(found[0]))
    trial = try_out(Program(command, environment(wine), windows_path, windowed))
    (installed / OURS.decode()).unlink()
    run_windows(wine, installed / "uninstall.exe", "/S", f"_?={windows_path(installed)}")
    if left := _names(installed) - {"uninstall.exe"}:  # which runs from there, and can't remove itself under `_?=`
        raise BuildFailed(f"the uninstaller leaves {len(left)} files")
    trial.done.append("uninstalled")
    return trial


def _names(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
