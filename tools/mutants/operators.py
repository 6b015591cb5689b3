"""Operators of mutation: what can be changed in a module, by its syntax tree.

Texts are changed, not trees: everything around the place stays as it is written. What only words an error,
types or asserts is left alone: it changes no meaning that a test could ask for.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from tools.mutants.mutant import Edit, Mutant, changed_line

_COMPARED: dict[type[ast.cmpop], tuple[str, tuple[str, ...]]] = {
    ast.Lt: ("<", ("<=", ">")),
    ast.LtE: ("<=", ("<", ">=")),
    ast.Gt: (">", (">=", "<")),
    ast.GtE: (">=", (">", "<=")),
    ast.Eq: ("==", ("!=",)),
    ast.NotEq: ("!=", ("==",)),
    ast.In: ("in", ("not in",)),
    ast.NotIn: (r"not\s+in", ("in",)),
    ast.Is: ("is", ("is not",)),
    ast.IsNot: (r"is\s+not", ("is",)),
}
_COMPUTED: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: (r"\+", "-"),
    ast.Sub: ("-", "+"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: (r"\|", "&"),
}
_EXCHANGED = {"any": "all", "all": "any", "min": "max", "max": "min"}
_OF_TYPES = frozenset(("Literal", "cast", "TypeVar", "TypeAlias", "NewType", "TYPE_CHECKING"))
_NOT_SWAPPED = frozenset(("isinstance", "issubclass", "getattr", "hasattr", "zip", "super"))
_ENDLESS = frozenset(("count", "cycle", "repeat", "iter"))

Change = tuple[str, ast.AST, tuple[Edit, ...]]


@dataclass(frozen=True)
class Text:
    """The source of a module, and where nodes stand in it."""

    source: bytes

    def __post_init__(self) -> None:
        starts = [0]
        for line in self.source.splitlines(keepends=True):
            starts.append(starts[-1] + len(line))
        object.__setattr__(self, "_starts", starts)

    def start(self, node: ast.AST) -> int:
        return int(self._starts[node.lineno - 1] + node.col_offset)  # type: ignore[attr-defined]

    def end(self, node: ast.AST) -> int:
        return int(self._starts[node.end_lineno - 1] + node.end_col_offset)  # type: ignore[attr-defined]

    def of(self, node: ast.AST) -> str:
        return self.source[self.start(node) : self.end(node)].decode()

    def instead(self, node: ast.AST, text: str) -> tuple[Edit, ...]:
        return (Edit(self.start(node), self.end(node), text),)

    def between(self, left: ast.AST, right: ast.AST, word: str, new: str) -> tuple[Edit, ...]:
        """The operator *word* between two operands, replaced; nothing if a comment stands there."""
        start, end = self.end(left), self.start(right)
        gap = self.source[start:end].decode()
        found = list(re.finditer(word, gap))
        if len(found) != 1 or "#" in gap:
            return ()
        first, last = (len(gap[:place].encode()) for place in found[0].span())
        return (Edit(start + first, start + last, new),)


@dataclass(frozen=True)
class Place:
    """Where a node stands: in which function or class and statement, and whether it is done on loading."""

    within: str = ""
    statement: int = 0
    loads: bool = True


def mutants(file: str, source: bytes) -> list[Mutant]:
    """Every mutant of a module, in the order of its places."""
    text, found = Text(source), list[Mutant]()
    seen = Counter[tuple[str, ...]]()
    for place, (operator, node, edits) in _walk(ast.parse(source), text, Place()):
        if not edits:
            continue
        before, after = changed_line(source, edits)
        key = (place.within, operator, before, after)
        lines = (node.lineno, node.end_lineno or node.lineno)  # type: ignore[attr-defined]
        where = {"statement": place.statement, "loads": place.loads, "nth": seen[key]}
        found.append(Mutant(file, place.within, operator, lines, edits, before, after, **where))
        seen[key] += 1
    return sorted(found, key=lambda m: (m.edits[0].start, m.operator, m.edits[0].text))


def _walk(node: ast.AST, text: Text, place: Place) -> Iterator[tuple[Place, Change]]:
    if _silent(node):
        return
    if isinstance(node, ast.stmt):
        place = replace(place, statement=node.lineno)
    for change in _changes(node, text):
        yield place, change
    inner = place
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        inner = replace(place, within=f"{place.within}.{node.name}".lstrip("."))
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "bases", "type_comment"):
            continue
        runs = name == "body" and isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        there = replace(inner, loads=False) if runs else inner
        for child in value if isinstance(value, list) else (value,):
            if isinstance(child, ast.AST):
                yield from _walk(child, text, there)


def _silent(node: ast.AST) -> bool:
    """Nothing in it has a meaning that a test could ask for."""
    match node:
        case ast.Raise() | ast.Assert() | ast.JoinedStr() | ast.Import() | ast.ImportFrom():
            return True
        case ast.Call(func=ast.Name(id=name)) | ast.Subscript(value=ast.Name(id=name)):
            return name in _OF_TYPES
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.Assign(targets=[ast.Name(id="__all__")]):
            return True
        case ast.keyword(arg="strict"):  # of zip: our sequences are of one length
            return True
        case _:
            return False


def _changes(node: ast.AST, text: Text) -> Iterator[Change]:
    for kind, of in _OPERATORS:
        if isinstance(node, kind):
            yield from of(node, text)


def _compared(node: ast.Compare, text: Text) -> Iterator[Change]:
    left: ast.expr = node.left
    for operator, right in zip(node.ops, node.comparators, strict=True):
        word, others = _COMPARED[type(operator)]
        pattern = rf"\b{word}\b" if word[0].isalpha() else rf"(?<![<>=!]){word}(?![=])"
        for other in others:
            strictness = other.rstrip("=") == word.rstrip("=")
            name = "strictness" if strictness and len(word) + len(other) == 3 else "comparison"
            yield name, node, text.between(left, right, pattern, other)
        left = right


def _joined(node: ast.BoolOp, text: Text) -> Iterator[Change]:
    word, other = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
    gaps = [
        text.between(left, right, rf"\b{word}\b", other) for left, right in pairwise(node.values)
    ]
    if all(gaps):
        yield "and-or", node, tuple(edit for gap in gaps for edit in gap)


def _negated(node: ast.UnaryOp, text: Text) -> Iterator[Change]:
    if isinstance(node.op, ast.Not):
        start = text.start(node)
        yield "not", node, (Edit(start, start + len("not "), ""),)
    elif isinstance(node.op, ast.USub) and not isinstance(node.operand, ast.Constant):
        start = text.start(node)
        yield "sign", node, (Edit(start, start + 1, ""),)


def _left(node: ast.Continue | ast.Break, text: Text) -> Iterator[Change]:
    other = "break" if isinstance(node, ast.Continue) else "continue"
    yield "loop-end", node, text.instead(node, other)


def _called(node: ast.Call, text: Text) -> Iterator[Change]:
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    if name in _EXCHANGED:
        operator = "any-all" if name in ("any", "all") else "min-max"
        yield operator, node, text.instead(node.func, _EXCHANGED[name])
    given = node.args
    if name in _NOT_SWAPPED or any(isinstance(each, ast.Starred) for each in given):
        return
    for one, two in pairwise(given):
        shown = text.of(one), text.of(two)
        plain = any(isinstance(each, ast.Constant | ast.GeneratorExp) for each in (one, two))
        if shown[0] != shown[1] and not plain:
            yield (
                "arguments",
                node,
                (*text.instead(one, shown[1]), *text.instead(two, shown[0])),
            )


def _computed(node: ast.BinOp, text: Text) -> Iterator[Change]:
    worded = any(
        isinstance(each, ast.JoinedStr | ast.List | ast.Tuple)
        or (isinstance(each, ast.Constant) and isinstance(each.value, str | bytes | None))
        or _is_type(each)
        for each in (node.left, node.right)
    )
    if type(node.op) in _COMPUTED and not worded:
        word, other = _COMPUTED[type(node.op)]
        yield "arithmetic", node, text.between(node.left, node.right, word, other)


def _is_type(node: ast.expr) -> bool:
    """``A | B`` of classes is a type."""
    name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
    return name[:1].isupper() and not name.isupper()


def _augmented(node: ast.AugAssign, text: Text) -> Iterator[Change]:
    if type(node.op) in _COMPUTED:
        word, other = _COMPUTED[type(node.op)]
        yield "arithmetic", node, text.between(node.target, node.value, f"{word}=", f"{other}=")


def _constant(node: ast.Constant, text: Text) -> Iterator[Change]:
    if isinstance(node.value, bool):
        yield "truth", node, text.instead(node, str(not node.value))
    elif type(node.value) is int:
        yield "constant", node, text.instead(node, str(node.value + 1))
        yield "constant", node, text.instead(node, str(node.value - 1))


def _checked(node: ast.If, text: Text) -> Iterator[Change]:
    """A way out that is never taken."""
    if not node.orelse and isinstance(node.body[-1], ast.Raise | ast.Return | ast.Continue):
        yield "check", node.test, text.instead(node.test, "False")


def _done(node: ast.Expr, text: Text) -> Iterator[Change]:
    if isinstance(node.value, ast.Call):
        yield "statement", node, text.instead(node, "pass")


def _looped(node: ast.For | ast.comprehension, text: Text) -> Iterator[Change]:
    run, shown = node.iter, text.of(node.iter)
    if isinstance(run, ast.Call) and text.of(run.func).rpartition(".")[2] in _ENDLESS:
        return
    islice = f'__import__("itertools").islice({shown}, 1, None)'
    yield "loop-first", run, text.instead(run, islice)
    yield "loop-last", run, text.instead(run, f"[*({shown})][:-1]")


def _sliced(node: ast.Slice, text: Text) -> Iterator[Change]:
    for bound in (node.lower, node.upper):
        if bound is not None and not isinstance(bound, ast.Constant | ast.UnaryOp):
            yield "slice", bound, text.instead(bound, f"({text.of(bound)}) + 1")
            yield "slice", bound, text.instead(bound, f"({text.of(bound)}) - 1")


_OPERATORS: tuple[tuple[type | tuple[type, ...], Callable[..., Iterator[Change]]], ...] = (
    (ast.Compare, _compared),
    (ast.BoolOp, _joined),
    (ast.UnaryOp, _negated),
    ((ast.Continue, ast.Break), _left),
    (ast.Call, _called),
    (ast.BinOp, _computed),
    (ast.AugAssign, _augmented),
    (ast.Constant, _constant),
    (ast.If, _checked),
    (ast.Expr, _done),
    ((ast.For, ast.comprehension), _looped),
    (ast.Slice, _sliced),
)
