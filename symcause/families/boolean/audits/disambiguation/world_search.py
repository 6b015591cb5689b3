"""World search for disambiguation in Boolean audits: the fewest further worlds that leave one SCM.

Worlds are taken from a seeded finite pool of candidates (:mod:`~audits.pool.world_pool`). Choosing the
fewest of them is a hitting-set problem (:mod:`symcause.mechanisms.worlds.world_choice`).

Demands that are known from the start: let S hold gold's parents of V and other variables that are not
downstream of V, as many as the class allows, and let p be a pattern of S that training never shows.
Flipping gold's output at p is a member, and the worlds that show p (V no target) are all that refute it.
The rest is learned: mechanisms over other inputs, changes of several variables, other root sets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, count
from math import comb

from symcause.errors import UsageError
from symcause.families.boolean.audits.disambiguation.boolean_pool import BooleanPool
from symcause.families.boolean.audits.disambiguation.mechanism_refutation import MECHANISMS
from symcause.families.boolean.audits.pool.candidate_table import Candidates
from symcause.families.boolean.audits.pool.gold_interventions import Probe
from symcause.families.boolean.audits.pool.world_pool import (
    DEFAULT_POOL,
    PoolOptions,
    candidates,
)
from symcause.families.boolean.bounds import DEMANDED_INPUT_SETS, WORLD_ROUNDS
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import World
from symcause.families.boolean.problem.class_rules import refuse_rule
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.legality import illegality
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence
from symcause.families.boolean.space.mechanisms.evidence_extension import Extended
from symcause.families.boolean.space.mechanisms.mechanism_groups import LocalSpace
from symcause.families.boolean.space.noise.cell_disturbance import disturbed_by, excess
from symcause.families.boolean.space.space_choice import open_space
from symcause.mechanisms.branch_space import BranchSpace
from symcause.mechanisms.descendants import descendants
from symcause.mechanisms.worlds.refutation import Pool
from symcause.mechanisms.worlds.world_choice import WorldChoice
from symcause.models.bit_sets import bits
from symcause.models.variable_names import natural


@dataclass(frozen=True)
class Added:
    """Further worlds for a problem; ``minimal`` means: no fewer worlds of this pool do it."""

    problem: BooleanProblem
    hypotheses: HypothesisClass
    worlds: tuple[World, ...]
    lower_bound: int
    pool_size: int
    count_before: int
    count_after: int

    @property
    def minimal(self) -> bool:
        return len(self.worlds) == self.lower_bound

    @property
    def strengthened(self) -> BooleanProblem:
        """The problem with the further worlds among its training worlds."""
        return self.problem.with_worlds(self.worlds)


@dataclass(frozen=True)
class Disambiguation(Added):
    """With what they were chosen from, where every cell is exact."""

    pool: Pool[World] = field(repr=False, compare=False)
    whole: BranchSpace[LocalSpace, Function, BooleanSCM] = field(repr=False, compare=False)
    # what all candidates together leave


def disambiguate(
    problem: BooleanProblem,
    hypotheses: HypothesisClass | None = None,
    options: PoolOptions = DEFAULT_POOL,
    *,
    most_rounds: int = WORLD_ROUNDS,
) -> Disambiguation:
    """The best choice that a search of the pool finds."""
    *_, best = improvements(problem, hypotheses, options, most_rounds=most_rounds)
    return best


def settling_worlds(
    problem: BooleanProblem, options: PoolOptions = DEFAULT_POOL, *, most_rounds: int = WORLD_ROUNDS
) -> tuple[World, ...] | None:
    """The worlds of that choice if they leave gold alone, else None; no pool is drawn where it is."""
    hypotheses = problem.default_class()
    member_gold(problem, hypotheses)
    if ExactSpace.of(problem, hypotheses).count == 1:
        return ()
    disambiguation = disambiguate(problem, hypotheses, options, most_rounds=most_rounds)
    return disambiguation.worlds if disambiguation.count_after == 1 else None


def improvements(
    problem: BooleanProblem,
    hypotheses: HypothesisClass | None = None,
    options: PoolOptions = DEFAULT_POOL,
    *,
    most_rounds: int = WORLD_ROUNDS,
) -> Iterator[Disambiguation]:
    """The first sufficient choice, then better lower bounds; the last one is the answer.

    With ``most_rounds=0`` there is no search for fewer worlds.
    """
    hypotheses = hypotheses or problem.default_class()
    refuse_rule(hypotheses.admits, "the choice of further worlds")
    gold = member_gold(problem, hypotheses)
    probes = list(input_sets(problem, hypotheses, gold))
    pool = BooleanPool(problem.variables, candidates(problem, gold, options, probes))
    return _Search(problem, hypotheses, gold, pool, probes).results(most_rounds)


def member_gold(problem: BooleanProblem, hypotheses: HypothesisClass) -> BooleanSCM:
    """Gold as a member of the space, or the reason why further worlds make no sense."""
    gold = legal_gold(problem)
    reason = excess(problem, hypotheses, gold)
    if reason is not None:
        raise UsageError(
            f"the gold model of {problem.id} is invalid: {reason}",
            remedy=f"--errors {disturbed_by(problem, gold)} would do",
        )
    if open_space(problem, hypotheses).objections(gold):
        raise UsageError(
            f"the gold model of {problem.id} is outside the class: {hypotheses}",
            remedy="widen the class",
        )
    return gold


def legal_gold(problem: BooleanProblem) -> BooleanSCM:
    """Gold, or the reason why it can simulate nothing."""
    if problem.gold is None:
        raise UsageError(
            f"{problem.id} has no gold model, so nothing can simulate further worlds",
            remedy="add gold to the problem",
        )
    reason = illegality(problem, problem.gold)
    if reason is not None:
        raise UsageError(f"the gold model of {problem.id} is invalid: {reason}")
    gold = problem.gold_scm
    assert gold is not None
    return gold


def input_sets(
    problem: BooleanProblem, hypotheses: HypothesisClass, gold: BooleanSCM
) -> Iterator[Probe]:
    """(V, S): gold's parents and others not downstream, as many as the class allows.

    Nothing if there are too many such sets.
    """
    where = {v: i for i, v in enumerate(problem.variables)}
    todo = []
    for variable, function in gold.functions.items():
        below = descendants(gold, variable)
        free = [v for v in problem.disclosure.admissible(variable) if v not in below]
        bound = len(free)
        if hypotheses.max_parents is not None:
            bound = min(bound, hypotheses.max_parents)
        others = [v for v in free if v not in function.parents]
        todo.append((variable, function.parents, others, bound - len(function.parents)))
    if sum(comb(len(others), extra) for _, _, others, extra in todo) > DEMANDED_INPUT_SETS:
        return
    for variable, parents, others, extra in todo:
        for added in combinations(others, extra):
            names = natural((*parents, *added))
            yield Probe(where[variable], tuple(where[v] for v in names))


def by_preference(worlds: Sequence[World]) -> list[int]:
    """Among equals: fewer targets, fewer rows, then as drawn."""
    if isinstance(worlds, Candidates):
        return worlds.preferred
    return sorted(
        range(len(worlds)), key=lambda i: (len(worlds[i].targets), len(worlds[i].rows), i)
    )


def named(problem: BooleanProblem, worlds: Sequence[World]) -> tuple[World, ...]:
    """Worlds of a pool under names that are free in the problem."""
    taken = {world.id for world in problem.worlds}
    names = (f"train_aug_{i:02d}" for i in count(1))
    fresh = (name for name in names if name not in taken)
    return tuple(replace(world, id=next(fresh)) for world in worlds)


class _Search(WorldChoice[World, LocalSpace, Function, BooleanSCM]):
    """The hitting-set loop over one pool."""

    def __init__(
        self,
        problem: BooleanProblem,
        hypotheses: HypothesisClass,
        gold: BooleanSCM,
        pool: BooleanPool,
        probes: list[Probe],
    ) -> None:
        super().__init__(gold, pool, MECHANISMS, by_preference(pool.worlds))
        self.problem, self.hypotheses, self.probes = problem, hypotheses, probes
        self.evidence = Evidence(problem)
        self.before = ExactSpace.of(problem, hypotheses, self.evidence)

    def results(self, most_rounds: int) -> Iterator[Disambiguation]:
        """What the loop finds, with the worlds named."""
        for found in self.run(most_rounds):
            yield self._result(found.chosen, found.lower_bound)

    def space(self, chosen: int) -> ExactSpace:
        """The space with these worlds of the pool as further evidence."""
        worlds = self.pool.worlds
        if chosen == self.pool.everything and isinstance(worlds, Candidates):
            evidence: Evidence = Extended(self.evidence, worlds, worlds.first_rows)
        else:
            evidence = Extended(self.evidence, [worlds[i] for i in bits(chosen)])
        return ExactSpace.of(self.problem, self.hypotheses, evidence)

    def flips(self) -> Iterator[int]:
        """The demands that are known from the start; all mechanisms must be in the class."""
        evidence = self.evidence
        writable = not self.hypotheses.tabled and evidence.catalogue.expresses_everything
        if not writable or self.hypotheses.knowledge:
            return
        for probe in self.probes:
            rows = evidence.rows(self.problem.variables[probe.variable])
            table = rows.table(probe.inputs)
            assert table is not None, "gold is a member"
            shown = self.pool.patterns(probe.variable, probe.inputs)
            for pattern in shown.patterns:
                if not table[0] >> pattern & 1:
                    yield shown.worlds[pattern]

    def _result(self, chosen: int, bound: int) -> Disambiguation:
        worlds = named(self.problem, [self.pool.worlds[i] for i in bits(chosen)])
        return Disambiguation(
            self.problem,
            self.hypotheses,
            worlds,
            bound,
            len(self.pool.worlds),
            self.before.count,
            self.whole.count,
            self.pool,
            self.whole,
        )
