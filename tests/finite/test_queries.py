"""Queries about finite problems: what follows, by which members, and how without a list of them."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import pytest

import symcause
from symcause.answers import Unknown
from symcause.audits.of_space.query_parts import LeftBy, QueryStatus
from symcause.families.finite.problem.problem import FiniteProblem, Query
from symcause.families.finite.scoring.query_answers import Answering
from symcause.families.finite.space.space_choice import open_space
from tests.finite.cases import random_problem

LIGHT: dict[str, Any] = {
    "format": "symcause.finite/1",
    "id": "light",
    "variables": [
        {"name": "A", "values": [0, 1]},
        {"name": "B", "values": [0, 1]},
        {"name": "L", "values": ["off", "on"]},
    ],
    "setting": "hidden-order",
    "roots": ["A", "B"],
    "class": {"functions": ["disjunctive", "conjunctive"]},
    "worlds": [{"id": "w", "rows": [[1, 0, "on"], [0, 0, "off"]]}],
}


def problem(*queries: dict[str, Any], **changes: Any) -> FiniteProblem:
    asked = [{"id": f"q{at}", **query} for at, query in enumerate(queries)]
    read = symcause.problem({**LIGHT, "queries": asked, **changes})
    assert isinstance(read, FiniteProblem)
    return read


@pytest.mark.parametrize(
    ("query", "status", "answer", "by"),
    [
        ({"do": {"A": 1, "B": 0}, "of": "L"}, "settled", "on", None),
        ({"do": {"A": 0, "B": 1}, "of": "L"}, "undetermined", "undetermined", LeftBy.MODELS),
        ({"do": {"B": 0}, "of": "L"}, "undetermined", "undetermined", LeftBy.CONTEXTS),
        ({"given": {"L": "off", "B": 0}, "of": "A"}, "settled", 0, None),
        ({"given": {"A": 1, "L": "off"}, "of": "B"}, "impossible", "impossible", None),
        ({"edge": "A->L"}, "settled", "yes", None),
        ({"edge": "B->L"}, "undetermined", "undetermined", LeftBy.MODELS),
        ({"edge": "L->A"}, "settled", "no", None),
    ],
)
def test_what_follows(query: dict[str, Any], status: str, answer: object, by: object) -> None:
    asked = problem(query)
    found = Answering(open_space(asked)).answer(asked.queries[0])
    assert (found.status, found.answer, found.by) == (status, answer, by)
    assert (found.witnesses is None) == (by is None)


def test_witnesses_are_members_that_differ() -> None:
    asked = problem({"do": {"A": 0, "B": 1}, "of": "L"})
    space = open_space(asked)
    found = Answering(space).answer(asked.queries[0])
    assert found.witnesses is not None
    assert [one.state for one in found.witnesses] == [(0, 1, "off"), (0, 1, "on")]
    assert all(one.model in space for one in found.witnesses)


class Unlisted(Answering):
    """As if members were too many to list."""

    members = Unknown("not listed")  # type: ignore[assignment]


def queries() -> list[dict[str, Any]]:
    named: list[dict[str, Any]] = [
        {way: {"A": a, "B": b}, "of": "L"}
        for way, a, b in itertools.product(("do", "given"), (0, 1), (0, 1))
    ]
    named += [
        {"do": {"A": a}, "given": {"L": light}, "of": "B"}
        for a, light in itertools.product((0, 1), ("off", "on"))
    ]
    return named + [{"edge": f"{a}->{b}"} for a, b in itertools.permutations("ABL", 2)]


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"class": {"functions": "any", "max_parents": 1}},
        {"worlds": [{"id": "w", "rows": [[1, 0, "on"], [1, 0, "off"]]}]},
        {"setting": "hidden-roots", "root_count": 2, "class": {"functions": "any"}},
        {"setting": "hidden-roots", "root_count": 1, "class": {"functions": "monotone"}},
        {"knowledge": {"forbid": ["B->L"]}},
    ],
)
def test_without_a_list_the_same_follows(changes: dict[str, Any]) -> None:
    changed = {key: value for key, value in LIGHT.items() if key != "roots"}
    roots = {} if "root_count" in changes else {"roots": LIGHT["roots"]}
    read = symcause.problem({**changed, **roots, **changes, "queries": numbered(queries())})
    assert isinstance(read, FiniteProblem)
    listed, unlisted = Answering(open_space(read)), Unlisted(open_space(read))
    for query in read.queries:
        right, found = listed.answer(query), unlisted.answer(query)
        assert (found.status, found.answer, found.values, found.reason) == (
            right.status,
            right.answer,
            right.values,
            right.reason,
        ), query
        assert found.witnesses is None


@pytest.mark.few(24)
@pytest.mark.parametrize("seed", range(300))
def test_every_query_with_one_condition_against_a_list(seed: int) -> None:
    """What follows, which values are left and whether models or contexts leave them."""
    second, asked = random_problem(seed), list[dict[str, Any]]()
    if len(second.members) > 60:
        return
    for of in second.names:
        others = [name for name in second.names if name != of]
        conditions = [{name: value} for name in others for value in second.domains[name]]
        asked += [{"of": of}, *({"of": of, "do": one} for one in conditions)]
        asked += [{"of": of, "given": one} for one in conditions]
    asked += [{"edge": f"{a}->{b}"} for a, b in itertools.permutations(second.names, 2)]
    read = symcause.problem({**second.document, "queries": numbered(asked)})
    assert isinstance(read, FiniteProblem)
    answering = Answering(open_space(read))
    for query, plain in zip(read.queries, asked, strict=True):
        found, expected = answering.answer(query), second.answer(plain)
        assert (found.status, found.answer, list(found.values or ()), found.by) == (
            expected["status"],
            expected["answer"],
            expected["values"],
            expected["by"],
        ), plain


def numbered(asked: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{"id": f"q{at}", **query} for at, query in enumerate(asked)]


def test_what_can_only_be_listed_is_unknown_beyond_lists() -> None:
    asked = problem({"do": {"B": 0}, "of": "L"})
    found = Unlisted(open_space(asked)).answer(asked.queries[0])
    assert (found.status, found.reason) == (QueryStatus.UNKNOWN, "not listed")
    assert found.gold_right("on") is None


def test_many_parents_need_no_list() -> None:
    """More members than anybody lists; the evidence still settles a row, and an edge."""
    names = [f"X{at}" for at in range(9)]
    rows = [[int(at == place) for at in range(9)] + ["on"] for place in range(4)]
    rows += [[0] * 9 + ["off"]]
    document = {
        **LIGHT,
        "id": "many",
        "variables": [{"name": v, "values": [0, 1]} for v in names] + [LIGHT["variables"][2]],
        "roots": names,
        "class": {"functions": "monotone"},
        "worlds": [{"id": "w", "assigned": names, "rows": rows}],
        "queries": [
            {"id": "two", "do": {v: int(v in ("X0", "X8")) for v in names}, "of": "L"},
            {"id": "last", "do": {v: int(v == "X8") for v in names}, "of": "L"},
            {"id": "first", "edge": "X0->L"},
            {"id": "eighth", "edge": "X8->L"},
        ],
    }
    read = symcause.problem(document)
    assert isinstance(read, FiniteProblem)
    answering = Answering(open_space(read))
    said = [answering.answer(query).answer for query in read.queries]
    assert said == ["on", "undetermined", "yes", "undetermined"]


def test_holes_are_not_decided_without_a_list() -> None:
    hole = {"worlds": [{"id": "w", "rows": [[1, None, "on"], [0, 0, "off"]]}]}
    asked = problem({"do": {"A": 1, "B": 0}, "of": "L"}, **hole)
    query: Query = asked.queries[0]
    assert Answering(open_space(asked)).answer(query).status is not QueryStatus.UNKNOWN
    assert Unlisted(open_space(asked)).answer(query).status is QueryStatus.UNKNOWN


def test_stored_answers_are_compared_with_what_follows() -> None:
    asked = problem({"do": {"A": 1, "B": 0}, "of": "L"})
    found = Answering(open_space(asked)).answer(asked.queries[0])
    assert [found.gold_right(said) for said in ("on", "off", None)] == [True, False, None]
    assert replace(found, status=QueryStatus.UNKNOWN).gold_right("on") is None
