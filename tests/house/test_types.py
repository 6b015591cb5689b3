"""Types of the core: what signatures leave open, by the syntax of the code, and what stays lazy."""

from __future__ import annotations

import ast
import re
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


RECEIVERS = re.compile(r"(space|problem|document)s?")
"""Names of what a caller asks: where its type is open, a renamed method is found when it is too late."""


def open_receivers(tree: ast.AST) -> Iterator[ast.arg | ast.AnnAssign]:
    """Parameters, fields and local names for spaces, problems and documents that may be anything."""
    for node in ast.walk(tree):
        match node:
            case ast.arg(arg=name, annotation=ast.Name("Any")) if RECEIVERS.fullmatch(name):
                yield node
            case ast.AnnAssign(ast.Name(name), ast.Name("Any")) if RECEIVERS.fullmatch(name):
                yield node


@pytest.mark.parametrize(
    ("code", "number"),
    [
        ("def asked(problem: Any, spaces: Any) -> int: ...", 2),
        ("def asked(problem: Problem, size: Any) -> int: ...", 0),
        ("class Posed:\n    problem: Any = None", 1),
        ("def asked() -> None:\n    space: Any = opened()", 1),
        ("def asked(space: Members[Any]) -> int: ...", 0),
    ],
)
def test_open_receivers_are_told(code: str, number: int) -> None:
    assert len(list(open_receivers(ast.parse(code)))) == number


def test_spaces_problems_and_documents_have_types_in_the_whole_package() -> None:
    """What is left: two spaces that are opened anew, and a key of other people's files."""
    left = [
        f"{path.relative_to(PACKAGE)}:{one.lineno}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for one in open_receivers(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert len(left) <= MOST, "\n".join(left)
