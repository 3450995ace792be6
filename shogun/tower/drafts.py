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
from shogun.base.locks import own
from shogun.tower.folders import own_folder
from shogun.tower.origins import KINDS, Origins
from shogun.tower.own_files import not_written
from shogun.tower.reader import parse_unchecked

DRAFTS = "drafts"
"""The folder, beside the towers, of what is being drawn and not saved."""
ENDING, CLAIMED = ".json", ".lock"
"""End the names of a draft, and of the file that is locked by the window that draws under this name."""
LARGEST_DRAFT = 1_600_000
"""A longer draft, bytes, is none."""


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


def keep_draft(draft: Draft) -> None:
    """Write down what is being drawn, whole or not at all, beside what can't be read there. Raises LibraryError."""
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
    fits = all(len(draft.origins.get(kind, ())) == len(getattr(geometry, name)) for kind, name in KINDS.items())
    draft = msgspec.structs.replace(draft, name=path.stem)
    return draft if fits else msgspec.structs.replace(draft, base="", origins={})


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
            text = _("What was being drawn of {name} can't be read ({why}); it was put aside as {file}.")
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
