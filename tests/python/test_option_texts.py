"""Docstrings of public functions: their sections, and that options are described as they are declared."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import symcause
from symcause.audits.question import options
from symcause.formats.shared_entries import generators
from symcause.registry import answering, families, load
from tests.python.test_reference import FUNCTIONS, ROOT

sys.path.insert(0, str(ROOT / "tools"))
from api_docstrings import called, text_of
from api_shapes import FUNCTIONS as SHAPES

STUB = ROOT / "symcause" / "api" / "questions.pyi"
CLASSES = [name for name in symcause.__all__ if inspect.isclass(getattr(symcause, name))]
CALM = {"boolean.at_most_edges", "tasks"}
"""Functions that raise nothing of their own."""

NO_ARGUMENTS = {"VersionSpace", "Problem", "LinearProblem"}
"""Protocols, and a class whose arguments are those of the function that makes it."""


def sections(text: str) -> dict[str, str]:
    """The sections of a docstring by their titles."""
    parts = re.split(r"^(\w[\w ]+)\n-{3,}\n", inspect.cleandoc(text), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def entries(section: str) -> dict[str, str]:
    """The entries of a section: what each begins with, and its text in one line."""
    found: dict[str, str] = {}
    for part in re.split(r"\n(?=\S)", section.strip()):
        head, _, text = part.partition("\n")
        for name in head.partition(" : ")[0].split(", "):
            found[name.lstrip("*")] = " ".join(text.split())
    return found


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_public_function_says_all_of_itself(name: str) -> None:
    function = FUNCTIONS[name]
    held = sections(function.__doc__)
    taken = inspect.signature(function).parameters
    described = entries(held["Parameters"]) if taken else {}
    for key in taken:
        assert key in described or key in ("options",), key
    assert all(described.values()), "an entry without a text"
    assert "Returns" in held or "Yields" in held or name == "Episode"
    assert "Raises" in held or name in CALM
    assert ">>> " in held["Examples"]
    assert "See Also" in held or name == "boolean.at_most_edges"


@pytest.mark.parametrize("name", CLASSES)
def test_a_public_class_says_its_arguments(name: str) -> None:
    kind = getattr(symcause, name)
    held = sections(kind.__doc__)
    assert ">>> " in held["Examples"]
    if name not in NO_ARGUMENTS:
        assert set(inspect.signature(kind).parameters) <= set(entries(held["Parameters"]))


def declared(name: str) -> Iterator[tuple[str, type[Any]]]:
    """The classes with options of a function, each with the family or generator that it is of."""
    if name == "generate":
        yield from ((key, load(dotted)) for key, dotted in generators().items())
    elif name == "score":
        yield from ((f.name, load(f.scoring)) for f in families() if f.scoring is not None)
    else:
        question = "convert" if name == "convert" else SHAPES[name].question
        for family in answering(question):
            if name != "space" or family.space is not None:
                yield family.name, load(family.questions[question])


def own_options(name: str, kind: type[Any]) -> list[str]:
    """The options of a class that the function takes by name."""
    placed = SHAPES[name].placed if name in SHAPES else ""
    given = set(re.findall(r"(\w+):", placed))
    return [
        f.name
        for f in fields(kind)
        if f.name not in given and not str(f.type).startswith("Mapping") and f.metadata
    ]


WRITTEN = [*SHAPES, "convert", "generate", "score"]
IGNORED = "Of ``count``: a space ignores it."


def ignored(name: str, family: str) -> set[str]:
    """Options of the count that a space takes and does not look at."""
    if name != "space":
        return set()
    return {"certificate", "engine"} if family in ("boolean", "shapeworld") else {"certificate"}


def unrepeated(text: str) -> str:
    """A text without its last parenthesis: a default or a family that stands before it is not repeated."""
    return re.sub(r"(?:\.)? \([^()]*\)\.?$", "", text)


def test_an_ignored_option_changes_no_space() -> None:
    posed = symcause.example("ambiguous")
    plain = symcause.space(posed)
    for more in ({"certificate": True}, {"engine": "sat"}):
        assert type(symcause.space(posed, **more)) is type(plain)
        assert list(symcause.space(posed, **more)) == list(plain)


@pytest.mark.parametrize("name", WRITTEN)
def test_an_option_is_described_as_it_is_declared(name: str) -> None:
    described = entries(sections(getattr(symcause, name).__doc__)["Parameters"])
    met = 0
    for family, kind in declared(name):
        for key in own_options(name, kind):
            text = IGNORED if key in ignored(name, family) else unrepeated(text_of(kind, key))
            assert text and text in described[key], (family, key)
            assert called(family).lower() in described[key].lower()
            met += 1
    assert met > 5


def test_the_words_of_an_option_are_those_of_python() -> None:
    kind = load(next(f for f in answering("solve") if f.name == "boolean").questions["solve"])
    assert options(kind)["limit"].help == "Stop --all after N members."
    assert text_of(kind, "limit") == "Stop ``everything`` after N members."
    assert text_of(kind, "require") == "Every model has these edges."
    assert "file" not in text_of(kind, "tiers")
    assert "(1)" not in entries(sections(str(symcause.audit.__doc__))["Parameters"])["targets"]


@cache
def overloads(name: str) -> list[ast.FunctionDef]:
    tree = ast.parse(STUB.read_text(encoding="utf-8"))
    return [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == name]


@pytest.mark.parametrize("name", WRITTEN)
def test_an_overload_describes_its_parameters_in_their_order(name: str) -> None:
    assert overloads(name)
    for node in overloads(name):
        taken = [arg.arg for arg in (*node.args.args, *node.args.kwonlyargs)]
        described = entries(sections(ast.get_docstring(node) or "")["Parameters"])
        if name != "convert" or len(taken) > 2:
            assert list(described)[: len(taken)] == taken
        assert all(described.values())


def test_an_overload_begins_with_what_its_family_alone_knows() -> None:
    (boolean, linear, *_) = overloads("audit")
    first = [arg.arg for arg in boolean.args.kwonlyargs]
    assert first.index("max_ast") < first.index("max_parents")
    first = [arg.arg for arg in linear.args.kwonlyargs]
    assert first.index("coefficients") < first.index("max_parents")


def test_what_runs_computes_nothing_when_it_is_loaded() -> None:
    """Docstrings are constants: the module has imports and functions alone."""
    tree = ast.parse((ROOT / "symcause/api/questions.py").read_text(encoding="utf-8"))
    kinds = {type(node).__name__ for node in tree.body[1:]}
    assert kinds == {"ImportFrom", "If", "FunctionDef"}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            assert not node.decorator_list and len(ast.get_docstring(node) or "") > 400


def test_the_lines_of_docstrings_fit() -> None:
    for path in (STUB, Path(str(STUB).removesuffix("i"))):
        assert max(map(len, path.read_text(encoding="utf-8").splitlines())) <= 108
