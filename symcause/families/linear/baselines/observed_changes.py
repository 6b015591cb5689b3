"""Observed changes as a graph: v moved when u alone was set, detours left out."""

from __future__ import annotations

from symcause.attempts.attempt_record import Attempt
from symcause.families.linear.baselines.equation_fit import graph_answer
from symcause.families.linear.problem.problem import LinearProblem


def changes(problem: LinearProblem) -> Attempt:
    """The transitive reduction of what moved; a variable that nobody sets causes nothing here."""
    reached = _closure({v: set(_moved(problem, v)) for v in problem.variables})
    if any(v in found for v, found in reached.items()):
        return Attempt(note="what moved goes round in a circle")
    parents = {
        v: tuple(
            u
            for u in problem.variables
            if v in reached[u] and not any(v in reached[w] for w in reached[u])
        )
        for v in problem.variables
    }
    return Attempt(graph_answer(problem, parents))


def _moved(problem: LinearProblem, cause: str) -> set[str]:
    """What read differently after *cause* alone had been set."""
    found: set[str] = set()
    held = problem.held
    for at in range(1, len(problem.chain)):
        before, after = problem.chain[at - 1], problem.chain[at]
        touched = {*after.settings, *after.released, *(held[at - 1].keys() ^ held[at].keys())}
        if touched == {cause}:
            found |= {v for v in problem.variables if before.values[v] != after.values[v]}
    return {v for v in found if v != cause and cause in problem.candidates(v)}


def _closure(moved: dict[str, set[str]]) -> dict[str, set[str]]:
    """Everything that can be reached."""
    reached = {v: set(found) for v, found in moved.items()}
    for w in moved:
        for found in reached.values():
            if w in found:
                found |= reached[w]
    return reached
