"""Changes that a stranger could make to plain data: odd values by type, keys and items dropped, doubled, exchanged."""

from random import Random
from typing import Any

NUMBERS: tuple[Any, ...] = (
    0, -1, 1, 2, 3, 5, 7, 255, 2**31, 2**63, 2**64 - 1, -(2**63), 10**18, 10**400, 0.5, -0.0,
    1e-300, 1e300, -1e300, 360.5,
)  # fmt: skip
TEXTS = (
    "", "x", "x" * 61, "x" * 3000, "\x00", "A\nB", "\x1b[2J", "\u202egnol", "😀" * 30, "../../etc/passwd",
    "/dev/zero", "con.toml", "person", "greedy", "builder", "model", "red", "zebra", "{0}", "%s", "None", "shogun",
    "header", "answer", "undo", "plan/year1/spring", "1e999", "NaN",
)  # fmt: skip
OTHERS: tuple[Any, ...] = (None, True, False, [], {}, [[]], [None], {"a": 1}, [0, 0], {"type": "Drawn", "items": []})


def odd_value(value: Any, rng: Random) -> Any:
    """Return something else: mostly of the same type, and near or far beyond all bounds."""
    if rng.random() < 0.15:
        return rng.choice((*NUMBERS, *TEXTS, *OTHERS))
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        near = (value + 1, value - 1, -value, value * 2, float(value) if abs(value) < 1e300 else 0.0)
        return rng.choice(near) if rng.random() < 0.5 else rng.choice(NUMBERS)
    if isinstance(value, str):
        return rng.choice(TEXTS) if rng.random() < 0.7 else value[::-1] + value[:1]
    return rng.choice((*NUMBERS, *TEXTS, *OTHERS))


def changed(tree: Any, rng: Random) -> Any:
    """Return plain data with one change somewhere; `tree` itself may be changed."""
    if not isinstance(tree, dict | list) or not tree or rng.random() < 0.05:
        return odd_value(tree, rng)
    keys = list(tree) if isinstance(tree, dict) else list(range(len(tree)))
    key = rng.choice(keys)
    deed = rng.random()
    if deed < 0.8:
        tree[key] = changed(tree[key], rng)
    elif isinstance(tree, list):
        _change_list(tree, key, rng)
    elif deed < 0.9:
        del tree[key]
    else:
        tree[rng.choice((str(key) + "x", rng.choice(keys), "n", "type"))] = tree[key]
    return tree


def _change_list(items: list[Any], place: int, rng: Random) -> None:
    match rng.randrange(4):
        case 0:
            del items[place]
        case 1:
            items.insert(place, items[place])
        case 2:
            items.reverse()
        case _:
            items.extend([items[place]] * rng.choice((1, 5, 500)))


def bitten(data: bytes, rng: Random) -> bytes:
    """Return bytes with a bit flipped, a piece missing, doubled or strange."""
    place = rng.randrange(max(1, len(data)))
    piece = data[place : place + rng.randrange(1, 40)]
    match rng.randrange(5):
        case 0 if data:
            return data[:place] + bytes([data[place] ^ 1 << rng.randrange(8)]) + data[place + 1 :]
        case 1:
            return data[:place]
        case 2:
            return data[:place] + data[place + len(piece) :]
        case 3:
            return data[:place] + piece + data[place:]
    return (
        data[:place] + rng.choice((b"\xff\xfe", b"\x00" * 9, b"[" * 3000, b"9" * 5000, b"\n", b"\r\n")) + data[place:]
    )
