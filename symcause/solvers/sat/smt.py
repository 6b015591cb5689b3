"""SMT: satisfiability modulo theories, with the solver z3 behind plain text.

A problem is a script in SMT-LIB 2 together with the constants to look at, each with its sort: ``Bool``,
``Int``, ``Real`` or ``(_ BitVec n)``. (Further constants the script declares itself.) So it can be written,
read, stored and sent to another process without z3, whose objects can do none of that. Values come back
as Python's own: ``bool``, ``int`` (for integers and bit vectors) or ``Fraction``.

>>> shown = {"x": "(_ BitVec 2)", "b": "Bool"}
>>> script = "(assert (= b (= x #b10)))"
>>> sorted(tuple(model.values()) for model in smt_models(script, shown))
[(0, False), (1, False), (2, True), (3, False)]
>>> smt_solve(script + "(assert b) (assert (= x #b01))", shown)
Unsat()

Reference: C. Barrett, P. Fontaine and C. Tinelli, The SMT-LIB Standard.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from symcause.answers import Sat, SolverAnswer, Unknown, Unsat
from symcause.errors import LimitError, UsageError

Value = bool | int | Fraction
Model = dict[str, Value]


def smt_solve(script: str, shown: Mapping[str, str]) -> SolverAnswer:
    """``Sat`` with the values of the shown constants, ``Unsat``, or ``Unknown`` with z3's reason."""
    model = next(_models(script, shown), None)
    if model is None:
        return Unsat()
    return model if isinstance(model, Unknown) else Sat(model)


def smt_models(script: str, shown: Mapping[str, str]) -> Iterator[Model]:
    """Every assignment of the shown constants that extends to a model, each once."""
    for model in _models(script, shown):
        if isinstance(model, Unknown):
            raise LimitError(model.reason)
        yield model


def declarations(shown: Mapping[str, str]) -> str:
    """The constants as SMT-LIB declares them: put before a script, it stands by itself."""
    return "".join(f"(declare-const |{name}| {sort})\n" for name, sort in shown.items())


def _models(script: str, shown: Mapping[str, str]) -> Iterator[Model | Unknown]:
    import z3

    # A context of its own: in a shared one, what was asked before decides which model comes first.
    context = z3.Context()
    solver = z3.SimpleSolver(ctx=context)  # no tactics: some of them have clocks
    try:
        solver.from_string(declarations(shown) + script)
    except z3.Z3Exception as error:
        raise UsageError("no script in SMT-LIB", value=str(error)) from None
    constants = {name: z3.Const(name, _sort(sort, context)) for name, sort in shown.items()}
    while True:
        answer = solver.check()
        if answer == z3.unsat:
            return
        if answer != z3.sat:
            yield Unknown(f"the SMT solver gave up: {solver.reason_unknown()}")
            return
        model = solver.model()
        values = {name: model.eval(x, model_completion=True) for name, x in constants.items()}
        yield {name: _plain(value) for name, value in values.items()}
        solver.add(z3.Or([x != values[name] for name, x in constants.items()], context))


def _sort(text: str, context: Any) -> Any:
    import z3

    plain = {"Bool": z3.BoolSort, "Int": z3.IntSort, "Real": z3.RealSort}
    if text in plain:
        return plain[text](context)
    return z3.BitVecSort(int(text.removeprefix("(_ BitVec ").removesuffix(")")), context)


def _plain(value: Any) -> Value:
    import z3

    if z3.is_bool(value):
        return bool(z3.is_true(value))
    if z3.is_rational_value(value):
        return Fraction(value.numerator_as_long(), value.denominator_as_long())
    return int(value.as_long())
