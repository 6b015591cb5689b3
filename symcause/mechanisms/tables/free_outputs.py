"""Free outputs: the tables that have given outputs on some patterns, whatever they have on the others.

They come ascending and from any table on, as a counter whose free digits go round.

>>> [list(outputs) for _, outputs in completions({1: 2}, 2, 3)]
[[0, 2], [1, 2], [2, 2]]
>>> [table for table, _ in completions({0: 1}, 2, 3, start=2)]
[4, 7]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from symcause.mechanisms.tables.table_functions import outputs_of, table_of


def completions(
    known: Mapping[int, int], patterns: int, values: int, start: int = 0
) -> Iterator[tuple[int, list[int]]]:
    """All tables with these outputs, not below *start*, ascending; the outputs change with the next one."""
    first = _first(known, patterns, values, start)
    if first is None:
        return
    free = [p for p in range(patterns) if p not in known]
    steps = [values**p for p in free]
    outputs, table = first, table_of(first, values)
    while True:
        yield table, outputs
        for pattern, step in zip(free, steps, strict=True):
            if outputs[pattern] + 1 < values:
                outputs[pattern] += 1
                table += step
                break
            table -= outputs[pattern] * step
            outputs[pattern] = 0
        else:
            return


def _first(known: Mapping[int, int], patterns: int, values: int, start: int) -> list[int] | None:
    """The outputs of the least of these tables that is not below *start*, None if all are."""
    if start <= 0:
        return [known.get(p, 0) for p in range(patterns)]
    if start >= values**patterns:
        return None
    asked = outputs_of(start, patterns, values)
    raised: int | None = None  # the lowest free pattern, of those passed, that can be raised
    for p in reversed(range(patterns)):
        output = known.get(p)
        if output is None:
            if asked[p] + 1 < values:
                raised = p
        elif output > asked[p]:
            return _from(known, asked, p, patterns)
        elif output < asked[p]:
            if raised is None:
                return None
            found = _from(known, asked, raised, patterns)
            found[raised] = asked[raised] + 1
            return found
    return list(asked)


def _from(known: Mapping[int, int], asked: tuple[int, ...], turn: int, patterns: int) -> list[int]:
    """What is asked above a pattern, and the least there is from it downwards."""
    return [known.get(p, 0) if p <= turn else asked[p] for p in range(patterns)]
