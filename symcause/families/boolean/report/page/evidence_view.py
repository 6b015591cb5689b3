"""The evidence view of a Boolean report page: disturbed and entailed cells, margin, knowledge.

Cells go by position of world, row and variable. *Disturbed* are those that the reference leaves
unexplained, *entailed* unobserved ones that have one value in every member. The margin shows the next best
model and the cells that it gets wrong: those would have to flip for it to be as good.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from msgspec import UnsetType

from symcause.audits.verdicts import Verdict
from symcause.budgets import Meter
from symcause.errors import LimitError
from symcause.families.boolean.audits.evidence.cell_report import cell_parts
from symcause.families.boolean.audits.evidence.edge_reasons import forcing_rows
from symcause.families.boolean.bounds import FORCING_STEPS, KNOWN_STATEMENTS, MARGIN_CELLS
from symcause.families.boolean.documents.audit_document import BooleanAudit
from symcause.families.boolean.documents.cell_disturbance import CellPart
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.report.page.packed_models import mechanism_texts, read_model
from symcause.families.boolean.report.story.margin_sentences import margin_remarks
from symcause.models.background_knowledge import reread
from symcause.models.number_phrases import joined_names
from symcause.models.prose.knowledge_sentences import said_of

Cell = list[int]


def knowledge_facts(document: BooleanAudit) -> list[list[str]]:
    """What is known beforehand, in words; nothing where nothing is."""
    knowledge = document.scope.knowledge
    if not isinstance(knowledge, dict) or not knowledge:
        return []
    said = list(said_of(reread(knowledge), "mechanism"))
    more = len(said) - KNOWN_STATEMENTS
    rest = [f"And {more} more."] if more > 0 else []
    return [["known beforehand", " ".join([*said[:KNOWN_STATEMENTS], *rest])]]


def evidence_view(
    document: BooleanAudit, problem: BooleanProblem, reference: BooleanSCM | None
) -> dict[str, object]:
    """Disturbed and entailed cells, and the margin; empty lists and null where there is none."""
    place = {name: i for i, name in enumerate(problem.variables)}
    where = {world.id: i for i, world in enumerate(problem.worlds)}

    def cells(found: Iterable[CellPart]) -> list[Cell]:
        return [[where[c.world], c.row, place[c.variable]] for c in found]

    unobserved = document.unobserved
    entailed = () if unobserved is None else unobserved.entailed or ()
    closest = _closest(document)
    disturbed = _disturbed(problem, reference) if reference is not None else closest
    return {
        "disturbed": cells(disturbed),
        "closest": reference is None and bool(closest),
        "entailed": [
            [*cell, part.value] for cell, part in zip(cells(entailed), entailed, strict=True)
        ],
        "margin": _margin(document, reference, cells, place),
    }


def forced_view(document: BooleanAudit, problem: BooleanProblem) -> dict[str, object]:
    """For edges that every member has: the cells of the evidence that force them, where rows alone do."""
    if document.scope.noisy or document.settled is None:
        return {}
    budget, names = Meter(FORCING_STEPS), problem.variables
    view: dict[str, object] = {}
    for edge in (e for e, status in (document.edges or {}).items() if status == "always"):
        cause, _, effect = edge.partition("->")
        if budget.over:  # what is not found by then is left out
            break
        rows = forcing_rows(problem, cause, effect, document.scope.max_parents, budget)
        if rows is not None:
            a, b = names.index(cause), names.index(effect)
            worlds = joined_names(list(dict.fromkeys(problem.worlds[w].id for w, _ in rows)))
            view[f"{a}-{b}"] = {
                "cells": [f"{w}-{r}-{v}" for w, r in rows for v in (a, b)],
                "words": f"Without {cause} no mechanism of the class gives {effect} its values in "
                f"{len(rows)} rows of {worlds}.",
            }
    return view


def _closest(document: BooleanAudit) -> tuple[CellPart, ...]:
    """Where no model fits: the cells that one which comes closest leaves unexplained."""
    margin = document.margin
    if document.verdict != Verdict.INCONSISTENT or margin is None:
        return ()
    own = margin.cells if isinstance(margin.only_cells, UnsetType) else margin.only_cells
    return (own or ())[:MARGIN_CELLS]


def _disturbed(problem: BooleanProblem, reference: BooleanSCM | None) -> tuple[CellPart, ...]:
    """What the reference leaves unexplained; nothing where there are too many ways to fill in holes."""
    try:
        return () if reference is None else cell_parts(problem, reference)
    except LimitError:
        return ()


def _margin(
    document: BooleanAudit,
    reference: BooleanSCM | None,
    cells: Callable[[Iterable[CellPart]], list[Cell]],
    place: Mapping[str, int],
) -> dict[str, object] | None:
    """The picture of a margin; None where no other model would show anything new."""
    margin, verdict = document.margin, document.verdict
    telling = verdict in (Verdict.UNIQUE, Verdict.INCONSISTENT)
    if not telling or margin is None or margin.second is None or not margin.cells:
        return None
    model, missed = margin.second, margin.cells
    if verdict == Verdict.INCONSISTENT and not isinstance(margin.only, UnsetType):
        model, missed = margin.only, _closest(document)  # what comes closest, not what comes next
    second = read_model(model.mechanisms, model.roots)
    texts = model.mechanisms
    changed = tuple(texts)
    if second is not None and reference is not None:
        changed = second.changed(reference)
    words = list(margin_remarks(document, Verdict(verdict or Verdict.UNKNOWN)))
    return {
        "words": words[0] if words else "",
        "cells": cells(missed[:MARGIN_CELLS]),
        "more": max(0, model.disturbed - MARGIN_CELLS),
        "changed": [[place[v], mechanism_texts(texts[v])[0]] for v in changed if v in texts],
        "alone": [[place[v], n] for v, n in (margin.variables or {}).items()],
        "without": [[world, n] for world, n in (margin.without or {}).items() if n is not None],
    }
