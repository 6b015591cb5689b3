"""Answer text: a yes or no about a hypothesis, or a DAG, read from what a system writes.

>>> read_answer("Yes, it does."), read_answer('{"answer": "no"}'), read_answer("perhaps")
(True, False, None)
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from symcause.errors import KindError, SymcauseError, UsageError
from symcause.families.statements.problem.problem import StatementsProblem
from symcause.models.dags import DAG
from symcause.scoring.abstention_rule import Said, is_phrase
from symcause.scoring.yes_no.yes_no_answers import NO, YES, read_yes_no, stated_object

_ARROW = re.compile(r"\s*-+>\s*")


def read_answer(text: str) -> bool | None:
    """Yes or no, also as true or false, 1 or 0."""
    return read_yes_no(text, others=True)


def heard(text: str) -> Said:
    """A claim is yes or no."""
    stated = stated_object(text) or {}
    claims = read_answer(text) is not None
    return Said.of(text, claims=claims, abstains_otherwise=is_phrase(stated.get("answer")))


def read_model(problem: StatementsProblem, text: str) -> DAG:
    """The DAG of ``{"edges": ["A->B", …]}``. Raises UsageError for anything else."""
    try:
        value = json.loads(text)
    except ValueError:
        value = None
    edges = value.get("edges") if isinstance(value, dict) else None
    if not isinstance(edges, list):
        raise UsageError("not a graph", remedy='a graph is {"edges": ["A->B", …]}')
    try:
        dag = DAG.of([_edge(edge) for edge in edges], nodes=problem.variables)
    except SymcauseError as error:
        raise UsageError(str(error)) from None
    if dag.nodes != problem.variables:
        strange = next(name for name in dag.nodes if name not in problem.variables)
        raise UsageError("no such variable", value=strange)
    return dag


def _edge(edge: object) -> tuple[str, str]:
    ends = _ARROW.split(edge.strip()) if isinstance(edge, str) else edge
    if not isinstance(ends, list) or [type(end) for end in ends] != [str, str]:
        raise UsageError("not an edge", value=edge, remedy='an edge is "A->B"')
    return str(ends[0]), str(ends[1])


def arrows(dag: DAG) -> tuple[str, ...]:
    """The edges of a DAG as documents have them."""
    return tuple(f"{a}->{b}" for a, b in dag.edges)


def answer_text(problem: StatementsProblem | None, answer: object) -> str:
    """The text of an answer or of a graph. Raises KindError for what is neither."""
    if isinstance(answer, str):
        return answer
    if isinstance(answer, bool):
        return json.dumps({"answer": YES if answer else NO})
    if isinstance(answer, DAG):
        return json.dumps({"edges": arrows(answer)}, ensure_ascii=False)
    if isinstance(answer, Mapping):
        return json.dumps(dict(answer), ensure_ascii=False)
    raise KindError(f"an answer is yes or no, or a graph, not {type(answer).__name__}")
