"""The list of all models in an integer linear space, up to a limit."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from symcause.answers import Unknown
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.problem.problem import Domain
from symcause.families.linear.space.linear_space import LinearSpace
from symcause.families.linear.space.local.integer_engine import IntegerLocal
from symcause.models.equations import Equation


def integer_models(space: LinearSpace, limit: int) -> list[CrystalModel] | Unknown:
    """Every model of an integer class, in a fixed order; Unknown beyond *limit*."""
    if space.problem.coefficients.domain is not Domain.INTEGER:
        return Unknown("rational coefficients have no list of models")
    count = space.models()
    if isinstance(count, Unknown):
        return count
    if count is None or count > limit:
        return Unknown(f"more than {limit} models to list")
    return list(_integer_models(space))


def _integer_models(space: LinearSpace) -> Iterator[CrystalModel]:
    names = space.problem.variables
    known: dict[tuple[int, int], list[Equation]] = {}
    for masks in space.masks():
        options: list[list[Equation]] = []
        for i, mask in enumerate(masks):
            if (i, mask) not in known:
                known[i, mask] = list(_equations(space, i, mask))
            options.append(known[i, mask])
        for chosen in product(*options):
            yield CrystalModel.of(dict(zip(names, chosen, strict=True)))


def _equations(space: LinearSpace, index: int, mask: int) -> Iterator[Equation]:
    local = space.locals[index]
    assert isinstance(local, IntegerLocal)
    name = space.problem.variables[index]
    for witness in local.members(space.local_mask(name, mask)):
        yield Equation.of(witness.base, local.evidence.effects(witness.coefficients))
