"""Opens the window, or says in one sentence why there is none. No library of the command line is loaded here."""

import sys

from shogun.base.language import _
from shogun.cli.errors import WRONG, tell
from shogun.window.kit.options import PlayOptions


def open_window(options: PlayOptions) -> int:
    """Open the window and return the exit code; without a display a demonstration game runs in the terminal."""
    from shogun.window.kit.display import NoWindow, is_community_edition, old_pygame, shows_nothing

    if old_pygame() or not is_community_edition():
        tell(_old_pygame_sentence())
        if not is_community_edition():
            return WRONG
    if options.screenshot is None and shows_nothing():
        from shogun.cli.demonstration import demonstrate

        tell(_("there is no display to open a window on; a demonstration game follows."))
        return demonstrate(options.seed)
    from shogun.window.kit.app import run
    from shogun.window.router import follow

    try:
        return run(options, follow)
    except NoWindow as error:
        return tell(_("no window can be opened: {why}.").format(why=error))


def _old_pygame_sentence() -> str:
    python = f'"{sys.executable}"' if " " in sys.executable else sys.executable
    repair = f"{python} -m pip uninstall -y pygame pygame-ce && {python} -m pip install pygame-ce"
    sentence = _("the old pygame lies in the folder of pygame-ce and damages it; repair it by: {repair}")
    return sentence.format(repair=repair)
