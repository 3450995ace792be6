"""Chances of places: the measured ones are of beginnings that exist, and ratings take them into account."""

import math
from pathlib import Path
from random import Random

import msgspec
import pytest

from shogun.games import GAMES, entry_of, game_of
from shogun.games.shogun.rules.state import Setup
from shogun.players.place_chances import PlaceChances, chances_of, first_seat_of, places_from
from shogun.players.ratings import SCALE, RatedGame, Rating, note_end, ratings
from shogun.players.ratings import load as load_rated
from shogun.table.journal import PERSON, Header, SeatInfo, TowerInfo, read_journal
from shogun.table.replay import resume
from shogun.table.session import Session
from tests.players.test_ratings import begun, play

PRINTED = {"seats": 4, "side": "sun", "line_up": "printed"}
UNEVEN = PlaceChances("uneven", PRINTED, "strong", 3600, (0.15, 0.06, 0.39, 0.40))
MEASURED = {"strong": 800.0}


def fields_of_setup(code: str, chances: PlaceChances) -> dict[str, object]:
    """The fields of a setup made of a beginning."""
    setup = game_of(code).types.setup(**chances.setup)
    game_of(code).new(setup)
    return msgspec.structs.asdict(setup)


@pytest.mark.parametrize("code", GAMES)
def test_measured_beginnings_can_be_played_and_are_found_again(code: str) -> None:
    measured = entry_of(code).place_chances
    assert len({chances.code for chances in measured}) == len(measured)
    for chances in measured:
        players = (chances.opponent, "person", "unknown")
        assert (
            chances_of(measured, fields_of_setup(code, chances), players, entry_of(code).opponents.RATINGS) is chances
        )
        assert chances.opponent in entry_of(code).opponents.codes()
        assert not chances.worth or min(chances.worth) == 0


def test_of_several_measurements_the_one_among_players_like_those_at_the_table_counts() -> None:
    ratings = {"weak": 100.0, "strong": 800.0, "master": 1000.0}
    weak, strong = (PlaceChances(code, PRINTED, code, 3600, UNEVEN.won) for code in ("weak", "strong"))
    for players, expected in (
        ((), weak),
        (("person", "person"), weak),
        (("weak", "person"), weak),
        (("master", "person", "weak"), strong),
        (("weak", "weak", "master"), weak),
    ):
        assert chances_of((weak, strong), PRINTED, players, ratings) is expected


def test_the_printed_setup_of_shogun_is_uneven_for_every_number_of_players() -> None:
    for seats in (3, 4, 5):
        chances = chances_of(entry_of("shogun").place_chances, msgspec.structs.asdict(Setup(seats)))
        assert chances is not None and not chances.is_even
        assert max(chances.won) > 2 * min(chances.won)


@pytest.mark.parametrize("won", [(0.5, 0.5), (0.5, 0.3, 0.3, 0.3), (1.1, -0.1, 0.0, 0.0)])
def test_what_is_no_share_for_each_place_is_refused(won: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match="a share of the victories for each place"):
        PlaceChances("odd", {"seats": 4}, "strong", 100, won)


def test_an_even_game_gives_nobody_an_advantage() -> None:
    even = PlaceChances("even", {"seats": 4}, "strong", 100, (0.26, 0.24, 0.27, 0.23))
    assert [even.advantage(place) for place in range(4)] == [0.0] * 4
    assert UNEVEN.advantage(1) < UNEVEN.advantage(0) < 0 < UNEVEN.advantage(2)
    assert UNEVEN.middling == 2


def test_places_are_counted_from_the_first_seat() -> None:
    assert places_from(2, 4) == (2, 3, 0, 1)


def test_a_position_has_no_measured_chances() -> None:
    assert chances_of((UNEVEN,), PRINTED) is UNEVEN
    assert chances_of((UNEVEN,), {**PRINTED, "position": object()}) is None
    assert chances_of((UNEVEN,), {**PRINTED, "seats": 3}) is None


def test_a_house_rule_has_no_measured_chances() -> None:
    assert chances_of((UNEVEN,), msgspec.structs.asdict(Setup(4, first_seat=2, ties="defender"))) is None


def test_places_that_were_bid_for_count_as_even() -> None:
    setup = msgspec.structs.asdict(Setup(4))
    assert chances_of((UNEVEN,), setup) is UNEVEN
    assert chances_of((UNEVEN,), {**setup, "handicap": (0, 0, 0, 0)}) is UNEVEN
    assert chances_of((UNEVEN,), {**setup, "handicap": (6, 0, 12, 12)}) is None


@pytest.mark.parametrize("code", GAMES)
@pytest.mark.parametrize("first", [None, 1])
def test_the_first_seat_of_a_game_is_known_whether_agreed_on_or_drawn(code: str, first: int | None) -> None:
    entry = entry_of(code)
    setup = entry.agreed(3, {})
    if first is not None:
        setup = entry.rules.begun_by(setup, first)
    seats = tuple(SeatInfo(str(seat), player="random") for seat in range(3))
    tower = TowerInfo() if entry.rules.has_tower else None
    session = Session.start(entry.rules, Header(game=code, seed=4, setup=setup, seats=seats, tower=tower))
    while session.chance is not None and session.chance.key.rpartition("/")[2] != "first_seat":
        session.advance()
    if first is None:
        assert first_seat_of(session) is None
        (drawn,) = session.advance().answer.items
        assert first_seat_of(session) == drawn
    else:
        assert first_seat_of(session) == first


def test_a_rated_game_keeps_its_beginning_and_its_first_seat(tmp_path: Path) -> None:
    path, file = tmp_path / "game.journal", tmp_path / "ratings.json"
    places = (PlaceChances("three", {"seats": 3, "advanced": False}, "solid", 900, (0.5, 0.3, 0.2)),)
    session = begun(path, PERSON, "solid", "solid")
    play(session, 3)
    session.close()
    again = resume(read_journal(game_of, path))
    play(again)
    assert note_end(again, file, places)
    (kept,) = load_rated(file).games
    assert (kept.beginning, kept.first) == ("three", again.state.first)
    again.close()


# Ratings


def drawn_game(truth: float, place: int, rng: Random) -> RatedGame:
    """A game of a person of this strength against equals of 800 points, won as the chances of the places say."""
    seats = len(UNEVEN.won)
    first = rng.randrange(seats)
    person = (first + place) % seats
    strengths = [
        (truth if seat == person else 800.0) / SCALE + UNEVEN.advantage(at)
        for seat, at in enumerate(places_from(first, seats))
    ]
    left, order = list(range(seats)), list[int]()
    while left:
        order.append(rng.choices(left, [math.exp(strengths[seat]) for seat in left])[0])
        left.remove(order[-1])
    players = tuple(PERSON if seat == person else "strong" for seat in range(seats))
    points = tuple(seats - order.index(seat) for seat in range(seats))
    names = tuple("A" if player == PERSON else "" for player in players)
    return RatedGame("00000000", "shogun", players, names, points, (order[0],), "uneven", first)


def rated(truth: float, place: int, *, counts_places: bool) -> Rating:
    rng = Random(f"{truth} at {place}")
    games = [drawn_game(truth, place, rng) for _number in range(100)]
    return ratings(games, MEASURED, "strong", (UNEVEN,) if counts_places else ())["A"]


@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize("truth", [700.0, 900.0])
def test_a_player_gets_the_same_rating_from_every_place(truth: float, place: int) -> None:
    low, high = rated(truth, place, counts_places=True).interval
    assert low <= truth <= high


def test_without_the_places_a_bad_one_costs_a_rating() -> None:
    bad, good = (rated(800.0, place, counts_places=False) for place in (1, 3))
    assert bad.interval[1] < 800.0 and bad.points + 200 < good.points
