"""Odds computed by workers in the background: for the attack that is being chosen, and for threats."""

from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from functools import partial

from msgspec.structs import replace

from shogun.base.confidence_intervals import Share
from shogun.base.worker_pool import WorkerDied, Workers
from shogun.game.errors import IllegalMove
from shogun.games.shogun.analysis.fights import Fight, attack, attackers_of, revolt, without_cards
from shogun.games.shogun.analysis.odds import GrowingOdds, Odds, Threat, stream_name
from shogun.games.shogun.analysis.threats import risks
from shogun.games.shogun.rules.questions import March
from shogun.games.shogun.screen.play.model import Danger
from shogun.table.session import Session
from shogun.table.towers import Inside


class KnownOdds:
    """The odds of all fights requested so far: a chance that has been shown only gets more precise."""

    def __init__(self, session: Session, workers: Workers) -> None:
        self._session = session
        self.workers = workers
        self._inside: Inside | None = None
        self._growing: dict[str, GrowingOdds] = {}
        self._told: dict[str, Odds] = {}

    def of(self, fight: Fight) -> GrowingOdds:
        """Return the odds of a fight in the tower's present state, as precise as they are by now."""
        if self._inside is not self._session.inside:
            self._told = self.told
            self._growing.clear()
            self._inside = self._session.inside
        name = stream_name(fight, self._session.inside)
        if name not in self._growing:
            rng = self._session.streams.stream(name)
            self._growing[name] = GrowingOdds(fight, self._session.inside, rng, self.workers)
        return self._growing[name]

    @property
    def told(self) -> dict[str, Odds]:
        """All odds by drops that were shown in this game, by the name of their stream."""
        odds = {name: growing.current() for name, growing in self._growing.items()}
        return self._told | {name: found for name, found in odds.items() if found.drops}


class _Lookout:
    """Computes the odds of one fight at a time; a different one, or none, cancels the current one."""

    def __init__(self, session: Session, known: KnownOdds) -> None:
        self._session = session
        self._known = known
        self._growing: GrowingOdds | None = None

    def _begin(self, fight: Fight) -> Odds:
        """Start with the odds known so far, at first by the quick model."""
        self._growing = self._known.of(fight)
        return self._growing.start()

    def _go_on(self) -> bool:
        return self._growing is not None and stepped(self._growing)

    def forget(self) -> None:
        """Stop computing odds."""
        if self._growing:
            self._growing.pause()
        self._growing = None


class Foresight(_Lookout):
    """The odds of the march that is being chosen, and those without the special cards of both sides."""

    def __init__(self, session: Session, known: KnownOdds) -> None:
        super().__init__(session, known)
        self._march: March | None = None
        self._bare: GrowingOdds | None = None

    @property
    def odds(self) -> Odds | None:
        """The best odds so far; None without an attack."""
        return self._growing.current() if self._growing else None

    @property
    def bare(self) -> Share | None:
        """The chance to win if nobody used +1 attack or +1 defense; None if nobody could."""
        return self._bare.current().win if self._bare else None

    def look_at(self, march: March | None) -> bool:
        """Compute the odds of this march from now on and return whether the odds have changed."""
        if march == self._march:
            return self._go_on() or (self._bare is not None and stepped(self._bare))
        self.forget()
        self._march = march
        if march is not None:
            with suppress(IllegalMove):  # a march into one's own province is no fight
                self._look_at(march)
        return True

    def _look_at(self, march: March) -> None:
        view = self._session.view(None)
        self._begin(attack(view, march))
        if bare := without_cards(view, march):
            self._bare = self._known.of(bare)
            self._bare.start()

    def forget(self) -> None:
        """Stop computing odds."""
        super().forget()
        if self._bare:
            self._bare.pause()
        self._march, self._bare = None, None


class Revolts:
    """The revolts that a plan would cause: each by the model at once, then by drops, one after another."""

    def __init__(self, session: Session, known: KnownOdds) -> None:
        self._session = session
        self._known = known
        self._growing: dict[str, GrowingOdds] = {}

    @property
    def held(self) -> dict[str, Share]:
        """The chances to put the revolts down, by province."""
        return {name: growing.current().win for name, growing in self._growing.items()}

    def look_at(self, provinces: Sequence[str]) -> bool:
        """Compute the revolts in these provinces from now on and return whether `held` has changed."""
        unwanted = [name for name in self._growing if name not in provinces]
        for name in unwanted:
            self._growing.pop(name).pause()
        for name in provinces:
            if name not in self._growing and self._begin(name):
                return True
        return self._go_on() or bool(unwanted)

    def _begin(self, name: str) -> bool:
        fight = revolt(self._session.view(None), name)
        if fight is None:
            return False
        self._growing[name] = self._known.of(fight)
        self._growing[name].start()
        return True

    def _go_on(self) -> bool:
        """Add the drops of the first revolt that isn't certain yet."""
        growing = next((growing for growing in self._growing.values() if not growing.is_done), None)
        return growing is not None and stepped(growing)

    def forget(self) -> None:
        """Stop computing odds."""
        for growing in self._growing.values():
            growing.pause()
        self._growing.clear()


class Winters:
    """Probabilities of losing provinces in the revolts that a shortage of rice would cause."""

    def __init__(self, session: Session, workers: Workers) -> None:
        self._session = session
        self._workers = workers
        self._asked: Future[dict[int, float]] | None = None

    def look_at(self, seat: int) -> Mapping[int, float] | None:
        """Return the chance to lose a province by the number of extra peasants, as soon as it is known."""
        if self._asked is None:
            session = self._session
            rng = session.streams.stream(f"odds/winter/seat{seat}")
            self._asked = self._workers.submit(partial(risks, session.view(None), session.inside, seat, rng))
        return self._asked.result() if self._asked.done() and not self._asked.exception() else None

    def forget(self) -> None:
        """Stop computing: the position is about to change."""
        if self._asked is not None:
            self._asked.cancel()
        self._asked = None


def stepped(growing: GrowingOdds) -> bool:
    """Add the finished drops and return whether the odds have changed; known odds are kept."""
    if growing.is_done:
        return False
    try:
        return growing.step()
    except WorkerDied:
        growing.cancel()
        return False


class Dangers(_Lookout):
    """Neighbors' threats to the province under the pointer: by the model one after another, then by drops."""

    def __init__(self, session: Session, known: KnownOdds) -> None:
        super().__init__(session, known)
        self._province: str | None = None
        self._marches: list[March] = []
        """Attacks that still have to be evaluated."""
        self._danger: Danger | None = None
        """The greatest threat so far."""

    @property
    def danger(self) -> Danger | None:
        """The known threat; None until every neighbor has been evaluated."""
        return None if self._marches else self._danger

    def look_at(self, province: str | None) -> bool:
        """Evaluate this province from now on and return whether `danger` has changed. It takes some milliseconds."""
        if province != self._province:
            self.forget()
            self._province = province
            self._find(province)
            return True
        if self._marches:
            return self._weigh(self._marches.pop())
        if not self._go_on() or self._danger is None or self._danger.threat is None:
            return False
        assert self._growing is not None, "it has just gone on"
        self._danger = replace(self._danger, threat=replace(self._danger.threat, odds=self._growing.current()))
        return True

    def _find(self, province: str | None) -> None:
        view = self._session.view(None)
        if province is None or view.waiting:  # a fight is under way: nobody can attack
            return
        self._danger = Danger(province)
        self._marches = list(attackers_of(view, province))

    def _weigh(self, march: March) -> bool:
        """Compare an attack with the greatest threat so far; drops are only used for the greatest of all."""
        assert self._danger is not None
        fight, known = attack(self._session.view(None), march), self._danger.threat
        odds = self._known.of(fight).current()
        if known is None or odds.win.value > known.odds.win.value:
            self._danger = Danger(self._danger.province, Threat(march, fight, odds))
        if self._marches:
            return False
        assert self._danger.threat is not None
        self._begin(self._danger.threat.fight)
        return True

    def forget(self) -> None:
        """Stop computing odds."""
        super().forget()
        self._province = self._danger = None
        self._marches = []
