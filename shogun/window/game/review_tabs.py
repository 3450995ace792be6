"""What stands beside the curve of a game that is looked back at: one of several lists, chosen by buttons above it."""

from collections.abc import Sequence
from typing import Protocol

import pygame

from shogun.base.language import _
from shogun.players.review.game_review import Entry, GameReview
from shogun.players.review.words import headline
from shogun.window.kit.drawing.canvas import Act, Canvas
from shogun.window.kit.drawing.icons import SeatLook
from shogun.window.kit.drawing.theme import GOLD_PALE, INK_SOFT, PAPER_BRIGHT, PAPER_EDGE, SMALL
from shogun.window.kit.layout import between, fixed, part, row, shaped, share
from shogun.window.kit.widgets.scrolling import Scrolling
from shogun.window.panels.games_list import draw_picture
from shogun.window.play.game_story import Story
from shogun.window.play.reviewing import happened

POINTS = 5
"""Turning points that are told, if there is room for so many."""
LEAST_EM, MOST_EM, GAP_EM = 8.4, 11.0, 0.4
"""Height of one of them."""
PICTURE_SHAPE = 1.6
POINT = row(
    part("picture", wide=between(5.0, 13.0, weight=0.4)), part("words", wide=share(least=14.0)),
    gap=0.6, padding=(0.4, 0.3),
)  # fmt: skip


class ReviewTab(Protocol):
    """A list beside the curve."""

    name: str
    """Of its button, on the screen."""
    scrolling: Scrolling | None
    """What scrolls it, if it does."""

    def label(self) -> str:
        """Return what its button says."""

    def draw(self, canvas: Canvas, box: pygame.Rect, review: GameReview) -> None:
        """Draw the list of a review that is whole."""


class PointActs(Protocol):
    """What the turning points ask of the scene."""

    story: Story
    seats: tuple[SeatLook, ...]

    def moment(self, entry: Entry) -> str:
        """Return in a few words how far the game had come when a change came about."""

    def show(self, place: int) -> Act:
        """Return what shows the game as it was at a place."""


class TurningPoints:
    """The greatest changes, each with a small picture of the game after it."""

    name = "turned"
    scrolling: Scrolling | None = None

    def __init__(self, scene: PointActs) -> None:
        self.scene = scene
        self._told: dict[int, Sequence[str]] = {}
        """What happened at each, by its place."""

    def label(self) -> str:
        """Return what its button says."""
        return _("Turning points")

    def sentences(self, entry: Entry) -> Sequence[str]:
        """Return what happened at a change, over all of its answers."""
        story = self.scene.story
        if entry.place not in self._told:
            self._told[entry.place] = tuple(map(_ended, happened(story.game, story.history, entry)))
        return self._told[entry.place]

    def _fitting(self, canvas: Canvas, room: pygame.Rect, entry: Entry) -> str:
        """Return as much of what happened as finds room, the first sentence at least."""
        told = self.sentences(entry)
        beginnings = [" ".join(told[:number]) for number in range(len(told), 0, -1)]
        fitting = (one for one in beginnings if canvas.paragraph_height(one, room, size=SMALL) <= room.height)
        return next(fitting, told[0] if told else "")

    def number(self, canvas: Canvas, box: pygame.Rect) -> int:
        """Return how many find room."""
        return max(1, min(POINTS, len(canvas.lines(box, LEAST_EM, GAP_EM))))

    def draw(self, canvas: Canvas, box: pygame.Rect, review: GameReview) -> None:
        """Draw them below each other."""
        count = self.number(canvas, box)
        high = between(LEAST_EM, count * (MOST_EM + GAP_EM))
        rooms = canvas.rows(canvas.down(box, high, share())[0], count, GAP_EM)
        for number, (entry, rect) in enumerate(zip(review.turning_points(count), rooms, strict=False), 1):
            self._draw_one(canvas, rect, number, entry)

    def _draw_one(self, canvas: Canvas, box: pygame.Rect, number: int, entry: Entry) -> None:
        scene, story = self.scene, self.scene.story
        canvas.plate(box, GOLD_PALE if canvas.hovers(box) else PAPER_BRIGHT, PAPER_EDGE, 0.25)
        places = canvas.places(POINT, box)
        view = story.game.rules.view(story.history.state(entry.place), story.viewer)
        draw_picture(canvas, shaped(places["picture"], PICTURE_SHAPE), story.game, view)
        names = [seat.name for seat in scene.seats]
        words = _("{moment}: {what}").format(moment=scene.moment(entry), what=headline(entry, names))
        head, told = f"{number}. {words}", places["words"]
        high = canvas.paragraph_height(head, told, weight="Bold", size=SMALL) / canvas.em
        upper, lower = canvas.down(told, fixed(high), share(), gap=0.1)
        canvas.paragraph(head, upper, weight="Bold", size=SMALL)
        canvas.paragraph(self._fitting(canvas, lower, entry), lower, colour=INK_SOFT, size=SMALL)
        canvas.target(f"turned-{number}", box, scene.show(entry.place), _("Click to see the game at that moment."))


def _ended(sentence: str) -> str:
    """Return a sentence with its full stop."""
    return sentence if sentence.endswith((".", "!", "?", "…")) else f"{sentence}."
