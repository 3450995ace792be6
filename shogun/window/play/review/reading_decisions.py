"""The reading of what was kept of people's decisions in several games, by workers while the window goes on."""

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from shogun.base.worker_pool import Workers
from shogun.players.review.decision_judge import Judgeable
from shogun.players.review.decision_sums import PlayedGame, in_order_played
from shogun.players.review.decision_verdicts import JudgedSeat
from shogun.players.review.decision_work import GameToRead
from shogun.window.play.review.work_in_parts import Keep, WorkInParts


class ReadingDecisions(WorkInParts):
    """What is known of the decisions in some games."""

    def __init__(self, game: Judgeable, paths: Sequence[Path], workers: Workers) -> None:
        """Begin with the games in these files, of a game that brings a judge."""
        super().__init__(workers)
        self._paths = tuple(paths)
        assert game.decisions is not None, "nobody offers to judge what can't be judged"
        self._game, self._playouts = game, game.decisions.PLAYOUTS
        self._read: dict[Path, PlayedGame | None] = {}

    @property
    def is_done(self) -> bool:
        """Whether all games are read."""
        return len(self._read) == len(self._paths)

    @property
    def done(self) -> float:
        """The part that is read, from 0 to 1."""
        return len(self._read) / max(1, len(self._paths))

    def left(self) -> Sequence[GameToRead]:
        """Return the games that are left, in their order."""
        return [GameToRead(self._game, path, self._playouts) for path in self._paths if path not in self._read]

    def take(self, part: GameToRead, found: PlayedGame | None) -> None:
        """Take in a game; None is one in which no person has decided anything, or that isn't over."""
        self._read[part.path] = found

    def keep(self, _keep: Keep, _what: str) -> None:
        """Keep nothing: all that is known was read."""

    @property
    def games(self) -> list[PlayedGame]:
        """The games that people have played, as far as they are read, in the order in which they began."""
        return in_order_played(game for game in self._read.values() if game is not None)

    def judge(self, path: Path, seats: Sequence[JudgedSeat]) -> None:
        """Take in that the decisions of a game are judged now."""
        game = self._read[path]
        assert game is not None, "only a game that was read is judged"
        self._read[path] = replace(game, seats=tuple(seats))
