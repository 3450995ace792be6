"""Opening the window, or saying in one sentence why there is none, without loading the command line's libraries."""

import sys
from typing import TYPE_CHECKING

from msgspec.structs import replace

from shogun.base.installation import command_line, install_command
from shogun.base.language import _
from shogun.cli.errors import WRONG, tell
from shogun.window.kit.runtime.settings import given_name
from shogun.window.kit.runtime.start_options import PlayOptions

if TYPE_CHECKING:
    from shogun.base.worker_pool import Workers
    from shogun.lab.measuring.live_summary import LiveMeasurement, LiveStatistics, RunningSearch, SearchRequest
    from shogun.lab.measuring.tally import OddDrop
    from shogun.tower.geometry import Geometry


class LazyLaboratory:
    """The lab as the window uses it, loaded when a tower is first measured."""

    def new_measurement(self, geometry: "Geometry") -> "LiveMeasurement":
        """Return a measurement ready to begin."""
        from shogun.lab.measuring.live_measurement import new_measurement

        return new_measurement(geometry)

    def cached_statistics(self, geometry: "Geometry") -> "LiveStatistics | None":
        """Return the cached figures of a tower."""
        from shogun.lab.measuring.live_measurement import cached_statistics

        return cached_statistics(geometry)

    def keep_odd(self, geometry: "Geometry", odd: "OddDrop") -> bool:
        """Keep an odd drop, so that it can be opened by its ID, and return whether that was possible."""
        from shogun.lab.running.checkpoints import store_odd
        from shogun.tower.resting_cubes import RestingError

        try:
            store_odd(geometry.name, geometry, [odd])
        except RestingError:
            return False
        return True

    def refusal(self, geometry: "Geometry", wish: "SearchRequest") -> str:
        """Return a sentence why no search can begin for this wish; empty if one can."""
        from shogun.lab.searching.background_search import refusal

        return refusal(geometry, wish)

    def start_search(self, geometry: "Geometry", wish: "SearchRequest", workers: "Workers") -> "RunningSearch":
        """Return a search, new or resumed."""
        from shogun.lab.searching.background_search import start_search

        return start_search(geometry, wish, workers)

    def unfinished_search(self, geometry: "Geometry") -> "SearchRequest | None":
        """Return the wish of this tower's unfinished search, if there is one."""
        from shogun.lab.searching.background_search import unfinished_search

        return unfinished_search(geometry)


def open_window(options: PlayOptions) -> int:
    """Open the window and return the exit code."""
    from shogun.window.kit.runtime.display import NoWindow, is_community_edition, old_pygame, shows_nothing

    if old_pygame() or not is_community_edition():
        tell(_old_pygame_sentence())
        if not is_community_edition():
            return WRONG
    if options.screenshot is None and shows_nothing():
        return tell(_("there is no display to open a window on: run it on a desktop (over SSH: ssh -X)."))
    from shogun.window.kit.runtime.app import run
    from shogun.window.router import follow

    try:
        return run(replace(options, laboratory=LazyLaboratory(), person=given_name()), follow)
    except NoWindow as error:
        return tell(_("no window can be opened: {why}.").format(why=error))


def _old_pygame_sentence() -> str:
    removal = command_line(sys.executable, "-m", "pip", "uninstall", "-y", "pygame", "pygame-ce")
    repair = f"{removal} && {install_command('pygame-ce')}"
    sentence = _(
        "an old pygame is installed in the same folder as pygame-ce and is breaking it; to repair it, run: {repair}"
    )
    return sentence.format(repair=repair)
