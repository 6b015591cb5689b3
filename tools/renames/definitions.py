"""Definitions of methods: which of them are one method, and where their names stand."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from mypy.nodes import Decorator, FuncDef, OverloadedFuncDef, SymbolTable, TypeInfo
from mypy.subtypes import is_subtype
from mypy.typevars import fill_typevars_with_any

from tools.renames.checked_copy import CheckedCopy, Place

_FUNCTIONS = (FuncDef, Decorator, OverloadedFuncDef)


@dataclass(frozen=True)
class Method:
    """One method: its name, the classes that define it, and where these say its name."""

    name: str
    classes: frozenset[str]
    title: str
    places: frozenset[Place]


class Classes:
    """The classes of a package, and what their methods have to do with each other."""

    def __init__(self, copy: CheckedCopy) -> None:
        self.infos: dict[str, TypeInfo] = {}
        self._files: dict[str, str] = {}
        for path, tree in copy.modules():
            for info in _classes(tree.names, tree.fullname):
                self.infos[info.fullname], self._files[info.fullname] = info, path
        self._bodies: dict[str, dict[int, ast.ClassDef]] = {}
        self._joined: dict[str, dict[str, set[str]]] = {}

    def methods(self, roots: Iterable[str]) -> list[Method]:
        """The public methods of these classes and of what derives from them, each once, by title."""
        wanted = frozenset(roots)
        seen, found = set[tuple[str, str]](), list[Method]()
        for info in self.infos.values():
            if not any(base.fullname in wanted for base in info.mro):
                continue
            for name, symbol in info.names.items():
                if name.startswith("_") or not isinstance(symbol.node, _FUNCTIONS):
                    continue
                if (info.fullname, name) in seen or symbol.plugin_generated:
                    continue
                method = self._method(info, name)
                if method is not None:
                    seen |= {(each, name) for each in method.classes}
                    found.append(method)
        return sorted(found, key=lambda method: (method.title, sorted(method.classes)))

    def _method(self, start: TypeInfo, name: str) -> Method | None:
        """None where a class of another package defines it, too: it is not ours to rename."""
        if name not in self._joined:
            self._joined[name] = self._join(name)
        related = self._joined[name][start.fullname]
        infos = [self.infos[each] for each in related]
        if any(name in base.names for i in infos for base in i.mro if base.fullname not in related):
            return None
        places = {place for info in infos for place in self._places(info, name)}
        first = min(infos, key=lambda info: (len(info.mro), info.fullname))
        return Method(name, frozenset(related), f"{first.name}.{name}", frozenset(places))

    def _join(self, name: str) -> dict[str, set[str]]:
        """Classes that define a name, each with those whose definition has to have the same name.

        These are what one class inherits it from, and the protocols that some class implements with it.
        A class that stores it in itself defines it anew, whatever it inherits: once the others are
        renamed, that is all it has.
        """
        having = [info for info in self.infos.values() if info.get(name) is not None]
        owning = [i for i in having if name in i.names or any(self._places(i, name))]
        own = {info.fullname: {info.fullname} for info in owning}
        protocols = [self.infos[each] for each in own if self.infos[each].is_protocol]
        for info in having:
            inherited = [base.fullname for base in info.mro if base.fullname in own]
            met = [one.fullname for one in protocols if inherited and _implements(info, one)]
            merged = set[str]().union(*(own[each] for each in (*inherited, *met)))
            own.update((each, merged) for each in merged)
        return own

    def _places(self, info: TypeInfo, name: str) -> Iterator[Place]:
        path = self._files[info.fullname]
        if path not in self._bodies:
            tree = ast.parse(Path(path).read_bytes())
            classes = (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
            self._bodies[path] = {node.lineno: node for node in classes}
        lines = Path(path).read_bytes().split(b"\n")
        body = self._bodies[path].get(info.line) or self._at(path, info)
        for node in () if body is None else _said(body, name):
            row = lines[node.lineno - 1]
            column = row.find(name.encode(), node.col_offset)
            yield Place(path, node.lineno, column)

    def _at(self, path: str, info: TypeInfo) -> ast.ClassDef | None:
        """None for a class that a call makes."""
        named = [node for node in self._bodies[path].values() if node.name == info.name]
        return min(named, key=lambda node: abs(node.lineno - info.line), default=None)


def _classes(names: SymbolTable, within: str) -> Iterator[TypeInfo]:
    for symbol in names.values():
        info = symbol.node
        if isinstance(info, TypeInfo) and info.fullname.startswith(within + "."):
            yield info
            yield from _classes(info.names, info.fullname)


def _implements(info: TypeInfo, protocol: TypeInfo) -> bool:
    return all(info.get(member) for member in protocol.protocol_members) and is_subtype(
        fill_typevars_with_any(info), fill_typevars_with_any(protocol)
    )


def _said(body: ast.ClassDef, name: str) -> Iterator[ast.stmt | ast.expr]:
    """Nodes of a class's body that give something this name, or give it more (a setter)."""
    left: list[ast.stmt] = list(body.body)
    for node in left:
        if isinstance(node, ast.If):
            left += (*node.body, *node.orelse)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            decorators = [part for one in node.decorator_list for part in ast.walk(one)]
            yield from (d for d in decorators if isinstance(d, ast.Name) and d.id == name)
            if node.name == name:
                yield node
            yield from _stored(node, name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (t for t in targets if isinstance(t, ast.Name) and t.id == name)


def _stored(function: ast.FunctionDef | ast.AsyncFunctionDef, name: str) -> Iterator[ast.expr]:
    """``self.name = …``, which is a definition as well."""
    for node in ast.walk(function):
        match node:
            case ast.Attribute(ast.Name("self"), attr, ast.Store()) if attr == name:
                yield node
