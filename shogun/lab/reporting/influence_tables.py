"""Tables of what numbers of a tower do to its figures, for people."""

import math

from shogun.base.language import _, ngettext
from shogun.base.tables import Output, Table, words
from shogun.lab.measuring.statistics import statistic
from shogun.lab.reporting.measurement_tables import interval_text
from shogun.lab.searching.importance import SearchImportance
from shogun.lab.searching.sensitivity import Sensitivity


def print_sensitivity(output: Output, found: Sensitivity) -> None:
    """Print a table for each figure, the strongest number first."""
    is_morris = found.method == "morris"
    text = ngettext(
        "{tower}: {count} tower, {battles} battles each",
        "{tower}: {count} towers, {battles} battles each",
        found.towers,
    )
    output.print(text.format(tower=found.tower, count=found.towers, battles=found.battles))
    main, total = (_("mean change"), _("typical change")) if is_morris else (_("first order"), _("total"))
    ranges = {one.name: f"{one.low:g} - {one.high:g}" for one in found.parameters}
    for figure in found.figures:
        digits = statistic(figure).digits if is_morris else 2
        rows = [
            [one.parameter, ranges[one.parameter], interval_text(one.total, digits), interval_text(one.main, digits),
             "" if one.is_sure else _("nothing for certain")]
            for one in found.of(figure)
        ]  # fmt: skip
        output.print_table(Table(statistic(figure).words, words(_("parameter"), _("range"), total, main, ""), rows))
    for sentence in sentences(found):
        output.print(sentence)


def print_importance(output: Output, found: SearchImportance) -> None:
    """Print a table for each figure, the strongest number first."""
    text = ngettext("{count} tower of the search", "{count} towers of the search", found.towers)
    output.print(text.format(count=found.towers))
    ranges = {one.name: f"{one.low:g} - {one.high:g}" for one in found.parameters}
    for figure, share in found.explained.items():
        if math.isnan(found.of(figure)[0].share.mean):
            output.print(
                _("{figure}: the differences are noise, or no smooth surface explains them.").format(
                    figure=statistic(figure).words
                )
            )
            continue
        rows = [[one.parameter, ranges[one.parameter], interval_text(one.share, 2)] for one in found.of(figure)]
        title = _("{figure}: {share:.0%} of its variance is explained").format(
            figure=statistic(figure).words, share=share
        )
        output.print_table(Table(title, words(_("parameter"), _("tried"), _("importance")), rows))
    output.print(
        _(
            "Importance: the share of what is explained that is lost when a parameter's values are "
            "shuffled among all towers; 95 %, for all parameters of a figure together."
        )
    )
    if found.left_out:
        left = ngettext(
            "{count} tower clogged for good and was left out.",
            "{count} towers clogged for good and were left out.",
            found.left_out,
        )
        output.print(left.format(count=found.left_out))


def sentences(found: Sensitivity) -> list[str]:
    """Return what the columns mean, and how many towers had no figures."""
    meant = _(
        "Share of a figure's variance over the ranges: first order is due to this parameter alone, "
        "total includes its combinations with others (Sobol)."
    )
    if found.method == "morris":
        meant = _(
            "Change of a figure when a parameter goes through its range: typical is the root mean square, "
            "mean has a sign (Morris)."
        )
    sure = _(
        "The intervals hold for all parameters of a figure together with 95 % confidence, measurement noise included."
    )
    said = [meant, sure]
    if found.drifting:
        still = ngettext(
            "{count} tower was still filling when it was measured: its long run may be different.",
            "{count} towers were still filling when they were measured: their long run may be different.",
            found.drifting,
        )
        said.append(still.format(count=found.drifting))
    if not found.missing:
        return said
    text = ngettext(
        "{count} tower can't be built or clogs for good, and was left out.",
        "{count} towers can't be built or clog for good, and were left out.",
        found.missing,
    )
    return [*said, text.format(count=found.missing)]
