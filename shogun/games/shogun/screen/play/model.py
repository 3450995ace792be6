"""Current contents of the game's screen: one struct that all panels read and the scene writes."""

from collections.abc import Mapping

from msgspec import Struct, field

from shogun.base.confidence_intervals import Share
from shogun.games.shogun.analysis.odds import Odds, Threat
from shogun.games.shogun.rules.cards import ACTIONS, Action, Board, Season
from shogun.games.shogun.rules.questions import Move, PlayerQuestion
from shogun.games.shogun.rules.state import Drafting, DrawingFirstSeat, Exchanging, Grouping, Planning, ShufflingDeck
from shogun.games.shogun.rules.views import Result, View
from shogun.games.shogun.screen.play.half_made_answers import MarchDraft, PlanDraft
from shogun.games.shogun.screen.play.shown_battle import LargeBattle, ShownBattle
from shogun.window.generic.presenter import GenericModel
from shogun.window.kit.drawing.icons import Clan

DRAFT = (DrawingFirstSeat, ShufflingDeck, Drafting, Exchanging, Grouping)
"""Stages in which provinces are dealt (2.4)."""


def is_drafting(view: View) -> bool:
    """Return whether provinces are drafted in turn; a printed line-up is only set up, without cards on the table."""
    return isinstance(view.stage, DRAFT) and view.setup.line_up == "draft"


class Digest(Struct, frozen=True):
    """Digest of the events since the asked player's last turn: a sentence, and its starting place in the history."""

    sentence: str
    place: int


class Danger(Struct, frozen=True):
    """Threats to a province by its neighbors: the greatest one, or none."""

    province: str
    threat: Threat | None = None


class Model(GenericModel, kw_only=True):
    """All data that the game's screen shows."""

    view: View
    question: PlayerQuestion | None = None
    plan: PlanDraft | None = None
    march: MarchDraft | None = None
    chances: Mapping[Move, Share] = field(default_factory=dict)
    """Chance of success of each answer that affects the throw, as far as it is known."""
    odds: Odds | None = None
    """Odds of the attack that is being chosen, as far as they are known."""
    bare: Share | None = None
    """Chance of the same attack without special cards, where any could be used."""
    danger: Danger | None = None
    """Threats to the player's province under the pointer, as soon as they are known."""
    digest: Digest | None = None
    """Digest of the events since the asked player's last turn."""
    battle: ShownBattle | None = None
    large: LargeBattle | None = None
    """The battle that is shown large over the map, if any."""
    note: str = ""
    """Status of a picture that is being saved."""
    by_owner: bool = True
    """True if the map's grounds show owners; otherwise they show regions."""
    begun: Season | None = None
    """The season that is just beginning."""
    is_seen: bool = True
    """True if nothing waits for a human to see it; winter's sheet does wait at the end of the year."""
    has_room: bool = False
    """True if the window always has room for the board of plans."""
    is_unfolded: bool = False
    """True if the player has unfolded the board of plans while actions are carried out."""
    hovered: str | None = None
    pointed_clan: int | None = None
    """The seat under the pointer, with its provinces highlighted."""
    aimed: tuple[str, ...] = ()
    """The provinces that a task is about: highlighted while the pointer isn't on anything else."""
    shown_arrow: tuple[str, str] | None = None
    shown_province: str | None = None
    """Province of the event that is being shown."""
    result: Result | None = None
    xray: bool = False
    """True if the tower is shown without its front wall, with the cubes stuck in it."""
    taps: int = 0
    """Number of taps on the tower so far in the drop that is being played."""
    is_counted: bool = False
    """True if the throw is only counted, because there is no recording of it."""

    @property
    def is_answer_begun(self) -> bool:
        """True if the uncommitted plan has a card on it."""
        return self.plan is not None and any(card is not None for card in self.plan.fields)

    @property
    def board(self) -> Board:
        """The provinces and regions in play."""
        return self.view.board

    def asked(self) -> tuple[object, ...]:
        """Return a snapshot of what the screen shows of the open question and its answer in progress."""
        plan, march = self.plan and self.plan.shown(), self.march and self.march.shown()
        return self.question, plan, march, self.view, self.seats

    def planned(self) -> dict[str, Action]:
        """Return the viewer's planned action in each province, placed or committed."""
        if self.plan:
            return self.plan.by_province()
        fields = self.view.plan.fields if self.view.plan else ()
        done = self._done()
        return {
            card: action
            for card, action in zip(fields, ACTIONS, strict=False)
            if isinstance(card, str) and action not in done
        }

    def _done(self) -> set[Action | None]:
        """Return the viewer's actions of this season that are finished, or can't be carried out any more."""
        view = self.view
        if view.action is None:
            return set()
        return set(view.actions[: view.action])

    @property
    def is_setting_up(self) -> bool:
        """True if the first armies are being placed, after a draft or by a printed line-up."""
        return isinstance(self.view.stage, DRAFT)

    @property
    def is_drafting(self) -> bool:
        """True if provinces are being drafted."""
        return is_drafting(self.view)

    @property
    def is_folded(self) -> bool:
        """True if the board of plans is folded: nothing is planned, drafted or shown there now."""
        view = self.view
        is_asking = isinstance(view.stage, Planning) or self.is_setting_up
        is_acting = not is_asking and view.season != "winter" and self.plan is None
        return is_acting and self.result is None and not (self.is_unfolded or self.has_room)

    def clans(self) -> list[Clan]:
        """Return the look of each seat's pieces."""
        return [seat.clan for seat in self.seats]
