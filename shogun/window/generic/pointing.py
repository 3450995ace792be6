"""A panel on which pointer and keyboard weigh what is offered: what a place would bring is shown before the click."""

from abc import abstractmethod

from shogun.window.kit.runtime.panel import Panel


class PointingPanel(Panel):
    """Tells by the names of its places what is pointed at."""

    @abstractmethod
    def point_at(self, name: str) -> None:
        """Show what is offered at a place; nothing, if nothing is offered there or the name is empty."""

    def weighs(self, _name: str, /) -> bool:
        """Return whether the keyboard's going to a place, perhaps of another panel, changes what is weighed."""
        return True

    def left(self) -> None:
        """Nothing is pointed at any more."""
        self.point_at("")

    def pointed(self, position: tuple[int, int]) -> None:
        """Show what is offered under the pointer."""
        target = next((t for t in reversed(self.layer.targets) if t.rect.collidepoint(position)), None)
        self.point_at(target.name if target else "")

    def focused(self, name: str) -> None:
        """Show what is offered at the place that the keyboard has gone to."""
        if self.weighs(name):
            self.point_at(name)
