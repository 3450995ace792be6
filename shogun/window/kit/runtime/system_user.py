"""Who uses this computer, as far as its system tells."""

import getpass

NOBODY = frozenset(("admin", "administrator", "debian", "guest", "nobody", "owner", "root", "runner", "ubuntu", "user"))
"""What systems call users of whom they know nothing, in small letters."""


def login_name() -> str:
    """Return the name that the user logs in with, "" if the system tells none."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""


def given_name() -> str:
    """Return what to call the user: the first word of their full name, else their login name with a capital letter.

    "" where that is nobody's name.
    """
    login = login_name()
    words = _full_name(login).split()
    name = words[0] if words else login.capitalize()
    return name if name.isalpha() and name.lower() not in NOBODY and login.lower() not in NOBODY else ""


def _full_name(login: str) -> str:
    """Return the full name that the system knows of a user, "" if none, or if the system keeps no such table."""
    try:
        import pwd
    except ImportError:
        return ""
    try:
        return pwd.getpwnam(login).pw_gecos.split(",")[0]
    except (KeyError, ValueError):
        return ""
