"""The war on the table: who fights with what in the area of now, and which castles have fallen to whom by then."""

import pygame

from shogun.base.language import _, ngettext
from shogun.games.rumble_nation.rules.components import PIECES
from shogun.games.rumble_nation.rules.events import AreaResolved
from shogun.games.rumble_nation.screen import pieces
from shogun.games.rumble_nation.screen.controls import RumbleControls
from shogun.games.rumble_nation.screen.play.model import RumbleModel
from shogun.window.kit.banner import banner
from shogun.window.kit.canvas import Canvas
from shogun.window.kit.theme import GOLD, GOLD_PALE, PAPER_BRIGHT, PAPER_EDGE
from shogun.window.kit.widgets.button import button

HEAD_EM = 2.7
FIGHTER_EM = 2.5
"""Height of the row of a player who fights."""
ROAD_EM = 4.4
"""Height of the castles in the order of the war."""
MARGINS_EM = 1.1
SKIP_EM = 8.5, 2.0
FALLEN = 110
"""How strongly a castle is still seen that nobody has taken (of 255)."""


class WarOnTable:
    """What is told of the war; drawn by the table."""

    def __init__(self, model: RumbleModel, controls: RumbleControls) -> None:
        self.model = model
        self.controls = controls

    def height(self, canvas: Canvas) -> int:
        """Return how high the sheet must be, px: as high for one who fights as for all, so that nothing jumps."""
        return canvas.px(MARGINS_EM + HEAD_EM + FIGHTER_EM * len(self.model.seats) + ROAD_EM)

    def draw(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Draw the area that is fought for, who fights there, and below them all castles."""
        war = self.model.war
        if not war:
            return
        outcome = war[-1]
        wide, high = SKIP_EM
        skip = pygame.Rect(box.right - canvas.px(wide), box.top, canvas.px(wide), canvas.px(high))
        button(canvas, "end-war", skip, _("Skip the war"), self.controls.end_war, tooltip=_("Go to the end"))
        head = pygame.Rect(box.left, box.top, skip.left - box.left - canvas.px(0.5), canvas.px(HEAD_EM - 0.3))
        words = _("The war, {n} of 11: {area}, castle {castle}")
        canvas.line(words.format(n=len(war), area=outcome.area, castle=outcome.castle), head, size=1.25, weight="Bold")
        self._fighters(canvas, outcome, box.move(0, canvas.px(HEAD_EM)))
        road = pygame.Rect(box.left, box.bottom - canvas.px(ROAD_EM - 0.5), box.width, canvas.px(ROAD_EM - 0.5))
        self._road(canvas, road)

    def _fighters(self, canvas: Canvas, outcome: AreaResolved, box: pygame.Rect) -> None:
        if outcome.winner is None:
            room = pygame.Rect(box.left, box.top, box.width, canvas.px(2.0))
            canvas.line(_("Nobody is there: the castle is set aside."), room)
        is_decided = self.model.counted >= 1
        for row, seat in enumerate(outcome.fought if is_decided else sorted(outcome.fought)):
            top = box.top + row * canvas.px(FIGHTER_EM)
            self._fighter(canvas, outcome, seat, pygame.Rect(box.left, top, box.width, canvas.px(2.2)))

    def _road(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Draw all castles in the order of the war: with the banner of who has taken them, faint where nobody has."""
        model = self.model
        decided = {outcome.castle: outcome for outcome in model.decided}
        order = sorted((castle, area) for area, castle in model.view.castles.items())
        step = box.width / len(order)
        for place, (castle, area) in enumerate(order):
            cell = pygame.Rect(round(box.left + place * step), box.top, round(step) - 2, box.height)
            if model.war and model.war[-1].area == area:
                canvas.plate(cell, GOLD_PALE, GOLD, 0.3)
            outcome = decided.get(castle)
            self._castle(canvas, cell, castle, is_fallen=outcome is not None and outcome.winner is None)
            if outcome is not None and outcome.winner is not None:
                flag = banner(model.seats[outcome.winner].clan, canvas.px(1.7))
                canvas.surface.blit(flag, flag.get_rect(midbottom=(cell.centerx, cell.bottom - canvas.px(0.1))))
            canvas.target(f"road-{castle}", cell, None, self._told(area, outcome), "7.1")

    def _castle(self, canvas: Canvas, cell: pygame.Rect, castle: int, *, is_fallen: bool) -> None:
        image = pieces.castle(castle, min(canvas.px(1.9), cell.width - 2))
        if is_fallen:
            image = image.copy()
            image.set_alpha(FALLEN)
        canvas.surface.blit(image, image.get_rect(midtop=(cell.centerx, cell.top + canvas.px(0.1))))

    def _told(self, area: str, outcome: AreaResolved | None) -> str:
        if outcome is None:
            return area
        if outcome.winner is None:
            return _("{area}: {what}").format(area=area, what=_("nobody"))
        return _("{area}: {what}").format(area=area, what=self.model.names[outcome.winner])

    def _fighter(self, canvas: Canvas, outcome: AreaResolved, seat: int, box: pygame.Rect) -> None:
        view, look = self.model.view, self.model.seats[seat]
        is_decided = self.model.counted >= 1
        wins = seat == outcome.winner and is_decided
        canvas.plate(box, GOLD_PALE if wins else PAPER_BRIGHT, GOLD if wins else PAPER_EDGE, 0.3)
        flag = banner(look.clan, canvas.px(1.9))
        canvas.surface.blit(flag, flag.get_rect(midleft=(box.left + canvas.px(0.3), box.centery)))
        name = pygame.Rect(box.left + canvas.px(2), box.top, canvas.px(8), box.height)
        canvas.line(look.name, name, weight="Bold")
        end = box.right - canvas.px(3)
        self._counted_out(canvas, outcome, seat, pygame.Rect(name.right, box.top, end - name.right, box.height))
        if not is_decided:
            return
        won = outcome.castle if wins else outcome.small if seat == outcome.second else None
        if won is not None:
            image = pieces.castle(won, canvas.px(1.9), small=not wins)
            canvas.surface.blit(image, image.get_rect(midright=(box.right - canvas.px(0.5), box.centery)))
        if list(outcome.strengths).count(outcome.strengths[seat]) > 1 and (katana := view.players[seat].katana):
            image = pieces.katana(katana, canvas.px(1.4))
            canvas.surface.blit(image, image.get_rect(midright=(end, box.centery)))

    def _counted_out(self, canvas: Canvas, outcome: AreaResolved, seat: int, box: pygame.Rect) -> None:
        """Draw the pieces that were counted by now, one beside the other, and their strength."""
        soldiers, daimyo, support = self._strength(outcome, seat)
        counted = round(self.model.counted * max(outcome.strengths))
        clan, size = self.model.seats[seat].clan, canvas.px(1.6)
        pictures = [pieces.soldier(clan, size)] * soldiers
        pictures += [pieces.daimyo(clan, size)] * daimyo + [pieces.support(size)] * support
        worth = [1] * soldiers + [2] * daimyo + [1] * support
        room = pygame.Rect(box.left + canvas.px(2.4), box.top, box.width - canvas.px(4.6), box.height)
        step = min(canvas.px(1.45), room.width // max(1, len(pictures)))
        strength = 0
        for place, (image, more) in enumerate(zip(pictures, worth, strict=True)):
            if strength + more > counted:
                break
            strength += more
            canvas.surface.blit(image, image.get_rect(midleft=(room.left + place * step, box.centery)))
        number = pygame.Rect(box.left, box.top, canvas.px(2.0), box.height)
        canvas.line(str(strength), number, size=1.5, weight="Bold", align="right")
        canvas.target(f"strength-{seat}", box, None, self._sum_text(outcome, seat), "7.3")

    def _strength(self, outcome: AreaResolved, seat: int) -> tuple[int, bool, int]:
        """Return of what a strength consists: soldiers, a daimyo or none, and support."""
        view = self.model.view
        soldiers, daimyo = view.soldiers[outcome.area][seat], view.players[seat].daimyo == outcome.area
        return soldiers, daimyo, outcome.strengths[seat] - soldiers - PIECES.daimyo_strength * daimyo

    def _sum_text(self, outcome: AreaResolved, seat: int) -> str:
        """Return how a strength comes about, e.g. "3 soldiers + 2 support = 5"."""
        soldiers, daimyo, support = self._strength(outcome, seat)
        parts = [ngettext("{n} soldier", "{n} soldiers", soldiers).format(n=soldiers)] if soldiers else []
        parts += [_("daimyo 2")] if daimyo else []
        parts += [ngettext("{n} support", "{n} support", support).format(n=support)] if support else []
        return _("{parts} = {sum}").format(parts=" + ".join(parts), sum=outcome.strengths[seat])
