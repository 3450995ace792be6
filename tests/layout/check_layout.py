"""Lays out every scene without painting it and tells what can't be read or hit: `python -m tests.layout`.

Menus, help, and what each game brings to be looked at are laid out at several sizes of the window and of the interface,
in several languages, a pseudo-language too. A game is played once for each language; wherever there is something to be
seen it is laid out for each size. A panel that says the same as one before is not looked at again.
"""

import errno
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from shogun.base.confidence_intervals import percent
from shogun.base.language import ENGLISH, PSEUDO, speaking
from shogun.base.worker_pool import Workers
from shogun.table.saved_games import SUFFIX, games_folder
from shogun.tower.tower_lookup import find_towers
from shogun.window.kit.drawing.theme import em_of
from shogun.window.kit.runtime.settings import Settings
from shogun.window.kit.runtime.start_options import PlayOptions
from shogun.window.play.game_plugin import brought
from tests.layout.game_samples import samples_of
from tests.layout.samples import STRIDE, Extent

if TYPE_CHECKING:
    from shogun.lab.measuring.live_summary import LiveStatistics
    from shogun.window.kit.runtime.app import App
    from shogun.window.kit.runtime.scene import Scene
    from shogun.window.workshop.model.editor_model import EditorModel

T = TypeVar("T")

SIZES = ((1280, 720), (1024, 700), (1600, 1000), (1920, 1080), (3840, 2160), (3440, 1440), (1080, 1920))
FEW_SIZES = ((1280, 720), (1024, 700), (3440, 1440), (1080, 1920))
"""The narrowest, the widest and the highest of them: what a quicker look is content with."""
LOOKED_AT = (1.0, 1.25, 1.5)
"""Sizes of the interface: smaller writing only leaves more room."""
SPOKEN = (ENGLISH, PSEUDO, "pl", "cs")
MENUS = ""
"""Stands for all scenes that are no game's."""
LONG_MESSAGE = "The game can't go on, and this sentence is as long as one that tells why. " * 3


class Case(Struct, frozen=True):
    """One way in which the window may be shown."""

    size: tuple[int, int]
    scale: float = 1.0
    language: str = ENGLISH

    def __str__(self) -> str:
        return f"{self.size[0]}x{self.size[1]} {percent(self.scale)} {self.language}"


class _Here:
    """Stands for workers: every task is done at once in this process."""

    count = 1

    def submit(self, task: Callable[[], T]) -> "Future[T]":
        future: Future[T] = Future()
        future.set_result(task())
        return future

    def restart(self) -> None:
        """Do nothing: nothing is under way."""

    def abandon(self) -> None:
        """Do nothing: nothing was started."""


def cases(sizes: Sequence[tuple[int, int]] = SIZES, languages: Iterable[str] = SPOKEN) -> list[Case]:
    """Return all ways in which the window may be shown at some sizes, none twice: not every window takes any scale."""
    found: dict[tuple[tuple[int, int], int, str], Case] = {}
    for size, scale, language in product(sizes, LOOKED_AT, languages):
        found.setdefault((size, em_of(size, scale), language), Case(size, scale, language))
    return list(found.values())


def layout_flaws(entries: Mapping[str, Any], asked: Sequence[Case]) -> Iterator[str]:
    """Yield a sentence for each flaw of these games in these cases as soon as it is found; all processors look."""
    with Workers(tasks_each=1) as workers:
        for flaws in workers.map(partial(_done, entries), _tasks(entries, asked)):
            yield from flaws


class _Task(Struct, frozen=True):
    """What one process looks at: the menus, or a game, in cases of one language."""

    part: str
    cases: list[Case]
    extent: Extent


def _tasks(entries: Mapping[str, Any], asked: Sequence[Case]) -> list[_Task]:
    """Return what is to be done, the longest first; of several languages only one sees games to their end."""
    languages = dict.fromkeys(case.language for case in asked)
    first = PSEUDO if PSEUDO in languages else next(iter(languages), ENGLISH)
    return [
        _Task(part, [case for case in asked if case.language == language], "whole" if language == first else "short")
        for part in (*entries, MENUS)
        for language in sorted(languages, key=lambda language: language != first)
    ]


def _done(entries: Mapping[str, Any], task: _Task) -> list[str]:
    return flaws_of(entries, task.cases, task.extent, (task.part,))


def flaws_of(
    entries: Mapping[str, Any], asked: Sequence[Case], extent: Extent = "whole", parts: Iterable[str] = ()
) -> list[str]:
    """Return a sentence for each flaw in cases of one language, none twice.

    `extent`: how long games are played; `parts`: which games are looked at, and MENUS; none: all.
    """
    from tests.layout.unpainted import Inspection

    shown = _scenes(entries, asked[0], extent, tuple(parts) or (MENUS, *entries), unpainted=True)
    look = Inspection([(case.size, case.scale) for case in asked])
    found = dict.fromkeys((number, flaw) for scene in shown for number, flaw in look.at(scene))
    return [f"{asked[number]}: {flaw}" for number, flaw in found]


def scenes(entries: Mapping[str, Any], case: Case, extent: Extent | None = None) -> "Iterator[Scene]":
    """Yield every scene as soon as it is painted, without a screen and in an empty folder of the user's."""
    return _scenes(entries, case, extent or ("whole" if case.size == SIZES[0] else "short"), (MENUS, *entries))


def _scenes(
    entries: Mapping[str, Any], case: Case, extent: Extent, parts: Iterable[str], *, unpainted: bool = False
) -> "Iterator[Scene]":
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    with tempfile.TemporaryDirectory() as folder, speaking(case.language):
        os.environ["SHOGUN_HOME"] = folder
        app = _opened(entries, case, unpainted=unpainted)
        try:
            for part in parts:
                yield from _of_part(app, part, extent)
        finally:
            app.abandon()


def _opened(entries: Mapping[str, Any], case: Case, *, unpainted: bool) -> "App":
    """Return a window that was opened, with its own process for all that has to be worked out."""
    from shogun.window.kit.runtime.app import App
    from shogun.window.router import follow
    from tests.layout.unpainted import UnpaintedApp

    settings = Settings(sound=False, odds=False, interface_scale=case.scale, language=case.language)
    app = (UnpaintedApp if unpainted else App)(PlayOptions(entries=entries, size=case.size), follow, settings)
    app.workers = _Here()  # type: ignore[assignment]  # all that a window asks of workers
    app.open()
    return app


def _of_part(app: "App", part: str, extent: Extent) -> "Iterator[Scene]":
    """Yield the menus, or what there is to see of a game."""
    from tests.layout.edited_positions import edited

    if part != MENUS:
        yield from samples_of(app, part, extent)
        yield from _puzzles(app, part)
        yield from edited(app, part)
        yield from _list(app)
        return
    for scene in _menus(app):
        app.replace(scene)
        app.step(0.0)
        yield scene


def _menus(app: "App") -> "Iterator[Scene]":
    from shogun.window.kit.input.keys import KEYS
    from shogun.window.scenes.crash import CrashScene
    from shogun.window.scenes.games import GamesScene
    from shogun.window.scenes.menu import MenuScene
    from shogun.window.scenes.new_game import NewGameScene, TowerChoiceScene, WhichGameScene
    from shogun.window.scenes.preferences import PreferencesScene
    from shogun.window.scenes.rules_help import KeysScene, RulesScene

    yield from (
        _introduction(app),
        MenuScene(app),
        MenuScene(app, LONG_MESSAGE),
        WhichGameScene(app),
        TowerChoiceScene(app, find_towers(), 0, lambda _number: None),
        CrashScene(app, LONG_MESSAGE),
    )
    for code in app.options.entries:
        yield from (NewGameScene(app, brought(app.options, code)), _full_table(app, code), *_bidding(app, code))
    yield from _workshop(app)
    yield from (PreferencesScene(app), KeysScene(app, KEYS), RulesScene(app), RulesScene(app, "5.6"), GamesScene(app))


def _introduction(app: "App") -> "Scene":
    """Return the introduction as soon as all is told."""
    from shogun.window.scenes.menu import EVERY, SENTENCES, IntroductionScene

    scene = IntroductionScene(app, app.pop)
    scene.update(EVERY * SENTENCES)
    return scene


def _workshop(app: "App") -> "Iterator[Scene]":
    """Yield the gallery, and the bench with whatever may stand on its sheets."""
    from shogun.tower.user_towers import Version
    from shogun.window.workshop.bench_scene import BenchScene
    from shogun.window.workshop.model.editor_model import opened
    from shogun.window.workshop.model.falling_cubes import Unmeasured
    from shogun.window.workshop.panels.numbers_panel import TABS
    from shogun.window.workshop.unsaved_scene import UnsavedScene

    yield from _gallery(app)
    for tab in range(len(TABS)):
        scene = BenchScene(app, opened("classic"))
        scene.show_tab(tab)
        yield scene
    for refs in ([("baffle", 0)], [("baffle", 0), ("baffle", 1)], [("pin", 0)], [("wall", 0)]):
        scene = BenchScene(app, opened("classic"))
        scene.add("pin")
        scene.add("wall")
        scene.desk.choose(refs)
        if len(refs) > 1:
            scene.desk.measurement, scene.desk.reference = (
                Unmeasured(scene.desk.geometry, grown) for grown in _statistics()
            )
        yield scene
    scene = BenchScene(app, opened("classic"))
    scene.add("pin")
    scene.desk.choose_all()
    scene.desk.clash, scene.desk.replaces, scene.desk.file.refusal = "classic-2", True, os.strerror(errno.ENOSPC)
    scene.desk.measurement = Unmeasured(scene.desk.geometry, _jammed())
    yield scene
    scene = BenchScene(app, opened("classic"))
    scene.show_sheet("versions")
    scene.desk.versions = [(Version(number, "", 0.0), scene.desk.plan) for number in range(20, 0, -1)]
    yield scene
    watched = BenchScene(app, opened("classic"), is_watching=True)
    yield watched
    yield UnsavedScene(app, watched.desk, app.quit)
    yield from _exports(app, watched.desk)


def _exports(app: "App", desk: "EditorModel") -> "Iterator[Scene]":
    """Yield the export of a tower in each format, and with the longest messages."""
    from shogun.window.workshop.export_scene import ExportScene
    from shogun.window.workshop.model.exporting import EXPORTS

    for number in range(len(EXPORTS)):
        scene = ExportScene(app, desk.name, "", desk.geometry)
        scene.choose(number)
        yield scene
    path = "/home/kai/Documents/classic-2 stl"
    note = "The front: acrylic, 134 x 280 mm, and 8 screws M3 that are 8 mm longer than the sheet is thick."
    for is_complaint in (False, True):
        scene = ExportScene(app, desk.name, "", desk.geometry)
        scene.choose(EXPORTS.index("stl"))
        scene.message, scene.is_complaint = f"{path}: {note}", is_complaint
        yield scene


def _gallery(app: "App") -> "Iterator[Scene]":
    """Yield the gallery, and what was deleted."""
    from shogun.tower import user_towers
    from shogun.tower import user_towers as waste
    from shogun.window.workshop.gallery_scene import GalleryScene

    yield GalleryScene(app)
    deleted = user_towers.duplicate("classic")
    waste.delete(deleted.stem, deleted)
    yield GalleryScene(app)
    scene = GalleryScene(app)
    scene.show_bin(True)
    yield scene


def _jammed() -> "LiveStatistics":
    """Return what is known of a tower that clogs for good."""
    from shogun.lab.measuring.live_summary import NOTHING, LiveStatistics, PermanentClog

    jam = PermanentClog(11, 12, 123.0, ("baffle[10]", "baffle[11]"))
    return LiveStatistics(0, NOTHING, NOTHING, NOTHING, NOTHING, jam=jam)


def _statistics() -> "tuple[LiveStatistics, LiveStatistics]":
    """Return figures of a tower, and of what it is compared with."""
    from shogun.lab.measuring.estimates import Interval
    from shogun.lab.measuring.live_summary import LiveSizeStatistics, LiveStatistics
    from shogun.lab.measuring.tally import OddDrop

    share = Interval(0.704, 0.682, 0.726)
    sizes = tuple(LiveSizeStatistics(size, share, Interval(0.2, 0.1, 0.3)) for size in (1, 2, 4, 8, 60))
    odd = OddDrop("above the rim", 15, 9999, 2**63, 12, ())
    now = LiveStatistics(
        4000, share, Interval(0.203, 0.19, 0.21), Interval(11.67, 11.3, 12.0), Interval(0.001, 0.0, 0.002)
    )
    return replace(now, by_size=sizes, odd=(odd,), is_first_look=True), now


def _full_table(app: "App", code: str) -> "Scene":
    """Return a new game of as many as may play that can't begin: two of them have the same name."""
    from shogun.window.scenes.new_game import NewGameScene

    scene = NewGameScene(app, brought(app.options, code))
    scene.set_count(scene.counts[-1])
    scene.rename(0, scene.seats[1].name)
    return scene


def _bidding(app: "App", code: str) -> "Iterator[Scene]":
    """Yield the bidding for the places of a full table, if it is known what these are worth."""
    from shogun.window.scenes.bidding import BiddingScene
    from shogun.window.scenes.new_game import NewGameScene

    scene = NewGameScene(app, brought(app.options, code))
    scene.set_count(scene.counts[-1])
    chances = scene.chances()
    if chances is not None and scene.may_bid():
        yield BiddingScene(app, scene.seats[: scene.count], chances, lambda _held: None)


def _puzzles(app: "App", code: str) -> "Iterator[Scene]":
    """Yield the list of a game's puzzles, and one of each theme: as it begins, and with all that follows an answer."""
    from shogun.players.puzzles.collection import shipped_puzzles
    from shogun.players.puzzles.verdict import verdict
    from shogun.window.game.puzzles.puzzles_scene import PuzzlesScene
    from shogun.window.play.routes import ToPuzzle

    app.replace(PuzzlesScene(app, code))
    app.step(0.0)
    yield app.scene
    for one in {one.theme: one for one in shipped_puzzles([code])}.values():
        app.go(ToPuzzle(one.path))
        app.step(0.0)
        yield app.scene
        scene: Any = app.scene
        scene.show_verdict(scene.opened.usual, verdict(scene.opened, scene.opened.usual))
        for act in (scene.changed, scene.show_hint, scene.show_answer):
            act()
            app.step(0.0)
            yield scene


def _list(app: "App") -> "Iterator[Scene]":
    """Yield the list of games with a whole, a damaged and an unreadable one, and what it asks."""
    from shogun.window.scenes.games import GamesScene

    folder = games_folder()
    whole = next(iter(folder.glob(f"*{SUFFIX}"))).read_bytes()
    for name, data in (("damaged", whole.replace(b"seat", b"seal")), ("noise", b"noise")):
        (folder / f"{name}{SUFFIX}").write_bytes(data)
    scene = GamesScene(app)
    app.push(scene)
    for number in range(len(scene.rows)):
        for ask in (scene.keep, scene.begin_rename, scene.ask_delete):
            scene.choose(number)
            ask()
            app.step(STRIDE)
            app.step(STRIDE)
            yield scene
