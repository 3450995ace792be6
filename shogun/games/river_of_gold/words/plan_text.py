"""A whole turn of River of Gold in words: as an adviser names it."""

from collections.abc import Sequence

from shogun.base.language import _, ngettext
from shogun.games.river_of_gold.rules.box.components import SHORES, TILES
from shogun.games.river_of_gold.rules.moves import Build, Move, SpendFavor
from shogun.games.river_of_gold.words.plain import move_lines
from shogun.games.river_of_gold.words.printed_names import KIND_NAMES, shore_name


def plan_text(moves: Sequence[Move]) -> str:
    """Return a plan in words as they stand in mid-sentence; all favor that is spent for the die is told once."""
    by, lines = 0, []
    for number, move in enumerate(moves):
        if isinstance(move, SpendFavor):
            by += move.by
            if not any(isinstance(later, SpendFavor) for later in moves[number + 1 :]):
                lines.append(_favor(by))
        else:
            lines += [line[:1].lower() + line[1:] for line in _brief(move)]
    return ", ".join(lines)


def _favor(by: int) -> str:
    """Return that favor is spent until the die shows so much more or less."""
    if by > 0:
        text = ngettext("spend {n} favor for {n} more on the die", "spend {n} favor for {n} more on the die", by)
    else:
        text = ngettext("spend {n} favor for {n} less on the die", "spend {n} favor for {n} less on the die", -by)
    return text.format(n=abs(by))


def _brief(move: Move) -> list[str]:
    """Return a move in words without what is printed on a tile: that lies in the row to be read."""
    if not isinstance(move, Build):
        return move_lines(move)
    sentence = _("Build on {where} for {cost} koku: {tile}")
    kind = _(KIND_NAMES[TILES[move.tile].kind])
    return [sentence.format(where=shore_name(move.shore), cost=SHORES[move.shore - 1].cost, tile=kind)]
