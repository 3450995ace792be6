"""Where the panels of River of Gold lie."""

import pygame

GAP_EM = 0.35
TOP_EM = 3.2
SEAT_EM, LEAST_SEAT_EM = 4.5, 3.7
"""Height of a player's plate; it is lower where the log would find no room else."""
MARGINS_EM = 0.7
"""Above and below all plates together."""
LOG_EM = 4.2
"""Height that is left for the log where plates can be lower."""


def lay_out(area: pygame.Rect, em: int, seats: int, top_em: float = TOP_EM) -> dict[str, pygame.Rect]:
    """Return the rectangle of each panel by its name.

    The bar on top; the river above the tracks, the row and the hand; at the right players, log, and the turn.
    """
    gap, wide = round(GAP_EM * em), area.width / em
    prompt = pygame.Rect(area.left, area.top, area.width, round(top_em * em))
    top, bottom = prompt.bottom + gap, area.bottom - gap
    side_wide = round(min(25.0, max(18.8, 0.235 * wide)) * em)
    strip_high = round(min(23.0, max(17.2, 0.36 * (bottom - top) / em)) * em)
    side = pygame.Rect(area.right - gap - side_wide, top, side_wide, bottom - top)
    left_wide = side.left - 2 * gap - area.left
    strip = pygame.Rect(area.left + gap, bottom - strip_high, left_wide, strip_high)
    board = pygame.Rect(strip.left, top, left_wide, strip.top - gap - top)
    tracks = strip.copy()
    tracks.width = round(0.575 * left_wide)
    table = pygame.Rect(tracks.right + gap, strip.top, strip.right - tracks.right - gap, strip.height)
    row = table.copy()
    row.height = round(0.45 * table.height)
    hand = pygame.Rect(table.left, row.bottom + gap, table.width, table.bottom - row.bottom - gap)
    players = pygame.Rect(side.left, top, side.width, _players_high(strip.top - 2 * gap - top, em, seats))
    turn = pygame.Rect(side.left, strip.top, side.width, strip.height)
    log = pygame.Rect(side.left, players.bottom + gap, side.width, turn.top - gap - players.bottom - gap)
    return {
        "prompt": prompt, "board": board, "tracks": tracks, "row": row, "hand": hand, "players": players, "log": log,
        "turn": turn,
    }  # fmt: skip


def _players_high(room: int, em: int, seats: int) -> int:
    """Return how high the players' panel is, px, where it shares so much room with the log."""
    seat = (room / em - LOG_EM - MARGINS_EM) / seats
    return round((min(SEAT_EM, max(LEAST_SEAT_EM, seat)) * seats + MARGINS_EM) * em)
