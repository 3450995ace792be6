"""What an adviser says: light enough to be known where nobody has asked him yet."""

from msgspec import Struct

from shogun.games.shogun.rules.moves import Move, Plan


class Hint(Struct, frozen=True):
    """What an adviser would do, and why, a sentence each; no move: it is still being thought about."""

    move: Move | None = None
    reasons: tuple[str, ...] = ()

    @property
    def plan(self) -> Plan | None:
        """The move if it is a plan."""
        return self.move if isinstance(self.move, Plan) else None
