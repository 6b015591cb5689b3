"""Shortcuts and local alternatives: short mechanisms that fit a variable's rows but are not gold's.

All of them, exactly: functions over admissible variables, writable within an AST size, that agree
with V's rows, differ from gold and leave the graph acyclic with gold's other mechanisms. A list of
alternatives, not a class for verdicts: gold itself may be longer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace

from symcause.answers import Unknown
from symcause.errors import LimitError
from symcause.families.boolean.audits.audit_options import SHORTCUT_CAP
from symcause.families.boolean.bounds import SHORTCUT_SETS, SHORTCUTS_TOGETHER
from symcause.families.boolean.documents.audit_document import NearbyPart
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence
from symcause.families.boolean.space.mechanisms.writable_functions import Shown, Writable
from symcause.models.background_knowledge import Knowledge

SLACKS: tuple[tuple[int, int], ...] = ((2, 8), (4, 10))
"""(slack, cap) of the published local audits: AST at most min(gold as written + slack, cap)."""


def shortcuts(
    evidence: Evidence,
    gold: BooleanSCM,
    cap: int = SHORTCUT_CAP,
    known: Knowledge | None = None,
    errors: int = 0,
) -> dict[str, int | None]:
    """The exact number of shortcut survivors of each variable; None beyond reach."""
    return {v: _number(evidence, gold, v, cap, known, errors) for v in gold.endogenous}


def local_alternatives(
    evidence: Evidence,
    gold: BooleanSCM,
    slack: int,
    cap: int,
    known: Knowledge | None = None,
    errors: int = 0,
) -> NearbyPart:
    """The same with a bound that follows the size of gold as written."""
    written = evidence.problem.gold
    assert written is not None
    bounds = {v: min(written.mechanisms[v].size + slack, cap) for v in gold.endogenous}
    if not errors and known is None:
        _foresee(evidence, gold, bounds)
    counts = {v: _number(evidence, gold, v, c, known, errors) for v, c in bounds.items()}
    return NearbyPart(slack=slack, cap=cap, counts=counts)


def _foresee(evidence: Evidence, gold: BooleanSCM, caps: Mapping[str, int]) -> None:
    """Look up together what will be asked of the variables one by one, where nothing is beyond reach."""
    banned = _downstream(evidence.problem, gold)
    largest = HypothesisClass(max_ast=max(caps.values(), default=0))
    if evidence.beyond(SHORTCUT_SETS, largest, banned):
        return
    asked: dict[tuple[int, int], list[Shown]] = {}
    writable: dict[int, Writable] = {}
    sets = 0
    for variable, cap in caps.items():
        with suppress(LimitError):  # which will be met again
            what = variable, HypothesisClass(max_ast=cap), banned[variable]
            fitting, fixed, writable[cap] = evidence.looked_up(*what)
            sets += len(fitting.sets)
            for parents, shown in (
                fitting.patterns_by_size(fixed).items() if sets <= SHORTCUTS_TOGETHER else ()
            ):
                asked.setdefault((cap, parents), []).extend(shown)
    for (cap, parents), shown in asked.items():
        if writable[cap].few(parents) is None:
            writable[cap].numbers(parents, shown)


def _number(
    evidence: Evidence, gold: BooleanSCM, v: str, cap: int, known: Knowledge | None, errors: int
) -> int | None:
    if errors:
        count = count_disturbing(evidence, gold, v, cap, errors, known)
    else:
        count = count_alternatives(evidence, gold, v, cap, known)
    return None if isinstance(count, Unknown) else count


def count_alternatives(
    evidence: Evidence, gold: BooleanSCM, variable: str, cap: int, known: Knowledge | None = None
) -> int | Unknown:
    """How many functions within the AST cap could replace gold's mechanism of one variable."""
    hypotheses = HypothesisClass(max_ast=cap, knowledge=known)
    banned = _downstream(evidence.problem, gold)
    if evidence.beyond(SHORTCUT_SETS, hypotheses, banned):
        return Unknown(f"too many parent sets for AST size {cap}")
    try:
        space = evidence.local_space(variable, hypotheses, banned[variable])
    except LimitError as error:
        return Unknown(str(error))
    return space.total - (gold.functions[variable] in space)


def count_disturbing(
    evidence: Evidence,
    gold: BooleanSCM,
    variable: str,
    cap: int,
    errors: int,
    known: Knowledge | None = None,
) -> int | Unknown:
    """The same where gold with the other function may leave this many training cells unexplained."""
    from symcause.families.boolean.models.replay import disturbed_cells
    from symcause.families.boolean.space.noise.world_readings import WorldReadings
    from symcause.mechanisms.bounds import DISTURBED_SETS as MOST_WEIGHED

    problem, hypotheses = evidence.problem, HypothesisClass(max_ast=cap, knowledge=known)
    below = _downstream(problem, gold)
    banned = below[variable]
    if evidence.beyond(MOST_WEIGHED, hypotheses, below):
        return Unknown(f"too many parent sets for AST size {cap}")
    try:
        readings = WorldReadings(problem.variables, problem.training, each=False)
        costs = evidence.local_costs(variable, hypotheses, readings)
        left = tuple(c for c in costs.candidates if not banned >> c & 1)
        costs = replace(costs, candidates=left)
        own, at = gold.functions[variable], problem.variables.index(variable)
        paid = int(readings.disturbed(own, at)[0])
        rest = disturbed_cells(gold, problem.training, problem.variables) - paid
        number = costs.number(errors - rest)
    except LimitError as error:
        return Unknown(str(error))
    return number - (paid + rest <= errors and costs.lists(own))


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
