"""The document writer of linear files, and the fingerprint that certificates refer to.

Without ``id`` and ``metadata``, keys sorted, no spaces, UTF-8, numbers as exact texts, a document is the
canonical form by whose fingerprint a certificate knows its problem.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from symcause.families.linear.files.document_structs import FORMAT, INFORMED
from symcause.families.linear.models.lab_rules import Hidden
from symcause.families.linear.problem.problem import (
    BaseRange,
    ChainState,
    Coefficients,
    Domain,
    Episode,
    Gold,
    LinearProblem,
    NormalBases,
)
from symcause.kernel import envelope
from symcause.models.exact_numbers import print_number

_LEFT_OUT = ("id", "metadata")  # of the canonical form: what says nothing about the problem


def write_linear(problem: LinearProblem) -> dict[str, object]:
    """The document of a problem, keys in the order of the format."""
    document: dict[str, object] = {
        "format": INFORMED if problem.knowledge else FORMAT,
        "id": problem.id,
        "variables": list(problem.variables),
        "target": problem.target,
        "controllable": list(problem.controllable),
        "family": str(problem.family),
        "semantics": str(problem.semantics),
        "rounding": print_number(problem.rounding),
        "coefficients": _write_coefficients(problem.coefficients),
        "records": [{"id": r.id, "values": _written(r.values)} for r in problem.records],
        "chain": [_write_state(state) for state in problem.chain],
    }
    if problem.reactor is not None:
        document["reactor"] = {"values": _written(problem.reactor)}
    if problem.gold is not None:
        document["gold"] = _write_gold(problem.gold)
    if problem.target_may_cause:
        document["target_may_cause"] = True
    if problem.bases is not None:
        document["bases"] = _write_range(problem.bases)
    if problem.hidden is not None:
        document["hidden"] = _write_hidden(problem.hidden)
    if problem.max_parents is not None:
        document["max_parents"] = problem.max_parents
    if problem.episode is not None:
        document["episode"] = _write_episode(problem.episode)
    if problem.unobserved:
        document["unobserved"] = list(problem.unobserved)
    if problem.knowledge:
        document["knowledge"] = problem.knowledge.to_dict()
    if problem.metadata:
        document["metadata"] = dict(problem.metadata)
    return document


def _write_coefficients(coefficients: Coefficients) -> dict[str, object]:
    document: dict[str, object] = {"domain": str(coefficients.domain)}
    if coefficients.domain is Domain.INTEGER:
        document |= {"min": coefficients.minimum, "max": coefficients.maximum}
    if coefficients.min_effect is not None:
        document["min_effect"] = print_number(coefficients.min_effect)
    return document


def _write_hidden(hidden: Hidden) -> dict[str, object]:
    document: dict[str, object] = {
        "values": [print_number(value) for value in hidden.values],
        "weight": _written(hidden.weights) if hidden.weights else print_number(hidden.weight),
        "nodes": None if hidden.nodes is None else list(hidden.nodes),
    }
    return {**document, "initial": print_number(hidden.initial)} if hidden.initial else document


def _written(values: Mapping[str, Fraction]) -> dict[str, str]:
    return {name: print_number(value) for name, value in values.items()}


def _write_state(state: ChainState) -> dict[str, object]:
    document: dict[str, object] = {}
    if state.acted:
        document["intervene"] = {**_written(state.settings), **dict.fromkeys(state.released)}
    return {**document, "values": _written(state.values)}


def _write_gold(gold: Gold) -> dict[str, object]:
    document: dict[str, object] = {
        "equations": {name: str(equation) for name, equation in gold.equations.items()}
    }
    if gold.reactor_target is not None:
        document["reactor_target"] = print_number(gold.reactor_target)
    if gold.hidden_nodes is not None:
        document["hidden_nodes"] = list(gold.hidden_nodes)
    return document


def _write_range(bases: BaseRange) -> dict[str, str]:
    ends = {"min": bases.minimum, "max": bases.maximum}
    return {key: print_number(end) for key, end in ends.items() if end is not None}


def _write_drawn(bases: BaseRange | NormalBases) -> dict[str, str]:
    if isinstance(bases, BaseRange):
        return _write_range(bases)
    return {"mean": print_number(bases.mean), "std": print_number(bases.deviation)}


def _write_episode(episode: Episode) -> dict[str, object]:
    document: dict[str, object] = {}
    if episode.budget is not None:
        document["budget"] = episode.budget
    if episode.bases:
        document["bases"] = {name: _write_drawn(drawn) for name, drawn in episode.bases.items()}
    presets: dict[str, object] = {}
    if episode.record_presets:
        presets["records"] = [_written(preset) for preset in episode.record_presets]
    if episode.manipulator_preset is not None:
        presets["manipulator"] = _written(episode.manipulator_preset)
    if episode.reactor_preset is not None:
        presets["reactor"] = _written(episode.reactor_preset)
    return {**document, "presets": presets} if presets else document


def describe(problem: LinearProblem) -> dict[str, object]:
    """The document of a problem without what says nothing about it."""
    document = write_linear(problem)
    return {key: value for key, value in document.items() if key not in _LEFT_OUT}


def fingerprint(problem: LinearProblem) -> str:
    """The SHA-256 of the canonical form, in hexadecimal."""
    return envelope.digest(describe(problem))
