"""The CLadder reader: a question of the release becomes a cpt problem; its model brings the tables.

Stored numbers are floats of the release: they are read from their text, within 1e-9.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from symcause.errors import ProblemError, SymcauseError, UsageError, did_you_mean
from symcause.families.cpt.models.graph_shapes import GRAPHS, structure_dag
from symcause.families.cpt.models.query_values import TYPES, Query
from symcause.families.cpt.problem.number_reader import read_given
from symcause.families.cpt.problem.problem import CptProblem, GivenFamily, Release
from symcause.families.cpt.problem.problem_validation import check
from symcause.families.cpt.release.cladder_models import (
    beside,
    unobserved_in,
    with_model,
)
from symcause.families.cpt.release.printed_percentages import ROUNDING, printed_numbers
from symcause.formats.metadata import check_id, plain_metadata
from symcause.formats.pools.foreign_values import Placed
from symcause.models.bit_sets import bits
from symcause.models.dags import DAG

STORED = Fraction(1, 10**9)
"""The rounding of stored numbers."""

THRESHOLD = Fraction(5, 1000)
"""Below which the release calls an effect none."""

_NUMBERED = ("marginal", "correlation", "exp_away", "ate", "ett", "nde", "nie")


def question_name(document: Mapping[str, object]) -> str | None:
    """The key of a question: its ``desc_id``; numbers are given anew in each file."""
    value = document.get("desc_id")
    return value if isinstance(value, str) else None


def read_question(document: object, file: str | None = None) -> CptProblem:
    """The problem of a released question, with the network of a model beside its file."""
    try:
        problem = _problem(Placed(document, ""))
        models = beside(file)
        return problem if models is None else with_model(problem, models)
    except SymcauseError as error:
        raise error.at(file=file) from None


def _problem(found: Placed) -> CptProblem:
    meta = found["meta"]
    kind = meta["query_type"].text()
    if kind not in TYPES:
        raise ProblemError(
            "unknown type",
            place=meta["query_type"].place,
            value=kind,
            remedy=did_you_mean(kind, TYPES),
        )
    graph = meta["graph_id"].text()
    if graph not in GRAPHS:
        raise ProblemError(
            "unknown graph",
            place=meta["graph_id"].place,
            value=graph,
            remedy=did_you_mean(graph, GRAPHS),
        )
    for key in ("treated", "result"):
        if meta[key].value is False:
            raise ProblemError("only questions about the value 1 are read", place=meta[key].place)
    dag = structure_dag(GRAPHS[graph], "meta.graph_id")
    given: tuple[GivenFamily, ...] = ()
    if kind in _NUMBERED:
        numbers = {key: part.value for key, part in meta["given_info"].entries().items()}
        given = read_given(numbers, dag, "meta.given_info")
    text = found["given_info"].text()
    query = _query(meta, kind, dag)
    number = meta["model_id"].value
    stored = meta["groundtruth"].value
    metadata: dict[str, object] = {
        key: meta[key].value
        for key in ("story_id", "graph_id", "rung")
        if meta[key].value is not None
    }
    metadata["question_id"] = found["question_id"].value
    if isinstance(stored, str | int) or hasattr(stored, "as_tuple"):
        metadata["stored_value"] = str(stored)
    problem = CptProblem(
        id=check_id(found["desc_id"].text(), "desc_id"),
        dag=dag,
        query=query,
        given=given,
        rounding=STORED if given else Fraction(0),
        unobserved=unobserved_in(query, dag, {}, ""),
        positive=kind == "det-counterfactual" or bool(meta["polarity"].value),
        threshold=None if kind in ("backadj", "det-counterfactual", "collider_bias") else THRESHOLD,
        gold=found["answer"].text(),
        text=text if kind == "det-counterfactual" else None,
        metadata=plain_metadata(metadata),
        release=Release(
            model=None if number is None else str(number),
            printed=printed_numbers(text, given) if given else (),
            told=text,
            question=found["question"].text(),
        ),
    )
    check(problem)
    return problem


def _query(meta: Placed, kind: str, dag: DAG) -> Query:
    x, y = meta["treatment"].text(), meta["outcome"].text()
    query = Query(kind, x, y)
    if kind in ("exp_away", "collider_bias"):
        return query._replace(collider=_collider(meta, dag, x, y))
    if kind == "backadj":
        sets = tuple(part.texts() for part in meta["given_info"].parts())
        return query._replace(sets=sets if meta["polarity"].value else sets[::-1])
    if kind == "det-counterfactual":
        evidence = tuple((name, _bit(part)) for name, part in meta["given_info"].entries().items())
        return query._replace(
            evidence=evidence, action=_bit(meta["action"]), value=_bit(meta["polarity"])
        )
    return query


def _collider(meta: Placed, dag: DAG, x: str, y: str) -> str:
    if meta["collider"].value is not None:
        return meta["collider"].text()
    common = dag.children[dag.index[x]] & dag.children[dag.index[y]]
    if common.bit_count() != 1:
        raise ProblemError("which collider is meant is not said", place="meta.collider")
    return dag.nodes[bits(common)[0]]


def _bit(found: Placed) -> int:
    if found.value not in (0, 1):
        raise ProblemError("a value is 0 or 1", place=found.place, value=found.value)
    return int(bool(found.value))


def opened(problem: CptProblem, models: str | None, printed: bool) -> CptProblem:
    """A problem with the model and the numbers that a user asks for."""
    release = problem.release
    if release is None:
        if models is not None or printed:
            option = "--models" if models is not None else "--printed"
            raise UsageError(f"{option} is for questions of CLadder", value=problem.id)
        return problem
    if models is not None:
        problem = with_model(problem, models)
    if printed and problem.given:
        if isinstance(release.printed, str):
            raise ProblemError(release.printed, place="given_info")
        problem = replace(problem, given=release.printed, rounding=ROUNDING)
    if problem.tables is None and problem.query.type == "det-counterfactual":
        raise ProblemError(
            "the tables of this question are in a file of models",
            value=problem.id,
            remedy="--models FILE names it",
        )
    return problem
