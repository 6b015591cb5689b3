"""Numbers of members: the extracted checker, Coq, the kernel and listing say the same."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from symcause.cli.main import main
from symcause.errors import UsageError
from symcause.families.finite.certify.certificates import CertificateMaker
from symcause.families.finite.files.document_writer import write_finite
from symcause.families.finite.models.mechanism_class import FiniteClass
from symcause.families.finite.problem.problem import FiniteProblem
from symcause.families.finite.space.space_choice import open_space
from symcause.families.finite.verifier.certificate_question import CertifiedQuestion
from symcause.families.finite.verifier.class_functions import ClassFunctions
from symcause.families.finite.verifier.exports.proof_statement import statement
from symcause.families.finite.verifier.kernel import verify
from symcause.families.finite.verifier.member_list import counted_members
from symcause.kernel.acyclic_count import count_choices
from symcause.kernel.exports.theorem_file import Statement, Written
from symcause.mechanisms.tables.table_models import TableModel
from symcause.models.disclosure import Setting
from tests.amounts import amount
from tests.finite.proof_cases import (
    GRAMMARS,
    certificate,
    listed,
    random_any,
    random_spoken,
    stated,
)
from tests.finite.space_cases import problem as small
from tests.proof_checker import REFUSED, ask, compiles


def _numbers(problem: FiniteProblem, exchanged: bool = False) -> int:
    """What the kernel counts; with the weights of two variables exchanged, if there are two."""
    question = CertifiedQuestion(problem)
    local = ClassFunctions(question)
    if not exchanged:
        return counted_members(question, local)
    total = 0
    for roots in question.root_sets():
        names = problem.disclosure.endogenous(roots)
        tables = []
        for name in names:
            table = Counter[int]()
            for parents in question.parent_sets(name):
                mask = sum(1 << i for i, other in enumerate(names) if other in parents)
                table[mask] += local.number(name, parents)
            tables.append({mask: number for mask, number in table.items() if number})
        total += count_choices([*tables[1:], *tables[:1]], question.work)
    return total


def _other(problem: FiniteProblem, most: int) -> FiniteProblem:
    """The same problem in the class of another bound."""
    shared = replace(problem.model_class.shared, max_parents=most)
    return replace(problem, model_class=FiniteClass(shared))


@pytest.mark.proof
@pytest.mark.parametrize("declared", [False, True], ids=["all functions", "declared classes"])
def test_counts_of_random_problems_and_forged_ones(declared: bool) -> None:
    """Every true count is accepted by both, and no other number."""
    rng, seen = Random(17), Counter[str]()
    true, false = [], []
    wanted = amount(100, 300)
    while seen["true"] < wanted:
        problem = random_any(rng, declared)
        number = listed(problem)
        if number is None:
            continue
        assert verify(problem, certificate(problem, "count", "recursion", count=number)).accepted
        true.append(stated(problem, "count", "recursion", count=number))
        seen.update(["true", problem.setting, "none" if not number else "some"])
        most = problem.model_class.shared.max_parents
        assert most is not None
        forged = {
            "off by few": {number + 1, number + 2, abs(number - 1), 2 * number + 1, 3 * number + 4},
            "class": {_numbers(_other(problem, other)) for other in (0, most + 1)},
            "setting": {
                _numbers(replace(problem, disclosure=problem.disclosure.weakened(weaker)))
                for weaker in Setting
                if weaker.rank > problem.setting.rank and weaker is not Setting.BLOCK_ORDER
            },
            "weights": {_numbers(problem, exchanged=True)},
        }
        for what, numbers in forged.items():
            for other in numbers - {number}:
                document = certificate(problem, "count", "recursion", count=other)
                assert not verify(problem, document).accepted
                false.append(stated(problem, "count", "recursion", count=other))
                seen[what] += 1
    assert all(accepted for accepted, _ in ask(true))
    assert not any(accepted for accepted, _ in ask(false))
    assert (
        len(false) > (4 if declared else 6) * wanted
        and min(seen[setting] for setting in Setting) > wanted / 20
    )
    assert (
        min(seen[key] for key in ("none", "some", "class", "setting", "weights")) > wanted / 20
    ), seen


@pytest.mark.proof
def test_counts_of_grammars_and_forged_ones() -> None:
    """Functions that expressions of a size denote: the number of a second listing, and no other."""
    rng, seen = Random(23), Counter[str]()
    true, false = [], []
    wanted = amount(60, 150)
    while seen["true"] < wanted:
        problem = random_spoken(rng)
        number = listed(problem)
        if number is None:
            continue
        document = certificate(problem, "count", "recursion", count=number)
        assert verify(problem, document).accepted
        true.append(statement(problem, document))
        seen.update(["true", problem.id, "none" if not number else "some"])
        grammar = problem.model_class.shared.grammar
        assert grammar is not None
        shared = replace(
            problem.model_class.shared, grammar=replace(grammar, max_size=grammar.max_size - 2)
        )
        smaller = _numbers(replace(problem, model_class=FiniteClass(shared)))
        depth = replace(grammar, max_depth=grammar.max_depth and grammar.max_depth - 1)
        flatter = _numbers(
            replace(problem, model_class=FiniteClass(replace(shared, grammar=depth)))
        )
        forged = {number + 1, abs(number - 1), 2 * number + 1, smaller, flatter}
        for other in forged - {number}:
            lie = document | {"count": other}
            assert not verify(problem, lie).accepted
            false.append(statement(problem, lie))
        seen["size"] += smaller != number
        seen["depth"] += flatter != number
    assert all(accepted for accepted, _ in ask(true))
    assert not any(accepted for accepted, _ in ask(false))
    assert min(seen[key] for key in (*GRAMMARS, "some", "size", "depth")) >= wanted / 30, seen


@pytest.mark.few(1)
@pytest.mark.proof
@pytest.mark.parametrize(
    ("name", "told", "other"),
    [
        ("table", "biggest := 4", "biggest := 3"),
        ("deep", "deepest := (Some 3)", "deepest := (Some 2)"),
        ("matched", "matching := true", "matching := false"),
    ],
)
def test_a_count_of_a_grammar_is_a_theorem(
    name: str, told: str, other: str, tmp_path: Path
) -> None:
    declared = {"grammar": GRAMMARS[name][0], "max_parents": 2}
    problem = small([[0, 1, 2], [0, 1, 2], [2, 1, 0]], [[0, 2, 2]], declared)
    number = _numbers(problem)
    said = stated(problem, "count", "recursion", count=number)
    assert number > 2 and "kind := (Spoken G0 [" in said.theorem
    done = compiles(said.theorem, tmp_path)
    assert done.returncode == 0 and done.stdout == "Closed under the global context\n", done.stderr
    for old, new in ((f"{number}%Z", f"{number + 1}%Z"), (told, other)):
        lie = said.theorem.replace(old, new, 1)
        assert lie != said.theorem and REFUSED in compiles(lie, tmp_path).stderr


@pytest.mark.proof
def test_verdicts_are_proved_by_the_number() -> None:
    """Unique, inconsistent, ambiguous: what the kernel accepts is a theorem, and a false one is not."""
    rng, seen = Random(18), Counter[str]()
    right, wrong = [], []
    for i in range(amount(150, 400)):
        problem = random_any(rng, declared=bool(i % 2)) if i % 5 else random_spoken(rng)
        members = [m for m in islice(open_space(problem).members(), 2) if isinstance(m, TableModel)]
        made = CertificateMaker(problem, problem).verdict(members)
        document = json.loads(json.dumps(made.to_dict()))
        assert verify(problem, document).accepted
        right.append(statement(problem, document))
        seen[made.claim] += 1
        if made.claim == "ambiguous":
            first = made.models[0].to_dict()
            wrong.append(stated(problem, "unique", "listing", model=first))
            twice = {**document, "evidence": {**document["evidence"]}}
            twice["evidence"]["models"] = [document["evidence"]["models"][0]] * 2
            wrong.append(statement(problem, twice))
        elif made.claim == "unique":
            wrong.append(stated(problem, "inconsistent", "listing"))
    assert all(accepted for accepted, _ in ask(right))
    assert not any(accepted for accepted, _ in ask(wrong))
    assert min(seen[claim] for claim in ("unique", "inconsistent", "ambiguous")) > 4, seen


@pytest.mark.few(1)
@pytest.mark.proof
def test_a_count_is_a_theorem_and_another_number_is_not(tmp_path: Path) -> None:
    """Two, three and twelve values."""
    values = [[0, 1], [0, 1, 2], list(range(12))]
    rows = [[0, 0, 3], [1, 2, 11], [1, 0, 3]]
    problem = small(values, rows, {"functions": "any", "max_parents": 2})
    number = _numbers(problem)
    said = stated(problem, "count", "recursion", count=number)
    assert f"Theorem verdict : counts p {number}%Z." in said.theorem
    assert "numbers [] [[0; 0; 3]; [1; 2; 11]; [1; 0; 3]]" in said.theorem
    done = compiles(said.theorem, tmp_path)
    assert done.returncode == 0 and done.stdout == "Closed under the global context\n", done.stderr
    for old, new in (
        (f"{number}%Z", f"{number + 1}%Z"),
        ("(highs [1; 2; 11])", "(highs [1; 2; 10])"),
        ("(highs [1; 2; 11]) 2", "(highs [1; 2; 11]) 1"),
        ("[0; 1])", "[0])"),
    ):
        lie = said.theorem.replace(old, new, 1)
        assert lie != said.theorem
        assert REFUSED in compiles(lie, tmp_path).stderr, new


@pytest.mark.proof
def test_what_the_command_writes_is_a_theorem(tmp_path: Path) -> None:
    """The kernel, the extracted checker and Coq agree, on the number and on forged ones."""
    rng, many = Random(19), 0
    while many < 3:
        problem = random_any(rng, declared=bool(many))
        path, held = tmp_path / "p.json", tmp_path / "c.json"
        path.write_text(json.dumps(write_finite(problem)))
        with suppress(SystemExit):
            main(["count", str(path), "--certificate", str(held)])
        document = json.loads(held.read_text())
        number = document["count"]
        if not number:
            continue
        many += 1
        for claimed in (number, number + 1, number - 1):
            told, right = document | {"count": claimed}, claimed == number
            said = statement(problem, told)
            assert verify(problem, told).accepted is right
            assert [accepted for accepted, _ in ask([said])] == [right]
            assert (compiles(said.theorem, tmp_path).returncode == 0) is right


def test_what_the_proofs_do_not_cover_is_refused() -> None:
    declared = {"functions": ["threshold", "monotone"]}
    problem = small([[0, 1]] * 3, [[0, 0, 0], [1, 0, 1]], declared)
    with pytest.raises(UsageError, match="monotone"):
        stated(problem, "count", "recursion", count=1)


def test_tables_beyond_counting_are_refused() -> None:
    values = [list(range(60))] * 4
    problem = small(values, [[0, 0, 0, 1]], {"functions": "any", "max_parents": 3})
    with pytest.raises(UsageError, match="100,000 cells"):
        stated(problem, "count", "recursion", count=1)


def test_a_class_of_all_functions_is_stated_without_rules() -> None:
    """What roots may have for parents says nothing: they have no mechanism."""
    for functions, plain in (("any", True), ("parity", False)):
        problem = small([[0, 1]] * 3, [[0, 0, 0], [1, 0, 1]], {"functions": functions})
        assert (stated(problem, "count", "recursion", count=1).rules is None) is plain


def test_every_model_of_a_statement_is_asked_for_its_text() -> None:
    written = Written(language=7, texts=(8, 9))
    said = Statement("ambiguous", "boolean", "0", ("A",), (1,), (2, 3), (), written=written)
    assert [line for line in said.questions if line.startswith("written")] == [
        "written 1 7 2 8",
        "written 1 7 3 9",
    ]
