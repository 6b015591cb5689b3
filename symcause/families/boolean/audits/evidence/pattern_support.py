"""Support in the evidence: which input patterns of each variable the training worlds show.

For each endogenous V and each set of exactly min(size, available) variables that precede V: the share
of its patterns that occur in rows where V is no target, and V and all of them were observed. "Precede" is
the disclosed order, else gold's own order, else the topological order of gold that takes names naturally.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product
from math import comb

from symcause.errors import LimitError
from symcause.families.boolean.audits.audit_options import PROBE_SIZE
from symcause.families.boolean.bounds import SUPPORT_PROBES
from symcause.families.boolean.documents.audit_document import (
    CoveragePart,
    MissingPart,
    SupportPart,
)
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence
from symcause.families.boolean.space.mechanisms.local_rows import LocalRows
from symcause.families.boolean.space.mechanisms.shown_rows import ShownRows, rows_by_variable

_MANY = 200  # input sets of one variable that are worth arrays


@dataclass(frozen=True)
class Coverage:
    """One set of inputs of one variable: which patterns occur (bit *i* is pattern *i*)."""

    variable: str
    inputs: tuple[str, ...]
    seen: int

    @property
    def patterns(self) -> int:
        return 1 << len(self.inputs)

    @property
    def share(self) -> Fraction:
        return Fraction(self.seen.bit_count(), self.patterns)

    @property
    def missing(self) -> tuple[str, ...]:
        """The patterns never seen, as bit strings in the order of the inputs."""
        return _missing(len(self.inputs), self.seen)


@dataclass(frozen=True)
class SupportReport:
    """Coverage of all probed input sets, and of the gold parents where gold is known.

    Only the incomplete probes are kept; *shown* is the sum of all shares.
    """

    probes: int
    shown: Fraction
    incomplete: tuple[Coverage, ...]
    parents: tuple[Coverage, ...]

    @property
    def mean_coverage(self) -> Fraction:
        return self.shown / self.probes if self.probes else Fraction(1)

    @property
    def full(self) -> bool:
        return not self.incomplete

    def part(self) -> SupportPart:
        """The report as the audit shows it."""
        return SupportPart(
            mean_coverage=float(self.mean_coverage),
            full=self.full,
            probes=self.probes,
            missing=tuple(
                MissingPart(variable=c.variable, inputs=c.inputs, patterns=c.missing)
                for c in self.incomplete
            ),
            parents={
                c.variable: CoveragePart(
                    inputs=c.inputs, coverage=float(c.share), missing=c.missing
                )
                for c in self.parents
            },
        )


def full_order(problem: BooleanProblem, gold: BooleanSCM | None) -> tuple[str, ...] | None:
    """The order that says what precedes what; None if nothing tells."""
    if problem.disclosure.order is not None:
        return problem.disclosure.order
    if problem.gold is not None and problem.gold.order is not None:
        return problem.gold.order
    return None if gold is None else (*gold.roots, *gold.order)


def support_report(
    problem: BooleanProblem,
    gold: BooleanSCM | None,
    evidence: Evidence | None = None,
    size: int = PROBE_SIZE,
) -> SupportReport | None:
    """Coverage of the training worlds; None where no order is known."""
    order = full_order(problem, gold)
    if order is None:
        return None
    rows_of = rows_by_variable(problem, evidence)
    roots = problem.disclosure.roots or (gold.roots if gold else ())
    places = [at for at, variable in enumerate(order) if variable not in roots]
    probes = sum(comb(at, min(size, at)) for at in places)
    if probes > SUPPORT_PROBES:
        raise LimitError(
            f"{probes:,} input sets to probe", remedy=f"at most {SUPPORT_PROBES:,} are looked at"
        )
    shown, incomplete = Fraction(0), []
    for at in places:
        rows, seen, inputs = rows_of(order[at]), 0, min(size, at)
        for chosen, found in _probed(rows, order[:at], inputs):
            seen += found.bit_count()
            if found.bit_count() < 1 << inputs:
                incomplete.append(Coverage(rows.variable, chosen, found))
        shown += Fraction(seen, 1 << inputs)
    parents = (
        ()
        if gold is None
        else tuple(coverage(rows_of(v), f.parents) for v, f in gold.functions.items())
    )
    return SupportReport(probes, shown, tuple(incomplete), parents)


def coverage(rows: LocalRows, inputs: tuple[str, ...]) -> Coverage:
    """Which patterns of the inputs occur in the rows."""
    ((_, seen),) = _probed(rows, inputs, len(inputs))
    return Coverage(rows.variable, inputs, seen)


def _probed(
    rows: LocalRows, names: tuple[str, ...], size: int
) -> Iterator[tuple[tuple[str, ...], int]]:
    """For every choice of this many names the patterns that occur in the rows, as bits.

    What the choices that differ in the last name share is made once.
    """
    if not size:
        yield (), int(bool(rows.mask))
        return
    if comb(len(names), size) >= _MANY and not isinstance(rows, ShownRows):
        from symcause.families.boolean.space.mechanisms.row_refinements import shown_patterns

        places = [rows.variables.index(name) for name in names]
        shown = shown_patterns(rows.texts, places, size)
        if shown is not None:
            yield from zip(combinations(names, size), shown, strict=True)
            return
    halves = [_halves(rows, name) for name in names]
    half = 1 << size - 1
    full, powers = (1 << 2 * half) - 1, [1 << pattern for pattern in range(2 * half)]
    for first in combinations(range(len(names)), size - 1):
        blocks = [rows.mask]
        for i in first:
            zero, one = halves[i]
            blocks = [b & zero for b in blocks] + [b & one for b in blocks]
        shared = tuple(names[i] for i in first)
        for last in range(first[-1] + 1 if first else 0, len(names)):
            zero, one = halves[last]
            if all(map(zero.__and__, blocks)) and all(map(one.__and__, blocks)):
                seen = full
            else:
                parts = [b & zero for b in blocks] + [b & one for b in blocks]
                seen = sum([bit for bit, block in zip(powers, parts, strict=True) if block])
            yield (*shared, names[last]), seen


@lru_cache(maxsize=1 << 12)
def _missing(inputs: int, seen: int) -> tuple[str, ...]:
    """The patterns of some inputs that are not among those seen."""
    texts = map("".join, product("01", repeat=inputs))  # the last input first
    return tuple(text[::-1] for i, text in enumerate(texts) if not seen >> i & 1)


def _halves(rows: LocalRows, name: str) -> tuple[int, int]:
    """The rows in which a variable is 0, and those in which it is 1."""
    at = rows.variables.index(name)
    one = rows.columns[at]
    return ~(one | rows.hidden[at]) if isinstance(rows, ShownRows) else ~one, one
