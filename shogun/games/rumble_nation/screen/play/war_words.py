"""What decided a war, in words: each area of it, and all of it."""

from collections.abc import Sequence

from shogun.base.language import _
from shogun.games.rumble_nation.analysis.review import Decision, decided_by, leader, turning_point
from shogun.games.rumble_nation.rules.state import AreaResolved, State


def decision_word(decision: Decision) -> str:
    """Return in a word what has decided an area; empty: more pieces."""
    words = {"nobody": "", "alone": _("alone"), "katana": _("katana"), "support": _("support"), "pieces": ""}
    return words[decision]


def decision_text(state: State, outcome: AreaResolved, names: Sequence[str]) -> str:
    """Return in a sentence what has decided an area; empty: more pieces, or nobody is there."""
    if outcome.winner is None:
        return ""
    sentences: dict[Decision, str] = {
        "alone": _("Nobody else was here."),
        "katana": _("Tied: {name} has the higher katana."),
        "support": _("Without support {name} wouldn't have won it."),
    }
    sentence = sentences.get(decided_by(state, outcome), "")
    return sentence.format(name=names[outcome.winner])


def lead_text(points: Sequence[int], name: str) -> str:
    """Return in a sentence that somebody takes the lead, with everybody's points: perhaps by the katana alone (8.2)."""
    sentence = _("{name} leads by katana") if points.count(max(points)) > 1 else _("{name} takes the lead")
    return sentence.format(name=name)


def turning_text(state: State, war: Sequence[AreaResolved], names: Sequence[str]) -> str:
    """Return with which area the winner took the lead for good, and by what."""
    area, winner = turning_point(state, war), leader(state, war)
    if area is None or winner is None:
        return ""
    if leader(state, war[: war.index(area)]) is None:
        return _("{name} led from the first castle to the last.").format(name=names[winner])
    sentences: dict[Decision, str] = {
        "katana": _("{name} took the lead at {area} (castle {n}), by a katana, and never lost it."),
        "support": _("{name} took the lead at {area} (castle {n}), thanks to support, and never lost it."),
    }
    plain = _("{name} took the lead at {area} (castle {n}) and never lost it.")
    sentence = sentences.get(decided_by(state, area), plain)
    return sentence.format(area=area.area, n=area.castle, name=names[winner])
