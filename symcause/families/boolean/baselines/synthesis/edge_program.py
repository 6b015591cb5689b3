"""The edge program: the fewest functional parents in all, proved by one answer-set program."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from symcause.attempts.attempt_record import NONE, Attempt, AttemptBudget
from symcause.families.boolean.baselines.synthesis.difference_sets import (
    DifferenceSets,
    all_differences,
)
from symcause.families.boolean.baselines.synthesis.model_assembly import (
    NO_MODEL,
    PLAIN,
    assembled,
    refusal,
)
from symcause.families.boolean.baselines.synthesis.peel_rounds import observed
from symcause.families.boolean.bounds import EDGE_CONFLICTS
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence
from symcause.models.bit_sets import bits
from symcause.solvers.synthesis.answer_sets import best_answer_set

_EDGES = """
{ par(V,U) : cand(V,U) } :- var(V), not root(V).
:- var(V), not root(V), set(V,S), not par(V,U) : in(V,S,U).
:- not root(V), var(V), most(M), M + 1 { par(V,U) }.
#edge (U,V) : par(V,U).
#minimize { 1,V,U : par(V,U) }.
#show root/1. #show par/2.
"""


def asp_edges(
    problem: BooleanProblem, seed: int = 0, budget: AttemptBudget | None = None
) -> Attempt:
    """Parents by answer sets, mechanisms as least sums of products over them."""
    refused = refusal(problem, PLAIN)
    if refused is not None:
        return refused
    if not writable(problem):
        return Attempt(status=NONE, note=NO_MODEL)
    differences = all_differences(problem)
    work = None if budget is None else budget.work
    program = "\n".join([*root_facts(problem), *_facts(problem, differences), _EDGES])
    answer_set = best_answer_set(program, EDGE_CONFLICTS if work is None else work, seed)
    fields = {"work": answer_set.conflicts, "unit": "conflicts"}
    if answer_set.atoms is None:
        status = NONE if answer_set.proved else ""
        note = NO_MODEL if answer_set.proved else "no model within the conflicts"
        return Attempt(status=status, note=note, **fields)  # type: ignore[arg-type]
    roots = sorted(v for name, v, *_ in answer_set.atoms if name == "root")
    chosen: dict[int, list[int]] = {v: [] for v in range(len(differences)) if v not in roots}
    for name, v, *rest in answer_set.atoms:
        if name == "par":
            chosen[v] += rest
    parents = {v: tuple(sorted(own)) for v, own in chosen.items()}
    answer = assembled(problem, differences, roots, parents)
    if answer is None:
        return Attempt(note="too many parents to write", **fields)  # type: ignore[arg-type]
    edges = sum(map(len, parents.values()))
    claim = {"optimal": answer_set.proved, "objective": "edges", "cost": edges}
    return Attempt(answer, **claim, **fields)  # type: ignore[arg-type]


def writable(problem: BooleanProblem) -> bool:
    """Can some model be written at all? A constant may need a root that it mentions."""
    roots = problem.disclosure.roots
    if roots is not None:
        return Evidence(problem).admits(roots)
    return problem.constants or problem.disclosure.size_of_root_set > 0


def root_facts(problem: BooleanProblem) -> Iterator[str]:
    """Variables and roots; hidden ones are chosen, and leave something to predict."""
    names = problem.variables
    yield f"var(0..{len(names) - 1})."
    given = problem.disclosure.roots
    if given is not None:
        yield from (f"root({i})." for i, v in enumerate(names) if v in given)
        return
    count = problem.disclosure.size_of_root_set
    yield f"{count} {{ root(V) : var(V) }} {count}."
    yield from (f"seen({v})." for v in observed(problem))
    yield ":- root(V) : seen(V)."


def _facts(problem: BooleanProblem, differences: Sequence[DifferenceSets]) -> Iterator[str]:
    if problem.max_parents is not None:
        yield f"most({problem.max_parents})."
    yield from difference_facts(differences)


def difference_facts(differences: Sequence[DifferenceSets]) -> Iterator[str]:
    """Candidates, and the sets that the parents of each variable meet."""
    for v, own in enumerate(differences):
        yield from (f"cand({v},{u})." for u in bits(own.admissible))
        for s, apart in enumerate(own.least):
            yield f"set({v},{s})."
            yield from (f"in({v},{s},{u})." for u in bits(apart & own.admissible))
