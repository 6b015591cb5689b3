"""The loop in one state for bounds in the scenario verifier: its caps and amounts.

A clause about a total is tried on ranges of totals: it surely holds up to the *sure* cap, and surely fails
above the *possible* one. Both are right whatever the clause looks like.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import ceil

from symcause.families.scenario.models.model_components import terms_of
from symcause.families.scenario.verifier.bounds import value_ranges as r
from symcause.families.scenario.verifier.bounds.chance_sums import (
    ONE,
    ZERO,
    Weight,
    most,
    probability,
)
from symcause.families.scenario.verifier.bounds.event_parts import Part, Parted
from symcause.families.scenario.verifier.bounds.loop_formula import (
    MAX_ROUNDS,
    MAX_TOTAL,
    Amounts,
    closed,
    sums,
)
from symcause.families.scenario.verifier.bounds.range_terms import Sets, number, words
from symcause.families.scenario.verifier.bounds.value_ranges import NO, YES, Range, Set
from symcause.families.scenario.verifier.bounds.weighted_states import Cuts, State, Stepping
from symcause.grammar.scenario.scenario_terms import names as names_of
from symcause.kernel.nodes import Beyond

NEVER = -1

Caps = dict[tuple[int | None, int | None], Weight]
"""Sure and possible caps with bounds of their chances; None: whatever the total, -1: not even for 0."""


class Fight:
    """The loop for all states of one table."""

    def __init__(
        self,
        cells: Stepping,
        plan: Parted,
        known: Sets,
        names: Sequence[str],
        states: Mapping[State, Weight],
        cuts: Cuts,
    ) -> None:
        assert plan.loop is not None
        self.cells, self.plan, self.loop, self.cuts = cells, plan, plan.loop, cuts
        self.known = known
        self._caps: dict[tuple[int, State], Caps] = {}
        self._amounts: dict[State, tuple[Amounts, Amounts]] = {}
        self._sums: dict[tuple[Amounts, int], list[list[Fraction]]] = {}
        self._held: dict[object, tuple[list[Fraction], list[Fraction]]] = {}
        inside = {name for name, _ in self.loop.draws}
        terms = [self.loop.amount, *(t for _, d in self.loop.draws for t in d.terms)]
        used = {n for term in terms for n in names_of(term)} - inside
        self.inputs = tuple(sorted(used - known.keys()))
        self.rounds, largest = 0, 0
        for state in states:
            sets = {**known, **dict(zip(names, state, strict=True))}
            times = self._times(sets)[1]
            if times:
                _, high = self._amounts_in(sets)
                self.rounds = max(self.rounds, times)
                largest = max(largest, *(amount for amount, _ in high))
        self.reach = self.rounds * largest

    def bounds(self, state: State, sets: Sets) -> Weight:
        """P(all conditions on totals hold) in one state."""
        fewest, most = self._times(sets)
        caps = [self._caps_in(index, part, sets) for index, part in enumerate(self.plan.parts)]
        if not most:
            low = high = ONE
            for cap in caps:
                low, high = low * _averaged(cap, 0, _any), high * _averaged(cap, 1, _any)
            return low, high
        chance = probability(number(self.cells.term(self.loop.chance)(sets)))
        shares = self._shares(sets)
        small, large = self._amounts_in(sets)
        key = tuple(sets[name] for name in self.inputs)
        tables = [
            self._tables((key, i, tuple(sets[n] for n in part.inputs)), caps[i], small, large)
            for i, part in enumerate(self.plan.parts)
        ]
        own = [shares[part.total] for part in self.plan.parts]
        low_hits = [r.down(chance.low * share[0]) for share in own]
        high_hits = [min(r.up(chance.high * share[1]), ONE) for share in own]
        self.cells.work.spend(10_000 + 70 * most, "the rounds")
        high = closed(fewest, low_hits, [table[1] for table in tables], up=True)
        if sum(high_hits, ZERO) <= 1:
            return closed(most, high_hits, [table[0] for table in tables], up=False), high
        failing = ZERO
        for hit, table in zip(high_hits, tables, strict=True):
            failing += 1 - closed(most, [hit], [table[0]], up=False)
        return max(ZERO, 1 - failing), high

    def _times(self, sets: Sets) -> tuple[int, int]:
        times = r.floored(number(self.cells.term(self.loop.times)(sets)))
        if times.high > MAX_ROUNDS:
            raise Beyond(f"more than {MAX_ROUNDS} rounds")
        return max(int(times.low), 0), max(int(times.high), 0)

    def _shares(self, sets: Sets) -> dict[str, Weight]:
        """How likely a hit goes to each target."""
        weights = [number(self.cells.term(weight)(sets)) for _, weight in self.loop.targets]
        if any(weight.low < 0 for weight in weights):
            raise Beyond("a weight may be negative")
        lows, highs = sum(w.low for w in weights), sum(w.high for w in weights)
        shares = {}
        for total, weight in zip(self.loop.totals, weights, strict=True):
            others_most, others_least = highs - weight.high, lows - weight.low
            low = weight.low / (weight.low + others_most) if weight.low else ZERO
            high = weight.high / (weight.high + others_least) if weight.high else ZERO
            shares[total] = (low, high)
        return shares

    def _amounts_in(self, sets: Sets) -> tuple[Amounts, Amounts]:
        """The amounts of one round: the least that they can be, and the most."""
        key = tuple(sets[name] for name in self.inputs)
        if key not in self._amounts:
            self._amounts[key] = self._listed_amounts(
                {**self.known, **dict(zip(self.inputs, key, strict=True))}
            )
        return self._amounts[key]

    def _listed_amounts(self, sets: dict[str, Set]) -> tuple[Amounts, Amounts]:
        rows: list[tuple[dict[str, Set], Fraction]] = [(sets, ONE)]
        for name, drawn in self.loop.draws:
            following = []
            for own, p in rows:
                for value, share in self.cells.drawn(drawn, own, ()):
                    if share[0] != share[1] or (
                        isinstance(value, Range) and value.low != value.high
                    ):
                        raise Beyond(f"the draw {name} of a round is not listed")
                    following.append(({**own, name: value}, p * share[0]))
            rows = following
        ends: tuple[dict[int, Fraction], dict[int, Fraction]] = ({}, {})
        for own, p in rows:
            self.cells.work.spend(300, "the amounts")
            amount = number(self.cells.term(self.loop.amount)(own))
            if amount.low < 0:
                raise Beyond("an amount may be negative")
            for end, numbers in zip((amount.low, amount.high), ends, strict=True):
                if end.denominator != 1:
                    raise Beyond("amounts that are no whole numbers are not listed")
                numbers[int(end)] = numbers.get(int(end), ZERO) + p
        small, large = (tuple(sorted(found.items())) for found in ends)
        return small, large

    def _caps_in(self, index: int, part: Part, sets: Sets) -> Caps:
        """The caps of one total, what is private to it averaged."""
        key = (index, tuple(sets[name] for name in part.inputs))
        if key not in self._caps:
            used = {n for clause in part.clauses for n in names_of(clause)}
            kept = [s.name for s in part.steps if s.name in used]
            known = {**self.known, **dict(zip(part.inputs, key[1], strict=True))}
            steps = [(step, _needed(part, i, kept)) for i, step in enumerate(part.steps)]
            names, states = self.cells.states(steps, known, {(): (ONE, ONE)}, (), self.cuts)
            caps: Caps = {}
            for state, weight in states.items():
                own = {**known, **dict(zip(names, state, strict=True))}
                pair = (self._sure(part, own), self._possible(part, own))
                before = caps.get(pair, (ZERO, ZERO))
                caps[pair] = (before[0] + weight[0], before[1] + weight[1])
            self._caps[key] = caps
        return self._caps[key]

    def _holds(
        self, part: Part, sets: dict[str, Set], first: int, last: int
    ) -> frozenset[bool | str]:
        self.cells.work.spend(600, "the caps")
        own = {**sets, part.total: Range(Fraction(first), Fraction(last))}
        found = [words(self.cells.term(clause)(own)) for clause in part.clauses]
        if any(truth == NO for truth in found):
            return NO
        return YES if all(truth == YES for truth in found) else r.BOTH

    def _sure(self, part: Part, sets: dict[str, Set]) -> int | None:
        """The last total up to which the clauses surely hold."""
        waiting = _blocks(self.reach)[::-1]
        while waiting:
            first, last = waiting.pop()
            held = self._holds(part, sets, first, last)
            if held == YES:
                continue
            if held == NO or first == last:
                return first - 1
            middle = (first + last) // 2
            waiting += [(middle + 1, last), (first, middle)]
        return None

    def _possible(self, part: Part, sets: dict[str, Set]) -> int | None:
        """The last total with which the clauses may hold."""
        waiting = _blocks(self.reach)
        while waiting:
            first, last = waiting.pop()
            held = self._holds(part, sets, first, last)
            if held == NO:
                continue
            if held == YES or first == last:
                return None if last == self.reach else last
            middle = (first + last) // 2
            waiting += [(first, middle), (middle + 1, last)]
        return NEVER

    def _tables(
        self, key: object, caps: Caps, small: Amounts, large: Amounts
    ) -> tuple[list[Fraction], list[Fraction]]:
        """G(0), G(1), … from below and from above."""
        if key not in self._held:
            ends = []
            for side, amounts in ((0, large), (1, small)):
                sides = [pair[side] for pair in caps]
                finite = max((cap for cap in sides if cap is not None), default=0)
                endless = any(cap is None for cap in sides)
                listed = self._listed_sums(amounts, max(finite, 0))
                size = self.rounds + 1 if endless else len(listed)
                ends.append([_average(caps, side, listed, k) for k in range(size)])
            self._held[key] = (ends[0], ends[1])
        return self._held[key]

    def _listed_sums(self, amounts: Amounts, cap: int) -> list[list[Fraction]]:
        size = 64 * ceil((cap + 1) / 64)  # few sizes are listed
        if cap <= MAX_TOTAL:
            size = min(size, MAX_TOTAL)
        if (amounts, size) not in self._sums:
            self._sums[amounts, size] = sums(amounts, size, self.rounds, self.cells.work)
        return self._sums[amounts, size]


def _average(caps: Caps, side: int, listed: list[list[Fraction]], k: int) -> Fraction:
    """G(k): the chance that k amounts stay within the cap."""
    row = listed[k] if k < len(listed) else None

    def within(cap: int | None) -> Fraction:
        if cap is None:
            return ONE
        return ZERO if cap < 0 or row is None else row[cap]

    return _averaged(caps, side, within)


def _averaged(caps: Caps, side: int, value: Callable[[int | None], Fraction]) -> Fraction:
    """A value of the cap on average: from below with sure caps (0), from above with possible ones (1)."""
    if side:
        return most((w, value(pair[1])) for pair, w in caps.items())
    return 1 - most((w, 1 - value(pair[0])) for pair, w in caps.items())


def _any(cap: int | None) -> Fraction:
    """Does a condition hold for a total of 0?"""
    return ONE if cap is None or cap >= 0 else ZERO


def _blocks(reach: int) -> list[tuple[int, int]]:
    """Totals from 0 to the reach in blocks, each half as long again as the one before."""
    blocks, first = list[tuple[int, int]](), 0
    while first <= reach:
        last = min(first + first // 4, reach)
        blocks.append((first, last))
        first = last + 1
    return blocks


def _needed(part: Part, index: int, kept: Sequence[str]) -> tuple[str, ...]:
    """What the steps of a part after one of them, and its clauses, need."""
    before = [step.name for step in part.steps[: index + 1]]
    later = {
        n for step in part.steps[index + 1 :] for t in terms_of(step) for n in names_of(t)
    } | set(kept)
    return tuple(name for name in before if name in later)
