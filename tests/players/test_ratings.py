"""Which games count for a rating, that the file of them survives everything, and what ratings come to."""

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from shogun.base import shared_file
from shogun.games import DEFAULT, GAMES, entry_of, game_of
from shogun.players import ratings as rated_games
from shogun.players.ratings import (
    RatedGame,
    Rating,
    RatingsFile,
    game_id,
    load,
    next_opponent,
    note_end,
    note_hint,
    ratings,
)
from shogun.table.game_archive import export_game, take_in
from shogun.table.journal import PERSON, Header, SeatInfo, TowerInfo, read_journal
from shogun.table.replay import resume
from shogun.table.session import Session
from tests.systems import WINDOWS

MEASURED = {"weak": 0.0, "usual": 500.0, "strong": 1000.0}
ODD: tuple[dict[str, Any], ...] = (
    {"points": [1]}, {"winners": []}, {"winners": [3]}, {"winners": [-1]}, {"players": ["person"]},
    {"names": ["a\nb", "c", "d"]}, {"names": ["x" * 61, "c", "d"]}, {"points": [1e300, 1, 1]},
    {"points": [10**30, 1, 1]}, {"id": "x"},
)  # fmt: skip
"""What no game of the file has."""


def ended(*players: str, winners: tuple[int, ...] = (0,), points: tuple[int, ...] = (9, 5, 1)) -> RatedGame:
    names = tuple(f"Player {seat}" for seat in range(len(players)))
    return RatedGame("0a1b2c3d", "dice", players, names, points, winners)


def begun(path: Path, *players: str, seed: int = 1, names: tuple[str, ...] = ("Aki", "Bizen", "Chō")) -> Session:
    """A game of Rumble Nation: short, and without a tower."""
    entry = entry_of("rumble-nation")
    setup = entry.agreed(len(players), {})
    seats = tuple(SeatInfo(name, player=player) for name, player in zip(names, players, strict=False))
    return Session.start(entry.rules, Header(game=entry.code, seed=seed, setup=setup, seats=seats), path)


def play(session: Session, answers: int = 10_000) -> Session:
    """Answer as many questions as that by lot, or all."""
    rng = Random(session.header.seed)
    while not session.is_over and answers:
        if session.chance is not None:
            session.advance()
            continue
        question = session.questions[0]
        session.answer(question.seat, rng.choice(question.moves))
        answers -= 1
    return session


# Which games count


def test_a_game_of_a_person_against_opponents_counts_once_however_often_it_is_copied(tmp_path: Path) -> None:
    path, file = tmp_path / "game.journal", tmp_path / "folder" / "ratings.json"
    session = begun(path, PERSON, "solid", "random")
    play(session, 5)
    assert not note_end(session, file) and not file.exists(), "it is not over"
    play(session)
    assert note_end(session, file)
    (kept,) = load(file).games
    assert (kept.game, kept.players, kept.names) == (
        "rumble-nation",
        (PERSON, "solid", "random"),
        ("Aki", "Bizen", "Chō"),
    )
    assert (kept.points, kept.winners) == (tuple(session.result.points), tuple(session.result.winners))
    assert not note_end(session, file)
    session.close()
    (tmp_path / "copy.journal").write_bytes(path.read_bytes())
    copied = resume(read_journal(game_of, tmp_path / "copy.journal"))
    assert game_id(copied) == kept.id and not note_end(copied, file)
    copied.close()
    assert len(load(file).games) == 1


@pytest.mark.parametrize(
    ("players", "names"),
    [
        (("solid", "random"), ("A", "B")),
        ((PERSON, PERSON), ("A", "B")),
        ((PERSON, PERSON, "solid"), ("A", "A", "B")),
    ],
)
def test_other_tables_do_not_count(tmp_path: Path, players: tuple[str, ...], names: tuple[str, ...]) -> None:
    session = play(begun(tmp_path / "game.journal", *players, names=names))
    assert not note_end(session, tmp_path / "ratings.json")


def test_neither_hints_nor_changed_seats_nor_games_without_a_file_count(tmp_path: Path) -> None:
    file = tmp_path / "ratings.json"
    hinted = begun(tmp_path / "hinted.journal", PERSON, "solid", seed=2)
    note_hint(hinted, file)
    note_hint(hinted, file)
    assert load(file).unrated == (game_id(hinted),)
    play(hinted, 3)
    hinted.close()
    again = play(resume(read_journal(game_of, tmp_path / "hinted.journal")))
    assert not note_end(again, file), "a hint is remembered when the game is gone on with"
    changed = begun(tmp_path / "changed.journal", PERSON, "solid", seed=3)
    changed.change_seat(1, "random")
    changed.change_seat(1, "solid")
    assert not note_end(play(changed), file)
    unkept = play(begun(None, PERSON, "solid", seed=4))  # type: ignore[arg-type]
    assert not note_end(unkept, file)
    assert load(file).games == ()


def test_the_first_end_stands_whatever_is_taken_back(tmp_path: Path) -> None:
    file = tmp_path / "ratings.json"
    session = play(begun(tmp_path / "game.journal", PERSON, "solid"))
    assert note_end(session, file)
    first = load(file)
    seat = next((seat for seat in range(2) if session.undoable(seat)), None)
    if seat is not None:
        session.undo(seat)
        play(session)
    assert not note_end(session, file) and load(file) == first


def test_no_export_holds_a_rating(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOGUN_HOME", str(tmp_path))
    path = tmp_path / "data" / "games" / "game.journal"
    session = play(begun(path, PERSON, "solid"))
    before = path.read_bytes()
    assert note_end(session)
    session.close()
    assert rated_games.ratings_path().parent == path.parent.parent and path.read_bytes() == before
    exported = export_game(path, tmp_path / "out")
    take_in(game_of, exported, tmp_path / "elsewhere")
    assert not [file for file in tmp_path.rglob("*ratings*") if file != rated_games.ratings_path()]


# The file


def test_whoever_writes_it_keeps_what_is_there_and_the_last_games_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rated_games, "MOST_GAMES", 2)
    file = tmp_path / "ratings.json"
    for seed in (5, 6, 7):
        assert note_end(play(begun(tmp_path / f"{seed}.journal", PERSON, "solid", seed=seed)), file)
    assert len(load(file).games) == 2
    assert WINDOWS or file.stat().st_mode & 0o077 == 0, "it is for nobody else to read"


@pytest.mark.parametrize(
    "data",
    [
        b"", b"{", b"[]", b"\xff\xfe", b"null", b'{"format":2}', b'{"format":1,"games":[{}]}', b"[" * 5000, b"9" * 5000,
        b'{"format":1,"unrated":["../../x"]}',
        *(
            msgspec.json.encode({"format": 1, "games": [{**msgspec.to_builtins(ended(PERSON, "a", "b")), **odd}]})
            for odd in ODD
        ),
    ],
)  # fmt: skip
def test_a_damaged_file_is_put_aside_and_games_go_on(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "ratings.json"
    file.write_bytes(data)
    assert load(file) == RatingsFile()
    assert (tmp_path / "ratings.json.broken").read_bytes() == data
    assert note_end(play(begun(tmp_path / "game.journal", PERSON, "solid")), file)
    assert len(load(file).games) == 1


def test_what_is_no_file_is_left_alone(tmp_path: Path) -> None:
    folder = tmp_path / "ratings.json"
    folder.mkdir()
    assert load(folder) == RatingsFile()
    with pytest.raises(OSError, match="it isn't a file"):
        note_end(play(begun(tmp_path / "game.journal", PERSON, "solid")), folder)
    assert folder.is_dir()


def test_a_file_that_cannot_be_read_just_now_is_not_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "ratings.json"
    assert note_end(play(begun(tmp_path / "1.journal", PERSON, "solid", seed=8)), file)
    before = file.read_bytes()
    second = play(begun(tmp_path / "2.journal", PERSON, "solid", seed=9))
    third = begun(tmp_path / "3.journal", PERSON, "solid", seed=10)

    def refused(*_given: object, **_named: object) -> bytes:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patched:
        patched.setattr(shared_file, "read_bounded", refused)
        assert load(file) == RatingsFile()
        for note, game in ((note_end, second), (note_hint, third)):
            with pytest.raises(PermissionError):
                note(game, file)
    assert file.read_bytes() == before
    assert note_end(second, file) and len(load(file).games) == 2


def test_a_file_without_end_is_put_aside(tmp_path: Path) -> None:
    file = tmp_path / "ratings.json"
    file.write_bytes(b" " * (rated_games.MOST_BYTES + 1))
    assert load(file) == RatingsFile() and not file.exists()
    assert (tmp_path / "ratings.json.broken").exists()


def test_a_full_disk_takes_nothing_that_was_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "ratings.json"
    assert note_end(play(begun(tmp_path / "1.journal", PERSON, "solid", seed=8)), file)
    before = file.read_bytes()

    def full(*_given: object, **_named: object) -> None:
        raise OSError(28, "No space left on device")

    second = play(begun(tmp_path / "2.journal", PERSON, "solid", seed=9))
    monkeypatch.setattr(shared_file, "write_whole", full)
    with pytest.raises(OSError, match="No space left"):
        note_end(second, file)
    assert file.read_bytes() == before


# Ratings


def test_winning_raises_and_losing_lowers_and_both_make_surer() -> None:
    won = ratings([ended(PERSON, "usual", "usual")], MEASURED, "usual")["Player 0"]
    lost = ratings([ended(PERSON, "usual", "usual", winners=(1,), points=(1, 9, 5))], MEASURED, "usual")["Player 0"]
    assert won.points > 500 > lost.points
    assert won.error < 350 and lost.error < 350 and (won.games, lost.games) == (1, 1)
    low, high = won.interval
    assert low < won.points < high


def test_it_matters_whom_one_has_beaten() -> None:
    weak, strong = (
        ratings([ended(PERSON, code, code)] * 8, MEASURED, "usual")["Player 0"].points for code in ("weak", "strong")
    )
    assert strong > weak + 300
    assert strong > 1000, "who always beats the strongest is stronger"


def test_several_people_each_have_their_own() -> None:
    found = ratings([ended(PERSON, PERSON, "own:code")] * 5, MEASURED, "usual")
    assert set(found) == {"Player 0", "Player 1"} and found["Player 0"].points > found["Player 1"].points


def test_a_shared_victory_is_shared() -> None:
    found = ratings([ended(PERSON, PERSON, "usual", winners=(0, 1), points=(9, 9, 1))], MEASURED, "usual")
    assert found["Player 0"].points == pytest.approx(found["Player 1"].points)


def test_the_next_opponent_is_the_closest_of_those_offered() -> None:
    offered = ("weak", "usual", "strong", "own:code")
    for points, wanted in ((-900.0, "weak"), (249.0, "weak"), (250.0, "usual"), (800.0, "strong"), (5000.0, "strong")):
        assert next_opponent(Rating(points, 50.0), MEASURED, offered) == wanted
    assert next_opponent(Rating(0.0, 1.0), {}, offered) is None


@pytest.mark.parametrize("game", GAMES)
def test_nobody_is_sent_to_an_opponent_that_plays_by_lot(game: str) -> None:
    opponents = entry_of(game).opponents
    measured, offered = opponents.RATINGS, opponents.codes()
    assert "random" in opponents.ranked() and "random" not in offered
    proposed = {next_opponent(Rating(points, 50.0), measured, offered) for points in range(-900, 2000, 5)}
    assert proposed == {code for code in measured if code in offered}


@pytest.mark.parametrize("game", GAMES)
def test_every_offered_strength_has_been_measured_and_they_rise(game: str) -> None:
    opponents = entry_of(game).opponents
    found = [opponents.RATINGS[code] for code in opponents.ranked() if code in opponents.RATINGS]
    assert len(found) >= 4 and found == sorted(found) and found[0] == 0.0 and found[-1] > 300
    assert opponents.SUBSTITUTE in opponents.RATINGS


def test_shogun_counts_too(tmp_path: Path) -> None:
    entry = entry_of(DEFAULT)
    seats = tuple(SeatInfo(name, player=player) for name, player in (("A", PERSON), ("B", "greedy"), ("C", "random")))
    setup = entry.agreed(3, {})
    session = Session.start(
        entry.rules, Header(seed=1, setup=setup, seats=seats, tower=TowerInfo()), tmp_path / "g.journal"
    )
    rng = Random(1)
    while not session.is_over:
        if session.chance is not None:
            session.advance()
        else:
            session.answer(session.questions[0].seat, session.questions[0].sample(rng))
    assert note_end(session, tmp_path / "ratings.json")
