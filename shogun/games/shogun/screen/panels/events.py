"""The event of the season and those that are still to come; the last one counts in winter (4.5, 8.1)."""

import pygame

from shogun.base.language import _, ngettext
from shogun.games.shogun.rules.cards import EVENTS
from shogun.games.shogun.rules.references import EVENT_RULE, WINTER_LOSS_RULE, event_rule
from shogun.games.shogun.screen.card import caption, coin
from shogun.games.shogun.screen.play.model import Model
from shogun.games.shogun.words.symbols import event_icon
from shogun.games.shogun.words.wording import event_name, event_text
from shogun.window.kit.canvas import Canvas
from shogun.window.kit.panel import Panel
from shogun.window.kit.theme import GOLD_PALE, INDIGO, INK_SOFT, PAPER_BRIGHT, PAPER_EDGE, PAPER_SHADE, SMALL
from shogun.window.kit.widgets.icon import put_icon

TITLE_EM = 1.3
PLACES = 4
SHARES = 6
"""Parts of the panel's width; once the season's event is drawn it takes three, before two."""
NARROW_EM = 24
"""While plans are laid there is less room, and no event is drawn yet."""


class EventsPanel(Panel):
    """At the left this season's event with its text, then the others."""

    name = "events"

    def __init__(self, model: Model) -> None:
        super().__init__()
        self.model = model

    def rule(self) -> str:
        """Return the rule of the events."""
        return EVENT_RULE

    def shows(self) -> tuple[object, ...]:
        """Return the events and the season."""
        return (self.model.view,)

    def draw(self, canvas: Canvas) -> None:
        """Draw the events."""
        canvas.sheet(self.rect)
        inner = self.rect.inflate(-canvas.px(0.8), -canvas.px(0.4))
        top = inner.top + canvas.px(TITLE_EM)
        gap = canvas.px(0.25)
        narrow = inner.width < canvas.px(NARROW_EM)
        shares = PLACES if narrow else SHARES
        wide = (inner.width + gap) // shares - gap
        left = inner.left
        if not narrow:
            of_now = 3 if self._season_event()[0] else SHARES - PLACES
            now = pygame.Rect(inner.left, top, of_now * (wide + gap) - gap, inner.bottom - top)
            title = pygame.Rect(now.left, inner.top, now.width, canvas.px(TITLE_EM))
            self._title(canvas, _("Event of the season"), title)
            self._now(canvas, now)
            left = now.right + gap
        room = pygame.Rect(left, inner.top, inner.right - left, canvas.px(TITLE_EM))
        self._title(canvas, _("To come, and their rice in winter"), room)
        for place, card in enumerate(self._to_come()):
            self._card(canvas, pygame.Rect(left + place * (wide + gap), top, wide, inner.bottom - top), card)

    def _to_come(self) -> tuple[str, ...]:
        view = self.model.view
        return () if view.season == "winter" else view.events[:PLACES]

    def _title(self, canvas: Canvas, text: str, box: pygame.Rect) -> None:
        canvas.small(text, box, colour=INK_SOFT)

    def _now(self, canvas: Canvas, rect: pygame.Rect) -> None:
        card, text = self._season_event()
        canvas.plate(rect, GOLD_PALE if card else PAPER_SHADE, INDIGO if card else PAPER_EDGE, 0.25)
        inner = rect.inflate(-canvas.px(0.5), -canvas.px(0.2))
        if card is None:
            canvas.small(_("not yet drawn"), inner, align="centre", colour=INK_SOFT)
            return
        head = pygame.Rect(inner.left, inner.top, inner.width, canvas.px(1.2))
        canvas.line(event_name(card), head, weight="Bold", size=0.95)
        below = pygame.Rect(inner.left, head.bottom, inner.width, inner.bottom - head.bottom)
        canvas.paragraph(text, below, size=SMALL * 0.95)
        is_winter = self.model.view.season == "winter"
        canvas.target("event-now", rect, None, text, WINTER_LOSS_RULE if is_winter else event_rule(card))

    def _season_event(self) -> tuple[str | None, str]:
        """Return the card that counts now and what it does; in winter the last card costs rice (8.1)."""
        view = self.model.view
        if view.season == "winter" and view.events:
            loss = EVENTS[view.events[0]].winter_rice
            told = ngettext("Winter: everybody loses {loss} rice.", "Winter: everybody loses {loss} rice.", loss)
            return view.events[0], told.format(loss=loss)
        return view.event, event_text(view.event) if view.event else ""

    def _card(self, canvas: Canvas, rect: pygame.Rect, card: str) -> None:
        canvas.plate(rect, PAPER_BRIGHT, PAPER_EDGE, 0.25)
        above = caption(canvas, rect, event_name(card))
        inset = canvas.px(0.2)
        room = pygame.Rect(rect.left + inset, above.top, rect.width // 2, above.height)
        put_icon(canvas, event_icon(card), room)
        loss = pygame.Rect(rect.centerx, room.top, rect.right - rect.centerx - 2, room.height)
        coin(canvas, "rice", f"−{EVENTS[card].winter_rice}", loss)
        told = ngettext(
            "{event}: {text} Left over, it costs everyone {loss} rice in winter.",
            "{event}: {text} Left over, it costs everyone {loss} rice in winter.",
            EVENTS[card].winter_rice,
        ).format(event=event_name(card), text=event_text(card), loss=EVENTS[card].winter_rice)
        canvas.target(f"event-{card}", rect, None, told, event_rule(card))
