"""Scores, shapes and alignments of text graphs against a second implementation."""

from __future__ import annotations

import json
from itertools import permutations, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

import symcause
from symcause.audits.question import answered, question
from symcause.formats.problems import Problem, read_document
from tests.textgraph import judge_second as judge
from tests.textgraph.second import (
    Edges,
    baseline,
    best_alignment,
    ends,
    kept,
    marks,
    misled,
    plain_name,
    proven,
    random_answers,
    reached,
    shape,
    share,
    simple_paths,
)

Document = dict[str, Any]
NAMES = ("rain", "flood", "harm", "Rains", "tax rate", "2")
OTHERS = ("flood", "Flood", "rain!", "harms", "<rain>", "tax-rate")


def plain(document: Any) -> Document:
    return json.loads(json.dumps(document.to_dict()))  # type: ignore[no-any-return]


def drawn(rng: Random, names: tuple[str, ...], most: int = 6) -> list[tuple[str, str]]:
    """Random edges over some names: loops and two-cycles are not rare."""
    some = rng.sample(names, rng.randint(1, min(5, len(names))))
    cells = [(u, v) for u in some for v in some]
    if rng.random() < 0.6:
        cells = [(u, v) for u, v in cells if u != v]
    return rng.sample(cells, min(len(cells), rng.randint(0, most)))


def document_of(edges: list[tuple[str, str]], extra: tuple[str, ...] = ()) -> Document:
    nodes = sorted({*ends(edges), *extra}, reverse=True) or ["rain"]
    return {
        "format": "symcause.textgraph/1",
        "id": "random",
        "nodes": nodes,
        "edges": [{"source": u, "target": v} for u, v in edges],
    }


def read(document: Document) -> Problem:
    return read_document(json.loads(json.dumps(document)))


def said(edges: list[Any]) -> str:
    return json.dumps({"relationships": [{"source": u, "sink": v} for u, v in edges]})


def written(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    return str(path)


def close(found: object, expected: object) -> bool:
    if expected is None or isinstance(expected, bool):
        return found is expected
    return found == pytest.approx(float(expected), abs=1e-12)  # type: ignore[arg-type]


def compare_check(seed: int) -> None:
    rng = Random(seed)
    gold_edges = drawn(rng, NAMES)
    answer_edges = drawn(rng, NAMES)
    if rng.random() < 0.5:
        answer_edges = [e for e in gold_edges if rng.random() < 0.7] + answer_edges[:2]
    gold, answer = frozenset(gold_edges), frozenset(answer_edges)
    problem = read(document_of(gold_edges, tuple(rng.sample(NAMES, rng.randint(0, 2)))))
    repeated = answer_edges + answer_edges[:1] if rng.random() < 0.3 else answer_edges
    found = plain(symcause.check(problem, said(repeated), task="free"))
    compare_marks(gold, answer, found)
    assert {(u, v) for u, v in found["read"]} == answer
    assert {(u, v) for u, v in found["missing"]} == gold - answer
    assert {(u, v) for u, v in found["extra"]} == answer - gold
    turned = {(u, v) for u, v in gold - answer if (v, u) in answer - gold}
    assert {(u, v) for u, v in found["reversed"]} == turned
    ways = {(u, v): list(simple_paths(answer, u, v)) for u, v in gold - answer}
    assert {(path[0], path[-1]) for path in found["paths"]} == {e for e in ways if ways[e]}
    for path in found["paths"]:
        assert len(path) == min(map(len, ways[path[0], path[-1]])) and tuple(path) in set(
            ways[path[0], path[-1]]
        )
    compare_distances(gold, answer, found)


def compare_marks(
    gold: Edges, answer: Edges, found: Document, released: Edges | None = None
) -> None:
    """*released* is the answer as the released scorer reads it, where it reads another one."""
    marked = marks(gold, answer)
    for key in ("precision", "recall", "f1", "shd", "shd_reversal_2", "nshd"):
        assert close(found[key], getattr(marked, key)), key
    both = len(ends(gold) & ends(answer))
    assert close(found["node_precision"], share(both, len(ends(answer))))
    assert close(found["node_recall"], share(both, len(ends(gold))))
    assert found["right"] is (gold == answer)
    marked = marks(gold, answer if released is None else released)
    if marked.released is None:
        assert found["released"] is None and found["released_status"] is None
    else:
        for key, value in zip(("precision", "recall", "f1"), marked.released, strict=True):
            assert close(found["released"][key], value), key
        assert found["released"]["shd"] == marked.shd_reversal_2
        assert close(found["released"]["nshd"], marked.nshd)
        assert found["released_status"] == "scored" and found["released_reason"] is None


def compare_distances(gold: Edges, answer: Edges, found: Document) -> None:
    names = ends(gold | answer)
    cyclic = any(u in reached(graph, u) for graph in (gold, answer) for u in names)
    if cyclic or len(names) < 2:
        assert found["sid"] is None and found["aid"] is None
        return
    for strategy in ("parent", "ancestor", "oset"):
        wrong = misled(gold, answer, strategy)
        assert found["aid"][strategy]["count"] == wrong, strategy
        whole = len(names) * (len(names) - 1)
        assert close(found["aid"][strategy]["normalised"], share(wrong, whole))
    assert found["sid"] == found["aid"]["parent"]


def compare_numbers(seed: int) -> None:
    """Answers by the numbers of the given names."""
    rng = Random(seed)
    gold_edges = drawn(rng, NAMES)
    document = document_of(gold_edges, tuple(rng.sample(NAMES, 2)))
    names = sorted(ends(gold_edges))  # nodes without edges have no number
    choices: list[Any] = [*range(1, len(names) + 1), *range(1, len(names) + 1), len(names) + 1, 99]
    choices += [str(rng.randint(1, len(names) + 1)), "nobody", rng.choice(NAMES)]
    pairs = [(rng.choice(choices), rng.choice(choices)) for _ in range(rng.randint(0, 5))]

    def name(end: Any) -> str:
        if isinstance(end, int) or (end.isdecimal() and 1 <= int(end) <= len(names)):
            number = int(end)
            if 1 <= number <= len(names):
                return names[number - 1]
            return f"unknown {number}" if str(number) in names else str(number)
        return str(end)

    def called(end: Any) -> str:
        return names[end - 1] if isinstance(end, int) and 1 <= end <= len(names) else str(end)

    answer = frozenset((name(u), name(v)) for u, v in pairs)
    theirs = frozenset((called(u), called(v)) for u, v in pairs)
    found = plain(symcause.check(read(document), said(pairs), task="names"))
    compare_marks(frozenset(gold_edges), answer, found, theirs)
    ints = all(isinstance(e, int) and 1 <= e <= len(names) for pair in pairs for e in pair)
    assert found["valid_format"] is ints


def compare_audit(seed: int) -> None:
    rng = Random(seed)
    edges = drawn(rng, NAMES[:4], most=5)
    document = document_of(edges, tuple(rng.sample(NAMES, rng.randint(0, 2))))
    found = plain(symcause.audit(read(document)))
    gold = frozenset(edges)
    for key, value in shape(document["nodes"], gold).items():
        seen = found["topology"][key]
        assert close(seen["count"] if key == "cycles" else seen, value), key
    full = frozenset(permutations(sorted(ends(gold)), 2))
    answers: dict[str, list[Edges]] = {"perfect": [gold], "empty": [frozenset()], "full": [full]}
    if gold:
        answers["random"] = random_answers(gold)
    for name, many in answers.items():
        flat = flattened(found["baselines"][name])
        for key, value in baseline(gold, many).items():
            assert close(flat[key], value), (name, key)


def flattened(part: Document, before: str = "") -> Document:
    found: Document = {}
    for key, value in part.items():
        if isinstance(value, dict):
            found |= flattened(value, f"{before}{key}.")
        else:
            found[before + key] = value
    return found


def compare_align(seed: int, folder: Path) -> None:
    rng = Random(seed)
    gold_edges, answer_edges = drawn(rng, NAMES), drawn(rng, (*OTHERS, "rain"))
    gold, answer = frozenset(gold_edges), frozenset(answer_edges)
    if not answer:
        return
    document = document_of(gold_edges)
    every = frozenset(product(NAMES, (*OTHERS, "rain")))
    some = frozenset(pair for pair in sorted(every) if rng.random() < 0.4)
    kind = rng.choice(("all", "exact", "normalised", "file", "own", "top", "threshold"))
    options: Document = {"pairs": kind}
    allowed = every
    if kind == "exact":
        allowed = frozenset((u, i) for u, i in every if u == i)
    elif kind == "normalised":
        allowed = frozenset(
            (u, i)
            for u, i in every
            if u == i or (plain_name(u) == plain_name(i) and plain_name(u) is not None)
        )
    elif kind == "file":
        allowed, options = some, {"pairs": written(folder / "pairs.json", json.dumps(sorted(some)))}
    elif kind == "own":
        allowed, options = some, {}
        listed = sorted(pair for pair in some if pair[0] in document["nodes"])
        document["allowed"] = [list(pair) for pair in listed]
    elif kind in ("top", "threshold"):
        likeness = {pair: rng.randint(0, 4) for pair in sorted(every)}
        columns = sorted({i for _, i in every})
        lines = [",".join(("", *columns))]
        lines += [",".join((u, *(f"0.{likeness[u, i]}" for i in columns))) for u in NAMES]
        options = {"similarity": written(folder / "similarity.csv", "\n".join(lines) + "\n")}
        if kind == "threshold":
            options["threshold"] = 0.3
            allowed = frozenset(pair for pair in every if likeness[pair] >= 3)
        else:
            options["top"] = 2
            least = {u: sorted((likeness[u, i] for i in columns), reverse=True)[1] for u in NAMES}
            allowed = frozenset((u, i) for u, i in every if likeness[u, i] >= least[u])
    problem = read(document)
    asked = question("align", problem, answer=said(answer_edges), task="free", **options)
    found = plain(answered(asked, problem))
    compare_alignment(gold, answer, allowed, found)
    compare_proof(problem, gold, answer, allowed, found, rng)


def compare_alignment(
    gold: Edges, answer: Edges, allowed: frozenset[tuple[str, str]], found: Document
) -> None:
    best = best_alignment(gold, answer, allowed)
    there = {(u, i) for u, i in allowed if u in ends(gold) and i in ends(answer)}
    assert found["pairs"]["count"] == len(there)
    assert found["status"] == "optimal"
    assert (found["edges"]["low"], found["edges"]["high"]) == (best, best)
    assert found["edges"]["certified_high"] >= best
    mapped = found["map"]
    assert set(mapped.items()) <= there and len(set(mapped.values())) == len(mapped)
    assert kept(gold, answer, mapped) == best == len(found["kept"])
    both = len(gold) + len(answer)
    assert close(found["f1"]["low"], share(2 * best, both))
    assert close(found["precision"]["high"], share(best, len(answer)))
    assert close(found["recall"]["high"], share(best, len(gold)))
    assert found["shd"] == {"low": both - 2 * best, "high": both - 2 * best}
    assert len(found["missing"]) == len(gold) - best and len(found["extra"]) == len(answer) - best


def compare_proof(
    problem: Problem,
    gold: Edges,
    answer: Edges,
    allowed: frozenset[tuple[str, str]],
    found: Document,
    rng: Random,
) -> None:
    certificate = found["certificate"]
    bound = proven(gold, answer, allowed, certificate["evidence"]["upper"])
    assert certificate["claim"]["high"] == found["edges"]["certified_high"] >= bound
    assert symcause.verify(problem, certificate).accepted
    best = best_alignment(gold, answer, allowed)
    for _ in range(6):
        forged = mutated(certificate, rng)
        if symcause.verify(problem, forged).accepted:
            pairs = forged["allowed"]
            free = allowed if pairs == certificate["allowed"] else frozenset(map(tuple, pairs))
            edges = frozenset((u, v) for u, v in forged["answer"]["edges"])
            most = best if (free, edges) == (allowed, answer) else best_alignment(gold, edges, free)
            assert forged["claim"]["low"] <= most <= forged["claim"]["high"]


def mutated(certificate: Document, rng: Random) -> Document:
    """The same certificate with one thing changed."""
    forged: Document = json.loads(json.dumps(certificate))
    upper, claim = forged["evidence"]["upper"], forged["claim"]
    kind = rng.randrange(7)
    if kind == 0:
        claim["high"] -= 1
    elif kind == 1:
        claim["low"] += 1
    elif kind == 2:
        upper["denominator"] *= 2
    elif kind == 3 and upper["multipliers"]:
        rng.choice(upper["multipliers"])[-1] -= rng.choice((1, upper["denominator"]))
    elif kind == 4 and upper["multipliers"]:
        upper["multipliers"].remove(rng.choice(upper["multipliers"]))
    elif kind == 5 and forged["evidence"]["map"]:
        forged["evidence"]["map"].pop()
    elif forged["allowed"]:
        forged["allowed"].remove(rng.choice(forged["allowed"]))
    return forged


def compare_judge(seed: int, folder: Path) -> None:
    rng = Random(seed)
    edges = [("rain", "flood"), ("flood", "harm")]
    labels = judge.random_labels(rng)
    file = written(folder / "labels.yaml", json.dumps(labels))
    found = plain(symcause.check(read(document_of(edges)), said(edges), labels=file))
    flat = flattened(found["judge"])
    for key, value in judge.judged(labels, gold_nodes=3).items():
        assert close(flat[key], value), key


@pytest.mark.few(1)
@pytest.mark.parametrize("block", range(4))
def test_random_graphs(block: int, tmp_path: Path) -> None:
    for seed in range(15 * block, 15 * block + 15):
        compare_check(seed)
        compare_numbers(seed)
        compare_audit(seed)
        compare_judge(seed, tmp_path)
        if seed % 5 == 0:
            compare_align(seed, tmp_path)


@pytest.mark.exhaustive
@pytest.mark.parametrize("block", range(20))
def test_many_random_graphs(block: int, tmp_path: Path) -> None:
    for seed in range(1_000 + 100 * block, 1_100 + 100 * block):
        compare_check(seed)
        compare_numbers(seed)
        compare_audit(seed)
        compare_judge(seed, tmp_path)
        if seed % 4 == 0:
            compare_align(seed, tmp_path)
