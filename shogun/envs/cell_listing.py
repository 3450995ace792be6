"""The meaning of an environment's numbers as Markdown: every array cell by cell, and every action."""

from collections.abc import Iterator, Sequence

from shogun.envs.agent_environment import CHOSEN, MASK, GameEnvironment
from shogun.game.agent_encoding import Part


def listing(env: GameEnvironment) -> str:
    """Return the arrays of an observation and the actions of an environment."""
    return "\n".join([*_arrays(env), *_actions(env.action_names)])


def _arrays(env: GameEnvironment) -> Iterator[str]:
    yield f"# {env.metadata['name']}, {len(env.possible_agents)} players"
    for part in env.parts:
        yield from _array(part)
    actions, longest = len(env.action_names), env.encoding.longest(env.setup)
    yield f"\n## `{CHOSEN}` ({longest},) int16\n\nThe actions of one's unfinished answer, -1 where there is none yet."
    yield f"\n## `{MASK}` ({actions},) int8\n\n1 where an action is legal; all 0 for who isn't asked."


def _array(part: Part) -> Iterator[str]:
    yield f"\n## `{part.name}` {part.shape} int16\n"
    if part.rows:
        yield f"Rows: {', '.join(part.rows)}.\n"
    yield "| cell | name | least | most | meaning |\n| --- | --- | --- | --- | --- |"
    for number, cell in enumerate(part.cells):
        yield f"| {number} | {cell.name} | {cell.least} | {cell.most} | {cell.meaning} |"


def _actions(names: Sequence[str]) -> Iterator[str]:
    yield "\n## Actions\n\n| number | action |\n| --- | --- |"
    yield from (f"| {number} | {name} |" for number, name in enumerate(names))
