"""What the page of a checked answer is made of: wrong cells, what differs, and the finding in words."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from symcause.audits.question import ask
from symcause.families.boolean.documents.check_document import BooleanCheck
from symcause.families.boolean.documents.question_results import AlternativePart
from symcause.families.boolean.models.worlds import Split
from symcause.families.boolean.problem.mechanism_answers import Answer
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.report.view import view
from symcause.formats.pools.problem_files import read_problem
from symcause.models.expressions import spell
from tests.scoring.cases import GOLD, demo, mechanisms, plain_run, random_problem

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"


def checked(problem: object, answer: str) -> BooleanCheck:
    found = ask("check", problem, answer=answer)
    assert isinstance(found, BooleanCheck)
    return found


def said(answer: Answer) -> str:
    return json.dumps({"mechanisms": {v: spell(e) for v, e in answer.mechanisms.items()}})


def plainly_wrong(problem: BooleanProblem, answer: Answer) -> list[list[int]]:
    """Row by row, with the plain evaluator of the tests."""
    assert problem.disclosure.roots is not None
    found = []
    for w, world in enumerate(problem.worlds):
        for r, row in enumerate(world.rows):
            observed = {v: bit == "1" for v, bit in zip(problem.variables, row, strict=True)}
            given = plain_run(answer, problem.disclosure.roots, observed, world.targets)
            found += [
                [w, r, i]
                for i, v in enumerate(problem.variables)
                if v in answer.mechanisms and v not in world.targets and given[v] != observed[v]
            ]
    return found


@pytest.mark.parametrize("seed", range(12))
def test_wrong_cells_are_those_of_a_plain_run(seed: int) -> None:
    problem, answers = random_problem(seed)
    for answer in answers:
        document = checked(problem, said(answer))
        if not document.valid:
            continue
        shown = view(document, problem)
        assert shown is not None and shown["wrong"] == plainly_wrong(problem, answer)
        wrong: Any = shown["wrong"]
        for key, split in (("train", Split.TRAIN), ("heldout", Split.HELDOUT)):
            failed = {w for w, _, _ in wrong if problem.worlds[w].split is split}
            part = document.replayed.get(key)
            assert len(failed) == (0 if part is None else part.worlds - part.exact_worlds)
        same = document.mechanisms is not None and answer.mechanisms == answers[0].mechanisms
        if same:
            assert document.beside is None and shown["differing"] == []
        elif isinstance(document.beside, AlternativePart):
            places = [problem.variables.index(v) for v in document.beside.changed]
            assert shown["differing"] == places != []


def test_gold_stands_beside_another_answer_with_an_experiment_that_tells_them_apart() -> None:
    problem = read_problem(EXAMPLES / "ambiguous.json")
    assert isinstance(problem, BooleanProblem)
    answer = (EXAMPLES / "answers" / "ambiguous.other.json").read_text()
    document = checked(problem, answer)
    beside, gold = document.beside, problem.gold_scm
    assert isinstance(beside, AlternativePart) and gold is not None and document.mechanisms
    assert beside.experiment is not None and beside.witness is not None
    own = mechanisms(document.mechanisms)
    roots: Any = beside.witness.root_assignment
    done = {v: bool(bit) for v, bit in beside.experiment.assignments.items()}
    given = {v: bool(bit) for v, bit in roots.items()} | done
    assert problem.gold is not None
    states = [plain_run(m, gold.roots, given, tuple(done)) for m in (own, problem.gold)]
    differences: Any = beside.witness.differences
    told = {(d.variable, d.reference, d.alternative) for d in differences}
    assert told == {
        (v, int(a), int(states[1][v])) for v, a in states[0].items() if a != states[1][v]
    }
    shown = view(document, problem)
    assert shown is not None
    assert shown["headline"] == "Explains every training world, fails in 1 of 2 held-out worlds"
    assert str(shown["sentence"]).startswith("X4 and X5 differ from gold. 22 other models explain")
    graph = str(shown["graph"])
    assert graph.count("edge plain missing") == 3 and graph.count("edge plain extra") == 3


@pytest.mark.parametrize(
    ("problem", "answer", "headline"),
    [
        ("unique", "unique.good", "Right: only this model explains every training world"),
        (
            "ambiguous",
            "ambiguous.good",
            "Right, but so far a guess: 22 other models explain as much",
        ),
        ("ordered", "ordered.wrong", "Wrong in 4 of 6 training worlds"),
        ("alternative", "alternative.good", "Right: another explanation, and what tells it apart"),
        (
            "alternative",
            "alternative.same",
            "The same functions as the reference: no other explanation",
        ),
    ],
)
def test_the_headline_is_the_finding(problem: str, answer: str, headline: str) -> None:
    asked = read_problem(EXAMPLES / f"{problem}.json")
    assert isinstance(asked, BooleanProblem)
    shown = view(checked(asked, (EXAMPLES / f"answers/{answer}.json").read_text()), asked)
    assert shown is not None and shown["headline"] == headline


def test_disturbed_and_unobserved_cells() -> None:
    """A flipped training cell is tolerated where one may be; a hole is neither right nor wrong."""
    problem = demo()
    world = problem.worlds[0]
    v = next(v for v in GOLD if not any(v in text for text in GOLD.values()))
    assert v not in world.targets
    at = problem.variables.index(v)
    row = world.rows[0]
    flipped = row[:at] + ("0" if row[at] == "1" else "1") + row[at + 1 :]
    noisy = replace(world, rows=(flipped, *world.rows[1:]))
    asked = replace(problem, worlds=(noisy, *problem.worlds[1:]), errors=1)
    answer = json.dumps({"mechanisms": GOLD})
    document = checked(asked, answer)
    shown = view(document, asked)
    assert document.within and shown is not None and shown["tolerated"] is True
    wrong: Any = shown["wrong"]
    assert len(wrong) == document.disturbed == 1 and wrong[0] == [0, 0, at]
    facts: Any = shown["facts"]
    assert ["disturbed training cells", "1"] in facts
    strict = replace(asked, errors=0)
    shown = view(checked(strict, answer), strict)
    assert shown is not None and shown["tolerated"] is False
    assert str(shown["headline"]).startswith("Wrong in 1 of ")
    hidden = replace(world, rows=(row[:at] + "?" + row[at + 1 :], *world.rows[1:]))
    holed = replace(problem, worlds=(hidden, *problem.worlds[1:]))
    shown = view(checked(holed, answer), holed)
    assert shown is not None and shown["wrong"] == []


def test_what_is_no_model_is_drawn_as_far_as_it_came() -> None:
    problem = demo()
    for answer, told in (
        ("nothing", "Not valid: there is no JSON object"),
        ('{"mechanisms": {"X3": "(nand X1 X2)"}}', "Not valid: mechanisms are missing or too many"),
    ):
        shown = view(checked(problem, answer), problem)
        assert shown is not None and shown["headline"] == told and shown["main"]


def test_an_abstention_is_drawn_by_what_is_left_open() -> None:
    problem = demo()
    document = checked(problem, '{"cannot_tell": true}')
    asked = ask("audit", problem)
    assert document.edges_left == asked.to_dict()["edges"]
    shown = view(document, problem)
    assert shown is not None and shown["kind"] == "abstained"
    assert shown["edges"] == view(asked, problem)["edges"]  # type: ignore[arg-type,index]
