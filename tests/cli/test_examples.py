"""The examples in the help of the commands: one for each, and every one is accepted."""

import shlex

import pytest

from shogun.cli.commands import COMMANDS, POSITION_COMMANDS, PUZZLE_COMMANDS, TOWER_COMMANDS, build

GROUPS = {"": COMMANDS, "position": POSITION_COMMANDS, "tower": TOWER_COMMANDS, "puzzle": PUZZLE_COMMANDS}
EXAMPLES = [
    [*group.split(), command.name, *shlex.split(command.example)]
    for group, commands in GROUPS.items()
    for command in commands
]


@pytest.mark.parametrize("words", EXAMPLES, ids=" ".join)
def test_the_example_of_a_command_is_accepted(words: list[str]) -> None:
    function, bound, _ignored = build().parse_args(words, exit_on_error=False, print_error=False)
    assert callable(function)
    assert bool(bound.arguments) == (words != ["games"])


def test_help_shows_the_example(capsys: pytest.CaptureFixture[str]) -> None:
    build()(["tower", "fit", "--help"], exit_on_error=False, result_action="return_value")
    assert "Example: shogun tower fit mine" in capsys.readouterr().out
