"""The told readings of a linear problem: what a solver is told, as a document, and the way back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from symcause.errors import UsageError
from symcause.families.linear.files.document_structs import FORMAT, INFORMED
from symcause.families.linear.problem.problem import ChainState, LinearProblem
from symcause.models.exact_numbers import print_number
from symcause.renderings.family_words import ToldDocument
from symcause.renderings.knowledge_facts import (
    knowledge_document,
    renamed_knowledge,
    told_knowledge,
)
from symcause.renderings.told_document import by_nature

_ATOM = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_AS_TOLD = ("variables", "target", "controllable", "semantics", "rounding", "max_parents", "bases")


def told(problem: LinearProblem) -> ToldDocument:
    """Everything that a solver is told; neither gold nor ids nor how the crystals came about."""
    _check_words(problem)
    coefficients = problem.coefficients
    stated = {
        "min_effect": coefficients.min_effect,
        "min": coefficients.minimum,
        "max": coefficients.maximum,
    }
    bases = problem.bases
    found: ToldDocument = {
        "family": "linear",
        "variables": by_nature(problem.variables),
        "target": problem.target,
        "controllable": by_nature(problem.controllable),
        "equations": str(problem.family),
        "semantics": str(problem.semantics),
        "rounding": print_number(problem.rounding),
        "coefficients": {
            "domain": str(coefficients.domain),
            **{k: print_number(Fraction(v)) for k, v in stated.items() if v is not None},
        },
        "target_may_cause": problem.target_may_cause,
        "records": [_printed(record.values) for record in problem.records],
        "chain": [_state(state) for state in problem.chain],
        **told_knowledge(problem.knowledge),
    }
    if problem.reactor is not None:
        shown = {n: v for n, v in problem.reactor.items() if n != problem.target}
        found["reactor"] = _printed(shown)
    if problem.max_parents is not None:
        found["max_parents"] = problem.max_parents
    if bases is not None and bases.minimum is not None and bases.maximum is not None:
        found["bases"] = _printed({"min": bases.minimum, "max": bases.maximum})
    return found


def _check_words(problem: LinearProblem) -> None:
    """Refuse what there are no words for."""
    bases = problem.bases
    half = bases is not None and (bases.minimum is None) != (bases.maximum is None)
    missing = {
        "hidden": problem.hidden is not None,
        "unobserved": bool(problem.unobserved),
        "bases": half,
        "records": any(set(r.values) != set(problem.variables) for r in problem.records),
        "chain": any(set(s.values) != set(problem.variables) for s in problem.chain),
    }
    if problem.class_untold:
        raise UsageError(
            "it was read off gold, or assumed in its place: nobody can be told it",
            place="coefficients.min_effect",
            value=problem.id,
            remedy="state a class of your own: symcause convert … --min-effect 0.5",
        )
    for key, is_used in missing.items():
        if is_used:
            raise UsageError(
                "there are no words for it in a rendering yet",
                place=key,
                value=problem.id,
                remedy="leave the problem out, or ask for the prompt without --theme",
            )


def _printed(values: Mapping[str, Fraction]) -> dict[str, str]:
    return {name: print_number(value) for name, value in values.items()}


def _state(state: ChainState) -> dict[str, Any]:
    done = {**_printed(state.settings), **dict.fromkeys(state.released)}
    return {**({"intervene": done} if done else {}), "values": _printed(state.values)}


def document(told: ToldDocument) -> dict[str, Any]:
    """The problem document of which this is told."""
    found: dict[str, Any] = {"format": INFORMED if "knowledge" in told else FORMAT}
    found |= {key: told[key] for key in _AS_TOLD if key in told}
    found["family"] = told["equations"]
    ends = {
        key: int(told["coefficients"][key]) for key in ("min", "max") if key in told["coefficients"]
    }
    found["coefficients"] = {**told["coefficients"], **ends}
    found["records"] = [
        {"id": f"record_{i}", "values": values} for i, values in enumerate(told["records"], 1)
    ]
    found["chain"] = told["chain"]
    if "reactor" in told:
        found["reactor"] = {"values": told["reactor"]}
    if told["target_may_cause"]:
        found["target_may_cause"] = True
    return {**found, **knowledge_document(told)}


def renamed(document: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """A problem document in other names, gold and episode included."""

    def keys(values: Mapping[str, Any]) -> dict[str, Any]:
        return {names[name]: value for name, value in values.items()}

    found = dict(document)
    found["target"] = names[found["target"]]
    for key in ("variables", "controllable", "unobserved"):
        if key in found:
            found[key] = [names[name] for name in found[key]]
    found["records"] = [{**r, "values": keys(r["values"])} for r in found["records"]]
    found["chain"] = [{part: keys(values) for part, values in s.items()} for s in found["chain"]]
    if "reactor" in found:
        found["reactor"] = {"values": keys(found["reactor"]["values"])}
    if "knowledge" in found:
        found["knowledge"] = renamed_knowledge(found["knowledge"], names)
    if "gold" in found:
        equations = found["gold"]["equations"].items()
        known = {names[v]: renamed_equation(text, names) for v, text in equations}
        found["gold"] = {**found["gold"], "equations": known}
    if "episode" in found:
        found["episode"] = _renamed_episode(found["episode"], keys)
    return found


def _renamed_episode(episode: Mapping[str, Any], keys: Any) -> dict[str, Any]:
    found = dict(episode)
    if "bases" in found:
        found["bases"] = keys(found["bases"])
    if "presets" in found:
        found["presets"] = {
            key: list(map(keys, stated)) if key == "records" else keys(stated)
            for key, stated in found["presets"].items()
        }
    return found


def renamed_equation(text: str, names: Mapping[str, str]) -> str:
    """An equation in other names."""
    return _ATOM.sub(lambda atom: names.get(atom[0], atom[0]), text)
