"""Games as PettingZoo environments: the library's own tests, and what it doesn't ask."""

import pickle
import subprocess
import sys
import warnings
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo import AECEnv
from pettingzoo.test import api_test, max_cycles_test, performance_benchmark, render_test, seed_test
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import parallel_to_aec

from shogun.envs import shogun_v0
from shogun.envs.agent_environment import CHOSEN, MASK, NOTHING, GameEnvironment
from shogun.game.errors import IllegalMove, IllegalSetup
from shogun.game.questions import Thrown
from shogun.table.session import Session, take_turn
from tests.envs.forms import FIRST, FORMS, Form, choice, steps

EPISODES = 100


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """The library's tests warn of observations that are dictionaries."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield


class Lawful(wrappers.BaseWrapper):  # type: ignore[misc]
    """Takes the first legal action in the place of an illegal one: `max_cycles_test` knows no masks."""

    def step(self, action: Any) -> None:
        """Take this action, or the first legal one."""
        agent = self.agent_selection
        if action is not None:
            mask = self.observe(agent)[MASK]
            action = action if mask[action] else int(np.flatnonzero(mask)[0])
        super().step(action)


def lawful(form: Form) -> Any:
    """Return a module whose environments may be given any actions, the AEC one asking everybody in each cycle."""

    def parallel_env(max_cycles: int) -> Any:
        env = form.module.parallel_env(players=form.players, **dict(form.wishes), max_cycles=max_cycles)
        env.aec_env = Lawful(env.aec_env)
        return env

    return SimpleNamespace(parallel_env=parallel_env, env=lambda max_cycles: parallel_to_aec(parallel_env(max_cycles)))


def played(env: GameEnvironment, seed: int) -> list[Any]:
    """Return all that an episode shows: who acts, observations as bytes, actions; and the rewards at its end."""
    shown: list[Any] = [
        (agent, action, *(part.tobytes() for part in observation.values()))
        for agent, observation, action in steps(env, seed)
    ]
    return [*shown, [env.game.state]]


@pytest.mark.parametrize("form", FIRST, ids=str)
def test_pettingzoo_finds_no_fault(form: Form) -> None:
    api_test(form.env(max_cycles=40), num_cycles=30)
    seed_test(form.env, num_cycles=10)


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS, ids=str)
def test_pettingzoo_finds_no_fault_in_any_form(form: Form) -> None:
    api_test(form.env(), num_cycles=300)
    seed_test(form.env, num_cycles=100)
    max_cycles_test(lawful(form))


@pytest.mark.parametrize("form", FIRST, ids=str)
@pytest.mark.parametrize("taken", [0, 7, 23])
def test_a_copy_goes_on_by_itself_to_the_same_end(form: Form, taken: int) -> None:
    env = form.env(max_cycles=120)
    env.reset(seed=3)
    walked = go_on(env, 1, taken)
    assert len(walked) == taken
    moment = env.snapshot()
    others = [env.copy(), deepcopy(env), pickle.loads(pickle.dumps(env))]
    seen = go_on(env, 2)
    assert seen and all(go_on(other, 2) == seen for other in others)
    for again in (moment, pickle.loads(pickle.dumps(moment)), deepcopy(moment)):
        env.reset(seed=9)
        env.restore(again)
        assert go_on(env, 2) == seen


def test_a_snapshot_of_another_game_is_refused() -> None:
    rumble, river = FIRST[0].env(), FIRST[1].env()
    for env in (rumble, river):
        env.reset(seed=1)
    seen = go_on(rumble.copy(), 2)
    for other in (river.snapshot(), FORMS[0].env().copy(), "x"):
        with pytest.raises(ValueError, match="the snapshot must be of the same game"):
            rumble.restore(other)
    assert go_on(rumble, 2) == seen


def test_before_the_first_reset_a_copy_is_one_that_was_asked_for_alike() -> None:
    env = FIRST[0].env()
    for other in (env.copy(), pickle.loads(pickle.dumps(env))):
        other.reset(seed=3)
        env.reset(seed=3)
        assert go_on(other, 1) == go_on(env, 1)


@pytest.mark.parametrize("form", FIRST, ids=str)
def test_copies_with_other_seeds_see_other_chance(form: Form) -> None:
    env = form.env()
    env.reset(seed=3)
    ends = []
    for seed in (1, 2):
        other = env.copy()
        other.game.reseed(seed)
        go_on(other, 5)
        ends.append(other.game.answers)
    assert ends[0] != ends[1] and env.game.seed == 3


@pytest.mark.parametrize("action", [1.5, "3", b"1", [1]])
def test_what_is_no_whole_number_is_no_action(action: Any) -> None:
    env = FIRST[0].env()
    env.reset(seed=1)
    with pytest.raises(ValueError, match="an action is a whole number"):
        env.step(action)
    env.step(np.int64(np.flatnonzero(env.last()[0][MASK])[0]))


def test_a_seed_is_a_whole_number_and_a_step_comes_after_a_reset() -> None:
    env = FIRST[0].env()
    with pytest.raises(RuntimeError, match="before reset"):
        env.step(0)
    with pytest.raises(ValueError, match="a seed is a whole number"):
        env.reset(seed="x")  # type: ignore[arg-type]


def go_on(env: GameEnvironment, seed: int, most: int = 10**6) -> list[Any]:
    """Take actions by chance; return who took which, and what each saw of rewards, ends and masks."""
    rng = Random(seed)
    seen: list[Any] = []
    while env.agents and len(seen) < most:
        observation, reward, terminated, truncated, info = env.last()
        action = None if terminated or truncated else choice(observation, rng)
        seen.append((env.agent_selection, action, reward, observation[MASK].tobytes(), dict(info)))
        env.step(action)
    return seen


@pytest.mark.slow
@pytest.mark.parametrize("form", FIRST, ids=str)
def test_pettingzoo_sees_pictures(form: Form) -> None:
    render_test(form.env)


@pytest.mark.study
@pytest.mark.parametrize("form", FORMS, ids=str)
def test_pettingzoo_finds_no_fault_in_a_hundred_episodes(form: Form) -> None:
    api_test(form.env(), num_cycles=10_000)
    seed_test(form.env, num_cycles=5_000)
    render_test(form.env)
    env, parallel = form.env(), form.module.parallel_env(players=form.players, **dict(form.wishes))
    for seed in range(EPISODES):
        for agent, observation, _action in steps(env, seed):
            assert env.observation_space(agent).contains(observation)
        assert not env.agents
        observations, _infos = parallel.reset(seed=seed)
        rng = Random(seed)
        while parallel.agents:
            asked = parallel.aec_env.agent_selection
            actions = dict.fromkeys(parallel.agents, 0) | {asked: choice(observations[asked], rng)}
            observations, *_others = parallel.step(actions)
    performance_benchmark(env)


@pytest.mark.parametrize("form", FIRST, ids=str)
def test_observations_are_within_their_bounds_and_ones_own(form: Form) -> None:
    env = form.env(max_cycles=60)
    for agent, observation, _action in steps(env, 5):
        assert env.observation_space(agent).contains(observation)
        for array in observation.values():
            array[...] = NOTHING


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS, ids=str)
def test_whole_episodes_are_within_their_bounds(form: Form) -> None:
    env = form.env(rewards="points")
    for agent, observation, _action in steps(env, 2):
        assert env.observation_space(agent).contains(observation)
    assert env.game.question is None


@pytest.mark.parametrize("form", FIRST, ids=str)
def test_only_who_is_asked_sees_an_answer_that_is_being_given(form: Form) -> None:
    env = form.env()
    agent, observation, _action = next(step for step in steps(env, 1) if (step[1][CHOSEN] != NOTHING).any())
    assert len(observation[CHOSEN]) == env.encoding.longest(env.setup)
    for other in env.agents:
        seen = env.observe(other)
        is_asked = other == agent
        assert seen[MASK].any() == is_asked
        assert (seen[CHOSEN] != NOTHING).any() == is_asked


@pytest.mark.parametrize("form", FIRST, ids=str)
def test_the_same_seed_gives_the_game_of_a_table(form: Form) -> None:
    env = form.env(max_cycles=150)
    for _step in steps(env, 11):
        pass
    game = env.game
    session: Session = game.session(env.entry.words.seat_names(game.setup)[: form.players])
    assert game.catch_up(session, 0) == len(game.answers)
    assert session.state == game.state
    assert session.header.seed == 11


@pytest.mark.parametrize("form", FIRST, ids=str)
def test_opponents_of_the_program_play_as_at_a_table(form: Form) -> None:
    env = form.env(max_cycles=60)
    opponents = env.entry.opponents
    choose = opponents.opponent("random")
    env.reset(seed=12)
    while not any(env.truncations.values()):
        env.answer(env.game.chosen_by(choose))
    session = env.game.session(env.entry.words.seat_names(env.setup)[: form.players])
    answers = 0
    while answers < env.cycles:
        answers += take_turn(session, [choose] * form.players).seat is not None
    while session.chance is not None:
        session.advance()
    assert session.state == env.game.state
    with pytest.raises(IllegalMove):
        form_env = form.env(raw=True)
        form_env.reset(seed=1)
        form_env.answer(None)


@pytest.mark.parametrize("form", FIRST, ids=str)
def test_episodes_follow_from_the_seed(form: Form) -> None:
    env, other = form.env(), form.env()
    env.reset(seed=4)
    env.reset()
    second = env.game.seed
    other.reset(seed=4)
    assert other.game.seed == 4
    other.reset()
    assert other.game.seed == second
    env.reset()
    assert env.game.seed not in (4, second)


@pytest.mark.slow
@pytest.mark.parametrize("form", FIRST, ids=str)
def test_the_same_seed_gives_the_same_episode_in_any_process(form: Form) -> None:
    code = (
        "import sys, hashlib; from tests.envs import forms, test_agent_environment as t; "
        f"form = next(form for form in forms.FORMS if str(form) == {str(form)!r}); "
        "print(hashlib.sha256(repr(t.played(form.env(max_cycles=400), 3)).encode()).hexdigest())"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1


@pytest.mark.parametrize("form", FIRST, ids=str)
def test_words_say_what_was_done(form: Form) -> None:
    env = form.env(render_mode="ansi", max_cycles=40)
    told = ""
    for agent, _observation, _action in steps(env, 2):
        told = env.infos[agent]["move"] or told
    assert told
    assert len(env.render().splitlines()) > 20


class TestWhatIsNotAllowed:
    @pytest.mark.parametrize("form", FIRST, ids=str)
    def test_an_illegal_action_ends_the_episode(self, form: Form) -> None:
        env = form.env()
        env.reset(seed=1)
        agent = env.agent_selection
        illegal = int(np.flatnonzero(env.observe(agent)[MASK] == 0)[0])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            env.step(illegal)
        assert env.rewards == {other: -1.0 if other == agent else 0.0 for other in env.agents}
        assert all(env.terminations.values())
        for other in env.agent_iter():
            assert env.last()[1] == (-1.0 if other == agent else 0.0)
            env.step(None)
        assert env.agents == []

    @pytest.mark.parametrize("form", FIRST, ids=str)
    def test_it_raises_in_the_raw_environment(self, form: Form) -> None:
        env = form.env(raw=True)
        env.reset(seed=1)
        mask = env.observe(env.agent_selection)[MASK]
        illegal = int(np.flatnonzero(mask == 0)[0])
        with pytest.raises(ValueError, match=rf"^action {illegal} \(.+\) is illegal now: see action_mask$"):
            env.step(illegal)
        with pytest.raises(ValueError, match=r"^there is no action 5000: they are 0 to \d+$"):
            env.step(5000)
        with pytest.raises(ValueError, match=r"^seat_\d is asked for an action"):
            env.step(None)
        env.step(int(np.flatnonzero(mask)[0]))

    @pytest.mark.parametrize("form", FIRST, ids=str)
    def test_pettingzoos_wrappers_do_the_same(self, form: Form) -> None:
        ending = wrappers.TerminateIllegalWrapper(form.env(raw=True), illegal_reward=-1)
        env: AECEnv = wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(ending))
        env.reset(seed=1)
        agent = env.agent_selection
        illegal = int(np.flatnonzero(env.observe(agent)[MASK] == 0)[0])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            env.step(illegal)
        assert env.rewards[agent] == -1
        assert all(env.terminations.values())

    @pytest.mark.parametrize("form", FIRST, ids=str)
    def test_nothing_is_done_before_a_reset_or_after_the_end(self, form: Form) -> None:
        env = form.env(max_cycles=1)
        with pytest.raises(AttributeError, match=r"^agent_selection cannot be accessed before reset\(\)$"):
            env.last()
        for _step in steps(env, 1):
            pass
        assert env.agents == []
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            env.step(0)

    @pytest.mark.parametrize(
        ("arguments", "told"),
        [
            ({"rewards": "honour"}, "^rewards 'honour' must be one of win_share, points, .+$"),
            ({"render_mode": "film"}, "^render_mode 'film' must be one of ansi, rgb_array, human$"),
            ({"max_cycles": 0}, "^max_cycles 0 must be at least 1$"),
        ],
    )
    def test_arguments_are_refused_in_a_sentence(self, arguments: dict[str, Any], told: str) -> None:
        with pytest.raises(ValueError, match=told):
            FIRST[0].env(**arguments)

    @pytest.mark.parametrize("form", FIRST, ids=str)
    def test_so_are_players_that_the_rules_dont_know(self, form: Form) -> None:
        with pytest.raises(IllegalSetup):
            form.module.env(players=9)


@pytest.mark.parametrize("form", FIRST, ids=str)
def test_an_episode_is_truncated(form: Form) -> None:
    env = form.env(max_cycles=7)
    assert len(list(steps(env, 3))) == 7
    env.reset()
    for _cycle in range(7):
        env.step(choice(env.observe(env.agent_selection), Random(1)))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


@pytest.mark.slow
def test_cubes_really_fall_in_a_simulated_tower() -> None:
    form = Form(shogun_v0, 3, (("tower", "classic"),))
    env = form.env(max_cycles=60)
    for _step in steps(env, 5):
        pass
    game = env.game
    session = game.session(env.entry.words.seat_names(game.setup)[:3])
    game.catch_up(session, 0)
    assert session.state == game.state
    thrown = [answer for seat, answer in game.answers if seat is None and isinstance(answer, Thrown)]
    assert len(thrown) > 1


def test_other_plans_are_hidden() -> None:
    env = Form(shogun_v0, 3).env()
    seen = []
    for choosing in (min, max):
        env.reset(seed=1)
        while env.agent_selection == "seat_0":
            env.step(int(choosing(np.flatnonzero(env.observe("seat_0")[MASK]))))
        seen.append({agent: env.observe(agent) for agent in env.agents})
    for agent in env.agents:
        same = all(np.array_equal(seen[0][agent][name], seen[1][agent][name]) for name in seen[0][agent])
        assert same == (agent != "seat_0")
