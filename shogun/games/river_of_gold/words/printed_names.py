"""What regions, spaces, tiles, customers, masteries and patrons are called, and what gains are in words."""

from collections.abc import Callable, Iterable, Mapping

from shogun.base.language import _, marked, ngettext, of_data
from shogun.games.river_of_gold.rules.box.components import BOX, CUSTOMERS, GOODS, PATRONS, SHORES, TILES, Gains

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
"""The same, as they stand on the cards."""
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
"""In other languages silk, favor and influence are counted too."""


def region_name(region: int) -> str:
    """Return what a region is called."""
    return of_data(BOX.region[region - 1].english)


def shore_name(shore: int) -> str:
    """Return what a shore space is called: by its number, which the rules use too, and its region."""
    return _("space {n} ({region})").format(n=shore, region=region_name(SHORES[shore - 1].region))


def customer_name(customer: str) -> str:
    """Return what a customer is called."""
    card = CUSTOMERS[customer]
    return _(CUSTOMER_NAMES[card.kind]).format(region=region_name(card.region))


def order_text(customer: str) -> str:
    """Return the goods of a customer's order."""
    goods = zip(GOODS, CUSTOMERS[customer].order, strict=True)
    return listed(gain_text(good, number) for good, number in goods if number)


def patron_name(patron: str) -> str:
    """Return what a patron is called, with the clan."""
    card = PATRONS[patron]
    return _("{name} ({clan})").format(name=card.name, clan=_(CLAN_NAMES[card.clan]))


def tile_text(tile: str) -> str:
    """Return what is printed on a building tile."""
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
