"""`shogun play --text`: a game by plain lines, for screen readers and terminals.

What has happened comes as sentences, questions with numbered answers, and every answer is saved at once.
"""

import os
import select
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from msgspec import UNSET, Struct

from shogun.base.installation import command_line
from shogun.base.language import _, marked, ngettext, page_in
from shogun.base.random_streams import drawn_seed
from shogun.base.resources import assets_of
from shogun.base.tables import Output
from shogun.base.worker_pool import Workers, processors
from shogun.cli.errors import DONE, Stopped
from shogun.cli.game_commands.replay import told
from shogun.cli.game_options import titled, tower_of
from shogun.game.dialogue import Answering, AnswerList, Item, Misunderstood, reads_like
from shogun.game.errors import IllegalMove
from shogun.game.protocol import only
from shogun.game.questions import Roll
from shogun.game.remarks import Speaking
from shogun.game.words import MOST_PLAYERS, allowed_counts, calling
from shogun.games import GAMES, Game, entry_of
from shogun.players.adviser import hint_seed
from shogun.players.custom_opponents import opponents_folder, own_opponents
from shogun.players.seating import LONGEST_NAME, change_text, is_name, player_sentence, player_title
from shogun.players.session_driver import SecondThoughts, SessionDriver
from shogun.table.errors import NotWritable
from shogun.table.journal import PERSON, Header, SeatInfo, parse_journal, read_journal
from shogun.table.position_draft import placed
from shogun.table.positions import PositionFile
from shogun.table.replay import resume
from shogun.table.saved_games import begun_game, remember_opened
from shogun.table.session import UNLIMITED, Session, Turn, only_person, throw_notes
from shogun.table.speech import HeardEvent, Speech
from shogun.window.kit.runtime.settings import Settings, given_name, load_settings

TOWER = "classic"
"""Tower of a new game."""
WORKERS = 3
"""Most opponents that think at the same time."""
LOOK = 0.02
"""Seconds between two looks at what opponents have found."""
IDLE = 0.2
"""Seconds between two looks at opponents' second thoughts while somebody types."""
SILENT = 2.0
"""Seconds of thinking after which it is said who thinks."""
BLANK = 50
"""Empty lines that hide secrets where the screen can't be cleared."""
RECENT = 12
"""Lines of the log that are repeated when a game is opened."""

# The terminal


class EndOfInput(Exception):
    """Error for input that has ended: the player leaves."""


class Terminal:
    """Lines to and from the player, fitted to the width of the terminal."""

    def __init__(self) -> None:
        self._output = Output()
        self._is_typed = sys.stdin is not None and sys.stdin.isatty()
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")

    def say(self, *lines: str) -> None:
        """Print lines; those that begin with spaces are indented."""
        for line in lines:
            text = line.lstrip(" ")
            self._output.print(text, indent=len(line) - len(text))

    def say_whole(self, line: str) -> None:
        """Print a line with a command, which can be copied as long as it isn't fitted to the width."""
        print(line, flush=True)

    def gap(self) -> None:
        """Print an empty line."""
        self._output.console.print()

    def ask(self, meanwhile: Callable[[], object] | None = None) -> str:
        """Return the next line without spaces around it. Raises EndOfInput.

        `meanwhile` is called now and then while somebody types.
        """
        try:
            typed = self._typed_line(meanwhile) if self._is_typed else self._next_line()
        except EOFError:
            self.gap()
            raise EndOfInput from None
        return typed.strip()

    @staticmethod
    def _typed_line(meanwhile: Callable[[], object] | None) -> str:
        if meanwhile is None or os.name != "posix":  # elsewhere a terminal can't be waited for
            return input("> ")
        print("> ", end="", flush=True)
        while not select.select([sys.stdin], (), (), IDLE)[0]:
            meanwhile()
        return input()

    def _next_line(self) -> str:
        """Return a line that nobody types here, and print it, so that the output can be read on its own."""
        sys.stdout.flush()
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            raise EOFError
        print(f"> {line.strip()}")
        return line

    def clear(self) -> None:
        """Hide what was printed: another player comes to the keyboard."""
        if sys.stdout.isatty():
            print("\x1b[2J\x1b[3J\x1b[H", end="")
        else:
            print("\n" * BLANK)


HELP = "?"
"""Typed to ask for help."""


def choose(terminal: Terminal, question: str, items: Sequence[Item], usual: Any, *, is_known: bool = False) -> Any:
    """Return the choice from a list, `usual` if only Enter is pressed. Raises EndOfInput.

    The list isn't read out if it `is_known`; an unfit answer repeats it.
    """
    answer = AnswerList(items)
    by_default = next(item.label for item in items if item.move == usual)
    terminal.say(question, *(() if is_known else answer.lines()))
    terminal.say(_("Press Enter for: {choice}").format(choice=by_default))
    while True:
        typed = terminal.ask()
        try:
            if command_of(typed)[0] == HELP:
                raise Misunderstood(_("Type the number of a choice, or a part of its words to look for it."))
            chosen = answer.take(typed) if typed else usual
        except Misunderstood as error:
            terminal.say(str(error))
            chosen = None
        if chosen is not None:
            return chosen
        terminal.say(*answer.lines())


# A new game


class Agreed(Struct, frozen=True):
    """Settings of a new game from the command line: the game, unless the player chooses it, and perhaps a position."""

    game: Game | None = None
    seed: int | None = None
    wishes: Mapping[str, str] = {}
    position: PositionFile | None = None


def which_game(games: Sequence[Game], terminal: Terminal) -> Game:
    """Return the game that the player chooses. Raises EndOfInput."""
    found: Game = choose(terminal, _("Which game?"), [Item(game.title, game) for game in games], games[0])
    return found


def new_header(game: Game, agreed: Agreed, terminal: Terminal) -> Header:
    """Return the header of a new game, whose players are asked for. Raises EndOfInput and errors of the rules."""
    position = agreed.position
    setup = game.agreed(_count(game, terminal), agreed.wishes) if position is None else position.setup
    own = own_opponents(game.opponents, opponents_folder(game.code))
    terminal.say(*own.problems)
    seats = tuple(_seats(game, game.dialogue.player_names(setup), own.described, terminal))
    playing = {seat.player for seat in seats}
    header = Header(
        game=game.code,
        created=datetime.now().isoformat(timespec="seconds"),
        seed=drawn_seed() if agreed.seed is None else agreed.seed,
        setup=setup,
        seats=seats,
        tower=tower_of(game.rules, _tower(position)),
        described={code: own.described[code] for code in sorted(playing.intersection(own.described))} or UNSET,
    )
    return header if position is None else placed(header, position)


def _tower(position: PositionFile | None) -> str:
    return TOWER if position is None or position.resting is None else position.resting.tower


def _count(game: Game, terminal: Terminal) -> int:
    counts = allowed_counts(game.rules, MOST_PLAYERS)
    if len(counts) == 1:
        return counts[0]
    items = [Item(ngettext("{n} player", "{n} players", count).format(n=count), count) for count in counts]
    number: int = choose(terminal, _("How many players?"), items, game.words.SEATS)
    return number


def _seats(game: Game, names: Sequence[str], described: Mapping[str, str], terminal: Terminal) -> Iterator[SeatInfo]:
    """Yield the players of a new game: the first is a human, who is asked who plays the other seats."""
    taken = [_name(terminal, given_name() or names[0], ())]
    yield SeatInfo(taken[0])
    codes = [PERSON, *game.opponents.codes(), *(code for code in described if code not in game.opponents.codes())]
    items = [Item(_player(game, code, described), code) for code in codes]
    player = game.opponents.SUBSTITUTE
    for number in range(1, len(names)):
        name = next(name for name in (*names[number:], *names) if name not in taken)
        player = choose(terminal, _("Who plays {name}?").format(name=name), items, player, is_known=number > 1)
        taken.append(_name(terminal, name, taken) if player == PERSON else name)
        yield SeatInfo(taken[-1], player=player)


def _player(game: Game, code: str, described: Mapping[str, str]) -> str:
    title = player_title(game.opponents, code, described)
    sentence = player_sentence(game.opponents, code, described)
    return f"{title}: {sentence}" if sentence else title


def _name(terminal: Terminal, usual: str, taken: Sequence[str]) -> str:
    terminal.say(_("What is your name?"), _("Press Enter for: {choice}").format(choice=usual))
    while True:
        name = terminal.ask() or usual
        if name == HELP:
            terminal.say(_("Type a name, or press Enter."))
        elif name in taken:
            terminal.say(_("Two players have the same name."))
        elif not is_name(name):
            terminal.say(_("A name can't be longer than {n} characters.").format(n=LONGEST_NAME))
        else:
            return name


# Commands at every question

COMMANDS: Mapping[str, str] = {
    "u": marked("undo"),
    "r": marked("redo"),
    "h": marked("hint"),
    "t": marked("table"),
    "l": marked("log"),
    HELP: marked("help"),
    "q": marked("quit"),
}
"""The words of the commands by their letters, which are the same in every language."""


def command_of(typed: str) -> tuple[str, str]:
    """Return the letter of a typed command and what follows it; no letter if it is an answer."""
    word, _space, rest = typed.partition(" ")
    for letter, name in COMMANDS.items():
        if word.casefold() in (letter, name, _(name).casefold()):
            return letter, rest.strip()
    return "", typed


# The game


class TextGame:
    """One game at the terminal; its journal is the source of truth, and this only tells and asks."""

    def __init__(self, terminal: Terminal, game: Game, session: Session, settings: Settings) -> None:
        self._terminal, self._game, self._session = terminal, game, session
        self._speaking: Speaking = settings.speaking
        self._waits = settings.undo_seconds > 0
        self._names = [seat.name for seat in session.header.seats]
        self._speech = Speech(game.rules, game.remarks, session.header)
        self._log = list(self._past())
        self._heard: dict[int, int] = {}
        """Length of the log when each seat gave its last answer."""
        self._holder: int | None = only_person(session)
        """Player at the keyboard."""
        self._has_secrets = False
        """True if something was shown that only the player at the keyboard may know."""
        self._workers = Workers(min(WORKERS, processors()))
        ended = _keep_end if settings.rating else None
        self._driver = SessionDriver(game, session, self._workers, ended)
        self._second_thoughts = SecondThoughts(game, session, self._workers)

    def _past(self) -> Iterator[str]:
        """Yield the log of a game that is continued."""
        session, game = self._session, self._game
        contents = parse_journal(only(game.rules), b"".join(session.writer.lines), session.path)
        yield from told(game, contents, self._speech, self._speaking)

    def play(self) -> None:
        """Play until the game is over. Raises EndOfInput and what the driver raises."""
        with calling(self._names):
            self._announce()
            while (question := self._next_question()) is not None:
                self._ask(question)
            result = self._session.result
            winners = ", ".join(self._names[seat] for seat in result.winners)
            self._terminal.gap()
            self._terminal.say(_("The game is over. Winner: {names}.").format(names=winners))
            if self._game.is_judged and self._session.path is not None:
                command = command_line("shogun", "review", str(self._session.path))
                self._terminal.say_whole(_("To see what decided it: {command}").format(command=command))

    def close(self) -> None:
        """Close the game, and end all that is still being thought about."""
        self._driver.close()
        self._workers.abandon()

    # Events

    def _announce(self) -> None:
        header = self._session.header
        title = partial(player_title, self._game.opponents, described=header.descriptions)
        players = [f"{name}: {title(player)}" for name, player in zip(self._names, self._session.players, strict=True)]
        agreed = self._game.words.setup_text(header.setup)
        self._terminal.gap()
        self._terminal.say(f"{self._game.title} ({agreed})" if agreed else self._game.title, ", ".join(players))
        self._terminal.say(_("Type ? for help."))
        self._terminal.gap()
        self._terminal.say(*self._log[-RECENT:])

    def _next_question(self) -> Any:
        """Let chance and opponents go on, tell it, and return the next question of a human; None at the end."""
        began, has_said = time.perf_counter(), False
        while True:
            self._driver.advance()
            if self._tell():
                began, has_said = time.perf_counter(), False
                continue
            if self._session.is_over:
                return None
            question = self._driver.persons_question()
            if question is not None:
                return question
            if not has_said and time.perf_counter() - began > SILENT and (thinking := self._driver.thinking()):
                names = ", ".join(self._names[seat] for seat in thinking)
                self._terminal.say(_("Thinking: {names} …").format(names=names))
                has_said = True
            time.sleep(LOOK)

    def _tell(self) -> bool:
        """Tell what the driver has done, and return whether there was anything."""
        driver, opponents = self._driver, self._game.opponents
        is_new = bool(driver.failures or driver.turns)
        while driver.failures:
            title = partial(titled, opponents, self._session.header)
            self._say(change_text(driver.failures.popleft(), self._names, title))
        while driver.turns:
            self._tell_turn(driver.turns.popleft())
        return is_new

    def _tell_turn(self, turn: Turn) -> None:
        after = self._game.rules.view(turn.after, None)
        self._say(*throw_notes(turn), *self._game.dialogue.event_lines(turn.events, after, self._names))
        heard = HeardEvent(turn.redone or turn.n, turn.before, turn.events, turn.after)
        said = self._speech.hear(heard, self._session.course.changes, self._speaking)
        if said is not None:
            self._say(said.line())

    def _say(self, *sentences: str) -> None:
        """Say sentences that belong into the log."""
        self._log.extend(sentences)
        self._terminal.say(*sentences)

    # Questions

    def _ask(self, question: Any) -> None:
        """Ask a human until the answer is given, or something is undone or redone."""
        self._hand_over(question.seat)
        view = self._session.view(question.seat)
        dialogue = self._game.dialogue
        answering = dialogue.answering(view, self._session.inside, question, self._names)
        asked = dialogue.question_text(question, view, self._names)
        self._terminal.gap()
        self._terminal.say(asked, *answering.lines())
        while True:
            letter, typed = command_of(self._terminal.ask(self._think_on))
            if letter == "u" and answering.back():
                self._terminal.say(asked, *answering.lines())
            elif letter in ("u", "r"):
                if self._change(letter):
                    return
            elif letter:
                self._obey(letter, typed, question, answering)
                self._terminal.say(asked)
            elif self._answer(typed, question, answering, asked):
                return

    def _think_on(self) -> None:
        """Let opponents that have answered think again; what can't be written now is dropped."""
        with suppress(NotWritable):
            self._driver.advance()
            self._second_thoughts.update(not (self._driver.thinking() or self._driver.is_throwing))

    def _answer(self, typed: str, question: Any, answering: Answering, asked: str) -> bool:
        """Take a typed line as an answer, or a part of one, and return whether the question is answered."""
        try:
            move = answering.take(typed)
            if move is not None:
                self._driver.answer(question.seat, move)
        except (Misunderstood, IllegalMove, NotWritable) as error:
            self._terminal.say(str(error), asked)
            return False
        if move is None:
            self._terminal.say(*(() if typed else (asked,)), *answering.lines())
            return False
        self._tell()
        self._heard[question.seat] = len(self._log)
        if self._waits and not self._game.rules.is_secret(question):  # a plan was confirmed already
            self._wait_for_undo(question.seat)
        return True

    def _wait_for_undo(self, seat: int) -> None:
        """Let a human undo an answer before others go on, unless dice are rolled next."""
        if self._session.is_over or isinstance(self._session.chance, Roll):
            return
        following = self._driver.persons_question()
        if self._driver.undoable_when_shown() != seat or (following is not None and following.seat == seat):
            return
        while True:
            self._terminal.say(_("Press Enter to continue, or type u to undo."))
            typed = self._terminal.ask()
            letter, rest = command_of(typed)
            if letter == "u":
                self._change(letter)
            elif letter == "h":
                self._terminal.say(_("There is nothing for you to decide right now."))
            elif letter and letter != "r":
                self._look(letter, rest, seat)
            if letter == "u" or not typed:
                return

    def _hand_over(self, seat: int) -> None:
        """Have the keyboard handed over, if the next player's view isn't for everybody's eyes."""
        if seat == self._holder:
            return
        is_secret = self._session.view(seat) != self._session.view(None)
        if not is_secret and not self._has_secrets:
            return
        if self._has_secrets:
            self._terminal.clear()
        sentence = _("The keyboard goes to {name}. Press Enter when nobody else can see or hear.")
        self._terminal.say(sentence.format(name=self._names[seat]))
        if command_of(self._terminal.ask())[0] == "q":
            raise EndOfInput
        if self._has_secrets:
            self._terminal.say(*self._log[self._heard.get(seat, -RECENT) :])
        self._holder, self._has_secrets = seat, is_secret

    # Commands

    def _change(self, letter: str) -> bool:
        """Undo or redo an answer, at a shared keyboard only of who holds it, and return whether there was one."""
        self._tell()
        seat = self._undoable() if letter == "u" else self._redoable()
        if seat is None:
            self._terminal.say(self._why_no_undo() if letter == "u" else _("There is nothing to redo."))
            return False
        if letter == "r":
            self._driver.redo(seat)
            self._tell()
            return True
        moment = self._session.course.undoable_now(seat)
        self._driver.undo(seat)
        if moment is not None:
            self._speech.forget(moment.line.n)
        self._say(_("{who} undoes the last answer.").format(who=self._names[seat]))
        return True

    def _why_no_undo(self) -> str:
        answered = {line.seat for line in self._session.course.answers if line.seat is not None}
        own = {seat for seat in answered if self._driver.is_person(seat)}
        if not own or (self._holder is not None and self._holder not in own):
            return _("You haven't done anything that could be undone.")
        return _("Something has been revealed since your last step, or somebody else has moved: it can't be undone.")

    def _undoable(self) -> int | None:
        seat = self._driver.undoable()
        if seat is None or self._holder is None:
            return seat
        return self._holder if self._session.undoable(self._holder) else None

    def _redoable(self) -> int | None:
        seat = self._driver.redoable()
        if seat is None or self._holder is None:
            return seat
        return self._holder if self._session.redoable(self._holder) else None

    def _obey(self, letter: str, rest: str, question: Any, answering: Answering) -> None:
        """Carry out a command that changes nothing."""
        if letter == "h":
            self._hint(question, answering)
        else:
            self._look(letter, rest, question.seat)

    def _look(self, letter: str, rest: str, seat: int) -> None:
        """Carry out a command that needs no question: leave, or tell the table, the log or the help to a seat."""
        terminal = self._terminal
        match letter:
            case "q":
                raise EndOfInput
            case "t":
                lines = self._game.dialogue.table_lines(self._session.view(seat), self._names)
                found = list(_with_parts(lines, rest))
                terminal.say(*(found or [_("Nothing on the table contains {text}.").format(text=rest)]))
            case "l":
                since = self._heard.get(seat, 0)
                lines = self._log[-int(rest) :] if rest.isdecimal() and int(rest) else self._log[since:]
                terminal.say(*(lines or [_("Nothing has happened since your last answer; l 20 repeats 20 lines.")]))
            case _:
                terminal.say(*help_lines(self._game))

    def _hint(self, question: Any, answering: Answering) -> None:
        """Ask the adviser and tell the advice with its reasons."""
        game, session, terminal = self._game, self._session, self._terminal
        if game.advice is None:
            terminal.say(_("{game} has no hints").format(game=game.title) + ".")
            return
        terminal.say(_("The adviser is thinking …"))
        _keep_hint(session)
        rng = Random(hint_seed(session.header.seed, question))
        try:
            hint = game.advice.hint(session.view(question.seat), session.inside, question, rng, UNLIMITED)
        except Exception as error:  # whatever befalls the adviser, the game goes on without it
            terminal.say(_("No advice available ({kind}).").format(kind=type(error).__name__))
            return
        if hint.move is not None:
            terminal.say(*(" ".join(line.split()) for line in game.dialogue.advice_lines(hint)))
        terminal.say(*hint.reasons)
        if hint.move is not None and (how := answering.advised(hint.move)):
            terminal.say(how)


def _with_parts(lines: Sequence[str], word: str) -> Iterator[str]:
    """Yield the lines that contain a word, each with the lines indented below it."""
    level: int | None = None
    for line in lines:
        indent = len(line) - len(line.lstrip(" "))
        if level is not None and indent <= level:
            level = None
        if level is None and reads_like(word, line):
            level = indent
            yield line
        elif level is not None:
            yield line


def _keep_end(session: Session) -> None:
    """Record the end of a game for the ratings, if that is possible."""
    from shogun.players.ratings import note_end  # loads openskill

    with suppress(OSError):
        note_end(session)


def _keep_hint(session: Session) -> None:
    """Record that a hint was given, if that is possible."""
    from shogun.players.ratings import note_hint

    with suppress(OSError):
        note_hint(session)


def help_lines(game: Game) -> list[str]:
    """Return what can be typed at every question, and where a game's rules are."""
    rules = page_in(assets_of(game.code) / "rules")
    return [
        _("Type the number of a choice, or part of it to hear only those that contain it. Enter repeats the question."),
        _("u or undo: take back the last step or answer. r or redo: repeat it."),
        _("h or hint: what a good player would do, and why."),
        _("t or table: everything on the table; t and a word: only the lines with it."),
        _("l or log: what has happened since your last answer; l 20: the last 20 lines."),
        _("q or quit: leave; every answer is saved, and the game can be continued in the window too."),
        *([_("The rules: {path}").format(path=rules)] if rules else ()),
    ]


# The command


def play_text(games: Mapping[str, Game], agreed: Agreed, journal: Path | None) -> int:
    """Continue a journal's game, or begin a new one of these games, and return the exit code.

    Raises what commands report.
    """
    terminal, settings = Terminal(), load_settings()
    try:
        game, session = _opened(games, journal) if journal is not None else _begun(games, agreed, terminal)
    except EndOfInput:
        return DONE
    try:
        played = TextGame(terminal, game, session, settings)
    except BaseException:
        session.close()
        raise
    try:
        played.play()
    except EndOfInput:
        terminal.say_whole(_saved(session))
    except KeyboardInterrupt:
        raise Stopped(_saved(session)) from None
    finally:
        played.close()
    return DONE


def _saved(session: Session) -> str:
    """Return that a game is saved, and how to continue it."""
    code = session.header.game
    words = ["shogun", "play", "--text", str(session.path), *(("--game", code) if code not in GAMES else ())]
    return _("The game is saved. To continue it: {command}").format(command=command_line(*words))


def _opened(games: Mapping[str, Game], journal: Path) -> tuple[Game, Session]:
    contents = read_journal(lambda code: (games.get(code) or entry_of(code)).rules, journal)
    game = games.get(contents.header.game) or entry_of(contents.header.game)
    session = resume(contents)
    remember_opened(session)
    return game, session


def _begun(games: Mapping[str, Game], agreed: Agreed, terminal: Terminal) -> tuple[Game, Session]:
    game = agreed.game or which_game(list(games.values()), terminal)
    return game, begun_game(only(game.rules), new_header(game, agreed, terminal))
