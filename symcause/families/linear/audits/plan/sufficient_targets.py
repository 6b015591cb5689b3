"""Sufficient targets and golden chains: linear plans of the fewest interventions for gold.

*Sufficient targets*: a smallest set of variables such that one intervention on each leaves one graph, if a
given model (gold) is the truth. All smaller sets were tried, so the size is a minimum.

*Golden chain*: interventions after which one graph is left; the counts after every prefix prove that no
shorter prefix would do, and the set of targets is a smallest sufficient one, so no shorter chain would.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations

from symcause.answers import Unknown
from symcause.errors import UsageError
from symcause.families.linear.audits.next.intervention_outcomes import after, fresh_value
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.models.laboratory import Manipulation
from symcause.families.linear.problem.evidence_replay import current_crystal
from symcause.families.linear.problem.problem import ChainState, LinearProblem
from symcause.families.linear.space.space_choice import open_space


@dataclass(frozen=True)
class SufficientTargets:
    """A smallest set of targets; ``remaining`` is what it leaves (1, or more if nothing leaves one)."""

    targets: tuple[str, ...]
    remaining: int
    tried: int

    @property
    def identifies(self) -> bool:
        return self.remaining == 1


def sufficient_targets(problem: LinearProblem) -> SufficientTargets | Unknown:
    """The fewest interventions (one a target) that leave one graph if gold is the truth.

    If even all targets leave more, the smallest set that leaves as few as all of them together.
    """
    model = _truth(problem)
    everything = _remaining(problem, model, problem.controllable)
    if isinstance(everything, Unknown):
        return everything
    for tried, targets in enumerate(subsets_by_size(problem.controllable), 1):
        left = _remaining(problem, model, targets)
        if isinstance(left, Unknown):
            return left
        if left == everything:
            return SufficientTargets(targets, left, tried)
    raise AssertionError("the set of all targets leaves what it leaves")


def subsets_by_size(names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """All subsets, smaller ones first."""
    for size in range(len(names) + 1):
        yield from combinations(names, size)


def _truth(problem: LinearProblem) -> CrystalModel:
    model = problem.gold_model()
    if model is None:
        raise UsageError("no gold: it is not known what experiments would show", value=problem.id)
    if problem.hidden is not None:
        raise UsageError("experiments under a hidden disturbance have no single outcome")
    return model


def _remaining(
    problem: LinearProblem, model: CrystalModel, targets: tuple[str, ...]
) -> int | Unknown:
    return open_space(experimented(problem, model, targets)).count()


def experimented(
    problem: LinearProblem, model: CrystalModel, targets: tuple[str, ...]
) -> LinearProblem:
    """The problem after one intervention on each target, as the model would answer."""
    for name in targets:
        crystal = current_crystal(problem, model)
        if crystal is None:
            raise UsageError("no crystal has been measured that could be manipulated")
        lab = problem.laboratory(model)
        step = Manipulation(name, fresh_value(problem, name))
        reads = lab.measure(lab.intervene(crystal, step))
        problem = after(problem, step, tuple(reads.values()))
    return problem


@dataclass(frozen=True)
class GoldenChain:
    """A problem with a chain that leaves one graph, and the graphs left after every prefix."""

    problem: LinearProblem
    counts: tuple[int, ...]
    minimum: bool

    @property
    def shorter_prefix_would_do(self) -> bool:
        return self.counts[-1] in self.counts[:-1]


def golden_chain(problem: LinearProblem, *, seed: int = 0) -> GoldenChain | Unknown:
    """A shortest chain that identifies the graph of gold, continuing what the problem already has.

    The order of the targets and the values (integers 1..99) are drawn with the seed.
    """
    targets = sufficient_targets(problem)
    if isinstance(targets, Unknown):
        return targets
    model, rng = _truth(problem), random.Random(f"golden {seed} {problem.id}")
    order = list(targets.targets)
    rng.shuffle(order)
    counts: list[int] = []
    chain = problem
    for name in [None, *order]:
        if name is not None:
            chain = _intervened(chain, model, name, rng)
        graphs = open_space(chain).count()
        if isinstance(graphs, Unknown):
            return graphs
        counts.append(graphs)
    # The identity of the set is settled by sufficient_targets; the prefixes are counted here again.
    return GoldenChain(replace(chain, id=f"{problem.id}-golden"), tuple(counts), targets.identifies)


def _intervened(
    problem: LinearProblem, model: CrystalModel, name: str, rng: random.Random
) -> LinearProblem:
    crystal = current_crystal(problem, model)
    if crystal is None:
        raise UsageError("no crystal has been measured that could be manipulated")
    states = problem.chain or tuple(ChainState(r.values) for r in problem.records[:1])
    value = Fraction(rng.randint(1, 99))
    while value == states[-1].values[name]:
        value = Fraction(rng.randint(1, 99))
    step, lab = Manipulation(name, value), problem.laboratory(model)
    return after(problem, step, tuple(lab.measure(lab.intervene(crystal, step)).values()))
