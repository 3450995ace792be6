"""The draft: two face-up province cards, the deck, and each player's remaining groups of armies (2.4, 2.5)."""

from collections.abc import Sequence

import pygame

from shogun.base.language import _, ngettext
from shogun.games.shogun.rules.cards import Land
from shogun.games.shogun.rules.questions import Choice, DrawCard, ExchangeCards, Move, PlaceGroup, TakeCard
from shogun.games.shogun.rules.references import DRAFT_RULE, EXCHANGE_RULE
from shogun.games.shogun.screen import pieces
from shogun.games.shogun.screen.card import province_look
from shogun.games.shogun.screen.map.miniature import silhouette
from shogun.games.shogun.screen.map.painting.brush import kanji_names
from shogun.games.shogun.screen.panels.controls import Controls
from shogun.games.shogun.screen.play.choice_words import consequence
from shogun.games.shogun.screen.play.model import Model
from shogun.games.shogun.words import armies as words
from shogun.games.shogun.words import region_name
from shogun.window.kit.drawing.canvas import Act, Canvas
from shogun.window.kit.drawing.card_face import CardState
from shogun.window.kit.drawing.icons import banner
from shogun.window.kit.drawing.theme import (
    CARD_BACK,
    CUBES,
    GOLD,
    GOLD_PALE,
    INDIGO,
    INK,
    INK_SOFT,
    PAPER_BRIGHT,
    PAPER_EDGE,
    mix,
    text_colour_on,
)
from shogun.window.kit.layout import column, part, row, share
from shogun.window.kit.widgets.button import button
from shogun.window.kit.widgets.card_button import Hold, draw_back, halves, lay_card

DRAFT = row(
    column(
        row(part("card-0", wide=8.2), part("card-1", wide=8.2), high=7.8, gap=0.5),
        part("exchange", high=2.1),
        wide=16.9, gap=0.4,
    ),
    column(part("deck", high=7.8), wide=5.4),
    part("groups"),
    gap=0.7,
)  # fmt: skip
CARD = column(
    part("name", high=1.75),
    row(part("region"), high=1.1, padding=(0.3, 0.0)),
    row(part("land"), padding=(0.3, 0.0)),
    row(part("values"), high=2.0, padding=(0.45, 0.15)),
)
GROUP_GAP_EM = 0.06
NUMBER_EM = 0.75


def draw_draft(canvas: Canvas, box: pygame.Rect, model: Model, controls: Controls) -> None:
    """Draw market and deck on the left, the groups on the right."""
    places = canvas.places(DRAFT, box)
    legal = model.question.moves if isinstance(model.question, Choice) else ()
    for number, province in enumerate(model.view.market):
        act = _act(TakeCard(province), legal, controls)
        _market_card(canvas, places[f"card-{number}"], model, province, act)
    _deck(canvas, places["deck"], model, _act(DrawCard(), legal, controls))
    act = _act(ExchangeCards(), legal, controls)
    may_not = _("You may exchange the two cards only if they are the same as on your last turn.")
    told = _("Put both under the deck and turn up two others") if act else may_not
    button(canvas, "exchange", places["exchange"], _("Exchange both cards"), act, tooltip=told, why=EXCHANGE_RULE)
    _groups(canvas, places["groups"], model, controls)


def _act(move: Move, legal: tuple[Move, ...], controls: Controls) -> Act | None:
    return (lambda: controls.answer(move)) if move in legal else None


def _market_card(canvas: Canvas, place: pygame.Rect, model: Model, province: str, act: Act | None) -> None:
    state: CardState = "now" if model.hovered == province else "offered" if act else "plain"
    look, name = province_look(model.board, province, state), canvas.places(CARD, place)["name"]
    hold = Hold(act is not None, canvas.layer.arrivals.lies(f"card-{model.view.market.index(province)}", province))
    rect = lay_card(canvas, place, look, halves(place.size, "top", name.height), hold)
    places, land = canvas.places(CARD, rect), model.board.lands[province]
    title = f"{province} {kanji_names()[province]}"
    canvas.line(
        title, canvas.within(places["name"], 0.3, 0.0), size=1.05, weight="Bold", align="centre", colour=PAPER_BRIGHT
    )
    canvas.small(region_name(land.region), places["region"], align="centre", colour=mix(INK, look.colour, 0.2))
    canvas.image(silhouette(province, places["land"].size, mix(look.colour, PAPER_BRIGHT, 0.15)), places["land"])
    _draw_neighbours(canvas, canvas.down(places["land"], share(), 1.2)[1], model, province)
    _values(canvas, places["values"], land)
    told = consequence(model.view, model.question, TakeCard(province), model.names) if model.question else ""
    canvas.target(
        f"take-{province}", place, act, f"{told} {_('Take this card, then place a group there.')}", DRAFT_RULE
    )


def _values(canvas: Canvas, box: pygame.Rect, land: Land) -> None:
    """Draw taxes, rice and building sites as on the map, only larger."""
    room = canvas.columns(box, 2 + land.sites)[0]
    side = min(canvas.px(1.75), room.width - canvas.px(0.2))
    images = [pieces.tax_value(land.tax, side), pieces.rice_value(land.rice, side)]
    _in_a_row(canvas, box, [*images, *[pieces.empty_site(side)] * land.sites], gap=0.2)


def _in_a_row(canvas: Canvas, box: pygame.Rect, images: Sequence[pygame.Surface], gap: float) -> None:
    """Draw pictures in a row, in the middle of a box."""
    parts = (part(str(number), wide=image.get_width() / canvas.em) for number, image in enumerate(images))
    places = canvas.places(row(*parts, gap=gap, justify="middle"), box)
    for number, image in enumerate(images):
        canvas.image(image, places[str(number)])


def _draw_neighbours(canvas: Canvas, box: pygame.Rect, model: Model, province: str) -> None:
    """Draw the armies in neighboring provinces."""
    lies = [model.view.provinces[name] for name in model.board.neighbours[province]]
    tokens = [pieces.army(model.seats[it.owner].clan, it.armies, box.height) for it in lies if it.owner is not None]
    _in_a_row(canvas, box, tokens, gap=0.1)


def _deck(canvas: Canvas, rect: pygame.Rect, model: Model, act: Act | None) -> None:
    if model.view.deck_size:
        draw_back(canvas, rect, Hold(act is not None))
    told = ngettext("Deck: {n} card", "Deck: {n} cards", model.view.deck_size).format(n=model.view.deck_size)
    colour = PAPER_BRIGHT if model.view.deck_size else INK_SOFT
    label = canvas.spot(canvas.within(rect, 0.5, 0.0), high=2.9)
    if model.view.deck_size:
        canvas.plate(label, CARD_BACK, GOLD, 0.3)
    canvas.paragraph(told, canvas.within(label, 0.2, 0.15), colour=colour, weight="Bold")
    canvas.target("draw-deck", rect, act, _("Draw the top card of the deck"), DRAFT_RULE)


def _groups(canvas: Canvas, box: pygame.Rect, model: Model, controls: Controls) -> None:
    """Draw each seat's remaining groups; those of the choosing seat are buttons."""
    lines = canvas.down(box, *(share(most=2.14),) * len(model.seats), gap=GROUP_GAP_EM)
    for seat, line in enumerate(lines):
        _seat_groups(canvas, line, model, seat, controls)


def _seat_groups(canvas: Canvas, line: pygame.Rect, model: Model, seat: int, controls: Controls) -> None:
    look = model.seats[seat]
    flag, name, room = canvas.across(line, 1.6, 5.6, share(), gap=0.1)
    canvas.image(banner(look.clan, line.height), flag, "left")
    canvas.small(look.name, name)
    groups = model.view.groups[seat] if seat < len(model.view.groups) else ()
    legal = model.question.moves if isinstance(model.question, Choice) and model.question.seat == seat else ()
    spots = canvas.across(room, *(share(most=2.34),) * len(groups), gap=GROUP_GAP_EM)
    for number, (armies, rect) in enumerate(zip(groups, spots, strict=True)):
        act = _act(PlaceGroup(armies), legal, controls)
        canvas.plate(rect, GOLD_PALE if act else PAPER_BRIGHT, INDIGO if act else PAPER_EDGE, 0.2)
        _group(canvas, rect, look.colour, armies)
        told = _("A group of {armies} that {who} still has to place").format(armies=words(armies), who=look.name)
        canvas.target(f"group-{seat}-{number}", rect, act, told, DRAFT_RULE)


def _group(canvas: Canvas, rect: pygame.Rect, colour: str, armies: int) -> None:
    """Draw a cube and the number of armies: next to it, or on it if there is no room."""
    left, right = canvas.across(canvas.within(rect, 0.15), share(0.42), share(0.58), gap=0.1)
    if right.width < canvas.px(NUMBER_EM):
        canvas.image(pieces.cube(colour, min(rect.size) - 4), rect)
        canvas.line(str(armies), rect, weight="Bold", align="centre", colour=text_colour_on(CUBES[colour]))
    else:
        canvas.image(pieces.cube(colour, min(left.size)), left)
        canvas.line(str(armies), right, weight="Bold", align="centre")
