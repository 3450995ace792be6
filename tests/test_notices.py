"""Sentences for the player wait for their place, each told once, with the reason or at least the kind of an error."""

import errno
import os
from collections.abc import Iterator

import pytest

from shogun.base.notices import (
    all_notices,
    forget_notices,
    listening,
    next_notice,
    notice,
    notice_at_once,
    notice_lost,
    notice_unkept,
)


@pytest.fixture(autouse=True)
def nothing_told() -> Iterator[None]:
    forget_notices()
    yield
    forget_notices()


def test_a_sentence_is_told_once_the_oldest_first() -> None:
    for sentence in ("one", "two", "one", "three"):
        notice(sentence)
    assert (next_notice(), all_notices(), next_notice()) == ("one", ["two", "three"], "")
    notice("one")
    assert all_notices() == []
    forget_notices()
    notice("one")
    assert all_notices() == ["one"]


def test_a_sentence_that_must_not_wait_goes_to_the_last_who_listens_and_else_waits() -> None:
    outer: list[str] = []
    inner: list[str] = []
    with listening(outer.append):
        with listening(inner.append):
            notice_at_once("now")
        notice_at_once("then")
    notice_at_once("later")
    assert (outer, inner, all_notices()) == (["then"], ["now"], ["later"])


def test_what_was_not_kept_is_told_with_its_reason_or_the_kind_of_its_error() -> None:
    notice_lost("The settings", OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))
    notice_lost("The settings", TimeoutError())
    notice_unkept("A draft", TimeoutError())
    lost, unknown, unkept = all_notices()
    assert "The settings" in lost and "(No space left on device)" in lost
    assert "(TimeoutError)" in unknown and "A draft" in unkept and "(TimeoutError)" in unkept
