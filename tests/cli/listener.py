"""A player who knows only what the terminal says: it reads the lines since its last answer, and types the next one."""

import io
import re
from collections.abc import Callable, Sequence
from random import Random

CHOICE = re.compile(r"\s*(\d+)\. ")
LEFT = re.compile(r"(?:: |; )(\d+)\. ")


class Listener(io.TextIOBase):
    """Standard input and output of a game: what is written is heard, and what is read is typed."""

    def __init__(
        self, script: Sequence[str] = (), seed: int = 1, answer: Callable[[list[str]], str] | None = None
    ) -> None:
        """Type the script first, then what `answer` says of the lines heard last; by default any legal choice."""
        self._script = list(script)
        self._rng = Random(seed)
        self._answer = answer or self.any_choice
        self._new: list[str] = []
        self.heard: list[str] = []

    def write(self, text: str) -> int:
        self._new.append(text)
        return len(text)

    def writable(self) -> bool:
        return True

    def readable(self) -> bool:
        return True

    def readline(self, _size: int | None = -1) -> str:  # type: ignore[override]
        lines = "".join(self._new).splitlines()
        self.heard += lines
        self._new = []
        said = [line for line in lines if line.strip()]
        typed = self._script.pop(0) if self._script else self._answer(said)
        return f"{typed}\n" if typed != "EOF" else ""

    @property
    def text(self) -> str:
        """Everything that was said."""
        return "\n".join([*self.heard, "".join(self._new)])

    def any_choice(self, lines: list[str]) -> str:
        """Type one of the numbers that were read out; commit a plan when it is complete."""
        last = lines[-1]
        if any(line.startswith("Type yes to commit") for line in lines):
            return "yes"
        if any("can't pay a bid" in line for line in lines):
            return "11 1"
        if last.startswith("Field "):
            left = [line for line in lines if line.startswith("Cards left")]
            return self._rng.choice(list(map(str, LEFT.findall(left[0]))) if left else self._numbers(lines))
        if "Press Enter" in last:
            return ""
        numbers = self._numbers(lines)
        return self._rng.choice(numbers) if numbers else ""

    @staticmethod
    def _numbers(lines: list[str]) -> list[str]:
        return [str(found[1]) for line in lines if (found := CHOICE.match(line))]
