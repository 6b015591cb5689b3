"""One step of the dynamic programme: open argument lists and the arguments that extend them."""

from __future__ import annotations

import numpy as np

from symcause.families.boolean.catalogue import tables as rows
from symcause.families.boolean.catalogue.families import OperatorFamily, shallowest
from symcause.families.boolean.catalogue.tables import Indices, Mask, Tables


def combine(
    operator: str, rest: tuple[Tables, Tables], last: Tables, ones: np.uint64, paired: bool
) -> Tables:
    """Every long part with every last argument; row r·(number of last arguments) + a."""
    width = last.shape[1]
    first, second = rest[0][:, None, :], rest[1][:, None, :]
    if operator == "and":
        tables = first & last
    elif operator == "or":
        tables = first | last
    elif operator == "xor":
        tables = first ^ last
    elif paired:
        tables, width = np.concatenate((first & last, second | last), axis=2), 2 * width
    else:
        tables = first & last | (second | last) ^ ones
    return tables.reshape(-1, width)


def essential(tables: Tables, count: int, paired: bool) -> Mask:
    """Do all variables matter (to at least one table of a pair)?"""
    if not paired:
        return rows.full_support(tables, count)
    width = tables.shape[1] // 2
    result = np.ones(len(tables), dtype=bool)
    for variable in range(count):
        result &= rows.depends(tables[:, :width], variable) | rows.depends(
            tables[:, width:], variable
        )
    return result


def extended(
    rest: OperatorFamily, last: OperatorFamily, tables: Tables, origin: Indices
) -> OperatorFamily:
    """The open lists of some combinations, given by their tables and numbers; the least deep ones."""
    left, right = np.divmod(origin, len(last))
    depth = np.maximum(rest.depth[left], last.depth[right])
    best = shallowest(tables, depth)
    left, right = left[best], right[best]
    return OperatorFamily(
        tables[best],
        depth[best],
        rest.arity[left] + np.uint8(1),
        np.concatenate((rest.tokens[left], last.tokens[right]), axis=1),
    )
