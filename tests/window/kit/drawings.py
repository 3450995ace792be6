"""The kit's drawings, by name, and their checksums: `python -m tests.window.kit.drawings` keeps those of today.

Pixels are compared only where screenshots are: with the libraries and on the system that drew what is kept.
"""

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import get_args

from pygame import SRCALPHA, Surface

from shogun.window.kit.drawing.card_face import (
    CardLook,
    CardParts,
    CardState,
    card_back,
    card_icon,
    card_picture,
    card_shadow,
)
from shogun.window.kit.drawing.card_scenes import SceneName, paint_scene
from shogun.window.kit.drawing.icons import (
    PRINTED,
    Clan,
    banner,
    crest_figure,
    crest_names,
    die,
    emblem,
    icon,
    pictures,
)
from shogun.window.kit.drawing.portrait import portrait
from shogun.window.kit.drawing.theme import CUBES, GOLD, INDIGO, VERMILION
from tests.window.clicking import window
from tests.window.screenshots.remembered import checksum

KEPT = Path(__file__).with_name("drawings.json")
HIGH, LOW = (
    CardParts((90, 120), 16, (6, 30, 78, 84), (0, 6, 90, 20)),
    CardParts((120, 47), 16, (73, 0, 47, 47), (0, 0, 73, 47)),
)


def drawings() -> Iterator[tuple[str, Surface]]:
    """Yield everything that the kit draws by itself, on gold so that clear parts show."""
    with window():
        for name, picture in _drawn():
            ground = Surface(picture.get_size())
            ground.fill(GOLD)
            ground.blit(picture, (0, 0))
            yield name, ground


def _drawn() -> Iterator[tuple[str, Surface]]:
    for name in pictures().icons:
        yield f"icon {name}", icon(name, 40)
    first = next(iter(pictures().icons))
    yield "icon faded", icon(first, 40, PRINTED.faded(0.5))
    yield "icon with a rim", card_icon(first, 40)
    yield "emblem", emblem(64)
    for crest, colour in zip(crest_names(), [*CUBES, *CUBES], strict=False):
        yield f"mon {crest}", crest_figure(crest, 40, VERMILION)
        yield f"banner {crest} {colour}", banner(Clan(colour, crest), 48)
        yield f"portrait {crest} {colour}", portrait(Clan(colour, crest), 72)
    for number, apart in product(range(7), (False, True)):
        yield f"die {number} {apart}", die(number, 30, apart=apart)
    for scene in get_args(SceneName):
        ground = Surface((120, 80), SRCALPHA)
        paint_scene(ground, scene, INDIGO)
        yield f"scene {scene}", ground
    for state, (where, parts) in product(get_args(CardState), (("high", HIGH), ("low", LOW))):
        yield f"card {state} {where}", card_picture(parts, CardLook(VERMILION, "hills", state))
        yield f"card {state} {where} tinted", card_picture(parts, CardLook(INDIGO, "plain", state, GOLD))
    yield "shadow", card_shadow((60, 40), 6, 5)
    yield "back", card_back((60, 90), 16, "washi")


def checksums() -> dict[str, str]:
    """Return a checksum of each drawing."""
    return {name: checksum(picture)[:16] for name, picture in drawings()}


if __name__ == "__main__":
    KEPT.write_text(json.dumps(checksums(), indent=1) + "\n", "utf-8", newline="\n")
