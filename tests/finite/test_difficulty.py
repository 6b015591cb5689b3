"""Which measures of finite problems go with right answers: measures by another way, options, tables."""

from __future__ import annotations

import json
from math import log2

import pytest

import symcause
from symcause.errors import UsageError
from symcause.families.finite.audits.problem_measures import NAMES, problem_measures
from symcause.families.finite.problem.problem import FiniteProblem
from symcause.families.finite.questions.score import FiniteScoring
from tests.finite.cases import problems


@pytest.mark.parametrize("first", [0, 20])
def test_measures_are_what_a_list_says(first: int) -> None:
    for second in problems(range(first, first + 20)):
        problem = symcause.problem(second.document)
        assert isinstance(problem, FiniteProblem)
        measures, audit = problem_measures(problem), symcause.audit(problem)
        assert tuple(measures) == NAMES
        members = len(second.members)
        assert measures["log2_count"] == (log2(members) if members else None)
        document = json.loads(json.dumps(audit.to_dict()))
        if document["edges"]:
            assert measures["open_edges"] == [*document["edges"].values()].count("open")
        if document["queries"]:
            settled = [query["status"] == "settled" for query in document["queries"]]
            assert measures["undetermined"] == pytest.approx(1 - sum(settled) / len(settled))
        else:
            assert measures["undetermined"] is None


def test_what_goes_with_right_answers() -> None:
    pool = list(symcause.generate("finite", count=6, seed=3, siblings=True))
    answers = []
    for problem in pool:
        texts = json.dumps({"mechanisms": symcause.solve(problem).mechanisms})
        answers.append({"problem": problem.id, "model": "simplest", "response": texts})
    made = symcause.score(pool, answers, difficulty=True)
    table = next(table for table in made.tables if table.key == "difficulty")
    rows = {row[1].shown: [cell.shown for cell in row] for row in table.rows}
    assert list(rows) == list(NAMES)
    rights = [line["right"] for line in made.lines]
    assert rows["log2_count"][2:4] == [str(len(rights)), str(sum(r is True for r in rights))]
    assert "right answers" in table.note
    again = made.difficulty()
    assert [[c.shown for c in row] for row in again[0].rows] == [*rows.values()]


def test_measures_are_known_by_name() -> None:
    with pytest.raises(UsageError, match="log2_count"):
        FiniteScoring(difficulty=True, joint=("log2_counts",))
    with pytest.raises(UsageError, match="--difficulty"):
        FiniteScoring(joint=("log2_count",))
