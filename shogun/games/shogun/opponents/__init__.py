"""Computer opponents. Each is a seat of the table: from a view, the contents of the tower and a question to a move.

`opponent` returns the one with a code. None of them sees more than a person in its seat would.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain, count
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Annotated, TypeAlias

import msgspec
from msgspec import Meta, Struct

from shogun.base.files import UNDECODABLE, read_bounded, unreadable
from shogun.base.language import _, of_data, shown
from shogun.base.resources import ASSETS
from shogun.base.toml_positions import check_depth
from shogun.game.errors import UnknownOpponent
from shogun.games.shogun.opponents.search.thinking_time import budget_for as budget_for
from shogun.games.shogun.opponents.strengths import KEPT, OLD_NAMES, SENTENCES, STRENGTHS
from shogun.games.shogun.opponents.strengths import QUICK as QUICK
from shogun.games.shogun.opponents.strengths import RATINGS as RATINGS
from shogun.games.shogun.opponents.strengths import SUBSTITUTE as SUBSTITUTE
from shogun.games.shogun.opponents.strengths import THINKS_ON as THINKS_ON
from shogun.games.shogun.opponents.strengths import WITHOUT_MODEL as WITHOUT_MODEL
from shogun.players.seating import strength_name
from shogun.table.errors import LONGEST_PATH
from shogun.table.journal import PERSON
from shogun.table.journal_limits import LONGEST_CODE, MOST_DESCRIPTION, ONE_LINE
from shogun.table.session import Seat

if TYPE_CHECKING:
    from shogun.games.shogun.opponents.personality import Personality

FOLDER = ASSETS / "shogun" / "opponents"
"""Folder of the shipped personalities."""
SUFFIX = ".toml"
Descriptions: TypeAlias = Mapping[str, str]
"""Personalities that are not shipped, by their codes: the text of each file, as a journal keeps it."""
NOBODY: Descriptions = {}


def title(code: str, described: Descriptions = NOBODY) -> str:
    """Return an opponent's name; the code itself for one that this program doesn't have."""
    if code in OLD_NAMES:
        return _(OLD_NAMES[code])
    if code in SENTENCES:
        return strength_name(code)
    known = _heading(code, described)
    return of_data(known.name) if known else shown(code)


def sentence(code: str, described: Descriptions = NOBODY) -> str:
    """Return a sentence about an opponent, an empty one for one that this program doesn't have."""
    if code in SENTENCES:
        return _(SENTENCES[code])
    known = _heading(code, described)
    return of_data(known.sentence) if known else ""


def ranked() -> tuple[str, ...]:
    """Return the codes of the opponents that a ladder measures if nobody says which: the weakest first."""
    return ("random", *STRENGTHS)


def codes() -> tuple[str, ...]:
    """Return the codes of all opponents that are offered: the weakest first, then the personalities."""
    return (*STRENGTHS, *_personalities())


def opponent(code: str, described: Descriptions = NOBODY) -> Seat:
    """Return the opponent of this code: one of the program's, or one that is described. No file is opened for others.

    Raises `UnknownOpponent`, which lists the known ones or names the error in the description.
    """
    places = STRENGTHS | KEPT
    if code in places:
        seat: Seat = resolve_name(places[code])
        return seat
    text = _text(code, described)
    if text is None:
        known = ", ".join((*codes(), *KEPT))
        raise UnknownOpponent(
            _("there is no opponent {code!r}; the opponents are {known}").format(code=shown(code), known=known)
        )
    return _made(text, code)


def named(words: Sequence[str]) -> tuple[tuple[str, ...], dict[str, str]]:
    """Return the codes of opponents that somebody has named, and the descriptions of those that are files.

    A word that ends in .toml is the path of a personality's file, which gets a code of its own. Raises
    `UnknownOpponent`, also for an unreadable file.
    """
    described: dict[str, str] = {}
    chosen = tuple(_taken_in(word, described) if word.endswith(SUFFIX) else word for word in words)
    for code in chosen:
        opponent(code, described)
    return chosen, described


def _taken_in(path: str, described: dict[str, str]) -> str:
    """Add what describes the personality in a file and return its code."""
    text = _file_text(Path(path))
    _made(text, path)
    plain = re.sub("[^a-z0-9]+", "-", Path(path).stem.lower()).strip("-")[:LONGEST_CODE] or "own"
    wishes = chain((plain,), (f"{plain}-{n}" for n in count(2)))
    taken = (PERSON, *codes(), *KEPT)
    code = next(wish for wish in wishes if wish not in taken and described.get(wish, text) == text)
    described[code] = text
    return code


class Heading(Struct, frozen=True):
    """The title and sentence shown for a personality."""

    name: Annotated[str, Meta(min_length=1, max_length=20, pattern=ONE_LINE)]
    sentence: Annotated[str, Meta(max_length=120, pattern=ONE_LINE)]


@cache
def _personalities() -> tuple[str, ...]:
    """Return the codes of the shipped personalities, without loading their settings."""
    return tuple(sorted(path.stem for path in FOLDER.glob(f"*{SUFFIX}")))


def _text(code: str, described: Descriptions) -> str | None:
    """Return the description of a personality: a shipped one's file, else the one passed in, if any."""
    return _shipped_text(code) if code in _personalities() else described.get(code)


@cache
def _shipped_text(code: str) -> str:
    return _file_text(FOLDER / f"{code}{SUFFIX}")


def _file_text(path: Path) -> str:
    try:
        return read_bounded(path, MOST_DESCRIPTION).decode()
    except OSError as error:
        raise UnknownOpponent(unreadable(shown(path, LONGEST_PATH), error)) from error
    except UnicodeDecodeError as error:
        sentence = _("{path} doesn't describe an opponent: it must be text in UTF-8")
        raise UnknownOpponent(sentence.format(path=shown(path, LONGEST_PATH))) from error


def _made(text: str, source: str) -> "Personality":
    from shogun.games.shogun.opponents import personality  # loads NumPy

    try:
        return personality.parse(text)
    except personality.PersonalityError as error:
        sentence = _("{path} doesn't describe an opponent: {why}")
        raise UnknownOpponent(sentence.format(path=shown(source, LONGEST_PATH), why=error)) from error


def _heading(code: str, described: Descriptions) -> Heading | None:
    """Return the name of a personality, None if there is none of this code."""
    try:
        return _parsed_heading(_text(code, described) or "")
    except (UnknownOpponent, *UNDECODABLE):
        return None


@lru_cache(maxsize=64)
def _parsed_heading(text: str) -> Heading:
    check_depth(text)
    return msgspec.toml.decode(text, type=Heading)
