"""*Manual* in the menu opens the file of the installed program in a browser, or says in a sentence where it lies."""

import sys
import time
import webbrowser
from pathlib import Path

import pytest

from shogun.base.language import speaking
from shogun.window.kit.runtime.outside import Opening
from shogun.window.play.routes import ToMenu
from shogun.window.scenes.menu import MenuScene
from shogun.window.scenes.rules_help import manual_path, open_manual
from tests.window.clicking import click, window


class Browser(webbrowser.BaseBrowser):
    """Remembers what it was given, and shows it or not."""

    def __init__(self, *, shows: bool) -> None:
        super().__init__("browser")
        self.shows = shows
        self.given: list[str] = []

    def open(self, url: str, new: int = 0, autoraise: bool = True) -> bool:
        self.given.append(url)
        return self.shows


def ended(opening: Opening) -> Opening:
    """Return it when it has come to an end."""
    ends = time.monotonic() + 60
    while opening.is_busy and time.monotonic() < ends:
        time.sleep(0.001)
    return opening


def told() -> str:
    """Have the manual opened and return what is said."""
    opening = Opening()
    open_manual(opening)
    return ended(opening).take_sentence()


def test_the_manual_is_there_in_every_language() -> None:
    for code, name in (("en", "manual.html"), ("pl", "manual.pl.html"), ("cs", "manual.cs.html")):
        with speaking(code):
            assert manual_path().name == name
            assert manual_path().is_file()


def test_it_opens_in_a_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    browser = Browser(shows=True)
    monkeypatch.setattr(webbrowser, "get", lambda: browser)
    assert told() == f"The manual is in your browser. If you don't see it, open this file: {manual_path()}"
    assert browser.given == [manual_path().as_uri()]


def test_without_a_browser_it_says_where_it_lies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webbrowser, "get", lambda: Browser(shows=False))
    assert told() == f"No browser could be opened. The manual is here: {manual_path()}"

    def none() -> webbrowser.BaseBrowser:
        raise webbrowser.Error("could not locate runnable browser")

    monkeypatch.setattr(webbrowser, "get", none)
    assert str(manual_path()) in told()


@pytest.mark.skipif(sys.platform == "win32", reason="there a file is given to the system itself")
@pytest.mark.parametrize("code", [0, 3])
def test_a_command_that_finds_no_browser_is_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, code: int) -> None:
    """As `xdg-open` does it: it runs for a while, and then its exit code tells."""
    command = tmp_path / "xdg-open"
    command.write_text(f"#!/bin/sh\necho $1 > {tmp_path}/asked\nexit {code}\n")
    command.chmod(0o755)
    monkeypatch.setattr(webbrowser, "get", lambda: webbrowser.BackgroundBrowser(str(command)))
    said = told()
    assert (tmp_path / "asked").read_text().strip() == manual_path().as_uri()
    assert said.startswith("The manual is in your browser" if code == 0 else "No browser could be opened")


def test_a_browser_in_the_terminal_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser.GenericBrowser, "open", lambda _self, url: opened.append(url))
    monkeypatch.setattr(webbrowser, "get", lambda: webbrowser.GenericBrowser("lynx"))
    assert str(manual_path()) in told()
    assert not opened


@pytest.mark.slow
def test_the_menu_says_where_it_lies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webbrowser, "get", lambda: Browser(shows=False))
    with window() as app:
        app.go(ToMenu())
        app.step(0.0)
        click(app, "manual")
        scene = app.scene
        assert isinstance(scene, MenuScene)
        ended(scene.manual)
        app.step(0.0)
        assert scene.message.endswith(str(manual_path()))
