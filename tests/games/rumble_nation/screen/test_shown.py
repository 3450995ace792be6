"""What is seen of what others do, and in which order the war is told."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from random import Random
from typing import Any

import pygame
import pytest
from msgspec.structs import replace

from shogun.games.river_of_gold.rules.events import GameEnded as RiverEnded
from shogun.games.river_of_gold.words import sentence as river_sentence
from shogun.games.rumble_nation import rules
from shogun.games.rumble_nation.analysis.hint import moved, points_of, taken_castles
from shogun.games.rumble_nation.analysis.review import leader, move_changes, what_matters
from shogun.games.rumble_nation.rules.state import (
    RESERVE,
    AreaResolved,
    CardPlayed,
    CastlesLaid,
    Deployed,
    DiceRolled,
    GameEnded,
    Transfer,
)
from shogun.games.rumble_nation.rules.war import fight
from shogun.games.rumble_nation.screen.panels.board_panel import BoardPanel
from shogun.games.rumble_nation.screen.play.model import RumbleModel, areas_of
from shogun.games.rumble_nation.screen.play.words import lead_text
from shogun.games.rumble_nation.screen.presenter import area_seconds
from shogun.games.rumble_nation.screen.scene import RumblePast, RumbleScene
from shogun.games.rumble_nation.words import card_name, fought_for, sentence, tied
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.settings import AT_ONCE
from tests.games.rumble_nation import build
from tests.layout.readable import flaws
from tests.window import tables
from tests.window.clicking import AtOnce, click, click_at, press, shown, target, top, window

FRAME = 0.1


@pytest.fixture
def app() -> Iterator[App]:
    with window(speed=AT_ONCE, computers_speed=AT_ONCE) as opened:
        yield opened


def begin(app: App, players: str) -> RumbleScene:
    tables.begin(app, rules.code, players, seed=3)
    return rest(app)


def rest(app: App) -> RumbleScene:
    return tables.rest(app, RumbleScene)


def until_last_answer(app: App, scene: RumbleScene) -> None:
    """Answer until the next deployment may be the last."""
    while sum(player.left for player in scene.model.view.players) > 3:
        question = scene.model.question
        scene.controls.answer(question.sample(Random(question.key)))
        scene = rest(app)


def test_nothing_of_an_area_is_told_before_its_strengths_have_been_counted_out(app: App) -> None:
    scene = begin(app, "person,person")
    until_last_answer(app, scene)
    scene.pace.set_speed(1.0)
    counted, told = set(), set()
    while scene.model.result is None:
        if scene.model.question is not None:
            scene.controls.answer(scene.model.question.sample(Random(1)))
        app.scene.update(FRAME)
        war = scene.model.war
        if not war:
            continue
        lines = [line.event.area for line in scene.model.log if isinstance(line.event, AreaResolved)]
        if not scene.model.is_decided:
            assert lines == [one.area for one in war[:-1]]
            is_tied = scene.model.counted >= 1
            assert scene.model.prompt == (tied(war[-1]) if is_tied else fought_for(war[-1]))
            assert war[-1].is_tie or not is_tied
            counted.add(war[-1].area)
        else:
            assert lines == [one.area for one in war]
            told.add(war[-1].area)
    assert len(counted) == len(told) == 11


def test_what_another_player_does_is_lit_with_what_has_changed_and_then_no_more(app: App) -> None:
    scene = begin(app, "person,solid,solid")
    seen = set()
    for _turn in range(12):
        if scene.model.result is not None:
            break
        scene.pace.set_computers_speed(AT_ONCE)
        scene = rest(app)
        scene.controls.answer(scene.model.question.sample(Random(scene.model.question.key)))
        scene.pace.set_computers_speed(1.0)
        while scene.is_moving() or scene.model.question is None:
            app.step(FRAME)
            scene.controls.seen()
            if (done := scene.model.shown) is None or done.event.seat == 0:
                continue
            seen.add(type(done.event))
            assert set(areas_of(done.event)) == set(scene.board._golden())
            if isinstance(done.event, Deployed):
                assert f"castle {done.event.castle}" in shown(app), "its dice are set apart"
                assert f"(+{done.event.soldiers})" in shown(app)
                assert f"in reserve (−{done.event.soldiers})" in shown(app)
        assert scene.model.shown is None
        assert "in reserve (" not in shown(app)
    assert seen == {Deployed, CardPlayed}


def test_a_rolls_numbers_are_told_when_the_dice_lie_still_and_who_rolls_before(app: App) -> None:
    scene = begin(app, "person,solid")
    scene.pace.set_speeds(1.0, 1.0)
    scene.controls.answer(scene.model.question.moves[0])
    seen = set()
    for _frame in range(300):
        app.step(FRAME / 5)
        rolls = [line for line in scene.model.log if isinstance(line.event, DiceRolled)]
        if scene.model.prompt.endswith("…"):
            assert not rolls or not scene.model.prompt.startswith(rolls[-1].text)
            seen.add(scene.model.prompt)
        elif rolls and scene.model.prompt == rolls[-1].text:
            assert scene.model.tumbling == rolls[-1].event.dice
    assert "Player 1 rolls the dice …" in seen


def test_whose_turn_is_shown_stands_beside_the_dice_and_is_lit(app: App) -> None:
    scene = begin(app, "person,solid,solid")
    scene.pace.set_computers_speed(1.0)
    acted = set()
    for _frame in range(400):
        if scene.model.question is not None:
            assert not any(scene.players._acts(seat) for seat in range(3)), "the plate of who is asked is lit anyway"
            scene.controls.answer(scene.model.question.sample(Random(scene.model.question.key)))
        app.step(FRAME)
        if scene.model.shown is not None:
            lit = [seat for seat in range(3) if scene.players._acts(seat)]
            assert lit == [scene.model.shown.event.seat]
            assert scene.model.names[lit[0]] in [record.text for record in scene.board.layer.texts]
            acted.update(lit)
        if {1, 2} <= acted:
            return
    raise AssertionError(f"only {acted} have acted")


@pytest.mark.slow
def test_the_castles_of_the_war_tell_who_has_taken_them_and_none_before_it_is_counted_out(app: App) -> None:
    scene = begin(app, "person,person")
    until_last_answer(app, scene)
    scene.pace.set_speed(1.0)
    told = {}
    while scene.model.result is None:
        if scene.model.question is not None:
            scene.controls.answer(scene.model.question.sample(Random(1)))
        app.step(FRAME)
        for outcome in scene.model.war or ():
            is_decided = outcome in scene.model.decided
            told[outcome.castle] = target(app, f"road-{outcome.castle}").tooltip
            whose = "nobody" if outcome.winner is None else scene.model.names[outcome.winner]
            assert told[outcome.castle] == (f"{outcome.area}: {whose}" if is_decided else outcome.area)
            if scene.model.result is None:
                assert scene.model.war is not None
    assert len(told) == 11


@pytest.mark.slow
def test_the_board_before_the_war_never_comes_back_after_it(app: App) -> None:
    scene = begin(app, "person,person")
    until_last_answer(app, scene)
    scene.pace.set_speed(1.0)
    seen = 0
    while scene.model.result is None:
        if scene.model.question is not None:
            scene.controls.answer(scene.model.question.sample(Random(1)))
        app.step(FRAME)
        if any(isinstance(line.event, GameEnded) for line in scene.model.log):
            seen += 1
            assert len(scene.board._resolved) == 11
            assert all(f"{player.points} points" in shown(app) for player in scene.model.view.players)
    assert seen > 3, "it is seen for a while before the sheet of the end comes"
    scene.replay()
    past = top(app, RumblePast)
    past.go_to(past.story.last)
    app.step(0.0)
    board = past.panels[1]
    assert isinstance(board, BoardPanel) and len(board._resolved) == 11
    assert not {"show-end", "war-again", "look-back"} & {place.name for place in past.targets()}


def test_taken_castles_bring_the_points_that_are_told() -> None:
    outcomes = (
        AreaResolved("Kyo", 4, (3, 1, 1), winner=0, second=1, small=2, supported=("Kiyosu",), support=2),
        AreaResolved("Oko", 9, (2, 2, 0), winner=1, second=0, small=4, supported=(), support=2),
        AreaResolved("Shuri", 10, (0, 0, 0), winner=None, second=None, small=None, supported=(), support=2),
    )
    taken = [taken_castles(outcomes, seat) for seat in range(3)]
    assert taken == [([4], [4]), ([9], [2]), ([], [])]
    assert points_of(outcomes, 3) == tuple(sum(large) + sum(small) for large, small in taken)
    names = ["Ania", "Bartek", "Celina"]
    assert [sentence(outcome, names) for outcome in outcomes] == [
        "Kyo: Ania with 3 wins castle 4; Bartek with 1 wins the small castle, worth 2; nothing for "
        "Celina with 1; 2 support to Kiyosu",
        "Oko: Bartek with 2 wins castle 9 on the higher katana; Ania with 2 wins the small castle, worth 4",
        "Shuri: empty; castle 10 is discarded",
    ]


def test_a_card_is_spoken_of_only_where_one_can_be_played(app: App) -> None:
    scene = begin(app, "person,person")
    assert scene.model.prompt == "Player 1: roll the dice.", "nobody has a soldier on the board"
    while len(scene.model.question.moves) == 1 or scene.model.view.round < 3:
        scene.controls.answer(scene.model.question.moves[0])
        scene = rest(app)
    while not scene.model.prompt.endswith("roll the dice, or play a card."):
        scene.controls.answer(scene.model.question.moves[0])
        scene = rest(app)
    assert len(scene.model.question.moves) > 1


def test_katana_that_are_left_lie_on_the_sea(app: App) -> None:
    begin(app, "person,person")
    assert "highest katana" in shown(app)
    assert target(app, "katana").why == "3.2"


def test_the_winners_points_are_told_first() -> None:
    names = ("Kai", "Echigo", "Owari")
    assert sentence(GameEnded(1, (17, 35, 20), by_katana=False), names) == "Echigo wins the game: 35 : 20 : 17"
    assert river_sentence(RiverEnded((2,), (17, 20, 35)), names) == "Owari wins the game: 35 : 20 : 17"


AREA = AreaResolved("Kyo", 4, (5, 5, 2), winner=1, second=0, small=2, supported=(), support=2)


def test_an_area_is_shown_the_longer_the_closer_it_is() -> None:
    nobody = replace(AREA, strengths=(0, 0, 0), winner=None, second=None, small=None)
    alone = replace(AREA, strengths=(0, 5, 0), second=None, small=None)
    clear, close = replace(AREA, strengths=(1, 5, 2)), replace(AREA, strengths=(4, 5, 2))
    seconds = [area_seconds(area) for area in (nobody, alone, clear, close, AREA)]
    assert seconds == sorted(set(seconds))
    assert seconds[-1] > 3 * seconds[1]


def test_of_equals_nobody_is_told_to_win_before_the_katana_is_drawn() -> None:
    model = RumbleModel(seats=(), view=build.position({}, 3), war=(AREA,))
    model.share = 0.6
    assert (model.counted, model.is_decided, model.marched, model.decided) == (1.0, False, 0.0, ())
    model.share = 0.85
    assert model.is_decided and 0 < model.marched < 1 and model.decided == (AREA,)
    model.war, model.share = (replace(AREA, strengths=(4, 5, 2)),), 0.6
    assert (model.is_decided, model.marched > 0) == (True, True)
    assert tied(AREA) == "Kyo: 5 : 5 … the higher katana decides"


def over(app: App) -> RumbleScene:
    """Return a game that is over, whose end lies upon it."""
    tables.begin(app, rules.code, "random,random,random", seed=4, advanced=True)
    return rest(app)


@pytest.mark.slow
def test_the_war_again_tells_its_end_only_when_it_is_over(app: App) -> None:
    scene = over(app)
    whole = list(scene.model.log)
    scene.pace.set_speed(1.0)
    scene.show_war_again()
    seen = 0
    while scene.model.war is not None or seen == 0:
        app.scene.update(FRAME)
        war = scene.model.war
        if not war:
            continue
        told = [line.event for line in scene.model.log if isinstance(line.event, AreaResolved)]
        assert told == list(scene.model.decided)
        assert not any(isinstance(line.event, GameEnded) for line in scene.model.log)
        seen += 1
    assert seen > 11 and scene.model.log == whole
    scene.show_war_again()
    app.step(FRAME)
    assert scene.model.log != whole
    click(app, "end-war")
    assert scene.model.log == whole


@pytest.mark.slow
def test_everybodys_points_by_now_stand_above_who_fights_and_who_takes_the_lead_is_told(app: App) -> None:
    scene = over(app)
    names = scene.model.names
    scene.pace.set_speed(1.0)
    scene.show_war_again()
    led, before, checked = set(), None, 0
    while scene.model.war is not None or checked == 0:
        app.step(FRAME)
        if not scene.model.war:
            continue
        decided = scene.model.decided
        points = points_of(decided, 3)
        for seat in range(3):
            assert target(app, f"score-{seat}").tooltip.startswith(f"{names[seat]}: {points[seat]} point")
        leads = leader(scene.model.view, decided)
        if scene.model.is_decided and scene.model.new_leader is not None:
            assert lead_text(points, names[scene.model.new_leader]) in shown(app)
            led.add(scene.model.new_leader)
            assert leads == scene.model.new_leader != before
        elif scene.model.is_decided:
            before = leads
        checked += 1
    assert led and max(range(3), key=scene.model.result.points.__getitem__) in led


def test_support_stays_on_the_board_when_the_war_is_over(app: App) -> None:
    scene = over(app)
    view, found = scene.model.view, 0
    app.pop()
    app.step(0.0)
    for outcome in fight(view):
        for group in scene.board._groups(outcome.area):
            own = group.soldiers + 2 * group.daimyo
            assert own + group.support == outcome.strengths[group.seat]
            found += group.support
    assert found > 0


def test_whoever_leads_with_equal_points_does_so_by_the_katana() -> None:
    assert lead_text((14, 13, 6), "Ania") == "Ania takes the lead"
    assert lead_text((14, 14, 6), "Bartek") == "Bartek leads by katana"


def test_the_log_leaves_the_list_of_castles_to_the_map(app: App) -> None:
    tables.begin(app, rules.code, "person,random,random", seed=3)
    scene = tables.rest(app, RumbleScene)
    (line,) = (line for line in scene.model.log if isinstance(line.event, CastlesLaid))
    assert line.heading and line.text == "The castles are placed"


def test_what_matters_of_a_move_is_told_in_one_line() -> None:
    names, laid = ["Ania", "Bartek"], build.castles(Kiyosu=5, Kasugayama=8, Kyo=9, Shuri=2)
    state = build.position({"Kiyosu": (1, 1), "Kasugayama": (0, 1), "Shuri": (1, 0)}, laid=laid)
    state = build.with_reserves(state, 9, 5)
    after = moved(state, (Transfer(0, RESERVE, "Kiyosu", 1),))
    changes = move_changes(state, after, 0)
    assert changes is not None and changes.taken == (("Kiyosu", 1),)
    assert what_matters(changes, names) == "takes Kiyosu from Bartek, +5 points"
    after = moved(state, (Transfer(0, RESERVE, "Kasugayama", 1), Transfer(0, RESERVE, "Kiyosu", 1)))
    changes = move_changes(state, after, 0)
    assert changes is not None
    told = "takes Kiyosu from Bartek, takes Kasugayama from Bartek, +13 points; more support in Kasugayama"
    assert what_matters(changes, names) == told
    changes = move_changes(state, moved(state, (Transfer(0, RESERVE, "Shuri", 2),)), 0)
    assert changes is not None and what_matters(changes, names) == "no castle changes hands"
    changes = move_changes(state, moved(state, (Transfer(0, "Shuri", "Kyo", 1),)), 0)
    assert changes is not None and what_matters(changes, names) == "takes Kyo, nobody gets Shuri, +7 points"


def until_a_card(app: App, players: str) -> RumbleScene:
    """Let a game go on until an opponent has played a card, shown at a readable pace."""
    tables.begin(app, rules.code, players, seed=3)
    scene = top(app, RumbleScene)
    scene.pace.set_speeds(1.0, 1.0)
    for _step in range(2000):
        if scene.model.question is not None:
            scene.controls.answer(scene.model.question.moves[0])
        app.scene.update(FRAME)
        done = scene.model.shown
        if done is not None and isinstance(done.event, CardPlayed) and not scene.model.seats[done.event.seat].person:
            app.step(0.0)
            return scene
    raise AssertionError("no opponent plays a card")


@pytest.mark.parametrize("by", ["button", "map", "return", "space"])
def test_an_opponents_card_stands_still_until_it_was_seen(app: App, by: str) -> None:
    scene = until_a_card(app, "person,solid,solid")
    card = scene.model.shown
    assert card is not None
    for _frame in range(100):
        app.step(FRAME)
    assert scene.model.shown is card and scene.model.is_held
    assert card.matters and card.matters in scene.model.prompt and isinstance(card.event, CardPlayed)
    assert card_name(card.event.card) in scene.model.prompt
    assert flaws(scene) == []
    acts = {
        "button": lambda: click(app, "seen"),
        "map": lambda: click_at(app, (scene.board.rect.left + 200, scene.board.rect.bottom - 250)),
        "return": lambda: press(app, pygame.K_RETURN),
        "space": lambda: press(app, pygame.K_SPACE),
    }
    acts[by]()
    app.step(FRAME)
    assert scene.model.shown is not card and not scene.model.is_held
    assert "seen" not in [place.name for place in app.scene.targets()]


def test_a_card_waits_for_nobody_once_the_last_person_has_given_their_seat_away(app: App) -> None:
    scene = until_a_card(app, "person,solid,solid")
    card = scene.model.shown
    scene.seats.change(0, "solid")
    app.step(FRAME)
    assert scene.model.shown is not card and not scene.model.is_held


def test_a_card_waits_for_nobody_once_opponents_moves_are_set_to_take_no_time(app: App) -> None:
    scene = until_a_card(app, "person,solid,solid")
    card = scene.model.shown
    app.settings.computers_speed = 4.0
    scene.settings_changed()
    app.step(FRAME)
    assert scene.model.shown is card and scene.model.is_held
    app.settings.computers_speed = AT_ONCE
    scene.settings_changed()
    app.step(FRAME)
    assert scene.model.shown is not card and not scene.model.is_held


def test_no_card_stands_still_where_nobody_sits_or_all_is_shown_at_once(app: App) -> None:
    scene = until_a_card(app, "solid,solid,solid")
    card = scene.model.shown
    for _frame in range(30):
        app.step(FRAME)
    assert scene.model.shown is not card
    scene = begin(app, "person,solid,solid")
    cards = 0
    while not cards:
        scene.controls.answer(scene.model.question.moves[0])
        scene = rest(app)
        cards = sum(isinstance(line.event, CardPlayed) and line.seat != 0 for line in scene.model.log)


class Slowly(AtOnce):
    """Stands for workers that think for some steps of the window."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: list[tuple[Callable[[], Any], Future[Any]]] = []

    def submit(self, task: Callable[[], Any]) -> "Future[Any]":
        future: Future[Any] = Future()
        self.waiting.append((task, future))
        return future

    def think(self) -> None:
        """End the thoughts of now."""
        for task, future in self.waiting:
            future.set_result(task())
        self.waiting.clear()


def test_with_all_seats_at_computers_one_story_is_told_at_a_time(app: App) -> None:
    app.workers = workers = Slowly()
    tables.begin(app, rules.code, "solid,solid,solid", seed=3)
    scene = top(app, RumbleScene)
    scene.pace.set_computers_speed(1.0)
    thought, done_by = set(), set()
    for frame in range(600):
        if frame % 40 == 0:
            workers.think()
        app.step(FRAME)
        model = scene.model
        lit = [seat for seat in range(3) if scene.players._acts(seat)]
        if not scene.presenter.is_idle:
            assert model.thinking == ()
            assert "thinking" not in shown(app)
            assert lit == [model.before.turn]
            done_by.update(lit)
        elif model.thinking:
            assert lit == list(model.thinking)
            assert f"{model.names[lit[0]]}: thinking …" in shown(app)
            thought.update(lit)
    assert thought == done_by == {0, 1, 2}
