"""The formula whose models are the members of a Boolean space, for second opinions by SAT.

The formula follows the definition and knows nothing of the counting recursion, so that whatever lists or
counts its models is an independent engine. Unknowns: ``root(V)`` (hidden roots only), ``parent(U, V)``,
``before(U, V)`` for an order where one is needed, and one of two ways to speak of the mechanisms:

- *Tables*, for classes that hold every function of this many parents: one unknown ``parents(V, S)`` for
  each parent set, of which exactly one holds, and ``output(V, a)`` for the patterns a of its members. Every
  parent changes the output somewhere; outputs that S does not use are 0.
- *Lists*, for classes with bounds on the written form: one unknown for each function of the class, and
  exactly one of them holds.

A row in which V is no target fixes one output for each S. Parents form no cycle. A root has neither parents
nor outputs. Without constants a mechanism must have a root to mention (see
:mod:`~space.mechanisms.class_evidence`). With few endogenous variables every cycle is forbidden by a clause
of its own, so that those shown determine all unknowns: that suits model counters.

Two members are the same iff they have the same roots and functions, which is what is shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from symcause.families.boolean.bounds import CYCLE_VARIABLES
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.opinions.mechanism_definition import (
    candidate_parents,
    class_functions,
    has_mentions,
    is_listed,
    observations,
)
from symcause.families.boolean.problem.class_rules import refuse_rule
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.models.disclosure import Setting
from symcause.solvers.sat.cnf import Clause, Cnf


@dataclass(frozen=True)
class MemberFormula:
    """Clauses, and the variables through which their models are members."""

    problem: BooleanProblem
    clauses: tuple[Clause, ...]
    shown: tuple[int, ...]
    names: tuple[tuple[object, ...], ...]  # of the shown variables
    variables: int

    def member(self, literals: Sequence[int]) -> BooleanSCM:
        """The member that an assignment of the shown variables stands for."""
        true = [name for name, x in zip(self.names, literals, strict=True) if x > 0]
        hidden = {name[1] for name in true if name[0] == "root"}
        roots = self.problem.disclosure.roots or tuple(
            v for v in self.problem.variables if v in hidden
        )
        parents: dict[str, tuple[str, ...]] = {}
        tables: dict[str, int] = {}
        functions: dict[str, Function] = {}
        for name in true:
            match name:
                case ("parents", str(variable), tuple(chosen)):
                    parents[variable] = chosen
                case ("output", str(variable), int(pattern)):
                    tables[variable] = tables.get(variable, 0) | 1 << pattern
                case ("function", str(variable), Function() as function):
                    functions[variable] = function
        functions |= {v: Function(chosen, tables.get(v, 0)) for v, chosen in parents.items()}
        return BooleanSCM(roots, functions)


def member_formula(problem: BooleanProblem, hypotheses: HypothesisClass) -> MemberFormula:
    """The formula of the space. Raises LimitError where it would be too large."""
    refuse_rule(hypotheses.admits, "a solver")
    encoder = _Encoder(problem, hypotheses)
    encoder.encode()
    shown = [
        (name, variable)
        for name, variable in encoder.cnf.names
        if isinstance(name, tuple) and name[0] in ("root", "parents", "output", "function")
    ]
    return MemberFormula(
        problem,
        tuple(encoder.cnf.clauses),
        tuple(variable for _, variable in shown),
        tuple(name for name, _ in shown),
        encoder.cnf.variables,
    )


def simple_cycles(nodes: Sequence[str]) -> Iterator[tuple[tuple[str, str], ...]]:
    """The edges of every directed cycle that visits no node twice, in the complete graph."""
    for size in range(2, len(nodes) + 1):
        for first, *others in combinations(nodes, size):
            for rest in permutations(others):
                cycle = (first, *rest)
                yield tuple(zip(cycle, (*rest, first), strict=True))


class _Encoder:
    def __init__(self, problem: BooleanProblem, hypotheses: HypothesisClass) -> None:
        self.cnf = Cnf()
        self._problem = problem
        self._hypotheses = hypotheses
        self._listed = is_listed(problem, hypotheses)
        roots = problem.disclosure.roots
        self._hidden = roots is None
        self._endogenous = problem.disclosure.endogenous(roots or ())

    def encode(self) -> None:
        self._roots()
        self._order()
        for variable in self._endogenous:
            if self._listed:
                self._mechanism_by_list(variable)
            else:
                self._mechanism_by_table(variable)

    def _root(self, variable: str) -> tuple[int, ...]:
        """The literal "is a root", where that is open."""
        return (self.cnf.variable(("root", variable)),) if self._hidden else ()

    def _parent(self, parent: str, child: str) -> int:
        return self.cnf.variable(("parent", parent, child))

    def _roots(self) -> None:
        problem, cnf = self._problem, self.cnf
        if self._hidden:
            root = {v: cnf.variable(("root", v)) for v in problem.variables}
            cnf.exactly(list(root.values()), problem.disclosure.size_of_root_set)
            scored = [v for v in root if any(v not in w.targets for w in problem.training)]
            cnf.add(*(-root[v] for v in scored))
        if not has_mentions(problem):
            cnf.add()

    def _order(self) -> None:
        """No cycle among the parents: each one forbidden, or an order if there are too many."""
        if self._problem.setting is Setting.ORDERED:
            return
        cnf, inner = self.cnf, self._endogenous
        admissible = {v: set(self._problem.disclosure.admissible(v)) for v in inner}
        if len(inner) <= CYCLE_VARIABLES:
            for cycle in simple_cycles(inner):
                if all(u in admissible[v] for u, v in cycle):
                    cnf.add(*(-self._parent(u, v) for u, v in cycle))
            return
        before = {(u, v): cnf.variable(("before", u, v)) for u, v in permutations(inner, 2)}
        for u, v in combinations(inner, 2):
            cnf.add(-before[u, v], -before[v, u])
        for u, v, w in permutations(inner, 3):
            cnf.add(-before[u, v], -before[v, w], before[u, w])
        for (u, v), literal in before.items():
            if u in admissible[v]:
                cnf.add(-self._parent(u, v), literal)

    def _mechanism_by_table(self, variable: str) -> None:
        cnf, root = self.cnf, self._root(variable)
        candidates = candidate_parents(self._problem, self._hypotheses, variable)
        bound = len(candidates[-1])
        outputs = [cnf.variable(("output", variable, a)) for a in range(1 << bound)]
        changes = [self._changes(outputs, j) for j in range(bound)]
        observed = list(observations(self._problem, variable))
        chosen: list[int] = []
        for parents in candidates:
            literal = cnf.variable(("parents", variable, parents))
            chosen.append(literal)
            for j in range(len(parents)):
                cnf.add(-literal, *changes[j][: 1 << (len(parents) - 1)])
            seen = {
                (sum(state[name] << j for j, name in enumerate(parents)), value): None
                for state, value in observed
            }
            for pattern, value in seen:
                cnf.add(-literal, outputs[pattern] if value else -outputs[pattern])
            for unused in outputs[1 << len(parents) :]:
                cnf.add(-literal, -unused)
        cnf.exactly([*chosen, *root], 1)
        self._define_parents(variable, dict(zip(candidates, chosen, strict=True)))
        for is_root in root:
            for output in outputs:
                cnf.add(-is_root, -output)

    def _define_parents(self, variable: str, chosen: Mapping[tuple[str, ...], int]) -> None:
        """``parent(U, V)`` iff a chosen parent set holds U."""
        for name in self._problem.disclosure.admissible(variable):
            parent = self._parent(name, variable)
            holding = [literal for parents, literal in chosen.items() if name in parents]
            self.cnf.add(-parent, *holding)
            for literal in holding:
                self.cnf.add(-literal, parent)

    def _changes(self, outputs: list[int], index: int) -> list[int]:
        """Literals "flipping parent *index* changes the output", those of few parents first."""
        changes = []
        for a in range(len(outputs)):
            if not a >> index & 1:
                low, high = outputs[a], outputs[a | 1 << index]
                change = self.cnf.fresh()
                self.cnf.add(-change, low, high)
                self.cnf.add(-change, -low, -high)
                self.cnf.add(change, -low, high)
                self.cnf.add(change, low, -high)
                changes.append(change)
        return changes

    def _mechanism_by_list(self, variable: str) -> None:
        cnf, observed = self.cnf, list(observations(self._problem, variable))
        chosen: dict[Function, int] = {}
        for function in class_functions(self._problem, self._hypotheses, variable):
            # An unknown for a function that some row refutes would only be false.
            if all(function(state) == value for state, value in observed):
                chosen[function] = cnf.variable(("function", variable, function))
        cnf.exactly([*chosen.values(), *self._root(variable)], 1)
        groups: dict[tuple[str, ...], list[int]] = {}
        for function, literal in chosen.items():
            groups.setdefault(function.parents, []).append(literal)
        self._define_parents(variable, {s: cnf.disjunction(group) for s, group in groups.items()})
