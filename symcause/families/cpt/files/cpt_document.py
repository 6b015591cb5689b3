"""The document in files of cpt problems, ``symcause.cpt/1``: read and written."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Literal

from symcause.errors import ProblemError, SymcauseError, did_you_mean
from symcause.families.cpt.files.network_tables import nested, shown_network
from symcause.families.cpt.models.query_values import TYPES, Query
from symcause.families.cpt.problem.number_reader import read_given, read_tables
from symcause.families.cpt.problem.problem import CptProblem, GivenFamily
from symcause.families.cpt.problem.problem_validation import check, check_names
from symcause.formats.metadata import plain_metadata
from symcause.formats.structs import Meta, Struct, decode
from symcause.models.dags import DAG
from symcause.models.exact_numbers import print_number, read_number

FORMAT = "symcause.cpt/1"
Number = Annotated[object, Meta(extra_json_schema={"type": ["number", "string"]})]


class QueryDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked."""

    type: str  # Which value is asked for.
    treatment: str
    outcome: str
    collider: str | None = None  # Of `exp_away`: a third variable.
    sets: list[list[str]] | None = None  # The two sets of `backadj`.
    evidence: dict[str, int] | None = None  # Of `det-counterfactual`: all other sources.
    action: int | None = None  # What the treatment is set to there.
    value: int | None = None  # Of the outcome that is asked for there.


class CptDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """The file of a table problem."""

    format: str
    id: str  # 1 to 500 printable characters.
    edges: list[tuple[str, str]]  # Cause first; each variable has the values 0 and 1.
    query: QueryDocument
    variables: tuple[str, ...] = ()  # Isolated variables.
    unobserved: tuple[str, ...] = ()  # These may have any number of values.
    tables: dict[str, object] | None = None
    """One network: exactly one key for each variable, given all of its parents."""
    given: dict[str, object] | None = None  # Other knowledge: probabilities by their keys.
    rounding: Number = 0  # A given number stands for all within half of this.
    asks: Literal["positive", "negative"] = "positive"  # The sign that is a yes.
    threshold: Number = None  # A value below it is called none; without one, 0 is a `tie`.
    assume: tuple[str, ...] = ()
    """`homogeneous`: the effect is the same whatever the confounder of an instrument is."""
    gold: str | None = None  # The stored answer, `yes` or `no`.
    text: str | None = None  # Equations in words of a deterministic problem.
    names: dict[str, str] | None = None  # What its values are called.
    metadata: dict[str, object] | None = None
    """Anything; kept. `stored_value` is compared with the exact value."""


def read_cpt(document: object, file: str | None = None) -> CptProblem:
    """The problem of a decoded document."""
    try:
        return _problem(decode(document, CptDocument))
    except SymcauseError as error:
        raise error.at(file=file) from None


def _problem(read: CptDocument) -> CptProblem:
    names = tuple(dict.fromkeys([*read.variables, *(end for edge in read.edges for end in edge)]))
    check_names(names)
    try:
        dag = DAG.of(read.edges, nodes=read.variables)
    except SymcauseError as error:
        raise error.at(place="edges") from None
    problem = CptProblem(
        id=read.id,
        dag=dag,
        query=_query(read.query),
        tables=None if read.tables is None else read_tables(read.tables, dag),
        given=read_given(read.given or {}, dag),
        rounding=_number(read.rounding, "rounding"),
        unobserved=tuple(read.unobserved),
        positive=read.asks == "positive",
        threshold=None if read.threshold is None else _number(read.threshold, "threshold"),
        assume=tuple(read.assume),
        gold=read.gold,
        text=read.text,
        names=read.names or {},
        metadata=plain_metadata(read.metadata),
    )
    check(problem)
    return problem


def _query(read: QueryDocument) -> Query:
    if read.type not in TYPES:
        raise ProblemError(
            "unknown type",
            place="query.type",
            value=read.type,
            remedy=did_you_mean(read.type, TYPES),
        )
    evidence = read.evidence or {}
    bits = {"action": read.action, "value": read.value} | {
        f"evidence.{k}": v for k, v in evidence.items()
    }
    for key, bit in bits.items():
        if bit not in (0, 1, None):
            raise ProblemError("a value is 0 or 1", place=f"query.{key}", value=bit)
    return Query(
        read.type,
        read.treatment,
        read.outcome,
        read.collider,
        tuple(tuple(names) for names in read.sets or ()),
        tuple(evidence.items()),
        read.action,
        read.value,
    )


def _number(value: object, place: str) -> Fraction:
    try:
        return read_number(value)
    except SymcauseError as error:
        raise error.at(place=place) from None


def write_cpt(problem: CptProblem) -> dict[str, object]:
    """The document of a problem."""
    query = problem.query
    asked: dict[str, object] = {
        "type": query.type,
        "treatment": query.treatment,
        "outcome": query.outcome,
    }
    more: Mapping[str, object] = {
        "collider": query.collider,
        "sets": [list(names) for names in query.sets] or None,
        "evidence": dict(query.evidence) if query.type == "det-counterfactual" else None,
        "action": query.action,
        "value": query.value,
    }
    asked |= {key: value for key, value in more.items() if value is not None}
    document: dict[str, object] = {
        "format": FORMAT,
        "id": problem.id,
        "variables": list(problem.dag.nodes),
        "edges": [list(edge) for edge in problem.dag.edges],
        "query": asked,
        "asks": "positive" if problem.positive else "negative",
    }
    optional: Mapping[str, object] = {
        "unobserved": list(problem.unobserved),
        "tables": None if problem.tables is None else shown_network(problem.tables),
        "given": {family.key.text: _numbers(family) for family in problem.given},
        "rounding": print_number(problem.rounding) if problem.rounding else None,
        "threshold": None if problem.threshold is None else print_number(problem.threshold),
        "assume": list(problem.assume),
        "gold": problem.gold,
        "text": problem.text,
        "names": dict(problem.names),
        "metadata": dict(problem.metadata),
    }
    return document | {key: value for key, value in optional.items() if value}


def _numbers(family: GivenFamily) -> object:
    conditions = family.key.given if family.key.values is None else ()
    return nested(list(map(print_number, family.numbers)), [2] * len(conditions))
