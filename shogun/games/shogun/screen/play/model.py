"""What the game's screen shows at this moment: one struct that all panels read and the scene writes."""

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
"""The stages in which provinces are dealt (2.4)."""


def is_drafting(view: View) -> bool:
    """Return whether provinces are taken in turn; a printed line-up is only set up, with no card on the table."""
    return isinstance(view.stage, DRAFT) and view.setup.line_up == "draft"


class Digest(Struct, frozen=True):
    """What has happened since the last turn of who is asked: a sentence, and the place of the past where it begins."""

    sentence: str
    place: int


class Danger(Struct, frozen=True):
    """What neighbours could do to a province: the greatest threat, or none."""

    province: str
    threat: Threat | None = None


class Model(GenericModel, kw_only=True):
    """All that the game's screen shows."""

    view: View
    question: PlayerQuestion | None = None
    plan: PlanDraft | None = None
    march: MarchDraft | None = None
    chances: Mapping[Move, Share] = field(default_factory=dict)
    """How likely each answer succeeds that decides what is thrown, as far as it is known by now."""
    odds: Odds | None = None
    """How the attack that is being chosen may end, as far as it is known by now."""
    bare: Share | None = None
    """The chance of the same attack if nobody used a special card, where somebody could."""
    danger: Danger | None = None
    """What neighbours could do to the own province under the pointer, as soon as it is known."""
    digest: Digest | None = None
    """What has happened since the last turn of who is asked."""
    battle: ShownBattle | None = None
    large: LargeBattle | None = None
    """The battle that is shown large over the map, if one is."""
    note: str = ""
    """What has become of a picture that is being saved."""
    by_owner: bool = True
    """Whether the map's grounds show who holds what; else the regions."""
    begun: Season | None = None
    """The season that begins at this moment."""
    is_seen: bool = True
    """Whether nothing waits until a person has seen it: winter's sheet does, at the end of the year."""
    has_room: bool = False
    """Whether the window has room for the board of plans at any time."""
    is_unfolded: bool = False
    """Whether the player wants to see the whole board of plans while actions are carried out."""
    hovered: str | None = None
    pointed_clan: int | None = None
    """The seat that the pointer is at, whose provinces are lit."""
    aimed: tuple[str, ...] = ()
    """The provinces that a task is about: they are lit as long as the pointer is at nothing else."""
    shown_arrow: tuple[str, str] | None = None
    shown_province: str | None = None
    """Where what is shown at the moment happens."""
    result: Result | None = None
    xray: bool = False
    """Whether the tower is shown without its front wall, with what is stuck in it."""
    taps: int = 0
    """How often the tower was tapped by now in the drop that is being played."""
    is_counted: bool = False
    """Whether the throw that is shown is only counted, since there is no recording of it."""

    @property
    def is_answer_begun(self) -> bool:
        """Whether a card lies on the plan that isn't committed yet."""
        return self.plan is not None and any(card is not None for card in self.plan.fields)

    @property
    def board(self) -> Board:
        """The provinces and regions that are played on."""
        return self.view.board

    def asked(self) -> tuple[object, ...]:
        """Return all that is seen of the open question and of the answer that is being made, as it is now."""
        plan, march = self.plan and self.plan.shown(), self.march and self.march.shown()
        return self.question, plan, march, self.view, self.seats

    def planned(self) -> dict[str, Action]:
        """Return the action that the viewer has planned in each province, laid or committed."""
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
        """Return the actions of this season that the viewer has carried out, or can't carry out any more."""
        view = self.view
        if view.action is None:
            return set()
        return set(view.actions[: view.action])

    @property
    def is_setting_up(self) -> bool:
        """Whether the first armies are placed now, after a draft or by a printed line-up."""
        return isinstance(self.view.stage, DRAFT)

    @property
    def is_drafting(self) -> bool:
        """Whether provinces are taken in turn now."""
        return is_drafting(self.view)

    @property
    def is_folded(self) -> bool:
        """Whether the board of plans is one line: nothing is planned, drafted or told there now."""
        view = self.view
        is_asking = isinstance(view.stage, Planning) or self.is_setting_up
        is_acting = not is_asking and view.season != "winter" and self.plan is None
        return is_acting and self.result is None and not (self.is_unfolded or self.has_room)

    def clans(self) -> list[Clan]:
        """Return how each seat's pieces look."""
        return [seat.clan for seat in self.seats]
