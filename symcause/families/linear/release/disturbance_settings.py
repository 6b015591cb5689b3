"""Settings of the hidden disturbance in released linear files: values, weights, affected nodes.

Agents are told that some properties may be perturbed, never which: the problem does not say either, and the
affected nodes belong to gold. Weights that differ are stated for every variable.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from symcause.errors import ProblemError, did_you_mean
from symcause.families.linear.files.document import number
from symcause.families.linear.models.laboratory import Hidden
from symcause.formats.pools.foreign_values import Placed

DEFAULT_EDGE_WEIGHT = Fraction(1, 2)


def _enabled(hidden: Placed) -> bool:
    return bool(hidden) and (not hidden["enabled"] or hidden["enabled"].flag())


def read_hidden(hidden: Placed, names: Mapping[str, str]) -> Hidden | None:
    """The disturbance as everybody may know it; *names* are the variables of the nodes."""
    if not _enabled(hidden):
        return None
    weight, initial = hidden["edge_weight"], hidden["initial_value"]
    common = number(weight.value, weight.place) if weight else DEFAULT_EDGE_WEIGHT
    weights = {
        _named(edge["to"], names): number(edge["weight"].value, edge["weight"].place)
        for edge in (hidden["edges"].parts() if hidden["edges"] else ())
        if edge["weight"]
    }
    differ = not set(weights.values()) <= {common}
    return Hidden(
        tuple(number(value.value, value.place) for value in hidden["value_space"].parts()),
        common,
        None,
        {name: weights.get(name, common) for name in names.values()} if differ else {},
        number(initial.value, initial.place) if initial else Fraction(0),
    )


def affected_nodes(hidden: Placed, names: Mapping[str, str]) -> tuple[str, ...] | None:
    """The variables that it acts on, if the configuration says so."""
    if not _enabled(hidden) or not hidden["affected_nodes"]:
        return None
    return tuple(_named(node, names) for node in hidden["affected_nodes"].parts())


def _named(node: Placed, names: Mapping[str, str]) -> str:
    """The variable of a node that is named somewhere."""
    if node.text() in names:
        return names[node.text()]
    raise ProblemError(
        "an unknown node",
        place=node.place,
        value=node.value,
        remedy=did_you_mean(node.text(), names),
    )
