"""Variants of the ReplaySCM prompt: its words, and what its scorer makes of them if roots are hidden."""

from __future__ import annotations

from dataclasses import replace

from symcause.families.boolean.problem.evaluator_order import RELEASE, kept_order, parameter
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.models.disclosure import Disclosure, Setting

VARIANTS = {
    "with_topological_order": Setting.ORDERED,
    "partial_topological_order": Setting.BLOCK_ORDER,
    "no_topological_order": Setting.HIDDEN_ORDER,
    "unknown_topological_order": Setting.HIDDEN_ORDER,
    "blind_topological_order": Setting.HIDDEN_ORDER,
    "ntopo": Setting.HIDDEN_ORDER,
    "no_topo": Setting.HIDDEN_ORDER,
    "partial_order": Setting.BLOCK_ORDER,
    "partial_topo": Setting.BLOCK_ORDER,
}


def variant_of(problem: BooleanProblem) -> Setting:
    """What the variant of the prompt stands for; any other word, or none, for the whole order."""
    word = parameter(problem, "scmPromptVariant") or parameter(problem, "promptVariant")
    return VARIANTS.get(str(word or "").strip().lower(), Setting.ORDERED)


def scored(problem: BooleanProblem) -> Disclosure | None:
    """What the published scorer holds answers to; None if it refuses all of them for want of blocks.

    Where roots are hidden the variant still counts: an order or blocks that nobody was shown are kept to.
    """
    plain = problem.disclosure
    if problem.setting is not Setting.HIDDEN_ROOTS or RELEASE not in problem.metadata:
        return plain
    setting, order = variant_of(problem), kept_order(problem)
    if setting is Setting.ORDERED:
        return replace(plain, order=order)
    if setting is Setting.HIDDEN_ORDER:
        return plain
    blocks = _partition(parameter(problem, "topologicalLayers"), order)
    return None if blocks is None else replace(plain, blocks=blocks)


def _partition(listed: object, names: tuple[str, ...]) -> tuple[tuple[str, ...], ...] | None:
    if not isinstance(listed, list) or not all(isinstance(part, list) and part for part in listed):
        return None
    found = tuple(tuple(map(str, part)) for part in listed)
    flat = [name for part in found for name in part]
    return found if sorted(flat) == sorted(names) else None
