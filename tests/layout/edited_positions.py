"""Positions that are changed when the layout is checked: each page of as many as may play, with and without a fault."""

from collections.abc import Iterator

from msgspec.structs import replace

from shogun.game.positions import can_begin_anywhere
from shogun.table.positions import PositionFile, position_type
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.scene import Scene
from shogun.window.play.game_plugin import brought
from shogun.window.scenes.new_game import PlayPositionScene
from shogun.window.scenes.position_editor import PositionScene

MOST_PLAYERS = 10**6
"""No game has so many: a fault of a position that is told in a long sentence."""


def edited(app: App, code: str) -> Iterator[Scene]:
    """Yield the empty position of a game on its board, page by page, and the sheet of who plays from it."""
    game = brought(app.options, code)
    if not can_begin_anywhere(game.rules):
        return
    setup = game.rules.types.setup(seats=game.form.counts()[-1])
    if hasattr(setup, "advanced"):
        setup = replace(setup, advanced=True)
    found = PositionFile(game.rules, replace(setup, position=position_type(game.rules)()))
    scene = PositionScene(app, found)
    app.replace(scene)
    for page in range(len(scene.pages())):
        scene.turn_to(page)
        app.step(0.0)
        yield scene
    for number in [row for page in scene.pages() for row in page.rows if not row.choices][:1]:
        scene.take(number.change(MOST_PLAYERS))
        app.step(0.0)
        yield scene
    app.replace(PlayPositionScene(app, found))
    app.step(0.0)
    yield app.scene
