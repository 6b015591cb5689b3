"""Ambiguity profile of a Boolean audit: how the count grows with the class, and where gold enters."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from msgspec import UNSET

from symcause.answers import Unknown
from symcause.bounds.solvers_bounds import RECURSION_TERMS
from symcause.errors import LimitError
from symcause.families.boolean.bounds import (
    PROFILE_CLAUSES,
    PROFILE_FITTING,
    PROFILE_MEMBERS,
    PROFILE_PARENTS,
    PROFILE_SETS,
)
from symcause.families.boolean.documents.audit_document import ProfilePart
from symcause.families.boolean.models.scm import IDENTITY, BooleanSCM
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.space.decision import as_searched
from symcause.families.boolean.space.exact.problem_tally import problem_tally
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence
from symcause.families.boolean.space.reach import Reach
from symcause.families.boolean.space.space_choice import open_space
from symcause.mechanisms.member_tally import Tally

AST_CAPS = (5, 8, 10)

MOST_STEPS = RECURSION_TERMS // 10
"""Longest count of one class of the profile."""


def count_in(
    evidence: Evidence, hypotheses: HypothesisClass, counted: list[tuple[Tally, int]] | None = None
) -> int | Unknown:
    """The count of a class, or why it is beyond reach; what was *counted* already is looked up."""
    space = open_space(evidence.problem, hypotheses, IDENTITY)
    if space.reach is Reach.MEMBERS:
        return as_searched(space).counted(PROFILE_MEMBERS)
    if space.reach is Reach.LEVELS:
        return space.count()
    counted = [] if counted is None else counted
    try:
        tally = problem_tally(evidence.problem, hypotheses, evidence)
        known = next((count for same, count in counted if same == tally), None)
        if known is None:
            known = tally.count(MOST_STEPS)
            counted.append((tally, known))
    except LimitError as error:
        return Unknown(str(error))
    return known


def profile(
    evidence: Evidence, hypotheses: HypothesisClass, count: int | Unknown | None = None
) -> tuple[ProfilePart, ...]:
    """Counts for each parent bound, and for the AST caps within the class's own parent bound.

    *count* is that of the class itself, where it is known: spaces nest, so nothing needs to be counted
    inside an empty one. A class that is much larger is left to ``symcause count``.
    """
    widest = max(len(evidence.candidates(v)) for v in evidence.problem.variables)
    bound = hypotheses.max_parents
    top = min(widest, max(PROFILE_PARENTS, bound if bound is not None else 0))
    free = replace(hypotheses, max_parents=None, max_ast=None, max_depth=None, source="profile")
    classes = [replace(free, max_parents=k) for k in range(top + 1)]
    classes += [
        replace(hypotheses, max_ast=cap, max_depth=None, source="profile") for cap in AST_CAPS
    ]
    exact = open_space(evidence.problem, hypotheses, IDENTITY).reach is Reach.MECHANISMS
    if exact and not _is_large(evidence, classes[top]):
        _prepared(evidence, classes[top])
    entries: list[tuple[HypothesisClass, int | Unknown]] = []
    counted: list[tuple[Tally, int]] = []  # bounds that exclude nothing make no other class
    for chosen in classes:
        if count is not None and hypotheses <= chosen <= hypotheses:
            found: int | Unknown = count
            if exact and isinstance(count, int):
                with suppress(LimitError):
                    counted.append((problem_tally(evidence.problem, hypotheses, evidence), count))
        elif count == 0 and chosen <= hypotheses:
            found = 0
        elif any(isinstance(known, Unknown) and small <= chosen for small, known in entries):
            found = Unknown("a smaller class is beyond reach already")
        elif (exact and _is_large(evidence, chosen)) or (
            not exact and not chosen <= hypotheses and _is_long(evidence, chosen)
        ):
            found = Unknown("a large class: ask symcause count for it")
        else:
            found = count_in(evidence, chosen, counted)
        entries.append((chosen, found))
    return tuple(_part(chosen, found) for chosen, found in entries)


def _prepared(evidence: Evidence, largest: HypothesisClass) -> None:
    """Look at the parent sets of the largest class once: those of the others are among them."""
    with suppress(LimitError):  # each class will say so itself
        for variable in evidence.problem.disclosure.endogenous(
            evidence.problem.disclosure.roots or ()
        ):
            evidence.fitting(variable, largest)


def _is_large(evidence: Evidence, hypotheses: HypothesisClass) -> bool:
    """True if a class is left to whoever asks for it."""
    if evidence.beyond(PROFILE_SETS, hypotheses):
        return True
    names = evidence.problem.variables
    if not hypotheses.tabled or len(names) << len(names) <= PROFILE_FITTING:
        return False
    return sum(len(evidence.fitting(v, hypotheses)) for v in names) > PROFILE_FITTING


def _is_long(evidence: Evidence, hypotheses: HypothesisClass) -> bool:
    """The same where members are searched for: by the clauses of rows and mechanisms."""
    problem, clauses = evidence.problem, 0
    for variable in problem.variables:
        pool = len(evidence.candidates(variable))
        slots = pool if hypotheses.max_parents is None else min(hypotheses.max_parents, pool)
        clauses += (2 << slots) + 2 * slots * pool
    return problem.holed and clauses * sum(len(w.rows) for w in problem.training) > PROFILE_CLAUSES


def _part(hypotheses: HypothesisClass, count: int | Unknown) -> ProfilePart:
    parents, size = hypotheses.max_parents, hypotheses.max_ast
    return ProfilePart(
        max_parents=parents if size is None and parents is not None else UNSET,
        max_ast=UNSET if size is None else size,
        count=None if isinstance(count, Unknown) else count,
        reason=count.reason if isinstance(count, Unknown) else UNSET,
    )


def smallest_class(
    evidence: Evidence, gold: BooleanSCM, hypotheses: HypothesisClass
) -> HypothesisClass:
    """The bounds that gold just meets: its largest number of parents and its largest least AST."""
    sizes = [evidence.catalogue.minimal_size(f) for f in gold.functions.values()]
    known = [size for size in sizes if size is not None]
    return replace(
        hypotheses,
        max_parents=max((len(f.parents) for f in gold.functions.values()), default=0),
        max_ast=max(known) if len(known) == len(sizes) and known else None,
        max_depth=None,
        admits=None,
        source="gold",
    )
