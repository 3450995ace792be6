"""What tiles, customers, masteries, patrons and tracks do, in sentences made of what is printed on them."""

from collections.abc import Callable, Iterator, Mapping

from shogun.base.language import _, marked, ngettext
from shogun.games.river_of_gold.rules.box.components import (
    BONUSES,
    COSTS,
    CUSTOMERS,
    MASTERIES,
    PATRONS,
    SHORES,
    TILES,
    TRACKS,
    Customer,
    values_of,
)
from shogun.games.river_of_gold.words.printed_names import (
    KIND_NAMES,
    customer_name,
    gain_text,
    gains_text,
    order_text,
    patron_name,
    region_name,
)

SHIP_TEXTS: Mapping[str, str] = {
    "any_good_at_markets": marked("a good from a market may be of any kind"),
    "empty_spaces_pay_more": marked("an empty shore space gives 1 koku more"),
    "influence_where_it_stops": marked("1 influence in each region where it stops"),
    "point_at_opponents": marked("1 point for visiting an opponent's building"),
    "shift_die": marked("the die may count as 1 more or less"),
    "point_at_own": marked("1 point for visiting one of your own buildings"),
}
"""What noble ships can do (8.10)."""
COUNT_TEXTS: Mapping[str, str] = {
    "port": marked("1 point for each own port"),
    "shrine": marked("1 point for each own shrine"),
    "manor": marked("1 point for each own manor"),
    "market": marked("1 point for each own market"),
    "kind": marked("1 point for each kind of building you own"),
    "region": marked("1 point for each region where you own a building"),
    "customer": marked("1 point for each customer served"),
}
"""What is worth a point each."""
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
    """Return what a customer gives, a sentence each, as short as they can be."""
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
                told = _("1 influence in each region where you own a building")
            case "points_per":
                told = _(COUNT_TEXTS[gain.of])
            case "sell_goods":
                told = _("may sell goods for {n} koku each").format(n=gain.number)
            case _:
                told = gain_text(gain.verb, gain.number, gain.of)
        yield _("each journey: {gains}").format(gains=told)
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
    """Return a patron's name and what they do."""
    card = PATRONS[patron]
    told = _(PATRON_TEXTS[card.ability])
    gains = {verb: gain_text(verb, getattr(card, verb)) for verb in ("koku", "points", "favor")}
    return [patron_name(patron), told.format(hand=card.hand, **gains)]


def shore_lines(number: int) -> list[str]:
    """Return what there is to say of a bare shore space."""
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
