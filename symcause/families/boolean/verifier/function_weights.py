"""Weights of parent sets in the Boolean verifier: how many functions fit, by its own code.

h_V(S) is the number of Boolean functions on S that agree with the rows of V: 2^(patterns of S in no row),
or 0 if two rows agree on S and differ in V. Such a function has some set T ⊆ S of functional parents, so
h_V(S) = Σ_{T⊆S} g_V(T), and Möbius inversion gives g_V(S) = Σ_{T⊆S} (−1)^{|S∖T|} h_V(T). Sets are bit
masks over the positions of the problem's variables.
"""

from __future__ import annotations

from math import comb

from symcause.families.boolean.verifier.certificate_question import CertifiedQuestion
from symcause.kernel.nodes import Beyond

MAX_PARENT_SETS = 400_000  # parent sets
"""Most parent sets of one variable that the kernel counts."""


def agreeing(question: CertifiedQuestion, variable: str) -> dict[int, int]:
    """h_V(S) for every admissible S within the class's bound on parents, zeros included."""
    admissible, bound = question.admissible(variable), question.bound(variable)
    rows = question.rows_of(variable)
    _check_reach(question, variable, len(rows))
    if question.hypothesis.errors:
        from symcause.families.boolean.verifier.cell_errors import costs

        known = question.hypothesis.knowledge if _signed(question, variable) else None
        return costs(question, variable, known)
    ones = question.column(variable, rows)
    columns = [(1 << question.position[v], question.column(v, rows)) for v in admissible]
    counts: dict[int, int] = {}
    seen: dict[int, list[int]] | None = {} if _signed(question, variable) else None

    def visit(start: int, parents: int, size: int, blocks: list[int]) -> None:
        """*blocks*: the rows as bit sets, one for each pattern of the parents that is seen."""
        conflict = any(block & ones and block & ~ones for block in blocks)
        counts[parents] = 0 if conflict else 1 << ((1 << size) - len(blocks))
        if seen is not None and not conflict:
            seen[parents] = [rows[(block & -block).bit_length() - 1] for block in blocks]
        if size < bound:
            for j in range(start, len(columns)):
                bit, column = columns[j]
                halves = [part for block in blocks for part in (block & column, block & ~column)]
                visit(j + 1, parents | bit, size + 1, [part for part in halves if part])

    visit(0, 0, 0, [(1 << len(rows)) - 1] if rows else [])
    if seen is not None:
        from symcause.families.boolean.verifier.background import signed_counts

        assert question.hypothesis.knowledge is not None
        counts |= signed_counts(question.hypothesis.knowledge, question, variable, seen)
    return counts


def _signed(question: CertifiedQuestion, variable: str) -> bool:
    """Does knowledge say something about the signs of the variable's parents?"""
    known = question.hypothesis.knowledge
    return known is not None and (known.unate or any(e[1] == variable for e, _ in known.signs))


def exact(question: CertifiedQuestion, variable: str) -> dict[int, int]:
    """g_V(S) for every S with g_V(S) > 0: Möbius inversion, one variable at a time."""
    counts = agreeing(question, variable)
    known = question.hypothesis.knowledge
    unate = known is not None and known.unate  # then these are the g already
    for name in () if unate else question.admissible(variable):
        bit = 1 << question.position[name]
        for parents in counts:
            if parents & bit:
                counts[parents] -= counts[parents ^ bit]
    needed = question.mask(known.required(variable)) if known else 0
    return {s: count for s, count in counts.items() if count and not needed & ~s}


def _check_reach(question: CertifiedQuestion, variable: str, rows: int) -> None:
    """What it takes to count: a split of the rows for every set, and numbers as long as a table."""
    candidates, bound = len(question.admissible(variable)), question.bound(variable)
    many = [(size, comb(candidates, size)) for size in range(bound + 1)]
    sets, bits = sum(n for _, n in many), sum(n << size for size, n in many)
    if sets > MAX_PARENT_SETS:
        raise Beyond(f"the parent sets of {variable} are too many for the kernel to count")
    what = f"the parent sets of {variable}"
    blocks = sum(n * min(1 << size, rows) for size, n in many)
    steps = sets * (20 + 3 * candidates) + blocks * (6 + rows // 100) + bits // 3_000 * candidates
    question.work.spend(steps, what)
    question.work.hold(120 * sets + bits // 8, what)


class Weights:
    """g_V for every variable, each derived once when asked for."""

    def __init__(self, question: CertifiedQuestion) -> None:
        self._question = question
        self._known: dict[str, dict[int, int]] = {}

    def __getitem__(self, variable: str) -> dict[int, int]:
        if variable not in self._known:
            self._known[variable] = exact(self._question, variable)
        return self._known[variable]
