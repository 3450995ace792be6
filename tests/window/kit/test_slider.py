"""A slider goes in steps between its ends, wherever it is pulled; a slip lies beside what it explains."""

import pygame
import pytest

from shogun.window.kit.widgets.stepper import Slider
from shogun.window.kit.widgets.tooltip import AIR, _around


@pytest.mark.parametrize(
    ("wanted", "set_to"), [(0.0, 1.0), (1.0, 1.0), (2.14, 2.1), (2.16, 2.2), (5.0, 5.0), (99.0, 5.0), (-99.0, 1.0)]
)
def test_a_number_is_set_to_the_nearest_step_between_the_ends(wanted: float, set_to: float) -> None:
    found: list[float] = []
    Slider(3.0, 1.0, 5.0, 0.1, found.append).set(wanted)
    assert found == [set_to]


def test_it_turns_by_steps_and_follows_the_pointer_along_its_line() -> None:
    found: list[float] = []
    slider = Slider(3.0, 1.0, 5.0, 0.5, found.append)
    for steps in (1, -2, 9):
        slider.turn(steps)
    track = pygame.Rect(100, 0, 200, 10)
    for x in (100, 200, 250, 300, 0, 999):
        slider.at(x, track)
    assert found == [3.5, 2.0, 5.0, 1.0, 3.0, 4.0, 5.0, 1.0, 5.0]
    slider.at(7, pygame.Rect(7, 0, 0, 10))
    assert found[-1] == 1.0


def test_a_slip_lies_first_below_then_above_then_beside_and_never_on_what_it_explains() -> None:
    place, size = pygame.Rect(400, 300, 60, 20), (100, 30)
    places = list(_around(place, size, None))
    assert places[0] == pygame.Rect(380, 320 + AIR, 100, 30)
    tops = list(dict.fromkeys(one.top for one in places))
    assert tops[:2] == [320 + AIR, 300 - AIR - 30]
    assert not any(one.colliderect(place) for one in places)
    assert {place.right + AIR, place.left - AIR - 100} <= {one.left for one in places}
    panel = place.inflate(200, 100)
    *below, _left, _right, _upper_left, last = [one for one in _around(place, size, panel) if one not in places]
    assert below[0] == pygame.Rect(380, panel.bottom + AIR, 100, 30) and not any(map(panel.colliderect, below))
    assert panel.contains(last), "in the end its own corners"
