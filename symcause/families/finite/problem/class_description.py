"""Class description of a finite problem: as a file has it, with the keys that were stated there."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from symcause.families.finite.models.mechanism_class import (
    DeclaredOperator,
    FiniteClass,
    Grammar,
    MechanismClass,
)
from symcause.families.finite.models.term_text import print_term

MANY = "many"


def describe_class(model_class: FiniteClass) -> dict[str, object]:
    """The key ``class`` of a problem file."""
    shared, stated = model_class.shared, model_class.stated or {}
    plain = MechanismClass()
    described = _keys(shared, stated.get("", _other_keys(shared, plain)))
    own = {
        name: _keys(one, stated.get(name, _other_keys(one, shared)))
        for name, one in model_class.own.items()
    }
    return {**described, "variables": own} if own else described


def described_mechanisms(own: MechanismClass) -> dict[str, Any]:
    """The class of one variable, whole, as a file has it."""
    return _keys(own, _other_keys(own, MechanismClass()))


def _other_keys(own: MechanismClass, than: MechanismClass) -> Collection[str]:
    keys = ("max_parents", "min_parents", "functions", "grammar", "candidates")
    return [key for key in keys if getattr(own, key) != getattr(than, key)]


def _keys(own: MechanismClass, stated: Collection[str]) -> dict[str, object]:
    values: dict[str, object] = {
        "max_parents": own.max_parents,
        "min_parents": own.min_parents,
        "functions": list(own.functions),
        "grammar": None if own.grammar is None else _grammar(own.grammar),
        "candidates": list(own.candidates or ()),
    }
    void = {"functions"} if own.grammar is not None else {"grammar"}
    return {key: value for key, value in values.items() if key in stated and key not in void}


def _grammar(grammar: Grammar) -> dict[str, object]:
    own = grammar.constants == "own"
    described: dict[str, object] = {
        "max_size": grammar.max_size,
        "max_depth": grammar.max_depth,
        "constants": "own" if own else list(grammar.constants),
        "operators": {operator.name: operator_spec(operator) for operator in grammar.operators},
    }
    return {key: value for key, value in described.items() if value is not None}


def operator_spec(operator: DeclaredOperator) -> object:
    """An operator, as a file has it."""
    arity = MANY if operator.arity is None else operator.arity
    if operator.meaning is not None:
        return {"arity": arity, "means": print_term(operator.meaning)}
    if operator.table is not None:
        return {"arity": arity, "table": [[*row, value] for row, value in operator.table.items()]}
    return True
