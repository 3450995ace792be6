"""The ledger of a plan: what the whole of it would leave, what may go wrong with it, and an adviser's hint."""

from collections.abc import Callable
from functools import partial

import pygame
from msgspec import Struct

from shogun.base.language import _, ngettext
from shogun.games.shogun.rules.questions import Plan
from shogun.games.shogun.rules.references import GOODS_RULES, SKIPPED_RULE
from shogun.games.shogun.screen.card import coin
from shogun.games.shogun.screen.panels.controls import Controls
from shogun.games.shogun.screen.play.half_made_answers import PlanDraft
from shogun.games.shogun.screen.play.model import Model
from shogun.games.shogun.screen.play.plan_words import (
    SEASONS_LEFT,
    armies_explained,
    armies_text,
    chests_explained,
    chests_text,
    points_explained,
    points_text,
    warnings,
    winter_explained,
    winter_text,
)
from shogun.players.adviser import Hint
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.icons import Palette
from shogun.window.kit.drawing.text import line_height, width, wrapped
from shogun.window.kit.drawing.theme import CUBES, INK, INK_SOFT, PAPER_BRIGHT, PAPER_EDGE, SMALL, VERMILION, Colour
from shogun.window.kit.layout import Box, Places, column, part, row
from shogun.window.kit.widgets.button import button

ROW_EM = 1.12
LINE, COIN_EM = SMALL * 1.12, 1.5
"""Size of a row's writing, and the width of the picture before it."""


def draw_ledger(canvas: Canvas, box: pygame.Rect, model: Model, plan: PlanDraft, controls: Controls) -> None:
    """Draw what the plan would leave, and below it what may go wrong.

    An adviser's reasons stand in the place of all that until their plan is laid, then below.
    """
    is_whole = model.hint is None or model.hint.move == plan.plan()
    places = canvas.places(_layout(model, has_rows=is_whole), box)
    _head(canvas, places, model, controls)
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
    """Return what is still to be done, or that all is well."""
    if empty := plan.to_lay:
        return ngettext("{n} card still to place.", "{n} cards still to place.", empty).format(n=empty)
    if refusal := plan.refusal():
        return refusal
    return _("Everything in this plan can be carried out.") if model.has_adviser else _("The plan is complete.")


def _layout(model: Model, *, has_rows: bool) -> Box:
    """Return the title beside the buttons of a hint, what the plan would leave, and what is told of it.

    What is laid already isn't offered to be laid.
    """
    hint = model.hint
    take = (part("take", wide=5.0),) if hint is not None and isinstance(hint.move, Plan) and not has_rows else ()
    close = (part("close", wide=2.0),) if hint is not None and hint.reasons else ()
    rows = (part("rows", high=4 * ROW_EM),) if has_rows else ()
    return column(row(part("title"), *take, *close, high=2.0, gap=0.2), *rows, part("told"), gap=0.1)


def _head(canvas: Canvas, places: Places, model: Model, controls: Controls) -> None:
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
    """How sentences are told: on what, in which colour, and whose click goes on to the next of them."""

    canvas: Canvas
    plan: PlanDraft
    controls: Controls
    colour: Colour = INK
    why: str = ""
    """The number of the rule that explains them."""
    is_warning: bool = True
    """Whether they lie on a plate: what only says that all is well would leave it nearly empty."""


def _sentences(told: ToldLine, box: pygame.Rect, name: str, sentences: list[str]) -> None:
    """Write as many sentences as there is room for; a click shows the next ones, the tooltip has all of them."""
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
    """Return as many sentences as fit into `most` lines, with one line to spare if not all do."""
    lines = [len(broken(sentence)) for sentence in sentences]
    if sum(lines) <= most:
        return sentences
    count = len(sentences)
    while count > 1 and sum(lines[:count]) > most - 1:
        count -= 1
    return sentences[:count]
