"""What a game's screen keeps of an unfinished answer when the window closes: a file beside the journal, if any.

What stands in it is the game's own matter.
"""

from pathlib import Path


def draft_path(journal: Path) -> Path:
    """Return the file of the draft that belongs to a journal."""
    return journal.with_suffix(".plan")


def keep_draft(journal: Path, draft: bytes) -> None:
    """Write a draft; where that is not possible it is lost, and nothing else."""
    try:
        draft_path(journal).write_bytes(draft)
    except OSError:
        return


def take_draft(journal: Path) -> bytes | None:
    """Return the draft of a game and remove its file; None if there is none that can be read."""
    path = draft_path(journal)
    try:
        draft = path.read_bytes()
        path.unlink()
    except OSError:
        return None
    return draft
