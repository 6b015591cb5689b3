"""Callers of methods: what a search finds, and what mypy knows about whom they call."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from mypy.nodes import Expression, SuperExpr, TypeInfo
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


@dataclass(frozen=True)
class Use:
    """A name after a dot, or in ``getattr``: where all of it stands, what has the name, and the name."""

    name: str
    span: Span
    receiver: Span
    place: Place
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
        self._uses = defaultdict[str, list[Use]](list)
        self._receivers: dict[Span, tuple[TypeInfo | Receiver, ...]] = {}
        for path, types in copy.types():
            for use in _uses(path):
                self._uses[use.name].append(use)
            for span, known in _receivers(path, types):
                self._receivers[span] = (*self._receivers.get(span, ()), *known)

    def of(self, method: Method) -> tuple[Caller, ...]:
        """The callers of a method, as far as the types of receivers do not say that they are others."""
        defining = [self._classes.infos[each] for each in sorted(method.classes)]
        found = list[Caller]()
        for use in self._uses[method.name]:
            if not use.by_text and use.place in method.places:
                continue
            known = self._receivers.get(use.receiver, (Receiver.UNSEEN,))
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


def _uses(path: str) -> Iterator[Use]:
    for node in ast.walk(ast.parse(Path(path).read_bytes())):
        match node:
            case ast.Attribute(value, name):
                span = _span(path, node)
                above = isinstance(value, ast.Call) and ast.unparse(value.func) == "super"
                place = Place(path, span.end_line, span.end_column - len(name.encode()))
                yield Use(name, span, span if above else _span(path, value), place)
            case ast.Call(ast.Name(function), [value, ast.Constant(str() as name) as text, *_]):
                if function in _BY_TEXT:
                    place = Place(path, text.lineno, text.col_offset + 1)
                    yield Use(name, _span(path, node), _span(path, value), place, by_text=True)


def _span(path: str, node: ast.expr) -> Span:
    assert node.end_lineno is not None and node.end_col_offset is not None
    return Span(path, node.lineno, node.col_offset, node.end_lineno, node.end_col_offset)


def _receivers(
    path: str, types: dict[Expression, Type]
) -> Iterator[tuple[Span, tuple[TypeInfo | Receiver, ...]]]:
    """What mypy looked at, and of which classes it may be; ``super().name`` stands for its receiver."""
    for node, known in types.items():
        if node.end_line is None or node.end_column is None:
            continue
        span = Span(path, node.line, node.column, node.end_line, node.end_column)
        if isinstance(node, SuperExpr):
            yield span, () if node.info is None else tuple(node.info.mro[1:])
        else:
            yield span, tuple(_infos(get_proper_type(known)))


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
