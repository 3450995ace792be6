"""What can go wrong with files of the player's own towers, in one sentence each."""

from pathlib import Path

from shogun.base.language import _


class UserTowerError(ValueError):
    """Something that can't be done with a tower's file; the message is one sentence."""

    def __init__(self, message: str, reason: str = "") -> None:
        super().__init__(message)
        self.reason = reason or message
        """What the system says, without the file."""


def not_written(path: Path, error: OSError) -> UserTowerError:
    """Return in a sentence that a file can't be written."""
    why = error.strerror or str(error)
    return UserTowerError(_("{file} can't be written: {error}.").format(file=path, error=why), why)
