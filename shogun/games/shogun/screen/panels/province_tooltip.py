"""Details of one province, on a slip of paper: values, pieces, and neighbors."""

from collections.abc import Sequence
from functools import lru_cache

import pygame
from msgspec import Struct
from pygame import Rect, Surface

from shogun.base.language import _
from shogun.games.shogun.analysis.plan_words import leaders
from shogun.games.shogun.rules.cards import BUILDINGS, Action, Building
from shogun.games.shogun.screen import pieces
from shogun.games.shogun.screen.map.painting.brush import kanji_names
from shogun.games.shogun.screen.map.painting.ornament import MARKS_HIGH, MARKS_WIDE, NAME_HIGH
from shogun.games.shogun.screen.map.painting.regions import tone
from shogun.games.shogun.screen.panels.battle_count import chance_in_words
from shogun.games.shogun.screen.pieces import BUILDING_INKS, ROOFS
from shogun.games.shogun.screen.play.model import Danger, Model
from shogun.games.shogun.words import action_label, armies, region_name
from shogun.window.kit.drawing import text as texts
from shogun.window.kit.drawing.canvas import LEAST_PIXELS, Canvas
from shogun.window.kit.drawing.icons import Palette, banner, icon
from shogun.window.kit.drawing.theme import CUBES, INK, INK_SOFT, PAPER, PAPER_BRIGHT, SMALL, VERMILION
from shogun.window.kit.layout import Box, Places, column, part, row, share, text

WIDE_EM, MOST_EM = 21.5, 10.9
"""Width of the tooltip, and its largest height."""
PIECE_EM, TOKEN_EM, LINE_EM = 1.15, 0.95, 1.2
HEADING = row(
    row(part("name", wide=share(most=12.2)), part("kanji", wide=3.0), wide=share(), gap=0.2),
    part("region", wide=7.0), part("patch", wide=0.9, high=0.9),
    gap=0.3, align="middle",
)  # fmt: skip
NEIGHBOUR = row(part("armies", wide=TOKEN_EM * 1.65), part("name"), gap=TOKEN_EM * 0.2)
TAG_EM, PLANNED_EM = 1.3, 5.0
"""Width of a planned action's tag, and largest width of its label."""
MARGIN_EM = 0.6
DANGEROUS = 0.5
"""Least chance at which a threat is written in red."""


def draw_province_tooltip(canvas: Canvas, room: pygame.Rect, model: Model, name: str) -> pygame.Rect:
    """Draw the tooltip of a province at the top of a room and return its rectangle."""
    beside = _neighbours(canvas, model, name) if name in model.board.lands else []
    danger = model.danger if model.danger and model.danger.province == name else None
    places = canvas.places(_layout(canvas, room, beside, has_danger=danger is not None), room)
    canvas.sheet(places["sheet"], PAPER_BRIGHT)
    _heading(canvas, canvas.places(HEADING, places["heading"]), model, name)
    if beside:
        _owner(canvas, places["owner"], model, name)
        _stock(canvas, places["stock"], model, name)
        for neighbour, spot in zip(beside, _flow(canvas, places["beside"], beside), strict=True):
            _neighbour(canvas, canvas.places(NEIGHBOUR, spot), neighbour, model)
    else:
        canvas.small(_("not used with three players"), places["owner"], colour=INK_SOFT)
    if danger is not None:
        _danger(canvas, places["danger"], danger)
    return places["sheet"]


def _layout(canvas: Canvas, room: pygame.Rect, beside: list["Neighbour"], *, has_danger: bool) -> Box:
    """Return the layout of the sheet, as high as its text needs, with as many lines of neighbors as necessary."""
    told = [part("heading", high=1.5), part("owner", high=1.5)]
    if beside:
        lines = len({spot.top for spot in _flow(canvas, canvas.within(room, MARGIN_EM, 0.0), beside)})
        told += [part("stock", high=1.6), part("beside", high=LINE_EM * lines)]
    if has_danger:
        told.append(part("danger", high=LINE_EM + 0.1))
    return column(column(*told, name="sheet", padding=(MARGIN_EM, 0.28)), part(), wide=WIDE_EM)


def _heading(canvas: Canvas, places: Places, model: Model, name: str) -> None:
    """Write name, kanji and region, with a patch in the region's tone."""
    drawn = canvas.line(name, places["name"], weight="Bold", size=1.15)
    _name, kanji = canvas.across(places["name"].union(places["kanji"]), drawn.width / canvas.em, share(), gap=0.4)
    canvas.line(kanji_names()[name], kanji, colour=INK_SOFT)
    if name not in model.board.lands:
        return
    canvas.plate(places["patch"], tone(model.board, name), INK, 0.15)
    region = region_name(model.board.lands[name].region)
    canvas.small(region, places["region"], align="right", colour=INK_SOFT)


def _owner(canvas: Canvas, line: pygame.Rect, model: Model, name: str) -> None:
    """Show the province's owner, its armies, and the action planned there."""
    lies, action = model.view.provinces[name], model.planned().get(name)
    room = line if action is None else _planned(canvas, line, action)
    words = _("neutral")
    if lies.owner is not None:
        room = canvas.put(banner(model.seats[lies.owner].clan, canvas.px(1.4)), room, gap=0.4)
        words = _("{who}: {armies}").format(who=model.names[lies.owner], armies=armies(lies.armies))
    canvas.line(words, room, size=0.94)


def _planned(canvas: Canvas, line: pygame.Rect, action: Action) -> pygame.Rect:
    """Write the viewer's planned action, after its tag on the map; return the room before it."""
    label = action_label(action)
    wide = min(texts.width(label, canvas.px(SMALL)) / canvas.em, PLANNED_EM)
    room, tag, words = canvas.across(line, share(), TAG_EM, wide, gap=0.25)
    canvas.image(pieces.action_tag(action, canvas.px(TAG_EM)), tag, "right")
    canvas.small(label, words)
    return room


def _stock(canvas: Canvas, line: pygame.Rect, model: Model, name: str) -> None:
    """Draw taxes, rice, building sites and buildings, and revolt markers."""
    land, lies = model.board.lands[name], model.view.provinces[name]
    size, free = canvas.px(PIECE_EM), land.sites - len(lies.buildings)
    room = _word(canvas, canvas.put(pieces.tax_value(land.tax, size), line, gap=0.15), _("taxes"))
    room = _word(canvas, canvas.put(pieces.rice_value(land.rice, size), room, gap=0.15), _("rice"))
    for image in [*(pieces.building(kind, size) for kind in lies.buildings), *[pieces.empty_site(size)] * free]:
        room = canvas.put(image, room, gap=0.15)
    room = _word(canvas, room, _("free sites: {n}").format(n=free))
    if lies.markers:
        room = canvas.put(pieces.revolt(lies.markers, size), room, gap=0.15)
        if texts.width(_("unrest"), LEAST_PIXELS) < room.width:
            _word(canvas, room, _("unrest"))


def _word(canvas: Canvas, room: pygame.Rect, word: str) -> pygame.Rect:
    """Write a word and return the room after it."""
    return canvas.across(room, canvas.small(word, room).width / canvas.em, share(), gap=0.55)[1]


class Neighbour(Struct):
    """A neighboring province and its label, with their total width in em."""

    name: str
    words: str
    wide: float


def _neighbours(canvas: Canvas, model: Model, name: str) -> list[Neighbour]:
    board = model.board
    found: list[Neighbour] = []
    for other in sorted(board.neighbours[name]):
        by_sea = (name, other) in board.sea_routes or (other, name) in board.sea_routes
        words = _("{province} (by sea)").format(province=other) if by_sea else other
        found.append(Neighbour(other, words, 1.85 * TOKEN_EM + texts.width(words, canvas.px(SMALL)) / canvas.em + 0.15))
    return found


def _flow(canvas: Canvas, room: pygame.Rect, neighbours: list[Neighbour]) -> list[pygame.Rect]:
    """Return the places of the neighbors: side by side, in as many lines as necessary."""
    return canvas.flow(room, [neighbour.wide for neighbour in neighbours], LINE_EM, gap=0.4)


def _neighbour(canvas: Canvas, places: Places, neighbour: Neighbour, model: Model) -> None:
    """Write a neighbor after its owner's armies, as a possible attacker."""
    lies = model.view.provinces[neighbour.name]
    if lies.owner is None:
        canvas.line("–", places["armies"], align="centre", weight="Bold")
    else:
        token = pieces.army(model.seats[lies.owner].clan, lies.armies, canvas.px(TOKEN_EM))
        canvas.image(token, places["armies"], "right")
    canvas.small(neighbour.words, places["name"])


def _danger(canvas: Canvas, line: pygame.Rect, danger: Danger) -> None:
    """Write the most dangerous neighbor's threat: its province, armies and chance."""
    threat = danger.threat
    if threat is None:
        canvas.small(_("No neighbor can attack now."), line, colour=INK_SOFT)
        return
    likely = threat.odds.win.value >= DANGEROUS
    words = _("Threat: {source} with {armies} would take it: {chance}").format(
        source=threat.march.source, armies=armies(threat.march.armies), chance=chance_in_words(threat.odds)
    )
    canvas.small(words, line, colour=VERMILION if likely else INK)


def draw_legend(canvas: Canvas, room: pygame.Rect, model: Model) -> None:
    """Explain hatched provinces at the top of a room, if there are any (2.1)."""
    if model.board.left_out:
        told = _("Hatched provinces aren't used in this game.")
        words = row(text("told", told, size=SMALL), name="sheet", padding=(0.4, 0.0), high=1.5)
        places = canvas.places(column(row(words, part()), part()), room)
        canvas.sheet(places["sheet"], PAPER_BRIGHT)
        canvas.small(told, places["told"])


def explained_province(model: Model, selected: str | None) -> str | None:
    """Return the province for the tooltip: the one under the pointer, or else the one in question."""
    return model.hovered or (selected if model.question else None)


# Leaders in a region: below its slip on the map a mark for each kind of building, in the leaders' colors

ROOM = column(part(high=share(NAME_HIGH)), part("marks", high=share(MARKS_HIGH)))
STRIPE = 0.3
"""Height of the leaders' colors, as a share of a mark's."""


def draw_leaders(canvas: Canvas, slip: Rect, region: str, model: Model) -> None:
    """Draw the marks of a region into the room below its slip, only for kinds of buildings that exist there."""
    room = canvas.places(ROOM, slip)["marks"]
    _wide, high = room.size
    wide = high * MARKS_WIDE / MARKS_HIGH / len(BUILDINGS) / canvas.em
    *spots, _sea = canvas.across(room, *(wide for _kind in BUILDINGS), share())
    for kind, spot in zip(BUILDINGS, spots, strict=True):
        leading = leaders(model.board, model.view, region, kind, len(model.seats))
        if leading:
            colours = tuple(model.seats[seat].colour for seat in leading)
            canvas.image(_mark(kind, colours, canvas.within(room, 0.08).height), spot, "left")


@lru_cache(maxsize=128)
def _mark(kind: Building, colours: Sequence[str], high: int) -> Surface:
    """Return a tile of paper with a building's icon, and the leaders' colors below it."""
    stripe = round(high * STRIPE)
    side = high - stripe
    mark = Surface((side + 4, high), pygame.SRCALPHA)
    mark.fill(PAPER)
    mark.blit(icon(kind, side - 1, Palette(BUILDING_INKS[kind], PAPER, ROOFS)), (2, 1))
    for number, colour in enumerate(colours):
        left, right = (mark.get_width() * end // len(colours) for end in (number, number + 1))
        mark.fill(CUBES[colour], (left, side, right - left, stripe))
    pygame.draw.rect(mark, INK, mark.get_rect(), 1)
    return mark
