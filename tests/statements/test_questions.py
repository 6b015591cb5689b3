"""The questions about statements: exit codes, answers, prompts, the generator, scores."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from symcause.audits.question import ask
from symcause.families.statements.files.document import read_statements, write_statements
from symcause.families.statements.problem.problem import Statement, StatementsProblem
from symcause.families.statements.scoring.answer_text import heard, read_answer
from symcause.families.statements.scoring.grader import grader
from symcause.families.statements.space.statement_space import StatementSpace, open_space
from symcause.formats.datasets.dataset_manifest import PROBLEMS
from symcause.models.dags import DAG
from symcause.testing import Case, VersionSpaceConformance
from tests.cli.cases import Shell
from tests.statements.cases import of_dag, problem
from tests.statements.second import by_independences, triples

CHAIN = of_dag("AB BC", 3, "parent", "AB")
COLLIDER = of_dag("AC BC", 3, "parent", "AC")


class TestStatementSpace(VersionSpaceConformance):
    def cases(self) -> list[Case]:
        rng = Random(3)
        found = []
        for size in (3, 4):
            known = sorted(by_independences(size), key=sorted)
            found += [Case(problem(size, stated)) for stated in rng.sample(known, 6)]
            yes, no = (rng.sample(triples(size), 2) for _ in range(2))
            no = [triple for triple in no if triple not in yes]
            few = problem(size, yes[:1], dependent=no[:1], complete=False)
            more = problem(size, yes[:1], dependent=no, complete=False)
            found.append(Case(few, more))
        return [*found, Case(problem(5, ())), Case(problem(3, [triples(3)[0], triples(3)[1]]))]

    def space(self, problem: StatementsProblem) -> StatementSpace:
        return open_space(problem)

    def outsiders(self, problem: StatementsProblem) -> list[DAG]:
        names = problem.variables
        return [DAG(names), DAG.of([(names[0], names[1])], nodes=names), DAG.of([("Q", "R")])]

    def size(self, model: DAG) -> int:
        return len(model.edges)

    def beyond_reach(self) -> StatementsProblem:
        return problem(7, (), complete=False)


@pytest.mark.parametrize(
    ("asked", "answer", "code", "right", "support"),
    [
        (COLLIDER, "yes", 0, True, "justified"),
        (COLLIDER, "no", 1, False, "refuted"),
        (COLLIDER, '{"cannot_tell": true}', 1, None, "premature"),
        (CHAIN, "Yes.", 1, False, "unsupported"),
        (CHAIN, "No, it does not follow.", 0, True, "unsupported"),
        (CHAIN, "I cannot tell.", 0, None, "justified"),
        (CHAIN, "perhaps", 1, False, None),
        (problem(3, [triples(3)[2], triples(3)[3]]), "yes", 3, None, None),
    ],
)
def test_answers(
    asked: StatementsProblem, answer: str, code: int, right: bool | None, support: str | None
) -> None:
    found: Any = ask("check", asked, answer=answer)
    assert (found.code, found.right, found.support) == (code, right, support)


def test_an_abstention_may_prove_itself() -> None:
    edges = (["A->B", "B->C"], ["B->A", "B->C"])
    told = json.dumps({"cannot_tell": True, "alternatives": [{"edges": one} for one in edges]})
    found: Any = ask("check", CHAIN, answer=told)
    assert found.proved is True and found.support == "justified"
    same = json.dumps({"cannot_tell": True, "alternatives": [{"edges": edges[0]}] * 2})
    found = ask("check", CHAIN, answer=same)
    assert found.proved is False


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Yes", True),
        ("**No.**", False),
        ('Because of C:\n{"answer": "no"}', False),
        ('{"answer": "Yes"} and so on', True),
        ("It follows from the list.\nSo the answer is yes.", True),
        ("yes or no\nyes or no", None),
        ("Either yes or no", None),
        ("", None),
        ("No idea.", None),
    ],
)
def test_what_a_text_says(text: str, said: bool | None) -> None:
    assert read_answer(text) is said
    assert heard(text).claims is (said is not None)


def test_readings_are_an_option(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "complete.json"
    path.write_text(json.dumps(write_statements(of_dag("AB AC BC", 3, "ancestor", "AC"))))
    code, out, _ = shell("audit", path, "--reading", "strict", "--json")
    assert code == 0 and json.loads(out)["verdict"] == "impossible"
    code, _, err = shell("audit", path, "--reading", "direct")
    assert code == 2 and "ancestor has no such reading" in err and err.count("\n") == 1


def test_next_is_about_complete_statements(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "some.json"
    path.write_text(json.dumps(write_statements(problem(3, (), complete=False))))
    code, _, err = shell("next", path)
    assert code == 2 and "not complete" in err


def test_separate_takes_members_only(shell: Shell, tmp_path: Path) -> None:
    path, graph = tmp_path / "chain.json", tmp_path / "graph.json"
    path.write_text(json.dumps(write_statements(CHAIN)))
    for text, words in (
        ('{"edges": ["A->B", "C->B"]}', "no member"),
        ('{"edges": ["A->B", "B->A"]}', "cycle"),
        ('{"edges": ["A->Q"]}', "no such variable"),
        ("A causes B", "not a graph"),
    ):
        graph.write_text(text)
        code, _, err = shell("separate", path, graph, graph)
        assert code == 2 and words in err and err.count("\n") == 1


def test_members_of_two_classes_are_told_apart_by_a_triple() -> None:
    asked = problem(3, (), complete=False)
    found: Any = ask("separate", asked, first='{"edges": []}', second='{"edges": ["A->B"]}')
    assert found.experiment == {"observe": ["A", "B", []]}
    assert found.readings == ({"independent": True}, {"independent": False})


def test_solve_lists_members_by_edges() -> None:
    found: Any = ask("solve", problem(3, (), complete=False), everything=True)
    sizes = [len(part.edges) for part in found.members]
    assert found.status == "solved" and sizes == sorted(sizes) and len(sizes) == 25
    none: Any = ask("solve", problem(3, [triples(3)[2], triples(3)[3]]))
    assert none.status == "inconsistent" and none.code == 1


def test_a_search_that_is_bounded_still_proves_that_a_question_is_open() -> None:
    found: Any = ask("audit", problem(6, (), dependent=[triples(6)[0]], complete=False))
    assert (found.verdict, found.count, found.status) == ("open", None, "bounded")
    assert [part.holds for part in found.alternatives] == [True, False]
    made: Any = ask("audit", problem(6, (), complete=False), certificate=True)
    assert made.certificate["claim"]["name"] == "open"


def test_few_pairs_are_searched_through_whatever_their_number() -> None:
    """Six variables of which almost all pairs are stated independent."""
    apart = [t for t in triples(6) if not t[2] and t[:2] not in ((0, 1), (1, 2))]
    found: Any = ask("audit", problem(6, apart, complete=False))
    assert found.status == "exact" and found.count == 6  # of A - B - C: 9 less 3 chains and forks


def test_prompts_have_the_published_sentences() -> None:
    told: Any = ask("prompt", CHAIN)
    assert told.text.startswith(
        "Question: Suppose there is a closed system of 3 variables, A, B and C."
    )
    assert "Can we deduct the following: A directly causes B?" in told.text
    assert "cannot_tell" not in told.text
    open_: Any = ask("prompt", CHAIN, allow_abstain=True)
    assert '{"cannot_tell": true}' in open_.text and "acyclic" in open_.text


def test_the_generator_is_balanced_and_its_labels_are_right(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "pool.jsonl"
    assert shell("generate", "statements", "--count", 12, "--seed", 5, "--out", path)[0] == 0
    documents = [json.loads(line) for line in path.read_text().splitlines()]
    assert (
        sorted(d["gold"] for d in documents) == ["entailed"] * 4 + ["impossible"] * 4 + ["open"] * 4
    )
    _, out, _ = shell("audit", path, "--json")
    assert all(json.loads(line)["gold_right"] for line in out.splitlines())
    letters = {name for d in documents for name in d["variables"]}
    assert len(letters) > 12, "letters are drawn from the whole alphabet"


def test_siblings_share_their_premise(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "pool.jsonl"
    assert shell("generate", "statements", "--siblings", "--count", 5, "--out", path)[0] == 0
    found = [read_statements(json.loads(line)) for line in path.read_text().splitlines()]
    for one, other in zip(found[::2], found[1::2], strict=True):
        assert one.premise == other.premise and one.variables == other.variables
        assert one.hypothesis.relation == other.hypothesis.relation
        assert (one.gold == "open") != (other.gold == "open")


def test_scores_by_verdict_and_by_label(shell: Shell, tmp_path: Path) -> None:
    pool, answers = tmp_path / "pool.jsonl", tmp_path / "answers.jsonl"
    wrong = of_dag("AB AC AD BC BD", 4, "collider", "AB")
    items = [
        {**write_statements(wrong), "id": "w", "gold": 0},
        {**write_statements(CHAIN), "id": "c"},
    ]
    pool.write_text("".join(json.dumps(item) + "\n" for item in items))
    said = [("w", "yes"), ("c", '{"cannot_tell": true}')]
    lines = [{"instanceId": id, "model": "m", "response": text} for id, text in said]
    answers.write_text("".join(json.dumps(line) + "\n" for line in lines))
    code, out, err = shell("score", pool, answers, "--json")
    assert code == 0, err
    rows = [json.loads(line) for line in out.splitlines() if '"answer"' in line]
    first = next(row for row in rows if row.get("problem") == "w")
    assert first["right"] is True and first["published_right"] is False
    assert first["gold_right"] is False and first["support"] == "justified"


def test_a_certificate_grades_answers() -> None:
    open_, settled = grader(CHAIN, {"name": "open"}), grader(COLLIDER, {"name": "entailed"})
    assert open_ is not None and settled is not None
    assert "cannot_tell" in open_.oracle and read_answer(settled.oracle) is True
    assert settled.grade("yes").right is True and settled.grade("no").right is False
    assert open_.grade(open_.oracle).said.abstained and open_.grade("no").right is True
    assert grader(CHAIN, {"name": "inconsistent"}) is None and grader(CHAIN, {}) is None


def test_a_dataset_does_not_show_labels(shell: Shell, tmp_path: Path) -> None:
    pool, folder = tmp_path / "pool.jsonl", tmp_path / "data"
    shell("generate", "statements", "--count", 3, "--out", pool)
    code, _, err = shell("convert", pool, "--dataset", folder)
    assert code == 0, err
    shown = (folder / PROBLEMS).read_text()
    assert "gold" not in shown and "certificate" not in shown and shown.count("\n") == 3


def test_problems_say_what_they_are() -> None:
    assert str(Statement("A", "B", ("C",))) == "A, B | C"
    assert "case" in repr(CHAIN)
