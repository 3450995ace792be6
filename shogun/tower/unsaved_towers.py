"""What is being drawn and not saved: drafts, and the names under which one window alone draws.

A draft that can't be read is never written over: it is put aside, and why is told once.
"""

import contextlib
import os
import weakref
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from shogun.base.files import UNDECODABLE, make_folder, put_aside, read_bounded, remove, write_whole
from shogun.base.language import _, shown
from shogun.base.shared_file import own
from shogun.tower.file.design import KINDS, Origins
from shogun.tower.file.reader import parse_unchecked
from shogun.tower.geometry import Geometry
from shogun.tower.tower_lookup import own_folder

# What can go wrong with files of the player's own towers, in one sentence each.


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


DRAFTS = "drafts"
"""The folder, beside the towers, of what is being drawn and not saved."""
ENDING, CLAIMED = ".json", ".lock"
"""End the names of a draft, and of the file that is locked by the window that draws under this name."""
LARGEST_DRAFT = 1_600_000
"""A longer draft, bytes, is none."""


class Step(msgspec.Struct, frozen=True):
    """A tower as it was drawn before, or as it was before that was taken back."""

    geometry: Geometry
    origins: Origins


NONE = msgspec.Raw(b"[]")
MOST_STEPS, MOST_STEP_BYTES = 100, 500_000
"""So many steps are kept each way, as far as they take no more bytes."""


class Draft(msgspec.Struct, frozen=True):
    """A tower as it was drawn, before it is saved."""

    name: str
    text: str
    """Its file as it would be saved now."""
    base: str = ""
    """The file's text when it was opened."""
    origins: Origins = {}
    """Which pieces of `base` its pieces are."""
    there: str = ""
    """What its file said when it was read or saved last; empty: what `base` says."""
    past: msgspec.Raw = NONE
    future: msgspec.Raw = NONE
    """Steps that can be taken back, and made again; what can't be read of them is passed over."""


def keep_draft(draft: Draft) -> None:
    """Write down what is being drawn, whole or not at all, beside what can't be read there. Raises UserTowerError."""
    path = draft_path(draft.name)
    try:
        make_folder(path.parent)
        if path.exists() and _why_unreadable(path):
            put_aside(path)
        write_whole(path, msgspec.json.encode(draft))
    except OSError as error:
        raise not_written(path, error) from error


def found_draft(name: str) -> Draft | None:
    """Return what was being drawn of a tower, None if nothing was, or if it can't be read."""
    try:
        return read_draft(draft_path(name))
    except (OSError, *UNDECODABLE):
        return None


def read_draft(path: Path) -> Draft:
    """Return what a draft says, by its file. Raises OSError, and UNDECODABLE if it is none."""
    draft = msgspec.json.decode(read_bounded(path, LARGEST_DRAFT), type=Draft)
    geometry = parse_unchecked(draft.text, path.name)
    draft = msgspec.structs.replace(draft, name=path.stem)
    if _fits(geometry, draft.origins):
        return draft
    return msgspec.structs.replace(draft, base="", origins={}, past=NONE, future=NONE)


def _fits(geometry: Geometry, origins: Origins) -> bool:
    return all(len(origins.get(kind, ())) == len(getattr(geometry, name)) for kind, name in KINDS.items())


def encoded(steps: Sequence[Step]) -> msgspec.Raw:
    """Return the last of some steps as a draft keeps them: as many as have room."""
    kept: list[bytes] = []
    room = MOST_STEP_BYTES
    for step in reversed(steps[-MOST_STEPS:]):
        kept.append(msgspec.json.encode(step))
        room -= len(kept[-1])
        if room < 0:
            kept.pop()
            break
    return msgspec.Raw(b"[" + b",".join(reversed(kept)) + b"]")


def decoded(steps: msgspec.Raw) -> list[Step]:
    """Return the steps that a draft keeps; none if any of them can't be read."""
    try:
        found = msgspec.json.decode(steps, type=list[Step])
    except UNDECODABLE:
        return []
    return found if all(_fits(step.geometry, step.origins) for step in found) else []


def _why_unreadable(path: Path) -> str:
    """Return why a draft can't be read; empty if it can."""
    try:
        read_draft(path)
    except OSError as error:
        return error.strerror or str(error)
    except UNDECODABLE as error:
        return str(error)
    return ""


def put_unreadable_aside() -> Iterator[str]:
    """Put all drafts aside that can't be read, and yield a sentence for each: whoever asks first is told."""
    for name in draft_names():
        path = draft_path(name)
        if (why := _why_unreadable(path)) and (kept := _put_aside(path)) is not None:
            text = _("The unsaved drawing of {name} can't be read ({why}); it was kept as {file}.")
            yield text.format(name=shown(name), why=why.rstrip("."), file=kept.name)


def _put_aside(path: Path) -> Path | None:
    with contextlib.suppress(OSError):
        return put_aside(path)
    return None


def forget_draft(name: str) -> None:
    """Remove what was being drawn of a tower."""
    with contextlib.suppress(OSError):
        remove(draft_path(name))


def draft_names() -> Sequence[str]:
    """Return the names of towers that were being drawn and not saved."""
    try:
        return sorted(path.stem for path in (own_folder() / DRAFTS).glob(f"*{ENDING}"))
    except OSError:
        return []


def draft_path(name: str) -> Path:
    """Return where the draft of a tower of that name lies, or would lie."""
    return own_folder() / DRAFTS / f"{name}{ENDING}"


class Claim:
    """A name under which this window alone draws; given back by `release`, and by the end of the process."""

    def __init__(self, name: str, path: Path, file: int | None) -> None:
        self.name = name
        self.release = weakref.finalize(self, _give_back, path, file)


def claim(name: str) -> Claim | None:
    """Return the claim on a name, None if another window draws under it. Where nothing can be written none is kept."""
    path = draft_path(name).with_suffix(CLAIMED)
    try:
        make_folder(path.parent)
        file = own(path)
    except OSError:
        return Claim(name, path, None)
    return None if file is None else Claim(name, path, file)


def _give_back(path: Path, file: int | None) -> None:
    if file is not None:
        with contextlib.suppress(OSError):
            path.unlink()  # while it is locked: whoever opens it now sees that it is gone
        os.close(file)
        with contextlib.suppress(OSError):
            if os.name == "nt":
                path.unlink()
