"""The screen of River of Gold: played by clicks and by keys, read at all sizes, and right about what it foretells."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pygame
import pytest
from msgspec.structs import replace

from shogun.base.language import ENGLISH, PSEUDO
from shogun.games import GAMES
from shogun.games.river_of_gold import rules
from shogun.games.river_of_gold.rules.components import CUSTOMERS, SHORES
from shogun.games.river_of_gold.rules.state import Build, Deliver, RollDie, Sail, TakePatron
from shogun.games.river_of_gold.screen.layout import lay_out
from shogun.games.river_of_gold.screen.map_picture import WIDE, way
from shogun.games.river_of_gold.screen.panels.board_panel import point_along
from shogun.games.river_of_gold.screen.panels.effect_lines import LEAST_LINE_EM, line_height
from shogun.games.river_of_gold.screen.pieces import ship
from shogun.games.river_of_gold.screen.play.refusal_reasons import why_not_deliver
from shogun.games.river_of_gold.screen.scene import RiverScene
from shogun.games.river_of_gold.words import patron_lines
from shogun.players.adviser import Hint, PlanHint
from shogun.table.journal import PERSON
from shogun.window.kit.drawing.canvas import Canvas, Layer
from shogun.window.kit.drawing.theme import em_of, scales_for
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.settings import AT_ONCE, SCALES
from shogun.window.panels.graph import Column, Curves, draw_graph
from shogun.window.scenes.pause import PauseScene
from tests.layout import check_layout
from tests.layout.readable import flaws
from tests.window import tables
from tests.window.clicking import click, names, press, shown, target, window
from tests.window.typing_keys import go_to

HERE = {"river-of-gold": GAMES["river-of-gold"]}
ANSWERS = ("answer-", "set-die-", "confirm", "ship-", "shore-", "tile-", "customer-", "die-", "exchange-")


@pytest.fixture
def app() -> Iterator[App]:
    with window(speed=AT_ONCE, computers_speed=AT_ONCE) as opened:
        yield opened


def begin(app: App, players: str, *, patrons: str = "none", seed: int = 7) -> RiverScene:
    tables.begin(app, rules.code, players, seed=seed, patrons=patrons)
    return rest(app)


def rest(app: App) -> RiverScene:
    """Let the game go on until somebody is asked or it is over, and leave its end."""
    scene = tables.rest(app, RiverScene)
    if app.scene is not scene:
        app.pop()
        app.step(0.0)
    return scene


def until(app: App, scene: RiverScene, verb: str, rng: Random | None = None) -> RiverScene:
    """Answer by lot until something of this kind is asked."""
    rng = rng or Random(1)
    while scene.model.asks != verb:
        assert scene.model.question is not None, "the game is over"
        scene.controls.answer(rng.choice(scene.model.choices))
        scene = rest(app)
    return scene


@pytest.mark.slow
@pytest.mark.parametrize(("players", "patrons"), [("person,random", "none"), ("person,random,random,random", "table")])
def test_a_game_is_played_to_its_end_by_random_clicks(app: App, players: str, patrons: str) -> None:
    scene, rng = begin(app, players, patrons=patrons), Random(1)
    for _click in range(3000):
        if scene.model.result is not None:
            break
        offered = [name for start in ANSWERS for name in names(app, start)]
        click(app, rng.choice(offered))
        scene = rest(app)
    assert scene.driver.session.result == scene.model.result
    assert {"new-game", "look-back"} <= set(names(app))


@pytest.mark.slow
def test_a_game_is_played_by_keys_alone(app: App) -> None:
    scene = begin(app, "person,random", seed=3)
    for _press in range(400):
        if scene.model.result is not None:
            return
        if scene.model.is_turn and scene.model.chosen is None:
            scene.focus = next(name for name in names(app, "ship-0"))
            press(app, pygame.K_RETURN)
            scene.focus = ""
        elif scene.model.can_confirm:
            press(app, pygame.K_RETURN)
        else:
            press(app, pygame.K_1)
        scene = rest(app)
    raise AssertionError("the game isn't over")


def test_a_ship_is_chosen_and_sails_when_confirmed(app: App) -> None:
    scene = until(app, begin(app, "person,person"), "turn")
    seat, before = scene.model.seat, scene.model.view
    click(app, f"ship-{seat}-0")
    assert scene.model.chosen == Sail(0)
    assert scene.model.view == before
    click(app, "confirm")
    scene = rest(app)
    assert scene.driver.session.state.players[seat].ships != before.players[seat].ships


def test_enter_on_a_chosen_ship_sails_and_f6_comes_to_the_turn_at_once(app: App) -> None:
    scene = until(app, begin(app, "person,person"), "turn")
    seat, before = scene.model.seat, scene.model.view
    press(app, pygame.K_F6)
    assert scene.focus.startswith(f"ship-{seat}-"), "what can be done first"
    press(app, pygame.K_RETURN)
    assert isinstance(scene.model.chosen, Sail) and scene.model.view == before
    press(app, pygame.K_F6)
    assert scene.keyboard.panel() is scene.turn
    scene.focus = f"ship-{seat}-{scene.model.chosen.ship}"
    press(app, pygame.K_RETURN)
    scene = rest(app)
    assert scene.driver.session.state.players[seat].ships != before.players[seat].ships


@pytest.mark.parametrize("spaces", [(5, 9), (5, 5)])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_ship_that_can_sail_is_hit_in_its_middle_however_many_lie_beside_it(
    app: App, players: int, spaces: tuple[int, int]
) -> None:
    scene = until(app, begin(app, ",".join(["person"] * players)), "turn")
    for _turn in range(players):
        view, seat = scene.model.view, scene.model.seat
        scene.model.view = replace(view, players=tuple(replace(player, ships=spaces) for player in view.players))
        app.step(0.0)
        for number in range(2):
            middle = target(app, f"ship-{seat}-{number}").rect.center
            hit = scene.target_at(middle)
            assert hit is not None
            assert hit.name == f"ship-{seat}-{number}"
        scene.model.view = view
        scene = until(app, answered(app, scene), "turn", Random(1))


def answered(app: App, scene: RiverScene) -> RiverScene:
    """Let the first ship sail."""
    scene.controls.answer(Sail(0))
    return rest(app)


def test_a_building_needs_a_space_and_a_tile(app: App) -> None:
    scene = until(app, begin(app, "person,random", seed=5), "turn")
    while not scene.model.offers.shores:
        scene.controls.answer(Sail(0))
        scene = until(app, rest(app), "turn")
    shore, tile = scene.model.offers.shores[0], scene.model.view.row[1]
    click(app, f"shore-{shore}")
    assert not scene.model.can_confirm
    click(app, f"tile-{tile}")
    assert scene.model.chosen == Build(shore, tile)
    click(app, "confirm")
    scene = rest(app)
    assert scene.driver.session.state.tiles[shore - 1] == tile


def test_another_number_of_the_die_takes_favor_only_when_confirmed(app: App) -> None:
    scene = until(app, begin(app, "person,random"), "turn")
    player = scene.model.view.players[0]
    wanted = player.die % 6 + 1
    click(app, f"die-{wanted}")
    click(app, "ship-0-0")
    assert scene.driver.session.state.players[0].favor == player.favor
    click(app, "confirm")
    scene = rest(app)
    after = scene.driver.session.state.players[0]
    assert after.ships[0] == (player.ships[0] + wanted - 1) % 14 + 1


def test_another_number_is_offered_only_to_who_can_pay_for_it(app: App) -> None:
    scene = until(app, begin(app, "person,random"), "turn")
    offer = "Or spend favor to change the die"
    assert offer in shown(app).replace("\n", " ")
    player = scene.model.view.players[0]
    player.favor, player.koku = 0, 4
    scene.changed()
    app.step(0.0)
    assert offer not in shown(app).replace("\n", " ")


def test_a_ship_for_which_the_die_may_count_otherwise_says_how_that_is_chosen(app: App) -> None:
    scene = until(app, begin(app, "person,random"), "turn")
    player = scene.model.view.players[0]
    player.noble_ship, player.delivered = 1, ("noble 5",)
    scene.model.view = replace(scene.model.view)
    scene.changed()
    app.step(0.0)
    assert "Click again to count the die" in target(app, "ship-0-1").tooltip
    assert "Click again to count" not in target(app, "ship-0-0").tooltip


def test_what_cant_be_done_says_why_by_its_rule(app: App) -> None:
    scene = until(app, begin(app, "person,random"), "turn")
    view, number = scene.model.view, scene.model.number
    elsewhere = next(shore.number for shore in SHORES if shore.region != number and not view.tiles[shore.number - 1])
    place = target(app, f"shore-{elsewhere}")
    assert place.act is None
    assert place.why == "5.1"
    assert "favor" in place.tooltip
    held = next((name for name in view.hand if not scene.model.offers.delivery(name)), None)
    if held is not None:
        assert target(app, f"customer-{held}").why in ("7.1", "7.2")


def test_exchanges_are_laid_out_when_wanted_and_taken_back(app: App) -> None:
    scene = until(app, begin(app, "person,random", seed=11), "turn")
    while not scene.model.exchanges:
        scene.controls.answer(scene.model.choices[0])
        scene = rest(app)
    assert not names(app, "exchange-")
    click(app, "exchange")
    before = scene.driver.session.state
    click(app, names(app, "exchange-")[0])
    scene = rest(app)
    assert scene.driver.session.state != before
    click(app, "undo")
    scene = rest(app)
    assert scene.driver.session.state == before


def test_at_a_shared_screen_only_hands_are_hidden(app: App) -> None:
    scene = until(app, begin(app, "person,person"), "turn")
    seat = scene.model.seat
    hand = scene.driver.session.state.hands[seat]
    assert not names(app, "customer-")
    assert not [place for place in app.scene.targets() if place.name.startswith("customer-")]
    assert names(app, "ship-"), "all else is asked openly"
    click(app, "show-hand")
    assert {place.name for place in app.scene.targets() if place.name.startswith("customer-")} == {
        f"customer-{name}" for name in hand
    }
    click(app, f"ship-{seat}-0")
    click(app, "confirm")
    scene = rest(app)
    while scene.model.seat == seat:
        ends = scene.model.asks == "end_turn"
        scene.controls.answer(scene.model.choices[0])
        assert (scene.model.viewer is None) == ends, "the hand is covered as soon as the turn is over"
        scene = rest(app)
    assert not [place for place in app.scene.targets() if place.name.startswith("customer-")], "another is asked"


def cards(app: App) -> list[str]:
    """The cards that lie open."""
    return [place.name for place in app.scene.targets() if place.name.startswith("customer-")]


def shared(app: App) -> RiverScene:
    """A turn at a shared screen, whose hand its person has laid open."""
    scene = until(app, begin(app, "person,person,random"), "turn")
    click(app, "show-hand")
    assert cards(app)
    assert scene.model.viewer == scene.model.seat
    return scene


def test_do_it_carries_out_the_whole_plan(app: App) -> None:
    scene, lengths = until(app, begin(app, "person,random"), "turn"), set[int]()
    while len(lengths) < 2:
        scene.controls.ask_hint()
        rest(app)
        app.step(0.0)
        hint = scene.model.hint
        assert isinstance(hint, PlanHint)
        answers = scene.driver.session.course.answers
        before = len(answers)
        click(app, "take-hint")
        scene = rest(app)
        given = tuple(line.answer for line in answers[before:] if line.seat is not None)
        assert given[: len(hint.plan)] == hint.plan
        lengths.add(len(hint.plan))
        scene = until(app, scene, "turn")


def test_an_open_hand_is_covered_again_with_all_that_tells_of_it(app: App) -> None:
    scene = shared(app)
    scene.model.chosen = Deliver(scene.model.view.hand[0])
    scene.model.hint = Hint()
    click(app, "cover-hand")
    assert not cards(app)
    assert (scene.model.viewer, scene.model.view.hand) == (None, ())
    assert not any((scene.model.chosen, scene.model.hint))
    rest(app)
    assert not cards(app)
    click(app, "show-hand")
    assert cards(app)
    scene.model.chosen = sail = next(move for move in scene.model.choices if isinstance(move, Sail))
    click(app, "cover-hand")
    assert scene.model.chosen == sail, "what tells of no card stays chosen"


def test_between_answers_too_an_open_hand_can_be_covered(app: App) -> None:
    scene = shared(app)
    sail = next(move for move in scene.model.choices if isinstance(move, Sail))
    scene.controls.answer(sail)
    assert (scene.model.question, scene.model.viewer) == (None, 0)
    scene.controls.show_hand()
    assert scene.model.viewer is None
    assert rest(app).model.viewer is None


@pytest.mark.parametrize("player", ["random", PERSON])
@pytest.mark.parametrize("other", [False, True])
def test_a_hand_is_covered_when_a_seat_changes(app: App, player: str, other: bool) -> None:
    scene = shared(app)
    seat = 2 if other else scene.model.seat
    scene.seats.change(seat, player)
    app.step(0.0)
    assert (scene.model.viewer, scene.model.hand_shown) == (None, None)
    assert not cards(app)


def test_the_menu_covers_an_open_hand_for_good(app: App) -> None:
    scene = shared(app)
    press(app, pygame.K_ESCAPE)
    press(app, pygame.K_ESCAPE)
    assert rest(app) is scene
    assert not cards(app)


def test_who_plays_alone_has_nothing_to_cover(app: App) -> None:
    scene = until(app, begin(app, "person,random"), "turn")
    assert cards(app)
    assert not names(app, "cover-hand")
    press(app, pygame.K_ESCAPE)
    press(app, pygame.K_ESCAPE)
    assert rest(app) is scene
    assert cards(app)


def test_no_digit_tells_of_a_covered_card(app: App) -> None:
    scene = until(app, begin(app, "person,person"), "turn")
    scene.model.question = replace(scene.model.question, moves=(*scene.model.choices[:6], Deliver("monk 1")))
    press(app, pygame.K_7)
    assert not isinstance(scene.model.chosen, Deliver)


def test_what_a_patron_can_do_is_read_before_one_is_taken(app: App) -> None:
    scene = until(app, begin(app, "person,person", patrons="table"), "patron")
    offered = [move.patron for move in scene.model.choices if isinstance(move, TakePatron)]
    assert len(offered) == 4
    for patron in offered:
        assert all(word in shown(app) for word in patron_lines(patron)[1].split()), patron


def test_without_patrons_a_clan_is_told_to_be_a_name_alone(app: App) -> None:
    until(app, begin(app, "person,person"), "clan")
    assert "differ only in name" in shown(app).replace("\n", " ")
    until(app, begin(app, "person,person", patrons="table"), "patron")
    assert "differ only in name" not in shown(app).replace("\n", " ")


def test_the_log_keeps_some_lines_where_writing_is_largest() -> None:
    for size in ((1024, 700), (1280, 720), (1920, 1080), (3840, 2160)):
        for scale in scales_for(size, SCALES):
            em = em_of(size, scale)
            rects = lay_out(pygame.Rect((0, 0), size), em, 4)
            assert rects["log"].height >= 2 * em, (size, scale)
            assert rects["log"].bottom <= rects["turn"].top


def test_lines_of_a_move_come_closer_only_where_so_all_of_them_are_seen() -> None:
    canvas = Canvas(pygame.Surface((300, 300)), 16, Layer(), (0, 0), "")
    usual = line_height(canvas, 150, 1)
    fit = 150 // usual
    assert line_height(canvas, 150, fit) == usual
    assert usual > line_height(canvas, 150, fit + 1) >= canvas.px(LEAST_LINE_EM)
    assert line_height(canvas, 150, fit + 1) * (fit + 1) <= 150
    assert line_height(canvas, 150, 3 * fit) == usual, "there are pages anyway"


def test_a_ship_leaves_at_the_bay_and_comes_again_from_the_mountains() -> None:
    assert len(way(3, 7)) == 1
    out, back = way(12, 2)
    assert out[-1][0] > WIDE
    assert back[0][0] < 0
    shares = [point_along([out, back], n / 200)[0] for n in range(201)]
    jumps = [one - other for one, other in pairwise(shares) if other < one - WIDE / 4]
    assert len(jumps) == 1, "it crosses the board once, and isn't seen on its way back"
    assert shares[-1] == back[-1][0]


def test_the_past_is_shown_on_the_same_board(app: App) -> None:
    scene = until(app, begin(app, "person,random"), "end_turn")
    scene.controls.look_back()
    app.step(0.0)
    assert {f"shore-{number}" for number in range(1, 31)} <= {place.name for place in app.scene.targets()}
    assert not names(app, "confirm")


def test_moves_are_named(app: App) -> None:
    scene = until(app, begin(app, "person,random"), "end_turn")
    assert RollDie() in scene.model.choices
    assert "Roll for the next turn" in shown(app)


@pytest.mark.slow
def test_all_can_be_read_and_hit_in_windows_small_wide_and_upright_in_a_longer_language() -> None:
    assert check_layout.flaws_of(HERE, check_layout.cases(check_layout.FEW_SIZES, (PSEUDO,)), "short") == []


@pytest.mark.slow
def test_a_whole_game_can_be_read_and_hit_in_windows_small_wide_and_upright() -> None:
    assert check_layout.flaws_of(HERE, check_layout.cases(check_layout.FEW_SIZES, (ENGLISH,))) == []


@pytest.mark.slow
def test_the_keyboard_reaches_every_place_of_the_board(app: App) -> None:
    scene = until(app, begin(app, "person,random,random,random"), "turn")
    for name in [place.name for place in scene.board.places()]:
        go_to(app, name)
        assert scene.focus == name
        scene.focus = ""


def test_what_flies_leaves_nothing_behind_between_the_panels(app: App) -> None:
    scene = until(app, begin(app, "person,person"), "turn")
    before = pygame.image.tobytes(app.window, "RGB")
    picture = pygame.Surface((30, 30))
    picture.fill((255, 0, 255))
    scene.flights.begin(picture, scene.board.rect.topleft, scene.players.rect.bottomright, 0.3)
    scene.flights.begin(picture, scene.row.rect.bottomleft, scene.tracks.rect.topright, 0.3)
    during = set()
    while scene.flights.flying:
        app.step(0.02)
        during.add(pygame.image.tobytes(app.window, "RGB"))
    app.step(0.02)
    assert len(during) > 2
    assert pygame.image.tobytes(app.window, "RGB") == before


@pytest.mark.parametrize("columns", [14, 30])
def test_the_graphs_last_column_is_named_whole_however_many_there_are(columns: int) -> None:
    with window(size := (1024, 700)) as app:
        scene = begin(app, "person,solid")
        canvas = Canvas(pygame.Surface(size), 14, Layer(), (0, 0), "")
        named = [Column("")] * (columns - 1) + [Column("Koniec", is_lit=True)]
        curves = Curves(named, [(number, 1) for number in range(columns)])
        draw_graph(canvas, pygame.Rect(0, 0, 380, 400), scene.model.seats, curves)
        (label,) = (one for one in canvas.layer.texts if one.text == "Koniec")
        assert not label.cut
        assert label.rect.right <= 380


def to_the_last_round(app: App, players: str) -> RiverScene:
    """Play by lot until the last tile has come, and a person is asked."""
    scene = until(app, begin(app, players, seed=3), "turn")
    rng = Random(1)
    while scene.model.view.last_turn is None:
        scene.controls.answer(rng.choice(scene.model.choices))
        scene = rest(app)
    return scene


@pytest.mark.slow
def test_the_last_round_is_announced_with_who_still_has_a_turn(app: App) -> None:
    scene = to_the_last_round(app, "person,person,person")
    names_of, seen = scene.model.names, set[tuple[str, int]]()
    while scene.model.result is None:
        view, asks = scene.model.view, scene.model.asks
        assert view.last_turn is not None
        left = [names_of[view.order[turn % 3]] for turn in range(view.turn + 1, view.last_turn + 1)]
        told = shown(app).replace("\n", " ")
        if asks in ("turn", "end_turn"):
            seen.add((asks, len(left)))
            assert "last turn" in scene.model.prompt and "roll" not in scene.model.prompt
            named = told.partition("Last round: ")[2].partition(" one more turn")[0]
            assert all(name in named for name in left) if left else "This is the last turn" in told
            assert flaws(scene) == []
        scene.controls.answer(Random(1).choice(scene.model.choices))
        scene = rest(app)
    assert {("end_turn", 0), ("turn", 0), ("turn", 1)} <= seen


def test_what_was_refused_while_others_moved_is_gone_when_a_question_comes(app: App) -> None:
    scene = until(app, begin(app, "person,random"), "end_turn")
    scene.controls.answer(scene.model.choices[0])
    assert scene.model.question is None
    scene.refuse("There is nothing for you to decide right now.", "")
    assert rest(app).model.question is not None and not scene.model.refusal


@pytest.mark.parametrize("key", [pygame.K_RETURN, pygame.K_KP_ENTER])
def test_enter_ends_the_turn(app: App, key: int) -> None:
    scene = until(app, begin(app, "person,random"), "end_turn")
    press(app, key)
    assert isinstance(next(a.answer for a in reversed(scene.driver.session.course.answers) if a.seat == 0), RollDie)


def test_escape_drops_what_is_chosen_before_it_opens_the_menu(app: App) -> None:
    scene = until(app, begin(app, "person,random"), "turn")
    scene.model.shore = scene.model.offers.shores[0] if scene.model.offers.shores else 1
    press(app, pygame.K_ESCAPE)
    assert app.scene is scene and not scene.model.shore
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, PauseScene)
    assert app.scene.game_code == rules.code, "a right click there explains this game"


def test_a_customer_says_all_that_is_lacking(app: App) -> None:
    scene = until(app, begin(app, "person,random"), "turn")
    model = scene.model
    kinds: set[tuple[bool, bool, bool]] = set()
    for name, customer in CUSTOMERS.items():
        for number in range(1, 7):
            for goods in ([0, 0, 0], [6, 0, 0], [6, 6, 6]):
                model.view.players[0].goods, model.die = goods, number
                model._offers = None
                told, _rule = why_not_deliver(model, name)
                lacks = any(need > have for need, have in zip(customer.order, goods, strict=True))
                if told:
                    assert ("You don't have" in told) == lacks
                    assert ("is region" in told) == (customer.region != number)
                    kinds.add((lacks, customer.region != number, "can exchange" in told))
    assert {(True, True, False), (True, True, True), (False, True, False), (True, False, False)} <= kinds


@pytest.mark.slow
def test_a_delivery_is_taken_back_until_something_is_drawn_and_new_cards_are_marked(app: App) -> None:
    taken_back = marked = unmarked = 0
    for seed in range(1, 12):
        scene, rng = begin(app, "person,random", seed=seed), Random(seed)
        assert not scene.model.new_customers, "nothing is new at the beginning"
        while scene.model.result is None and (taken_back == 0 or unmarked < 3):
            model, hand = scene.model, set(scene.model.view.hand)
            noble = [
                one for one in model.choices if isinstance(one, Deliver) and CUSTOMERS[one.customer].kind == "noble"
            ]
            deliveries = [one for one in model.choices if isinstance(one, Deliver)]
            before, is_turn, was_new = model.view, model.is_turn, model.new_customers
            move = next(iter(noble or deliveries), rng.choice(model.choices))
            scene.controls.answer(move)
            scene = rest(app)
            if noble and scene.model.asks == "noble_ship":
                click(app, "undo")
                assert rest(app).model.view == before
                scene.controls.answer(move)
                scene = rest(app)
                taken_back += 1
            now = scene.model.view.hand
            if is_turn:
                assert scene.model.new_customers == set(now) - hand
                unmarked += bool(was_new)
            for name in now:
                is_told = "New since your last turn." in target(app, f"customer-{name}").tooltip
                assert is_told == (name in scene.model.new_customers)
                marked += is_told
        if taken_back and unmarked >= 3:
            break
    assert taken_back and marked and unmarked >= 3


def test_ships_bear_the_number_by_which_texts_name_them(app: App) -> None:
    scene = until(app, begin(app, "person,person"), "turn")
    clan = scene.model.seats[0].clan
    first, second = (pygame.image.tobytes(ship(clan, 48, number), "RGBA") for number in (0, 1))
    assert first != second
    for number in (0, 1):
        assert f"ship {number + 1} on" in str(target(app, f"ship-{scene.model.seat}-{number}").tooltip)
