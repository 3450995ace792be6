"""Every format of a journal that was ever released is read: one whole game of each lies in `past/`."""

import pytest

from shogun.games import game_of
from shogun.table.errors import UnknownVersion
from shogun.table.journal import (
    FORMAT,
    READ_FORMATS,
    AnswerLine,
    EndLine,
    PeriodLine,
    RedoLine,
    SeatLine,
    UndoLine,
    journal_hash,
    parse_journal,
)
from shogun.table.replay import Replay
from tests.table.test_physics import PAST, past

HASH_3 = "6f9ca7be51c886abf330e4f838c97d5f2bfa582401211e4cc4b6f78273c7a7be"
"""The hash of the journal of format 3 as the program told it that wrote it."""


def test_each_format_up_to_the_present_one_is_read_and_has_its_game() -> None:
    assert tuple(range(1, FORMAT + 1)) == READ_FORMATS
    for number in READ_FORMATS:
        contents = parse_journal(game_of, past(f"format_{number}"))
        assert contents.header.format == number
        assert contents.is_finished
        Replay(contents).run()
    assert {path.name for path in PAST.glob("format_*")} == {f"format_{number}.journal.xz" for number in READ_FORMATS}


def test_the_game_of_the_present_format_has_every_kind_of_line_and_keeps_its_hash() -> None:
    contents = parse_journal(game_of, past("format_3"))
    assert {type(line) for line in contents.lines} == {AnswerLine, EndLine, PeriodLine, RedoLine, SeatLine, UndoLine}
    assert journal_hash(contents.header, Replay(contents).run().answers) == HASH_3
    assert contents.header.first_physics == 2


@pytest.mark.parametrize("number", [0, FORMAT + 1, 99, -1])
def test_a_format_of_no_release_is_refused_in_a_sentence_that_names_those_that_are_read(number: int) -> None:
    data = past("format_3").replace(b'"format":3', b'"format":%d' % number)
    with pytest.raises(UnknownVersion, match=f"format {number} is unknown; this program reads formats up to {FORMAT}"):
        parse_journal(game_of, data)
