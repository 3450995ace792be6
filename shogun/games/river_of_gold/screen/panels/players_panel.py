"""Players panel: koku, goods, favor, die, cards, buildings and points, with the effects of a previewed move."""

from collections import Counter
from collections.abc import Sequence

import pygame

from shogun.base.by_identity import IdentityKey
from shogun.base.language import _, ngettext, signed
from shogun.games.river_of_gold.analysis.hint import Points, ahead, standing
from shogun.games.river_of_gold.rules.components import CUSTOMERS, GOODS, KINDS, LIMITS, PATRONS
from shogun.games.river_of_gold.rules.scoring import own_kinds
from shogun.games.river_of_gold.rules.state import Player
from shogun.games.river_of_gold.screen.controls import RiverControls
from shogun.games.river_of_gold.screen.pieces import symbol
from shogun.games.river_of_gold.screen.play.model import RiverModel
from shogun.games.river_of_gold.words import CLAN_NAMES, KIND_NAMES, customer_lines, listed, patron_lines
from shogun.window.generic.panels import SeatsPanel
from shogun.window.kit.drawing import text as texts
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.icons import banner, die
from shogun.window.kit.drawing.theme import (
    GOLD,
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
from shogun.window.kit.layout import Places, column, folds, part, row, rows, share, text

MARGIN_EM = 0.35
GAP_EM = 0.2
PLATE = column(
    part("name", high=share(1.15)),
    row(
        part("koku", wide=share(1.3)), *(part(good, wide=share(1.05)) for good in GOODS),
        part("favor", wide=share(1.3)), part("customer", wide=share()),
    ),
    part("owned"),
    padding=(0.25, 0.1),
)  # fmt: skip
CLAN_EM = 2.2
"""Least room next to the name for showing the clan."""
KINDS_GAP_EM, DELIVERED_EM = 0.25, 1.95
"""Gap between two kinds of buildings, and width of a delivery."""

_MOST: dict[str, int] = {"koku": LIMITS.koku, **dict.fromkeys(GOODS, LIMITS.goods)}
"""Maximum amounts of a player, shown in another color when reached."""


class PlayersPanel(SeatsPanel):
    """Panel with a plate for each player."""

    model: RiverModel

    def __init__(self, model: RiverModel, controls: RiverControls) -> None:
        super().__init__(model)
        self.controls = controls
        self._ended: Points = ()
        """Everybody's points if the game ended now; empty at its end."""
        self._ended_then: Points = ()
        """The same after the previewed move."""

    def shows(self) -> tuple[object, ...]:
        """Return the game, who is asked or thinks, and the previewed move."""
        model = self.model
        return (
            model.seats,
            model.question,
            model.thinking,
            model.result,
            IdentityKey(model.view),
            model.weighed,
            model.number,
            model.is_scoring,
        )

    def plate_of(self, seat: int) -> pygame.Rect:
        """Return the rectangle of a player's plate, px."""
        return rows(self.rect, 1, len(self.model.seats))[seat]

    def draw(self, canvas: Canvas) -> None:
        """Draw a plate for each player."""
        self._ended, self._ended_then = self._if_ended()
        super().draw(canvas)

    def plates(self, canvas: Canvas) -> Sequence[pygame.Rect]:
        """Return the rectangle of each plate, in seat order."""
        return canvas.rows(canvas.within(self.rect, MARGIN_EM), len(self.model.seats), GAP_EM)

    def plate(self, canvas: Canvas, seat: int, box: pygame.Rect) -> None:
        """Draw a player's goods, and the effects of the previewed move."""
        model = self.model
        player = model.view.players[seat]
        on_turn = seat in model.thinking or (
            bool(model.view.order) and model.result is None and model.view.active == seat
        )
        if model.question is not None:
            on_turn = model.question.seat == seat
        paper, edge = (GOLD_PALE, INDIGO) if on_turn else (PAPER_BRIGHT, PAPER_EDGE)
        canvas.plate(box, paper, edge, 0.25, 0.14 if on_turn else 0.08)
        canvas.target(f"player-{seat}", box, self.controls.show_standing, self._player_tooltip(seat), "3.6")
        places = canvas.places(PLATE, box)
        self._name(canvas, seat, player, places["name"])
        self._means(canvas, seat, player, places)
        self._owned(canvas, seat, player, places["owned"])

    def _then(self, seat: int) -> Player | None:
        foresight = self.model.foresight
        return foresight.after.players[seat] if foresight is not None else None

    def _if_ended(self) -> tuple[Points, Points]:
        """Return everybody's points if the game ended now, and after the previewed move; none at its end."""
        model = self.model
        if model.result is not None or model.is_scoring or model.view.scores or not model.view.order:
            return (), ()
        now, foresight = standing(model.view).total, model.foresight
        return now, standing(foresight.after).total if foresight is not None else now

    # Name, die, points

    def _name(self, canvas: Canvas, seat: int, player: Player, box: pygame.Rect) -> None:
        model = self.model
        box = canvas.put(banner(model.seats[seat].clan, box.height), box, gap=0.35)
        box = self._points(canvas, seat, player, box)
        box = self._next(canvas, seat, player, box)
        name, forms = model.seats[seat].name, _whose(player)
        line = row(
            text("name", name, size=1.05, weight="Bold"),
            part("whose", wide=share(least=CLAN_EM)),
            gap=0.4,
            gives_way=(folds("whose"),),
        )
        places = canvas.places(line, box)
        canvas.line(name, places["name"], weight="Bold", size=1.05)
        if "whose" in places and forms[0]:
            room = places["whose"]
            words = next((form for form in forms if texts.width(form, canvas.px(SMALL)) <= room.width), forms[-1])
            canvas.small(words, room, colour=INDIGO if player.patron else INK_SOFT)
            if player.patron:
                canvas.target(f"patron-{seat}", room, None, "\n".join(patron_lines(player.patron)), "13.5")

    def _next(self, canvas: Canvas, seat: int, player: Player, box: pygame.Rect) -> pygame.Rect:
        """Draw the die for the next turn, or the lack of one; return the rectangle left."""
        model = self.model
        if model.is_last_round and seat != model.view.active and seat not in model.still_to_play:
            words = _("done")
            places = canvas.places(row(part("rest"), text("done", words, size=SMALL), gap=0.3), box)
            canvas.small(words, places["done"], colour=INK_SOFT)
            return places["rest"]
        if not player.die:
            return box
        told = _("{name}'s die for the next turn.") if seat != model.seat else _("{name}'s die.")
        if model.is_last_round:
            told = _("{name}'s die. This is their last turn.")
        spot = canvas.spot(box, wide=1.35, high=1.35, at=("end", "middle"))
        canvas.target(f"die-of-{seat}", spot, None, told.format(name=model.names[seat]), "2.13")
        return canvas.put(die(player.die, canvas.px(1.35)), box, "right", 0.3)

    def _points(self, canvas: Canvas, seat: int, player: Player, box: pygame.Rect) -> pygame.Rect:
        """Draw the points, and those if the game ended now; return the rectangle left beside them."""
        then = self._then(seat)
        if self._ended:
            box = self._pill(canvas, seat, box)
        box = canvas.put(symbol("points", canvas.px(1.15)), box, "right", 0.15)
        more = then.points - player.points if then is not None else 0
        words = str(player.points) + (f" +{more}" if more else "")
        places = canvas.places(row(part("rest"), text("points", words, size=1.2, weight="Bold"), gap=0.3), box)
        canvas.line(words, places["points"], size=1.2, weight="Bold", align="right", colour=VERMILION if more else INK)
        return places["rest"]

    def _pill(self, canvas: Canvas, seat: int, box: pygame.Rect) -> pygame.Rect:
        """Draw the points if the game ended now, golden for the leader; return the rectangle left."""
        now, then = self._ended[seat], self._ended_then[seat]
        words = str(now) + (f" {signed(then - now)}" if then != now else "")
        line = row(part("rest"), row(text("ended", words, weight="Bold"), padding=(0.4, 0.0), name="pill"), gap=0.35)
        places = canvas.places(line, box)
        is_first = seat in ahead(self._ended_then)
        canvas.fill(canvas.within(places["pill"], 0, 0.12), GOLD if is_first else INDIGO, 0.5)
        canvas.line(words, places["ended"], weight="Bold", align="centre", colour=INK if is_first else PAPER_BRIGHT)
        return places["rest"]

    def _points_text(self, seat: int, player: Player) -> str:
        points = ngettext("{name}: {n} point now.", "{name}: {n} points now.", player.points)
        told = points.format(name=self.model.names[seat], n=player.points)
        if not self._ended:
            return told
        ended = self._ended[seat]
        return told + " " + ngettext("{n} if the game ended now.", "{n} if the game ended now.", ended).format(n=ended)

    # Koku, goods, favor, cards

    def _means(self, canvas: Canvas, seat: int, player: Player, places: Places) -> None:
        then, hands = self._then(seat), self.model.view.hand_sizes
        self._amount(canvas, "koku", (player.koku, _more(then, player, "koku")), places["koku"])
        for place, good in enumerate(GOODS):
            more = then.goods[place] - player.goods[place] if then else 0
            self._amount(canvas, good, (player.goods[place], more), places[good])
        favor = player.favor, _more(then, player, "favor")
        self._amount(canvas, "favor", favor, places["favor"], f"/{player.favor_limit}")
        self._amount(canvas, "customer", (hands[seat] if hands else 0, 0), places["customer"])

    def _amount(self, canvas: Canvas, name: str, number: tuple[int, int], box: pygame.Rect, limit: str = "") -> None:
        """Draw an amount with the previewed move's change, and its limit."""
        room = canvas.put(symbol(name, min(canvas.px(1.2), box.height)), box, gap=0.1)
        now, more = number
        colour: Colour = VERMILION if more or now == _MOST.get(name) else INK
        words = f"{now}{signed(more) if more else ''}{limit}"
        canvas.line(words, room, weight="Bold", size=0.95, colour=colour)

    # Customers and buildings

    def _owned(self, canvas: Canvas, seat: int, player: Player, box: pygame.Rect) -> None:
        """Draw the delivered customers on the left, and the player's buildings by kind on the right."""
        size = min(canvas.px(1.2), box.height)
        counts = Counter(own_kinds(self.model.view, seat)) if self.model.view.tiles else Counter[str]()
        for kind in reversed(KINDS):
            if number := str(counts[kind] or ""):
                places = canvas.places(
                    row(part("rest"), text("number", number, size=SMALL, weight="Bold"), gap=0.1), box
                )
                canvas.small(number, places["number"], weight="Bold")
                box = canvas.put(symbol(kind, size), places["rest"], "right", KINDS_GAP_EM)
        self._delivered(canvas, seat, player, box)

    def _delivered(self, canvas: Canvas, seat: int, player: Player, box: pygame.Rect) -> None:
        if not player.delivered:
            canvas.small(_("no deliveries yet"), box, colour=INK_SOFT)
            return
        size, names = min(canvas.px(1.2), box.height), player.delivered
        for place, (name, spot) in enumerate(
            zip(names, canvas.across(box, *(share(most=DELIVERED_EM),) * len(names)), strict=True)
        ):
            customer = CUSTOMERS[name]
            number = canvas.put(symbol(customer.kind, size), spot)
            if number.width >= canvas.px(0.5):
                canvas.small(str(customer.region), number, size=0.78, weight="Bold", colour=INDIGO)
            told = "\n".join(customer_lines(name))
            canvas.target(f"delivered-{seat}-{place}", spot, None, told, "8", group=f"delivered-{seat}")

    def _player_tooltip(self, seat: int) -> str:
        """Return the text about a player."""
        player, view = self.model.view.players[seat], self.model.view
        lines = [self._points_text(seat, player)]
        if player.patron:
            lines += patron_lines(player.patron)
        kinds = Counter(own_kinds(view, seat))
        if kinds:
            owned = listed(f"{_(KIND_NAMES[kind])} {kinds[kind]}" for kind in KINDS if kinds[kind])
            lines.append(_("Buildings owned: {list}.").format(list=owned))
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
        lines.append(_("Gold marks the leader. Click for the full score."))
        return "\n".join(lines)


def _more(then: Player | None, now: Player, what: str) -> int:
    return getattr(then, what) - getattr(now, what) if then is not None else 0


def _whose(player: Player) -> tuple[str, ...]:
    """Return the texts next to a name, the longest first: the patron, or else the clan."""
    if player.patron:
        full = PATRONS[player.patron].name
        return full, full.split()[-1]
    return (_(CLAN_NAMES[player.clan]) if player.clan else "",)
