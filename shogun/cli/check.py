"""`shogun tower check`: what is wrong with a tower and how to mend it; exit code 0 fine, 1 problems, 2 unreadable."""

from typing import Annotated

import msgspec
from cyclopts import Parameter
from msgspec import Struct

from shogun.base.language import _
from shogun.cli.errors import DONE, NO
from shogun.tower.advice import Finding, Kind, findings
from shogun.tower.geometry import GeometryError, UnreadableError, parse_unchecked
from shogun.tower.names import tower_text


class CheckReport(Struct):
    """The JSON object of `shogun tower check --json`."""

    file: str
    passed: bool
    findings: list[Finding]


def check(tower: str, /, *, json: Annotated[bool, Parameter(negative="")] = False) -> int:
    """Tell what is wrong with a tower and how to mend it, and warn of what may jam or hold nothing.

    Exit code 0: fine, maybe with warnings; 1: problems; 2: the file can't be read.

    Parameters
    ----------
    tower
        Name of a tower, or path of a file ending in .toml.
    json
        One JSON object.
    """
    text, file = tower_text(tower)
    found = _found(text, file)
    report = CheckReport(file, all(one.kind != "problem" for one in found), found)
    print(msgspec.json.encode(report).decode() if json else _in_words(report))
    return DONE if report.passed else NO


def _found(text: str, file: str) -> list[Finding]:
    """Return all findings about a file's text; what the format forbids is the only one. Raises UnreadableError."""
    try:
        geometry = parse_unchecked(text, file)
    except UnreadableError:
        raise
    except GeometryError as error:
        return [Finding("problem", "", str(error).removeprefix(f"{file}: ").removesuffix("."))]
    return findings(geometry)


def _in_words(report: CheckReport) -> str:
    verdict = _("{file}: fine") if report.passed else _("{file}: can't be used, or not as it is meant")
    return "\n".join((verdict.format(file=report.file), *map(_line, report.findings)))


def _line(finding: Finding) -> str:
    names: dict[Kind, str] = {"problem": _("problem"), "warning": _("warning"), "note": _("note")}
    place = f"{finding.place}: " if finding.place else ""
    return f"  {names[finding.kind]:8} {place}{finding.text}."
