"""Ranks of the next Boolean experiments: how many members each leaves, in the worst case and on average.

How they are found is in :mod:`symcause.mechanisms.next.experiment_ranks`.
"""

from __future__ import annotations

from collections.abc import Iterator

from symcause.families.boolean.audits.next.experiment_contexts import (
    contexts_of,
    experiments,
    shows_known_world,
)
from symcause.families.boolean.audits.next.listed_ranks import listed_ranks
from symcause.families.boolean.audits.next.outcome_counts import RememberedCells
from symcause.families.boolean.models.experiments import Experiment
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence
from symcause.mechanisms.bounds import OUTCOME_LOOKS
from symcause.mechanisms.next.experiment_ranks import Ranking, ranked


def rankings(
    problem: BooleanProblem,
    hypotheses: HypothesisClass | None = None,
    *,
    targets: int = 1,
    seed: int = 0,
    effort: int = OUTCOME_LOOKS,
) -> Iterator[Ranking[Experiment]]:
    """Ever better rankings; raises LimitError where the members cannot be counted."""
    evidence = Evidence(problem)
    space = ExactSpace.of(problem, hypotheses, evidence)
    contexts = contexts_of(problem, seed)
    if space.count <= 1:
        yield Ranking(space.count, ())
        return
    cells, asked = RememberedCells(space, contexts), experiments(problem, contexts, targets)
    root_sets = [branch.roots for branch in cells.branches]
    known = [e for e in asked if shows_known_world(problem, e, contexts, root_sets)]
    yield from ranked(cells, asked, known, seed=seed, effort=effort, listing=listed_ranks)
