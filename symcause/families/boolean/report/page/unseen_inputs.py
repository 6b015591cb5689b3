"""Where one function alone is open: the inputs that no training row shows, which is why it is."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from symcause.bounds.reports_bounds import AXIS_INPUTS
from symcause.families.boolean.bounds import PAGE_INPUTS
from symcause.families.boolean.documents.audit_document import BooleanAudit
from symcause.families.boolean.models.functions import Function
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.report.story.audit_story import open_variables, settled_graph


def unseen_inputs(document: BooleanAudit, problem: BooleanProblem) -> tuple[str, ...]:
    """The inputs of the only open function that were never seen while nobody set its variable."""
    names = open_variables(document)
    if len(names) != 1 or problem.latent or settled_graph(document) is None:
        return ()
    parents = _parents(document, problem, names[0])
    if not 0 < len(parents) <= PAGE_INPUTS:
        return ()
    places = [problem.variables.index(name) for name in parents]
    free = [world for world in problem.training if names[0] not in world.targets]
    seen = {"".join(row[i] for i in places) for world in free for row in world.rows}
    return tuple(
        text for bits in product("01", repeat=len(parents)) if (text := "".join(bits)) not in seen
    )


def unseen_words(document: BooleanAudit, problem: BooleanProblem) -> str:
    """The same in a sentence; nothing where there is none."""
    unseen = unseen_inputs(document, problem)
    if not unseen:
        return ""
    parents = _parents(document, problem, open_variables(document)[0])
    what = "input was" if len(unseen) == 1 else "inputs were"
    few = ", ".join(unseen[:8]) + (" …" if len(unseen) > 8 else "")
    return (
        f" {len(unseen)} of its {2 ** len(parents)} {what} never seen: {' '.join(parents)} = {few}."
    )


def _parents(document: BooleanAudit, problem: BooleanProblem, name: str) -> list[str]:
    edges = document.edges or {}
    return [one for one in problem.variables if edges.get(f"{one}->{name}") == "always"]


def where_they_differ(
    name: str, parents: Sequence[str], functions: Sequence[Function | None]
) -> tuple[str, Sequence[str]] | None:
    """The few inputs on which functions of the same parents differ, and what each function gives there."""
    known = [function for function in functions if function is not None]
    if len(known) < len(functions) or not 0 < len(parents) <= PAGE_INPUTS:
        return None
    outputs = {
        "".join(map(str, map(int, bits))): [
            str(int(one(dict(zip(parents, bits, strict=True))))) for one in known
        ]
        for bits in product((False, True), repeat=len(parents))
    }
    open_inputs = [text for text, values in outputs.items() if len(set(values)) > 1]
    if not 0 < len(open_inputs) <= AXIS_INPUTS:
        return None
    where = f"{name} where {' '.join(parents)} = {', '.join(open_inputs)}"
    answers = [" ".join(outputs[text][at] for text in open_inputs) for at in range(len(known))]
    return where, answers
