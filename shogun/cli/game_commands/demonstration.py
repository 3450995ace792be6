"""A game among opponents told in the terminal, where there is no display."""

import secrets

from rich.console import Console
from rich.table import Table

from shogun.base.language import _
from shogun.cli.game_options import agreed, header_of, in_words
from shogun.games import DEFAULT, entry_of
from shogun.games.shogun.rules.views import Result
from shogun.games.shogun.words.wording import chests
from shogun.table.running.game_loop import run
from shogun.table.running.session import Session
from shogun.table.running.tower_by_name import tower_info
from shogun.table.running.turn import Turn, remarks
from shogun.table.storage.journal import Header

PLAYERS = ("greedy",) * 4


def demonstrate(seed: int | None = None) -> int:
    """Play a game of four opponents, tell it in words, and return 0."""
    number = secrets.randbits(32) if seed is None else seed
    entry = entry_of(DEFAULT)
    header = header_of(entry, number, agreed(entry, len(PLAYERS)), PLAYERS, tower_info("classic"))
    session = Session.start(entry.rules, header)
    seats = [entry.opponents.opponent(code) for code in PLAYERS]
    result = run(session, seats, watch=lambda turn: _tell(turn, session.header))
    Console(markup=False).print(final_table(session.header, result))
    print(_("seed {seed}").format(seed=number))
    return 0


def _tell(turn: Turn, header: Header) -> None:
    for sentence in (*remarks(turn), *in_words(entry_of(header.game).words, turn.events, header)):
        print(sentence)


def final_table(header: Header, result: Result) -> Table:
    """Return who has how many points, the winner first."""
    table = Table(title=_("Final scoring"))
    table.add_column(_("Player"))
    table.add_column(_("Points"), justify="right")
    table.add_column(_("Chests"), justify="right")
    ranked = sorted(range(len(header.seats)), key=lambda seat: (-result.points[seat], -result.chests[seat], seat))
    for seat in ranked:
        crown = " *" if seat in result.winners else ""
        table.add_row(header.seats[seat].name + crown, str(result.points[seat]), chests(result.chests[seat]))
    return table
