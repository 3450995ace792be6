"""A strength has one name in all games, in one order, and by it opponents are found on the command line."""

import pytest

from shogun.cli.game_options import with_code
from shogun.games import GAMES, entry_of
from shogun.players.seating import NAMES

LADDER = list(dict.fromkeys(NAMES.values()))


@pytest.mark.parametrize("code", list(GAMES))
def test_opponents_are_called_by_their_strength_and_offered_the_weakest_first(code: str) -> None:
    opponents = GAMES[code].opponents
    ranked = [one for one in opponents.codes() if one in opponents.RATINGS or one in NAMES]
    titles = [opponents.title(one) for one in ranked]
    assert titles == [NAMES[one] for one in ranked]
    places = [LADDER.index(title) for title in titles]
    assert places == sorted(set(places))
    assert opponents.title(opponents.SUBSTITUTE) == "Samurai"


def test_the_ends_of_the_ladder_are_the_same_everywhere() -> None:
    for entry in GAMES.values():
        ranked = [code for code in entry.opponents.codes() if code in NAMES]
        assert (NAMES[ranked[0]], NAMES[ranked[-1]]) == ("Novice", "Grand Master")


@pytest.mark.parametrize(("game", "words", "codes"), [
    ("shogun", ("samurai", "foot-soldier", "greedy"), ("greedy", "learner", "greedy")),
    ("rumble-nation", ("samurai", "daimyo", "solid"), ("solid", "strong", "solid")),
    ("river-of-gold", ("grand-master", "random", "beginner"), ("master", "random", "beginner")),
    ("river-of-gold", ("captain",), ("captain",)),
])  # fmt: skip
def test_a_command_line_takes_a_strength_by_its_name_and_each_code_as_ever(
    game: str, words: tuple[str, ...], codes: tuple[str, ...]
) -> None:
    assert with_code(entry_of(game), words)[1] == codes
