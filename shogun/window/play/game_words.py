"""What is said of a saved game, in lists and on the menu."""

from collections.abc import Iterable

from shogun.base.language import _, ngettext
from shogun.games.shogun.rules.view import View
from shogun.games.shogun.screen.clans import crest_of
from shogun.games.shogun.screen.play.model import DRAFT
from shogun.games.shogun.words.wording import SEASON_NAMES
from shogun.table.journal import Header
from shogun.table.saves import ListedGame, SavedGame, Unreadable
from shogun.window.kit.banner import SeatLook
from shogun.window.play.surveys import Known

MINUTES = 16
"""Letters of an ISO date up to the minutes."""


def looks_of(header: Header, people: Iterable[int] = ()) -> tuple[SeatLook, ...]:
    """Return how the seats of a game are shown; `people` are the seats that persons play."""
    pairs = zip(header.seats, header.setup.colours, strict=False)
    return tuple(
        SeatLook(seat.name, colour, crest_of(seat.mon, colour), number in people)
        for number, (seat, colour) in enumerate(pairs)
    )


def heading(game: ListedGame) -> str:
    """Return what a game is called: its name, else when it began."""
    if isinstance(game, Unreadable):
        return game.path.name
    began = game.header.created.replace("T", " ")[:MINUTES] or game.path.stem
    return game.title or _("Game of {date}").format(date=began)


def side_name(header: Header) -> str:
    """Return the side of the board on which a game is played."""
    return _("Moon side") if header.setup.side == "moon" else _("Sun side")


def state_words(game: SavedGame, found: Known) -> str:
    """Return how far a game has come: season and whose turn it is, or who won. Only what all may know."""
    if isinstance(found, str):
        return _("This game is damaged.")
    if found is None:
        return _("Finished") if game.is_finished else "…"
    names = [seat.name for seat in game.header.seats]
    if found.result is not None:
        return _winners([names[seat] for seat in found.result.winners], max(found.result.points))
    moment = moment_words(found.view)
    asked = [names[seat] for seat in found.asked if seat in found.people] or [names[seat] for seat in found.asked]
    if not asked:
        return moment
    return _("{moment}: {names} to move").format(moment=moment, names=", ".join(asked))


def moment_words(view: View) -> str:
    """Return the year and season of a game."""
    if isinstance(view.stage, DRAFT):
        return _("Draft")
    return _("Year {year}, {season}").format(year=view.year, season=_(SEASON_NAMES[view.season]))


def _winners(names: list[str], points: int) -> str:
    sentence = ngettext(
        "{names} won with {points} points", "{names} share the victory with {points} points", len(names)
    )
    return sentence.format(names=", ".join(names), points=points)


def agreement(header: Header) -> str:
    """Return all that another needs to set up the same game: board, line-up, tower and seed."""
    parts = [
        side_name(header),
        _("printed line-up") if header.setup.line_up == "printed" else _("draft"),
        _("tower {name}").format(name=header.tower_name),
        _("seed {seed}").format(seed=header.seed),
    ]
    count = header.setup.seats
    return ", ".join([ngettext("{n} player", "{n} players", count).format(n=count), *parts])
