"""A half-made answer comes back as it was kept, or not at all: whatever its file has become, nothing is raised."""

import os
from pathlib import Path

import pytest

from shogun.table.journal_files import MOST_BYTES, broken_draft_path, draft_path, drop_draft, keep_draft, read_draft

DRAFT = b'{"seat":0,"key":"plan/year1/spring","fields":["Edo",null]}'


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "game.journal"


def test_a_draft_stays_until_it_is_dropped(journal: Path) -> None:
    assert keep_draft(journal, DRAFT)
    assert read_draft(journal) == DRAFT
    assert read_draft(journal) == DRAFT
    drop_draft(journal)
    assert read_draft(journal) is None
    drop_draft(journal)
    assert list(journal.parent.iterdir()) == []


@pytest.mark.parametrize("place", range(0, 60, 7))
def test_a_flipped_bit_puts_it_aside(journal: Path, place: int) -> None:
    keep_draft(journal, DRAFT)
    data = bytearray(draft_path(journal).read_bytes())
    data[place] ^= 1 << place % 8
    draft_path(journal).write_bytes(data)
    assert read_draft(journal) is None
    assert broken_draft_path(journal).read_bytes() == data
    assert not draft_path(journal).exists()


@pytest.mark.parametrize("text", [b'{"key":"\xff\xfe"}', b"[" * 50_000, b"", b'{"a":' + b"9" * 5000 + b"}"])
def test_what_is_no_json_is_put_aside_though_its_checksum_is_right(journal: Path, text: bytes) -> None:
    keep_draft(journal, text)
    assert read_draft(journal) is None
    assert broken_draft_path(journal).exists()


def test_a_huge_file_is_not_read(journal: Path) -> None:
    with draft_path(journal).open("wb") as file:
        file.truncate(2_000_000_000)
    assert read_draft(journal) is None
    assert broken_draft_path(journal).stat().st_size > MOST_BYTES


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in folders here")
def test_a_pipe_is_not_opened(journal: Path) -> None:
    os.mkfifo(draft_path(journal))
    assert read_draft(journal) is None


def test_a_folder_of_that_name_is_none(journal: Path) -> None:
    draft_path(journal).mkdir()
    assert not keep_draft(journal, DRAFT)
    assert read_draft(journal) is None
