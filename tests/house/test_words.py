"""Words: public functions say what they give; a local has the noun of what it holds."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2] / "symcause"

VAGUE = frozenset(
    {"told", "found", "shown", "said", "listed", "done", "made", "kept", "told_apart"}
)
"""Participles that say nothing of what a function gives."""

AUTHORS = "families of other packages have it, too: docs/stability.md"

ALLOWED = {
    "AlternativesDocument.found": "a key of the document",
    "LinearProblem.done": "public since 1.0",
    "ShapeWorldProblem.shown": "public since 1.0",
    "OfSpace.shown": AUTHORS,
    "Rules.shown": AUTHORS,
    "Rules.told": AUTHORS,
    "EvidenceBoard.told": AUTHORS,
    "EvidenceBoard.listed": AUTHORS,
    "Scoring.told": AUTHORS,
    "MemberCollection.listed": AUTHORS,
    "StatementSpace.listed": AUTHORS,
    "SpaceCases.listed": AUTHORS,
    "Rewarded.said": "the name of a metric",
}
"""Methods with such a name, and why; those of subclasses are theirs. What returns ``Told`` is told."""

MOST = 830
"""Functions with a local called ``found`` or ``told``, of 2,382 before locals had nouns."""


@cache
def _modules() -> tuple[tuple[Path, ast.Module], ...]:
    paths = sorted(ROOT.rglob("*.py"))
    return tuple((path, ast.parse(path.read_text(encoding="utf-8"))) for path in paths)


def _bases() -> dict[str, set[str]]:
    """Every class with the names of all classes above it."""
    own = {
        node.name: {base for part in node.bases for base in _names(part)}
        for _, module in _modules()
        for node in ast.walk(module)
        if isinstance(node, ast.ClassDef)
    }
    known: dict[str, set[str]] = {}
    for name in own:
        reached, waiting = {name}, [name]
        while waiting:
            fresh = own.get(waiting.pop(), set()) - reached
            reached |= fresh
            waiting += fresh
        known[name] = reached
    return known


def _names(part: ast.expr) -> Iterator[str]:
    for node in ast.walk(part):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr


def _public() -> Iterator[tuple[str, str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """The file, the class and the definition of every function that is not inside another."""
    for path, module in _modules():
        for node in module.body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield str(path), "", node
            elif isinstance(node, ast.ClassDef):
                for part in node.body:
                    if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
                        yield str(path), node.name, part


def test_public_functions_say_what_they_give() -> None:
    """Those that answer yes or no may be participles, as properties are; what is told is ``Told``."""
    bases, vague = _bases(), []
    for path, owner, node in _public():
        if node.name not in VAGUE:
            continue
        returns = ast.unparse(node.returns) if node.returns else ""
        if returns == "bool" or returns.startswith("Told"):
            continue
        if not any(f"{base}.{node.name}" in ALLOWED for base in bases.get(owner, ())):
            vague.append((path, owner, node.name))
    assert not vague


def test_reasons_are_of_methods_that_are_there() -> None:
    defined = {f"{owner}.{node.name}" for _, owner, node in _public()}
    assert set(ALLOWED) <= defined


def test_one_function_tells_apart() -> None:
    names = Counter(node.name.lstrip("_") for _, _, node in _public())
    assert names["told_apart"] <= 1


def _stored(node: ast.AST) -> Iterator[str]:
    """The names that a function binds itself, those of its comprehensions among them."""
    for part in ast.iter_child_nodes(node):
        if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            continue
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            yield part.id
        yield from _stored(part)


def test_locals_have_nouns() -> None:
    functions = [
        node
        for _, module in _modules()
        for node in ast.walk(module)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    vague = sum(len({"found", "told"} & set(_stored(node))) for node in functions)
    assert vague <= MOST, f"{vague} functions call a local found or told, where a noun says more"
