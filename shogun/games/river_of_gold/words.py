"""River of Gold in words: names, options of a new game, moves, events, plans, and abilities of components."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from shogun.base.language import _, marked, ngettext, of_data, together
from shogun.game.words import to_move
from shogun.games.river_of_gold.rules import events as ev
from shogun.games.river_of_gold.rules import state as mv
from shogun.games.river_of_gold.rules.components import (
    BONUSES,
    BOX,
    COSTS,
    CUSTOMERS,
    GOODS,
    MASTERIES,
    PATRONS,
    PLAYERS,
    SHORES,
    TILES,
    TRACKS,
    Customer,
    Gains,
    values_of,
)
from shogun.games.river_of_gold.rules.state import Build, Move, Setup, SpendFavor
from shogun.games.river_of_gold.rules.turns import END_TURN
from shogun.games.river_of_gold.rules.views import View

# Names of regions, spaces, tiles, customers, masteries and patrons, and gains in words

KIND_NAMES: Mapping[str, str] = {
    "port": marked("port"),
    "shrine": marked("shrine"),
    "manor": marked("manor"),
    "market": marked("market"),
}
CUSTOMER_KINDS: Mapping[str, str] = {
    "artisan": marked("artisan"),
    "elder": marked("elder"),
    "merchant": marked("merchant"),
    "monk": marked("monk"),
    "noble": marked("noble"),
}
CUSTOMER_NAMES: Mapping[str, str] = {
    "artisan": marked("artisan of {region}"),
    "elder": marked("elder of {region}"),
    "merchant": marked("merchant of {region}"),
    "monk": marked("monk of {region}"),
    "noble": marked("noble of {region}"),
}
CLAN_NAMES: Mapping[str, str] = {
    "crab": marked("Crab"),
    "crane": marked("Crane"),
    "mantis": marked("Mantis"),
    "scorpion": marked("Scorpion"),
}
MASTERY_NAMES: Mapping[str, str] = {
    "air": marked("mastery of Air"),
    "fire": marked("mastery of Fire"),
    "earth": marked("mastery of Earth"),
    "water": marked("mastery of Water"),
    "void": marked("mastery of Void"),
    "courts": marked("mastery of Courts"),
}
MASTERY_TITLES: Mapping[str, str] = {
    "air": marked("Air"),
    "fire": marked("Fire"),
    "earth": marked("Earth"),
    "water": marked("Water"),
    "void": marked("Void"),
    "courts": marked("Courts"),
}
"""Names of masteries as printed on the cards, for titles."""
_COUNTED_NAMES: Mapping[str, str] = {
    "port": marked("1 koku for each own port"),
    "shrine": marked("1 koku for each own shrine"),
    "manor": marked("1 koku for each own manor"),
    "market": marked("1 koku for each own market"),
    "customer": marked("1 koku for each customer"),
}
_GAIN_TEXTS: Mapping[str, Callable[[int], str]] = {
    "points": lambda n: ngettext("{n} point", "{n} points", n),
    "koku": lambda _n: _("{n} koku"),
    "silk": lambda n: ngettext("{n} silk", "{n} silk", n),
    "rice": lambda n: ngettext("{n} rice", "{n} rice", n),
    "porcelain": lambda n: ngettext("{n} porcelain", "{n} porcelain", n),
    "good": lambda n: ngettext("{n} good of your choice", "{n} goods of your choice", n),
    "favor": lambda n: ngettext("{n} favor", "{n} favor", n),
    "favor_limit": lambda _n: _("{n} favor limit"),
    "influence": lambda n: ngettext("{n} influence", "{n} influence", n),
    "customer": lambda n: ngettext("draw {n} customer", "draw {n} customers", n),
}
"""Gains in words; in other languages silk, favor and influence are counted too."""


def region_name(region: int) -> str:
    """Return the name of a region."""
    return of_data(BOX.region[region - 1].english)


def shore_name(shore: int) -> str:
    """Return the name of a shore space: by its number, which the rules use too, and its region."""
    return _("space {n} ({region})").format(n=shore, region=region_name(SHORES[shore - 1].region))


def customer_name(customer: str) -> str:
    """Return the name of a customer."""
    card = CUSTOMERS[customer]
    return _(CUSTOMER_NAMES[card.kind]).format(region=region_name(card.region))


def order_text(customer: str) -> str:
    """Return the goods of a customer's order."""
    goods = zip(GOODS, CUSTOMERS[customer].order, strict=True)
    return listed(gain_text(good, number) for good, number in goods if number)


def patron_name(patron: str) -> str:
    """Return the name of a patron, with the clan."""
    card = PATRONS[patron]
    return _("{name} ({clan})").format(name=card.name, clan=_(CLAN_NAMES[card.clan]))


def tile_kind(tile: str) -> str:
    """Return the kind of a building tile in words."""
    return _(KIND_NAMES[TILES[tile].kind])


def tile_text(tile: str) -> str:
    """Return the text of a building tile."""
    printed = TILES[tile]
    said = [_("visitor: {gains}").format(gains=gains_text(printed.visitor))]
    if printed.owner:
        said.append(_("owner: {gains}").format(gains=gains_text(printed.owner)))
        said.append(gain_text("influence", printed.influence))
    return _("{kind} ({what})").format(kind=_(KIND_NAMES[printed.kind]), what="; ".join(said))


def gains_text(gains: Gains) -> str:
    """Return gains in words."""
    return listed(gain_text(gain.verb, gain.number, gain.of) for gain in gains)


def gain_text(verb: str, number: int, of: str = "") -> str:
    """Return one gain in words."""
    if of:
        return _(_COUNTED_NAMES[of])
    return _GAIN_TEXTS[verb](number).format(n=number)


def listed(words: Iterable[str]) -> str:
    """Return words with commas between them."""
    return ", ".join(words)


SEATS = max(PLAYERS)
"""Number of players by default."""
PLAYER_NAMES = ("Akiko", "Haruto", "Sayuri", "Kenji")
"""Names offered to players, in seat order."""


def setup_text(setup: Setup) -> str:
    """Return the settings besides the number of players, as the title of a table."""
    match setup.patrons:
        case "table":
            return _("chosen patrons")
        case "lot":
            return _("random patrons")
    return _("no patrons")


def board_of(_setup: Setup) -> str:
    """Return an empty text: there is only one board."""
    return ""


def seat_names(setup: Setup) -> list[str]:
    """Return names for seats that nobody has named."""
    return [_("Player {n}").format(n=seat + 1) for seat in range(setup.seats)]


def last_round_text(view: Any, names: Sequence[str]) -> str:
    """Return the players who still have a turn in the last round (11.5); empty before it has begun."""
    if view.last_turn is None:
        return ""
    left = [names[view.order[turn % view.seats]] for turn in range(view.turn + 1, view.last_turn + 1)]
    if not left:
        return _("This is the last turn of the game.")
    sentence = ngettext(
        "Last round: {names} has one more turn.",
        "Last round: {names} have one more turn each.",
        len(left),
    )
    return sentence.format(names=together(left))


# Moves


def move_lines(move: mv.Move) -> list[str]:
    """Return a move in words."""
    return [_MOVES[type(move)](move)]


def _favor(move: mv.SpendFavor) -> str:
    return _("Spend 1 favor: the die shows 1 more") if move.by > 0 else _("Spend 1 favor: the die shows 1 less")


def _build(move: mv.Build) -> str:
    where, cost = shore_name(move.shore), SHORES[move.shore - 1].cost
    return _("Build on {where} for {cost} koku: {tile}").format(where=where, cost=cost, tile=tile_text(move.tile))


def _sail(move: mv.Sail) -> str:
    ship = ship_name(move.ship)
    if not move.by:
        return _("Sail with {ship}").format(ship=ship)
    sentence = _("Sail with {ship}, 1 space more") if move.by > 0 else _("Sail with {ship}, 1 space less")
    return sentence.format(ship=ship)


def ship_name(number: int) -> str:
    """Return a ship, 0 or 1, in words."""
    return _("the first ship") if number == 0 else _("the second ship")


def _deliver(move: mv.Deliver) -> str:
    return _("Deliver {goods} to the {customer}").format(
        goods=order_text(move.customer), customer=customer_name(move.customer)
    )


def _exchange(move: mv.ExchangeGoods) -> str:
    return _("Exchange {give} for {get}").format(
        give=gain_text(move.give, COSTS.exchange_goods), get=gain_text(move.get, 1)
    )


_MOVES: Mapping[type, Callable[[Any], str]] = {
    mv.TakeClan: lambda move: _("Play the {clan}").format(clan=_(CLAN_NAMES[move.clan])),
    mv.TakePatron: lambda move: _("Take {patron}").format(patron=patron_name(move.patron)),
    mv.SpendFavor: _favor,
    mv.Build: _build,
    mv.Sail: _sail,
    mv.Deliver: _deliver,
    mv.TakeGood: lambda move: _("Take {good}").format(good=gain_text(move.good, 1)),
    mv.TakeKoku: lambda _move: _("Take 3 koku"),
    mv.SellGood: lambda move: _("Sell {good}").format(good=gain_text(move.good, 1)),
    mv.StopSelling: lambda _move: _("Sell nothing more"),
    mv.PlaceMarker: lambda move: _("Put the second marker on the building at {where}").format(
        where=shore_name(move.shore)
    ),
    mv.ReplaceShip: lambda move: _("Replace {ship} with the noble ship").format(ship=ship_name(move.ship)),
    mv.Discard: lambda move: _("Discard the {customer}").format(customer=customer_name(move.customer)),
    mv.RollDie: lambda _move: _("Roll for the next turn"),
    mv.SetDie: lambda move: _("Spend 1 favor and set the die to {n}").format(n=move.number),
    mv.EndTurn: lambda _move: _("End the turn"),
    mv.ExchangeGoods: _exchange,
    mv.BuyFavor: lambda _move: _("Exchange 5 koku for 1 favor"),
}


# Questions

ONLY_END = "only_end"
"""Marks the end of a turn (4.5) without exchanges before it."""
_PROMPTS: dict[str, str] = {
    "clan": marked("{who}: choose your clan."),
    "patron": marked("{who}: choose your patron."),
    "choose_first_die": marked("{who}: roll the die, or spend favor to set it."),
    "turn": marked("{who}: build, sail or deliver."),
    END_TURN: marked("{who}: exchange if you like, then roll for your next turn."),
    ONLY_END: marked("{who}: roll for your next turn."),
    "good": marked("{who}: choose a good."),
    "sale": marked("{who}: sell a good for 5 koku?"),
    "journey": marked("{who}: journey complete! Choose your reward."),
    "place_marker": marked("{who}: choose the building for your second marker."),
    "noble_ship": marked("{who}: choose the ship to replace with the noble ship."),
    "discard": marked("{who}: discard a customer."),
}
"""Prompts by the verb of the open question."""
_LAST_PROMPTS: dict[str, str] = {
    "turn": marked("{who}: your last turn. Build, sail or deliver."),
    END_TURN: marked("{who}: exchange if you like, then end your last turn."),
    ONLY_END: marked("{who}: end your last turn."),
}
"""Prompts in the last round."""


def question_text(question: Any, view: View, names: Sequence[str]) -> str:
    """Return a question as a sentence."""
    if question.seat is None:
        return ""
    verb = view.pending[-1].verb if view.pending else ""
    can_exchange = any(isinstance(move, mv.ExchangeGoods | mv.BuyFavor) for move in question.moves)
    prompts = {**_PROMPTS, **(_LAST_PROMPTS if view.last_turn is not None else {})}
    asked = prompts.get(verb if can_exchange or verb != END_TURN else ONLY_END, "")
    return _(asked).format(who=names[question.seat]) if asked else to_move(question, names)


# Events


def sentence(event: ev.Event, names: Sequence[str]) -> str:
    """Return an event in a sentence."""
    name = names[event.seat] if hasattr(event, "seat") else ""
    return _SENTENCES[type(event)](event, name, names)


def _clan(event: ev.ClanTaken, name: str, _names: Sequence[str]) -> str:
    if event.patron:
        return _("{name} takes {patron}").format(name=name, patron=patron_name(event.patron))
    return _("{name} plays the {clan}").format(name=name, clan=_(CLAN_NAMES[event.clan]))


def _patrons(event: ev.PatronsLaid, _name: str, _names: Sequence[str]) -> str:
    if event.patrons[0] in PATRONS:
        return _("Patrons on the table: {patrons}").format(patrons=listed(map(patron_name, event.patrons)))
    clans = listed(_(CLAN_NAMES[clan]) for clan in event.patrons)
    return _("The clans are drawn at random, in turn order: {clans}").format(clans=clans)


def _sailed(event: ev.Sailed, name: str, _names: Sequence[str]) -> str:
    sentence = _("{name} sails with {ship} from {source} to {target}")
    if event.journey:
        sentence = _("{name} sails with {ship} from {source} to {target} and completes a journey")
    return sentence.format(name=name, ship=ship_name(event.ship), source=event.source, target=event.target)


def _built(event: ev.Built, name: str, _names: Sequence[str]) -> str:
    what = {"where": shore_name(event.shore), "tile": tile_text(event.tile), "paid": event.paid}
    return _("{name} pays {paid} koku and builds on {where}: {tile}").format(name=name, **what)


def _gained(event: ev.Gained, name: str, _names: Sequence[str]) -> str:
    if event.lost and not event.number:
        sentence = _("{name} would gain {gain}, but is at the limit")
        return sentence.format(name=name, gain=gain_text(event.what, event.lost))
    sentence = _("{name} gains {gain}, reaching the limit") if event.lost else _("{name} gains {gain}")
    text = sentence.format(name=name, gain=gain_text(event.what, event.number))
    return _("{what} (space {n})").format(what=text, n=event.shore) if event.shore else text


def _influence(event: ev.InfluenceGained, name: str, _names: Sequence[str]) -> str:
    sentence = _("{name} rises from {source} to {target} in {region}")
    return sentence.format(name=name, source=event.source, target=event.target, region=region_name(event.region))


def _drawn(event: ev.CustomersDrawn, name: str, _names: Sequence[str]) -> str:
    return ngettext("{name} draws {n} customer", "{name} draws {n} customers", event.number).format(
        name=name, n=event.number
    )


def _mastery(event: ev.MasteryClaimed, name: str, _names: Sequence[str]) -> str:
    sentence = ngettext(
        "{name} claims the {mastery}: {points} point", "{name} claims the {mastery}: {points} points", event.points
    )
    return sentence.format(name=name, mastery=_(MASTERY_NAMES[event.mastery]), points=event.points)


def _scored(event: ev.Scored, name: str, _names: Sequence[str]) -> str:
    sentence = _(
        "{name}: {play} during the game, {regions} for regions, {delivered} for deliveries, "
        "{abilities} for abilities: {total}"
    )
    return sentence.format(
        name=name,
        play=event.play,
        regions=event.regions,
        delivered=event.delivered,
        abilities=event.abilities,
        total=event.total,
    )


def _ended(event: ev.GameEnded, _name: str, names: Sequence[str]) -> str:
    points = " : ".join(map(str, sorted(event.points, reverse=True)))
    winners = listed(names[seat] for seat in event.winners)
    if len(event.winners) > 1:
        return _("{names} share the victory: {points}").format(names=winners, points=points)
    return _("{name} wins the game: {points}").format(name=winners, points=points)


_SENTENCES: Mapping[type, Callable[[Any, str, Sequence[str]], str]] = {
    ev.FirstSeatDrawn: lambda _event, name, _names: _("{name} goes first").format(name=name),
    ev.BoardLaid: lambda event, _name, _names: _("Masteries in this game: {masteries}").format(
        masteries=listed(_(MASTERY_NAMES[mastery]) for mastery in event.masteries)
    ),
    ev.PatronsLaid: _patrons,
    ev.ClanTaken: _clan,
    ev.ShipsPlaced: lambda event, name, _names: _("{name}'s ships start on river spaces {a} and {b}").format(
        name=name, a=event.spaces[0], b=event.spaces[1]
    ),
    ev.DieRolled: lambda event, name, _names: _("{name} rolls {n}").format(name=name, n=event.number),
    ev.DieSet: lambda event, name, _names: _("{name} sets the die to {n}").format(name=name, n=event.number),
    ev.FavorSpent: lambda event, name, _names: _("{name} spends favor: the die shows {n}").format(
        name=name, n=event.number
    ),
    ev.GoodsExchanged: lambda event, name, _names: _("{name} exchanges {give} for {get}").format(
        name=name, give=gain_text(event.give, COSTS.exchange_goods), get=gain_text(event.get, 1)
    ),
    ev.FavorBought: lambda _event, name, _names: _("{name} exchanges 5 koku for 1 favor").format(name=name),
    ev.Built: _built,
    ev.Sailed: _sailed,
    ev.Delivered: lambda event, name, _names: _("{name} delivers to the {customer}").format(
        name=name, customer=customer_name(event.customer)
    ),
    ev.Gained: _gained,
    ev.InfluenceGained: _influence,
    ev.GoodSold: lambda event, name, _names: _("{name} sells {good}").format(name=name, good=gain_text(event.good, 1)),
    ev.MarkerPlaced: lambda event, name, _names: _("{name} puts a second marker on {where}").format(
        name=name, where=shore_name(event.shore)
    ),
    ev.ShipReplaced: lambda event, name, _names: _("{name} replaces {ship} with the noble ship").format(
        name=name, ship=ship_name(event.ship)
    ),
    ev.CustomersDrawn: _drawn,
    ev.CustomerDiscarded: lambda event, name, _names: _("{name} discards the {customer}").format(
        name=name, customer=customer_name(event.customer)
    ),
    ev.CustomersShuffled: lambda _event, _name, _names: _("The discard pile is shuffled into a new deck"),
    ev.TileGone: lambda event, _name, _names: _("A tile leaves the game: {tile}").format(tile=tile_text(event.tile)),
    ev.TileLaid: lambda event, _name, _names: _("New in the row: {tile}").format(tile=tile_text(event.tile)),
    ev.EmperorCame: lambda _event, _name, _names: _("The Emperor visits! Every owner is rewarded"),
    ev.LastTileLaid: lambda _event, name, _names: _(
        "Last tile! {name} finishes this turn; everyone else has one more"
    ).format(name=name),
    ev.MarkerPassed: lambda event, name, names: _("{other} passes {name} in {region}").format(
        name=name, other=names[event.by], region=region_name(event.region)
    ),
    ev.MasteryClaimed: _mastery,
    ev.TurnBegan: lambda event, name, names: _("Round {n}: {name}").format(
        n=(event.number - 1) // len(names) + 1, name=name
    ),
    ev.RegionScored: lambda event, name, _names: _("{name} scores {points} for {region}").format(
        name=name, points=event.points, region=region_name(event.region)
    ),
    ev.Scored: _scored,
    ev.GameEnded: _ended,
}


# Plans: a whole turn in the words of an adviser


def plan_text(moves: Sequence[Move]) -> str:
    """Return a plan in words for mid-sentence; all favor spent on the die is mentioned once."""
    by, lines = 0, []
    for number, move in enumerate(moves):
        if isinstance(move, SpendFavor):
            by += move.by
            if not any(isinstance(later, SpendFavor) for later in moves[number + 1 :]):
                lines.append(_favor_spent(by))
        else:
            lines += [line[:1].lower() + line[1:] for line in _brief(move)]
    return ", ".join(lines)


def _favor_spent(by: int) -> str:
    """Return that favor is spent to change the die by `by`."""
    if by > 0:
        text = ngettext("spend {n} favor for {n} more on the die", "spend {n} favor for {n} more on the die", by)
    else:
        text = ngettext("spend {n} favor for {n} less on the die", "spend {n} favor for {n} less on the die", -by)
    return text.format(n=abs(by))


def _brief(move: Move) -> list[str]:
    """Return a move in words without the text of its tile, which can be read in the row."""
    if not isinstance(move, Build):
        return move_lines(move)
    sentence = _("Build on {where} for {cost} koku: {tile}")
    return [sentence.format(where=shore_name(move.shore), cost=SHORES[move.shore - 1].cost, tile=tile_kind(move.tile))]


# Abilities of tiles, customers, masteries, patrons and tracks, in sentences made from what is printed on them

SHIP_TEXTS: Mapping[str, str] = {
    "any_good_at_markets": marked("a good from a market may be of any kind"),
    "empty_spaces_pay_more": marked("an empty shore space gives 1 koku more"),
    "influence_where_it_stops": marked("1 influence in each region where it stops"),
    "point_at_opponents": marked("1 point for visiting an opponent's building"),
    "shift_die": marked("the die may count as 1 more or less"),
    "point_at_own": marked("1 point for visiting one of your own buildings"),
}
"""Abilities of noble ships (8.10)."""
COUNT_TEXTS: Mapping[str, str] = {
    "port": marked("1 point for each own port"),
    "shrine": marked("1 point for each own shrine"),
    "manor": marked("1 point for each own manor"),
    "market": marked("1 point for each own market"),
    "kind": marked("1 point for each kind of building you own"),
    "region": marked("1 point for each region where you own a building"),
    "customer": marked("1 point for each customer served"),
}
"""Things worth a point each."""
MASTERY_TEXTS: Mapping[str, Callable[[int], str]] = {
    "different_customers": lambda n: ngettext("{n} kind of customer", "{n} kinds of customers", n),
    "same_customers": lambda n: ngettext("{n} customer of one kind", "{n} customers of one kind", n),
    "same_buildings": lambda n: ngettext("{n} building of one kind", "{n} buildings of one kind", n),
    "different_buildings": lambda n: ngettext("{n} kind of building", "{n} kinds of buildings", n),
    "regions_with_influence": lambda n: ngettext("influence in {n} region", "influence in {n} regions", n),
    "highest_influence": lambda n: ngettext("{n} influence in a region", "{n} influence in a region", n),
}
PATRON_TEXTS: Mapping[str, str] = {
    "any_region": marked("{koku} more at the start; may build anywhere, whatever the die shows."),
    "points_for_river": marked("When building: {points} for each river space touching the shore space."),
    "any_customer": marked("Hand limit: {hand}; may deliver whatever the die shows."),
    "points_for_first_customer": marked("Delivering to the first customer of a region: {points}."),
    "points_for_visiting": marked("Visiting at least one opponent's building: {points}."),
    "set_die": marked("Instead of rolling: spend {favor} and set the die to any number."),
    "points_when_passed": marked("When another marker passes yours on a track: {points}."),
    "jump_markers": marked(
        "On tracks, spaces with other players' markers aren't counted, but their rewards are gained."
    ),
}
MARKER_TEXTS: Mapping[str, str] = {
    "own": marked("then a second marker on one of your buildings"),
    "opponent": marked("then a second marker on an opponent's building"),
}


def tile_lines(tile: str) -> list[str]:
    """Return what a building tile does, a sentence each."""
    printed = TILES[tile]
    kind = _(KIND_NAMES[printed.kind])
    said = [kind.capitalize()]
    if printed.set == "imperial":
        said = [_("Imperial {kind}: nobody owns it.").format(kind=kind)]
    elif printed.set == "starting":
        said = [_("A {kind} from the start: nobody owns it.").format(kind=kind)]
    said.append(_("Visiting it: {gains}.").format(gains=gains_text(printed.visitor)))
    if printed.owner:
        said.append(_("Its owners, at every visit: {gains}.").format(gains=gains_text(printed.owner)))
        gained = gain_text("influence", printed.influence)
        said.append(_("Building it: {gains} in the region.").format(gains=gained))
    return said


def customer_lines(name: str) -> list[str]:
    """Return what a customer wants and gives, a sentence each."""
    customer = CUSTOMERS[name]
    head = customer_name(name)
    return [head[:1].upper() + head[1:], _("Order: {goods}").format(goods=order_text(name)), *abilities(customer)]


def abilities(customer: Customer) -> list[str]:
    """Return the abilities of a customer, a sentence each, as short as they can be."""
    return [text[:1].upper() + text[1:] + "." for text in _abilities(customer)]


def _abilities(customer: Customer) -> Iterator[str]:
    if customer.influence:
        yield gain_text("influence", customer.influence)
    yield from _ABILITIES[customer.kind](customer)


def _artisan(_customer: Customer) -> Iterator[str]:
    yield _("building in its region costs {n} koku less").format(n=COSTS.artisan_discount)
    every = COSTS.goods_per_point
    yield ngettext("at the end 1 point for every {n} good", "at the end 1 point for every {n} goods", every).format(
        n=every
    )


def _elder(_customer: Customer) -> Iterator[str]:
    yield _("at the end, your points for this region are doubled")


def _merchant(customer: Customer) -> Iterator[str]:
    for gain in customer.journey:
        match gain.verb:
            case "influence_where_built":
                count = _("1 influence in each region where you own a building")
            case "points_per":
                count = _(COUNT_TEXTS[gain.of])
            case "sell_goods":
                count = _("may sell goods for {n} koku each").format(n=gain.number)
            case _:
                count = gain_text(gain.verb, gain.number, gain.of)
        yield _("each journey: {gains}").format(gains=count)
    yield _("at the end 1 point for every {n} koku").format(n=COSTS.koku_per_point)


def _monk(customer: Customer) -> Iterator[str]:
    favor = gain_text("favor", customer.favor)
    yield _("favor limit +{n}, then {favor}").format(n=customer.favor_limit, favor=favor)
    yield _(MARKER_TEXTS[customer.marker])


def _noble(customer: Customer) -> Iterator[str]:
    yield _("the noble ship: {ability}").format(ability=_(SHIP_TEXTS[customer.ship]))
    yield _("at the end {points}").format(points=_(COUNT_TEXTS[customer.counts]))


_ABILITIES = {"artisan": _artisan, "elder": _elder, "merchant": _merchant, "monk": _monk, "noble": _noble}


def mastery_text(mastery: str) -> str:
    """Return what a mastery needs."""
    card = MASTERIES[mastery]
    return MASTERY_TEXTS[card.measure](card.needed).format(n=card.needed)


def patron_lines(patron: str) -> list[str]:
    """Return a patron's name and ability."""
    card = PATRONS[patron]
    text = _(PATRON_TEXTS[card.ability])
    gains = {verb: gain_text(verb, getattr(card, verb)) for verb in ("koku", "points", "favor")}
    return [patron_name(patron), text.format(hand=card.hand, **gains)]


def shore_lines(number: int) -> list[str]:
    """Return the text of a bare shore space."""
    shore = SHORES[number - 1]
    said = [_("Space {n}, {region} ({die})").format(n=number, region=region_name(shore.region), die=shore.region)]
    if shore.cost:
        said.append(_("Building here costs {n} koku.").format(n=shore.cost))
    said.append(_("A ship visiting the empty space gains {n} koku.").format(n=BONUSES.empty_space_koku))
    return said


def track_lines(region: int, scoring: int, seats: int) -> list[str]:
    """Return what a region's track and its scoring tile bring."""
    rewards = [
        _("{space}: {gains}").format(space=space, gains=gains_text(gains))
        for space, gains in enumerate(TRACKS[region])
        if gains
    ]
    rewards.insert(3, _("{space}: the imperial flower").format(space=BONUSES.flower))
    said = [
        _("{region}, region {n} of the die").format(region=region_name(region), n=region),
        _("Rewards along the track. {rewards}.").format(rewards="; ".join(rewards)),
    ]
    if scoring:
        values = values_of(scoring, seats)
        said.append(_("At the end, the most influence scores {points}.").format(points=places_text(values)))
    if seats == 2:
        within = BONUSES.second_place_within
        said.append(
            ngettext(
                "The second scores only if at most {n} space behind.",
                "The second scores only if at most {n} spaces behind.",
                within,
            ).format(n=within)
        )
    return said


def places_text(values: tuple[int, ...]) -> str:
    """Return the points of first, second and maybe third place."""
    return _(", the next ").join(ngettext("{n} point", "{n} points", value).format(n=value) for value in values)
