"""Loop bounds in the enclosure of scenario values: the closed form of a loop.

    P = Σ_j n!/(n-j)! a_j q^(n-j),   Σ_j a_j x^j = Π_c Σ_k p_c^k G_c(k) x^k / k!

p_c is the chance that a round hits target c, q that it hits no target with a condition, and G_c(k) the
chance that k amounts stay within the cap of c. **Coupling lemma**: give two loops the same random
rounds. More rounds, a larger p_c at the cost of misses, or larger amounts can only add to totals;
larger caps only allow more. So for amounts that are never negative P falls with n, p_c and amounts and
rises with caps, and bounds of these give bounds of P. All numbers here are sums of products of numbers
that are not negative, so that the rounding of a float moves a result by its relative share and no more:
2^-53 for each operation of a chain. They are computed with n^j moved from the factorials into a_j, as

    P = Σ_j (n!/(n-j)!/n^j) (n^j a_j) q^(n-j),   n^j a_j from (n p_c)^k G_c(k) / k!

where no number exceeds e^n: nothing overflows, and what underflow loses is at most e^n times the least
float.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from symcause.families.scenario.bounds import ENCLOSED_ROUNDS
from symcause.families.scenario.models.model_components import terms_of
from symcause.families.scenario.value.enclosure import interval_arithmetic as a
from symcause.families.scenario.value.enclosure import set_columns as c
from symcause.families.scenario.value.enclosure.amount_sums import (
    Sums,
    Total,
    nothing,
    spread,
    within,
)
from symcause.families.scenario.value.enclosure.closed_form import closed_form
from symcause.families.scenario.value.enclosure.plan_run import run_inner
from symcause.families.scenario.value.enclosure.row_groups import grouped
from symcause.families.scenario.value.enclosure.row_kinds import Kinds, inner_table, kinds
from symcause.families.scenario.value.enclosure.set_columns import Array, Floats, Ints, Numbers
from symcause.families.scenario.value.enclosure.state_table import KIND, Table
from symcause.families.scenario.value.enclosure.total_caps import NEVER, caps
from symcause.families.scenario.value.event_clauses import Unsupported
from symcause.families.scenario.value.summation_plan import Plan
from symcause.families.scenario.value.work_tally import Tally
from symcause.grammar.scenario.scenario_terms import names

_TINY = 1e-300  # what underflow may have lost, over e^n
DENSE = 8
"""This many pairs at once cost a product of matrices as much as one of them on its own."""

BLOCK = 4_096
"""Rows whose closed forms are computed together: as many as stay close to the processor."""

PAIRS = 512
"""Pairs that are summed together, for the same reason."""

STEPS = 512
"""Lattice steps for amounts that are no whole numbers."""


@dataclass(frozen=True)
class States:
    """The states of what is private to a group, and to which kind of them each outer row belongs.

    Kinds that the group cannot tell apart are one in the table: *alike* says which one.
    """

    table: Table
    kind: Ints
    alike: Ints


@dataclass(frozen=True)
class Caps:
    """How likely a cap is, by kind of group state: sure caps for *low*, possible ones for *high*.

    Of kinds that are *alike* there is one. *kind* is that of each outer row, before they were united.
    """

    low: Array
    high: Array
    kind: Ints
    alike: Ints


@dataclass(frozen=True)
class Pairs:
    """Kinds of amounts and of states that meet, the pair of each row, and how many pairs there would be
    if none of the states were alike."""

    amount: Ints
    state: Ints
    of: Ints
    count: int


def amounts(table: Table, plan: Plan, cells: int) -> tuple[Table, Numbers, Ints, Ints]:
    """All amounts of one round: a table of its draws for each kind of row, and the kind of each row."""
    assert plan.loop is not None
    drawn = {name for name, _ in plan.loop.draws}
    terms = [term for step in plan.inside for term in terms_of(step.variable)]
    used = names(plan.loop.amount).union(*(names(term) for term in terms)) - drawn
    first, kind = kinds(table, used)
    inner = inner_table(table, used, first)
    run_inner(inner, plan.inside, cells, used, (plan, used))
    return inner, inner.numbers(plan.loop.amount), _kind_column(inner), kind


def _kind_column(inner: Table) -> Ints:
    column = inner.columns[KIND]
    assert isinstance(column, Numbers)
    return spread(column.low, len(inner))


class Closed:
    """The closed form for the rows of a final table."""

    def __init__(self, table: Table, plan: Plan, inner: list[States], cells: int) -> None:
        loop, groups = plan.loop, plan.groups
        assert loop is not None
        self.table = table
        self._pairs: dict[int, Pairs] = {}
        weighed = [weight for _, weight in loop.targets]
        self.kinds = Kinds(table, [loop.times, loop.chance, *weighed])
        times = a.floor(self.kinds.numbers(loop.times))
        if times.den != 1:
            raise Unsupported("the number of rounds has no bound")
        n = len(self.kinds)
        self.least = np.maximum(spread(times.low, n), 0)
        self.most = np.maximum(spread(times.high, n), 0)
        if len(self.most) and int(self.most.max()) > ENCLOSED_ROUNDS:
            raise Unsupported(f"more than {ENCLOSED_ROUNDS} rounds")
        low, high = self.kinds.chance(loop.chance)
        small, large = a.shares([self.kinds.numbers(weight) for weight in weighed])
        index = {total: i for i, total in enumerate(loop.totals)}
        self.hits = [
            (spread(small[i], n) * low, np.minimum(spread(large[i], n) * high, 1.0))
            for i in (index[g.total] for g in groups if g.total is not None)
        ]
        self._sums(plan, inner, cells)

    def _sums(self, plan: Plan, inner: list[States], cells: int) -> None:
        """The tables of G: caps of every group, sums of amounts."""
        rounds = int(self.most.max()) if len(self.most) else 0
        self.operations = 64 + 8 * rounds  # the longest chain of roundings, generously
        self.within: list[Sums] = []
        self.caps: list[Caps] = []
        totals: list[Total] = []
        sizes: list[int] = []  # of the groups' states
        step, whole, found, reach = 1.0, True, None, 0
        tally = self.table.words.tally
        if rounds:
            found = amounts(self.table, plan, cells)
            amount = found[1]
            if (c.as_floats(amount)[0] < 0).any():
                raise Unsupported("an amount may be negative")
            if not np.isfinite(c.as_floats(amount)[1]).all():
                raise Unsupported("an amount has no bound")
            whole = amount.den == 1
            if not whole:
                step = max(float(c.as_floats(amount)[1].max()) * 4 / STEPS, 1e-9)
            reach = rounds * (int(float(c.as_floats(amount)[1].max()) / step) + 2)
        for group, own in zip((g for g in plan.groups if g.total), inner, strict=True):
            states, of, alike = own.table, own.kind, own.alike
            sure, possible, bound = caps(states, group, step, whole, reach)
            kind, count = _kind_column(states), int(alike.max()) + 1 if len(of) else 0
            tally.count(8, 20 * (states.counted + len(alike) * (bound + 2)))
            self.caps.append(
                Caps(
                    _spread_out(sure, states.low, kind, count, bound),
                    _spread_out(possible, states.high, kind, count, bound),
                    of,
                    alike,
                )
            )
            totals.append(Total(bound, bool(self.caps[-1].high[:, -1].any())))
            sizes.append(states.counted)
        if found is None:
            self.within = [nothing(total.bound, len(self.table)) for total in totals]
        else:
            self.within = within(found, rounds, totals, step)
        for sums, total, size in zip(self.within, totals, sizes, strict=True):
            bound, hits = total.bound, sums.low.shape[0]
            self.operations += hits * (min(bound, size + 512) + 8) + bound + 8 * rounds

    def bounds(self) -> tuple[Floats, Floats]:
        """P(all conditions on totals hold), for every row."""
        slack = self.operations * 2.0**-52
        tiny = self.kinds.spread(_TINY * np.exp(self.most.astype(np.float64)))
        low = self._least()
        high = self._one(self.least, [hit[0] for hit in self.hits], high=True)
        return (
            np.clip(low * (1 - slack) - tiny, 0.0, 1.0),
            np.clip(high * (1 + slack) + tiny, 0.0, 1.0),
        )

    def _least(self) -> Floats:
        """The lower side: the largest chances to hit that are possible, where together they are at most 1.

        Where they are not, what is left is the union bound: 1 less the chance of each condition to fail.
        """
        hits = [hit[1] for hit in self.hits]
        over = np.maximum(sum(hits, np.zeros(len(self.kinds))) - 1.0, 0.0)
        kept = self.kinds.spread(1 - 2 * self.most * over)
        low: Floats = self._one(self.most, hits, high=False) * kept
        beyond = self.kinds.spread(over > 1e-9)
        if beyond.any():
            failing = np.zeros(len(self.table))
            for index in range(len(hits)):
                failing += 1.0 - self._one(self.most, hits, high=False, only=index)
            low = np.where(beyond, 1.0 - failing - 1e-12, low)
        return low

    def _one(self, rounds: Ints, hits: list[Floats], high: bool, only: int | None = None) -> Floats:
        """The closed form for one side; *only* one of the conditions if said."""
        n = len(self.table)
        most, tally = int(rounds.max()) if n else 0, self.table.words.tally
        chosen = range(len(hits)) if only is None else range(only, only + 1)
        parts = [(hits[i], *self._held(i, high, most, tally)) for i in chosen]
        size = 1
        for _, held, _ in parts:
            tally.count(4 * len(held), 4 * len(held) * n)
            pairs = size * len(held)
            tally.count(pairs, 4 * pairs * n)
            size = min(size + len(held) - 1, most + 1)
        tally.count(12 * size, 12 * size * n)
        edge = 1e-15 * (len(hits) + 1)
        kind, array = self.kinds.of, np.empty(n)
        # Few rounds take short polynomials: rows with few of them come first.
        order = np.argsort(rounds.astype(np.int16)[kind], kind="stable")
        for start in range(0, n, BLOCK):
            at = order[start : start + BLOCK]
            own = [(hit[kind[at]], held, of[at]) for hit, held, of in parts]
            array[at] = closed_form(own, rounds[kind[at]], edge if high else -edge)
        return array

    def _held(self, index: int, high: bool, most: int, tally: Tally) -> tuple[Array, Ints]:
        """G(k) by kind of row, up to as many rounds as there are, and the kind of each row.

        Caps are averaged over the private states of the group.
        """
        sums, cap, pairs = self.within[index], self.caps[index], self._met(index)
        table, shares_ = (sums.high, cap.high) if high else (sums.low, cap.low)
        used = np.flatnonzero(shares_.any(axis=0))  # few caps occur
        tally.count(16, 24 * len(sums.kind))
        amount, state = pairs.amount, pairs.state
        if pairs.count * DENSE < table.shape[1] * len(cap.alike):  # most pairs do not occur
            tally.count(8, 7 * len(table) * pairs.count * len(used))
            every = _paired(table[:, :, used], amount, shares_[:, used], state)
        else:
            # No `@`: threads that wait for each other cost many times such small products.
            tally.count(8, len(table) * table.shape[1] * len(used) * len(cap.alike))
            by_cap = np.ascontiguousarray(shares_[:, used].T)
            every = np.einsum("kpt,ts->kps", table[:, :, used], by_cap)[:, amount, state]
        tally.count(4, 10 * len(every) * len(pairs.of))
        array: Array = np.minimum(every, 1.0)[: most + 1]
        return array, pairs.of

    def _met(self, index: int) -> Pairs:
        """The pairs of one condition."""
        if index not in self._pairs:
            amount, cap = self.within[index].kind, self.caps[index]
            first, of = self.table.row_ranks([amount, cap.kind])
            state = cap.alike[cap.kind[first]]
            united, pair = grouped([amount[first], state])
            self._pairs[index] = Pairs(amount[first][united], state[united], pair[of], len(first))
        return self._pairs[index]


def _paired(table: Array, amount: Ints, caps: Array, state: Ints) -> Array:
    """The sums over caps for pairs of a kind of amounts and one of states."""
    array = np.empty((len(table), len(amount)))
    for start in range(0, len(amount), PAIRS):
        at = slice(start, start + PAIRS)
        np.einsum("kpt,pt->kp", table[:, amount[at]], caps[state[at]], out=array[:, at])
    return array


def _spread_out(cap: Ints, weight: Floats, kind: Ints, kinds: int, bound: int) -> Array:
    """The weight of every cap, by kind of state; column L + 1 is no cap."""
    held = cap > NEVER
    size = kinds * (bound + 2)
    place = kind[held] * (bound + 2) + cap[held]
    return np.bincount(place, weights=weight[held], minlength=size).reshape(kinds, bound + 2)
