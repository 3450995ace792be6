"""Games without a screen of their own, played in the window; only these tests put them into the registry."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest
from msgspec import Struct

from shogun.base.language import ENGLISH, PSEUDO
from shogun.game.words import ViewLine, view_lines
from shogun.games import GAMES, Game, game_of
from shogun.table.journal import PERSON, read_journal
from shogun.table.replay import History, Replay
from shogun.table.saved_games import SavedGame, all_games
from shogun.table.session import Session
from shogun.window.generic.listing import GenericListing
from shogun.window.generic.opening import GenericOpening
from shogun.window.generic.scene import GenericPast, GenericScene
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.routes import ToStart
from shogun.window.kit.runtime.settings import AT_ONCE
from shogun.window.kit.runtime.start_options import PlayOptions
from shogun.window.play import start
from shogun.window.play.routes import ToGames, ToMenu, ToSavedGame
from shogun.window.play.start import ERRORS
from shogun.window.router import follow
from shogun.window.scenes.games import GamesScene
from shogun.window.scenes.menu import MenuScene
from shogun.window.scenes.new_game import NewGameScene, WhichGameScene
from shogun.window.scenes.pause import HandOverScene
from shogun.window.scenes.rules_help import RulesScene
from tests.layout import check_layout
from tests.table.dice import GAME as DICE
from tests.table.dice import Dice
from tests.table.dice import rules as dice
from tests.table.dice.rules import Again, Confirm, Keep
from tests.table.tossing import GAME as TOSSING

from .clicking import A_LONG_TIME, AtOnce, click, names, press, shown, target, window
from .disk import full_disk
from .typing_keys import go_to

TOYS: dict[str, Game] = {"dice": DICE, "toy": TOSSING}


@pytest.fixture(autouse=True)
def toys() -> Iterator[None]:
    """Add the toys to the games; afterwards these are as they were, in their order."""
    before = dict(GAMES)
    GAMES.update(TOYS)
    yield
    GAMES.clear()
    GAMES.update(before)


@pytest.fixture
def app() -> Iterator[App]:
    with window(speed=AT_ONCE, computers_speed=AT_ONCE) as opened:
        opened.go(ToStart())
        opened.step(0.0)
        yield opened


def begin(app: App, code: str, *choices: str) -> GenericScene:
    """Begin a game from the menu, by clicks."""
    app.go(ToMenu())
    for name in ("new-game", f"game-{code}", *choices, "begin"):
        app.step(0.0)
        click(app, name)
    return playing(app)


def playing(app: App) -> GenericScene:
    """Let the game go on until somebody is asked, and return its scene."""
    app.step(0.0)
    for _step in range(50):
        if isinstance(app.scene, HandOverScene):
            click(app, "take-over")
        app.step(A_LONG_TIME)
        scene = app.scene
        if isinstance(scene, GenericScene) and (scene.model.question is not None or scene.model.result is not None):
            app.step(0.0)
            return scene
    raise AssertionError("nobody is asked")


def play_on(app: App, most: int = 1000) -> GenericScene:
    """Answer by clicks on the last answer that is offered, so many times or until the end."""
    scene = playing(app)
    for _answer in range(most):
        if scene.model.result is not None:
            break
        click(app, names(app, "answer-")[-1])
        scene = playing(app)
    return scene


def newest() -> SavedGame:
    found = all_games(game_of)[0]
    assert isinstance(found, SavedGame)
    return found


@pytest.mark.parametrize("code", TOYS)
def test_a_game_is_played_to_its_end_by_the_mouse(app: App, code: str) -> None:
    begin(app, code)
    scene = play_on(app)
    result = scene.driver.session.result
    assert result is not None
    assert "The game is over" in shown(app)
    assert {str(points) for points in result.points} <= set(shown(app).split())
    assert newest().is_finished
    assert newest().header.game == code
    Replay(read_journal(game_of, newest().path)).run()


@pytest.mark.parametrize("code", TOYS)
def test_a_game_is_played_to_its_end_by_the_keyboard(app: App, code: str) -> None:
    for name in ("new-game", f"game-{code}", "begin"):
        go_to(app, name)
        press(app, pygame.K_RETURN)
    scene = playing(app)
    for number in count():
        if scene.model.result is not None:
            break
        if number % 2:
            press(app, pygame.K_1)
        else:
            go_to(app, names(app, "answer-")[-1])
            press(app, pygame.K_RETURN)
        scene = playing(app)
    assert newest().is_finished


def test_several_persons_hand_the_screen_over(app: App) -> None:
    begin(app, "toy", "kind-1-next")
    scene = app.scene
    assert isinstance(scene, GenericScene)
    assert [seat.player for seat in scene.driver.session.header.seats] == [PERSON, PERSON]
    click(app, names(app, "answer-")[0])
    app.step(A_LONG_TIME)
    assert isinstance(app.scene, HandOverScene)
    assert "Name" not in shown(app)
    play_on(app)
    assert newest().is_finished


def test_a_game_is_saved_and_resumed(app: App) -> None:
    begin(app, "dice")
    scene = play_on(app, 2)
    before = scene.driver.session.state, [line.text for line in scene.model.log]
    app.go(ToMenu())
    for _step in range(5):
        app.step(0.1)
    assert "Dice" in shown(app)
    click(app, "continue")
    scene = playing(app)
    assert (scene.driver.session.state, [line.text for line in scene.model.log]) == before
    play_on(app)
    assert newest().is_finished


def test_a_journal_that_the_window_is_given_is_opened() -> None:
    with window() as first:
        scene = begin(first, "dice")
        path = scene.driver.session.path
    app = App(PlayOptions(entries=GAMES, journal=path, size=(1280, 720)), follow)
    app.workers = AtOnce()
    app.open()
    try:
        app.go(ToStart())
        assert isinstance(app.scene, GenericScene)
    finally:
        app.close()


def test_an_answer_is_taken_back_and_given_again(app: App) -> None:
    scene = begin(app, "dice", "careful-1")
    keep = scene.model.question.moves[0]
    assert isinstance(keep, Keep)
    click(app, "answer-0")
    scene = playing(app)
    assert scene.model.question.moves == (Confirm(),)
    click(app, "undo")
    scene = playing(app)
    assert keep in scene.model.question.moves
    press(app, pygame.K_y)
    scene = playing(app)
    assert scene.model.question.moves == (Confirm(),)
    press(app, pygame.K_z)
    assert keep in playing(app).model.question.moves


def test_what_was_rolled_is_not_taken_back(app: App) -> None:
    scene = begin(app, "dice")
    scene.controls.answer(Again())
    scene = playing(app)
    assert not scene.model.can_undo
    assert scene.model.undo_refusal


def test_a_game_is_looked_back_at_and_gone_on_with(app: App) -> None:
    scene = begin(app, "toy")
    play_on(app, 3)
    app.step(0.0)
    before = scene.model.view
    click(app, "history")
    past = app.scene
    assert isinstance(past, GenericPast)
    history = History(scene.game.rules, scene.driver.session.header)
    history.follow(scene.driver.session.course.answers)
    for place in range(past.story.last, -1, -1):
        past.go_to(place)
        app.step(0.0)
        assert past.model.view == scene.game.rules.view(history.state(place), 0)
        assert past.model.inside == history.inside(place).counts()
    assert len(past.story.chapters) > 1
    click(app, "leave")
    assert app.scene is scene
    assert scene.model.view == before
    line = next(line for line in scene.model.log if line.n)
    click(app, f"log-{scene.model.log.index(line)}")
    assert isinstance(app.scene, GenericPast)
    assert app.scene.place == past.story.place_of(line)


def test_a_finished_game_is_replayed_from_the_list(app: App) -> None:
    begin(app, "dice")
    play_on(app)
    app.go(ToMenu())
    app.go(ToGames())
    for _step in range(20):
        app.step(1.0)
    assert isinstance(app.scene, GamesScene)
    assert "Dice" in shown(app)
    click(app, "replay")
    past = app.scene
    assert isinstance(past, GenericPast)
    assert past.place == 0
    click(app, "play")
    for _second in range(200):
        app.step(1.0)
    assert past.place == past.story.last
    assert not past.is_playing
    assert past.model.result is not None


def test_an_opponent_takes_over_and_a_person_comes_back(app: App) -> None:
    scene = begin(app, "dice")
    click(app, "seat-0")
    click(app, "play-highest")
    app.step(0.0)
    for _step in range(50):
        app.step(A_LONG_TIME)
    assert scene.model.result is not None
    assert "Highest now plays for Player 1" in shown(app)


def test_the_sheet_asks_what_the_setup_has_and_remembers_it(app: App) -> None:
    begin(app, "dice", "careful-1")
    assert newest().header.setup.careful
    app.go(ToMenu())
    for name in ("new-game", "game-dice"):
        app.step(0.0)
        click(app, name)
    assert isinstance(app.scene, NewGameScene)
    assert app.scene.chosen == {"careful": "yes"}
    assert "New game of Dice" in shown(app)
    assert "Tower" not in shown(app)
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, WhichGameScene)


def test_which_game_is_asked_only_if_there_are_several(app: App) -> None:
    click(app, "new-game")
    assert isinstance(app.scene, WhichGameScene)
    assert "3 to 5 players\nPlan each season in secret" in shown(app)
    press(app, pygame.K_ESCAPE)
    for code in list(GAMES)[1:]:
        del GAMES[code]
    app.step(0.0)
    click(app, "new-game")
    assert isinstance(app.scene, NewGameScene)


def test_the_rules_of_each_game_can_be_read_from_the_menu(app: App) -> None:
    for code, words in (("shogun", "The rules of Shogun"), ("rumble-nation", "The rules of Rumble Nation")):
        click(app, "rules")
        assert isinstance(app.scene, WhichGameScene)
        click(app, f"game-{code}")
        assert isinstance(app.scene, RulesScene)
        assert words in shown(app)
        for _scene in range(2):
            press(app, pygame.K_ESCAPE)
        assert isinstance(app.scene, MenuScene)


def test_rules_that_a_game_does_not_bring_are_not_those_of_another(app: App) -> None:
    begin(app, "dice")
    press(app, pygame.K_F1)
    assert isinstance(app.scene, RulesScene)
    assert "has no rules" in shown(app)
    assert "revolt" not in shown(app).lower()


def test_an_illegal_answer_is_refused_in_words(app: App) -> None:
    scene = begin(app, "dice")
    scene.controls.answer(Keep(9))
    app.step(0.0)
    assert "is not among the choices" in shown(app)
    assert scene.model.question is not None


def test_a_game_begins_the_menu_anew_when_its_file_is_gone(app: App) -> None:
    scene = begin(app, "dice")
    path = scene.driver.session.path
    app.go(ToMenu())
    assert path is not None
    path.unlink()
    app.options = PlayOptions(entries=GAMES, journal=path)
    app.go(ToStart())
    app.step(0.0)
    assert isinstance(app.scene, MenuScene)
    assert "there is no file" in shown(app)
    with pytest.raises(ERRORS, match="there is no file"):
        app.go(ToSavedGame(path))


class OwnScene(GenericScene):
    """A scene of a game's own."""


class WithOpening(Dice):
    """Dice with nothing of its own on the screen but the scene of a game."""

    @property
    def opening(self) -> GenericOpening:
        return GenericOpening(self.code, OwnScene)


class SmallListing(GenericListing):
    def moment(self, _view: Any) -> str:
        return "Somewhere in the middle"


class WithListing(Dice):
    """Dice with nothing of its own on the screen but what lists show."""

    @property
    def listing(self) -> SmallListing:
        return SmallListing(self)


def test_a_game_may_bring_its_scene_alone(app: App) -> None:
    GAMES["dice"] = WithOpening()
    assert isinstance(begin(app, "dice"), OwnScene)
    play_on(app)
    assert newest().is_finished
    app.go(ToMenu())
    app.go(ToGames())
    for _step in range(20):
        app.step(1.0)
    click(app, "replay")
    assert isinstance(app.scene, GenericPast)


def test_a_game_may_bring_its_listing_alone(app: App) -> None:
    GAMES["dice"] = WithListing()
    begin(app, "dice")
    play_on(app, 1)
    app.go(ToMenu())
    app.go(ToGames())
    for _step in range(20):
        app.step(1.0)
    assert "Somewhere in the middle" in shown(app)


@pytest.mark.slow
@pytest.mark.parametrize("language", [ENGLISH, PSEUDO])
def test_everything_can_be_read_in_the_smallest_window(language: str) -> None:
    assert check_layout.flaws_of(TOYS, check_layout.cases(((1280, 720),), (language,))) == []


def test_a_view_is_told_field_by_field() -> None:
    view = {"type": "View", "year_now": 2, "hand": [1, 2], "players": [{"name": "Aki", "lost": None}], "won": True}
    assert view_lines(view) == [
        ViewLine(0, "year now", "2"),
        ViewLine(0, "hand", "1, 2"),
        ViewLine(0, "players", ""),
        ViewLine(1, "1", ""),
        ViewLine(2, "name", "Aki"),
        ViewLine(2, "lost", "–"),
        ViewLine(0, "won", "yes"),
    ]


class Rank(Enum):
    HIGH_CARD = 3


class Piece(Struct, frozen=True, tag=True):
    rank: Rank
    places: frozenset[str]


@dataclass
class Card:
    name: str


class Plain:
    def __str__(self) -> str:
        return "a thing"


def odd_view() -> dict[Any, Any]:
    """What no game has to keep from its views."""
    deep: list[Any] = []
    deep.append(deep)
    return {
        ("Edo", 3): {7: "one", None: "none", Rank.HIGH_CARD: True},
        "sets": {"b", "a"},
        "raw": b"\x00\xff",
        "piece": Piece(Rank.HIGH_CARD, frozenset({"x"})),
        "card": Card("Ace"),
        "plain": Plain(),
        "number": 0.5,
        "long": "x" * 2000 + "\n\x1b[2J",
        "mixed": {1, "a", None},
        "deep": deep,
        "y" * 2000: range(3),
    }


def test_a_view_may_hold_anything() -> None:
    lines = view_lines(odd_view())
    told = {(line.depth, line.label): line.text for line in lines}
    assert told[1, "7"] == "one" and told[1, "None"] == "none" and told[1, "HIGH CARD"] == "yes"
    assert (0, "Edo, 3") in told and told[0, "sets"] == "a, b" and told[0, "raw"] == "00 ff"
    assert told[1, "rank"] == "HIGH CARD" and told[1, "places"] == "x" and told[1, "name"] == "Ace"
    assert told[0, "plain"] == "a thing" and told[0, "number"] == "0.5"
    assert all(line.text.isprintable() and len(line.text) < 600 for line in lines)
    assert all(line.label.isprintable() and len(line.label) < 600 for line in lines)
    assert view_lines(7) == [ViewLine(0, "1", "7")] and view_lines(None) == [ViewLine(0, "1", "–")]


class Unlisted(Struct, frozen=True, tag=True):
    """A question whose moves can't be listed."""

    seat: int = 0
    key: str = "turn/1"

    def sample(self, rng: Random) -> object:
        return ("move", rng.randrange(3))


@pytest.mark.slow
def test_odd_views_and_questions_are_drawn(app: App) -> None:
    scene = begin(app, "dice")
    scene.update = lambda seconds: None  # type: ignore[method-assign]  # the game asks its own question no more
    scene.model.view = odd_view()
    scene.answers._words = lambda move: [f"{move} " + "long " * 400]
    scene.model.question = Unlisted()
    scene.changed()
    app.step(0.0)
    assert names(app, "answer-")
    assert len(scene.answers.moves) == 3
    for name in names(app):
        pygame.event.post(pygame.Event(pygame.MOUSEMOTION, pos=target(app, name).rect.center, rel=(1, 1), buttons=(0,)))
        app.take(pygame.event.poll())
        app.step(A_LONG_TIME)
    area = pygame.Rect((0, 0), app.scene.size)
    assert all(area.contains(text.rect) for text in app.scene.texts() if text.rect.size != (0, 0))


def test_a_disk_without_room_refuses_answers_and_lets_the_game_wait(app: App) -> None:
    scene = begin(app, "dice")
    path = scene.driver.session.path
    assert path is not None
    before = path.read_bytes()
    with full_disk():
        click(app, names(app, "answer-")[-1])
        assert "No space left on device" in shown(app)
        assert scene.model.question is not None
    assert path.read_bytes() == before
    click(app, names(app, "answer-")[-1])
    assert path.read_bytes() != before
    for seat in scene.seats.people():
        scene.seats.change(seat, scene.game.opponents.SUBSTITUTE)
    with full_disk():
        app.step(A_LONG_TIME)
        app.step(A_LONG_TIME)
        assert "The game waits." in shown(app)
        assert app.scene is scene
    click(app, "try-again")
    playing(app)
    assert newest().is_finished


def test_a_game_that_another_window_plays_is_looked_on_at(
    app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(start, "REST", 0.0)
    other = Session.start(game_of("dice"), dice.header(), tmp_path / "game.journal")
    app.go(ToSavedGame(tmp_path / "game.journal"))
    scene = app.scene
    assert isinstance(scene, GenericPast)
    other.advance()
    for _step in range(10):
        app.step(A_LONG_TIME)
    assert scene.place == scene.story.last == 1
    assert "another window" in shown(app)
    other.close()
