"""Effects of a plan in words and figures, its warnings, and standings in regions."""

from collections.abc import Iterator, Mapping, Sequence
from math import fsum

from shogun.base.confidence_intervals import Share, percent
from shogun.base.language import _, marked, ngettext
from shogun.games.shogun.analysis.threats import Assignment, Season, Span
from shogun.games.shogun.rules.actions import DEPLOYED
from shogun.games.shogun.rules.cards import BUILDINGS, Board, Building
from shogun.games.shogun.rules.cards import Season as SeasonName
from shogun.games.shogun.rules.events import Scored, SkipReason
from shogun.games.shogun.rules.views import View
from shogun.games.shogun.rules.winter import MAJORITY, majority_points
from shogun.games.shogun.words import ACTION_NAMES, SKIP_REASONS, armies, peasants, region_name

SHORT_REASONS: Mapping[SkipReason, str] = {
    "no_site": marked("site"),
    "has_building": marked("built"),
    "no_tile": marked("supply"),
    "no_chests": marked("chests"),
    "no_reserve": marked("reserve"),
    "lone_army": marked("alone"),
    "no_target": marked("way out"),
}
"""The obstacle, in a word after a cross."""
SEASONS_LEFT: Mapping[SeasonName, int] = {"spring": 2, "summer": 1, "autumn": 0, "winter": 0}
"""Number of seasons of the year after the current one."""


def span_text(span: Span) -> str:
    """Return a number that may be uncertain, e.g. "5–7"."""
    return str(span.low) if span.is_certain else f"{_signed(span.low)}–{_signed(span.high)}"


def change_text(span: Span) -> str:
    """Return a gain or a loss with its sign, e.g. "+5–7" or "−3"."""
    sign = "+" if span.low >= 0 else "−"
    low, high = sorted((abs(span.low), abs(span.high)))
    return f"{sign}{low}" if low == high else f"{sign}{low}–{high}"


def _most(span: Span) -> int:
    """Return the number that determines the plural form of a gain or a loss."""
    return max(abs(span.low), abs(span.high))


def _signed(number: int) -> str:
    return str(number).replace("-", "−")


# One assignment


def title(assignment: Assignment) -> str:
    """Return the action and its province."""
    text = _("{action} in {province}")
    return text.format(action=_(ACTION_NAMES[assignment.action]), province=assignment.province)


def explained(assignment: Assignment, standing: int, held: Share | None) -> str:
    """Return everything known of an assignment; `standing` armies would face its revolt."""
    sentences = [title(assignment) + ": " + ", ".join(_gains(assignment)) + "."]
    if assignment.peasants:
        sentences.append(_revolt(assignment, standing, held))
    if assignment.done != "surely":
        sentences.append(skipping(assignment))
    return "\n".join(sentences)


def _gains(assignment: Assignment) -> Iterator[str]:
    """Yield an assignment's gains and costs."""
    if assignment.action in ("battle_a", "battle_b"):
        yield _("{armies} may march out").format(armies=armies(max(0, assignment.marching)))
    if assignment.chests.high:
        yield ngettext("{change} chest", "{change} chests", _most(assignment.chests)).format(
            change=change_text(assignment.chests)
        )
    if assignment.rice.high:
        yield ngettext("{change} rice", "{change} rice", _most(assignment.rice)).format(
            change=change_text(assignment.rice)
        )
    if assignment.armies.high:
        yield ngettext("{change} army", "{change} armies", _most(assignment.armies)).format(
            change=change_text(assignment.armies)
        )
    if assignment.points:
        points = Span(assignment.points, assignment.points)
        yield ngettext("{change} point in winter", "{change} points in winter", _most(points)).format(
            change=change_text(points)
        )
    if assignment.action not in DEPLOYED and not assignment.points and assignment.chests.low < 0:
        yield _("no points")


def _revolt(assignment: Assignment, standing: int, held: Share | None) -> str:
    text = _("A revolt breaks out: {peasants} against {armies}.")
    told = text.format(peasants=peasants(assignment.peasants), armies=armies(standing))
    if held is None:
        return told
    text = _("Chance to keep the province: {share} ({low:.0f}–{high:.0f}).")
    return told + " " + text.format(share=percent(held.value), low=100 * held.low, high=100 * held.high)


def skipping(assignment: Assignment) -> str:
    """Return the text saying that an assignment will or may be skipped, and why."""
    reasons = ", ".join(_(SKIP_REASONS[reason]) for reason in assignment.reasons)
    if assignment.done == "never":
        return _("{what} will be skipped: {why}.").format(what=title(assignment), why=reasons)
    return _("{what} may be skipped: {why}.").format(what=title(assignment), why=reasons)


# The whole plan


def warnings(season: Season, seasons_left: int) -> list[str]:
    """Return the risks of a plan, a sentence each, the most certain one first."""
    order = ("never", "perhaps")
    doubtful = [assignment for assignment in season.assignments.values() if assignment.done != "surely"]
    found = [skipping(assignment) for assignment in sorted(doubtful, key=lambda a: order.index(a.done))]
    if season.revolts.high and not seasons_left:
        found.append(_hunger(season))
    return found


def _hunger(season: Season) -> str:
    text = ngettext(
        "In winter {short} rice may be missing: {revolts} revolt.",
        "In winter {short} rice may be missing: {revolts} revolts.",
        season.revolts.high,
    )
    return text.format(short=span_text(season.short), revolts=span_text(season.revolts))


def winter_text(season: Season, provinces: int) -> tuple[str, str]:
    """Return the rice left or missing after winter; then the same in fewer words."""
    left = Span.of(max(0, supply_rice) for supply_rice in _rice_left(season))
    words = {"rice": span_text(left), "provinces": provinces, "short": span_text(season.short)}
    if not season.short.high:
        whole = ngettext(
            "Winter: {rice} rice for {provinces} province", "Winter: {rice} rice for {provinces} provinces", provinces
        )
        brief = _("Winter: {rice} rice for {provinces}")
    else:
        whole = ngettext(
            "Winter: {rice} rice for {provinces} province, {short} short",
            "Winter: {rice} rice for {provinces} provinces, {short} short",
            provinces,
        )
        brief = _("Winter: {rice} rice for {provinces}, {short} short")
    return whole.format(**words), brief.format(**words)


def _rice_left(season: Season) -> Iterator[int]:
    for supply in season.supplies:
        yield season.rice.low - supply.loss
        yield season.rice.high - supply.loss


def winter_explained(season: Season, seasons_left: int, risks: Mapping[int, float] | None) -> str:
    """Return an explanation of winter's forecast; `risks` are the chances to lose a province, by extra peasants."""
    losses = Span.of(supply.loss for supply in season.supplies) if season.supplies else Span(0, 0)
    text = _("After this season: {rice} rice, of which winter's event takes {loss}. Each province needs 1.")
    sentences = [text.format(rice=span_text(season.rice), loss=span_text(losses))]
    if season.revolts.high:
        sentences.append(_("Revolts: {revolts}.").format(revolts=span_text(season.revolts)))
        if risks is not None:
            lost = fsum(supply.revolts * risks[supply.peasants] for supply in season.supplies if supply.revolts)
            text = _("On average {lost:.1f} provinces would be lost.")
            sentences.append(text.format(lost=lost / len(season.supplies)))
    if seasons_left:
        text = ngettext(
            "{n} more season to collect rice.",
            "{n} more seasons to collect rice.",
            seasons_left,
        )
        sentences.append(text.format(n=seasons_left))
    return " ".join(sentences)


def points_text(scores: Sequence[Scored], seat: int) -> str:
    """Return a seat's score compared to the others', if this year's winter followed the season."""
    others = ", ".join(str(score.total) for score in scores if score.seat != seat)
    return _("Points this winter: you {points}, others {others}").format(points=scores[seat].total, others=others)


def points_explained(scores: Sequence[Scored], names: Sequence[str]) -> str:
    """Return each player's points by line, the best first."""
    text = _("{who} {total}: provinces {provinces}, buildings {buildings}, majorities {majorities}")
    lines = [_("If the year ended after this season, ignoring battles and revolts:")]
    lines += [
        text.format(
            who=names[score.seat],
            total=score.total,
            provinces=score.provinces,
            buildings=score.buildings,
            majorities=score.castles + score.temples + score.theatres,
        )
        for score in sorted(scores, key=lambda score: -score.total)
    ]
    return "\n".join(lines)


def chests_text(season: Season) -> str:
    """Return the chests from the season's beginning to its end, after the bid."""
    return _("Chests: {first} now, {last} at the end").format(
        first=span_text(season.line[0]), last=span_text(season.chests)
    )


def armies_text(season: Season) -> str:
    """Return the number of armies after the season."""
    text = _("Armies: {map} on the map, {reserve} in reserve")
    return text.format(map=span_text(season.armies), reserve=span_text(season.reserve))


def armies_explained(season: Season) -> str:
    """Return an explanation of the armies in the ledger."""
    text = _("Armies on the map after deploying: {map}; in reserve: {reserve}. Battles aren't included.")
    return text.format(map=span_text(season.armies), reserve=span_text(season.reserve))


def chests_explained(season: Season) -> str:
    """Return the chests after each action with a known place."""
    after = ", ".join(span_text(span) for span in season.line[1:])
    return _("After each known action: {after}. Anything you can't pay for is skipped and costs nothing.").format(
        after=after
    )


# Standing in a region: scores for the most buildings there if the year ended now (8.4)

MOST: Mapping[Building, str] = {
    "castle": marked("Most castles"),
    "temple": marked("Most temples"),
    "theatre": marked("Most Nō theaters"),
}


def region_standing(board: Board, view: View, names: Sequence[str], region: str) -> str:
    """Return the players with the most buildings of each kind in a region, and their points."""
    count = len(board.regions[region])
    text = ngettext("{region}: {n} province in the game", "{region}: {n} provinces in the game", count)
    name = region_name(region)
    lines = [text.format(region=name[0].upper() + name[1:], n=count)]
    lines += [_line(kind, _counts(board, view, region, kind, len(names)), names) for kind in BUILDINGS]
    return "\n".join(lines)


def leaders(board: Board, view: View, region: str, kind: Building, seats: int) -> list[int]:
    """Return the seats with the most buildings of a kind in a region; none if there aren't any."""
    counts = _counts(board, view, region, kind, seats)
    most = max(counts)
    return [seat for seat, count in enumerate(counts) if count == most] if most else []


def _counts(board: Board, view: View, region: str, kind: Building, seats: int) -> list[int]:
    """Return each seat's number of buildings of a kind in a region."""
    return [
        sum(kind in view.provinces[name].buildings for name in _owned(board, view, region, seat))
        for seat in range(seats)
    ]


def _owned(board: Board, view: View, region: str, seat: int) -> list[str]:
    return [name for name in board.regions[region] if view.provinces[name].owner == seat]


def _line(kind: Building, counts: Sequence[int], names: Sequence[str]) -> str:
    most = max(counts)
    if not most:
        return _("{most}: nobody yet").format(most=_(MOST[kind]))
    leaders = [seat for seat, count in enumerate(counts) if count == most]
    points = majority_points(list(counts), MAJORITY[kind])[leaders[0]]
    if len(leaders) > 1:
        text = ngettext(
            "{most}: {who} with {n} each ({points} point each)",
            "{most}: {who} with {n} each ({points} points each)",
            points,
        )
    else:
        text = ngettext("{most}: {who} with {n} ({points} point)", "{most}: {who} with {n} ({points} points)", points)
    who = ", ".join(names[seat] for seat in leaders)
    return text.format(most=_(MOST[kind]), who=who, n=most, points=points)
