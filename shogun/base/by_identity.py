"""Comparing by identity what is compared later, when it may be gone."""


class Itself:
    """Stands for a thing that is compared by identity, and keeps it, so that no other thing takes its address."""

    __slots__ = ("thing",)

    def __init__(self, thing: object) -> None:
        self.thing = thing

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Itself) and other.thing is self.thing

    def __hash__(self) -> int:
        return id(self.thing)
