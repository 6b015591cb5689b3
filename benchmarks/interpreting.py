"""Expressions by the plain definition: what faster forms are tested and measured against."""

from __future__ import annotations

from collections.abc import Mapping

from symcause.models.expressions import Constant, Expression, Operation, Variable, fold


def interpret(expression: Expression, state: Mapping[str, bool]) -> bool:
    """The value of an expression in one state."""

    def leaf(part: Variable | Constant) -> bool:
        return part.value if isinstance(part, Constant) else bool(state[part.name])

    def join(part: Operation, values: list[bool]) -> bool:
        if part.operator == "not":
            return not values[0]
        if part.operator == "and":
            return all(values)
        if part.operator == "or":
            return any(values)
        if part.operator == "xor":
            return sum(values) % 2 == 1
        if part.operator == "if":
            return values[1] if values[0] else values[2]
        return all(values) or not any(values)

    return fold(expression, leaf, join)
