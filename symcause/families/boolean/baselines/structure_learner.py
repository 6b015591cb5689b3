"""Structure learner baseline: learnt graphs, then an exact fit of Boolean mechanisms.

A learned graph is not handed in; each of its parent sets goes to the exact Boolean fitter, which finds the
shortest function of these parents that agrees with the rows, if there is one. Stages:

1. one tabu search;
2. longer tabu searches and hill climbing;
3. *parent proposals*: the parents that the graphs of a variable name, those named most often first, and
   every smallest subset of them that admits an exact fit, combined freely;
4. the same with the graphs of bootstrap replicates, whose arcs rank the proposals, and one more parent.

With hidden roots the root sets are tried in order of their graph's score. A graph that scores well need not
fit exactly, and one that fits need not score well: the last two stages are what closes that gap.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from symcause.attempts.attempt_record import Attempt, AttemptBudget
from symcause.families.boolean.baselines.acyclic_selection import assemble, offer
from symcause.families.boolean.baselines.graph_search import Score, Search
from symcause.families.boolean.bounds import LEARNER_ROOT_SETS, PROPOSED_PARENTS
from symcause.families.boolean.catalogue import catalogue
from symcause.families.boolean.catalogue.expression_writer import write
from symcause.families.boolean.models.functions import Function, reduce
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.problem.version_two import refuse_holes
from symcause.families.boolean.space.mechanisms.local_rows import LocalRows, local_rows
from symcause.models.bit_sets import bits
from symcause.models.expressions import Expression
from symcause.models.variable_names import natural

Graph = tuple[int, ...]
_REPLICATES = 8  # bootstrap replicates between two attempts to fit


@dataclass(frozen=True)
class LearningPlan:
    """Budgets of the four stages."""

    tabu: tuple[int, int, int] = (500, 2000, 4000)
    climb: tuple[int, int] = (2000, 5000)
    parents: int = 5
    last_parents: int = 6
    replicates: int = 96


def structure_learning(
    problem: BooleanProblem,
    seed: int = 0,
    budget: AttemptBudget | None = None,
    plan: LearningPlan | None = None,
) -> Attempt:
    """Learn graphs, fit exactly; the first stage with a train-exact model wins."""
    refuse_holes(problem, "structure learning", "train")
    learner = _Learner(problem, seed, plan or LearningPlan())
    stages = (learner.tabu, learner.ensemble, learner.combined, learner.bootstrap)
    for number, stage in enumerate(stages, 1):
        attempt = stage()
        if attempt is not None:
            return Attempt(attempt.answer, solved=True, note=f"stage {number}, budgeted")
    return Attempt(note="no learned parent sets admit an exact fit")


class _Learner:
    def __init__(self, problem: BooleanProblem, seed: int, plan: LearningPlan) -> None:
        self._problem, self._plan = problem, plan
        self._seed = seed
        self._rows = [local_rows(v, problem.variables, problem.training) for v in problem.variables]
        self._score = Score(self._rows)
        self._graphs: list[Graph] = []
        self._roots = self._ranked_roots()

    def _rng(self, *parts: object) -> random.Random:
        return random.Random(f"{self._seed}/{'/'.join(map(str, parts))}")

    def _ranked_roots(self) -> list[tuple[str, ...]]:
        """Root sets by the score of a quickly learned graph; one unless the roots are hidden."""
        everything = list(self._problem.disclosure.root_sets())
        if len(everything) == 1:
            return everything
        scored = []
        for roots in everything:
            search = Search(self._problem, roots, self._score, 3)
            graph = search.hill_climb(40, self._rng("roots", *roots))
            scored.append((-search.total(graph), everything.index(roots)))
        return [everything[at] for _, at in sorted(scored)[:LEARNER_ROOT_SETS]]

    def tabu(self) -> Attempt | None:
        """Stage 1: one tabu search."""
        return self._learn("tabu", self._plan.tabu[0])

    def ensemble(self) -> Attempt | None:
        """Stage 2: longer tabu searches and hill climbing."""
        for kind, iterations in (("tabu", self._plan.tabu[1]), ("climb", self._plan.climb[0])):
            attempt = self._learn(kind, iterations)
            if attempt is not None:
                return attempt
        return None

    def combined(self) -> Attempt | None:
        """Stage 3: subsets of the parents that any learned graph names."""
        return self._propose(self._graphs, self._plan.parents)

    def bootstrap(self) -> Attempt | None:
        """Stage 4: graphs of bootstrap replicates rank the proposals, with one more parent."""
        graphs = list(self._graphs)
        for k in range(self._plan.replicates):
            rng = self._rng("bootstrap", k)
            weights = [_resampled(rows, rng) for rows in self._rows]
            roots = self._roots[k % len(self._roots)]
            most = self._plan.last_parents
            search = Search(self._problem, roots, Score(self._rows, weights), most)
            graphs.append(search.hill_climb(self._plan.climb[1], rng))
            if k % _REPLICATES == _REPLICATES - 1:
                attempt = self._propose(graphs, most)
                if attempt is not None:
                    return attempt
        return self._propose(graphs, self._plan.last_parents)

    def _learn(self, kind: str, iterations: int) -> Attempt | None:
        for roots in self._roots:
            search = Search(self._problem, roots, self._score, self._plan.parents)
            walk = search.tabu if kind == "tabu" else search.hill_climb
            graph = walk(iterations, self._rng(kind, iterations, *roots))
            self._graphs.append(graph)
            attempt = self._fit(roots, graph)
            if attempt is not None:
                return attempt
        return None

    def _fit(self, roots: tuple[str, ...], graph: Graph) -> Attempt | None:
        """The model over these roots whose parents are those of the graph, or fewer."""
        candidates: dict[str, dict[int, Expression]] = {}
        for v, name in enumerate(self._problem.variables):
            expression = exact_fit(self._problem, self._rows[v], graph[v])
            candidates[name] = {}
            if expression is not None:
                offer(self._problem, candidates[name], expression)
        return assemble(self._problem, candidates, [roots])

    def _propose(self, graphs: Sequence[Graph], most: int) -> Attempt | None:
        """The cheapest acyclic model whose parents the graphs propose."""
        candidates: dict[str, dict[int, Expression]] = {}
        for v, name in enumerate(self._problem.variables):
            named = Counter(p for graph in graphs for p in bits(graph[v]))
            pool = sorted(named, key=lambda p: (-named[p], p))[:PROPOSED_PARENTS]
            candidates[name] = {}
            for parents in smallest_fits(self._rows[v], pool, most):
                expression = exact_fit(self._problem, self._rows[v], parents)
                if expression is not None:
                    offer(self._problem, candidates[name], expression)
        return assemble(self._problem, candidates, self._root_sets())

    def _root_sets(self) -> Iterator[tuple[str, ...]]:
        """The ranked root sets, then all others."""
        yield from self._roots
        for roots in self._problem.disclosure.root_sets():
            if roots not in self._roots:
                yield roots


def smallest_fits(rows: LocalRows, pool: Sequence[int], most: int) -> list[int]:
    """The smallest sets of at most *most* parents from the pool that admit an exact fit."""
    found: list[int] = []
    for size in range(most + 1):
        for chosen in combinations(pool, size):
            parents = sum(1 << p for p in chosen)
            if any(fit & parents == fit for fit in found):
                continue
            if rows.table(chosen) is not None:
                found.append(parents)
    return found


def exact_fit(problem: BooleanProblem, rows: LocalRows, parents: int) -> Expression | None:
    """The shortest expression over these parents that agrees with the rows, None if there is none."""
    names = natural(v for i, v in enumerate(problem.variables) if parents >> i & 1)
    book = catalogue(problem.operators, problem.constants)
    shortest: tuple[int, Function] | None = None
    anything: Function | None = None
    for size in range(len(names) + 1):
        for chosen in combinations(names, size):
            fixed = rows.table([problem.variables.index(v) for v in chosen])
            if fixed is None:
                continue
            known = book.least(size, *fixed)
            if known is not None and (shortest is None or known[0] < shortest[0]):
                shortest = known[0], Function(chosen, known[1])
            anything = anything or reduce(chosen, fixed[1])
    function = anything if shortest is None else shortest[1]
    via = _mentionable(problem, rows.variable)
    if function is None or (not function.parents and via is None and not problem.constants):
        return None
    return write(function, book, via)


def _mentionable(problem: BooleanProblem, variable: str) -> str | None:
    """A variable that a constant may mention: a disclosed root if there is one."""
    admissible = problem.disclosure.admissible(variable)
    roots = problem.disclosure.roots or admissible
    return next((v for v in admissible if v in roots), None)


def _resampled(rows: LocalRows, rng: random.Random) -> list[int]:
    """How often each row is drawn in a bootstrap replicate."""
    count = len(rows.origins)
    drawn = [0] * count
    for _ in range(count):
        drawn[rng.randrange(count)] += 1
    return drawn
