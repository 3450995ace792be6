"""The cards of customers tell what they give wherever there is room for it, in every language."""

from itertools import product

import pygame
import pytest
from msgspec.structs import replace

from shogun.base.language import OFFERED, speaking
from shogun.games.river_of_gold.rules.components import CUSTOMERS
from shogun.games.river_of_gold.screen.layout import lay_out
from shogun.games.river_of_gold.screen.panels.hand_panel import (
    LYING_PANEL,
    CustomerCard,
    Place,
    card_positions,
    draw_customer,
    tells,
)
from shogun.window.kit.drawing.canvas import Canvas, Layer
from shogun.window.kit.drawing.theme import em_of
from tests.layout.check_layout import LOOKED_AT
from tests.window.clicking import window

SMALL = (1024, 700), (1280, 720), (1600, 1000)
"""Windows in which there is little room for a hand; the largest with large writing."""
WIDE = (20, pygame.Rect(0, 0, 900, 200))
CARDS = [CustomerCard(name, (1, 1, 1), exchanges=False) for name in CUSTOMERS]


def canvas_of(em: int, size: tuple[int, int] = (900, 220)) -> Canvas:
    return Canvas(pygame.Surface(size), em, Layer(), (0, 0), "")


def places_of(canvas: Canvas, whole: pygame.Rect, cards: list[CustomerCard]) -> list[Place]:
    head = round(1.35 * canvas.em)
    room = pygame.Rect(whole.left, whole.top + head, whole.width, whole.height - head)
    return card_positions(canvas, cards, room, whole)


@pytest.mark.parametrize("scale", LOOKED_AT)
@pytest.mark.parametrize("size", SMALL)
@pytest.mark.parametrize("code", OFFERED)
def test_three_customers_tell_what_they_give_in_a_small_window(code: str, size: tuple[int, int], scale: float) -> None:
    em = em_of(size, scale)
    canvas = canvas_of(em)
    hand = lay_out(pygame.Rect((0, 0), size), em, 4)["hand"]
    rooms = canvas.within(hand, 0.4, 0.25), canvas.places(LYING_PANEL, hand)["cards"]
    with speaking(code):
        for whole, first in product(rooms, range(0, len(CARDS), 3)):
            cards = CARDS[first : first + 3]
            places = places_of(canvas, whole, cards)
            untold = [card.name for card, place in zip(cards, places, strict=True) if not tells(canvas, card, place)]
            assert untold == []
            assert all(whole.contains(place.rect) for place in places)


@pytest.mark.parametrize("size", SMALL[1:])
@pytest.mark.parametrize("code", OFFERED)
def test_one_customer_too_many_is_read_with_the_others(code: str, size: tuple[int, int]) -> None:
    canvas = canvas_of(em_of(size))
    whole = canvas.within(lay_out(pygame.Rect((0, 0), size), canvas.em, 4)["hand"], 0.4, 0.25)
    with speaking(code):
        for first in range(len(CARDS) - 3):
            cards = CARDS[first : first + 4]
            assert all(tells(canvas, *one) for one in zip(cards, places_of(canvas, whole, cards), strict=True))


def test_where_there_is_room_cards_stand_beside_each_other() -> None:
    canvas = canvas_of(WIDE[0])
    places = places_of(canvas, WIDE[1], CARDS[:3])
    assert not any(place.lies for place in places)
    assert len({place.rect.top for place in places}) == 1
    assert places_of(canvas, WIDE[1], []) == []


@pytest.mark.parametrize("lies", [False, True])
def test_an_order_that_is_paid_after_exchanging_is_marked(lies: bool) -> None:
    pictures = []
    with window():
        for exchanges in (False, True):
            canvas = canvas_of(16)
            card = CustomerCard(CARDS[0].name, (6, 6, 6), exchanges)
            draw_customer(canvas, card, Place(pygame.Rect(0, 0, 300, 60 if lies else 150), lies))
            assert any("fter exchanging" in one.text for one in canvas.layer.texts) == exchanges
            pictures.append(pygame.image.tobytes(canvas.surface, "RGB"))
    assert pictures[0] != pictures[1]


def test_cards_stay_upright_where_the_note_finds_room_beside_the_order() -> None:
    canvas, whole = canvas_of(16), pygame.Rect(6, 4, 389, 137)
    two_goods = [card for card in CARDS if sum(CUSTOMERS[card.name].order) <= 2]
    for card in two_goods:
        marked = CustomerCard(card.name, card.held, exchanges=True)
        for cards in ([marked, CARDS[0]], [CARDS[1], marked]):
            before = places_of(canvas, whole, [replace(one, exchanges=False) for one in cards])
            assert [place.lies for place in places_of(canvas, whole, cards)] == [place.lies for place in before]
