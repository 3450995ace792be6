"""Events: the small facts that the rules report after each answer, in their order.

Windows show them, logs put them in words (`games/shogun/words.py`); the state never needs them.
"""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from shogun.games.shogun.rules.cards import Action, Building, Card, Season, Special

SkipReason = Literal[
    "no_site", "has_building", "no_tile", "no_chests", "no_reserve", "lone_army", "no_target",
]  # fmt: skip
"""Reasons why an action can't be carried out completely (5.0 and the rule of the action)."""


class CardTaken(Struct, frozen=True, tag=True):
    """Draft: a seat has taken a province card, face up or from the deck (2.4)."""

    seat: int
    province: str
    from_deck: bool


class CardsExchanged(Struct, frozen=True, tag=True):
    """Draft: two face-up cards went under the deck and were replaced (2.5)."""

    seat: int
    returned: tuple[str, str]


class GroupPlaced(Struct, frozen=True, tag=True):
    """Setup: armies were placed in a province (2.4, 2.6)."""

    seat: int
    province: str
    armies: int


class TowerFilled(Struct, frozen=True, tag=True):
    """Setup: the start throw; `out` went back to the reserves, `inside` stays in the tower (2.9)."""

    out: Mapping[str, int]
    inside: Mapping[str, int]


class YearBegan(Struct, frozen=True, tag=True):
    """Four face-up events for a new year (2.10, 8.6)."""

    year: int
    events: tuple[str, ...]


class SeasonBegan(Struct, frozen=True, tag=True):
    """Action cards and special cards are laid out (4.1, 4.2); `actions` are the five face-up ones."""

    year: int
    season: Season
    actions: tuple[Action, ...]
    specials: tuple[Special, ...]


class PlanLaid(Struct, frozen=True, tag=True):
    """A seat has committed its plan (4.3), which stays secret."""

    seat: int


class EventDrawn(Struct, frozen=True, tag=True):
    """The event of the season was drawn (4.5)."""

    event: str


class BidRevealed(Struct, frozen=True, tag=True):
    """A bid was revealed and paid (4.6)."""

    seat: int
    card: Card | None
    paid: int


class LotsDrawn(Struct, frozen=True, tag=True):
    """Equal bids: seats in the order in which lots put them (4.6)."""

    seats: tuple[int, ...]


class SpecialTaken(Struct, frozen=True, tag=True):
    """A seat took a special card and its place, 1 to 5, on the turn-order track (4.6)."""

    seat: int
    card: Special
    place: int


class TurnOrderSet(Struct, frozen=True, tag=True):
    """The turn order of the season (4.6)."""

    seats: tuple[int, ...]


class ActionBegan(Struct, frozen=True, tag=True):
    """Action `number` (1 to 10) begins; `turned_up` is the action card that became visible with it (4.7)."""

    number: int
    action: Action
    turned_up: Action | None


class NoAction(Struct, frozen=True, tag=True):
    """A seat has no action here: a chest card, or an empty field (4.7, 4.8)."""

    seat: int
    action: Action
    card: int | None
    """The chest card on its field; None: the field is empty."""


class ActionSkipped(Struct, frozen=True, tag=True):
    """A planned action can't be carried out completely (5.0)."""

    seat: int
    action: Action
    province: str
    reason: SkipReason


class Built(Struct, frozen=True, tag=True):
    """A building was built (5.1); `calmed` revolt markers were removed by the event (6.3)."""

    seat: int
    province: str
    building: Building
    paid: int
    calmed: int


class RiceConfiscated(Struct, frozen=True, tag=True):
    """Rice gained in a province (5.2)."""

    seat: int
    province: str
    rice: int


class TaxesCollected(Struct, frozen=True, tag=True):
    """Chests gained in a province (5.2)."""

    seat: int
    province: str
    chests: int


class MarkerPlaced(Struct, frozen=True, tag=True):
    """A revolt marker was put into a province (5.3)."""

    seat: int
    province: str
    markers: int


class Deployed(Struct, frozen=True, tag=True):
    """Armies came from the reserve into a province (5.4, 5.5)."""

    seat: int
    province: str
    armies: int
    paid: int


class Moved(Struct, frozen=True, tag=True):
    """Armies moved between two provinces of their owner (5.5, 5.6)."""

    seat: int
    source: str
    target: str
    armies: int


class BattleBegan(Struct, frozen=True, tag=True):
    """Armies marched into another's or a neutral province; `defender` is None for a neutral one (7.1)."""

    attacker: int
    defender: int | None
    source: str
    target: str
    armies: int


class Reinforced(Struct, frozen=True, tag=True):
    """One more army joins the throw, from the reserve (6.2, 6.3)."""

    seat: int
    province: str
    reason: Literal["attack", "defence", "castle"]


class RevoltBroke(Struct, frozen=True, tag=True):
    """Peasants rise in a province (5.3, 8.3)."""

    seat: int
    province: str
    armies: int
    peasants: int


class CubesThrown(Struct, frozen=True, tag=True):
    """One throw: the cubes thrown, those on the tray, and those in the tower afterwards (7.2)."""

    thrown: Mapping[str, int]
    out: Mapping[str, int]
    inside: Mapping[str, int]


class BattleSettled(Struct, frozen=True, tag=True):
    """A battle was counted out (7.3, 7.4, 7.6).

    `attackers`, `defenders` and `peasants` are the cubes on the tray that took part; `winner` is the seat that now owns
    the province, None if it is neutral, with `survivors` armies.
    """

    province: str
    attacker: int | None
    defender: int | None
    attackers: int
    defenders: int
    peasants: int
    winner: int | None
    survivors: int
    kind: Literal["players", "neutral", "revolt"]
    tie: bool


class CardVoided(Struct, frozen=True, tag=True):
    """A lost province's card left a planning board; the action planned there is void (4.8)."""

    seat: int
    province: str
    action: Action


class SeasonEnded(Struct, frozen=True, tag=True):
    """Cards went back to hands, the event left the game (4.9)."""

    year: int
    season: Season


class WinterBegan(Struct, frozen=True, tag=True):
    """Winter's event and the rice that every player loses (8.1)."""

    year: int
    event: str
    loss: int


class Supplied(Struct, frozen=True, tag=True):
    """A player's supply: rice left after the loss, provinces to feed, what is short (8.2)."""

    seat: int
    rice: int
    provinces: int
    short: int
    revolts: int
    """Revolts that break out."""
    peasants: int
    """Extra peasants in each of them."""


class RevoltsDrawn(Struct, frozen=True, tag=True):
    """The provinces in which winter revolts break out (8.3)."""

    seat: int
    provinces: tuple[str, ...]


class Scored(Struct, frozen=True, tag=True):
    """A player's points of one winter, by line (8.4)."""

    seat: int
    year: int
    provinces: int
    buildings: int
    castles: int
    temples: int
    theatres: int
    total: int


class GameEnded(Struct, frozen=True, tag=True):
    """The game is over (9.1)."""

    winners: tuple[int, ...]
    points: tuple[int, ...]
    chests: tuple[int, ...]


Event = (
    CardTaken | CardsExchanged | GroupPlaced | TowerFilled | YearBegan | SeasonBegan | PlanLaid | EventDrawn
    | BidRevealed | LotsDrawn | SpecialTaken | TurnOrderSet | ActionBegan | NoAction | ActionSkipped | Built
    | RiceConfiscated | TaxesCollected | MarkerPlaced | Deployed | Moved | BattleBegan | Reinforced | RevoltBroke
    | CubesThrown | BattleSettled | CardVoided | SeasonEnded | WinterBegan | Supplied | RevoltsDrawn | Scored
    | GameEnded
)  # fmt: skip
