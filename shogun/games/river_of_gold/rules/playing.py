"""One answer being carried out: a state under change, and the events it causes."""

from collections.abc import Iterable

from msgspec import Struct, field

from shogun.games.river_of_gold.rules.components import Gain
from shogun.games.river_of_gold.rules.events import Event
from shogun.games.river_of_gold.rules.state import Effect, State


class Step(Struct, frozen=True):
    """The result of an answer: the new state, the events, and whether anything hidden or random became public."""

    state: State
    events: tuple[Event, ...]
    reveals: bool


class Play(Struct):
    """The working copy on which the chapters of the rulebook act; all its verbs change it."""

    state: State
    events: list[Event] = field(default_factory=list)
    reveals: bool = False

    def tell(self, event: Event) -> None:
        """Report what happened."""
        self.events.append(event)

    def then(self, *effects: Effect) -> None:
        """Let these effects come next, in this order, before all that is pending."""
        self.state.pending.extend(reversed(effects))

    def then_gain(self, gains: Iterable[Gain], seat: int, region: int = 0, shore: int = 0) -> None:
        """Let these gains of a seat come next."""
        self.then(*effects_of(gains, seat, region, shore))


class RecordedPlay(Play):
    """A working copy that also keeps the state at each event, for those who show events one after another."""

    states: list[State] = field(default_factory=list)
    """Copies of the state right after each event."""

    def tell(self, event: Event) -> None:
        """Report what happened, after it has."""
        super().tell(event)
        self.states.append(self.state.copy())


def effects_of(gains: Iterable[Gain], seat: int, region: int = 0, shore: int = 0) -> list[Effect]:
    """Return gains as effects; influence counts in the region, the shore space is where they come from."""
    return [Effect(gain.verb, seat, gain.number, region, shore, gain.of) for gain in gains]
