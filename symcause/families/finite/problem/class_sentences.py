"""Class sentences: what a declared class allows, in prose.

>>> said = class_sentences(FiniteClass(MechanismClass(2, functions=("disjunctive",))), ("L",))
>>> print(*said, sep="\\n")
A mechanism depends on at most 2 variables.
It is one of these functions; a variable is active unless it has its first value:
- disjunctive: the second value iff at least one of the variables is active
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from symcause.families.finite.models.mechanism_class import FiniteClass, Grammar, MechanismClass
from symcause.families.finite.problem.class_description import MANY, operator_spec
from symcause.models.number_phrases import plural

SENTENCES = {
    "disjunctive": "the second value iff at least one of the variables is active",
    "conjunctive": "the second value iff all of the variables are active",
    "threshold": "the second value iff at least k of the variables are active, for some k",
    "parity": "the second value iff an odd number of the variables is active, or iff an even number is",
    "monotone": "never falls from the second value to the first when a variable takes a later value",
    "any": "any function",
}
"""What each named class is, said of a mechanism over the variables that it depends on."""

ACTIVE = frozenset(("disjunctive", "conjunctive", "threshold", "parity"))
"""Those that speak of active variables."""


def class_sentences(declared: FiniteClass, endogenous: tuple[str, ...]) -> Iterator[str]:
    """What mechanisms may be; variable by variable only where some have a class of their own."""
    own = [name for name in endogenous if name in declared.own]
    if len(own) < len(endogenous):
        if own:
            rest = [name for name in endogenous if name not in declared.own]
            yield f"The mechanisms of {', '.join(rest)}:"
        yield from _sentences(declared.shared)
    for name in own:
        yield f"The mechanism of {name}:"
        yield from _sentences(declared.own[name])


def _sentences(allowed: MechanismClass) -> Iterator[str]:
    most, least = allowed.max_parents, allowed.min_parents
    if most is not None:
        yield f"A mechanism depends on at most {plural(most, 'variable')}."
    if least:
        yield f"A mechanism depends on at least {plural(least, 'variable')}."
    if allowed.candidates is not None:
        yield f"It may depend on these only: {', '.join(allowed.candidates) or 'none'}."
    if allowed.grammar is not None:
        yield from _grammar(allowed.grammar)
    elif allowed.functions == ("any",):
        yield "It may be any function."
    else:
        active = not ACTIVE.isdisjoint(allowed.functions)
        where = "; a variable is active unless it has its first value" if active else ""
        yield f"It is one of these functions{where}:"
        yield from (f"- {name}: {SENTENCES[name]}" for name in allowed.functions)


def _grammar(grammar: Grammar) -> Iterator[str]:
    size = f"It is what some expression of at most {plural(grammar.max_size, 'symbol')}"
    depth = "" if grammar.max_depth is None else f" and at most {grammar.max_depth} levels"
    yield (
        f"{size}{depth} computes; operators, variables and constants count as one symbol each, and only "
        "variables are mentioned that the function depends on."
    )
    match grammar.constants:
        case "own":
            yield "Its constants are the values of the variable whose mechanism it is."
        case ():
            yield "It has no constants."
        case constants:
            yield f"Its constants: {', '.join(map(str, constants))}"
    yield "Its operators:"
    yield from (f"- {operator_sentence(one.name, operator_spec(one))}" for one in grammar.operators)


def operator_sentence(name: str, spec: Any) -> str:
    """An operator of a grammar; *spec*: as a file has it."""
    if spec is True:
        return f"{name}, as in the language"
    if "table" in spec and not spec["table"]:
        return f"{name} of {plural(spec['arity'], 'argument')}, which never has a value"
    if "table" in spec:
        rows = (f"{' '.join(map(str, row[:-1]))} gives {row[-1]}" for row in spec["table"])
        return f"{name}: {', '.join(rows)}; no value for other arguments"
    parameters = "..." if spec["arity"] == MANY else " ".join("abcd"[: spec["arity"]])
    return f"({name} {parameters}) means {spec['means']}"
