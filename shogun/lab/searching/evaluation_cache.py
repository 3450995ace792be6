"""Candidates of a search: measured once, kept, and found again when the search is gone on with."""

from collections.abc import Callable, Mapping, Sequence

import msgspec

from shogun.lab.measuring.metrics import metrics_of
from shogun.lab.running.batch_evaluation import BatchPlan, Work, measure_many
from shogun.lab.searching.search_space import Candidate, Floats, Parameter, values_at
from shogun.tower.file.design import Design
from shogun.tower.file.parameters import vary_parameters
from shogun.tower.geometry import GeometryError


class EvaluationCache:
    """Candidates of one search: each is measured once, and whatever the file of results knows not again."""

    def __init__(self, design: Design, parameters: Sequence[Parameter], work: Work) -> None:
        self.candidates: list[Candidate] = []
        self.parameters = parameters
        self._design = design
        self._work = work

    def measure(self, places: Sequence[Floats], plan: BatchPlan) -> list[Candidate]:
        """Return the candidates at these places, measured by a plan. Raises as `measure_many`."""
        first = len(self.candidates)
        values = {first + at: values_at(self.parameters, place) for at, place in enumerate(places)}
        towers = {number: tower for number, one in values.items() if (tower := self._built(one))}
        for number, tower in towers.items():
            self._work.results.name(plan.key(tower), msgspec.json.encode(values[number]).decode())
        chains = measure_many(towers, plan, self._work)
        made = [
            Candidate(number, one, metrics_of(chains[number]) if number in chains else None)
            for number, one in values.items()
        ]
        self.candidates += made
        return made

    def _built(self, values: Mapping[str, float]) -> Design | None:
        try:
            return vary_parameters(self._design, values)
        except GeometryError:
            return None


Watch = Callable[[Sequence[Candidate]], None]
"""Called with the candidates of a search so far whenever some have been measured."""
