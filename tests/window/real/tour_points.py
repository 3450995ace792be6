"""The points of the tour: what players expect of the window, each shown once and looked at."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

import pygame

from shogun.games import game_of
from shogun.games.shogun.opponents import opponent
from shogun.games.shogun.rules.questions import March, MarchQuestion, PlanQuestion
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.screen.panels.board_panel import PROVINCE
from shogun.games.shogun.screen.play.view_after import place_of
from shogun.games.shogun.screen.scenes.end_of_game import EndOfGameScene
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.table.saved_games import all_games, new_game_path
from shogun.table.session import UNLIMITED
from shogun.window.kit.runtime.routes import ToStart
from shogun.window.kit.runtime.settings import AT_ONCE, load_settings
from shogun.window.scenes.pause import HandOverScene
from tests.window import clicking
from tests.window.real.tour import Steps, Tourist, after

ALONE = "person,greedy,greedy,greedy"
FIELDS = 10


@dataclass
class Desk:
    """A game in front of the tourist."""

    tourist: Tourist
    scene: GameScene

    def asks(self, kind: type) -> bool:
        """Return whether a question of a kind is open and nothing else is shown."""
        return isinstance(self.scene.model.question, kind) and self.tourist.scene is self.scene

    def answer(self) -> None:
        """Give greedy's answer, past the controls: only to come to where the point is."""
        question, session = self.scene.model.question, self.scene.driver.session
        assert question is not None
        view = session.view(question.seat)
        choose = opponent("greedy")
        self.scene.controls.answer(choose(view, session.inside, question, Random(question.key), UNLIMITED))

    def play_until(self, is_there: Callable[[], bool]) -> Steps:
        """Answer at once, with opponents at once, until the point is reached."""
        pace, usual = self.scene.pace, self.scene.model.computers_speed
        pace.set_speeds(AT_ONCE, AT_ONCE)
        while not is_there():
            yield lambda: is_there() or self._is_asked()
            if is_there():
                break
            if isinstance(self.tourist.scene, HandOverScene):
                self.tourist.scene.act()
            elif not self.scene.model.is_seen:
                self.scene.controls.go_on()
            else:
                self.answer()
        pace.set_speeds(1.0, usual)

    def _is_asked(self) -> bool:
        if isinstance(self.tourist.scene, HandOverScene) or not self.scene.model.is_seen:
            return True
        return self.tourist.scene is self.scene and self.scene.model.question is not None

    def lay(self, *numbers: int) -> Steps:
        """Lay the first cards of the hand on fields."""
        for number in numbers:
            assert self.scene.model.plan is not None
            yield from self.tourist.click(f"card-{self.scene.model.plan.hand()[0]}")
            yield from self.tourist.click(f"field-{number}")

    def anchor(self, province: str) -> tuple[int, int]:
        """Return where a province is on the screen."""
        return self.scene.board.view.anchor(province)


def new_game(tourist: Tourist, players: str = ALONE, *, seed: int = 7, is_saved: bool = False, **setup: Any) -> Desk:
    """Begin a game on the simulated tower and show it."""
    played = clicking.session(
        players,
        setup=Setup(players.count(",") + 1, **setup),
        seed=seed,
        tower="classic",
        path=new_game_path() if is_saved else None,
    )
    clicking.show_game(tourist, played, [])
    assert isinstance(tourist.scene, GameScene)
    return Desk(tourist, tourist.scene)


def planning(tourist: Tourist, players: str = ALONE, **setup: Any) -> Steps:
    """Begin a game and wait for the first plan."""
    desk = new_game(tourist, players, **setup)
    yield lambda: desk.asks(PlanQuestion)
    return desk


# The points, in the order of the list


def main_screen(tourist: Tourist) -> Steps:
    """Action cards, turn order, season, event, chests, rice, reserves and points are all on the main screen."""
    desk = yield from planning(tourist, "person,greedy,greedy,greedy,greedy")
    tourist.picture("planning")
    yield from desk.play_until(lambda: desk.asks(MarchQuestion))
    tourist.picture("actions")
    for name in ("chest-0", "rice-0", "armies-0", "points-4", "phase"):
        tourist.target(name)


def sizes(tourist: Tourist) -> Steps:
    """The window can be resized, and fills the screen."""
    desk = yield from planning(tourist)
    wide, high = tourist.window.get_size()
    smaller = max(1024, wide * 3 // 4), max(700, high * 3 // 4)
    tourist.resize(smaller)
    yield lambda: desk.scene.size == smaller
    tourist.picture("smaller")
    yield from tourist.press("F11")
    yield lambda: desk.scene.size == (wide, high)
    tourist.picture("full-screen")


def undo(tourist: Tourist) -> Steps:
    """Each step can be taken back, all of them at once, and made again."""
    desk = yield from planning(tourist)
    yield from desk.lay(0, 1, 2)
    draft = desk.scene.model.plan
    assert draft is not None
    laid = sum(card is not None for card in draft.fields)
    yield from tourist.click("undo")
    assert sum(card is not None for card in draft.fields) == laid - 1
    yield from tourist.click("redo")
    assert sum(card is not None for card in draft.fields) == laid
    tourist.picture("three-cards-laid")
    yield from tourist.press("shift+z")
    assert not any(draft.fields)
    tourist.picture("all-taken-back")


def legal_targets(tourist: Tourist) -> Steps:
    """Only legal targets react; what is grey says why."""
    desk = yield from planning(tourist)
    tourist.hover("commit")
    yield lambda: "every field must be filled" in told(tourist)
    tourist.picture("why-not-yet")
    yield from desk.play_until(lambda: desk.asks(MarchQuestion))
    yield after(0.5)
    tourist.picture("targets-lit")
    model, march = desk.scene.model, desk.scene.model.march
    assert march is not None
    reacting = {place.name.removeprefix(PROVINCE) for place in desk.scene.board.choosable()}
    assert reacting == set(march.question.targets)
    tourist.click_at(desk.anchor(next(name for name in model.board.lands if name not in reacting)))
    yield after(0.3)
    assert desk.scene.model.march is march
    assert march.target is None


def told(tourist: Tourist) -> str:
    """Return what the tooltip says."""
    return " ".join(text.text for text in tourist.scene.tooltip.texts)


def in_one_line(tourist: Tourist) -> str:
    """Return all text on the screen, however its lines are broken."""
    return " ".join(tourist.shown().split())


def status(tourist: Tourist) -> Steps:
    """One sentence says whose turn it is and what is asked."""
    desk = yield from planning(tourist)
    asked = desk.scene.model.prompt
    assert asked
    assert asked in in_one_line(tourist)
    desk.answer()
    yield lambda: desk.scene.model.question is None and desk.scene.model.prompt not in ("", asked)
    tourist.picture("others-act")
    assert desk.scene.model.prompt in in_one_line(tourist)


def log(tourist: Tourist) -> Steps:
    """Lines of the log light up what they speak of."""
    desk = yield from planning(tourist)
    desk.answer()
    yield from desk.play_until(lambda: desk.asks(MarchQuestion))
    panel = desk.scene.log
    spots = [(panel.rect.centerx, y) for y in range(panel.rect.top, panel.rect.bottom, 4)]
    lines = ((spot, panel.line_at(spot)) for spot in spots)
    spot, place = next((spot, place_of(line.event)) for spot, line in lines if line and place_of(line.event))
    tourist.point_at(spot)
    yield lambda: desk.scene.model.hovered == place
    yield after(0.2)
    tourist.picture("a-line-pointed-at")


def since_last_turn(tourist: Tourist) -> Steps:
    """What the others did since one's last turn is told, and can be seen again."""
    desk = yield from planning(tourist)
    desk.answer()
    yield from desk.play_until(lambda: tourist.has("replay-digest"))
    yield after(0.3)
    tourist.picture("since-your-last-turn")
    yield from tourist.click("replay-digest")
    yield lambda: tourist.scene is not desk.scene
    first = step_looked_at(tourist)
    yield lambda: step_looked_at(tourist) > first
    yield after(1.0)
    tourist.picture("seen-again")


def step_looked_at(tourist: Tourist) -> int:
    """Return which step of the past is looked at."""
    return int(re.findall(r"Replay and review: step (\d+) of", tourist.shown())[0])


def history(tourist: Tourist) -> Steps:
    """Any moment of the game can be looked at."""
    desk = yield from planning(tourist)
    desk.answer()
    yield from desk.play_until(lambda: desk.scene.model.view.season != "spring" and desk.asks(PlanQuestion))
    yield from tourist.press("h")
    yield lambda: tourist.scene is not desk.scene
    rect = tourist.target("timeline").rect
    tourist.click_at((rect.left + rect.width // 3, rect.centery))
    yield after(0.6)
    tourist.picture("a-third-of-the-game")
    place = step_looked_at(tourist)
    yield from tourist.press("Left", "Left", "Left")
    yield lambda: step_looked_at(tourist) == place - 3
    tourist.picture("three-lines-earlier")
    yield from tourist.press("Escape")
    yield lambda: tourist.scene is desk.scene


def has_told(desk: Desk, lines: int) -> bool:
    """Return whether the log has more lines than these."""
    return len(desk.scene.model.log) > lines


def list_of_games(tourist: Tourist) -> Steps:
    """Every step is saved; Continue comes first, and the list shows each game."""
    for seed, players in ((3, ALONE), (4, "person,person,greedy"), (5, "greedy,greedy,greedy,greedy,greedy")):
        desk = new_game(tourist, players, seed=seed, is_saved=True)
        yield partial(has_told, desk, 3)
        yield after(1.0)
    desk.scene.controls.open_menu()
    yield from tourist.press("Escape")
    desk.scene.controls.open_menu()
    yield lambda: tourist.has("leave")
    yield from tourist.click("leave")
    yield lambda: tourist.has("continue")
    tourist.picture("continue-first")
    yield from tourist.click("games")
    yield after(2.0)
    tourist.picture("the-list")
    assert len(all_games(game_of)) == 3


def hot_seat(tourist: Tourist) -> Steps:
    """A screen hides everything until the next player takes over."""
    desk = new_game(tourist, "person,person,greedy,greedy")
    yield lambda: isinstance(tourist.scene, HandOverScene)
    tourist.picture("hand-over")
    yield from tourist.click("take-over")
    yield lambda: desk.asks(PlanQuestion)
    desk.answer()
    yield lambda: isinstance(tourist.scene, HandOverScene)
    tourist.picture("hand-over-to-the-second")


def who_is_done(tourist: Tourist) -> Steps:
    """A strip shows who has planned, never what."""
    desk = yield from planning(tourist, "person,planner,strategist,greedy")
    tourist.picture("who-is-done")
    assert "is planning" in tourist.shown()
    assert desk.scene.model.question is not None


def pace(tourist: Tourist) -> Steps:
    """Speeds from half to at once, one's own and the computers'; pause and skip."""
    desk = yield from planning(tourist)
    desk.answer()
    yield lambda: desk.scene.model.question is None
    yield from tourist.press("p")
    assert desk.scene.model.is_paused
    tourist.picture("paused")
    yield from tourist.press("p", "period", "period")
    assert desk.scene.model.speed > 1
    yield from tourist.press("space")
    yield lambda: desk.scene.model.question is not None or bool(desk.scene.model.view.actions)
    tourist.picture("skipped")


def tower(tourist: Tourist) -> Steps:
    """The fall that decides is the one that is seen; both sides are counted out; it can be seen again, slowly."""
    desk = yield from planning(tourist)
    model = desk.scene.model
    yield from desk.play_until(lambda: attack_of(desk) is not None)
    question, target = model.question, attack_of(desk)
    assert isinstance(question, MarchQuestion)
    assert target is not None
    desk.scene.controls.answer(March(question.source, target, question.most))
    yield lambda: model.is_watching
    for moment in ("thrown-in", "falling", "knocking"):
        yield after(0.35)
        tourist.picture(moment)
    yield lambda: model.battle is not None and bool(model.battle.sides) and model.battle.counted > 0
    yield after(0.5)
    tourist.picture("counted-out")
    yield lambda: model.battle is not None and bool(model.battle.result)
    tourist.picture("result")
    yield from tourist.press("t")
    yield from tourist.click("battle-0")
    yield from tourist.press("x")
    yield after(1.5)
    tourist.picture("once-more-slowly-x-ray")


def odds(tourist: Tourist) -> Steps:
    """Odds of the attack that is being chosen, growing more exact, with count and interval."""
    tourist.settings.odds = True
    desk = yield from planning(tourist)
    yield from desk.play_until(lambda: attack_of(desk) is not None)
    yield after(0.3)
    tourist.click_at(desk.anchor(attack_of(desk) or ""))
    yield lambda: desk.scene.model.odds is not None
    first, model = desk.scene.model.odds, desk.scene.model
    assert first is not None
    tourist.picture("first-odds")
    yield lambda: model.odds is not None and model.odds.drops > first.drops and model.odds.reach < first.reach
    yield after(2.0)
    tourist.picture("more-exact")
    assert re.search(r"Odds from [\d ]+ drops", tourist.shown())
    assert re.search(r"\d+ % \(\d+–\d+\)", tourist.shown())


def attack_of(desk: Desk) -> str | None:
    question = desk.scene.model.question
    if not isinstance(question, MarchQuestion):
        return None
    provinces = desk.scene.model.view.provinces
    return next((name for name in question.targets if provinces[name].owner not in (None, question.seat)), None)


def consequences(tourist: Tourist) -> Steps:
    """What a plan would bring is seen before it is committed."""
    desk = yield from planning(tourist)
    yield from desk.lay(*range(5))
    assert desk.scene.model.plan is not None
    yield from tourist.click(f"card-{desk.scene.model.plan.hand()[0]}")
    tourist.hover("field-6")
    yield after(0.4)
    tourist.picture("half-a-plan")
    assert re.search(r"Chests: \d+ now, \d+ at the end", tourist.shown())
    assert told(tourist), "the field says what the card would do there"
    yield from tourist.click("hint")
    yield lambda: tourist.has("take-hint")
    tourist.picture("hint")
    yield from tourist.click("take-hint")
    yield lambda: tourist.has("commit")
    tourist.picture("hint-laid")


def tooltips(tourist: Tourist) -> Steps:
    """Everything explains itself, to the keyboard too."""
    desk = yield from planning(tourist)
    tourist.hover("chest-1")
    yield lambda: "War chests" in told(tourist)
    yield after(0.2)
    tourist.picture("by-pointer")
    tourist.point_at(desk.scene.log.rect.center)
    yield from tourist.press(*["F6"] * 3, "Tab", "Tab")
    yield lambda: bool(told(tourist)) and "War chests" not in told(tourist)
    yield after(0.2)
    tourist.picture("by-keyboard")


def rules_help(tourist: Tourist) -> Steps:
    """Rules can be searched, and are a key away from what the pointer is at."""
    yield from planning(tourist)
    tourist.hover("head-taxes")
    yield after(0.3)
    yield from tourist.press("F1")
    yield lambda: tourist.has("close")
    tourist.picture("why-this-action")
    assert "Confiscate rice, collect taxes." in tourist.shown()
    yield from tourist.type("revolt")
    yield lambda: re.search(r"\d+ of \d+", tourist.shown()) is not None
    tourist.picture("searched")


def tutorial(tourist: Tourist) -> Steps:
    """Five chapters on the real screen."""
    yield from tourist.click("learn")
    yield from tourist.click("game-shogun")
    yield lambda: tourist.has("lesson-1")
    tourist.picture("chapters")
    for chapter in range(1, 6):
        if chapter > 1:
            yield from tourist.click("learn")
            yield from tourist.click("game-shogun")
        yield from tourist.click(f"lesson-{chapter}")
        yield lambda: any(target.name in ("leave", "go-on") for target in tourist.scene.targets())
        yield after(1.0)
        tourist.picture(f"chapter-{chapter}")
        yield from tourist.click("leave")
        yield lambda: tourist.has("learn") or tourist.has("lesson-1")
        while not tourist.has("learn"):
            yield from tourist.press("Escape")


def not_by_colour_alone(tourist: Tourist) -> Steps:
    """Each stack and panel bears its clan's mon; a palette of high contrast."""
    desk = yield from planning(tourist, "person,greedy,greedy,greedy,greedy")
    assert len({clan.crest for clan in desk.scene.model.clans()}) == 5
    before = tourist.window.copy()
    tourist.settings.palette = "contrast"
    tourist.follow_settings()
    yield lambda: not desk.scene.board.view.is_working
    yield after(0.3)
    tourist.picture("high-contrast")
    assert before.get_buffer().raw != tourist.window.get_buffer().raw


def keyboard(tourist: Tourist) -> Steps:
    """All keys on one sheet; a card laid and a province pointed at without the pointer."""
    desk = yield from planning(tourist)
    yield from tourist.press("question")
    yield lambda: "Undo the last step" in tourist.shown()
    tourist.picture("keys")
    yield from tourist.press("Escape")
    yield from tourist.press("1", "1", "2", "3")
    draft = desk.scene.model.plan
    assert draft is not None
    assert sum(card is not None for card in draft.fields) == 2
    tourist.picture("two-cards-laid-by-keys")


def zoom(tourist: Tourist) -> Steps:
    """The wheel zooms at the pointer, dragging pans, Home shows everything."""
    desk = yield from planning(tourist)
    yield rests(desk)
    tourist.point_at(desk.anchor("Owari"))
    view, whole = desk.scene.board.view, desk.anchor("Kii")
    yield from tourist.wheel(5)
    yield rests(desk)
    tourist.picture("closer")
    owari, kii = desk.anchor("Owari"), desk.anchor("Kii")
    assert kii[1] - owari[1] > 1.5 * (whole[1] - owari[1]), "it is larger, and what is pointed at stays"
    yield from tourist.drag(owari, (160, 60))
    yield rests(desk)
    tourist.picture("dragged")
    assert desk.anchor("Owari") != owari
    yield from tourist.press("Home")
    yield rests(desk)
    back = desk.anchor("Kii")
    assert max(abs(back[0] - whole[0]), abs(back[1] - whole[1])) <= 1, (back, whole)
    assert view.is_settled
    tourist.picture("all-again")


def rests(desk: Desk) -> Callable[[], bool]:
    """Return what comes true when the map is painted for what is to be seen."""
    soon = after(0.5)
    return lambda: soon() and desk.scene.board.view.is_settled and not desk.scene.board.view.is_working


def end_of_game(tourist: Tourist) -> Steps:
    """Points by line and year, a graph, luck, the board to look at, a rematch."""
    desk = yield from planning(tourist, is_saved=True)
    yield from desk.play_until(lambda: tourist.scene is not desk.scene and tourist.has("look-at-board"))
    yield after(3.0)
    tourist.picture("end")
    for figure in [t.name for t in tourist.scene.targets() if t.name.startswith("figure-") and t.enabled][:2]:
        yield from tourist.click(figure)
        tourist.picture(figure)
    yield from tourist.click("look-at-board")
    yield after(0.5)
    tourist.picture("final-board")


def opponents(tourist: Tourist) -> Steps:
    """Opponents of several strengths; a seat changes hands in mid-game."""
    yield from tourist.click("new-game")
    yield from tourist.click("game-shogun")
    yield after(0.5)
    tourist.picture("new-game")
    desk = yield from planning(tourist)
    yield from tourist.click("seat-2")
    yield lambda: bool(tourist.targets("play-*"))
    yield after(0.3)
    tourist.picture("who-plays-this-seat")
    code = tourist.targets("play-*")[1].name
    yield from tourist.click(code)
    yield lambda: tourist.scene is desk.scene
    assert desk.scene.driver.session.players[2] == code.removeprefix("play-")


def settings(tourist: Tourist) -> Steps:
    """Speeds, volumes, sizes, palette, motion, odds, hints and language are remembered."""
    desk = yield from planning(tourist)
    yield from tourist.press("Escape")
    yield lambda: tourist.has("settings")
    tourist.picture("the-game-rests")
    yield from tourist.click("settings")
    yield lambda: tourist.has("motion-1")
    tourist.picture("settings")
    yield from tourist.click("motion-1")
    yield lambda: tourist.settings.reduced_motion
    tourist.remember()
    assert load_settings().reduced_motion
    yield from tourist.press("Escape", "Escape")
    yield lambda: tourist.scene is desk.scene


def language(tourist: Tourist) -> Steps:
    """The language changes while the game runs."""
    desk = yield from planning(tourist)
    tourist.settings.language = "en-XA"
    tourist.follow_settings()
    yield after(1.0)
    tourist.picture("planning-in-another-language")
    assert "Commit the plan" not in tourist.shown()
    yield from desk.play_until(lambda: desk.asks(MarchQuestion))
    tourist.picture("a-march-in-another-language")
    tourist.settings.language = "pl"
    tourist.follow_settings()
    yield lambda: "Wiosna" in tourist.shown()
    tourist.picture("a-march-in-polish")


def seed_and_board(tourist: Tourist) -> Steps:
    """Seed and board of a game can be seen and copied."""
    desk = new_game(tourist, seed=2612, is_saved=True)
    yield lambda: desk.asks(PlanQuestion)
    desk.scene.controls.open_menu()
    yield from tourist.click("games")
    yield lambda: tourist.has("copy")
    yield after(1.0)
    assert "seed shown at the end" in in_one_line(tourist)
    assert "2612" not in tourist.shown()
    tourist.picture("seed-not-yet-told")
    desk = yield from planning(tourist, seed=2612, is_saved=True)
    yield from desk.play_until(lambda: isinstance(tourist.scene, EndOfGameScene))
    tourist.replace_all()
    tourist.go(ToStart())
    yield from tourist.click("games")
    yield lambda: tourist.has("copy")
    yield lambda: "2612" in tourist.shown()
    yield from tourist.click("copy")
    yield lambda: "Copied." in tourist.shown()
    assert "2612" in pygame.scrap.get_text()
    tourist.picture("seed-copied")


def nothing_blocks(tourist: Tourist) -> Steps:
    """While an opponent thinks the window goes on: no step takes long, and it can be left at once."""
    desk = yield from planning(tourist, "person,strategist,strategist,strategist")
    desk.answer()
    longest = 0.0
    for _look in range(60):
        began = pygame.time.get_ticks()
        yield after(0.05)
        longest = max(longest, pygame.time.get_ticks() - began - 50)
    tourist.picture("others-think")
    print(f"   longest pause while others think: {longest:.0f} ms")
    desk.scene.controls.open_menu()
    yield after(0.2)


POINTS: Mapping[int, tuple[str, Callable[[Tourist], Steps]]] = {
    1: ("everything public is on the main screen", main_screen),
    2: ("resizable, full screen", sizes),
    3: ("undo one, undo all, redo", undo),
    4: ("only legal targets react", legal_targets),
    5: ("one sentence says what is asked", status),
    6: ("the log lights the map up", log),
    7: ("since your last turn", since_last_turn),
    8: ("history", history),
    9: ("saved games", list_of_games),
    10: ("hot seat", hot_seat),
    11: ("who is done", who_is_done),
    12: ("pace", pace),
    13: ("the tower", tower),
    14: ("odds", odds),
    15: ("consequences and hint", consequences),
    16: ("tooltips", tooltips),
    17: ("rules", rules_help),
    18: ("tutorial", tutorial),
    19: ("never by colour alone", not_by_colour_alone),
    20: ("keyboard", keyboard),
    21: ("zoom and pan", zoom),
    22: ("end of the game", end_of_game),
    23: ("opponents", opponents),
    24: ("settings", settings),
    25: ("language", language),
    26: ("seed and board", seed_and_board),
    27: ("nothing blocks", nothing_blocks),
}
