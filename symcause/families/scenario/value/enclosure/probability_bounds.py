"""Probability bounds of an event in a scenario: the enclosure for one design or a whole box.

A box leaves design variables as intervals; every occurrence is then relaxed on its own, which is what
makes the upper bound valid for all designs of the box, and what proves every monotonicity that it uses.
The weights of the states are known within bounds and their true values add up to 1: the bound of S is
the best distribution of the missing weight over the states (fill the best states first).
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from symcause.families.scenario.models.model_components import Boolean, Domain, Integer, Value
from symcause.families.scenario.value.enclosure import set_columns as c
from symcause.families.scenario.value.enclosure.loop_bounds import Closed, States
from symcause.families.scenario.value.enclosure.plan_run import run_inner, run_shared
from symcause.families.scenario.value.enclosure.row_kinds import united
from symcause.families.scenario.value.enclosure.set_columns import (
    Column,
    Floats,
    Ints,
    Options,
    Truths,
)
from symcause.families.scenario.value.enclosure.set_terms import Words, design_column, evaluate
from symcause.families.scenario.value.enclosure.state_table import Table
from symcause.families.scenario.value.summation_plan import Group, Plan
from symcause.families.scenario.value.work_tally import Tally

Range = tuple[int, int | None]
"""Whole numbers between two ends; None: no upper end."""

Box = Mapping[str, Value | Range]
"""For every design variable a value, or a range of whole numbers."""


@dataclass(frozen=True)
class Enclosure:
    """Bounds of a probability, one pair for each design or box."""

    low: Floats
    high: Floats


def enclose(plan: Plan, boxes: Sequence[Box], cells: int, tally: Tally | None = None) -> Enclosure:
    """Bounds of P(event) for every box."""
    words = Words(tally)
    fixed = {name: side([box[name] for box in boxes], words) for name in boxes[0]}
    return _enclosed(plan, fixed, len(boxes), words, cells)


def everywhere(plan: Plan, domains: Mapping[str, Domain], cells: int) -> Enclosure:
    """Bounds of P(event) that hold for all designs, constraints or not."""
    words = Words()
    fixed: dict[str, Column] = {}
    for name, domain in domains.items():
        if isinstance(domain, Integer):
            fixed[name] = side([(domain.least, domain.most)], words)
        elif isinstance(domain, Boolean):
            fixed[name] = Truths(np.zeros(1, dtype=bool), np.ones(1, dtype=bool))
        else:
            bits = sum(words.bit(option) for option in domain.options)
            fixed[name] = Options(np.array([bits], dtype=np.int64))
    return _enclosed(plan, fixed, 1, words, cells)


def _enclosed(
    plan: Plan, fixed: dict[str, Column], designs: int, words: Words, cells: int
) -> Enclosure:
    for define in plan.fixed:
        fixed[define.name] = evaluate(define.term, lambda name: fixed[name], words)
    table = Table(fixed, designs, words)
    run_shared(table, plan, cells)
    low, high = _ending(table, plan, cells)
    return _summed(table, low, high)


def side(values: Sequence[Value | Range], words: Words) -> Column:
    """The column of a design variable over a batch of boxes."""
    if not isinstance(values[0], tuple):
        return design_column([v for v in values if not isinstance(v, tuple)], words)
    ends = [v for v in values if isinstance(v, tuple)]
    if any(b is None or max(abs(a), abs(b)) >= c.LIMIT for a, b in ends):
        low = np.array([-_not_below(-a) for a, _ in ends])
        return c.floats(low, np.array([np.inf if b is None else _not_below(b) for _, b in ends]))
    first = np.array([a for a, _ in ends], dtype=np.int64)
    last = np.array([a if b is None else b for a, b in ends], dtype=np.int64)
    return c.whole(first) if (first == last).all() else c.whole(first, last)


def _not_below(number: int) -> float:
    """A binary float that is the number or just above it; the largest ones have infinity above them."""
    try:
        near = float(number)
    except OverflowError:
        return np.inf if number > 0 else -sys.float_info.max
    return near if near >= number else float(np.nextafter(near, np.inf))


def _ending(table: Table, plan: Plan, cells: int) -> tuple[Floats, Floats]:
    """P(event | row) for the rows of the final table."""
    n = len(table)
    low, high = np.ones(n), np.ones(n)
    for group in plan.groups:
        if group.total is None:
            for clause in group.clauses:
                held = table.evaluate(clause)
                assert isinstance(held, Truths)
                low, high = low * held.low, high * held.high
    if plan.loop is None:
        return low, high
    inner = [_states(table, group, cells) for group in plan.groups if group.total is not None]
    closed = Closed(table, plan, inner, cells)
    first, last = closed.bounds()
    return low * first, high * last


def _states(table: Table, group: Group, cells: int) -> States:
    """The states of what is private to a group, for each kind of row."""
    inner, kind, alike = united(table, group)
    run_inner(inner, group.steps, cells, group.inputs, (group, group.uses))
    return States(inner, kind, alike)


def _summed(table: Table, low: Floats, high: Floats) -> Enclosure:
    """Bounds of Σ weight · value by design, for weights that add up to 1."""
    return Enclosure(
        np.clip(1.0 - _most(table, 1.0 - low), 0.0, 1.0), np.clip(_most(table, high), 0.0, 1.0)
    )


def _most(table: Table, value: Floats) -> Floats:
    """The most that Σ weight · value can be: the missing weight goes to the best states."""
    table.words.tally.count(30, 400 * len(value))
    order = _descending(table.key, value)
    key, worth = table.key[order], value[order]
    low, room = table.low[order], np.maximum(table.high - table.low, 0.0)[order]
    base = _by(key, low, table.designs)
    slack = (len(order) + 16) * 2.0**-52  # of sums over all rows
    missing = np.maximum(1.0 - base, 0.0) + slack
    before = np.cumsum(room) - room
    starts = np.searchsorted(key, np.arange(table.designs))
    inside = before - np.append(before, 0.0)[np.minimum(starts, len(before))][key]
    extra = np.clip(missing[key] - inside, 0.0, room)
    return _by(key, (low + extra) * worth, table.designs) * (1 + slack) + slack


def _descending(key: Ints, value: Floats) -> Ints:
    """The rows by key, then by value from the largest; keys that are in order need no sort of their own."""
    if (key[1:] < key[:-1]).any():
        return np.lexsort((-value, key))
    starts = np.flatnonzero(np.append(True, key[1:] != key[:-1]))
    order = np.empty(len(key), dtype=np.int64)
    for start, end in pairwise((*starts.tolist(), len(key))):
        order[start:end] = start + np.argsort(-value[start:end], kind="stable")
    return order


def _by(key: Ints, weight: Floats, designs: int) -> Floats:
    return np.bincount(key, weights=weight, minlength=designs).astype(np.float64)
