"""Tables of many towers: sweeps, contests, searches, the influence of parameters, and maps."""

import math

from shogun.base.confidence_intervals import percent
from shogun.base.language import _, ngettext
from shogun.base.tables import Output, Table, numbers, words
from shogun.lab.measuring import stationarity
from shogun.lab.measuring.estimates import Estimate
from shogun.lab.measuring.statistics import names_of, statistic
from shogun.lab.reporting.tables import FigureCells, cells_of, estimate_text, interval_text
from shogun.lab.reporting.tower_map_page import sentences
from shogun.lab.searching.contest import Contest, Ranked
from shogun.lab.searching.explore import Elite, TowerMap
from shogun.lab.searching.pareto_front import ParetoFront
from shogun.lab.searching.search_space import in_sentences
from shogun.lab.searching.sensitivity import SearchImportance, Sensitivity
from shogun.lab.searching.sweep import Sweep
from shogun.lab.searching.targets import in_words
from shogun.lab.searching.tune import MET_WITHIN, Tuned, advice
from shogun.lab.validation.calibration import Match
from shogun.tower.file.design import Design
from shogun.tower.file.parameters import mean_of


def print_sweep(output: Output, result: Sweep) -> None:
    """Print a row for each tower of a grid."""
    count = len(result.points)
    text = ngettext(
        "{tower}: {count} tower, {battles} battles each, seed {seed}",
        "{tower}: {count} towers, {battles} battles each, seed {seed}",
        count,
    )
    title = text.format(tower=result.tower, count=count, battles=result.plan.battles, seed=result.plan.seed)
    columns = [axis.name for axis in result.axes]
    cells = FigureCells(names_of(result.plan.statistics))
    rows = [[*(f"{value:g}" for value in point.values), *cells.cells(point.figures)] for point in result.points]
    output.print_table(Table(title, [*numbers(*columns), *words(*cells.headings())], rows))
    for why in dict.fromkeys(point.problem for point in result.points if point.problem):
        output.print(_("Can't be built: {why}").format(why=why))
    for note in result.notes:
        output.print(note)
    output.print(_("± standard errors."))


def print_contest(output: Output, result: Contest) -> None:
    """Print all towers, the nearest to the targets first, and the files that were refused."""
    title = _("Towers by their distance from {targets}: {battles} battles each, seed {seed}").format(
        targets=in_words(result.targets), battles=result.plan.battles, seed=result.plan.seed
    )
    cells = cells_of(tower.figures for tower in result.towers)
    rows = [[str(tower.rank), tower.tower, _distance(tower), *cells.cells(tower.figures)] for tower in result.towers]
    columns = [*numbers(_("rank")), *words(_("tower"), _("distance"), *cells.headings())]
    output.print_table(Table(title, columns, rows))
    for one in result.refused:
        output.print(_("Refused: {why}").format(why=one.why))
    units = _("Distance: root mean square; 1 is a percentage point of a chance, or half a cube.")
    output.print(units + " " + _("± standard errors."))


def _distance(tower: Ranked) -> str:
    return _("none") if tower.figures.given_up else estimate_text(Estimate(tower.distance, tower.error, 1), 2)


def print_match(output: Output, result: Match) -> None:
    """Print counts next to the simulated tower, as it is and with the friction that fits them best."""
    title = _("{tower}: {throws} counted throws of {cubes} cubes, compared with {drops} simulated drops").format(
        tower=result.tower, throws=result.throws, cubes=result.cubes, drops=result.simulated
    )
    columns = words(
        result.parameter.name, _("cubes out"), _("expected"), _("log likelihood"), _("chance of such a spread")
    )
    rows = [
        [
            f"{one.value:g}",
            str(one.out),
            f"{one.expected:.1f} ± {one.deviation:.1f}",
            f"{one.log_likelihood:.1f}",
            f"{one.chance:.3f}",
        ]
        for one in (result.present, result.best)
    ]
    output.print_table(Table(title, columns, rows))
    name, interval = result.parameter.name, result.interval
    if result.at_edge:
        text = _("They fit best at the end of the range {low:g} to {high:g} of {name}: try another range.")
        output.print(text.format(name=name, low=result.parameter.low, high=result.parameter.high))
        return
    text = _("They fit best with {name} = {value:.3f} ({low:.3f} to {high:.3f}, 95 %).")
    output.print(text.format(name=name, value=interval.mean, low=interval.low, high=interval.high))


def print_front(output: Output, result: ParetoFront, design: Design) -> None:
    """Print the towers between two wishes, those nearest to the first one first."""
    first, second = map(in_words, result.wishes)
    title = ngettext(
        "{tower}: between {first} and {second}, {count} tower tried",
        "{tower}: between {first} and {second}, {count} towers tried",
        result.candidates,
    ).format(tower=result.tower, first=first, second=second, count=result.candidates)
    names = [parameter.name for parameter in result.parameters]
    cells = cells_of(tower.figures for tower in result.towers)
    narrowing = [at for at, name in enumerate(cells.names) if statistic(name).narrows]
    shown = [*narrowing, len(cells.names) + 1]  # and whether they are those of the long run
    rows = [
        [
            *(f"{away:.1f}" for away in tower.distances),
            *(f"{tower.values[name]:g}" for name in names),
            *(cells.cells(tower.figures)[at] for at in shown),
        ]
        for tower in result.towers
    ]
    columns = [
        *numbers(_("from the first"), _("from the second"), *names),
        *words(*(cells.headings()[at] for at in shown)),
    ]
    output.print_table(Table(title, columns, rows))
    units = _("Distance: root mean square; 1 is a percentage point of a chance, or half a cube.")
    output.print(units + " " + _("Fresh seeds, ± standard errors."))
    for sentence in in_sentences(design, names):
        output.print(sentence)


def print_tuned(output: Output, result: Tuned, design: Design) -> None:
    """Print the result of a search: the parameters, and how near they come to the targets on fresh seeds."""
    title = _("{tower}: {candidates} towers tried in {generations} generations, {battles} battles").format(
        tower=result.tower, candidates=result.candidates, generations=result.generations, battles=result.battles
    )
    rows = [
        [name, f"{mean_of(design, name):g}", f"{value:g}", f"{parameter.low:g} - {parameter.high:g}"]
        for parameter, (name, value) in zip(result.parameters, result.values.items(), strict=True)
    ]
    output.print_table(Table(title, words(_("parameter"), _("before"), _("now"), _("range")), rows))
    for sentence in in_sentences(design, result.values):
        output.print(sentence)
    battles = result.figures.battles
    said = ngettext("Fresh seeds, {battles} battle", "Fresh seeds, {battles} battles", battles).format(battles=battles)
    columns = words(_("figure"), _("target"), _("reached"), _("standard errors away"))
    output.print_table(Table(said, columns, _met(result)))
    others = [name for name in result.figures.names if name not in [target.name for target in result.targets]]
    rest = ", ".join(f"{name} {estimate_text(result.figures.of(name), statistic(name).digits)}" for name in others)
    if rest:
        output.print(_("Also: {figures}.").format(figures=rest))
    output.print(stationarity.in_words(result.figures.stationarity))
    verdict = _("NOT all targets are met.")
    if result.reached:
        verdict = _("All targets are met within 3 standard errors.")
    elif max(result.errors_away) <= MET_WITHIN:
        verdict = _("The targets are met so far, but NOT reliably in the long run: the tower is still drifting.")
    output.print(verdict, style="" if result.reached else "bold red")
    for sentence in advice(result):
        output.print(sentence)


def _met(result: Tuned) -> list[list[str]]:
    """Return a row for each target."""
    return [
        [
            target.name,
            f"{target.value:g}",
            estimate_text(result.figures.of(target.name), statistic(target.name).digits + 1),
            f"{away:.1f}",
        ]
        for target, away in zip(result.targets, result.errors_away, strict=True)
    ]


# Influence of a tower's parameters on its figures


def print_sensitivity(output: Output, result: Sensitivity) -> None:
    """Print a table for each figure, the strongest number first."""
    is_morris = result.method == "morris"
    text = ngettext(
        "{tower}: {count} tower, {battles} battles each",
        "{tower}: {count} towers, {battles} battles each",
        result.towers,
    )
    output.print(text.format(tower=result.tower, count=result.towers, battles=result.battles))
    main, total = (_("mean change"), _("typical change")) if is_morris else (_("first order"), _("total"))
    ranges = {parameter.name: f"{parameter.low:g} - {parameter.high:g}" for parameter in result.parameters}
    for figure in result.figures:
        digits = statistic(figure).digits if is_morris else 2
        rows = [
            [one.parameter, ranges[one.parameter], interval_text(one.total, digits), interval_text(one.main, digits),
             "" if one.is_sure else _("nothing for certain")]
            for one in result.of(figure)
        ]  # fmt: skip
        output.print_table(Table(statistic(figure).words, words(_("parameter"), _("range"), total, main, ""), rows))
    for sentence in influence_sentences(result):
        output.print(sentence)


def print_importance(output: Output, result: SearchImportance) -> None:
    """Print a table for each figure, the strongest number first."""
    text = ngettext("{count} tower of the search", "{count} towers of the search", result.towers)
    output.print(text.format(count=result.towers))
    ranges = {parameter.name: f"{parameter.low:g} - {parameter.high:g}" for parameter in result.parameters}
    for figure, share in result.explained.items():
        if math.isnan(result.of(figure)[0].share.mean):
            output.print(
                _("{figure}: the differences are noise, or no smooth surface explains them.").format(
                    figure=statistic(figure).words
                )
            )
            continue
        rows = [
            [importance.parameter, ranges[importance.parameter], interval_text(importance.share, 2)]
            for importance in result.of(figure)
        ]
        title = _("{figure}: {share} of its variance is explained").format(
            figure=statistic(figure).words, share=percent(share)
        )
        output.print_table(Table(title, words(_("parameter"), _("tried"), _("importance")), rows))
    output.print(
        _(
            "Importance: the share of what is explained that is lost when a parameter's values are "
            "shuffled among all towers; 95 %, for all parameters of a figure together."
        )
    )
    if result.left_out:
        left = ngettext(
            "{count} tower clogged for good and was left out.",
            "{count} towers clogged for good and were left out.",
            result.left_out,
        )
        output.print(left.format(count=result.left_out))


def influence_sentences(result: Sensitivity) -> list[str]:
    """Return the meanings of the columns, and the number of towers without figures."""
    meant = _(
        "Share of a figure's variance over the ranges: first order is due to this parameter alone, "
        "total includes its combinations with others (Sobol)."
    )
    if result.method == "morris":
        meant = _(
            "Change of a figure when a parameter goes through its range: typical is the root mean square, "
            "mean has a sign (Morris)."
        )
    sure = _(
        "The intervals hold for all parameters of a figure together with 95 % confidence, measurement noise included."
    )
    said = [meant, sure]
    if result.drifting:
        still = ngettext(
            "{count} tower was still filling when it was measured: its long run may be different.",
            "{count} towers were still filling when they were measured: their long run may be different.",
            result.drifting,
        )
        said.append(still.format(count=result.drifting))
    if not result.missing:
        return said
    text = ngettext(
        "{count} tower can't be built or clogs for good, and was left out.",
        "{count} towers can't be built or clog for good, and were left out.",
        result.missing,
    )
    return [*said, text.format(count=result.missing)]


# Maps of towers as tables


def print_map(output: Output, tower_map: TowerMap) -> None:
    """Print a row for each tower of a map: its place, its parameters and its figures."""
    names = tower_map.parameters
    cells = cells_of(elite.figures for elite in tower_map.elites)
    rows = [
        [tower_map.name(elite), *(_value(elite, name) for name in names), *cells.cells(elite.figures)]
        for elite in tower_map.elites
    ]
    title = _("{tower}: a map of towers").format(tower=tower_map.began_with)
    output.print_table(Table(title, words(_("tower"), *names, *cells.headings()), rows))
    for sentence in sentences(tower_map):
        output.print(sentence)


def _value(elite: Elite, name: str) -> str:
    """Return a parameter of a tower; empty if its first tower hasn't it."""
    return f"{elite.values[name]:g}" if name in elite.values else ""
