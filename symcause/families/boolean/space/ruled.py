"""The mechanisms of a variable within one's own rule and what is known.

Known signs of parents are counted where every function is in the class; the rest is listed and asked.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from symcause.families.boolean.problem.classes import HypothesisClass
from symcause.families.boolean.problem.known import rule_of
from symcause.families.boolean.space.admitted import admitted
from symcause.families.boolean.space.local import LocalSpace
from symcause.families.boolean.space.parents import Fitting
from symcause.families.boolean.space.signed import Signed


def ruled(
    space: LocalSpace, hypotheses: HypothesisClass, counted: Callable[[], Fitting], most: int
) -> tuple[LocalSpace, int]:
    """The space within rule and knowledge, and how many tables the rule was asked about, at *most* so many.

    *counted* are the parent sets that fit.
    """
    signed = Signed.of(hypotheses.knowledge, space.variable) if space.complete else None
    if signed is not None:
        fitting = counted().sets
        names = {group: space.parents(group) for group in fitting}
        fixed = {group: space.fixed(group) for group in fitting}
        space = replace(space, weights=signed.weights(fitting, names, fixed), signed=signed)
    rule = rule_of(hypotheses, space.variable, signs=signed is None)
    return (space, 0) if rule is None else admitted(space, rule, most)
