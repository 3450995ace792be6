"""An adviser: what the opponent `master` would do, how likely the game is won so, and what the war would bring."""

from collections.abc import Iterator, Sequence
from random import Random

from shogun.base.language import _, ngettext, of_data, signed
from shogun.game.questions import OneOf
from shogun.games.rumble_nation.analysis.expected_war import WarForecast, moved, transfers_of, war_now
from shogun.games.rumble_nation.opponents import master
from shogun.games.rumble_nation.rules.components import CARDS
from shogun.games.rumble_nation.rules.moves import CarryOut, Deploy, Move, PlayCard, RollAgain, RollDice, TakeDaimyo
from shogun.games.rumble_nation.rules.state import State
from shogun.games.rumble_nation.words.plain import move_lines
from shogun.players.hint import Hint
from shogun.table.running.seats import Budget
from shogun.table.running.tower_contents import Inside


def hint(view: State, inside: Inside, question: OneOf[Move], rng: Random, budget: Budget) -> Hint:
    """Return what the master would answer, with its reasons."""
    move = master.choose(view, inside, question, rng, budget)
    return Hint(move, tuple(_reasons(view, question, move, rng)))


def _reasons(view: State, question: OneOf[Move], move: Move, rng: Random) -> Iterator[str]:
    if len(question.moves) == 1:
        yield _("It is all that can be done.")
        return
    yield from _chances(view, question, move, rng)
    if isinstance(move, Deploy | CarryOut):
        yield from _war(view, question.seat, move)
    else:
        yield _WHY[type(move)](move)


def _chances(view: State, question: OneOf[Move], move: Move, rng: Random) -> Iterator[str]:
    """Yield how likely the game is won so, and with the next best answer of the same kind."""
    several = [one for one in question.moves if isinstance(one, Deploy | CarryOut)]
    if not isinstance(move, Deploy | CarryOut) or not several:
        return
    thought = master.Thought(view, question.seat, rng, Budget(playouts=master.PLAYOUTS))
    others = {transfers_of(view, one): one for one in several if one != move}
    ways = [transfers_of(view, move), *thought.finalists(list(others))]
    best, *rest = thought.victories(ways)
    yield _("Estimated chance to win the game: {chance:.0%}.").format(chance=best)
    if rest:
        second = max(range(len(rest)), key=rest.__getitem__)
        what = "; ".join(move_lines(others[tuple(ways[second + 1])]))
        sentence = _("Next best ({chance:.0%}): {what}.")
        if rest[second] > best:
            sentence = _("This would win a little more often ({chance:.0%}), but invites a better answer: {what}.")
        yield sentence.format(chance=rest[second], what=what)


def _war(view: State, seat: int, move: Deploy | CarryOut) -> Iterator[str]:
    """Yield what would be different if the war began after the move."""
    now, then = war_now(view), war_now(moved(view, transfers_of(view, move)))
    if now is None or then is None:
        return
    gained = then.points[seat] - now.points[seat]
    points = ngettext("{n} point", "{n} points", then.points[seat]).format(n=then.points[seat])
    if gained:
        sentence = _("If the war began now, it would bring you {points} ({more}).")
        yield sentence.format(points=points, more=signed(gained))
    else:
        yield _("If the war began now, it would bring you {points}, as many as without it.").format(points=points)
    yield from _changes(now, then, seat)


def _changes(now: WarForecast, then: WarForecast, seat: int) -> Iterator[str]:
    won = _areas(now, then, seat)
    if won:
        yield _("It would win you {areas}.").format(areas=", ".join(won))
    lost = _areas(then, now, seat)
    if lost:
        yield _("It would cost you {areas}.").format(areas=", ".join(lost))
    support = _support(then, seat) - _support(now, seat)
    if support > 0:
        yield ngettext(
            "Your victories would send {n} support more to neighbours that are still to come.",
            "Your victories would send {n} support more to neighbours that are still to come.",
            support,
        ).format(n=support)


def _areas(before: WarForecast, after: WarForecast, seat: int) -> Sequence[str]:
    """Return the areas that a seat wins afterwards and didn't before, with their castles."""
    return [
        _("{area} ({castle})").format(area=one.area, castle=one.castle)
        for one in after.outcomes
        if one.winner == seat != before.of(one.area).winner
    ]


def _support(war: WarForecast, seat: int) -> int:
    return sum(one.support * len(one.supported) for one in war.outcomes if one.winner == seat)


def _why_roll(_move: Move) -> str:
    return _("No card brings enough now: it is better kept, and the dice bring soldiers.")


def _why_again(_move: Move) -> str:
    return _("Over all 216 rolls the second one promises more, on average, than the best split of this one.")


def _why_card(move: Move) -> str:
    assert isinstance(move, PlayCard)
    return _("It changes more in the war than a roll would: {text}").format(text=of_data(CARDS[move.card].text))


def _why_daimyo(move: Move) -> str:
    assert isinstance(move, TakeDaimyo)
    return _("This program's opponents like it best of these: {text}").format(text=of_data(CARDS[move.card].text))


_WHY = {RollDice: _why_roll, RollAgain: _why_again, PlayCard: _why_card, TakeDaimyo: _why_daimyo}
