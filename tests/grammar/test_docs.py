"""The examples of the page about the mechanism language are true."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from symcause.grammar import Mistake, parse, parse_infix

PAGE = Path(__file__).resolve().parents[2] / "docs" / "mechanism-language.md"


def table(marker: str) -> list[list[str]]:
    """The cells of the table below a marker, without its head."""
    after = PAGE.read_text(encoding="utf-8").split(f"<!-- {marker}", 1)[1]
    lines = re.search(r"(?:^\|.*\n)+", after, re.M)
    assert lines is not None
    rows = lines[0].splitlines()[2:]
    return [[cell.strip(" `") for cell in row.strip("| ").split(" | ")] for row in rows]


@pytest.mark.parametrize(("infix", "sexpr"), table("pairs"))
def test_pairs_are_the_same_mechanism(infix: str, sexpr: str) -> None:
    assert parse_infix(infix) == parse(sexpr)


def test_sessions_run() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert tried > 30
    assert failed == 0


def test_every_mistake_has_an_example() -> None:
    shown = set(re.findall(r"^([a-z-]+) \((?:parse|legal)\): ", PAGE.read_text("utf-8"), re.M))
    assert shown == {str(mistake) for mistake in Mistake}
