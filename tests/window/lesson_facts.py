"""What lessons say is held against the screen: their facts hold when they are read, and nothing is said without one.

Colors of buttons, where they are, and whether they can be pressed are read from the picture itself, in everything that
the coach says: the step, its hint, and what comes before it.
"""

import re
from collections.abc import Collection, Iterator
from typing import Any

from shogun.window.game.lessons.chapter import LessonStep
from shogun.window.game.lessons.lesson import Lesson
from shogun.window.kit.drawing.canvas import HitRegion
from shogun.window.kit.drawing.theme import GOLD, INDIGO, PAPER_BRIGHT, VERMILION
from shogun.window.kit.runtime.panel import Panel

NUMBERS = "two three four five six seven eight nine ten eleven twelve thirty".split()  # noqa: SIM905
COLOURS = ("red", "blue", "yellow", "black", "purple", "gold", "golden", "highlighted", "grey", "dark")
KEYS = re.compile(r"F1\b|\w+ button")
"""Names of keys are no figures, and the colors of buttons are looked for in the picture."""
PAINTS = {"gold": GOLD, "blue": INDIGO, "red": VERMILION, "green": (48, 190, 36), "white": PAPER_BRIGHT}
"""The colors that a button may have by what is said of it."""
PRESS = re.compile(r"(then press|[Pp]ress) (?!the |F1)(\w.*)")
"""What is pressed at once can be pressed now, what is pressed then is there."""


def untrue(scene: Lesson) -> list[str]:
    """Return what the present step, or its hint, says that isn't so on the screen at this moment."""
    facts = [fact.says for fact in scene.step.facts if not fact.holds(scene.model)]
    return facts + [said for text in {scene.text, scene.hint} for said in unseen(scene, text)]


def unseen(scene: Lesson, text: str) -> Iterator[str]:
    """Yield what a text says of buttons and of where things are that the picture doesn't show."""
    places = [place for place in scene.targets() if place.rect.width]
    buttons = [place for place in places if place.enabled]
    for said in re.finditer(r"the (\w+) button", text):
        if sum(paint(scene, place) == said[1] for place in buttons if label(scene, place)) != 1:
            yield said[0]
    for said in PRESS.finditer(text):
        there = places if said[1].startswith("then") else buttons
        if not any(said[2].startswith(words) for place in there if (words := label(scene, place))):
            yield said[0]
    if "bar at the top" in text and not any(is_bar(scene, panel) for panel in scene.open_panels()):
        yield "bar at the top"
    if "button on the left" in text and not any(is_leftmost(scene, name) for name in scene.step.at):
        yield "button on the left"


def label(scene: Lesson, place: HitRegion) -> str:
    """Return what is written on a button; empty if nothing, or a heap of things."""
    inside = [record.text for record in scene.texts() if place.rect.contains(record.rect)]
    return inside[0] if len(inside) == 1 else ""


def paint(scene: Lesson, place: HitRegion) -> str:
    """Return the name of a button's color, as it is painted."""
    window: Any = scene.app
    seen = window.window.get_at((place.rect.left + max(4, place.rect.height // 6), place.rect.centery))
    return min(PAINTS, key=lambda name: sum((a - b) ** 2 for a, b in zip(PAINTS[name], seen, strict=False)))


def is_bar(scene: Lesson, panel: Panel) -> bool:
    """Return whether a panel is a bar along the upper edge that says what is asked, or has happened."""
    told = " ".join(record.text for record in panel.layer.texts)
    says = scene.model.prompt.split()[0] in told if scene.model.prompt else True
    return panel.rect.top == 0 and panel.rect.width > 3 * panel.rect.height and says


def is_leftmost(scene: Lesson, name: str) -> bool:
    """Return whether a button is the first one of its row in its panel."""
    place = next((place for place in scene.targets() if place.name == name), None)
    if place is None:
        return False
    panel = next(panel for panel in scene.open_panels() if place in panel.layer.targets)
    row = [
        one for one in panel.layer.targets if one.rect.top < place.rect.centery < one.rect.bottom and label(scene, one)
    ]
    return place.rect.left == min(one.rect.left for one in row)


def unheld(step: LessonStep, names: Collection[str]) -> list[str]:
    """Return the figures, names and colours in a step's text that belong to no fact, and facts that are not said."""
    strangers = [fact.says for fact in step.facts if fact.says not in step.text]
    held = [match.span() for fact in step.facts for match in re.finditer(re.escape(fact.says), step.text)]
    bare = [word for word, at in claims(step.text, names) if not any(start <= at < end for start, end in held)]
    return [*strangers, *bare]


def claims(text: str, names: Collection[str]) -> Iterator[tuple[str, int]]:
    """Yield each word of a text that can be right or wrong, and where it stands."""
    words = "|".join([r"\d+", *NUMBERS, *COLOURS, *map(re.escape, names)])
    without_keys: Any = KEYS.sub(lambda key: "_" * len(key[0]), text)
    for match in re.finditer(rf"\b(?:{words})\b", without_keys, re.IGNORECASE):
        yield match[0], match.start()
