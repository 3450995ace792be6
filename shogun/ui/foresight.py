"""The odds of the attack that is being chosen, growing in workers while the window does other things."""

from random import Random

from shogun.players.fights import attack
from shogun.players.odds import GrowingOdds, Odds
from shogun.rules.errors import IllegalMove
from shogun.rules.moves import March
from shogun.table.session import Session
from shogun.work import WorkerDied, Workers


class Foresight:
    """Watches one march at a time; another one, or none, ends what was under way."""

    def __init__(self, session: Session, workers: Workers) -> None:
        self._session = session
        self._workers = workers
        self._march: March | None = None
        self._growing: GrowingOdds | None = None

    @property
    def odds(self) -> Odds | None:
        """The best odds so far; None if no attack is looked at."""
        return self._growing.current() if self._growing else None

    def look_at(self, march: March | None) -> bool:
        """Look at this march from now on and return whether the odds have changed."""
        if march != self._march:
            self.forget()
            self._march = march
            self._begin()
            return True
        return self._go_on()

    def forget(self) -> None:
        """Want no odds any more."""
        if self._growing:
            self._growing.cancel()
        self._march = self._growing = None

    def _begin(self) -> None:
        """Start with what the quick model says; a march into one's own province is no fight."""
        session, march = self._session, self._march
        if march is None:
            return
        try:
            fight = attack(session.view(None), march)
        except IllegalMove:
            return
        rng: Random = session.streams.stream(f"odds/{march.source}:{march.target}:{march.armies}")
        self._growing = GrowingOdds(fight, session.inside, rng, self._workers)
        self._growing.start()

    def _go_on(self) -> bool:
        if self._growing is None or self._growing.is_done:
            return False
        try:
            return self._growing.step()
        except WorkerDied:  # what is known stays
            self._growing.cancel()
            return False
