"""Where the panels of the game's screen lie, for every size of the window."""

import pygame

GAP_EM = 0.4
TOP_EM = 3.2
BOTTOM_EM = 11.4
TOWER_EM = 11.6
SIDE_EM = 18.0
BOARD_SHAPE = 1.6
"""Width by height of the map."""
PLAYER_EM = 4.1
"""Height of a player's row where there is room, with its gap."""
PLAYERS_SHARE = 0.64
"""The most of the right column that the players' goods may take."""


def lay_out(area: pygame.Rect, em: int, seats: int, *, wide: bool = False) -> dict[str, pygame.Rect]:
    """Return the rectangle of each panel by its name; none overlaps another.

    The sheet is as wide as the board; a `wide` one, for a plan or the draft, reaches under the tower.
    """
    gap = round(GAP_EM * em)
    prompt = pygame.Rect(area.left, area.top, area.width, round(TOP_EM * em))
    sheet_top = area.bottom - gap - round(BOTTOM_EM * em)
    high = sheet_top - prompt.bottom - 2 * gap
    middle = pygame.Rect(area.left + gap, prompt.bottom + gap, area.width - 2 * gap, high)
    rects = _middle(middle, em, gap, seats)
    rects["prompt"] = prompt
    bottom = pygame.Rect(middle.left, sheet_top, middle.width, area.bottom - gap - sheet_top)
    rects.update(_bottom(bottom, (rects["tower"] if wide else rects["board"]).right - bottom.left, gap))
    return rects


def _middle(box: pygame.Rect, em: int, gap: int, seats: int) -> dict[str, pygame.Rect]:
    columns = round((TOWER_EM + SIDE_EM) * em) + 2 * gap
    wide = min(box.width - columns, round(box.height * BOARD_SHAPE))
    board = pygame.Rect(box.left, box.top, wide, box.height)
    rest = box.right - board.right - 2 * gap
    tower = pygame.Rect(board.right + gap, box.top, round(rest * TOWER_EM / (TOWER_EM + SIDE_EM)), box.height)
    left = tower.right + gap
    high = min(round(box.height * PLAYERS_SHARE), round(PLAYER_EM * seats * em) + gap)
    players = pygame.Rect(left, box.top, box.right - left, high)
    log = pygame.Rect(left, players.bottom + gap, players.width, box.bottom - players.bottom - gap)
    return {"board": board, "tower": tower, "players": players, "log": log}


def _bottom(box: pygame.Rect, sheet_width: int, gap: int) -> dict[str, pygame.Rect]:
    sheet = pygame.Rect(box.left, box.top, sheet_width, box.height)
    left = sheet.right + gap
    half = (box.height - gap) // 2
    track = pygame.Rect(left, box.top, box.right - left, half)
    events = pygame.Rect(left, track.bottom + gap, track.width, box.bottom - track.bottom - gap)
    return {"sheet": sheet, "track": track, "events": events}
