"""Separations of members: every experiment that tells a model from members of a space, each once.

How the experiments between *two* models are ordered is the family's: :meth:`Members.pair_separations`.
Against the space as a whole, members are taken in the order of ``others`` (nearest first, where a family
has such an order): first all experiments that tell the first of them apart, then those that only tell the
second apart, and so on. Showing the same as one fixed member is an equivalence relation, so an experiment
that tells any two members apart tells some member from the first: what is listed against one member is
complete for the space.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

from symcause.answers import Unknown
from symcause.audits.space import Separation

N = TypeVar("N")

Pair = Callable[[N, N], Iterator[Separation | Unknown]]
"""All experiments between two models, best first; what a bound ends has the reason as its last item."""


def separations_from(
    first: N,
    others: Iterable[N | Unknown],
    pair: Pair[N],
    most: int,
    known_by: Callable[[Mapping[str, object]], object] = dict,
) -> Iterator[Separation | Unknown]:
    """The experiments that tell a model from one of the others, each with the first member it tells apart.

    At most *most* of the others are compared. What is left undecided is the last item. Two experiments are
    one if they are *known by* the same.
    """
    shown: set[str] = set()
    undecided: Unknown | None = None
    for number, other in enumerate(others):
        if isinstance(other, Unknown):
            yield other
            return
        if number == most:
            yield Unknown(f"more than {most:,} members: not all of them are compared")
            return
        for separation in pair(first, other):
            if isinstance(separation, Unknown):
                undecided = separation
                continue
            name = repr(known_by(separation.experiment))
            if name not in shown:
                shown.add(name)
                yield separation
    if undecided is not None:
        yield undecided
