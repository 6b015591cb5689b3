"""Tables by columns: nobody counts positions, so that a new column moves nothing else."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from symcause.audits.story import Grid, Right

ROOT = Path(__file__).resolve().parents[2] / "symcause"
TABLES = {
    "symcause.audits.story",
    "symcause.scoring.group_columns",
    "symcause.scoring.score_table",
}
"""Where tables for people are at home; other things have columns, too."""

STORY = ROOT / "audits" / "story.py"
MAKERS = {ROOT / "scoring" / "score_table.py", ROOT / "scoring" / "group_columns.py"}
"""Who may lay headings beside cells; all others say columns: a key, a heading and a cell."""


def _counted(tree: ast.Module) -> Iterator[ast.AST]:
    """Positions of flush columns, and sums over the number of columns."""
    imports = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    stories = "symcause.audits.story" in imports
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            named = {keyword.arg for keyword in node.keywords}
            if stories and node.func.id == "Grid" and (len(node.args) > 2 or "right" in named):
                yield node
        elif isinstance(node, ast.BinOp) and imports & TABLES:
            yield from (part for part in (node.left, node.right) if _is_width(part))


def _is_width(node: ast.expr) -> bool:
    """``len(something.columns)``."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args):
        return False
    (measured, *_) = node.args
    return node.func.id == "len" and getattr(measured, "attr", "") == "columns"


def _laid_out(tree: ast.Module) -> Iterator[ast.AST]:
    """Score tables with headings beside their cells, by whatever name they are called."""
    named = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "symcause.scoring.score_table"
        for alias in node.names
        if alias.name == "Table"
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Name) and node.func.id in named:
                yield node
            elif getattr(node.func, "id", getattr(node.func, "attr", "")) == "replace":
                changed = {keyword.arg for keyword in node.keywords}
                if "columns" in changed and named:
                    yield node


def _naming(*modules: str) -> Iterator[tuple[Path, ast.Module]]:
    """The modules that name one of these, by the last part: nothing else can import from it."""
    names = tuple(module.rpartition(".")[2] for module in modules)
    for path in sorted(ROOT.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if any(name in text for name in names):
            yield path, ast.parse(text)


def test_no_headings_beside_cells() -> None:
    """Positions of headings and cells cannot come apart where nobody writes them side by side."""
    laid_out = [
        f"{path}:{getattr(node, 'lineno', 0)}: {ast.unparse(node)[:80]}"
        for path, tree in _naming("symcause.scoring.score_table")
        if path not in MAKERS
        for node in _laid_out(tree)
    ]
    assert not laid_out, "\n".join(laid_out)


def test_the_rule_sees_headings_beside_cells() -> None:
    head = "from symcause.scoring.score_table import Table, Cell\n"
    for text in (
        "Table('k', 'T', ('Model', 'n'), rows, note)",
        "replace(table, columns=('Family', *table.columns), rows=rows)",
    ):
        assert list(_laid_out(ast.parse(head + text)))
    renamed = "from symcause.scoring.score_table import Table as Shown\nShown('k', 'T', a, b, c)"
    assert list(_laid_out(ast.parse(renamed)))
    other = "from symcause.formats.tables.row_files import Table\nTable(file, columns, rows)"
    for text in (other, f"{head}keyed_table('k', 'T', columns, rows, note)"):
        assert not list(_laid_out(ast.parse(text)))


def test_nothing_counts_columns() -> None:
    found = [
        f"{path}:{getattr(node, 'lineno', 0)}: {ast.unparse(node)}"
        for path, tree in _naming("symcause.audits.story", *TABLES)
        if path != STORY
        for node in _counted(tree)
    ]
    assert not found, "\n".join(found)


def test_the_rule_sees_who_counts() -> None:
    head = "from symcause.audits.story import Grid\n"
    for text in (
        "Grid(a, b, (1, 2))",
        "Grid(a, b, right=(1,))",
        "strata = len(table.columns) - len(_COLUMNS)",
    ):
        assert list(_counted(ast.parse(head + text)))
    assert not list(_counted(ast.parse(head + "Grid.of((Right('n'),), rows)\nGrid(a, b)")))


def test_a_heading_says_how_its_column_is_set() -> None:
    table = Grid.of(("world", Right("rows"), "status", Right("cells")), [("w", "1", "s", "2")])
    assert table == Grid(("world", "rows", "status", "cells"), (("w", "1", "s", "2"),), (1, 3))
    assert {type(head) for head in table.columns} == {str}
    with pytest.raises(ValueError, match="one text for each column"):
        Grid(("world", "rows"), (("w",),))
