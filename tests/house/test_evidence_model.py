"""One place knows the evidence model of Boolean problems: elsewhere few conditions ask for it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2] / "symcause" / "families" / "boolean"

ROOMS = {"space", "problem", "verifier", "documents"}
"""Where it is known; everybody else asks a space what it can do, or a document what it says."""

MOST = 15
"""Conditions elsewhere: sentences of a prompt, replay of single rows, proofs of a certificate."""

OWNERS = {"problem", "hypotheses", "hypothesis", "scope", "asked", "found"}
"""Who has ``errors`` that are the evidence model, not numbers of a list."""


def _asks(node: ast.AST) -> bool:
    """Does an expression read whether cells are disturbed, unobserved, or models counted by behaviour?"""
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and part.id == "BEHAVIOUR":
            return True
        if isinstance(part, ast.Attribute) and part.attr == "holed":
            return True
        if isinstance(part, ast.Attribute) and part.attr == "errors":
            owner = part.value
            name = owner.attr if isinstance(owner, ast.Attribute) else getattr(owner, "id", None)
            if name in OWNERS:
                return True
    return False


def _conditions(tree: ast.AST) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        if isinstance(node, ast.If | ast.IfExp | ast.While | ast.Assert):
            yield node.test
        elif isinstance(node, ast.comprehension):
            yield from node.ifs
        elif isinstance(node, ast.Return | ast.Assign) and isinstance(
            node.value, ast.BoolOp | ast.Compare | ast.UnaryOp
        ):
            yield node.value


def _tree(text: str) -> ast.AST:
    """A text that names nothing of the evidence model has nothing to look at."""
    named = any(word in text for word in ("BEHAVIOUR", "holed", "errors"))
    return ast.parse(text) if named else ast.Module([], [])


def _found() -> list[str]:
    return [
        f"{path.relative_to(ROOT)}:{condition.lineno}: {ast.unparse(condition)}"
        for path in sorted(ROOT.rglob("*.py"))
        if path.relative_to(ROOT).parts[0] not in ROOMS
        for condition in _conditions(_tree(path.read_text(encoding="utf-8")))
        if _asks(condition)
    ]


def test_few_conditions_ask_for_the_evidence_model() -> None:
    found = _found()
    assert len(found) <= MOST, "\n".join(found)


def test_such_conditions_are_seen() -> None:
    text = "x = 1 if problem.holed else 2\nif self.hypotheses.errors: pass\nassert i == BEHAVIOUR"
    asked = [_asks(condition) for condition in _conditions(ast.parse(text))]
    assert sorted(asked) == [True, True, True]
    other = "if level.errors: pass\nif problem.latent: pass"
    assert not any(_asks(condition) for condition in _conditions(ast.parse(other)))
