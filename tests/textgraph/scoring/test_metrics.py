"""Scores of text graphs: shared cases, closed forms against the curve itself, causal distances."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest

from symcause.answers import Unknown
from symcause.families.textgraph.models.digraph import Digraph
from symcause.families.textgraph.scoring.answer.causal_distances import causal_distances
from symcause.families.textgraph.scoring.answer.edge_metrics import differences, score_edges
from symcause.families.textgraph.scoring.answer.released_numbers import released
from tests.textgraph.cases import published, random_graph


def test_shared_metric_cases() -> None:
    for case in published("metric_cases.jsonl"):
        gold, answer = (Digraph.of(map(tuple, case[key])) for key in ("gold", "answer"))  # type: ignore[arg-type]
        found, expected = score_edges(gold, answer), case["expected"]
        assert float(found.nodes.precision) == pytest.approx(expected["node_precision"], abs=1e-12)
        assert float(found.nodes.recall) == pytest.approx(expected["node_recall"], abs=1e-12)
        for key in ("precision", "recall", "f1"):
            assert float(getattr(found.edges, key)) == pytest.approx(expected[key], abs=1e-12)
            value = getattr(found.released, key)
            assert float(value) == pytest.approx(expected["released"][key], abs=1e-12)
        assert found.shd == expected["shd_reversal_1"]
        assert found.shd_reversal_2 == expected["shd_reversal_2"]
        assert float(found.nshd) == pytest.approx(expected["normalised_shd_reversal_2"], abs=1e-12)


def _curve(gold: Digraph, answer: Digraph) -> tuple[Fraction, Fraction]:
    """Area under the precision-recall curve of 0/1 scores, and the mean of all numbers on it."""
    names = sorted(gold.ends | answer.ends)
    cells = [(a, b) for a in names for b in names]
    true, scores = [c in gold.edge_set for c in cells], [int(c in answer.edge_set) for c in cells]
    points = []
    for threshold in sorted(set(scores)):
        above = [t for t, s in zip(true, scores, strict=True) if s >= threshold]
        points.append((Fraction(sum(above), len(above)), Fraction(sum(above), sum(true))))
    points.append((Fraction(1), Fraction(0)))
    area = sum(
        ((r1 - r2) * (p1 + p2) / 2 for (p1, r1), (p2, r2) in pairwise(points)),
        Fraction(0),
    )
    numbers = [value for point in points for value in point]
    return area, sum(numbers, Fraction(0)) / len(numbers)


def test_the_closed_form_is_the_curve() -> None:
    rng = Random(1)
    for _ in range(300):
        gold = random_graph(rng, rng.randint(1, 5), rng.randint(1, 12), loops=True)
        answer = random_graph(rng, rng.randint(1, 5), rng.randint(0, 25), loops=True)
        found = score_edges(gold, answer).released
        if gold.edges:
            assert found is not None
            assert (found.precision, found.recall) == _curve(gold, answer)


def test_what_the_released_numbers_do() -> None:
    """A perfect answer, one without edges, and one about an empty gold graph."""
    perfect, empty = released(37, 37, 37, 25), released(37, 0, 0, 25)
    assert perfect is not None and empty is not None
    b = Fraction(37, 625)
    assert perfect.precision == 1 and perfect.recall == (4 + b) / 6
    assert round(float(perfect.f1), 2) == 0.81
    assert round(float(empty.f1), 2) == 0.52
    wrong = released(37, 37, 0, 25)
    assert wrong is not None and wrong.recall > Fraction(1, 3)
    about_nothing = released(0, 3, 0, 4)
    assert about_nothing is not None and about_nothing.f1 == Fraction(1, 2)
    assert released(0, 0, 0, 0) is None


def test_published_precision_follows_from_published_recall() -> None:
    """With P = R read off recall*, precision* of all ten rows comes out within 0.003."""
    (tables,) = published("recite_tables.json")
    rows = {k: v for k, v in tables["names_given"].items() if k not in ("columns", "note")}
    assert len(rows) == 10
    b = 0.094
    for precision, recall, f1, _ in rows.values():
        both = 6 * recall - 2 - b  # P + R
        half = both / 2
        assert (both + b * (1 - half)) / 2 == pytest.approx(precision, abs=0.003)
        harmonic = 2 * precision * recall / (precision + recall)
        assert 0.006 <= harmonic - f1 <= 0.020
    assert 6 * rows["Claude Opus 4.5"][1] - 2 - b == pytest.approx(1.12, abs=0.01)


def test_double_annotation_adds_up() -> None:
    """The rows add up to 6 extra edges, a precision of 0.993."""
    import csv
    import os
    from pathlib import Path

    published("recite_tables.json")
    path = Path(os.environ["SYMCAUSE_DATA"]) / "recite" / "double_annotation.csv"
    with path.open(encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    total = {key: sum(int(row[key]) for row in rows) for key in rows[0] if key != "article"}
    assert (total["nodes"], total["edges"], total["edge_fn"], total["edge_fp"]) == (674, 879, 22, 6)
    kept = total["edges"] - total["edge_fn"]
    assert round(kept / (kept + total["edge_fp"]), 3) == 0.993
    assert round(kept / total["edges"], 3) == 0.975


def test_empty_and_loops() -> None:
    nothing = Digraph((), ())
    both = score_edges(nothing, nothing)
    assert both.edges.f1 == 1 and both.nshd == 0 and both.released is None
    loop = Digraph.of([("a", "a")])
    found = score_edges(loop, nothing)
    assert (found.edges.f1, found.shd, found.shd_reversal_2, found.nshd) == (0, 1, 1, 0)


def test_two_cycles_and_reversals() -> None:
    """A missing 2-cycle costs two, a reversed edge one."""
    gold = Digraph.of([("a", "b"), ("b", "a"), ("b", "c")])
    found = score_edges(gold, Digraph.of([("c", "b")]))
    assert (found.shd, found.shd_reversal_2) == (3, 4)
    different = differences(gold, Digraph.of([("c", "b"), ("a", "c"), ("b", "a")]))
    assert different.reversed == (("b", "c"),)
    assert different.paths == (("a", "c", "b"), ("b", "a", "c"))
    assert different.extra == (("c", "b"), ("a", "c")) and different.kept == (("b", "a"),)


def test_causal_distances() -> None:
    pytest.importorskip("gadjid")
    gold = Digraph.of([("a", "b"), ("b", "c")])
    same = causal_distances(gold, gold)
    assert not isinstance(same, Unknown) and same.parent.count == same.oset.count == 0
    turned = causal_distances(Digraph.of([("a", "b")]), Digraph.of([("b", "a")]))
    assert not isinstance(turned, Unknown)
    assert (turned.parent.count, turned.parent.normalised) == (2, 1.0)
    cyclic = causal_distances(gold, Digraph.of([("a", "b"), ("b", "a")]))
    assert isinstance(cyclic, Unknown) and "the answer has a cycle" in cyclic.reason
    looped = causal_distances(Digraph.of([("a", "a"), ("a", "b")]), gold)
    assert isinstance(looped, Unknown) and "gold has a cycle" in looped.reason


def test_long_chains_have_two_of_three_distances() -> None:
    """The distance by optimal sets is cubic in a chain: it is left out, and the document says so."""
    pytest.importorskip("gadjid")
    names = [f"n{i}" for i in range(881)]
    chain = Digraph.of(list(pairwise(names)))
    found = causal_distances(chain, chain)
    assert not isinstance(found, Unknown) and found.parent.count == found.ancestor.count == 0
    assert found.oset is None and found.reason is not None and "optimal sets" in found.reason
    short = causal_distances(*[Digraph.of(list(pairwise(names[:60])))] * 2)
    assert not isinstance(short, Unknown) and short.oset is not None and short.reason is None


def test_causal_distances_without_gadjid(monkeypatch: pytest.MonkeyPatch) -> None:
    import symcause.families.textgraph.scoring.answer.causal_distances as distances

    monkeypatch.setattr(distances, "find_spec", lambda name: None)
    gold = Digraph.of([("a", "b")])
    found = causal_distances(gold, gold)
    assert isinstance(found, Unknown) and "pip install 'gadjid" in found.reason
