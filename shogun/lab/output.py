"""Results as JSON, and as tables for people."""

from typing import Any

import msgspec
import numpy as np
from rich.console import Console
from rich.table import Table

from shogun.lab.measurement import Measurement
from shogun.lab.statistics import Interval
from shogun.lab.store import StoredDrop
from shogun.language import _


def to_json(result: msgspec.Struct, **more: Any) -> str:
    """Return a result as one JSON object, arrays as lists, with `more` keys."""
    content = msgspec.to_builtins(result, enc_hook=_as_list)
    content.pop("headline", None)
    content |= msgspec.to_builtins(more, enc_hook=_as_list)
    return msgspec.json.encode(content).decode()


def _as_list(value: object) -> object:
    if isinstance(value, np.ndarray):
        return np.round(value, 6).tolist()
    return str(value)


def interval_text(interval: Interval, digits: int = 3) -> str:
    """Return "0.702 (0.690 to 0.714)"."""
    mean, low, high = (f"{value:.{digits}f}" for value in (interval.mean, interval.low, interval.high))
    return _("{mean} ({low} to {high})").format(mean=mean, low=low, high=high)


def print_measurement(result: Measurement, stored: list[StoredDrop]) -> None:
    """Print a measurement as a table, what is odd, and the commands that show it again."""
    console = Console()
    title = _("{tower}: {battles} battles of {throws} cubes in {chains} chains, seed {seed}").format(
        tower=result.tower, battles=result.battles, throws=result.throws, chains=result.chains, seed=result.seed
    )
    table = Table(title=title, title_justify="left", box=None, show_header=False)
    for name, figure in _rows(result):
        table.add_row(name, figure)
    console.print(table)
    print_footer(console, result, stored)


def print_footer(console: Console, result: Measurement, stored: list[StoredDrop]) -> None:
    """Print how sure the intervals are, the notes, and how to look at odd drops again."""
    console.print(_("In brackets: intervals that hold all at once with {share:.0%}.").format(share=result.confidence))
    for note in result.notes:
        console.print(note, style="bold")
    for drop in stored:
        print(f"{drop.kind}: {drop.command(result.tower)}")


def _rows(result: Measurement) -> list[tuple[str, str]]:
    happened, rest, stay = result.incidents, result.seconds_to_rest, result.stay
    places = [place.out.mean for place in result.by_start_place if place.row == 0]
    return [
        (_("chance that a thrown cube comes out"), interval_text(result.p_out_thrown)),
        (_("chance that a resting cube comes out"), interval_text(result.p_out_resting)),
        (_("cubes that rest in the tower"), interval_text(result.stock, 2)),
        (_("  their standard deviation"), f"{result.stock_sd:.2f}"),
        (_("  second half less first half"), interval_text(result.stock_drift, 2)),
        (_("cubes out less cubes in, a battle"), interval_text(result.out_minus_in, 3)),
        (_("cubes that stay of a start throw"), interval_text(result.start_kept, 2)),
        (_("seconds to rest: mean, median, 95 %"), f"{rest.mean:.2f}, {rest.median:.2f}, {rest.most:.2f}"),
        (_("battles that a cube stays: mean, median, 95 %"), f"{stay.mean:.2f}, {stay.median:.0f}, {stay.most:.0f}"),
        (_("chance by start place, lowest row: least, most"), f"{min(places):.2f}, {max(places):.2f}"),
        (_("drops cut off, of all"), f"{happened.cut_off} / {happened.drops}"),
        (_("longest row of throws with nothing out"), f"{happened.longest_dry}"),
        (_("cubes at rest above the rim"), f"{happened.above_rim}"),
    ]
