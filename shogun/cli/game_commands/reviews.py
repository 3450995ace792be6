"""`shogun reviews`: what a person has lost by their decisions in several games, from what `review` has kept."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from cyclopts import Parameter
from msgspec import Struct

from shogun.base.files import resolved
from shogun.base.language import _
from shogun.base.tables import Output, Table, numbers, words
from shogun.cli.errors import WrongInput
from shogun.games import DEFAULT, Game, entry_of
from shogun.players.review.decision_judge import DecisionJudge
from shogun.players.review.decision_sums import Average, DecisionSums, KindSums, decision_sums
from shogun.players.review.decision_work import played_game
from shogun.players.review.sum_words import (
    figures,
    headings,
    judged_words,
    kind_name,
    most_expensive_words,
    trend_words,
)
from shogun.table.storage.game_brief import SUFFIX
from shogun.table.storage.saved_games import games_folder


class ToldKind(Struct):
    """What was lost by decisions of a kind, in the JSON object."""

    kind: str
    """In English; empty: all together."""
    lost: Average
    mistakes: float
    by_game: tuple[float, ...]
    halves: tuple[Average, Average] | None
    trend: Literal["less", "more"] | None
    rule: str
    """Of the rules, that speaks of it; empty: none."""
    chapter: str
    """Of the tutorial, that speaks of it; empty: none."""


class ToldSums(Struct):
    """The JSON object."""

    game: str
    games: int
    judged: int
    kinds: tuple[ToldKind, ...]


def show_reviews(
    *journals: Path,
    player: str = "",
    json: Annotated[bool, Parameter(negative="")] = False,
    game: str = DEFAULT,
) -> int:
    """Say what people have lost by which decisions in several games of one kind. Nothing is judged anew.

    It rests on what `review`, or the window, has found and kept beside the journals.

    Parameters
    ----------
    journals
        Game files, or folders of them; default: the folder where the window keeps its games.
    player
        Names of the players to report on; default: all humans.
    json
        Print one JSON object.
    game
        Only games of this kind; others are skipped.
    """
    entry = entry_of(game)
    judge = entry.decisions
    if judge is None:
        raise WrongInput(_("{game} has no judge of decisions").format(game=entry.title))
    paths = list(_files(journals or (games_folder(),)))
    played = [found for path in paths if (found := played_game(entry, path, judge.PLAYOUTS)) is not None]
    sums = decision_sums(played, judge.KINDS, player)
    if json:
        kinds = tuple(_told(one, judge) for one in sums.kinds)
        print(msgspec.json.encode(ToldSums(entry.code, sums.games, sums.judged, kinds)).decode())
    else:
        _tell(sums, entry, judge)
    return 0


def _files(journals: Sequence[Path]) -> Iterator[Path]:
    """Yield the files of games, each once. Raises WrongInput where there is nothing of a name."""
    seen = set()
    for path in journals:
        if not path.exists() and path != games_folder():
            raise WrongInput(_("{path}: there is no such file or folder").format(path=path))
        for file in sorted(path.glob(f"*{SUFFIX}")) if path.is_dir() else [path]:
            if file.is_file() and resolved(file) not in seen:
                seen.add(resolved(file))
                yield file


def _told(one: KindSums, judge: DecisionJudge) -> ToldKind:
    explained = judge.EXPLAINED.get(one.kind)
    rule, chapter = ("", "") if explained is None else (explained.rule, explained.chapter)
    return ToldKind(one.kind, one.lost, one.mistakes, one.by_game, one.halves, one.trend, rule, chapter)


def _tell(sums: DecisionSums, entry: Game, judge: DecisionJudge) -> None:
    output = Output()
    if not sums.kinds:
        output.print(f"{entry.title}: {judged_words(sums)}")
        return
    title = _("{game}: what decisions have cost, in percentage points of the chance to win").format(game=entry.title)
    error = _("± two standard errors across games")
    columns = [*words(_("Kind")), *numbers(*headings(), _("Rule"))]
    rows = [(kind_name(one), *figures(one), _told(one, judge).rule) for one in sums.kinds]
    output.print_table(Table(title, columns, rows, caption=f"{judged_words(sums)}; {error}"))
    output.print(most_expensive_words(sums))
    output.print(trend_words(sums.kinds[-1]))
