"""The examples and the table of the page about AST classes are true."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

from symcause.families.boolean.catalogue import catalogue
from symcause.models.variable_names import OPERATORS

PAGE = Path(__file__).resolve().parents[3] / "docs" / "ast-classes.md"


def test_sessions_run() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert tried and not failed


def test_table_of_sizes() -> None:
    text = PAGE.read_text(encoding="utf-8").split("| parents | 1 |", 1)[1]
    lines = re.findall(r"^\| (\d) \|(.*)\|$", text, re.M)[:10]
    assert [int(count) for count, _ in lines] == list(range(10))
    book = catalogue(OPERATORS)
    for count, cells in lines:
        for size, cell in enumerate(cells.split("|"), start=1):
            if int(count) <= 4 or size <= 10:
                found = [s for s, _ in book.fitting_by_size(int(count), size, 0, 0) if s == size]
                assert len(found) == int(cell.strip().replace(",", "") or 0), (count, size)
