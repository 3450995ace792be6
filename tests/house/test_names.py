"""A module's name says what is there: the field's word, of one meaning in the whole house, in folders read at a glance.

Counted are the modules of the program; of a package its name alone.
"""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import shogun

ROOT = Path(shogun.__file__).parent
MOST = 20
"""Modules side by side in a folder, at most."""
PICTURES = """
    aftermath brought bench bin coded course crew cup desk driver dealing drifting evening fallible feast flow
    foresight front gathering ground growing habits hands handles inside itself jam judges judging known larder leaving
    lean lines looks luck means moving outlook palette picture plane reach realms remarks seeking shelf shown stage
    stand stencils store story strangers surface survey surveying surveys tally tempo theatre told traits unkept
    watching ways whole wishes world worth
"""
"""Pictures of our own where the field has a word: evaluation function, features, rollouts, executors ..."""
WORDS_FOR_ANYTHING = """
    again advice candidates chances common counting counts data digest draft drafts drawn effort ended examine excerpt
    fields figures first fitting frames helpers keeping legal lineup live many matching misc misread mistake mistakes
    models names numbers open_season output own own_files places plan plans playouts program programs proposals quick
    rated reasons resuming revising rows seen shared sharing specials streams stuff supplies survival things thinking
    throws tools tuning util utils values versions weights work writing
"""
"""What would fit half of the house; a longer name may hold such a word (`move_reasons`, `random_streams`)."""
MEAN_THE_SAME = {
    "what every game has in its rules": (
        "bounds components determinization events game invariants moves playing position_checks position_laying "
        "questions redacting setup start_position state turns views"
    ),
    "what every game has on its screen": (
        "atlas board_panel chapters controls cover editing end_of_game form layout lesson listing map_picture model "
        "opening person_questions piece_places pieces players_panel presenter refusal_reasons samples scene sounds "
        "starting_position steps telling view_after"
    ),
    "what every game has beside its rules": (
        "decisions encoding hint plain play_statistics puzzles review standing win_chances"
    ),
    "opponents of that name, and what they think with": (
        "beginner fast_state master random_moves rollouts solid strong thinking_time"
    ),
    "a command, and what it does in a room below": (
        "branch contest explore hint importance ladder odds parameters replay sample_size sensitivity sweep tune"
    ),
    "a rule, and the chapter of the tutorial that teaches it": (
        "battle building delivering deploying sailing war winter"
    ),
    "of this room": "errors routes",
}  # fmt: skip
"""What modules of one name have in common: only such names stand more than once."""


def modules() -> Iterable[Path]:
    """Return the modules of the program, without the files that make packages of folders."""
    return (path for path in ROOT.rglob("*.py") if not path.name.startswith("__"))


def wrong(names: Iterable[str]) -> list[str]:
    """Return those of the names that no module may have."""
    return sorted(set(names) & {*PICTURES.split(), *WORDS_FOR_ANYTHING.split()})


def crowded(paths: Iterable[Path]) -> dict[str, int]:
    """Return the folders in which too many of the modules stand, with their numbers."""
    return {str(folder): count for folder, count in Counter(path.parent for path in paths).items() if count > MOST}


def repeated(paths: Iterable[Path]) -> set[str]:
    """Return the names that several of the modules have."""
    return {name for name, count in Counter(path.stem for path in paths).items() if count > 1}


def test_names_say_what_is_there() -> None:
    packages = (path.parent.name for path in ROOT.rglob("__init__.py"))
    assert wrong([*(path.stem for path in modules()), *packages]) == []


def test_folders_are_read_at_a_glance() -> None:
    assert crowded(modules()) == {}


def test_one_name_has_one_meaning() -> None:
    listed = {name for names in MEAN_THE_SAME.values() for name in names.split()}
    assert repeated(modules()) - listed == set(), "one of them needs another name, or both a line of the table"
    assert listed - repeated(modules()) == set(), "the table has names that stand once"


def test_what_is_wrong_is_found() -> None:
    assert wrong(["rice_forecast", "larder", "values", "value_tables"]) == ["larder", "values"]
    assert crowded(Path("lab", f"{number}.py") for number in range(MOST + 1)) == {"lab": MOST + 1}
    assert repeated([Path("lab/tune.py"), Path("cli/tune.py"), Path("cli/sweep.py")]) == {"tune"}
