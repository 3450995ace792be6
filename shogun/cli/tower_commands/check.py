"""`shogun tower check`: all that is wrong with a tower and how to mend it.

Exit code 0: fine; 1: problems; 2: unreadable.
"""

from collections.abc import Sequence
from itertools import groupby
from typing import Annotated

import msgspec
from cyclopts import Parameter
from msgspec import Struct

from shogun.base.language import _, shown
from shogun.cli.errors import DONE, NO
from shogun.tower.file.findings import file_findings
from shogun.tower.file.geometry_check import Finding, Kind, listed
from shogun.tower.tower_lookup import tower_text

LONGEST_PATH = 1000
"""Characters."""


class CheckReport(Struct):
    """The JSON object of `shogun tower check --json`."""

    file: str
    passed: bool
    findings: list[Finding]


def check(tower: str, /, *, json: Annotated[bool, Parameter(negative="")] = False) -> int:
    """Tell all that is wrong with a tower, with lines, and how to mend it, and warn of what may jam or hold nothing.

    Exit code 0: fine, maybe with warnings; 1: problems; 2: the file can't be read.

    Parameters
    ----------
    tower
        Name of a tower, or path to a .toml file.
    json
        Print one JSON object.
    """
    text, file = tower_text(tower)
    found = file_findings(text, file)
    report = CheckReport(shown(file, LONGEST_PATH), all(one.kind != "problem" for one in found), found)
    print(msgspec.json.encode(report).decode() if json else _in_words(report))
    return DONE if report.passed else NO


def _in_words(report: CheckReport) -> str:
    verdict = _("{file}: no problems") if report.passed else _("{file}: can't be used, or won't work as intended")
    alike = groupby(report.findings, key=lambda one: (one.text, one.line if one.kind == "problem" else None))
    return "\n".join((verdict.format(file=report.file), *(_told(list(some)) for _key, some in alike)))


def _told(alike: Sequence[Finding]) -> str:
    """Return findings of one text as one line; of several pairs of pieces each stands in brackets."""
    names: dict[Kind, str] = {"problem": _("problem"), "warning": _("warning"), "note": _("note")}
    one = alike[0]
    several = [f"({other.place})" if len(other.places) > 1 else other.place for other in alike]
    places = one.place if len(alike) == 1 else listed(several)
    return f"  {names[one.kind]:8} {places}{': ' if places else ''}{one.text}{one.where}."
