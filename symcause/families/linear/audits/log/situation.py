"""The situation at one moment of a linear log: graphs, models and reactor range left."""

from __future__ import annotations

from dataclasses import dataclass

from symcause.answers import Unknown
from symcause.equivalence import class_size
from symcause.errors import SymcauseError
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.space.space_choice import open_space, range_of_target
from symcause.families.linear.space.target_range import TargetRange
from symcause.models.dags import DAG


@dataclass(frozen=True)
class Situation:
    """What the evidence leaves after this many interventions."""

    graphs: int | None
    models: int | None
    imec: int | None
    target: TargetRange | Unknown | None

    def same_as(self, other: Situation) -> bool:
        """True if nothing at all was learnt between the two (unknown counts as learnt)."""
        if self.graphs is None or self.graphs != other.graphs or self.models != other.models:
            return False
        mine, theirs = self.target, other.target
        if isinstance(mine, TargetRange) and isinstance(theirs, TargetRange):
            return (mine.low, mine.high) == (theirs.low, theirs.high)
        return mine is None and theirs is None


def situation(problem: LinearProblem) -> Situation:
    """Counts, equivalence class and range for the evidence of a problem."""
    if not problem.has_evidence:
        return Situation(None, None, None, None)
    space = open_space(problem)
    graphs, models = space.count(), space.models()
    return Situation(
        graphs if isinstance(graphs, int) else None,
        models if isinstance(models, int) else None,
        imec_size(problem),
        range_of_target(space),
    )


class Situations:
    """The situation of every moment of an episode, worked out once."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], Situation] = {}

    def of(self, problem: LinearProblem) -> Situation:
        """Evidence only grows, so how much there is tells which it is."""
        at = (len(problem.records), len(problem.chain))
        if at not in self._known:
            self._known[at] = situation(problem)
        return self._known[at]


def imec_size(problem: LinearProblem) -> int | None:
    """DAGs that are Markov equivalent to the true one under the targets used so far."""
    try:
        model = problem.gold_model()
        if model is None:
            return None
        targets = dict.fromkeys(tuple(s.settings) for s in problem.acts if s.settings)
        return class_size(DAG.of(model.edges, problem.variables), list(targets))
    except SymcauseError:
        return None
