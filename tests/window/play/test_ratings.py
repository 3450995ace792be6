"""Ratings as players see them: a game that ends in the window counts, the list of games says what that comes to."""

from collections.abc import Iterator
from random import Random

import pytest

from shogun.games import entry_of
from shogun.games.shogun.rules.state import Setup
from shogun.players.ratings import game_id, load, ratings_path
from shogun.table.journal import PERSON, Header, SeatInfo
from shogun.table.saved_games import new_game_path
from shogun.table.session import Session
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.settings import AT_ONCE
from shogun.window.play.routes import ToBegunGame, ToGames
from shogun.window.scenes.games import GamesScene
from shogun.window.scenes.preferences import PreferencesScene
from tests.window import clicking
from tests.window.clicking import A_LONG_TIME, top, window


@pytest.fixture
def app() -> Iterator[App]:
    with window(speed=AT_ONCE, computers_speed=AT_ONCE) as opened:
        yield opened


def begin(app: App, code: str, players: tuple[str, ...] = (PERSON, "random"), seed: int = 1) -> Session:
    """Begin a game at whose table the first person is called Kiku."""
    names = ("Kiku", "Bunta", "Chō")
    seats = tuple(SeatInfo(name, player=player) for name, player in zip(names, players, strict=False))
    setup = entry_of(code).agreed(len(players), {})
    app.go(ToBegunGame(Header(game=code, seed=seed, setup=setup, seats=seats)))
    session: Session = app.scene.driver.session  # type: ignore[attr-defined]
    return session


def play(app: App, session: Session) -> None:
    """Answer by lot whatever people are asked, until the game is over."""
    rng = Random(session.header.seed)
    while not session.is_over:
        app.step(A_LONG_TIME)
        question = app.scene.model.question if hasattr(app.scene, "model") else None
        if question is not None:
            app.scene.answer(rng.choice(question.moves))  # type: ignore[attr-defined]
    app.step(A_LONG_TIME)


def told(app: App) -> str:
    """What the list of games says of the rating."""
    app.go(ToGames())
    app.step(0.0)
    return top(app, GamesScene).rating()


@pytest.mark.slow
def test_a_finished_game_counts_and_the_list_says_what_it_comes_to(app: App) -> None:
    assert told(app) == ""
    play(app, begin(app, "river-of-gold"))
    (kept,) = load(ratings_path()).games
    assert (kept.game, kept.players, kept.names) == ("river-of-gold", (PERSON, "random"), ("Kiku", "Bunta"))
    line = told(app)
    assert line.startswith("Kiku's rating in River of Gold: ")
    assert ", after 1 game. Next, try: " in line and line.isprintable()
    play(app, begin(app, "river-of-gold", seed=2))
    assert ", after 2 games. " in told(app)
    session = begin(app, "rumble-nation")
    assert told(app) == "", "nobody has finished a game of this kind"
    assert len(load(ratings_path()).games) == 2
    session.close()


def ask_for_a_hint(app: App) -> None:
    """Ask the adviser as soon as that is possible."""
    app.settings.hints = True
    for _step in range(50):
        app.step(A_LONG_TIME)
        if app.scene.model.question is not None and app.scene.model.has_adviser:  # type: ignore[attr-defined]
            break
    app.scene.adviser.ask()  # type: ignore[attr-defined]


def test_a_hint_while_it_is_switched_off_takes_a_game_out_too(app: App) -> None:
    app.settings.rating = False
    session = begin(app, "rumble-nation")
    ask_for_a_hint(app)
    app.settings.rating = True
    assert load(ratings_path()).unrated == (game_id(session),)


@pytest.mark.slow
def test_a_hint_and_the_switch_take_a_game_out(app: App) -> None:
    session = begin(app, "rumble-nation")
    ask_for_a_hint(app)
    play(app, session)
    assert load(ratings_path()).games == () and len(load(ratings_path()).unrated) == 1
    before = ratings_path().read_bytes()
    app.settings.rating = False
    play(app, begin(app, "river-of-gold"))
    assert ratings_path().read_bytes() == before, "switched off, nothing is kept"
    assert told(app) == ""


def test_the_switch_stands_among_the_settings(app: App) -> None:
    app.replace(PreferencesScene(app))
    app.step(0.0)
    assert app.settings.rating
    clicking.click(app, "rating-1")
    assert not app.settings.rating
    clicking.click(app, "rating-0")
    assert app.settings.rating


def test_shogun_tells_its_driver_where_ends_are_kept(app: App) -> None:
    scene = clicking.game(app, clicking.session(f"{PERSON},greedy,greedy", setup=Setup(3), path=new_game_path()))
    assert scene.driver._ended is not None
