"""A key that compares objects by identity and keeps them alive, so that an address is never reused."""


class IdentityKey:
    """Key equal only to a key for the same object; it holds the object, so that no other one takes its address."""

    __slots__ = ("thing",)

    def __init__(self, thing: object) -> None:
        self.thing = thing

    def __eq__(self, other: object) -> bool:
        return isinstance(other, IdentityKey) and other.thing is self.thing

    def __hash__(self) -> int:
        return id(self.thing)
