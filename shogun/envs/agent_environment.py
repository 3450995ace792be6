"""Any game as a PettingZoo environment: agents take turns, and answer the game's questions action by action.

It knows no game: the arrays of an observation and the actions come from the game's `encoding`, all else from its rules.
`agent_selection` is the seat being asked; observations contain only what that seat may see.
"""

import struct
from collections.abc import Callable, Mapping, Sequence
from math import fsum
from operator import index
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from msgspec import Struct
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from shogun.base.random_streams import drawn_seed, seed_for
from shogun.envs.game_simulator import RENDER_MODES, GameSimulator, ScreenPictures, printed
from shogun.game.agent_encoding import Composer, Encoding, Part
from shogun.game.options import choices_of
from shogun.game.protocol import Result
from shogun.games import Game, entry_of
from shogun.table.towers import tower_info

# An agent's answer, composed action by action


class AnswerComposition:
    """An answer being composed. Forced actions are taken automatically; an agent is asked only if it has a choice."""

    def __init__(self, composer: Composer, *, has_choice: bool) -> None:
        """Begin an answer; a question with a single answer is asked anyway, through its first action."""
        self.chosen: list[int] = []
        """The actions taken so far, including forced ones."""
        self.legal: list[int] = composer.legal()
        self._composer = composer
        if has_choice:
            self._follow()

    @staticmethod
    def again(composer: Composer, chosen: Sequence[int]) -> "AnswerComposition":
        """Return an answer advanced by these actions."""
        answer = AnswerComposition(composer, has_choice=False)
        for action in chosen:
            answer._take(action)
        return answer

    def take(self, action: int) -> Any:
        """Take a legal action, and return the move if that completes the answer, else None."""
        move = self._take(action)
        return self._follow() if move is None else move

    def _take(self, action: int) -> Any:
        move = self._composer.take(action)
        self.chosen.append(action)
        if move is None:
            self.legal = self._composer.legal()
        return move

    def _follow(self) -> Any:
        """Take forced actions, and return the move if that completes the answer."""
        while len(self.legal) == 1:
            move = self._take(self.legal[0])
            if move is not None:
                return move
        return None


# Rewards at the end of a game

Rewards = Callable[[Result], Sequence[float]]


def win_share(result: Result) -> list[float]:
    """Return 1 for the winner, equal parts of 1 for joint winners, and 0 for all others."""
    winners = result.winners
    return [1.0 / len(winners) if seat in winners else 0.0 for seat in range(len(result.points))]


def points(result: Result) -> list[float]:
    """Return everybody's points."""
    return [float(number) for number in result.points]


def win_share_difference(result: Result) -> list[float]:
    """Return each win share minus the others' mean: from -1 to 1, with a sum of 0."""
    return _differences(win_share(result))


def points_difference(result: Result) -> list[float]:
    """Return each seat's points minus the others' mean."""
    return _differences(points(result))


def _differences(numbers: Sequence[float]) -> list[float]:
    total = fsum(numbers)
    return [number - (total - number) / (len(numbers) - 1) for number in numbers]


REWARDS: Mapping[str, Rewards] = {
    "win_share": win_share,
    "points": points,
    "win_share_difference": win_share_difference,
    "points_difference": points_difference,
}
"""Reward functions by name."""


MASK, CHOSEN = "action_mask", "chosen"
ILLEGAL_REWARD = -1.0
"""Reward of an illegal action, which ends the episode."""
NOTHING = -1
"""Placeholder in `chosen` for actions not taken yet."""
_BY_AGENT = ("rewards", "_cumulative_rewards", "terminations", "truncations", "infos")
_FROM_RESET = {"agent_selection", "rewards", "terminations", "truncations", "infos", "game"}
Observation = dict[str, np.ndarray]


class Terms(Struct, frozen=True, kw_only=True):
    """Settings of an environment, whatever the game."""

    tower: str = ""
    """The tower as the command line names it; empty in a game without one."""
    rewards: str = "win_share"
    """One of `REWARDS`, paid when a game ends; before that all rewards are 0."""
    render_mode: str | None = None
    max_cycles: int | None = None
    """Steps after which an episode is truncated; None: never."""
    raw: bool = False
    """True if an illegal action raises an error; otherwise it ends the episode and costs 1."""


class Snapshot(Struct, frozen=True):
    """An episode at one moment, picklable, to be restored in any environment with the same settings."""

    asked_for: tuple[str, int, dict[str, str]]
    """The game's code, the number of players and the chosen options."""
    game: GameSimulator
    seed: int | None
    episode: int
    cycles: int
    agents: tuple[str, ...]
    asked: int
    agent_selection: str
    skipped: str | None
    """The agent that PettingZoo asks again after the last steps of agents that have ended."""
    chosen: tuple[int, ...]
    """The actions of the unfinished answer."""
    by_agent: dict[str, dict[str, Any]]
    """Rewards, ends and the last move in words, for each agent."""


class GameEnvironment(AECEnv):  # type: ignore[misc]  # the library has no types
    """A game among agents; see `env` of the modules next to this one."""

    def __init__(self, entry: Game, players: int, wishes: Mapping[str, str], terms: Terms) -> None:
        """Set up a game. Raises ValueError, one sentence about the rules, the tower or another argument."""
        super().__init__()
        encoding = _checked(entry, terms)
        self.entry = entry
        self.setup = entry.agreed(players, wishes)
        self._wishes, self._terms = dict(wishes), terms
        self._asked_for = (entry.code, players, choices_of(entry.options, wishes))
        self.render_mode = terms.render_mode
        self.max_cycles = terms.max_cycles
        self.metadata = {
            "name": f"{entry.code.replace('-', '_')}_v0",
            "render_modes": list(RENDER_MODES),
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self.encoding = encoding
        self.parts: Sequence[Part] = self.encoding.parts(self.setup)
        """The arrays of an observation, cell by cell."""
        self.action_names: Sequence[str] = self.encoding.actions(self.setup)
        """The meaning of each action."""
        self._is_raw = terms.raw
        self._tower = tower_info(terms.tower) if entry.rules.has_tower else None
        self._rewards = REWARDS[terms.rewards]
        self._rules = entry.rules
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._slices = _slices(self.parts)
        self._packing = struct.Struct(f"={self._slices[-1][2]}h")  # twice as fast as NumPy's own way
        self._longest = self.encoding.longest(self.setup)
        self.action_spaces = {agent: Discrete(len(self.action_names)) for agent in self.possible_agents}
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self._nothing = np.full(self._longest, NOTHING, np.int16)
        self._no_action = np.zeros(len(self.action_names), np.int8)
        self._seed: int | None = None
        self._episode = 0
        self._pictures: ScreenPictures | None = None
        self._answer: AnswerComposition | None = None
        self._chosen: tuple[int, ...] = ()

    def _space(self) -> Dict:
        spaces = {part.name: _box(part) for part in self.parts}
        actions = len(self.action_names)
        chosen = Box(NOTHING, actions - 1, (self._longest,), np.int16)
        return Dict({**spaces, CHOSEN: chosen, MASK: Box(0, 1, (actions,), np.int8)})

    def __getattr__(self, name: str) -> Any:
        """Raise AttributeError for attributes that exist only after the first reset."""
        if name in _FROM_RESET:
            raise AttributeError(f"{name} cannot be accessed before reset()")
        raise AttributeError(f"an environment has no {name}")

    def observation_space(self, agent: str) -> Dict:
        """Return the space of an agent's observations: the same for all."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return the space of an agent's actions: the same for all."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin a game: with a seed, that of `shogun simulate --seed`; without one, the next after the last one.

        `options` has no effect. If no seed was ever given, the first one is drawn at random.
        """
        if seed is not None:
            self._seed, self._episode = _seed(seed), 0
        elif self._seed is None:
            self._seed = drawn_seed()
        number = self._seed if self._episode == 0 else seed_for(self._seed, "episode", self._episode)
        self._episode += 1
        self.game = GameSimulator(self._rules, self.setup, self._tower, number)
        self.close()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {"move": ""} for agent in self.agents}
        self.cycles = 0
        """Steps so far."""
        self._ask()

    def snapshot(self) -> Snapshot:
        """Return the episode at this moment; PettingZoo's `state()` is different: an array for a critic."""
        return Snapshot(
            asked_for=self._asked_for, game=self.game.copy(), seed=self._seed, episode=self._episode,
            cycles=self.cycles,
            agents=tuple(self.agents), asked=self._asked, agent_selection=self.agent_selection,
            skipped=getattr(self, "_skip_agent_selection", None),
            chosen=tuple(self._answer.chosen) if self._answer else self._chosen,
            by_agent={name: dict(getattr(self, name)) for name in _BY_AGENT},
        )  # fmt: skip

    def restore(self, snapshot: Any) -> None:
        """Resume from such a moment, of this environment or of one with the same settings, as often as needed.

        Raises ValueError for another game's snapshot, leaving everything unchanged.
        """
        if not isinstance(snapshot, Snapshot) or snapshot.asked_for != self._asked_for:
            raise ValueError(
                "the snapshot must be of the same game, with the same number of players and in the same form"
            )
        self.game = snapshot.game.copy().with_rules(self._rules)
        self._seed, self._episode, self.cycles = snapshot.seed, snapshot.episode, snapshot.cycles
        self.agents, self._asked = list(snapshot.agents), snapshot.asked
        self.agent_selection, self._skip_agent_selection = snapshot.agent_selection, snapshot.skipped
        for name, values in snapshot.by_agent.items():
            setattr(self, name, dict(values))
        self._forget()
        self._pictures = None
        self._answer, self._chosen = None, snapshot.chosen

    def copy(self) -> "GameEnvironment":
        """Return an independent environment at the same moment."""
        other = object.__new__(GameEnvironment)
        other.__dict__.update(self.__dict__)
        if "game" in vars(self):
            other.restore(self.snapshot())
        return other

    def __deepcopy__(self, _memo: dict[int, Any]) -> "GameEnvironment":
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the settings and the moment; unpickling imports the game's code again."""
        moment = self.snapshot() if "game" in vars(self) else None
        return _unpickled, (self.entry.code, len(self.possible_agents), self._wishes, self._terms, moment)

    def _ask(self) -> None:
        """Let the seat being asked begin its answer."""
        self._forget()
        question = self.game.question
        assert question is not None, "a game that runs asks somebody"
        seat = question.seat
        self._asked = seat
        self.agent_selection = self.possible_agents[seat]
        composer = self.encoding.composer(self._view(seat), question)
        self._answer = AnswerComposition(composer, has_choice=question.count() > 1)

    def _unfinished(self) -> AnswerComposition:
        """Return the unfinished answer; in a restored episode it is begun only when needed."""
        if self._answer is None:
            question = self.game.question
            assert question is not None, "a game that runs asks somebody"
            composer = self.encoding.composer(self._view(question.seat), question)
            self._answer = AnswerComposition.again(composer, self._chosen)
        return self._answer

    def _forget(self) -> None:
        """Discard cached views: the game has moved on."""
        self._views: dict[int, Any] = {}
        self._packed: dict[int, bytes] = {}

    def _view(self, seat: int) -> Any:
        view = self._views.get(seat)
        if view is None:
            view = self._views[seat] = self._rules.view(self.game.state, seat)
        return view

    def observe(self, agent: str) -> Observation:
        """Return an agent's observation: the game's arrays, its own unfinished answer, and its legal actions.

        `chosen` and `action_mask` are empty for an agent that isn't asked. All arrays are the caller's own.
        """
        seat = self._seats[agent]
        packed = self._packed.get(seat)
        if packed is None:
            packed = self._packed[seat] = self._packing.pack(*self.encoding.cells(self._view(seat), seat))
        cells = np.frombuffer(bytearray(packed), np.int16)
        observation: Observation = {name: cells[start:end].reshape(shape) for name, start, end, shape in self._slices}
        chosen, mask = self._nothing.copy(), self._no_action.copy()
        if seat == self._asked and agent in self.terminations and not self._is_done(agent):
            answer = self._unfinished()
            taken = answer.chosen
            chosen[: len(taken)] = taken
            mask[answer.legal] = 1
        observation[CHOSEN], observation[MASK] = chosen, mask
        return observation

    def _is_done(self, agent: str) -> bool:
        return bool(self.terminations[agent] or self.truncations[agent])

    def step(self, action: Any) -> None:
        """Take an action of the agent being asked; None is for agents that have ended.

        An illegal action ends the episode for all and costs its agent `ILLEGAL_REWARD`; the raw environment
        raises ValueError instead, leaving everything unchanged. After the end a step only reports that.
        """
        if "game" not in vars(self):
            raise RuntimeError("step() before reset(): no game has begun")
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        if self._is_done(agent):
            self._was_dead_step(action)
            return
        number = self._number(action)
        self._cumulative_rewards[agent] = 0.0
        self.cycles += 1
        if number not in self._unfinished().legal:
            self._end_by_illegal(agent)
            return
        move = self._unfinished().take(number)
        if move is not None:
            self._play(agent, move)
        self._truncate(agent)

    def answer(self, move: Any) -> None:
        """Give the whole answer of the agent being asked in one step, for example one of the program's opponents.

        `game.chosen_by` asks such an opponent. Raises IllegalMove, leaving everything unchanged.
        """
        agent = self.agent_selection
        assert self.game.question is not None, "a game that runs asks somebody"
        self.game.question.verify(move)
        self._cumulative_rewards[agent] = 0.0
        self.cycles += 1
        self._play(agent, move)
        self._truncate(agent)

    def _truncate(self, agent: str) -> None:
        """Truncate the episode if it was long enough and has not ended."""
        if self.cycles == self.max_cycles and not self.terminations[agent]:
            self.truncations = dict.fromkeys(self.agents, True)
            self._deads_step_first()

    def _number(self, action: Any) -> int:
        """Return the number of an action. Raises ValueError if it isn't one, or is illegal where that is an error."""
        if action is None:
            raise ValueError(f"{self.agent_selection} is asked for an action: None is for agents that have ended")
        try:
            number = index(action)
        except TypeError:
            raise ValueError(f"an action is a whole number, not {action!r}") from None
        if not 0 <= number < len(self.action_names):
            raise ValueError(f"there is no action {number}: they are 0 to {len(self.action_names) - 1}")
        if self._is_raw and number not in self._unfinished().legal:
            raise ValueError(f"action {number} ({self.action_names[number]}) is illegal now: see action_mask")
        return number

    def _end_by_illegal(self, agent: str) -> None:
        """End the episode for all as PettingZoo's TerminateIllegalWrapper does."""
        EnvLogger.warn_on_illegal_move()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards[agent] = ILLEGAL_REWARD
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self._deads_step_first()

    def _play(self, agent: str, move: Any) -> None:
        """Give the complete answer to the game."""
        self.infos[agent] = {"move": "; ".join(self.entry.words.move_lines(move))}
        self.game.answer(self._asked, move)
        if self.game.question is not None:
            self._ask()
            return
        self._forget()
        self._asked, self._answer, self._chosen = -1, None, ()
        result = self._rules.result(self.game.state)
        assert result is not None, "a game that asks nothing has a result"
        self.rewards = dict(zip(self.agents, self._rewards(result), strict=True))
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, True)
        self._deads_step_first()

    def render(self) -> Any:
        """Return the table as everybody may see it: a text, or the game's screen as an array (720, 1280, 3) of uint8.

        "human" prints the text and returns nothing; without a mode nothing is shown.
        """
        if self.render_mode is None:
            return None
        if self.render_mode == "rgb_array":
            self._pictures = self._pictures or ScreenPictures(self.entry, self.game)
            return self._pictures.taken()
        text = printed(self.entry, self.game)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Release the screen used for pictures."""
        if self._pictures is not None:
            self._pictures.close()
            self._pictures = None


def _seed(seed: Any) -> int:
    """Return a seed as a number. Raises ValueError if it isn't one."""
    try:
        return index(seed)
    except TypeError:
        raise ValueError(f"a seed is a whole number, not {seed!r}") from None


def _unpickled(
    code: str, players: int, wishes: Mapping[str, str], terms: Terms, moment: Snapshot | None
) -> GameEnvironment:
    """Return an environment from a pickle."""
    made = GameEnvironment(entry_of(code), players, wishes, terms)
    if moment is not None:
        made.restore(moment)
    return made


def _checked(entry: Game, terms: Terms) -> Encoding:
    """Return the game for agents. Raises ValueError if such an environment is impossible."""
    encoding = entry.encoding
    if encoding is None:
        raise ValueError(f"{entry.name} brings no encoding for agents")
    if terms.rewards not in REWARDS:
        raise ValueError(f"rewards {terms.rewards!r} must be one of {', '.join(REWARDS)}")
    if terms.render_mode is not None and terms.render_mode not in RENDER_MODES:
        raise ValueError(f"render_mode {terms.render_mode!r} must be one of {', '.join(RENDER_MODES)}")
    if terms.max_cycles is not None and terms.max_cycles < 1:
        raise ValueError(f"max_cycles {terms.max_cycles} must be at least 1")
    return encoding


def _box(part: Part) -> Box[np.int16]:
    low, high = (
        np.broadcast_to(np.array([getattr(cell, end) for cell in part.cells], np.int16), part.shape)
        for end in ("least", "most")
    )
    return Box(low, high, dtype=np.int16)


def _slices(parts: Sequence[Part]) -> list[tuple[str, int, int, tuple[int, ...]]]:
    """Return each array's name, its beginning and end among all cells, and its shape."""
    slices, start = [], 0
    for part in parts:
        slices.append((part.name, start, start + part.size, part.shape))
        start += part.size
    return slices
