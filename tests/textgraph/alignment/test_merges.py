"""Several nodes for one: against every choice of pairs, with certificates that cannot be forged."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Iterator
from itertools import chain, combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from symcause.answers import Unknown
from symcause.budgets import Meter
from symcause.families.textgraph.alignment.node_merges import (
    MergedReading,
    Merging,
    merged_reading,
)
from symcause.families.textgraph.certify.merge_certificate import certificate
from symcause.families.textgraph.problem.alignment_task import AlignmentTask
from symcause.families.textgraph.problem.problem import TextGraph
from symcause.families.textgraph.verifier.kernel import verify
from tests.amounts import amount
from tests.cli.cases import Shell
from tests.textgraph.cases import planted
from tests.textgraph.scoring.test_gold_errors import cases

Edge = tuple[str, str]
SHAPES = ("one", "coarse", "fine", "stars")


def counts(gold: list[Edge], answer: list[Edge], read: set[Edge]) -> tuple[int, int]:
    """Gold edges covered, answer edges supported."""

    def match(e: Edge, g: Edge) -> bool:
        return (e[0], g[0]) in read and (e[1], g[1]) in read

    return (
        sum(any(match(e, g) for g in answer) for e in gold),
        sum(any(match(e, g) for e in gold) for g in answer),
    )


def is_shaped(read: set[Edge], shape: str) -> bool:
    here, there = Counter(u for u, _ in read), Counter(i for _, i in read)
    return {
        "one": all(here[u] == 1 == there[i] for u, i in read),
        "coarse": all(here[u] == 1 for u, _ in read),
        "fine": all(there[i] == 1 for _, i in read),
        "stars": all(here[u] == 1 or there[i] == 1 for u, i in read),
        "any": True,
    }[shape]


def merges(read: set[Edge]) -> int:
    sides = (Counter(u for u, _ in read), Counter(i for _, i in read))
    return sum(n - 1 for side in sides for n in side.values())


def readings(allowed: list[Edge]) -> Iterator[set[Edge]]:
    some = (combinations(allowed, size) for size in range(len(allowed) + 1))
    return map(set, chain.from_iterable(some))


def best(task: AlignmentTask, shape: str, most: int | None = None) -> MergedReading:
    found = merged_reading(task, Merging(shape, most), Meter(10**7))
    assert found.optimal
    return found


@pytest.mark.parametrize("seed", range(amount(12, 200)))
def test_readings_are_the_best_of_all(seed: int) -> None:
    rng = Random(seed)
    names, others = "abc", "xyz"
    gold = sorted({(rng.choice(names), rng.choice(names)) for _ in range(rng.randint(1, 4))})
    answer = sorted({(rng.choice(others), rng.choice(others)) for _ in range(rng.randint(1, 4))})
    here, there = ({end for edge in g for end in edge} for g in (gold, answer))
    every = [(u, i) for u in sorted(here) for i in sorted(there)]
    allowed = rng.sample(every, min(len(every), 7))
    task = AlignmentTask.of(gold, answer, allowed)
    for shape in SHAPES:
        fitting = [x for x in readings(allowed) if is_shaped(x, shape)]
        for most in (None, 0, 1):
            own = [x for x in fitting if most is None or merges(x) <= most]
            ranked = [(sum(counts(gold, answer, x)), -merges(x)) for x in own]
            total, used = max(ranked)
            covered = max(
                counts(gold, answer, x)[0]
                for x, rank in zip(own, ranked, strict=True)
                if rank == (total, used)
            )
            found = best(task, shape, most)
            assert (found.best.total, found.best.merges) == (total, -used), (shape, most)
            assert found.best.covered == covered
            assert counts(gold, answer, set(found.best.named())) == (covered, total - covered)
            curve = [
                max(r for r, m in ranked if -m <= bound) for bound in range(found.best.merges + 1)
            ]
            assert found.curve == tuple(curve)
    whole = merged_reading(task, Merging("any"), Meter(1)).best
    assert (whole.covered, whole.supported) == counts(gold, answer, set(allowed))


def task_of(case: dict[str, Any]) -> AlignmentTask:
    gold, answer, allowed = (
        [(str(a), str(b)) for a, b in case[key]] for key in ("gold", "answer", "allowed")
    )
    return AlignmentTask.of(gold, answer, allowed)


def test_shared_cases() -> None:
    for case in cases("merges.jsonl"):
        for key, total in case["best"].items():
            shape, _, most = key.partition("/")
            assert best(task_of(case), shape, int(most) if most else None).best.total == total
    for case in cases("merge_ties.jsonl"):
        for key, wanted in case["best"].items():
            found = best(task_of(case), "stars", None if key == "none" else int(key))
            reading = found.best
            told = {"total": reading.total, "used": reading.merges}
            told |= {"covered": reading.covered, "supported": reading.supported}
            assert told == wanted
            assert key != "none" or list(found.curve or ()) == case["curve"]


WORKED = {
    "ab bc": ("a-b1 b2-c", "a-a b-b1 b-b2 c-c", (2, 2, 4, 4, 4), 4),
    "a1b a2b": ("a-b", "a1-a a2-a b-b", (2, 3, 2, 3, 3), 3),
    "ab cd": ("p-q", "a-p c-p b-q d-q", (2, 3, 2, 3, 3), 2),
    "ab bc cd": (
        "a-b1 b2-c1 c2-d",
        "a-a b-b1 b-b2 c-c1 c-c2 d-d",
        (4, 4, 6, 6, 6),
        4,
    ),
    "ab": ("m-n", "a-m b-m b-n", (2, 2, 2, 2, 2), 2),
}


def dashed(text: str) -> list[Edge]:
    pairs = (part.split("-") for part in text.split())
    return [(a, b) for a, b in pairs]


@pytest.mark.parametrize("gold", WORKED)
def test_worked_numbers(gold: str) -> None:
    answer, allowed, totals, one_merge = WORKED[gold]
    edges = [(e[:-1], e[-1]) for e in gold.split()]
    task = AlignmentTask.of(edges, dashed(answer), dashed(allowed))
    assert tuple(best(task, shape).best.total for shape in (*SHAPES, "any")) == totals
    assert best(task, "stars", 1).best.total == one_merge


def test_ties_go_to_gold() -> None:
    task = AlignmentTask.of(dashed("a1-b a2-b"), dashed("x-y1 x-y2"), dashed("a1-x a2-x b-y1 b-y2"))
    found = best(task, "stars", 1).best
    assert (found.total, found.covered, found.supported) == (3, 2, 1)


def test_without_budget_the_reading_is_bounded() -> None:
    task = planted(25, 25, 0.7, 3)
    found = merged_reading(task, Merging("stars", 3), Meter(1_000), {0: 0})
    assert not found.optimal and found.curve is None
    assert found.high == found.whole.total and found.proved_by == "certificate"


GOLD = TextGraph.of("gold", ["a", "b", "c", "d"], [("a", "b"), ("b", "c"), ("c", "d"), ("a", "d")])
ANSWER = dashed("a-b1 b2-c1 c2-d a-d")
ALLOWED = dashed("a-a b-b1 b-b2 c-c1 c-c2 d-d d-c1 a-b2")


def _document(shape: str = "stars", most: int | None = None) -> dict[str, Any]:
    task = AlignmentTask.of(GOLD.graph.edges, ANSWER, ALLOWED)
    made = certificate(GOLD, best(task, shape, most))
    assert not isinstance(made, Unknown)
    document: dict[str, Any] = json.loads(json.dumps(made.to_dict()))
    return document


def _is_true(document: dict[str, Any]) -> bool:
    """Whether a certificate's claim follows from its evidence, by counting."""
    claim = document["claim"]
    answer, allowed, read = (
        [tuple(pair) for pair in pairs]
        for pairs in (
            document["answer"]["edges"],
            document["allowed"],
            document["evidence"]["reading"],
        )
    )
    gold = list(GOLD.graph.edges)
    within = claim["merges"] is None or merges(set(read)) <= claim["merges"]
    return (
        set(read) <= set(allowed)
        and is_shaped(set(read), claim["shape"])
        and within
        and sum(counts(gold, answer, set(read))) >= claim["low"]
        and sum(counts(gold, answer, set(allowed))) <= claim["high"]
    )


@pytest.mark.parametrize("shape", (*SHAPES, "any"))
def test_true_certificates_are_accepted(shape: str) -> None:
    found = verify(GOLD, _document(shape))
    assert found.accepted and found.claim == "merge", found.reason


def _forged(document: dict[str, Any], rng: Random) -> None:
    """One change at random."""
    claim, evidence = document["claim"], document["evidence"]
    which = rng.randrange(8)
    if which == 0:
        claim["low"] += rng.choice((-1, 1, 2))
    elif which == 1:
        claim["high"] += rng.choice((-2, -1, 1))
    elif which == 2:
        claim["shape"] = rng.choice((*SHAPES, "any"))
    elif which == 3:
        claim["merges"] = rng.choice((None, 0, 1, 2, 3))
    elif which == 4 and evidence["reading"]:
        evidence["reading"].pop(rng.randrange(len(evidence["reading"])))
    elif which == 5:
        evidence["reading"].append([rng.choice("abcd"), rng.choice(("a", "b1", "c2", "d"))])
    elif which == 6:
        document["allowed"].pop(rng.randrange(len(document["allowed"])))
    else:
        document["answer"]["edges"].pop(rng.randrange(len(document["answer"]["edges"])))


def test_forged_certificates_are_not_accepted() -> None:
    """A thousand of them; whatever is accepted after a change is true all the same."""
    rng = Random(7)
    kept = 0
    originals = [_document(shape, most) for shape in SHAPES for most in (None, 1)]
    for _ in range(1_000):
        document = copy.deepcopy(rng.choice(originals))
        for _ in range(rng.randint(1, 3)):
            if document["answer"]["edges"] and document["allowed"]:
                _forged(document, rng)
        accepted = verify(GOLD, document).accepted
        assert not accepted or _is_true(document), document
        kept += accepted
    assert 50 < kept < 900


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--merges", 1), "goes with --merge"),
        (("--merge", "--pairs", "all"), "everything can be read into everything"),
        (("--merge", "any", "--merges", 1), "no merge is chosen"),
    ],
)
def test_refusals(options: tuple[object, ...], told: str, tmp_path: Path, shell: Shell) -> None:
    gold = tmp_path / "gold.txt"
    gold.write_text("a -> b")
    assert told in shell.refused("align", gold, gold, *options)


def test_the_command(tmp_path: Path, shell: Shell) -> None:
    gold, answer, pairs = (tmp_path / name for name in ("gold.txt", "answer.txt", "pairs.json"))
    gold.write_text("a -> b\nb -> c\n")
    answer.write_text("a -> b1\nb2 -> c\n")
    pairs.write_text(json.dumps([["a", "a"], ["b", "b1"], ["b", "b2"], ["c", "c"]]))
    proof = tmp_path / "proof.json"
    asked = ("align", gold, answer, "--pairs", pairs)
    assert "merge" not in shell.one(*asked)[1]
    code, document = shell.one(*asked, "--merge", "--certificate", proof)
    assert code == 0 and document["f1"]["low"] == 0.5
    part = document["merge"]
    assert part["shape"] == "stars" and part["merges"] is None and part["used"] == 1
    assert part["status"] == "optimal" and part["total"] == {"low": 4, "high": 4}
    assert (part["covered"], part["supported"], part["dice"], part["curve"]) == (2, 2, 1.0, [2, 4])
    assert part["any"] == {"covered": 2, "supported": 2}
    assert shell.one("verify", gold, proof)[1]["claim"] == "merge"
    assert "D rises from 0.500" in shell(*asked, "--merge")[1]
