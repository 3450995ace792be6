"""The command line. Exit codes: 0 done; 1 it ran, and the answer is no; 2 wrong input or environment; 130 interrupted.

Importing this package loads no library of the command line: bare `shogun` comes through here to its window.
"""

from collections.abc import Sequence

from shogun.cli.errors import WrongInput, guarded, prepare, show_unseen, tell
from shogun.cli.language_option import speaking_as_asked, without_language


def main(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code; without arguments the window opens."""
    prepare()
    return show_unseen(_guarded(arguments))


def _guarded(arguments: Sequence[str]) -> int:
    try:
        others, code = without_language(arguments)
    except WrongInput as error:
        return tell(str(error))
    with speaking_as_asked(code):
        return guarded(lambda: _run(others))  # what is loaded takes a while: Ctrl-C may come in between


def _run(arguments: Sequence[str]) -> int:
    if not arguments:
        from shogun.cli.window_start import open_window
        from shogun.games import GAMES
        from shogun.window.kit.runtime.start_options import PlayOptions

        return open_window(PlayOptions(entries=GAMES, introduction=True))
    from shogun.cli.commands import run

    return run(arguments)
