"""From the start of the window to a new game, by clicks."""

import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pygame
import pytest
from msgspec.structs import replace

from shogun.base.files import BROKEN
from shogun.base.language import ENGLISH, PSEUDO, pseudo, speaking
from shogun.base.resources import ASSETS
from shogun.base.shared_file import LOCK
from shogun.games import GAMES, game_of
from shogun.games.rumble_nation.rules.components import DAIMYO
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.players.place_chances import chances_of, first_seat_of, places_from
from shogun.table.journal import PERSON, Header, SeatInfo, read_journal
from shogun.table.journal_files import draft_path
from shogun.table.session import Session
from shogun.window.generic.scene import GenericScene
from shogun.window.kit.drawing import theme as contrasts
from shogun.window.kit.drawing.icons import CREST_TITLES, crest_names
from shogun.window.kit.drawing.theme import INK_SOFT, PAPER, contrast
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.routes import ToStart
from shogun.window.kit.runtime.settings import (
    AT_ONCE,
    NewGame,
    SeatChoice,
    Settings,
    load_settings,
    save_settings,
    settings_path,
)
from shogun.window.kit.runtime.start_options import PlayOptions
from shogun.window.kit.sound import Volumes
from shogun.window.kit.widgets.button import colours
from shogun.window.play.routes import ToLessons, ToNewGame
from shogun.window.play.start import note_finished
from shogun.window.router import follow
from shogun.window.scenes.bidding import BiddingScene
from shogun.window.scenes.menu import MenuScene
from shogun.window.scenes.new_game import NewGameScene, WhichGameScene
from shogun.window.scenes.pause import FirstSeatScene
from shogun.window.scenes.preferences import PreferencesScene
from tests.layout.readable import flaws
from tests.table.finding import saved_games
from tests.window.clicking import click, draft, names, open_form, press, settle, shown, target, top, window

FIVE = {"seats": 5, "side": "sun", "line_up": "printed"}
MENU = ["continue", "new-game", "learn", "puzzles", "games", "towers", "rules", "manual", "settings", "quit"]


@pytest.fixture
def app() -> Iterator[App]:
    with window() as app:
        app.go(ToStart())
        app.step(0.0)
        yield app


def typed(app: App, text: str) -> None:
    pygame.event.post(pygame.Event(pygame.TEXTINPUT, text=text))
    for event in pygame.event.get():
        app.take(event)
    app.step(0.0)


def test_the_menu_offers_to_continue_first_and_greys_it_without_a_game(app: App) -> None:
    assert [t.name for t in app.scene.targets()] == MENU
    assert not target(app, "continue").enabled
    assert "unfinished" in target(app, "continue").tooltip


def seen_inside(scene: MenuScene) -> int:
    """Return how many cubes are seen in the menu's tower above its tray."""
    return sum(cube.y > 0 for cube in scene.evening.cubes())


def test_beside_the_menu_cubes_fall_through_the_tower_once_and_then_nothing_moves(app: App) -> None:
    scene = top(app, MenuScene)
    fallen = []
    while scene.is_moving():
        app.step(0.1)
        fallen.append(len(scene.evening.cubes()) - seen_inside(scene))
        assert len(fallen) < 200
    assert fallen[0] == 0
    assert fallen == sorted(fallen)
    assert fallen[-1] > 10
    assert seen_inside(scene) > 3, "some rest inside"
    still = app.window.copy()
    for _frame in range(30):
        app.step(0.1)
    assert pygame.image.tobytes(app.window, "RGB") == pygame.image.tobytes(still, "RGB")


def test_with_little_movement_they_lie_there_at_once() -> None:
    with window(reduced_motion=True) as app:
        app.go(ToStart())
        app.step(0.0)
        app.step(0.0)
        assert not app.scene.is_moving()
        assert seen_inside(top(app, MenuScene)) > 3


def test_nothing_is_lost_of_what_is_typed_between_two_pictures(app: App) -> None:
    open_form(app)
    click(app, "name-0")
    before = top(app, NewGameScene).seats[0].name
    for letter in "abc":
        app.take(pygame.Event(pygame.TEXTINPUT, text=letter))
    assert top(app, NewGameScene).seats[0].name == before + "abc"
    for _press in range(3):
        app.take(pygame.Event(pygame.KEYDOWN, key=pygame.K_BACKSPACE, mod=0, unicode="", scancode=0))
    assert top(app, NewGameScene).seats[0].name == before


def test_quit_closes_the_window(app: App) -> None:
    click(app, "quit")
    assert not app.is_running


def begin_a_game(app: App) -> None:
    open_form(app)
    assert isinstance(app.scene, NewGameScene)
    click(app, "begin")
    assert isinstance(app.scene, GameScene)


def saved_in(app: App) -> Path:
    """Return the file of the game that is played."""
    path = top(app, GameScene).driver.session.path
    assert path
    return path


@pytest.mark.slow
def test_a_new_game_is_saved_from_its_beginning_and_can_be_continued(app: App) -> None:
    begin_a_game(app)
    settle(app)
    model = top(app, GameScene).model
    asked, log = model.question, [line.text for line in model.log]
    click(app, "menu")
    click(app, "leave")
    assert isinstance(app.scene, MenuScene)
    click(app, "continue")
    settle(app)
    model = top(app, GameScene).model
    assert model.question == asked
    assert [line.text for line in model.log] == log


@pytest.mark.slow
def test_continue_names_the_game_that_isnt_the_one_above_the_menu(app: App) -> None:
    begin_a_game(app)
    settle(app)
    path = saved_in(app)
    app.replace(MenuScene(app))
    app.step(0.0)
    assert "Shogun: " not in shown(app)
    path.unlink()
    code = "rumble-nation"
    rules: Any = game_of(code)
    seats = tuple(SeatInfo(name, "", PERSON) for name in ("Kai", "Echigo", "Owari"))
    Session.start(rules, Header(game=code, seed=7, setup=rules.Setup(3), seats=seats), path)
    app.replace(MenuScene(app))
    app.step(0.0)
    assert "Rumble Nation: " in shown(app)


@pytest.mark.slow
def test_a_half_laid_plan_is_there_again_after_the_window_was_closed(app: App) -> None:
    begin_a_game(app)
    settle(app)
    for key in (pygame.K_1, pygame.K_1, pygame.K_2, pygame.K_5):
        press(app, key)
    fields = list(draft(top(app, GameScene)).fields)
    assert sum(card is not None for card in fields) == 2
    path = saved_in(app)
    app.replace(MenuScene(app))
    app.step(0.0)
    assert draft_path(path).exists()
    click(app, "continue")
    settle(app)
    assert draft(top(app, GameScene)).fields == fields
    assert draft_path(path).exists(), "it stays until the plan is committed"


@pytest.mark.slow
@pytest.mark.parametrize("text", ['{"seat": 0, "key": "plan/year1/spring", "fields": ["Edo", "Edo"]}', "{broken", "[]"])
def test_a_half_laid_plan_that_makes_no_sense_is_passed_over(app: App, text: str) -> None:
    begin_a_game(app)
    settle(app)
    path = saved_in(app)
    app.replace(MenuScene(app))
    draft_path(path).write_text(text)
    app.step(0.0)
    click(app, "continue")
    settle(app)
    assert not any(draft(top(app, GameScene)).fields)


def test_all_choices_of_a_new_game_reach_its_journal(app: App) -> None:
    open_form(app)
    for name in ("count-2", "kind-1-next", "colour-0-next", "crest-2-previous", "side-1"):
        click(app, name)
    assert not target(app, "line-up-0").enabled, "the moon side knows no printed setup"
    click(app, "name-0")
    for _letter in range(len("Takeda")):
        press(app, pygame.K_BACKSPACE)
    typed(app, "Ōuchi")
    click(app, "seed")
    typed(app, "12ab3")
    click(app, "begin")
    header = top(app, GameScene).driver.session.header
    assert (header.setup.seats, header.setup.side, header.setup.line_up, header.seed) == (5, "moon", "draft", 123)
    assert header.seats[0].name == "Ōuchi"
    assert header.setup.colours[:2] == ("blue", "red"), "who had the colour takes the other one"
    assert len({seat.crest for seat in header.seats}) == 5
    assert header.seats[1].player != "greedy"


@pytest.mark.parametrize(
    ("keys", "seed"),
    [
        ("18446744073709551615", 2**64 - 1),
        ("18446744073709551616", 1844674407370955161),
        ("99999999999999999999999", 9999999999999999999),
        ("007", 7),
    ],
)
def test_the_largest_seed_can_be_typed_and_no_larger_one(app: App, keys: str, seed: int) -> None:
    open_form(app)
    click(app, "seed")
    typed(app, keys)
    click(app, "begin")
    assert top(app, GameScene).driver.session.header.seed == seed


@pytest.mark.parametrize(("name", "sentence"), [("", "needs a name"), ("Uesugi", "same name")])
def test_players_need_names_of_their_own(app: App, name: str, sentence: str) -> None:
    open_form(app)
    top(app, NewGameScene).rename(0, name)
    app.step(0.0)
    assert not target(app, "begin").enabled
    assert sentence in target(app, "begin").tooltip
    assert sentence in shown(app)


def test_a_folder_that_cannot_be_written_is_told_in_the_window(
    app: App, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file, no folder")
    monkeypatch.setenv("SHOGUN_HOME", str(blocked))
    open_form(app)
    click(app, "begin")
    assert isinstance(app.scene, NewGameScene)
    assert "can't be written" in app.scene.message
    assert str(tmp_path) not in app.scene.message, "no path in a sentence for players"


@pytest.mark.slow
def test_a_damaged_game_is_told_in_the_menu(app: App) -> None:
    begin_a_game(app)
    settle(app)
    click(app, "menu")
    click(app, "leave")
    path = saved_games(game_of)[0].path
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:3], lines[3].replace(b"line", b"lime"), *lines[4:]]))
    click(app, "continue")
    assert isinstance(app.scene, MenuScene)
    assert path.name in app.scene.message
    assert "Under Games" in app.scene.message


def test_the_new_game_remembers_the_last_choices(app: App) -> None:
    open_form(app)
    click(app, "count-0")
    top(app, NewGameScene).rename(1, "Imagawa")
    click(app, "begin")
    app.replace(MenuScene(app))
    app.step(0.0)
    open_form(app)
    assert top(app, NewGameScene).count == 3
    assert top(app, NewGameScene).seats[1].name == "Imagawa"
    assert len(top(app, NewGameScene).seats) == 5


def test_settings_survive_and_broken_ones_become_the_defaults_and_are_kept_aside() -> None:
    save_settings(Settings(speed=4.0, computers_speed=AT_ONCE, reduced_motion=True, palette="contrast"))
    assert load_settings() == Settings(speed=4.0, computers_speed=AT_ONCE, reduced_motion=True, palette="contrast")
    path, texts = settings_path(), (b"{broken", b"[1]", b"\xff\xfe")
    for text in texts:
        path.write_bytes(text)
        assert load_settings() == Settings()
        assert not path.exists()
    save_settings(Settings())
    names = [path.name + BROKEN, f"{path.name}.2{BROKEN}", f"{path.name}.3{BROKEN}"]
    assert [path.with_name(name).read_bytes() for name in names] == list(texts)
    assert {one.name for one in path.parent.iterdir()} == {path.name, LOCK, *names}, "nothing half written"


def test_what_a_later_version_has_set_is_passed_over_and_stays_until_it_is_chosen_anew() -> None:
    later = {"speed": 2.0, "palette": "ukiyo-e", "language": "de", "from the future": [1, {"a": None}]}
    settings_path().parent.mkdir(parents=True)
    settings_path().write_bytes(msgspec.json.encode(later))
    settings = load_settings()
    assert settings == Settings(speed=2.0)
    save_settings(settings)
    kept = msgspec.json.decode(settings_path().read_bytes())
    assert {name: kept[name] for name in later} == later
    save_settings(replace(settings, palette="contrast", sound=False))
    kept = msgspec.json.decode(settings_path().read_bytes())
    assert {name: kept[name] for name in later} == later | {"palette": "contrast"}
    assert load_settings() == Settings(speed=2.0, palette="contrast", sound=False)


@pytest.mark.slow
def test_autoplay_leaves_a_picture_and_ends_by_itself(tmp_path: Path) -> None:
    picture = tmp_path / "shot.png"
    options = PlayOptions(entries=GAMES, autoplay=True, seed=7, screenshot=picture, after=1.5, size=(1280, 720))
    app = App(options, follow, Settings())
    app.open()
    app.go(ToStart())
    assert app.run() == 0
    app.close()
    assert pygame.image.load(picture).get_size() == (1280, 720)


def test_a_journal_that_is_missing_is_told_in_the_menu(tmp_path: Path) -> None:
    app = App(PlayOptions(entries=GAMES, journal=tmp_path / "nothing.journal", size=(1280, 720)), follow, Settings())
    app.open()
    app.go(ToStart())
    assert isinstance(app.scene, MenuScene)
    assert "nothing.journal" in app.scene.message
    app.close()


def test_all_crests_can_be_chosen_and_none_is_taken_from_another_player(app: App) -> None:
    open_form(app)
    click(app, "count-0")
    others = [seat.crest for seat in top(app, NewGameScene).seats[1:3]]
    seen = set()
    for _click in range(2 * len(crest_names())):
        click(app, "crest-0-next")
        seen.add(top(app, NewGameScene).seats[0].crest)
        assert [seat.crest for seat in top(app, NewGameScene).seats[1:3]] == others
    assert seen == set(crest_names()) - set(others)
    assert len({seat.crest for seat in top(app, NewGameScene).seats}) == len(top(app, NewGameScene).seats)


def test_settings_count_at_once_and_are_remembered(app: App) -> None:
    app.settings.sound = True
    click(app, "settings")
    em = app.scene.em
    for name in ("knocks-1", "signals-0", "scale-0", "odds-1", "hints-1", "motion-1", "computers-speed-4", "screen-1"):
        click(app, name)
    assert app.scene.em < em
    assert app.sounds.volumes == Volumes(0.25, 0.0, 0.75)
    click(app, "screen-0")
    click(app, "back")
    assert isinstance(app.scene, MenuScene)
    kept = load_settings()
    assert (kept.knocks, kept.signals, kept.clicks, kept.interface_scale) == (0.25, 0.0, 0.75, 0.9)
    assert (kept.odds, kept.hints, kept.reduced_motion, kept.computers_speed) == (False, False, True, AT_ONCE)
    assert not kept.full_screen


def test_the_key_m_silences_everything_and_keeps_the_volumes(app: App) -> None:
    app.settings.sound = True
    press(app, pygame.K_m)
    assert app.sounds.volumes == Volumes(0, 0, 0, 0)
    press(app, pygame.K_m)
    assert app.sounds.volumes == Volumes()


def test_a_volume_chosen_while_all_is_silent_is_heard(app: App) -> None:
    assert not app.settings.sound
    click(app, "settings")
    click(app, "knocks-0")
    assert not app.settings.sound
    click(app, "clicks-2")
    assert app.sounds.volumes == Volumes(0.0, 0.75, 0.5)


def test_the_language_changes_at_once_in_all_scenes(app: App) -> None:
    click(app, "settings")
    assert "language-2" in names(app)
    top(app, PreferencesScene).set("language", PSEUDO)
    app.step(0.0)
    assert pseudo("Settings") in shown(app).replace("\n", " ")
    click(app, "back")
    assert pseudo("New game") in shown(app)
    assert "New game" not in shown(app)
    click(app, "settings")
    top(app, PreferencesScene).set("language", ENGLISH)
    click(app, "back")
    assert "New game" in shown(app)


def test_high_contrast_is_black_on_white(app: App) -> None:
    click(app, "settings")
    click(app, "palette-1")
    assert contrast(contrasts.shown(INK_SOFT, "text"), contrasts.shown(PAPER, "paper")) > 15
    sheet = app.window.get_at((app.window.get_width() // 2, 40))[:3]
    assert sheet == contrasts.shown(PAPER, "paper") != PAPER
    click(app, "palette-0")
    assert app.window.get_at((app.window.get_width() // 2, 40))[:3] == PAPER


def test_a_seat_can_be_chosen_to_begin(app: App) -> None:
    app.settings.finished = ["shogun"]
    open_form(app)
    click(app, "first-next")
    click(app, "first-next")
    assert shown(app).count("Uesugi") == 2
    click(app, "begin")
    assert top(app, GameScene).driver.session.header.setup.first_seat == 1


def test_a_first_seat_that_plays_no_more_is_drawn_by_lot(app: App) -> None:
    app.settings.finished = ["shogun"]
    open_form(app)
    click(app, "first-previous")
    assert top(app, NewGameScene).first == 3
    click(app, "count-0")
    assert top(app, NewGameScene).first is None


def test_high_contrast_tells_what_can_be_pressed(app: App) -> None:
    contrasts.use_contrast("contrast")
    papers = {enabled: colours("plain", enabled=enabled, hovered=False)[0] for enabled in (True, False)}
    grounds = {enabled: contrasts.shown(paper, "paper") for enabled, paper in papers.items()}
    assert contrast(grounds[True], grounds[False]) > 1.4
    assert all(contrast(ground, contrasts.shown(INK_SOFT, "text")) > 7 for ground in grounds.values())


def test_settings_of_before_there_were_other_games_keep_their_last_new_game() -> None:
    seat = {"name": "Kai", "colour": "blue", "mon": "uesugi", "kind": "person"}
    old = {"seats": [seat, seat, seat], "side": "moon", "line_up": "draft", "tower": "steep", "speed": 2.0}
    settings_path().parent.mkdir(parents=True, exist_ok=True)
    settings_path().write_bytes(msgspec.json.encode(old))
    settings = load_settings()
    assert settings.speed == 2.0
    found = settings.new_games["shogun"]
    assert [seat.name for seat in found.seats] == ["Kai"] * 3
    assert (found.chosen, found.tower) == ({"side": "moon", "line_up": "draft"}, "steep")
    save_settings(settings)
    assert load_settings() == settings


SEAT = {"name": "Kai", "colour": "blue", "mon": "uesugi", "kind": "person"}


@pytest.mark.parametrize(
    "text",
    [
        '{"size": [-1280, 720]}', '{"size": [1280, 0]}', '{"size": [99999999, 99999999]}', '{"size": [1, 1]}',
        '{"size": [1280]}', '{"size": [1280.5, 720]}', f'{{"size": [{"9" * 5000}, 720]}}',
        '{"knocks": NaN}', '{"knocks": -1.0}', '{"signals": 1e300}', '{"clicks": 1e999}', '{"clicks": null}',
        '{"speed": 0}', '{"speed": -4}', '{"computers_speed": 3.3}', f'{{"speed": {"9" * 5000}}}',
        '{"interface_scale": 0}', '{"interface_scale": 1e9}', '{"language": "../../../tmp"}', '{"language": 7}',
        '{"palette": "neon"}', '{"new_games": {"shogun": {"seats": 7}}}', "[" * 50_000, '{"lessons": [1]}', "[]", "",
        "\x00" * 2_000_000,
    ],
    ids=range(27),
)  # fmt: skip
def test_whatever_the_settings_say_the_window_opens_with_sane_values(text: str) -> None:
    settings_path().parent.mkdir(parents=True)
    settings_path().write_text(text)
    settings = load_settings()
    assert settings == Settings()
    save_settings(settings)


@pytest.mark.parametrize(
    "change",
    [
        {"name": "x" * 500},
        {"name": "a\x1b[2J"},
        {"mon": "../x"},
        {"colour": "pink"},
        {"kind": "x.toml"},
        {"mon": "oda"},
    ],
    ids=str,
)
def test_a_last_new_game_that_nobody_can_have_chosen_is_forgotten(app: App, change: dict[str, str]) -> None:
    seats = [SEAT | change, SEAT | {"colour": "red", "mon": "oda"}, SEAT | {"colour": "black", "mon": "takeda"}]
    settings_path().parent.mkdir(parents=True, exist_ok=True)
    settings_path().write_bytes(msgspec.json.encode({"new_games": {"shogun": {"seats": seats}}}))
    app.settings.new_games = load_settings().new_games
    open_form(app)
    assert top(app, NewGameScene).seats == list(GAMES["shogun"].form.default_seats())


@pytest.mark.parametrize("code", ["rumble-nation", "river-of-gold"])
def test_opponents_have_names_and_people_keep_theirs_in_another_game(app: App, code: str) -> None:
    app.push(NewGameScene(app, GAMES[code]))
    names = [seat.name for seat in top(app, NewGameScene).seats]
    assert len(set(names)) == len(names)
    assert not any(name.startswith("Player") for name in names)
    seat = SeatChoice("Kai", "blue", "takeda", PERSON)
    app.settings.new_games = {"shogun": NewGame([seat])}
    app.push(NewGameScene(app, GAMES[code]))
    assert [seat.name for seat in top(app, NewGameScene).seats] == ["Kai", *names[1:]]


def printed_names(code: str) -> set[str]:
    """Return the words of all names that are printed on the components of a game: provinces, cards, patrons."""
    files = (ASSETS / code.replace("-", "_")).rglob("*.toml")
    texts = [path.read_text(encoding="utf-8") for path in files if path.name != "names.toml"]
    names = [name for text in texts for name in re.findall(r'^name = "(.+)"$', text, re.MULTILINE)]
    return {word for name in names for word in re.findall(r"\w+", name)}


def bare(name: str) -> str:
    """Return a name without its macrons."""
    return "".join(sign for sign in unicodedata.normalize("NFD", name) if not unicodedata.combining(sign))


@pytest.mark.parametrize("code", list(GAMES))
def test_default_names_are_nobodys_on_a_card_and_are_spelled_as_everywhere(code: str) -> None:
    names = {seat.name for seat in GAMES[code].form.default_seats()}
    printed = printed_names(code)
    assert printed
    assert not {bare(name) for name in names} & {bare(name) for name in printed}


def test_names_of_people_are_spelled_in_one_way() -> None:
    """A player's default name, a daimyo on a card, and whoever rules and notes speak of."""
    people = {seat.name for code in GAMES for seat in GAMES[code].form.default_seats()}
    people |= {word for card in DAIMYO.values() for word in card.name.split()}
    files = (*ASSETS.rglob("*.toml"), *ASSETS.rglob("rules/*.md"))
    written = {word for path in files for word in re.findall(r"\b\w+\b", path.read_text(encoding="utf-8"))}
    for name in people:
        assert {word for word in written if bare(word) == bare(name)} <= {name}


@pytest.mark.parametrize("code", list(GAMES))
def test_in_their_very_first_game_people_are_called_as_by_the_system(app: App, code: str) -> None:
    names = [seat.name for seat in GAMES[code].form.default_seats()]
    for person, called in (("Kai", "Kai"), (names[1], names[0]), ("x" * 17, names[0]), ("", names[0])):
        app.options = PlayOptions(entries=GAMES, person=person)
        app.push(NewGameScene(app, GAMES[code]))
        assert [seat.name for seat in top(app, NewGameScene).seats] == [called, *names[1:]]


@pytest.mark.parametrize(("remembered", "called"), [("", "Kai"), ("Ren", "Ren")])
def test_a_first_game_after_the_tutorial_begins_with_whoever_plays(app: App, remembered: str, called: str) -> None:
    app.options = PlayOptions(entries=GAMES, person="Kai")
    if remembered:
        app.settings.new_games = {"river-of-gold": NewGame([SeatChoice(remembered, "blue", "takeda", PERSON)])}
    app.go(ToLessons("rumble-nation"))
    app.step(0.0)
    click(app, "first-game")
    assert top(app, GenericScene).model.seats[0].name == called


def test_a_crest_taken_from_a_seat_that_did_not_play_is_borne_once(app: App) -> None:
    open_form(app)
    scene = top(app, NewGameScene)
    scene.set_count(3)
    scene.set_crest(0, scene.seats[4].crest)
    click(app, "begin")
    app.replace(MenuScene(app))
    app.step(0.0)
    open_form(app)
    scene = top(app, NewGameScene)
    scene.set_count(5)
    app.step(0.0)
    assert len({seat.crest for seat in scene.seats}) == 5


@pytest.mark.parametrize(("left", "told"), [(19_000_000, "only 19 MB left"), (21_000_000, ""), (None, "")])
def test_a_disk_that_is_nearly_full_is_told_at_the_start(
    left: int | None, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shogun.window.play.start.room_left", lambda _folder: left)
    with window() as app:
        app.go(ToStart())
        app.step(0.0)
        assert ("The disk with your games" in shown(app)) == bool(told)
        assert told in shown(app).replace("\n", " ")


def test_no_name_of_a_crest_lies_on_its_picture(app: App) -> None:
    app.go(ToNewGame("shogun"))
    app.step(0.0)
    scene = top(app, NewGameScene)
    crests = [record for record in scene.texts() if record.text in CREST_TITLES.values()]
    chosen = {target.name: target.rect for target in scene.targets()}
    assert len(crests) == scene.count
    for number, name in enumerate(crests):
        picture = chosen[f"crest-{number}"].left + round(2.0 * scene.em)
        assert name.rect.left >= picture - 1


def test_back_from_the_sheet_of_a_new_game_leads_to_where_its_game_was_chosen() -> None:
    def leave(app: App, by: str) -> None:
        click(app, "back") if by == "button" else press(app, pygame.K_ESCAPE)

    for by in ("button", "key"):
        with window() as app:
            app.replace(MenuScene(app))
            app.step(0.0)
            open_form(app)
            assert isinstance(app.scene, NewGameScene)
            leave(app, by)
            assert isinstance(app.scene, WhichGameScene)
            leave(app, by)
            assert isinstance(app.scene, MenuScene)


def test_the_sheet_says_only_what_holds_for_so_many_players_and_this_line_up() -> None:
    with window() as app:
        app.replace(NewGameScene(app, GAMES["shogun"]))
        scene = top(app, NewGameScene)
        for count in (3, 4, 5):
            scene.set_count(count)
            app.step(0.0)
            assert ("used with three players" in shown(app)) is (count == 3)
            assert ("Both sides show the same 45 provinces" in shown(app)) is (count > 3)
        assert "first of the printed starting positions" in shown(app)
        scene.choose("line_up", "draft")
        app.step(0.0)
        assert "first province in the draft" in shown(app)


def test_strengths_have_their_rank_on_the_sheet() -> None:
    with window() as app:
        app.replace(NewGameScene(app, GAMES["shogun"]))
        scene = top(app, NewGameScene)
        ranks = [scene.known.ranked_title(code) for code in scene.known.codes()]
        assert ranks[0] == "Novice · 1 of 8"
        assert ranks[7] == "Grand Master · 8 of 8"
        assert "of 8" not in ranks[8], "a character has no measured strength"
        app.step(0.0)
        assert target(app, "kind-1").tooltip.startswith("Samurai · 4 of 8.")
        click(app, "kind-1")
        assert isinstance(app.scene, FirstSeatScene), "all strengths, with what each does"
        assert "attacks 50 % more often than the" in shown(app)
        click(app, "play-strategist")
        assert scene.seats[1].kind == "strategist"
        assert target(app, "kind-1").tooltip.startswith("Shogun · 7 of 8.")


@pytest.mark.parametrize("language", ["en", "pl", "cs"])
@pytest.mark.parametrize("code", GAMES)
def test_titles_with_their_rank_have_room_on_the_sheet(code: str, language: str) -> None:
    with window(language=language) as app:
        app.follow_settings()
        app.replace(NewGameScene(app, GAMES[code]))
        scene = top(app, NewGameScene)
        for kind in scene.known.codes():
            scene.set_kind(1, kind)
            app.step(0.0)
            assert flaws(scene) == [], kind


def test_a_first_game_has_the_printed_setup_and_a_middling_place_and_later_ones_are_drafted(app: App) -> None:
    open_form(app)
    scene, form = top(app, NewGameScene), GAMES["shogun"].form
    for count in form.counts():
        scene.set_count(count)
        chances = scene.chances()
        assert scene.chosen["line_up"] == "printed" and chances is not None and scene.first is not None
        best, *_others, worst = sorted(range(count), key=chances.won.__getitem__, reverse=True)
        assert -scene.first % count not in {best, worst}, "the human sits in the first seat"
    scene.remember()
    assert note_finished(app.settings, GAMES["shogun"])
    app.push(NewGameScene(app, GAMES["shogun"]))
    later = top(app, NewGameScene)
    assert (later.chosen["line_up"], later.first) == ("draft", None)
    later.choose("line_up", "printed")
    later.remember()
    assert not note_finished(app.settings, GAMES["shogun"])
    app.push(NewGameScene(app, GAMES["shogun"]))
    assert top(app, NewGameScene).chosen["line_up"] == "printed", "what somebody chose later stays"


def test_what_differs_from_a_first_games_defaults_is_kept_when_it_is_finished(app: App) -> None:
    open_form(app)
    top(app, NewGameScene).choose("side", "moon")
    top(app, NewGameScene).choose("ties", "defender")
    top(app, NewGameScene).remember()
    note_finished(app.settings, GAMES["shogun"])
    assert app.settings.new_games["shogun"].chosen == {"side": "moon", "line_up": "draft", "ties": "defender"}


def test_who_was_chosen_to_be_first_stays_first_in_a_first_game(app: App) -> None:
    open_form(app)
    scene = top(app, NewGameScene)
    scene.set_first(0)
    scene.choose("ties", "defender")
    scene.set_count(4)
    assert scene.first is None


def test_the_sheet_shows_the_chance_of_each_place_where_they_differ(app: App) -> None:
    open_form(app)
    scene = top(app, NewGameScene)
    scene.set_first(0)
    app.step(0.0)
    assert "Chance to win from each place" in shown(app) and "1st" in shown(app)
    scene.set_first(1)
    app.step(0.0)
    assert "1st" not in shown(app), "the players are known"
    scene.choose("line_up", "draft")
    app.step(0.0)
    assert ("Chance to win" in shown(app)) == (scene.chances() is not None)


@pytest.mark.parametrize("language", [ENGLISH, "cs", "pl", PSEUDO])
@pytest.mark.parametrize("size", [(1024, 700), (1280, 720)], ids=str)
def test_the_chances_of_five_places_can_be_read(size: tuple[int, int], language: str) -> None:
    with speaking(language), window(size) as app:
        app.push(NewGameScene(app, GAMES["shogun"]))
        scene = top(app, NewGameScene)
        scene.set_count(5)
        for first in (0, 1):
            scene.set_first(first)
            app.step(0.0)
            assert scene.chances() is not None and flaws(scene) == []


def test_the_game_after_the_tutorial_seats_its_human_on_a_middling_place(app: App) -> None:
    app.go(ToLessons("shogun"))
    app.step(0.0)
    click(app, "first-game")
    played = top(app, GameScene).driver.session
    chances = chances_of(GAMES["shogun"].place_chances, msgspec.structs.asdict(played.header.setup))
    assert chances is not None
    first = first_seat_of(played)
    assert first is not None and places_from(first, 3)[0] == chances.middling


def test_places_can_be_bid_for_and_what_was_bid_is_missing_in_the_game(app: App) -> None:
    open_form(app)
    scene = top(app, NewGameScene)
    scene.set_count(4)
    before = [seat.name for seat in scene.seats[:4]]
    scene.set_first(5)
    assert scene.bids and scene.first is None
    app.step(0.0)
    click(app, "begin")
    bidding = top(app, BiddingScene)
    while bidding.auction.turn is not None:
        assert bidding.seats[bidding.auction.turn].kind == PERSON and not target(app, "begin").enabled
        place, _points = bidding.auction.wise_bid(bidding.chances.worth)
        click(app, f"place-{place}")
    click(app, "begin")
    played = top(app, GameScene).driver.session
    held = bidding.auction
    assert [seat.name for seat in played.header.seats] == [
        before[holder] for holder in held.holders if holder is not None
    ]
    assert (played.header.setup.first_seat, played.header.setup.given_up) == (0, held.points)
    assert [player.points for player in played.state.players] == [-points for points in held.points]
    assert played.path is not None
    again = read_journal(game_of, played.path).header
    assert again.setup == played.header.setup
    assert any("points given up" in text for text in GAMES["shogun"].listing.agreement(again)) == any(held.points)


def test_nobody_bids_where_places_are_even(app: App) -> None:
    open_form(app)
    scene = top(app, NewGameScene)
    scene.set_first(scene.count + 1)
    scene.choose("side", "moon")
    assert not scene.bids and not (scene.may_bid() and scene.chances() is None)


@pytest.mark.parametrize("language", [ENGLISH, "cs", "pl", PSEUDO])
@pytest.mark.parametrize("size", [(1024, 700), (1280, 720)], ids=str)
def test_bids_for_five_places_can_be_read(size: tuple[int, int], language: str) -> None:
    with speaking(language), window(size) as app:
        seats, chances = GAMES["shogun"].form.default_seats(5), chances_of(GAMES["shogun"].place_chances, FIVE)
        assert chances is not None
        app.push(BiddingScene(app, seats, chances, lambda _held: None))
        scene = top(app, BiddingScene)
        for place in (0, 0, 1, 2, 3, 4):
            app.step(0.0)
            assert flaws(scene) == []
            scene.bid(place, scene.auction.least(place))
        app.step(0.0)
        assert scene.auction.turn is None and flaws(scene) == []
