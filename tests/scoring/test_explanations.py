"""Where answers stand among all explanations: against listing every model, and with huge numbers."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from symcause.api import score
from symcause.audits.document_json import dumps
from symcause.families.boolean.audits.answers.pool_explanations import count_explanations
from symcause.families.boolean.documents.check_document import score_of
from symcause.families.boolean.files.answer_documents import write_answer
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.scoring.check.checker import Scorer, check
from symcause.families.boolean.scoring.check.explanation_count import Explanations, standing
from symcause.families.boolean.scoring.check.score_row import score_row
from symcause.families.boolean.scoring.tables.answer_summary import Summary
from symcause.families.boolean.scoring.tables.paper_tables import tables
from symcause.families.boolean.scoring.tables.problem_facts import member
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.member_answers import written
from symcause.models.disclosure import Setting
from symcause.reports.table_formats import FORMATS, render
from symcause.scoring.score_table import whole
from symcause.scoring.scoring_protocol import Means
from tests.boolean.brute import members, random_problem
from tests.patience import hang
from tests.scoring.cases import demo
from tests.scoring.test_alternatives import ANSWER, PROBLEM


def counted(*problems: BooleanProblem, **limits: Any) -> dict[str, Explanations]:
    scorers = {problem.id: Scorer(problem) for problem in problems}
    return count_explanations(scorers.__getitem__, list(scorers), Means(**limits))


@pytest.mark.few(8)
@pytest.mark.parametrize("seed", range(24))
def test_against_listing(seed: int) -> None:
    """Members of wider classes as answers: in the class iff they are listed for it."""
    rng = random.Random(f"standing {seed}")
    problem, _ = random_problem(rng, 4, list(Setting)[seed % 4], 2, 5)
    problem = replace(problem, max_parents=rng.choice((1, 2)))
    listed = members(problem, problem.max_parents)
    known = counted(problem)[problem.id]
    assert (known.count, known.several) == (len(listed), len(listed) > 1)
    space = ExactSpace.of(replace(problem, max_parents=None))
    for _ in range(20):
        model = space.draw(rng)
        place = standing(problem, check(problem, written(problem, model)), known)
        assert place["in_class"] is (model in listed)
        if model in listed:
            assert place["unique"] is (len(listed) == 1)
            assert place["other_explanations"] == len([m for m in listed if m != model])
        else:
            assert place["unique"] is place["other_explanations"] is None


def test_what_is_known_about_the_problem_decides() -> None:
    problem = replace(demo(), max_parents=2)
    gold = problem.gold
    assert gold is not None
    known = Explanations(1, False)
    assert standing(problem, check(problem, gold), known) == {
        "in_class": True,
        "unique": True,
        "other_explanations": 0,
    }
    assert standing(problem, check(problem, gold), Explanations(2, True))["unique"] is False
    beyond = standing(problem, check(problem, gold), Explanations(None, True, "beyond reach"))
    assert beyond == {"in_class": True, "unique": False, "other_explanations": None}
    unknown = standing(problem, check(problem, gold), Explanations(None, None, "time"))
    assert unknown == {"in_class": True, "unique": None, "other_explanations": None}
    with pytest.raises(AssertionError, match="an explanation where there is none"):
        standing(problem, check(problem, gold), Explanations(0, False))


def test_alternative_answers_are_never_called_unique() -> None:
    known = counted(PROBLEM)["alternative"]
    place = standing(PROBLEM, check(PROBLEM, ANSWER), known)
    assert place["in_class"] is True and place["unique"] is None
    assert place["other_explanations"] == ExactSpace.of(PROBLEM).count - 1


def test_time_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = "symcause.families.boolean.audits.answers.pool_explanations.decide"
    monkeypatch.setattr(slow, hang)
    said: list[str] = []
    found = counted(demo(), seconds=0.2, complain=said.append)
    assert found["demo-hidden-order"] == Explanations(None, None, "time limit of 0.2 s")
    assert "not known for 1 problems; demo-hidden-order: time limit" in said[0]


def compared(others: list[int | None], **changes: Any) -> dict[str, Any]:
    """A summary of train-exact answers of the class beside this many others, read back from lines."""
    problems = [replace(demo(), id=f"p{i}") for i in range(len(others))]
    summary = Summary(explanations=True)
    for problem, other in zip(problems, others, strict=True):
        summary.add_problem(member(problem))
        gold = problem.gold
        assert gold is not None
        document = check(problem, gold).document().to_dict()
        unique = None if other is None else other == 0
        document |= {"model": "m", "in_class": True, "unique": unique, "other_explanations": other}
        summary.add(score_of(json.loads(dumps(document | changes))))
    found = next(t for t in tables(summary) if t.key == "comparison")
    for form in FORMATS:
        assert render([found], form)
    row = {head: (c.value, c.shown) for head, c in zip(found.columns, found.rows[0], strict=True)}
    return {**row, "note": found.note}


def test_the_median_is_an_exact_number() -> None:
    for count in (6, 7, 9):
        numbers = [random.Random(count).getrandbits(20) for _ in range(count)]
        found = compared([*numbers])["Other explanations (median)"]
        assert found[0] == sorted(numbers)[(count - 1) // 2]
    huge = 10**400
    found = compared([huge + i for i in range(7)])["Other explanations (median)"]
    assert found == (huge + 3, "1.00e400")
    found = compared([10**5000 + i for i in range(7)])["Other explanations (median)"]
    assert found == (None, "1.00e5000")
    assert compared([3, 1])["Other explanations (median)"] == (1, "1")


def test_unknown_numbers_are_left_out_and_said_so() -> None:
    row = compared([0, 0, 0, 4, 4, 4, 4, 4, None, None])
    assert row["Other explanations (median)"] == (4, "4")
    assert row["Unique explanation"] == (3 / 8, "0.375")
    assert row["In class"][0] == 1.0
    assert "2 answers beside an unknown number of others left out" in row["note"]
    assert "left out" not in compared([0] * 6)["note"]


def test_wrong_and_missing_answers_are_not_the_unique_explanation() -> None:
    problems = [replace(demo(), id=f"p{i}", max_parents=2) for i in range(10)]
    gold = problems[0].gold
    assert gold is not None
    right = json.dumps(write_answer(gold))
    summary = Summary(explanations=True)
    for problem in problems:
        summary.add_problem(member(problem))
    texts = [right] * 6 + ["no idea"]
    for problem, text in zip(problems, texts, strict=False):
        summary.add(score_row(Scorer(problem), "m", text, Explanations(1, False)))
    found = next(table for table in tables(summary) if table.key == "comparison")
    cells = dict(zip(found.columns, (c.shown for c in found.rows[0]), strict=True))
    assert (cells["n"], cells["Unique explanation"]) == ("10", "0.600")
    assert cells["Other explanations (median)"] == "0"
    rows = [{"instanceId": "p0", "model": "m", "response": right}]
    assert "comparison" not in {table.key for table in score(problems, rows).tables}


def test_cells_of_large_numbers() -> None:
    assert whole(None).shown == "–"
    for value, shown in ((0, "0"), (999_999_999, "999999999"), (10**12, "1.00e12")):
        assert (whole(value).value, whole(value).shown) == (value, shown)
    assert whole(10**15 - 1).shown == "9.99e14"
    for power, lead in combinations((12, 17, 100, 999, 4299), 2):
        assert whole(lead * 10**power).shown.endswith(f"e{power + len(str(lead)) - 1}")
    assert whole(10**4300 - 1).value is not None and whole(10**4300).value is None
