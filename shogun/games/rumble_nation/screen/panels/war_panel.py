"""War on the table: players and strengths in the current area, and the castles won so far."""

import pygame

from shogun.base.language import _, ngettext
from shogun.games.rumble_nation.analysis.hint import points_of
from shogun.games.rumble_nation.analysis.review import leader
from shogun.games.rumble_nation.rules.components import PIECES
from shogun.games.rumble_nation.rules.state import AreaResolved
from shogun.games.rumble_nation.screen import pieces
from shogun.games.rumble_nation.screen.controls import RumbleControls
from shogun.games.rumble_nation.screen.play.model import RumbleModel
from shogun.games.rumble_nation.screen.play.words import lead_text
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.icons import banner
from shogun.window.kit.drawing.theme import GOLD, GOLD_PALE, INDIGO, PAPER_BRIGHT, PAPER_EDGE
from shogun.window.kit.layout import Places, column, part, row, share
from shogun.window.kit.widgets.button import button

MARGINS_EM = 1.1
HEAD_EM, HEAD_GAP_EM = 2.4, 0.3
SCORES_EM = 1.8
"""Height of everybody's current points."""
SCORE = row(part("flag", wide=1.5), part("points", wide=1.6), gap=0.3, padding=(0.3, 0.0))
SCORE_EM = 4.2
FIGHTER_EM, FIGHTER_GAP_EM = 2.2, 0.3
"""Height of a combatant's row, and the gap between two."""
ROAD_EM = 3.9
"""Height of the castles in the order of the war."""
TOLD = column(
    row(part("head"), column(part("skip", high=2.0), wide=8.5), gap=0.5, high=HEAD_EM),
    part(high=HEAD_GAP_EM),
    row(part("scores"), part("lead", wide=share(0.4)), gap=0.5, high=SCORES_EM),
    part(high=HEAD_GAP_EM),
    part("fighters"),
    part("road", high=ROAD_EM),
)
CASTLE = column(part("castle", high=2.1), part("flag"), padding=(0.0, 0.1))
FIGHTER = row(
    part("flag", wide=1.7), part("name", wide=8.0),
    row(part("strength", wide=2.0), part(wide=0.4), part("pieces"), part("katana", wide=2.2), name="counted"),
    part("won", wide=2.5),
    padding=(0.4, 0.0),
)  # fmt: skip
PIECE_EM = 1.45
FALLEN = 110
"""Opacity of a castle that nobody has won, 0 to 255."""


class WarOnTable:
    """War, drawn by the table."""

    def __init__(self, model: RumbleModel, controls: RumbleControls) -> None:
        self.model = model
        self.controls = controls

    @property
    def high(self) -> float:
        """Height of the sheet, em: the same for one combatant as for all, so that nothing jumps."""
        fighters = (FIGHTER_EM + FIGHTER_GAP_EM) * len(self.model.seats)
        return MARGINS_EM + HEAD_EM + SCORES_EM + 2 * HEAD_GAP_EM + fighters + ROAD_EM

    def draw(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Draw the area that is fought for, the combatants, and below them all castles."""
        war = self.model.war
        if not war:
            return
        outcome, places = war[-1], canvas.places(TOLD, box)
        skip, act = places["skip"], self.controls.end_war
        button(canvas, "end-war", skip, _("Skip the war"), act, tooltip=_("Skip to the end"))
        words = _("The war, {n} of 11: {area}, castle {castle}")
        told = words.format(n=len(war), area=outcome.area, castle=outcome.castle)
        canvas.line(told, places["head"], size=1.25, weight="Bold")
        self._scores(canvas, places["scores"])
        if (seat := self.model.new_leader) is not None:
            told = lead_text(points_of(self.model.decided, len(self.model.seats)), self.model.names[seat])
            canvas.line(told, places["lead"], align="right", weight="Bold", colour=INDIGO)
        self._fighters(canvas, outcome, places["fighters"])
        self._road(canvas, places["road"])

    def _scores(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Draw everybody's current points, with the leader on gold."""
        model = self.model
        points, leads = points_of(model.decided, len(model.seats)), leader(model.view, model.decided)
        cells = canvas.across(box, *(share(most=SCORE_EM),) * len(points), gap=0.3)
        for seat, cell in enumerate(cells):
            is_first = seat == leads
            canvas.plate(cell, GOLD_PALE if is_first else PAPER_BRIGHT, GOLD if is_first else PAPER_EDGE, 0.3)
            places = canvas.places(SCORE, cell)
            canvas.image(banner(model.seats[seat].clan, canvas.px(1.5)), places["flag"], "left")
            canvas.line(str(points[seat]), places["points"], weight="Bold", align="right")
            told = ngettext("{name}: {n} point so far", "{name}: {n} points so far", points[seat])
            canvas.target(f"score-{seat}", cell, None, told.format(name=model.names[seat], n=points[seat]), "8.1")

    def _fighters(self, canvas: Canvas, outcome: AreaResolved, box: pygame.Rect) -> None:
        rows = canvas.down(box, *(FIGHTER_EM,) * len(self.model.seats), gap=FIGHTER_GAP_EM)
        if outcome.winner is None:
            canvas.line(_("Nobody is here: the castle is discarded."), rows[0])
        is_decided = self.model.is_decided
        for seat, rect in zip(outcome.fought if is_decided else sorted(outcome.fought), rows, strict=False):
            self._fighter(canvas, outcome, seat, rect)

    def _road(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Draw all castles in the order of the war, with their winners' banners, faint without one."""
        model = self.model
        decided = {outcome.castle: outcome for outcome in model.decided}
        order = sorted((castle, area) for area, castle in model.view.castles.items())
        for (castle, area), cell in zip(order, canvas.columns(box, len(order), 0.1), strict=True):
            if model.war and model.war[-1].area == area:
                canvas.plate(cell, GOLD_PALE, GOLD, 0.3)
            outcome, places = decided.get(castle), canvas.places(CASTLE, cell)
            self._castle(canvas, places["castle"], castle, is_fallen=outcome is not None and outcome.winner is None)
            if outcome is not None and outcome.winner is not None:
                canvas.image(banner(model.seats[outcome.winner].clan, canvas.px(1.6)), places["flag"])
            canvas.target(f"road-{castle}", cell, None, self._area_text(area, outcome), "7.1")

    def _castle(self, canvas: Canvas, box: pygame.Rect, castle: int, *, is_fallen: bool) -> None:
        image = pieces.castle(castle, min(canvas.px(1.9), *box.size))
        if is_fallen:
            image = image.copy()
            image.set_alpha(FALLEN)
        canvas.image(image, box)

    def _area_text(self, area: str, outcome: AreaResolved | None) -> str:
        if outcome is None:
            return area
        if outcome.winner is None:
            return _("{area}: {what}").format(area=area, what=_("nobody"))
        return _("{area}: {what}").format(area=area, what=self.model.names[outcome.winner])

    def _fighter(self, canvas: Canvas, outcome: AreaResolved, seat: int, box: pygame.Rect) -> None:
        look = self.model.seats[seat]
        is_decided = self.model.is_decided
        wins = seat == outcome.winner and is_decided
        canvas.plate(box, GOLD_PALE if wins else PAPER_BRIGHT, GOLD if wins else PAPER_EDGE, 0.3)
        places = canvas.places(FIGHTER, box)
        canvas.image(banner(look.clan, canvas.px(1.9)), places["flag"], "left")
        canvas.line(look.name, places["name"], weight="Bold")
        self._counted_out(canvas, outcome, seat, places)
        if self.model.counted >= 1 and outcome.strengths.count(outcome.strengths[seat]) > 1:
            self._katana(canvas, seat, places["katana"])
        if not is_decided:
            return
        won = outcome.castle if wins else outcome.small if seat == outcome.second else None
        if won is not None:
            canvas.image(pieces.castle(won, canvas.px(1.9), small=not wins), places["won"], "right")

    def _katana(self, canvas: Canvas, seat: int, box: pygame.Rect) -> None:
        """Draw a katana where it breaks a tie."""
        if katana := self.model.view.players[seat].katana:
            canvas.image(pieces.katana(katana, canvas.px(1.4)), box, "right")

    def _counted_out(self, canvas: Canvas, outcome: AreaResolved, seat: int, places: Places) -> None:
        """Draw the pieces counted so far in a row, and their strength."""
        soldiers, daimyo, support = self._strength(outcome, seat)
        counted = round(self.model.counted * max(outcome.strengths))
        clan, size = self.model.seats[seat].clan, canvas.px(1.6)
        pictures = [pieces.soldier(clan, size)] * soldiers
        pictures += [pieces.daimyo(clan, size)] * daimyo + [pieces.support(size)] * support
        worth = [1] * soldiers + [2] * daimyo + [1] * support
        spots = canvas.across(places["pieces"], *(share(most=PIECE_EM),) * len(pictures))
        strength = 0
        for image, more, spot in zip(pictures, worth, spots, strict=True):
            if strength + more > counted:
                break
            strength += more
            canvas.image(image, spot, "left")
        canvas.line(str(strength), places["strength"], size=1.5, weight="Bold", align="right")
        canvas.target(f"strength-{seat}", places["counted"], None, self._sum_text(outcome, seat), "7.3")

    def _strength(self, outcome: AreaResolved, seat: int) -> tuple[int, bool, int]:
        """Return the parts of a strength: soldiers, a daimyo or none, and support."""
        view = self.model.view
        soldiers, daimyo = view.soldiers[outcome.area][seat], view.players[seat].daimyo == outcome.area
        return soldiers, daimyo, outcome.strengths[seat] - soldiers - PIECES.daimyo_strength * daimyo

    def _sum_text(self, outcome: AreaResolved, seat: int) -> str:
        """Return a strength as a sum, e.g. "3 soldiers + 2 support = 5"."""
        soldiers, daimyo, support = self._strength(outcome, seat)
        parts = [ngettext("{n} soldier", "{n} soldiers", soldiers).format(n=soldiers)] if soldiers else []
        parts += [_("daimyo 2")] if daimyo else []
        parts += [ngettext("{n} support", "{n} support", support).format(n=support)] if support else []
        return _("{parts} = {sum}").format(parts=" + ".join(parts), sum=outcome.strengths[seat])
