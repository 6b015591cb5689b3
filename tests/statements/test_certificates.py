"""Certificates about statements: every kind is accepted, and no forgery of a false claim is."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from symcause.families.statements.certify import verdict_certificate
from symcause.families.statements.certify.verdict_certificate import certify
from symcause.families.statements.files.document import write_statements
from symcause.families.statements.models.relations import READINGS
from symcause.families.statements.problem.fingerprint import fingerprint
from symcause.families.statements.problem.problem import StatementsProblem
from symcause.families.statements.space.hypothesis_verdict import judged
from symcause.families.statements.verifier.graph_check import is_separated, is_true
from symcause.families.statements.verifier.kernel import verify
from symcause.kernel.work import Work
from tests.amounts import amount
from tests.house.test_door import alone
from tests.statements.cases import LETTERS, of_dag, problem
from tests.statements.second import (
    all_dags,
    by_independences,
    independences,
    triples,
    true_in,
)

Document = dict[str, Any]


def drawn(rng: Random) -> StatementsProblem:
    """A problem of three or four variables: any verdict, complete or not."""
    size = rng.choice((3, 4, 4))
    known, every = sorted(by_independences(size), key=sorted), triples(size)
    relation, of = rng.choice(list(READINGS)), "".join(rng.sample(LETTERS[:size], 2))
    reading = rng.choice(READINGS[relation])
    if rng.random() < 0.3:
        told = {triple: rng.random() < 0.5 for triple in rng.sample(every, rng.randint(1, 5))}
        yes = [triple for triple, said in told.items() if said]
        no = [triple for triple, said in told.items() if not said]
        return problem(size, yes, relation, of, reading, dependent=no, complete=False)
    stated = set(rng.choice(known)) ^ set(rng.sample(every, rng.choice((0, 0, 1, 2))))
    return problem(size, stated, relation, of, reading)


def test_every_verdict_is_certified_and_accepted() -> None:
    rng, kinds = Random(1), Counter[str]()
    for _ in range(amount(250, 3_000)):
        asked = drawn(rng)
        made = certify(asked)
        assert made is not None
        text = json.loads(json.dumps(made))
        found = verify(asked, text)
        assert found.accepted is True, (asked, found.reason)
        assert found.claim == str(judged(asked).verdict)
        kinds[text["evidence"]["kind"]] += 1
    assert set(kinds) >= {"dags", "members", "mixed", "triple", "exhausted"}, kinds


def test_small_statements_are_certified_whatever_the_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of their DAGs are looked at for the verdict, and so they are for its certificate."""
    monkeypatch.setattr(verdict_certificate, "INCOMPLETE_STEPS", 0)
    test_every_verdict_is_certified_and_accepted()


@pytest.mark.parametrize(
    ("stated", "kind"),
    [
        ([(0, 2, frozenset((1, 3))), (1, 3, frozenset((0, 2)))], "no orientation"),
        ([(0, 2, frozenset()), (1, 3, frozenset())], "conflict"),
    ],
)
def test_rare_contradictions_are_certified(stated: list[Any], kind: str) -> None:
    asked = problem(4, stated)
    made: Any = certify(asked)
    assert made["evidence"]["kind"] == kind
    assert verify(asked, made).accepted is True
    for key in ("colliders", "tree"):
        broken = json.loads(json.dumps(made))
        if key in broken["evidence"]:
            broken["evidence"][key] = broken["evidence"][key][::-1][:1]
            assert verify(asked, broken).accepted is False


def test_a_large_class_is_verified() -> None:
    asked = problem(6, (), "collider", "AB", "any")
    made = certify(asked)
    assert made is not None and verify(asked, made, Work()).accepted is True
    entailed = of_dag("AF BF CF DF EF", 6, "collider", "AB")
    assert verify(entailed, certify(entailed)).claim == "entailed"


def test_python_alone_verifies(tmp_path: Path) -> None:
    """No solver, no command line, nothing that has to be installed."""
    asked = of_dag("AB AC AD BC BD", 4, "collider", "AB")
    problem_file, proof = tmp_path / "problem.json", tmp_path / "proof.json"
    problem_file.write_text(json.dumps(write_statements(asked)))
    proof.write_text(json.dumps(certify(asked)))
    done = alone("-m", "symcause.kernel", problem_file, proof)
    assert done.returncode == 0 and done.stdout.startswith("accepted (entailed)"), done.stderr


def test_the_kernel_separates_as_paths_do() -> None:
    for edges in all_dags(4)[:: amount(7, 1)]:
        parents = {
            v: frozenset(LETTERS[a] for a, b in edges if LETTERS[b] == v) for v in LETTERS[:4]
        }
        for x, y, z in triples(4):
            given = frozenset(LETTERS[v] for v in z)
            shown = is_separated(parents, LETTERS[x], LETTERS[y], given)
            assert shown == ((x, y, z) in independences(edges, 4))
        for relation, readings in READINGS.items():
            for reading in readings:
                for x, y in ((0, 1), (2, 0), (3, 1)):
                    told = is_true(parents, relation, reading, LETTERS[x], LETTERS[y])
                    assert told == true_in(edges, relation, reading, x, y, 4)


def _truth(asked: StatementsProblem) -> str:
    """The verdict by brute force."""
    size = len(asked.variables)
    place = {name: at for at, name in enumerate(asked.variables)}
    yes, no = (
        {
            (*sorted((place[s.first], place[s.second])), frozenset(place[v] for v in s.given))
            for s in stated
        }
        for stated in (asked.independent, asked.dependent)
    )
    members = []
    for edges in all_dags(size):
        shown = independences(edges, size)
        fits = shown == yes if asked.complete else shown >= yes and not shown & no
        if fits:
            members.append(edges)
    h = asked.hypothesis
    holding = [m for m in members if true_in(m, h.relation, h.reading, *asked.asked, size)]
    if not members:
        return "inconsistent"
    if len(holding) == len(members):
        return "entailed"
    return "open" if holding else "impossible"


CLAIMS = ("entailed", "impossible", "open", "inconsistent")


def _forged(document: Document, rng: Random, other: Document, sha256: str) -> Document:
    """The certificate with something changed: its claim, a graph, its tree, or another's evidence."""
    forged: Document = json.loads(json.dumps(document))
    evidence = forged["evidence"]
    way = rng.randrange(6)
    if way == 0:
        forged["claim"]["name"] = rng.choice(CLAIMS)
    elif way == 1:
        forged = json.loads(json.dumps(other))
        forged["problem"]["sha256"] = sha256
    elif way == 2 and evidence.get("tree"):
        at, tree = rng.randrange(len(evidence["tree"])), evidence["tree"]
        evidence["tree"] = rng.choice((tree[:at], tree[:at] + rng.choice("+cvmx") + tree[at + 1 :]))
        members = evidence.get("members")
        if members and rng.random() < 0.5:
            del members[rng.randrange(len(members))]
    elif way == 3:
        _turn(evidence, rng)
    elif way == 4:
        kinds = ("dags", "members", "mixed", "conflict", "no orientation", "triple", "exhausted")
        evidence["kind"] = rng.choice(kinds)
    else:
        swapped = {"with": evidence.get("without"), "without": evidence.get("with")}
        evidence.update({k: v for k, v in swapped.items() if v is not None})
        forged["claim"]["name"] = rng.choice(CLAIMS)
    return forged


def _turn(evidence: Document, rng: Random) -> None:
    """Turn, drop or add an edge of some graph."""
    graphs = [evidence[key] for key in ("with", "without", "dag") if key in evidence]
    graphs += evidence.get("members", [])
    if not graphs:
        return
    edges = rng.choice(graphs)
    if edges and rng.random() < 0.7:
        at = rng.randrange(len(edges))
        a, _, b = edges[at].partition("->")
        edges[at : at + 1] = rng.choice(([f"{b}->{a}"], []))
    else:
        a, b = rng.sample(LETTERS[:4], 2)
        edges.append(f"{a}->{b}")


def test_forgeries() -> None:
    """1,500 forged certificates: whatever the kernel accepts is true by brute force."""
    rng, said = Random(7), Counter[bool | None]()
    problems = [drawn(rng) for _ in range(60)]
    made: list[Any] = [certify(asked) for asked in problems]
    truths = [_truth(asked) for asked in problems]
    for _ in range(1_500):
        at, other = rng.randrange(60), rng.randrange(60)
        asked = problems[at]
        forged = _forged(made[at], rng, made[other], fingerprint(asked))
        found = verify(asked, forged)
        said[found.accepted] += 1
        if found.accepted:
            assert found.claim == truths[at], (asked, forged)
    assert said[False] > 1_000 and None not in said


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda d: d["problem"].update(sha256="0" * 64), "another problem"),
        (lambda d: d["claim"].update(name="certain"), "unknown word"),
        (lambda d: d["evidence"].update(kind="mixed"), "does not show"),
        (lambda d: d["evidence"].update(more=1), "unknown key"),
        (lambda d: d["evidence"]["members"].append(["A->B", "B->A"]), "cycle"),
        (lambda d: d["evidence"]["members"].pop(), "not the members"),
        (lambda d: d["evidence"].update(tree=""), "too early"),
        (lambda d: d["evidence"].update(tree=d["evidence"]["tree"] + "m"), "goes on"),
        (lambda d: d["evidence"]["members"][0].append("A->Q"), "not an edge"),
        (lambda d: d["evidence"]["members"][0].append("A"), "not an edge"),
    ],
)
def test_what_is_wrong_is_said(change: Any, reason: str) -> None:
    asked = of_dag("AB AC AD BC BD", 4, "collider", "AB")
    document: Any = json.loads(json.dumps(certify(asked)))
    change(document)
    found = verify(asked, document)
    assert found.accepted is False and reason in found.reason, found.reason
