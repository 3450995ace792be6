"""Where the panels of Rumble Nation lie."""

import pygame

GAP_EM = 0.35
TOP_EM = 3.2
SIDE_EM = 17.5
SEAT_EM = 5.3


def lay_out(area: pygame.Rect, em: int, seats: int) -> dict[str, pygame.Rect]:
    """Return the rectangle of each panel by its name: the bar on top, the board, and players above the log."""
    gap = round(GAP_EM * em)
    prompt = pygame.Rect(area.left, area.top, area.width, round(TOP_EM * em))
    top, bottom = prompt.bottom + gap, area.bottom - gap
    side = pygame.Rect(0, top, round(SIDE_EM * em), bottom - top)
    side.right = area.right - gap
    players = side.copy()
    players.height = round((SEAT_EM * seats + 0.9) * em)
    log = pygame.Rect(side.left, players.bottom + gap, side.width, bottom - players.bottom - gap)
    board = pygame.Rect(area.left + gap, top, side.left - 2 * gap - area.left, bottom - top)
    return {"prompt": prompt, "board": board, "players": players, "log": log, "advice": log}
