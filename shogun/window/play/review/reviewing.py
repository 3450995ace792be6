"""A review that workers make while the window goes on, little by little, and keep beside the journal."""

from collections.abc import Sequence
from functools import partial

from shogun.base.worker_pool import Workers
from shogun.players.review.estimates import Estimate
from shogun.players.review.game_review import GameReview, Part, ReviewWork
from shogun.players.review.kept_review import Curve, keep_estimates, kept_estimates
from shogun.table.storage.review_file import review_path
from shogun.window.play.review.work_in_parts import Keep, Past, WorkInParts


class Reviewing(WorkInParts):
    """The making of one game's review."""

    def __init__(self, story: Past, workers: Workers) -> None:
        super().__init__(workers)
        self.work = _work(story)
        self._path = None if story.path is None else review_path(story.path)
        self.estimates: list[Estimate | None] = [] if self._path is None else kept_estimates(self._path, self.work.key)
        """Those that are there, in the order of the looks."""

    @property
    def is_done(self) -> bool:
        """Whether all is estimated."""
        return len(self.estimates) == len(self.work.looks)

    @property
    def done(self) -> float:
        """The part that is estimated, from 0 to 1."""
        return len(self.estimates) / len(self.work.looks)

    def left(self) -> Sequence[Part]:
        """Return the parts that are left, in their order."""
        return self.work.parts(len(self.estimates))

    def take(self, _part: Part, found: Sequence[Estimate | None]) -> None:
        """Take in the next estimates."""
        self.estimates = [*self.estimates, *found]

    def keep(self, keep: Keep, what: str) -> None:
        """Keep the estimates that are there."""
        if self._path is not None:
            keep(f"review {self._path}", what, partial(keep_estimates, self._path, self.work.key, self.estimates))

    def review(self) -> GameReview | None:
        """Return the review as far as it is known."""
        return self.work.review(self.estimates)


def curve(review: GameReview) -> Curve:
    """Return the curve of a review."""
    return Curve(review.places, [one.chances for one in review.estimates], [one.errors for one in review.estimates])


def _work(story: Past) -> ReviewWork:
    judge = story.game.judge
    assert judge is not None, "nobody offers a review that can't be made"
    return ReviewWork(story.game, story.told(), judge.PLAYOUTS)
