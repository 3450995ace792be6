"""Files of strangers, with right checksums: what can't be a game is told in one short sentence, and hurts nobody."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from shogun.base.files import LONGEST
from shogun.games import game_of
from shogun.table.errors import Disagreement, JournalError, NotWritable
from shogun.table.journal import Header, TowerInfo, model_hash, parse_journal, read_header, read_journal
from shogun.table.replay import PhysicsRecheck, Replay, again, resume
from shogun.table.saved_games import SavedGame, Unreadable, all_games, delete, rename
from shogun.tower import load_tower
from shogun.tower.geometry import Geometry, Pin, geometry_hash
from shogun.tower.quick_model import OutcomeModel, model_for
from tests.table import toy
from tests.table.finding import last_unfinished
from tests.table.forging import Line, forged, sealed, sealed_bytes, toy_game
from tests.table.test_physics import past

Change = Callable[[list[Line]], object]


def refused(data: bytes, tmp_path: Path) -> str:
    """The sentence with which list and replay refuse a journal."""
    path = tmp_path / "stranger.journal"
    path.write_bytes(data)
    with pytest.raises(JournalError) as listed:
        read_header(toy.game_of, path)
    with pytest.raises(JournalError) as replayed:
        Replay(read_journal(toy.game_of, path)).run()
    for sentence in (str(listed.value), str(replayed.value)):
        assert sentence.startswith(str(path))
        assert sentence.isprintable()
        assert len(sentence.removeprefix(str(path))) < 500
    [found] = all_games(toy.game_of, tmp_path)
    assert isinstance(found, Unreadable)
    return listed.value.sentence


def named(name: str) -> Change:
    return lambda lines: lines[0]["seats"][0].update(name=name)


def told(**values: Any) -> Change:
    return lambda lines: lines[0].update(values)


@pytest.mark.parametrize(
    "change",
    [
        named("x" * 2000), named("A\x00B"), named("A\nB"), named("A\n"), named("\u202egnol"),
        lambda lines: lines[0]["seats"][0].update(mon="x" * 2000),
        lambda lines: lines[0]["seats"][0].update(player="x" * 2000),
        lambda lines: lines[0]["tower"].update(name="x" * 2000),
        told(created="x" * 100_000), told(program="x\x1b[2J"), told(game="x" * 100_000), told(game="toy\x00"),
        told(seed=-1), told(seed=2**64), told(seed=10**400), told(seed=1.5), told(physics=10**30), told(seats=[]),
        told(setup={"seats": 10**30}), told(setup=None), told(n=2), told(tower=[[[]]]), told(tower=None),
    ],
)  # fmt: skip
def test_a_header_beyond_all_bounds_is_refused(change: Change, tmp_path: Path) -> None:
    refused(forged(toy_game(4), change), tmp_path)


def test_a_seed_is_as_large_as_any_that_can_be_asked_for(tmp_path: Path) -> None:
    parse_journal(toy.game_of, toy_game(4, header=toy.header(2**64 - 1)))


RAW = {
    "format of 5,000 digits": lambda data: data.replace(b'"format":3', b'"format":' + b"3" * 5000, 1),
    "format of 3,000 digits": lambda data: data.replace(b'"format":3', b'"format":' + b"3" * 3000, 1),
    "invalid UTF-8": lambda data: data.replace(b"Aki", b"\xff\xfe\xfa", 1),
    "deep brackets": lambda data: data.replace(b'"seats":[', b'"deep":' + b"[" * 90_000 + b',"seats":[', 1),
    "number of 5,000 digits": lambda data: data.replace(b'"seed":7', b'"seed":' + b"7" * 5000, 1),
    "number beyond all floats": lambda data: data.replace(b'"seed":7', b'"seed":1e999', 1),
    "long text": lambda data: data.replace(b'"line":"header"', b'"line":"header' + b"x" * 300_000 + b'"', 1),
}


@pytest.mark.parametrize("kind", RAW)
def test_a_first_line_that_is_no_header_is_refused(kind: str, tmp_path: Path) -> None:
    whole = b'{"line":"header","n":1,"format":3,"game":"toy","seed":7,"seats":[{"name":"Aki"}]}'
    refused(sealed_bytes([RAW[kind](whole)]), tmp_path)


def with_geometry(geometry: Geometry) -> Header:
    return toy.header(tower=TowerInfo(geometry.name, geometry_hash(geometry), geometry))


def with_part(geometry: Geometry, part: str, **values: Any) -> Geometry:
    return msgspec.structs.replace(geometry, **{part: msgspec.structs.replace(getattr(geometry, part), **values)})


def test_no_throw_begins_in_a_tower_that_is_none(tmp_path: Path) -> None:
    classic = load_tower("classic")
    pins = msgspec.structs.replace(classic, pins=tuple(Pin(0.0, 100.0, 1.0) for _pin in range(20_000)))
    towers = {
        "at most 200 pieces": pins,
        "tray.depth": with_part(classic, "grain", size=40.0, edge=0.0),
        "a text of the tower": msgspec.structs.replace(classic, description="x" * 200_001),
    }
    for sentence, geometry in towers.items():
        assert sentence in refused(sealed([with_geometry(geometry)]), tmp_path)
    parse_journal(toy.game_of, sealed([msgspec.structs.replace(with_geometry(classic), game="toy")]))


def of_model(change: Callable[[Any], object]) -> bytes:
    built: Any = msgspec.to_builtins(model_for(load_tower("classic")))
    change(built["fit"])
    model = msgspec.convert(built, OutcomeModel)
    return sealed([msgspec.structs.replace(toy.header(tower=TowerInfo("model:x", model_hash(model), None, model)))])


@pytest.mark.parametrize(
    "change",
    [
        lambda fit: fit.update(most_resting=-1),
        lambda fit: fit.update(most_resting=10**15),
        lambda fit: fit.update(drops=10**300),
        lambda fit: fit["coefficients"].update(thrown=[0.0]),
        lambda fit: fit["coefficients"].update(resting=[1e300] * 17),
        lambda fit: fit["coefficients"].update(coupling=[1e10, 0.0]),
        lambda fit: fit["coefficients"].update(thrown_width=[0.0, -1e308]),
    ],
)
def test_a_model_with_numbers_that_no_fit_has_is_refused(change: Callable[[Any], object], tmp_path: Path) -> None:
    assert "the tower's model has impossible numbers" in refused(of_model(change), tmp_path)


# What lies in the games' folder


def test_whatever_lies_in_the_folder_the_list_opens(tmp_path: Path) -> None:
    (tmp_path / "good.journal").write_bytes(toy_game(4))
    (tmp_path / "folder.journal").mkdir()
    (tmp_path / "empty.journal").touch()
    (tmp_path / ("x" * 240 + ".journal")).write_bytes(toy_game(4))
    with (tmp_path / "huge.journal").open("wb") as file:
        file.truncate(3_000_000_000)
    (tmp_path / "old.journal").write_bytes(toy_game(4))
    os.utime(tmp_path / "old.journal", (2**55, 2**55))
    if hasattr(os, "mkfifo"):
        (tmp_path / "gone.journal").symlink_to(tmp_path / "nowhere")
        os.mkfifo(tmp_path / "pipe.journal")
        (tmp_path / os.fsdecode(b"\xff\n\x1b[2J.journal")).write_bytes(toy_game(4))
    games = all_games(toy.game_of, tmp_path)
    why = {game.path.stem: game.why for game in games if isinstance(game, Unreadable)}
    assert why["folder"] == why.get("pipe", why["folder"]) == "it isn't a file"
    assert "is larger than" in why["huge"]
    titles = [game.title for game in games if isinstance(game, SavedGame)]
    assert len(titles) >= 3
    assert all(title.isprintable() and len(title) <= LONGEST + 9 for title in titles)
    for game in games:
        if isinstance(game, Unreadable) and game.path.stem in ("folder", "pipe"):
            with pytest.raises(NotWritable, match="it isn't a file"):
                delete(game.path)
            with pytest.raises(NotWritable, match="it isn't a file"):
                rename(game.path, "other")


def test_a_folder_that_is_none_has_no_games(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert all_games(toy.game_of, tmp_path / "file") == []


@pytest.mark.parametrize("change", [told(format=4), told(format=4, news={"a": 1}), told(game="go"), named("\x00")])
def test_continue_passes_over_games_that_can_not_be_gone_on_with(change: Change, tmp_path: Path) -> None:
    (tmp_path / "mine.journal").write_bytes(toy_game(4))
    (tmp_path / "later.journal").write_bytes(forged(toy_game(4), change))
    os.utime(tmp_path / "mine.journal", (1, 1))
    found = last_unfinished(toy.game_of, tmp_path)
    assert found is not None
    assert found.path.stem == "mine"


# How long a journal may be


def test_a_journal_of_endless_undoing_is_refused_and_none_is_ever_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def repeat(lines: list[Line], times: int) -> None:
        for _time in range(times):
            lines.append({"line": "undo", "n": len(lines) + 1, "of": 3})
            lines.append({"line": "redo", "n": len(lines) + 1, "of": 3})

    long = forged(toy_game(2), lambda lines: repeat(lines, 20_000))
    path = tmp_path / "stranger.journal"
    path.write_bytes(long)
    with pytest.raises(JournalError, match=r"longer than|more than 5000 lines"):
        read_journal(toy.game_of, path)
    with pytest.raises(JournalError, match="more than 5000 lines"):
        parse_journal(toy.game_of, forged(toy_game(2), lambda lines: repeat(lines, 2_500)))
    path.write_bytes(forged(toy_game(2), lambda lines: repeat(lines, 1_998)))
    session = resume(read_journal(toy.game_of, path))
    assert session.undoable(0)
    while session.undoable(0):
        session.undo(0)
        if session.redoable(0):
            session.redo(0)
    session.close()
    assert Replay(read_journal(toy.game_of, path)).run().state == session.state


# What chance has answered, and where cubes lie


def first(lines: list[Line], kind: str) -> Line:
    return next(line for line in lines if line.get("answer", {}).get("type") == kind)


def turned_round(lines: list[Line]) -> None:
    answer = first(lines, "Drawn")["answer"]
    answer["items"] = [1 - answer["items"][0]]


def test_lots_that_the_seed_does_not_draw_are_a_disagreement() -> None:
    contents = parse_journal(toy.game_of, forged(toy_game(4), turned_round))
    with pytest.raises(Disagreement, match="line 2: the journal has other draws than its seed gives") as error:
        Replay(contents).run()
    assert error.value.line == 2


@pytest.mark.parametrize("name", ["format_1", "format_2"])
def test_lots_of_earlier_formats_are_checked_too(name: str) -> None:
    def reversed_shuffle(lines: list[Line]) -> None:
        shuffle = next(line for line in lines if len(line.get("answer", {}).get("items", ())) == 10)
        shuffle["answer"]["items"].reverse()
        reversed_lines.append(shuffle["n"])

    reversed_lines: list[int] = []
    contents = parse_journal(game_of, forged(past(name), reversed_shuffle))
    with pytest.raises(Disagreement) as error:
        Replay(contents).run()
    assert error.value.line == reversed_lines[0]


@pytest.fixture(scope="module")
def simulated() -> bytes:
    """A few turns of a toy game with the real tower."""
    return toy_game(5, header=toy.header(tower=TowerInfo.of(load_tower("classic"))))


@pytest.mark.parametrize(("column", "value"), [(1, 1e300), (2, 1e300), (2, -5.0), (3, 1e300), (1, 60.0)])
def test_a_cube_that_lies_where_none_can_is_a_disagreement(simulated: bytes, column: int, value: float) -> None:
    def move(lines: list[Line]) -> None:
        first(lines, "Thrown")["resting"][0][column] = value

    contents = parse_journal(toy.game_of, forged(simulated, move))
    with pytest.raises(Disagreement, match="a cube is outside of the tower"):
        Replay(contents).run()


@pytest.mark.parametrize("value", [b"NaN", b"Infinity", b"1e999"])
def test_a_place_that_is_no_number_is_no_line(simulated: bytes, value: bytes) -> None:
    lines = [line[: line.rindex(b',"crc"')] + b"}" for line in simulated.splitlines()]
    place = next(n for n, line in enumerate(lines) if b'"resting"' in line)
    head, _comma, rest = lines[place].partition(b'"resting":[["')
    colour, _old, tail = rest.split(b",", 2)
    lines[place] = b'%b"resting":[["%b,%b,%b' % (head, colour, value, tail)
    with pytest.raises(JournalError, match=f"line {place + 1}: not a journal line"):
        parse_journal(toy.game_of, sealed_bytes(lines))


def made_again(data: bytes) -> list[PhysicsRecheck]:
    return [one for shown in Replay(parse_journal(toy.game_of, data)) for one in again(shown)]


def test_a_throw_that_falls_otherwise_here_was_made_elsewhere(simulated: bytes) -> None:
    assert [one.is_same for one in made_again(simulated)] == [True]

    def nudge(lines: list[Line]) -> None:
        first(lines, "Thrown")["resting"][0][3] += 1e-9

    assert [one.is_same for one in made_again(forged(simulated, nudge))] == [False]
    assert [one.is_same for one in made_again(forged(simulated, told(physics=1)))] == [False]
    assert [one.is_same for one in made_again(toy_game(5))] == [True], "a quick model's throws follow from the seed"
