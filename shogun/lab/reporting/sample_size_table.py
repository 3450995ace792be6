"""How many battles a measurement needs, for people."""

from shogun.base.language import _, ngettext
from shogun.base.tables import Output, Table, words
from shogun.lab.measuring.measurement import MOST_BATTLES
from shogun.lab.measuring.sample_size import SampleSize
from shogun.lab.measuring.stationarity import in_words
from shogun.lab.measuring.statistics import statistic


def print_sample_size(output: Output, found: SampleSize) -> None:
    """Print a row for each figure, and how many battles are enough for all."""
    text = ngettext("{towers}: a pilot of {count} battle", "{towers}: a pilot of {count} battles", found.pilot_battles)
    title = text.format(towers=" - ".join(found.towers), count=found.pilot_battles)
    rows = [
        [one.figure, f"± {one.within:g}", f"± {one.pilot:.{statistic(one.figure).digits}f}", _told(one.battles),
         _told(one.battles_to_be_sure)]
        for one in found.needed
    ]  # fmt: skip
    columns = words(_("figure"), _("wanted"), _("by the pilot"), _("battles, 50 % of the time"), _("90 % of the time"))
    output.print_table(Table(title, columns, rows))
    if len(found.towers) == 2:
        enough = _("With --battles {count}, compare reaches the precision you want 90 % of the time.")
    else:
        enough = _("With --battles {count}, measure reaches the precision you want for all figures 90 % of the time.")
    output.print(enough.format(count=_told(found.battles)))
    for tower, long_run in zip(found.towers, found.stationarity, strict=True):
        text = _("Pilot run of {tower}: {verdict}").format(tower=tower, verdict=in_words(long_run))
        output.print(text, style="" if long_run.is_reached else "bold red")


def _told(battles: int) -> str:
    return f"{battles}" if battles < MOST_BATTLES else f"> {MOST_BATTLES}"
