"""What somebody has done, in one line: what matters of it, for whoever looks on."""

from collections.abc import Iterator, Sequence

from shogun.base.language import _, ngettext, signed
from shogun.games.rumble_nation.analysis.review import MoveChanges
from shogun.games.rumble_nation.rules.state import CardPlayed, Deployed
from shogun.games.rumble_nation.words import card_name, pieces

MOST_NAMED = 2
"""Of castles that change hands so many are named; of more, how many there are."""


def done(event: Deployed | CardPlayed) -> str:
    """Return in a few words what was done: pieces and their area, or a card."""
    if isinstance(event, CardPlayed):
        return card_name(event.card)
    words = _("{pieces} to {area}")
    return words.format(pieces=pieces(event.soldiers, daimyo=event.daimyo), area=event.area)


def what_matters(changes: MoveChanges, names: Sequence[str]) -> str:
    """Return what a move has changed: "takes Kiyosu from Ania, +9 points; sends support to Kasugayama"."""
    parts = list(_castles(changes, names)) or [_("no castle changes hands")]
    if changes.gained:
        points = ngettext("{signed} point", "{signed} points", abs(changes.gained))
        parts.append(points.format(signed=signed(changes.gained)))
    told = ", ".join(parts)
    if not changes.supported:
        return told
    return _("{told}; sends support to {areas}").format(told=told, areas=", ".join(changes.supported))


def _castles(changes: MoveChanges, names: Sequence[str]) -> Iterator[str]:
    """Yield which castles the player would take by it, and which others would."""
    named = changes.taken[:MOST_NAMED]
    for area, old in named:
        sentence = _("takes {area}") if old is None else _("takes {area} from {name}")
        yield sentence.format(area=area, name="" if old is None else names[old])
    if more := len(changes.taken) - len(named):
        yield ngettext("and {n} more", "and {n} more", more).format(n=more)
    for area, new in changes.given[:MOST_NAMED]:
        yield (_("nobody gets {area}") if new is None else _("{name} gets {area}")).format(
            name="" if new is None else names[new], area=area
        )
