"""Rumble Nation by typed lines: the table in words, and choices with the castles and pieces that they are about."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from shogun.base.language import _, ngettext, of_data
from shogun.game.dialogue import Answering, AnswerList, Item
from shogun.games.rumble_nation.analysis.hint import WarForecast, moved, transfers_of, war_now
from shogun.games.rumble_nation.analysis.review import move_changes, what_matters
from shogun.games.rumble_nation.rules.components import AREAS, BY_LAND, BY_SEA, CARDS
from shogun.games.rumble_nation.rules.state import (
    RESERVE,
    CarryOut,
    Deploy,
    Event,
    Move,
    Over,
    Player,
    Setup,
    State,
    TakeDaimyo,
)
from shogun.games.rumble_nation.words import PLAYER_NAMES, card_name, move_lines, pieces, sentence, short_ways
from shogun.games.rumble_nation.words import question_text as question_text  # noqa: PLC0414  part of the dialogue
from shogun.players.adviser import Hint

Names = Sequence[str]


def player_names(setup: Setup) -> Sequence[str]:
    """Return names for the players, easier to tell apart by ear than numbers."""
    return PLAYER_NAMES[: setup.seats]


def event_lines(events: Sequence[Event], _view: State, names: Names) -> list[str]:
    """Return events in sentences."""
    return [sentence(event, names) for event in events]


# The table in words


def table_lines(view: State, names: Names) -> list[str]:
    """Return everything on the table: players, tactics cards, and areas with castles, pieces and neighbors."""
    war = None if isinstance(view.stage, Over) else war_now(view)
    winners = {} if war is None else {outcome.area: outcome.winner for outcome in war.outcomes}
    return [*_players(view, names, war), *_cards(view), *(_area(view, area, names, winners) for area in AREAS)]


def _players(view: State, names: Names, war: WarForecast | None) -> Iterator[str]:
    if view.round:
        yield _("Round {n}").format(n=view.round) + "."
    for seat, (name, player) in enumerate(zip(names, view.players, strict=True)):
        facts = list(_player(player))
        if war is not None:
            points = ngettext("{n} point if the war began now", "{n} points if the war began now", war.points[seat])
            facts.append(points.format(n=war.points[seat]))
        yield f"{name}: {'; '.join(facts)}."


def _player(player: Player) -> Iterator[str]:
    left = pieces(player.reserve, daimyo=player.daimyo == RESERVE)
    yield _("{pieces} in the reserve").format(pieces=left)
    if player.katana is not None:
        yield _("katana {n}").format(n=player.katana)
    if player.tactic is not None:
        yield _("has played {card}").format(card=card_name(player.tactic))
    if player.daimyo_card is not None:
        sentence = _("daimyo card {card}, played") if player.daimyo_played else _("daimyo card {card}")
        yield sentence.format(card=card_name(player.daimyo_card))
    if player.large:
        yield _("castles {castles}").format(castles=", ".join(map(str, (*player.large, *player.small))))
        yield ngettext("{n} point", "{n} points", player.points).format(n=player.points)


def _cards(view: State) -> Iterator[str]:
    if view.tactics:
        yield _("Tactics cards:")
        yield from (f"  {_card(card)}" for card in view.tactics)
    held = [*view.daimyo_cards, *(player.daimyo_card for player in view.players if player.daimyo_card)]
    if held:
        yield _("Daimyo cards:")
        yield from (f"  {_card(card)}" for card in held)


def _card(card: str) -> str:
    return f"{card_name(card)}: {of_data(CARDS[card].text)}"


def _area(view: State, area: str, names: Names, winners: Mapping[str, int | None]) -> str:
    """Return an area with its castle, the pieces there, who would win it now, and its neighbors."""
    facts = [_there(view, area, names)]
    winner = winners.get(area)
    if winner is not None:
        facts.append(_("{name} would win it now").format(name=names[winner]))
    if BY_LAND[area]:
        facts.append(_("by land: {areas}").format(areas=", ".join(BY_LAND[area])))
    if BY_SEA[area]:
        facts.append(_("by sea: {areas}").format(areas=", ".join(BY_SEA[area])))
    return f"{_castle(view, area)}: {'; '.join(facts)}."


def _castle(view: State, area: str) -> str:
    if area not in view.castles:
        return area
    return _("{area} (castle {n})").format(area=area, n=view.castles[area])


def _there(view: State, area: str, names: Names) -> str:
    """Return who has which pieces in an area."""
    there = [
        f"{name} ({pieces(view.soldiers[area][seat], daimyo=player.daimyo == area)})"
        for seat, (name, player) in enumerate(zip(names, view.players, strict=True))
        if view.soldiers[area][seat] or player.daimyo == area
    ]
    return ", ".join(there) or _("empty")


# Answers


def advice_lines(hint: Hint) -> list[str]:
    """Return the advised move in words."""
    return move_lines(hint.move)


def answering(view: State, _inside: Any, question: Any, names: Names) -> Answering:
    """Return a list of the moves; those that put pieces somewhere say what is there."""
    return AnswerList([Item(_label(view, question.seat, move, names), move) for move in question.moves])


def _label(view: State, seat: int, move: Move, names: Names) -> str:
    match move:
        case Deploy(area, soldiers, daimyo):
            text = _("{pieces} to {area}").format(pieces=pieces(soldiers, daimyo=daimyo), area=_castle(view, area))
            there = _("{move}; there now: {pieces}").format(move=text, pieces=_there(view, area, names))
            return there + _changes(view, seat, move, names)
        case CarryOut(transfers):
            return short_ways(transfers, seat, names) + _changes(view, seat, move, names)
        case TakeDaimyo(card):
            return f"{move_lines(move)[0]}. {of_data(CARDS[card].text)}"
    return "; ".join(move_lines(move))


def _changes(view: State, seat: int, move: Deploy | CarryOut, names: Names) -> str:
    """Return in a sentence after others what a move would change if the war began then; empty before there are castles.

    The game itself isn't played on: after the last soldier it would fight the war.
    """
    changes = move_changes(view, moved(view, transfers_of(view, move)), seat)
    if changes is None:
        return ""
    return ". " + _("If the war started after this: {changes}").format(changes=what_matters(changes, names))
