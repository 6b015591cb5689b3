"""Claims about a finite scenario, each with what the verifier computes for it.

A claimed number is the kernel's own; a claimed pair may be any that has the claimed word and numbers.
"""

from __future__ import annotations

from fractions import Fraction

from symcause.errors import SymcauseError
from symcause.families.scenario.models.model_components import Boolean, Choice, Value
from symcause.families.scenario.verifier.finite_scenario import Finite
from symcause.families.scenario.verifier.finite_status import Data, threshold
from symcause.kernel.nodes import Node, Rejected, show
from symcause.models.exact_numbers import read_number

STATUSES = ("sound", "unreachable", "trivial", "off")
EASY = ("default", "history", "all-maximum")
TRAPS = ("proven", "spurious", "masked", "refuted", "undefined")
_LONGEST = 10_000  # characters: of a number in a certificate


def read_exact(node: Node) -> Fraction:
    """A number as text."""
    text = node.text(_LONGEST)
    try:
        return read_number(text)
    except SymcauseError:
        raise node.fail("not an exact number") from None


def same(node: Node, proven: Fraction) -> None:
    """Refuse a number that is not the kernel's."""
    if read_exact(node) != proven:
        raise node.fail(f"the kernel has {number_text(proven)}")


def number_text(number: Fraction) -> str:
    """A number of any length in a message."""
    top, bottom = (show(part) for part in number.as_integer_ratio())
    return top if number.denominator == 1 else f"{top}/{bottom}"


def read_full_design(finite: Finite, node: Node) -> dict[str, Value]:
    """A design that is written in full and lies in the space."""
    fields = node.fields(*finite.problem.design)
    design: dict[str, Value] = {}
    for name, domain in finite.problem.design.items():
        own = fields[name]
        if isinstance(domain, Boolean):
            if not isinstance(own.value, bool):
                raise own.fail("neither true nor false")
            design[name] = own.value
        elif isinstance(domain, Choice):
            design[name] = own.choice(domain.options)
        else:
            most = domain.least if domain.most is None else domain.most
            design[name] = Fraction(own.integer(domain.least, most))
    if not finite.allowed(design):
        raise node.fail("not a design of the space")
    return design


def check_value(finite: Finite, claim: dict[str, Node]) -> str:
    value = finite.value(read_full_design(finite, claim["design"]))
    same(claim["low"], value)
    same(claim["high"], value)
    return f"the design is worth {value}"


def best_of(finite: Finite) -> Fraction:
    """The largest value of a design."""
    return max((finite.value(design) for design in finite.designs()), default=Fraction(-1))


def check_optimum(finite: Finite, claim: dict[str, Node]) -> str:
    value, best = finite.value(read_full_design(finite, claim["design"])), best_of(finite)
    same(claim["low"], value)
    same(claim["upper"], best)
    return f"the design is worth {value}, and no design more than {best}"


def check_threshold(finite: Finite, claim: dict[str, Node]) -> str:
    status, by = threshold(finite, best_of(finite))
    if claim["status"].choice(STATUSES) != status:
        raise claim["status"].fail(f"the threshold is {status}")
    said = None if claim["by"].value is None else claim["by"].choice(EASY)
    if said != by:
        raise claim["by"].fail(f"it is {by}")
    return f"the threshold is {status}{'' if by is None else f', by {by}'}"


def check_trap(data: Data, name: str, claim: dict[str, Node]) -> str:
    word, contrasts = data.word(name)
    if claim["status"].choice(TRAPS) != word:
        raise claim["status"].fail(f"the trap is {word}")
    if word == "undefined":
        for key in ("pair", "association", "effect"):
            if claim[key].value is not None:
                raise claim[key].fail("the history does not vary it")
        return f"the trap on {name} is undefined"
    seen, real = read_exact(claim["association"]), read_exact(claim["effect"])
    pair = tuple(plain(node) for node in claim["pair"].items())
    for contrast in contrasts:
        if len(pair) == 2 and all(map(same_value, contrast.pair, pair)):
            if (contrast.association, contrast.effect) != (seen, real):
                own = number_text(contrast.association), number_text(contrast.effect)
                raise claim["pair"].fail(f"the association is {own[0]}, the effect {own[1]}")
            return f"the trap on {name} is {word}"
    raise claim["pair"].fail(f"no such pair is {word}")


def plain(node: Node) -> Value:
    """A value of a variable."""
    value = node.value
    if isinstance(value, bool | str):
        return value
    if isinstance(value, int):
        return Fraction(value)
    raise node.fail("not a value")


def same_value(first: Value, second: Value) -> bool:
    """Are two values of a variable the same? 1 is not true, though Python has them equal."""
    return type(first) is type(second) and first == second


def trap_names(finite: Finite, node: Node) -> dict[str, Node]:
    """The claimed traps: those that the scenario claims, and no others."""
    nodes = dict(node.entries())
    if set(nodes) != set(finite.problem.claims.traps):
        raise Rejected("not the traps that the scenario claims", place=node.place)
    return nodes
