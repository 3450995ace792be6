"""Where the panels of the game's screen lie, for every size of the window."""

import pygame
from msgspec import Struct

GAP_EM = 0.4
TOP_EM = 3.2
BOTTOM_EM = 11.4
FOLDED_EM = 3.5
"""Height of the sheet while the board of plans is folded to one line."""
TOWER_EM = 11.6
SIDE_EM = 18.0
MOST_COLUMNS_EM = 38.0
"""On wide screens tower and players together take no more than this; the map gets the rest."""
BOARD_SHAPE = 1.6
"""Width by height of the map."""
PLAYER_EM = 4.1
"""Height of a player's row where there is room, with its gap."""
PLAYERS_SHARE = 0.64
"""The most of the right column that the players' goods may take."""
DIGEST_EM = 5.2


class Shape(Struct, frozen=True):
    """What the panels need room for at the moment."""

    is_wide: bool = False
    """Whether the sheet, for a plan or the draft, reaches under the tower; else it is as wide as the board."""
    is_folded: bool = False
    """Whether the sheet is one line, and the map higher."""
    has_digest: bool = False
    """Whether it is told, between players and log, what has happened since the last turn."""


USUAL = Shape()


def lay_out(area: pygame.Rect, em: int, seats: int, shape: Shape = USUAL) -> dict[str, pygame.Rect]:
    """Return the rectangle of each panel by its name; none overlaps another."""
    gap = round(GAP_EM * em)
    prompt = pygame.Rect(area.left, area.top, area.width, round(TOP_EM * em))
    bottom = area.bottom - gap
    sheet = pygame.Rect(0, 0, 0, round((FOLDED_EM if shape.is_folded else BOTTOM_EM) * em))
    box = pygame.Rect(area.left + gap, prompt.bottom + gap, area.width - 2 * gap, bottom - prompt.bottom - gap)
    board = _board(box, box.height - sheet.height - gap, em, gap)
    left = board.right + gap
    beside = pygame.Rect(left, box.top, box.right - left, box.height - round(BOTTOM_EM * em) - gap)
    tower, players, log = _columns(beside, em, gap, seats)
    sheet.width = (tower if shape.is_wide else board).right - box.left
    sheet.bottomleft = box.left, bottom
    rects = {"prompt": prompt, "board": board, "tower": tower, "players": players, "log": log, "sheet": sheet}
    if shape.has_digest:
        rects["digest"] = pygame.Rect(log.left, log.top, log.width, round(DIGEST_EM * em))
        rects["log"] = log = pygame.Rect(log.left, log.top, log.width, log.height)
        log.height -= rects["digest"].height + gap
        log.bottom = tower.bottom
    return rects | _corner(box, sheet.right + gap, tower.bottom + gap, gap)


def _board(box: pygame.Rect, high: int, em: int, gap: int) -> pygame.Rect:
    columns = round((TOWER_EM + SIDE_EM) * em) + 2 * gap
    most = round(MOST_COLUMNS_EM * em) + 2 * gap
    wide = max(min(box.width - columns, round(high * BOARD_SHAPE)), box.width - most)
    return pygame.Rect(box.left, box.top, wide, high)


def _columns(box: pygame.Rect, em: int, gap: int, seats: int) -> tuple[pygame.Rect, pygame.Rect, pygame.Rect]:
    """Return the rooms of tower, players and log, beside the board."""
    tower = pygame.Rect(box.left, box.top, round((box.width - gap) * TOWER_EM / (TOWER_EM + SIDE_EM)), box.height)
    side = tower.right + gap
    players = pygame.Rect(side, box.top, box.right - side, 0)
    players.height = min(round(box.height * PLAYERS_SHARE), round(PLAYER_EM * seats * em) + gap)
    log = pygame.Rect(side, players.bottom + gap, players.width, tower.bottom - players.bottom - gap)
    return tower, players, log


def _corner(box: pygame.Rect, left: int, top: int, gap: int) -> dict[str, pygame.Rect]:
    """Return the rooms of turn order and events, right of the sheet."""
    half = (box.bottom - top - gap) // 2
    track = pygame.Rect(left, top, box.right - left, half)
    events = pygame.Rect(left, track.bottom + gap, track.width, box.bottom - track.bottom - gap)
    return {"track": track, "events": events}
