"""Callers of methods: what a search finds, and what mypy knows about whom they call."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from mypy.nodes import (
    CallExpr,
    Expression,
    MemberExpr,
    MypyFile,
    RefExpr,
    StrExpr,
    SuperExpr,
    TypeInfo,
)
from mypy.subtypes import is_subtype
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    LiteralType,
    NoneType,
    Overloaded,
    PartialType,
    ProperType,
    TupleType,
    Type,
    TypedDictType,
    TypeOfAny,
    TypeType,
    TypeVarType,
    UninhabitedType,
    UnionType,
    get_proper_type,
)
from mypy.typevars import fill_typevars_with_any

from tools.renames.checked_copy import CheckedCopy, Place, Span
from tools.renames.definitions import Classes, Method

_BY_TEXT = ("getattr", "hasattr")


class Receiver(StrEnum):
    """What is known about it."""

    TYPED = "typed"
    OPEN = "Any"
    UNSEEN = "not checked"
    TEXT = "name in a text"


Known = tuple[TypeInfo | Receiver, ...]
"""The classes of which a receiver may be."""


@dataclass(frozen=True)
class Use:
    """A name after a dot, or in ``getattr``: where it stands, and where mypy says all of it does."""

    name: str
    place: Place
    span: Span | None = None
    by_text: bool = False


@dataclass(frozen=True)
class Caller:
    """A use that is of a method, or may be."""

    use: Use
    receiver: Receiver


class Callers:
    """All uses of attributes in a package, with the types of what they are attributes of.

    To be asked before anything changes: mypy changes what it knows of a class in place.
    """

    def __init__(self, copy: CheckedCopy, classes: Classes) -> None:
        self._classes = classes
        self._uses = defaultdict[str, list[tuple[Use, Known]]](list)
        for path, expressions in copy.expressions():
            seen = _Seen(path, expressions)
            for use, known in (*_uses(path, seen.members), *seen.by_text.items()):
                self._uses[use.name].append((use, known))

    def of(self, method: Method) -> tuple[Caller, ...]:
        """The callers of a method, as far as the types of receivers do not say that they are others."""
        defining = [self._classes.infos[each] for each in sorted(method.classes)]
        found = list[Caller]()
        for use, known in self._uses[method.name]:
            if not use.by_text and use.place in method.places:
                continue
            receivers = [self._as(each, use, method.name, defining) for each in known]
            receiver = next((each for each in Receiver if each in receivers), None)
            if receiver is not None:
                found.append(Caller(use, receiver))
        return tuple(found)

    def _as(
        self, known: TypeInfo | Receiver, use: Use, name: str, defining: list[TypeInfo]
    ) -> Receiver | None:
        if isinstance(known, Receiver):
            return Receiver.TEXT if use.by_text else known
        if use.by_text:
            return Receiver.TEXT if any(_may_be(known, each) for each in defining) else None
        owner = next((base for base in known.mro if name in base.names), None)
        return Receiver.TYPED if owner in defining else None


def _may_be(known: TypeInfo, defining: TypeInfo) -> bool:
    """May something of the first class be one of the second?"""
    if known in defining.mro or defining in known.mro:
        return True
    wanted = fill_typevars_with_any(known)
    return known.is_protocol and is_subtype(fill_typevars_with_any(defining), wanted)


def _uses(
    path: str, members: dict[tuple[int, str], list[tuple[Span, Known]]]
) -> Iterator[tuple[Use, Known]]:
    """Every name after a dot, by Python's own syntax; the n-th of a line is mypy's n-th, if it has one.

    Annotations are left out: what they name is a type, and calls nothing.
    """
    lines = Path(path).read_bytes().split(b"\n")
    tree = ast.parse(b"\n".join(lines))
    types = {id(node) for noted in _annotations(tree) for node in ast.walk(noted)}
    found = defaultdict[tuple[int, str], list[int]](list)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and id(node) not in types:
            assert node.end_lineno is not None and node.end_col_offset is not None
            begin = node.end_col_offset - len(node.attr.encode())
            found[node.end_lineno, node.attr].append(begin)
    for (line, name), columns in found.items():
        row, text = lines[line - 1], name.encode()
        if any(row[column : column + len(text)] != text for column in columns):  # in an f-string
            columns = [one.end() - len(text) for one in re.finditer(rb"\." + text + rb"\b", row)]
        known = members.get((line, name), [])
        for number, column in enumerate(sorted(columns)):
            place = Place(path, line, column)
            if len(known) == len(columns):
                yield Use(name, place, known[number][0]), known[number][1]
            else:
                yield Use(name, place), (Receiver.UNSEEN,)


def _annotations(tree: ast.AST) -> Iterator[ast.expr]:
    """The annotations of parameters, results and variables."""
    for node in ast.walk(tree):
        match node:
            case ast.arg(annotation=noted) | ast.AnnAssign(annotation=noted) if noted is not None:
                yield noted
            case ast.FunctionDef(returns=noted) | ast.AsyncFunctionDef(returns=noted):
                if noted is not None:
                    yield noted


class _Seen:
    """What mypy looked at in a file."""

    def __init__(self, path: str, expressions: list[tuple[Expression, Type | None]]) -> None:
        self._path, self._types = path, dict(expressions)
        members: dict[tuple[int, str], dict[Span, Known]] = defaultdict(dict)
        self.by_text: dict[Use, Known] = {}
        for node, _ in expressions:
            match node:
                case MemberExpr() | SuperExpr() if (span := self._span(node)) is not None:
                    known = (
                        self._above(node) if isinstance(node, SuperExpr) else self._of(node.expr)
                    )
                    before = members[span.end_line, node.name]
                    if before.get(span, (Receiver.UNSEEN,)) == (Receiver.UNSEEN,):
                        before[span] = known
                case CallExpr(callee=RefExpr(name=called), args=[one, StrExpr(value=name), *_]):
                    if called in _BY_TEXT:
                        use = Use(name, Place(path, node.line, node.column), by_text=True)
                        self.by_text[use] = self._of(one)
        self.members = {key: sorted(each.items(), key=_end) for key, each in members.items()}

    def _span(self, node: Expression) -> Span | None:
        if node.end_line is None or node.end_column is None:
            return None
        return Span(self._path, node.line, node.column, node.end_line, node.end_column)

    def _above(self, node: SuperExpr) -> Known:
        return () if node.info is None else tuple(node.info.mro[1:])

    def _of(self, receiver: Expression) -> Known:
        if isinstance(receiver, RefExpr) and isinstance(receiver.node, MypyFile):
            return ()  # a module
        known = self._types.get(receiver)
        return (Receiver.UNSEEN,) if known is None else tuple(_infos(get_proper_type(known)))


def _end(pair: tuple[Span, Known]) -> int:
    return pair[0].end_column


def _infos(known: ProperType) -> Iterator[TypeInfo | Receiver]:
    """The classes that something of a type may be of."""
    match known:
        case AnyType():
            if not _foreign(known):
                yield Receiver.OPEN
        case UnionType():
            for item in known.items:
                yield from _infos(get_proper_type(item))
        case Instance():
            yield known.type
        case TypeVarType():
            for bound in known.values or [known.upper_bound]:
                yield from _infos(get_proper_type(bound))
        case TupleType():
            yield known.partial_fallback.type
        case TypeType():
            yield from _infos(known.item)
        case LiteralType() | TypedDictType():
            yield known.fallback.type
        case CallableType() if known.is_type_obj():
            yield known.type_object()
        case Overloaded() if known.is_type_obj():
            yield known.type_object()
        case CallableType() | Overloaded():
            yield known.fallback.type
        case NoneType() | UninhabitedType():
            pass
        case PartialType():
            if known.type is not None:
                yield known.type
        case _:
            yield Receiver.UNSEEN


def _foreign(known: AnyType) -> bool:
    """Is it of a library that mypy does not look into?"""
    while known.source_any is not None:
        known = known.source_any
    return known.type_of_any == TypeOfAny.from_unimported_type
