"""The text of terms in finite models: parsed against a vocabulary, and printed.

>>> from symcause.families.finite.models.finite_values import FiniteVariable
>>> from symcause.families.finite.models.term_vocabulary import MechanismVocabulary
>>> light = FiniteVariable("L", ("off", "on"))
>>> known = MechanismVocabulary({"L": light})
>>> print_term(parse_term("(if  (eq (L) on) -0 7)", known))
'(if (eq L on) 0 7)'
>>> parse_term("(add L 01)", known)
Traceback (most recent call last):
...
symcause.families.finite.models.term_vocabulary.TermError: has '01', which is no variable, value or integer
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import prod
from typing import TypeAlias

from symcause.errors import shorten
from symcause.families.finite.bounds import TERM_BRACKETS, TERM_TOKENS
from symcause.families.finite.models.builtin_operators import BUILT_INS, SPREAD, TABLE, WHEN
from symcause.families.finite.models.finite_values import Value
from symcause.families.finite.models.term_vocabulary import TermError, Vocabulary
from symcause.families.finite.models.terms import Constant, Name, Operation, Table, Term
from symcause.formats.strict_json import MAX_INTEGER

_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)")
_TOKEN = re.compile(r"[()]|[^\s()]+")

_Tree: TypeAlias = "str | list[_Tree]"


def parse_term(text: str, vocabulary: Vocabulary) -> Term:
    """The term that a text writes. Raises TermError."""
    term = _built(_tree(text), vocabulary)
    if term == Name(SPREAD):
        raise TermError("is nothing but ...; write an operator before it")
    return term


def _tree(text: str) -> _Tree:
    """The text as lists of lists of atoms."""
    open_lists: list[list[_Tree]] = [[]]
    tokens = _TOKEN.findall(text)
    if len(tokens) > TERM_TOKENS:
        raise TermError(f"is too long; an expression has at most {TERM_TOKENS} tokens")
    for token in tokens:
        if len(open_lists) == 1 and open_lists[0]:
            raise TermError(f"goes on with {shorten(token)} behind its end")
        if token == "(":
            if len(open_lists) > TERM_BRACKETS:
                raise TermError(f"is nested too deep; at most {TERM_BRACKETS} brackets")
            open_lists.append([])
        elif token == ")":
            if len(open_lists) == 1:
                raise TermError("closes a bracket that was never opened")
            done = open_lists.pop()
            open_lists[-1].append(done)
        else:
            open_lists[-1].append(token)
    if len(open_lists) > 1:
        raise TermError(f"leaves {len(open_lists) - 1} bracket(s) open")
    if not open_lists[0]:
        raise TermError("is empty; write an expression")
    return open_lists[0][0]


def _built(tree: _Tree, known: Vocabulary) -> Term:
    if isinstance(tree, str):
        return Constant(integer(tree)) if _INTEGER.fullmatch(tree) else known.atom(tree)
    if not tree:
        raise TermError("has an empty pair of brackets")
    head, *rest = tree
    if not isinstance(head, str):
        raise TermError("has a bracket where an operator belongs")
    if not rest and not known.knows(head):
        return _built(head, known)
    if head == TABLE and TABLE in known.forms:
        return _table([_built(one, known) for one in rest], known)
    known.takes(head, len(rest))
    arguments = tuple(_built(one, known) for one in rest)
    for at, argument in enumerate(arguments):
        if argument == Name(SPREAD) and (at + 1 < len(rest) or not BUILT_INS[head].spread):
            spread = ", ".join(one.name for one in BUILT_INS.values() if one.spread)
            raise TermError(f"has ... where it may not stand; it is the last argument of {spread}")
    if head == WHEN and WHEN in known.forms:
        _check_when(arguments, known)
    return Operation(head, arguments)


def _table(parts: list[Term], known: Vocabulary) -> Table:
    parents: list[str] = []
    outputs: list[Value] = []
    for part in parts:
        match part:
            case Name(name) if outputs:
                raise TermError(
                    f"has a table with the variable {name} among its values; parents come first"
                )
            case Name(name) if name in parents:
                raise TermError(f"has a table with the parent {name} twice")
            case Name(name):
                parents.append(name)
            case Constant(value):
                outputs.append(value)
            case _:
                raise TermError("has a table with an expression in it; write parents, then values")
    needed = prod(len(known.values(name)) for name in parents)
    if len(outputs) != needed:
        over = f"over {', '.join(parents)} " if parents else ""
        raise TermError(f"has a table {over}with {len(outputs)} value(s); it needs {needed}")
    return Table(tuple(parents), tuple(outputs))


def _check_when(arguments: tuple[Term, ...], known: Vocabulary) -> None:
    match arguments[:2]:
        case (Name(name), Constant(value)):
            if value not in known.values(name):
                raise TermError(f"asks when {name} is {shorten(value)}, which is no value of it")
        case _:
            raise TermError(f"has {WHEN!r} without a variable and one of its values in front")


def integer(digits: str) -> int:
    """The integer of a token; one that is too long to be written is one of so many digits."""
    if len(digits) <= MAX_INTEGER:
        return int(digits)
    largest: int = 10**MAX_INTEGER - 1  # no value, either
    return -largest if digits.startswith("-") else largest


def print_term(term: Term) -> str:
    """A term as a text that reads as the same term."""
    return " ".join(_tokens(term)).replace("( ", "(").replace(" )", ")")


def print_value(value: Value) -> str:
    """A value as a token."""
    return str(value)


def _tokens(term: Term) -> Iterator[str]:
    match term:
        case Name(name):
            yield name
        case Constant(value):
            yield print_value(value)
        case Operation(operator, arguments):
            yield from ("(", operator)
            for argument in arguments:
                yield from _tokens(argument)
            yield ")"
        case Table(parents, outputs):
            yield from ("(", TABLE, *parents, *map(print_value, outputs), ")")


def term_size(term: Term) -> int:
    """How many operators, variables and constants stand in a term."""
    match term:
        case Operation(_, arguments):
            return 1 + sum(map(term_size, arguments))
        case Table(parents, outputs):
            return 1 + len(parents) + len(outputs)
        case Name() | Constant():
            return 1


def term_depth(term: Term) -> int:
    """How deep a term is; an atom has depth 1."""
    match term:
        case Operation(_, arguments):
            return 1 + max(map(term_depth, arguments))
        case Table():
            return 2
        case Name() | Constant():
            return 1
