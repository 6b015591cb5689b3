"""The programme proof in the cpt verifier: multipliers that bound an effect for all networks.

A network shows, for each unit, how the variables of a block answer to their parents: a type. Variables that
neither a number nor the query names, and that have only such parents, are hidden: they are part of the
types, so that it does not matter how many values they have.

For each type the verifier runs the graph and adds up what tables outside of the block give; what it
cannot know there is a factor, and every row must have one and the same. Let the query be a / b. Multipliers
m prove a lower bound L if a − L·b − Σ m·(P(e, g) − c·P(g)) is at least 0 for each type; c is the end of the
given number's box that makes its part at least 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product

from symcause.families.cpt.problem.problem import Box
from symcause.families.cpt.verifier.network_replay import graph_parents, read_fraction
from symcause.families.cpt.verifier.query_replay import causes
from symcause.families.cpt.verifier.range_proof import CLOSED, ONE, ZERO, Bounds, Proof
from symcause.kernel.nodes import MAX_NAME, Rejected

Responses = Mapping[str, Mapping[tuple[int, ...], int]]
"""The value of each variable of the block for each combination of its parents."""

Factors = frozenset[tuple[str, tuple[int, ...], int]]
"""Entries of tables that nobody knows: of a variable, for values of its parents, for a value."""

Sums = dict[Factors, Fraction]
"""For each product of unknown factors, what stands before it."""

Vector = list[Fraction]

_MOST = 4_096  # types: of response that a programme has as unknowns


def _less(one: Sums, other: Sums) -> Sums:
    """One sum less another; what stands before a product of factors in both may cancel."""
    numbers = {f: one.get(f, ZERO) - other.get(f, ZERO) for f in {*one, *other}}
    return {factors: number for factors, number in numbers.items() if number}


class TypeBlock:
    """A block of variables on the graph of a problem, and sums for each of its types."""

    def __init__(self, proof: Proof) -> None:
        self.proof, problem, query = proof, proof.problem, proof.problem.query
        named = {query.treatment, query.outcome} | ({query.collider} - {None})
        named |= {name for family in problem.given for name in family.key.names}
        parents = graph_parents(problem)
        needed = [n for n in parents if any(causes(problem, n, name) for name in named if name)]
        hidden: set[str] = set()
        while more := {n for n in needed if n not in named and set(parents[n]) <= hidden} - hidden:
            hidden |= more
        self.parents = {n: tuple(p for p in parents[n] if p not in hidden) for n in needed}
        self.names = self._names(set(needed) - hidden)
        for name in problem.unobserved:
            if name in needed and name not in hidden:
                raise Rejected("an unobserved variable is named, or below one that is", value=name)
        for name in hidden:
            reached = {name}
            while more := {n for n in needed if reached & hidden & set(parents[n])} - reached:
                reached |= more
            if len(reached - hidden) > 1 and not reached - hidden <= set(self.names):
                raise Rejected("a hidden variable acts on others outside of the block", value=name)
        bits = sum(2 ** len(self.parents[name]) for name in self.names)
        if bits > _MOST.bit_length() - 1:
            raise Rejected("a block has at most 4,096 types", place="evidence.block")
        self.types, self.known = list(self._types()), self._known()
        proof.work.spend(
            400 * len(self.types) * 2 ** len(needed) * (2 * len(list(problem.terms())) + 4),
            "the types of response",
        )

    def _names(self, allowed: set[str]) -> list[str]:
        if "block" not in self.proof.evidence:
            raise Rejected("the key 'block' is missing", place="evidence")
        node = self.proof.evidence["block"]
        names = [part.text(MAX_NAME) for part in node.items(16)]
        if len(set(names)) < len(names) or not set(names) <= allowed:
            raise node.fail("not variables that the numbers or the query depend on")
        return names

    def _types(self) -> Iterator[Responses]:
        rows = {name: list(product((0, 1), repeat=len(self.parents[name]))) for name in self.names}
        for bits in product(*(product((0, 1), repeat=len(rows[n])) for n in self.names)):
            yield {
                name: dict(zip(rows[name], values, strict=True))
                for name, values in zip(self.names, bits, strict=True)
            }

    def _known(self) -> dict[str, dict[tuple[int, ...], Fraction]]:
        """P(name = 1 | parents) of the variables outside whose whole table is given without a width."""
        numbers = {}
        for name, parents in self.parents.items():
            try:
                table = self.proof.table(name, *parents)
            except Rejected:
                continue
            if name not in self.names and all(low == high for low, high in table):
                rows = product((0, 1), repeat=len(parents))
                numbers[name] = {row: box[0] for row, box in zip(rows, table, strict=True)}
        return numbers

    def sums(
        self,
        responses: Responses,
        event: Mapping[str, int],
        forced: Mapping[str, int],
        sights: Mapping[str, int],
        of: str,
    ) -> Sums:
        """The probability of an event among the units of one type."""
        sums: Sums = {}
        wanted = set(event)
        while more := {p for n in wanted - set(forced) for p in self.parents[n]} - wanted:
            wanted |= more

        def run(world: dict[str, int], weight: Fraction, factors: Factors) -> None:
            ready = next(
                (
                    n
                    for n in sorted(wanted)
                    if n not in world and (n in forced or all(p in world for p in self.parents[n]))
                ),
                None,
            )
            if ready is None:
                sums[factors] = sums.get(factors, ZERO) + weight
                return
            values = (
                [(forced[ready], ONE, factors)]
                if ready in forced
                else list(self._values(ready, world, responses, factors, sights, of))
            )
            for value, share, product_ in values:
                if event.get(ready, value) == value and share:
                    run({**world, ready: value}, weight * share, product_)

        run({}, ONE, frozenset())
        return sums

    def _values(
        self,
        name: str,
        world: Mapping[str, int],
        responses: Responses,
        factors: Factors,
        sights: Mapping[str, int],
        of: str,
    ) -> Iterator[tuple[int, Fraction, Factors]]:
        row = tuple(
            sights[name] if parent == of and name in sights else world[parent]
            for parent in self.parents[name]
        )
        if name in responses:
            yield responses[name][row], ONE, factors
            return
        for value in (0, 1):
            if name in self.known:
                one = self.known[name][row]
                yield value, one if value else 1 - one, factors
            else:
                yield value, ONE, factors | {(name, row, value)}

    def chances(
        self,
        event: Mapping[str, int],
        forced: Mapping[str, int] | None = None,
        sights: Mapping[str, int] | None = None,
        of: str = "",
    ) -> list[Sums]:
        """The probability of an event for each type."""
        return [self.sums(t, event, forced or {}, sights or {}, of) for t in self.types]

    def vectors(self, *forms: Sequence[Sums]) -> list[Vector]:
        """A number for each type and form. Raises Rejected unless all have the same unknown factors."""
        seen = {factors for form in forms for sums in form for factors in sums}
        if len(seen) > 1:
            raise Rejected("a given number or the query is not linear in the shares of types")
        return [[next(iter(sums.values()), ZERO) for sums in form] for form in forms]

    def query(self) -> tuple[Vector, Vector]:
        """The query as a quotient: what is above and below for each type."""
        problem = self.proof.problem
        asked = problem.query
        whole: list[Sums] = [{frozenset(): ONE} for _ in self.types]
        x, y, kind = asked.treatment, asked.outcome, asked.type
        one, below = {y: 1}, whole
        if kind in ("ate", "collider_bias", "nde", "nie"):
            own = 0 if kind == "nie" else 1
            sights: dict[str, int] = {}
            if kind in ("nde", "nie"):
                between = (n for n in self.parents if n not in (x, y))
                sights = {
                    n: 1 - own for n in between if causes(problem, x, n) and causes(problem, n, y)
                }
            first = self.chances(one, {x: own}, sights, x)
            two = self.chances(one, {x: 0})
        elif kind == "ett":
            untreated = {n: 0 for n in self.parents if x in self.parents[n]}
            first, below = self.chances({x: 1, y: 1}), self.chances({x: 1})
            two = self.chances({x: 1, y: 1}, None, untreated, x)
        elif kind == "marginal":
            first = self.chances(one)
            two = [{frozenset(): Fraction(1, 2)} for _ in self.types]
        elif kind == "correlation":
            low, high = self.proof.box({x: 1})
            if low != high or not 0 < low < 1:
                raise Rejected("the share of the treatment is not given exactly")
            a, b, total = self.vectors(
                self.chances({x: 1, y: 1}), self.chances({x: 0, y: 1}), whole
            )
            return [p / low - q / (1 - low) for p, q in zip(a, b, strict=True)], total
        else:
            raise Rejected(f"no programme is about {kind}")
        above, total = self.vectors(list(map(_less, first, two)), below)
        return above, total

    def rows(self, multipliers: Sequence[Fraction], sign: int) -> Vector:
        """For each type Σ m·(P(e, g) − c·P(g)); given numbers put it at 0 or on the side of the sign."""
        rows = [ZERO] * len(self.types)
        terms = list(self.proof.problem.terms())
        for m, (term, number) in zip(multipliers, terms, strict=True):
            if not m:
                continue
            given = dict(term.given)
            both, condition = self.vectors(
                self.chances({**given, **dict(term.event)}), self.chances(given)
            )
            box: Box = self.proof.problem.box(number)
            end = box[0] if (m > 0) == (sign > 0) else box[1]
            rows = [x + m * (a - end * b) for x, a, b in zip(rows, both, condition, strict=True)]
        return rows


def programme(proof: Proof) -> Bounds:
    """Bounds by two vectors: the bound itself, then a multiplier for each given number."""
    block, size = TypeBlock(proof), len(list(proof.problem.terms()))
    above, below = block.query()
    ends = []
    for sign, (bound, *multipliers) in zip((1, -1), proof.multipliers(size + 1), strict=True):
        rows = block.rows(multipliers, sign)
        for a, b, r in zip(above, below, rows, strict=True):
            if sign * (a - bound * b - r) < 0:
                raise Rejected("the multipliers do not prove the bound", place="evidence.duals")
        ends.append(bound)
    return ends[0], ends[1], CLOSED


def no_shares(proof: Proof) -> None:
    """Raise unless multipliers show that no shares of types have the given numbers.

    They show it of all shares together or, where ``condition`` is the place of a number, of its condition.
    """
    block, terms = TypeBlock(proof), list(proof.problem.terms())
    for key in ("multipliers", "condition"):
        if key not in proof.evidence:
            raise Rejected(f"the key {key!r} is missing", place="evidence")
    numbers = [read_fraction(part) for part in proof.evidence["multipliers"].items(len(terms))]
    if len(numbers) != len(terms):
        raise Rejected("not one multiplier a number", place="evidence.multipliers")
    at, wanted = proof.evidence["condition"], [ONE] * len(block.types)
    if at.value is not None:
        (wanted,) = block.vectors(
            block.chances(dict(terms[at.integer(0, len(terms) - 1)][0].given))
        )
    if any(w + r > 0 for w, r in zip(wanted, block.rows(numbers, 1), strict=True)):
        raise Rejected("a type of response has more", place="evidence.multipliers")
