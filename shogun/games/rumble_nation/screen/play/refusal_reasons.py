"""Why a card can't be played now, in a sentence (rules 3.3, 5.2, 5.4, 9.4, 9.10)."""

from collections.abc import Mapping

from shogun.base.language import _, marked
from shogun.games.rumble_nation.rules.components import CARDS, TACTICS
from shogun.games.rumble_nation.rules.state import RESERVE, Choosing, State

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
"""What is missing where a card has no way to be carried out (chapters 6 and 10)."""


def why_not(state: State, card: str) -> tuple[str, str]:
    """Return why the seat on turn can't play a card, and the number of the rule."""
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
