"""Who of the persons that play has the screen."""

from shogun.table.journal import people_ever
from shogun.table.session import Session


def people(session: Session) -> list[int]:
    """Return the seats that persons play now."""
    return [seat for seat in range(len(session.header.seats)) if session.is_person(seat)]


def only_person(session: Session) -> int | None:
    """Return the seat of the only person; None if several play, or have played, or none does.

    Where a second person has played, the one who is left has secrets that whoever is at the screen may not know.
    """
    found, ever = people(session), people_ever(session.header, session.course.changes)
    return found[0] if found and ever == {found[0]} else None


class AtScreen:
    """Who has the screen of one game."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.only_person = only_person(session)
        """The person who keeps the screen all the time, since no other plays; their secrets may always be seen."""
        self.at_screen: int | None = self.only_person
        """The person who has taken the screen over."""

    def people(self) -> list[int]:
        """Return the seats that persons play now."""
        return people(self._session)

    @property
    def addressed(self) -> int | None:
        """The person to whom the screen speaks: who has taken it over, or the only one who ever played."""
        return only_person(self._session) if self.at_screen is None else self.at_screen

    def take_over(self, seat: int) -> None:
        """Give the screen to a person."""
        self.at_screen = seat
        self.only_person = seat if self.people() == [seat] else None

    def share(self) -> None:
        """Give the screen to all persons at once: who wants to see their own secrets takes it over again."""
        self.at_screen = None

    def leave_who_plays(self) -> None:
        """Leave the screen, after seats have changed, to whoever has it, as long as they play."""
        now = self.people()
        self.at_screen = self.at_screen if self.at_screen in now else None
        self.only_person = self.at_screen if now == [self.at_screen] else None
