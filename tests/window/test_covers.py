"""The pictures of first screens: covers of the games' boxes, and portraits of clans."""

import pygame
import pytest
from msgspec.structs import replace

from shogun.games import GAMES
from shogun.window.generic import listing
from shogun.window.kit.drawing.icons import Clan, crest_names
from shogun.window.kit.drawing.portrait import FIGURES, portrait
from shogun.window.kit.drawing.theme import CUBES
from shogun.window.play.game_plugin import GamePlugin
from shogun.window.scenes.new_game import WhichGameScene
from tests.layout.readable import flaws
from tests.table.tossing import Tossing
from tests.window.clicking import window
from tests.window.test_generic import TOYS


class LongTitled(Tossing):
    name = "A toy of many words"


SIZES = [(120, 60), (300, 260), (260, 400)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", [*GAMES.values(), *TOYS.values()], ids=lambda game: game.code)
def test_a_cover_fills_its_place(game: GamePlugin, size: tuple[int, int]) -> None:
    picture = game.listing.cover(size)
    assert picture.get_size() == size
    corners = {tuple(picture.get_at((x, y))) for x in (0, size[0] - 1) for y in (0, size[1] - 1)}
    assert all(corner[3] == 255 for corner in corners)
    assert len({tuple(picture.get_at((x, size[1] // 2))) for x in range(size[0])}) > 10, "it is painted"


def test_covers_differ() -> None:
    pictures = {pygame.image.tobytes(game.listing.cover((200, 160)), "RGB") for game in GAMES.values()}
    assert len(pictures) == len(GAMES)
    assert all(
        pygame.image.tobytes(listing.GenericListing(game).cover((200, 160)), "RGB") not in pictures
        for game in GAMES.values()
    )


def test_each_crest_has_a_helmet_and_colours_tell_clans_apart() -> None:
    assert set(FIGURES) == set(crest_names())
    faces = {
        pygame.image.tobytes(portrait(Clan(colour, crest), 48), "RGBA")
        for colour in list(CUBES)[:5]
        for crest in crest_names()
    }
    assert len(faces) == 5 * len(crest_names())


@pytest.mark.parametrize("size", [(1024, 700), (1080, 1920)])
@pytest.mark.parametrize("count", [1, 3, 4, 8])
def test_few_and_many_games_show_covers_that_are_seen(
    count: int, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[tuple[int, int]] = []

    def noted(_self: object, wanted: tuple[int, int]) -> pygame.Surface:
        sizes.append(wanted)
        return pygame.Surface(wanted)

    monkeypatch.setattr(listing.GenericListing, "cover", noted)
    entries = {f"toy{n}": LongTitled() for n in range(count)}
    with window(size) as app:
        app.options = replace(app.options, entries=entries)
        app.push(WhichGameScene(app))
        app.step(0.0)
        assert len(sizes) == count
        assert all(min(one) >= 60 for one in sizes)
        assert list(flaws(app.scene)) == []
