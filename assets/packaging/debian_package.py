"""The Debian package: program, menu entries, icons, and the type of its files."""

import gzip
import shutil
from pathlib import Path

from running import run

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
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


def debian(made: Path, work: Path, output: Path, icons: dict[int, Path], version: str) -> Path:
    """Return the package of a program."""
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
    for size, drawn in icons.items():
        icon = share / f"icons/hicolor/{size}x{size}/apps/shogun.png"
        icon.parent.mkdir(parents=True)
        shutil.copy(drawn, icon)
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
