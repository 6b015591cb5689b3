"""Monotone Boolean functions with given outputs: listed, counted and walked through in order.

A truth table is monotone if no bit falls when an input rises; inputs with the sign ``-`` are turned
first. There are 2, 3, 6, 20, 168 and 7,581 of 0 to 5 inputs (R. Dedekind); beyond that they are not
listed. A function with *signs* is, for every pattern of its unsigned inputs, a monotone function of the
signed ones, so the functions with given outputs are counted by a product, and those that use every input
by Möbius inversion over subsets.

>>> [len(monotone_tables(inputs)) for inputs in range(5)]
[2, 3, 6, 20, 168]
>>> agreeing(("+", "+"), 1, 0), agreeing(("+", None), 1, 0), using_all(("+", "+"), 1, 0)
(5, 6, 2)
>>> list(ascending(("+", "-"), 1, 0)), list(ascending(("+", "+"), 1, 0, start=9))
([0, 2, 10], [10, 12, 14])
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from symcause.errors import LimitError
from symcause.families.boolean.bounds import SIGNED_INPUTS

Signs = tuple[str | None, ...]


@cache
def monotone_tables(inputs: int) -> tuple[int, ...]:
    """Every monotone table, ascending: a lower half below an upper one, input by input."""
    if inputs > SIGNED_INPUTS:
        raise LimitError(
            f"monotone functions of {inputs} signed inputs are not listed",
            remedy=f"bound the class with --max-parents {SIGNED_INPUTS}, or sign fewer edges",
        )
    if not inputs:
        return (0, 1)
    halves, width = monotone_tables(inputs - 1), 1 << inputs - 1
    return tuple(low | high << width for high in halves for low in halves if not low & ~high)


@lru_cache(maxsize=200_000)
def _number(inputs: int, seen: int, value: int) -> int:
    return sum(table & seen == value for table in monotone_tables(inputs))


@lru_cache(maxsize=4096)
def _layout(signs: Signs) -> tuple[tuple[int, ...], ...]:
    """For every pattern of the unsigned inputs, the patterns of all, signed ones rising."""
    signed = [j for j, sign in enumerate(signs) if sign is not None]
    free = [j for j, sign in enumerate(signs) if sign is None]
    flipped = sum(1 << j for j in signed if signs[j] == "-")
    layout = []
    for outer in range(1 << len(free)):
        base = sum(1 << j for i, j in enumerate(free) if outer >> i & 1) ^ flipped
        inner = (
            sum(1 << j for i, j in enumerate(signed) if p >> i & 1) for p in range(1 << len(signed))
        )
        layout.append(tuple(base ^ pattern for pattern in inner))
    return tuple(layout)


def agreeing(signs: Signs, seen: int, value: int) -> int:
    """How many functions with these signs have the outputs *value* on the patterns *seen*."""
    product, inputs = 1, sum(sign is not None for sign in signs)
    for patterns in _layout(signs):
        shown = sum(1 << i for i, p in enumerate(patterns) if seen >> p & 1)
        output = sum(1 << i for i, p in enumerate(patterns) if seen >> p & 1 and value >> p & 1)
        product *= _number(inputs, shown, output)
        if not product:
            break
    return product


def using_all(signs: Signs, seen: int, value: int) -> int:
    """The same among the functions that depend on every input."""
    total, inputs = 0, len(signs)
    for kept in range(1 << inputs):
        less = _projected(seen, value, inputs, kept)
        if less is not None:
            chosen = tuple(sign for j, sign in enumerate(signs) if kept >> j & 1)
            total += (-1) ** (inputs - kept.bit_count()) * agreeing(chosen, *less)
    return total


def _projected(seen: int, value: int, inputs: int, kept: int) -> tuple[int, int] | None:
    """The outputs by the kept inputs alone; None if two of them differ."""
    if kept == (1 << inputs) - 1:
        return seen, value
    places = [j for j in range(inputs) if kept >> j & 1]
    ones = zeros = 0
    for pattern in range(1 << inputs):
        if seen >> pattern & 1:
            short = sum(1 << i for i, j in enumerate(places) if pattern >> j & 1)
            if value >> pattern & 1:
                ones |= 1 << short
            else:
                zeros |= 1 << short
    return None if ones & zeros else (ones | zeros, ones)


def respects(signs: Signs, table: int) -> bool:
    """Has a table these signs?"""
    for j, sign in enumerate(signs):
        if sign is None:
            continue
        for pattern in range(1 << len(signs)):
            if not pattern >> j & 1:
                change = (table >> (pattern | 1 << j) & 1) - (table >> pattern & 1)
                if change == (-1 if sign == "+" else 1):
                    return False
    return True


def ascending(signs: Signs, seen: int, value: int, start: int = 0) -> Iterator[int]:
    """The tables with these signs and outputs, from *start* on, in ascending order.

    Bits are set from the highest pattern down. What is set forces patterns above or below it, and
    whatever is not forced can be either, so no branch ends in nothing.
    """
    size = 1 << len(signs)
    above, below = _order(signs)
    zeros = ones = 0
    for pattern in range(size):
        if seen >> pattern & 1:
            if value >> pattern & 1:
                ones |= above[pattern]
            else:
                zeros |= below[pattern]
    if ones & zeros or start >> size:
        return
    stack = [(size - 1, zeros, ones, start > 0)]
    while stack:
        at, zeros, ones, tight = stack.pop()
        if at < 0:
            yield ones
            continue
        bit = 1 << at
        if not zeros & bit:  # pushed first, so that it comes last
            stack.append((at - 1, zeros, ones | above[at], tight and bool(start & bit)))
        if not ones & bit and not (tight and start & bit):
            stack.append((at - 1, zeros | below[at], ones, tight))


@lru_cache(maxsize=4096)
def _order(signs: Signs) -> tuple[Sequence[int], Sequence[int]]:
    """For every pattern, those whose output is at least its own, and those where it is at most that."""
    size = 1 << len(signs)
    above, below = [0] * size, [0] * size
    for patterns in _layout(signs):
        for i, p in enumerate(patterns):
            for j, q in enumerate(patterns):
                if not i & ~j:
                    above[p] |= 1 << q
                    below[q] |= 1 << p
    return above, below
