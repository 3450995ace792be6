"""Which language is spoken where nobody has chosen one: that of the environment, else that of the system."""

import ctypes
import subprocess
import sys
from types import SimpleNamespace

import pytest

from shogun.base.language import code_in, system_language, wished

OFFERED = ("en", "pl", "cs")
NAMES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG", "SHOGUN_LANGUAGE")


@pytest.fixture(autouse=True)
def nothing_said(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("pl", "pl"), ("pl_PL", "pl"), ("pl_PL.UTF-8", "pl"), ("cs-CZ", "cs"), ("CS", "cs"), ("cs_CZ@euro", "cs"),
        ("en_US.UTF-8", "en"), ("de_DE", ""), ("C", ""), ("", ""), ("plx", ""), ("../pl", ""), ("\0", ""),
        ("p" * 9999, ""),
    ],
)  # fmt: skip
def test_names_of_locales_are_understood(name: str, code: str) -> None:
    assert code_in(name, OFFERED) == code


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"LANG": "pl_PL.UTF-8"}, "pl"),
        ({"LANG": "pl_PL.UTF-8", "LC_MESSAGES": "cs_CZ.UTF-8"}, "cs"),
        ({"LANG": "pl_PL.UTF-8", "LC_ALL": "en_US.UTF-8"}, "en"),
        ({"LANG": "pl_PL.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "de:cs:pl"}, "cs"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "", "LC_ALL": "", "LANGUAGE": ":"}, "en"),
        ({"LANG": "pl", "SHOGUN_LANGUAGE": "cs"}, "cs"),
        ({"LANG": "pl", "SHOGUN_LANGUAGE": "klingon"}, "pl"),
    ],
)
def test_the_first_variable_that_is_set_decides(
    said: dict[str, str], code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in said.items():
        monkeypatch.setenv(name, value)
    assert wished() == code


def test_windows_is_asked_for_the_language_of_its_menus(monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = SimpleNamespace(GetUserDefaultUILanguage=lambda: 0x0415)
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel), raising=False)
    monkeypatch.setattr(sys, "platform", "win32")
    assert system_language(OFFERED, "en") == "pl"
    kernel.GetUserDefaultUILanguage = lambda: 0xFFFF
    assert system_language(OFFERED, "en") == "en"


@pytest.mark.parametrize(("told", "code"), [('(\n    "cs-CZ",\n    "en-GB"\n)\n', "cs"), ("", "en"), ("(\n)\n", "en")])
def test_macos_is_asked_for_the_preferred_languages(told: str, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(subprocess, "run", lambda *_all, **_kinds: SimpleNamespace(stdout=told))
    assert system_language(OFFERED, "en") == code


def test_a_system_that_does_not_answer_speaks_english(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_all: object, **_kinds: object) -> None:
        raise FileNotFoundError

    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(subprocess, "run", refuse)
    assert system_language(OFFERED, "en") == "en"
