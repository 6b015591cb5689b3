"""Operator rules of the grammars of mechanisms: what the table of operators adds to the ``.lark`` files.

An operation is built by a rule that bears its name, ``op_and``; its word is the token ``_AND``, and its
signs are the token ``_AND_SIGN``.

>>> from symcause.models.operators.mechanism_operators import OPERATOR
>>> print(completed("// words", {"and": OPERATOR["and"]}, signs=True))
_AND: "and"
_AND_SIGN: "∧" | "&"
_and: _AND | _AND_SIGN
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import assert_never

from symcause.models.operators.mechanism_operators import Infix, Operator

RULE = "op_"
"""What the name of a rule that builds an operation begins with."""


def completed(text: str, operators: Mapping[str, Operator], *, signs: bool) -> str:
    """The grammar of a ``.lark`` file, with or without signs, for these operators."""
    found = operators.values()
    text = text.replace("// operations", "\n".join(f"| {_operation(o)}" for o in found))
    text = text.replace("// levels", "\n".join(_levels(operators)))
    text = text.replace("// calls", "\n".join(f"| {_call(o)}" for o in found if o.called))
    return text.replace("// words", "\n".join(line for o in found for line in _words(o, signs)))


def _operation(operator: Operator) -> str:
    """In brackets, the word first."""
    arguments = " ".join(["expression"] * operator.meaning.least)
    more = "+" if operator.meaning.gathers else ""
    return f'"(" _{operator.word.upper()} {arguments}{more} ")" -> {RULE}{operator.word}'


def _call(operator: Operator) -> str:
    many = 'operand ("," operand)+'
    arguments = (
        many if operator.meaning.gathers else ' "," '.join(["operand"] * operator.meaning.least)
    )
    return f'_{operator.word} "(" {arguments} ")" -> {RULE}{operator.word}'


def _levels(operators: Mapping[str, Operator]) -> Iterator[str]:
    """From the loosest to the tightest, and what stands before its operand."""
    between = sorted((o for o in operators.values() if o.binds), key=lambda o: -o.binds)
    names = [*(f"level_{o.word}" for o in between), "prefixed"]
    yield f"?operand: {names[0]}"
    for operator, own, inner in zip(between, names, names[1:], strict=False):
        yield f"?{own}: {inner} | {_between(operator, inner)} -> {RULE}{operator.word}"
    before = [o.word for o in operators.values() if o.infix is Infix.PREFIX]
    yield " | ".join(["?prefixed: primary", *(f"_{w} prefixed -> {RULE}{w}" for w in before)])


def _between(operator: Operator, inner: str) -> str:
    match operator.infix:
        case Infix.CHAIN:
            return f"{inner} (_{operator.word} {inner})+"
        case Infix.PAIR:
            return f"{inner} _{operator.word} {inner}"
        case Infix.PREFIX | Infix.CALL:
            raise AssertionError(f"{operator.word} does not stand between operands")
        case other:
            assert_never(other)


def _words(operator: Operator, signs: bool) -> Iterator[str]:
    token = f"_{operator.word.upper()}"
    yield f'{token}: "{operator.word}"'
    if signs and operator.signs:
        quoted = [f'"{sign}"' for sign in operator.signs]
        yield f"{token}_SIGN: {' | '.join(quoted)}"
        yield f"_{operator.word}: {token} | {token}_SIGN"
    elif signs:
        yield f"_{operator.word}: {token}"
