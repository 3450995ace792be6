"""Icons, crests, banners, portraits, dice and cards look as they did when somebody last looked at them."""

import json

import pytest

from tests.window.screenshots.moments import SMALL
from tests.window.screenshots.remembered import why_inexact

from .drawings import KEPT, checksums


def test_everything_that_the_kit_draws_is_drawn_as_it_was() -> None:
    if why := why_inexact(SMALL):
        pytest.skip(why)
    kept, now = json.loads(KEPT.read_text("utf-8")), checksums()
    changed = [name for name in {**kept, **now} if kept.get(name) != now.get(name)]
    assert not changed, "look at them, then: python -m tests.window.kit.drawings"
