"""Every row of the editor of positions can be changed, and together they say all that a position's file can say."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from shogun.games import GAMES, entry_of
from shogun.games.river_of_gold.rules import position_file as river
from shogun.games.rumble_nation.rules import position_file as rumble
from shogun.games.shogun.rules import position_file as shogun
from shogun.table.positions import position_type
from shogun.window.play.position_editing import Row

TYPES: dict[str, tuple[type[Struct], ...]] = {
    "shogun": (
        shogun.StartPosition, shogun.StartPlayer, shogun.StartProvince, shogun.StartWinter, shogun.StartActions,
    ),
    "rumble-nation": (rumble.StartPosition, rumble.StartPlayer, rumble.StartArea),
    "river-of-gold": (river.StartPosition, river.StartPlayer, river.StartShore),
}  # fmt: skip
EACH = [pytest.param(code, marks=pytest.mark.slow) if code == "river-of-gold" else code for code in GAMES]
"""The games; most rows has River of Gold."""
LATE = ("moment", "ends", "rolled")
"""Rows that open others."""


def empty(code: str) -> Any:
    """The setup with a position of which nothing is said."""
    entry = entry_of(code)
    setup = entry.rules.types.setup(seats=3)
    if hasattr(setup, "advanced"):
        setup = replace(setup, advanced=True)
    if hasattr(setup, "patrons"):
        setup = replace(setup, patrons="table")
    return replace(setup, position=position_type(entry.rules)())


def rows_of(editing: Any, setup: Any) -> Iterator[Row]:
    place = editing.places(setup)[0]
    for seat in range(setup.seats):
        for page in editing.pages(setup, place, seat):
            yield from page.rows


def further(editing: Any, setup: Any) -> Iterator[Any]:
    """Yield setups in which there is more to be changed: of each row its last value, one after the other."""
    yield setup
    for name in dict.fromkeys(row.name for row in rows_of(editing, setup)):
        found = next((row for row in rows_of(editing, setup) if row.name == name), None)
        if found is not None:
            setup = found.change(found.choices[-1] if found.choices else found.most)
    yield setup
    for row in [row for row in rows_of(editing, setup) if row.name in LATE]:
        yield from (row.change(value) for value in row.choices)


def grounds(setup: Any) -> Any:
    """The setup in which castles lie, if the game has any: where they are laid by lot nothing is to be changed."""
    if not isinstance(setup.position, rumble.StartPosition):
        return setup
    areas = entry_of("rumble-nation").editing.places(setup)
    castles = {area: rumble.StartArea(castle=2 + number) for number, area in enumerate(areas)}
    return replace(setup, position=replace(setup.position, area=castles))


def told(before: Any, after: Any) -> Iterator[tuple[str, str]]:
    """Yield what differs in structs and in all that they hold."""
    if isinstance(after, Struct):
        for name in after.__struct_fields__:
            one, other = getattr(before, name, None), getattr(after, name)
            if one != other:
                yield type(after).__name__, name
                yield from told(one, other)
    elif isinstance(after, Mapping):
        for key, value in after.items():
            known = before.get(key) if isinstance(before, Mapping) else None
            yield from told(known, value) if value != known else ()
    elif isinstance(after, tuple) and any(isinstance(one, Struct) for one in after):
        known_ones: Iterable[Any] = before if isinstance(before, tuple) else ()
        for one, other in zip([*known_ones, *[None] * len(after)], after, strict=False):
            yield from told(one, other) if one != other else ()


@pytest.mark.parametrize("code", EACH)
def test_each_row_is_changed_to_whatever_it_may_be_and_all_is_said_by_them(code: str) -> None:
    entry, found = entry_of(code), set[tuple[str, str]]()
    rules: Any = entry.rules
    for start in (empty(code), grounds(empty(code))):
        for setup in further(entry.editing, start):
            for row in rows_of(entry.editing, setup):
                for value in row.choices or (row.least, row.most):
                    after = row.change(value)
                    found |= set(told(setup.position, after.position))
                    list(rules.position_problems(after))
    wanted = {(kind.__name__, name) for kind in TYPES[code] for name in kind.__struct_fields__}
    assert sorted(wanted - found) == []


def chosen(setup: Any, name: str, value: Any, seat: int = 0) -> Any:
    """Return a setup in which a row has another value."""
    editing = entry_of("shogun").editing
    pages = editing.pages(setup, "Yamato", seat)
    return next(row for page in pages for row in page.rows if row.name == name).change(value)


def test_winter_with_revolts_is_made_by_rows_alone() -> None:
    rules: Any = entry_of("shogun").rules
    setup = empty("shogun")
    setup = chosen(setup, "owner", "red")
    setup = chosen(setup, "season", "winter")
    setup = chosen(setup, "events-0", "rice_4")
    setup = chosen(setup, "moment", value=True)
    setup = chosen(setup, "revolt-0", "Yamato")
    setup = chosen(setup, "short-red", 2)
    assert list(rules.position_problems(setup)) == []
    assert rules.new(setup).stage.province == "Yamato"


def test_special_cards_are_named_all_or_not_at_all() -> None:
    setup = chosen(empty("shogun"), "specials-0", "rice")
    assert len(set(setup.position.specials)) == 5 and setup.position.specials[0] == "rice"
    assert chosen(setup, "specials-3", "").position.specials == ()


def test_a_season_under_way_is_made_by_rows_alone() -> None:
    rules: Any = entry_of("shogun").rules
    setup = empty("shogun")
    for number, event in enumerate(("rice_4", "castle_6", "taxes_0", "theatre_5")):
        setup = chosen(setup, f"events-{number}", event)
    setup = chosen(setup, "moment", value=True)
    for seat in range(3):
        for action in ("castle", "temple", "theatre", "rice", "taxes", "deploy5", "deploy3", "deploy1"):
            setup = chosen(setup, f"plan-{action}", None, seat)
        for action in ("battle_a", "battle_b"):
            setup = chosen(setup, f"plan-{action}", 1 + (action == "battle_b"), seat)
    assert list(rules.position_problems(setup)) == []
    assert rules.new(setup).event == setup.position.acting.event
