"""Boolean counts as theorems: the kernel, the extracted checker, Coq and brute force say the same."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest

from benchmarks.problems import make_problem
from symcause.cli.main import main
from symcause.errors import UsageError
from symcause.families.boolean.certify.count_builder import build_count
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.verifier.exports.proof_statement import statement
from symcause.families.boolean.verifier.kernel import verify
from symcause.formats.pools.problem_files import read_problem
from symcause.models.disclosure import Setting
from tests.amounts import amount
from tests.boolean.certificate_cases import cases, counted, plain, unique_by_count
from tests.boolean.proof_cases import stated
from tests.cli.cases import EXAMPLES
from tests.proof_checker import REFUSED, ask, compiles


@pytest.mark.proof
def test_boolean_counts_are_what_brute_force_says() -> None:
    seen, right, wrong = Counter[str](), [], []
    for problem, hypothesis, members in cases(90, amount(60, 300)):
        document = plain(counted(problem, hypothesis))
        assert document["claim"]["count"] == len(members)
        assert verify(problem, document).accepted
        right.append(statement(problem, document))
        seen["count"] += 1
        if len(members) == 1:
            right.append(statement(problem, plain(unique_by_count(problem, hypothesis, *members))))
            seen["unique"] += 1
        elif members:
            lie = plain(unique_by_count(problem, hypothesis, members[0]))
            assert not verify(problem, lie).accepted
            wrong.append(statement(problem, lie))
            lie = plain(counted(problem, hypothesis)) | {"claim": {"name": "inconsistent"}}
            assert not verify(problem, lie).accepted
            wrong.append(statement(problem, lie))
            seen["false verdict"] += 1
        else:
            none = plain(counted(problem, hypothesis)) | {"claim": {"name": "inconsistent"}}
            assert verify(problem, none).accepted
            right.append(statement(problem, none))
            seen["inconsistent"] += 1
        for number in {len(members) + 1, abs(len(members) - 1), 2 * len(members) + 3}:
            lie = plain(counted(problem, hypothesis)) | {
                "claim": {"name": "count", "count": number}
            }
            assert not verify(problem, lie).accepted
            wrong.append(statement(problem, lie))
        for weaker in Setting:
            if weaker.rank < problem.setting.rank:
                continue
            said = stated(problem, document | {"setting": str(weaker)})
            whole = counted(problem, hypothesis, weaker) if said else None
            if said and whole and whole.claim.count != len(members):
                wrong.append(said)
                seen["setting"] += 1
    assert all(accepted for accepted, _ in ask(right))
    assert not any(accepted for accepted, _ in ask(wrong))
    assert min(seen[k] for k in ("unique", "inconsistent", "false verdict", "setting")) > 4, seen


@pytest.mark.few(1)
@pytest.mark.proof
@pytest.mark.parametrize("setting", list(Setting))
def test_a_generated_problem_has_its_number(setting: Setting, tmp_path: Path) -> None:
    problem = make_problem(7, 2, 2, 8, 1, setting, seed=7)
    document = plain(build_count(problem, HypothesisClass(2)))
    number = document["claim"]["count"]
    assert number > 500
    said = statement(problem, document)
    done = compiles(said.theorem, tmp_path)
    assert done.returncode == 0 and done.stdout == "Closed under the global context\n", done.stderr
    lie = said.theorem.replace(f"{number}%Z", f"{number - 1}%Z")
    assert lie != said.theorem and REFUSED in compiles(lie, tmp_path).stderr


def test_bounded_writing_is_not_counted() -> None:
    problem = make_problem(5, 2, 2, 8, 1, Setting.HIDDEN_ORDER, seed=7)
    document = plain(build_count(problem, HypothesisClass(2)))
    document["class"]["max_ast"] = 5
    with pytest.raises(UsageError, match="writing"):
        statement(problem, document)


@pytest.mark.proof
def test_what_the_command_writes_is_a_theorem(tmp_path: Path) -> None:
    """The kernel, the extracted checker and Coq agree, on the number and on forged ones."""
    for name in ("ambiguous", "hidden-roots"):
        path, held = EXAMPLES / f"{name}.json", tmp_path / "c.json"
        with suppress(SystemExit):
            main(["count", str(path), "--certificate", str(held)])
        problem, document = read_problem(path), json.loads(held.read_text())
        assert isinstance(problem, BooleanProblem)
        number = document["claim"]["count"]
        for claimed in (number, number + 1, number - 1, 0):
            claim = {"name": "count", "count": claimed} if claimed else {"name": "inconsistent"}
            told, right = document | {"claim": claim}, claimed == number
            said = statement(problem, told)
            assert verify(problem, told).accepted is right
            assert [accepted for accepted, _ in ask([said])] == [right]
            assert (compiles(said.theorem, tmp_path).returncode == 0) is right
