"""Parents in the linear verifier: which parent sets of a variable are possible.

- *Feasible* S (rational class): coefficients w with A_S·w = y and no effect zero.
- *Inconsistent* S: a combination λ of the rows with λᵀA_S = 0 and λᵀy ≠ 0. It refutes every T ⊆ S.
- *Forced zero* (S, p): λᵀA_S is 1 at the effect of p and 0 elsewhere, λᵀy = 0. It refutes every T with
  p ∈ T ⊆ S, and no other.
- *Counted* S (integer class): for some columns i of S, the pivots, a combination that is 1 at i and 0 at
  the other pivots. The kernel runs through the other coefficients, computes the pivots, and keeps what is
  an integer of the range, has no effect zero and satisfies all rows.
- *Signed* S (rational class, where effects have known signs): see :mod:`~verifier.sign_refutation`.

Every set of candidates within the bound that has the required ones must be feasible, counted or refuted.
That is possible for every problem: an affine space that lies in finitely many hyperplanes lies in one of
them, so a set without a member is inconsistent, forces one effect to zero, or no solution has the
signs. Sets are bit masks over the problem's variables.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from symcause.families.linear.problem.magnitudes import Coefficients
from symcause.families.linear.verifier.verifier_rows import LocalSystem
from symcause.kernel.linear_sums import Combination, Vector, read_combination, read_rational
from symcause.kernel.nodes import Node, Rejected
from symcause.kernel.work import Work

if TYPE_CHECKING:
    from symcause.families.linear.verifier.integer_members import Pivots

MAX_SETS = 1 << 16  # parent sets
"""Most parent sets, over all variables, that one verification looks at."""


@dataclass(frozen=True)
class ParentEvidence:
    """The evidence about one variable."""

    variable: str
    feasible: tuple[tuple[int, Vector], ...] = ()
    inconsistent: tuple[tuple[int, Combination], ...] = ()
    zero: tuple[tuple[int, int, Combination], ...] = ()
    counted: tuple[tuple[int, Pivots], ...] = ()
    signed: tuple[tuple[int, Combination], ...] = ()


def read_local(node: Node, local: LocalSystem, work: Work) -> ParentEvidence:
    """The evidence about a variable, as :meth:`ParentEvidence.to_dict` writes it."""
    kinds = ("feasible", "inconsistent", "zero", "counted", "signed")
    fields = node.fields("variable", optional=kinds)
    rows, width = len(local.system.rows), len(local.columns(local.everything))

    def parts(key: str, length: int) -> Iterator[tuple[int, list[Node]]]:
        items = fields[key].items(MAX_SETS) if key in fields else []
        work.spend(200 * len(items), f"{len(items)} sets", fields[key].place if items else None)
        for item in items:
            nodes = item.items(length)
            if len(nodes) != length:
                raise item.fail(f"not a list of {length}")
            parents = nodes[0].integer(0)
            if parents & ~local.everything:
                raise nodes[0].fail(f"not a set of candidates of {local.variable}")
            yield parents, nodes[1:]

    return ParentEvidence(
        fields["variable"].name(),
        tuple(
            (s, tuple(read_rational(w) for w in rest[0].items(width)))
            for s, rest in parts("feasible", 2)
        ),
        tuple((s, read_combination(rest[0], rows)) for s, rest in parts("inconsistent", 2)),
        tuple(
            (s, rest[0].integer(0), read_combination(rest[1], rows)) for s, rest in parts("zero", 3)
        ),
        tuple((s, _read_pivots(rest[0], rows, width)) for s, rest in parts("counted", 2)),
        tuple((s, read_combination(rest[0], rows)) for s, rest in parts("signed", 2)),
    )


def _read_pivots(node: Node, rows: int, width: int) -> Pivots:
    pivots: list[tuple[int, Combination]] = []
    for item in node.items(width):
        pair = item.items(2)
        if len(pair) != 2:
            raise item.fail("not a pair of a column and a combination")
        pivots.append((pair[0].integer(0, width), read_combination(pair[1], rows)))
    return tuple(pivots)


@dataclass(frozen=True)
class ParentChecker:
    """Checks the evidence about one variable; *place* is where it stands."""

    local: LocalSystem
    place: str
    work: Work

    def witnesses(self, evidence: ParentEvidence) -> dict[int, int]:
        """The feasible sets of a rational class, each once. Raises Rejected."""
        table: dict[int, int] = {}
        for i, (parents, point) in enumerate(evidence.feasible):
            place = f"{self.place}.feasible[{i}]"
            columns = self.local.columns(parents)
            if parents in table:
                raise Rejected("this set stands twice", place=place)
            if len(point) != len(columns):
                raise Rejected(f"not {len(columns)} coefficients", place=place)
            if not all(point[: parents.bit_count()]):
                raise Rejected("an effect is zero", place=place)
            if any(w * s < 0 for w, s in zip(point, self.local.signs_of(parents), strict=False)):
                raise Rejected("an effect has another sign than is known", place=place)
            if not self.local.system.solved_by(point, columns, self.work):
                raise Rejected("the coefficients do not satisfy the rows", place=place)
            table[parents] = 1
        return table

    def refutations(self, evidence: ParentEvidence) -> None:
        """Every inconsistent set and every forced zero. Raises Rejected."""
        for i, (parents, rows) in enumerate(evidence.inconsistent):
            place = f"{self.place}.inconsistent[{i}]"
            row, right = self._combined(rows, parents)
            if any(row):
                raise Rejected("the combination is not zero on the set", place=place)
            if not right:
                raise Rejected("the combination contradicts nothing", place=place)
        for i, (parents, parent, rows) in enumerate(evidence.zero):
            place = f"{self.place}.zero[{i}]"
            if not parents >> parent & 1:
                raise Rejected("the parent is not in the set", place=place)
            row, right = self._combined(rows, parents)
            at = (parents & ((1 << parent) - 1)).bit_count()
            if row != tuple(Fraction(int(j == at)) for j in range(len(row))):
                raise Rejected("the combination does not single out the effect", place=place)
            if right:
                raise Rejected("the effect is not forced to zero", place=place)

    def _combined(self, rows: Combination, parents: int) -> tuple[Vector, Fraction]:
        return self.local.system.combined(rows, self.local.columns(parents), self.work)

    def counts(
        self, evidence: ParentEvidence, coefficients: Coefficients
    ) -> dict[int, list[tuple[int, ...]]]:
        """The integer members of every counted set. Raises Rejected."""
        from symcause.families.linear.verifier.integer_members import IntegerMembers

        table: dict[int, list[tuple[int, ...]]] = {}
        for i, (parents, pivots) in enumerate(evidence.counted):
            place = f"{self.place}.counted[{i}]"
            if parents in table:
                raise Rejected("this set stands twice", place=place)
            table[parents] = []
            for point in IntegerMembers(
                self.local, parents, pivots, coefficients, place, self.work
            ):
                self.work.hold(100 + 8 * len(point), "the members of a set", place)
                table[parents].append(point)
        return table

    def covered(self, evidence: ParentEvidence, known: set[int], most: int | None) -> None:
        """Reject unless every set within the bound is known or refuted."""
        larger = {whole for whole, _ in evidence.inconsistent}  # each once
        forced = {(whole, 1 << parent) for whole, parent, _ in evidence.zero}
        unsigned: list[tuple[int, int]] = []
        if evidence.signed:
            from symcause.families.linear.verifier.sign_refutation import refused

            unsigned = refused(self.local, evidence.signed, self.work, self.place)
        tests = 20 + 2 * len(larger) + 3 * len(forced) + 3 * len(unsigned)
        sets = 1 << len(self.local.candidates)
        self.work.spend(tests * sets, "the tests of sets against refutations", self.place)
        for parents in subsets(self.local.candidates, most):
            if (
                parents in known
                or self.local.required & ~parents
                or any(not parents & ~s and (not n or parents & n) for s, n in unsigned)
                or any(not parents & ~whole for whole in larger)
                or any(parents & parent and not parents & ~whole for whole, parent in forced)
            ):
                continue
            pairs = zip(self.local.candidates, self.local.names, strict=True)
            names = [name for place, name in pairs if parents >> place & 1]
            raise Rejected(
                f"nothing is said about the parents {{{', '.join(names)}}} of "
                f"{self.local.variable}",
                place=self.place,
            )


def subsets(candidates: tuple[int, ...], most: int | None) -> Iterator[int]:
    """Every set of candidates within the bound, as bits of the problem's variables."""
    for chosen in range(1 << len(candidates)):
        if most is None or chosen.bit_count() <= most:
            yield sum(1 << place for i, place in enumerate(candidates) if chosen >> i & 1)
