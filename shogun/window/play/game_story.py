"""A game's past for the window: its steps, log, parts and recorded throws; and a line on each saved game."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from shogun.base.language import _, ngettext, shown
from shogun.game.protocol import only
from shogun.game.questions import Thrown
from shogun.game.remarks import Speaking
from shogun.players.seating import change_text
from shogun.table.branch import Place
from shogun.table.course import PastAnswer
from shogun.table.journal import (
    Contents,
    Header,
    SeatLine,
    journal_hash,
    parse_journal,
    people_by_now,
    people_ever,
    read_journal,
    stated_checksum,
)
from shogun.table.journal_files import review_path
from shogun.table.recordings import Recordings, drops_path
from shogun.table.replay import History, Replay, turn_of
from shogun.table.saved_games import ListedGame, SavedGame, Unreadable, branch_words
from shogun.table.session import Session, Turn, deferred_throw_notes
from shogun.table.speech import Speech, said_in
from shogun.table.summary import KnownSummary
from shogun.table.towers import Fall
from shogun.table.visible_past import VisiblePast, reader_of, whole_past
from shogun.window.play.game_plugin import GamePlugin
from shogun.window.play.game_query import name_of
from shogun.window.play.model import LogLine, add_to_log, spoken_line, throw_note_line

if TYPE_CHECKING:
    from shogun.players.review.game_review import Curve
    from shogun.tower.recording import Recording


class Source(Struct, frozen=True):
    """The sources of a story: the past, changes of seats, the journal's lines and its file."""

    history: History
    changes: Sequence[SeatLine]
    raw: Sequence[bytes]
    path: Path | None
    viewer: int | None
    """The seat whose secrets may be seen; None: nobody's."""


class Story:
    """Read-only, from place 0 to `last`."""

    def __init__(self, game: GamePlugin, source: Source, last: int | None = None, speaking: Speaking = "never") -> None:
        """Tell a game as far as a place; `speaking` is how often opponents say something in its log."""
        self._game = game
        self._speaking = speaking
        self.names = [seat.name for seat in source.history.header.seats]
        self.log: list[LogLine] = []
        self.tell(source, last)

    def tell(self, source: Source, last: int | None = None) -> None:
        """Be made of this from now on: of the same game, to which more may have come."""
        self.history = source.history
        self.viewer = source.viewer
        """The seat whose secrets may be seen; it can change when more is shown."""
        self.last = len(source.history) if last is None else min(last, len(source.history))
        self.people = people_by_now(source.history.header, source.changes)
        """The seats that persons play now."""
        self.log[:] = self._lines(source.changes)
        self.stops = [0, *(place for place in self._places() if source.history.steps[place - 1].events)]
        """The places with something new to show."""
        self.chapters = self._game.telling.parts(self.history.steps[: self.last])
        self._raw, self._path = source.raw, source.path
        self._changes = source.changes
        self._persons = len(people_ever(source.history.header, source.changes))
        self._recordings = Recordings(drops_path(source.path)) if source.path else None

    @property
    def game(self) -> GamePlugin:
        """The plugin of its game."""
        return self._game

    @property
    def path(self) -> Path | None:
        """The journal's file."""
        return self._path

    @property
    def is_over(self) -> bool:
        """Return whether the game has ended and is shown to its end."""
        is_told = self.last == len(self.history)
        return is_told and not self._game.rules.awaited(self.history.state(self.last))

    @property
    def header(self) -> Header:
        """Settings of the game."""
        return self.history.header

    def _places(self) -> range:
        return range(1, self.last + 1)

    def _lines(self, changes: Sequence[SeatLine]) -> list[LogLine]:
        lines = [line for step in self.history.steps[: self.last] for line in self._lines_of(step)]
        self._add_spoken(lines, changes)
        end = lines[-1].n if lines else 0
        log = [change_line(self._game, line, self.header) for line in changes if line.n < end]
        return sorted([*lines, *log], key=lambda line: line.n) if log else lines

    def _add_spoken(self, lines: list[LogLine], changes: Sequence[SeatLine]) -> None:
        speech = Speech(self._game.rules, self._game.remarks, self.header)
        said = said_in(speech, self.history.steps[: self.last], changes, self._speaking)
        add_to_log(lines, *map(spoken_line, said))

    def _lines_of(self, step: PastAnswer) -> Iterator[LogLine]:
        n = step.line.n
        yield from (throw_note_line(say, n) for say in deferred_throw_notes(step.line))
        yield from (self._game.telling.log_line(event, self.names, n) for event in step.events)

    def place_of(self, line: LogLine) -> int:
        """Return the place after the event of a log line."""
        return min(self.history.place_after(line.n), self.last)

    def lines_until(self, place: int) -> int:
        """Return the number of log lines up to a place."""
        n = self.history.steps[place - 1].line.n if place else 0
        return sum(line.n <= n for line in self.log)

    def next_stop(self, place: int, step: int) -> int:
        """Return the next place (1) or the previous one (-1) with something new to show."""
        if step > 0:
            return next((stop for stop in self.stops if stop > place), self.last)
        return next((stop for stop in reversed(self.stops) if stop < place), 0)

    def next_chapter(self, place: int, step: int) -> int:
        """Return the beginning of the part after this place (1) or before it (-1)."""
        if step > 0:
            return next((chapter.place for chapter in self.chapters if chapter.place > place), self.last)
        return next((chapter.place for chapter in reversed(self.chapters) if chapter.place < place), 0)

    # Branches

    def branch_refusal(self, place: int, *, as_it_came: bool = False) -> str:
        """Return in a sentence why no branch can begin at a place; empty if one can."""
        if self._path is None:
            return _("Only a saved game can be continued as another game.")
        steps, header = self.history.steps, self.header
        reader = reader_of(header, self._changes, is_over=self.is_over)
        return Place(self._game.rules, header, steps, place, reader).refusal(as_it_came=as_it_came)

    def review_refusal(self, *, is_given_up: bool = False) -> str:
        """Return in a sentence why there is no review; empty if there is one.

        A review uses everything that was hidden. So a game that isn't over has one only if nobody continues it, and no
        person's secrets in it are hidden from another.
        """
        if not self._game.is_judged:
            return _("This game has no estimate of who is ahead.")
        if self.is_over:
            return ""
        if self.header.is_excerpt:
            return _("This is only the public record of a game; its hidden cards aren't the ones that were held.")
        if self._persons > 1:
            return _(
                "When several people play, this analysis is available once the game is over, because it uses "
                "all hidden information."
            )
        return (
            ""
            if is_given_up
            else _("This analysis is available once the game is over, because it uses all hidden information.")
        )

    def told(self) -> VisiblePast:
        """Return all of the game as it is reviewed: where `review_refusal` refuses nothing, nothing is a secret."""
        return whole_past(self.header, [step.line for step in self.history.steps[: self.last]], self._changes)

    def reviewed_at(self) -> int:
        """Return when something was last found out of what decided the game, ns; 0: never."""
        try:
            return 0 if self._path is None else review_path(self._path).stat().st_mtime_ns
        except OSError:
            return 0

    def kept_curve(self) -> "Curve | None":
        """Return everybody's chances to win over a game that is over, if they were found out once."""
        if self._path is None or not self.reviewed_at() or self.review_refusal():
            return None
        from shogun.players.review.game_review import kept_curve

        journal = journal_hash(self.header, [step.line for step in self.history.steps])
        return kept_curve(review_path(self._path), journal)

    def contents(self) -> Contents:
        """Return the journal's present contents. Raises JournalError."""
        return parse_journal(only(self._game.rules), b"".join(self._raw), self._path)

    # Throws

    def recording(self, place: int) -> "Recording | None":
        """Return the recording of the throw that led to a place, None if none is kept that shows just this throw."""
        line, job = self.history.steps[place - 1].line, self.history.throw_job(place)
        if self._recordings is None or job is None or not isinstance(line.answer, Thrown):
            return None
        return self._recordings.get(line.n, stated_checksum(self._raw[line.n - 1]), job, line.answer.out)

    def turn(self, place: int, recording: "Recording | None" = None) -> Turn:
        """Return the step to a place, with the recording of its throw."""
        step = self.history.steps[place - 1]
        fall = None
        if isinstance(step.line.answer, Thrown):
            fall = Fall(dict(step.line.answer.out), step.inside, step.line.cut_off, recording, step.line.taps)
        return turn_of(step, fall)


def change_line(game: GamePlugin, change: SeatLine, header: Header) -> LogLine:
    """Return a change of a seat's player as a line of the log."""
    names = [seat.name for seat in header.seats]
    title = partial(_titled, game, header.descriptions)
    return LogLine(partial(change_text, change, names, title), change.seat, n=change.n)


def _titled(game: GamePlugin, described: Mapping[str, str], code: str) -> str:
    return game.opponents.title(code, described)


def source_of_journal(history: History, contents: Contents, changes: Sequence[SeatLine]) -> Source:
    """Return the source of a saved game's story.

    The only person who ever played may see what was theirs; with several persons only what all saw is shown, and of a
    past that was given away too: in that hidden cards aren't those that were held.
    """
    reader = reader_of(contents.header, changes, is_over=contents.is_finished)
    return Source(history, changes, contents.raw, contents.path, reader.seat)


def story_of_journal(game: GamePlugin, path: Path, speaking: Speaking = "never") -> Story:
    """Return the past of a saved game. Raises JournalError."""
    contents = read_journal(only(game.rules), path)
    course = Replay(contents).run()
    history = History(game.rules, contents.header)
    history.follow(course.answers)
    return Story(game, source_of_journal(history, contents, course.changes), speaking=speaking)


def story_of_session(game: GamePlugin, session: Session, history: History, viewer: int | None, until: int) -> Story:
    """Return the past of a running game as far as line `until` of its journal, in which no opponent speaks."""
    return Story(game, source_of_session(session, history, viewer), history.place_after(until))


def source_of_session(session: Session, history: History, viewer: int | None) -> Source:
    """Return what the story of a running game is made of; `history` follows it."""
    history.follow(session.course.answers)
    return Source(history, session.course.changes, session.writer.lines, session.path, viewer)


# A saved game in lists and on the menu


def heading(game: ListedGame) -> str:
    """Return the title of a game: its name, else when it began."""
    if isinstance(game, Unreadable):
        return shown(game.path.name)
    return name_of(game.title, game.header.created, game.path.stem, game.header.branch_of)


def state_words(kind: GamePlugin, game: SavedGame, known: KnownSummary) -> str:
    """Return the progress of a game: season and whose turn it is, or who won. Only public facts."""
    if isinstance(known, str):
        return _("This game is damaged.")
    if game.header.is_excerpt:
        return _("Only the public record of a game, for viewing")
    if known is None:
        return _("Finished") if game.is_finished else "…"
    names = [seat.name for seat in game.header.seats]
    if known.result is not None:
        return _winners([names[seat] for seat in known.result.winners], max(known.result.points))
    moment = kind.listing.moment(known.view)
    asked = [names[seat] for seat in known.asked if seat in known.people] or [names[seat] for seat in known.asked]
    if not asked:
        return moment
    return _("{moment}: {names} to move").format(moment=moment, names=", ".join(asked))


def _winners(names: list[str], points: int) -> str:
    sentence = ngettext(
        "{names} won with {points} points", "{names} share the victory with {points} points", len(names)
    )
    return sentence.format(names=", ".join(names), points=points)


def agreement(kind: GamePlugin, header: Header, *, is_over: bool) -> str:
    """Return everything needed to set up the same game: players, board, line-up, tower and seed.

    While it runs the seed is left out, since it gives away all draws still to come.
    """
    count, branch = header.setup.seats, header.branch_of
    begun = () if branch is None else (branch_words(branch),)
    if header.is_from_position:
        begun = (*begun, _("from a position"))
    parts = [*begun, ngettext("{n} player", "{n} players", count).format(n=count), *kind.listing.agreement(header)]
    if header.tower is not None:
        parts.append(_("tower {name}").format(name=header.tower_name))
    parts.append(_("seed {seed}").format(seed=header.seed) if is_over else _("seed shown at the end"))
    return ", ".join(parts)
