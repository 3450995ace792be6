"""`shogun play --text`: whole games by what the terminal says alone, commands, several people, and leaving."""

import subprocess
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from shogun import cli
from shogun.base.installation import command_line
from shogun.cli.game_commands import text_play
from shogun.cli.game_commands.text_play import BLANK, TextGame
from shogun.games import GAMES, Game, game_of
from shogun.table.journal import PERSON, Header, SeatInfo, TowerInfo, read_journal
from shogun.table.replay import Replay
from shogun.table.saved_games import SavedGame, games_folder, last_opened
from shogun.table.session import Session
from shogun.window.kit.runtime.settings import Settings
from shogun.window.kit.runtime.start_options import PlayOptions
from shogun.window.play.start import saved_game
from tests.cli.listener import Listener
from tests.players import faults
from tests.table.dice import GAME as DICE
from tests.table.finding import saved_games
from tests.table.tossing import GAME as TOSSING

LEAVE = "EOF"
RUMBLE = ("--game", "rumble-nation", "--seed", "5")
ALONE = ("1", "Ada", "2")
"""Two players, a name, and a novice in the other seat."""


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOGUN_HOME", str(tmp_path))
    monkeypatch.setattr(text_play, "TOWER", "model")  # whole games don't wait for falling cubes


def play(monkeypatch: pytest.MonkeyPatch, listener: Listener, *words: object) -> int:
    with monkeypatch.context() as streams:
        streams.setattr(sys, "stdin", listener)
        streams.setattr(sys, "stdout", listener)
        return cli.main(["play", "--text", *map(str, words)])


def said(monkeypatch: pytest.MonkeyPatch, script: Sequence[str], *words: object) -> str:
    """What is said to somebody who types this and leaves."""
    listener = Listener((*script, LEAVE))
    assert play(monkeypatch, listener, *words) == 0
    return listener.text


def only_game() -> SavedGame:
    [saved] = saved_games(game_of)
    return saved


# Whole games


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "script"),
    [("shogun", ("1", "Ada", "2", "")), ("rumble-nation", ("2", "Ada", "2", "")), ("river-of-gold", ("1", "Ada", "2"))],
)
def test_a_whole_game_by_what_is_said(monkeypatch: pytest.MonkeyPatch, game: str, script: tuple[str, ...]) -> None:
    listener = Listener(script)
    assert play(monkeypatch, listener, "--game", game, "--seed", 3) == 0
    saved = only_game()
    *_others, winner, review = listener.text.splitlines()
    assert winner.startswith("The game is over. Winner: ")
    assert review == f"To see what decided it: {command_line('shogun', 'review', str(saved.path))}"
    assert saved.is_finished
    assert saved.header.seats[0].name == "Ada"
    assert {seat.player for seat in saved.header.seats[1:]} == {"beginner"}
    Replay(read_journal(game_of, saved.path)).run()
    assert last_opened(games_folder()) == saved.path.name


@pytest.mark.parametrize("game", [DICE, TOSSING], ids=lambda game: game.code)
def test_a_game_without_a_dialogue_of_its_own(monkeypatch: pytest.MonkeyPatch, game: Game) -> None:
    listener = Listener()
    header = Header(
        seed=1,
        setup=game.rules.types.setup(seats=2),
        seats=(SeatInfo("Ada"), SeatInfo("Ben", player=game.opponents.SUBSTITUTE)),
        tower=TowerInfo() if game.rules.has_tower else None,
    )
    with monkeypatch.context() as streams:
        streams.setattr(sys, "stdin", listener)
        streams.setattr(sys, "stdout", listener)
        played = TextGame(text_play.Terminal(), game, Session.start(game.rules, header), Settings())
        played.play()
        played.close()
    assert "Ada to move." in listener.text
    assert "The game is over. Winner: " in listener.text


# Leaving and coming back


def test_a_game_is_saved_and_continued_in_both_places(monkeypatch: pytest.MonkeyPatch) -> None:
    text = said(monkeypatch, (*ALONE, "1"), *RUMBLE)
    path = only_game().path
    assert text.endswith(f"To continue it: {command_line('shogun', 'play', '--text', str(path))}\n")
    session, log = saved_game(PlayOptions(entries=GAMES), path)  # as the window opens it
    assert session.header.seats[1].player == "beginner"
    session.close()
    again = said(monkeypatch, (), path)
    assert log[-1].text in again
    _before, _question, choices = text.partition("the castle's number.\n")
    assert choices.partition("\n\n")[0] in again, "the question is asked again"


def test_leaving_before_a_game_begins_saves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "How many players?" in said(monkeypatch, ("2",))
    assert saved_games(game_of) == []


def test_help_is_given_before_a_game_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    text = said(monkeypatch, ("?", "2", "?", "Ann", "help"), *RUMBLE)
    assert text.count("or a part of its words to look for it") == 2
    assert "Type a name, or press Enter." in text and "No choice contains" not in text


def test_no_two_players_have_the_same_name(monkeypatch: pytest.MonkeyPatch) -> None:
    text = said(monkeypatch, ("2", "Asakura", "1", "Asakura", "x" * 17, "Ben", "2"), *RUMBLE)
    assert "Two players have the same name." in text
    assert "A name can't be longer than 16 characters." in text
    assert [seat.name for seat in only_game().header.seats] == ["Asakura", "Ben", "Imagawa"]


def test_ctrl_c_says_how_to_continue(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(_lines: list[str]) -> str:
        raise KeyboardInterrupt

    assert play(monkeypatch, Listener(ALONE, answer=interrupted), *RUMBLE) == 130
    error = capsys.readouterr().err
    assert error.startswith("shogun: The game is saved. To continue it: shogun play --text")
    assert error.count("\n") == 1


def test_what_needs_a_window_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["play", "--text", "--autoplay"]) == 2
    assert cli.main(["play", "--text", "--size", "1600x1000"]) == 2
    assert capsys.readouterr().err.splitlines() == [
        "shogun: --autoplay can't be combined with --text",
        "shogun: --size can't be combined with --text",
    ]


def test_neither_a_display_nor_heavy_libraries_are_loaded() -> None:
    code = (
        "import sys\nfrom shogun import cli\ncli.main(['play', '--text'])\n"
        "print([name for name in ('numpy', 'pygame', 'pymunk', 'openskill') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input="", capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stderr, done.stdout.splitlines()[-1]) == (0, "", "[]")


# Commands at a question


def test_commands_at_a_question(monkeypatch: pytest.MonkeyPatch) -> None:
    text = said(monkeypatch, (*ALONE, "?", "table kyo", "t nowhere", "l", "l 1", "h", "r", "u"), *RUMBLE)
    assert "l or log: what has happened since your last answer; l 20: the last 20 lines." in text
    [kyo] = [line for line in text.splitlines() if line.startswith("Kyo (castle")]
    assert "by land: " in kyo
    assert "Nothing on the table contains nowhere." in text
    assert "The adviser is thinking …" in text
    assert "To do that, type 1." in text
    assert "There is nothing to redo." in text
    assert "that could be undone." in text


def test_an_answer_can_be_undone_before_others_continue(monkeypatch: pytest.MonkeyPatch) -> None:
    script = (*ALONE, "1", "1", "zz", "u", "r", "")
    text = said(monkeypatch, script, *RUMBLE)
    before, _undone, after = text.partition("Ada undoes the last answer.")
    assert before.count("Press Enter to continue, or type u to undo.") == 2, "another answer repeats the question"
    assert "Ada: choose the die" in after
    assert after.count("Ada deploys to ") >= 1, "it was redone"


def test_an_unfit_answer_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    text = said(monkeypatch, (*ALONE, "1", "99", "nonsense", "1 1"), *RUMBLE)
    most = text.partition("the castle's number.\n")[2].partition("\n> ")[0].count("\n") + 1
    assert text.count(f"\nType a number from 1 to {most}.\nAda: choose the die for your number of soldiers") == 2
    assert f"No choice contains nonsense. Type a number from 1 to {most}." in text


def test_part_of_a_choice_finds_it(monkeypatch: pytest.MonkeyPatch) -> None:
    text = said(monkeypatch, (*ALONE, "DICE"), *RUMBLE)
    assert text.endswith("> DICE\n1. Roll the dice\n\n" + text.splitlines()[-1] + "\n")


# Several people, opponents that fail


def test_secrets_are_hidden_when_the_keyboard_changes_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    people = ("1", "Ada", "1", "Ben")
    listener = Listener(people)
    turns = 40

    def until_both_have_played(lines: list[str]) -> str:
        nonlocal turns
        turns -= 1
        return listener.any_choice(lines) if turns else LEAVE

    listener._answer = until_both_have_played
    assert play(monkeypatch, listener, "--game", "river-of-gold", "--seed", 1) == 0
    parts = listener.text.split("The keyboard goes to ")
    assert len(parts) > 3
    for earlier, later in pairwise(parts[1:]):
        assert earlier.endswith("\n" * BLANK), "what was shown is out of sight"
        assert earlier[:3] != later[:3]


def test_nobody_sees_or_undoes_the_plan_of_another_at_the_keyboard(monkeypatch: pytest.MonkeyPatch) -> None:
    agreed = ("1", "Ada", "1", "Ben", "2")
    plan = (*map(str, range(1, 12)), "yes")
    text = said(monkeypatch, (*agreed, "", *plan, "", "t", "u"), "--game", "shogun", "--seed", "5")
    before, _turn, after = text.rpartition("The keyboard goes to Ben.")
    assert "Your plan:" in before
    assert "Ada has planned." in after
    assert "Your plan:" not in after
    assert "You haven't done anything that could be undone." in after


def test_an_opponent_that_fails_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    coded = f"{faults.__name__}:raising"
    listener = Listener(("1", "Ada", "faults", "13", "2"))
    heard: list[str] = []

    def until_it_fails(lines: list[str]) -> str:
        heard.extend(lines)
        return LEAVE if any("takes over" in line for line in heard) else listener.any_choice(lines)

    listener._answer = until_it_fails
    assert play(monkeypatch, listener, "--game", "shogun", "--seed", 2, "--opponents", coded) == 0
    assert "Blue can't decide (an error: KeyError); Samurai takes over." in listener.text
    assert [seat.player for seat in only_game().header.seats] == [PERSON, coded, "beginner"]


def test_a_word_finds_a_heading_with_all_below_it() -> None:
    lines = ("Your customers:", "  noble: silk", "    3 points", "Your clan:", "  2 koku")
    assert list(text_play._with_parts(lines, "customer")) == ["Your customers:", "  noble: silk", "    3 points"]
    assert list(text_play._with_parts(lines, "silk")) == ["  noble: silk", "    3 points"]


def test_the_command_that_continues_a_game_is_not_fitted_to_the_width(monkeypatch: pytest.MonkeyPatch) -> None:
    whole: list[str] = []
    monkeypatch.setattr(text_play.Terminal, "say_whole", lambda _terminal, line: whole.append(line))
    said(monkeypatch, ALONE, *RUMBLE)
    assert [line for line in whole if str(only_game().path) in line] == whole != []
