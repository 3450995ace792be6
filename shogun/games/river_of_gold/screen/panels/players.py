"""Everybody at a glance: koku, goods, favor, die, cards, buildings and points; and what a weighed move would change."""

from collections import Counter
from functools import partial

import pygame

from shogun.base.itself import Itself
from shogun.base.language import _, ngettext, signed
from shogun.games.river_of_gold.rules.components import CUSTOMERS, GOODS, KINDS, LIMITS
from shogun.games.river_of_gold.rules.counting import own_kinds
from shogun.games.river_of_gold.rules.state import Player
from shogun.games.river_of_gold.screen.play.model import RiverModel
from shogun.games.river_of_gold.screen.symbols import symbol
from shogun.games.river_of_gold.words.cards import customer_lines, patron_lines
from shogun.games.river_of_gold.words.printed_names import CLAN_NAMES, KIND_NAMES, listed
from shogun.window.generic.panels import SeatActs
from shogun.window.kit import text as texts
from shogun.window.kit.banner import banner
from shogun.window.kit.canvas import Canvas
from shogun.window.kit.dice import die
from shogun.window.kit.panel import Panel
from shogun.window.kit.theme import (
    GOLD_PALE,
    INDIGO,
    INK,
    INK_SOFT,
    PAPER_BRIGHT,
    PAPER_EDGE,
    SMALL,
    VERMILION,
    Colour,
)

MARGIN_EM = 0.35
GAP_EM = 0.2


_MOST: dict[str, int] = {"koku": LIMITS.koku, **dict.fromkeys(GOODS, LIMITS.goods)}
"""The most that a player can have: it is written in another colour."""


class PlayersPanel(Panel):
    """A plate for each player."""

    name = "players"

    def __init__(self, model: RiverModel, seats: SeatActs | None = None) -> None:
        super().__init__()
        self.model = model
        self.seats = seats

    def shows(self) -> tuple[object, ...]:
        """Return the game, who is asked or thinks, and what is weighed."""
        model = self.model
        return (
            model.seats,
            model.question,
            model.thinking,
            model.result,
            Itself(model.view),
            model.weighed,
            model.number,
        )

    def plate_of(self, seat: int) -> pygame.Rect:
        """Return the plate of a player, px."""
        count, em = len(self.model.seats), self.rect.height
        high = em / count
        return pygame.Rect(self.rect.left, round(self.rect.top + seat * high), self.rect.width, round(high))

    def draw(self, canvas: Canvas) -> None:
        """Draw a plate for each."""
        canvas.sheet(self.rect)
        inner = self.rect.inflate(-2 * canvas.px(MARGIN_EM), -2 * canvas.px(MARGIN_EM))
        gap, count = canvas.px(GAP_EM), len(self.model.seats)
        high = (inner.height + gap) // count - gap
        for seat in range(count):
            self._plate(canvas, seat, pygame.Rect(inner.left, inner.top + seat * (high + gap), inner.width, high))

    def _plate(self, canvas: Canvas, seat: int, box: pygame.Rect) -> None:
        model = self.model
        player = model.view.players[seat]
        on_turn = seat in model.thinking or (
            bool(model.view.order) and model.result is None and model.view.active == seat
        )
        if model.question is not None:
            on_turn = model.question.seat == seat
        canvas.plate(
            box,
            GOLD_PALE if on_turn else PAPER_BRIGHT,
            INDIGO if on_turn else PAPER_EDGE,
            0.25,
            0.14 if on_turn else 0.08,
        )
        if self.seats is not None:
            act = None if model.result is not None else partial(self.seats.open_menu, seat)
            canvas.target(f"seat-{seat}", box, act, self._told(seat), "3.6")
        inner = box.inflate(-canvas.px(0.5), -canvas.px(0.2))
        third = inner.height // 3
        self._name(canvas, seat, player, pygame.Rect(inner.left, inner.top, inner.width, third + canvas.px(0.15)))
        self._means(
            canvas, seat, player, pygame.Rect(inner.left, inner.top + third + canvas.px(0.1), inner.width, third)
        )
        self._owned(canvas, seat, player, pygame.Rect(inner.left, inner.bottom - third, inner.width, third))

    def _then(self, seat: int) -> Player | None:
        foresight = self.model.foresight
        return foresight.after.players[seat] if foresight is not None else None

    # Name, die, points

    def _name(self, canvas: Canvas, seat: int, player: Player, box: pygame.Rect) -> None:
        model = self.model
        flag = banner(model.seats[seat].clan, box.height)
        canvas.surface.blit(flag, flag.get_rect(midleft=box.midleft))
        right = self._points(canvas, player, self._then(seat), box)
        if player.die:
            image = die(player.die, canvas.px(1.35))
            rect = image.get_rect(midright=(right - canvas.px(0.4), box.centery))
            canvas.surface.blit(image, rect)
            told = _("{name}'s die for the next turn.") if seat != model.seat else _("{name}'s die.")
            canvas.target(f"die-of-{seat}", rect, None, told.format(name=model.names[seat]), "2.13")
            right = rect.left
        left = box.left + flag.get_width() + canvas.px(0.35)
        name = pygame.Rect(left, box.top, right - left - canvas.px(0.3), box.height)
        clan = _(CLAN_NAMES[player.clan]) if player.clan else ""
        words = model.seats[seat].name
        taken = min(name.width, texts.width(words, canvas.px(1.05), "Bold") + canvas.px(0.4))
        canvas.line(words, pygame.Rect(name.left, name.top, taken, name.height), weight="Bold", size=1.05)
        rest = pygame.Rect(name.left + taken, name.top, name.right - name.left - taken, name.height)
        if clan and rest.width > canvas.px(2.2):
            canvas.small(clan, rest, colour=INK_SOFT)
            if player.patron:
                canvas.target(f"patron-{seat}", rest, None, "\n".join(patron_lines(player.patron)), "13.5")

    def _points(self, canvas: Canvas, player: Player, then: Player | None, box: pygame.Rect) -> int:
        """Draw the points at the right and return where what is left of them begins."""
        sign = symbol("points", canvas.px(1.15))
        rect = sign.get_rect(midright=box.midright)
        canvas.surface.blit(sign, rect)
        more = then.points - player.points if then is not None else 0
        words = str(player.points) + (f" +{more}" if more else "")
        wide = texts.width(words, canvas.px(1.2), "Bold") + 2
        room = pygame.Rect(rect.left - wide - 3, box.top, wide, box.height)
        canvas.line(words, room, size=1.2, weight="Bold", align="right", colour=VERMILION if more else INK)
        return room.left

    # Koku, goods, favor, cards

    def _means(self, canvas: Canvas, seat: int, player: Player, box: pygame.Rect) -> None:
        then = self._then(seat)
        step = box.width / 6.75
        rows: list[tuple[str, str, int]] = [("koku", str(player.koku), _more(then, player, "koku"))]
        rows += [
            (good, str(player.goods[place]), (then.goods[place] - player.goods[place]) if then else 0)
            for place, good in enumerate(GOODS)
        ]
        rows.append(("favor", f"{player.favor}/{player.favor_limit}", _more(then, player, "favor")))
        left = float(box.left)
        for name, words, more in rows:
            wide = step * (1.3 if name in ("koku", "favor") else 1.05)
            self._amount(canvas, name, words, more, pygame.Rect(round(left), box.top, round(wide), box.height))
            left += wide
        cards = str(self.model.view.hand_sizes[seat]) if self.model.view.hand_sizes else "0"
        self._amount(
            canvas, "customer", cards, 0, pygame.Rect(round(left), box.top, box.right - round(left), box.height)
        )

    def _amount(self, canvas: Canvas, name: str, words: str, more: int, box: pygame.Rect) -> None:
        size = min(canvas.px(1.2), box.height)
        sign = symbol(name, size)
        canvas.surface.blit(sign, sign.get_rect(midleft=box.midleft))
        room = pygame.Rect(box.left + size + 2, box.top, box.width - size - 3, box.height)
        colour: Colour = INK
        if more:
            words = words + signed(more)
            colour = VERMILION
        elif words == str(_MOST.get(name)):
            colour = VERMILION
        canvas.line(words, room, weight="Bold", size=0.95, colour=colour)

    # Customers and buildings

    def _owned(self, canvas: Canvas, seat: int, player: Player, box: pygame.Rect) -> None:
        """Draw the delivered customers at the left, and the own buildings, by kind, at the right."""
        size = min(canvas.px(1.2), box.height)
        right = box.right
        counts = Counter(own_kinds(self.model.view, seat)) if self.model.view.tiles else Counter[str]()
        for kind in reversed(KINDS):
            if number := counts[kind]:
                words = str(number)
                wide = texts.width(words, canvas.px(SMALL), "Bold") + 3
                canvas.small(words, pygame.Rect(right - wide, box.top, wide, box.height), weight="Bold")
                sign = symbol(kind, size)
                canvas.surface.blit(sign, sign.get_rect(midright=(right - wide - 1, box.centery)))
                right -= wide + size + canvas.px(0.25)
        self._delivered(canvas, seat, player, pygame.Rect(box.left, box.top, right - box.left, box.height))

    def _delivered(self, canvas: Canvas, seat: int, player: Player, box: pygame.Rect) -> None:
        size = min(canvas.px(1.2), box.height)
        if not player.delivered:
            canvas.small(_("no deliveries yet"), box, colour=INK_SOFT, size=0.78)
            return
        step = min(size + canvas.px(0.75), box.width // len(player.delivered))
        for place, name in enumerate(player.delivered):
            customer = CUSTOMERS[name]
            rect = pygame.Rect(box.left + place * step, 0, size, size)
            rect.centery = box.centery
            canvas.surface.blit(symbol(customer.kind, size), rect)
            number = pygame.Rect(rect.right - 1, box.top, step - size, box.height)
            if step - size >= canvas.px(0.5):
                canvas.small(str(customer.region), number, size=0.78, weight="Bold", colour=INDIGO)
            canvas.target(
                f"delivered-{seat}-{place}", rect, None, "\n".join(customer_lines(name)), "8", group=f"delivered-{seat}"
            )

    def _told(self, seat: int) -> str:
        """Return what there is to say of a player."""
        player, view = self.model.view.players[seat], self.model.view
        assert self.seats is not None
        lines = [self.seats.tooltip(seat)]
        if player.patron:
            lines += patron_lines(player.patron)
        kinds = Counter(own_kinds(view, seat))
        if kinds:
            owned = listed(f"{_(KIND_NAMES[kind])} {kinds[kind]}" for kind in KINDS if kinds[kind])
            lines.append(_("Own buildings: {list}.").format(list=owned))
        if player.delivered:
            number = len(player.delivered)
            told = ngettext("Delivered to {n} customer.", "Delivered to {n} customers.", number)
            lines.append(told.format(n=number))
        told = ngettext(
            "At most {koku} koku, {goods} goods of each kind, {favor} favor.",
            "At most {koku} koku, {goods} goods of each kind, {favor} favor.",
            player.favor_limit,
        )
        lines.append(told.format(koku=LIMITS.koku, goods=LIMITS.goods, favor=player.favor_limit))
        return "\n".join(lines)


def _more(then: Player | None, now: Player, what: str) -> int:
    return getattr(then, what) - getattr(now, what) if then is not None else 0
