"""The parse state of a mechanism: how far a grammar has read, for explaining a mistake.

A :class:`Reading` follows the tokens that a grammar takes and refuses, on the way, what the grammar
takes but the problem or the bounds do not: a constant, an operator, one more level of nesting.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from lark import Token

from symcause.grammar.mechanisms.language_rules import Rules
from symcause.grammar.mechanisms.mechanism_mistakes import MechanismError, Mistake
from symcause.models.expressions import MAX_DEPTH
from symcause.models.operators.mechanism_operators import OPERATOR, Infix

START = Token("START", "")


def operator_of(token: Token) -> str:
    """The operator that a token writes (``_AND_SIGN`` is ``and``), or ``""`` for other tokens."""
    return token.type.split("_")[1].lower() if token.type.startswith("_") else ""


def _stands(operator: str, *ways: Infix) -> bool:
    return bool(operator) and OPERATOR[operator].infix in ways


@dataclass
class Bracket:
    """An open bracket: where it stands and the operator that belongs to it, if any."""

    position: int
    operator: str = ""


@dataclass
class Reading:
    """The last two tokens taken, the open brackets, and the run of prefixes before this place."""

    notation: str
    text: str
    rules: Rules
    last: Token = START
    before: Token = START
    brackets: list[Bracket] = field(default_factory=list)
    negations: int = 0

    def take(self, token: Token, position: int) -> None:
        """Note a token that the grammar took, unless the rules or the bounds refuse it."""
        operator = operator_of(token)
        if token.type == "CONSTANT" and not self.rules.constants:
            raise self.constant(token, position)
        if operator and operator not in self.rules.operators:
            raise self.mistake(
                Mistake.OPERATOR_NOT_ALLOWED,
                f"the operator {operator!r} is not allowed",
                position,
                f"allowed here: {', '.join(self.rules.operators)}",
            )
        self.negations = self.negations + 1 if _stands(operator, Infix.PREFIX) else 0
        if token.type == "LPAR":
            prefix = operator_of(self.last) if self.notation == "infix" else ""
            called = _stands(prefix, Infix.PAIR, Infix.CALL)
            self.brackets.append(Bracket(position, prefix if called else ""))
        elif token.type == "RPAR":
            self.brackets.pop()
        elif operator and self.notation == "sexpr":
            self.brackets[-1].operator = operator
        self.before, self.last = self.last, token
        self._check_depth(operator, position)

    def _check_depth(self, operator: str, position: int) -> None:
        """Refuse early what is certainly too deep: an operator needs an operand below it."""
        open_operators = len(self.brackets) if operator and self.notation == "sexpr" else 0
        deep = max(open_operators, self.negations) >= MAX_DEPTH
        if deep or len(self.brackets) > MAX_DEPTH:
            raise self.too_deep(position)

    def constant(self, token: Token, position: int) -> MechanismError:
        return self.mistake(
            Mistake.CONSTANT_NOT_ALLOWED,
            f"the constant {token} is not allowed",
            position,
            "only variables and operators may be used here",
        )

    def too_deep(self, position: int) -> MechanismError:
        return self.mistake(
            Mistake.TOO_DEEP,
            "the expression is nested too deep",
            position,
            f"at most {MAX_DEPTH} levels are read",
        )

    def mistake(
        self, mistake: Mistake, message: str, position: int, remedy: str | None = None
    ) -> MechanismError:
        return MechanismError(mistake, message, self.text, position, remedy)
