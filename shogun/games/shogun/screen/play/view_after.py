"""Effect of one event on the picture: a view with the event applied, until the rules' own view replaces it.

Nothing is decided here: the events of one turn are only shown one after another. Anything left out is in the view
after the turn: `tests/games/shogun/screen/play/test_view_after.py` lists these parts, and checks that nothing else
differs. Each event of the rules either has its function here or changes nothing before the turn's end.

No cube ever disappears: those that have left the board and aren't in the tower yet, or are on their way from the
tray to a province, are `waiting`, as in the rules.
"""

from collections.abc import Mapping
from functools import singledispatch

from msgspec.structs import replace

from shogun.games.shogun.rules import events as ev
from shogun.games.shogun.rules.cards import ACTIONS, FACE_DOWN, PEASANT, Card
from shogun.games.shogun.rules.state import Player, Province, Wintering
from shogun.games.shogun.rules.views import View, passing_winter


def seat_of(event: ev.Event) -> int | None:
    """Return the seat that caused an event, None if nobody did."""
    if isinstance(event, ev.BattleBegan):
        return event.attacker
    seat: int | None = getattr(event, "seat", None)
    return seat


def place_of(event: ev.Event) -> str | None:
    """Return the province of an event, None if it has none."""
    place: str | None = getattr(event, "target", None) or getattr(event, "province", None)
    return place


def view_after_event(view: View, event: ev.Event) -> View:
    """Return the view with an event applied."""
    return _with_revealed_card(_apply(event, view), event)


def _with_revealed_card(view: View, event: ev.Event) -> View:
    """Return the view with the card turned face up that an event of the action phase has revealed (4.7)."""
    if view.action is None or view.turn is None or (action := view.actions[view.action]) is None:
        return view
    if isinstance(event, ev.NoAction):
        return _with_card(view, event.seat, ACTIONS.index(action), event.card)
    if isinstance(event, ev.BattleBegan | ev.Moved):
        return _with_card(view, view.turn, ACTIONS.index(action), event.source)
    if isinstance(event, ev.Built | ev.RiceConfiscated | ev.TaxesCollected | ev.Deployed | ev.ActionSkipped):
        return _with_card(view, event.seat, ACTIONS.index(action), event.province)
    return view


def _with_card(view: View, seat: int, field: int, card: Card | None) -> View:
    board = view.boards[seat] or (FACE_DOWN,) * len(ACTIONS)
    board = (*board[:field], card, *board[field + 1 :])
    return replace(view, boards=(*view.boards[:seat], board, *view.boards[seat + 1 :]))


def _with_province(view: View, name: str, land: Province) -> View:
    return replace(view, provinces={**view.provinces, name: land})


def _with_player(view: View, seat: int, player: Player) -> View:
    return replace(view, players=(*view.players[:seat], player, *view.players[seat + 1 :]), turn=seat)


def _with_payment(view: View, seat: int, chests: int = 0, armies: int = 0) -> View:
    player = view.players[seat]
    return _with_player(view, seat, replace(player, chests=player.chests - chests, reserve=player.reserve - armies))


def _with_armies(view: View, name: str, armies: int) -> View:
    land = view.provinces[name]
    return _with_province(view, name, replace(land, armies=land.armies + armies))


def _with_waiting(view: View, colour: str, cubes: int) -> View:
    """Return the view with more cubes (fewer, if negative) waiting to be thrown or placed."""
    return replace(view, waiting=_with_cubes(view.waiting, {colour: cubes}))


def _with_cubes_home(view: View, seat: int | None, cubes: int) -> View:
    """Return the view with cubes moved from the tray to the reserve of a seat, or of the peasants (None)."""
    if seat is None:
        return replace(view, tray=_with_cubes(view.tray, {PEASANT: -cubes}), peasants=view.peasants + cubes)
    tray = _with_cubes(view.tray, {view.colour(seat): -cubes})
    return replace(view, tray=tray, players=_with_reserve(view, seat, cubes))


def _with_reserve(view: View, seat: int, armies: int) -> tuple[Player, ...]:
    player = view.players[seat]
    return (*view.players[:seat], replace(player, reserve=player.reserve + armies), *view.players[seat + 1 :])


def _with_cubes(pile: Mapping[str, int], more: Mapping[str, int]) -> dict[str, int]:
    """Return a pile with more cubes, or fewer where the number is negative; colors without cubes are removed."""
    counts = {colour: pile.get(colour, 0) + more.get(colour, 0) for colour in (*pile, *more)}
    return {colour: count for colour, count in counts.items() if count}


@singledispatch
def _apply(event: object, _view: View) -> View:
    raise TypeError(f"the picture knows no {type(event).__name__}")


def _nothing(_event: object, view: View) -> View:
    """Return the view unchanged: the event's effects appear in the view after the turn."""
    return view


for _event in (
    ev.CardTaken,
    ev.CardsExchanged,
    ev.PlanLaid,
    ev.LotsDrawn,
    ev.CardVoided,
    ev.RevoltsDrawn,
    ev.GameEnded,
):
    _apply.register(_event, _nothing)


@_apply.register
def _group_placed(event: ev.GroupPlaced, view: View) -> View:
    land = Province(event.seat, event.armies)
    return _with_payment(_with_province(view, event.province, land), event.seat, armies=event.armies)


@_apply.register
def _built(event: ev.Built, view: View) -> View:
    land = view.provinces[event.province]
    land = replace(land, buildings=(*land.buildings, event.building), markers=land.markers - event.calmed)
    return _with_payment(_with_province(view, event.province, land), event.seat, event.paid)


@_apply.register
def _rice(event: ev.RiceConfiscated, view: View) -> View:
    player = view.players[event.seat]
    return _with_player(view, event.seat, replace(player, rice=player.rice + event.rice))


@_apply.register
def _taxes(event: ev.TaxesCollected, view: View) -> View:
    return _with_payment(view, event.seat, -event.chests)


@_apply.register
def _marker(event: ev.MarkerPlaced, view: View) -> View:
    return _with_province(view, event.province, replace(view.provinces[event.province], markers=event.markers))


@_apply.register
def _deployed(event: ev.Deployed, view: View) -> View:
    return _with_payment(_with_armies(view, event.province, event.armies), event.seat, event.paid, event.armies)


@_apply.register
def _moved(event: ev.Moved, view: View) -> View:
    return _with_armies(_with_armies(view, event.source, -event.armies), event.target, event.armies)


@_apply.register
def _battle(event: ev.BattleBegan, view: View) -> View:
    view = _with_waiting(_with_armies(view, event.source, -event.armies), view.colour(event.attacker), event.armies)
    return replace(view, turn=event.attacker)


@_apply.register
def _revolt(event: ev.RevoltBroke, view: View) -> View:
    """Gather armies and peasants with all cubes on the tray for the next throw."""
    view = _with_province(view, event.province, replace(view.provinces[event.province], armies=0))
    gathered = _with_cubes(view.tray, {view.colour(event.seat): event.armies})
    gathered = _with_cubes(gathered, {PEASANT: event.peasants})
    return replace(view, waiting=gathered, tray={}, peasants=view.peasants - event.peasants)


@_apply.register
def _reinforced(event: ev.Reinforced, view: View) -> View:
    return _with_waiting(replace(view, players=_with_reserve(view, event.seat, -1)), view.colour(event.seat), 1)


@_apply.register
def _thrown(event: ev.CubesThrown, view: View) -> View:
    return with_throw_fallen(view, event.inside, event.out)


@_apply.register
def _filled(event: ev.TowerFilled, view: View) -> View:
    view = with_throw_fallen(view, event.inside, event.out)
    for seat in range(len(view.players)):
        view = _with_cubes_home(view, seat, event.out.get(view.colour(seat), 0))
    return _with_cubes_home(view, None, event.out.get(PEASANT, 0))


def with_throw_fallen(view: View, inside: Mapping[str, int], out: Mapping[str, int]) -> View:
    """Return the view after a throw: all waiting cubes are in the tower or on the tray."""
    return replace(view, waiting={}, tower=dict(inside), tray=dict(out))


def with_battle_counted(view: View, event: ev.BattleSettled) -> View:
    """Return the view with the dead of a battle in their reserves, and the survivors on their way to the province."""
    for seat, cubes in ((event.attacker, event.attackers), (event.defender, event.defenders), (None, event.peasants)):
        view = _with_cubes_home(view, seat, cubes) if cubes else view
    if event.winner is None:
        return view
    view = replace(view, players=_with_reserve(view, event.winner, -event.survivors))
    return _with_waiting(view, view.colour(event.winner), event.survivors)


@_apply.register
def _settled(event: ev.BattleSettled, view: View) -> View:
    """Let the survivors arrive that `with_battle_counted` has sent."""
    land = view.provinces[event.province]
    if event.winner is None:
        return _with_province(view, event.province, land if event.kind == "neutral" else Province())
    view = _with_waiting(view, view.colour(event.winner), -event.survivors)
    view = _with_province(view, event.province, replace(land, owner=event.winner, armies=event.survivors))
    is_new = event.winner == event.attacker and event.province not in view.won
    return replace(view, won=(*view.won, event.province)) if is_new else view


@_apply.register
def _action(event: ev.ActionBegan, view: View) -> View:
    place = event.number - 1
    actions = list(view.actions)
    actions[place] = event.action
    later = place + 4
    if event.turned_up and later < len(actions):
        actions[later] = event.turned_up
    return replace(view, action=place, actions=tuple(actions))


@_apply.register
def _no_action(event: ev.NoAction, view: View) -> View:
    return replace(view, turn=event.seat)


@_apply.register
def _skipped(event: ev.ActionSkipped, view: View) -> View:
    return replace(view, turn=event.seat)


@_apply.register
def _ended(_event: ev.SeasonEnded, view: View) -> View:
    return replace(view, won=())


@_apply.register
def _season(event: ev.SeasonBegan, view: View) -> View:
    return replace(view, year=event.year, season=event.season, action=None, turn=None, event=None)


@_apply.register
def _year(event: ev.YearBegan, view: View) -> View:
    return replace(view, year=event.year, events=event.events)


@_apply.register
def _winter(event: ev.WinterBegan, view: View) -> View:
    """Take everyone's rice and count it at once; the results are then shown one after another (8.1, 8.2)."""
    players = tuple(replace(player, rice=max(0, player.rice - event.loss)) for player in view.players)
    short = tuple(max(0, len(view.owned(seat)) - player.rice) for seat, player in enumerate(players))
    return replace(
        view, season="winter", action=None, turn=None, players=players, stage=Wintering(0, short),
        specials=(), specials_taken=(None,) * len(players),
    )  # fmt: skip


@_apply.register
def _drawn(event: ev.EventDrawn, view: View) -> View:
    return replace(view, event=event.event, events=tuple(card for card in view.events if card != event.event))


@_apply.register
def _bid(event: ev.BidRevealed, view: View) -> View:
    before = view.bids or (FACE_DOWN,) * len(view.players)
    bids = (*before[: event.seat], event.card, *before[event.seat + 1 :])
    return replace(_with_payment(view, event.seat, event.paid), bids=bids, turn=None)


@_apply.register
def _special(event: ev.SpecialTaken, view: View) -> View:
    taken = (*view.specials_taken[: event.seat], event.card, *view.specials_taken[event.seat + 1 :])
    return replace(view, specials_taken=taken)


@_apply.register
def _order(event: ev.TurnOrderSet, view: View) -> View:
    return replace(view, order=event.seats)


@_apply.register
def _supplied(event: ev.Supplied, view: View) -> View:
    return _with_player(view, event.seat, replace(view.players[event.seat], rice=event.rice))


@_apply.register
def _scored(event: ev.Scored, view: View) -> View:
    player, winter = view.players[event.seat], passing_winter(view)
    if winter is not None:  # all revolts are over
        view = replace(view, stage=replace(winter, turn=len(view.order)))
    return _with_player(view, event.seat, replace(player, points=player.points + event.total))
