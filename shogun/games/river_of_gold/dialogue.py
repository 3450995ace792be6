"""River of Gold by typed lines: the table in words, and choices with what each would bring."""

from collections.abc import Iterator, Sequence
from typing import Any

from shogun.base.language import _, ngettext
from shogun.game.dialogue import Answering, AnswerList, Item
from shogun.games.river_of_gold.analysis.move_effects import foresee
from shogun.games.river_of_gold.rules.actions import price
from shogun.games.river_of_gold.rules.components import (
    GOODS,
    MASTERIES,
    PATRONS,
    REGIONS,
    SHORES,
)
from shogun.games.river_of_gold.rules.events import Built, Delivered, Event
from shogun.games.river_of_gold.rules.state import (
    Build,
    Deliver,
    Discard,
    Move,
    PlaceMarker,
    Player,
    ReplaceShip,
    Sail,
    Setup,
    TakePatron,
)
from shogun.games.river_of_gold.rules.views import View
from shogun.games.river_of_gold.words import (
    CLAN_NAMES,
    MASTERY_NAMES,
    PLAYER_NAMES,
    customer_lines,
    customer_name,
    gain_text,
    last_round_text,
    listed,
    mastery_text,
    move_lines,
    patron_lines,
    patron_name,
    places_text,
    plan_text,
    region_name,
    sentence,
    shore_name,
    tile_text,
    track_lines,
)
from shogun.games.river_of_gold.words import question_text as question_text  # noqa: PLC0414  part of the dialogue
from shogun.players.adviser import Hint

Names = Sequence[str]


def player_names(setup: Setup) -> Sequence[str]:
    """Return names for the players, easier to tell apart by ear than numbers."""
    return PLAYER_NAMES[: setup.seats]


def event_lines(events: Sequence[Event], _view: View, names: Names) -> list[str]:
    """Return events in sentences."""
    return [sentence(event, names) for event in events]


# The table in words


def table_lines(view: View, names: Names) -> list[str]:
    """Return everything that a player sees: players, the own hand, building row, masteries, regions, shores."""
    return [
        *_moment(view, names),
        *_players(view, names),
        *_hand(view),
        *_row(view),
        *_masteries(view, names),
        *_regions(view, names),
    ]


def _moment(view: View, names: Names) -> Iterator[str]:
    if view.turn >= 0:
        yield _("Round {n}").format(n=view.turn // view.seats + 1) + "."
    if last := last_round_text(view, names):
        yield last


def _players(view: View, names: Names) -> Iterator[str]:
    return (_status(view, seat, names) for seat in range(view.seats))


def _status(view: View, seat: int, names: Names) -> str:
    """Return everything that a player has."""
    return f"{names[seat]}: {'; '.join(_player(view.players[seat], view.hand_sizes[seat]))}."


def _player(player: Player, cards: int) -> Iterator[str]:
    if player.clan:
        yield patron_name(player.patron) if player.patron in PATRONS else _(CLAN_NAMES[player.clan])
    if player.die:
        yield _("die {n}").format(n=player.die)
    yield gain_text("points", player.points)
    yield listed([gain_text("koku", player.koku), *map(gain_text, GOODS, player.goods)])
    yield _("{favor} of at most {most}").format(favor=gain_text("favor", player.favor), most=player.favor_limit)
    yield _("ships on river spaces {a} and {b}").format(a=player.ships[0], b=player.ships[1])
    influence = [
        f"{region_name(region)} {number}" for region, number in zip(REGIONS, player.influence, strict=True) if number
    ]
    if influence:
        yield _("influence: {regions}").format(regions=listed(influence))
    if player.delivered:
        yield _("customers served: {customers}").format(customers=listed(map(customer_name, player.delivered)))
    yield ngettext("{n} customer in hand", "{n} customers in hand", cards).format(n=cards)


def _hand(view: View) -> Iterator[str]:
    if view.hand:
        yield _("Your customers:")
        yield from (f"  {_joined(customer_lines(customer))}" for customer in view.hand)


def _joined(lines: Sequence[str]) -> str:
    return " ".join(line if line.endswith((".", ":")) else f"{line}." for line in lines)


def _row(view: View) -> Iterator[str]:
    if view.row:
        yield _("Building row, the last tile leaves next:")
        yield from (f"  {tile_text(tile)}" for tile in view.row)


def _masteries(view: View, names: Names) -> Iterator[str]:
    for mastery, claims in zip(view.masteries, view.claims, strict=False):
        awards = places_text(MASTERIES[mastery].awards[view.seats])
        name = _(MASTERY_NAMES[mastery])
        facts = [mastery_text(mastery), awards]
        if claims:
            facts.append(_("claimed by {names}").format(names=listed(names[seat] for seat in claims)))
        yield f"{name[:1].upper()}{name[1:]}: {'; '.join(facts)}."


def _regions(view: View, names: Names) -> Iterator[str]:
    for number in REGIONS:
        lines = track_lines(number, view.scoring[number - 1] if view.scoring else 0, view.seats)
        yield _joined(lines).rstrip(".") + ":"
        yield from (f"  {_shore(view, shore.number, names)}" for shore in SHORES if shore.region == number)


def _shore(view: View, number: int, names: Names) -> str:
    """Return a shore space with its tile and markers, or its cost, and the river spaces that touch it."""
    river = listed(map(str, SHORES[number - 1].river))
    at = _("space {n}, at river spaces {river}").format(n=number, river=river)
    return f"{at}: {_what(view, number, names)}."


def _what(view: View, number: int, names: Names) -> str:
    tile = view.tiles[number - 1]
    if not tile:
        return _("empty, costs {koku} koku").format(koku=SHORES[number - 1].cost)
    owners = listed(names[seat] for seat in view.markers[number - 1])
    return f"{tile_text(tile)}, {owners}" if owners else tile_text(tile)


# Answers


def advice_lines(hint: Hint) -> list[str]:
    """Return the advised move in words: for a turn the whole plan."""
    text = plan_text(getattr(hint, "plan", ()))
    return [text[:1].upper() + text[1:]] if text else move_lines(hint.move)


def answering(view: View, _inside: Any, question: Any, names: Names) -> Answering:
    """Return lists of the moves, those that build by their space first; each says what it would bring.

    Before a turn's action comes what the player has, with the wishes of the customers in hand.
    """
    is_action = any(isinstance(move, Sail) for move in question.moves)
    head = [_status(view, question.seat, names), *_hand(view)] if is_action else []
    return AnswerList(list(_items(view, question.seat, question.moves, names)), head)


def _items(view: View, seat: int, moves: Sequence[Move], names: Names) -> Iterator[Item]:
    spaces: dict[int, list[Build]] = {}
    for move in moves:
        if isinstance(move, Build):
            spaces.setdefault(move.shore, []).append(move)
    for space, builds in spaces.items():

        def more(builds: Sequence[Build] = builds) -> list[Item]:
            return [Item(_tile(view, seat, build, names), build) for build in builds]

        cost = price(view.players[seat], SHORES[space - 1])
        label = _("Build on {where} for {cost} koku").format(where=shore_name(space), cost=cost)
        yield Item(f"{label}; {_river(space)}", more=more, leads_to=builds.__contains__)
    for move in moves:
        if not isinstance(move, Build):
            yield Item(_label(view, seat, move, names), move)


def _river(space: int) -> str:
    return _("at river spaces {river}").format(river=listed(map(str, SHORES[space - 1].river)))


def _tile(view: View, seat: int, build: Build, names: Names) -> str:
    return _with_told(tile_text(build.tile), _told(view, seat, build, names))


def _label(view: View, seat: int, move: Move, names: Names) -> str:
    text = "; ".join(move_lines(move))
    match move:
        case Sail():
            return "; ".join(_told(view, seat, move, names))
        case Deliver():
            return _with_told(text, _told(view, seat, move, names))
        case Discard() | TakePatron():
            card = customer_lines(move.customer) if isinstance(move, Discard) else patron_lines(move.patron)
            return f"{text}: {_joined(card[1:])}"
        case PlaceMarker(shore):
            return f"{text}: {_what(view, shore, names)}"
        case ReplaceShip(ship):
            return f"{text}: {_('on river space {n}').format(n=view.players[seat].ships[ship])}"
    return text


def _with_told(text: str, told: Sequence[str]) -> str:
    return f"{text}: {'; '.join(told)}" if told else text


def _told(view: View, seat: int, move: Move, names: Names) -> list[str]:
    """Return what a move would bring to whom, except what chance or a later choice decides."""
    events = [effect.event for effect in foresee(view, seat, (move,)).effects if effect.event is not None]
    return [sentence(event, names) for event in events if type(event) not in _SAID]


_SAID = (Built, Delivered)
"""Events that the choice itself says."""
