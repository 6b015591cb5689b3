"""Evaluation of Boolean functions on bits: what next experiments show, many rows and functions at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from symcause.families.boolean.models.functions import Function
from symcause.mechanisms.value_lanes import ONE_BIT, Lanes

_TOGETHER = 4  # patterns of which the output columns are joined beforehand
_LAST = (1 << _TOGETHER) - 1


class BitEvaluation(Struct, frozen=True):
    """How columns of bits come from those of parents."""

    @property
    def lanes(self) -> Lanes:
        return ONE_BIT

    def column(
        self, variable: str, function: Function, columns: Mapping[str, int], rows: int
    ) -> int:
        return function.on(columns, rows)

    def columns(
        self,
        variable: str,
        parents: Sequence[str],
        inputs: Sequence[int],
        tables: Sequence[int],
        rows: int,
    ) -> list[int]:
        shown = [rows]  # by pattern
        for column in inputs:
            shown = [*(row & ~column for row in shown), *(row & column for row in shown)]
        first, *others = [
            _joined(shown[i : i + _TOGETHER]) for i in range(0, len(shown), _TOGETHER)
        ]
        outputs = [first[table & _LAST] for table in tables]
        for i, joined in enumerate(others, 1):
            shift = i * _TOGETHER
            outputs = [
                column | joined[table >> shift & _LAST]
                for column, table in zip(outputs, tables, strict=True)
            ]
        return outputs


BITS = BitEvaluation()


def _joined(rows: Sequence[int]) -> list[int]:
    """For every set of patterns, as a mask, the rows that show one of them."""
    found = [0]
    for row in rows:
        found += [other | row for other in found]
    return found
