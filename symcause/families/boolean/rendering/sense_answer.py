"""The sense answer to a Boolean problem: what common sense alone says about every mechanism."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.renderings.sense.sense_graph import SenseGraph
from symcause.renderings.told_document import by_nature, nature

Signed = list[tuple[str, str]]


def sense_answer(problem: BooleanProblem, sense: SenseGraph) -> dict[str, Any] | None:
    """Mechanisms by common sense, and roots where they are hidden; None where there is no such answer."""
    names = problem.variables
    causes: dict[str, Signed] = {name: [] for name in names}
    for cause, effect, sign in sense.among(names):
        causes[effect].append((cause, sign))
    stated, count = problem.disclosure.roots, problem.disclosure.root_count
    roots = stated if stated is not None else _fewest_above(names, sense, count or 0)
    formulas: dict[str, str] = {}
    for name in by_nature(set(names) - set(roots)):
        formula = _formula(problem, name, causes[name], roots)
        if formula is None:
            return None
        formulas[name] = formula
    hidden = {"roots": by_nature(roots)} if stated is None else {}
    return {**hidden, "mechanisms": formulas}


def _fewest_above(names: Iterable[str], sense: SenseGraph, count: int) -> tuple[str, ...]:
    """The names with the fewest ancestors among those in use."""
    used = set(names)
    return tuple(sorted(used, key=lambda n: (len(sense.above(n) & used), nature(n)))[:count])


def _formula(
    problem: BooleanProblem, name: str, causes: Signed, roots: Iterable[str]
) -> str | None:
    allowed = _mentionable(problem, name)
    chosen = sorted((c for c in causes if c[0] in allowed), key=lambda c: nature(c[0]))
    chosen = chosen[: problem.max_parents]
    words = set(problem.operators)
    if not chosen:
        return _idle(problem, name, roots, allowed)
    if any(sign == "-" for _, sign in chosen) and "not" not in words:
        return None
    parts = [cause if sign == "+" else f"(not {cause})" for cause, sign in chosen]
    if len(parts) == 1:
        return parts[0]
    return f"(or {' '.join(parts)})" if "or" in words else None


def _idle(
    problem: BooleanProblem, name: str, roots: Iterable[str], allowed: set[str]
) -> str | None:
    """A mechanism that depends on nothing."""
    if problem.constants:
        return "0"
    if not {"and", "not"} <= set(problem.operators):
        return None
    disclosed = problem.disclosure
    known = disclosed.order is not None or disclosed.blocks is not None
    earlier = _before(problem, name) if known else set()
    for names in (set(roots) & allowed - {name}, earlier):
        if names:
            first = by_nature(names)[0]
            return f"(and {first} (not {first}))"
    return None


def _mentionable(problem: BooleanProblem, name: str) -> set[str]:
    """The variables that a mechanism may mention."""
    disclosed = problem.disclosure
    if disclosed.order is not None:
        return _before(problem, name)
    if disclosed.blocks is not None:
        at = next(i for i, block in enumerate(disclosed.blocks) if name in block)
        return {v for block in disclosed.blocks[: at + 1] for v in block}
    return set(problem.variables)


def _before(problem: BooleanProblem, name: str) -> set[str]:
    """What is disclosed to come before a variable."""
    disclosed = problem.disclosure
    if disclosed.order is not None:
        return set(disclosed.order[: disclosed.order.index(name)])
    blocks = disclosed.blocks or ()
    at = next(i for i, block in enumerate(blocks) if name in block)
    return {v for block in blocks[:at] for v in block}
