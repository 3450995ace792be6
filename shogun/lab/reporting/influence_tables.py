"""Tables of what numbers of a tower do to its figures, for people."""

from rich.console import Console

from shogun.base.language import _, ngettext
from shogun.lab.measuring.metrics import FIGURES
from shogun.lab.reporting.comparison_tables import print_table
from shogun.lab.reporting.figures_in_words import DIGITS, titles
from shogun.lab.reporting.measurement_tables import interval_text
from shogun.lab.searching.sensitivity import Sensitivity


def print_sensitivity(console: Console, found: Sensitivity) -> None:
    """Print a table for each figure, the strongest number first."""
    is_morris = found.method == "morris"
    text = ngettext(
        "{tower}: {count} tower, {battles} battles each",
        "{tower}: {count} towers, {battles} battles each",
        found.towers,
    )
    console.print(text.format(tower=found.tower, count=found.towers, battles=found.battles))
    main, total = (_("mean change"), _("typical change")) if is_morris else (_("first order"), _("total"))
    ranges = {one.name: f"{one.low:g} - {one.high:g}" for one in found.parameters}
    for figure in FIGURES:
        digits = DIGITS[figure] if is_morris else 2
        rows = [
            [one.parameter, ranges[one.parameter], interval_text(one.total, digits), interval_text(one.main, digits),
             "" if one.is_sure else _("nothing for sure")]
            for one in found.of(figure)
        ]  # fmt: skip
        print_table(console, titles()[figure], [_("parameter"), _("range"), total, main, ""], rows)
    for sentence in sentences(found):
        console.print(sentence)


def sentences(found: Sensitivity) -> list[str]:
    """Return what the columns mean, and how many towers had no figures."""
    meant = _(
        "Shares of a figure's variance over the ranges: of first order with this number alone, total also together "
        "with others (Sobol')."
    )
    if found.method == "morris":
        meant = _(
            "Changes when a number goes through its range: typical is the root of the mean square, mean has a sign "
            "(Morris)."
        )
    sure = _("The intervals hold for all numbers of a figure at once with 95 %, the noise of the measurement included.")
    if not found.missing:
        return [meant, sure]
    text = ngettext(
        "{count} tower can't be built or clogs for good, and was left out.",
        "{count} towers can't be built or clog for good, and were left out.",
        found.missing,
    )
    return [meant, sure, text.format(count=found.missing)]
