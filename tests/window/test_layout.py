"""Nothing overlaps and nothing is clipped, at every size and in every scene."""

from collections.abc import Mapping, Sequence
from itertools import combinations, product
from random import Random

import pygame
import pytest

from shogun.base.language import ENGLISH, PSEUDO
from shogun.games import GAMES
from shogun.games.shogun.rules.questions import Choice
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.games.shogun.screen.scenes.layout import Shape, lay_out
from shogun.window.kit.drawing.canvas import Canvas, Unpainted
from shogun.window.kit.drawing.theme import SMALL as SMALL_TEXT
from shogun.window.kit.drawing.theme import em_of, scales_for
from shogun.window.kit.runtime.panel import Panel
from shogun.window.kit.runtime.scene import Scene
from shogun.window.kit.runtime.settings import SCALES
from shogun.window.scenes.menu import MenuScene
from shogun.window.scenes.new_game import NewGameScene
from shogun.window.scenes.preferences import PreferencesScene
from tests.layout import check_layout
from tests.layout.__main__ import main as layout_command
from tests.layout.readable import flaws, tooltip_flaws

from .clicking import SMALL, USUAL, game, play_by_clicks, session, settle, window

SIZES = (SMALL, (1600, 1000), USUAL, (3840, 2160))
VERY_SMALL, SQUARE, UPRIGHT = (1024, 700), (1200, 1400), (1080, 1920)
WITH_LARGEST = [*SIZES[:-1], pytest.param(SIZES[-1], marks=pytest.mark.slow)]


def assert_readable(scene: Scene) -> None:
    """Check all that a scene has drawn."""
    assert flaws(scene) == []


@pytest.mark.parametrize("size", [*WITH_LARGEST, VERY_SMALL, SQUARE, UPRIGHT], ids=str)
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_panels_do_not_overlap_and_fill_the_window(size: tuple[int, int], seats: int) -> None:
    area = pygame.Rect((0, 0), size)
    for is_wide, is_folded, has_digest in product((False, True), repeat=3):
        if not (is_wide and is_folded):
            _assert_filled(area, lay_out(area, em_of(size), seats, Shape(is_wide, is_folded, has_digest)))


def _assert_filled(area: pygame.Rect, rects: Mapping[str, pygame.Rect]) -> None:
    rects = {name: rect for name, rect in rects.items() if name != "stage"}
    for (a, one), (b, other) in combinations(rects.items(), 2):
        assert not one.colliderect(other), (a, b)
    assert all(area.contains(rect) and rect.width > 0 and rect.height > 0 for rect in rects.values())
    assert sum(rect.width * rect.height for rect in rects.values()) > 0.93 * area.width * area.height


@pytest.mark.parametrize("size", [VERY_SMALL, SQUARE, UPRIGHT], ids=str)
@pytest.mark.parametrize("is_wide", [False, True])
def test_small_and_upright_windows_give_the_land_the_width_that_it_can_use(
    size: tuple[int, int], *, is_wide: bool
) -> None:
    rects = lay_out(pygame.Rect((0, 0), size), em_of(size), 4, Shape(is_wide=is_wide))
    board, tower = rects["board"], rects["tower"]
    assert board.width > 0.7 * size[0]
    assert 1.4 < board.width / board.height < 1.7, "as wide by high as the land, with little sea around it"
    assert rects["sheet"].width == board.width
    assert tower.width > 18 * em_of(size)
    assert (tower.top > rects["sheet"].bottom) == (size != VERY_SMALL)


@pytest.mark.parametrize("size", [SMALL, USUAL, VERY_SMALL, UPRIGHT], ids=str)
def test_special_cards_that_are_asked_for_are_larger_and_nothing_but_the_events_moves(size: tuple[int, int]) -> None:
    usual, asked = (
        lay_out(pygame.Rect((0, 0), size), em_of(size), 5, Shape(asks_special=is_asked)) for is_asked in (False, True)
    )
    assert asked["track"].height > 1.2 * usual["track"].height
    assert {name for name in usual if usual[name] != asked[name]} == {"track", "events"}


def test_a_lesson_keeps_the_room_for_what_there_is_to_read() -> None:
    rects = lay_out(pygame.Rect((0, 0), VERY_SMALL), em_of(VERY_SMALL), 3, Shape(has_coach=True))
    assert rects["log"].height > 12 * em_of(VERY_SMALL)


@pytest.mark.parametrize("size", [SIZES[0], *(pytest.param(one, marks=pytest.mark.slow) for one in SIZES[1:])], ids=str)
def test_menus_are_readable(size: tuple[int, int]) -> None:
    with window(size) as app:
        for scene in (
            MenuScene(app),
            MenuScene(app, "A sentence " * 20),
            NewGameScene(app, GAMES["shogun"]),
            PreferencesScene(app),
        ):
            app.replace(scene)
            app.step(0.0)
            assert_readable(scene)


@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALL, pytest.param(USUAL, marks=pytest.mark.slow)], ids=str)
@pytest.mark.parametrize(("players", "setup"), [
    ("person,greedy,greedy,greedy,person", Setup(5)),
    ("person,greedy,random", Setup(3, side="moon", line_up="draft")),
])  # fmt: skip
def test_a_game_is_readable_at_each_question(size: tuple[int, int], players: str, setup: Setup) -> None:
    seen = set()

    def check(scene: GameScene) -> bool:
        assert_readable(scene)
        model, question = scene.model, scene.model.question
        seen.add(question.topic if isinstance(question, Choice) else type(question).__name__)
        return (model.view.year, model.view.season) >= (1, "summer") and model.march is not None

    with window(size) as app:
        game(app, session(players, setup=setup, seed=11))
        play_by_clicks(app, Random(6), until=check)
    assert {"PlanQuestion", "MarchQuestion", "special"} <= seen


@pytest.mark.parametrize("size", [SMALL, pytest.param(USUAL, marks=pytest.mark.slow)], ids=str)
def test_the_end_is_readable(size: tuple[int, int]) -> None:
    with window(size) as app:
        scene = game(app, session("random,random,random,random,random", setup=Setup(5), seed=2))
        scene.around_tower.pace.set_speed(4.0)
        settle(app, most=20000)
        assert scene.model.result is not None
        assert_readable(scene)


@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALL, pytest.param(USUAL, marks=pytest.mark.slow)], ids=str)
def test_everything_shown_of_a_battle_is_readable(size: tuple[int, int]) -> None:
    with window(size) as app:
        scene = game(app, session("greedy,greedy,greedy,greedy", setup=Setup(4), seed=2, tower="classic"))
        results = 0
        for _step in range(3000):
            app.step(0.1)
            if scene.model.battle:
                assert_readable(scene)
                results += bool(scene.model.battle.result)
            if results > 60:
                break
        assert results > 60


@pytest.mark.slow
def test_a_tooltip_stays_in_the_window() -> None:
    with window(SMALL) as app:
        scene = game(app, session("person,greedy,greedy", setup=Setup(3), seed=1))
        settle(app)
        for target in list(scene.targets()):
            if target.tooltip:
                scene.point(target.rect.center)
                app.step(0.0)
                assert all(app.window.get_rect().contains(text.rect) for text in scene.tooltip.texts)


class Careless(Panel):
    """Writes over itself, cuts, leaves its room, draws what no font has, and places what nobody hits."""

    name = "careless"

    def draw(self, canvas: Canvas) -> None:
        canvas.line("one text", pygame.Rect(10, 10, 200, 30))
        canvas.line("another text", pygame.Rect(10, 10, 200, 30))
        canvas.line("a text that is far too long for its little box", pygame.Rect(10, 60, 50, 30))
        canvas.line("outside", pygame.Rect(10, 560, 200, 80))
        canvas.line("a \u0b95 sign", pygame.Rect(300, 10, 200, 30))
        for name in ("first", "second"):
            canvas.target(name, pygame.Rect(10, 100, 50, 40), lambda: None, "One of two.")
        canvas.line("pressed upon", pygame.Rect(400, 200, 200, 30))
        canvas.target("upon", pygame.Rect(430, 180, 50, 60), lambda: None, "It hides a part of the text.")
        canvas.target("outer", pygame.Rect(580, 100, 50, 40), None, "It can't be pressed.")
        canvas.target("silent", pygame.Rect(300, 200, 50, 40), lambda: None)
        canvas.target("word", pygame.Rect(10, 15, 50, 20), lambda: None, in_text=True)
        canvas.target("tiny", pygame.Rect(300, 100, 50, 20), lambda: None, "A tooltip with \u0b95.")


def test_every_kind_of_flaw_is_found() -> None:
    with window(SMALL) as app:
        scene = Scene(app)
        scene.panels = [Careless()]
        app.replace(scene)
        scene.panels[0].place(pygame.Rect(0, 0, 600, 600))
        app.step(0.0)
        assert [str(flaw) for flaw in flaws(scene)] == [
            "careless: 'a text that is far too long for its little box' is cut",
            "careless: 'outside' leaves its panel",
            "careless: 'a \u0b95 sign': no font has '\u0b95'",
            "careless: 'one text' and 'another text' overlap",
            "careless: 'pressed upon' is partly on the control upon",
            "careless: the control outer leaves its panel",
            "careless: nothing says in words what the control silent is",
            "careless: the control tiny is smaller than 2 em: 50x20 px",
            "careless: the controls first and second overlap",
        ]
        known: set[str] = set()
        assert [str(flaw) for flaw in tooltip_flaws(scene.panels, app.window, scene.em, known)] == [
            "tooltip: 'A tooltip with \u0b95.': no font has '\u0b95'"
        ]
        assert not list(tooltip_flaws(scene.panels, app.window, scene.em, known)), "each once"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "sizes"), [(ENGLISH, check_layout.FEW_SIZES), (PSEUDO, check_layout.SIZES)], ids=[ENGLISH, PSEUDO]
)
def test_everything_can_be_read_in_windows_of_all_shapes(language: str, sizes: Sequence[tuple[int, int]]) -> None:
    assert check_layout.flaws_of(GAMES, check_layout.cases(sizes, (language,)), "beginning") == []


def test_all_sizes_scales_and_languages_are_checked_and_none_twice() -> None:
    found = check_layout.cases()
    looks = [(case.size, em_of(case.size, case.scale), case.language) for case in found]
    assert len(set(looks)) == len(looks)
    assert {case.size for case in found} == set(check_layout.SIZES)
    assert {case.scale for case in found if case.size == (1920, 1080)} == {1.0, 1.25, 1.5}
    assert [case.scale for case in check_layout.cases(((1280, 720),), ("cs",))] == [1.0, 1.25], "150 % is no larger"
    assert {case.language for case in found} == {"en", PSEUDO, "pl", "cs"}


def test_nothing_is_painted_while_all_is_laid_out() -> None:
    layers = []
    for surface in (Unpainted((600, 600)), pygame.Surface((600, 600))):
        surface.fill((0, 0, 0))
        panel = Careless()
        panel.place(pygame.Rect(0, 0, 600, 600))
        panel.refresh(surface, 16, (-1, -1), "")
        is_painted = any(surface.get_buffer().raw)
        assert is_painted != isinstance(surface, Unpainted)
        layers.append(panel.layer.texts)
    assert layers[0] == layers[1]


def test_writing_grows_more_slowly_than_the_window_and_to_half_as_large_again_where_that_fits() -> None:
    assert [em_of(size) for size in ((1024, 700), (1280, 720), (1600, 1000), (1920, 1080), (3840, 2160))] == [
        14,
        16,
        17,
        17,
        35,
    ]
    assert em_of(USUAL, 1.5) == 26
    assert round(SMALL_TEXT * em_of((1600, 1000))) >= 14, "tooltips, log and tables"
    assert em_of((1024, 700), 1.5) == em_of((1024, 700)), "what does not fit is not taken"
    for size in ((1024, 700), (1280, 720), (1600, 1000), (3840, 2160)):
        offered = scales_for(size, SCALES)
        assert 1.0 in offered
        assert len({em_of(size, scale) for scale in offered}) == len(offered), "each that is offered changes something"
    assert em_of(SMALL, 1.5) == em_of(SMALL, 1.1)


@pytest.mark.parametrize(("found", "code"), [([], 0), (["sheet: 'x' is cut"], 1)])
def test_the_command_tells_flaws_and_its_exit_code_says_whether_there_are_any(
    found: list[str], code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(check_layout, "layout_flaws", lambda _games, _cases: found)
    assert layout_command([]) == code
    assert capsys.readouterr().out.strip() == (found[0] if found else "all scenes are readable")


def test_the_name_of_a_season_that_begins_hides_nothing_that_is_told_of_a_province() -> None:
    with window((1024, 700)) as app:
        scene = game(app, session("greedy,greedy,greedy", setup=Setup(3), seed=1))
        scene.model.hovered, scene.model.begun = "Totomi", "spring"
        scene.changed()
        app.step(0.0)
        told = [text.rect for text in scene.texts() if text.text in {"Totomi", "Kariyasu region"}]
        announced = [text.box for text in scene.texts() if text.text == "Spring"][-1]
        assert len(told) == 2 and announced.collidelist(told) < 0
