"""Make what people install: `python3 assets/packaging/build.py --output FOLDER`.

On Linux that is the sdist and the wheel, a Debian package, an archive to be unpacked anywhere, and, where Wine is, the
program for Windows with its installer; on Windows the installer alone, on macOS an application in a disk image. What
was made is tried, and a table says how. It needs Python 3.11 or later and the network; the checkout stays as it is.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import windows_package
from debian_package import debian
from running import BuildFailed, run
from trial import Picture, Program, Trial, try_out

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BUILDER = "pyinstaller==6.22.3"
ICON_SIZES = (16, 32, 48, 64, 128, 256)
DRAW_ICON = """\
import sys, pygame
from shogun.window.kit.drawing.icons import emblem
pygame.font.init()
pygame.image.save(emblem(int(sys.argv[1])), sys.argv[2])
"""
SAVE_PICTURE = """\
import sys
from PIL import Image
width, height, file = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
Image.frombytes("RGB", (width, height), sys.stdin.buffer.read(), "raw", "BGRX").save(file)
"""


@dataclass(frozen=True)
class Package:
    """A file to hand out, and how it was tried."""

    file: Path
    unpacked: int
    """Bytes on the disk once it is installed, without the libraries that pip brings."""
    how: str
    """The way in which it was installed to be tried, or the reason why it wasn't tried."""
    trial: Trial | None = None


@dataclass(frozen=True)
class Build:
    """Settings of one build."""

    work: Path
    output: Path
    python: Path
    """Python of an environment with a plain install of the program and the builder."""
    wheel: Path
    version: str

    def icons(self) -> dict[int, Path]:
        """Draw the program's icon in all sizes, and return the files."""
        files = {size: self.work / f"icon-{size}.png" for size in ICON_SIZES}
        for size, file in files.items():
            run(self.python, "-c", DRAW_ICON, str(size), file, variables={"SDL_VIDEODRIVER": "dummy"})
        return files


def prepare(work: Path, output: Path) -> Build:
    """Make the sdist, the wheel from it, and an environment with that wheel."""
    run(sys.executable, "-m", "venv", work / "environment")
    python = work / "environment" / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    run(python, "-m", "pip", "install", "-q", "hatchling")
    run(python, "-m", "hatchling", "build", "-t", "sdist", "-d", output, folder=ROOT)
    sdist = _newest(output, "*.tar.gz")
    run(python, "-m", "pip", "wheel", "-q", "--no-deps", "-w", output, sdist)
    wheel = _newest(output, "*.whl")
    run(python, "-m", "pip", "install", "-q", wheel, BUILDER)
    version = run(python, "-c", "import shogun; print(shogun.__version__)").strip()
    return Build(work, output, python, wheel, version)


def _newest(folder: Path, pattern: str) -> Path:
    return max(folder.glob(pattern), key=lambda file: file.stat().st_mtime)


def frozen(build: Build) -> Path:
    """Return the folder with the whole program for this system."""
    shutil.copy(build.icons()[256], build.work / "icon.png")
    where = ("--distpath", build.work / "made", "--workpath", build.work / "parts")
    own = {"SHOGUN_BUILD": str(build.work), "SHOGUN_VERSION": build.version}
    run(
        build.python,
        "-m",
        "PyInstaller",
        "--noconfirm",
        "--log-level",
        "ERROR",
        *where,
        HERE / "shogun.spec",
        variables=own,
    )
    made = build.work / "made" / "shogun"
    if not any(made.rglob("*.po")):
        raise BuildFailed("the program has come out without its assets")
    if sys.platform == "linux" and shutil.which("strip"):
        _strip(made / "_internal")
    return made


def _strip(libraries: Path) -> None:
    """Take the names of functions out of Python's own libraries; wheels' are aligned in ways that `strip` breaks."""
    run("strip", "--strip-unneeded", *libraries.glob("libpython*"), *libraries.glob("python3*/lib-dynload/*.so"))


def size(folder: Path) -> int:
    """Return how many bytes the files in a folder have."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


# What is handed out


def of_pip(build: Build) -> Iterator[Package]:
    """Yield the sdist and the wheel that was built from it; the latter is tried in the environment."""
    installed = Path(run(build.python, "-c", "import shogun; print(shogun.__path__[0])").strip())
    yield Package(_newest(build.output, "*.tar.gz"), size(installed), "the wheel was built from it")
    trial = _try_alone(build, build.python.with_name("shogun"))
    yield Package(build.wheel, size(installed), "by pip", trial)


def of_linux(build: Build) -> Iterator[Package]:
    """Yield the archive and, where its tools are, the Debian package."""
    made = frozen(build)
    name = f"shogun-{build.version}-linux-{os.uname().machine}"
    archive = Path(shutil.make_archive(str(build.output / name), "xztar", made.parent, made.name))
    shutil.unpack_archive(archive, build.work / "unpacked")
    trial = _try_alone(build, build.work / "unpacked/shogun/shogun")
    yield Package(archive, size(made), "unpacked, nothing else on its path", trial)
    if shutil.which("dpkg-deb"):
        package = debian(made, build.work, build.output, build.icons(), build.version)
        run("dpkg-deb", "--extract", package, build.work / "root")
        trial = _try_alone(build, build.work / "root/usr/bin/shogun")
        yield Package(package, size(build.work / "root"), "extracted, nothing else on its path", trial)


def _try_alone(build: Build, program: Path) -> Trial:
    """Return how a program does that has an empty home, and nothing on its path."""
    home = build.work / "home"
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir()
    return try_out(Program((str(program),), {"HOME": str(home), "PATH": "/nonexistent", "LANG": "C.UTF-8"}))


def of_windows_by_wine(build: Build) -> Iterator[Package]:
    """Yield the program for Windows as an archive, and its installer."""
    with windows_package.windows() as wine:
        project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
        requirements = [*project["dependencies"], BUILDER]
        made = windows_package.frozen(wine, build.wheel, requirements, build.icons()[256], build.version)
        archive = shutil.make_archive(
            str(build.output / f"shogun-{build.version}-windows"), "zip", made.parent, made.name
        )
        yield Package(Path(archive), size(made), "the files that the installer installs")
        file = windows_package.installer(made, build.output, build.version)
        trial = windows_package.try_installer(wine, made, file)
        yield Package(file, size(made), "installed under Wine", trial)


def packages(build: Build) -> Iterator[Package]:
    """Yield the files to hand out that this system makes."""
    if sys.platform == "win32":
        made = frozen(build)
        yield Package(windows_package.installer(made, build.output, build.version), size(made), "not tried")
    elif sys.platform == "darwin":
        made = frozen(build)
        image = build.output / f"shogun-{build.version}.dmg"
        run("hdiutil", "create", "-volname", "Shogun", "-srcfolder", made.parent / "Shogun.app", "-ov", image)
        yield Package(image, size(made), "not tried")
    else:
        yield from of_pip(build)
        yield from of_linux(build)
        if absent := windows_package.missing():
            print(f"No program for Windows: {', '.join(absent)} not installed here.", file=sys.stderr)
        else:
            yield from of_windows_by_wine(build)


# The table


def table(made: list[Package]) -> str:
    """Return the sizes, start times and trials of packages as a table in Markdown."""
    rows = ["| file | MB | installed, MB | menu after, s | tried |", "|---|---|---|---|---|"]
    for package in made:
        trial = package.trial or Trial()
        menu = "" if trial.menu is None else f"{trial.menu:.2f}"
        tried = ": ".join(part for part in (package.how, ", ".join(trial.done)) if part)
        megabytes = f"{package.file.stat().st_size / 1e6:.1f} | {package.unpacked / 1e6:.1f}"
        rows.append(f"| `{package.file.name}` | {megabytes} | {menu} | {tried} |")
    return "\n".join(rows)


def save_picture(build: Build, package: Package, picture: Picture) -> None:
    """Save what the window of a tried package looked like next to it."""
    file = package.file.with_name(f"{package.file.name}.png")
    command = [str(build.python), "-c", SAVE_PICTURE, *map(str, picture.size), str(file)]
    subprocess.run(command, input=picture.pixels, check=True)


def main() -> int:
    """Build, try, and report what was made."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--output", type=Path, required=True, help="folder for the files to hand out")
    output = parser.parse_args().output.resolve()
    made: list[Package] = []
    try:
        output.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix="shogun-build-") as folder:
            build = prepare(Path(folder), output)
            for package in packages(build):
                made.append(package)
                if package.trial and package.trial.picture:
                    save_picture(build, package, package.trial.picture)
    except (BuildFailed, OSError, subprocess.SubprocessError) as error:
        print(f"build: {error}", file=sys.stderr)
        return 2
    finally:
        print(table(made))
    return 0


if __name__ == "__main__":
    sys.exit(main())
