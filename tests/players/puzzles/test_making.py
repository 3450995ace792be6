"""Making puzzles: what is refused before the long proof."""

from shogun.games import GAMES, entry_of
from shogun.players.puzzles.collection import shipped_puzzles
from shogun.players.puzzles.making import _looks_clear_elsewhere
from shogun.players.puzzles.verdict import open_puzzle

WAR = next(one for one in shipped_puzzles(GAMES) if one.theme == "war")


def test_an_answer_that_leads_only_with_the_puzzle_s_own_luck_is_refused_early() -> None:
    opened = open_puzzle(entry_of, WAR.path)
    found = opened.judge.sought(opened.start, "war", "x")
    assert found is not None
    others = [answer for answer in found.answers if not opened.judge.is_alike(opened.start, "war", answer, opened.best)]
    assert _looks_clear_elsewhere(opened, opened.judge, [opened.best, *others])
    assert not _looks_clear_elsewhere(opened, opened.judge, [others[-1], opened.best, *others])
