"""What several commands need of a table: seats by code, towers by name, the game in words."""

import sys
from collections.abc import Iterator, Sequence
from datetime import datetime

from shogun.base.language import _
from shogun.games.shogun.rules import Setup
from shogun.games.shogun.rules.board import Side
from shogun.games.shogun.rules.cards import ACTIONS
from shogun.games.shogun.rules.events import Event
from shogun.games.shogun.rules.moves import Plan
from shogun.games.shogun.rules.state import LineUp
from shogun.games.shogun.words.wording import ACTION_NAMES, COLOUR_NAMES, card_text, sentence
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.tower import Geometry, OutcomeModel, load_tower, model_for
from shogun.tower.models import fit_into_cache

MODEL = "model"
"""The name of the quick probabilistic tower."""
WITHOUT_MODEL = ("random", "greedy", "planner")
"""Opponents that need no quick model of the tower; a strategist does, and personalities may play like one."""


def tower_info(name: str) -> TowerInfo:
    """Return the tower of that name, the fixed quick model for `model`, or for `model:NAME` that tower's fitted one.

    Raises GeometryError.
    """
    kind, colon, of_tower = name.partition(":")
    if kind != MODEL:
        return TowerInfo.of(load_tower(name))
    return TowerInfo.of_model(fitted_model(load_tower(of_tower))) if colon else TowerInfo()


def fitted_model(geometry: Geometry) -> OutcomeModel:
    """Return the model fitted to a tower; if there is none yet, it is fitted now, which is told."""
    model = model_for(geometry)
    if not model.is_fitted:
        sentence = _("No model has been fitted to the tower {name} yet; this is done now and takes some minutes.")
        print(sentence.format(name=geometry.name), file=sys.stderr, flush=True)
        model = fit_into_cache(geometry)
    return model


def prepare_models(tower: TowerInfo, players: Sequence[str]) -> None:
    """Have a model fitted to a tower if an opponent plays by one: all games of a seed are to know the same."""
    if tower.geometry is not None and not set(players).issubset(WITHOUT_MODEL):
        fitted_model(tower.geometry)


def seats_of(players: Sequence[str], setup: Setup) -> tuple[SeatInfo, ...]:
    """Return seats named after their colours, played by opponents of these codes."""
    colours = [_(COLOUR_NAMES[colour]).capitalize() for colour in setup.colours]
    return tuple(SeatInfo(name, player=player) for name, player in zip(colours, players, strict=False))


def header_of(seed: int, setup: Setup, players: Sequence[str], tower: TowerInfo) -> Header:
    """Return the agreements of a new game among opponents."""
    created = datetime.now().isoformat(timespec="seconds")
    return Header(created=created, seed=seed, setup=setup, seats=seats_of(players, setup), tower=tower)


def setup_of(seats: int, side: Side, line_up: LineUp | None) -> Setup:
    """Return a setup; without a line-up the printed one where there is one, else the draft."""
    return Setup(seats=seats, side=side, line_up=line_up or ("printed" if side == "sun" else "draft"))


def in_fields(plan: Plan) -> Iterator[str]:
    """Yield a line for each field of a plan: the action and its card."""
    names = [_(ACTION_NAMES[action]) for action in ACTIONS]
    width = max(map(len, names))
    for name, card in zip((*names, _("Bid")), (*plan.fields, plan.bid), strict=True):
        yield f"  {name:{width}}  {card_text(card)}"


def in_words(events: Sequence[Event], header: Header) -> Iterator[str]:
    """Yield a sentence for each event."""
    names = [seat.name for seat in header.seats]
    for event in events:
        yield sentence(event, names)
