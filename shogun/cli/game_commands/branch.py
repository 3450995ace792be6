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
        Line of the journal after which the new game continues; 1 is the beginning.
    as_it_came
        Keep the seed: luck stays the same as long as everyone makes the same decisions. Finished games only.
    seed
        Seed of the new game; by default a secret one.
    output
        File of the new game, ending in .journal; by default it is added to your games.
    game
        Expected game; a journal says itself which game it is.
    """
    if as_it_came and seed is not None:
        raise WrongInput(_("--seed can't be combined with --as-it-came, which keeps the game's seed"))
    if output is not None and output.suffix != SUFFIX:
        raise WrongInput(_("--output {path}: the name must end in .journal").format(path=output))
    contents = read_game(journal, game)
    last = len(contents.raw)
    if not 1 <= line <= last:
        raise WrongInput(_("--line {line}: choose a line from 1 to {last}").format(line=line, last=last))
    new = None if as_it_came else drawn_seed() if seed is None else seed
    created = f"{datetime.now():%Y-%m-%dT%H:%M:%S}"
    found = branch_of(contents, place_after(contents, line), seed=new, created=created)
    path = save_branch(found, journal, output)
    told = ngettext(
        "{path}: a branch that starts with {n} answer from {journal}",
        "{path}: a branch that starts with {n} answers from {journal}",
        found.answers,
    )
    print(told.format(path=path, n=found.answers, journal=journal))
    return 0
