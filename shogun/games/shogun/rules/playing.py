"""One answer being carried out: a state under change, and the events it causes."""

from msgspec import Struct, field
from msgspec.structs import replace

from shogun.games.shogun.rules.cards import ACTIONS, PEASANT, Action, Board
from shogun.games.shogun.rules.events import CardVoided, Event
from shogun.games.shogun.rules.state import Player, Province, Stage, State


class Step(Struct, frozen=True):
    """The result of an answer: the new state, the events, and whether anything hidden or random became public."""

    state: State
    events: tuple[Event, ...]
    reveals: bool


class Play(Struct):
    """The working copy on which the chapters of the rulebook act; all its verbs change it."""

    state: State
    board: Board
    events: list[Event] = field(default_factory=list)
    reveals: bool = False

    def tell(self, event: Event) -> None:
        """Report what happened."""
        self.events.append(event)

    def go(self, stage: Stage) -> None:
        """Move on to the next stage."""
        self.state.stage = stage

    def goods(self, seat: int, *, chests: int = 0, reserve: int = 0, rice: int = 0, points: int = 0) -> None:
        """Add to a player's goods, or take from them where negative."""
        old = self.state.players[seat]
        self.state.players[seat] = Player(
            old.chests + chests, old.reserve + reserve, old.rice + rice, old.points + points
        )

    def put(self, name: str, owner: int | None, armies: int) -> None:
        """Put `armies` of `owner` into a province in place of any there; buildings and markers stay."""
        old = self.state.provinces[name]
        self.state.provinces[name] = Province(owner, armies, old.buildings, old.markers)

    def raze(self, name: str) -> None:
        """Leave a province empty: no army, no building, no marker, card neutral (7.4)."""
        self.state.provinces[name] = Province()

    def mark(self, name: str, markers: int) -> None:
        """Let a province hold this many revolt markers."""
        self.state.provinces[name] = replace(self.state.provinces[name], markers=markers)

    def bring_back(self, cubes: dict[str, int]) -> None:
        """Send cubes of any color, which have left tray and tower, to their reserves."""
        for seat in range(self.state.setup.seats):
            armies = cubes.get(self.state.colour(seat), 0)
            if armies:
                self.goods(seat, reserve=armies)
        self.state.peasants += cubes.get(PEASANT, 0)

    def take_from_tray(self, colour: str) -> int:
        """Send all cubes of a color from the tray to their reserve, and return their number."""
        count = self.state.tray.pop(colour, 0)
        self.bring_back({colour: count})
        return count

    def win_card(self, name: str) -> None:
        """Note that a seat has won a province's card, which stays in its hand until the season ends (4.8)."""
        won = self.state.won or ()
        self.state.won = won if name in won else (*won, name)

    def void_card(self, seat: int, name: str) -> None:
        """Take a lost province's card from a planning board, where the action planned there becomes void (4.8)."""
        plan = self.state.plans[seat]
        if plan is None or name not in plan.fields:
            return
        place = plan.fields.index(name)
        fields = (*plan.fields[:place], None, *plan.fields[place + 1 :])
        self.state.plans[seat] = replace(plan, fields=fields)
        if self._is_due(seat, ACTIONS[place]):
            self.tell(CardVoided(seat, name, ACTIONS[place]))

    def _is_due(self, seat: int, action: Action) -> bool:
        """Return whether a seat's turn in this action of the season is still to come."""
        at, state = self.state.acting, self.state
        if at is None:
            return False
        return (state.actions.index(action), state.order.index(seat)) > (at.action, at.turn)
