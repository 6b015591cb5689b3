"""Certificates about tables: accepted as made, and never accepted for what is false."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from symcause.audits.question import ask
from symcause.families.cpt.audits.table_audit import Found, judged
from symcause.families.cpt.documents.question_documents import CptAudit
from symcause.families.cpt.files.cpt_document import read_cpt
from symcause.families.cpt.problem.fingerprint import fingerprint
from symcause.families.cpt.problem.problem import CptProblem
from symcause.families.cpt.space.network_space import NetworkSpace
from symcause.families.cpt.verifier.kernel import verify
from symcause.families.cpt.verifier.partial_proof import METHODS
from symcause.formats.json_text import read_json
from tests.amounts import amount
from tests.cpt.cases import KINDS, document, drawn, given_problem, numbers_of
from tests.cpt.test_examples import CONFOUNDED

Certificate = dict[str, Any]


PROGRAMMES: tuple[tuple[str, str, dict[str, object]], ...] = (
    ("chain", "ate", {"P(Y|X)": ["0.2", "0.8"], "P(V2|X)": ["0.1", "0.9"], "P(X)": "0.4"}),
    ("confounding", "marginal", {"P(X)": "0.4", "P(Y|X)": ["0.2", "0.8"], "P(V1)": "0.9"}),
    ("confounding", "ate", {"P(X)": "0.4", "P(Y|X)": ["0.2", "0.8"]}),
    ("confounding", "ate", {"P(V1)": "0.4", "P(X|V1)": ["0.2", "0.8"], "P(Y|X)": ["0", "1"]}),
)
"""Numbers that only a linear programme has a range for."""

SETTLED: tuple[tuple[str, str, dict[str, object]], ...] = (
    ("IV", "ate", {"P(Y|V2)": ["0.66", "0.96"], "P(X|V2)": ["0.38", "0.02"]}),
    (
        *("arrowhead", "nde"),
        {
            "P(Y|X,V3)": [["0.96", "0.76"], ["0.15", "0.12"]],
            "P(V3|X,V2)": [["0", "0.58"], ["0.49", "0.13"]],
            "P(V2)": "0.5",
        },
    ),
    (
        *("arrowhead", "nie"),
        {
            "P(Y|X,V3)": [["0.88", "0.48"], ["0.93", "0.17"]],
            "P(V3|X,V2)": [["0.86", "0.37"], ["0.64", "0.65"]],
            "P(V2)": "0.05",
        },
    ),
    ("chain", "marginal", {"P(Y)": "0.3"}),
    ("collision", "ate", {"P(X)": "0.5"}),
    ("collision", "ett", {"P(X)": "0.3", "P(V3|X)": ["0.2", "0.9"]}),
    ("chain", "nde", {"P(V2|X)": ["0.2", "0.9"], "P(X)": "0.3"}),
    ("collision", "correlation", {"P(X)": "0.3", "P(V3|X)": ["0.2", "0.9"]}),
)
"""Numbers that settle what numbers at random mostly leave open, or that no release gives."""


def _certified(problem: CptProblem) -> Certificate:
    found = ask("audit", problem, certificate=True)
    assert isinstance(found, CptAudit)
    assert found.certificate is not None, found.certificate_reason
    return found.certificate


def problems() -> Iterator[CptProblem]:
    """Problems of every claim and of every method."""
    rng = Random("certificates")
    for graph, kind in KINDS:
        for _ in range(20):
            network = drawn(rng, graph)
            given = numbers_of(network, KINDS[graph, kind], Fraction(1, 100))
            if given is None:
                continue
            problem = given_problem(
                graph, kind, given, rng.choice(["0", "0.01"]), threshold="0.005"
            )
            if judged(problem).answer in ("yes", "no", "open"):
                yield problem
                break
    yield read_cpt(document("confounding", "ett", tables=CONFOUNDED))
    for graph, sets in (
        ("fork", [[], ["V2"]]),
        ("confounding", [["V1"], []]),
        ("mediation", [["V2"], []]),
    ):
        asked = document(graph, "backadj")
        asked["query"]["sets"] = sets
        yield read_cpt(asked)
    given = {"P(Y|V2)": ["0.72", "0.83"], "P(X|V2)": ["0.63", "0.91"]}
    yield given_problem("IV", "ate", given, assume=["homogeneous"])
    for unit in ("0", "0.01"):
        for graph, kind, numbers in (*PROGRAMMES, *SETTLED):
            problem = given_problem(graph, kind, numbers, unit, threshold="0.005")
            if judged(problem).answer != "unknown":
                yield problem


NO_NETWORK: dict[str, tuple[str, str, dict[str, object]]] = {
    "condition": ("confounding", "correlation", {"P(X)": "1", "P(Y|X)": ["0.2", "0.8"]}),
    "independent": ("collision", "marginal", {"P(X)": "0.5", "P(Y|X)": ["0.2", "0.8"]}),
    "joint": (
        *("chain", "correlation"),
        {"P(X=1)": "0.2", "P(Y=1,X=0)": "0.1", "P(Y=1,X=1)": "0.5"},
    ),
    "rows": (
        *("collision", "exp_away"),
        {"P(X)": "0.5", "P(Y|X,V3)": [["0.1", "0.2"], ["0.7", "0.9"]]},
    ),
    "programme": (
        *("confounding", "ate"),
        {"P(X)": "0.4", "P(Y|X)": ["0.2", "0.8"], "P(Y)": "0.9"},
    ),
    "types": ("IV", "ate", {"P(Y|V2)": ["0.05", "0.95"], "P(X|V2)": ["0.02", "0.03"]}),
}
"""Numbers that no network has, by what proves it."""


def inconsistent() -> Iterator[CptProblem]:
    """The same, exact and rounded."""
    for graph, kind, given in NO_NETWORK.values():
        for unit in ("0", "0.01"):
            if unit == "0" or given.get("P(X)") != "1":
                yield given_problem(graph, kind, given, unit, threshold="0.005")


PROBLEMS = (*problems(), *inconsistent())


@cache
def certified(place: int) -> tuple[CptProblem, Certificate]:
    """A problem and its certificate, which is made when it is asked for."""
    return PROBLEMS[place], _certified(PROBLEMS[place])


def all_certified() -> list[tuple[CptProblem, Certificate]]:
    return [certified(place) for place in range(len(PROBLEMS))]


def test_every_claim_and_method_is_there() -> None:
    all_made = [made for _, made in all_certified()]
    claims = Counter(made["claim"]["name"] for made in all_made)
    assert set(claims) == {
        *("effect", "effect-open", "effect-settled", "effect-inconsistent"),
        *("ill-posed", "adjustment"),
    }
    methods = {made["evidence"]["method"] for made in all_made if "method" in made["evidence"]}
    assert methods == {*NO_NETWORK, *METHODS}
    settled = [made["evidence"] for made in all_made if "block" in made["evidence"]]
    assert sum("network" in evidence for evidence in settled) > 2


@pytest.mark.parametrize(
    "place", range(len(PROBLEMS)), ids=[f"{p.id}-{i}" for i, p in enumerate(PROBLEMS)]
)
def test_as_made(place: int) -> None:
    problem, made = certified(place)
    assert verify(problem, read_json(json.dumps(made))).accepted


IN_BLOCKS = [
    ("confounding", "ate", {"P(X)": "0.4", "P(Y|X)": ["0.2", "0.8"]}, ["V1"]),
    ("confounding", "correlation", {"P(X)": "0.4", "P(Y=1,X=1)": "0.3", "P(Y)": "0.4"}, ["V1"]),
    ("confounding", "ett", {"P(X)": "0.4", "P(Y|X)": ["0.02", "0.98"]}, ["V1"]),
    ("frontdoor", "ate", {"P(X)": "0.5", "P(V3|X)": ["0.1", "0.9"], "P(Y|X)": ["0.1", "0.9"]}, []),
    *((graph, kind, given, []) for graph, kind, given in PROGRAMMES),
]


@pytest.mark.parametrize("place", range(len(IN_BLOCKS)))
def test_claims_do_not_depend_on_where_a_variable_stands(place: int) -> None:
    """The last edge comes first, and with it the variables that no other has named."""
    graph, kind, given, unobserved = IN_BLOCKS[place]
    first = document(graph, kind, given=given, unobserved=unobserved, threshold="0.005")
    last = {**first, "edges": first["edges"][::-1]}
    made = [_certified(read_cpt(one)) for one in (first, last)]
    assert made[0]["claim"] == made[1]["claim"]
    assert ("block" in made[0]["evidence"]) == ("block" in made[1]["evidence"])
    for one, certificate in zip((first, last), made, strict=True):
        found = verify(read_cpt(one), read_json(json.dumps(certificate)))
        assert found.accepted, found.reason


def _true(found: Found, claim: Any) -> bool:
    """Does a claim say what is so?"""
    name = claim["name"]
    if name == "effect":
        value = None if claim["value"] is None else Fraction(claim["value"])
        return claim["answer"] == found.answer and value == found.value
    if name in ("effect-open", "effect-inconsistent"):
        return found.answer == name.removeprefix("effect-")
    if name == "effect-settled":
        span = found.judgement.range if found.judgement else None
        assert span is not None
        wide = Fraction(claim["low"]) <= span.low and span.high <= Fraction(claim["high"])
        return claim["answer"] == found.answer and (wide or not span.exact)
    valid = found.valid
    assert valid is not None
    if name == "ill-posed":
        return found.answer == "ill-posed" and tuple(claim["valid"]) == valid
    return claim["answer"] == found.answer and tuple(claim["valid"]) == valid


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict | list):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield (*path, key)
            yield from _places(part, (*path, key))


def _number(rng: Random, value: Any) -> Any:
    try:
        known = Fraction(value)
    except (TypeError, ValueError, ZeroDivisionError):
        return None
    moved = rng.choice(
        [known + Fraction(1, 50), known - Fraction(1, 50), -known, 1 - known, Fraction(0)]
    )
    return str(moved)


def _forge(rng: Random, made: Certificate, others: list[Certificate]) -> Certificate:
    """One change: a number, a word, a key, or a part of another certificate."""
    forged = copy.deepcopy(made)
    body = {key: forged[key] for key in ("claim", "evidence")}
    places = list(_places(body))
    *path, last = rng.choice(places)
    target = body
    for key in path:
        target = target[key]
    old = target[last]
    words = [
        "yes",
        "no",
        "tie",
        "up",
        "down",
        "X",
        "Y",
        "V1",
        "V2",
        "V3",
        "contrast",
        "no effect",
        "strata",
        "programme",
    ]
    ways: list[Callable[[], Any]] = [
        lambda: _number(rng, old),
        lambda: rng.choice(words),
        lambda: not old if isinstance(old, bool) else None,
        lambda: list(reversed(old)) if isinstance(old, list) else None,
        lambda: rng.choice(others)[rng.choice(["claim", "evidence"])].get(last),
    ]
    new = rng.choice(ways)()
    if new is None:
        del target[last]
    else:
        target[last] = new
    if rng.random() < 0.3:  # the claim of another answer beside it
        swapped = {"yes": "no", "no": "yes", "tie": "yes"}
        claim = forged["claim"]
        if claim.get("answer") in swapped:
            claim["answer"] = swapped[claim["answer"]]
        elif "answers" in claim and isinstance(claim["answers"], list):
            claim["answers"] = claim["answers"][::-1]
        elif "valid" in claim and isinstance(claim["valid"], list):
            claim["valid"] = [not part for part in claim["valid"]]
    return forged


def test_no_forgery_is_accepted_for_what_is_false() -> None:
    rng = Random("forgeries")
    everything = all_certified()
    truths = {problem.id: judged(problem) for problem, _ in everything}
    others = [made for _, made in everything]
    rejected = accepted = 0
    for _ in range(amount(1_500, 20_000)):
        problem, made = rng.choice(everything)
        forged = _forge(rng, made, others)
        if forged == made:
            continue
        found = verify(problem, read_json(json.dumps(forged)))
        if found.accepted:
            assert _true(judged(problem), forged["claim"]), forged
            accepted += 1
        else:
            rejected += 1
    assert rejected > 20 * max(1, accepted) // 2 and truths


def test_a_certificate_of_another_problem_is_rejected() -> None:
    for (problem, _), (_, made) in pairwise(all_certified()):
        assert verify(problem, made).accepted is False


def test_no_effect_is_no_proof_where_there_may_be_one() -> None:
    problem = given_problem("collision", "ett", {"P(X)": "0.3", "P(V3|X)": ["0.2", "0.9"]})
    made = _certified(problem)
    assert made["evidence"]["method"] == "no effect"
    caused = given_problem("confounding", "ate", {"P(X)": "0.3"})
    flat = {"P(V1)": "1/2", "P(X|V1)": ["3/10", "3/10"], "P(Y|V1,X)": [["1/2", "1/2"]] * 2}
    evidence = {"network": flat, "method": "no effect"}
    claim = {"name": "effect-settled", "answer": "tie", "low": "0", "high": "0"}
    forged = {**made, "claim": claim, "evidence": evidence}
    forged["problem"] = {"id": caused.id, "sha256": fingerprint(caused)}
    found = verify(caused, forged)
    assert not found.accepted and "is a cause of the outcome" in found.reason
    for kind, reason in (
        ("nde", "is a direct cause"),
        ("correlation", "joins treatment and outcome"),
    ):
        other = given_problem("mediation", kind, {"P(X)": "0.3"})
        spread = {"P(X)": "3/10", "P(V2|X)": ["1/2", "1/2"], "P(Y|X,V2)": [["1/2", "1/2"]] * 2}
        about = {"id": other.id, "sha256": fingerprint(other)}
        flat_evidence = {"network": spread, "method": "no effect"}
        found = verify(other, {**forged, "problem": about, "evidence": flat_evidence})
        assert not found.accepted and reason in found.reason
    evidence = {**evidence, "method": "programme", "block": ["X", "Y"], "duals": [["0", "0"]] * 2}
    found = verify(caused, {**forged, "evidence": evidence})
    assert not found.accepted and "multipliers do not prove the bound" in found.reason


def test_a_homogeneous_effect_is_not_opened_by_networks_without_one() -> None:
    """Two networks that have the numbers are no pair where what is assumed does not hold in them."""
    given = {"P(Y|V2)": ["0.72", "0.83"], "P(X|V2)": ["0.63", "0.91"]}
    free = given_problem("IV", "ate", given)
    held = given_problem("IV", "ate", given, assume=["homogeneous"])
    made = _certified(free)
    assert made["claim"]["name"] == "effect-open" and judged(held).answer == "yes"
    forged = {**made, "problem": {"id": held.id, "sha256": fingerprint(held)}}
    found = verify(held, forged)
    assert not found.accepted and "not homogeneous" in found.reason
    networks = judged(free).judgement
    assert networks is not None
    assert all(NetworkSpace(held).member(one.network) is None for one in networks.members)
