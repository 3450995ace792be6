"""Show every text where it stands on the screen: pictures of all scenes, with a number at each text that is new there.

Usage: python assets/locale/show.py CODE FOLDER [--game GAME]
Writes FOLDER/index.html: below each picture stand the English texts and what they are in the language of CODE. A text
that stands in no picture, since it is a tooltip, was cut into lines, or belongs to the command line, is listed with the
file that has it. That takes some minutes; with --game one game alone is looked at.
"""

import argparse
import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, NamedTuple

from shogun.base import language

if TYPE_CHECKING:
    from shogun.window.kit.runtime.scene import Scene

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))  # `tests.layout`
sys.path.insert(0, str(Path(__file__).resolve().parent))
from catalogues import codes, texts

SIZE = (1280, 720)
STYLE = """body{font:16px/1.4 serif;max-width:1300px;margin:auto}.scene{position:relative}
.scene a{position:absolute;background:#c33;color:#fff;font:bold 11px sans-serif;padding:0 3px;border-radius:6px}
img{width:100%;display:block}td{border-top:1px solid #ccc;padding:2px 8px;vertical-align:top}"""


class Found(NamedTuple):
    """A text in a picture: English, what it is there, and where it stands; None: it isn't written in one piece."""

    english: str
    told: str
    place: tuple[int, int] | None


def found_in(scene: "Scene", asked: dict[str, str]) -> list[Found]:
    """Return which texts a scene shows, and where; tooltips too."""
    records = [record for panel in scene.open_panels() for record in panel.layer.texts]
    targets = scene.targets()
    found = []
    for english, told in asked.items():
        parts = [part.strip() for part, _field, _spec, _how in Formatter().parse(told) if part.strip()]
        longest = max(parts, key=len, default="")
        begin = longest[:14]
        record = next((one for one in records if begin and begin in one.text), None)
        target = next((one for one in targets if begin and begin in one.tooltip), None)
        if record is not None or target is not None:
            place = record.rect.topleft if record is not None else target.rect.midtop if target is not None else None
            found.append(Found(english, told, place))
    return found


def pages(code: str, folder: Path, game: str) -> Iterator[str]:
    """Yield each picture with its texts as HTML, and write the picture; then the texts that stand in none."""
    import pygame

    from shogun.games import GAMES
    from tests.layout.check_layout import Case, scenes

    asked: dict[str, str] = {}
    shown: set[str] = set()
    number = 0
    language.listen(code, asked.__setitem__)
    for scene in scenes({game: GAMES[game]} if game else GAMES, Case(SIZE, language=code)):
        fresh = [one for one in found_in(scene, asked) if one.english not in shown]
        if fresh:
            number += 1
            picture = pygame.Surface(SIZE)
            scene.changed()
            scene.draw(picture)
            pygame.image.save(picture, folder / f"{number:03}.jpg")
            shown.update(one.english for one in fresh)
            yield _page(number, fresh)
    language.listen(code, None)
    rest = {text.one: text.file for text in texts() if text.one not in shown and not text.context}
    with language.speaking(code):
        rows = "".join(_row(file, one, language.of_data(one)) for one, file in rest.items())
    yield f"<h2>{len(shown)} texts stand in the pictures, {len(rest)} in none</h2><table>{rows}</table>"


def _page(number: int, found: list[Found]) -> str:
    signs = "".join(
        f'<a style="left:{100 * one.place[0] / SIZE[0]:.1f}%;top:{100 * one.place[1] / SIZE[1]:.1f}%">{place}</a>'
        for place, one in enumerate(found, 1)
        if one.place is not None
    )
    rows = "".join(_row(str(place), one.english, one.told) for place, one in enumerate(found, 1))
    return f'<div class="scene"><img src="{number:03}.jpg">{signs}</div><table>{rows}</table>'


def _row(*cells: str) -> str:
    return f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>"


def main() -> None:
    """Write the page."""
    ask = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    ask.add_argument("code", choices=codes())
    ask.add_argument("folder", type=Path)
    ask.add_argument("--game", default="")
    asked = ask.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    body = "\n".join(pages(asked.code, asked.folder, asked.game))
    head = f'<!doctype html><html lang="{asked.code}"><meta charset="utf-8"><style>{STYLE}</style>'
    (asked.folder / "index.html").write_text(head + body, "utf-8")
    print(asked.folder / "index.html")


if __name__ == "__main__":
    main()
