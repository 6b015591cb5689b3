"""Filter of one variable's mechanisms by a user's own rule and by background knowledge.

Known signs of parents are counted where every function is in the class; the rest is listed and asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from symcause.budgets import Meter, StrictMeter
from symcause.families.boolean.bounds import RULED_PATTERNS
from symcause.families.boolean.problem.class_rules import Rule
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.knowledge_rules import rule_of
from symcause.families.boolean.space.mechanisms.mechanism_groups import LocalSpace
from symcause.families.boolean.space.mechanisms.parent_counts import Fitting
from symcause.families.boolean.space.mechanisms.parent_signs import Signed


def no_parents(
    hypotheses: HypothesisClass,
    variable: str,
    candidates: Iterable[int],
    names: Sequence[str],
) -> int:
    """The candidates that a rule on edges takes for no parent of the variable, as a mask."""
    rule = rule_of(hypotheses, variable)
    if rule is None or rule.edges is None:
        return 0
    return sum(1 << p for p in candidates if not rule.takes_edge(names[p], variable))


def admitted(space: LocalSpace, rule: Rule, tables: Meter) -> LocalSpace:
    """The space within the rule; edges are excluded before.

    The tables that the rule is asked about are spent. Raises LimitError before they would be more than
    there are, and then takes none.
    """
    variable = space.variable
    groups = [g for g in space.weights if rule.takes_parents(variable, space.parents(g))]
    if rule.tables is None:
        weights = {g: space.weights[g] for g in groups}
        return replace(space, weights=weights, filtered=rule.parents is not None)
    asked = StrictMeter(
        tables.left,
        f"too many mechanisms of {variable} to ask {rule.label} about each",
        remedy="bound the class with max_parents, or state the rule by parents or edges",
    )
    for group in groups:
        asked.spend(space.weights[group])
        free = (1 << group.bit_count()) - space.fixed(group)[0].bit_count()
        if space.listing is None and free > RULED_PATTERNS:
            raise asked.refused()
    kept: dict[int, tuple[int, ...]] = {}
    for group in groups:
        functions = space.functions(group)
        taken = (f.table for f in functions if rule.takes_table(variable, f.parents, f.table))
        if found := tuple(taken):
            kept[group] = found
    tables.spend(asked.spent)
    weights = {group: len(found) for group, found in kept.items()}
    return replace(space, weights=weights, kept=kept)


def ruled(
    space: LocalSpace, hypotheses: HypothesisClass, counted: Callable[[], Fitting], tables: Meter
) -> LocalSpace:
    """The space within rule and knowledge; the *tables* that the rule is asked about are spent.

    *counted* are the parent sets that fit.
    """
    signed = Signed.of(hypotheses.knowledge, space.variable) if space.complete else None
    if signed is not None:
        fitting = counted().sets
        names = {group: space.parents(group) for group in fitting}
        fixed = {group: space.fixed(group) for group in fitting}
        space = replace(space, weights=signed.weights(fitting, names, fixed), signed=signed)
    rule = rule_of(hypotheses, space.variable, signs=signed is None)
    return space if rule is None else admitted(space, rule, tables)
