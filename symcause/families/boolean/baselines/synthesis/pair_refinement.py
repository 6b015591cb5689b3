"""The refinement of parents by pairs of rows: guess a graph, find two rows that refute it, guess again."""

from __future__ import annotations

from collections.abc import Sequence

from symcause.attempts.attempt_record import NONE, Attempt, AttemptBudget
from symcause.families.boolean.baselines.synthesis.difference_sets import (
    DifferenceSets,
    all_differences,
)
from symcause.families.boolean.baselines.synthesis.edge_program import writable
from symcause.families.boolean.baselines.synthesis.model_assembly import (
    NO_MODEL,
    PLAIN,
    assembled,
    refusal,
)
from symcause.families.boolean.baselines.synthesis.peel_rounds import observed
from symcause.families.boolean.bounds import PAIR_RESOURCES
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.models.bit_sets import bits
from symcause.solvers.synthesis.parent_selectors import Selection, Selectors


def cegis(problem: BooleanProblem, seed: int = 0, budget: AttemptBudget | None = None) -> Attempt:
    """Parents by counterexamples, mechanisms as least sums of products; no chance is in it."""
    refused = refusal(problem, PLAIN)
    if refused is not None:
        return refused
    if not writable(problem):
        return Attempt(status=NONE, note=NO_MODEL)
    differences = all_differences(problem)
    work = None if budget is None else budget.work
    search = _selectors(problem, differences, PAIR_RESOURCES if work is None else work)
    while True:
        found = search.solution()
        fields = {"work": search.used, "unit": "rlimit"}
        if found is None or isinstance(found, bool):
            status = "" if found is None else NONE
            note = "no model within the resources" if found is None else NO_MODEL
            return Attempt(status=status, note=note, **fields)  # type: ignore[arg-type]
        if not _refined(search, found, differences):
            break
    free = [v for v in range(len(differences)) if not found.roots >> v & 1]
    parents = {v: tuple(bits(found.parents[v])) for v in free}
    answer = assembled(problem, differences, bits(found.roots), parents)
    if answer is None:
        return Attempt(note="too many parents to write", **fields)  # type: ignore[arg-type]
    return Attempt(answer, **fields)  # type: ignore[arg-type]


def _selectors(
    problem: BooleanProblem, differences: Sequence[DifferenceSets], resources: int
) -> Selectors:
    candidates = [bits(own.admissible) for own in differences]
    given = problem.disclosure.roots
    if given is not None:
        roots = [problem.variables.index(v) for v in given]
        return Selectors(candidates, roots, problem.max_parents, resources)
    count = problem.disclosure.size_of_root_set
    search = Selectors(candidates, count, problem.max_parents, resources)
    search.not_all_roots(observed(problem))
    return search


def _refined(search: Selectors, found: Selection, differences: Sequence[DifferenceSets]) -> bool:
    """Add, for every variable whose parents confuse two rows, what tells those rows apart."""
    refined = False
    for v, own in enumerate(differences):
        if found.roots >> v & 1:
            continue
        apart = own.confused(found.parents[v])
        if apart is not None:
            search.need(v, bits(apart))
            refined = True
    return refined
