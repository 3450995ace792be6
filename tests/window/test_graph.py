"""The names of moments under a graph: each whole, and some left out where there is no room for all."""

from itertools import pairwise

import pygame
import pytest

from shogun.window.kit.drawing.canvas import Canvas, Layer
from shogun.window.kit.drawing.icons import SeatLook
from shogun.window.panels.graph import Column, Curves, draw_graph

from .clicking import window

SEATS = [SeatLook("Aki", "red", "whirl", person=False), SeatLook("Kai", "blue", "whirl", person=False)]
NAMES = ("The beginning", "Early spring", "Late summer", "Mid autumn", "Deep winter")


@pytest.mark.parametrize(("wide", "named"), [(460, NAMES), (320, NAMES[::2]), (220, NAMES[::3])])
def test_names_that_would_be_cut_are_left_out_by_turns(wide: int, named: tuple[str, ...]) -> None:
    layer = Layer()
    with window():
        canvas = Canvas(pygame.Surface((wide, 400)), 16, layer, (-1, -1), "")
        curves = Curves([Column(name) for name in NAMES], [(1, 2)] * len(NAMES))
        draw_graph(canvas, pygame.Rect(0, 0, wide, 400), SEATS, curves)
    found = [text for text in layer.texts if text.text in NAMES]
    assert tuple(text.text for text in found) == named
    assert not [text.text for text in found if text.cut]
    assert all(one.rect.right < other.rect.left for one, other in pairwise(found))
