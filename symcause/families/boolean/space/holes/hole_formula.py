"""The SAT formula of a Boolean problem with holes: models and values of unobserved cells together.

A training cell that was not observed is a variable of the formula. A mechanism of V has at most K slots,
each with one parent of V's pool or none, in the order of the pool, empty ones last, and a table over the
slots; an empty slot's halves of the table are equal, a used slot's differ somewhere. So slots and table are
exactly one function with its functional parents, and a clause over them excludes one model. Acyclicity is a
total order; a cell that may be disturbed has a literal that lifts its clauses, at most E of them true. With
hidden roots every variable has a literal that says it is one; its slots are empty then, its table false.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import combinations, permutations

from symcause.errors import LimitError
from symcause.families.boolean.bounds import LARGE_FORMULA, MOST_CLAUSES, PARENT_SLOTS
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import World
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.holes.mechanism_literals import Mechanism
from symcause.families.boolean.space.holes.viable_parents import Viable, viable_parents
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence
from symcause.models.disclosure import Setting
from symcause.models.variable_names import natural
from symcause.solvers.sat.cnf import Cnf

Cell = tuple[int, int, str]
"""A training cell: the number of its world, its row, its variable."""


class HoledFormula:
    """The formula of a problem in a class; raises LimitError where that is too large."""

    def __init__(self, problem: BooleanProblem, hypotheses: HypothesisClass) -> None:
        self.problem, self.hypotheses = problem, hypotheses
        self._evidence = Evidence(problem)
        self._viable: Mapping[str, Viable] = {}
        self._check_reach()
        self.cnf = Cnf()
        self.true = self.cnf.fresh()
        self.cnf.add(self.true)
        self.cells: dict[Cell, int] = {}  # unobserved
        self.lifted: dict[Cell, int] = {}
        self.roots = {v: self._root(v) for v in problem.variables}
        self.mechanisms = {
            v: self._mechanism(v) for v in problem.variables if self.roots[v] != self.true
        }
        self.edges = {
            (parent, v): self.cnf.disjunction([slot[place] for slot in made.slots])
            for v, made in self.mechanisms.items()
            if made.slots
            for place, parent in enumerate(made.pool)
        }
        self._knowledge()
        self._order()
        self._root_sets()
        for w, world in enumerate(problem.training):
            for r in range(len(world.rows)):
                self._row(w, world, r)
        if hypotheses.errors:
            self.cnf.at_most(list(self.lifted.values()), hypotheses.errors)

    # what is looked at

    def _check_reach(self) -> None:
        problem, evidence = self.problem, self._evidence
        if self.hypotheses.tabled or not evidence.catalogue.expresses_everything:
            raise LimitError(
                "rows with unobserved cells are not searched in classes bounded by writing"
            )
        if self.hypotheses.admits is not None:
            raise LimitError("a rule in Python is not known to the search")
        most = max(self._bound(v) for v in problem.variables)
        if most > PARENT_SLOTS:
            over = "rows with unobserved cells" if problem.holed else "what they show"
            raise LimitError(
                f"mechanisms of {most} parents are too many for a search over {over}",
                remedy=f"bound the class with --max-parents {PARENT_SLOTS} or fewer",
            )
        if self._clauses > LARGE_FORMULA:
            always = problem.disclosure.roots or ()
            pools = {v: self._pool(v) for v in problem.variables if v not in always}
            self._viable = viable_parents(problem, pools, most, self.hypotheses.errors) or {}
        if self._clauses > MOST_CLAUSES:
            raise LimitError(f"{self._clauses:,} clauses are too many to search")

    @property
    def _clauses(self) -> int:
        """About as many as there will be."""
        rows = sum(len(world.rows) for world in self.problem.training)
        names = self.problem.variables
        pools = {v: len(self._pool(v)) + 1 for v in names}
        slots = {v: self._bound(v) for v in names}
        return sum((2 << k) + 2 * k * pools[v] for v, k in slots.items()) * rows + len(names) ** 3

    def _bound(self, variable: str) -> int:
        most, pool = self.hypotheses.max_parents, len(self._pool(variable))
        bound = pool if most is None else min(most, pool)
        return min(bound, self._viable[variable].most) if variable in self._viable else bound

    def _pool(self, variable: str) -> tuple[str, ...]:
        names, known = self.problem.variables, self.hypotheses.knowledge
        found = {names[i] for i in self._evidence.candidates(variable)}
        if variable in self._viable:
            found &= self._viable[variable].parents
        return natural({p for p in found if not known or known.admits(p, variable)})

    # models

    def _root(self, variable: str) -> int:
        disclosed = self.problem.disclosure.roots
        if disclosed is None:
            return self.cnf.fresh()
        return self.true if variable in disclosed else -self.true

    def _root_sets(self) -> None:
        """The admitted root sets: this many, each leaving a scored cell and something to mention."""
        problem, disclosure = self.problem, self.problem.disclosure
        if disclosure.roots is not None:
            if not self._evidence.admits(tuple(disclosure.roots)):
                self.cnf.add()
            return
        self.cnf.exactly([self.roots[v] for v in problem.variables], disclosure.size_of_root_set)
        if not disclosure.size_of_root_set and not problem.constants:
            self.cnf.add()  # a constant would have nothing to mention
        if problem.setting is Setting.HIDDEN_ROOTS:
            read = {
                v
                for world in problem.training
                for row in world.rows
                for v, bit in zip(problem.variables, row, strict=True)
                if bit != "?" and v not in world.targets
            }
            self.cnf.add(*(-self.roots[v] for v in problem.variables if v in read))

    def _mechanism(self, variable: str) -> Mechanism:
        cnf, pool = self.cnf, self._pool(variable)
        slots = tuple(
            tuple(cnf.fresh() for _ in (*pool, None)) for _ in range(self._bound(variable))
        )
        table = tuple(cnf.fresh() for _ in range(1 << len(slots)))
        made = Mechanism(variable, pool, slots, table)
        root = self.roots[variable]
        for k, slot in enumerate(slots):
            cnf.exactly(slot, 1)
            cnf.add(-root, slot[-1])
            self._halves(table, k, slot[-1])
            for place, literal in enumerate(slot):
                for later in slots[k + 1 : k + 2]:  # the next slot holds a later parent, or none
                    stop = len(pool) if place == len(pool) else place + 1
                    for earlier in later[:stop]:
                        cnf.add(-literal, -earlier)
        for bit in table:
            cnf.add(-root, -bit)
        return made

    def _halves(self, table: Sequence[int], k: int, empty: int) -> None:
        """An empty slot makes no difference, a used one does somewhere."""
        cnf, differing = self.cnf, []
        for pattern in range(len(table)):
            if not pattern >> k & 1:
                low, high = table[pattern], table[pattern | 1 << k]
                cnf.add(-empty, -low, high)
                cnf.add(-empty, low, -high)
                apart = cnf.fresh()
                cnf.add(-apart, low, high)
                cnf.add(-apart, -low, -high)
                differing.append(apart)
        cnf.add(empty, *differing)

    def _knowledge(self) -> None:
        """Required edges, and signs: clauses on the halves of tables; the pools know the rest."""
        cnf, known = self.cnf, self.hypotheses.knowledge
        if not known:
            return
        for parent, child in known.require:
            cnf.add(self.edges.get((parent, child), -self.true))
        for made in self.mechanisms.values():
            for k, slot in enumerate(made.slots):
                halves = [
                    (low, made.table[p | 1 << k])
                    for p, low in enumerate(made.table)
                    if not p >> k & 1
                ]
                rising = cnf.fresh()  # its parent never lowers the output, or never raises it
                for low, high in halves if known.unate else ():
                    cnf.add(-rising, -low, high)
                    cnf.add(rising, low, -high)
                for parent, literal in zip(made.pool, slot, strict=False):
                    sign = known.sign(parent, made.variable)
                    for low, high in halves if sign else ():
                        first, second = (low, high) if sign == "+" else (high, low)
                        cnf.add(-literal, -first, second)

    def _order(self) -> None:
        """A total order in which parents come first."""
        cnf, names = self.cnf, self.problem.variables
        before: dict[tuple[str, str], int] = {}
        for a, b in combinations(names, 2):
            before[a, b] = cnf.fresh()
            before[b, a] = -before[a, b]
        for a, b, c in permutations(names, 3):
            cnf.add(-before[a, b], -before[b, c], before[a, c])
        for made in self.mechanisms.values():
            for slot in made.slots:
                for parent, literal in zip(made.pool, slot, strict=False):
                    cnf.add(-literal, before[parent, made.variable])

    # rows

    def _cell(self, w: int, r: int, variable: str, bit: str) -> int:
        if bit != "?":
            return self.true if bit == "1" else -self.true
        cell = (w, r, variable)
        if cell not in self.cells:
            self.cells[cell] = self.cnf.fresh()
        return self.cells[cell]

    def _row(self, w: int, world: World, r: int) -> None:
        names = self.problem.variables
        values = {v: self._cell(w, r, v, bit) for v, bit in zip(names, world.rows[r], strict=True)}
        for variable, made in self.mechanisms.items():
            if variable not in world.targets:
                lift = [self.roots[variable]] if self.roots[variable] != -self.true else []
                if self.hypotheses.errors:
                    self.lifted[w, r, variable] = disturbed = self.cnf.fresh()
                    lift.append(disturbed)
                self.read(made, values, values[variable], lift)

    def read(
        self, made: Mechanism, values: dict[str, int], output: int, lift: Sequence[int] = ()
    ) -> None:
        """Clauses that tie a mechanism to the values of a row, unless one of the literals lifts them.

        Most cells are observed: clauses that hold of them anyway are left out.
        """
        cnf, inputs, true = self.cnf, [], self.true
        for slot in made.slots:
            given = cnf.fresh()
            inputs.append(given)
            cnf.add(-slot[-1], -given)
            for parent, literal in zip(made.pool, slot, strict=False):
                value = values[parent]
                if abs(value) == true:
                    cnf.add(-literal, given if value > 0 else -given)
                else:
                    cnf.add(-literal, -given, value)
                    cnf.add(-literal, given, -value)
        for pattern, bit in enumerate(made.table):
            other = [-g if pattern >> k & 1 else g for k, g in enumerate(inputs)]
            if abs(output) == true:
                cnf.add(*lift, *other, bit if output > 0 else -bit)
            else:
                cnf.add(*lift, *other, -bit, output)
                cnf.add(*lift, *other, bit, -output)

    # reading and excluding models

    @cached_property
    def deciding(self) -> tuple[int, ...]:
        """The literals that are the model: roots where they are hidden, slots, tables."""
        hidden = [root for root in self.roots.values() if abs(root) != self.true]
        return (*hidden, *(lit for made in self.mechanisms.values() for lit in made.literals))

    def model(self, value: Callable[[int], bool]) -> BooleanSCM:
        """The model of a solution."""
        roots = tuple(v for v, literal in self.roots.items() if value(literal))
        functions = {
            v: made.function(value) for v, made in self.mechanisms.items() if v not in roots
        }
        return BooleanSCM(roots, functions)

    def edge(self, parent: str, child: str, wanted: bool) -> list[int]:
        """Assumptions under which the edge is there, or is not."""
        literal = self.edges.get((parent, child), -self.true)
        return [literal if wanted else -literal]

    def assumed(self, model: BooleanSCM, changing: str | None = None) -> list[int] | None:
        """Literals that fix the model, all but one mechanism; None if it is not of the class."""
        fixed: list[int] = []
        for variable, literal in self.roots.items():
            fixed.append(literal if variable in model.roots else -literal)
        for variable, made in self.mechanisms.items():
            if variable != changing and variable not in model.roots:
                said = made.fixed(model.functions[variable])
                if said is None:
                    return None
                fixed += said
        return fixed
