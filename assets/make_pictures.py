"""Makes the pictures of the README and the manual in `pictures/`.

    python assets/make_pictures.py [board] [tower] [planning] [rumble_nation] [workshop] [settings] [new_game] [games]
        [battle] [building] [printing] [towers] [share] [sweep] [residence]

The first four show a real game in a window without a screen, played by opponents from a seed up to the moment that is
shown; the workshop a tower that is measured; then the settings, the form of a new game and the list of games. The
others need no window: a moving battle, the sheets of a cardboard tower, the parts of a printed one, all shipped towers
with a typical stock of cubes, and the plots of the manual's experiments (some minutes).
"""

import io
import itertools
import os
import runpy
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from random import Random

os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")

import numpy as np
import numpy.typing as npt
import pygame
from ezdxf.addons.drawing.frontend import Frontend
from ezdxf.addons.drawing.matplotlib import MatplotlibBackend
from ezdxf.addons.drawing.properties import RenderContext
from matplotlib.figure import Figure
from msgspec.structs import replace
from PIL import Image
from scipy.spatial.transform import Rotation

from shogun import lab
from shogun.base.resources import ASSETS, shipped
from shogun.cli.window_start import LazyLaboratory
from shogun.games import GAMES, game_of
from shogun.games.rumble_nation import rules as rumble
from shogun.games.rumble_nation.rules.state import Deploy, Deploying
from shogun.games.rumble_nation.screen.scene import RumbleScene
from shogun.games.shogun import rules
from shogun.games.shogun.opponents import opponent
from shogun.games.shogun.rules.cards import ACTIONS
from shogun.games.shogun.rules.questions import MarchQuestion, Plan, PlanQuestion
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.screen.battle_film import save_battle
from shogun.games.shogun.screen.listing import houses
from shogun.games.shogun.screen.play.half_made_answers import BID
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.lab.measuring.steady_state import look
from shogun.lab.reporting.plots import plot_sweep
from shogun.lab.reporting.residence_report import plot_residence
from shogun.table.journal import PERSON, Header, SeatInfo, TowerInfo, read_journal
from shogun.table.saved_games import games_folder
from shogun.table.session import UNLIMITED, Session, take_turn
from shogun.tower.cardboard.build_options import BuildOptions
from shogun.tower.cardboard.drawn_sheets import INCH, LOOK, DrawnPlan
from shogun.tower.file.toml_editing import starter
from shogun.tower.geometry import Geometry
from shogun.tower.printing.print_options import PrintOptions
from shogun.tower.printing.solid_files import in_place, on_bed
from shogun.tower.printing.solid_parts import plan_print
from shogun.tower.tower_lookup import load_tower, tower_names
from shogun.tower.vector_picture import picture
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.settings import Settings
from shogun.window.kit.runtime.start_options import PlayOptions
from shogun.window.play.routes import ToBench, ToGames, ToNewGame, ToSavedGame, ToSettings
from shogun.window.router import follow
from shogun.window.workshop.bench_scene import BenchScene

SIZE = (1600, 1000)
PICTURES = Path(__file__).parent / "pictures"
FRAME = 1 / 60
PLAYER = "planner"
REACH = 0.06
"""How exact the odds are in the picture of the board."""
RUMBLE_ROUND = 7
"""The round of the picture of Rumble Nation."""
FALLEN = 0.13
"""How much of its drop the picture of the tower has seen."""
BATTLES = 72
"""So many have been measured in the picture of the workshop."""
DOTS, COLOURS = 68, 32
PULLED = 22.0
"""Distance by which printed parts are pulled apart, mm."""
PRINTED = ((206, 106, 72), (86, 136, 140), (226, 168, 84), (140, 110, 158), (120, 150, 86))
PRINTED_SCALE, SHARP = 1.3, 3
"""Pixels of the picture of printed parts per mm, and how many times finer it is painted."""
LIGHT = np.array((-0.3, 0.75, 0.59))
STANDING = Rotation.from_euler("yx", (-30, 36), degrees=True).as_matrix()
LYING = Rotation.from_euler("zx", (-12, -50), degrees=True).as_matrix()
"""An inch, and in all, of the sheets."""
LOOKED_AT, MILLIMETRE, APART, NAME_HIGH, GROUND = 60, 1.05, 10, 28, (240, 233, 216)
"""Of the picture of all towers: battles seen, pixels of a millimetre, between towers and below one, and its ground."""
PINS = """\
[[rows]]
piece = "pin"
count = 5
height = 216
step = 44
across = 2
spacing = 45
diameter = 18
stagger = true
group = "pins"
"""
QUALITY = 90
"""Of WebP, of 100."""
SMALL, SMALL_QUALITY = (1200, 750), 70
"""Size of pictures of forms, lists and plots."""
MANUAL = Path(__file__).parent / "manual"
PLOTTED = 1000
"""Battles for each point of a plot."""


def game(players: tuple[str, ...], seed: int, path: Path) -> Session:
    """Return a new game of the great houses; `players` says who plays them."""
    setup = Setup(len(players))
    pairs = zip(setup.colours, players, strict=False)
    seats = tuple(SeatInfo(houses()[colour].name, houses()[colour].crest, player) for colour, player in pairs)
    header = Header(seed=seed, setup=setup, seats=seats, tower=TowerInfo.of(load_tower("classic")))
    return Session.start(rules, header, path)


def play(session: Session, until: Callable[[Session], bool]) -> None:
    """Play on, an opponent on every seat, up to the moment."""
    choosers = [opponent(PLAYER)] * len(session.header.seats)
    while not session.is_over and not until(session):
        take_turn(session, choosers, UNLIMITED)


def show(app: App, session: Session) -> GameScene:
    """Return the scene of a game that is opened as a saved one is."""
    assert session.path is not None
    session.close()
    app.go(ToSavedGame(session.path))
    assert isinstance(app.scene, GameScene)
    return app.scene


def let_pass(app: App, until: Callable[[], bool]) -> None:
    """Let the window go on, picture by picture, up to the moment."""
    while not until():
        app.step(FRAME)
        time.sleep(0.001)  # opponents and throws are made by workers


# The pictures: each function brings the window to the moment that is saved.


def tower(app: App, path: Path) -> None:
    """Show a battle between two players over the map while the cubes fall."""
    app.settings.large_battles = "all"
    session = game((PLAYER,) * 4, 7, path)
    play(session, _attack_is_due)
    scene = show(app, session)
    let_pass(app, lambda: scene.model.is_watching and scene.stand.progress > FALLEN)


def _attack_is_due(session: Session) -> bool:
    """Return whether a strong army is about to march in the second year."""
    march = session.questions[0] if session.questions else None
    return session.view(None).year == 2 and isinstance(march, MarchQuestion) and march.most >= 6


def planning(app: App, path: Path) -> None:
    """Show a plan of the second year that is nearly laid: the card in hand tells what it would bring."""
    session = game((PERSON, PLAYER, PLAYER, PLAYER), 2, path)
    play(session, _second_summer_is_planned)
    scene = show(app, session)
    let_pass(app, lambda: scene.model.plan is not None and all(scene.model.view.planned[1:]))
    draft, question = scene.model.plan, scene.model.question
    assert draft is not None
    assert isinstance(question, PlanQuestion)
    plan = opponent(PLAYER)(draft.prospects.view, session.inside, question, Random(1), UNLIMITED)
    assert isinstance(plan, Plan)
    draft.lay_all((*plan.fields, plan.bid))
    draft.lay_all(draft.with_card(max(bid for bid in question.bids if isinstance(bid, int)), BID))
    draft.take_field(ACTIONS.index("deploy3"))
    scene.controls.close_digest()
    scene.board.finish()
    let_pass(app, lambda: not scene.is_moving())


def _second_summer_is_planned(session: Session) -> bool:
    view = session.view(None)
    return (view.year, view.season) == (2, "summer") and isinstance(session.questions[0], PlanQuestion)


def board(app: App, path: Path) -> None:
    """Show the board in the second year, five clans on it, when an attack is being chosen and its odds are known."""
    session = game((PERSON, *(PLAYER,) * 4), 5, path)
    play(session, _person_may_attack)
    scene = show(app, session)
    let_pass(app, lambda: scene.model.march is not None)
    scene.controls.close_digest()
    scene.controls.click_province(_best_target(scene))
    scene.board.finish()
    let_pass(app, lambda: scene.model.odds is not None and scene.model.odds.reach <= REACH)


def _person_may_attack(session: Session) -> bool:
    """Return whether the person is asked in the second year where a strong army marches, and an enemy is beside it."""
    march, view = session.questions[0] if session.questions else None, session.view(0)
    if not isinstance(march, MarchQuestion) or march.seat != 0 or view.year < 2 or march.most < 4:
        return False
    return any(view.provinces[target].owner not in (None, 0) for target in march.targets)


def _best_target(scene: GameScene) -> str:
    """Return the strongest enemy that the army can reach."""
    march, provinces = scene.model.march, scene.model.view.provinces
    assert march is not None
    enemies = [target for target in march.question.targets if provinces[target].owner not in (None, 0)]
    return max(enemies, key=lambda target: provinces[target].armies)


def rumble_nation(app: App, path: Path) -> None:
    """Show a split being weighed in the other half of an advanced game of Rumble Nation."""
    players = (PERSON, "strong", "strong", "strong")
    names = ("Kai", "Echigo", "Owari", "Aki")
    seats = tuple(SeatInfo(name, "", player) for name, player in zip(names, players, strict=True))
    agreed = rumble.Setup(len(seats), advanced=True, first_seat=0)
    session = Session.start(rumble, Header(game=rumble.code, seed=4, setup=agreed, seats=seats), path)
    strong = GAMES[rumble.code].opponents.opponent("strong")
    while not (session.state.round == RUMBLE_ROUND and isinstance(session.state.stage, Deploying)):
        take_turn(session, [strong] * len(seats))
    session.close()
    app.go(ToSavedGame(path))
    scene = app.scene
    assert isinstance(scene, RumbleScene)
    let_pass(app, lambda: scene.model.question is not None)
    splits = [move for move in scene.model.moves if isinstance(move, Deploy)]
    scene.controls.choose(splits[0])


def workshop(app: App, path: Path) -> None:
    """Show a field of pins on the bench: cubes fall in it, its figures grow, and where cubes rest is coloured."""
    drawing = path.with_name("pin field.toml")
    drawing.write_text(starter().split("[[rows]]")[0] + PINS, encoding="utf-8")
    app.go(ToBench(str(drawing)))
    scene = app.scene
    assert isinstance(scene, BenchScene)
    desk = scene.desk
    desk.flow.mode = "repeat"
    desk.flow.throw()
    let_pass(app, lambda: desk.measurement.statistics is not None and desk.measurement.statistics.battles >= BATTLES)
    desk.heat = "rest"
    desk.version += 1
    app.step(FRAME)


def settings(app: App, _path: Path) -> None:
    """Show the settings."""
    app.settings.sound = True
    app.go(ToSettings())


def new_game(app: App, _path: Path) -> None:
    """Show the form of a new game."""
    app.go(ToNewGame("shogun"))


def games(app: App, _path: Path) -> None:
    """Show the list of games, some of them finished."""
    played: list[tuple[str, tuple[str, ...], Callable[[Session], bool]]] = [
        ("Rainy Sunday", ("beginner", PLAYER, PLAYER), lambda _played: False),
        ("Against the general", (PERSON, "steady", "steady", "steady"), _second_summer_is_planned),
        ("Five at the table", (PERSON, *(PLAYER,) * 4), _person_may_attack),
        ("Kai in spring", (PERSON, PLAYER, PLAYER), lambda one: one.view(None).season == "summer"),
    ]
    for number, (name, players, until) in enumerate(played):
        session = game(players, 3 + number, games_folder() / f"{name}.journal")
        play(session, until)
        session.close()
    app.go(ToGames())
    let_pass(app, lambda: not app.scene.is_moving())


MOMENTS: dict[str, Callable[[App, Path], None]] = {
    "board": board, "tower": tower, "planning": planning, "rumble_nation": rumble_nation,
    "workshop": workshop, "settings": settings, "new_game": new_game, "games": games,
}  # fmt: skip
FORMS = ("settings", "new_game", "games")
"""Moments in a small window."""


def battle() -> None:
    """Save the most exciting battle of a game's first spring as a picture that moves."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.journal"
        session = game((PLAYER,) * 4, 7, path)
        play(session, lambda played: played.view(None).season == "summer")
        session.close()
        print(save_battle(read_journal(game_of, path), path, None, PICTURES / "battle.webp"))


def building() -> None:
    """Save the assembly picture of classic and its first sheet, side by side."""
    drawn = DrawnPlan(load_tower("classic"), BuildOptions())
    wide, high = (length / INCH for length in drawn.size)
    figure = Figure(figsize=(2 * wide, high), dpi=DOTS)
    for place, page in enumerate(islice(drawn.pages(), 2)):
        axes = figure.add_axes((place / 2, 0, 0.5, 1))
        look = Frontend(RenderContext(page), MatplotlibBackend(axes, adjust_figure=False), config=LOOK)
        look.draw_layout(page.modelspace())
        axes.set(xlim=(0, drawn.size[0]), ylim=(0, drawn.size[1]))
    drawn_as = io.BytesIO()
    figure.savefig(drawn_as, format="png", dpi=DOTS)
    Image.open(drawn_as).convert("RGB").quantize(COLOURS).save(PICTURES / "building.png", optimize=True)


def printing() -> None:
    """Save the printed parts of classic, pulled apart, and as they lie on the printer's bed."""
    plan = plan_print(load_tower("classic"), PrintOptions())
    apart = {"back": 0.0, "floor": -PULLED, "lip": 2 * PULLED}
    standing, lying, left = [], [], 0.0
    for part in plan.parts:
        mesh = in_place(part)
        mesh.apply_translation((0, apart[part.pose] + PULLED * (part.number - 1) * (part.pose == "back"), 0))
        standing.append(mesh.triangles)
        on = on_bed(part).triangles + np.array((left, 0, 0))
        left += float(np.ptp(on[..., 0])) + 25
        lying.append(on)
    images = [rendered(standing, STANDING), rendered(lying, LYING)]
    high = max(image.height for image in images)
    whole = Image.new("RGB", (sum(image.width for image in images) + 60, high), "white")
    whole.paste(images[0], (0, 0))
    whole.paste(images[1], (images[0].width + 60, (high - images[1].height) // 2))
    whole.quantize(4 * COLOURS).save(PICTURES / "printing.png", optimize=True)


def rendered(solids: list[npt.NDArray[np.float64]], turn: npt.NDArray[np.float64]) -> Image.Image:
    """Return triangles (n, 3, 3) of solids, each in a color of its own, as seen from the front after a turn (3, 3)."""
    turned = [triangles @ turn.T for triangles in solids]
    corners = np.concatenate([triangles.reshape(-1, 3) for triangles in turned])
    low, high = corners.min(axis=0), corners.max(axis=0)
    wide, tall = (int((high[axis] - low[axis]) * SHARP * PRINTED_SCALE) + 8 for axis in (0, 1))
    picture, depth = np.full((tall, wide, 3), 255.0), np.full((tall, wide), -np.inf)
    for triangles, colour in zip(turned, itertools.cycle(PRINTED), strict=False):
        normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
        lengths = np.linalg.norm(normals, axis=1, keepdims=True)
        light = 0.45 + 0.55 * np.clip(normals / np.maximum(lengths, 1e-12) @ LIGHT, 0, 1)
        seen = (normals[:, 2] > 0) & (lengths[:, 0] > 1e-9)
        for corner, share in zip(triangles[seen], light[seen], strict=True):
            _fill(picture, depth, (corner - low) * SHARP * PRINTED_SCALE + (4, 4, 0), np.array(colour) * share)
    image = Image.fromarray(picture[::-1].astype(np.uint8))
    return image.resize((wide // SHARP, tall // SHARP), Image.Resampling.LANCZOS)


def _fill(
    picture: npt.NDArray[np.float64],
    depth: npt.NDArray[np.float64],
    corner: npt.NDArray[np.float64],
    colour: npt.NDArray[np.float64],
) -> None:
    """Paint a triangle, px, where nothing nearer has been painted."""
    (x0, y0), (x1, y1) = np.floor(corner[:, :2].min(axis=0)).astype(int), np.ceil(corner[:, :2].max(axis=0)).astype(int)
    y, x = np.mgrid[y0 : y1 + 1, x0 : x1 + 1]
    edges = np.array([corner[1, :2] - corner[0, :2], corner[2, :2] - corner[0, :2]]).T
    if abs(np.linalg.det(edges)) < 1e-9:
        return
    u, v = np.linalg.solve(edges, np.stack([x.ravel() - corner[0, 0], y.ravel() - corner[0, 1]]))
    inside = ((u >= -1e-6) & (v >= -1e-6) & (u + v <= 1 + 1e-6)).reshape(x.shape)
    near = (corner[0, 2] + u * (corner[1, 2] - corner[0, 2]) + v * (corner[2, 2] - corner[0, 2])).reshape(x.shape)
    inside &= near > depth[y0 : y1 + 1, x0 : x1 + 1]
    depth[y0 : y1 + 1, x0 : x1 + 1][inside] = near[inside]
    picture[y0 : y1 + 1, x0 : x1 + 1][inside] = colour


def towers() -> None:
    """Save all shipped towers in two rows, to one scale, each with cubes as they mostly lie in it."""
    names = tower_names((shipped("tower_geometry"),))
    drawn = [_seen(load_tower(name)) for name in names]
    first = -(-len(drawn) // 2)
    rows = [list(zip(names, drawn, strict=True))[at : at + first] for at in (0, first)]
    wide = [sum(one.get_width() + APART for _name, one in row) - APART for row in rows]
    high = max(one.get_height() for one in drawn)
    whole = pygame.Surface((max(wide), len(rows) * (high + NAME_HIGH)))
    whole.fill(GROUND)
    pygame.font.init()
    font = pygame.font.Font(ASSETS / "fonts" / "Alegreya-Bold.ttf", NAME_HIGH * 3 // 4)
    for number, row in enumerate(rows):
        x, foot = (whole.get_width() - wide[number]) // 2, number * (high + NAME_HIGH) + high
        for name, one in row:
            whole.blit(one, (x, foot - one.get_height()))
            said = font.render(name, True, (32, 26, 20))
            whole.blit(said, (x + (one.get_width() - said.get_width()) // 2, foot))
            x += one.get_width() + APART
    save(whole, PICTURES / "towers.webp")


def _seen(geometry: Geometry) -> pygame.Surface:
    colours = ("red", "blue", "yellow", "purple")
    lying = look(geometry, LOOKED_AT).typical.cubes
    cubes = [replace(cube, colour=colours[number % len(colours)]) for number, cube in enumerate(lying)]
    drawn = picture(geometry, cubes)
    svg = drawn.svg.encode()
    return pygame.image.load_sized_svg(io.BytesIO(svg), (drawn.width * MILLIMETRE, drawn.height * MILLIMETRE))


def save(picture: pygame.Surface, path: Path, quality: int = QUALITY) -> None:
    """Write a picture as WebP: a third of what it takes as PNG, and nothing of it is seen."""
    pixels = pygame.image.tobytes(picture, "RGB")
    Image.frombytes("RGB", picture.get_size(), pixels).save(path, quality=quality, method=6)


# What experiments draw


def share() -> None:
    """Save what the first of the five experiments draws."""
    main = runpy.run_path(str(MANUAL / "examples" / "experiments" / "share_against_tilt.py"))["main"]
    _saved_plot("share", lambda path: main(PLOTTED, path))


def sweep() -> None:
    """Save the heat maps of a sweep over two parameters."""
    asked = {"ledges.tilt": range(14, 23), "grain.friction": (0.5, 0.6, 0.7)}
    found = lab.sweep("classic", asked, battles=PLOTTED // 2)
    _saved_plot("sweep", lambda path: plot_sweep(found, Path(path)))


def residence() -> None:
    """Save the survival curves of the cubes in classic."""
    found = lab.residence("classic", battles=2 * PLOTTED)
    _saved_plot("residence", lambda path: plot_residence(found, load_tower("classic"), Path(path)))


def _saved_plot(name: str, plot: Callable[[str], object]) -> None:
    """Save what is drawn into a PNG file as a small WebP."""
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "plot.png")
        plot(path)
        with Image.open(path) as drawn:
            picture = drawn.convert("RGB")
    picture.thumbnail(SMALL)
    picture.save(PICTURES / f"{name}.webp", quality=SMALL_QUALITY, method=6)


FILES: dict[str, Callable[[], None]] = {
    "battle": battle, "building": building, "printing": printing, "towers": towers,
    "share": share, "sweep": sweep, "residence": residence,
}  # fmt: skip
"""Pictures that need no window."""


def make(name: str) -> None:
    """Make one picture."""
    if name in FILES:
        FILES[name]()
        return
    size, quality = (SMALL, SMALL_QUALITY) if name in FORMS else (SIZE, QUALITY)
    app = App(PlayOptions(entries=GAMES, size=size, laboratory=LazyLaboratory()), follow, Settings(sound=False))
    app.open()
    try:
        with tempfile.TemporaryDirectory() as folder:
            os.environ["SHOGUN_HOME"] = folder  # what is drawn is nobody's
            MOMENTS[name](app, Path(folder) / "game.journal")
            app.scene.changed()
            app.step(0.0)
            while app.scene.is_laying():  # cards that fall onto their places
                app.step(0.1)
            save(app.window, PICTURES / f"{name}.webp", quality)
    finally:
        app.abandon()


if __name__ == "__main__":
    for wanted in sys.argv[1:] or (*MOMENTS, *FILES):
        make(wanted)
