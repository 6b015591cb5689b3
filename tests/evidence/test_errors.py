"""Disturbed cells, question by question: worked problems, and random ones against listing every model."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

import symcause
from symcause.boolean import BooleanProblem
from symcause.errors import ProblemError
from symcause.families.boolean.space.noise_space import ErringSpace
from symcause.families.boolean.space.space_choice import open_space
from symcause.testing import Case, VersionSpaceConformance
from tests.boolean.space.test_disturbed import every_model, noisy_problem
from tests.evidence.facts import ALL, XOR, document

ONE = {"roots": ["A"], "max_parents": 1}
COPY = {"roots": ["A"], "mechanisms": {"B": "A"}}


def world(id: str, targets: list[str], rows: list[str], mode: str = "constant") -> dict[str, Any]:
    return {"id": id, "split": "train", "mode": mode, "targets": targets, "rows": rows}


def with_world(problem: dict[str, Any], more: dict[str, Any]) -> dict[str, Any]:
    return problem | {"worlds": [*problem["worlds"], more]}


F05 = with_world(
    document("f05", "ABC", ["000"] * 3 + ["111"] * 3 + ["011", "100"], errors=2, **ONE),
    world("w1", ["B"], ["011"]),
)
F06 = document("f06", "AB", ["00", "11", "10", "10"], errors=2, gold=COPY, **ONE)
TWO = {"roots": ["A", "B"]}

# problem, verdict, spectrum, best (errors, count), margin (value, of, by variable)
FACTS: dict[str, tuple[dict[str, Any], str, list[int], tuple[int, int], tuple[Any, ...]]] = {
    "every function of two": (
        document("f01", "ABC", ALL, errors=2, **TWO),
        *("ambiguous", [1, 4, 6], (0, 1), (1, "best", {"C": 1})),
    ),
    "one disturbed cell": (
        document("f02", "ABC", [*ALL, "111"], **TWO),
        *("inconsistent", [0], (1, 2), (0, "best", None)),
    ),
    "the same with one error": (
        document("f03", "ABC", [*ALL, "111"], errors=1, **TWO),
        *("ambiguous", [0, 2], (1, 2), (0, "best", None)),
    ),
    "the margin of a unique problem": (
        document("f04", "ABC", ALL * 2, gold=XOR, **TWO) | {"format": "symcause.boolean/1"},
        *("unique", [1], (0, 1), (2, "gold", {"C": 2})),
    ),
    "less than of every variable": (
        *(F05, "unique", [0, 0, 1], (2, 1), (1, "best", {"B": 2, "C": 3})),
    ),
    "gold that is not best": (*(F06, "ambiguous", [0, 1, 2], (1, 1), (-1, "gold", {"B": -1})),),
    "gold beyond the errors": (
        *(F06 | {"errors": 1}, "invalid", [0, 1], (1, 1), (-1, "gold", {"B": -1})),
    ),
    "targets are never disturbed": (
        with_world(
            document("f08", "ABC", ["000", "111"], errors=1, **ONE),
            world("w1", ["B"], ["010", "101"], "assigned"),
        ),
        *("ambiguous", [2, 2], (0, 2), (0, "best", None)),
    ),
    "hidden roots": (
        with_world(
            document("f09", "ABC", ALL, setting="hidden-roots", root_count=2, errors=1),
            world("w1", ["C"], ["001"]),
        ),
        *("ambiguous", [1, 8], (0, 1), (1, "best", {"C": 1})),
    ),
    "ordered": (
        document(
            *("f10", "ABC", ["000", "011", "110", "111"]),
            **{"setting": "ordered", "order": ["A", "B", "C"], "roots": ["A"], "errors": 1},
        ),
        *("inconsistent", [0, 0], (2, 8), (0, "best", None)),
    ),
}


@pytest.mark.parametrize("name", FACTS)
def test_worked_problems(name: str) -> None:
    filed, verdict, spectrum, best, (value, of, variables) = FACTS[name]
    problem = symcause.problem(filed)
    assert isinstance(problem, BooleanProblem)
    found = symcause.audit(problem)
    assert (found.verdict, found.count) == (verdict, sum(spectrum))
    assert found.spectrum is not None and found.best is not None and found.margin is not None
    assert [(level.errors, level.count) for level in found.spectrum] == list(enumerate(spectrum))
    assert (found.best.errors, found.best.count) == best
    margin = found.margin
    assert (margin.value, margin.of, margin.variables) == (value, of, variables)
    assert symcause.count(problem).spectrum == found.spectrum
    assert margin.second is not None and margin.cells is not None
    assert margin.second.disturbed == len(margin.cells)


def test_answers_are_right_within_the_errors() -> None:
    problem = symcause.problem(F05)
    for mechanisms, wrong, right in (
        ({"B": "A", "C": "B"}, 2, True),
        ({"B": "C", "C": "A"}, 3, False),
    ):
        found = symcause.check(problem, json.dumps({"mechanisms": mechanisms})).to_dict()
        told = [
            found[name] for name in ("disturbed", "within", "train_exact", "in_class", "unique")
        ]
        assert told == [wrong, right, False, right, True if right else None]
        assert found["right"] is right
        row = {
            "instanceId": "f05",
            "model": "m",
            "response": json.dumps({"mechanisms": mechanisms}),
        }
        assert symcause.score([problem], [row]).lines[0]["right"] is right
        strict = symcause.check(problem, json.dumps({"mechanisms": mechanisms}), errors=0)
        assert strict.right is False


def test_fewest_cells_come_before_short_mechanisms() -> None:
    assert symcause.solve(symcause.problem(FACTS["one disturbed cell"][0])).status == "inconsistent"
    for filed, cells, mechanisms in (
        (FACTS["the same with one error"][0], 1, None),
        (F05, 2, {"B": "A", "C": "B"}),
        (F06, 1, {"B": "(xor A A)"}),
    ):
        found = symcause.solve(symcause.problem(filed)).to_dict()
        assert (found["status"], found["disturbed"], found["optimal"]) == ("solved", cells, True)
        assert mechanisms in (None, found["mechanisms"])


def test_score_says_how_many_cells_answers_and_gold_disturb() -> None:
    def row(model: str, mechanism: str) -> dict[str, str]:
        text = json.dumps({"mechanisms": {"B": mechanism}})
        return {"instanceId": "f06", "model": model, "response": text}

    rows = [
        row("copy", "A"),
        row("zero", "(xor A A)"),
        row("not", "(not A)"),
        row("odd", "(nor A)"),
    ]
    found = symcause.score([symcause.problem(F06)], rows)
    columns = ("disturbed", "within", "gold_disturbed", "right", "train_exact")
    assert [[line[name] for name in columns] for line in found.lines] == [
        [2, True, 2, True, False],
        [1, True, 2, True, False],
        [2, True, 2, True, False],
        [None, None, 2, False, False],
    ]
    told = next(table for table in found.tables if table.key == "disturbed")
    assert told.columns[2:] == ("n", "Within", "Right", "Disturbed | valid", "Gold disturbed")
    assert len(told.rows) == 4
    exact = symcause.problem(F06 | {"errors": 0})
    line = symcause.score([exact], rows[:1]).lines[0]
    assert not {"disturbed", "within", "gold_disturbed"} & line.keys()


def test_alternatives_show_their_cells() -> None:
    problem = symcause.problem(FACTS["the margin of a unique problem"][0])
    assert symcause.alternatives(problem, errors=1).alternatives == ()
    found = symcause.alternatives(problem, errors=2).alternatives
    assert len(found) == 4
    assert all(part.disturbed == len(part.cells) == 2 for part in found)


def test_a_proof_without_disturbed_cells_is_none_of_the_problem_that_allows_them() -> None:
    problem = symcause.problem(FACTS["every function of two"][0])
    made = symcause.audit(problem, errors=0, certificate=True).certificate
    assert made is not None
    found = symcause.verify(problem, made)
    assert found.accepted and not found.as_stated
    assert "no disturbed cell; the problem states at most 2" in str(found.scope)


def test_more_errors_than_cells_are_all_of_them() -> None:
    problem = symcause.problem(F05)
    assert isinstance(problem, BooleanProblem)
    whole = symcause.count(problem, errors=1_000_000)
    assert whole.count == len(every_model(problem, 1))
    assert whole.spectrum is not None and len(whole.spectrum) == 17 + 1
    with pytest.raises(ProblemError, match="errors is more than any problem has cells"):
        symcause.problem(F05 | {"errors": 10**400})


class TestErringSpace(VersionSpaceConformance):
    """What every version space must do."""

    most_listed = 60

    def cases(self) -> Iterator[Case]:
        for seed in (1, 4, 6):
            problem, hypotheses = noisy_problem(random.Random(seed))
            bound = hypotheses.max_parents
            yield Case(replace(problem, max_parents=bound, errors=1 + seed % 2))

    def space(self, problem: BooleanProblem) -> ErringSpace:
        found = open_space(problem)
        assert isinstance(found, ErringSpace)
        return found

    def leaves_more(self, space: Any) -> bool:
        """A member that shows something else may have been disturbed."""
        return True
