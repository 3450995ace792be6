"""What a panel can ask of the game's scene: the clicks of a player."""

from typing import Protocol

from shogun.rules.cards import Card
from shogun.rules.moves import Move


class Controls(Protocol):
    """The game's scene as its panels know it."""

    def answer(self, move: Move) -> None:
        """Give the answer to the open question."""

    def take_card(self, card: Card) -> None:
        """Planning: a card of the hand was clicked."""

    def take_field(self, number: int) -> None:
        """Planning: a field was clicked."""

    def clear_plan(self) -> None:
        """Planning: take all cards back."""

    def point_at(self, province: str | None) -> None:
        """The pointer is over a province."""

    def click_province(self, province: str) -> None:
        """A province of the map was clicked."""

    def set_armies(self, armies: int) -> None:
        """March: so many armies."""

    def set_speed(self, speed: float) -> None:
        """Show everything at this speed."""

    def toggle_fast(self) -> None:
        """Show opponents' moves at once, or at a readable pace."""

    def skip(self) -> None:
        """Go to the end of what is shown now."""

    def undo(self) -> None:
        """Take back the last answer."""

    def redo(self) -> None:
        """Give again the answer that was taken back."""

    def open_menu(self) -> None:
        """Open the menu; the game goes on later."""
