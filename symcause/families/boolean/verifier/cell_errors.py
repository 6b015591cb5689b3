"""Errors in cells, in the Boolean verifier: wrong cells of a model, and functions counted by them.

*A model.* Rows with unobserved cells come with a completion. A cell is disturbed if the function of its
variable, read on the row's own values, does not give the row's value; a member has at most E of them.

*Counting.* A function on S that says b on the pattern p disturbs every row with that pattern and another
value, so the functions on S by their cost are

    h_V(S; x) = Π_p (x^{n1(p)} + x^{n0(p)}),

n0 and n1 the rows of V with the pattern and V = 0, 1; with signs a sum over the monotone functions of the
signed parents for every pattern of the others. Möbius inversion and the acyclic recursion are those of
numbers, over polynomials without the powers above E. A polynomial is held as its value at x = 2^width:
adding and multiplying such values modulo 2^(width·(E+1)) is adding and multiplying polynomials without the
powers above E, and a value tells the coefficients as long as each is below 2^width. Every coefficient that
matters counts models, and *width* has room for the number of all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb
from typing import TYPE_CHECKING

from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.verifier.certificate_question import CertifiedQuestion, Filled
from symcause.kernel.nodes import Beyond, Node, Rejected
from symcause.kernel.work import Work

if TYPE_CHECKING:
    from symcause.models.background_knowledge import Knowledge

_MAX_CELLS = 1_000_000  # cells: all that a certificate may call disturbed


Cells = tuple[tuple[int, str], ...]
"""Training rows and variables."""


def read_cells(node: Node) -> Cells:
    """Cells as ``[row, variable]``, rows numbered over all training worlds."""
    cells = []
    for item in node.items(_MAX_CELLS):
        pair = item.items(2)
        if len(pair) != 2:
            raise item.fail("not a row and a variable")
        cells.append((pair[0].integer(0, _MAX_CELLS), pair[1].name()))
    return tuple(cells)


def read_filled(node: Node) -> Filled:
    """Cells with a value, ``[row, variable, bit]``."""
    found = []
    for item in node.items(_MAX_CELLS):
        parts = item.items(3)
        if len(parts) != 3:
            raise item.fail("not a row, a variable and a bit")
        found.append((parts[0].integer(0, _MAX_CELLS), parts[1].name(), int(parts[2].bit())))
    return tuple(found)


def read_completions(node: Node) -> tuple[str, ...]:
    """Complete rows, one for each with unobserved cells."""
    return tuple(row.text(_MAX_CELLS) for row in node.items(_MAX_CELLS))


def check_cells(
    question: CertifiedQuestion, scm: BooleanSCM, cells: Cells, completions: tuple[str, ...]
) -> None:
    """Reject unless the rows are completed and the cells are the disturbed ones, at most this many."""
    wrong: list[tuple[int, str]] = []
    for number, (targets, state) in enumerate(_completed(question, completions)):
        question.work.spend(20 * len(state), "the cells of the rows")
        for name in question.problem.variables:
            function = None if name in targets else scm.functions.get(name)
            if function is not None and function(state) != state[name]:
                wrong.append((number, name))
    most = question.hypothesis.errors
    if len(wrong) > most:
        row, name = wrong[0]
        raise Rejected(
            f"the model disturbs {name} in training row {row + 1}: {len(wrong)} disturbed cells, "
            f"the class allows {most}"
        )
    if tuple(wrong) != cells:
        raise Rejected("not the disturbed cells in order", place="cells")


def _completed(
    question: CertifiedQuestion, completions: tuple[str, ...]
) -> Iterator[tuple[frozenset[str], dict[str, bool]]]:
    """The targets and the values of every training row, unobserved ones as completed."""
    given = iter(completions)
    names = question.problem.variables
    shown = [row for world in question.problem.training for row in world.rows]
    for targets, row in zip(question.targets, shown, strict=True):
        filled = next(given, "") if "?" in row else row
        right = len(filled) == len(row) and not filled.strip("01")
        if not right or any(bit not in ("?", b) for bit, b in zip(row, filled, strict=True)):
            raise Rejected(f"no completion of {row}", place="completions", value=filled)
        yield targets, {v: bit == "1" for v, bit in zip(names, filled, strict=True)}
    if next(given, None) is not None:
        raise Rejected("more completions than rows with unobserved cells", place="completions")


@dataclass(frozen=True)
class Packing:
    """Polynomials without powers above *degree*, as their values at 2^width."""

    width: int
    degree: int

    @staticmethod
    def of(question: CertifiedQuestion) -> Packing:
        """Room for the number of all models, and no more powers than there are cells."""
        cells = sum(len(question.rows_of(v)) for v in question.problem.variables)
        width = 1
        for v in question.problem.variables:
            most = len(question.admissible(v))
            sets = sum(comb(most, size) for size in range(question.bound(v) + 1))
            width += sets.bit_length() + (1 << min(question.bound(v), 30))
        packing = Packing(width, min(question.hypothesis.errors, cells))
        question.work.spend(width * (packing.degree + 1) // 100, "polynomials of disturbed cells")
        return packing

    @property
    def modulus(self) -> int:
        return 1 << self.width * (self.degree + 1)

    def power(self, exponent: int, times: int = 1) -> int:
        """times · x^exponent."""
        return times << self.width * exponent if exponent <= self.degree else 0

    def coefficients(self, value: int) -> list[int]:
        low = (1 << self.width) - 1
        return [value >> self.width * i & low for i in range(self.degree + 1)]


def costs(question: CertifiedQuestion, variable: str, known: Knowledge | None) -> dict[int, int]:
    """h_V(S; x) for every admissible S within the bound; where mechanisms are unate, g_V(S; x) at once.

    *known* is what says something about the signs of the variable's parents.
    """
    packing, rows = Packing.of(question), question.rows_of(variable)
    ones = question.column(variable, rows)
    names = [v for v in question.problem.variables if v in question.admissible(variable)]
    columns = [(1 << question.position[v], question.column(v, rows)) for v in names]
    found: dict[int, int] = {}

    def visit(start: int, parents: int, chosen: tuple[str, ...], blocks: list[int]) -> None:
        """*blocks*: the rows as bit sets, one for each pattern of the parents."""
        tally = [((b & ~ones).bit_count(), (b & ones).bit_count()) for b in blocks]
        question.work.spend(len(blocks) * (20 + len(rows) // 100 + packing.width // 2_000), "costs")
        if known is None:
            found[parents] = _product(packing, tally)
        else:
            signs = tuple(known.sign(name, variable) for name in chosen)
            found[parents] = _signed(question.work, packing, signs, known.unate, tally)
        if len(chosen) < question.bound(variable):
            for j in range(start, len(names)):
                bit, one = columns[j]
                halves = [*(b & ~one for b in blocks), *(b & one for b in blocks)]
                visit(j + 1, parents | bit, (*chosen, names[j]), halves)

    visit(0, 0, (), [(1 << len(rows)) - 1])
    return found


def _product(packing: Packing, tally: list[tuple[int, int]]) -> int:
    value = 1
    for zero, one in tally:
        value = value * (packing.power(one) + packing.power(zero)) % packing.modulus
        if not value:
            break
    return value


def _signed(
    work: Work,
    packing: Packing,
    signs: tuple[str | None, ...],
    unate: bool,
    tally: list[tuple[int, int]],
) -> int:
    """The same for functions of known signs: a sum of costs over the tables that have them."""
    from symcause.families.boolean.verifier.background import MOST_SIGNED, tables, unate_tables

    places = [j for j, sign in enumerate(signs) if sign is not None or unate]
    if len(places) > MOST_SIGNED:
        raise Beyond(f"{len(places)} signed parents: more than the kernel counts")
    turned = sum(1 << j for j, sign in enumerate(signs) if sign == "-")
    rising = sum(1 << j for j, sign in enumerate(signs) if sign == "+")
    work.spend(4 * len(tally) * (2_200 if unate else 170), "signs")
    if unate:
        listed = unate_tables(len(signs))
        fitting = (t for t, lowers in listed if not (lowers & rising | turned & ~lowers))
        return sum(packing.power(_cost(table, tally)) for table in fitting)
    value, free = 1, [j for j in range(len(signs)) if j not in places]
    for outer in range(1 << len(free)):
        base = sum(1 << j for i, j in enumerate(free) if outer >> i & 1) ^ turned
        inner = [
            tally[base ^ sum(1 << j for i, j in enumerate(places) if p >> i & 1)]
            for p in range(1 << len(places))
        ]
        weight = sum(packing.power(_cost(table, inner)) for table in tables(len(places)))
        value = value * weight % packing.modulus
    return value


def _cost(table: int, tally: list[tuple[int, int]]) -> int:
    return sum(tally[p][1 - (table >> p & 1)] for p in range(len(tally)))
