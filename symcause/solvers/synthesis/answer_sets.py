"""Answer sets of a logic program, the best one within so many conflicts, with the solver clingo.

Reference: M. Gebser, R. Kaminski, B. Kaufmann and T. Schaub, Clingo = ASP + Control (2014).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

Atom = tuple[Any, ...]
"""The name of an atom and its arguments: integers, or texts."""


@dataclass(frozen=True)
class AnswerSet:
    """The best set found, if any; *proved*: it is the best there is, or there is none."""

    atoms: tuple[Atom, ...] | None
    proved: bool
    conflicts: int


def best_answer_set(
    program: str, conflicts: int, seed: int = 0, options: Sequence[str] = ()
) -> AnswerSet:
    """The shown atoms of an optimal answer set; the same program and seed give the same one."""
    import clingo

    control = clingo.Control(
        [f"--seed={seed}", f"--solve-limit={conflicts}", "--models=0", *options],
        logger=lambda code, message: None,
    )
    control.add("base", [], program)
    control.ground([("base", [])])
    best: list[tuple[Atom, ...]] = []

    def keep(model: Any) -> None:
        best[:] = [tuple(_plain(symbol) for symbol in model.symbols(shown=True))]

    result = control.solve(on_model=keep)
    used = int(control.statistics["solving"]["solvers"]["conflicts"])
    atoms = tuple(sorted(best[0], key=repr)) if best else None
    return AnswerSet(atoms, bool(result.exhausted), used)


def _plain(symbol: Any) -> Atom:
    return (symbol.name, *(_argument(argument) for argument in symbol.arguments))


def _argument(symbol: Any) -> Any:
    import clingo

    if symbol.type == clingo.SymbolType.Number:
        return symbol.number
    if symbol.type == clingo.SymbolType.String:
        return symbol.string
    return _plain(symbol) if symbol.arguments else symbol.name
