"""The end of a game: what is told, and where one can go from there."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pygame
import pytest

from shogun.base.confidence_intervals import percent
from shogun.games import game_of
from shogun.games.shogun import rules
from shogun.games.shogun.analysis.review import Aftermath, Reading, ThrowLuck
from shogun.games.shogun.opponents import opponent
from shogun.games.shogun.rules.cards import Season
from shogun.games.shogun.rules.events import BattleSettled
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.screen.panels.ranking import order_of
from shogun.games.shogun.screen.panels.tower_luck import draw_luck
from shogun.games.shogun.screen.scenes.end_of_game import EndOfGameScene, moved_setup
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.games.shogun.words import sentence
from shogun.table.journal import Header, SeatInfo, TowerInfo, read_journal
from shogun.table.session import Session, run
from shogun.window.kit.drawing.canvas import Canvas, Layer
from shogun.window.kit.drawing.icons import SeatLook, crest_names
from shogun.window.kit.runtime.app import App
from shogun.window.panels.graph import moved_apart, rounded_up
from shogun.window.play.routes import ToSavedGame
from shogun.window.play.start import rematch_header
from shogun.window.scenes.menu import MenuScene
from shogun.window.scenes.new_game import NewGameScene
from tests.layout.readable import flaws
from tests.window.clicking import SMALL, USUAL, click, game, press, session, settle, shown, target, top, window

LONG_NAMES = ("Takeda Shingen", "Uesugi Kenshin", "Oda Nobunaga", "Mōri Motonari", "Hōjō Ujiyasu")


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The journal of a whole game of five."""
    path = tmp_path_factory.mktemp("finished") / "game.journal"
    seats = tuple(SeatInfo(name, "", "greedy") for name in LONG_NAMES)
    played = Session.start(rules, Header(seed=5, setup=Setup(5), seats=seats, tower=TowerInfo()), path)
    run(played, [opponent("greedy")] * 5)
    played.close()
    return path


@pytest.fixture
def end(finished: Path) -> Iterator[App]:
    """The end of that game, opened anew."""
    with window(SMALL) as app:
        yield opened(app, finished)


def opened(app: App, path: Path) -> App:
    app.go(ToSavedGame(path))
    for _step in range(3):
        app.step(0.0)
    assert isinstance(app.scene, EndOfGameScene)
    return app


def ending(app: App) -> EndOfGameScene:
    return top(app, EndOfGameScene)


def aftermath(app: App) -> Aftermath:
    found = ending(app).aftermath
    assert found
    return found


@pytest.mark.parametrize("size", [SMALL, USUAL, pytest.param((3840, 2160), marks=pytest.mark.slow)], ids=str)
def test_an_old_finished_game_opens_at_its_end_and_is_readable(finished: Path, size: tuple[int, int]) -> None:
    with window(size) as app:
        opened(app, finished)
        for figure in ending(app).figures():
            click(app, f"figure-{figure.code}")
            assert flaws(app.scene) == []


@pytest.mark.slow
def test_a_game_that_ends_in_the_window_shows_its_end() -> None:
    with window(SMALL) as app:
        scene = game(app, session("random,random,random", setup=Setup(3), seed=2))
        scene.around_tower.pace.set_computers_speed(4.0)
        settle(app, most=20000)
        assert isinstance(app.scene, EndOfGameScene)
        assert app.scene.result == scene.driver.session.result


@pytest.mark.slow
def test_who_watched_the_large_tower_to_the_end_comes_back_to_the_board(finished: Path) -> None:
    with window(SMALL) as app:
        opened(app, finished)
        app.pop()
        scene = top(app, GameScene)
        scene.around_tower.open_theatre()
        scene.controls.show_end()
        app.step(0.0)
        click(app, "look-at-board")
        assert app.scene is scene


@pytest.mark.slow
def test_all_points_by_line_stand_there(end: App, finished: Path) -> None:
    told = aftermath(end)
    texts = [text.text for text in end.scene.texts()]
    for scored in told.scored:
        assert str(scored.total) in texts
    for points in ending(end).result.points:
        assert str(points) in texts
    winner = LONG_NAMES[order_of(ending(end).result)[0]]
    assert f"{winner} is Shogun" in texts


def test_the_winner_stands_first_and_chests_decide_between_equals() -> None:
    from shogun.games.shogun.rules.views import Result

    assert order_of(Result((2,), (30, 41, 41), (9, 2, 7))) == [2, 1, 0]


def test_another_figure_is_another_graph(end: App) -> None:
    pictures = set()
    figures = ending(end).figures()
    for figure in figures:
        click(end, f"figure-{figure.code}")
        end.scene.point((-1, -1))
        end.step(0.0)
        pictures.add(end.window.get_buffer().raw)
    assert len(pictures) == len(figures) > 1


def test_luck_is_told_for_each_player_with_its_reasons(end: App) -> None:
    for seat, name in enumerate(LONG_NAMES):
        luck = aftermath(end).luck(seat)
        tooltip = target(end, f"luck-{seat}").tooltip
        assert f"{name} won {luck.won} of {luck.battles} battles" in tooltip


def told_of_luck(chance: float) -> str:
    """Return what is told of a game whose only battle the attacker has won at this chance."""
    settled = BattleSettled("Owari", 0, 1, 3, 1, 0, 0, 2, "players", tie=False)
    aftermath = Aftermath(("red", "blue"), (), (), (ThrowLuck(settled, chance, 1 - chance, {}, {}),))
    crests = crest_names()
    looks = [SeatLook("Oda", "red", crests[0], person=True), SeatLook("Date", "blue", crests[1], person=False)]
    layer = Layer()
    canvas = Canvas(pygame.Surface((600, 300)), 16, layer, (-1, -1), "")
    draw_luck(canvas, pygame.Rect(0, 0, 600, 300), looks, aftermath, lambda _seat: None)
    return " ".join(record.text for record in layer.texts)


def test_only_what_was_hardly_to_be_expected_is_told_as_luck() -> None:
    with window(SMALL):
        assert "No battle was a real upset." in told_of_luck(0.46)
        assert "Oda won Owari on a 20 % chance." in told_of_luck(0.2)


@pytest.mark.slow
def test_a_click_on_a_player_shows_each_of_his_battles(end: App) -> None:
    for seat in range(len(LONG_NAMES)):
        click(end, f"luck-{seat}")
        assert flaws(end.scene) == []
        own = [throw for throw in aftermath(end).throws if throw.chance(seat) is not None]
        texts = Counter(text.text for text in end.scene.texts())
        for throw in own:
            assert texts[throw.settled.province] >= 1
            assert texts[percent(throw.chance(seat) or 0.0)] >= 1
        click(end, "luck-of-all")


def test_where_there_is_room_the_best_battles_and_the_course_of_the_game_are_told(finished: Path) -> None:
    with window(USUAL) as app:
        opened(app, finished)
        told, texts = aftermath(app), [text.text for text in app.scene.texts()]
        assert told.most_exciting() is not None
        best = told.throws[told.most_exciting() or 0]
        assert sentence(best.settled, LONG_NAMES) in texts
        assert target(app, f"battle-{told.most_exciting()}").act is None, "the quick model leaves nothing to be watched"
        winter = told.best_winter()
        assert winter
        wanted = f"Most points in one winter: {LONG_NAMES[winter.seat]}, {winter.total} points (year {winter.year})"
        assert wanted in texts


def test_in_an_upright_window_the_luck_lies_below_the_graph(finished: Path) -> None:
    with window((1080, 1920)) as app:
        opened(app, finished)
        assert flaws(app.scene) == []
        figures, luck = target(app, "figure-points").rect, target(app, "luck-0").rect
        assert luck.top > figures.bottom
        assert target(app, f"battle-{aftermath(app).most_exciting()}").rect.width > 0.8 * 1080


def test_who_leads_is_told_since_when_nobody_had_more() -> None:
    seasons: tuple[Season, ...] = ("spring", "summer", "autumn")
    points = ((9, 2), (3, 3), (4, 3))
    readings = tuple(
        Reading(1, season, figures, figures, figures, figures, figures)
        for season, figures in zip(seasons, points, strict=True)
    )
    told = Aftermath(("red", "blue"), (), readings, ())
    assert told.ahead_since(0) == readings[0]
    assert told.ahead_since(1) is None
    assert told.most_land() == (0, readings[0])
    other = Aftermath(("red", "blue"), (), (*readings, Reading(1, "winter", (4, 6), (1, 1), (), (), ())), ())
    assert other.ahead_since(1) == other.readings[-1]


@pytest.mark.slow
def test_one_looks_at_the_board_and_comes_back(end: App) -> None:
    click(end, "look-at-board")
    assert isinstance(end.scene, GameScene)
    end.step(1.0)
    assert isinstance(end.scene, GameScene), "the end is shown once by itself"
    click(end, "show-end")
    assert isinstance(end.scene, EndOfGameScene)
    press(end, pygame.K_ESCAPE)
    assert isinstance(end.scene, GameScene)


@pytest.mark.slow
def test_the_other_ways_out(end: App) -> None:
    click(end, "new-game")
    assert isinstance(end.scene, NewGameScene)
    end.pop()
    click(end, "menu")
    assert isinstance(end.scene, MenuScene)


@pytest.mark.slow
def test_a_rematch_is_the_same_game_with_another_seed(end: App, finished: Path) -> None:
    before = read_journal(game_of, finished).header
    click(end, "rematch")
    assert isinstance(end.scene, GameScene)
    header = end.scene.driver.session.header
    assert (header.seats, header.setup, header.tower) == (before.seats, before.setup, before.tower)
    assert header.seed != before.seed
    path = end.scene.driver.session.path
    assert path and path.exists()


def test_in_a_rematch_with_moved_seats_everybody_keeps_name_and_colour(finished: Path) -> None:
    before = read_journal(game_of, finished).header
    header = rematch_header(before, 77, moved_setup(before.setup), moved=True)
    pairs = dict(zip((seat.name for seat in before.seats), before.setup.colours, strict=True))
    assert dict(zip((seat.name for seat in header.seats), header.setup.colours, strict=True)) == pairs
    assert [seat.name for seat in header.seats] == [*LONG_NAMES[1:], LONG_NAMES[0]]
    assert header.seed == 77


def test_with_fewer_players_the_unused_colours_stay() -> None:
    seats = tuple(SeatInfo(name) for name in LONG_NAMES[:3])
    before = Header(seed=1, setup=Setup(3), seats=seats, tower=TowerInfo())
    after = rematch_header(before, 2, moved_setup(before.setup), moved=True)
    assert sorted(after.setup.colours[:3]) == sorted(before.setup.colours[:3])
    assert after.setup.colours[3:] == before.setup.colours[3:]


@pytest.mark.slow
def test_nothing_moves_at_the_end(end: App) -> None:
    assert not end.scene.is_moving()
    end.step(1.0)
    assert not end.scene.is_dirty()
    assert "Analyzing the game" not in shown(end)


@pytest.mark.parametrize("tops", [[0, 1, 2, 3, 4], [90, 91, 92, 93, 94], [-40, 30, 31, 99, 400], [50, 50, 50, 50, 50]])
def test_banners_at_the_ends_of_lines_never_lie_upon_each_other(tops: list[int]) -> None:
    plot, high = pygame.Rect(0, 0, 300, 100), 20
    placed = moved_apart(tops, high, plot)
    assert placed == sorted(placed)
    assert all(below - above >= high for above, below in pairwise(placed))
    assert placed[0] >= plot.top - high / 2
    assert placed[-1] + high <= plot.bottom + high / 2


def test_the_scale_reaches_over_the_largest_figure() -> None:
    for most in (0, 1, 5, 6, 33, 97, 180, 201, 4000):
        top = rounded_up(most)
        assert most <= top <= max(5, 2 * most), "the lines fill it"
        assert top % 5 == 0
