"""Panel where pointer and keyboard preview an option: its outcome is shown before the click."""

from abc import abstractmethod

from shogun.window.kit.runtime.panel import Panel


class PointingPanel(Panel):
    """Panel that previews the option under the pointer by the name of its place."""

    @abstractmethod
    def point_at(self, name: str) -> None:
        """Preview the option at a place; none if there is no option or the name is empty."""

    def weighs(self, _name: str, /) -> bool:
        """Return whether moving the keyboard focus to a place, even of another panel, changes the preview."""
        return True

    def left(self) -> None:
        """Clear the preview."""
        self.point_at("")

    def pointed(self, position: tuple[int, int]) -> None:
        """Preview the option under the pointer."""
        target = next((t for t in reversed(self.layer.targets) if t.rect.collidepoint(position)), None)
        self.point_at(target.name if target else "")

    def focused(self, name: str) -> None:
        """Preview the option at the keyboard focus."""
        if self.weighs(name):
            self.point_at(name)
