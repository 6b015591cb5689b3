"""Check sites of the verifiers: every place that refuses a certificate, found in the syntax.

A check is a part of a condition under which something is raised: of ``if a or b: raise …`` both *a* and
*b*, for each of them alone suffices. Where no ``if`` stands directly above it, the check is the ``raise``
itself. :class:`Watched` loads modules so that each check can be recorded and, one at a time, switched off.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType

ROOT = Path(__file__).resolve().parents[2]
PLACES = ("symcause/kernel", "symcause/families/*/verifier")
APART = ("exports", "__main__.py", "proof_files.py", "proof_export.py")
"""What writes files for other checkers, and the command: nothing that accepts a certificate."""

OTHERS = ("UsageError", "ProblemError")
"""Errors of whoever asks, not of a certificate."""


def modules() -> list[Path]:
    """Every module of the kernel and of a verifier."""
    found = (path for place in PLACES for path in ROOT.glob(f"{place}/**/*.py"))
    return sorted(path for path in found if not set(path.parts) & set(APART))


@dataclass(frozen=True)
class Check:
    """One check: where it stands, and its text."""

    file: str
    line: int
    number: int  # within the module
    text: str

    @property
    def key(self) -> str:
        return f"{self.file}#{self.number}"

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.text}"


class Marker(ast.NodeTransformer):
    """Puts a mark round every check of a module."""

    def __init__(self, path: Path) -> None:
        self.file = path.relative_to(ROOT).as_posix()
        self.checks: list[Check] = []
        self._guarded: set[int] = set()

    def _mark(self, node: ast.expr, says: bool) -> ast.expr:
        """The same value, recorded if it is what is *said* to be refused."""
        check = Check(self.file, node.lineno, len(self.checks), ast.unparse(node))
        self.checks.append(check)
        name = ast.Name("__refused__" if says else "__upheld__", ast.Load())
        return ast.Call(name, [ast.Constant(check.key), node], [])

    def _parts(self, node: ast.expr, says: bool) -> ast.expr:
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return ast.UnaryOp(node.op, self._parts(node.operand, not says))
        if isinstance(node, ast.BoolOp):
            if isinstance(node.op, ast.Or) == says:
                return ast.BoolOp(node.op, [self._parts(part, says) for part in node.values])
            parts = [self._parts(p, says) if _splits(p, says) else p for p in node.values]
            if any(_splits(p, says) for p in node.values):
                return ast.BoolOp(node.op, parts)
        return self._mark(node, says)

    def visit_If(self, node: ast.If) -> ast.If:
        if _raises(node.body):
            self._guarded.add(id(node.body[-1]))
            node.test = self._parts(node.test, True)
        elif _raises(node.orelse):
            self._guarded.add(id(node.orelse[-1]))
            node.test = self._parts(node.test, False)
        self.generic_visit(node)
        return node

    def visit_Raise(self, node: ast.Raise) -> ast.stmt:
        if id(node) in self._guarded or not _refuses(node):
            return node
        check = Check(self.file, node.lineno, len(self.checks), ast.unparse(node))
        self.checks.append(check)
        name = ast.Name("__refused__", ast.Load())
        test = ast.Call(name, [ast.Constant(check.key), ast.Constant(True)], [])
        return ast.If(test, [node], [])


def _splits(node: ast.expr, says: bool) -> bool:
    """Does it have parts of which each alone suffices?"""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return _splits(node.operand, not says)
    return isinstance(node, ast.BoolOp) and (
        isinstance(node.op, ast.Or) == says or any(_splits(part, says) for part in node.values)
    )


def _refuses(node: ast.Raise) -> bool:
    made = ast.unparse(node.exc) if node.exc is not None else ""
    return bool(made) and not made.startswith(OTHERS)


def _raises(body: list[ast.stmt]) -> bool:
    return bool(body) and isinstance(body[-1], ast.Raise) and _refuses(body[-1])


def marked(path: Path) -> tuple[ast.Module, list[Check]]:
    """A module with its marks, and its checks."""
    marker = Marker(path)
    tree = marker.visit(ast.parse(path.read_text(encoding="utf-8")))
    return ast.fix_missing_locations(tree), marker.checks


def checks() -> Iterator[Check]:
    """Every check there is."""
    for path in modules():
        yield from marked(path)[1]


class Loader(SourceFileLoader):
    """Loads a module with its marks; nothing is kept on disk."""

    def get_code(self, fullname: str) -> CodeType:
        tree, _ = marked(Path(self.path))
        return compile(tree, self.path, "exec", dont_inherit=True)


class Watched(MetaPathFinder):
    """Finds the modules that have checks; which of them spoke is in *heard*, *silent* is switched off."""

    def __init__(self) -> None:
        self.files = {str(path) for path in modules()}
        self.heard: list[str] = []
        self.silent: str | None = None

    def find_spec(self, name: str, path: object, target: object = None) -> ModuleSpec | None:
        if not name.startswith("symcause."):
            return None
        spec = PathFinder.find_spec(name, path, target)  # type: ignore[arg-type]
        if spec is not None and spec.origin in self.files:
            spec.loader = Loader(name, spec.origin)
        return spec

    def refused(self, key: str, value: object) -> object:
        """The value of a check that refuses where it is true."""
        if key == self.silent:
            return False
        if value:
            self.heard.append(key)
        return value

    def upheld(self, key: str, value: object) -> object:
        """The value of a check that refuses where it is false."""
        if key == self.silent:
            return True
        if not value:
            self.heard.append(key)
        return value

    def install(self) -> None:
        """From now on: nothing of the package may have been loaded before."""
        import builtins

        assert not [name for name in sys.modules if name.startswith("symcause.kernel")]
        sys.meta_path.insert(0, self)
        vars(builtins).update(__refused__=self.refused, __upheld__=self.upheld)
