"""Rows, columns, grids and overlays: what holds of every declaration, and what is said in words."""

from dataclasses import dataclass
from itertools import combinations, pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame import Rect, Surface
from pygame.mask import from_threshold as mask_from_threshold

from shogun.window.kit import layout
from shogun.window.kit.drawing import text
from shogun.window.kit.drawing.canvas import Canvas, Layer
from shogun.window.kit.layout import Node, column, fixed, folds, grid, overlay, part, row, share, short_form, shrinks
from shogun.window.kit.layout.nodes import Axis
from shogun.window.kit.layout.sizes import measured

EM = 10
PLACES: st.SearchStrategy[layout.Alignment] = st.sampled_from(["start", "middle", "end"])
ROOMS = st.builds(Rect, st.integers(-50, 50), st.integers(-50, 50), st.integers(0, 900), st.integers(0, 900))


@st.composite
def sizes(draw: st.DrawFn) -> layout.Length | None:
    """Draw what may be said of a length."""
    least = draw(st.floats(0, 12))
    more = draw(st.floats(0, 12))
    said: list[layout.Length | None] = [
        None, least, fixed(least), share(draw(st.floats(0.1, 5)), least, least + more),
        share(draw(st.floats(0.1, 5))), layout.between(least, least + more),
        layout.between(least, least + more, weight=draw(st.sampled_from([0.0, 0.3, 1.0, 2.5]))),
    ]  # fmt: skip
    return draw(st.sampled_from(said))


@dataclass
class Names:
    """Names that are given once."""

    given: int = 0

    def next(self) -> str:
        """Return a new name."""
        self.given += 1
        return f"part {self.given}"


@st.composite
def nodes(draw: st.DrawFn, depth: int = 3, names: Names | None = None) -> Node:
    """Draw a declaration in which nothing folds or wraps."""
    names = names or Names()
    name, wide, high = names.next(), draw(sizes()), draw(sizes())
    kind = draw(st.sampled_from(["part", "row", "column", "overlay", "grid"])) if depth else "part"
    if kind == "part":
        return part(name, wide, high)
    children = [draw(nodes(depth - 1, names)) for _ in range(draw(st.integers(1, 4)))]
    if kind == "overlay":
        return overlay(*children, name=name, wide=wide, high=high, horizontal=draw(PLACES), vertical=draw(PLACES))
    gap, padding = draw(st.floats(0, 1)), (draw(st.floats(0, 1)), draw(st.floats(0, 1)))
    if kind == "grid":
        count = draw(st.integers(1, 3))
        return grid(*children, name=name, wide=wide, high=high, columns=count, gap=gap, padding=padding)
    gives = tuple(shrinks(child.name) for child in children if draw(st.booleans()))
    box = row if kind == "row" else column
    return box(
        *children, name=name, wide=wide, high=high, gap=gap, padding=padding, gives_way=gives,
        align=draw(PLACES), justify=draw(PLACES),
    )  # fmt: skip


def all_of(node: Node) -> list[Node]:
    """Return a node and all inside of it."""
    return [node, *(found for child in getattr(node, "children", ()) for found in all_of(child))]


def is_inside(inner: Rect, outer: Rect) -> bool:
    """Return whether nothing sticks out; unlike `Rect.contains` of what has no size too."""
    return inner.clamp(outer) == inner and inner.width <= outer.width and inner.height <= outer.height


@pytest.mark.slow
@given(nodes(), ROOMS)
def test_all_parts_lie_in_what_holds_them_and_no_two_beside_each_other_overlap(node: Node, room: Rect) -> None:
    places = layout.place(node, room, EM)
    for outer in all_of(node):
        children = [places[child.name] for child in getattr(outer, "children", ())]
        if not places.misfits:
            assert all(is_inside(child, places[outer.name]) for child in children)
        if not isinstance(outer, layout.Overlay):
            assert not any(one.colliderect(other) for one, other in combinations(children, 2))


@given(st.lists(sizes(), min_size=1, max_size=6), st.integers(0, 900))
def test_a_part_that_is_smaller_than_its_least_size_is_told_and_by_how_much(
    said: list[layout.Length | None], long: int
) -> None:
    node = row(*(part(f"part {n}", wide=length) for n, length in enumerate(said)))
    places = layout.place(node, Rect(0, 0, long, 20), EM)
    least = {f"part {n}": measured(length, EM).least for n, length in enumerate(said) if length is not None}
    expected = {name: px - places[name].width for name, px in least.items() if places[name].width < px}
    assert {misfit.name: misfit.lacking for misfit in places.misfits} == expected
    assert bool(expected) == (sum(least.values()) > long)


@pytest.mark.slow
@given(nodes(), ROOMS, st.integers(1, 300))
def test_more_room_makes_no_part_smaller(node: Node, room: Rect, more: int) -> None:
    small = layout.place(node, room, EM)
    for grown in (
        Rect(room.topleft, (room.width + more, room.height)),
        Rect(room.topleft, (room.width, room.height + more)),
    ):
        large = layout.place(node, grown, EM)
        assert all(
            large[name].width >= rect.width and large[name].height >= rect.height for name, rect in small.items()
        )


@given(st.lists(sizes(), min_size=1, max_size=6), st.integers(0, 900), st.randoms())
def test_in_which_order_parts_are_declared_changes_their_lengths_by_a_pixel_at_most(
    said: list[layout.Length | None], long: int, random: Random
) -> None:
    parts = [part(f"part {n}", wide=length) for n, length in enumerate(said)]
    shuffled = random.sample(parts, len(parts))
    one, other = (layout.place(row(*order), Rect(0, 0, long, 20), EM) for order in (parts, shuffled))
    assert all(abs(one[name].width - other[name].width) <= 1 for name in one)


@given(st.lists(st.floats(0.1, 9), min_size=1, max_size=8), st.integers(0, 2000))
def test_shares_fill_the_room_to_the_last_pixel(weights: list[float], long: int) -> None:
    rects = layout.across(Rect(3, 0, long, 20), EM, *(share(weight) for weight in weights))
    assert sum(rect.width for rect in rects) == long
    for weight, rect in zip(weights, rects, strict=True):
        assert abs(rect.width - long * weight / sum(weights)) <= len(weights)


@given(st.floats(0, 20), st.floats(0, 5), ROOMS)
def test_a_room_that_is_too_small_for_gaps_and_padding_alone_is_told(gap: float, padding: float, room: Rect) -> None:
    box = column(part("one"), part("other"), name="box", gap=gap, padding=padding)
    lacking = layout.place(box, room, EM).misfits
    assert bool(lacking) == (
        room.width < 2 * round(padding * EM) or room.height < 2 * round(padding * EM) + round(gap * EM)
    )
    assert {misfit.name for misfit in lacking} <= {"box"}


@given(st.floats(0.2, 5), st.floats(0, 2), ROOMS)
def test_there_are_as_many_lines_as_find_room_and_at_least_one(high: float, gap: float, room: Rect) -> None:
    found = layout.lines(room, EM, high, gap)
    one, between = round(high * EM), round(gap * EM)
    assert all(line.size == (room.width, min(one, room.height)) and is_inside(line, room) for line in found)
    assert found[0].topleft == room.topleft
    free = room.height - len(found) * (one + between) + between
    assert free < one + between
    assert free >= 0 or len(found) == 1


@given(ROOMS, st.integers(1, 12), st.sampled_from(["wide", "high"]))
def test_ticks_lie_around_points_that_part_a_room_evenly(room: Rect, count: int, axis: Axis) -> None:
    cells = layout.ticks(room, count, axis)
    steps = max(1, count - 1)
    for number, cell in enumerate(cells):
        x, y = layout.point(room, number / steps, 0.5) if axis == "wide" else layout.point(room, 0.5, number / steps)
        assert abs(cell.centerx - x) <= 1
        assert abs(cell.centery - y) <= 1
    assert layout.point(room, 0.0, 0.0) == room.bottomleft
    assert layout.point(room, 1.0, 1.0) == room.topright


@given(ROOMS, st.floats(0, 1), st.floats(0, 1))
def test_the_shares_of_a_point_lead_back_to_it(room: Rect, across: float, up: float) -> None:
    x, y = layout.point(room, across, up)
    found = layout.shares(room, (round(x), round(y)))
    assert all(0 <= share <= 1 for share in found)
    back = layout.point(room, *found)
    assert abs(back[0] - x) <= 1
    assert abs(back[1] - y) <= 1


def test_two_parts_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="two parts are called 'log'"):
        layout.place(row(part("log"), part("log")), Rect(0, 0, 100, 100), EM)
    with pytest.raises(ValueError, match="no part is called 'players'"):
        layout.place(row(part("log", wide=20.0), gives_way=(folds("players"),)), Rect(0, 0, 100, 100), EM)


LONG = "Who moves last"


def test_what_gives_way_first_is_what_is_said_first() -> None:
    """A text takes its short form, then the hint beside it folds away with its gap, then the map shrinks."""
    words = text.width(LONG, EM, "Regular")
    short = text.width("Last", EM, "Regular")
    bar = row(
        layout.text("prompt", LONG, short="Last"), part("hint", wide=fixed(5.0)),
        part("map", wide=layout.between(3.0, 10.0)),
        gap=1.0, gives_way=(short_form("prompt"), folds("hint"), shrinks("map")),
    )  # fmt: skip

    def widths(long: int) -> tuple[str, dict[str, int], tuple[layout.Misfit, ...]]:
        places = layout.place(bar, Rect(0, 0, long, 40), EM)
        return places.words("prompt"), {name: rect.width for name, rect in places.items()}, places.misfits

    all_that = words + 50 + 100 + 20
    assert widths(all_that) == (LONG, {"prompt": words, "hint": 50, "map": 100}, ())
    assert widths(all_that - 1) == ("Last", {"prompt": short, "hint": 50, "map": 100}, ())
    assert widths(short + 50 + 100 + 19) == ("Last", {"prompt": short, "map": 100}, ())
    assert widths(short + 30 + 10) == ("Last", {"prompt": short, "map": 30}, ())
    misfits = widths(short + 30)[2]
    assert [misfit.axis for misfit in misfits] == ["wide"] * len(misfits)
    assert sum(misfit.lacking for misfit in misfits) == 10


def test_a_text_that_wraps_is_as_high_as_its_lines_and_never_narrower_than_its_longest_word() -> None:
    said = "The log of the battle of the season"
    sheet = column(layout.text("said", said, wrapped=True), part("rest"))
    one_line, words = text.line_height(EM), text.width(said, EM, "Regular")
    assert layout.place(sheet, Rect(0, 0, words + 1, 200), EM)["said"].height == one_line
    lines = len(text.wrapped(said, EM, words // 2, "Regular"))
    assert layout.place(sheet, Rect(0, 0, words // 2, 200), EM)["said"].height == one_line * lines > one_line
    beside = row(layout.text("said", said, wrapped=True), part("rest", wide=50.0))
    longest = max(text.width(word, EM, "Regular") for word in said.split())
    assert layout.place(beside, Rect(0, 0, 520, 200), EM).misfits[0].lacking == longest - 20


def test_as_many_columns_as_find_their_least_width_and_never_none() -> None:
    cards = grid(*(part(f"card {n}") for n in range(5)), least_wide=4.0, row_high=2.0, gap=0.5)
    columns = [len({layout.place(cards, Rect(0, 0, long, 99), EM)[f"card {n}"].left for n in range(5)}) for long in (
        10, 84, 85, 130, 220, 900
    )]  # fmt: skip
    assert columns == [1, 1, 2, 3, 5, 5]
    assert layout.place(cards, Rect(0, 0, 85, 99), EM)["card 4"] == Rect(0, 50, 40, 20)


def test_the_first_variant_that_fits_is_taken_and_the_last_one_where_none_does() -> None:
    wide = row(part("map", wide=share(least=30.0)), part("log", wide=fixed(20.0)))
    narrow = column(part("map", wide=share(least=25.0)), part("log"))
    found = [
        layout.first_that_fits((wide, narrow), Rect(0, 0, long, 100), EM)["log"] for long in (600, 400, 200)
    ]  # fmt: skip
    assert found == [Rect(400, 0, 200, 100), Rect(0, 50, 400, 50), Rect(0, 50, 200, 50)]


def test_a_part_in_a_corner_of_an_overlay_takes_its_own_size() -> None:
    over = overlay(part("map"), part("seal", wide=3.0, high=2.0), horizontal="end", vertical="middle")
    places = layout.place(over, Rect(10, 10, 100, 60), EM)
    assert places["map"] == Rect(10, 10, 100, 60)
    assert places["seal"] == Rect(80, 30, 30, 20)


@given(ROOMS, st.floats(0, 1), st.floats(0, 1), st.integers(1, 20), st.sampled_from(["wide", "high"]))
def test_spans_and_bands_lie_where_their_points_do(room: Rect, one: float, other: float, size: int, axis: Axis) -> None:
    begin, end = sorted((one, other))
    part = layout.span(room, begin, end)
    left, right = layout.pixel(room, begin, 0.0)[0], layout.pixel(room, end, 0.0)[0]
    assert (part.left, part.top, part.height) == (left, room.top, room.height)
    assert part.width == max(2, right - left)
    band = layout.band(room, one, size, axis)
    across, up = layout.pixel(room, one, one)
    assert band.size == ((size, room.height) if axis == "wide" else (room.width, size))
    assert band.centerx == across if axis == "wide" else band.centery == up


@given(ROOMS, st.floats(0, 40), st.floats(0, 40), PLACES, PLACES)
def test_a_spot_lies_at_its_side_of_the_room_and_is_never_larger(
    room: Rect, wide: float, high: float, horizontal: layout.Alignment, vertical: layout.Alignment
) -> None:
    rect = layout.spot(room, EM, wide, high, (horizontal, vertical))
    assert rect.size == (min(room.width, round(wide * EM)), min(room.height, round(high * EM)))
    assert is_inside(rect, room)
    beside = {
        "start": rect.left - room.left,
        "end": room.right - rect.right,
        "middle": (rect.centerx - room.centerx) // 2,
    }
    above = {
        "start": rect.top - room.top,
        "end": room.bottom - rect.bottom,
        "middle": (rect.centery - room.centery) // 2,
    }
    assert beside[horizontal] in (0, -1)[: 1 + (horizontal == "middle")]
    assert above[vertical] in (0, -1)[: 1 + (vertical == "middle")]


@given(ROOMS, st.floats(0.2, 5))
def test_a_shape_is_as_large_as_its_proportion_lets_it(room: Rect, proportion: float) -> None:
    rect = layout.shaped(room, proportion)
    assert is_inside(rect, room)
    assert rect.width == room.width or rect.height == room.height
    assert abs(rect.width - rect.height * proportion) <= max(1.0, proportion)


def test_a_picture_at_a_side_leaves_the_room_beside_it() -> None:
    canvas = Canvas(Surface((200, 40)), EM, Layer(), (0, 0), "")
    picture, box = Surface((30, 20)), Rect(10, 0, 100, 40)
    picture.fill("red")
    assert canvas.put(picture, box, gap=0.5) == Rect(45, 0, 65, 40)
    assert canvas.put(picture, box, "right", gap=0.5) == Rect(10, 0, 65, 40)
    drawn = [Rect(10, 10, 30, 20), Rect(80, 10, 30, 20)]
    mask = mask_from_threshold(canvas.surface, (255, 0, 0), (1, 1, 1))
    assert mask.get_bounding_rects() == drawn


@given(ROOMS, st.lists(st.floats(0, 30), max_size=9), st.floats(0.5, 4), st.floats(0, 1))
def test_what_flows_begins_a_line_only_where_the_one_before_has_no_room(
    room: Rect, wide: list[float], high: float, gap: float
) -> None:
    found = layout.flow(room, EM, wide, high, gap)
    assert not any(one.colliderect(other) for one, other in combinations(found, 2))
    assert all(room.left <= spot.left and spot.right <= room.right for spot in found)
    for before, spot in pairwise(found):
        if spot.top > before.top:
            assert spot.left == room.left
            assert before.right + round(gap * EM) + spot.width > room.right
        else:
            assert spot.left == before.right + round(gap * EM)
