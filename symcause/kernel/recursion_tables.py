"""Tables of the acyclic recursion in certificates, checked by the kernel entry by entry.

A certificate holds, for each component, the entries F(S) that are *reached* from ∅ by non-zero terms, and
the weights w. :func:`check_component` sees that every entry is the sum of the terms that its predecessors
send, and that every term arrives. By induction on |S| each entry is F(S), and other sets have F(S) = 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from symcause.kernel.acyclic_count import TERMS, Table, Within, sent
from symcause.kernel.nodes import Node, Rejected, show, write_exact
from symcause.kernel.work import Work, product_steps

MAX_VARIABLES = 10_000  # variables
"""Most variables of one component."""

MAX_ENTRIES = 1 << 18  # entries
"""Most entries of the table of one component."""


@dataclass(frozen=True)
class Component:
    """A strongly connected component: its weights per variable, and the reached entries."""

    variables: tuple[str, ...]
    weights: tuple[Table, ...]
    entries: Table

    @property
    def total(self) -> int:
        return self.entries.get((1 << len(self.variables)) - 1, 0)

    def to_dict(self) -> dict[str, object]:
        return {
            "variables": list(self.variables),
            "weights": [_write_table(table) for table in self.weights],
            "entries": _write_table(self.entries),
        }


def _write_table(table: Table) -> list[list[int | str]]:
    return [[mask, write_exact(table[mask])] for mask in sorted(table)]


def read_component(node: Node) -> Component:
    """A component as :meth:`Component.to_dict` writes it."""
    fields = node.fields("variables", "weights", "entries")
    variables = fields["variables"].names(MAX_VARIABLES)
    full = (1 << len(variables)) - 1
    weights = tuple(_read_table(item, full) for item in fields["weights"].items(MAX_VARIABLES))
    return Component(variables, weights, _read_table(fields["entries"], full))


def _read_table(node: Node, full: int) -> dict[int, int]:
    table: dict[int, int] = {}
    for item in node.items(MAX_ENTRIES):
        pair = item.items(2)
        if len(pair) != 2:
            raise item.fail("not a pair of a set and a number")
        mask = pair[0].integer(0, full)
        if mask in table:
            raise pair[0].fail("this set stands twice")
        table[mask] = pair[1].exact()
    return table


def check_component(
    component: Component,
    weights: Sequence[Table],
    work: Work,
    place: str,
    modulus: int | None = None,
) -> None:
    """Reject unless these are the weights and the entries solve the recursion (modulo a number)."""
    if list(component.weights) != list(weights):
        raise Rejected("the weights do not follow from the problem", place=f"{place}.weights")
    place = f"{place}.entries"
    arrived: dict[int, int] = {0: 1}
    within = Within(component.weights, modulus)
    for placed, value in sorted(component.entries.items()):
        for reached, factor in sent(within, placed, work) if value else ():
            work.spend(product_steps(value.bit_length(), factor.bit_length()), TERMS, place)
            arrived[reached] = within.cut(arrived.get(reached, 0) + value * factor)
    for mask in sorted(arrived.keys() | component.entries.keys()):
        if mask not in component.entries:
            raise Rejected(f"the reached set {mask} is missing", place=place)
        if mask not in arrived:
            raise Rejected(f"nothing reaches the set {mask}", place=place)
        if arrived[mask] != component.entries[mask]:
            raise Rejected(f"the entry of {mask} should be {show(arrived[mask])}", place=place)
