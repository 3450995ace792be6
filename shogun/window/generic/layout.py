"""Where the panels of the generic screen lie."""

import pygame

GAP_EM = 0.4
TOP_EM = 3.2
ANSWERS_EM = 27.0
SIDE_EM = 19.0
TOWER_EM = 12.0
SEAT_EM = 2.9
MOST_OF_SIDE = 0.5


def lay_out(area: pygame.Rect, em: int, seats: int, *, has_tower: bool, has_answers: bool) -> dict[str, pygame.Rect]:
    """Return the rectangle of each panel by its name: answers, view, tower, and players above the log."""
    gap = round(GAP_EM * em)
    prompt = pygame.Rect(area.left, area.top, area.width, round(TOP_EM * em))
    top, bottom = prompt.bottom + gap, area.bottom - gap
    answers = pygame.Rect(area.left + gap, top, round(ANSWERS_EM * em) if has_answers else 0, bottom - top)
    side = pygame.Rect(0, top, round(SIDE_EM * em), bottom - top)
    side.right = area.right - gap
    players = side.copy()
    players.height = min(round(side.height * MOST_OF_SIDE), round((SEAT_EM * seats + 0.8) * em))
    log = pygame.Rect(side.left, players.bottom + gap, side.width, side.bottom - players.bottom - gap)
    rects = {"prompt": prompt, "answers": answers, "players": players, "log": log, "advice": log}
    right = side.left - gap
    if has_tower:
        tower = pygame.Rect(right - round(TOWER_EM * em), top, round(TOWER_EM * em), bottom - top)
        rects["tower"] = tower
        right = tower.left - gap
    left = answers.right + gap if has_answers else answers.left
    rects["view"] = pygame.Rect(left, top, right - left, bottom - top)
    return rects
