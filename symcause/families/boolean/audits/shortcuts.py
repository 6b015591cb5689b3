"""Shortcuts and local alternatives: short mechanisms that fit the rows but are not gold's.

All of them, exactly: functions over admissible variables, writable within an AST size, that agree
with V's rows, differ from gold and leave the graph acyclic with gold's other mechanisms. A list of
alternatives, not a class for verdicts: gold itself may be longer.
"""

from __future__ import annotations

from collections.abc import Iterator

from symcause.answers import Unknown
from symcause.errors import LimitError
from symcause.families.boolean.audits.options import SHORTCUT_CAP
from symcause.families.boolean.documents.audit import NearbyPart
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.classes import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.evidence import Evidence
from symcause.models.knowledge import Knowledge

SLACKS: tuple[tuple[int, int], ...] = ((2, 8), (4, 10))
"""(slack, cap) of the published local audits: AST at most min(gold as written + slack, cap)."""


MOST_SETS = 400_000
"""Most parent sets over all variables for which such lists are made."""


def shortcuts(
    evidence: Evidence,
    gold: BooleanSCM,
    cap: int = SHORTCUT_CAP,
    known: Knowledge | None = None,
) -> dict[str, int | None]:
    """The exact number of shortcut survivors of each variable; None beyond reach."""
    return {v: _known(count_alternatives(evidence, gold, v, cap, known)) for v in gold.endogenous}


def local_alternatives(
    evidence: Evidence,
    gold: BooleanSCM,
    slack: int,
    cap: int,
    known: Knowledge | None = None,
) -> NearbyPart:
    """The same with a bound that follows the size of gold as written."""
    written = evidence.problem.gold
    assert written is not None
    bounds = {v: min(written.mechanisms[v].size + slack, cap) for v in gold.endogenous}
    counts = {
        v: _known(count_alternatives(evidence, gold, v, most, known)) for v, most in bounds.items()
    }
    return NearbyPart(slack=slack, cap=cap, counts=counts)


def _known(count: int | Unknown) -> int | None:
    return None if isinstance(count, Unknown) else count


def count_alternatives(
    evidence: Evidence, gold: BooleanSCM, variable: str, cap: int, known: Knowledge | None = None
) -> int | Unknown:
    """How many functions within the AST cap could replace gold's mechanism of one variable."""
    hypotheses = HypothesisClass(max_ast=cap, knowledge=known)
    banned = _downstream(evidence.problem, gold)
    if evidence.unseen_sets(hypotheses, banned) > MOST_SETS:
        return Unknown(f"too many parent sets for AST size {cap}")
    try:
        space = evidence.local_space(variable, hypotheses, banned[variable])
    except LimitError as error:
        return Unknown(str(error))
    return space.total - (gold.functions[variable] in space)


def list_alternatives(
    evidence: Evidence, gold: BooleanSCM, variable: str, cap: int, known: Knowledge | None = None
) -> Iterator[Function]:
    """Those functions, by parent set and truth table."""
    banned = _downstream(evidence.problem, gold)
    hypotheses = HypothesisClass(max_ast=cap, knowledge=known)
    space = evidence.local_space(variable, hypotheses, banned[variable])
    for group in sorted(space.weights):
        for function in space.functions(group):
            if function != gold.functions[variable]:
                yield function


def _downstream(problem: BooleanProblem, gold: BooleanSCM) -> dict[str, int]:
    """Each variable of gold and its descendants, as a mask: no parents of it."""
    below = {v: 1 << i for i, v in enumerate(problem.variables)}
    for name in reversed(gold.order):
        for parent in gold.functions[name].parents:
            below[parent] |= below[name]
    return {v: below[v] for v in gold.endogenous}


def descendants(model: BooleanSCM, variable: str) -> set[str]:
    """The variable and everything downstream of it."""
    found = {variable}
    for name in model.order:
        if found & set(model.functions[name].parents):
            found.add(name)
    return found
