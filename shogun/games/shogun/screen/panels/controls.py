"""What a panel can ask of the game's scene: the clicks of a player."""

from typing import Protocol

from shogun.games.shogun.rules.moves import Move
from shogun.games.shogun.screen.play.model import LogLine
from shogun.window.kit.canvas import Act


class Controls(Protocol):
    """The game's scene as its panels know it."""

    def answer(self, move: Move) -> None:
        """Give the answer to the open question."""

    def alter_plan(self, change: Act) -> None:
        """Planning: change the plan, and show what it leads to now."""

    def ask_hint(self) -> None:
        """Planning: ask an adviser for a plan with his reasons."""

    def take_hint(self) -> None:
        """Planning: lay the adviser's plan."""

    def close_hint(self) -> None:
        """Put the adviser's reasons away."""

    def point_at(self, province: str | None) -> None:
        """The pointer is over a province."""

    def click_province(self, province: str) -> None:
        """A province of the map was clicked."""

    def set_armies(self, armies: int) -> None:
        """March: so many armies."""

    def show_end(self) -> None:
        """When the game is over: show who has won, and all that there is to say of it."""

    def undo(self) -> None:
        """Take back the last answer."""

    def undo_all(self) -> None:
        """Take back all steps that can be."""

    def redo(self) -> None:
        """Give again the answer that was taken back."""

    def open_rule(self, number: str) -> None:
        """Open the rules at a number."""

    def open_menu(self) -> None:
        """Open the menu; the game goes on later."""

    def look_back(self, line: LogLine | None = None) -> None:
        """Show the game as it was at a line of the log, or at the last step."""

    def replay_digest(self) -> None:
        """Show what has happened since the last turn once more."""

    def close_digest(self) -> None:
        """Take away what is said of it."""


class LookOnly:
    """Controls of a game that is only looked at: none of them does anything."""

    def answer(self, _move: Move) -> None:
        """Take no answer."""

    def alter_plan(self, _change: Act) -> None:
        """Alter nothing."""

    def ask_hint(self) -> None:
        """Ask nobody."""

    def take_hint(self) -> None:
        """Lay nothing."""

    def close_hint(self) -> None:
        """Put nothing away."""

    def click_province(self, _province: str) -> None:
        """Choose nothing."""

    def set_armies(self, _armies: int) -> None:
        """March nowhere."""

    def show_end(self) -> None:
        """Lead nowhere."""

    def undo(self) -> None:
        """Take nothing back."""

    def undo_all(self) -> None:
        """Take nothing back."""

    def redo(self) -> None:
        """Give nothing again."""

    def open_rule(self, number: str) -> None:
        """Open nothing."""

    def open_menu(self) -> None:
        """Open nothing."""

    def look_back(self, _line: LogLine | None = None) -> None:
        """Look at nothing else."""

    def replay_digest(self) -> None:
        """Show nothing."""

    def close_digest(self) -> None:
        """Close nothing."""
