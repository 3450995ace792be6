"""`shogun branch`: a new game that goes on from a moment of another, with the same seats."""

from datetime import datetime
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from shogun.base.language import _, ngettext
from shogun.base.random_streams import drawn_seed
from shogun.cli.arguments import Seed, Whole
from shogun.cli.errors import WrongInput
from shogun.cli.game_options import read_game
from shogun.table.past.branch import branch as branch_of
from shogun.table.past.branch import save_branch
from shogun.table.past.copied_past import place_after
from shogun.table.storage.game_brief import SUFFIX


def branch(
    journal: Path,
    /,
    *,
    line: Whole,
    as_it_came: Annotated[bool, Parameter(negative="")] = False,
    seed: Seed | None = None,
    output: Path | None = None,
    game: str | None = None,
) -> int:
    """Begin a new game that goes on from a moment of another, with the same seats; that one stays as it is.

    Chance comes anew, and what is hidden at that moment too: decks that lie face down, and plans that others were
    laying. Of a game that still runs, hands that whoever plays it alone hasn't seen are drawn anew as well.

    Parameters
    ----------
    journal
        The game's file.
    line
        The line of its journal after which the new game goes on; 1 is its beginning.
    as_it_came
        Keep the seed: everything comes as it did, as long as all decide as they did. Only of a game that is over.
    seed
        The seed of the new game, by default one that nobody knows.
    output
        The new game's file, ending in .journal; by default it becomes one of your games.
    game
        Which game it has to be; a journal says itself which it is.
    """
    if as_it_came and seed is not None:
        raise WrongInput(_("--seed: not with --as-it-came, which keeps the seed of the game"))
    if output is not None and output.suffix != SUFFIX:
        raise WrongInput(_("--output {path}: expected a file ending in .journal").format(path=output))
    contents = read_game(journal, game)
    last = len(contents.raw)
    if not 1 <= line <= last:
        raise WrongInput(_("--line {line}: expected a line from 1 to {last}").format(line=line, last=last))
    new = None if as_it_came else drawn_seed() if seed is None else seed
    created = f"{datetime.now():%Y-%m-%dT%H:%M:%S}"
    found = branch_of(contents, place_after(contents, line), seed=new, created=created)
    path = save_branch(found, journal, output)
    told = ngettext(
        "{path}: a branch that begins with {n} answer of {journal}",
        "{path}: a branch that begins with {n} answers of {journal}",
        found.answers,
    )
    print(told.format(path=path, n=found.answers, journal=journal))
    return 0
