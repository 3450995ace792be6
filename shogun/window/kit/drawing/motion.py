"""Whether what is touched or has changed moves a little, or stands still, as the player wishes."""

_moves = True


def use_motion(*, moves: bool) -> None:
    """Let things move from now on, or stand still."""
    global _moves  # noqa: PLW0603  the one switch of the whole window, set from the settings
    _moves = moves


def moves() -> bool:
    """Return whether things move."""
    return _moves
