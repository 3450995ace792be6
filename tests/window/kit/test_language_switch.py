"""The language changes at run time: everything on the screen is in the new one, but for names."""

import re
from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from shogun.base.language import LANGUAGES, PSEUDO, current
from shogun.games import GAMES
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.screen.map.atlas import atlas
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.games.shogun.words import region_names
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.scene import Scene
from shogun.window.scenes.menu import MenuScene
from shogun.window.scenes.new_game import NewGameScene
from shogun.window.scenes.preferences import PreferencesScene
from shogun.window.scenes.rules_help import KeysScene
from tests.window.clicking import click, game, lesson_list, play_by_clicks, session, settle, top, window

WORD = re.compile(r"[A-Za-z]*[aeiou][A-Za-z]*")
"""Letters without accents, with a vowel: the pseudo-language has no such words of its own."""
NAMES = {"Takeda", "Uesugi", "Oda", "classic", "Shogun", "Player", "model", *LANGUAGES.values()}


@pytest.fixture
def names() -> set[str]:
    return (
        NAMES | set(region_names().values()) | {part for place in atlas().provinces for part in place.name.split("-")}
    )


def english(app: App, names: set[str]) -> set[str]:
    """Return the English words on the screen and in its tooltips; names may be shortened."""
    texts = [record.text for panel in app.scene.panels for record in panel.layer.texts]
    texts += [target.tooltip for panel in app.scene.panels for target in panel.layer.targets]
    words = {word for text in texts for word in re.findall(r"\w+", text) if WORD.fullmatch(word) and len(word) > 2}
    return {word for word in words if not any(name.startswith(word) for name in names)}


@pytest.mark.parametrize(
    "scene",
    [
        MenuScene,
        partial(NewGameScene, game=GAMES["shogun"]),
        PreferencesScene,
        KeysScene,
        lesson_list,
    ],
    ids=["menu", "new game", "preferences", "keys", "lessons"],
)
def test_menus_have_no_english_left(scene: Callable[[App], Scene], names: set[str]) -> None:
    with window() as app:
        app.settings.language = PSEUDO
        app.follow_settings()
        app.replace(scene(app))
        app.step(0.0)
        assert english(app, names) == set()


def test_a_game_that_changes_its_language_is_in_the_new_one_at_once(names: set[str]) -> None:
    with window() as app:
        game(app, session("person,greedy,greedy", setup=Setup(3), seed=1))
        settle(app)
        click(app, "menu")
        click(app, "settings")
        top(app, PreferencesScene).set("language", PSEUDO)
        click(app, "back")
        click(app, "resume")
        assert isinstance(app.scene, GameScene)
        assert english(app, names) == set()


@pytest.mark.slow
def test_questions_and_their_answers_have_no_english_left(names: set[str]) -> None:
    asked: set[str] = set()

    def look(scene: GameScene) -> bool:
        assert english(app, names) == set()
        asked.add(type(scene.model.question).__name__)
        return scene.model.view.season == "summer" and scene.model.march is not None

    with window() as app:
        app.settings.language = PSEUDO
        app.follow_settings()
        game(app, session("person,greedy,greedy", setup=Setup(3), seed=1))
        play_by_clicks(app, Random(1), until=look)
    assert asked == {"PlanQuestion", "MarchQuestion", "Choice"}


@pytest.mark.parametrize(
    ("said", "chosen", "spoken"),
    [
        ({"LANGUAGE": "pl"}, "", "pl"),
        ({"LANGUAGE": "pl"}, "cs", "cs"),
        ({"LANGUAGE": "de"}, "", "en"),
        ({"LANGUAGE": "pl", "SHOGUN_LANGUAGE": "cs"}, "en", "cs"),
        ({"LANGUAGE": "pl", "SHOGUN_LANGUAGE": "tlh"}, "en", "en"),
    ],
)
def test_a_window_speaks_as_it_is_told_else_as_was_chosen_else_as_the_system(
    said: dict[str, str], chosen: str, spoken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in said.items():
        monkeypatch.setenv(name, value)
    with window(language=chosen) as app:
        app.replace(MenuScene(app))
        app.step(0.0)
        assert current() == spoken
        written = {record.text for panel in app.scene.panels for record in panel.layer.texts}
    assert {"en": "Settings", "pl": "Ustawienia", "cs": "Nastavení"}[spoken] in written
