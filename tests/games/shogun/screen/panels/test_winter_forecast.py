"""In winter the sheet tells everybody's supply as the rules have counted it, and the points as things stand."""

import re
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from shogun.games.shogun import rules
from shogun.games.shogun.rules.events import Event, Scored, Supplied, WinterBegan
from shogun.games.shogun.rules.questions import Choice
from shogun.games.shogun.rules.state import Over, Setup
from shogun.games.shogun.rules.views import View
from shogun.games.shogun.rules.winter import scores
from shogun.games.shogun.screen.panels.winter_forecast import figures, is_scored
from shogun.games.shogun.screen.play.model import Model
from shogun.table.session import Session, Turn, run
from shogun.window.kit.runtime.settings import AT_ONCE
from tests.games.shogun.screen.play.test_view_after import at_random, with_event
from tests.layout.readable import flaws
from tests.window.clicking import A_LONG_TIME, click, game, see_the_year_end, session, settle, window


def at_a_winter_revolt() -> tuple[Session, dict[int, Supplied]]:
    """Return a game in which the person chooses among revolts, and what the rules said of the supply.

    An opponent who goes short has lost a province to their revolts before.
    """
    for seed in range(30):
        played = session("person,random,random,random", setup=Setup(4), seed=seed)
        rng = Random(seed)
        supplied: dict[int, Supplied] = {}
        while not played.is_over:
            question = played.questions[0]
            if isinstance(question, Choice) and question.topic == "revolt" and question.seat == 0:
                view = played.view(0)
                if any(len(view.owned(seat)) < event.provinces for seat, event in supplied.items()):
                    return played, supplied
            turn = played.advance() if question.seat is None else played.answer(question.seat, question.sample(rng))
            supplied |= {event.seat: event for event in turn.events if isinstance(event, Supplied)}
    raise AssertionError("nobody had several revolts")


def test_the_sheet_of_winter_tells_supply_and_points_also_after_a_revolt_has_taken_a_province() -> None:
    played, supplied = at_a_winter_revolt()
    with window() as app:
        scene = game(app, played)
        settle(app)
        texts = [record.text for record in scene.sheet.layer.texts]
        for seat, name in enumerate(scene.model.names):
            row = texts[texts.index(name) + 1 :][:8]
            assert row[:3] == [str(supplied[seat].rice), str(supplied[seat].provinces), str(supplied[seat].short)]
            revolts = f"{supplied[seat].revolts} (+{supplied[seat].peasants})"
            assert row[3] == (revolts if supplied[seat].short else "–")
            assert row[7] == str(scores(scene.model.view)[seat].total)
        assert flaws(scene) == []


def test_the_turn_order_stays_on_the_track_in_winter() -> None:
    played, _supplied = at_a_winter_revolt()
    with window() as app:
        scene = game(app, played)
        settle(app)
        track = next(panel for panel in scene.panels if panel.name == "track")
        places = [place for place in track.layer.targets if place.name.startswith("order-")]
        assert [place.name for place in places] == [f"order-{seat}" for seat in played.state.order]
        assert [record.text for record in track.layer.texts][1:] == ["1", "2", "3", "4"]
        assert "number 1 in autumn's turn order" in places[0].tooltip


def shown_winters(seed: int) -> Iterator[tuple[View, dict[int, Supplied], dict[int, Scored]]]:
    """Yield every shown state of the winters of a game, with what the rules say of its supply and of its scoring."""
    setup = Setup(3 + seed % 3, "moon", "draft") if seed % 2 else Setup(3 + seed % 3)
    turns: list[Turn] = []
    played = session(",".join(["random"] * setup.seats), setup=setup, seed=seed)
    run(played, [at_random] * setup.seats, watch=turns.append)
    told = [event for turn in turns for event in turn.events]
    supplied, scored = (
        {(event.seat, number): event for number, event in _by_year(told, kind)} for kind in (Supplied, Scored)
    )
    for view in shown_states(turns):
        if view.season == "winter" and not isinstance(view.stage, Over):
            yield (
                view,
                {seat: supplied[seat, view.year] for seat in range(setup.seats)},
                {seat: scored[seat, view.year] for seat in range(setup.seats)},
            )


def _by_year(told: list[Event], kind: type[Supplied] | type[Scored]) -> Iterator[tuple[int, Any]]:
    year = 0
    for event in told:
        year = event.year if isinstance(event, WinterBegan) else year
        if isinstance(event, kind):
            yield year, event


def shown_states(turns: list[Turn]) -> Iterator[View]:
    """Yield what is shown of these turns, as the presenter does: with each event, and when all were told."""
    for turn in turns:
        view = rules.view(turn.before, None)
        for event in turn.events:
            view = with_event(view, event)
            yield view
        yield rules.view(turn.after, None)


def compare(seed: int) -> Counter[str]:
    """Hold the sheet of every shown state of a game's winters against bar and rules; return what was compared."""
    seen: Counter[str] = Counter()
    for view, supplied, scored in shown_winters(seed):
        model = Model(seats=(), view=view, viewer=None)
        for seat, supply in supplied.items():
            row = [text for text, _alarming in figures(model, seat)]
            revolts = f"{supply.revolts} (+{supply.peasants})" if supply.short else "–"
            assert row[:4] == [str(supply.rice), str(supply.provinces), str(supply.short), revolts], (seed, view.stage)
            assert view.players[seat].rice == supply.rice, "the players' rows say the same as the sheet"
            if is_scored(view):
                assert row[4] == str(scored[seat].provinces)
                assert row[7] == str(scored[seat].total)
        seen["scored" if is_scored(view) else "before"] += 1
        seen["short"] += any(supply.short for supply in supplied.values())
    return seen


def test_in_every_shown_state_of_a_winter_the_sheet_says_what_the_rules_count() -> None:
    seen = sum((compare(seed) for seed in range(6)), Counter[str]())
    assert seen["short"] > 100
    assert seen["scored"] >= 6 * 2 * 3
    assert seen["before"] > seen["scored"]


@pytest.mark.slow
def test_in_every_shown_state_of_the_winters_of_two_hundred_games_too() -> None:
    seen = sum((compare(seed) for seed in range(6, 206)), Counter[str]())
    assert seen["short"] > 100 * 200 / 6


def test_sheet_bar_and_rules_agree_while_the_supply_is_told() -> None:
    played = session("person,random,random", setup=Setup(3), seed=3)
    with window() as app:
        scene = game(app, played)
        rng, compared = Random(3), 0
        while not compared or scene.model.view.season == "winter":
            scene.update(0.2)
            see_the_year_end(scene)
            if scene.model.question is not None:
                scene.controls.answer(scene.model.question.sample(rng))
            figures_told = re.search(
                r"^(.+) has (\d+) rice for (\d+) provinces, (\d+) short: (\d+) re", scene.model.prompt
            )
            if figures_told and scene.model.view.season == "winter":
                app.step(0.0)
                name, rice, needed, short, revolts = figures_told.groups()
                texts = [record.text for record in scene.sheet.layer.texts]
                row = texts[texts.index(name) + 1 :][:4]
                assert row[:3] == [rice, needed, short]
                assert row[3].startswith(f"{revolts} (+")
                assert "Forecast" in texts
                compared += 1
        assert compared > 3


@pytest.mark.slow
def test_it_waits_for_a_person_at_the_highest_speed_at_the_end_of_each_year() -> None:
    with window(speed=AT_ONCE, computers_speed=AT_ONCE) as app:
        scene = game(app, session("person,random,random", setup=Setup(3)))
        rng, waited = Random(1), []
        while app.scene is scene:
            app.scene.update(A_LONG_TIME)
            if not scene.model.is_seen:
                app.scene.update(A_LONG_TIME)
                assert not scene.model.is_seen, "however long it takes"
                assert not scene.is_moving()
                waited.append((scene.model.view.year, scene.model.view.season))
                app.step(0.0)
                click(app, "go-on-year")
                app.scene.update(0.0)
                assert not scene.model.prompt.startswith("The year is over"), "that was seen"
            elif scene.model.question is not None:
                scene.controls.answer(scene.model.question.sample(rng))
        assert waited == [(1, "winter"), (2, "winter")]


def test_while_it_waits_new_settings_say_the_same_and_not_what_is_asked_next() -> None:
    with window(speed=AT_ONCE, computers_speed=AT_ONCE) as app:
        scene = game(app, session("person,random,random", setup=Setup(3)))
        rng = Random(1)
        while scene.model.is_seen:
            app.scene.update(A_LONG_TIME)
            if scene.model.question is not None:
                scene.controls.answer(scene.model.question.sample(rng))
        assert scene.model.prompt.startswith("The year is over.")
        app.settings.language = "pl"
        app.follow_settings()
        assert scene.model.prompt.startswith("Rok się skończył.")


@pytest.mark.slow
def test_it_waits_for_nobody_where_nobody_sits() -> None:
    with window(speed=AT_ONCE, computers_speed=AT_ONCE) as app:
        scene = game(app, session("random,random,random", setup=Setup(3)))
        for _look in range(5000):
            scene.update(A_LONG_TIME)
            assert scene.model.is_seen
            if app.scene is not scene:
                return
        raise AssertionError("the game never ended")
