"""Files of the program's own that several of its windows change: the one way in which that is done.

Whoever changes one has its folder locked, reads what stands there by then, changes that, and writes it whole. A link is
followed, and stays. What can't be read is put aside, with its reason told, and never written over; what is no plain
file, or can't be read just now, is left alone.
"""

import errno
from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

from msgspec import Struct

from shogun.base.files import UNDECODABLE, make_folder, read_bounded, resolved, write_whole
from shogun.base.language import _
from shogun.base.locks import locked
from shogun.base.notices import notice, put_aside_and_tell

T = TypeVar("T")


class SharedFile(Struct, Generic[T], frozen=True):
    """How a file of a kind is read and written."""

    nothing: Callable[[], T]
    """Returns what there is as long as there is no file."""
    decode: Callable[[bytes], T]
    """Returns what bytes say. Raises one of UNDECODABLE."""
    encode: Callable[[T], bytes]
    most: int
    """Bytes; a longer file is none of these."""
    is_private: bool = False
    follows: bool = True
    """Whether a link is followed; else it is no plain file."""

    def known(self, path: Path) -> T:
        """Return what a file says; nothing, and that is told, if it can't be read now. A damaged one is put aside."""
        try:
            return self.read(path)
        except OSError as error:
            sentence = _("{file} can't be read ({why}). It was left unchanged.")
            notice(sentence.format(file=path.name, why=error.strerror))
            return self.nothing()

    def read(self, path: Path) -> T:
        """Return what a file says. Raises OSError if that can't be known now; a damaged one is put aside."""
        try:
            return self._read(path)
        except UNDECODABLE:
            with locked(path.parent):
                return self._read_or_put_aside(path)

    def change(self, path: Path, changed: Callable[[T], T]) -> bool:
        """Write what `changed` makes of what a file says, and return whether that is anything else.

        Raises OSError, and then all is as before.
        """
        make_folder(path.parent)
        with locked(path.parent):
            before = self._read_or_put_aside(path)
            after = changed(before)
            if after != before:
                write_whole(resolved(path), self.encode(after), is_private=self.is_private)
        return after != before

    def _read(self, path: Path) -> T:
        try:
            return self.decode(read_bounded(path, self.most, follows=self.follows))
        except FileNotFoundError:
            return self.nothing()
        except OSError as error:
            if error.errno == errno.EFBIG:
                raise ValueError(error.strerror) from error
            raise

    def _read_or_put_aside(self, path: Path) -> T:
        try:
            return self._read(path)
        except UNDECODABLE as error:
            put_aside_and_tell(resolved(path), error)
            return self.nothing()
