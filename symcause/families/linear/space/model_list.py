"""The list of all models in an integer linear space, up to a limit."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from itertools import product, starmap

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
    names, equations = space.problem.variables, cache(partial(_equations, space))
    for masks in space.masks():
        for chosen in product(*starmap(equations, enumerate(masks))):
            yield CrystalModel.of(dict(zip(names, chosen, strict=True)))


def _equations(space: LinearSpace, index: int, mask: int) -> list[Equation]:
    local, name = space.locals[index], space.problem.variables[index]
    assert isinstance(local, IntegerLocal)
    found = local.members(space.local_mask(name, mask))
    return [space.equation(index, witness) for witness in found]
