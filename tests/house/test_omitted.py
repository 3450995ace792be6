"""What a file or a line leaves out depends on values alone.

Structs with `omit_defaults` leave a value out if it is the default itself, not if it is equal to it: a text that came
from another process, or was read, is another one. So only such defaults may be left out of which there is one alone.
"""

import pickle
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import NODEFAULT, UNSET, Struct
from msgspec.structs import FieldInfo, fields

import shogun

ROOT = Path(shogun.__file__).parent


def omitting(kind: type[Struct]) -> Iterator[type[Struct]]:
    """All kinds of structs of the program that leave defaults out."""
    for one in kind.__subclasses__():
        if one.__struct_config__.omit_defaults and one.__module__.startswith("shogun."):
            yield one
        yield from omitting(one)


def is_one_alone(default: Any) -> bool:
    """Whether whatever is equal to a default is the default itself, wherever it comes from."""
    made_anew: dict[type, Callable[[], object]] = {
        str: lambda: "".join([*default]), int: lambda: int(f"{default}"), tuple: lambda: (*default,),
    }  # fmt: skip
    anew = [pickle.loads(pickle.dumps(default)), *([made_anew[type(default)]()] if type(default) in made_anew else [])]
    if default is not UNSET:
        anew.append(msgspec.json.decode(msgspec.json.encode(default), type=type(default)))
    return all(one is default for one in anew)


def defaults(kind: type[Struct]) -> Iterator[FieldInfo]:
    return (field for field in fields(kind) if field.default is not NODEFAULT)


def test_what_is_left_out_depends_on_values_alone() -> None:
    for path in sorted(ROOT.rglob("*.py")):
        if "omit_defaults" in path.read_text("utf-8"):
            import_module(".".join(path.relative_to(ROOT.parent).with_suffix("").parts))
    kinds = {kind.__qualname__: kind for kind in omitting(Struct)}
    assert {"AnswerLine", "LadderGame", "Outcome", "StoredSpots", "Transfer"} <= set(kinds)
    for name, kind in kinds.items():
        for field in defaults(kind):
            assert is_one_alone(field.default), f"{name}.{field.name}"


@pytest.mark.parametrize("default", ["shogun", 1000, 0.5, ("a",)])
def test_other_defaults_are_found(default: object) -> None:
    assert not is_one_alone(default)
