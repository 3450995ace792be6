"""The player's planning board (4.3, 4.4): the bid and ten action fields in the order of their execution.

Below each field are its effects and the chests left after it; below that is the hand, and on the
right a ledger of the whole plan.
"""

from collections.abc import Callable
from functools import partial
from itertools import chain

import pygame
from msgspec import Struct

from shogun.base.language import _, ngettext
from shogun.games.shogun.analysis.plan_words import (
    SEASONS_LEFT,
    armies_explained,
    armies_text,
    chests_explained,
    chests_text,
    explained,
    points_explained,
    points_text,
    skipping,
    span_text,
    warnings,
    winter_explained,
    winter_text,
)
from shogun.games.shogun.analysis.threats import Assignment, Season
from shogun.games.shogun.rules.cards import ACTIONS, FIELDS, Card
from shogun.games.shogun.rules.questions import Plan
from shogun.games.shogun.rules.references import (
    ACTION_RULES,
    BID_RULE,
    FIELD_RULE,
    GOODS_RULES,
    SKIPPED_RULE,
    card_rule,
)
from shogun.games.shogun.screen.card import InHand, action_head, bid_head, card_face, coin, draw_effect, planning_card
from shogun.games.shogun.screen.panels.controls import Controls
from shogun.games.shogun.screen.play.half_made_answers import BID, PlanDraft
from shogun.games.shogun.screen.play.model import Model
from shogun.games.shogun.words import ACTION_NAMES, ACTION_TEXTS, armies, card_text
from shogun.players.adviser import Hint
from shogun.window.kit.drawing.canvas import Act, Canvas
from shogun.window.kit.drawing.icons import Palette
from shogun.window.kit.drawing.text import line_height, width, wrapped
from shogun.window.kit.drawing.theme import (
    CUBES,
    GOLD_PALE,
    INDIGO,
    INK,
    INK_FAINT,
    INK_SOFT,
    PAPER_BRIGHT,
    PAPER_EDGE,
    PAPER_SHADE,
    SMALL,
    VERMILION,
    Colour,
    mix,
)
from shogun.window.kit.input.keys import digit
from shogun.window.kit.layout import Box, Places, column, part, row, share
from shogun.window.kit.widgets.button import button
from shogun.window.kit.widgets.card_button import Hold, key_cap

# The ledger of a plan: its overall result, its risks, and an adviser's hint

ROW_EM = 1.12
LINE, COIN_EM = SMALL * 1.12, 1.5
"""Size of a row's text, and the width of its icon."""


def draw_ledger(canvas: Canvas, box: pygame.Rect, model: Model, plan: PlanDraft, controls: Controls) -> None:
    """Draw the plan's result, and its risks below.

    An adviser's reasons take the place of all that until their plan is used, then they are below.
    """
    is_whole = model.hint is None or model.hint.move == plan.plan()
    places = canvas.places(_layout(model, has_rows=is_whole), box)
    _ledger_head(canvas, places, model, controls)
    told, rest = ToldLine(canvas, plan, controls), places["told"]
    if is_whole:
        _rows(canvas, places["rows"], model, plan)
    if model.hint is not None:
        _sentences(told, rest, "ledger-reasons", _reasons(model.hint))
        return
    found = warnings(plan.season(), SEASONS_LEFT[model.view.season]) if model.has_adviser else []
    why = plan.refusal_rule() or SKIPPED_RULE
    told = ToldLine(canvas, plan, controls, VERMILION if found else INK_SOFT, why, is_warning=bool(found))
    _sentences(told, rest, "ledger-warnings", found or [_state_of(plan, model)])


def _state_of(plan: PlanDraft, model: Model) -> str:
    """Return the next step, or that the plan is fine."""
    if empty := plan.to_lay:
        return ngettext("{n} card still to place.", "{n} cards still to place.", empty).format(n=empty)
    if refusal := plan.refusal():
        return refusal
    return _("Everything in this plan can be carried out.") if model.has_adviser else _("The plan is complete.")


def _layout(model: Model, *, has_rows: bool) -> Box:
    """Return the layout of the title with a hint's buttons, the plan's result, and the sentences about it.

    A plan that is already on the board isn't offered.
    """
    hint = model.hint
    take = (part("take", wide=5.0),) if hint is not None and isinstance(hint.move, Plan) and not has_rows else ()
    close = (part("close", wide=2.0),) if hint is not None and hint.reasons else ()
    rows = (part("rows", high=4 * ROW_EM),) if has_rows else ()
    return column(row(part("title"), *take, *close, high=2.0, gap=0.2), *rows, part("told"), gap=0.1)


def _ledger_head(canvas: Canvas, places: Places, model: Model, controls: Controls) -> None:
    """Write the title, and draw the buttons of the hint."""
    if "close" in places:
        button(canvas, "close-hint", places["close"], "×", controls.close_hint, tooltip=_("Hide the hint"))
    if "take" in places:
        told = _("Use the plan of the hint")
        button(canvas, "take-hint", places["take"], _("Use this plan"), controls.take_hint, tooltip=told)
    text = _("After this plan") if model.hint is None else _("Advice")
    canvas.line(text, places["title"], size=0.95, weight="Italic", colour=INK_SOFT)


def _rows(canvas: Canvas, box: pygame.Rect, model: Model, plan: PlanDraft) -> None:
    season, seat = plan.season(), plan.question.seat
    left = SEASONS_LEFT[model.view.season]
    provinces = len(model.view.owned(seat))
    short = any(found.missing for found in season.assignments.values())
    hungry = season.revolts.high > 0 and not left
    own = Palette(accent=CUBES[model.seats[seat].colour])
    whole, brief = winter_text(season, provinces)
    winter = whole if width(whole, canvas.px(LINE)) <= box.width - canvas.px(COIN_EM) else brief
    rows = (
        ("chest", chests_text(season), chests_explained(season), short, Palette()),
        ("rice", winter, winter_explained(season, left, plan.risks), hungry, Palette()),
        ("points", points_text(season.scores, seat), points_explained(season.scores, model.names), False, Palette()),
        ("armies", armies_text(season), armies_explained(season), False, own),
    )
    for (name, text, told, alarming, palette), place in zip(rows, canvas.rows(box, len(rows)), strict=True):
        picture = "cube" if name == "armies" else name
        coin(canvas, picture, text, place, palette, colour=VERMILION if alarming else INK, weight="Regular")
        canvas.target(f"ledger-{name}", place, None, told, why=GOODS_RULES[name])


def _reasons(hint: Hint) -> list[str]:
    return list(hint.reasons) or [_("Looking for a hint …")]


class ToldLine(Struct, frozen=True):
    """Style of sentences: their ground and color, and the plan whose click shows the next of them."""

    canvas: Canvas
    plan: PlanDraft
    controls: Controls
    colour: Colour = INK
    why: str = ""
    """Number of the rule that explains them."""
    is_warning: bool = True
    """True if they are on a plate: a mere confirmation would leave it nearly empty."""


def _sentences(told: ToldLine, box: pygame.Rect, name: str, sentences: list[str]) -> None:
    """Write as many sentences as fit; a click shows the next ones, the tooltip has all of them."""
    canvas, plan = told.canvas, told.plan
    if told.is_warning:
        canvas.plate(box, PAPER_BRIGHT, PAPER_EDGE, 0.25)
    inner = canvas.within(box, 0.3, 0.1)
    pixels = canvas.px(SMALL)
    most = inner.height // line_height(pixels)
    plan.told %= len(sentences)
    rest = sentences[plan.told :]
    shown = _fitting(rest, most, lambda text: wrapped(text, pixels, inner.width))
    lines = [*shown]
    if more := len(rest) - len(shown):
        lines.append(ngettext("… and {n} more (click)", "… and {n} more (click)", more).format(n=more))
    canvas.paragraph("\n".join(lines), inner, size=SMALL, colour=told.colour)
    go_on = partial(told.controls.alter_plan, partial(plan.tell_from, plan.told + len(shown)))
    canvas.target(name, box, go_on if len(shown) < len(sentences) else None, "\n".join(sentences), told.why)


def _fitting(sentences: list[str], most: int, broken: Callable[[str], tuple[str, ...]]) -> list[str]:
    """Return as many sentences as fit into `most` lines, less one line if not all do."""
    lines = [len(broken(sentence)) for sentence in sentences]
    if sum(lines) <= most:
        return sentences
    count = len(sentences)
    while count > 1 and sum(lines[:count]) > most - 1:
        count -= 1
    return sentences[:count]


CARD_EM, DRAGGED_EM, HAND_EM = 1.95, 3.8, 2.0
"""Height of a card on its field, width of a dragged card, and height of a card in hand."""
GAP_EM = 0.16
PLAN = row(column(part("fields", high=6.5), part("hand"), gap=GAP_EM), part("ledger", wide=16.0), gap=0.5)
FIELD = column(
    part("head", high=2.3),
    part(high=GAP_EM),
    column(part("slot", high=CARD_EM), row(part("effect"), padding=(0.1, 0.06)), name="field"),
    part("chests", high=0.95),
)
"""An action card, the field for a card of the plan, its effects, and the chests left after it."""
HOLLOW, HOLLOW_EM, SLOT_RADIUS_EM = 0.2, 0.14, 0.34
"""Darkness and width of the shadow inside a sunken field's rim, and radius of its corners."""
A_ROW = 8
ROWS = 2
BID_KEY = "B"
"""Label of the key that bids the card in hand."""
HEAD = "head-"
"""Prefix of the names of the fields' heads."""
LATER = "?"
"""Sign in the corner of actions with an unknown place."""


def field_order(model: Model) -> list[tuple[int, str]]:
    """Return the fields in order, each with its place: the bid, the known actions, the others.

    The actions of face-down cards keep the order of the planning board, which reveals nothing.
    """
    known = [action for action in model.view.actions if action is not None]
    order = [(ACTIONS.index(action), f"{place}.") for place, action in enumerate(known, 1)]
    later = [(number, LATER) for number, action in enumerate(ACTIONS) if action not in known]
    return [(BID, ""), *order, *later]


def numbered_fields(model: Model) -> list[int]:
    """Return the fields in the order of the digit keys: all but the bid, which has its own letter."""
    return [number for number, _place in field_order(model) if number != BID]


class Table(Struct, frozen=True):
    """Input for drawing the parts of the planning board."""

    canvas: Canvas
    model: Model
    plan: PlanDraft
    season: Season
    controls: Controls

    def is_lit(self, card: Card | None) -> bool:
        """Return whether the pointer is at a card's province, here or on the map."""
        return card is not None and card == self.model.hovered

    def key_of_card(self, card: Card) -> str:
        """Return the label of the key that picks up a card; empty if no key does, or another card is held."""
        place = self.plan.digit_of(card) if self.plan.card is None else None
        return "" if place is None else digit(place)

    def key_of_field(self, number: int) -> str:
        """Return the label of the key that places the card in hand on a field; empty without a card in hand."""
        if self.plan.card is None:
            return ""
        return BID_KEY if number == BID else digit(numbered_fields(self.model).index(number))

    def act(self, change: Act) -> Act:
        """Return the action that a click performs to change the plan."""
        return partial(self.controls.alter_plan, change)


def draw_plan(canvas: Canvas, box: pygame.Rect, model: Model, plan: PlanDraft, controls: Controls) -> None:
    """Draw fields, hand and ledger; a click selects a card or a field."""
    table = Table(canvas, model, plan, plan.season(), controls)
    places = canvas.places(PLAN, box)
    _fields(table, places["fields"])
    _hand(table, places["hand"])
    draw_ledger(canvas, places["ledger"], model, plan, controls)
    if plan.is_dragged and plan.card is not None:
        _follow(table, box, plan.card)


def _follow(table: Table, box: pygame.Rect, card: Card) -> None:
    """Draw the dragged card at the pointer."""
    rect = table.canvas.spot(box, DRAGGED_EM, CARD_EM)
    rect.center = table.canvas.pointer
    planning_card(table.canvas, rect, card, table.model.board, InHand(lifted=True))


# The fields


def _fields(table: Table, box: pygame.Rect) -> None:
    canvas = table.canvas
    order = field_order(table.model)
    known = sum(when != LATER for _number, when in order)
    columns = [canvas.places(FIELD, column) for column in canvas.columns(box, FIELDS, GAP_EM)]
    for place, ((number, when), places) in enumerate(zip(order, columns, strict=True)):
        _head(canvas, places["head"], number, when)
        _field(table, places, number)
        if place < known:
            _chests(table, places["chests"], number, place)
        elif place == known:
            _chests_later(table, places["chests"].union(columns[-1]["chests"]))


def _head(canvas: Canvas, rect: pygame.Rect, number: int, when: str) -> None:
    if number == BID:
        bid_head(canvas, rect)
        text = _("The bid for a special card and its place in turn order; paid before the actions.")
        canvas.target(f"{HEAD}bid", rect, None, text, why=BID_RULE)
        return
    action = ACTIONS[number]
    action_head(canvas, rect, action, when)
    place = _("place 6 to 10: its card is face down") if when == LATER else _("place {n}").format(n=when.rstrip("."))
    told = f"{_(ACTION_NAMES[action])} ({place}): {_(ACTION_TEXTS[action])}"
    canvas.target(f"{HEAD}{action}", rect, None, told, ACTION_RULES[action])


def _field(table: Table, places: Places, number: int) -> None:
    canvas, plan, rect = table.canvas, table.plan, places["field"]
    card = plan.fields[number]
    refusal = plan.may_lie(plan.card, number) if plan.card is not None else ""
    act = None if refusal else table.act(partial(plan.take_field, number))
    found = _field_effects(table, number, rect)
    _ground(table, rect, number, is_open=act is not None)
    left = canvas.layer.arrivals.lies(f"field-{number}", card)
    if card is not None:
        held = InHand(lit=table.is_lit(card), hold=Hold(act is not None, left))
        planning_card(canvas, places["slot"], card, table.model.board, held)
    elif act is not None and (sign := table.key_of_field(number)):
        key_cap(canvas, canvas.within(places["slot"], 0.3), sign, ("start", "start"))
    if found is not None:
        colour = table.model.seats[plan.question.seat].colour
        draw_effect(canvas, places["effect"], found, colour, plan.held.get(found.province))
    elif number == BID and isinstance(card, int) and card:
        coin(canvas, "chest", f"−{card}", canvas.within(places["effect"], 0.3, 0.0))
    canvas.target(f"field-{number}", rect, act, refusal or _field_tooltip(table, number, found), _rule(number))


def _field_effects(table: Table, number: int, rect: pygame.Rect) -> Assignment | None:
    """Return the effects of a field; with a card in hand, that card's effects on an empty or a hovered field."""
    plan = table.plan
    if plan.card is not None and (plan.fields[number] is None or table.canvas.hovers(rect)):
        return plan.would_bring(number)
    return table.season.assignments.get(ACTIONS[number]) if number != BID else None


def _field_tooltip(table: Table, number: int, found: Assignment | None) -> str:
    if found is not None:
        standing = table.model.view.provinces[found.province].armies
        return explained(found, standing, table.plan.held.get(found.province))
    card = table.plan.fields[number]
    if number == BID:
        order = _("The highest bid chooses first: 4 to 1 chests, then province cards, then 0 chests, then no card.")
        return _("Bid: {card}").format(card=card_text(card)) + ". " + order
    return _("Nothing happens.") if card is not None else _("Click a card in your hand, then this field.")


def _rule(number: int) -> str:
    return BID_RULE if number == BID else ACTION_RULES[ACTIONS[number]]


def _ground(table: Table, rect: pygame.Rect, number: int, *, is_open: bool) -> None:
    """Draw a field: highlighted if a click would place a card there, marked where another plan differs."""
    canvas, plan = table.canvas, table.plan
    chosen = plan.chosen == number
    waits = is_open and (plan.card is not None or canvas.hovers(rect))
    differs = plan.differs(number)
    paper = GOLD_PALE if chosen or waits or differs else PAPER_SHADE
    edge = VERMILION if differs else INDIGO if chosen or waits else INK_FAINT
    canvas.plate(rect, mix(paper, edge, HOLLOW), edge, SLOT_RADIUS_EM, 0.14 if chosen or differs else 0.07)
    canvas.fill(canvas.within(rect, HOLLOW_EM).move(0, max(1, canvas.px(HOLLOW_EM / 2))), paper, SLOT_RADIUS_EM)


# The chests over the season


def _chests(table: Table, rect: pygame.Rect, number: int, place: int) -> None:
    """Write the chests that are left after the bid or an action, or the shortage in red."""
    canvas = table.canvas
    left = table.season.line[place]
    found = table.season.assignments.get(ACTIONS[number]) if number != BID else None
    missing = found.missing if found else 0
    colour = VERMILION if missing else INK
    text = f"−{missing}" if missing else span_text(left)
    coin(canvas, "chest", text, canvas.within(rect, 0.25, 0.0), colour=colour)
    told = _("Chests after the bid: {n}") if number == BID else _("Chests after this action: {n}")
    told = told.format(n=span_text(left))
    if missing and found is not None:
        told = f"{told}\n{skipping(found)}"
    canvas.target(f"chests-{place}", rect, None, told, SKIPPED_RULE)


def _chests_later(table: Table, rect: pygame.Rect) -> None:
    """Write the number of chests left by the actions with unknown order."""
    canvas, season = table.canvas, table.season
    missing = max((found.missing for found in season.assignments.values()), default=0)
    unknown = [found for found in season.assignments.values() if found.action not in table.model.view.actions]
    doubtful = any(found.missing for found in unknown) and missing
    text = _("chests after all actions: {n}").format(n=span_text(season.chests))
    colour = VERMILION if doubtful else INK_SOFT
    coin(canvas, "chest", text, canvas.within(rect, 0.25, 0.0), colour=colour, weight="Regular")
    canvas.target("chests-end", rect, None, _("Chests at the end of the season, whatever the order of the last five."))


# The hand


def _hand(table: Table, box: pygame.Rect) -> None:
    """Draw the provinces from the left, the chest cards at the right end of the last row."""
    canvas, cards = table.canvas, table.plan.question.cards
    a_row = max(A_ROW, -(-len(cards) // ROWS))
    lines = canvas.down(box, *(share(most=HAND_EM),) * ROWS, gap=GAP_EM)
    places = [place for line in lines for place in canvas.columns(line, a_row, GAP_EM)]
    provinces = [card for card in cards if isinstance(card, str)]
    chests = [card for card in cards if isinstance(card, int)]
    own = zip(provinces, places, strict=False), zip(chests, places[len(places) - len(chests) :], strict=True)
    for card, place in chain[tuple[Card, pygame.Rect]](*own):
        _in_hand(table, place, card)
    free = places[max(a_row, len(provinces)) : len(places) - len(chests)]
    if len(free) > 1:
        _label_chests(canvas, free[0].unionall(free[1:]))


def _label_chests(canvas: Canvas, free: pygame.Rect) -> None:
    """Label the cards at the right end of the last row, in the free space before them."""
    if width(text := _("Chest cards, to bid:"), canvas.least) <= free.width:
        canvas.small(text, free, align="right", colour=INK_SOFT)


def _in_hand(table: Table, rect: pygame.Rect, card: Card) -> None:
    canvas, plan = table.canvas, table.plan
    number = plan.field_of(card)
    if number is not None:
        _laid_card(table, rect, card, number)
        return
    held = InHand(plan.card == card, table.is_lit(card), Hold(reacts=True), table.key_of_card(card))
    planning_card(canvas, rect, card, table.model.board, held)
    act = table.act(partial(plan.take_card, card))
    canvas.target(f"card-{card}", rect, act, _card_tooltip(table, card), why=card_rule(card))


def _card_tooltip(table: Table, card: Card) -> str:
    if isinstance(card, int):
        return _('As a bid it costs {card}; on an action field it means "skip".').format(card=card_text(card))
    land = table.model.board.lands[card]
    text = _("{province}: taxes {tax}, rice {rice}, {armies}")
    lies = table.model.view.provinces[card]
    return text.format(province=card, tax=land.tax, rice=land.rice, armies=armies(lies.armies))


def _laid_card(table: Table, rect: pygame.Rect, card: Card, number: int) -> None:
    """Draw the place of a card that is on a field."""
    canvas = table.canvas
    lit = table.is_lit(card)
    canvas.frame(rect, INDIGO if lit else mix(PAPER_EDGE, PAPER_SHADE, 0.4), 0.25, 0.12 if lit else 0.06)
    card_face(canvas, canvas.within(rect, 0.1, 0.0), card, mix(INK_FAINT, INK, 0.5))
    where = _("the bid") if number == BID else _(ACTION_NAMES[ACTIONS[number]])
    text = _("{card} is already on {field}: each card is used once a season.")
    canvas.target(f"laid-{card}", rect, None, text.format(card=card_text(card), field=where), FIELD_RULE)
