"""The mechanism parser: Boolean mechanisms from text in prefix or infix notation.

Nothing is ever rewritten or repaired: a text denotes exactly the expression it writes, or it is refused
with a :class:`~symcause.grammar.mechanisms.mechanism_mistakes.MechanismError`. White space at its ends does
not matter, and inside any separates what a space would, except tabs and line breaks: those are refused.

>>> parse("(xor X1 (not X2))") == parse_infix("X1 xor not X2")
True
>>> parse("(nand X1 X2)")  # doctest: +ELLIPSIS
Traceback (most recent call last):
...
symcause.grammar.mechanisms.mechanism_mistakes.MechanismError: unknown operator 'nand' at column 2; ...
"""

from __future__ import annotations

import re
from collections.abc import Collection

from symcause.bounds.grammar_bounds import MECHANISM_LENGTH
from symcause.errors import closest, shorten
from symcause.grammar.mechanisms.infix_scanner import scan_infix
from symcause.grammar.mechanisms.language_rules import Rules
from symcause.grammar.mechanisms.mechanism_mistakes import MechanismError, Mistake
from symcause.models.expressions import Expression
from symcause.models.mechanism_scanner import scan
from symcause.models.operators.mechanism_operators import OPERATOR
from symcause.models.variable_names import NAME, OPERATORS, WORDS, natural

_SIGNS = "".join(sorted({sign[0] for operator in OPERATOR.values() for sign in operator.signs}))
_OPERATOR = re.compile(
    rf"(?P<bracket>\( *)?(?:(?P<word>\b(?:{'|'.join(OPERATOR)})\b)|[{re.escape(_SIGNS)}])"
)


def parse(
    text: str,
    *,
    operators: Collection[str] = OPERATORS,
    constants: bool = False,
    allowed: Collection[str] | None = None,
    known: Collection[str] | None = None,
) -> Expression:
    """The expression that an S-expression writes.

    *operators* and *constants* say what the problem lets a mechanism use. *allowed* are the
    variables that may appear (None: any), *known* all variables of the problem: both only decide
    the mistake of a text that is otherwise right (its :attr:`~MechanismError.stage` is ``legal``).
    """
    text = readable(text)
    expression = scan(text, operators, constants=constants)
    if expression is None:
        from symcause.grammar.mechanisms.lark_reader import explain

        raise explain(text, Rules(operators, constants))
    if allowed is not None:
        _check_variables(text, expression, allowed, known)
    return expression


def parse_infix(
    text: str,
    *,
    operators: Collection[str] = OPERATORS,
    constants: bool = False,
    allowed: Collection[str] | None = None,
    known: Collection[str] | None = None,
) -> Expression:
    """The expression that a text in infix notation writes; options as in :func:`parse`."""
    text = readable(text)
    expression = scan_infix(text, operators, constants=constants)
    if expression is None:
        from symcause.grammar.mechanisms.lark_reader import read  # raises what is wrong

        expression = read("infix", text, Rules(operators, constants))
    if allowed is not None:
        _check_variables(text, expression, allowed, known)
    return expression


def parse_any(
    text: str,
    *,
    operators: Collection[str] = OPERATORS,
    constants: bool = False,
    allowed: Collection[str] | None = None,
    known: Collection[str] | None = None,
) -> Expression:
    """Whatever a person typed: an S-expression if it is one, else infix. Never used for scoring.

    A text that is right in both notations (``X1``, ``(X1)``, ``(not X1)``) means the same in both.
    One that is wrong in both is explained as an S-expression if it begins with a bracket and every
    operator in it stands right behind an opening bracket, else as infix.
    """
    text = readable(text)
    if scan(text, operators, constants=constants) is None:
        try:
            return parse_infix(
                text, operators=operators, constants=constants, allowed=allowed, known=known
            )
        except MechanismError as error:
            if error.stage == "legal" or not _looks_prefix(text):
                raise
    return parse(text, operators=operators, constants=constants, allowed=allowed, known=known)


def _looks_prefix(text: str) -> bool:
    if not text.lstrip(" ").startswith("("):
        return False
    return all(match["bracket"] and match["word"] for match in _OPERATOR.finditer(text))


def _check_variables(
    text: str, expression: Expression, allowed: Collection[str], known: Collection[str] | None
) -> None:
    """Refuse the first variable in the text that is not allowed."""
    if all(name in allowed for name in expression.variables):
        return
    for match in NAME.finditer(text):
        name = match[0]
        if name in allowed or name in WORDS:
            continue
        mistake, message = Mistake.UNKNOWN_VARIABLE, f"unknown variable {shorten(name)}"
        if known is not None and name in known:
            mistake = Mistake.VARIABLE_NOT_ALLOWED
            message = f"the variable {shorten(name)} is not allowed here"
        remedy = _other_variable(name, mistake, allowed)
        raise MechanismError(mistake, message, text, match.start(), remedy)


def _other_variable(name: str, mistake: Mistake, allowed: Collection[str]) -> str | None:
    near = closest(name, allowed) if mistake is Mistake.UNKNOWN_VARIABLE else None
    if near is not None:
        return f"did you mean {near!r}?"
    listed = ", ".join(natural(allowed)) or "none"
    return f"allowed here: {listed}" if len(listed) <= 200 else None


def readable(text: str) -> str:
    """The text with a space for white space of other kinds, so that places in it stay what they are.

    At both ends any white space goes; inside, tabs and line breaks stay, and are refused. Raises if the
    text is too long.
    """
    if len(text) > MECHANISM_LENGTH:
        raise MechanismError(
            Mistake.TOO_LONG,
            f"the mechanism goes on for {len(text)} characters",
            text,
            MECHANISM_LENGTH,
            f"at most {MECHANISM_LENGTH} are read",
        )
    if text.isprintable():  # of all white space, only the space is
        return text
    begin = len(text) - len(text.lstrip())
    end = len(text.rstrip())
    inner = (" " if c.isspace() and c not in "\t\n\r" else c for c in text[begin:end])
    return " " * begin + "".join(inner) + " " * (len(text) - max(begin, end))
