"""Explanations of mistakes in mechanisms: from an unexpected token to a name and a remedy.

A grammar gives two facts: the token that stopped it and the tokens that it would have taken.
Together with the two tokens before, they tell the mistakes apart; no second parser is needed.
"""

from __future__ import annotations

import re
from typing import assert_never

from lark import Token

from symcause.errors import closest, shorten
from symcause.grammar.mechanisms.mechanism_mistakes import MechanismError, Mistake
from symcause.grammar.mechanisms.parse_state import Reading, operator_of
from symcause.models.operators.mechanism_operators import OPERATOR, Infix, Operator

_NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four"}
_NAME_RULE = "a name is made of A-Z, a-z, 0-9 and _ and does not begin with a digit"

# What other languages call the operators of this one.
_SYNONYMS = {name: word for word, own in OPERATOR.items() for name in own.synonyms.split()}
_CALLS = " and ".join(f"{word}(…)" for word, own in OPERATOR.items() if own.called)
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
    operator = OPERATOR.get(reading.brackets[-1].operator)
    if operator is None:
        message = "a bracket that begins with a constant holds nothing else"
        return reading.mistake(Mistake.WRONG_ARITY, message, position)
    none = operator_of(reading.last) == operator.word
    return reading.mistake(Mistake.WRONG_ARITY, _arity(operator, "none" if none else ""), position)


def _arity(operator: Operator, given: str) -> str:
    """How many arguments an operator takes; *given* says how many there are, if that is known."""
    least, names = operator.meaning.least, ", ".join(operator.parts)
    takes = f"{operator.word!r} takes {_NUMBERS[least]}"
    if operator.meaning.gathers:
        return f"{takes} or more arguments, not {given or 'one'}"
    if names:
        return f"{takes} arguments: {names}"
    return f"{takes} argument{'s' if least > 1 else ''}, not {given or 'more'}"


def _written_call(operator: Operator) -> str:
    return f"{operator.word}({', '.join(operator.parts) or 'a, b, c'})"


def _explain_infix(
    reading: Reading, token: Token, position: int, expected: frozenset[str]
) -> MechanismError:
    operator = operator_of(token)
    before = operator_of(reading.last)
    touching = reading.text[:position].endswith(reading.last)
    if before and "LPAR" in expected and "NAME" not in expected:
        return _no_call(reading, OPERATOR[before], position)
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
    if operator and OPERATOR[operator].infix is Infix.PAIR:
        own = OPERATOR[operator]
        several = f"write {_written_call(own)} if {own.several}, or " if own.several else ""
        return reading.mistake(
            Mistake.AMBIGUOUS_CHAIN,
            f"{operator!r} does not chain",
            position,
            f"{several}use brackets",
        )
    called = OPERATOR.get(reading.brackets[-1].operator) if reading.brackets else None
    fixed = called is not None and not called.meaning.gathers
    if called is not None and (token.type == "RPAR" or (fixed and token.type == "COMMA")):
        return reading.mistake(Mistake.WRONG_ARITY, _arity(called, ""), position)
    if token.type == "COMMA":
        return reading.mistake(
            Mistake.UNEXPECTED_CHARACTER,
            "unexpected character ','",
            position,
            f"a comma separates the arguments of {_CALLS} only",
        )
    return _no_operator(reading, token, position)


def _no_call(reading: Reading, operator: Operator, position: int) -> MechanismError:
    """An operator that can only be a call where it stands, without a bracket behind it."""
    word, call = operator.word, _written_call(operator)
    match operator.infix:
        case Infix.PAIR:
            message = f"{word!r} has nothing on its left"
            more = f", or {call} for several" if operator.several else ""
            remedy = f"write a {word} b{more}"
            return reading.mistake(Mistake.MISSING_OPERAND, message, position, remedy)
        case Infix.CALL:
            message = f"no bracket opens after {word!r}"
            return reading.mistake(Mistake.MISSING_BRACKET, message, position, f"write {call}")
        case Infix.PREFIX | Infix.CHAIN:
            raise AssertionError(f"{word} is no call")
        case other:
            assert_never(other)


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
