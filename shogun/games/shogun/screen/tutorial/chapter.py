"""A chapter: where it begins and what is learnt step by step."""

from msgspec import Struct

from shogun.games.shogun.screen.tutorial.position import StartingPosition
from shogun.games.shogun.screen.tutorial.steps import LessonStep


class Chapter(Struct, frozen=True):
    """One of the five; the texts are marked for the catalogue."""

    name: str
    """By it the settings remember that it was finished."""
    title: str
    summary: str
    position: StartingPosition
    steps: tuple[LessonStep, ...]
