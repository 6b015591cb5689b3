"""The kernel of the cpt verifier: checks a certificate against its problem.

``effect``: the problem's own tables, recomputed. ``effect-open``: two networks that have all given numbers
and answer differently. ``effect-settled``: one such network, and bounds for all of them.
``effect-inconsistent``: a reason why there is none. ``adjustment`` and
``ill-posed``: for each set a closed set of steps, or an open path, or a descendant of the treatment.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from symcause.families.cpt.problem.fingerprint import fingerprint
from symcause.families.cpt.problem.problem import CptProblem
from symcause.families.cpt.verifier.absence_proof import ABSENCES, KEYS
from symcause.families.cpt.verifier.network_replay import (
    check_member,
    own_network,
    read_fraction,
    read_network,
)
from symcause.families.cpt.verifier.partial_proof import METHODS, check_homogeneous
from symcause.families.cpt.verifier.query_replay import (
    replayed_answer,
    replayed_value,
    words_between,
)
from symcause.families.cpt.verifier.range_proof import Proof
from symcause.families.cpt.verifier.separation_proof import check_set
from symcause.kernel.envelope import read_envelope
from symcause.kernel.nodes import Node, Rejected
from symcause.kernel.verification import Verifier
from symcause.kernel.work import Work

CLAIMS = {
    "effect": ("answer", "value"),
    "effect-open": ("answers",),
    "effect-settled": ("answer", "low", "high"),
    "effect-inconsistent": (),
    "adjustment": ("answer", "valid"),
    "ill-posed": ("valid",),
}
"""The claims by name, with their keys."""

WORDS = ("yes", "no", "tie")


@dataclass(frozen=True)
class Claimed:
    """A certificate: the digest of its problem, the claim and the evidence."""

    sha256: str
    name: str
    said: Mapping[str, Node]
    evidence: Node


def _read(document: object) -> Claimed:
    envelope = read_envelope(document, "cpt", ("claim", "evidence"))
    claim = envelope.body["claim"]
    named = dict(claim.entries()).get("name")
    if named is None:
        raise Rejected("the key 'name' is missing", place="claim")
    name = named.choice(tuple(CLAIMS))
    return Claimed(
        envelope.sha256, name, claim.fields("name", *CLAIMS[name]), envelope.body["evidence"]
    )


def _check(problem: CptProblem, found: Claimed, work: Work) -> str:
    kinds = {"adjustment": "backadj", "ill-posed": "backadj"}
    if (found.name in kinds) != (problem.query.type == "backadj"):
        raise Rejected("the claim is about another type of query", place="claim.name")
    if found.name in kinds:
        return _sets(problem, found)
    if found.name == "effect":
        return _effect(problem, found, work)
    if problem.tables is not None:
        raise Rejected("the problem has tables: they decide", place="claim.name")
    if found.name == "effect-open":
        return _open(problem, found, work)
    if found.name == "effect-inconsistent":
        return _inconsistent(problem, found, work)
    return _settled(problem, found, work)


def _inconsistent(problem: CptProblem, found: Claimed, work: Work) -> str:
    fields = found.evidence.fields("method", optional=KEYS)
    ABSENCES[fields["method"].choice(tuple(ABSENCES))](Proof(problem, fields, work))
    return "no network has the given numbers"


def _effect(problem: CptProblem, found: Claimed, work: Work) -> str:
    found.evidence.fields()
    network = own_network(problem, work)
    if problem.query.type == "det-counterfactual":
        if found.said["value"].value is not None:
            raise found.said["value"].fail("a deterministic question has no value")
        answer = "yes" if _outcome(problem) == problem.query.value else "no"
    else:
        value = replayed_value(problem, network)
        if read_fraction(found.said["value"]) != value:
            raise found.said["value"].fail("the tables have another value")
        answer = replayed_answer(problem, value)
    if found.said["answer"].choice(WORDS) != answer:
        raise found.said["answer"].fail("the tables answer otherwise")
    return f"the tables answer {answer}"


def _outcome(problem: CptProblem) -> int:
    """The outcome of a deterministic network, by the equations that its tables are."""
    query, tables = problem.query, problem.tables
    assert tables is not None and query.action is not None
    world = {**dict(query.evidence), query.treatment: query.action}
    parents = {
        n: [a for a in problem.dag.nodes if (a, n) in problem.dag.edges] for n in problem.dag.nodes
    }
    while query.outcome not in world:
        for i, name in enumerate(problem.dag.nodes):
            if name not in world and all(parent in world for parent in parents[name]):
                if not parents[name]:
                    raise Rejected("no evidence about a source", value=name)
                row = int("".join(str(world[parent]) for parent in parents[name]), 2)
                one = tables.rows[i][row][1]
                if one not in (0, 1):
                    raise Rejected("a table is not deterministic", value=name)
                world[name] = int(one)
    return world[query.outcome]


def _open(problem: CptProblem, found: Claimed, work: Work) -> str:
    parts = found.evidence.fields("networks")["networks"].items(2)
    words = [part.choice(WORDS) for part in found.said["answers"].items(2)]
    if len(parts) != 2 or len(words) != 2 or words[0] == words[1]:
        raise found.said["answers"].fail("not two different answers of two networks")
    for part, word in zip(parts, words, strict=True):
        network = read_network(problem, part, work)
        check_member(problem, network)
        check_homogeneous(problem, network)
        if replayed_answer(problem, replayed_value(problem, network)) != word:
            raise part.fail("the network answers otherwise")
    return f"two networks have the given numbers, and answer {words[0]} and {words[1]}"


def _settled(problem: CptProblem, found: Claimed, work: Work) -> str:
    more = ("roles", "duals", "closed", "by", "block")
    fields = found.evidence.fields("network", "method", optional=more)
    network = read_network(problem, fields["network"], work)
    check_member(problem, network)
    value = replayed_value(problem, network)
    method, proof = fields["method"].choice(tuple(METHODS)), Proof(problem, fields, work)
    low, high, ends = METHODS[method](proof)
    check_homogeneous(problem, network)
    claimed = read_fraction(found.said["low"]), read_fraction(found.said["high"])
    if claimed[0] > low or claimed[1] < high:
        raise found.said["low"].fail("the proof gives a wider range")
    if not low <= value <= high:
        raise fields["network"].fail("the network lies outside of the range")
    answer = found.said["answer"].choice(WORDS)
    if words_between(problem, low, high, ends) | {replayed_answer(problem, value)} != {answer}:
        raise found.said["answer"].fail("the range leaves another answer")
    return f"all networks that have the given numbers answer {answer}"


def _sets(problem: CptProblem, found: Claimed) -> str:
    nodes = found.said["valid"].items(2)
    parts = found.evidence.fields("sets")["sets"].items(2)
    if len(nodes) != 2 or len(parts) != 2 or any(not isinstance(n.value, bool) for n in nodes):
        raise found.said["valid"].fail("not true or false for each of two sets")
    valid = [bool(node.value) for node in nodes]
    for names, is_valid, part in zip(problem.query.sets, valid, parts, strict=True):
        check_set(problem, names, is_valid, part)
    if found.name == "ill-posed":
        if valid[0] != valid[1]:
            raise found.said["valid"].fail("one set is valid and the other is not")
        return "both sets are valid" if valid[0] else "neither set is valid"
    answer = found.said["answer"].choice(("yes", "no"))
    if valid[0] == valid[1] or (answer == "yes") != valid[0]:
        raise found.said["answer"].fail("the sets answer otherwise")
    return f"the {'first' if valid[0] else 'second'} set is valid and the other is not"


verify = Verifier(_read, lambda found: found.name, fingerprint, _check)
