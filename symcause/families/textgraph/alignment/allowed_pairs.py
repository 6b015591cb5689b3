"""Allowed pairs of an alignment: which gold names may stand for which answer names.

``exact``: the same name. ``normalised``: the same normalised spelling. ``all``: any. Or a list of pairs, or
a similarity matrix (gold rows, answer columns) with a threshold, or the k most similar per gold node, ties
kept.

>>> sorted(normalised_pairs(["Tax rates"], ["tax rate", "income"]))
[('Tax rates', 'tax rate')]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal

from symcause.families.textgraph.models.name_variants import normalised

Names = tuple[str, str]
Similarity = Mapping[Names, Decimal]


def exact_pairs(gold: Iterable[str], answer: Iterable[str]) -> set[Names]:
    """Each name that both graphs have."""
    return {(name, name) for name in set(gold) & set(answer)}


def normalised_pairs(gold: Iterable[str], answer: Iterable[str]) -> set[Names]:
    """Names with one normalised spelling; the same name always counts."""
    gold, answer = list(gold), list(answer)
    pairs = exact_pairs(gold, answer)
    forms: dict[str, list[str]] = {}
    for name in answer:
        form = normalised(name)
        if form is not None:
            forms.setdefault(form, []).append(name)
    for name in gold:
        form = normalised(name)
        if form is not None:
            pairs |= {(name, other) for other in forms.get(form, ())}
    return pairs


def similar_pairs(
    similarity: Similarity, *, threshold: Decimal | None = None, top: int | None = None
) -> set[Names]:
    """The pairs at or above a threshold, or the *top* per gold node with ties."""
    if threshold is not None:
        return {pair for pair, value in similarity.items() if value >= threshold}
    assert top is not None
    rows: dict[str, list[tuple[Decimal, str]]] = {}
    for (gold, answer), value in similarity.items():
        rows.setdefault(gold, []).append((value, answer))
    names: set[Names] = set()
    for gold, entries in rows.items():
        ranked = sorted((value for value, _ in entries), reverse=True)
        least = ranked[min(top, len(ranked)) - 1]
        names |= {(gold, answer) for value, answer in entries if value >= least}
    return names
