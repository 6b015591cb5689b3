"""Levels of evidence for disambiguation: recipes that add worlds of gold to a Boolean problem.

*Extra Worlds*: three or four observational or single-variable worlds that show the most input patterns the
training worlds lack (:mod:`~audits.evidence.pattern_support`); they depend on gold's order and the training
worlds only, so every setting gets the same ones. *Counterexample Audit*: Extra Worlds, then worlds until
every pattern that the pool can show is shown, then worlds that separate gold from each alternative that is
discovered: all short local alternatives, coordinated pairs, the simplest member and exact samples.
*Certified*: the fewest worlds that leave gold alone in the class (:mod:`.world_search`), which no search
can beat.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from itertools import combinations

from symcause.errors import LimitError
from symcause.families.boolean.audits.alternatives.shortcuts import list_alternatives
from symcause.families.boolean.audits.audit_options import PROBE_SIZE
from symcause.families.boolean.audits.disambiguation.boolean_pool import BooleanPool
from symcause.families.boolean.audits.disambiguation.world_search import (
    disambiguate,
    member_gold,
    named,
)
from symcause.families.boolean.audits.evidence.pattern_support import full_order, support_report
from symcause.families.boolean.audits.pool.gold_interventions import Probe
from symcause.families.boolean.audits.pool.world_pool import (
    DEFAULT_POOL,
    PoolOptions,
    candidates,
)
from symcause.families.boolean.bounds import LEVEL_ROUNDS
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import World
from symcause.families.boolean.problem.class_rules import refuse_rule
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence
from symcause.families.boolean.space.order.simplest_model import simplest
from symcause.mechanisms.mechanism_pairs import coordinated_pairs
from symcause.models.bit_sets import bits
from symcause.solvers.sets.hitting_sets import greedy

FEWEST_EXTRA, MOST_EXTRA = 3, 4
ENOUGH_COVERAGE = Fraction(95, 100)
"""Mean coverage below which Extra Worlds adds a fourth world."""

LOCAL_SLACK, LOCAL_CAP = 4, 10
SAMPLES = 50


class Level(StrEnum):
    """How much evidence a problem carries."""

    ORIGINAL = "original"
    EXTRA = "extra"
    COUNTEREXAMPLE = "counterexample"
    CERTIFIED = "certified"


@dataclass(frozen=True)
class Strengthened:
    """A problem with further worlds, and what they did to support and count."""

    problem: BooleanProblem
    level: Level
    added: tuple[World, ...]
    coverage_before: Fraction
    coverage_after: Fraction
    count_before: int
    count_after: int
    pool_size: int


def strengthen(
    problem: BooleanProblem,
    level: Level,
    hypotheses: HypothesisClass | None = None,
    options: PoolOptions = DEFAULT_POOL,
) -> Strengthened:
    """Bring a problem to a level of evidence; gold must be a member of the class."""
    hypotheses = hypotheses or problem.default_class()
    refuse_rule(hypotheses.admits, "the choice of further worlds")
    gold = member_gold(problem, hypotheses)
    stronger, pool_size = problem, 0
    if level is Level.CERTIFIED:
        disambiguation = disambiguate(problem, hypotheses, options)
        stronger, pool_size = disambiguation.strengthened, disambiguation.pool_size
    elif level is not Level.ORIGINAL:
        singles = _pool(problem, gold, replace(options, targets=1))
        stronger, pool_size = extra_worlds(problem, gold, singles), len(singles.worlds)
        if level is Level.COUNTEREXAMPLE:
            pool = _pool(stronger, gold, options)
            pool_size = len(pool.worlds)
            stronger = _covered(stronger, gold, pool)
            stronger = _separated(stronger, gold, pool, hypotheses, options.seed)
    return Strengthened(
        stronger,
        level,
        stronger.worlds[len(problem.worlds) :],
        coverage_of(problem, gold),
        coverage_of(stronger, gold),
        ExactSpace.of(problem, hypotheses).count,
        ExactSpace.of(stronger, hypotheses).count,
        pool_size,
    )


def coverage_of(problem: BooleanProblem, gold: BooleanSCM) -> Fraction:
    """Mean local pattern coverage of the training worlds."""
    report = support_report(problem, gold)
    assert report is not None, "gold gives an order"
    return report.mean_coverage


def probes_of(problem: BooleanProblem, gold: BooleanSCM, size: int = PROBE_SIZE) -> list[Probe]:
    """The input sets that the support of a problem is measured by."""
    order = full_order(problem, gold)
    assert order is not None, "gold gives an order"
    where = {v: i for i, v in enumerate(problem.variables)}
    return [
        Probe(where[variable], tuple(where[v] for v in inputs))
        for at, variable in enumerate(order)
        if variable in gold.functions
        for inputs in combinations(order[:at], min(size, at))
    ]


def extra_worlds(problem: BooleanProblem, gold: BooleanSCM, pool: BooleanPool) -> BooleanProblem:
    """Three or four worlds of the pool that show the most new patterns, one after the other."""
    for number in range(MOST_EXTRA):
        if number >= FEWEST_EXTRA and coverage_of(problem, gold) >= ENOUGH_COVERAGE:
            break
        lacking = _lacking(problem, gold, pool)
        gains = [0] * len(pool.worlds)
        for worlds in lacking:
            for i in bits(worlds):
                gains[i] += 1
        taken = {(w.mode, w.targets, w.rows) for w in problem.training}
        free = [i for i, w in enumerate(pool.worlds) if (w.mode, w.targets, w.rows) not in taken]
        if not free:
            break
        problem = _with(problem, pool, [max(free, key=lambda i: (gains[i], -i))])
    return problem


def _pool(problem: BooleanProblem, gold: BooleanSCM, options: PoolOptions) -> BooleanPool:
    probes = probes_of(problem, gold)
    return BooleanPool(problem.variables, candidates(problem, gold, options, probes))


def _with(problem: BooleanProblem, pool: BooleanPool, chosen: Sequence[int]) -> BooleanProblem:
    """The problem with worlds of the pool, under names that are free."""
    return problem.with_worlds(named(problem, [pool.worlds[i] for i in chosen]))


def _lacking(problem: BooleanProblem, gold: BooleanSCM, pool: BooleanPool) -> Iterator[int]:
    """For each pattern that training lacks and the pool can show: the worlds that show it."""
    evidence = Evidence(problem)
    for probe in probes_of(problem, gold):
        rows = evidence.rows(problem.variables[probe.variable])
        shown = pool.patterns(probe.variable, probe.inputs)
        known = set(_patterns(rows.columns, rows.mask, probe.inputs))
        for pattern in shown.patterns:
            if pattern not in known:
                yield shown.worlds[pattern]


def _patterns(columns: Sequence[int], mask: int, inputs: Sequence[int]) -> Iterator[int]:
    blocks = [(mask, 0)] if mask else []
    for j, position in enumerate(inputs):
        split = [(b & columns[position], p | 1 << j) for b, p in blocks]
        blocks = [(b, p) for b, p in split if b] + [
            (b & ~columns[position], p) for b, p in blocks if b & ~columns[position]
        ]
    return (pattern for _, pattern in blocks)


def _covered(problem: BooleanProblem, gold: BooleanSCM, pool: BooleanPool) -> BooleanProblem:
    """Worlds until every pattern that the pool can show is shown."""
    chosen = greedy(_lacking(problem, gold, pool), range(len(pool.worlds)))
    return _with(problem, pool, bits(chosen))


def _separated(
    problem: BooleanProblem,
    gold: BooleanSCM,
    pool: BooleanPool,
    hypotheses: HypothesisClass,
    seed: int,
) -> BooleanProblem:
    """Worlds until no discovered alternative that the pool can refute fits the training worlds.

    Samples are drawn once; the searches are repeated until they find nothing more.
    """
    samples = SAMPLES
    for _ in range(LEVEL_ROUNDS):
        models = discovered(problem, gold, hypotheses, random.Random(seed), samples)
        demands = {_refuters(model, gold, pool) for model in models} - {0}
        if not demands:
            break
        problem = _with(problem, pool, bits(greedy(sorted(demands), range(len(pool.worlds)))))
        samples = 0
    return problem


def _refuters(model: BooleanSCM, gold: BooleanSCM, pool: BooleanPool) -> int:
    """The worlds that refute one of a model's changed mechanisms."""
    worlds = 0
    for variable in model.changed(gold):
        if variable in model.functions:
            at = pool.variables.index(variable)
            worlds |= pool.refuters(at, model.functions[variable])
    return worlds


def discovered(
    problem: BooleanProblem,
    gold: BooleanSCM,
    hypotheses: HypothesisClass,
    rng: random.Random,
    samples: int,
) -> Iterator[BooleanSCM]:
    """Alternatives that bounded searches find: none left does not mean that none exists."""
    evidence = Evidence(problem)
    written = problem.gold.mechanisms if problem.gold is not None else {}
    bound = hypotheses.max_parents
    for variable in gold.endogenous:
        cap = min(written[variable].size + LOCAL_SLACK, LOCAL_CAP)
        try:
            for function in list_alternatives(evidence, gold, variable, cap, hypotheses.knowledge):
                if bound is None or len(function.parents) <= bound:
                    yield gold.replaced(variable, function)
        except LimitError:
            continue  # beyond the tables: the other searches still look at this variable
    space = ExactSpace.of(problem, hypotheses, evidence)
    for pair in coordinated_pairs(space, gold):
        yield pair.example
    short = simplest(space)
    if short is not None and short.model != gold:
        yield short.model
    for _ in range(samples if space.count > 1 else 0):
        member = space.draw(rng)
        if member != gold:
            yield member
