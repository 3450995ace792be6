"""Bidding for the places of a new game, on a sheet over the one where it was agreed on."""

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from shogun.base.confidence_intervals import percent, whole_percents
from shogun.base.language import _, ngettext, shown
from shogun.players.place_auction import Auction, auction
from shogun.players.place_chances import PlaceChances, place_names
from shogun.table.journal import PERSON
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.theme import INDIGO, INK, INK_SOFT, PAPER_SHADE
from shogun.window.kit.layout import column, part, row, share
from shogun.window.kit.runtime.panel import ScenePanel
from shogun.window.kit.runtime.scene import Application, Scene
from shogun.window.kit.runtime.settings import SeatChoice
from shogun.window.kit.widgets.button import button
from shogun.window.kit.widgets.entry import FIELD_EM, FOOT_EM, GAP_EM, Form
from shogun.window.tower.menu_picture import draw_backdrop

SHEET_EM = (52, 15)
"""Width and height of the sheet without the places."""
TEXT_EM = 3.2
"""Height of the sentence on how bidding works."""
MOST = 40
"""Most points that anybody may bid."""
PLACE = row(
    part("place", wide=4.0), column(part(), part("bar", high=0.6), part()), part("chance", wide=3.0),
    part("holder", wide=17.0), part("bid", wide=11.0), gap=0.8,
)  # fmt: skip


def draw_chance(canvas: Canvas, bar: pygame.Rect, chance: float, most: float, even: float) -> None:
    """Draw a chance as a bar whose whole length is the chance `most`, with a mark at an even chance."""
    canvas.fill(bar, PAPER_SHADE, 0.1)
    canvas.fill(canvas.across(bar, share(chance), share(most - chance))[0], INDIGO, 0.1)
    canvas.fill(canvas.across(bar, share(even), 0.1, share(most - even))[1], INK)


class BiddingPanel(ScenePanel["BiddingScene"]):
    """A row for each place: its chance, who holds it for how many points, and a button to bid."""

    name = "bidding"
    is_sheet = True

    def draw(self, canvas: Canvas) -> None:
        """Draw the sheet."""
        draw_backdrop(canvas.surface, self.rect)
        scene = self.scene
        seats = len(scene.seats)
        wide, high = SHEET_EM
        form = Form(canvas, self.rect, (wide, high + seats * (FIELD_EM + GAP_EM)), _("Bid for the places"))
        form.paragraph(
            _(
                "Take a free place for nothing, or outbid its holder. The points that you bid for the place you get "
                "are given up: you begin the game below zero."
            ),
            TEXT_EM,
        )
        percents = whole_percents(scene.chances.won)
        for place, (name, rounded) in enumerate(zip(place_names(seats), percents, strict=True)):
            self._place(canvas, form.whole_row(), place, name, percent(rounded / 100))
        note = canvas.spot(form.room(FOOT_EM + GAP_EM), high=FIELD_EM, at=("start", "end"))
        canvas.line(scene.prompt(), note, weight="Bold")
        form.back("back", _("Back"), scene.escape)
        is_over = scene.auction.turn is None
        why = "" if is_over else _("Everybody needs a place first.")
        form.forth("begin", _("Start game"), scene.begin if is_over else None, style="primary", tooltip=why)

    def _place(self, canvas: Canvas, box: pygame.Rect, place: int, name: str, chance: str) -> None:
        scene, places = self.scene, canvas.places(PLACE, box)
        won = scene.chances.won
        canvas.line(name, places["place"], weight="Bold")
        draw_chance(canvas, places["bar"], won[place], max(won), 1 / len(won))
        canvas.line(chance, places["chance"], align="right")
        canvas.line(scene.holder(place), places["holder"], colour=INK if scene.is_held(place) else INK_SOFT)
        if scene.auction.turn is None:
            return
        least = scene.auction.least(place)
        label = _("Take it") if not least else ngettext("Bid {n} point", "Bid {n} points", least).format(n=least)
        act = partial(scene.bid, place, least) if scene.auction.may_bid(place, least) else None
        button(canvas, f"place-{place}", places["bid"], label, act, tooltip="" if act else _("Nobody may bid more."))


class BiddingScene(Scene):
    """People bid by clicks, opponents at once; `done` gets the bidding in which everybody has a place."""

    def __init__(
        self, app: Application, seats: Sequence[SeatChoice], chances: PlaceChances, done: Callable[[Auction], None]
    ) -> None:
        super().__init__(app)
        self.seats = seats
        self.chances = chances
        self.auction = auction(len(seats), MOST)
        self._done = done
        self.panels = [BiddingPanel(self)]
        self._let_opponents_bid()

    def layout(self, area: pygame.Rect) -> None:
        """Take the whole window."""
        self.panels[0].place(area)

    def escape(self) -> None:
        """Go back to the sheet of the new game."""
        self.app.pop()

    def begin(self) -> None:
        """Start the game."""
        self._done(self.auction)

    def bid(self, place: int, points: int) -> None:
        """Bid for the human whose turn it is; opponents answer at once."""
        self.auction = self.auction.bid(place, points)
        self._let_opponents_bid()
        self.changed()

    def _let_opponents_bid(self) -> None:
        while (turn := self.auction.turn) is not None and self.seats[turn].kind != PERSON:
            self.auction = self.auction.bid(*self.auction.wise_bid(self.chances.worth))

    def is_held(self, place: int) -> bool:
        """Return whether somebody holds a place."""
        return self.auction.holders[place] is not None

    def holder(self, place: int) -> str:
        """Return who holds a place, and for how many points."""
        holder, points = self.auction.holders[place], self.auction.points[place]
        if holder is None:
            return _("free")
        sentence = ngettext("{name}, for {n} point", "{name}, for {n} points", points)
        return sentence.format(name=shown(self.seats[holder].name), n=points)

    def prompt(self) -> str:
        """Return who bids now, or that everybody has a place."""
        turn = self.auction.turn
        if turn is None:
            return _("Everybody has a place.")
        name, outbid = shown(self.seats[turn].name), self._outbid(turn)
        return (_("{name} has been outbid: bid again.") if outbid else _("{name}: choose a place.")).format(name=name)

    def _outbid(self, player: int) -> bool:
        return any(bid.player == player for bid in self.auction.bids)
