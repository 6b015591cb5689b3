"""Cardinality clauses of the Boolean verifier: at most this many of some literals are true."""

from __future__ import annotations

from collections.abc import Iterator

from symcause.kernel.rup import Clause, Unknowns


def at_most(unknown: Unknowns, literals: list[int], most: int, what: str) -> Iterator[Clause]:
    """Counting along the list: ``more(i, j)`` is true if more than j of the first i+1 are."""
    if most >= len(literals):
        return
    for i, literal in enumerate(literals):
        now = [unknown(what, str(i), str(j)) for j in range(most)]
        then = [unknown(what, str(i - 1), str(j)) for j in range(most)] if i else []
        for j, more in enumerate(now):
            if j == 0:
                yield -literal, more
            elif then:
                yield -literal, -then[j - 1], more
            if then:
                yield -then[j], more
        if not most:
            yield (-literal,)
        elif then:
            yield -literal, -then[-1]
