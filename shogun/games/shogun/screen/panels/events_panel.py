"""The event of the season and the remaining ones; the last one counts in winter (4.5, 8.1)."""

import pygame

from shogun.base.language import _, ngettext
from shogun.games.shogun.rules.cards import EVENTS, Season
from shogun.games.shogun.rules.references import EVENT_RULE, WINTER_LOSS_RULE, event_rule
from shogun.games.shogun.screen.play.model import Model
from shogun.games.shogun.words import event_icon, event_name, event_text
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.card_face import CardLook
from shogun.window.kit.drawing.theme import INDIGO_BRIGHT, INDIGO_DEEP, PAPER_BRIGHT, PAPER_SHADE, SMALL, Colour
from shogun.window.kit.layout import Box, Places, column, part, row, share
from shogun.window.kit.runtime.panel import Panel
from shogun.window.kit.widgets.card_button import Hold, Title, draw_card, halves, lay_card, put_card_icon

TITLE_EM = 1.3
PLACES = 4
GAP_EM = 0.25
CARD = row(
    part("icon"),
    column(part("bowl", high=1.05), part("loss", high=0.95), wide=1.5, justify="middle"),
    padding=(0.12, 0.0),
)
NAME = row(part("name"), name="band", padding=(0.4, 0.0), high=1.25)
NOW = column(NAME, row(part("icon", wide=3.0), row(part("text"), padding=(0.4, 0.12))))
NOW_IN_WORDS = column(NAME, row(part("text"), padding=(0.3, 0.0)))
SEASON_COLOURS: dict[Season, Colour] = {
    "spring": (158, 62, 96), "summer": (44, 104, 74), "autumn": (164, 74, 22), "winter": (62, 92, 128),
}  # fmt: skip
"""Color of the season's event."""
TO_COME: Colour = (84, 58, 104)
"""Color of the remaining events."""
ICON_SHARE, TEXT_SIZE = 0.86, SMALL * 0.95
NARROW_EM = 24
"""Width below which the narrow layout is used: during planning, and always in small windows."""
LOW_EM = 3.5
"""Least height for the card; below it the season's event is only described in words."""
NARROW = row(
    part("now", wide=share(1.0)),
    column(part("title-to-come", high=TITLE_EM), part("to-come"), wide=share(1.0)),
    gap=0.4,
)
LINE = row(part("name"), part("loss", wide=1.3), gap=0.1)


class EventsPanel(Panel):
    """This season's event with its text on the left, then the others."""

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
        canvas.fill(self.rect, INDIGO_DEEP)
        inner = canvas.within(self.rect, 0.2, 0.05)
        is_narrow, is_drawn = inner.width < canvas.px(NARROW_EM), bool(self._season_event()[0])
        if is_drawn and inner.height < canvas.px(LOW_EM):
            self._tell(canvas, inner)
            return
        if is_narrow and is_drawn:
            self._draw_narrow(canvas, inner)
            return
        places = canvas.places(_layout(is_narrow=is_narrow, is_drawn=is_drawn), inner)
        if "now" in places:
            canvas.small(_("Event of the season"), places["title"], colour=PAPER_SHADE)
            self._now(canvas, places["now"])
        canvas.small(_("Upcoming events and rice losses"), places["title-to-come"], colour=PAPER_SHADE)
        to_come = canvas.columns(places["to-come"], PLACES - is_drawn, GAP_EM)
        for card, rect in zip(self._to_come(), to_come, strict=False):
            self._card(canvas, rect, card)

    def _tell(self, canvas: Canvas, room: pygame.Rect) -> None:
        """Write the name and the effect of the season's event."""
        card, text = self._season_event()
        if card is not None:
            told = f"{event_name(card)}: {text}"
            canvas.paragraph(told, room, size=SMALL, colour=PAPER_SHADE)
            canvas.target("event-now", room, None, told, event_rule(card))

    def _draw_narrow(self, canvas: Canvas, room: pygame.Rect) -> None:
        """Draw the season's event, and next to it a line for each remaining one."""
        places = canvas.places(NARROW, room)
        self._now(canvas, places["now"])
        canvas.small(_("To come"), places["title-to-come"], colour=PAPER_SHADE)
        lines = canvas.down(places["to-come"], *(share(),) * (PLACES - 1))
        for card, line in zip(self._to_come(), lines, strict=False):
            spots = canvas.places(LINE, line)
            canvas.line(event_name(card), spots["name"], size=SMALL, colour=PAPER_BRIGHT)
            canvas.line(
                f"−{EVENTS[card].winter_rice}",
                spots["loss"],
                size=SMALL,
                weight="Bold",
                align="right",
                colour=PAPER_BRIGHT,
            )
            canvas.target(f"event-{card}", line, None, _event_tooltip(card), event_rule(card))

    def _to_come(self) -> tuple[str, ...]:
        view = self.model.view
        return () if view.season == "winter" else view.events[:PLACES]

    def _now(self, canvas: Canvas, rect: pygame.Rect) -> None:
        card, text = self._season_event()
        if card is None:
            canvas.layer.arrivals.lies("now", None)
            canvas.plate(rect, INDIGO_DEEP, INDIGO_BRIGHT, 0.25)
            canvas.small(_("not drawn yet"), canvas.within(rect, 0.25, 0.1), align="centre", colour=PAPER_SHADE)
            return
        hold = Hold(falls=canvas.layer.arrivals.lies("now", card))
        places = self._event_card(canvas, rect, card, text, hold)
        canvas.line(event_name(card), places["name"], weight="Bold", size=0.95, colour=PAPER_BRIGHT)
        canvas.paragraph(text, places["text"], size=TEXT_SIZE)
        is_winter = self.model.view.season == "winter"
        canvas.target("event-now", rect, None, text, WINTER_LOSS_RULE if is_winter else event_rule(card))

    def _event_card(self, canvas: Canvas, rect: pygame.Rect, card: str, text: str, hold: Hold) -> Places:
        """Draw the card of the season's event and return the places of its texts; long ones replace its picture."""
        season = self.model.view.season
        airy, full = canvas.places(NOW, rect), canvas.places(NOW_IN_WORDS, rect)
        if canvas.paragraph_height(text, airy["text"], size=TEXT_SIZE) > airy["text"].height:
            look = CardLook(SEASON_COLOURS[season], tint=PAPER_BRIGHT)
            place = lay_card(canvas, rect, look, halves(rect.size, "top", full["band"].height), hold)
            return canvas.places(NOW_IN_WORDS, place)
        cut = halves(rect.size, "top", airy["band"].height, airy["icon"].width)
        places = canvas.places(NOW, lay_card(canvas, rect, CardLook(SEASON_COLOURS[season], season), cut, hold))
        put_card_icon(canvas, event_icon(card), places["icon"], most=ICON_SHARE)
        return places

    def _season_event(self) -> tuple[str | None, str]:
        """Return the current event card and its effect; in winter the last card costs rice (8.1)."""
        view = self.model.view
        if view.season == "winter" and view.events:
            loss = EVENTS[view.events[0]].winter_rice
            told = ngettext("Winter: everybody loses {loss} rice.", "Winter: everybody loses {loss} rice.", loss)
            return view.events[0], told.format(loss=loss)
        return view.event, event_text(view.event) if view.event else ""

    def _card(self, canvas: Canvas, rect: pygame.Rect, card: str) -> None:
        above = draw_card(canvas, rect, Title(event_name(card)), CardLook(TO_COME, "mist"))
        places = canvas.places(CARD, above)
        put_card_icon(canvas, event_icon(card), places["icon"], most=ICON_SHARE)
        put_card_icon(canvas, "rice", places["bowl"])
        canvas.line(f"−{EVENTS[card].winter_rice}", places["loss"], size=0.84, weight="Bold", align="centre")
        canvas.target(f"event-{card}", rect, None, _event_tooltip(card), event_rule(card))


def _event_tooltip(card: str) -> str:
    """Return the effects of a remaining event: in its season, and its rice in winter."""
    return ngettext(
        "{event}: {text} If it is left for winter, everybody loses {loss} rice.",
        "{event}: {text} If it is left for winter, everybody loses {loss} rice.",
        EVENTS[card].winter_rice,
    ).format(event=event_name(card), text=event_text(card), loss=EVENTS[card].winter_rice)


def _layout(*, is_narrow: bool, is_drawn: bool) -> Box:
    """Return the layout of the season's event and the remaining ones; a drawn event takes more room."""
    to_come = column(part("title-to-come", high=TITLE_EM), part("to-come"), wide=share())
    if is_narrow:
        return row(to_come)
    now = column(part("title", high=TITLE_EM), part("now"), wide=share(1.0 if is_drawn else 0.5))
    return row(now, to_come, gap=GAP_EM)
