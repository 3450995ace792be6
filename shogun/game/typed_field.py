"""Structs of any game with one field whose type is the game's own: its setups, moves or results.

To whoever reads the code that field is of any type. `of` says which type it is where bytes are decoded.
"""

from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

if TYPE_CHECKING:
    Own: TypeAlias = Any

    class HasOwn:
        """Base of a struct with such a field."""

else:
    Own = TypeVar("Own")
    HasOwn = Generic[Own]


def of(struct: Any, own: object) -> Any:
    """Return the type of a struct in which that field is of this type, for a decoder."""
    return struct[own]
