"""Types of the core: what signatures leave open, by the syntax of the code, and what stays lazy."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import symcause
from symcause.audits.of_space.audit import AuditOfSpace
from symcause.audits.of_space.space_documents import SpaceAudit
from symcause.audits.of_space.space_question import OfSpace
from symcause.families.boolean.questions.solve import Solve

PACKAGE = Path(symcause.__file__).parent
CORE = (
    PACKAGE / "audits",
    PACKAGE / "episodes",
    *sorted(PACKAGE.glob("families/*/questions")),
    *sorted(PACKAGE.glob("families/*/audits")),
)
"""Folders whose functions say what they take and give."""

MOST = 10
"""Parameters and results in all of them together whose type may be left open."""


def annotations(tree: ast.AST) -> Iterator[ast.expr]:
    """What signatures say, of parameters and results."""
    for found in ast.walk(tree):
        if isinstance(found, ast.FunctionDef | ast.AsyncFunctionDef):
            taken = found.args
            every = (*taken.posonlyargs, *taken.args, *taken.kwonlyargs, taken.vararg, taken.kwarg)
            told = [one.annotation for one in every if one is not None]
            yield from (one for one in (*told, found.returns) if one is not None)


def leaves_open(annotation: ast.expr) -> bool:
    """Does a type contain ``Any``?"""
    return any(
        (isinstance(part, ast.Name) and part.id == "Any")
        or (isinstance(part, ast.Attribute) and part.attr == "Any")
        or (isinstance(part, ast.Constant) and "Any" in str(part.value).replace(".", " ").split())
        for part in ast.walk(annotation)
    )


def sources() -> Iterator[tuple[Path, str]]:
    for folder in CORE:
        for path in sorted(folder.rglob("*.py")):
            yield path, path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("annotation", "found"),
    [
        ("Any", True),
        ("dict[str, Any] | None", True),
        ("typing.Any", True),
        ("'Any'", True),
        ("AnyStr", False),
        ("object", False),
    ],
)
def test_what_is_left_open_is_told(annotation: str, found: bool) -> None:
    tree = ast.parse(f"def taken(one: {annotation}) -> int: ...")
    assert any(map(leaves_open, annotations(tree))) is found


def test_signatures_of_the_core_leave_at_most_ten_types_open() -> None:
    found = [
        f"{path.relative_to(PACKAGE)}:{one.lineno} {ast.unparse(one)}"
        for path, text in sources()
        for one in annotations(ast.parse(text))
        if leaves_open(one)
    ]
    assert len(found) <= MOST, "\n".join(found)


def test_no_complaint_about_a_type_is_silenced_in_the_core() -> None:
    assert [path.name for path, text in sources() if "type: ignore" in text] == []


def test_a_question_that_names_its_document_alone_leaves_the_rest_open() -> None:
    named = AuditOfSpace[SpaceAudit]
    assert len(named.__args__) == len(AuditOfSpace.__parameters__) == 4  # type: ignore[attr-defined]
    assert named.__origin__ is AuditOfSpace  # type: ignore[attr-defined]


def test_what_a_question_is_about_is_not_loaded_with_it() -> None:
    base = next(b for b in Solve.__orig_bases__ if issubclass(b.__origin__, OfSpace))  # type: ignore[attr-defined]
    document, *rest = base.__args__
    assert document.__name__ == "BooleanSolve"
    named = [one.__forward_arg__ for one in rest]
    assert named == ["BooleanProblem", "BooleanSpace", "BooleanSCM"]
