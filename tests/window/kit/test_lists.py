"""Lists that scroll, and in which several things are chosen."""

import pygame

from shogun.window.kit.drawing.canvas import Canvas, Layer, Unpainted
from shogun.window.kit.input.selection import Selection, natural, plain
from shogun.window.kit.widgets.scrolling import Scrolling

BOX = pygame.Rect(100, 50, 300, 205)


def laid(scrolling: Scrolling, count: int, layer: Layer | None = None) -> list[int]:
    """Lay entries of 20 px into a box with room for ten, and return which are seen."""
    canvas = Canvas(Unpainted((600, 400)), 20, layer or Layer(), (0, 0), "")
    cells = scrolling.lay(canvas, BOX, count, 1.0)
    assert all(BOX.contains(cell) for _number, cell in cells)
    return [number for number, _cell in cells]


def test_only_what_is_seen_of_a_million_is_laid_out() -> None:
    scrolling = Scrolling("one-")
    assert laid(scrolling, 1_000_000) == list(range(10))
    scrolling.turn(-1)
    assert laid(scrolling, 1_000_000)[0] == 1
    assert scrolling.press(pygame.K_END) and laid(scrolling, 1_000_000)[-1] == 999_999
    assert scrolling.press(pygame.K_PAGEUP) and laid(scrolling, 1_000_000)[-1] == 999_990
    assert scrolling.press(pygame.K_HOME) and laid(scrolling, 1_000_000)[0] == 0
    scrolling.show(500)
    assert laid(scrolling, 1_000_000)[-1] == 500, "as little as is needed"
    assert laid(scrolling, 3) == [0, 1, 2], "a shorter list stands at its end"
    assert not scrolling.press(pygame.K_END), "where all is seen the key is for others"


def test_the_bar_is_drawn_along_from_the_first_to_the_last() -> None:
    scrolling, layer = Scrolling("one-"), Layer()
    laid(scrolling, 100, layer)
    ((bar, drag),) = layer.held
    drag((bar.centerx, bar.top + 3), begins=True)
    drag((bar.centerx, bar.bottom + 500), begins=False)
    assert laid(scrolling, 100)[-1] == 99
    drag((bar.centerx, bar.top - 500), begins=False)
    assert laid(scrolling, 100)[0] == 0
    drag((bar.centerx, bar.centery), begins=True)
    assert 40 < laid(scrolling, 100)[0] < 50, "a press beside the thumb brings it there"
    laid(Scrolling("few-"), 3, fresh := Layer())
    assert not fresh.held, "a list of which all is seen has no bar"


def test_the_thumb_stays_under_the_pointer_wherever_it_was_taken() -> None:
    scrolling, layer = Scrolling("one-"), Layer()
    laid(scrolling, 30, layer)
    ((bar, drag),) = layer.held
    for offset in (1, bar.height // 3 - 2):  # ten of thirty are seen: the thumb is a third of the bar
        drag((bar.centerx, bar.top + offset), begins=True)
        assert scrolling.line == 0, "to take it moves nothing"
        drag((bar.centerx, bar.top + offset + bar.height // 3), begins=False)
        assert scrolling.line == 10
        drag((bar.centerx, bar.top + offset), begins=False)
        assert scrolling.line == 0


def test_arrows_lead_out_of_sight_and_stop_at_the_ends() -> None:
    scrolling = Scrolling("one-")
    laid(scrolling, 12)
    assert scrolling.beside("one-9", "down") == "one-10" and laid(scrolling, 12)[-1] == 10
    assert scrolling.beside("one-1", "up") == "one-0" and scrolling.beside("one-0", "up") == ""
    grid = Scrolling("card-")
    grid.columns = 3
    assert laid(grid, 8) == list(range(8))
    assert grid.after(4, pygame.K_DOWN) == 7 and grid.after(5, pygame.K_DOWN) == 7, "the last line is shorter"
    assert grid.after(7, pygame.K_DOWN) is None and grid.after(3, pygame.K_LEFT) == 2
    assert scrolling.after(5, pygame.K_LEFT) is None, "sideways leads leave a list"


def chosen(keys: str) -> Selection[str]:
    selection: Selection[str] = Selection()
    selection.relist(list(keys))
    return selection


def test_several_are_chosen_as_in_all_lists_of_files() -> None:
    selection = chosen("abcdef")
    selection.look_at(1)
    selection.range(3)
    assert selection.several == [1, 2, 3] and selection.at == 3
    selection.range(0)
    assert selection.several == [0, 1], "a range turns round where it began"
    selection.add(5)
    assert selection.several == [0, 1, 5]
    selection.look_at(4)
    assert selection.several == [] and selection.at == 4
    selection.add(2)
    assert selection.several == [2, 4], "what was looked at counts as chosen"
    selection.tick(2)
    assert selection.several == [] and selection.at == 4, "a button acts on what is ticked alone"


def test_what_is_gone_is_chosen_no_more() -> None:
    selection = chosen("abcdef")
    selection.all()
    selection.move(2)
    selection.relist(list("fcax"))
    assert selection.keys[selection.at] == "c" and selection.several == [0, 1, 2]
    selection.relist([])
    assert selection.at == 0 and not selection.marked
    selection.tick(0)
    selection.range(0)
    assert selection.several == []


def test_names_are_in_their_natural_order() -> None:
    names = ["mine-10", "Mine-2", "lodz 3", "mine-1", "łódź"]
    assert sorted(names, key=natural) == ["łódź", "lodz 3", "mine-1", "Mine-2", "mine-10"]
    assert plain("Žluťoučký Łoś") == "zlutoucky los"
