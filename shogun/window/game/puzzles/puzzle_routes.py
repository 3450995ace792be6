"""How one comes to a puzzle: its file is read, and its place among the others is found."""

from datetime import date
from functools import partial
from typing import cast

from shogun.game.protocol import found
from shogun.players.puzzles.collection import RelativePuzzle, all_puzzles, by_theme, next_puzzle
from shogun.players.puzzles.puzzle import Puzzled
from shogun.players.puzzles.solved_puzzles import load_progress
from shogun.players.puzzles.verdict import open_puzzle
from shogun.window.game.opening import shown
from shogun.window.kit.runtime.scene import Application, Scene
from shogun.window.play.routes import PuzzlePlace, ToPuzzle


def opened_puzzle(app: Application, route: ToPuzzle) -> Scene:
    """Return the scene of a puzzle. Raises PuzzleError."""
    opened = open_puzzle(partial(puzzled, app), route.path)
    if route.relative:
        opened = RelativePuzzle(opened, route.relative)
    code, progress = opened.game.code, load_progress()
    listed = by_theme(all_puzzles(list(app.options.entries)), code, opened.judge.THEMES)
    follows = next_puzzle(listed, progress, date.today(), opened.proved.puzzle.id)
    place = PuzzlePlace(route, route.day, None if follows is None else ToPuzzle(follows.path))
    return shown(app, code).opening.puzzle(app, opened, place)


def puzzled(app: Application, code: str) -> Puzzled:
    """Return the game of this code as its puzzles know it. Raises UnknownGame."""
    return cast(Puzzled, found(app.options.entries, code))
