"""What everybody has laid out: patrons, masteries, customers delivered to as cards, and the discard pile."""

from collections.abc import Iterator
from random import Random

import pytest

from shogun.games.river_of_gold.rules.components import CUSTOMERS, MASTERIES, PATRONS
from shogun.games.river_of_gold.rules.scoring import MEASURES
from shogun.games.river_of_gold.rules.state import SetDie
from shogun.games.river_of_gold.screen.scene import RiverScene
from shogun.games.river_of_gold.screen.standing import StandingScene
from shogun.games.river_of_gold.words import MASTERY_NAMES, MASTERY_TITLES, abilities, patron_lines
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.settings import AT_ONCE
from tests.window.clicking import click, names, shown, target, window

from .test_screen import begin, rest, until


@pytest.fixture
def app() -> Iterator[App]:
    with window(speed=AT_ONCE, computers_speed=AT_ONCE) as opened:
        yield opened


def with_deliveries(app: App) -> RiverScene:
    """Return a game with patrons of which some customers are delivered to and some discarded, at a turn."""
    scene, rng = until(app, begin(app, "person,beginner,beginner", patrons="table"), "turn"), Random(1)
    while not (scene.model.view.discards and any(player.delivered for player in scene.model.view.players)):
        scene.controls.answer(rng.choice(scene.model.choices))
        scene = until(app, rest(app), "turn", rng)
    return scene


def test_a_plate_names_its_patron_and_its_tooltip_says_what_they_do(app: App) -> None:
    scene = until(app, begin(app, "person,random,random,random", patrons="table"), "turn")
    for seat, player in enumerate(scene.model.view.players):
        assert target(app, f"patron-{seat}").tooltip == "\n".join(patron_lines(player.patron))
        assert PATRONS[player.patron].name.split()[-1] in shown(app)


def test_masteries_bear_on_their_cards_the_names_that_the_log_gives_them(app: App) -> None:
    assert all(MASTERY_NAMES[name] == f"mastery of {title}" for name, title in MASTERY_TITLES.items())
    scene = until(app, begin(app, "person,beginner,beginner"), "turn")
    titles = [MASTERY_TITLES[name] for name in scene.model.view.masteries]
    assert all(title in [text.text for text in scene.tracks.layer.texts] for title in titles)


def test_the_masteries_tell_how_far_everybody_has_come(app: App) -> None:
    scene = with_deliveries(app)
    view = scene.model.view
    click(app, "player-0")
    click(app, "page-tableaus")
    for seat in range(3):
        for place, name in enumerate(view.masteries):
            if seat not in view.claims[place]:
                card = MASTERIES[name]
                assert f"{MEASURES[card.measure](view, seat)} of {card.needed}" in shown(app)


def test_customers_delivered_to_and_discarded_lie_there_as_cards(app: App) -> None:
    scene = with_deliveries(app)
    view = scene.model.view
    assert any(player.delivered for player in view.players)
    assert view.discards
    click(app, "player-1")
    click(app, "page-tableaus")
    for seat, player in enumerate(view.players):
        for place, name in enumerate(player.delivered):
            assert target(app, f"delivered-{seat}-{place}").tooltip == " ".join(abilities(CUSTOMERS[name]))
    click(app, "page-discards")
    assert len(names_of_cards(app)) == len(view.discards)
    assert isinstance(app.scene, StandingScene)


def names_of_cards(app: App) -> list[str]:
    """Return the names of the cards of the discard pile."""
    return [place.name for place in app.scene.targets() if place.name.startswith("discard-")]


def test_while_others_play_the_tableau_of_whoever_is_on_turn_stands_there(app: App) -> None:
    scene = with_deliveries(app)
    scene.pace.set_computers_speed(1.0)
    scene.controls.answer(scene.model.choices[0])
    for _step in range(200):
        app.step(0.1)
        if scene.model.question is not None and scene.model.view.active == 0:
            scene.controls.answer(scene.model.choices[0])
        elif scene.model.view.active == 1 and scene.model.question is None:
            break
    scene.model.told = ()
    app.step(0.0)
    assert heads(scene) == [patron_lines(scene.model.view.players[1].patron)[0]]


def test_while_a_gain_is_told_the_tableau_is_that_of_whoever_has_it(app: App) -> None:
    scene = with_deliveries(app)
    scene.pace.set_computers_speed(1.0)
    scene.controls.answer(scene.model.choices[0])
    told = set()
    for _step in range(400):
        app.step(0.1)
        model = scene.model
        if model.question is not None:
            scene.controls.answer(model.choices[0])
        elif model.told and model.told[-1].seat is not None and not model.thinking:
            told.add(model.told[-1].seat != model.view.active)
            assert heads(scene) == [patron_lines(model.view.players[model.told[-1].seat].patron)[0]]
        if told == {True, False}:
            break
    assert told == {True, False}


def heads(scene: RiverScene) -> list[str]:
    """Return the patrons that head what the panel of the turn shows."""
    patrons = {patron_lines(player.patron)[0] for player in scene.model.view.players}
    return [text.text for text in scene.turn.layer.texts if text.text in patrons]


def test_a_die_that_a_patron_sets_shows_its_price(app: App) -> None:
    for seed in range(1, 30):
        scene = begin(app, "person,person,person,person", patrons="table", seed=seed)
        scene = until(app, scene, "turn")
        seat = next((s for s, one in enumerate(scene.model.view.players) if one.backing.ability == "set_die"), None)
        if seat is not None:
            break
    while scene.model.asks != "end_turn" or scene.model.seat != seat or not scene.model.view.players[seat].favor:
        scene = until(app, scene, "turn") if scene.model.asks == "end_turn" else until(app, scene, "end_turn")
    setting = next(move for move in scene.model.choices if isinstance(move, SetDie))
    assert f"set-die-{setting.number}" in names(app)
    price = PATRONS[scene.model.view.players[scene.model.seat].patron].favor
    place = target(app, f"set-die-{setting.number}").rect
    assert any(place.contains(text.rect) and text.text == str(price) for text in app.scene.texts())
