"""Explanations of mistakes in mechanisms: from an unexpected token to a name and a remedy.

A grammar gives two facts: the token that stopped it and the tokens that it would have taken.
Together with the two tokens before, they tell the mistakes apart; no second parser is needed.
"""

from __future__ import annotations

import re

from lark import Token

from symcause.errors import closest, shorten
from symcause.grammar.mechanisms.mechanism_mistakes import MechanismError, Mistake
from symcause.grammar.mechanisms.parse_state import Reading, operator_of

_NAME_RULE = "a name is made of A-Z, a-z, 0-9 and _ and does not begin with a digit"

# What other languages call the operators of this one.
_SYNONYMS = {
    word: operator
    for operator, words in {
        "not": "! ~ ¬ neg negation",
        "and": "& && ∧ ⋀ all",
        "or": "| || ∨ ⋁ any",
        "xor": "^ ⊕ != <> ≠ ⊻ parity",
        "if": "ite mux ifelse ifthenelse",
        "iff": "= == === ≡ <-> <=> ↔ ⇔ eq equal equals equiv xnor",
    }.items()
    for word in words.split()
}
_CHOICE = "'if' takes three arguments: condition, then, else"
_WORD = re.compile(r"[^\s(),]*")
_SIGNS = re.compile(r"[-+*/=<>&|^!~:%≡≠⊻⇔⇒→⋀⋁]*")
_OPERAND = re.compile(r" *[\w(¬!~]")


def explain_character(reading: Reading, position: int) -> MechanismError:
    """The mistake at a character with which no token begins."""
    text = reading.text
    character = text[position]
    if character in "\t\n\r":
        return reading.mistake(
            Mistake.TAB_OR_LINE_BREAK,
            f"{'a tab' if character == chr(9) else 'a line break'} is not allowed",
            position,
            "write the mechanism on one line, with spaces",
        )
    begin = 1 + max(text.rfind(delimiter, 0, position) for delimiter in " (),")
    word = _match(_WORD, text, begin)
    if reading.notation == "sexpr" and word and text[:begin].rstrip(" ").endswith("("):
        return _unknown_operator(reading, word, begin)
    signs = _match(_SIGNS, text, position)
    if reading.notation == "infix" and signs:
        return _unknown_operator(reading, signs, position)
    if character.isalnum():
        number = reading.rules.constants and word.isdigit()
        remedy = "the constants are 0 and 1" if number else _NAME_RULE
        return reading.mistake(Mistake.BAD_NAME, f"{shorten(word)} is not a name", begin, remedy)
    comma = "arguments are separated by spaces" if character == "," else None
    return reading.mistake(
        Mistake.UNEXPECTED_CHARACTER, f"unexpected character {shorten(character)}", position, comma
    )


def explain_token(
    reading: Reading, token: Token, position: int, expected: frozenset[str]
) -> MechanismError:
    """The mistake at a token that stands where the grammar takes only the *expected* ones."""
    if token.type == "CONSTANT" and not reading.rules.constants:
        return reading.constant(token, position)
    if token.type == "RPAR" and not reading.brackets:
        return reading.mistake(
            Mistake.EXTRA_BRACKET, "a closing bracket without an opening one", position
        )
    if reading.last.type == "START" and token.type == "$END":
        return reading.mistake(Mistake.EMPTY_EXPRESSION, "the mechanism is empty", position)
    if reading.last.type == "LPAR" and token.type == "RPAR":
        return reading.mistake(
            Mistake.EMPTY_EXPRESSION, "there is nothing between the brackets", position
        )
    if reading.notation == "sexpr":
        return _explain_sexpr(reading, token, position, expected)
    return _explain_infix(reading, token, position, expected)


def _explain_sexpr(
    reading: Reading, token: Token, position: int, expected: frozenset[str]
) -> MechanismError:
    operator = operator_of(token)
    if token.type == "$END":
        return _missing_bracket(reading, position)
    if reading.last.type == "NAME" and reading.before.type == "LPAR":
        # A name may stand alone in brackets; as it does not, it was meant to be an operator.
        at = reading.text.index(reading.last, reading.brackets[-1].position)
        return _unknown_operator(reading, str(reading.last), at, follower=operator)
    if reading.last.type == "LPAR":
        return reading.mistake(
            Mistake.MISSING_OPERATOR,
            "a bracket opens without an operator",
            position,
            "a bracket begins with an operator or holds a single name",
        )
    if "$END" in expected:
        remedy = f"the operator comes first: ({operator} …)" if operator else None
        return reading.mistake(
            Mistake.TEXT_AFTER_END, "text after the end of the expression", position, remedy
        )
    if operator:
        return reading.mistake(
            Mistake.OPERATOR_AS_VARIABLE,
            f"the operator word {operator!r} stands where an expression is expected",
            position,
            f"an operator opens a bracket: ({operator} …)",
        )
    return _wrong_arity(reading, position)


def _wrong_arity(reading: Reading, position: int) -> MechanismError:
    operator = reading.brackets[-1].operator
    if operator == "not":
        none = operator_of(reading.last) == "not"
        message = "'not' takes one argument, not " + ("none" if none else "more")
    elif operator == "if":
        message = _CHOICE
    else:
        none = bool(operator_of(reading.last))
        message = f"{operator!r} takes two or more arguments, not " + ("none" if none else "one")
    return reading.mistake(Mistake.WRONG_ARITY, message, position)


def _explain_infix(
    reading: Reading, token: Token, position: int, expected: frozenset[str]
) -> MechanismError:
    operator = operator_of(token)
    before = operator_of(reading.last)
    touching = reading.text[:position].endswith(reading.last)
    if before == "iff" and "LPAR" in expected and "NAME" not in expected:
        return reading.mistake(
            Mistake.MISSING_OPERAND,
            "'iff' has nothing on its left",
            position,
            "write a iff b, or iff(a, b, c) for several",
        )
    if before == "if":
        return reading.mistake(
            Mistake.MISSING_BRACKET,
            "no bracket opens after 'if'",
            position,
            "write if(condition, then, else)",
        )
    if "NAME" in expected:
        if token.type == "$END" and reading.last.type == "LPAR":
            return _missing_bracket(reading, position)
        doubled = f"{reading.last}{token}" if token.type != "$END" else ""
        if doubled in _SYNONYMS and before and touching:
            return _unknown_operator(reading, doubled, position - len(reading.last))
        what = f"after {str(reading.last)!r}" if before else f"before {str(token)!r}"
        return reading.mistake(Mistake.MISSING_OPERAND, f"an operand is missing {what}", position)
    if token.type == "$END":
        return _missing_bracket(reading, position)
    if operator == "iff":
        return reading.mistake(
            Mistake.AMBIGUOUS_CHAIN,
            "'iff' does not chain",
            position,
            "write iff(a, b, c) if all are equal, or use brackets",
        )
    if (
        token.type in ("RPAR", "COMMA")
        and reading.brackets
        and reading.brackets[-1].operator == "if"
    ):
        return reading.mistake(Mistake.WRONG_ARITY, _CHOICE, position)
    if token.type == "RPAR":
        return reading.mistake(
            Mistake.WRONG_ARITY, "'iff' takes two or more arguments, not one", position
        )
    if token.type == "COMMA":
        return reading.mistake(
            Mistake.UNEXPECTED_CHARACTER,
            "unexpected character ','",
            position,
            "a comma separates the arguments of iff(…) and if(…) only",
        )
    return _no_operator(reading, token, position)


def _no_operator(reading: Reading, token: Token, position: int) -> MechanismError:
    """Two operands in a row: is one of them a misspelt operator?"""
    touching = reading.text[:position].endswith(reading.last)
    if token.type == "LPAR" and reading.last.type == "NAME" and touching:
        return _unknown_operator(reading, str(reading.last), position - len(reading.last))
    if token.type == "NAME":
        between = _OPERAND.match(reading.text, position + len(token)) is not None
        if between or _nearest_operator(reading, str(token)) is not None:
            return _unknown_operator(reading, str(token), position)
    return reading.mistake(
        Mistake.MISSING_OPERATOR, f"an operator is missing before {shorten(str(token))}", position
    )


def _missing_bracket(reading: Reading, position: int) -> MechanismError:
    begin = reading.text.rfind("\n", 0, reading.brackets[-1].position)
    column = reading.brackets[-1].position - begin
    count = len(reading.brackets)
    message = (
        "a closing bracket is missing" if count == 1 else f"{count} closing brackets are missing"
    )
    remedy = f"the bracket at column {column} is still open"
    return reading.mistake(Mistake.MISSING_BRACKET, message, position, remedy)


def _unknown_operator(
    reading: Reading, word: str, position: int, follower: str = ""
) -> MechanismError:
    near = _nearest_operator(reading, word)
    if follower:
        remedy = f"the operator comes first: ({follower} {shorten(word)[1:-1]} …)"
    elif near is not None:
        remedy = f"did you mean {near!r}?"
    else:
        remedy = f"known: {', '.join(reading.rules.operators)}"
    return reading.mistake(
        Mistake.UNKNOWN_OPERATOR, f"unknown operator {shorten(word)}", position, remedy
    )


def _nearest_operator(reading: Reading, word: str) -> str | None:
    operators = reading.rules.operators
    known = _SYNONYMS.get(word.lower())
    return known if known in operators else closest(word.lower(), operators)


def _match(pattern: re.Pattern[str], text: str, position: int) -> str:
    match = pattern.match(text, position)
    return match[0] if match else ""
