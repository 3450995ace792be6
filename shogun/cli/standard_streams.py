"""Where the commands write to, whatever the program was started with."""

import io
import os
import sys
from pathlib import Path
from typing import TextIO


def prepare() -> None:
    """Let text be written to stdout and stderr in any case.

    A sign that the stream's encoding doesn't have is written as a question mark: redirections on Windows know only some
    hundred signs. A program that was started without a console has no streams: what is written is lost then.
    """
    sys.stdout, sys.stderr = (_prepared(stream) for stream in (sys.stdout, sys.stderr))


def _prepared(stream: TextIO | None) -> TextIO:
    if stream is None:
        return Path(os.devnull).open("w", encoding="utf-8")
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="replace")
    return stream
