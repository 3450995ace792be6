"""Whether a picture can be read: nothing clipped or overlapping, every sign in a font, every control large enough."""

import re
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import TypeVar

import pygame
from msgspec import Struct

from shogun.window.kit.drawing import text as texts
from shogun.window.kit.drawing.canvas import Canvas, HitRegion, Layer, TextRecord
from shogun.window.kit.runtime.panel import Panel
from shogun.window.kit.runtime.scene import Scene
from shogun.window.kit.widgets.tooltip import Surroundings, draw_tooltip

T = TypeVar("T")

_WORD = re.compile(r"[^\W\d_]{2,}|[^\W\d_a-zA-Z]")
"""Two letters or more, or one character of a script that writes words with one."""
AIR = 0.45
"""Share of a line's height above and below its ink."""
LEAST_TARGET_EM = 2.0
"""Width and height that a place to click has at least."""


class Flaw(Struct, frozen=True):
    """Something that can't be read or hit, and in which panel."""

    panel: str
    sentence: str
    values: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.panel}: {self.sentence.format(*self.values)}"


CUT = "{0!r} is cut"
LEAVES = "{0!r} leaves its panel"
OVERLAP = "{0!r} and {1!r} overlap"
HALF_ON = "{0!r} is partly on the control {1}"
NO_SIGN = "{0!r}: no font has {1!r}"
CONTROL_LEAVES = "the control {0} leaves its panel"
SMALL = "the control {0} is smaller than {1} em: {2}"
UNEXPLAINED = "nothing says in words what the control {0} is"
CONTROLS_OVERLAP = "the controls {0} and {1} overlap"


def flaws(scene: Scene) -> list[Flaw]:
    """Return each flaw of what a scene has drawn."""
    return [flaw for panel in scene.open_panels() for flaw in panel_flaws(panel, scene.em)]


def panel_flaws(panel: Panel, em: int) -> Iterator[Flaw]:
    """Yield the flaws of what a panel has drawn."""
    return layer_flaws(panel.name, panel.layer, panel.rect, em)


def layer_flaws(name: str, layer: Layer, room: pygame.Rect, em: int) -> Iterator[Flaw]:
    """Yield the flaws of what one panel has drawn into its room."""
    for sentence, *values in (*_text_flaws(layer, room), *_half_covered(layer), *_target_flaws(layer, room, em)):
        yield Flaw(name, sentence, tuple(values))


def tooltip_flaws(panels: Iterable[Panel], surface: pygame.Surface, em: int, known: set[str]) -> Iterator[Flaw]:
    """Yield the flaws of all tooltips of some panels that are not known yet, and make them known."""
    targets = [target for panel in panels for target in panel.layer.targets]
    fresh = {target.tooltip: target for target in targets if target.tooltip and target.tooltip not in known}
    if fresh:
        known.update(fresh)
        for target in fresh.values():
            layer = Layer()
            draw_tooltip(Canvas(surface, em, layer, (-1, -1), ""), target, Surroundings(surface.get_rect()))
            yield from layer_flaws("tooltip", layer, surface.get_rect(), em)


def _text_flaws(layer: Layer, room: pygame.Rect) -> Iterator[tuple[str, ...]]:
    written = [record for record in layer.texts if record.text.strip()]
    for record in written:
        if record.cut:
            yield CUT, record.text
        elif not room.contains(_ink(record)):
            yield LEAVES, record.text
        if lacking := texts.lacking(record.text):
            yield NO_SIGN, record.text, lacking
    for one, other in _pairs((record, _ink(record)) for record in written):
        yield OVERLAP, one.text, other.text


def _half_covered(layer: Layer) -> Iterator[tuple[str, ...]]:
    """Yield each line that begins or ends on a control: one of them hides a part of the other."""
    controls = [target for target in layer.targets if target.enabled and not target.in_text]
    for record in layer.texts:
        ink = _ink(record)
        for target in controls if record.text.strip() else ():
            if target.rect.colliderect(ink) and not target.rect.contains(ink):
                yield HALF_ON, record.text, target.name


def _target_flaws(layer: Layer, room: pygame.Rect, em: int) -> Iterator[tuple[str, ...]]:
    for target in layer.targets:
        if not room.contains(target.rect):
            yield CONTROL_LEAVES, target.name
        if target.enabled and not target.in_text and min(target.rect.size) < round(LEAST_TARGET_EM * em) - 1:
            yield SMALL, target.name, f"{LEAST_TARGET_EM:g}", f"{target.rect.width}x{target.rect.height} px"
        if not (target.tooltip or target.in_text or (target.enabled and _has_words(layer, target))):
            yield UNEXPLAINED, target.name
    for one, other in _pairs((target, target.rect) for target in layer.targets if target.enabled):
        yield CONTROLS_OVERLAP, one.name, other.name


def _has_words(layer: Layer, target: HitRegion) -> bool:
    """Return whether at least one word is written on a control; what can't be pressed has to say why besides."""
    return any(target.rect.collidepoint(text.rect.center) and _WORD.search(text.text) for text in layer.texts)


def _pairs(things: Iterable[tuple[T, pygame.Rect]]) -> Iterator[tuple[T, T]]:
    """Yield all things that lie over each other."""
    for (one, rect), (other, place) in combinations(things, 2):
        if rect.colliderect(place):
            yield one, other


def _ink(record: TextRecord) -> pygame.Rect:
    """Return about where a line's ink is: its rectangle without the air above and below."""
    return record.rect.inflate(0, -record.rect.height * AIR)
