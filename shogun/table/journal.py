"""The journal: a text file with the whole course of a game, one line for each answer, and nothing else is ever saved.

The first line is the header. Every line is one JSON object; `n` is its number in the file, and `crc` chains it to all
lines before it, so that flipped bits and missing lines are both detected. The formats:

    {"line":"header","n":1,"format":3,"game":"shogun","program":"0.1.0",...,"physics":2,"crc":"5d0c1f0e"}
    {"line":"answer","n":2,"seat":0,"key":"plan/year1/spring","answer":{"type":"Plan",...},"crc":...}
    {"line":"answer","n":3,"seat":null,"key":"throw/...","answer":{"type":"Thrown",...},"resting":[["red",x,y,angle]],"taps":1,...}
    {"line":"undo","n":4,"of":2,...}    {"line":"redo","n":5,"of":2,...}
    {"line":"seat","n":5,"seat":1,"player":"greedy","why":"",...}
    {"line":"period","n":6,"period":"year1/spring","state":"<hash>",...}
    {"line":"end","n":7,"result":{...},"state":"<hash>",...}
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType, field

from shogun import __version__
from shogun.base.files import UNDECODABLE, checksum, read_bounded, sealed, unsealed
from shogun.base.language import _, shown
from shogun.base.random_streams import LARGEST_SEED
from shogun.game.errors import UnknownGame
from shogun.game.protocol import AnyGame, Games, HasOwn, Own, Types, only, specialized
from shogun.game.questions import ChanceAnswer
from shogun.table.errors import (
    CutOff,
    DamagedLine,
    Disagreement,
    JournalError,
    MissingJournal,
    NotKnownHere,
    UnknownVersion,
)
from shogun.table.journal_files import AppendFile
from shogun.table.journal_limits import (
    MOST_BYTES,
    MOST_LINES,
    ROOM,
    Descriptions,
    Hash,
    Key,
    Name,
    Number,
    Player,
    Text,
    TowerName,
    check_tower,
)
from shogun.tower.geometry import Geometry, geometry_hash
from shogun.tower.quick_model import OutcomeModel, is_usable
from shogun.tower.resting_cubes import RestingCube

FORMAT = 3
READ_FORMATS = (1, 2, FORMAT)
"""Formats that can be read and continued: the first has no changes of seats, the second doesn't name the game."""
LONGEST_FORMAT = 20
"""Digits of a format that are quoted."""
FIRST_GAME = "shogun"
"""Code of the game in journals that don't name it."""
_HASHED_FORMAT = 2
"""Latest format that counts in a journal's hash, so that later formats keep the hash of the same course."""
FIRST_PHYSICS = 1
"""Version of the physics in journals whose headers don't name it."""
PERSON = "person"
"""Name of a human player as the one who plays a seat."""

Row = tuple[str, float, float, float, bool]
"""A cube in the tower: color, x and y in mm, angle in rad, and whether it lay still."""

_encoder = msgspec.json.Encoder()
_sorting_encoder = msgspec.json.Encoder(order="deterministic")


class SeatInfo(Struct, frozen=True):
    """Player at a seat; the color of the cubes is in the setup."""

    name: Name
    crest: Name = field(default="", name="mon")
    """Name of the crest."""
    player: Player = PERSON
    """`PERSON`, or the code of an opponent."""


class TowerInfo(Struct, frozen=True):
    """The complete tower of a game, independent of its file; a quick model if it has no geometry."""

    name: TowerName = "model"
    hash: Hash | None = None
    geometry: Geometry | None = None
    model: OutcomeModel | None = None
    """The quick model fitted to a tower; without it and without a geometry the fixed model is used."""

    @classmethod
    def of(cls, geometry: Geometry) -> "TowerInfo":
        """Return the entry for a simulated tower."""
        return cls(geometry.name, geometry_hash(geometry), geometry)

    @classmethod
    def of_model(cls, model: OutcomeModel) -> "TowerInfo":
        """Return the entry for a quick model."""
        return cls(f"model:{model.tower}", model_hash(model), None, model) if model.is_fitted else cls()


class BranchInfo(Struct, frozen=True):
    """Origin of a branch: its first answers are those of another game, whose file it doesn't need."""

    of: Hash
    """Hash of that game's journal at the place where the branch begins."""
    name: Name
    """Name of that game."""
    step: Number
    """Number of answers at that place."""
    answers: Number
    """Number of them that were taken over; secret ones in progress may have been left out, to be asked again."""
    unseeded: Number
    """Number of these that belong to another seed than this game's, so that their draws can't be checked with it."""


class Header(Struct, HasOwn, frozen=True, tag_field="line", tag="header", kw_only=True):
    """The first line: everything agreed before the first answer."""

    n: int = 1
    format: int = FORMAT
    game: Name = FIRST_GAME
    """The code of the game."""
    program: Name = __version__
    created: Name = ""
    """Local date and time in ISO 8601."""
    seed: int
    setup: Own
    seats: tuple[SeatInfo, ...]
    tower: TowerInfo | None = None
    """None in a game without one."""
    physics: Number | UnsetType = UNSET
    """Version of the physics at the beginning of the game; unset in journals older than the second version."""
    described: Descriptions | UnsetType = UNSET
    """Descriptions of opponents that aren't the program's own, by code: no path from a journal is followed."""

    excerpt: bool | UnsetType = UNSET
    """True for a public record without the seed, which can be viewed but not continued."""
    branch: BranchInfo | UnsetType = UNSET
    """Origin of the game, if it is a branch."""
    resting: tuple[Row, ...] | UnsetType = UNSET
    """The cubes in a simulated tower at the beginning, in a game that begins at a position."""

    @property
    def is_from_position(self) -> bool:
        """True if the game begins at a position."""
        return bool(getattr(self.setup, "position", UNSET))

    @property
    def rest(self) -> tuple[RestingCube, ...]:
        """The cubes in a simulated tower at the beginning."""
        return () if self.resting is UNSET else tuple(RestingCube(*row) for row in self.resting)

    @property
    def is_excerpt(self) -> bool:
        """True for a public record without the seed."""
        return self.excerpt is True

    @property
    def branch_of(self) -> BranchInfo | None:
        """Origin of a branch; None if the game was played from its beginning."""
        return None if self.branch is UNSET else self.branch

    @property
    def taken_over(self) -> int:
        """Number of answers at the beginning that are those of another game."""
        return 0 if self.branch is UNSET else self.branch.answers

    @property
    def unseeded(self) -> int:
        """Number of answers at the beginning that don't belong to the seed: all in a public record."""
        if self.is_excerpt:
            return MOST_LINES
        return 0 if self.branch is UNSET else self.branch.unseeded

    @property
    def tower_name(self) -> str:
        """The name of the tower, empty in a game without one."""
        return self.tower.name if self.tower else ""

    @property
    def geometry(self) -> Geometry | None:
        """The geometry of a simulated tower; None if the tower is a quick model, or there is none."""
        return self.tower.geometry if self.tower else None

    @property
    def descriptions(self) -> Mapping[str, str]:
        """Descriptions of opponents that aren't the program's own, by code."""
        return {} if self.described is UNSET else self.described

    @property
    def first_physics(self) -> int:
        """Version of the physics at the beginning of the game; FIRST_PHYSICS if the header doesn't name it."""
        return FIRST_PHYSICS if self.physics is UNSET else self.physics


class AnswerLine(Struct, HasOwn, frozen=True, tag_field="line", tag="answer", omit_defaults=True):
    """One answer: of a seat, or of chance (`seat` is null)."""

    n: Number
    seat: Number | None
    key: Key
    answer: Own
    resting: tuple[Row, ...] | None = None
    """All cubes in the tower after a simulated throw."""
    cut_off: bool = False
    """True if that simulation was cut off before all cubes came to rest."""
    taps: Number = 0
    """Number of taps, since the tower was clogged."""
    physics: Number | None = None
    """Version of the physics from this throw on, if it differs from the one before."""

    def rest(self) -> tuple[RestingCube, ...]:
        """Return the resting cubes."""
        return tuple(RestingCube(*row) for row in self.resting or ())


class UndoLine(Struct, frozen=True, tag_field="line", tag="undo"):
    """The answer of line `of` is undone."""

    n: Number
    of: Number


class RedoLine(Struct, frozen=True, tag_field="line", tag="redo"):
    """The answer of line `of`, undone before, is redone."""

    n: Number
    of: Number


class SeatLine(Struct, frozen=True, tag_field="line", tag="seat"):
    """Someone else plays a seat from here on: `PERSON`, or the opponent of this code."""

    n: Number
    seat: Number
    player: Player
    why: Text = ""
    """Reason in words, if the opponent before failed."""


def people_ever(header: Header, changes: Sequence[SeatLine]) -> set[int]:
    """Return the seats that humans play or have played."""
    begun = {seat for seat, info in enumerate(header.seats) if info.player == PERSON}
    return begun | {change.seat for change in changes if change.player == PERSON}


def people_by_now(header: Header, changes: Sequence[SeatLine]) -> list[int]:
    """Return the seats that humans play after these changes."""
    players = [seat.player for seat in header.seats]
    for change in changes:
        players[change.seat] = change.player
    return [seat for seat, player in enumerate(players) if player == PERSON]


def only_person_ever(header: Header, changes: Sequence[SeatLine]) -> int | None:
    """Return the seat of the only human who plays or has played; None if there were several, or none."""
    ever = people_ever(header, changes)
    return min(ever) if len(ever) == 1 else None


def players_then(header: Header, changes: Sequence[SeatLine], answers: Iterable[AnswerLine]) -> tuple[str, ...]:
    """Return the player of each answer's seat at that time; empty where chance answered."""
    return tuple("" if line.seat is None else _player_then(header, changes, line.seat, line.n) for line in answers)


def _player_then(header: Header, changes: Sequence[SeatLine], seat: int, n: int) -> str:
    before = [change.player for change in changes if change.seat == seat and change.n < n]
    return before[-1] if before else header.seats[seat].player


class PeriodLine(Struct, frozen=True, tag_field="line", tag="period"):
    """A period has ended with the answer before; `state` is the hash of the state after it."""

    n: Number
    period: Key
    state: Hash


class EndLine(Struct, HasOwn, frozen=True, tag_field="line", tag="end"):
    """The game has ended."""

    n: Number
    result: Own
    state: Hash


Line = AnswerLine | UndoLine | RedoLine | SeatLine | PeriodLine | EndLine


class _HeaderKeys(Struct, frozen=True):
    """Fields of a header that must be known before it can be read."""

    format: int
    game: Name = FIRST_GAME


_named_decoder = msgspec.json.Decoder(_HeaderKeys)


class _Decoders(Struct, frozen=True):
    """Decoders of one game's journals."""

    header: msgspec.json.Decoder[Any]
    line: msgspec.json.Decoder[Any]


def _decoders(game: AnyGame) -> _Decoders:
    return _decoders_for(game.types)


@cache
def _decoders_for(types: Types) -> _Decoders:
    header, answer, end = (
        specialized(Header, types.setup),
        specialized(AnswerLine, types.move | ChanceAnswer),
        specialized(EndLine, types.result),
    )
    line = answer | UndoLine | RedoLine | SeatLine | PeriodLine | end
    return _Decoders(msgspec.json.Decoder(header), msgspec.json.Decoder(line))


def state_hash(state: Any) -> str:
    """Return the SHA-256 (hex) of a state, the same for equal states."""
    return hashlib.sha256(_sorting_encoder.encode(state)).hexdigest()


def rows(resting: Iterable[RestingCube]) -> tuple[Row, ...]:
    """Return resting cubes as a journal stores them."""
    return tuple((cube.colour, cube.x, cube.y, cube.angle, cube.still) for cube in resting)


def model_hash(model: OutcomeModel) -> str:
    """Return the SHA-256 (hex) of a quick model."""
    return hashlib.sha256(_sorting_encoder.encode(model)).hexdigest()


def journal_hash(header: Header, answers: Iterable[AnswerLine]) -> str:
    """Return the SHA-256 (hex) of a game's course: the same for the same agreement and the same standing answers.

    Formats 2 and 3 give the same hash. Simultaneous answers (same key, one after another) count in the order of their
    seats. Dates, names, the program's version, the places of resting cubes and the origin of a branch don't count.
    """
    players, tower = [seat.player for seat in header.seats], header.tower.hash if header.tower else None
    agreed = (min(header.format, _HASHED_FORMAT), header.seed, header.setup, players, tower)
    named = () if header.game == FIRST_GAME else (header.game,)
    described = (header.descriptions,) if header.descriptions else ()
    resting = (header.resting,) if header.rest else ()
    digest = hashlib.sha256(_sorting_encoder.encode((*agreed, *named, *described, *resting)))
    for key, simultaneous in groupby(answers, key=lambda line: line.key):
        for line in sorted(simultaneous, key=lambda line: -1 if line.seat is None else line.seat):
            digest.update(_sorting_encoder.encode((key, line.seat, line.answer)))
    return digest.hexdigest()


class Writer:
    """Appends lines to a journal: in memory, and to a file if there is one; the first line creates the file.

    `file` is the open file of a journal that is continued; its `lines` take `length` bytes.
    """

    def __init__(
        self,
        path: Path | None = None,
        *,
        lines: Iterable[bytes] = (),
        file: AppendFile | None = None,
        length: int | None = None,
    ) -> None:
        self.path = path
        self.lines = list(lines)
        """All lines so far, each with its line break."""
        self.checksum = stated_checksum(self.lines[-1]) if self.lines else 0
        """Checksum of the last line, which covers all lines before it too."""
        self._file = file
        self._length = sum(map(len, self.lines)) if length is None else length

    @property
    def next_number(self) -> int:
        """Number of the next line."""
        return len(self.lines) + 1

    @property
    def has_room(self) -> bool:
        """True while lines other than answers may be written: room is reserved for the answers."""
        return len(self.lines) < MOST_LINES - ROOM

    def write(self, *lines: Line | Header, durably: bool = False) -> None:
        """Append lines in one write; `durably` flushes them to disk.

        Raises NotWritable, and then nothing was written.
        """
        end, whole = self.checksum, []
        for line in lines:
            body = _encoder.encode(line)
            end = checksum(body, end)
            whole.append(sealed(body, end) + b"\n")
        self._put(b"".join(whole), durably=durably)
        self.lines += whole
        self._length += sum(map(len, whole))
        self.checksum = end

    def _put(self, data: bytes, *, durably: bool) -> None:
        if self._file is not None:
            self._file.append(data, durably=durably)
        elif self.path is not None:
            self._file = AppendFile.begin(self.path, data)

    @property
    def losses(self) -> int:
        """Number of writes refused because the file was removed, replaced or changed by another program."""
        return 0 if self._file is None else self._file.losses

    @property
    def is_lost(self) -> bool:
        """True if the file was removed, replaced or changed by another program."""
        return self._file is not None and self._file.is_lost

    def begin_anew(self, path: Path) -> None:
        """Continue in a new file that holds all lines so far. Raises NotWritable, and then nothing has changed."""
        file = AppendFile.begin(path, b"".join(self.lines))
        self.close()
        self._file, self.path, self._length = file, path, sum(map(len, self.lines))

    def mend(self) -> None:
        """Cut off anything after the lines in the file. Raises NotWritable."""
        if self._file is not None:
            self._file.end_at(self._length)

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()


class Contents(Struct, frozen=True):
    """A journal that was read: whole lines, all with the right checksum."""

    path: Path | None
    game: AnyGame
    header: Header
    lines: tuple[Line, ...]
    raw: tuple[bytes, ...]
    """The bytes of the header and of all lines, each with its original line break."""
    length: int
    """Size of these lines in the file, in bytes: an editor or git may have changed its line breaks."""
    cut_off: bool
    """True if an incomplete line follows them in the file."""

    @property
    def is_finished(self) -> bool:
        """True if the game has ended."""
        return bool(self.lines) and isinstance(self.lines[-1], EndLine)


def read_journal(games: Games, path: Path) -> Contents:
    """Return the journal in a file, of one of these games; an incomplete last line is left out (see `cut_off`).

    Raises JournalError: unreadable, MissingJournal, UnknownVersion, NotKnownHere (the game), DamagedLine, CutOff (not
    even the header is whole).
    """
    try:
        data = read_bounded(path, MOST_BYTES)
    except FileNotFoundError as error:
        raise MissingJournal.at(path) from error
    except OSError as error:
        raise JournalError(path, 0, _("can't be read: {why}").format(why=error.strerror)) from error
    return parse_journal(games, data, path)


@contextmanager
def taken_over(contents: Contents) -> Iterator[tuple[Contents, Writer]]:
    """Lock the file of a journal, and yield its present contents and a writer that continues it.

    The file is closed again if an error is raised. Raises JournalError and NotWritable.
    """
    if contents.path is None:
        yield contents, Writer(lines=contents.raw)
        return
    file = AppendFile(contents.path)
    try:
        contents = _reread(contents, file)
        yield contents, Writer(contents.path, lines=contents.raw, file=file, length=contents.length)
    except BaseException:
        file.close()
        raise


def _reread(contents: Contents, file: AppendFile) -> Contents:
    try:
        data = file.read(MOST_BYTES)
    except OSError as error:
        raise JournalError(contents.path, 0, _("can't be read: {why}").format(why=error.strerror)) from error
    same = not contents.cut_off and data == b"".join(contents.raw)
    return contents if same else parse_journal(only(contents.game), data, contents.path)


def read_header(games: Games, path: Path) -> tuple[Header, bytes]:
    """Return the header of a journal and the bytes of its last whole line, unchecked. Raises JournalError, OSError."""
    raw = read_bounded(path, MOST_BYTES).splitlines(keepends=True)
    _check_format(raw, path)
    ended = [line for line in raw[-2:] if line.endswith(b"\n")]
    first = _whole_lines(raw[:1], path)[0]
    game = _game(games, first, path)
    header = _decode(_decoders(game).header, first, path, 1)
    _check_header(game, header, path)
    return header, ended[-1] if ended else b""


def parse_journal(games: Games, data: bytes, path: Path | None = None) -> Contents:
    """Return the journal of one of these games in `data`; `path` is named in errors. Raises JournalError."""
    raw = data.splitlines(keepends=True)
    _check_format(raw, path)
    whole = _whole_lines(raw, path)
    game = _game(games, whole[0], path)
    decoders = _decoders(game)
    header = _decode(decoders.header, whole[0], path, 1)
    _check_header(game, header, path)
    lines = tuple(_decode(decoders.line, line, path, number) for number, line in enumerate(whole[1:], 2))
    taken = b"".join(raw[: len(whole)])
    length = len(taken) + (not taken.endswith(b"\n"))
    return Contents(path, game, header, lines, tuple(whole), length, cut_off=len(whole) < len(raw))


def _game(games: Games, line: bytes, path: Path | None) -> AnyGame:
    """Return the game that a header names; formats before the third have only one."""
    try:
        named = _named_decoder.decode(unsealed(line)[0])
        return games(named.game if named.format == FORMAT else FIRST_GAME)
    except UnknownGame as error:
        raise NotKnownHere(path, 1, str(error)) from error
    except UNDECODABLE as error:
        raise _unreadable_line(path, 1, error) from error


def _unreadable_line(path: Path | None, number: int, error: Exception) -> JournalError:
    why = re.sub(" matching regex '.*'", _(" without such signs"), str(error))
    return JournalError(path, number, _("not a journal line: {why}").format(why=why))


def check_new(game: AnyGame, header: Header) -> None:
    """Raise JournalError unless the header of a new game can be read again."""
    line = _encoder.encode(header)
    _check_header(game, _decode(_decoders(game).header, line, None, 1), None)


def _check_header(game: AnyGame, header: Header, path: Path | None) -> None:
    """Raise Disagreement unless a game with this header is possible."""
    try:
        _check_agreement(game, header)
    except ValueError as error:
        raise Disagreement(path, 1, str(error)) from error


def wrong_tower(game: AnyGame, header: Header) -> str:
    """Return a sentence about a tower that is missing, or that the game doesn't need; empty if there is no problem."""
    if game.has_tower == (header.tower is not None):
        return ""
    return (
        _("this game needs a tower, but none is named") if game.has_tower else _("this game is played without a tower")
    )


def _check_agreement(game: AnyGame, header: Header) -> None:
    """Raise ValueError unless a game with this header is possible."""
    if wrong := wrong_tower(game, header):
        raise ValueError(wrong)
    tower = header.tower or TowerInfo()
    if tower.geometry is not None and geometry_hash(tower.geometry) != tower.hash:
        raise ValueError(_("the hash stated for the tower's geometry doesn't match"))
    if tower.model is not None and model_hash(tower.model) != tower.hash:
        raise ValueError(_("the hash stated for the tower's model doesn't match"))
    if len(header.seats) != header.setup.seats:
        sentence = _("{named} seats are named, but {agreed} agreed")
        raise ValueError(sentence.format(named=len(header.seats), agreed=header.setup.seats))
    if not 0 <= header.seed <= LARGEST_SEED:
        raise ValueError(_("the seed must be from 0 to {most}").format(most=LARGEST_SEED))
    if (branch := header.branch_of) is not None and not branch.unseeded <= branch.answers <= branch.step:
        raise ValueError(_("a branch can't have more answers than its game had"))
    if tower.geometry is not None:
        check_tower(tower.geometry)
    if tower.model is not None and not is_usable(tower.model):
        raise ValueError(_("the tower's model has impossible numbers"))
    game.new(header.setup)


def _check_format(raw: list[bytes], path: Path | None) -> None:
    """Raise JournalError unless the first line is the header of a journal in a known format."""
    match = re.match(rb'\{"line":"header","n":1,"format":(-?\d{1,4000})', raw[0] if raw else b"")
    if not match:
        raise JournalError(path, 0, _("this isn't the journal of a game: its first line isn't a header"))
    if int(match[1]) not in READ_FORMATS:
        sentence = _("format {found} is unknown; this program reads formats up to {known}")
        raise UnknownVersion(path, 1, sentence.format(found=shown(int(match[1]), LONGEST_FORMAT), known=FORMAT))
    if len(raw) > MOST_LINES:
        sentence = _("it has more than {most} lines, more than any game")
        raise JournalError(path, MOST_LINES + 1, sentence.format(most=MOST_LINES))


def _whole_lines(raw: list[bytes], path: Path | None) -> list[bytes]:
    """Return the lines with their checksums verified: all of them, or all but an incomplete last one."""
    end = 0
    whole: list[bytes] = []
    for number, line in enumerate(raw, 1):
        before, (body, stated) = end, unsealed(line)
        end = checksum(body, end)
        if stated == end:
            whole.append(line.rstrip(b"\r\n") + b"\n")
        elif number < len(raw) or line.endswith(b"\n"):
            raise DamagedLine(path, number, _("this line is damaged: its checksum doesn't match"))
        elif _is_whole(line[:-1], before):
            raise DamagedLine(path, number, _("this line is damaged: its end is wrong"))
        else:
            break
    if not whole:
        raise CutOff(path, 1, _("the first line is cut off; nothing is left of this game"))
    return whole


def _is_whole(line: bytes, before: int) -> bool:
    """Return whether the checksum of a line is right, `before` being that of the line before it."""
    body, stated = unsealed(line)
    return stated == checksum(body, before)


def stated_checksum(line: bytes) -> int:
    """Return the checksum at the end of a line of a journal that was read or written here."""
    stated = unsealed(line)[1]
    assert stated is not None, "only lines that were read or written here come back here"
    return stated


def _decode(decoder: msgspec.json.Decoder[Any], line: bytes, path: Path | None, number: int) -> Any:
    try:
        decoded = decoder.decode(unsealed(line)[0])
    except UNDECODABLE as error:
        raise _unreadable_line(path, number, error) from error
    if decoded.n != number:
        raise Disagreement(path, number, _("this line claims to be line {n}").format(n=decoded.n))
    return decoded
