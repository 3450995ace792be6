"""Every command that `tower_geometry/README.md` tells is understood as it stands there."""

import re
import shlex

from shogun.base.resources import shipped
from shogun.cli.app import build


def told() -> list[str]:
    """Return the commands that stand in the README, without their comments."""
    text = (shipped("tower_geometry") / "README.md").read_text("utf-8")
    blocks = re.findall(r"^```\w*\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    lines = [line.removeprefix("$ ").partition(" #")[0].strip() for block in blocks for line in block.splitlines()]
    return [line.removeprefix("shogun ") for line in lines if line.startswith("shogun ")]


def test_every_command_of_the_readme_is_understood() -> None:
    commands = set(told())
    assert len(commands) > 20
    for command in commands:
        build().parse_args(shlex.split(command), exit_on_error=False, print_error=False)
