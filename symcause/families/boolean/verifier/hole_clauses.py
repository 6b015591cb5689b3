"""Clauses of the Boolean verifier that say "a member exists" where rows have holes.

*Unknowns.* ``cell(i, V)`` for an unobserved cell; ``root(V)`` where the roots are hidden. A mechanism
of V has as many slots as the class allows parents: ``slot(V, k, U)`` says that slot k holds U, one of
what V may have as a parent, or nobody (the last choice), and ``table(V, p)`` is the output where the
slots have the values p. ``before(U, V)`` is an order; ``input(i, V, k)`` the value of slot k in row i;
``wrong(i, V)`` disturbs a cell.

*Clauses.* (1) A slot holds one choice, later slots later ones, empty slots are last. An empty slot
makes no difference to the table, a used one does somewhere. A root has empty slots and a table of
zeros. (2) What a slot holds comes before V in the order. (3) The roots are this many, leave a cell to
score and, without constants, leave every other variable one to mention. (4) Required edges are in some
slot, signed ones do not fall or rise. (5) In every row, unless V is a target, a root or disturbed
there, inputs and table give its cell. (6) At most this many cells are disturbed.

Every member, with a completion of the rows, satisfies them: slots and table are its functions, in
exactly one way. So if they have no solution with more clauses, no member satisfies those: "not this
model" (*unique*; up to behaviour "it behaves otherwise"), "one of these cells has another value"
(*entailed*), "an experiment tells it from the reference" (*no separating experiment*). How functions are
written is not said: such bounds only leave fewer members. Rows that say the same are said once if exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

from symcause.families.boolean.models.scm import BEHAVIOUR, BooleanSCM
from symcause.families.boolean.verifier.cardinality import at_most
from symcause.families.boolean.verifier.certificate_question import CertifiedQuestion, Filled
from symcause.kernel.nodes import Beyond, Rejected
from symcause.kernel.rup import Clause, Formula, Unknowns
from symcause.models.disclosure import Setting

MAX_VARIABLES = 64  # variables: of a formula about unobserved cells
MAX_SLOTS = 6  # parents: a table has 2 to that power bits


def encode(
    question: CertifiedQuestion, claim: str, model: BooleanSCM | None, cells: Filled
) -> Formula:
    """The formula whose refutation shows the claim. Raises Rejected beyond the kernel's size."""
    made = _Members(question)
    question.work.spend(50 * len(question.position) ** 3, "the clauses of the formula")
    clauses: list[Clause] = []
    for part in (*made.parts(), _claimed(made, claim, model, cells)):
        for clause in part:
            if made.true in clause:
                continue
            kept = tuple(literal for literal in clause if literal != -made.true)
            question.work.spend(20 + 3 * len(kept), "the clauses of the formula")
            question.work.hold(100 + 8 * len(kept), "the clauses of the formula")
            clauses.append(kept)
    return Formula(len(made.unknown.numbers), tuple(clauses))


def _claimed(
    made: _Members, claim: str, model: BooleanSCM | None, cells: Filled
) -> Iterator[Clause]:
    """What is claimed to be impossible."""
    if claim == "entailed":
        if not cells:
            raise Rejected("no cell is named", place="claim.cells")
        yield tuple(made.unlike(made.unobserved(row, v), bit) for row, v, bit in cells)
    elif claim == "unique":
        assert model is not None
        if made.question.identity == BEHAVIOUR:
            from symcause.families.boolean.verifier.behaviour_clauses import behaves_otherwise

            yield from behaves_otherwise(made, model, observing=True)
        else:
            yield tuple(-literal for literal in made.fixed(model))
    elif claim == "no-separating-experiment":
        assert model is not None
        yield from made.separated(model)


class _Members:
    """The unknowns of a question, and the clauses of its members."""

    def __init__(self, question: CertifiedQuestion) -> None:
        self.question, self.problem = question, question.problem
        self.unknown = Unknowns()
        self.true = self.unknown("true")
        self.rows = [row for world in self.problem.training for row in world.rows]
        names, disclosed = self.problem.variables, self.problem.disclosure.roots
        self.inner = [v for v in names if disclosed is None or v not in disclosed]
        if len(names) > MAX_VARIABLES or max(map(question.bound, self.inner)) > MAX_SLOTS:
            raise Beyond(f"more than {MAX_VARIABLES} variables or {MAX_SLOTS} parents")
        self.pool = {v: question.admissible(v) for v in self.inner}
        self.slots = {v: self._slots(v) for v in self.inner}
        self.table = {
            v: [self.unknown("table", v, str(p)) for p in range(1 << question.bound(v))]
            for v in self.inner
        }
        self.errors = question.hypothesis.errors

    def parts(self) -> Iterator[Iterator[Clause]]:
        for v in self.inner:
            yield self._mechanism(v)
        yield self._order()
        yield self._root_sets()
        yield self._knowledge()
        yield self._rows()
        yield self._few()

    # literals

    def root(self, v: str) -> int:
        disclosed = self.problem.disclosure.roots
        if disclosed is None:
            return self.unknown("root", v)
        return self.true if v in disclosed else -self.true

    def _slots(self, v: str) -> list[list[int]]:
        """A literal a choice of every slot, nobody last."""
        slots, choices = range(self.question.bound(v)), (*self.pool[v], "")
        return [[self.unknown("slot", v, str(k), u) for u in choices] for k in slots]

    def unobserved(self, row: int, v: str) -> int:
        if row >= len(self.rows) or v not in self.question.position:
            raise Rejected("there is no such cell", place="claim.cells", value=[row, v])
        if self.rows[row][self.question.position[v]] != "?":
            raise Rejected("an observed cell", place="claim.cells", value=[row, v])
        return self.unknown("cell", str(row), v)

    def value(self, row: int, v: str) -> int:
        bit = self.rows[row][self.question.position[v]]
        if bit == "?":
            return self.unknown("cell", str(row), v)
        return self.true if bit == "1" else -self.true

    @staticmethod
    def unlike(literal: int, bit: int) -> int:
        return -literal if bit else literal

    def fixed(self, model: BooleanSCM) -> Iterator[int]:
        """The literals that are this model and no other."""
        for v in self.inner:
            root = self.root(v)
            yield root if v in model.roots else -root
            if v in model.roots:
                continue
            function, slots = model.functions[v], self.slots[v]
            places = [self.pool[v].index(parent) for parent in function.parents]
            places += [len(self.pool[v])] * (len(slots) - len(places))
            yield from (slot[place] for slot, place in zip(slots, places, strict=True))
            low = (1 << len(function.parents)) - 1
            for pattern, literal in enumerate(self.table[v]):
                yield literal if function.table >> (pattern & low) & 1 else -literal

    # members

    def _mechanism(self, v: str) -> Iterator[Clause]:
        """(1) Slots, their table, and neither of them where it is a root."""
        slots, table, nobody = self.slots[v], self.table[v], len(self.pool[v])
        for k, slot in enumerate(slots):
            yield tuple(slot)
            for one, other in combinations(slot, 2):
                yield -one, -other
            yield -self.root(v), slot[nobody]
            for place, literal in enumerate(slot if k + 1 < len(slots) else ()):
                for earlier in range(place if place == nobody else place + 1):
                    yield -literal, -slots[k + 1][earlier]
            apart = []
            for pattern, low, high in halves(table, k):
                yield -slot[nobody], -low, high
                yield -slot[nobody], low, -high
                differs = self.unknown("apart", v, str(k), str(pattern))
                yield -differs, low, high
                yield -differs, -low, -high
                apart.append(differs)
            yield slot[nobody], *apart
        for bit in table:
            yield -self.root(v), -bit

    def _order(self) -> Iterator[Clause]:
        """(2) A total order in which parents come first; a disclosed one is followed anyway."""
        if self.problem.setting is Setting.ORDERED:
            return

        def before(u: str, v: str) -> int:
            first = self.inner.index(u) < self.inner.index(v)
            return self.unknown("before", u, v) if first else -self.unknown("before", v, u)

        for u, v, w in permutations(self.inner, 3):
            yield -before(u, v), -before(v, w), before(u, w)
        for v in self.inner:
            for slot in self.slots[v]:
                for u, literal in zip(self.pool[v], slot, strict=False):
                    if u in self.pool:
                        yield -literal, before(u, v)

    def _root_sets(self) -> Iterator[Clause]:
        """(3) Which variables may be the roots."""
        problem, disclosure = self.problem, self.problem.disclosure
        roots = [self.root(v) for v in problem.variables]
        if disclosure.roots is None:
            count = disclosure.size_of_root_set
            yield from at_most(self.unknown, roots, count, "roots")
            yield from at_most(self.unknown, [-r for r in roots], len(roots) - count, "others")
            yield tuple(-self.root(v) for v in problem.variables if v in self.question.scored)
        if not problem.constants:
            for v in problem.variables:
                yield self.root(v), *(self.root(u) for u in disclosure.admissible(v))

    def _knowledge(self) -> Iterator[Clause]:
        """(4) What is required, and signs; what is ruled out is in no slot."""
        known = self.question.hypothesis.knowledge
        if known is None:
            return
        for u, v in known.require:
            if v not in self.pool:
                yield ()
                continue
            held = self.pool[v].index(u) if u in self.pool[v] else None
            yield tuple(slot[held] for slot in self.slots[v]) if held is not None else ()
        for v in self.inner:
            for k, slot in enumerate(self.slots[v]):
                for _, low, high in halves(self.table[v], k):
                    if known.unate:
                        rises = self.unknown("rises", v, str(k))
                        yield -rises, -low, high
                        yield rises, low, -high
                    for u, literal in zip(self.pool[v], slot, strict=False):
                        sign = known.sign(u, v)
                        if sign is not None:
                            first, second = (low, high) if sign == "+" else (high, low)
                            yield -literal, -first, second

    def _rows(self) -> Iterator[Clause]:
        """(5) What the rows say about every mechanism."""
        seen: set[tuple[str, ...]] = set()
        for row in range(len(self.rows)):
            for v in self.inner:
                if v in self.question.targets[row]:
                    continue
                places = (self.question.position[u] for u in (v, *self.pool[v]))
                said = (v, "".join(self.rows[row][place] for place in places))
                if not self.errors and "?" not in said[1]:
                    if said in seen:
                        continue
                    seen.add(said)
                values = {u: self.value(row, u) for u in self.pool[v]}
                lifted = [self.root(v), *([self.wrong(row, v)] if self.errors else [])]
                yield from self.read(v, str(row), values, self.value(row, v), lifted)

    def wrong(self, row: int, v: str) -> int:
        return self.unknown("wrong", str(row), v)

    def read(
        self, v: str, where: str, values: dict[str, int], output: int, lifted: Sequence[int]
    ) -> Iterator[Clause]:
        """The mechanism of V on these values gives the output, unless a literal lifts it."""
        slots = self.slots[v]
        inputs = [self.unknown("input", where, v, str(k)) for k in range(len(slots))]
        for given, slot in zip(inputs, slots, strict=True):
            yield -slot[-1], -given
            for u, literal in zip(self.pool[v], slot, strict=False):
                yield -literal, -given, values[u]
                yield -literal, given, -values[u]
        for pattern, bit in enumerate(self.table[v]):
            other = [self.unlike(given, pattern >> k & 1) for k, given in enumerate(inputs)]
            yield *lifted, *other, -bit, output
            yield *lifted, *other, bit, -output

    def _few(self) -> Iterator[Clause]:
        """(6) At most this many disturbed cells."""
        if self.errors:
            cells = [
                self.wrong(row, v)
                for row, targets in enumerate(self.question.targets)
                for v in self.inner
                if v not in targets
            ]
            yield from at_most(self.unknown, cells, self.errors, "wrong cells")

    def separated(self, reference: BooleanSCM) -> Iterator[Clause]:
        """An experiment on one variable, and a state in which the member and the reference differ."""
        if self.problem.setting is Setting.HIDDEN_ROOTS or self.problem.latent:
            from symcause.families.boolean.verifier.behaviour_clauses import behaves_otherwise

            watched = bool(self.problem.latent)
            yield from behaves_otherwise(self, reference, observing=watched)
            return
        from symcause.families.boolean.verifier.separation_clauses import followed, separates

        state = {v: self.unknown("state", v) for v in self.problem.variables}
        for v in self.inner:
            yield from followed(self.unknown, reference, v)
            lifted = [self.unknown("target", v)]
            yield from self.read(v, "state", state, state[v], lifted)
        yield from separates(self.unknown, reference)


def halves(table: list[int], k: int) -> Iterator[tuple[int, int, int]]:
    """(pattern, output, output with input k raised) for every pattern without input k."""
    for pattern, low in enumerate(table):
        if not pattern >> k & 1:
            yield pattern, low, table[pattern | 1 << k]
