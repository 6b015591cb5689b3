"""Operator reader of finite files: what a class declares, and single values, integers and words."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from symcause.errors import did_you_mean
from symcause.families.finite.bounds import FILE_INTEGER
from symcause.families.finite.files.placed_values import Placed, json_text, plain_value
from symcause.families.finite.models.builtin_operators import BUILT_INS, PARAMETERS, TABLE
from symcause.families.finite.models.finite_values import FiniteVariable, Value
from symcause.families.finite.models.mechanism_class import DeclaredOperator
from symcause.families.finite.models.term_text import parse_term
from symcause.families.finite.models.term_vocabulary import MeaningVocabulary, TermError, word_fault
from symcause.families.finite.models.terms import Term
from symcause.models.variable_names import NAME

_MANY = "many"
_UNUSABLE = (*PARAMETERS, TABLE, "case")


def read_value(at: Placed, variables: Collection[str] = ()) -> Value:
    """An integer or a word, which is none of the *variables*."""
    value = at.value
    if type(value) is int:
        if not -FILE_INTEGER <= value <= FILE_INTEGER:
            remedy = f"integers lie between {-FILE_INTEGER} and {FILE_INTEGER}"
            raise at.refused("is too large", remedy)
        return value
    if not isinstance(value, str):
        raise at.refused("is no value", plain_value(value) or "write an integer or a word")
    if (why := word_fault(value, variables)) is not None:
        message, _, remedy = why.partition("; ")
        raise at.refused(message, plain_value(value) or remedy or None)
    return value


def read_operator(at: Placed, name: str, domains: Mapping[str, FiniteVariable]) -> DeclaredOperator:
    """The operator that a SPEC declares under a name."""
    _check_name(at, name, domains)
    if at.value is True:
        return _built_in(at, name)
    if not isinstance(at.value, Mapping):
        raise at.refused("declares no operator", 'write true or {"arity": ..., "means": ...}')
    at.mapping(("arity", "means", "table"))
    if at.has("means") == at.has("table"):
        raise at.wrong("needs one of 'means' and 'table'", "give exactly one")
    if not at.has("arity"):
        raise at.wrong("the key 'arity' is missing", "add it")
    arity = _arity(at.part("arity"))
    if at.has("means"):
        return DeclaredOperator(name, arity, _meaning(at.part("means"), arity, domains))
    if arity is None:
        raise at.part("arity").wrong(
            "a table has a fixed number of arguments", "write 1, 2, 3 or 4"
        )
    return DeclaredOperator(name, arity, table=_table(at.part("table"), arity, domains))


def _check_name(at: Placed, name: str, domains: Mapping[str, FiniteVariable]) -> None:
    if NAME.fullmatch(name) is None:
        raise at.wrong(f"{json_text(name)} cannot name an operator", "use letters, digits and _")
    if name in _UNUSABLE:
        raise at.wrong(
            f"{name!r} is a word of its own and names no operator", "choose another name"
        )
    if name in domains:
        raise at.wrong(f"{name!r} is a variable", "choose another name for the operator")
    if any(variable.position(name) is not None for variable in domains.values()):
        raise at.wrong(f"{name!r} is a value", "choose another name for the operator")


def _built_in(at: Placed, name: str) -> DeclaredOperator:
    alone = [one.name for one in BUILT_INS.values() if one.alone]
    if name in alone:
        return DeclaredOperator(name, BUILT_INS[name].arity)
    if name in BUILT_INS:
        raise at.wrong(f"{name!r} cannot stand alone", "give it a meaning")
    raise at.wrong(f"{name!r} is no built-in operator", did_you_mean(name, alone))


def _arity(at: Placed) -> int | None:
    if at.value == _MANY:
        return None
    if type(at.value) is not int or not 1 <= at.value <= len(PARAMETERS):
        raise at.refused("is no arity", 'write 1, 2, 3, 4 or "many"')
    return at.value


def _meaning(at: Placed, arity: int | None, domains: Mapping[str, FiniteVariable]) -> Term:
    if not isinstance(at.value, str):
        raise at.refused("is no expression", "write one in quotes")
    try:
        return parse_term(at.value, MeaningVocabulary(arity, domains))
    except TermError as error:
        raise at.refused(str(error)) from None


def _table(
    at: Placed, arity: int, domains: Mapping[str, FiniteVariable]
) -> dict[tuple[Value, ...], Value]:
    table: dict[tuple[Value, ...], Value] = {}
    for row in at.items("rows of arguments and a value"):
        if not isinstance(row.value, list | tuple) or len(row.value) != arity + 1:
            raise row.refused(f"is no row of {arity} argument(s) and a value")
        *arguments, value = (read_value(cell, domains) for cell in row.items(""))
        if tuple(arguments) in table:
            raise row.refused("has the arguments of another row", "remove one")
        table[tuple(arguments)] = value
    return table
