"""A pair of members in an ambiguous linear space, with an intervention between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from symcause.answers import Unknown, Unsat
from symcause.families.linear.bounds import COMPARED_GRAPHS, MAX_PAIRS
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.space.linear_space import LinearSpace
from symcause.families.linear.space.model_separation import Parting, tell_apart, unsettled
from symcause.families.linear.space.target_range import TargetRange, target_range


def two_members(
    space: LinearSpace, span: TargetRange | Unknown | None = None
) -> Parting | Unsat | Unknown | None:
    """Two members that differ and an intervention between them; None if there are no two.

    Members that predict different reactor targets come first, then members with different graphs, then
    members of one graph with different coefficients. ``Unsat``: of the pairs tried, none was separated.
    *span* is the range of the reactor's target, where it is known already.
    """
    if isinstance(space.choices, Unknown):
        return space.choices
    among = unsettled(space.problem)
    if not among:
        return Unsat() if next(_pairs(space, span), None) is not None else None
    last: Unsat | Unknown | None = None
    for pair in islice(_pairs(space, span), MAX_PAIRS):
        if isinstance(pair, Unknown):
            return pair
        parting = tell_apart(space.problem, *pair, among)
        if isinstance(parting, Parting):
            return parting
        last = parting if last is None or isinstance(parting, Unsat) else last
    return last


def _pairs(
    space: LinearSpace, span: TargetRange | Unknown | None
) -> Iterator[tuple[CrystalModel, CrystalModel] | Unknown]:
    span = target_range(space) if span is None else span
    if isinstance(span, TargetRange) and not span.entailed():
        yield span.low_model, span.high_model
    graphs = list(islice(space.masks(), COMPARED_GRAPHS))
    models: list[CrystalModel] = []
    for masks in graphs:
        model = space.member(masks)
        if isinstance(model, Unknown):
            yield model
            return
        if models:  # whoever reads what the first one does, reads what all others do
            yield models[0], model
        models.append(model)
    for masks, model in zip(graphs, models, strict=True):
        yield from _variants(space, masks, model)


def _variants(
    space: LinearSpace, masks: Sequence[int], model: CrystalModel
) -> Iterator[tuple[CrystalModel, CrystalModel] | Unknown]:
    """The same graph with other coefficients of one variable."""
    for name, mask, local in zip(space.problem.variables, masks, space.locals, strict=True):
        at = space.local_mask(name, mask)
        witness = local.witness(at)
        if witness is None or isinstance(witness, Unknown):
            continue
        other = local.another(at, witness)
        if other is None:
            continue
        changed = other if isinstance(other, Unknown) else space.member(masks, {name: other})
        yield changed if isinstance(changed, Unknown) else (model, changed)
