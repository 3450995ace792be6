"""Results as JSON, and as tables for people: measurements, verdicts, sample sizes, and the columns of many towers."""

import math
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

import msgspec
import numpy as np
from rich.text import Text

from shogun.base.confidence_intervals import percent
from shogun.base.language import _, ngettext
from shogun.base.tables import Cell, Column, Output, Table, numbers, words
from shogun.lab.measuring.estimates import Estimate, Interval, share_interval
from shogun.lab.measuring.measurement import MOST_BATTLES, Measurement, in_chains
from shogun.lab.measuring.metrics import Metrics, columns_of
from shogun.lab.measuring.residence import Survival
from shogun.lab.measuring.sample_size import SampleSize
from shogun.lab.measuring.stationarity import in_a_word, in_words
from shogun.lab.measuring.statistics import FIGURES, given, statistic
from shogun.lab.measuring.tally import GAME, Clogs
from shogun.lab.measuring.throw_sizes import BySize, SizeStatistics
from shogun.lab.running.checkpoints import StoredDrop, physics
from shogun.lab.validation.comparison import Comparison
from shogun.lab.validation.hopper import GRAINS, Physics
from shogun.lab.validation.verification import Property, Verification

LONGER = (1, 2, 5, 10, 20)
"""Battles for which the share of cubes that stay longer is reported."""
MOST_TOLD = 3
"""Odd drops of a kind that are listed in a table."""


def to_json(result: msgspec.Struct, *, mixed: bool = False, **more: Any) -> str:
    """Return a result as one JSON object, arrays as lists, with its method of computation and `more` keys."""
    content = _without_errors(msgspec.to_builtins(result, enc_hook=_as_list))
    content["physics"] = physics(mixed=mixed)._asdict()
    content |= msgspec.to_builtins(more, enc_hook=_as_list)
    return msgspec.json.encode(content).decode()


def _without_errors(content: dict[str, Any]) -> dict[str, Any]:
    """Return a result without the standard errors behind its intervals, and without stored files."""
    content.pop("headline", None)
    towers = content.get("towers", ())
    measured = [tower for tower in towers if isinstance(tower, dict)] if isinstance(towers, list | tuple) else []
    for measurement in measured:
        measurement.pop("headline", None)
    for measurement in (content, *measured) if measured else ():
        measurement.pop("odd", None)
    return content


def _as_list(value: object) -> object:
    if isinstance(value, np.ndarray):
        return np.round(value, 6).tolist()
    return str(value)


def interval_text(interval: Interval, digits: int = 3, *, clogged: bool = False) -> str:
    """Return "0.702 (0.690 to 0.714)", or in words that there is no figure or no interval, and why.

    `clogged` says that chains were given up since nothing came out of the tower any more.
    """
    if math.isnan(interval.mean):
        return _("no figure: it clogged") if clogged else _("no figure: too few battles")
    if not math.isfinite(interval.high - interval.low):
        return _("{mean} (one chain: no interval)").format(mean=f"{interval.mean:.{digits}f}")
    mean, low, high = (f"{value:.{digits}f}" for value in (interval.mean, interval.low, interval.high))
    return _("{mean} ({low} to {high})").format(mean=mean, low=low, high=high)


def print_measurement(result: Measurement, stored: list[StoredDrop]) -> None:
    """Print a measurement as a table, its oddities, and the commands that show them again."""
    output = Output()
    output.print_table(general_table(result))
    output.print(in_words(result.stationarity), style="" if result.stationarity.is_reached else "bold red")
    print_sizes(output, result.by_size)
    print_footer(output, result.confidence, result.notes)
    print_stored(stored)


def general_table(result: Measurement) -> Table:
    """Return the figures over all throws as a table."""
    text = ngettext(
        "{tower}: {count} battle of {throws} cubes {chains}, seed {seed}",
        "{tower}: {count} battles of {throws} cubes {chains}, seed {seed}",
        result.battles,
    )
    title = text.format(
        tower=result.tower, count=result.battles, throws=result.throws, chains=in_chains(result.chains),
        seed=result.seed,
    )  # fmt: skip
    return Table(title, [Column("", wraps=True), Column("")], _rows(result), has_headings=False)


def print_sizes(output: Output, sizes: BySize) -> None:
    """Print the figures of single sizes, a table for each way in which they were measured."""
    for title, figures in ((_("Onto the usual stock"), sizes.onto_stock), (_("Chains of one size"), sizes.alone)):
        if not figures:
            continue
        chances = words(_("thrown: out"), _("resting: out"), _("stay"), _("clogs"))
        output.print_table(Table(title, [*numbers(_("size"), _("throws")), *chances], list(map(_size_row, figures))))


def _size_row(size: SizeStatistics) -> tuple[str, ...]:
    chances = (interval_text(interval, 2) for interval in (size.p_out_thrown, size.p_out_resting))
    clogs = f"{size.clogs.clogged}; {size.p_clog.low:.3f} - {size.p_clog.high:.3f}"
    return str(size.size), str(size.throws), *chances, f"{size.left:.1f}", clogs


def print_verification(result: Verification, stored: list[StoredDrop]) -> None:
    """Print each property with its figure, bound, interval and verdict."""
    title = ngettext(
        "{tower}: {battles} battle, seed {seed} ({plan})",
        "{tower}: {battles} battles, seed {seed} ({plan})",
        result.plan.battles,
    ).format(tower=result.tower, battles=result.plan.battles, seed=result.plan.seed, plan=result.plan.name)
    clogged = any(checked.name == "dry_spells" and checked.figure for checked in result.properties)
    columns = [Column(_("property"), wraps=True), *words(_("figure"), _("bound")), Column("", wraps=True)]
    rows = [
        (checked.claim, _figure(checked, clogged=clogged), _bound(checked), _verdict(checked))
        for checked in result.properties
    ]
    output = Output()
    output.print_table(Table(title, columns, rows))
    output.print(_("pass: the interval lies entirely within the bounds; not shown: partly; FAIL: not at all."))
    if open_ := sum(checked.verdict == "not shown" for checked in result.properties):
        text = ngettext("{count} property is not shown", "{count} properties are not shown", open_).format(count=open_)
        output.print(text + ("." if result.plan.strict else _("; use --full, which has enough battles to decide it.")))
    if result.is_too_coarse:
        output.print(_steps_wanted(result.steps_needed))
    print_footer(output, result.confidence, result.notes)
    print_stored(stored)


def _steps_wanted(steps: int | None) -> str:
    """Return advice on a tower whose time steps are too coarse, in a sentence."""
    if steps is None:
        return _(
            "Finer steps change what this tower does, no matter how fine: tilt its ledges further away "
            "from the angle at which cubes begin to slide."
        )
    return _(
        "Finer steps change what this tower does. Add to its file: [solver] with steps_a_second = {steps}."
    ).format(steps=steps)


def print_comparison(result: Comparison) -> None:
    """Print towers side by side, and each one's differences from the first."""
    output = Output()
    columns = [Column(_("tower"), wraps=True), *words(*(tower.tower for tower in result.towers))]
    side_by_side = zip(*(_rows(tower) for tower in result.towers), strict=True)
    output.print_table(Table("", columns, [(row[0][0], *(figure for _name, figure in row)) for row in side_by_side]))
    stuck = {tower.tower for tower in result.towers if tower.incidents.chains_given_up}
    for difference in result.differences:
        clogged = bool({difference.tower, difference.base} & stuck)
        shown = [(statistic(name), difference.of(name)) for name in (*FIGURES, *given(difference.further))]
        rows = [(of.words, interval_text(interval, of.digits, clogged=clogged)) for of, interval in shown]
        title = _("{tower} less {base}").format(tower=difference.tower, base=difference.base)
        output.print_table(Table(title, [Column("", wraps=True), Column("")], rows, has_headings=False))
    print_footer(output, result.confidence, [note for tower in result.towers for note in tower.notes])


def print_physics(result: Physics) -> None:
    """Print how often the hopper jammed, next to the published figures."""
    title = _("Hopper at 45°, {grains} grains, friction 0.5, {runs} runs per point").format(
        grains=GRAINS, runs=result.points[0].runs
    )
    columns = words(_("grains"), _("exit in grains"), _("share that jams"), _("published"), "")
    rows: list[Sequence[Cell]] = []
    for jams in result.points:
        bound = "" if (jams.point.low, jams.point.high) == (0, 1) else f"{jams.point.low:g} - {jams.point.high:g}"
        verdict = _passed(_("pass") if jams.passed else _("FAIL"), passed=jams.passed) if bound else ""
        share = interval_text(share_interval(jams.jams, jams.runs))
        grains = _("discs") if jams.point.shape == "disc" else _("squares")
        rows.append((grains, f"{jams.point.exit:g}", share, bound, verdict))
    output = Output()
    output.print_table(Table(title, columns, rows))
    falling = _("yes") if result.falling else _("NO")
    output.print(_("Discs jam less the wider the exit, throughout: {falling}.").format(falling=falling))
    output.print(_("In brackets: 95 % intervals."))


def print_footer(output: Output, confidence: float, notes: Sequence[str]) -> None:
    """Print the confidence of the intervals, and notes for the reader."""
    output.print(_("All intervals hold jointly with {share} confidence.").format(share=percent(confidence)))
    for note in notes:
        output.print(note, style="bold")


def print_stored(stored: Sequence[StoredDrop]) -> None:
    """Print the commands that show odd drops again, the first few of each kind: JSON has all."""
    for kind in dict.fromkeys(drop.kind for drop in stored):
        alike = [drop for drop in stored if drop.kind == kind]
        for drop in alike[:MOST_TOLD]:
            print(f"{kind}: {drop.command}\n{' ' * len(kind)}  {drop.shown}")
        if len(alike) > MOST_TOLD:
            rest = _("{kind}: and {count} more, all of them in --json")
            print(rest.format(kind=kind, count=len(alike) - MOST_TOLD))


def _figure(checked: Property, *, clogged: bool) -> str:
    if checked.interval:
        return interval_text(checked.interval, clogged=clogged)
    return f"{checked.figure:g}" if isinstance(checked.figure, int) else f"{checked.figure:.3f}"


def _bound(checked: Property) -> str:
    return (
        _("{low:g} to {high:g}").format(low=checked.low, high=checked.high) if checked.low else f"<= {checked.high:g}"
    )


def _verdict(checked: Property) -> Text:
    verdict = {"pass": _("pass"), "not shown": _("not shown"), "fail": _("FAIL")}[checked.verdict]
    states = {"drifting": _("it is still drifting"), "unknown": _("too few battles to tell")}
    detail = states.get(checked.detail, checked.detail)
    return _passed(f"{verdict} ({detail})" if detail else verdict, passed=checked.passed)


def _passed(words: str, *, passed: bool) -> Text:
    """Return the words for a passed or failed check."""
    return Text(words, style="" if passed else "bold red")


def _drift(drift: Interval, *, clogged: bool) -> str:
    """Return the drift if both halves of the chains were reached."""
    is_unknown = math.isnan(drift.mean) and not clogged
    return _("not known") if is_unknown else interval_text(drift, 2, clogged=clogged)


def _clogs(clogs: Clogs) -> str:
    return f"{clogs.clogged} / {clogs.throws}; {clogs.taps}"


def _battles(stay: Survival, share: float) -> str:
    """Return the number of battles after which that share of the cubes is out."""
    battles = stay.quantile(share)
    return f"> {stay.horizon}" if math.isinf(battles) else f"{battles:.0f}"


def mean_stay(stay: Survival, mean: str) -> str:
    """Return the mean stay, and the value used for stays longer than observed, if there were any."""
    if not stay.censored or not stay.horizon or not stay.stays_longer[-1].mean:
        return mean
    text = ngettext(
        "{mean}; longer stays count as {count} battle", "{mean}; longer stays count as {count} battles", stay.horizon
    )
    return text.format(mean=mean, count=stay.horizon)


def _game(battles: int) -> str:
    """Return the scope of a game's figures: with short chains less than a whole game."""
    if battles < GAME:
        text = ngettext(
            "the first battle (a game has {game}): chance of a thrown cube",
            "the first {count} battles (a game has {game}): chance of a thrown cube",
            battles,
        )
        return text.format(count=battles, game=GAME)
    return _("a game of {count} battles: chance of a thrown cube").format(count=GAME)


def _stays_longer(battles: int) -> str:
    return ngettext(
        "  share that stays longer than {count} battle", "  share that stays longer than {count} battles", battles
    ).format(count=battles)


def _rows(result: Measurement) -> list[tuple[str, str]]:
    happened, rest, stay = result.incidents, result.seconds_to_rest, result.stay
    places = [place.out.mean for place in result.by_start_place if place.row == 0] or [math.nan]
    interval = partial(interval_text, clogged=happened.chains_given_up > 0)
    none = interval(Interval(math.nan, math.nan, math.nan))
    game = result.in_a_game

    def row(name: str) -> tuple[str, str]:
        return statistic(name).words, interval(result.of(name), statistic(name).digits)

    rows = [
        (_("the long run"), in_a_word(result.stationarity)),
        row("p_out_thrown"),
        row("p_out_resting"),
        row("stock"),
        (_("  their standard deviation"), f"{result.stock_sd:.2f}"),
        (statistic("stock_drift").words, _drift(result.stock_drift, clogged=happened.chains_given_up > 0)),
        row("out_minus_in"),
        (_game(game.battles), interval(game.p_out_thrown)),
        (_("  chance of a resting cube"), interval(game.p_out_resting)),
        (_("  cubes in the tower"), interval(game.stock, 2)),
        row("start_kept"),
        *map(row, given(result.further)),
        (_("seconds to rest: mean, median, 95 %"), f"{rest.mean:.2f}, {rest.median:.2f}, {rest.most:.2f}"),
        (_("battles that a cube stays, on average"), mean_stay(stay, interval(stay.mean, 2))),
        (_("  out after: half of all, 95 %"), f"{_battles(stay, 0.5)}, {_battles(stay, 0.95)}"),
        (_("  still inside at the end, of all thrown"), f"{stay.censored} / {stay.thrown}"),
        *((_stays_longer(battles), interval(stay.share(battles))) for battles in LONGER),
        (_("chance by start place, first row: least, most"), f"{min(places):.2f}, {max(places):.2f}"),
        (_("drops cut off, of all"), f"{happened.cut_off} / {happened.drops}"),
        (_("throws that clogged the tower, of all; taps"), _clogs(happened.clogs)),
        (_("start throws that clogged the tower, of all; taps"), _clogs(happened.start_clogs)),
        (_("most throws in a row with nothing out"), f"{happened.longest_dry}"),
        (_("cubes at rest above the rim"), f"{happened.above_rim}"),
    ]
    return [(name, none if figure.startswith("nan") else figure) for name, figure in rows]


# Number of battles for a measurement


def print_sample_size(output: Output, result: SampleSize) -> None:
    """Print a row for each figure, and the number of battles that is enough for all."""
    text = ngettext("{towers}: a pilot of {count} battle", "{towers}: a pilot of {count} battles", result.pilot_battles)
    title = text.format(towers=" - ".join(result.towers), count=result.pilot_battles)
    rows = [
        [needed.figure, f"± {needed.within:g}", f"± {needed.pilot:.{statistic(needed.figure).digits}f}",
         _battles_needed(needed.battles), _battles_needed(needed.battles_to_be_sure)]
        for needed in result.needed
    ]  # fmt: skip
    columns = words(_("figure"), _("wanted"), _("by the pilot"), _("battles, 50 % of the time"), _("90 % of the time"))
    output.print_table(Table(title, columns, rows))
    if len(result.towers) == 2:
        enough = _("With --battles {count}, compare reaches the precision you want 90 % of the time.")
    else:
        enough = _("With --battles {count}, measure reaches the precision you want for all figures 90 % of the time.")
    output.print(enough.format(count=_battles_needed(result.battles)))
    for tower, long_run in zip(result.towers, result.stationarity, strict=True):
        text = _("Pilot run of {tower}: {verdict}").format(tower=tower, verdict=in_words(long_run))
        output.print(text, style="" if long_run.is_reached else "bold red")


def _battles_needed(battles: int) -> str:
    return f"{battles}" if battles < MOST_BATTLES else f"> {MOST_BATTLES}"


# Figures of towers in words, for tables and pages


class FigureCells(msgspec.Struct, frozen=True):
    """The columns of a table with a row for each of many towers."""

    asked: tuple[str, ...] = ()
    """The further statistics requested."""

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of all statistics in the table."""
        return (*FIGURES, *self.asked)

    def headings(self) -> list[str]:
        """Return the headings of the columns."""
        return [*(statistic(name).column for name in self.names), _("clogs"), _("long run")]

    def cells(self, figures: Metrics | None) -> list[str]:
        """Return a tower's figures as cells, or that it can't be built or clogs permanently."""
        if figures is None:
            return [_("can't be built"), *[""] * (len(self.names) + 1)]
        if figures.given_up:
            return [_("clogs for good"), *[""] * (len(self.names) - 1), clogs(figures), ""]
        means = (estimate_text(figures.of(name), statistic(name).digits) for name in self.names)
        return [*means, clogs(figures), in_a_word(figures.stationarity)]


def cells_of(measured: Iterable[Metrics | None]) -> FigureCells:
    """Return the columns for a table of towers."""
    return FigureCells(columns_of(measured).asked)


def estimate_text(estimate: Estimate, digits: int) -> str:
    """Return "0.702 ± 0.004": a figure with its standard error."""
    if math.isnan(estimate.mean):
        return _("none")
    if not math.isfinite(estimate.error):
        return f"{estimate.mean:.{digits}f}"
    return f"{estimate.mean:.{digits}f} ± {estimate.error:.{digits}f}"


def clogs(figures: Metrics) -> str:
    """Return how many of all throws clogged the tower."""
    return f"{figures.clogged} / {figures.throws}"
