"""Patterns read the same on every Python that the package allows.

Early releases of Python 3.11 go on from the wrong place where a possessive repetition of a group ends at an
assertion: ``(?:(?!->).)++`` takes the arrow, too. A repetition of single characters is not concerned.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from re import _constants, _parser  # type: ignore[attr-defined]
from typing import Any

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "symcause"
_ASSERTIONS = (_constants.ASSERT, _constants.ASSERT_NOT)


def _patterns() -> Iterator[tuple[str, str]]:
    """Texts that a module gives to ``re.compile``, flags for layout set where it sets them."""
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or ast.unparse(node.func) != "re.compile":
                continue
            if isinstance(node.args[0], ast.Constant) and str(node.args[0].value):
                layout = "(?x)" if "re.VERBOSE" in ast.unparse(node) else ""
                yield path.name, layout + str(node.args[0].value)


def _parts(pattern: Any) -> Iterator[tuple[Any, Any]]:
    """All parts of a pattern, those of its groups among them."""
    if isinstance(pattern, _parser.SubPattern):
        for kind, inner in pattern:
            yield kind, inner
            yield from _parts(inner)
    elif isinstance(pattern, list | tuple):
        for one in pattern:
            yield from _parts(one)


def _unsafe(text: str) -> bool:
    return any(
        kind is _constants.POSSESSIVE_REPEAT
        and any(part in _ASSERTIONS for part, _ in _parts(inner))
        for kind, inner in _parts(_parser.parse(text))
    )


def test_no_possessive_repetition_ends_at_an_assertion() -> None:
    patterns = list(_patterns())
    assert len(patterns) > 100
    assert not [(name, text) for name, text in patterns if _unsafe(text)]


@pytest.mark.parametrize(
    ("text", "unsafe"),
    [
        (r"(?:(?!->)\S)++", True),
        (r"a|(?:b(?=c))*+", True),
        (r"\S++(?!-)", False),
        (r"(?:ab)*+", False),
    ],
)
def test_what_is_unsafe(text: str, unsafe: bool) -> None:
    assert _unsafe(text) is unsafe
