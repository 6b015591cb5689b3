"""``symcause solve`` and ``symcause alternatives``: keys, order, limits, what they differ from."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.scoring.check.checker import check
from symcause.formats.pools.problem_files import read_problem
from tests.cli.cases import ANSWERS, BOOLEAN, EXAMPLES, Document, Shell, dark, example, hard, write


def answer_of(document: Document, problem: BooleanProblem) -> str:
    answer = {"mechanisms": document["mechanisms"]}
    if problem.disclosure.roots is None:
        answer["roots"] = document["roots"]
    whole = {"alternative": answer} if problem.is_alternative_task else answer
    return json.dumps(whole)


@pytest.mark.few(9)
@pytest.mark.parametrize("prefer", ["ast", "parents", "uniform", "weighted"])
@pytest.mark.parametrize("name", BOOLEAN)
def test_solutions_explain_the_training_worlds(name: str, prefer: str, shell: Shell) -> None:
    path = EXAMPLES / f"{name}.json"
    problem = read_problem(path)
    assert isinstance(problem, BooleanProblem)
    code, document = shell.one("solve", path, "--prefer", prefer, "--seed", 7)
    assert (code, document["problem"], document["status"]) == (0, name, "solved")
    assert isinstance(document["optimal"], bool)
    assert document["optimal"] or prefer != "ast"
    assert isinstance(document["seconds"], float)
    result = check(problem, answer_of(document, problem))
    assert result.train_exact
    assert result.total_ast == document["total_ast"]
    if prefer in ("uniform", "weighted"):
        _, again = shell.one("solve", path, "--prefer", prefer, "--seed", 7)
        assert {**again, "seconds": 0} == {**document, "seconds": 0}


@pytest.mark.parametrize("name", ["ambiguous", "corner", "unique"])
def test_all_members_by_increasing_size(name: str, shell: Shell) -> None:
    path = EXAMPLES / f"{name}.json"
    problem = read_problem(path)
    assert isinstance(problem, BooleanProblem)
    _, document = shell.one("solve", path, "--all")
    members = document["members"]
    assert document["complete"] is True
    assert len(members) == shell.one("count", path)[1]["count"]
    sizes = [member["total_ast"] for member in members]
    assert sizes == sorted(sizes)
    assert sizes[0] == document["total_ast"]
    assert [m["optimal"] for m in members] == [size == sizes[0] for size in sizes]
    models = {check(problem, answer_of(member, problem)).scm for member in members}
    assert len(models) == len(members)
    assert None not in models


def test_a_limit_on_the_list(shell: Shell) -> None:
    path = EXAMPLES / "ambiguous.json"
    _, document = shell.one("solve", path, "--all", "--limit", 2)
    assert (len(document["members"]), document["complete"]) == (2, False)
    assert "add --all" in shell.refused("solve", path, "--limit", 2)
    _, text, _ = shell("solve", path, "--all", "--limit", 1)
    assert "1 member listed: there are more" in text
    _, text, _ = shell("solve", EXAMPLES / "unique.json", "--all")
    assert "1 member listed: all there are" in text


def test_no_member(tmp_path: Path, shell: Shell) -> None:
    code, document = shell.one("solve", EXAMPLES / "corner.json", "--max-parents", 1)
    assert (code, document["status"], document["mechanisms"]) == (1, "inconsistent", None)
    assert document["reason"]
    code, text, _ = shell("solve", EXAMPLES / "corner.json", "--max-parents", 1, "--all")
    assert code == 1
    assert text.splitlines()[1] == "No model of the class explains the training worlds."


def test_out_of_time(tmp_path: Path, shell: Shell, endless: None) -> None:
    path = write(tmp_path / "p.json", hard(25, max_parents=4))
    code, document = shell.one("solve", path, "--timeout", "0.01")
    assert (code, document["status"], document["optimal"]) == (3, "unknown", False)
    assert (document["stopped"], document["reason"]) == ("time", "time limit of 0.01 s")
    code, text, _ = shell("solve", path, "--timeout", "0.01")
    assert (code, text.count("time limit of 0.01 s")) == (3, 1)


# Alternatives.


@pytest.mark.few(3)
@pytest.mark.parametrize("name", BOOLEAN)
def test_alternatives_of_the_bundled_problems(name: str, shell: Shell) -> None:
    path = EXAMPLES / f"{name}.json"
    problem = read_problem(path)
    assert isinstance(problem, BooleanProblem)
    code, document = shell.one("alternatives", path, "--limit", 4)
    count = shell.one("count", path)[1]["count"]
    assert document["status"] == "exact"
    assert document["total"] == count - 1
    assert len(document["alternatives"]) == min(4, count - 1)
    assert code == (1 if count > 1 else 0)
    reference = problem.reference_scm or problem.gold_scm
    changes = []
    for found in document["alternatives"]:
        result = check(problem, answer_of(found, problem))
        assert result.train_exact
        assert result.scm != reference
        changes.append(len(found["changed"]))
        assert set(found["changed"]) == set(result.scm.changed(reference))
    assert changes == sorted(changes)


def test_against_an_answer(tmp_path: Path, shell: Shell) -> None:
    path = EXAMPLES / "ambiguous.json"
    other = ANSWERS / "ambiguous.other.json"
    mine = json.loads(other.read_text())["mechanisms"]
    _, document = shell.one("alternatives", path, "--against", other, "--limit", 3)
    assert document["total"] == 22
    for found in document["alternatives"]:
        for name in found["changed"]:
            assert found["mechanisms"][name] != mine[name]
    gold = shell.one("alternatives", path, "--against", "gold")[1]
    assert gold | {"asked": None} == shell.one("alternatives", path)[1] | {"asked": None}
    prose = tmp_path / "answer.txt"
    prose.write_text(f"I think it is\n{other.read_text()}\nbecause.")
    _, again = shell.one("alternatives", path, "--against", prose, "--limit", 3)
    assert again | {"asked": None} == document | {"asked": None}


def test_against_a_model_outside_the_class(shell: Shell) -> None:
    """Then every member is an alternative."""
    wrong = ANSWERS / "unique.wrong.json"
    code, document = shell.one("alternatives", EXAMPLES / "unique.json", "--against", wrong)
    assert (code, document["total"]) == (1, 1)
    assert document["alternatives"][0]["mechanisms"]["X4"] == "(or X1 (not X3))"


def test_nothing_to_differ_from(tmp_path: Path, shell: Shell) -> None:
    bare = write(tmp_path / "p.json", example("unique", gold=None))
    assert "neither reference nor gold" in shell.refused("alternatives", bare)
    assert "has no gold" in shell.refused("alternatives", bare, "--against", "gold")
    assert "has no reference" in shell.refused(
        "alternatives", EXAMPLES / "unique.json", "--against", "reference"
    )
    gold = {**example("unique")["gold"]["mechanisms"], "X3": "X5"}
    cyclic = write(tmp_path / "q.json", example("unique", gold={"mechanisms": gold}))
    assert "gold is illegal: cycle" in shell.refused("alternatives", cyclic)
    assert "no such file" in shell.refused(
        "alternatives", EXAMPLES / "unique.json", "--against", tmp_path / "missing.json"
    )
    refusal = ANSWERS / "ordered.refusal.txt"
    assert "--against: not a valid answer: extracted_json" in shell.refused(
        "alternatives", EXAMPLES / "unique.json", "--against", refusal
    )


def test_standard_input_only_once(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "standard input is used twice" in shell.refused("alternatives", "-", "--against", "-")
    answer = (ANSWERS / "ambiguous.other.json").read_bytes()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(answer)))
    _, document = shell.one("alternatives", EXAMPLES / "ambiguous.json", "--against", "-")
    assert document["against"]["X4"] == "(or X1 (not X2))"


def test_the_text_is_a_diff(shell: Shell) -> None:
    path = EXAMPLES / "corner.json"
    _, text, _ = shell("alternatives", path, "--limit", 1)
    assert text == (
        "corner · hidden-order\n"
        "7 other models explain the training worlds in the class: "
        "at most 4 causes each, as the problem states; the nearest:\n"
        "\n"
        "Alternative 1\n"
        "  1 of 4 mechanisms changed\n"
        "  X5\n"
        "    - (iff (and X3 X6) (or X4 X7))\n"
        "    + (iff (and X3 X6) (or X4 X7) (iff X3 X6))\n"
        "    differs at X3=0 X4=0 X6=0 X7=0 (- 1, + 0)\n"
        "  experiment: do(X1=0), differs in 25.0% of root contexts\n"
        "  witness: with roots X1=0 X4=0 X7=0 the models differ in X5 (- 1, + 0)\n"
    )


def test_several_targets(tmp_path: Path, shell: Shell) -> None:
    copies = dict.fromkeys("ABCD", "R")
    path = write(tmp_path / "p.json", dark(gold={"mechanisms": {**copies, "Y": "R"}}))
    _, single = shell.one("alternatives", path, "--limit", 1)
    assert single["alternatives"][0]["experiment"] is None
    assert single["alternatives"][0]["separable"] is False
    _, several = shell.one("alternatives", path, "--limit", 1, "--targets", 3)
    assert len(several["alternatives"][0]["experiment"]["assignments"]) in (2, 3)


def test_beyond_counting(tmp_path: Path, shell: Shell, request: pytest.FixtureRequest) -> None:
    """SAT still finds another explanation of a problem with forty variables."""
    problem = hard(36)
    path = write(tmp_path / "p.json", problem)
    mechanisms = shell.one("solve", path)[1]["mechanisms"]
    answer = write(tmp_path / "a.json", {"mechanisms": mechanisms})
    code, document = shell.one("alternatives", path, "--against", answer)
    assert (code, document["status"], document["total"]) == (1, "unknown", None)
    assert "not the nearest" in document["reason"]
    found = document["alternatives"][0]
    result = check(read_problem(path), json.dumps({"mechanisms": found["mechanisms"]}))
    assert result.train_exact
    assert found["changed"]
    request.getfixturevalue("endless")
    code, document = shell.one("alternatives", path, "--against", answer, "--timeout", "0.0001")
    assert (code, document["alternatives"], document["total"]) == (3, [], None)
    assert document["reason"] == "time limit of 0.0001 s"
