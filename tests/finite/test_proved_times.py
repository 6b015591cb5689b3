"""What theorems about numbers of members take of a processor, and that they are the kernel's numbers."""

from __future__ import annotations

import resource
from pathlib import Path
from random import Random
from typing import Any

import pytest

from symcause.families.finite.files.document import read_finite
from symcause.families.finite.problem.problem import FiniteProblem
from symcause.families.finite.verifier.certificate_question import CertifiedQuestion
from symcause.families.finite.verifier.class_functions import ClassFunctions
from symcause.families.finite.verifier.member_list import counted_members
from tests.finite.proof_cases import stated
from tests.proof_checker import REFUSED, ask, compiles


def _problem(number: int, values: int, most: int, rows: int, group: int) -> FiniteProblem:
    """Hidden order, two roots; a variable depends on those just before it in its group."""
    rng = Random(1)
    names = [f"X{i}" for i in range(number)]
    outputs: dict[tuple[object, ...], int] = {}
    shown = []
    for _ in range(rows):
        row: list[int] = []
        for i in range(number):
            near = [row[j] for j in range(max(0, i - most), i) if j // group == i // group]
            free = rng.randrange(values)
            row.append(free if i < 2 else outputs.setdefault((i, *near), free))
        shown.append(row)
    own: dict[str, Any] = {"functions": "any", "max_parents": most}
    if group < number:
        own["variables"] = {
            v: {"functions": "any", "candidates": _near(names, i, group)}
            for i, v in enumerate(names)
            if i > 1
        }
    return read_finite(
        {
            "format": "symcause.finite/1",
            "id": "large",
            "variables": [{"name": v, "values": list(range(values))} for v in names],
            "setting": "hidden-order",
            "roots": names[:2],
            "class": own,
            "worlds": [{"id": "w0", "rows": shown}],
        }
    )


def _near(names: list[str], i: int, group: int) -> list[str]:
    """The others of the same group."""
    return [u for j, u in enumerate(names) if j // group == i // group and j != i]


def _number(problem: FiniteProblem) -> int:
    """What the kernel counts."""
    question = CertifiedQuestion(problem)
    return counted_members(question, ClassFunctions(question))


def _took(theorem: str, folder: Path) -> tuple[bool, float]:
    """Does it compile, and how many seconds of a processor does that take?"""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = compiles(theorem, folder)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.returncode == 0 or REFUSED in done.stderr
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return done.returncode == 0, spent


@pytest.mark.proof
@pytest.mark.parametrize(
    ("number", "values", "most", "rows", "group", "bound"),
    [
        pytest.param(10, 2, 4, 30, 10, 5, id="ten, four parents"),
        pytest.param(12, 2, 3, 20, 12, 10, id="twelve, three parents"),
        pytest.param(10, 3, 2, 9, 10, 1, id="ten of three values"),
        pytest.param(18, 2, 2, 20, 6, 3, id="eighteen in three groups"),
    ],
)
def test_a_large_number_is_soon_a_theorem(
    number: int, values: int, most: int, rows: int, group: int, bound: float, tmp_path: Path
) -> None:
    """*bound*: seconds beyond those of a file that has next to nothing to evaluate."""
    problem = _problem(number, values, most, rows, group)
    counted = _number(problem)
    assert counted > 10**16
    said = stated(problem, "count", "recursion", count=counted)
    wrong = stated(problem, "count", "recursion", count=counted + 1)
    assert [accepted for accepted, _ in ask([said, wrong])] == [True, False]
    small = _problem(3, 2, 1, 1, 3)
    least = stated(small, "count", "recursion", count=_number(small))
    compiled, spent = _took(said.theorem, tmp_path)
    begun, start = _took(least.theorem, tmp_path)
    assert compiled and begun and spent - start < bound, (
        f"{spent:.1f} s, {start:.1f} s of them always"
    )
    assert not _took(wrong.theorem, tmp_path)[0]
