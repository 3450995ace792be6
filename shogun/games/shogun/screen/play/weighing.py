"""How likely the answers of a choice succeed that decide what is thrown: one army more or none, this revolt or that."""

from collections.abc import Mapping

from shogun.base.confidence_intervals import Share
from shogun.games.shogun.analysis.fights import Fight, Reinforcements, pending, revolt
from shogun.games.shogun.analysis.odds import GrowingOdds
from shogun.games.shogun.rules.questions import Choice, FaceRevolt, Move, PlayerQuestion, Reinforce, Topic
from shogun.games.shogun.rules.state import ChoosingRevolt
from shogun.games.shogun.rules.views import View
from shogun.games.shogun.rules.winter import revolts_for
from shogun.games.shogun.screen.play.background_odds import KnownOdds, stepped
from shogun.table.session import Session

WEIGHED: tuple[Topic, ...] = ("attack", "defence", "revolt")


class Weighing:
    """Weighs the answers to one question at a time; another one, or none, ends what was under way."""

    def __init__(self, session: Session, known: KnownOdds) -> None:
        self._session = session
        self._known = known
        self._question: PlayerQuestion | None = None
        self._growing: dict[Move, GrowingOdds] = {}

    @property
    def chances(self) -> Mapping[Move, Share]:
        """The chance of each answer that the seat asked then holds or takes the province, as far as it is known."""
        if not isinstance(self._question, Choice):
            return {}
        defends = self._question.topic == "defence"
        known = {move: growing.current() for move, growing in self._growing.items()}
        return {move: odds.lose if defends else odds.win for move, odds in known.items()}

    def look_at(self, question: PlayerQuestion | None) -> bool:
        """Weigh this question's answers from now on and return whether `chances` has changed."""
        weighed = question if isinstance(question, Choice) and question.topic in WEIGHED else None
        if weighed == self._question:
            growing = next((growing for growing in self._growing.values() if not growing.is_done), None)
            return growing is not None and stepped(growing)
        self.forget()
        self._question = weighed
        if weighed is not None:
            self._begin(weighed)
        return True

    def _begin(self, question: Choice) -> None:
        """Start with what is known of every answer, at first by the quick model."""
        for move in question.moves:
            if fight := fight_of(self._session.view(None), question, move):
                self._growing[move] = self._known.of(fight)
                self._growing[move].start()

    def forget(self) -> None:
        """Weigh nothing any more."""
        for growing in self._growing.values():
            growing.pause()
        self._growing.clear()
        self._question = None


def fight_of(view: View, question: Choice, move: Move) -> Fight | None:
    """Return what would be thrown after an answer; the other side takes the extra army that it may take."""
    if isinstance(move, Reinforce):
        attacks = question.topic == "attack"
        return pending(view, Reinforcements(move.armies, 1) if attacks else Reinforcements(1, move.armies))
    if isinstance(move, FaceRevolt) and isinstance(view.stage, ChoosingRevolt):
        return revolt(view, move.province, revolts_for(view.stage.winter.short[question.seat])[1])
    return None
