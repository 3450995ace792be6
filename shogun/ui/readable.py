"""Whether a picture can be read: nothing clipped, nothing overlapping, every control inside of its panel."""

from collections.abc import Iterator
from itertools import combinations

import pygame

from shogun.language import _
from shogun.ui.canvas import TextRecord
from shogun.ui.panels.panel import Panel
from shogun.ui.scenes.scene import Scene

AIR = 0.45
"""Share of a line's height above and below its ink."""


def flaws(scene: Scene) -> list[str]:
    """Return a sentence for each flaw of what a scene has drawn."""
    return [
        _("{panel}: {flaw}").format(panel=panel.name, flaw=flaw)
        for panel in scene.panels
        for flaw in (*_text_flaws(panel), *_target_flaws(panel))
    ]


def _text_flaws(panel: Panel) -> Iterator[str]:
    for record in panel.layer.texts:
        if record.cut:
            yield _("{text!r} is cut").format(text=record.text)
        elif not panel.rect.contains(_ink(record)):
            yield _("{text!r} leaves its panel").format(text=record.text)
    for one, other in combinations(panel.layer.texts, 2):
        if one.text.strip() and other.text.strip() and _ink(one).colliderect(_ink(other)):
            yield _("{one!r} and {other!r} overlap").format(one=one.text, other=other.text)


def _target_flaws(panel: Panel) -> Iterator[str]:
    for target in panel.layer.targets:
        if not panel.rect.contains(target.rect):
            yield _("the control {name} leaves its panel").format(name=target.name)
    enabled = [target for target in panel.layer.targets if target.enabled]
    for one, other in combinations(enabled, 2):
        if one.rect.colliderect(other.rect):
            yield _("the controls {one} and {other} overlap").format(one=one.name, other=other.name)


def _ink(record: TextRecord) -> pygame.Rect:
    """Return about where a line's ink is: its rectangle without the air above and below."""
    return record.rect.inflate(0, -record.rect.height * AIR)
