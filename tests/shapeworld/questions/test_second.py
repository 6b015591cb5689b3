"""Every answer about ShapeWorld against a second implementation that shares nothing with the engine."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import product
from math import log2
from random import Random
from typing import Any

import pytest

import symcause
from symcause.formats.problems import Problem, read_document
from tests.amounts import amount
from tests.shapeworld.second import Act, State, World, after, in_class, parted, parts, proof_length
from tests.shapeworld.second_case import CLASSES, Document, Second, random_document, verdict_of

FEW = 400
"""Worlds of five shapes that are searched here."""

POSSIBLE = ("yes", "no", "open", "gold-outside-class")


def plain(document: Any) -> Document:
    found: Document = document.to_dict()
    return json.loads(json.dumps(found))  # type: ignore[no-any-return]


def read(document: Document) -> Problem:
    return read_document(json.loads(json.dumps(document)))


def made(seed: int) -> tuple[Document, str | None]:
    """A document, and the class that is asked for (None: the document's own)."""
    rng = Random(seed)
    size = rng.choice((2, 3, 3, 4, 4))
    document = random_document(rng, size, tidy=rng.random() < 0.5)
    asked = rng.choice(CLASSES if size < 4 else CLASSES[:3]) if rng.random() < 0.3 else None
    return document, asked


def compare_audit(document: Document, scope: str | None) -> None:
    second = Second(document, scope)
    found = plain(symcause.audit(read(document), scope=scope))
    verdict, answer = second.verdict(), document.get("answer")
    assert found["verdict"] == verdict
    assert found["class"]["name"] == second.scope
    assert found["settled"] is (verdict in ("yes", "no"))
    assert found["support"] == second.support(answer)
    assert found["lucky"] == second.lucky(answer)
    assert found["truth"] == {True: "yes", False: "no", None: None}[second.truth]
    if verdict in POSSIBLE and second.left:
        assert found["step"] is None
        assert found["count"] == len(second.left)
        assert found["graphs"] == sum(world.graphs for world in second.left)
        assert found["relations"] == second.relations()
        assert found["decided_at"] == second.decided_at()
        decided = second.decided_at()
        after_it = 0 if decided is None else second.interventions - decided
        assert found["surplus"] == after_it
        assert found["pattern"] == second.pattern(answer)
        compare_optimum(second, found)
    else:
        assert not second.left or verdict == "invalid"
        step = second.contradicted_at() if verdict == "invalid" else second.impossible_at()
        if verdict != "gold-outside-class":
            assert found["step"] == step
            for key in ("decided_at", "relations", "optimum", "pattern", "support"):
                assert found[key] is None
        if verdict == "inconsistent":
            assert found["count"] == 0
    compare_steps(second, found["steps"])


def compare_steps(second: Second, steps: list[Document]) -> None:
    assert [step["number"] for step in steps] == [m.number for m in second.moments]
    assert [step["kind"] for step in steps] == [m.kind for m in second.moments]
    for step, moment in zip(steps, second.moments, strict=True):
        if moment.left:
            assert step["count"] == len(moment.left)
            assert step["verdict"] == verdict_of(moment.left, second.asked)
        else:
            assert step["verdict"] is None


def compare_optimum(second: Second, found: Document) -> None:
    optimum, here = found["optimum"], (second.left, second.state)
    assert optimum["worst_case"] == second.worst.value(*here)
    assert optimum["bound"] == second.bound() >= optimum["worst_case"]
    assert optimum["expected"] == {
        "relations": str(second.by_relations.value(*here)),
        "graphs": str(second.by_graphs.value(*here)),
    }
    best = second.ranked()[0][4] if optimum["worst_case"] else None
    assert found["next"] == (None if best is None else named(second, best))
    if second.gold is None or not in_class(second.gold, second.scope):
        assert optimum["shortest_proof"] is None and found["excess"] is None
        return
    proof = proof_length(second.gold, second.start, second.asked, second.scope)
    assert optimum["shortest_proof"] == proof
    if second.document["transcript"] or "answer" in second.document:
        least = max(1, proof) if second.document.get("protocol") else proof
        assert found["excess"] == second.interventions - least


def named(second: Second, act: Act) -> Document:
    return {"action": act[0], "shape": second.names[act[1]]}


def compare_count(document: Document, scope: str | None) -> None:
    second = Second(document, scope)
    for engine in ("lists", "counter", "sat"):
        found = plain(symcause.count(read(document), scope=scope, engine=engine))
        assert found["count"] == len(second.left)
        assert found["graphs"] == sum(world.graphs for world in second.left)


def compare_members(document: Document, scope: str | None) -> None:
    second = Second(document, scope)
    solved = plain(symcause.solve(read(document), scope=scope, everything=True))
    listed = [second.world(member["edges"]) for member in solved["members"]]
    assert set(listed) == second.left and len(listed) == len(second.left)
    sizes = [len(world.causes) for world in listed]
    assert sizes == sorted(sizes)
    for world, member in zip(listed, solved["members"], strict=True):
        assert member["answer"] == ("yes" if second.asked in world.causes else "no")
        assert {(second.names[x], second.names[y]) for x, y in world.edges} == {
            (x, y) for x, y in member["edges"]
        }
    if listed:
        assert solved["pairs"] == sizes[0] and solved["status"] == "solved"
    else:
        assert solved["status"] == "inconsistent" and solved["model"] is None


def compare_next(document: Document, scope: str | None) -> None:
    second = Second(document, scope)
    found = plain(symcause.next_experiments(read(document), scope=scope))
    if not second.left:
        assert found["experiments"] == [] and found["shrinks"] is False
        return
    expected = [
        {
            "experiment": named(second, act),
            "worst": int(worst),
            "expected": str(mean),
            "settles": worst == 0,
            "left": left,
            "shrinks": teaches,
            "enables": second.enables(act),
        }
        for worst, mean, left, _, act, teaches in second.ranked()
    ]
    expected.sort(key=lambda one: (not one["shrinks"], not one["enables"]))
    assert found["experiments"] == expected
    assert found["settled"] is second.worst.settled(second.left)
    assert found["shrinks"] is (len(second.left) > 1)
    assert not expected or found["shrinks"] is any(
        one["shrinks"] or one["enables"] for one in expected
    )
    if found["reason"] is not None:
        assert ("one relation is left" in found["reason"]) is (len(second.left) == 1)


def compare_policy(document: Document, scope: str | None) -> None:
    second = Second(document, scope)
    found = plain(symcause.disambiguate(read(document), scope=scope))
    limit = max(0, document.get("limit", 2 * second.size) - second.interventions)
    assert found["limit"] == limit
    if not second.left:
        assert found["policy"] is None and found["settles"] is False
        return
    worst = second.worst.value(second.left, second.state)
    assert (found["worst_case"], found["bound"]) == (worst, second.bound())
    depth, leaf = followed(second, found["policy"], second.left, second.state)
    assert depth == min(worst, limit)
    assert found["settles"] is (worst <= limit)
    assert (found["count_before"], found["count_after"]) == (len(second.left), leaf)


def followed(
    second: Second, node: Document, left: frozenset[World], state: State
) -> tuple[int, int]:
    """The depth of a policy and its largest leaf; every node is held against what worlds show."""
    assert node["moving"] == second.named(state)
    assert node["count"] == len(left)
    assert node["verdict"] == verdict_of(left, second.asked)
    if node["action"] is None:
        assert not node["outcomes"]
        return 0, len(left)
    act = (node["action"]["action"], second.names.index(node["action"]["shape"]))
    shown = parts(left, state, act)
    states = [second.state_of(child["moving"]) for child in node["outcomes"]]
    assert set(states) == set(shown) and len(states) == len(shown)
    found = [
        followed(second, child, shown[there], there)
        for child, there in zip(node["outcomes"], states, strict=True)
    ]
    return 1 + max(depth for depth, _ in found), max(leaf for _, leaf in found)


def compare_alternatives(document: Document, scope: str | None, rng: Random) -> None:
    second = Second(document, scope)
    pool = sorted(second.left, key=lambda world: sorted(world.causes)) if second.left else []
    if second.gold is not None and rng.random() < 0.5:
        reference, against = second.gold, "gold"
    elif pool:
        reference = rng.choice(pool)
        against = json.dumps({"edges": edges(second, reference)})
    else:
        return
    limit = rng.choice((1, 3, 1000))
    found = plain(symcause.alternatives(read(document), against=against, scope=scope, limit=limit))
    others = second.left - {reference}
    listed = [second.world(one["model"]["edges"]) for one in found["alternatives"]]
    assert set(listed) <= others and len(set(listed)) == len(listed) == min(limit, len(others))
    assert found["total"] == len(others)
    ranks = [rank(second, reference, world) for world in listed]
    assert ranks == sorted(rank(second, reference, world) for world in others)[:limit]
    for one, world in zip(found["alternatives"], listed, strict=True):
        changed = {(second.names[x], second.names[y]) for x, y in reference.causes ^ world.causes}
        assert {(x, y) for x, y in one["changed"]} == changed
        assert one["model"]["answer"] == ("yes" if second.asked in world.causes else "no")
        if reference in second.left:
            separated(second, reference, world, one["experiment"], one["readings"])
        else:
            assert one["experiment"] is None


def edges(second: Second, world: World) -> list[list[str]]:
    return [[second.names[x], second.names[y]] for x, y in sorted(world.edges)]


def rank(second: Second, reference: World, world: World) -> tuple[bool, int]:
    same = (second.asked in world.causes) == (second.asked in reference.causes)
    return same, len(world.causes ^ reference.causes)


def separated(
    second: Second, one: World, other: World, actions: list[Document], states: list[list[str]]
) -> None:
    """The actions part the worlds, show these states, and are as few as can be."""
    left = right = second.state
    for action in actions:
        assert left == right
        act = (action["action"], second.names.index(action["shape"]))
        left, right = after(one, left, act), after(other, right, act)
    assert left != right
    assert states == [second.named(left), second.named(right)]
    shortest = parted(one, other, second.state)
    assert shortest is not None and len(actions) == shortest[0]


def compare_separate(document: Document, rng: Random) -> None:
    second = Second(document, "all")
    pool = sorted(second.left, key=lambda world: sorted(world.causes))
    if not pool:
        return
    one, other = rng.choice(pool), rng.choice(pool)
    texts = [json.dumps({"edges": edges(second, world)}) for world in (one, other)]
    found = plain(symcause.separate(read(document), *texts))
    assert found["separated"] is (one != other)
    if one != other:
        assert found["minimal"] is True
        separated(second, one, other, found["actions"], found["states"])


def compare_check(document: Document, scope: str | None) -> None:
    second = Second(document, scope)
    for said, text in product(("yes", "no", "No"), ("{}", 'so: {{"answer": "{}"}}')):
        found = plain(symcause.check(read(document), text.format(said), scope=scope))
        if said == "No":
            assert (found["valid"], found["right"]) == (False, False)
            continue
        truth = second.truth
        assert found["right"] == (None if truth is None else (said == "yes") == truth)
        assert found["support"] == second.support(said)
        assert found["lucky"] == second.lucky(said)
        assert found["verdict"] == second.verdict()


def compare_certificate(document: Document, scope: str | None, rng: Random) -> None:
    second, problem = Second(document, scope), read(document)
    certificate = plain(symcause.audit(problem, scope=scope, certificate=True))["certificate"]
    verdict = second.verdict()
    if verdict in ("invalid", "gold-outside-class"):
        assert certificate is None
        return
    claim = {"yes": "settled", "no": "settled"}.get(verdict, verdict)
    assert certificate["claim"]["name"] == claim
    assert certificate["claim"].get("answer") == (verdict if claim == "settled" else None)
    assert symcause.verify(problem, certificate).accepted
    for _ in range(4):
        forged = mutated(certificate, rng)
        if symcause.verify(problem, forged).accepted:
            truth = Second(document, forged["class"]).verdict()
            assert forged["claim"].get("answer", forged["claim"]["name"]) == truth
    changed = {
        **document,
        "initial": document["initial"][1:] if document["initial"] else ["circle"],
    }
    if set(changed["initial"]) <= set(second.names):
        assert not symcause.verify(read(changed), certificate).accepted


def mutated(certificate: Document, rng: Random) -> Document:
    """The same certificate with one thing changed."""
    forged: Document = json.loads(json.dumps(certificate))
    kind = rng.randrange(5)
    evidence = forged["evidence"]
    if kind == 0:
        forged["class"] = rng.choice(CLASSES)
    elif kind == 1 and "answer" in forged["claim"]:
        forged["claim"]["answer"] = {"yes": "no", "no": "yes"}[forged["claim"]["answer"]]
    elif kind == 2 and evidence["kind"] == "worlds":
        evidence["yes"], evidence["no"] = evidence["no"], evidence["yes"]
    elif kind == 3 and evidence["kind"] == "clausal":
        evidence["proof"] = evidence["proof"][:-1]
    else:
        where = [key for key in ("yes", "no", "member") if evidence.get(key)]
        if where:
            evidence[rng.choice(where)].pop()
    return forged


def compare_score(document: Document, scope: str | None) -> None:
    second = Second(document, scope)
    for said in ("yes", "no", "perhaps"):
        rows = [{"instanceId": document["id"], "model": "m", "response": said}]
        (found,) = symcause.score([read(document)], rows, scope=scope).lines
        answer = said if said in ("yes", "no") else None
        assert found["answer"] == answer
        assert found["verdict"] == second.verdict()
        assert found["support"] == second.support(answer)
        assert found["lucky"] == second.lucky(answer)
        assert found["truth"] == {True: "yes", False: "no", None: None}[second.truth]
        said_right = answer is not None and (said == "yes") == second.truth
        assert found["right"] == (None if second.truth is None else said_right)
        assert found["interventions"] == second.interventions
        if second.left and second.verdict() != "invalid":
            kinds = [moment.kind for moment in second.moments if moment.number is not None]
            assert found["kinds"] == {
                kind: kinds.count(kind) for kind in ("informative", "set-up", "wasted", "void")
            }
            decided = second.decided_at()
            assert found["decided_at"] == decided
            assert found["surplus"] == (0 if decided is None else second.interventions - decided)
            assert found["pattern"] == second.pattern(answer)
            compare_excess(second, found)


def compare_excess(second: Second, found: Mapping[str, object]) -> None:
    if second.gold is None or not in_class(second.gold, second.scope):
        assert found["shortest_proof"] is None and found["excess"] is None
        return
    proof = proof_length(second.gold, second.start, second.asked, second.scope)
    least = max(1, proof) if second.document.get("protocol") else proof
    assert (found["shortest_proof"], found["excess"]) == (proof, second.interventions - least)


def compare_play(document: Document, scope: str | None, rng: Random) -> None:
    """Episodes of our agents, replayed."""
    if "gold" not in document or Second(document).verdict() == "invalid":
        return
    initial = rng.choice(("all", "observational"))
    protocol = rng.choice(("free", "released"))
    agent = rng.choice(("random", "greedy", "optimal", "passive"))
    shown = document if initial == "all" else {**document, "transcript": []}
    second = Second(shown, scope)
    if second.verdict() == "gold-outside-class":
        return
    found = plain(
        symcause.play(
            read(document),
            agent,
            scope=scope,
            protocol=protocol,
            initial=initial,
            seed=rng.randrange(99),
        )
    )
    assert found["members"] == len(second.left)
    replayed(second, found)
    forced = protocol == "released" and not second.interventions
    worst = second.worst.value(second.left, second.state)
    assert found["worst_case"] == max(int(forced), int(worst))
    if not second.interventions:
        assert second.gold is not None
        proof = proof_length(second.gold, second.start, second.asked, second.scope)
        assert found["shortest_proof"] == max(int(forced), proof)
    if agent == "optimal":
        assert len(found["steps"]) <= max(int(forced), int(worst))
        assert found["support"] == "justified" or worst > found["budget"]


def replayed(second: Second, found: Document) -> None:
    left, state = second.left, second.state
    gains, regrets = [], []
    decided = 0 if second.worst.settled(left) else None
    assert second.gold is not None
    for number, step in enumerate(found["steps"], 1):
        act = (step["action"]["action"], second.names.index(step["action"]["shape"]))
        shown = parts(left, state, act)
        there = after(second.gold, state, act)
        best = min(max(map(len, parts(left, state, a).values())) for a in every(second))
        kept = shown[there]
        if kept != left:
            kind = "informative"
        elif (act[0] == "move") == (act[1] in state):
            kind = "void"
        else:
            kind = "set-up" if there != state else "wasted"
        assert step["observation"]["moving"] == second.named(there)
        assert (step["kind"], step["members"]) == (kind, len(kept))
        assert step["verdict"] == verdict_of(kept, second.asked)
        assert step["best"]["worst"] == best
        assert set(step["entailed"]) == entailed(second, kept)
        if step["best"]["action"] is not None:
            wish = step["best"]["action"]
            wished = parts(left, state, (wish["action"], second.names.index(wish["shape"])))
            assert max(map(len, wished.values())) == best
        gains.append(log2(len(left)) - log2(len(kept)))
        regrets.append(log2(len(kept)) - log2(best))
        assert step["gain"] == pytest.approx(gains[-1])
        assert step["regret"] == pytest.approx(regrets[-1])
        left, state = kept, there
        if decided is None and second.worst.settled(left):
            decided = number
    assert found["gain"] == pytest.approx(sum(gains))
    assert found["regret"] == pytest.approx(sum(regrets))
    assert found["decided_at"] == decided
    assert found["surplus"] == (0 if decided is None else len(found["steps"]) - decided)
    assert found["count"] == len(left)
    if found["answered"]:
        verdict, answer = verdict_of(left, second.asked), found["answer"]
        right = (answer == "yes") == (second.asked in second.gold.causes)
        support = (
            "unsupported" if verdict == "open" else "justified" if verdict == answer else "refuted"
        )
        assert (found["right"], found["support"]) == (right, support)
        assert found["lucky"] == (right and support == "unsupported")


def entailed(second: Second, left: frozenset[World]) -> set[str]:
    """What all of these worlds agree on, in words."""
    found = set()
    for x, y in product(range(second.size), repeat=2):
        said = {(x, y) in world.causes for world in left}
        if x != y and len(said) == 1:
            verb = "makes" if said == {True} else "does not make"
            found.add(f"{second.names[x]} {verb} {second.names[y]} move")
    return found


def every(second: Second) -> list[Act]:
    return list(product(("move", "hold"), range(second.size)))


def compare(seed: int) -> None:
    document, scope = made(seed)
    rng = Random(seed)
    compare_audit(document, scope)
    compare_count(document, scope)
    compare_members(document, scope)
    compare_next(document, scope)
    compare_policy(document, scope)
    compare_alternatives(document, scope, rng)
    compare_separate(document, rng)
    compare_check(document, scope)
    compare_certificate(document, scope, rng)
    compare_score(document, scope)
    compare_play(document, scope, rng)


@pytest.mark.few(1)
@pytest.mark.parametrize("block", range(4))
def test_random_documents(block: int) -> None:
    for seed in range(10 * block, 10 * block + amount(5, 10)):
        compare(seed)


@pytest.mark.exhaustive
@pytest.mark.parametrize("block", range(40))
def test_many_random_documents(block: int) -> None:
    for seed in range(1_000 + 50 * block, 1_050 + 50 * block):
        compare(seed)


@pytest.mark.exhaustive
@pytest.mark.parametrize("block", range(10))
def test_larger_random_documents(block: int) -> None:
    """Five shapes, where so few worlds are left that the plain search ends soon."""
    for seed in range(10 * block, 10 * block + 10):
        rng = Random(seed)
        document = random_document(rng, 5, tidy=rng.random() < 0.5)
        if len(Second(document).left) <= FEW:
            compare_audit(document, None)
            compare_next(document, None)
            compare_policy(document, None)
