"""The cpt generator: problems with tables or given probabilities, whose effects stay clear of 0."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import ClassVar

from symcause.answers import Unknown
from symcause.audits.instance_generator import Generator, ProblemDocument, dealt
from symcause.audits.question import option
from symcause.errors import LimitError
from symcause.families.cpt.bounds import QUERY_TRIES
from symcause.families.cpt.certify.effect_certificate import certificate
from symcause.families.cpt.files.cpt_document import write_cpt
from symcause.families.cpt.models.graph_shapes import GRAPHS, structure_dag
from symcause.families.cpt.models.network import Network, binary
from symcause.families.cpt.models.probability_keys import read_key
from symcause.families.cpt.models.query_values import Query, association, query_value
from symcause.families.cpt.problem.problem import CptProblem, GivenFamily
from symcause.families.cpt.space.network_space import NetworkSpace
from symcause.models.dags import DAG
from symcause.models.exact_numbers import round_to

MARGIN = Fraction(2, 100)
"""How far the range of a query keeps from 0."""

ROUNDING = Fraction(1, 100)
_ROOT = ("P(Y|X)",)

EVIDENCE: Mapping[tuple[str, str], tuple[str, ...]] = {
    **{(graph, "marginal"): ("P(X)", "P(Y|X)") for graph in GRAPHS if graph != "collision"},
    **{
        (graph, "correlation"): ("P(X=1)", "P(Y=1,X=0)", "P(Y=1,X=1)")
        for graph in GRAPHS
        if graph != "collision"
    },
    **{
        (graph, kind): _ROOT
        for graph in ("chain", "fork", "mediation", "arrowhead", "diamond")
        for kind in ("ate", "ett")
    },
    **{(graph, "nie"): _ROOT for graph in ("chain", "diamond")},
    **{(graph, "ate"): ("P(Y|V1,X)", "P(V1)") for graph in ("confounding", "diamondcut")},
    **{("frontdoor", kind): ("P(V3|X)", "P(Y|X,V3)", "P(X)") for kind in ("ate", "nie")},
    **{(graph, "ett"): ("P(Y|X,V3)", "P(V3|X)") for graph in ("frontdoor", "diamondcut")},
    ("confounding", "ett"): ("P(Y|V1,X)", "P(V1)"),
    **{("mediation", kind): ("P(Y|X,V2)", "P(V2|X)") for kind in ("nde", "nie")},
}
"""The numbers that a question of a type about a graph is given."""

TYPES = tuple(dict.fromkeys(kind for _, kind in EVIDENCE))


CAUSAL = ("ate", "ett", "nde", "nie")
"""Types whose answer a mere association may suggest wrongly; in half of them it does."""


@dataclass(frozen=True)
class Asked:
    """What an item is to be: with *misleads*, the association of X and Y has the other sign."""

    graph: str
    kind: str
    wanted: str
    misleads: bool


@dataclass(frozen=True)
class CptGenerator(Generator):
    """Queries on small networks, as many yes as no, and half of the effects against the association."""

    name: ClassVar[str] = "cpt"
    help: ClassVar[str] = "Causal queries on small networks, with tables and rounded numbers."

    query: str | None = option(None, "Only queries of this type.", "choice", choices=TYPES)
    seed: int = option(0, "Seed (0).", "integer")

    def items(self, index: int) -> list[ProblemDocument]:
        seed = f"cpt-{self.seed}-{index}-{self.query}"
        rng = Random(seed)
        run = f"cpt {self.seed} {self.query}"
        wanted = dealt(("yes", "no"), index, run)
        kind = rng.choice([self.query] if self.query else list(TYPES))
        misleads = kind in CAUSAL and dealt(("alike", "apart"), index, f"{run} {kind}") == "apart"
        for _ in range(QUERY_TRIES):
            graph = rng.choice([name for name, asked in EVIDENCE if asked == kind])
            asked = Asked(graph, kind, wanted, misleads)
            made = self._made(rng, asked, f"cpt-{self.seed}-{index}")
            if made is not None:
                return [write_cpt(made)]
        raise LimitError(f"no query keeps {MARGIN} from 0 within {QUERY_TRIES:,} tries")

    def _made(self, rng: Random, asked: Asked, id: str) -> CptProblem | None:
        graph, kind, wanted = asked.graph, asked.kind, asked.wanted
        dag = structure_dag(GRAPHS[graph], "graph")
        network = _network(rng, dag)
        query = Query(kind, "X", "Y")
        value = query_value(network, query)
        if abs(value) < MARGIN:
            return None
        if kind in CAUSAL and (value * (association(network, "X", "Y") or 0) < 0) != asked.misleads:
            return None
        given = tuple(_rounded(network, text) for text in EVIDENCE[graph, kind])
        problem = CptProblem(id, dag, query, given=given, rounding=ROUNDING)
        judgement = NetworkSpace(problem).judgement
        span = judgement.range
        if (
            span is None
            or not judgement.members
            or not (span.low >= MARGIN or span.high <= -MARGIN)
        ):
            return None
        positive = rng.random() < 0.5
        answer = replace(problem, positive=positive).rule.answer(value)
        if answer != wanted:
            positive = not positive
        about = {"generator": self.name, "seed": self.seed, "graph": graph}
        made = replace(problem, tables=network, positive=positive, gold=wanted)
        proof = certificate(made)
        if isinstance(proof, Unknown):
            return None
        known = {"latent": id, "generation": about, **proof.entries()}
        return replace(made, metadata=known)

    def is_ours(self, document: Mapping[str, object]) -> bool:
        return str(document.get("id", "")).startswith(f"cpt-{self.seed}-")

    def verdict(self, document: Mapping[str, object]) -> str:
        return str(document.get("gold"))

    def report(self, document: Mapping[str, object]) -> dict[str, object]:
        return {"family": "cpt", "problem": document["id"]}


def _network(rng: Random, dag: DAG) -> Network:
    """Entries are whole percentages that are neither rare nor nearly sure."""
    return binary(
        dag,
        {
            name: tuple(
                Fraction(rng.randrange(5, 96), 100) for _ in range(2 ** dag.parents[i].bit_count())
            )
            for i, name in enumerate(dag.nodes)
        },
    )


def _rounded(network: Network, text: str) -> GivenFamily:
    key = read_key(text)
    numbers = [network.probability(dict(term.event), dict(term.given)) for term in key.terms]
    return GivenFamily(key, tuple(round_to(x, ROUNDING) for x in numbers if x is not None))
