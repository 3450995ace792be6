"""The screen of Rumble Nation: played by clicks and by keys, read at all sizes, and right about what it foretells."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pygame
import pytest
from msgspec.structs import replace

from shogun.base.language import ENGLISH, PSEUDO
from shogun.games import GAMES
from shogun.games.rumble_nation import rules
from shogun.games.rumble_nation.analysis.hint import moved, transfers_of, war_now
from shogun.games.rumble_nation.rules.components import AREAS, BY_SEA, CARDS
from shogun.games.rumble_nation.rules.state import (
    RESERVE,
    CardPlayed,
    CarryOut,
    Deploy,
    Deploying,
    PlayCard,
    RollAgain,
    RollDice,
    TakeDaimyo,
    Transfer,
)
from shogun.games.rumble_nation.screen.atlas import area_at, atlas, fitted
from shogun.games.rumble_nation.screen.end_of_game import RumbleEnd
from shogun.games.rumble_nation.screen.layout import lay_out
from shogun.games.rumble_nation.screen.play.model import areas_of
from shogun.games.rumble_nation.screen.play.words import NEEDS
from shogun.games.rumble_nation.screen.scene import RumbleScene
from shogun.games.rumble_nation.words import sentence, short_ways
from shogun.players.adviser import Hint
from shogun.table.journal import Header, SeatInfo
from shogun.table.session import Session, take_turn
from shogun.window.kit.drawing.theme import em_of
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.settings import AT_ONCE
from tests.layout import check_layout
from tests.layout.readable import flaws
from tests.window import tables
from tests.window.clicking import click, click_at, names, press, shown, target, top, window

ANSWERS = ("roll", "split-", "way-", "card-", "confirm", "roll-again", "area-")
HERE = {"rumble-nation": GAMES["rumble-nation"]}


@pytest.fixture
def app() -> Iterator[App]:
    with window(speed=AT_ONCE, computers_speed=AT_ONCE) as opened:
        yield opened


def begin(app: App, players: str, *, advanced: bool = False, seed: int = 7) -> RumbleScene:
    tables.begin(app, rules.code, players, seed=seed, advanced=advanced)
    return rest(app)


def rest(app: App) -> RumbleScene:
    return tables.rest(app, RumbleScene)


def until_splits(app: App, scene: RumbleScene) -> RumbleScene:
    while not isinstance(scene.model.view.stage, Deploying):
        click(app, "roll")
        scene = rest(app)
    return scene


@pytest.mark.slow
@pytest.mark.parametrize(("players", "advanced"), [("person,person", False), ("person,random,random,random", True)])
def test_a_game_is_played_to_its_end_by_random_clicks(app: App, players: str, advanced: bool) -> None:
    scene, rng = begin(app, players, advanced=advanced), Random(1)
    for _click in range(2000):
        if scene.model.result is not None:
            break
        offered = [name for start in ANSWERS for name in names(app, start)]
        click(app, rng.choice(offered))
        scene = rest(app)
    assert scene.driver.session.result == scene.model.result
    assert {"war-again", "rematch", "new-game"} <= set(names(app))


def test_a_game_is_played_by_keys_alone(app: App) -> None:
    scene = begin(app, "person,random", seed=3)
    for _press in range(200):
        if scene.model.result is not None:
            return
        if scene.model.chosen is None:
            press(app, pygame.K_1)
        else:
            press(app, pygame.K_RETURN)
        scene = rest(app)
    raise AssertionError("the game isn't over")


def test_a_split_is_chosen_by_its_area_and_given_when_confirmed(app: App) -> None:
    scene = until_splits(app, begin(app, "person,person"))
    offer = next(move for move in scene.model.moves if isinstance(move, Deploy))
    before = scene.model.view
    click(app, f"area-{offer.area}")
    assert scene.model.chosen == offer
    assert scene.model.view == before
    click(app, "confirm")
    scene = rest(app)
    assert scene.model.view.soldiers[offer.area][0] == offer.soldiers
    click(app, "undo")
    assert rest(app).model.view == before


def test_a_weighed_split_shows_what_the_war_would_bring_after_it(app: App) -> None:
    scene = until_splits(app, begin(app, "person,person"))
    offer = scene.model.moves[0]
    assert isinstance(offer, Deploy)
    assert "0 if the war began now (+" not in flat(app)
    click(app, "split-0")
    app.step(0.0)
    view = scene.model.view
    then = war_now(moved(view, transfers_of(view, offer)))
    assert then is not None
    assert then.of(offer.area).winner == 0
    assert f"{then.points[0]} if the war began now (+" in flat(app)
    click(app, "forecast")
    assert "war: " not in shown(app)


@pytest.mark.parametrize("advanced", [False, True])
def test_the_forecast_of_an_answer_is_that_of_the_position_after_it_and_at_last_the_war(advanced: bool) -> None:
    seats = tuple(SeatInfo(f"Player {n}", "", "random") for n in range(3))
    setup = rules.Setup(3, advanced=advanced)
    session = Session.start(rules, Header(game=rules.code, seed=5, setup=setup, seats=seats))
    rng, foretold, deployed = Random(2), None, 0
    while not session.is_over:
        question = session.questions[0]
        if question.seat is None:
            take_turn(session, [])
            continue
        move = rng.choice(question.moves)
        if isinstance(move, Deploy | CarryOut):
            foretold = war_now(moved(session.state, transfers_of(session.state, move)))
        session.answer(question.seat, move)
        if isinstance(move, Deploy | CarryOut) and not session.is_over:
            assert foretold == war_now(session.state)
            deployed += 1
    assert deployed > 20
    assert foretold is not None
    assert foretold.points == session.result.points


def test_a_card_that_cant_be_played_says_why(app: App) -> None:
    scene = begin(app, "person,person")
    for card in scene.model.view.tactics:
        place = target(app, f"card-{card}")
        assert place.act is None, "nobody has a soldier on the board"
        scene.click(place.rect.center)
        app.step(0.0)
        assert scene.model.refusal == place.tooltip
        assert " ".join(place.tooltip.split()) in " ".join(shown(app).split()), "the bar says it"
        assert place.tooltip.startswith("Can't be played: ")
    assert NEEDS.keys() == CARDS.keys()


def test_the_war_is_shown_area_by_area_once_more_and_can_be_skipped(app: App) -> None:
    scene = begin(app, "person,random", seed=3)
    while scene.model.result is None:
        question = scene.model.question
        scene.controls.answer(question.sample(Random(question.key)))
        scene = rest(app)
    scene.pace.set_speed(1.0)
    press(app, pygame.K_ESCAPE)
    assert app.scene is scene
    click(app, "show-end")
    assert isinstance(app.scene, RumbleEnd)
    click(app, "war-again")
    assert app.scene is scene
    app.step(0.0)
    assert "The war, 1 of 11" in shown(app)
    click(app, "end-war")
    app.step(0.0)
    assert "The war, " not in shown(app)
    assert "war-again" in names(app)


def ended(app: App, seats: int = 3, *, advanced: bool = True) -> RumbleEnd:
    """Return the end of a game of random players."""
    begin(app, ",".join(["random"] * seats), advanced=advanced, seed=2)
    return top(app, RumbleEnd)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_end_tells_all_castles_and_the_graph_ends_with_the_points(app: App, seats: int) -> None:
    end = ended(app, seats)
    result, last = end.result, end.readings[-1]
    assert last.is_over
    assert last.points == result.points
    assert sum(last.areas) + len(end.view.set_aside) == len(AREAS)
    assert end.readings[0].round == 0
    assert [one.round for one in end.readings[1:-1]] == list(range(1, len(end.readings) - 1))
    for points in result.points:
        assert f"{points} point" in shown(app)
    winner = end.seats[result.places.index(1)].name
    assert f"{winner} rules the land" in shown(app)
    pictures = set()
    for figure in end.figures():
        click(app, f"figure-{figure.code}")
        assert flaws(end) == []
        picture = pygame.display.get_surface()
        assert picture
        pictures.add(pygame.image.tobytes(picture, "RGB"))
    assert len(pictures) == len(end.figures()) > 1


def test_readings_tell_what_stood_on_the_board_after_each_round(app: App) -> None:
    end = ended(app, 2)
    reserves = 2 * 16 + 2 * 1
    for before, after in pairwise(end.readings):
        assert sum(after.strength) >= sum(before.strength) - 2 * 2, "cards may send two soldiers each back"
    assert sum(end.readings[0].strength) == 0
    assert sum(end.readings[-1].strength) == reserves + 2, "everything stands there, each daimyo for two"


@pytest.mark.slow
def test_a_rematch_is_one_click_with_the_same_players_and_another_seed(app: App) -> None:
    before = ended(app).game.driver.session.header
    click(app, "rematch-moved")
    after = top(app, RumbleScene).driver.session.header
    names_before = [seat.name for seat in before.seats]
    assert [seat.name for seat in after.seats] == [*names_before[1:], names_before[0]]
    assert (after.game, after.setup) == (before.game, before.setup)
    assert after.seed != before.seed


def test_a_click_on_a_die_sets_it_apart_and_a_second_one_takes_the_daimyo_along(app: App) -> None:
    scene = begin(app, "person,person", advanced=True)
    while not isinstance(scene.model.view.stage, Deploying):
        click(app, next(name for start in ("roll", "card-") for name in names(app, start)))
        scene = rest(app)
    dice = scene.model.view.stage.dice
    click(app, "die-2")
    chosen = scene.model.chosen
    assert isinstance(chosen, Deploy)
    assert chosen.area == scene.model.view.area_of(dice[0] + dice[1])
    click(app, "die-2")
    other = scene.model.chosen
    assert isinstance(other, Deploy)
    assert (other.area, other.daimyo) == (chosen.area, not chosen.daimyo)


def test_a_hint_takes_the_place_of_the_log_and_is_done_when_it_is_taken(app: App) -> None:
    scene = until_splits(app, begin(app, "person,person"))
    press(app, pygame.K_a)
    for _step in range(3):
        app.step(0.0)
    hint = scene.model.hint
    assert hint
    assert hint.move in scene.model.question.moves
    assert "win" in hint.reasons[0], "a reason is a chance to win, or a comparison of two"
    assert scene.log.is_hidden
    assert hint.reasons[0].split()[0] in shown(app)
    assert flaws(scene) == []
    click(app, "take-hint")
    assert scene.driver.session.course.answers[-1].answer == hint.move or isinstance(hint.move, RollAgain)
    assert scene.model.question is None and scene.model.hint is None
    scene = rest(app)
    assert not scene.log.is_hidden


def test_do_it_does_it_whatever_is_advised(app: App) -> None:
    scene, done = begin(app, "person,person"), set()
    for _turn in range(60):
        moves = scene.model.question.moves
        card = next((move for move in moves if isinstance(move, PlayCard)), None)
        advised = moves[-1] if card is None else card
        scene.model.hint = Hint(advised, ("Because.",))
        answers = len(scene.driver.session.course.answers)
        app.step(0.0)
        click(app, "take-hint")
        assert scene.driver.session.course.answers[answers].answer == advised
        done.add(type(advised))
        if {PlayCard, CarryOut, RollAgain, RollDice} <= done:
            return
        scene = rest(app)
    raise AssertionError(f"only {done}")


def test_the_past_is_shown_on_the_same_board(app: App) -> None:
    scene = until_splits(app, begin(app, "person,person"))
    scene.controls.look_back()
    app.step(0.0)
    assert {f"area-{area}" for area in AREAS} <= {place.name for place in app.scene.targets()}
    assert not names(app, "split-")


def test_each_area_is_found_under_its_pieces_and_each_sea_route_is_drawn() -> None:
    projection = fitted(990, 660)
    for area in atlas().areas:
        found = {area_at(projection, projection.point((x, y))) for x, y in _near(area.pieces)}
        assert area.name in found
    drawn = {frozenset((route.a, route.b)) for route in atlas().sea_routes}
    assert drawn == {frozenset((area, other)) for area in AREAS for other in BY_SEA[area]}


def _near(point: tuple[float, float]) -> list[tuple[float, float]]:
    return [(point[0] + dx, point[1] + dy) for dx in (-40, 0, 40) for dy in (-40, 0, 40)]


@pytest.mark.slow
def test_all_can_be_read_and_hit_in_windows_small_wide_and_upright_in_a_longer_language() -> None:
    assert check_layout.flaws_of(HERE, check_layout.cases(check_layout.FEW_SIZES, (PSEUDO,)), "short") == []


@pytest.mark.slow
def test_a_whole_game_can_be_read_and_hit_in_windows_small_wide_and_upright() -> None:
    assert check_layout.flaws_of(HERE, check_layout.cases(check_layout.FEW_SIZES, (ENGLISH,))) == []


def until_ways(app: App) -> RumbleScene:
    """Play until a card is to be carried out that has several ways, in areas of which not all go together."""
    for seed in range(1, 30):
        tables.begin(app, rules.code, "person,person,person", seed=seed)
        scene, rng = rest(app), Random(seed)
        while scene.model.question is not None:
            moves = scene.model.question.moves
            if isinstance(moves[0], CarryOut) and apart(scene):
                return scene
            card = next((move for move in moves if isinstance(move, PlayCard)), None)
            scene.controls.answer(card if card is not None and scene.model.view.round > 3 else rng.choice(moves))
            scene = rest(app)
    raise AssertionError("no card has so many ways")


def apart(scene: RumbleScene) -> list[tuple[str, str]]:
    """Return pairs of areas through which ways lead, but none through both."""
    through = {area: [way for way in scene.model.ways if area in areas_of(way)] for area in AREAS}
    used = [area for area in AREAS if through[area]]
    return [(one, other) for one in used for other in used if not any(other in areas_of(way) for way in through[one])]


def test_ways_of_a_card_are_listed_the_best_first_in_a_few_words(app: App) -> None:
    scene = until_ways(app)
    view, seat = scene.model.view, scene.model.view.turn
    gains = []
    for way in scene.model.moves:
        assert isinstance(way, CarryOut)
        now, then = war_now(view), war_now(moved(view, transfers_of(view, way)))
        assert now is not None and then is not None
        gains.append(then.points[seat] - now.points[seat])
    assert gains == sorted(gains, reverse=True)
    assert set(scene.model.moves) == set(scene.model.question.moves)
    told = target(app, "way-0").tooltip
    assert len(told.split(". Click")[0]) < 60 and f"{scene.model.names[seat]}:" not in told


def test_another_lit_area_is_switched_to_and_escape_drops_the_choice(app: App) -> None:
    scene = until_ways(app)
    ways = {area: [way for way in scene.model.ways if area in areas_of(way)] for area in AREAS}
    one, other = apart(scene)[0]
    click(app, f"area-{one}")
    app.step(0.0)
    assert list(scene.model.moves) == ways[one]
    assert target(app, f"area-{other}").act is not None, "all that could be chosen stays lit"
    click(app, f"area-{other}")
    assert list(scene.model.moves) == ways[other]
    click(app, "way-0")
    assert scene.model.chosen is not None
    press(app, pygame.K_ESCAPE)
    assert app.scene is scene
    assert scene.model.chosen is None and len(scene.model.moves) == len(scene.model.ways)


def test_enter_rolls_the_dice_and_a_key_switches_the_forecast(app: App) -> None:
    scene = begin(app, "person,person")
    press(app, pygame.K_o)
    assert not scene.model.shows_forecast
    press(app, pygame.K_RETURN)
    assert RollDice() in [line.answer for line in scene.driver.session.course.answers]


def test_a_double_click_on_a_daimyo_card_chooses_for_one_person_only(app: App) -> None:
    scene = begin(app, "person,person", advanced=True)
    spots = [place for place in names(app, "card-") if target(app, place).act is not None]
    where = target(app, spots[0]).rect.center
    for _click in range(2):
        click_at(app, where)
        rest(app)
    taken = [line.seat for line in scene.driver.session.course.answers if isinstance(line.answer, TakeDaimyo)]
    assert len(taken) == 1 and isinstance(scene.model.question.moves[0], TakeDaimyo)
    click(app, next(place for place in names(app, "card-") if target(app, place).rect.center != where))
    assert not isinstance(rest(app).model.question.moves[0], TakeDaimyo)


def test_whose_pieces_a_card_moves_is_said_only_of_others() -> None:
    transfers = (
        Transfer(0, "Kyo", RESERVE, 1), Transfer(0, "Kiyosu", "Kyo", 0, daimyo=True),
        Transfer(1, "Oko", "Kyo", 2), Transfer(1, RESERVE, "Oko", 1, daimyo=True),
    )  # fmt: skip
    told = "1 leave Kyo, daimyo Kiyosu → Kyo; Bo: 2 Oko → Kyo, 1 + daimyo to Oko"
    assert short_ways(transfers, 0, ["Al", "Bo"]) == told
    assert sentence(CardPlayed(0, "retreat", transfers), ["Al", "Bo"]) == f"Al plays Retreat: {told}"


def test_a_die_brings_no_more_pieces_than_are_left(app: App) -> None:
    scene = until_splits(app, begin(app, "person,person"))
    view = scene.model.view
    mine = replace(view.players[view.turn], reserve=1)
    scene.model.view = replace(view, players=(mine, *view.players[1:]))
    scene.changed()
    app.step(0.0)
    assert view.turn == 0
    told = [target(app, place).tooltip for place in names(app, "die-")]
    assert told and all(": 1 soldier to " in tooltip for tooltip in told)


def flat(app: App) -> str:
    """Return all text on the screen in one line, wherever it wraps."""
    return " ".join(shown(app).split())


def told(app: App, start: str) -> list[str]:
    """Return the names of all places that begin so, also of those that only tell something."""
    return [place.name for place in app.scene.targets() if place.name.startswith(start)]


def tied(scene: RumbleScene) -> None:
    """Put two equal armies into an area, and a lonely one into another, while nobody has a katana."""
    view = scene.model.view
    soldiers = {area: (0,) * len(view.players) for area in AREAS} | {"Kyo": (4, 4, 0), "Shuri": (0, 0, 1)}
    players = tuple(replace(player, reserve=10 + seat) for seat, player in enumerate(view.players))
    scene.model.view = replace(view, soldiers=soldiers, players=players)
    scene.changed()


def test_a_tie_is_told_as_one_with_both_outcomes_and_who_is_expected_to_have_the_katana(app: App) -> None:
    scene = begin(app, "person,person,person")
    tied(scene)
    app.step(0.0)
    castles = scene.model.view.castles
    large, small = castles["Kyo"], castles["Kyo"] // 2
    assert "Tie: the higher katana wins it, probably Player 1's." in target(app, "area-Kyo").tooltip
    assert "One soldier could turn it" in target(app, "area-Shuri").tooltip
    assert f"{large} if the war began now" in flat(app) and f"or {small}" in shown(app)
    assert f"{small} if the war began now" in flat(app) and f"or {large}" in shown(app)
    assert [target(app, f"expected-{katana}").tooltip.split(" should ")[0] for katana in (3, 2, 1)] == scene.model.names
    assert "Katana now (smallest reserve first)" in shown(app)
    assert told(app, "legend-") == ["legend-safe", "legend-hanging", "legend-tie"]
    for seat, other in enumerate((small, large)):
        assert "tied, and the katana that break ties aren't assigned yet" in target(app, f"others-{seat}").tooltip
        assert target(app, f"others-{seat}").tooltip.endswith(f"With other katana the score would be: {other}.")
    marks = [
        text for text in scene.texts() if text.text in ("safe", "by one", "tied") or text.text.startswith(f"or {small}")
    ]
    places = [scene.target_at(text.rect.center) for text in marks]
    assert len(marks) == 4 and all(place is not None and place.tooltip for place in places)
    press(app, pygame.K_o)
    app.step(0.0)
    assert not told(app, "expected-") and not told(app, "legend-") and f"or {small}" not in shown(app)


def test_once_a_katana_is_taken_the_tie_is_settled(app: App) -> None:
    scene = begin(app, "person,person,person")
    tied(scene)
    view = scene.model.view
    done = replace(view.players[1], reserve=0, katana=3)
    scene.model.view = replace(view, players=(view.players[0], done, view.players[2]))
    app.step(0.0)
    assert "Tie: Player 2 has the higher katana." in target(app, "area-Kyo").tooltip
    assert not [text for text in shown(app).splitlines() if text.startswith("or ")]
    assert told(app, "expected-") == ["expected-2", "expected-1"]


def test_a_split_that_appears_under_the_pointer_is_weighed_without_moving_it(app: App) -> None:
    scene = until_splits(app, begin(app, "person,person"))
    where = target(app, "split-0").rect.center
    click(app, "split-0")
    click(app, "confirm")
    scene = rest(app)
    scene.point(where)
    assert scene.model.weighed is None
    while not isinstance(scene.model.view.stage, Deploying):
        scene.controls.answer(RollDice())
        scene = rest(app)
    app.step(0.0)
    app.step(0.0)
    assert scene.model.weighed == scene.model.moves[0]


def test_the_button_for_all_ways_says_what_it_does(app: App) -> None:
    until_ways(app)
    assert target(app, "all-ways").tooltip == "All options are listed: no area is selected."
    area = names(app, "area-")[0]
    click(app, area)
    app.step(0.0)
    told = target(app, "all-ways").tooltip
    assert told == f"List all options again, not only those with {area.removeprefix('area-')}"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_upright_window_gives_the_board_its_whole_width(seats: int) -> None:
    size = 1080, 1920
    rects = lay_out(pygame.Rect((0, 0), size), em_of(size), seats)
    assert rects["board"].width > 0.95 * size[0]
    assert rects["players"].top > rects["board"].bottom
    assert rects["log"].left > rects["players"].right
    wide = lay_out(pygame.Rect(0, 0, 1280, 720), 16, seats)
    assert wide["log"].left > wide["board"].right
