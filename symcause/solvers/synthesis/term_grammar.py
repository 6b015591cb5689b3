"""Terms of a grammar that fit given outputs, by syntax-guided synthesis with the solver cvc5.

The grammar has the inputs, not, and, or, xor and equality, all of two arguments at most. No set of options
finds every small term soon, so several are tried in turn, each with a bound on its resources.

Reference: A. Reynolds, H. Barbosa, A. Nötzli, C. Barrett and C. Tinelli, cvc4sy (2019).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Term = int | tuple[Any, ...]
"""An input by its number, or an operator and its arguments."""

TURNS = (("fast", "true"), ("smart", "false"), ("fast", "false"))
"""Options ``sygus-enum`` and ``sygus-pbe``, in the order in which they are tried."""


def fitting_term(inputs: int, outputs: Mapping[int, bool], resources: int) -> Term | None:
    """A term over so many inputs with these outputs (pattern -> value); None where none was found.

    Bit *j* of a pattern is input *j*. Each turn may use so many *resources*.
    """
    for enumeration, examples in TURNS:
        options = {
            "sygus": "true",
            "sygus-enum": enumeration,
            "sygus-pbe": examples,
            "rlimit-per": str(resources),
        }
        term = _synthesised(inputs, outputs, options)
        if term is not None:
            return term
    return None


def _synthesised(
    inputs: int, outputs: Mapping[int, bool], options: Mapping[str, str]
) -> Term | None:
    import cvc5
    from cvc5 import Kind

    manager = cvc5.TermManager()
    solver = cvc5.Solver(manager)
    for name, value in options.items():
        solver.setOption(name, value)
    solver.setLogic("ALL")
    boolean = manager.getBooleanSort()
    names = [manager.mkVar(boolean, f"x{j}") for j in range(inputs)]
    start = manager.mkVar(boolean, "start")
    grammar = solver.mkGrammar(names, [start])
    rules = [*names, manager.mkTerm(Kind.NOT, start)]
    rules += [manager.mkTerm(k, start, start) for k in (Kind.AND, Kind.OR, Kind.XOR, Kind.EQUAL)]
    grammar.addRules(start, rules)
    function = solver.synthFun("f", names, boolean, grammar)
    for pattern in sorted(outputs):
        arguments = [manager.mkBoolean(bool(pattern >> j & 1)) for j in range(inputs)]
        applied = manager.mkTerm(Kind.APPLY_UF, function, *arguments)
        wanted = manager.mkBoolean(outputs[pattern])
        solver.addSygusConstraint(manager.mkTerm(Kind.EQUAL, applied, wanted))
    try:
        if not solver.checkSynth().hasSolution():
            return None
        return _read(solver.getSynthSolution(function)[1], Kind)
    except RuntimeError:  # how the bindings say that resources ran out
        return None


def _read(term: Any, kinds: Any) -> Term:
    """A term of the bindings as a plain value."""
    words = {
        kinds.NOT: "not",
        kinds.AND: "and",
        kinds.OR: "or",
        kinds.XOR: "xor",
        kinds.EQUAL: "iff",
    }
    if term.getKind() not in words:
        return int(str(term).strip("|").removeprefix("x"))
    arguments: Sequence[Any] = [term[i] for i in range(term.getNumChildren())]
    return (words[term.getKind()], *(_read(argument, kinds) for argument in arguments))
