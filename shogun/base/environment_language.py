"""Which language somebody wants who hasn't chosen one in the settings: from the environment, else from the system."""

import locale
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence

VARIABLE = "SHOGUN_LANGUAGE"
"""The variable that names the language of this program alone."""
_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Those that name the language of all programs, as gettext asks them: the first that is set decides."""
_PLAIN = ("C", "POSIX")
_PATIENCE = 2.0
"""Seconds that macOS may take to answer."""


def code_in(name: str, offered: Sequence[str]) -> str:
    """Return which language the name of a locale, such as "pl_PL.UTF-8" or "cs-CZ", means; empty: none of these."""
    plain = name.strip().partition(".")[0].partition("@")[0].replace("_", "-").lower()
    exact = {code.lower(): code for code in offered}
    return exact.get(plain) or exact.get(plain.partition("-")[0]) or ""


def system_language(offered: Sequence[str], usual: str) -> str:
    """Return the first of the languages of the system that is offered; the usual one if none is."""
    for name in _names(os.environ):
        if code := code_in(name, offered):
            return code
    return usual


def _names(environment: Mapping[str, str]) -> Iterator[str]:
    """Yield names of locales as the environment has them, or the system where it says nothing."""
    said = next((environment[name] for name in _VARIABLES if environment.get(name)), "")
    if said:
        yield from (name for name in said.split(":") if name.partition(".")[0] not in _PLAIN)
    elif sys.platform == "win32":
        yield from _windows()
    elif sys.platform == "darwin":
        yield from _macos()


def _windows() -> Iterator[str]:
    """Yield the language in which Windows shows its own menus."""
    import ctypes

    library = getattr(ctypes, "windll", None)
    if library is not None:
        yield locale.windows_locale.get(library.kernel32.GetUserDefaultUILanguage(), "")


def _macos() -> Iterator[str]:
    """Yield the preferred languages; a program that wasn't started in a terminal finds none in its environment."""
    try:
        asked = subprocess.run(
            ["defaults", "read", "-g", "AppleLanguages"], capture_output=True, text=True, timeout=_PATIENCE, check=False
        )
    except (OSError, subprocess.SubprocessError):
        return
    yield from (line.strip(' ",()') for line in asked.stdout.splitlines())
