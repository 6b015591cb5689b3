"""Problems about tables that several tests ask about."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from symcause.families.cpt.files.cpt_document import read_cpt
from symcause.families.cpt.models.network import Network, binary
from symcause.families.cpt.models.probability_keys import read_key
from symcause.families.cpt.problem.problem import CptProblem
from symcause.models.dags import DAG

GRAPHS = {
    "chain": "X->V2,V2->Y",
    "fork": "X->Y,V2->Y",
    "collision": "X->V3,Y->V3",
    "confounding": "V1->X,V1->Y,X->Y",
    "mediation": "X->V2,X->Y,V2->Y",
    "frontdoor": "V1->X,X->V3,V1->Y,V3->Y",
    "IV": "V1->X,V2->X,V1->Y,X->Y",
    "arrowhead": "X->V3,V2->V3,X->Y,V2->Y,V3->Y",
    "diamond": "X->V3,X->V2,V2->Y,V3->Y",
    "diamondcut": "V1->V3,V1->X,X->Y,V3->Y",
}

ROOTED = ("chain", "fork", "mediation", "arrowhead", "diamond")

KINDS: dict[tuple[str, str], tuple[str, ...]] = {
    **{(g, "marginal"): ("P(X)", "P(Y|X)") for g in GRAPHS},
    **{(g, "correlation"): ("P(X=1)", "P(Y=1,X=0)", "P(Y=1,X=1)") for g in GRAPHS},
    **{(g, k): ("P(Y|X)",) for g in ROOTED for k in ("ate", "ett")},
    **{(g, "nie"): ("P(Y|X)",) for g in ("chain", "diamond")},
    **{(g, "ate"): ("P(Y|V1,X)", "P(V1)") for g in ("confounding", "diamondcut")},
    **{("frontdoor", k): ("P(V3|X)", "P(Y|X,V3)", "P(X)") for k in ("ate", "nie")},
    **{(g, "ett"): ("P(Y|X,V3)", "P(V3|X)") for g in ("frontdoor", "diamondcut")},
    ("confounding", "ett"): ("P(Y|V1,X)", "P(V1)"),
    **{("mediation", k): ("P(Y|X,V2)", "P(V2|X)") for k in ("nde", "nie")},
    **{("arrowhead", k): ("P(Y|X,V3)", "P(V3|X,V2)", "P(V2)") for k in ("nde", "nie")},
    ("collision", "exp_away"): ("P(X)", "P(Y|X,V3)"),
    ("IV", "ate"): ("P(Y|V2)", "P(X|V2)"),
}
"""The numbers that the release gives for a query about a graph."""


def edges(graph: str) -> list[list[str]]:
    return [part.split("->") for part in GRAPHS[graph].split(",")]


def document(graph: str, kind: str, **more: Any) -> dict[str, Any]:
    """A document about one of the graphs."""
    query = {"type": kind, "treatment": "X", "outcome": "Y"}
    if kind == "exp_away":
        query["collider"] = "V3"
    return {
        "format": "symcause.cpt/1",
        "id": f"{graph}-{kind}",
        "edges": edges(graph),
        "query": query,
        **more,
    }


def drawn(rng: Random, graph: str, over: int = 100) -> Network:
    """A network at random; some entries lie at 0 and 1."""
    dag = DAG.of([(a, b) for a, b in edges(graph)])

    def entry() -> Fraction:
        if rng.random() < 0.08:
            return Fraction(rng.randrange(2))
        return Fraction(rng.randrange(1, over), over)

    return binary(
        dag,
        {
            name: tuple(entry() for _ in range(2 ** dag.parents[i].bit_count()))
            for i, name in enumerate(dag.nodes)
        },
    )


def numbers_of(network: Network, keys: tuple[str, ...], unit: Fraction) -> dict[str, object] | None:
    """The numbers of a network under keys, rounded to a unit; None where a condition has none."""
    from symcause.families.cpt.files.network_tables import nested
    from symcause.models.exact_numbers import round_to

    found: dict[str, object] = {}
    for text in keys:
        key = read_key(text)
        values = [network.probability(dict(t.event), dict(t.given)) for t in key.terms]
        if any(value is None for value in values):
            return None
        shown = [str(round_to(value, unit)) for value in values if value is not None]
        found[text] = nested(shown, [2] * (len(key.given) if key.values is None else 0))
    return found


def given_problem(
    graph: str, kind: str, given: Mapping[str, object], rounding: str = "0", **more: Any
) -> CptProblem:
    if (graph, kind) == ("IV", "ate"):
        more = {"unobserved": ["V1"], **more}
    return read_cpt(document(graph, kind, given=dict(given), rounding=rounding, **more))


def released_cases() -> list[dict[str, Any]]:
    """The cases of the reference; without them, one that says so."""
    path = Path(os.environ.get("SYMCAUSE_DATA", "."), "field", "cases.jsonl")
    if not path.exists():
        return []
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [row for row in rows if row["family"] == "cpt"]


CASES = released_cases()
MISSING = pytest.mark.skipif(
    not CASES, reason="SYMCAUSE_DATA does not point to the reference cases"
)
