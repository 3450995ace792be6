"""Make what people install who have no Python: `python3 assets/packaging/build.py --output FOLDER`.

On Linux a Debian package and an archive to be unpacked anywhere, on Windows an installer (by Inno Setup), on macOS an
application in a disk image. It needs Python 3.11 or later and the network, and changes nothing in the checkout.
"""

import argparse
import gzip
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BUILDER = "pyinstaller==6.22.3"
ICON_SIZES = (16, 32, 48, 64, 128, 256)
DEBIAN = """\
Package: shogun
Version: {version}
Architecture: {architecture}
Maintainer: The Shogun developers <shogun@example.org>
Installed-Size: {size}
Depends: libc6
Section: games
Priority: optional
Description: Shogun with a battle tower that is really simulated
 Dirk Henn's board game for 3 to 5 players at one screen, people and computer
 opponents; beside it Rumble Nation, River of Gold, and a workshop for towers.
"""
DRAW_ICON = """\
import sys, pygame
from shogun.window.kit.drawing.icons import emblem
pygame.font.init()
pygame.image.save(emblem(int(sys.argv[1])), sys.argv[2])
"""


class BuildFailed(Exception):
    """Something is missing for the build; the message is one sentence."""


def run(*command: str | Path, **variables: str) -> str:
    """Return what a command prints. Raises BuildFailed with its last words if it fails.

    Python takes nothing from the folder in which it runs: in a checkout that would be the package without its assets.
    """
    own = os.environ | {"PYTHONSAFEPATH": "1"} | variables
    done = subprocess.run([str(word) for word in command], env=own, capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:]
        raise BuildFailed(f"{Path(command[0]).name} failed: {' '.join(last)}")
    return done.stdout


def environment(work: Path) -> Path:
    """Return the Python of a new environment with a plain install of the checkout and the builder."""
    run(sys.executable, "-m", "venv", work / "environment")
    python = work / "environment" / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    run(python, "-m", "pip", "install", "-q", ROOT, BUILDER)
    return python


def frozen(python: Path, work: Path, version: str) -> Path:
    """Return the folder with the whole program."""
    run(python, "-c", DRAW_ICON, "256", work / "icon.png", SDL_VIDEODRIVER="dummy")
    where = ("--distpath", work / "made", "--workpath", work / "parts")
    own = {"SHOGUN_BUILD": str(work), "SHOGUN_VERSION": version}
    run(python, "-m", "PyInstaller", "--noconfirm", "--log-level", "ERROR", *where, HERE / "shogun.spec", **own)
    made = work / "made" / "shogun"
    if not any(made.rglob("*.po")):
        raise BuildFailed("the program has come out without its assets")
    if sys.platform == "linux" and shutil.which("strip"):
        _strip(made / "_internal")
    return made


def _strip(libraries: Path) -> None:
    """Take the names of functions out of Python's own libraries; wheels' are aligned in ways that `strip` breaks."""
    run("strip", "--strip-unneeded", *libraries.glob("libpython*"), *libraries.glob("python3*/lib-dynload/*.so"))


def archive(made: Path, output: Path, name: str) -> Path:
    """Return the archive of the program, to be unpacked anywhere."""
    return Path(shutil.make_archive(str(output / name), "xztar", made.parent, made.name))


def debian(made: Path, work: Path, output: Path, python: Path, version: str) -> Path:
    """Return the Debian package: program, menu entries, icons, and the type of its files."""
    tree = work / "debian"
    shutil.copytree(made, tree / "usr/lib/shogun", symlinks=True)
    share = tree / "usr/share"
    for folder, name in (
        ("applications", "shogun.desktop"),
        ("applications", "shogun-tower.desktop"),
        ("mime/packages", "shogun-mime.xml"),
    ):
        (share / folder).mkdir(parents=True, exist_ok=True)
        shutil.copy(HERE / name, share / folder / name.replace("-mime", ""))
    for size in ICON_SIZES:
        icon = share / f"icons/hicolor/{size}x{size}/apps/shogun.png"
        icon.parent.mkdir(parents=True)
        run(python, "-c", DRAW_ICON, str(size), icon, SDL_VIDEODRIVER="dummy")
    _papers(share / "doc/shogun")
    (tree / "usr/bin").mkdir()
    (tree / "usr/bin/shogun").symlink_to("../lib/shogun/shogun")
    (tree / "DEBIAN").mkdir()
    size = sum(file.stat().st_size for file in tree.rglob("*") if file.is_file()) // 1024
    machine = run("dpkg", "--print-architecture").strip()
    control = DEBIAN.format(version=version, architecture=machine, size=size)
    (tree / "DEBIAN/control").write_text(control, encoding="utf-8")
    package = output / f"shogun_{version}_{machine}.deb"
    run("dpkg-deb", "--root-owner-group", "-Zxz", "--build", tree, package)
    return package


def _papers(folder: Path) -> None:
    """Put licences and changes where Debian's users look for them."""
    folder.mkdir(parents=True)
    licences = [ROOT / "LICENSE", *sorted((ROOT / "assets/fonts").glob("LICENSE*"))]
    text = "\n\n".join(f"{path.name}\n\n{path.read_text('utf-8')}" for path in licences)
    (folder / "copyright").write_text(text, encoding="utf-8")
    (folder / "changelog.gz").write_bytes(gzip.compress((ROOT / "CHANGELOG.md").read_bytes(), mtime=0))


def packages(made: Path, work: Path, output: Path, python: Path, version: str) -> list[Path]:
    """Return the files to hand out, as this system makes them."""
    if sys.platform == "win32":
        says = (f"/DVersion={version}", f"/DFolder={made}", f"/DOutput={output}")
        run("iscc", *says, HERE / "shogun.iss")
        return [output / f"shogun-{version}-setup.exe"]
    if sys.platform == "darwin":
        image = output / f"shogun-{version}.dmg"
        run("hdiutil", "create", "-volname", "Shogun", "-srcfolder", made.parent / "Shogun.app", "-ov", image)
        return [image]
    found = [archive(made, output, f"shogun-{version}-linux-{os.uname().machine}")]
    return [debian(made, work, output, python, version), *found] if shutil.which("dpkg-deb") else found


def build(output: Path) -> list[str]:
    """Write the files to hand out into a folder and return a line on each. Raises BuildFailed, OSError."""
    output.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="shogun-build-") as folder:
        work = Path(folder)
        python = environment(work)
        version = run(python, "-c", "import shogun; print(shogun.__version__)").strip()
        made = frozen(python, work, version)
        size = sum(file.stat().st_size for file in made.rglob("*") if file.is_file() and not file.is_symlink())
        files = packages(made, work, output.resolve(), python, version)
        return [
            f"unpacked: {size / 1e6:.1f} MB",
            *(f"{file.name}: {file.stat().st_size / 1e6:.1f} MB" for file in files),
        ]


def main() -> int:
    """Build, and tell what was made and how large it is."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--output", type=Path, required=True, help="folder for the files to hand out")
    try:
        print(*build(parser.parse_args().output), sep="\n")
    except (BuildFailed, OSError) as error:
        print(f"build: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
