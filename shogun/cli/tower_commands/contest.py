"""`shogun tower contest`: all towers of a folder against stated targets; exit code 0 or 2."""

from pathlib import Path

from shogun.base.tables import Output
from shogun.cli.errors import DONE
from shogun.cli.game_options import Whole
from shogun.cli.tower_commands.experiment_options import USUAL_STUDY, Study


def contest(
    folder: Path,
    /,
    *,
    target: str,
    battles: Whole = 1000,
    study: Study = USUAL_STUDY,
) -> int:
    """Rank the towers of a folder by how near they come to targets. The same seed gives the same ranks.

    Parameters
    ----------
    folder
        Folder whose .toml files are ranked; files that can't be used are listed with the reason.
    target
        Targets: any of p_out_thrown, p_out_resting, stock, start_kept and pieces_touched, for example
        p_out_thrown=0.67,stock=12.
    battles
        Battles counted for each tower.
    """
    from shogun.lab.measuring.measurement import check_battles
    from shogun.lab.reporting.comparison_tables import print_contest
    from shogun.lab.reporting.tables import to_json
    from shogun.lab.searching.contest import about, entrants
    from shogun.lab.searching.contest import contest as ranked
    from shogun.lab.searching.targets import check_balance, parse_targets

    check_battles(battles)
    targets = parse_targets(target)
    plan = study.plan(battles, [one.name for one in targets])
    check_balance(targets, plan.throws)
    towers, refused = entrants(folder)
    with study.at_work(about(towers, plan)) as work:
        found = ranked(towers, refused, targets, plan, work)
    print(to_json(found, mixed=study.executors.mixed)) if study.json else print_contest(Output(), found)
    return DONE
