"""The told queries of a finite rendering: the questions of a text, and what they ask."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from symcause.errors import ProblemError
from symcause.families.finite.problem.problem import EdgeQuery, Query, ValueQuery
from symcause.families.finite.problem.prompts import question_sentence
from symcause.families.finite.rendering.told_class import read_value
from symcause.renderings.family_words import Order

_EDGE = re.compile(r"(.*): does the mechanism of (\w+) depend on (\w+)\?")
_VALUE = re.compile(r"(.*): which value has (\w+) if (.+)\?")
_NOTHING = "nothing is set or observed"
_WHERE = re.compile(
    r"(?:an intervention sets ((?:[^ ,]+, )*[^ ,]+))?(?: and )?(?:(.+) is observed)?"
)


def question(told: Mapping[str, Any]) -> str:
    """A query as a text asks it."""
    query: Query
    if "edge" in told:
        cause, _, effect = told["edge"].partition("->")
        query = EdgeQuery(told["id"], (cause, effect))
    else:
        query = ValueQuery(told["id"], told["of"], told.get("do", {}), told.get("given", {}))
    return f"{query.id}: {question_sentence(query)}"


def read_question(said: str, order: Order) -> dict[str, Any]:
    """The query that a question asks."""
    if match := _EDGE.fullmatch(said):
        _known(order, match[2], match[3])
        return {"id": match[1], "edge": f"{match[3]}->{match[2]}"}
    match = _VALUE.fullmatch(said)
    where = None if match is None else _WHERE.fullmatch(match[3].replace(_NOTHING, ""))
    if match is None or where is None:
        raise ProblemError("no question", value=said)
    _known(order, match[2])
    query: dict[str, Any] = {"id": match[1], "of": match[2]}
    for key, part in (("do", where[1]), ("given", where[2])):
        if part is not None:
            query[key] = _settings(part, order)
    return query


def _settings(said: str, order: Order) -> dict[str, Any]:
    pairs = [part.partition("=") for part in said.split(", ")]
    _known(order, *(name for name, _, _ in pairs))
    return {name: read_value(value) for name, _, value in pairs}


def _known(order: Order, *names: str) -> None:
    for name in names:
        if name not in order:
            raise ProblemError("a name that is not among the names", value=name)
