"""Games as declared objects: each brings what it declares, loaded when asked for, and else has what any game has."""

import pickle
import subprocess
import sys
from collections import Counter
from random import Random

import pytest

from shogun.game.errors import UnknownOpponent, UnknownOption
from shogun.game.protocol import AnyGame
from shogun.game.questions import Rolled
from shogun.game.words import PlainWords, type_text
from shogun.games import DEFAULT, GAMES, Game
from shogun.games.rumble_nation.rules.state import PlayCard, RollDice
from shogun.players.play_statistics import NOTHING_COUNTED
from shogun.players.seating import substitute
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.session import UNLIMITED, Session, take_turn
from tests.table.dice import GAME as DICE
from tests.table.dice.rules import Again, Keep, Setup
from tests.table.tossing import GAME as TOSSING

GAME_SIZES = {"shogun": (3, 4, 5), "rumble-nation": (2, 3, 4), "river-of-gold": (2, 3, 4)}
"""Numbers of players in the games that are played to see how much a human is asked."""
HEAVY = ("pygame", "numpy", "pymunk", "shogun.games.shogun.rules", "shogun.players", "shogun.table")


class Bare(Game):
    """Dice, of which nothing is declared but the rules."""

    code = "dice"
    name = "Dice"

    @property
    def rules(self) -> AnyGame:
        return DICE.rules


@pytest.fixture
def bare() -> Bare:
    return Bare()


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_called_as_its_rules_are(name: str) -> None:
    assert GAMES[name].code == GAMES[name].rules.code == name


def test_declarations_load_no_part() -> None:
    loads = f"import sys, shogun.games.shogun; print([name for name in {HEAVY} if name in sys.modules])"
    found = subprocess.run([sys.executable, "-c", loads], capture_output=True, text=True, check=True)
    assert found.stdout == "[]\n"


@pytest.mark.parametrize("game", [*GAMES.values(), DICE, TOSSING], ids=lambda game: game.code)
def test_every_part_can_be_loaded(game: Game) -> None:
    for kind in type(game).__mro__:
        for name, part in vars(kind).items():
            if isinstance(part, property):
                getattr(game, name)


def test_a_game_goes_to_another_process_with_its_opponents_in_code() -> None:
    named = GAMES[DEFAULT].with_coded(("own:choose",))
    assert pickle.loads(pickle.dumps(named)) == named != GAMES[DEFAULT]
    assert named.opponents.codes()[-1] == "own:choose"


def test_only_what_is_declared_is_judged(bare: Bare) -> None:
    assert [game.is_judged for game in (*GAMES.values(), bare)] == [True] * len(GAMES) + [False]
    parts = (bare.judge, bare.decisions, bare.turning_points, bare.puzzles, bare.advice, bare.encoding, bare.films)
    assert set(parts) == {None}
    assert not bare.is_taught


def test_a_game_without_opponents_has_one_that_makes_any_legal_move(bare: Bare) -> None:
    opponents = bare.opponents
    assert opponents.codes() == opponents.ranked() == opponents.named(["random"])[0] == ("random",)
    assert (opponents.title("random"), opponents.title("strong")) == ("Random", "strong")
    assert opponents.sentence("random") and not opponents.sentence("strong")
    question = DICE.rules.awaited(DICE.rules.play(DICE.rules.new(Setup()), None, Rolled((3, 5))).state)[0]
    move = substitute(opponents).choose(None, None, question, Random(1), UNLIMITED)  # type: ignore[arg-type]
    assert move in question.moves  # type: ignore[union-attr]
    with pytest.raises(UnknownOpponent, match="there is no opponent 'strong'; the opponents are random"):
        opponents.named(["strong"])
    assert bare.habits is NOTHING_COUNTED


def test_a_game_without_words_is_told_by_the_names_of_its_moves_and_fields(bare: Bare) -> None:
    words = bare.words
    assert words.SEATS == 2
    assert words.seat_names(Setup()) == ["Player 1", "Player 2"]
    assert words.setup_text(Setup(careful=True)) == "careful yes"
    assert words.move_lines(Keep(3)) == ["Keep: number 3"]
    assert words.move_lines(Again()) == ["Again"]
    assert words.sentence("rolled (3, 5)", ["Aki", "Bizen"]) == "rolled (3, 5)"
    assert bare.agreed(2, {}) == Setup()
    with pytest.raises(UnknownOption, match="Dice has no --advanced"):
        bare.agreed(2, {"advanced": ""})


def test_words_of_moves_are_those_of_their_types() -> None:
    words = PlainWords(GAMES["rumble-nation"].rules)
    assert type_text(RollDice) == "Roll dice"
    assert words.move_lines(PlayCard("Kato Kiyomasa")) == ["Play card: card Kato Kiyomasa"]


@pytest.mark.parametrize("code", GAMES)
def test_a_game_takes_humans_as_long_as_it_says(code: str) -> None:
    game, asked = GAMES[code], Counter[bool]()
    opponent = game.opponents.opponent(game.opponents.ranked()[-3])
    for seed, seats in enumerate(GAME_SIZES[code]):
        header = Header(
            seed=seed,
            setup=game.agreed(seats, {}),
            seats=tuple(SeatInfo(str(seat)) for seat in range(seats)),
            tower=TowerInfo() if game.rules.has_tower else None,
        )
        session = Session.start(game.rules, header)
        while not session.is_over:
            if session.chance is None:
                question = session.questions[0]
                if question.count() > 1:
                    asked[hasattr(question, "cards") and hasattr(question, "bids")] += 1
            take_turn(session, [opponent] * seats)
    seats_asked = sum(GAME_SIZES[code])
    minutes = (2 * asked[True] + asked[False] / 3) / seats_asked
    assert game.minutes == pytest.approx(minutes, rel=0.25)
