"""Rumble Nation in words, for the commands and the generic screen: the options of a new game, moves and events."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from shogun.base.language import _, ngettext, of_data
from shogun.game.words import seat_name, to_move
from shogun.games.rumble_nation.rules import state as ev
from shogun.games.rumble_nation.rules.components import CARDS, COUNTS
from shogun.games.rumble_nation.rules.state import (
    RESERVE,
    CarryOut,
    Choosing,
    Deploy,
    Deploying,
    Move,
    PlayCard,
    Playing,
    RollAgain,
    RollDice,
    Setup,
    State,
    TakeDaimyo,
    TakingDaimyo,
    Transfer,
)

SEATS = max(COUNTS)
"""Number of players by default."""
PLAYER_NAMES = ("Imagawa", "Shimazu", "Asakura", "Hōjō")
"""Names offered to players, in seat order."""


def setup_text(setup: Setup) -> str:
    """Return the settings besides the number of players, as the title of a table."""
    return _("advanced game") if setup.advanced else _("basic game")


def board_of(_setup: Setup) -> str:
    """Return an empty text: there is only one board."""
    return ""


def seat_names(setup: Setup) -> list[str]:
    """Return names for seats that nobody has named."""
    return [_("Player {n}").format(n=seat + 1) for seat in range(setup.seats)]


# Moves


def move_lines(move: Move) -> list[str]:
    """Return a move in words; of a card what goes where, a line each."""
    match move:
        case RollDice():
            return [_("Roll the dice")]
        case RollAgain():
            return [_("Roll again")]
        case TakeDaimyo(card):
            return [_("Take {card}").format(card=card_name(card))]
        case PlayCard(card):
            return [_("Play {card}: {text}").format(card=card_name(card), text=of_data(CARDS[card].text))]
        case Deploy():
            return [_("{pieces} to {area}").format(pieces=pieces(move.soldiers, daimyo=move.daimyo), area=move.area)]
        case CarryOut(transfers):
            return [transfer_text(transfer) for transfer in transfers]


def card_name(card: str) -> str:
    """Return the name of a card."""
    return of_data(CARDS[card].name)


def pieces(soldiers: int, *, daimyo: bool) -> str:
    """Return soldiers and a daimyo in words."""
    text = ngettext("{n} soldier", "{n} soldiers", soldiers).format(n=soldiers)
    if not daimyo:
        return text
    return _("{soldiers} and the daimyo").format(soldiers=text) if soldiers else _("the daimyo")


def transfer_text(transfer: Transfer) -> str:
    """Return the moves of pieces in words."""
    text = pieces(transfer.soldiers, daimyo=transfer.daimyo)
    if transfer.source == RESERVE:
        sentence = _("{name}: {pieces} from the reserve to {target}")
    elif transfer.target == RESERVE:
        sentence = _("{name}: {pieces} from {source} back into the reserve")
    else:
        sentence = _("{name}: {pieces} from {source} to {target}")
    return sentence.format(name=seat_name(transfer.seat), pieces=text, source=transfer.source, target=transfer.target)


# Questions


def question_text(question: Any, view: State, names: Sequence[str]) -> str:
    """Return a question as a sentence."""
    if question.seat is None:
        return ""
    who = names[question.seat]
    match view.stage:
        case Choosing():
            may_play = len(question.moves) > 1
            text = _("{who}: roll the dice, or play a card.") if may_play else _("{who}: roll the dice.")
            return text.format(who=who)
        case Deploying():
            return _(
                "{who}: choose the die for your number of soldiers; the other two add up to the castle's number."
            ).format(who=who)
        case Playing(card):
            return _("{who}: choose how to play {card}.").format(who=who, card=card_name(card))
        case TakingDaimyo():
            return _("{who}: take a daimyo card.").format(who=who)
    return to_move(question, names)


# Events


def sentence(event: ev.Event, names: Sequence[str]) -> str:
    """Return an event in a sentence."""
    text: str = _SENTENCES[type(event)](event, names)
    return text


def _listed(cards: Iterable[str]) -> str:
    return ", ".join(map(card_name, cards))


def _castles(event: ev.CastlesLaid, _names: Sequence[str]) -> str:
    laid = ", ".join(f"{castle} {area}" for castle, area in enumerate(event.areas, 2))
    return _("The castles are placed: {laid}").format(laid=laid)


def _tactics(event: ev.TacticsRevealed, _names: Sequence[str]) -> str:
    return _("Tactics cards in play: {cards}").format(cards=_listed(event.cards))


def _first(event: ev.FirstSeatDrawn, names: Sequence[str]) -> str:
    return _("{name} goes first, drawn by lot").format(name=names[event.seat])


def _daimyo(event: ev.DaimyoRevealed, _names: Sequence[str]) -> str:
    return _("Daimyo cards in play: {cards}").format(cards=_listed(event.cards))


def _taken(event: ev.DaimyoTaken, names: Sequence[str]) -> str:
    return _("{name} takes {card}").format(name=names[event.seat], card=card_name(event.card))


def _rolled(event: ev.DiceRolled, names: Sequence[str]) -> str:
    sentence = _("{name} rolls again: {dice}") if event.again else _("{name} rolls {dice}")
    return sentence.format(name=names[event.seat], dice=", ".join(map(str, event.dice)))


def rolling(event: ev.DiceRolled, names: Sequence[str]) -> str:
    """Return in a sentence who rolls, before the result is shown."""
    sentence = _("{name} rolls again …") if event.again else _("{name} rolls the dice …")
    return sentence.format(name=names[event.seat])


def _deployed(event: ev.Deployed, names: Sequence[str]) -> str:
    text = pieces(event.soldiers, daimyo=event.daimyo)
    sentence = _("{name} deploys to {area} (castle {castle}): {pieces}")
    return sentence.format(name=names[event.seat], pieces=text, area=event.area, castle=event.castle)


def _card(event: ev.CardPlayed, names: Sequence[str]) -> str:
    what = short_ways(event.transfers, event.seat, names)
    return _("{name} plays {card}: {what}").format(name=names[event.seat], card=card_name(event.card), what=what)


def short_ways(transfers: Sequence[Transfer], seat: int, names: Sequence[str]) -> str:
    """Return a seat's moves by a card in a few words; owners of pieces are only named if they are others'."""
    sentences = []
    for whose in dict.fromkeys(transfer.seat for transfer in transfers):
        parts = ", ".join(_short(transfer) for transfer in transfers if transfer.seat == whose)
        sentences.append(parts if whose == seat else _("{name}: {what}").format(name=names[whose], what=parts))
    return "; ".join(sentences)


def _short(transfer: Transfer) -> str:
    number = _piece_words(transfer)
    if transfer.source == RESERVE:
        return _("{pieces} to {target}").format(pieces=number, target=transfer.target)
    if transfer.target == RESERVE:
        return _("{pieces} leave {source}").format(pieces=number, source=transfer.source)
    return _("{pieces} {source} → {target}").format(pieces=number, source=transfer.source, target=transfer.target)


def _piece_words(transfer: Transfer) -> str:
    if not transfer.daimyo:
        return str(transfer.soldiers)
    return _("{n} + daimyo").format(n=transfer.soldiers) if transfer.soldiers else _("daimyo")


def _finished(event: ev.Finished, names: Sequence[str]) -> str:
    return _("{name} has emptied the reserve and takes katana {n}").format(name=names[event.seat], n=event.katana)


def _resolved(event: ev.AreaResolved, names: Sequence[str]) -> str:
    if event.winner is None:
        return _("{area}: empty; castle {n} is discarded").format(area=event.area, n=event.castle)
    said = [_taken_by(event, seat, names) for seat in event.fought if seat in (event.winner, event.second)]
    if others := [seat for seat in event.fought if seat not in (event.winner, event.second)]:
        rivals = [
            _("{name} with {strength}").format(name=names[seat], strength=event.strengths[seat]) for seat in others
        ]
        said.append(_("nothing for {whom}").format(whom=", ".join(rivals)))
    if event.supported:
        sentence = ngettext("{n} support each to {areas}", "{n} support each to {areas}", event.support)
        if len(event.supported) == 1:
            sentence = ngettext("{n} support to {areas}", "{n} support to {areas}", event.support)
        said.append(sentence.format(n=event.support, areas=", ".join(event.supported)))
    return _("{area}: {what}").format(area=event.area, what="; ".join(said))


def fought_for(event: ev.AreaResolved) -> str:
    """Return in a sentence which area is resolved, before the winner is shown."""
    return _("The war: {area}, castle {n}").format(area=event.area, n=event.castle)


def tied(event: ev.AreaResolved) -> str:
    """Return that the strongest of an area are tied, before the higher katana is revealed: "Kyo: 5 : 5 ..."."""
    best = max(event.strengths)
    equal = " : ".join(str(strength) for strength in event.strengths if strength == best)
    return _("{area}: {equal} … the higher katana decides").format(area=event.area, equal=equal)


def _taken_by(event: ev.AreaResolved, seat: int, names: Sequence[str]) -> str:
    """Return which castle of an area the first or the second takes, and with which strength."""
    if seat == event.winner:
        by_katana = _("{name} with {strength} wins castle {n} on the higher katana")
        sentence = by_katana if event.is_tie else _("{name} with {strength} wins castle {n}")
        return sentence.format(name=names[seat], strength=event.strengths[seat], n=event.castle)
    sentence = _("{name} with {strength} wins the small castle, worth {n}")
    return sentence.format(name=names[seat], strength=event.strengths[seat], n=event.small)


def _ended(event: ev.GameEnded, names: Sequence[str]) -> str:
    sentence = (
        _("{name} wins the game: {points}, by the higher katana")
        if event.by_katana
        else _("{name} wins the game: {points}")
    )
    points = sorted(event.points, reverse=True)
    return sentence.format(name=names[event.winner], points=" : ".join(map(str, points)))


_SENTENCES: Mapping[type, Callable[[Any, Sequence[str]], str]] = {
    ev.CastlesLaid: _castles, ev.TacticsRevealed: _tactics, ev.FirstSeatDrawn: _first, ev.DaimyoRevealed: _daimyo,
    ev.DaimyoTaken: _taken, ev.DiceRolled: _rolled, ev.Deployed: _deployed, ev.CardPlayed: _card,
    ev.Finished: _finished, ev.AreaResolved: _resolved, ev.GameEnded: _ended,
}  # fmt: skip
