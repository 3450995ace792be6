"""What lessons say is held against the screen: their facts hold when they are read, and nothing is said without one."""

import re
from collections.abc import Collection, Iterator
from typing import Any

from shogun.window.game.lessons.chapter import LessonStep
from shogun.window.game.lessons.lesson import Lesson

NUMBERS = "two three four five six seven eight nine ten eleven twelve thirty".split()  # noqa: SIM905
COLOURS = ("red", "blue", "yellow", "black", "purple", "lit")
KEYS = re.compile(r"F1\b|blue button")
"""Names of keys and buttons are no figures and no clan's colours."""


def untrue(scene: Lesson) -> list[str]:
    """Return what the present step says that isn't so on the screen at this moment."""
    return [fact.says for fact in scene.step.facts if not fact.holds(scene.model)]


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
