"""Cards: what is written on one can be read, what may be taken rises under the pointer, nothing moves for long."""

import pygame
import pytest

from shogun.window.kit.drawing import canvas as motion
from shogun.window.kit.drawing.canvas import SECONDS, Arrivals, Canvas, Layer
from shogun.window.kit.drawing.card_face import CardLook
from shogun.window.kit.drawing.theme import GOLD, INDIGO, VERMILION, contrast
from shogun.window.kit.widgets.card_button import Hold, Title, draw_card
from tests.window.clicking import window

PLACE = pygame.Rect(20, 20, 58, 60)
LOW = pygame.Rect(20, 20, 120, 47)


def canvas_at(pointer: tuple[int, int]) -> Canvas:
    return Canvas(pygame.Surface((200, 120)), 16, Layer(), pointer, "")


@pytest.mark.parametrize("title", ["Rice", "Calming theaters", "Uzupełnienie"])
@pytest.mark.parametrize("place", [PLACE, LOW])
def test_a_title_stays_on_its_card_and_leaves_room_for_the_picture(title: str, place: pygame.Rect) -> None:
    with window():
        canvas = canvas_at((0, 0))
        room = draw_card(canvas, place, Title(title), CardLook(INDIGO, "hills"))
    assert place.contains(room)
    assert min(room.size) >= canvas.px(1.0)
    for record in canvas.layer.texts:
        assert not record.cut
        assert place.contains(record.rect.inflate(0, -record.rect.height // 2))
        assert not room.colliderect(record.rect.inflate(0, -record.rect.height // 2))


def test_on_a_low_card_the_picture_stands_beside_the_title_and_is_as_high_as_the_card() -> None:
    with window():
        room = draw_card(canvas_at((0, 0)), LOW, Title("Battle A"), CardLook(INDIGO))
    assert room.height == LOW.height
    assert room.left == LOW.left
    assert room.width < LOW.width


@pytest.mark.parametrize(("reacts", "moves", "rises"), [(True, True, True), (True, False, False), (False, True, False)])
def test_only_what_may_be_taken_rises_under_the_pointer_and_nothing_with_little_movement(
    reacts: bool, moves: bool, rises: bool
) -> None:
    with window(reduced_motion=not moves):
        room = draw_card(canvas_at(PLACE.center), PLACE, Title("Rice"), CardLook(VERMILION), Hold(reacts))
        away = draw_card(canvas_at((0, 0)), PLACE, Title("Rice"), CardLook(VERMILION), Hold(reacts))
    assert (room.top < away.top) is rises


def test_what_is_over_is_paler_than_what_is_to_come() -> None:
    look = CardLook(INDIGO)
    assert contrast(look.band, GOLD) > contrast(CardLook(INDIGO, state="done").band, GOLD)


def test_a_card_that_comes_to_an_empty_place_is_on_its_way_for_a_moment() -> None:
    laid = Arrivals()
    assert laid.lies("field", None) == 0.0
    assert laid.lies("field", "Ise") == 1.0
    laid.go_on(SECONDS / 2)
    assert laid.lies("field", "Ise") == pytest.approx(0.5)
    laid.go_on(SECONDS / 2)
    assert laid.lies("field", "Ise") == 0.0
    assert not laid.is_moving


def test_what_was_there_before_or_is_taken_away_does_not_move() -> None:
    laid = Arrivals()
    assert laid.lies("hand", "Ise") == 0.0
    laid.lies("hand", "Kai")
    assert laid.lies("hand", None) == 0.0
    assert not laid.is_moving


def test_with_little_movement_cards_are_there_at_once() -> None:
    motion.use_motion(moves=False)
    try:
        laid = Arrivals()
        laid.lies("field", None)
        assert laid.lies("field", "Ise") == 0.0
    finally:
        motion.use_motion(moves=True)
