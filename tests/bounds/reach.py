"""Which lines read a bound, and which of them are executed while something is asked."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType

from coverage import Coverage

from tests.bounds.stops import readers

ROOT = Path(__file__).resolve().parents[2]

Lines = Mapping[str, frozenset[int]]
"""Executed lines by file."""


def executed(work: Callable[[], object]) -> Lines:
    """The lines of the package that are executed by some work."""
    seen = Coverage(data_file=None, config_file=False, source=[str(ROOT / "symcause")])
    with seen.collect():
        work()
    data = seen.get_data()
    return {path: frozenset(data.lines(path) or ()) for path in data.measured_files()}


def reaches(lines: Lines, key: str) -> bool:
    """Is a bound read on one of these lines?"""
    return any(
        not _reading(module, name).isdisjoint(lines.get(str(module.__file__), frozenset()))
        for module, name in readers(key)
    )


@cache
def _reading(module: ModuleType, name: str) -> frozenset[int]:
    tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
    return frozenset(_lines(tree, name))


def _lines(node: ast.AST, name: str, inside: bool = False) -> Iterator[int]:
    """The lines in functions that name a bound; of one whose argument has it as default, the first."""
    if isinstance(node, ast.FunctionDef | ast.Lambda):
        told = [*node.args.defaults, *node.args.kw_defaults]
        sized = node.decorator_list if isinstance(node, ast.FunctionDef) else []
        if any(_names(one, name) for one in (*told, *sized) if one is not None):
            yield from _span(node)
        inside = True
    for child in ast.iter_child_nodes(node):
        if inside and isinstance(child, ast.Name) and child.id == name:
            yield child.lineno
        yield from _lines(child, name, inside)


def _names(node: ast.AST, name: str) -> bool:
    return any(isinstance(one, ast.Name) and one.id == name for one in ast.walk(node))


def _span(node: ast.FunctionDef | ast.Lambda) -> Iterator[int]:
    body = node.body if isinstance(node, ast.FunctionDef) else [node.body]
    yield from range(body[0].lineno, (body[-1].end_lineno or body[-1].lineno) + 1)
