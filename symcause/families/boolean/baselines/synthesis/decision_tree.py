"""The decision tree of a variable by ID3: the split of least entropy, first in problem order on ties."""

from __future__ import annotations

from collections.abc import Sequence
from math import log2

from symcause.families.boolean.space.mechanisms.local_rows import LocalRows
from symcause.models.expressions import Constant, Expression, Operation, Variable

_TIE = 1e-12


def grown(rows: LocalRows, candidates: Sequence[int]) -> Expression:
    """The tree over these candidates as an expression; they tell all rows of different values apart."""
    at = rows.variables.index(rows.variable)
    samples = [(text, text[at] == "1") for text in sorted(set(rows.texts))]
    return _tree(samples, candidates, rows.variables)


def _tree(
    samples: list[tuple[str, bool]], candidates: Sequence[int], names: Sequence[str]
) -> Expression:
    values = {value for _, value in samples}
    if len(values) < 2:
        return Constant(values.pop() if values else False)
    best: tuple[float, int] | None = None
    for c in candidates:
        high = [value for text, value in samples if text[c] == "1"]
        low = [value for text, value in samples if text[c] == "0"]
        if not high or not low:
            continue
        entropy = (len(high) * _entropy(high) + len(low) * _entropy(low)) / len(samples)
        if best is None or entropy < best[0] - _TIE:
            best = entropy, c
    assert best is not None, "the candidates do not tell the rows apart"
    c = best[1]
    high_side = _tree([s for s in samples if s[0][c] == "1"], candidates, names)
    low_side = _tree([s for s in samples if s[0][c] == "0"], candidates, names)
    name = Variable(names[c])
    parts = [_branch(name, high_side), _branch(Operation("not", (name,)), low_side)]
    kept = [part for part in parts if part is not None]
    return kept[0] if len(kept) == 1 else Operation("or", tuple(kept))


def _branch(test: Expression, side: Expression) -> Expression | None:
    """The test and what holds under it; None if nothing does."""
    if isinstance(side, Constant):
        return test if side.value else None
    return Operation("and", (test, side))


def _entropy(values: list[bool]) -> float:
    share = sum(values) / len(values)
    return -sum(p * log2(p) for p in (share, 1 - share) if p)
