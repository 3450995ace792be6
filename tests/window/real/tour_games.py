"""More points of the tour: the two shorter games, each at its table, in its great moments, and at its end."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from shogun.games import game_of
from shogun.games.river_of_gold.screen.end_of_game import RiverEnd
from shogun.games.river_of_gold.screen.scene import RiverScene
from shogun.games.rumble_nation.rules.state import Deploy, Deploying
from shogun.games.rumble_nation.screen.end_of_game import RumbleEnd
from shogun.games.rumble_nation.screen.scene import RumbleScene
from shogun.table.journal import Header, SeatInfo
from shogun.table.session import Session
from shogun.window.generic.scene import GenericScene
from shogun.window.kit.runtime.settings import AT_ONCE
from tests.window import clicking
from tests.window.real.tour import Steps, Tourist, after

ALONE = "person,solid,solid,solid"
QUICK = 4.0
FEW_TILES = 2
NAMES = ("Kai", "Echigo", "Owari", "Aki")


@dataclass
class Table:
    """A game on its table, in front of the tourist."""

    tourist: Tourist
    scene: GenericScene

    @property
    def model(self) -> Any:
        """What the scene shows."""
        return self.scene.model

    def is_asked(self) -> bool:
        """Return whether a person is asked and nothing else is shown, or the game is over."""
        is_there = self.tourist.scene is self.scene and not self.scene.is_moving()
        return is_there and (self.model.question is not None or self.model.result is not None)

    def answer(self) -> None:
        """Answer as a solid opponent would, past the controls: only to come to where the point is."""
        question, session, opponents = self.model.question, self.scene.driver.session, self.scene.game.opponents
        choose = opponents.opponent("solid", {})
        view = session.view(question.seat)
        move = choose(view, session.inside, question, Random(question.key), opponents.budget_for(question))
        self.scene.controls.answer(move)

    def play_until(self, is_there: Callable[[], bool], speed: float = AT_ONCE) -> Steps:
        """Answer, with everything shown at a speed, until the point is reached."""
        self.scene.pace.set_speeds(speed, speed)
        while not is_there():
            yield lambda: is_there() or self.is_asked()
            if not is_there():
                self.answer()
        self.scene.pace.set_speeds(1.0, 1.0)


def seated(tourist: Tourist, code: str, *, seed: int = 7, **setup: Any) -> Steps:
    """Begin a game of one person and three opponents, and wait until the person is asked."""
    rules: Any = game_of(code)
    seats = tuple(SeatInfo(name, "", player) for name, player in zip(NAMES, ALONE.split(","), strict=True))
    header = Header(game=code, seed=seed, setup=rules.Setup(len(seats), first_seat=0, **setup), seats=seats)
    clicking.show_game(tourist, Session.start(rules, header), [])
    assert isinstance(tourist.scene, GenericScene)
    table = Table(tourist, tourist.scene)
    yield table.is_asked
    return table


# Rumble Nation


def dice_set_apart(tourist: Tourist) -> Steps:
    """Each way to set the dice apart shows its area, and the war as it would end after it."""
    table = yield from seated(tourist, "rumble-nation", advanced=True)
    yield from table.play_until(lambda: len(table.scene.driver.session.writer.lines) > 60 and table.is_asked())
    tourist.picture("asked")
    while not isinstance(table.model.view.stage, Deploying):
        yield from tourist.click("roll")
        yield table.is_asked
    yield after(0.5)
    tourist.picture("splits")
    split = next(move for move in table.model.moves if isinstance(move, Deploy))
    yield from tourist.click(f"area-{split.area}")
    assert table.model.chosen == split
    yield after(0.3)
    tourist.picture("weighed")
    yield from tourist.press("r")
    yield lambda: table.model.question is None
    tourist.picture("once-more")
    yield table.is_asked


def war(tourist: Tourist) -> Steps:
    """The war is counted out area by area, and the end tells who holds what."""
    table = yield from seated(tourist, "rumble-nation", advanced=True, seed=11)
    scene = table.scene
    assert isinstance(scene, RumbleScene)
    yield from table.play_until(lambda: table.model.result is not None)
    yield lambda: isinstance(tourist.scene, RumbleEnd)
    yield after(0.5)
    tourist.picture("end")
    yield from tourist.click("war-again")
    yield lambda: len(table.model.war or ()) == 6 and table.model.share > 0.6
    tourist.picture("war")
    scene.showing.finish()
    yield after(0.3)
    tourist.picture("board-after-it")


# River of Gold


def action_foreseen(tourist: Tourist) -> Steps:
    """What a building or a voyage would bring is told effect by effect before it is done."""
    table = yield from seated(tourist, "river-of-gold", patrons="table")
    scene = table.scene
    assert isinstance(scene, RiverScene)
    yield from table.play_until(
        lambda: (
            table.is_asked() and table.model.is_turn and table.model.view.turn > 20 and bool(table.model.offers.shores)
        )
    )
    yield after(0.5)
    tourist.picture("turn")
    shore, tile = table.model.offers.shores[0], table.model.view.row[0]
    yield from tourist.click(f"shore-{shore}")
    yield from tourist.click(f"tile-{tile}")
    yield after(0.3)
    assert table.model.foresight is not None
    tourist.picture("build-foreseen")
    ship = tourist.targets(f"ship-{table.model.seat}-*")[0]
    tourist.click_at(ship.rect.center)
    yield after(0.5)
    tourist.picture("voyage-foreseen")
    yield from tourist.press("r")
    yield lambda: table.model.question is None
    yield after(1.0)
    tourist.picture("once-more")
    yield table.is_asked


def emperor(tourist: Tourist) -> Steps:
    """The Emperor's visit is an event, and the end tells the scoring line by line."""
    table = yield from seated(tourist, "river-of-gold", patrons="table", seed=11)
    model = table.model
    yield from table.play_until(lambda: model.view.era_1_size < FEW_TILES)
    yield from table.play_until(lambda: bool(model.has_emperor), QUICK)
    tourist.picture("emperor")
    yield from table.play_until(lambda: model.result is not None)
    yield lambda: isinstance(tourist.scene, RiverEnd)
    yield after(0.5)
    tourist.picture("end")
    tourist.scene.escape()
    yield after(0.5)
    tourist.picture("board-after-it")


GAME_POINTS: Mapping[int, tuple[str, Callable[[Tourist], Steps]]] = {
    57: ("Rumble Nation: the dice and the forecast", dice_set_apart),
    58: ("Rumble Nation: the war and the end", war),
    59: ("River of Gold: an action foreseen", action_foreseen),
    60: ("River of Gold: the Emperor and the end", emperor),
}
