"""A plugin of mypy that tells of each `sum` of floats in the program.

Since 3.12 Python's `sum` makes up for what is rounded off, so what depends on it differs from one Python to another;
`math.fsum` adds in one way everywhere, in any order.
"""

from collections.abc import Callable
from pathlib import Path

from mypy.errorcodes import ErrorCode
from mypy.maptype import map_instance_to_supertype
from mypy.plugin import FunctionContext, Plugin
from mypy.typeops import tuple_fallback
from mypy.types import (
    AnyType,
    Instance,
    LiteralType,
    ProperType,
    TupleType,
    Type,
    TypeOfAny,
    UnionType,
    get_proper_type,
)

FLOAT_SUM = ErrorCode("float-sum", "Floats are added by math.fsum", "Shogun")
EXACT = {"builtins.int", "builtins.bool"}


class FloatSums(Plugin):
    """Looks at all calls of `sum`."""

    def get_function_hook(self, fullname: str) -> Callable[[FunctionContext], Type] | None:
        """Return what is done at a call of a function of this name."""
        return looked_at if fullname == "builtins.sum" else None


def looked_at(context: FunctionContext) -> Type:
    """Tell if floats are added, and leave the type as it is."""
    here = Path(context.api.path).absolute()
    if Path.cwd() / "shogun" in here.parents and not is_exact(get_proper_type(added(context))):
        watchers = context.api.msg.errors._watchers  # they would only have mypy try another form of `sum`
        kept, watchers[:] = watchers[:], []
        context.api.fail("floats are added by math.fsum: sum differs between Pythons", context.context, code=FLOAT_SUM)
        watchers[:] = kept
    return context.default_return_type


def added(context: FunctionContext) -> Type:
    """Return the type of what is added, whatever is made of the sum."""
    some = get_proper_type(context.api.get_expression_type(context.args[0][0]))
    if isinstance(some, TupleType):
        some = tuple_fallback(some)
    if not isinstance(some, Instance):
        return some
    iterable = context.api.named_generic_type("typing.Iterable", [AnyType(TypeOfAny.special_form)]).type
    return map_instance_to_supertype(some, iterable).args[0] if some.type.has_base(iterable.fullname) else some


def is_exact(one: ProperType) -> bool:
    """Return whether a sum of this type is the same in every order."""
    if isinstance(one, UnionType):
        return all(is_exact(get_proper_type(item)) for item in one.items)
    if isinstance(one, LiteralType):
        one = one.fallback
    return isinstance(one, Instance) and one.type.fullname in EXACT


def plugin(_version: str) -> type[Plugin]:
    """Return the plugin, as mypy asks for it."""
    return FloatSums
