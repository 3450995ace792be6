"""The turn-order track: the five special cards in their places, with the daimyo on each (4.2, 4.6).

In winter the cards are gone but the daimyos stay: revolts follow autumn's turn order (8.3).
"""

import pygame

from shogun.base.language import _
from shogun.games.shogun.rules.cards import Special
from shogun.games.shogun.rules.questions import Choice, TakeSpecial
from shogun.games.shogun.rules.references import ORDER_RULE, WINTER_ORDER_RULE, special_rule
from shogun.games.shogun.screen.card import SPECIAL
from shogun.games.shogun.screen.panels.controls import Controls
from shogun.games.shogun.screen.play.choice_words import consequence
from shogun.games.shogun.screen.play.model import Model
from shogun.games.shogun.words import SPECIAL_NAMES, SPECIAL_TEXTS, special_label
from shogun.window.kit.drawing.canvas import Act, Canvas
from shogun.window.kit.drawing.card_face import CardLook
from shogun.window.kit.drawing.icons import banner
from shogun.window.kit.drawing.theme import INDIGO_BRIGHT, INDIGO_DEEP, PAPER_SHADE
from shogun.window.kit.layout import Node, overlay, part, row, share
from shogun.window.kit.runtime.panel import Panel
from shogun.window.kit.widgets.card_button import Hold, Title, draw_card, put_card_icon, seal

PLACES = 5
TITLE_EM = 1.3
PLACE = row(part("card"), part("banner", wide=1.7), gap=0.1)
"""A card, which is higher than wide, and next to it the player's banner."""
NARROW_PLACE = overlay(part("card"), row(part(), part("banner", wide=1.7)))
"""The same with the banner on the card, where there is less room."""
ROOMY_EM = 5.0
PICTURE = row(part(wide=0.5), part("icon"), part(wide=0.2))
BANNER_EM = 2.4
BAND_EM = 1.3
"""Height of a title; a golden frame around an offered card stays within it."""


class TrackPanel(Panel):
    """Five places; while a special card is chosen, the free ones are buttons."""

    name = "track"

    def __init__(self, model: Model, controls: Controls) -> None:
        super().__init__()
        self.model = model
        self.controls = controls

    def rule(self) -> str:
        """Return the rule of the turn order."""
        return ORDER_RULE

    def shows(self) -> tuple[object, ...]:
        """Return the places, and the answers offered there."""
        return self.model.asked()

    def draw(self, canvas: Canvas) -> None:
        """Draw the track."""
        canvas.fill(self.rect, INDIGO_DEEP)
        title, track = canvas.down(canvas.within(self.rect, 0.2, 0.1), TITLE_EM, share())
        canvas.small(_("Turn order and special cards"), title, colour=PAPER_SHADE)
        for place, rect in enumerate(canvas.columns(track, PLACES, gap=0.25)):
            self._place(canvas, rect, place)

    def _place(self, canvas: Canvas, rect: pygame.Rect, place: int) -> None:
        specials = self.model.view.specials
        if place >= len(specials):
            canvas.layer.arrivals.lies(f"place-{place}", None)
            card = canvas.places(_place(canvas, rect), rect)["card"]
            canvas.plate(card, INDIGO_DEEP, INDIGO_BRIGHT, 0.25)
            self._winter_place(canvas, card, place)
            return
        special = specials[place]
        taken = self.model.view.specials_taken
        seat = taken.index(special) if special in taken else None
        self._card(canvas, rect, place, special, seat)

    def _winter_place(self, canvas: Canvas, card: pygame.Rect, place: int) -> None:
        """Draw the player at a place in winter, without a card."""
        view = self.model.view
        if view.season != "winter" or place >= len(view.order):
            return
        seat = view.order[place]
        room = canvas.within(card, 0.2)
        canvas.image(banner(self.model.seats[seat].clan, min(room.height, canvas.px(BANNER_EM))), room, "centre")
        seal(canvas, card, str(place + 1))
        told = _("{name} is number {n} in autumn's turn order. Winter's revolts follow the same order.")
        told = told.format(name=self.model.names[seat], n=place + 1)
        canvas.target(f"order-{seat}", card, None, told, WINTER_ORDER_RULE)

    def _card(self, canvas: Canvas, rect: pygame.Rect, place: int, special: Special, seat: int | None) -> None:
        act = self._act(special)
        lit = act is not None
        look = CardLook(SPECIAL, "rays", "offered" if lit else "plain")
        hold = Hold(lit, canvas.layer.arrivals.lies(f"place-{place}", special))
        spots = canvas.places(_place(canvas, rect), rect)
        room = draw_card(canvas, spots["card"], Title(special_label(special), high=BAND_EM), look, hold)
        put_card_icon(canvas, f"special_{special}", canvas.places(PICTURE, room)["icon"])
        seal(canvas, room, str(place + 1))
        if seat is not None:
            image = banner(self.model.seats[seat].clan, min(spots["banner"].height, canvas.px(BANNER_EM)))
            canvas.image(image, spots["banner"], "left")
        told = f"{_(SPECIAL_NAMES[special])}: {_(SPECIAL_TEXTS[special])}"
        if lit and self.model.question:
            told += "\n" + consequence(self.model.view, self.model.question, TakeSpecial(special), self.model.names)
        canvas.target(f"special-{special}", spots["card"], act, told, special_rule(special))

    def _act(self, special: Special) -> Act | None:
        question, move = self.model.question, TakeSpecial(special)
        if isinstance(question, Choice) and move in question.moves:
            return lambda: self.controls.answer(move)
        return None


def _place(canvas: Canvas, rect: pygame.Rect) -> Node:
    """Return the layout of a place of the track."""
    return PLACE if rect.width >= canvas.px(ROOMY_EM) else NARROW_PLACE
