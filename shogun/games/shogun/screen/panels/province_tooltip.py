"""All that is known of one province, on a slip of paper: values, what stands there, and who lives beside it."""

import pygame
from msgspec import Struct

from shogun.base.language import _
from shogun.games.shogun.rules.cards import Action
from shogun.games.shogun.screen import pieces
from shogun.games.shogun.screen.map.lettering import kanji_names
from shogun.games.shogun.screen.map.regions import tone
from shogun.games.shogun.screen.panels.odds import chance_in_words
from shogun.games.shogun.screen.play.model import Danger, Model
from shogun.games.shogun.words.region_names import region_name
from shogun.games.shogun.words.symbols import action_label
from shogun.games.shogun.words.wording import armies
from shogun.window.kit import text as texts
from shogun.window.kit.banner import banner
from shogun.window.kit.canvas import LEAST_PIXELS, Canvas
from shogun.window.kit.theme import INK, INK_SOFT, PAPER_BRIGHT, SMALL, VERMILION

WIDE_EM, MOST_EM = 21.5, 10.9
"""Width of the tooltip, and its greatest height."""
ROW_EM = 1.5
PIECE_EM = 1.15
TOKEN_EM = 0.95
LINE_EM = 1.2
PLANNED_EM = 5.0
"""The most room for what is planned."""
DANGEROUS = 0.5
"""A chance from which a threat is written in red."""


def draw_province_tooltip(canvas: Canvas, corner: tuple[int, int], model: Model, name: str) -> pygame.Rect:
    """Draw the tooltip of a province with its upper left corner at `corner` and return its rectangle."""
    played = name in model.board.lands
    row = pygame.Rect(corner, (canvas.px(WIDE_EM - 1.2), canvas.px(ROW_EM))).move(canvas.px(0.6), canvas.px(0.25))
    beside = _neighbours(canvas, row.move(0, canvas.px(3 * ROW_EM + 0.2)), model, name) if played else []
    last = beside[-1].place if beside else row.move(0, canvas.px(1.1))
    danger = model.danger if model.danger and model.danger.province == name else None
    if danger is not None:
        last = pygame.Rect(row.left, last.bottom + canvas.px(0.15), row.width, canvas.px(LINE_EM))
    rect = pygame.Rect(corner, (canvas.px(WIDE_EM), last.bottom + canvas.px(0.35) - corner[1]))
    canvas.sheet(rect, PAPER_BRIGHT)
    _heading(canvas, row, model, name)
    if played:
        _owner(canvas, row.move(0, canvas.px(ROW_EM)), model, name)
        _stock(canvas, row.move(0, canvas.px(2 * ROW_EM + 0.1)), model, name)
    else:
        canvas.small(_("out of the game with three players"), row.move(0, canvas.px(1.1)), colour=INK_SOFT)
    for neighbour in beside:
        _neighbour(canvas, neighbour, model)
    if danger is not None:
        _danger(canvas, last, danger)
    return rect


def _heading(canvas: Canvas, row: pygame.Rect, model: Model, name: str) -> None:
    """Write name, kanji and region; a patch shows the region's tone."""
    wide = row.width * 3 // 5
    written = canvas.line(name, pygame.Rect(row.left, row.top, wide, row.height), weight="Bold", size=1.15)
    kanji = pygame.Rect(written.right + canvas.px(0.4), row.top, canvas.px(3), row.height)
    canvas.line(kanji_names()[name], kanji, colour=INK_SOFT)
    if name not in model.board.lands:
        return
    patch = pygame.Rect(row.right - canvas.px(0.9), row.top + canvas.px(0.3), canvas.px(0.9), canvas.px(0.9))
    canvas.plate(patch, tone(model.board, name), INK, 0.15)
    region = pygame.Rect(kanji.right, row.top, patch.left - canvas.px(0.3) - kanji.right, row.height)
    canvas.small(region_name(model.board.lands[name].region), region, align="right", colour=INK_SOFT)


def _owner(canvas: Canvas, row: pygame.Rect, model: Model, name: str) -> None:
    """Tell who owns the province with how many armies, and what is planned for it."""
    lies = model.view.provinces[name]
    left = row.left
    if lies.owner is not None:
        flag = banner(model.seats[lies.owner].clan, canvas.px(1.4))
        canvas.surface.blit(flag, flag.get_rect(midleft=row.midleft))
        left += flag.get_width() + canvas.px(0.4)
    action = model.planned().get(name)
    right = row.right if action is None else _planned(canvas, row, action)
    words = _("neutral: nobody's")
    if lies.owner is not None:
        words = _("{who}: {armies}").format(who=model.names[lies.owner], armies=armies(lies.armies))
    canvas.line(words, pygame.Rect(left, row.top, right - left, row.height), size=0.94)


def _planned(canvas: Canvas, row: pygame.Rect, action: Action) -> int:
    """Write which action oneself has planned there, after its tag on the map; return where the room before it ends."""
    label = action_label(action)
    wide = min(texts.width(label, canvas.px(SMALL)), canvas.px(PLANNED_EM))
    words = pygame.Rect(row.right - wide, row.top, wide, row.height)
    canvas.small(label, words)
    tag = pieces.action_tag(action, canvas.px(1.3))
    place = tag.get_rect(midright=(words.left - canvas.px(0.25), row.centery))
    canvas.surface.blit(tag, place)
    return place.left - canvas.px(0.3)


def _stock(canvas: Canvas, row: pygame.Rect, model: Model, name: str) -> None:
    """Draw taxes, rice, building sites with what stands on them, and revolt markers."""
    land, lies = model.board.lands[name], model.view.provinces[name]
    size = canvas.px(PIECE_EM)
    left = row.left
    for image, word in (
        (pieces.tax_value(land.tax, size), _("taxes")),
        (pieces.rice_value(land.rice, size), _("rice")),
    ):
        left = _piece(canvas, row, left, image)
        left = _word(canvas, row, left, word)
    free = land.sites - len(lies.buildings)
    for image in [*(pieces.building(kind, size) for kind in lies.buildings), *[pieces.empty_site(size)] * free]:
        left = _piece(canvas, row, left, image)
    left = _word(canvas, row, left, _("{n} free").format(n=free))
    if lies.markers:
        left = _piece(canvas, row, left, pieces.revolt(lies.markers, size))
        if texts.width(_("unrest"), LEAST_PIXELS) < row.right - left:
            _word(canvas, row, left, _("unrest"))


def _piece(canvas: Canvas, row: pygame.Rect, left: int, image: pygame.Surface) -> int:
    """Draw a piece and return where the next thing begins."""
    canvas.surface.blit(image, image.get_rect(midleft=(left, row.centery)))
    return left + image.get_width() + canvas.px(0.15)


def _word(canvas: Canvas, row: pygame.Rect, left: int, word: str) -> int:
    """Write a word and return where the next thing begins."""
    box = pygame.Rect(left, row.top, max(1, row.right - left), row.height)
    return canvas.small(word, box).right + canvas.px(0.55)


class Neighbour(Struct):
    """A neighbouring province and where it is written."""

    name: str
    words: str
    place: pygame.Rect


def _neighbours(canvas: Canvas, row: pygame.Rect, model: Model, name: str) -> list[Neighbour]:
    """Return all neighbours, each with room for its armies and its name, in rows from `row` on."""
    board = model.board
    found: list[Neighbour] = []
    left, top = row.topleft
    for other in sorted(board.neighbours[name]):
        by_sea = (name, other) in board.sea_routes or (other, name) in board.sea_routes
        words = _("{province} (by sea)").format(province=other) if by_sea else other
        wide = canvas.px(TOKEN_EM * 1.85) + texts.width(words, canvas.px(SMALL)) + 2
        if left + wide > row.right:
            left, top = row.left, top + canvas.px(LINE_EM)
        found.append(Neighbour(other, words, pygame.Rect(left, top, wide, canvas.px(LINE_EM))))
        left += wide + canvas.px(0.4)
    return found


def _neighbour(canvas: Canvas, neighbour: Neighbour, model: Model) -> None:
    """Write a neighbour after its owner's armies: who could come from there."""
    lies, place = model.view.provinces[neighbour.name], neighbour.place
    room = pygame.Rect(place.left, place.top, canvas.px(TOKEN_EM * 1.65), place.height)
    if lies.owner is None:
        canvas.line("–", room, align="centre", weight="Bold")
    else:
        token = pieces.army(model.seats[lies.owner].clan, lies.armies, canvas.px(TOKEN_EM))
        canvas.surface.blit(token, token.get_rect(midright=room.midright))
    left = place.left + canvas.px(TOKEN_EM * 1.85)
    canvas.small(neighbour.words, pygame.Rect(left, place.top, place.right - left, place.height))


def _danger(canvas: Canvas, row: pygame.Rect, danger: Danger) -> None:
    """Write what the most dangerous neighbour could do: from there, with how many armies, how likely."""
    threat = danger.threat
    if threat is None:
        canvas.small(_("No neighbour can attack now."), row, colour=INK_SOFT)
        return
    likely = threat.odds.win.value >= DANGEROUS
    words = _("Threat: {source} with {armies} takes it: {chance}").format(
        source=threat.march.source, armies=armies(threat.march.armies), chance=chance_in_words(threat.odds)
    )
    canvas.small(words, row, colour=VERMILION if likely else INK)


def draw_legend(canvas: Canvas, corner: tuple[int, int], model: Model) -> None:
    """Say what hatched provinces are, if there are any (2.1)."""
    if model.board.left_out:
        text = _("Hatched provinces are out of the game.")
        rect = pygame.Rect(corner, (texts.width(text, canvas.px(SMALL)) + canvas.px(1.0), canvas.px(1.5)))
        canvas.sheet(rect, PAPER_BRIGHT)
        canvas.small(text, rect.inflate(-canvas.px(0.8), 0))


def explained_province(model: Model, selected: str | None) -> str | None:
    """Return the province whose tooltip is to be shown: the one under the pointer, else the one that is asked about."""
    return model.hovered or (selected if model.question else None)
