"""Effects of a move, one per line: source, player and gain (14)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pygame
from msgspec import Struct
from msgspec.structs import replace

from shogun.base.language import _, ngettext
from shogun.games.river_of_gold.analysis.move_effects import Foreseen, Foresight
from shogun.games.river_of_gold.rules import events as ev
from shogun.games.river_of_gold.rules.components import BONUSES, COSTS, CUSTOMERS, GOODS, TILES, Gain
from shogun.games.river_of_gold.rules.events import Event
from shogun.games.river_of_gold.screen import pieces
from shogun.games.river_of_gold.screen.pieces import gain_picture, side_by_side, symbol
from shogun.games.river_of_gold.screen.play.lights import DARK, Lights, of_event
from shogun.games.river_of_gold.screen.play.model import RiverModel
from shogun.games.river_of_gold.words import KIND_NAMES, MASTERY_NAMES, region_name
from shogun.window.kit.drawing import text as texts
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.theme import INK, INK_SOFT, VERMILION
from shogun.window.kit.layout import share
from shogun.window.kit.widgets.scrolling import Scrolling

LINE_EM, LEAST_LINE_EM = 1.32, 1.06
"""Height of a line, and its least height, used before a second page is added."""
EFFECT = "effect-"
"""Prefix of the names of the lines' places."""
MARKER_EM = 1.14


class EffectLine(Struct, frozen=True):
    """Line: its player, pictures of the gain, its source, and the loss beyond a limit."""

    seat: int | None
    gains: tuple[Gain, ...]
    words: str
    lost: int = 0
    asks: bool = False
    """True if it is a choice to come."""
    lights: Lights = DARK
    """Lights on the board for its source or target."""


def effect_lines(model: RiverModel, foresight: Foresight) -> list[EffectLine]:
    """Return the effects of moves in order.

    Gains of one seat from one place share a line, and so do all bare spaces of a visit.
    """
    found: list[EffectLine] = []
    before: Foreseen | None = None
    bare: list[Foreseen] = []
    for effect in foresight.effects:
        for line in _lines(foresight, model, effect):
            if _is_bare(foresight, effect) and line.gains:
                bare.append(effect)
                line = _of_bare(bare)  # noqa: PLW2901  the same line, for one space more
                if len(bare) > 1:
                    found.remove(_of_bare(bare[:-1]))
                found.append(line)
            elif before is not None and _share_a_line(before, effect) and found and found[-1].gains and line.gains:
                last = found[-1]
                gains, lost, lights = (*last.gains, *line.gains), last.lost + line.lost, last.lights | line.lights
                found[-1] = EffectLine(last.seat, gains, last.words, lost, lights=lights)
            else:
                found.append(line)
            before = effect
    return found


def _is_bare(foresight: Foresight, effect: Foreseen) -> bool:
    """Return whether an effect is a bare shore space's gain for its visitor, with no loss."""
    if effect.cause != "visitor" or not effect.shore or foresight.after.tiles[effect.shore - 1]:
        return False
    return isinstance(effect.event, ev.Gained) and not effect.event.lost


def _of_bare(effects: Sequence[Foreseen]) -> EffectLine:
    words = ngettext("visitor, {n} empty space", "visitor, {n} empty spaces", len(effects)).format(n=len(effects))
    koku = sum(effect.event.number for effect in effects if isinstance(effect.event, ev.Gained))
    lights = Lights(shores=frozenset(effect.shore for effect in effects))
    return EffectLine(effects[0].seat, (Gain("koku", koku),), words, lights=lights)


def _share_a_line(one: Foreseen, other: Foreseen) -> bool:
    """Return whether two effects share a line: same seat, place and cause."""
    return (one.cause, one.seat, one.shore) == (other.cause, other.seat, other.shore) and bool(one.shore)


def _lines(foresight: Foresight, model: RiverModel, effect: Foreseen) -> Iterator[EffectLine]:
    words = "" if effect.asks == "discard" else _cause(foresight, effect)
    if effect.asks is not None:
        yield EffectLine(
            effect.seat, (), f"{_question_text(effect)} ({words})" if words else _question_text(effect), asks=True
        )
        return
    assert effect.event is not None, "an effect that asks nothing does something"
    for line in _event_lines(model, effect, effect.event, words):
        yield replace(line, lights=of_event(effect.event))


def _event_lines(model: RiverModel, effect: Foreseen, event: Event, words: str) -> Iterator[EffectLine]:
    if isinstance(event, ev.Gained):
        if effect.cause != "mastery":
            yield EffectLine(event.seat, (Gain(event.what, event.number),), words, event.lost)
    elif tell := _GAINS_BY_EVENT.get(type(event)):
        gains, told = tell(event, model)
        yield EffectLine(getattr(event, "seat", None) if type(event) not in _OF_ALL else None, gains, told)


_GainAndCause = tuple[tuple[Gain, ...], str]


def _influence(event: ev.InfluenceGained, _model: RiverModel) -> _GainAndCause:
    told = _("{region}: {a} to {b}").format(region=region_name(event.region), a=event.source, b=event.target)
    return (Gain("influence", event.target - event.source),), told


def _price(event: ev.Built, _model: RiverModel) -> _GainAndCause:
    kind = _(KIND_NAMES[TILES[event.tile].kind])
    return (Gain("koku", -event.paid),), _("cost of the {kind}").format(kind=kind)


def _sails(event: ev.Sailed, _model: RiverModel) -> _GainAndCause:
    sentence = _("sails from {a} to {b}: a journey") if event.journey else _("sails from {a} to {b}")
    return (), sentence.format(a=event.source, b=event.target)


def _passes(event: ev.MarkerPassed, model: RiverModel) -> _GainAndCause:
    name = model.names[event.by]
    return (), _("passed by {name} in {region}").format(name=name, region=region_name(event.region))


def _order(event: ev.Delivered, _model: RiverModel) -> _GainAndCause:
    ordered = zip(GOODS, CUSTOMERS[event.customer].order, strict=True)
    return tuple(Gain(good, -number) for good, number in ordered if number), _("the order")


def _exchanges(event: ev.GoodsExchanged, _model: RiverModel) -> _GainAndCause:
    return (Gain(event.give, -COSTS.exchange_goods), Gain(event.get, 1)), _("exchange")


_GAINS_BY_EVENT: Mapping[type, Callable[[Any, RiverModel], _GainAndCause]] = {
    ev.InfluenceGained: _influence,
    ev.Built: _price,
    ev.Sailed: _sails,
    ev.MarkerPassed: _passes,
    ev.GoodsExchanged: _exchanges,
    ev.FavorSpent: lambda event, _model: ((Gain("favor", -1),), _("the die shows {n}").format(n=event.number)),
    ev.FavorBought: lambda _event, _model: ((Gain("koku", -COSTS.exchange_koku), Gain("favor", 1)), _("exchange")),
    ev.MasteryClaimed: lambda event, _model: ((Gain("points", event.points),), _(MASTERY_NAMES[event.mastery])),
    ev.CustomersDrawn: lambda event, _model: ((Gain("customer", event.number),), _("drawn")),
    ev.EmperorCame: lambda _event, _model: ((), _("The Emperor rewards all owners")),
    ev.LastTileLaid: lambda _event, _model: ((), _("Last tile! Everyone else has one more turn")),
    ev.TileGone: lambda _event, _model: ((), _("the last tile in the row is removed")),
    ev.Delivered: _order,
}
"""Gain and short cause of each kind of event; events not listed here aren't shown in advance."""
_OF_ALL = (ev.EmperorCame, ev.LastTileLaid)
"""Events that concern no player in particular."""


def _cause(foresight: Foresight, effect: Foreseen) -> str:
    """Return the cause of an effect, in a few words."""
    if effect.shore and effect.cause in ("visitor", "owner", "emperor"):
        tile = foresight.after.tiles[effect.shore - 1]
        kind = _(KIND_NAMES[TILES[tile].kind]) if tile else _("empty space")
        sentence = {"visitor": _("visitor, {kind} {n}"), "owner": _("owner, {kind} {n}")}
        return sentence.get(effect.cause, _("Emperor, {kind} {n}")).format(kind=kind, n=effect.shore)
    return {
        "slot": _("end of the row"), "building": _("building"), "track": _("on the track"), "ability": _("ability"),
        "journey": _("journey"), "merchant": _("merchant"), "card": _("customer"), "end": _("last tile"),
    }.get(effect.cause, "")  # fmt: skip


def _question_text(effect: Foreseen) -> str:
    match effect.asks:
        case "good":
            return ngettext("chooses {n} good", "chooses {n} goods", effect.number).format(n=effect.number)
        case "journey":
            return _("chooses {koku} koku or 1 good").format(koku=BONUSES.journey_koku)
        case "sale":
            return _("may sell goods for {n} koku each").format(n=effect.number)
        case "place_marker":
            return _("places a second marker")
        case "noble_ship":
            return _("replaces a ship by the noble ship")
    return _("discards surplus customers")


def draw_effects(canvas: Canvas, model: RiverModel, foresight: Foresight, box: pygame.Rect, list_: Scrolling) -> None:
    """Draw as many of the effects as fit."""
    lines = effect_lines(model, foresight)
    high = line_height(canvas, box.height, len(lines)) / canvas.em
    for number, row in list_.lay(canvas, box, len(lines), high):
        _draw_line(canvas, model, lines[number], row)
        canvas.target(f"{EFFECT}{number}", row, None, in_text=True, group="effects")


def line_height(canvas: Canvas, height: int, lines: int) -> int:
    """Return the height of a line, px: lower than usual only if all lines then fit."""
    usual = canvas.px(LINE_EM)
    high = min(usual, height // max(1, lines))
    return high if high >= canvas.px(LEAST_LINE_EM) else usual


def _draw_line(canvas: Canvas, model: RiverModel, line: EffectLine, box: pygame.Rect) -> None:
    disc, room = canvas.across(canvas.within(box, 0, 0.09), MARKER_EM, share(), gap=0.3)
    if line.seat is not None:
        canvas.image(pieces.marker(model.seats[line.seat].clan, min(disc.size)), disc)
    if line.gains:
        room = canvas.put(_gains(line.gains, room.height), room, gap=0.35)
    words = line.words
    if line.lost:
        words += " " + _("({n} lost)").format(n=line.lost)
    own = line.seat == model.seat or line.seat is None
    colour = VERMILION if line.seat is None or line.lost else INK if own and not line.gains else INK_SOFT
    canvas.small(words, room, colour=colour)


def _gains(gains: Sequence[Gain], size: int) -> pygame.Surface:
    parts = []
    for gain in gains:
        if gain.number < 0:
            words = texts.painted(f"−{-gain.number}", max(11, round(0.86 * size)), VERMILION, "Bold")
            parts.append(side_by_side((words, symbol(gain.verb, size)), size))
        else:
            parts.append(gain_picture(gain, size))
    return side_by_side(parts, size, gap=max(3, size // 4))
