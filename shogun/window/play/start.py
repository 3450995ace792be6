"""Ways into a game: new, from a journal, by `--autoplay`, as a rematch, or watching another window."""

import time
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path

from msgspec import UNSET, Struct
from msgspec.structs import replace

from shogun.base.language import _
from shogun.base.random_streams import drawn_seed
from shogun.game.errors import IllegalSetup, NoPosition, UnknownGame
from shogun.game.options import allowed_choices, fields_of, usual_choices
from shogun.game.protocol import Own, only
from shogun.players.place_chances import PlaceChances, chances_of
from shogun.players.seating import is_name
from shogun.table.errors import JournalError, TableError
from shogun.table.journal import (
    PERSON,
    AnswerLine,
    Contents,
    Header,
    SeatInfo,
    SeatLine,
    TowerInfo,
    parse_journal,
    read_journal,
)
from shogun.table.replay import History, Replay, ReplayedLine, resume
from shogun.table.saved_games import remember_opened, room_left
from shogun.table.session import Session, deferred_throw_notes
from shogun.tower.geometry import GeometryError
from shogun.tower.tower_lookup import load_tower
from shogun.window.kit.runtime.settings import NewGame, SeatChoice, Settings
from shogun.window.kit.runtime.start_options import PlayOptions
from shogun.window.play.game_plugin import GamePlugin, brought
from shogun.window.play.game_story import Story, change_line, source_of_journal
from shogun.window.play.model import LogLine, throw_note_line, undo_line

ERRORS = (TableError, GeometryError, IllegalSetup, NoPosition, UnknownGame, OSError)
"""Errors when a game is started or opened; each is a sentence for the player."""
SCARCE = 20_000_000
"""Bytes: with less left on their disk, games are soon not saved any more; a game and its recordings take half a MB."""
TOWER = "classic"
"""Tower by default."""


class NewGameSettings(Struct, frozen=True):
    """The settings of a new game."""

    seats: Sequence[SeatChoice]
    chosen: Mapping[str, str]
    """Choices made in `Form.choices`, by name."""
    tower: str
    seed: int
    first_seat: int | None = None
    handicap: tuple[int, ...] = ()
    """Points that each seat gives up for its place; empty: none."""
    described: Mapping[str, str] = {}
    """Descriptions of opponents that are not the program's own, by their codes, including those that don't play."""


def agreed_header(game: GamePlugin, agreed: NewGameSettings) -> Header:
    """Return the header of a new game's journal. Raises GeometryError, IllegalSetup."""
    setup = game.form.setup(agreed.seats, agreed.chosen, agreed.first_seat)
    if any(agreed.handicap):
        setup = replace(setup, handicap=agreed.handicap)
        game.rules.new(setup)
    return Header(
        game=game.code,
        created=f"{datetime.now():%Y-%m-%dT%H:%M:%S}",
        seed=agreed.seed,
        setup=setup,
        seats=tuple(SeatInfo(seat.name, seat.crest, seat.kind) for seat in agreed.seats),
        tower=TowerInfo.of(load_tower(agreed.tower)) if game.rules.has_tower else None,
        described={code: agreed.described[code] for code in sorted(_described(agreed))} or UNSET,
    )


def _described(agreed: NewGameSettings) -> set[str]:
    """Return the codes of those who play and are not the program's own."""
    return {seat.kind for seat in agreed.seats}.intersection(agreed.described)


def saved_game(options: PlayOptions, path: Path) -> tuple[Session, list[LogLine]]:
    """Return a journal's game and its log so far. Raises one of `ERRORS`."""
    contents = read_journal(options.games, path)
    game = brought(options, contents.header.game)
    session = resume(contents)
    try:
        log = log_of(game, session)
        remember_opened(session)
        return session, log
    except BaseException:
        session.close()
        raise


def log_of(game: GamePlugin, session: Session) -> list[LogLine]:
    """Return the log of a resumed game, from the lines of its journal. Raises JournalError.

    Opponents' second thoughts are left out, as they were when they happened.
    """
    contents = parse_journal(only(game.rules), b"".join(session.writer.lines), session.path)
    replay, log, again = Replay(contents), list[LogLine](), -1
    for shown in replay:
        if shown.undone is not None and replay.course.players[shown.undone] != PERSON:
            again = shown.undone
        elif isinstance(shown.line, AnswerLine) and shown.line.seat == again:
            again = -1
        else:
            log.extend(log_lines(game, shown, contents.header))
    return log


def log_lines(game: GamePlugin, shown: ReplayedLine, header: Header) -> Iterator[LogLine]:
    """Yield what the log says of a line of the journal."""
    if isinstance(shown.line, SeatLine):
        yield change_line(game, shown.line, header)
    if shown.undone is not None:
        yield undo_line(header.seats[shown.undone].name, shown.undone, shown.line.n)
    if isinstance(shown.line, AnswerLine):
        yield from (throw_note_line(say, shown.line.n) for say in deferred_throw_notes(shown.line))
    names = [seat.name for seat in header.seats]
    for event in shown.events:
        yield game.telling.log_line(event, names, shown.line.n)


def nearly_full(folder: Path) -> str:
    """Return a sentence if the disk of the games is nearly full, else nothing."""
    left = room_left(folder)
    if left is None or left >= SCARCE:
        return ""
    return _("The disk with your games has only {n} MB left: soon nothing can be saved.").format(n=left // 1_000_000)


def default_choices(game: GamePlugin, *, has_finished: bool = False) -> dict[str, str]:
    """Return the default choices for somebody's first games, or for somebody who has finished one."""
    choices = game.form.choices()
    return {choice.name: choice.usual_later for choice in choices} if has_finished else usual_choices(choices)


def note_finished(settings: Settings, game: GamePlugin) -> bool:
    """Record that a human has finished a game, and return whether it is the first of its kind.

    What they left at the defaults of a first game then gets those of later ones.
    """
    if game.code in settings.finished:
        return False
    settings.finished.append(game.code)
    if game.code in settings.new_games:
        last = settings.new_games[game.code]
        later = {choice.name: choice.usual_later for choice in game.form.choices()}
        first = default_choices(game)
        kept = {name: value for name, value in last.chosen.items() if value != first.get(name)}
        settings.new_games[game.code] = replace(last, chosen=later | kept)
    return True


def chances_in_form(game: GamePlugin, seats: Sequence[SeatChoice], chosen: Mapping[str, str]) -> PlaceChances | None:
    """Return the chances of the places with these choices; None if they weren't measured, or if they are even."""
    fields = {"seats": len(seats), **fields_of(game.form.choices(), chosen)}
    found = chances_of(game.place_chances, fields, (seat.kind for seat in seats), game.opponents.RATINGS)
    return None if found is None or found.is_even else found


def middling_first_seat(game: GamePlugin, seats: Sequence[SeatChoice], chosen: Mapping[str, str]) -> int | None:
    """Return the first seat that gives the only human a middling place; None if all places are alike, or for several.

    It is for somebody's first games, which a bad place should neither spoil nor a good one decide.
    """
    people = [number for number, seat in enumerate(seats) if seat.kind == PERSON]
    chances = chances_in_form(game, seats, chosen)
    if chances is None or len(people) != 1:
        return None
    return (people[0] - chances.middling) % len(seats)


def autoplay(game: GamePlugin, seed: int | None, chosen: Mapping[str, str]) -> NewGameSettings:
    """Return a game of opponents on all seats, in which this is chosen."""
    pairs = zip(game.form.default_seats(), game.form.demonstration(), strict=False)
    seats = [replace(seat, kind=kind) for seat, kind in pairs]
    choices = allowed_choices(game.form.choices(), {**default_choices(game), **chosen})
    return NewGameSettings(seats, choices, TOWER, drawn_seed() if seed is None else seed)


def rematch_header(played: Header, seed: int, setup: Own, *, moved: bool) -> Header:
    """Return the header of a rematch with this setup; `moved`: everybody moves one seat on."""
    seats = (*played.seats[1:], played.seats[0]) if moved else played.seats
    return Header(
        game=played.game, created=f"{datetime.now():%Y-%m-%dT%H:%M:%S}", seed=seed, setup=setup, seats=seats,
        tower=played.tower, described=played.described,
    )  # fmt: skip


# Watching a game that another window plays: its journal is read again as it grows

REST = 1.0
"""Seconds between two looks at the file."""


class Watch:
    """Watches a game without ever writing; an unreadable file is read again later."""

    def __init__(self, game: GamePlugin, path: Path) -> None:
        self._game = game
        self._path = path
        self._replay: Replay | None = None
        self._history: History | None = None
        self._seen = (0, 0)
        """Time of the last change of the file that was read (ns), and its size."""
        self._next = 0.0
        """Time of the next check of the file (s, perf_counter)."""

    @property
    def notice(self) -> str:
        """Return the notice for a watcher, in one sentence."""
        return _("This game is being played in another window; you can watch it here.")

    def has_news(self, story: Story) -> bool:
        """Let a story add what is new, and return whether anything is; looks once a second at most."""
        if time.perf_counter() < self._next:
            return False
        self._next = time.perf_counter() + REST
        try:
            status = self._path.stat()
            now = status.st_mtime_ns, status.st_size
            if now == self._seen:
                return False
            has_come = self._read(story)
        except (OSError, JournalError):
            return False
        self._seen = now
        return has_come

    def _read(self, story: Story) -> bool:
        contents = read_journal(only(self._game.rules), self._path)
        before = len(story.history), story.viewer, story.people
        course = self._played(contents).go_on(contents)
        if self._history is None:
            self._history = History(self._game.rules, contents.header)
        self._history.follow(course.answers)
        story.tell(source_of_journal(self._history, contents, course.changes))
        return before != (story.last, story.viewer, story.people)

    def _played(self, contents: Contents) -> Replay:
        """Return the game so far, from the beginning if the journal has become another one."""
        known = self._replay
        if known is None or contents.raw[: len(known.contents.raw)] != known.contents.raw:
            self._replay, self._history = Replay(contents), None
        assert self._replay is not None
        return self._replay


# Names of people who haven't entered one yet


def named_people(
    seats: Sequence[SeatChoice], before: Mapping[str, NewGame], person: str, *, but: str = ""
) -> list[SeatChoice]:
    """Return seats whose people have the names of the last of the games that were set up before, except one.

    If there are none, the first person is called `person`. No two people share a name.
    """
    others = [last for other, last in before.items() if other != but and last.seats]
    names = [seat.name for seat in others[-1].seats if seat.kind == PERSON] if others else [person]
    people = [number for number, seat in enumerate(seats) if seat.kind == PERSON]
    named = list(seats)
    for number, name in zip(people, names, strict=False):
        if name.strip() and is_name(name) and all(seat.name != name for seat in named):
            named[number] = replace(named[number], name=name)
    return named
