import getpass
from typing import Any

import pytest

from shogun.window.kit.runtime import settings


@pytest.mark.parametrize(
    ("login", "full", "called"),
    [
        ("ktanaka", "Kai Tanaka", "Kai"),
        ("kai", "", "Kai"),
        ("kai", "Łukasz", "Łukasz"),
        ("root", "root", ""),
        ("root", "Charlie Root", ""),
        ("ubuntu", "Ubuntu", ""),
        ("www-data", "", ""),
        ("u123", "", ""),
        ("", "", ""),
    ],
)
def test_a_user_is_called_by_their_name_and_not_by_an_office(
    monkeypatch: pytest.MonkeyPatch, login: str, full: str, called: str
) -> None:
    monkeypatch.setattr(getpass, "getuser", lambda: login)
    monkeypatch.setattr(settings, "_full_name", lambda _login: full)
    assert settings.given_name() == called


@pytest.mark.parametrize("error", [OSError, KeyError, ImportError])
def test_a_system_that_does_not_tell_calls_nobody(monkeypatch: pytest.MonkeyPatch, error: type[Exception]) -> None:
    def getuser() -> Any:
        raise error

    monkeypatch.setattr(getpass, "getuser", getuser)
    assert settings.login_name() == settings.given_name() == ""
