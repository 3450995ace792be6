"""In winter the sheet tells everybody's supply as the rules have counted it, and the points as things stand."""

from random import Random

from shogun.games.shogun.rules.events import Supplied
from shogun.games.shogun.rules.questions import Choice
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.rules.winter import scores
from shogun.table.session import Session
from shogun.window.checks.readable import flaws
from shogun.window.kit.settings import AT_ONCE
from tests.window.clicking import A_LONG_TIME, click, game, session, settle, window


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
                assert not scene.model.prompt.startswith("So the year ends"), "that was seen"
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
        assert scene.model.prompt.startswith("So the year ends.")
        app.settings.language = "pl"
        app.follow_settings()
        assert scene.model.prompt.startswith("Tak kończy się rok.")


def test_it_waits_for_nobody_where_nobody_sits() -> None:
    with window(speed=AT_ONCE, computers_speed=AT_ONCE) as app:
        scene = game(app, session("random,random,random", setup=Setup(3)))
        for _look in range(5000):
            scene.update(A_LONG_TIME)
            assert scene.model.is_seen
            if app.scene is not scene:
                return
        raise AssertionError("the game never ended")
