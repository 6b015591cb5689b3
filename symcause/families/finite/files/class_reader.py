"""Class reader of finite files: the key ``class`` of a problem, or a class file beside it.

A class file is JSON, or TOML where its name says so: ``symcause.finite-class/1`` and the keys of ``class``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from symcause.errors import did_you_mean
from symcause.families.finite.bounds import EXPRESSION_SIZE
from symcause.families.finite.files.class_file import class_document
from symcause.families.finite.files.operator_reader import read_operator, read_value
from symcause.families.finite.files.placed_values import Placed
from symcause.families.finite.models.finite_values import FiniteVariable, Value
from symcause.families.finite.models.mechanism_class import (
    NAMED,
    FiniteClass,
    Grammar,
    MechanismClass,
)

_KEYS = ("max_parents", "min_parents", "functions", "grammar")
_STATED = (*_KEYS, "candidates")


def read_class(
    at: Placed, domains: Mapping[str, FiniteVariable], roots: tuple[str, ...], file: str | None
) -> FiniteClass:
    """The class of a problem with these variables and disclosed roots, perhaps from a file."""
    if isinstance(at.value, str):
        document, path = class_document(at, file)
        return replace(_Reader(domains, roots).of(Placed(document, at.place)), source=path)
    return _Reader(domains, roots).of(at)


@dataclass(frozen=True)
class _Reader:
    domains: Mapping[str, FiniteVariable]
    roots: tuple[str, ...]

    def of(self, at: Placed) -> FiniteClass:
        at.mapping((*_KEYS, "variables"))
        if not at.has("functions") and not at.has("grammar"):
            raise at.wrong("has neither 'functions' nor 'grammar'", "add one of them")
        shared = self._mechanisms(at, MechanismClass())
        own = {}
        if at.has("variables"):
            part = at.part("variables")
            for name in part.mapping():
                part.at(name, name).name(self.domains)
                if name in self.roots:
                    raise part.at(name, name).refused("is a root and has no class", "remove it")
                own[name] = self._own(part.part(name), shared, self.domains[name])
        for variable in self.domains.values():
            if variable.name not in self.roots and variable.name not in own:
                _check_values(at, shared, variable)
        parts = {"": at} | {name: at.part("variables").part(name) for name in own}
        stated = {name: tuple(filter(part.says, _STATED)) for name, part in parts.items()}
        return FiniteClass(shared, own, stated=stated)

    def _own(self, at: Placed, shared: MechanismClass, variable: FiniteVariable) -> MechanismClass:
        at.mapping((*_KEYS, "candidates"))
        own = self._mechanisms(at, shared)
        if at.has("candidates"):
            part = at.part("candidates")
            candidates = part.names(self.domains)
            if variable.name in candidates:
                raise part.wrong(f"{variable.name} is its own candidate", "remove it")
            order = [name for name in self.domains if name in candidates]
            own = replace(own, candidates=tuple(order))
        _check_values(at, own, variable)
        return own

    def _mechanisms(self, at: Placed, inherited: MechanismClass) -> MechanismClass:
        """The class that an object states; what it leaves out is *inherited*."""
        read = inherited
        if at.says("max_parents"):
            most = at.part("max_parents")
            bound = None if most.value is None else most.integer(0, None, "number of parents")
            read = replace(read, max_parents=bound)
        if at.has("min_parents"):
            least = at.part("min_parents").integer(0, None, "number of parents")
            read = replace(read, min_parents=least)
        if at.has("functions") and at.has("grammar"):
            raise at.wrong("has both 'functions' and 'grammar'", "keep one")
        if at.has("functions"):
            read = replace(read, functions=_functions(at.part("functions")), grammar=None)
        if at.has("grammar"):
            read = replace(read, functions=(), grammar=self._grammar(at.part("grammar")))
        return read

    def _grammar(self, at: Placed) -> Grammar:
        at.mapping(("max_size", "max_depth", "constants", "operators"), ("max_size",))
        size = at.part("max_size").integer(1, EXPRESSION_SIZE, "size")
        depth = (
            at.part("max_depth").integer(1, EXPRESSION_SIZE, "depth")
            if at.has("max_depth")
            else None
        )
        constants = self._constants(at.part("constants")) if at.has("constants") else ()
        operators = []
        if at.has("operators"):
            part = at.part("operators")
            operators = [
                read_operator(part.part(name), name, self.domains) for name in part.mapping()
            ]
        return Grammar(size, depth, constants, tuple(operators))

    def _constants(self, at: Placed) -> tuple[Value, ...] | Literal["own"]:
        if at.value == "own":
            return "own"
        values: list[Value] = []
        every = {value for one in self.domains.values() for value in one.values}
        for item in at.items('values, or "own"'):
            value = read_value(item)
            if isinstance(value, str) and value not in every:
                words = [word for word in every if isinstance(word, str)]
                raise item.refused("is no value of any variable", did_you_mean(value, words))
            if value in values:
                raise item.refused("stands twice", "remove one")
            values.append(value)
        return tuple(values)


def _functions(at: Placed) -> tuple[str, ...]:
    if isinstance(at.value, str):
        return (at.word(NAMED, "class of functions"),)
    names: list[str] = []
    for item in at.items("names of classes"):
        if item.word(NAMED, "class of functions") in names:
            raise item.refused("stands twice", "remove one")
        names.append(item.word(NAMED, "class of functions"))
    if not names:
        raise at.wrong("no class of functions", f"name one: {', '.join(NAMED)}")
    return tuple(names)


def _check_values(at: Placed, own: MechanismClass, variable: FiniteVariable) -> None:
    narrow = [name for name in own.functions if name != "any"]
    if narrow and len(variable.values) != 2:
        raise Placed(None, f"{at.place}.functions").wrong(
            f"{narrow[0]!r} is for variables of two values, "
            f"{variable.name} has {len(variable.values)}",
            'use "any" or a grammar',
        )
