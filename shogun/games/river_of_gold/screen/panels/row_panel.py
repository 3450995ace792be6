"""Building row with its stacks: the tiles that can be built."""

from functools import partial

import pygame

from shogun.base.by_identity import IdentityKey
from shogun.base.language import _, ngettext
from shogun.games.river_of_gold.rules.components import BONUSES
from shogun.games.river_of_gold.rules.position import ROW
from shogun.games.river_of_gold.rules.state import Build
from shogun.games.river_of_gold.screen import pieces
from shogun.games.river_of_gold.screen.controls import RiverControls
from shogun.games.river_of_gold.screen.pieces import symbol
from shogun.games.river_of_gold.screen.play.model import RiverModel
from shogun.games.river_of_gold.screen.play.refusal_reasons import why_not_tile
from shogun.games.river_of_gold.words import gain_text, tile_lines
from shogun.window.generic.pointing import PointingPanel
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.theme import INK, INK_SOFT, VERMILION, mix
from shogun.window.kit.layout import Places, column, part, row, shaped, share

PROPORTION = 0.72
"""A tile's width as a share of its height."""
STACK = share(0.72)
"""A stack's width as a share of a tile's."""
PANEL = column(
    row(part("title"), row(part("end"), part("sun", wide=1.2), gap=0.2), high=1.35),
    row(
        row(part("stack-1", wide=STACK), part("stack-2", wide=STACK), wide=share(2 * STACK.share), gap=0.15),
        *(part(f"tile-{place}") for place in range(ROW)),
        gap=0.25,
    ),
    padding=(0.4, 0.25),
)  # fmt: skip


class RowPanel(PointingPanel):
    """Panel of four tiles, from the stacks on the left to the end on the right."""

    name = "row"

    def __init__(self, model: RiverModel, controls: RiverControls) -> None:
        super().__init__()
        self.model = model
        self.controls = controls

    def shows(self) -> tuple[object, ...]:
        """Return the row, and the choice."""
        model = self.model
        return (
            model.view.row,
            model.view.era_1_size,
            model.view.era_2_size,
            model.tile,
            model.shore,
            model.question,
            model.number,
            IdentityKey(model.view),
            model.weighed,
            model.is_last_round,
        )

    def weighs(self, name: str) -> bool:
        """Return whether the keyboard focus is on a tile."""
        return name.startswith("tile-")

    def point_at(self, name: str) -> None:
        """Preview building a tile."""
        tile, model = name.removeprefix("tile-"), self.model
        may = model.is_turn and model.shore and tile in model.view.row
        self.controls.point_at(Build(model.shore, tile) if may else None)

    def draw(self, canvas: Canvas) -> None:
        """Draw the stacks and the row."""
        canvas.sheet(self.rect)
        places = canvas.places(PANEL, self.rect)
        if self.model.is_last_round:
            canvas.small(_("Last round"), places["title"], weight="Bold", colour=VERMILION)
        else:
            canvas.small(_("Building row"), places["title"], colour=INK_SOFT)
        self._end_note(canvas, places)
        view = self.model.view
        for era, left in ((1, view.era_1_size), (2, view.era_2_size)):
            self._stack(canvas, era, left, shaped(places[f"stack-{era}"], STACK.share * PROPORTION))
        for place, tile in enumerate(view.row, ROW - len(view.row)):
            self._tile(canvas, tile, shaped(places[f"tile-{place}"], PROPORTION))

    def _end_note(self, canvas: Canvas, places: Places) -> None:
        """Explain at the end of the row the effect of its last tile."""
        words = _("Last tile: +{n}").format(n=BONUSES.end_slot_favor)
        canvas.small(words, places["end"], align="right", colour=INK_SOFT)
        canvas.image(symbol("favor", min(places["sun"].size)), places["sun"])
        told = ngettext(
            "Building the tile at this end of the row gains {n} favor at once.",
            "Building the tile at this end of the row gains {n} favor at once.",
            BONUSES.end_slot_favor,
        ).format(n=BONUSES.end_slot_favor)
        canvas.target("end-of-row", places["end"].union(places["sun"]), None, told, "5.3")

    def _stack(self, canvas: Canvas, era: int, left: int, rect: pygame.Rect) -> None:
        canvas.image(pieces.stack(era, left, rect.size), rect)
        rule = "11.2" if era == 1 else "11.4"
        canvas.target(f"stack-{era}", rect, None, self._stack_told(era, left), rule, group="stacks")

    def _stack_told(self, era: int, left: int) -> str:
        if not left:
            return _EMPTY[era]()
        tiles = ngettext("{n} tile left in the stack of era {era}.", "{n} tiles left in the stack of era {era}.", left)
        told = tiles.format(n=left, era=era)
        if era == 1:
            return told + " " + _("When the last one enters the row, the Emperor visits and all owners are rewarded.")
        sentence = ngettext(
            "Whoever brings out the last one gets {n} point; every other player has one more turn.",
            "Whoever brings out the last one gets {n} points; every other player has one more turn.",
            BONUSES.last_tile_points,
        )
        return told + " " + sentence.format(n=BONUSES.last_tile_points)

    def _tile(self, canvas: Canvas, tile: str, rect: pygame.Rect) -> None:
        model = self.model
        reason, rule = why_not_tile(model)
        act = partial(self.controls.choose_tile, tile) if model.is_turn and not reason else None
        canvas.image(pieces.tile(tile, rect.size, bonus=True), rect)
        weighed = model.weighed
        if model.tile == tile or (isinstance(weighed, Build) and weighed.tile == tile):
            canvas.frame(rect.inflate(6, 6), VERMILION, 0.3, 0.24)
        elif act is not None and canvas.hovers(rect):
            canvas.frame(rect.inflate(4, 4), mix(VERMILION, INK, 0.2), 0.3, 0.14)
        told = tile_lines(tile)
        if tile == model.view.row[-1]:
            told.append(
                _("It is last in the row: building it also gains {gains}.").format(
                    gains=gain_text("favor", BONUSES.end_slot_favor)
                )
            )
        if reason:
            told.append(reason)
        chosen = isinstance(model.chosen, Build) and model.chosen.tile == tile
        words = "\n".join(told)
        canvas.target(f"tile-{tile}", rect, act, words, rule or "5.3", group="tiles", refusal=reason, chosen=chosen)


_EMPTY = {
    1: lambda: _("The stack of era 1 is empty: the Emperor has visited, and tiles of era 2 enter the row."),
    2: lambda: _("The stack of era 2 is empty: this is the last round."),
}
"""Explanations of an empty stack, by era."""
