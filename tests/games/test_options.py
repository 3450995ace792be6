"""Options of games, declared once: what commands, environments, the sheet for a new game and settings read of them."""

from inspect import signature
from itertools import product

import pytest

from shogun.cli.game_commands.ladder import ladder
from shogun.cli.game_commands.play import play
from shogun.cli.game_commands.simulate import simulate
from shogun.game.errors import IllegalSetup, UnknownOption
from shogun.game.options import allowed_choices, choices_of, fields_of, options_of, refusals, usual_choices, wishes_of
from shogun.games import GAMES
from shogun.games.river_of_gold.rules.state import Setup as RiverSetup
from shogun.games.rumble_nation.rules.state import Setup as RumbleSetup
from shogun.games.shogun.rules.state import Setup
from tests.table.dice import GAME as DICE

SHOGUN = GAMES["shogun"]


@pytest.mark.parametrize("code", GAMES)
def test_the_rules_allow_what_the_sheet_offers_and_refuse_the_rest(code: str) -> None:
    game = GAMES[code]
    for values in product(*(option.names for option in game.options)):
        chosen = dict(zip((option.name for option in game.options), values, strict=True))
        setup = game.rules.types.setup(seats=3, **fields_of(game.options, chosen))
        is_refused = any(refusals(game.options, chosen).get(pair) for pair in chosen.items())
        if is_refused:
            with pytest.raises(IllegalSetup):
                game.rules.new(setup)
        else:
            game.rules.new(setup)


@pytest.mark.parametrize("code", GAMES)
def test_what_is_usual_is_what_a_setup_has(code: str) -> None:
    game = GAMES[code]
    usual = game.rules.types.setup(seats=4, **fields_of(game.options, usual_choices(game.options)))
    assert usual == game.agreed(4, {}) == game.rules.types.setup(seats=4)


@pytest.mark.parametrize(
    ("code", "wishes", "setup"),
    [
        ("shogun", {"board": "moon"}, Setup(4, "moon", "draft")),
        ("shogun", {"setup": "draft"}, Setup(4, "sun", "draft")),
        ("shogun", {"ties": "defender"}, Setup(4, ties="defender")),
        ("shogun", {"ties": "neutral"}, Setup(4)),
        ("rumble-nation", {"advanced": ""}, RumbleSetup(4, advanced=True)),
        ("river-of-gold", {"patrons": ""}, RiverSetup(4, "table")),
        ("river-of-gold", {"patrons": "", "setup": "lot"}, RiverSetup(4, "lot")),
    ],
)
def test_flags_wish_for_options(code: str, wishes: dict[str, str], setup: object) -> None:
    assert GAMES[code].agreed(4, wishes) == setup


def test_what_was_wished_for_is_refused_rather_than_changed() -> None:
    with pytest.raises(IllegalSetup):
        SHOGUN.agreed(4, {"board": "moon", "setup": "printed"})
    with pytest.raises(IllegalSetup):
        SHOGUN.agreed(4, {"board": "mars"})
    with pytest.raises(UnknownOption, match="Shogun has no --patrons"):
        SHOGUN.agreed(4, {"patrons": ""})


def test_what_was_not_wished_for_gives_way() -> None:
    assert choices_of(SHOGUN.options, {"board": "moon"}) == {"side": "moon", "line_up": "draft", "ties": "neutral"}
    assert allowed_choices(SHOGUN.options, {"side": "moon", "line_up": "printed"})["line_up"] == "draft"
    told = refusals(SHOGUN.options, {"side": "moon", "line_up": "draft"})
    assert told == {("line_up", "printed"): "The moon side has no printed setup."}


def test_a_game_that_declares_none_has_those_of_its_setup() -> None:
    (careful,) = DICE.options
    assert (careful.name, careful.label, careful.names, careful.usual) == ("careful", "Careful", ["no", "yes"], "no")
    assert fields_of(DICE.options, {"careful": "yes"}) == {"careful": True}
    side, line_up = options_of(Setup)[:2]
    assert (set(side.names), side.usual, line_up.usual) == ({"sun", "moon"}, "sun", "printed")


def test_commands_take_every_flag_that_is_declared() -> None:
    flags = {flag.name for game in GAMES.values() for option in game.options for flag in option.flags}
    for command in (simulate, ladder, play):
        assert flags < set(signature(command).parameters)


def test_a_flag_stands_alone_in_all_games_or_in_none() -> None:
    flags = [flag for game in GAMES.values() for option in game.options for flag in option.flags]
    alone, followed = ({flag.name for flag in flags if bool(flag.means) is is_alone} for is_alone in (True, False))
    assert not alone & followed
    assert wishes_of({"advanced": True, "patrons": False, "board": None, "setup": "lot"}) == {
        "advanced": "", "setup": "lot",
    }  # fmt: skip
