"""Problems as CausaLab configurations: the reverse of :mod:`release.configuration`.

Parameters are named ``base_<node>`` and ``coeff_<parent>_<node>`` (quadratic: ``coeff2_…`` for squares and
``coeff1_…``), as in the published files, with ``freq`` for the target.
"""

from __future__ import annotations

import json
from fractions import Fraction

from symcause.errors import UsageError
from symcause.families.linear.models.laboratory import EquationFamily
from symcause.families.linear.problem.problem import BaseRange, LinearProblem, NormalBases
from symcause.models.equations import Equation, State
from symcause.models.exact_numbers import print_number


def write_causalab(problem: LinearProblem) -> dict[str, object]:
    """The configuration of a problem that has gold."""
    if problem.gold is None:
        raise UsageError("a configuration states the true equations: the problem has no gold")
    params: dict[str, object] = {}
    nodes: dict[str, object] = {}
    edges: list[dict[str, str]] = []
    for name in problem.variables:
        equation = problem.gold.equations.get(name, Equation())
        nodes[name] = _node(problem, name, equation, params)
        edges += [{"from": parent, "to": name} for parent in equation.parents]
    document: dict[str, object] = {
        "graph_id": problem.id,
        "description": f"Causal graph with {len(nodes)} nodes and {len(edges)} edges",
        "equation_family": str(problem.family),
        "frequency_can_be_parent": problem.target_may_cause,
        "nodes": nodes,
        "edges": edges,
        "params": params,
    }
    if problem.episode is not None and problem.episode.budget is not None:
        document["budget"] = problem.episode.budget
    if problem.hidden is not None:
        affected = problem.hidden.nodes or problem.gold.hidden_nodes or ()
        document["hidden_variable"] = {
            "enabled": True,
            "name": "h",
            "value_space": [json_number(value) for value in problem.hidden.values],
            "edge_weight": json_number(problem.hidden.weight),
            "affected_nodes": list(affected),
            "initial_value": json_number(problem.hidden.initial),
            "edges": [
                {"from": "h", "to": name, "weight": json_number(problem.hidden.weight_of(name))}
                for name in affected
            ],
        }
    presets = _presets(problem)
    if presets:
        document["quadratic_metadata"] = presets
    past = _past_data(problem)
    return {**document, "bootstrap_past_data": past} if past else document


def json_number(value: Fraction) -> object:
    """An integer or a float that prints as the exact decimal; other fractions are refused."""
    if value.denominator == 1:
        return int(value)
    text = print_number(value)
    if "/" in text or print_number(Fraction(repr(float(value)))) != text:
        raise UsageError("a configuration holds decimal numbers only", value=text)
    return json.loads(text)


def _node(
    problem: LinearProblem, name: str, equation: Equation, params: dict[str, object]
) -> dict[str, object]:
    short = "freq" if name == problem.target else name
    params[f"base_{short}"] = json_number(equation.base)
    terms = [f"base_{short}"]
    for parent, effect in equation.effects:
        source = "freq" if parent == problem.target else parent
        if problem.family is EquationFamily.LINEAR:
            params[f"coeff_{source}_{short}"] = json_number(effect.linear)
            terms.append(f"coeff_{source}_{short} * {parent}")
        else:
            params[f"coeff2_{source}_{short}"] = json_number(effect.square)
            params[f"coeff1_{source}_{short}"] = json_number(effect.linear)
            terms.append(f"coeff2_{source}_{short} * ({parent} ^ 2)")
            terms.append(f"coeff1_{source}_{short} * {parent}")
    bases = problem.episode.bases.get(name) if problem.episode is not None else None
    node: dict[str, object] = {
        "is_controllable": name in problem.controllable,
        "observable": name not in problem.unobserved,
        "property_name": name,
        "base_value": _base_value(bases or problem.bases or BaseRange()),
    }
    if equation.parents or name not in problem.controllable:
        node["computation"] = " + ".join(terms)
    return node


def _base_value(bases: BaseRange | NormalBases) -> dict[str, object]:
    if isinstance(bases, NormalBases):
        mean, deviation = json_number(bases.mean), json_number(bases.deviation)
        return {"type": "normal", "mean": mean, "std": deviation}
    low = bases.minimum if bases.minimum is not None else Fraction(15)
    high = bases.maximum if bases.maximum is not None else Fraction(45)
    return {"type": "uniform", "min": json_number(low), "max": json_number(high)}


def _presets(problem: LinearProblem) -> dict[str, object]:
    """Bases that a suite states, under the published keys."""
    episode = problem.episode
    if episode is None or not episode.record_presets:
        return {}
    return {
        "observation_presets": [_numbers(preset) for preset in episode.record_presets],
        "property_manipulator": _numbers(episode.manipulator_preset or {}),
        "reactor": _numbers(episode.reactor_preset or {}),
    }


def _numbers(values: State) -> dict[str, object]:
    return {name: json_number(value) for name, value in values.items()}


def _past_data(problem: LinearProblem) -> list[dict[str, object]]:
    entries = [_entry(problem, record.id, record.values) for record in problem.records]
    for i, state in enumerate(problem.chain):
        if state.others or state.released:
            raise UsageError("a configuration's interventions set one property each")
        if state.intervention is None:
            if any(record.values == state.values for record in problem.records[:1]):
                continue
            raise UsageError("a configuration's chain continues the crystal of its first record")
        entry = _entry(problem, f"{len(problem.records) + i}/chain", state.values)
        entry["intervention"] = {
            "target_prop": state.intervention.variable,
            "target_value": json_number(state.intervention.value),
        }
        entries.append(entry)
    return entries


def _entry(problem: LinearProblem, name: str, values: State) -> dict[str, object]:
    props = {k: json_number(v) for k, v in values.items() if k != problem.target}
    return {"id": name, "props": props, "freq": json_number(values[problem.target])}
