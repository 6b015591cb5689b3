"""What a rule keeps of the mechanisms of one variable, the cheapest question first.

A rule on parent sets drops groups. A rule on tables needs the functions of a group: 2^(patterns never seen)
are looked at, up to all functions of four parents, so a group with more is beyond reach.
"""

from __future__ import annotations

from msgspec.structs import replace

from symcause.errors import LimitError
from symcause.families.boolean.problem.rules import Rule
from symcause.families.boolean.space.local import LocalSpace

MOST_FREE = 16
"""Most patterns of a parent set that no row shows, for a rule on tables."""


def admitted(space: LocalSpace, rule: Rule, most: int) -> tuple[LocalSpace, int]:
    """The space within the rule, and how many tables it was asked about; edges are excluded before.

    Raises LimitError before it would be more than *most*.
    """
    variable = space.variable
    groups = [g for g in space.weights if rule.takes_parents(variable, space.parents(g))]
    if rule.tables is None:
        weights = {g: space.weights[g] for g in groups}
        return replace(space, weights=weights, filtered=rule.parents is not None), 0
    asked = 0
    for group in groups:
        asked += space.weights[group]
        free = (1 << group.bit_count()) - space.fixed(group)[0].bit_count()
        if asked > most or (space.listing is None and free > MOST_FREE):
            raise LimitError(
                f"too many mechanisms of {variable} to ask {rule.label} about each",
                remedy="bound the class with max_parents, or state the rule by parents or edges",
            )
    kept: dict[int, tuple[int, ...]] = {}
    for group in groups:
        functions = space.functions(group)
        tables = (f.table for f in functions if rule.takes_table(variable, f.parents, f.table))
        if found := tuple(tables):
            kept[group] = found
    weights = {group: len(found) for group, found in kept.items()}
    return replace(space, weights=weights, kept=kept), asked
