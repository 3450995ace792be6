"""`shogun odds`: the chances of an attack, a threat or a revolt at the current moment of a journal."""

import re
from pathlib import Path
from random import Random
from typing import Annotated

import msgspec
from cyclopts import Parameter
from msgspec import Struct

from shogun.base.confidence_intervals import Share
from shogun.base.language import _, ngettext
from shogun.base.random_streams import Streams
from shogun.base.tables import Output, Table, numbers, words
from shogun.base.worker_pool import Workers
from shogun.cli.errors import NO, WrongInput, tell
from shogun.cli.game_options import Seed, WholeNumber, jobs_of, read_game
from shogun.games import DEFAULT
from shogun.games.shogun import rules
from shogun.games.shogun.analysis import fights
from shogun.games.shogun.analysis.fights import Fight, Reinforcements
from shogun.games.shogun.analysis.odds import PRECISE, Odds, Precision, first_odds, odds
from shogun.games.shogun.analysis.threats import threats
from shogun.games.shogun.rules.questions import March
from shogun.table.course import Course
from shogun.table.replay import Replay


class OddsRequest(Struct, frozen=True):
    """The fight to report on: one of these, or the fight in progress."""

    attack: str | None = None
    threat: str | None = None
    revolt: str | None = None


class OddsReport(Struct):
    """The JSON object of `shogun odds --json`."""

    journal: str
    attack: str | None
    """FROM:TO:ARMIES; None: a revolt, or the fight in progress."""
    fight: Fight
    odds: Odds


def show_odds(
    journal: Path,
    /,
    *,
    attack: str | None = None,
    threat: str | None = None,
    revolt: str | None = None,
    reinforce: Annotated[bool, Parameter(negative="--no-reinforce")] = True,
    drops: WholeNumber = PRECISE.most,
    seed: Seed | None = None,
    jobs: WholeNumber = 1,
    json: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Tell how an attack, a revolt, or the fight under way may end: by drops from the true state of the tower.

    Parameters
    ----------
    journal
        The game's file; the attack is made from its current position.
    attack
        Attack as FROM:TO:ARMIES, such as Shinano:Kozuke:4. Default: the battle in progress.
    threat
        Province to defend: show the odds if its most dangerous neighbor attacks now.
    revolt
        Province with a revolt marker: show the odds of the revolt if you take taxes or rice there now.
    reinforce
        Assume that players who hold +1 attack or +1 defense use it.
    drops
        Maximum number of simulated drops; 0 uses only the quick model.
    seed
        Random seed for the simulated drops; default: one derived from the game and the attack. It is never the seed of
        a real throw.
    jobs
        Number of parallel processes; the odds are the same for any number.
    json
        Print one JSON object.
    """
    wish = OddsRequest(attack, threat, revolt)
    if drops < 0:
        raise WrongInput(_("--drops {number} must be at least 0").format(number=drops))
    jobs = jobs_of(jobs)
    contents = read_game(journal, DEFAULT)
    course = Replay(contents).run()
    if not course.questions:
        raise WrongInput(_("{journal}: this game is over, so there are no more attacks").format(journal=journal))
    rng = Random(seed) if seed is not None else Streams(contents.header.seed).stream(f"odds/{_name(wish)}")
    march, fight = _fight(course, wish, reinforcements=1 if reinforce else 0)
    if fight is None:
        return tell(_nothing(wish), NO)
    report = OddsReport(str(journal), march, fight, _estimate(fight, course, rng, drops, jobs))
    print(msgspec.json.encode(report).decode()) if json else _print_odds(report)
    return 0


def parse_attack(text: str) -> March:
    """Return the march of "Shinano:Kozuke:4". Raises WrongInput."""
    match = re.fullmatch(r"([^:]+):([^:]+):([0-9]{1,3})", text)
    if not match:
        sentence = _("--attack {text}: write it as from:to:armies, for instance Shinano:Kozuke:4")
        raise WrongInput(sentence.format(text=text))
    return March(match[1].strip(), match[2].strip(), int(match[3]))


def _name(wish: OddsRequest) -> str:
    """Return the name of the random stream for a wish's seeds. Raises WrongInput for more than one wish."""
    named = [f"{key}/{value}" for key, value in msgspec.structs.asdict(wish).items() if value is not None]
    if len(named) > 1:
        raise WrongInput(_("use only one of --attack, --threat and --revolt"))
    return wish.attack or (named[0] if named else "None")


def _fight(course: Course, wish: OddsRequest, reinforcements: int) -> tuple[str | None, Fight | None]:
    """Return the attack and the fight to report on, None if there is none. Raises IllegalMove, WrongInput."""
    view, both = rules.view(course.state, None), Reinforcements(reinforcements, reinforcements)
    if wish.revolt is not None:
        return None, fights.revolt(view, wish.revolt)
    if wish.attack is not None:
        return wish.attack, fights.attack(view, parse_attack(wish.attack), both)
    if wish.threat is not None:
        march = _greatest_threat(course, wish.threat)
        return _in_short(march), fights.attack(view, march, both) if march else None
    fight = fights.pending(view, both)
    if fight is None:
        raise WrongInput(_("no battle is in progress here: use --attack, --threat or --revolt"))
    return None, fight


def _greatest_threat(course: Course, province: str) -> March | None:
    """Return the neighbors' most dangerous attack by the quick model. Raises WrongInput."""
    view = rules.view(course.state, None)
    if province not in view.provinces:
        raise WrongInput(_("--threat {province}: there is no such province in this game").format(province=province))
    attacks = threats(view, course.inside, province, Random(0))
    return attacks[0].march if attacks else None


def _in_short(march: March | None) -> str | None:
    return f"{march.source}:{march.target}:{march.armies}" if march else None


def _nothing(wish: OddsRequest) -> str:
    """Return the reason why there is nothing to report."""
    if wish.revolt is not None:
        return _("{province} has no revolt marker, so no revolt would break out").format(province=wish.revolt)
    return _("{province}: no neighbor can attack it now").format(province=wish.threat)


def _estimate(fight: Fight, course: Course, rng: Random, drops: int, jobs: int) -> Odds:
    if not drops:
        return first_odds(fight, course.inside, rng)
    if jobs == 1:
        return odds(fight, course.inside, rng, None, Precision(most=drops))
    with Workers(jobs) as workers:
        return odds(fight, course.inside, rng, workers, Precision(most=drops))


def _print_odds(report: OddsReport) -> None:
    found = report.odds
    basis = ngettext("{n} drop", "{n} drops", found.drops).format(n=found.drops) if found.drops else found.model
    columns = [*words(_("Outcome")), *numbers(_("Chance"), _("95 % interval"))]
    results = ((_("won"), found.win), (_("tied"), found.tie), (_("lost"), found.lose))
    whole = zip(results, found.percents, strict=True)
    rows = [(name, f"{percent} %", _interval(share)) for (name, share), percent in whole]
    for standing in found.standings:
        if standing.share.value >= 0.005:
            side = _("attacker keeps {n}") if standing.winner == "attacker" else _("defender keeps {n}")
            name = "  " + side.format(n=standing.armies)
            rows.append((name, _percent(standing.share.value), _interval(standing.share)))
    Output().print_table(Table(f"{report.attack or report.fight.province}: {basis}", columns, rows))


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _interval(share: Share) -> str:
    return f"{100 * share.low:.0f}-{100 * share.high:.0f} %"
