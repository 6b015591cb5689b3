"""Local weights: how many fitting functions have exactly the functional parents S (kernel's own code).

h_V(S) is the number of Boolean functions on S that agree with the rows of V: 2^(patterns of S in no row),
or 0 if two rows agree on S and differ in V. Such a function has some set T ⊆ S of functional parents, so
h_V(S) = Σ_{T⊆S} g_V(T), and Möbius inversion gives g_V(S) = Σ_{T⊆S} (−1)^{|S∖T|} h_V(T). Sets are bit
masks over the positions of the problem's variables.

From the weights follow the potential-parent graph (U → V if some fitting function of V has U as a
functional parent), its strongly connected components, and the weights of a component's variables
with the parents outside forgotten.
"""

from __future__ import annotations

from math import comb

from symcause.families.boolean.verifier.question import Question
from symcause.kernel.reading import Rejected

MAX_PARENT_SETS = 400_000
"""Most parent sets of one variable that the kernel counts."""

MAX_TABLE_BITS = 1 << 28
"""Most bits of all numbers h of one variable together."""


def agreeing(question: Question, variable: str) -> dict[int, int]:
    """h_V(S) for every admissible S within the class's bound on parents, zeros included."""
    admissible, bound = question.admissible(variable), question.bound(variable)
    _check_reach(variable, len(admissible), bound)
    rows = question.rows_of(variable)
    ones = _column(question, variable, rows)
    columns = [(1 << question.position[v], _column(question, v, rows)) for v in admissible]
    counts: dict[int, int] = {}

    def visit(start: int, parents: int, size: int, blocks: list[int]) -> None:
        """*blocks*: the rows as bit sets, one for each pattern of the parents that is seen."""
        conflict = any(block & ones and block & ~ones for block in blocks)
        counts[parents] = 0 if conflict else 1 << ((1 << size) - len(blocks))
        if size < bound:
            for j in range(start, len(columns)):
                bit, column = columns[j]
                halves = [part for block in blocks for part in (block & column, block & ~column)]
                visit(j + 1, parents | bit, size + 1, [part for part in halves if part])

    visit(0, 0, 0, [(1 << len(rows)) - 1] if rows else [])
    return counts


def _column(question: Question, variable: str, rows: list[int]) -> int:
    """The rows of the list in which the variable is 1, as a bit set."""
    return sum(question.value(row, variable) << i for i, row in enumerate(rows))


def exact(question: Question, variable: str) -> dict[int, int]:
    """g_V(S) for every S with g_V(S) > 0: Möbius inversion, one variable at a time."""
    counts = agreeing(question, variable)
    for name in question.admissible(variable):
        bit = 1 << question.position[name]
        for parents in counts:
            if parents & bit:
                counts[parents] -= counts[parents ^ bit]
    return {parents: count for parents, count in counts.items() if count}


def _check_reach(variable: str, candidates: int, bound: int) -> None:
    sets = sum(comb(candidates, size) for size in range(bound + 1))
    bits = sum(comb(candidates, size) << size for size in range(bound + 1))
    if sets > MAX_PARENT_SETS or bits > MAX_TABLE_BITS:
        raise Rejected(f"the parent sets of {variable} are too many for the kernel to count")


class Weights:
    """g_V for every variable, each derived once when asked for."""

    def __init__(self, question: Question) -> None:
        self._question = question
        self._known: dict[str, dict[int, int]] = {}

    def __getitem__(self, variable: str) -> dict[int, int]:
        if variable not in self._known:
            self._known[variable] = exact(self._question, variable)
        return self._known[variable]


def components(question: Question, local: Weights, roots: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The strongly connected components of the potential-parent graph, by transitive closure."""
    endogenous = question.endogenous(roots)
    inside = question.mask(endogenous)
    above = dict.fromkeys(endogenous, 0)
    for v in endogenous:
        for parents in local[v]:
            above[v] |= parents & inside
    for middle in endogenous:
        for v in endogenous:
            if above[v] >> question.position[middle] & 1:
                above[v] |= above[middle]
    found: list[tuple[str, ...]] = []
    for v in endogenous:
        if any(v in component for component in found):
            continue
        here = question.position[v]
        mutual = [
            u
            for u in endogenous
            if u == v or (above[v] >> question.position[u] & 1 and above[u] >> here & 1)
        ]
        found.append(tuple(mutual))
    return found


def projected(
    question: Question, local: Weights, variables: tuple[str, ...]
) -> list[dict[int, int]]:
    """w_V(P) for the variables of a component: parents outside are forgotten, weights added up."""
    places = [question.position[name] for name in variables]
    tables: list[dict[int, int]] = []
    for name in variables:
        table: dict[int, int] = {}
        for parents, weight in local[name].items():
            inside = sum((parents >> place & 1) << i for i, place in enumerate(places))
            table[inside] = table.get(inside, 0) + weight
        tables.append(table)
    return tables
