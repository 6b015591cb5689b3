"""Structs hold what was read or found: they are frozen, so that nobody changes it for another."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "symcause"
FREE = {"CoinDocument"}
"""The page on new families has it as short as it can be."""


def unfrozen(text: str) -> Iterator[str]:
    """The names of structs that can be changed."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ClassDef):
            bases = {base.id if isinstance(base, ast.Name) else "" for base in node.bases}
            bases |= {base.attr for base in node.bases if isinstance(base, ast.Attribute)}
            stated = {word.arg: ast.unparse(word.value) for word in node.keywords}
            inherited = "False" if "Struct" in bases else "True"
            if stated.get("frozen", inherited) != "True":
                yield node.name


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("class A(Struct, frozen=True): ...", []),
        ("class A(msgspec.Struct, Generic[T]): ...", ["A"]),
        ("class A(Struct, frozen=False): ...", ["A"]),
        ("class A(Other): ...", []),
        ("class A(Strict, frozen=True): ...", []),
        ("class A(Strict, frozen=False): ...", ["A"]),
    ],
)
def test_what_can_be_changed_is_told(text: str, found: list[str]) -> None:
    assert list(unfrozen(text)) == found


def test_structs_are_frozen() -> None:
    texts = (path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py")))
    found = [
        name for text in texts if "frozen" in text or "Struct" in text for name in unfrozen(text)
    ]
    assert set(found) == FREE, found
