"""Summary of a player's action and its effects in one line."""

from collections.abc import Mapping, Sequence

from shogun.base.language import _, marked
from shogun.games.rumble_nation.analysis.review import Decision, decided_by, leader, turning_point
from shogun.games.rumble_nation.rules.components import CARDS, TACTICS
from shogun.games.rumble_nation.rules.state import RESERVE, AreaResolved, CardPlayed, Choosing, Deployed, State
from shogun.games.rumble_nation.words import card_name, pieces


def done(event: Deployed | CardPlayed) -> str:
    """Return an action in a few words: pieces and their area, or a card."""
    if isinstance(event, CardPlayed):
        return card_name(event.card)
    words = _("{pieces} to {area}")
    return words.format(pieces=pieces(event.soldiers, daimyo=event.daimyo), area=event.area)


# Reasons why a card can't be played now, in a sentence (rules 3.3, 5.2, 5.4, 9.4, 9.10)

NEEDS: Mapping[str, str] = {
    "scout": marked("You have no soldier on the board."),
    "mountain_pass": marked("You don't have 2 soldiers in any area with a land border."),
    "sailing": marked("You don't have 2 soldiers in any area with a sea connection."),
    "detachment": marked("You don't have 2 soldiers in the same area."),
    "ninja": marked("You don't have soldiers in 2 areas."),
    "retreat": marked("You don't have 2 soldiers on the board."),
    "reinforcement": marked("You have no soldier in the reserve, or none on the board."),
    "rebel": marked("You have no soldier in the reserve, or no opponent has one on the board."),
    "banishment": marked("No opponent has a soldier in one of your areas."),
    "prisoner": marked("No opponent has a soldier next to one of your areas."),
    "lure": marked("No opponent has 2 soldiers in one of your areas."),
    "march_on_kyo": marked("You have no soldier in an area adjacent to Kyo."),
    "uesugi": marked("You have no soldier with your daimyo, or no land border there."),
    "takeda": marked("No opponent has a soldier where your daimyo is."),
    "oda": marked("Your daimyo can't move."),
    "mori": marked("You have no soldier in the reserve."),
    "chosokabe": marked("Your daimyo's area has no sea connection."),
    "otomo": marked("You have no soldiers in reserve, or no opponent has one in an area adjacent to your daimyo's."),
}
"""Missing requirement of a card that can't be carried out (chapters 6 and 10)."""


def why_not(state: State, card: str) -> tuple[str, str]:
    """Return why the active player can't play a card, and the number of the rule."""
    if state.is_any_finished:
        return _("Somebody's reserve is empty: no more cards may be played."), "3.3"
    if not isinstance(state.stage, Choosing):
        return _("A card is played before the roll, instead of rolling."), "4.6"
    barred = _barred_tactics(state) if card in TACTICS else _barred_daimyo(state, card)
    return barred or (_(NEEDS[card]), CARDS[card].rule)


def _barred_tactics(state: State) -> tuple[str, str] | None:
    has_played = state.players[state.turn].tactic is not None
    return (_("You have already played your tactics card."), "5.2") if has_played else None


def _barred_daimyo(state: State, card: str) -> tuple[str, str] | None:
    player = state.players[state.turn]
    if player.daimyo_card != card:
        return _("This is another player's daimyo card."), "9.4"
    if player.daimyo == RESERVE:
        return _("Your daimyo isn't on the board yet."), "9.10"
    return None


# Reasons for the outcome of a war, in words: each area of it, and all of it


def decision_word(decision: Decision) -> str:
    """Return the reason for an area's outcome in a word; empty for more pieces."""
    words = {"nobody": "", "alone": _("alone"), "katana": _("katana"), "support": _("support"), "pieces": ""}
    return words[decision]


def decision_text(state: State, outcome: AreaResolved, names: Sequence[str]) -> str:
    """Return the reason for an area's outcome in a sentence; empty for more pieces, or if nobody is there."""
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
    """Return a sentence on a new leader with everybody's points, who may lead only by the katana (8.2)."""
    sentence = _("{name} leads by katana") if points.count(max(points)) > 1 else _("{name} takes the lead")
    return sentence.format(name=name)


def turning_text(state: State, war: Sequence[AreaResolved], names: Sequence[str]) -> str:
    """Return in which area, and how, the winner took the lead for good."""
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
