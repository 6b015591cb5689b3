"""Gold draws of the generator: a random member of a class, in which every mechanism has a parent if it can.

Roots and a causal order come first; given them, mechanisms do not depend on each other and are drawn evenly
from the class.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from symcause.answers import Unknown
from symcause.errors import LimitError
from symcause.families.finite.bounds import GOLD_DRAWS
from symcause.families.finite.models.mechanism_class import FiniteClass
from symcause.families.finite.problem.problem import FiniteProblem
from symcause.families.finite.space.space_choice import open_space
from symcause.mechanisms.tables.table_models import TableModel
from symcause.models.disclosure import Disclosure, Setting


def drawn_gold(template: FiniteProblem, rng: Random) -> TableModel:
    """A member of the class; its roots and order are such as the setting admits."""
    reason = "the class has no mechanisms for an order that was drawn"
    for _ in range(GOLD_DRAWS):
        ordered = _ordered(template, rng)
        space = open_space(ordered)
        try:
            model = space.draw(rng)
        except ValueError:  # no member in this order
            continue
        if not isinstance(model, Unknown):
            return TableModel(model.roots, model.functions)
        reason = model.reason
    raise LimitError(
        f"no model of the class was drawn in {GOLD_DRAWS} orders: {reason}",
        remedy="allow more parents, more functions, or other roots",
    )


def _ordered(template: FiniteProblem, rng: Random) -> FiniteProblem:
    """The template with a drawn causal order, without evidence, where whoever can has a parent."""
    shown = template.disclosure
    roots = shown.roots
    if roots is None:
        assert shown.root_count is not None
        roots = tuple(rng.sample(shown.variables, shown.root_count))
    order = tuple(_order(shown, roots, rng))
    disclosed = Disclosure(
        Setting.ORDERED, shown.variables, tuple(v for v in shown.variables if v in roots), order
    )
    first = {order[0]} if order else set()
    declared = template.model_class
    own = {
        name: replace(declared.of(name), min_parents=max(1, declared.of(name).min_parents))
        for name in disclosed.endogenous(roots)
        if name not in first
    }
    return replace(
        template,
        disclosure=disclosed,
        model_class=FiniteClass(declared.shared, {**declared.own, **own}, declared.source),
        worlds=(),
        queries=(),
        task="model",
        gold=None,
    )


def _order(shown: Disclosure, roots: tuple[str, ...], rng: Random) -> Iterator[str]:
    """Roots first, in each block that is disclosed."""
    if shown.order is not None:
        yield from shown.order
        return
    for block in shown.blocks or (shown.variables,):
        yield from (name for name in block if name in roots)
        rest = [name for name in block if name not in roots]
        yield from rng.sample(rest, len(rest))
