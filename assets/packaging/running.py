"""Run the tools of a build."""

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path


class BuildFailed(Exception):
    """Something is missing for the build, or what came out doesn't work; the message is one sentence."""


def run(*command: str | Path, folder: Path | None = None, variables: Mapping[str, str] | None = None) -> str:
    """Return what a command prints. Raises BuildFailed with its last words if it fails.

    Python takes nothing from the folder in which it runs: in a checkout that would be the package without its assets.
    """
    own = os.environ | {"PYTHONSAFEPATH": "1"} | dict(variables or {})
    done = subprocess.run(
        [str(word) for word in command], cwd=folder, env=own, capture_output=True, text=True, check=False
    )
    if done.returncode:
        last = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:]
        raise BuildFailed(f"{Path(command[0]).name} failed: {' '.join(last)}")
    return done.stdout
