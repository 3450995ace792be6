"""The turn-order track: the five special cards in their places, and whose daimyo stands there (4.2, 4.6)."""

import pygame

from shogun.base.language import _
from shogun.games.shogun.rules.cards import Special
from shogun.games.shogun.rules.moves import TakeSpecial
from shogun.games.shogun.rules.questions import Choice
from shogun.games.shogun.rules.references import ORDER_RULE, special_rule
from shogun.games.shogun.screen.card import SPECIAL
from shogun.games.shogun.screen.panels.controls import Controls
from shogun.games.shogun.screen.play.choice_words import consequence
from shogun.games.shogun.screen.play.model import Model
from shogun.games.shogun.words.card_labels import special_label
from shogun.games.shogun.words.wording import SPECIAL_NAMES, SPECIAL_TEXTS
from shogun.window.kit.drawing.banner import banner
from shogun.window.kit.drawing.canvas import Act, Canvas
from shogun.window.kit.drawing.card_face import CardLook
from shogun.window.kit.drawing.theme import (
    INK_SOFT,
    PAPER_EDGE,
    PAPER_SHADE,
)
from shogun.window.kit.layout import part, row, share
from shogun.window.kit.runtime.panel import Panel
from shogun.window.kit.widgets.card_button import Hold, Title, draw_card, put_card_icon, seal

PLACES = 5
TITLE_EM = 1.3
PICTURE = row(part(wide=1.1), part("icon"), part(wide=0.3))
PICTURE_AND_BANNER = row(part(wide=1.1), part("icon"), part("banner"), part(wide=0.3))


class TrackPanel(Panel):
    """Five places; while a special card is chosen the free ones are buttons."""

    name = "track"

    def __init__(self, model: Model, controls: Controls) -> None:
        super().__init__()
        self.model = model
        self.controls = controls

    def rule(self) -> str:
        """Return the rule of the turn order."""
        return ORDER_RULE

    def shows(self) -> tuple[object, ...]:
        """Return the places, and what can be answered there."""
        return self.model.asked()

    def draw(self, canvas: Canvas) -> None:
        """Draw the track."""
        canvas.sheet(self.rect)
        title, track = canvas.down(canvas.within(self.rect, 0.4, 0.2), TITLE_EM, share())
        canvas.small(_("Turn order and special cards"), title, colour=INK_SOFT)
        for place, rect in enumerate(canvas.columns(track, PLACES, gap=0.25)):
            self._place(canvas, rect, place)

    def _place(self, canvas: Canvas, rect: pygame.Rect, place: int) -> None:
        specials = self.model.view.specials
        if place >= len(specials):
            canvas.layer.arrivals.lies(f"place-{place}", None)
            canvas.plate(rect, PAPER_SHADE, PAPER_EDGE, 0.25)
            return
        special = specials[place]
        taken = self.model.view.specials_taken
        seat = taken.index(special) if special in taken else None
        self._card(canvas, rect, place, special, seat)

    def _card(self, canvas: Canvas, rect: pygame.Rect, place: int, special: Special, seat: int | None) -> None:
        act = self._act(special)
        lit = act is not None
        look = CardLook(SPECIAL, "rays", "offered" if lit else "plain")
        hold = Hold(lit, canvas.layer.arrivals.lies(f"place-{place}", special))
        room = draw_card(canvas, rect, Title(special_label(special)), look, hold)
        self._picture(canvas, room, special, seat)
        seal(canvas, room, str(place + 1))
        told = f"{_(SPECIAL_NAMES[special])}: {_(SPECIAL_TEXTS[special])}"
        if lit and self.model.question:
            told += "\n" + consequence(self.model.view, self.model.question, TakeSpecial(special), self.model.names)
        canvas.target(f"special-{special}", rect, act, told, special_rule(special))

    def _picture(self, canvas: Canvas, room: pygame.Rect, special: Special, seat: int | None) -> None:
        """Draw the card's icon, and the banner of whoever stands on the place."""
        places = canvas.places(PICTURE if seat is None else PICTURE_AND_BANNER, room)
        if seat is not None:
            canvas.image(banner(self.model.seats[seat].clan, room.height), places["banner"])
        put_card_icon(canvas, f"special_{special}", places["icon"])

    def _act(self, special: Special) -> Act | None:
        question, move = self.model.question, TakeSpecial(special)
        if isinstance(question, Choice) and move in question.moves:
            return lambda: self.controls.answer(move)
        return None
