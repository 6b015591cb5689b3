"""Range terms for bounds in the scenario verifier: terms as functions of sets.

Every occurrence of a name is relaxed on its own, so that sets are right whatever depends on what.

>>> from symcause.grammar.scenario.term_parser import parse_term
>>> enclosed(parse_term("x > 35"))({"x": Range(Fraction(35), Fraction(50), above=True)})
frozenset({True})
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import reduce

from symcause.families.scenario.models.model_components import Value
from symcause.families.scenario.verifier.bounds import value_ranges as r
from symcause.families.scenario.verifier.bounds.value_ranges import BOTH, NO, YES, Range, Set, Words
from symcause.grammar.scenario.scenario_terms import Apply, Case, Name, Number, Term, Text, Truth
from symcause.kernel.nodes import Beyond, Rejected

Sets = Mapping[str, Set]
Enclosed = Callable[[Sets], Set]

_ONE: dict[str, Callable[[Range], Range]] = {
    "neg": r.negated,
    "floor": r.floored,
    "abs": r.absolute,
    "exp": r.exponential,
    "sigmoid": r.logistic,
}
_TWO: dict[str, Callable[[Range, Range], Range]] = {
    "+": r.added,
    "-": lambda x, y: r.added(x, r.negated(y)),
    "*": r.multiplied,
    "/": r.divided,
}
_COMPARED: dict[str, Callable[[Range, Range], Words]] = {
    "<": r.less,
    "<=": r.at_most,
    ">": lambda x, y: r.less(y, x),
    ">=": lambda x, y: r.at_most(y, x),
}


def single(value: Value) -> Set:
    """One value."""
    return r.point(value) if isinstance(value, Fraction) else frozenset({value})


def enclosed(term: Term) -> Enclosed:
    """The function of a term."""
    if isinstance(term, Number | Truth | Text):
        known = single(term.value)
        return lambda _: known
    if isinstance(term, Name):
        name = term.name
        return lambda sets: sets[name]
    if isinstance(term, Case):
        return _case(term)
    return _operation(term)


def _case(term: Case) -> Enclosed:
    arms = {option: enclosed(arm) for option, arm in term.arms}
    rest = None if term.otherwise is None else enclosed(term.otherwise)
    subject = term.subject

    def chosen(sets: Sets) -> Set:
        found: Set | None = None
        for option in words(sets[subject]):
            arm = arms.get(str(option), rest)
            if arm is None:
                raise Rejected(f"case({subject}) has no value for {option}")
            own = arm(sets)
            found = own if found is None else r.hull(found, own)
        assert found is not None
        return found

    return chosen


def _operation(term: Apply) -> Enclosed:
    op, args = term.op, tuple(enclosed(arg) for arg in term.args)
    first, *others = args
    if op == "if":
        return _either(first, *others)
    if op == "and":
        return lambda sets: _all([words(arg(sets)) for arg in args])
    if op == "or":
        return lambda sets: r.opposite(_all([r.opposite(words(arg(sets))) for arg in args]))
    if op == "not":
        return lambda sets: r.opposite(words(first(sets)))
    if op == "==":
        return lambda sets: r.equal(first(sets), others[0](sets))
    if op == "!=":
        return lambda sets: r.opposite(r.equal(first(sets), others[0](sets)))
    if op in _COMPARED:
        compare = _COMPARED[op]
        return lambda sets: compare(number(first(sets)), number(others[0](sets)))
    if op in _TWO:
        apply = _TWO[op]
        return lambda sets: apply(number(first(sets)), number(others[0](sets)))
    if op in _ONE:
        alone = _ONE[op]
        return lambda sets: alone(number(first(sets)))
    if op in ("min", "max"):
        pick = r.least if op == "min" else r.greatest
        return lambda sets: reduce(pick, [number(arg(sets)) for arg in args])
    if op == "clip":
        low, high = others
        return lambda sets: r.least(
            r.greatest(number(first(sets)), number(low(sets))), number(high(sets))
        )
    raise Beyond(f"{op} has no bounds here")


def _either(condition: Enclosed, yes: Enclosed, no: Enclosed) -> Enclosed:
    def chosen(sets: Sets) -> Set:
        held = words(condition(sets))
        if held == YES:
            return yes(sets)
        return no(sets) if held == NO else r.hull(yes(sets), no(sets))

    return chosen


def _all(found: list[Words]) -> Words:
    if any(truth == NO for truth in found):
        return NO
    return YES if all(truth == YES for truth in found) else BOTH


def number(found: Set) -> Range:
    assert isinstance(found, Range)
    return found


def words(found: Set) -> Words:
    assert not isinstance(found, Range)
    return found
