"""Lattice tally in a local linear space: integer solutions of equations within a box.

After elimination, r unknowns are functions of the d free ones. Either run through the free ones, or meet in
the middle: tabulate the row sums of one half of the columns and look up what the other half lacks, which
takes |range|^(k/2) steps instead of |range|^d. The cheaper way is taken; past :data:`LATTICE_STEPS` the
answer is ``Unknown``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from symcause.answers import Unknown
from symcause.families.linear.bounds import LATTICE_STEPS

TOO_MANY = Unknown(f"more than {LATTICE_STEPS} steps for one parent set of integer coefficients")
ZERO = Fraction(0)
Choice = tuple[int, ...]


@dataclass(frozen=True)
class Tally:
    """The members seen: how many, and the least and greatest objective with a member that has it."""

    count: int
    low: Fraction
    low_at: Choice
    high: Fraction
    high_at: Choice

    @classmethod
    def one(cls, objective: Fraction, choice: Choice) -> Tally:
        return cls(1, objective, choice, objective, choice)

    def __or__(self, other: Tally) -> Tally:
        """Either a member of the one or of the other; on ties the former's is shown."""
        low = self if self.low <= other.low else other
        high = self if self.high >= other.high else other
        return Tally(self.count + other.count, low.low, low.low_at, high.high, high.high_at)

    def __and__(self, other: Tally) -> Tally:
        """All combinations of a member of each; choices are joined."""
        return Tally(
            self.count * other.count,
            self.low + other.low,
            self.low_at + other.low_at,
            self.high + other.high,
            self.high_at + other.high_at,
        )


def join(left: Tally | None, right: Tally | None) -> Tally | None:
    if left is None or right is None:
        return left or right
    return left | right


def tallying(domains: Sequence[Sequence[int]]) -> int:
    """What it costs to tally solutions at most, in steps of work (:mod:`symcause.budgets`)."""
    half = _split(domains)
    return 10 + 4 * min(LATTICE_STEPS, _volume(domains[:half]) + _volume(domains[half:]))


def count_solutions(
    reduced: Sequence[Sequence[Fraction]],
    domains: Sequence[Sequence[int]],
    objective: Sequence[Fraction] | None,
) -> Tally | Unknown | None:
    """Tally the solutions in the box of an augmented system in reduced row echelon form."""
    width = len(domains)
    pivots = [next(j for j, entry in enumerate(row) if entry) for row in reduced]
    if width in pivots:
        return None
    free = [j for j in range(width) if j not in pivots]
    by_free = _volume([domains[j] for j in free])
    if not reduced:
        return product_tally(
            [column_tally(domain, j, objective) for j, domain in enumerate(domains)]
        )
    half = _split(domains)
    by_halves = _volume(domains[:half]) + _volume(domains[half:])
    if min(by_free, by_halves) > LATTICE_STEPS:
        return TOO_MANY
    if by_free <= by_halves:
        return _through_free(reduced, pivots, free, domains, objective)
    return _meet_in_the_middle(reduced, domains, half, objective)


def _volume(domains: Sequence[Sequence[int]]) -> int:
    volume = 1
    for domain in domains:
        volume *= len(domain)
    return volume


def _split(domains: Sequence[Sequence[int]]) -> int:
    return (len(domains) + 1) // 2


def column_tally(domain: Sequence[int], column: int, objective: Sequence[Fraction] | None) -> Tally:
    """All values of one coefficient."""
    slope = ZERO if objective is None else objective[column]
    tallies = [Tally.one(slope * w, (w,)) for w in domain]
    total = tallies[0]
    for tally in tallies[1:]:
        total |= tally
    return total


def product_tally(tallies: Sequence[Tally]) -> Tally:
    total = Tally.one(ZERO, ())
    for tally in tallies:
        total &= tally
    return total


def _through_free(
    reduced: Sequence[Sequence[Fraction]],
    pivots: Sequence[int],
    free: Sequence[int],
    domains: Sequence[Sequence[int]],
    objective: Sequence[Fraction] | None,
) -> Tally | None:
    """Run through the free coefficients; the others follow."""
    scaled = []
    for row, pivot in zip(reduced, pivots, strict=True):
        scale = lcm(*(entry.denominator for entry in row))
        ints = [int(entry * scale) for entry in row]
        scaled.append((pivot, scale, [ints[j] for j in free], ints[-1], set(domains[pivot])))
    total: Tally | None = None
    choice = [0] * len(domains)
    counters = [0] * len(free)
    while True:
        values = [domains[j][i] for j, i in zip(free, counters, strict=True)]
        if _follow(scaled, values, choice):
            for j, value in zip(free, values, strict=True):
                choice[j] = value
            total = join(total, Tally.one(value_of(objective, choice), tuple(choice)))
        for position in range(len(free) - 1, -1, -1):
            counters[position] += 1
            if counters[position] < len(domains[free[position]]):
                break
            counters[position] = 0
        else:
            return total


def _follow(
    scaled: Sequence[tuple[int, int, list[int], int, set[int]]],
    values: list[int],
    choice: list[int],
) -> bool:
    """Fill in the dependent coefficients; False if one is no integer of its range."""
    for pivot, scale, slopes, right, domain in scaled:
        value, rest = divmod(right - sum(a * w for a, w in zip(slopes, values, strict=True)), scale)
        if rest or value not in domain:
            return False
        choice[pivot] = value
    return True


def value_of(objective: Sequence[Fraction] | None, choice: Sequence[int]) -> Fraction:
    if objective is None:
        return ZERO
    return sum((c * w for c, w in zip(objective, choice, strict=True)), ZERO)


def _meet_in_the_middle(
    reduced: Sequence[Sequence[Fraction]],
    domains: Sequence[Sequence[int]],
    half: int,
    objective: Sequence[Fraction] | None,
) -> Tally | None:
    """Tabulate the row sums of the first columns, look up what the others leave over."""
    rows = []
    for row in reduced:
        scale = lcm(*(entry.denominator for entry in row))
        rows.append([int(entry * scale) for entry in row])
    left = _sums(rows, domains, range(half), objective)
    right = _sums(rows, domains, range(half, len(domains)), objective)
    wanted = tuple(row[-1] for row in rows)
    total: Tally | None = None
    for sums, tally in left.items():
        rest = tuple(w - s for w, s in zip(wanted, sums, strict=True))
        if rest in right:
            total = join(total, tally & right[rest])
    return total


def _sums(
    rows: Sequence[Sequence[int]],
    domains: Sequence[Sequence[int]],
    columns: range,
    objective: Sequence[Fraction] | None,
) -> dict[tuple[int, ...], Tally]:
    """Row sums over *columns*, each with the tally of the choices that give it."""
    table = {(0,) * len(rows): Tally.one(ZERO, ())}
    for column in columns:
        slope = ZERO if objective is None else objective[column]
        longer: dict[tuple[int, ...], Tally] = {}
        for value in domains[column]:
            step = Tally.one(slope * value, (value,))
            for sums, tally in table.items():
                key = tuple(s + row[column] * value for s, row in zip(sums, rows, strict=True))
                joined = tally & step
                longer[key] = longer[key] | joined if key in longer else joined
        table = longer
    return table
