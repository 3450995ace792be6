"""What is said of a saved game, in lists and on the menu."""

from shogun.base.language import _, ngettext, shown
from shogun.table.past.summary import Known
from shogun.table.storage.game_brief import branch_words
from shogun.table.storage.journal import Header
from shogun.table.storage.saved_games import ListedGame, SavedGame, Unreadable
from shogun.window.play.game_plugin import GamePlugin
from shogun.window.play.game_query import name_of


def heading(game: ListedGame) -> str:
    """Return what a game is called: its name, else when it began."""
    if isinstance(game, Unreadable):
        return shown(game.path.name)
    return name_of(game.title, game.header.created, game.path.stem, game.header.branch_of)


def state_words(kind: GamePlugin, game: SavedGame, found: Known) -> str:
    """Return how far a game has come: season and whose turn it is, or who won. Only what all may know."""
    if isinstance(found, str):
        return _("This game is damaged.")
    if game.header.is_excerpt:
        return _("Only the public record of a game, for viewing")
    if found is None:
        return _("Finished") if game.is_finished else "…"
    names = [seat.name for seat in game.header.seats]
    if found.result is not None:
        return _winners([names[seat] for seat in found.result.winners], max(found.result.points))
    moment = kind.listing.moment(found.view)
    asked = [names[seat] for seat in found.asked if seat in found.people] or [names[seat] for seat in found.asked]
    if not asked:
        return moment
    return _("{moment}: {names} to move").format(moment=moment, names=", ".join(asked))


def _winners(names: list[str], points: int) -> str:
    sentence = ngettext(
        "{names} won with {points} points", "{names} share the victory with {points} points", len(names)
    )
    return sentence.format(names=", ".join(names), points=points)


def agreement(kind: GamePlugin, header: Header, *, is_over: bool) -> str:
    """Return all that another needs to set up the same game: players, board, line-up, tower and seed.

    While it runs without the seed, from which all that is still to be drawn follows.
    """
    count, branch = header.setup.seats, header.branch_of
    begun = () if branch is None else (branch_words(branch),)
    if header.is_from_position:
        begun = (*begun, _("from a position"))
    parts = [*begun, ngettext("{n} player", "{n} players", count).format(n=count), *kind.listing.agreement(header)]
    if header.tower is not None:
        parts.append(_("tower {name}").format(name=header.tower_name))
    parts.append(_("seed {seed}").format(seed=header.seed) if is_over else _("seed shown at the end"))
    return ", ".join(parts)
