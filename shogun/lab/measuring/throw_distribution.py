"""Sizes of throws: `4-12` (each as likely), `game` (as counted in simulated games), or from a file.

A file has one size a line, followed by a count if it occurred more than once; `#` starts a comment. The counts for
`game` are in `game_throws.txt`; to count them again:

    shogun simulate --games 12 --seed 300 --players 3 --journals FOLDER
    shogun simulate --games 12 --seed 400 --players 4 --journals FOLDER
    shogun simulate --games 12 --seed 500 --players 5 --journals FOLDER
    python -m shogun.lab.measuring.throw_distribution FOLDER/*.journal > shogun/lab/game_throws.txt
"""

import random
import re
import sys
from collections import Counter
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path

import msgspec

from shogun.base.files import read_bounded
from shogun.base.language import _
from shogun.lab.errors import LabError

GAME = "game"
MOST_BYTES = 10_000_000
"""Maximum size of a file."""
LARGEST_THROW = 120
"""Cubes; a larger throw isn't a battle's."""
_RANGE = re.compile(r"(\d{1,3})-(\d{1,3})")


class Throws(msgspec.Struct, frozen=True):
    """Sizes of throws with their frequencies."""

    name: str
    """The name, as requested."""
    sizes: tuple[int, ...]
    counts: tuple[int, ...]

    @property
    def mean(self) -> float:
        """Return the mean size, cubes."""
        return sum(size * count for size, count in zip(self.sizes, self.counts, strict=True)) / sum(self.counts)

    def draw(self, seed: int) -> int:
        """Return the size that this seed draws."""
        return random.Random(seed).choices(self.sizes, self.counts)[0]


def find_throws(name: str) -> Throws:
    """Return the throws named by `4-12`, `game` or the path of a file. Raises LabError."""
    if name == GAME:
        text = files("shogun.lab").joinpath("game_throws.txt").read_text(encoding="utf-8")
        return parse_throws(text, name)
    if match := _RANGE.fullmatch(name):
        low, high = int(match[1]), int(match[2])
        return _checked(name, dict.fromkeys(range(low, high + 1), 1))
    try:
        return parse_throws(read_bounded(Path(name), MOST_BYTES).decode(), name)
    except UnicodeDecodeError:
        raise LabError(_("{file}: must be text in UTF-8.").format(file=name)) from None
    except FileNotFoundError:
        sentence = _('--throws {name}: there is no such file; use sizes such as 4-12, the word "game", or a file.')
        raise LabError(sentence.format(name=name)) from None
    except OSError as error:
        sentence = _('--throws {name}: use sizes such as 4-12, the word "game", or a readable file: {error}.')
        raise LabError(sentence.format(name=name, error=error.strerror)) from None


def parse_throws(text: str, source: str) -> Throws:
    """Return the sizes and counts of a file's text; `source` is its name for messages. Raises LabError."""
    counts: Counter[int] = Counter()
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].split()
        if len(words) > 2 or not all(word.isascii() and word.isdigit() and len(word) < 10 for word in words):
            sentence = _("{file}: line {number} must be a size, followed by its count if it occurs more than once.")
            raise LabError(sentence.format(file=source, number=number))
        if words:
            counts[int(words[0])] += int(words[1]) if len(words) == 2 else 1
    return _checked(source, counts)


def _checked(name: str, counts: dict[int, int]) -> Throws:
    if not sum(counts.values()) or not all(1 <= size <= LARGEST_THROW for size in counts):
        raise LabError(_("{name}: throws must have 1 to {most} cubes.").format(name=name, most=LARGEST_THROW))
    return Throws(name, *zip(*sorted(counts.items()), strict=True))


class _Cubes(msgspec.Struct, frozen=True):
    """The part of chance's answer that is counted."""

    type: str
    out: dict[str, int] = {}


class _Line(msgspec.Struct, frozen=True):
    """The part of a journal's line that is counted."""

    line: str
    answer: msgspec.Raw = msgspec.Raw(b"null")
    resting: tuple[tuple[str, float, float, float, bool], ...] | None = None


def count_throws(journals: Iterable[Path]) -> Counter[int]:
    """Return the number of throws of each size in battles of played games, without each game's start throw.

    The thrown cubes are those that came out plus the growth of the tower's content.
    """
    counts: Counter[int] = Counter()
    for journal in journals:
        inside: int | None = None
        for text in journal.read_bytes().splitlines():
            line = msgspec.json.decode(text, type=_Line)
            if line.resting is None:
                continue
            out = sum(msgspec.json.decode(line.answer, type=_Cubes).out.values())
            if inside is not None:
                counts[len(line.resting) + out - inside] += 1
            inside = len(line.resting)
    return counts


def main(arguments: list[str]) -> None:
    """Print the sizes counted in these journals as a file of throws."""
    sys.stdout.write(
        "# Cubes thrown at once in simulated games: size, count (see shogun/lab/measuring/throw_distribution.py)\n"
    )
    for size, count in sorted(count_throws(map(Path, arguments)).items()):
        sys.stdout.write(f"{size} {count}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
