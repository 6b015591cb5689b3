"""Every table of scored answers against plain loops over random ones."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from math import isnan
from statistics import fmean, median, pstdev, quantiles
from typing import Any

import pytest
import scipy

from symcause.families.textgraph.documents.score_document import TextGraphScore
from symcause.families.textgraph.documents.score_parts import (
    DistancePart,
    JudgePart,
    MatchPart,
    RatesPart,
    ReleasedPart,
    UnweightedPart,
)
from symcause.families.textgraph.models.topology import topology
from symcause.families.textgraph.problem.problem import TextGraph
from symcause.families.textgraph.scoring.statistics.correlation import kendall
from symcause.families.textgraph.scoring.tables.model_summary import TextGraphSummary
from symcause.families.textgraph.scoring.tables.run_tables import tables
from symcause.scoring.bootstrap import Bootstrap
from tests.textgraph.cases import random_edges

DATE = "2020-06-01"


def problems(rng: random.Random) -> list[TextGraph]:
    found = []
    for i in range(16):
        edges = random_edges(rng, rng.randrange(3, 8), rng.randrange(2, 10))
        nodes = sorted({end for edge in edges for end in edge})
        facts = {
            "explicitness": rng.random(),
            "domains": rng.choice((["a"], ["b"], ["a", "b"])),
            "publication_date": rng.choice(("2019-01-01", DATE, "2022-02-02")),
        }
        labels = {name: rng.choice((1, 2, 3)) for name in nodes}
        text = "x" * rng.randrange(1, 200)
        found.append(
            TextGraph.of(str(i), nodes, edges, text=text, metadata=facts, node_explicitness=labels)
        )
    return found


def judge(rng: random.Random) -> JudgePart:
    def match() -> MatchPart:
        return MatchPart(precision=rng.random(), recall=rng.random(), f1=rng.random())

    own: dict[str, Any] = {
        f"{kind}_{part}": rng.random()
        for kind in ("node", "edge", "overall")
        for part in ("precision", "recall", "f1")
    }
    names = RatesPart.__struct_fields__
    return JudgePart(
        **own,
        unweighted=UnweightedPart(node=match(), edge=match(), overall=match()),
        shd=rng.randrange(9),
        nshd=rng.random(),
        rates=rng.choice((None, RatesPart(**{name: rng.random() for name in names}))),
    )


def answer(rng: random.Random, problem: str, model: str, task: str) -> TextGraphScore:
    parsed, status = rng.random() < 0.8, rng.choice(("scored", "left out", "crash", None))
    released = None
    if status == "scored":
        numbers: dict[str, Any] = {name: rng.random() for name in ReleasedPart.__struct_fields__}
        numbers |= {"edges": rng.randrange(3), "shd": rng.randrange(9)}
        released = ReleasedPart(**numbers)
    own: dict[str, Any] = {name: rng.random() for name in FLOATS} if parsed else {}
    return TextGraphScore(
        family="textgraph",
        problem=problem,
        model=model,
        task=task,
        right=rng.random() < 0.2,
        parsed=parsed,
        valid_format=rng.random() < 0.5,
        released_status=status,
        released_reads=released is not None,
        released=released,
        predicted_edges=rng.randrange(3) if parsed else 0,
        shd=rng.randrange(9),
        shd_reversal_2=rng.randrange(9),
        judge=rng.choice((None, judge(rng))),
        sid=rng.choice((None, DistancePart(count=rng.randrange(9), normalised=0.5))),
        **own,
    )


FLOATS = ("precision", "recall", "f1", "nshd", "node_precision", "node_recall")


def given(own: list[TextGraphScore], name: str) -> list[Any]:
    return [part for a in own if (part := getattr(a, name)) is not None]


def known(values: Iterable[object]) -> list[float]:
    return [float(value) for value in values if isinstance(value, int | float)]


def mean(values: Iterable[object]) -> Any:
    found = known(values)
    return pytest.approx(fmean(found)) if found else None


def spread(values: Iterable[object]) -> Any:
    found = known(values)
    return pytest.approx(pstdev(found), abs=1e-9) if found else None


@pytest.mark.parametrize("seed", range(6))
def test_all_of_them(seed: int) -> None:
    rng, summary = random.Random(seed), TextGraphSummary()
    pool = problems(rng)
    for problem in pool:
        summary.add_problem(problem.id, problem)
    answers = [
        answer(rng, problem.id, model, task)
        for problem in pool
        for model in "xy"
        for task in ("free", "names")
        if rng.random() < 0.9
    ]
    for score in answers:
        summary.add(str(score.problem), score)
    made = {t.key: t for t in tables(summary, Bootstrap(0), split_date=DATE, judge="j")}

    def rows(key: str, labels: int = 2) -> list[tuple[list[Any], list[Any], list[TextGraphScore]]]:
        """Labels, cells, and the answers of the task and model."""
        found = []
        for row in made[key].rows:
            cells = [cell.value for cell in row]
            own = [a for a in answers if [a.task, a.model] == cells[:2]]
            found.append((cells[:labels], cells[labels:], own))
        assert found
        return found

    for _, cells, own in rows("answers"):
        reads = [a for a in own if a.parsed]
        assert cells == [
            *(len(own), len(reads), sum(a.released is not None for a in own)),
            *(len(own) - len(reads), sum(not a.predicted_edges for a in reads)),
            *(
                len(pool) - len(own),
                sum(a.valid_format for a in own),
                sum(a.right is True for a in own),
            ),
        ]
    for _, cells, own in rows("edges"):
        reads = [a for a in own if a.parsed]
        f1 = [a.f1 for a in reads]
        assert cells[:5] == [
            *(len(own), mean(a.precision for a in reads), mean(a.recall for a in reads)),
            *(mean(f1), spread(f1)),
        ]
        assert cells[5] == pytest.approx(sum(known(f1)) / len(pool))
        rest = ("node_precision", "node_recall", "shd", "shd_reversal_2", "nshd")
        assert cells[6:11] == [mean(getattr(a, name) for a in reads) for name in rest]
        assert cells[11] == mean(a.sid.count for a in reads if a.sid is not None)
    for _, cells, own in rows("released"):
        states = ("scored", "left out", "crash", None)
        assert cells[:4] == [sum(a.released_status == s for a in own) for s in states]
        parts = given(own, "released")
        assert cells[4] == sum(not part.edges for part in parts)
        pairs = [
            one
            for name in ("precision", "recall", "f1", "shd")
            for one in (
                mean(getattr(p, name) for p in parts),
                spread(getattr(p, name) for p in parts),
            )
        ]
        assert cells[5:13] == pairs
        assert cells[13] == pytest.approx(sum(part.f1 for part in parts) / len(pool))
    for _, cells, own in rows("judged"):
        parts = given(own, "judge")
        names = ("node_precision", "node_recall", "edge_precision", "edge_recall", "overall_f1")
        assert cells[:6] == [len(parts), *(mean(getattr(p, n) for p in parts) for n in names)]
        assert cells[6:] == [
            spread(p.overall_f1 for p in parts),
            *(mean(p.shd for p in parts), mean(p.nshd for p in parts)),
        ]
    for _, cells, own in rows("unweighted"):
        parts = given(own, "judge")
        assert cells == [
            len(parts),
            *(
                mean(getattr(getattr(p.unweighted, kind), part) for p in parts)
                for kind in ("node", "edge")
                for part in ("precision", "recall", "f1")
            ),
        ]
    for _, cells, own in rows("rates"):
        parts = given(own, "judge")
        shares = ("graph_match", "direction_correct", "direction_reversed", "text_support")
        told = [p.rates for p in parts if p.rates is not None]
        assert cells == [len(parts), *(mean(getattr(r, n) for r in told) for n in shares)]
    check_subsets(pool, made, rows)
    check_topology(pool, made, rows)


def f1_of(own: list[TextGraphScore], ids: set[str]) -> list[float]:
    return [a.judge.overall_f1 for a in own if a.judge is not None and str(a.problem) in ids]


Rows = Callable[..., list[tuple[list[Any], list[Any], list[TextGraphScore]]]]


def quarters(values: dict[str, float]) -> list[set[str]]:
    """Ties to the lower one."""
    low, middle, high = quantiles(values.values(), n=4, method="inclusive")
    edges = ((float("-inf"), low), (low, middle), (middle, high), (high, float("inf")))
    return [{id for id, value in values.items() if a < value <= b} for a, b in edges]


def check_subsets(pool: list[TextGraph], made: dict[str, Any], rows: Rows) -> None:
    def density(p: TextGraph) -> float:
        n = len(p.graph.nodes)
        return len(p.graph.edges) / (n * (n - 1))

    def strict(p: TextGraph) -> float:
        return fmean(label == 1 for label in p.node_explicitness.values())

    facts: dict[str, Any] = {p.id: p.metadata for p in pool}
    parts: dict[str, dict[str, set[str]]] = {
        key: {f"Q{k + 1}": own for k, own in enumerate(quarters({p.id: read(p) for p in pool}))}
        for key, read in (
            ("explicitness", lambda p: facts[p.id]["explicitness"]),
            ("explicitness strict", strict),
        )
    }
    parts["density"] = {
        "below 0.15": {p.id for p in pool if density(p) < 0.15},
        "0.15 to 0.3": {p.id for p in pool if 0.15 <= density(p) < 0.3},
        "0.3 and above": {p.id for p in pool if density(p) >= 0.3},
    }
    parts["cycles"] = {
        "acyclic": {p.id for p in pool if p.graph.acyclic},
        "cyclic": {p.id for p in pool if not p.graph.acyclic},
    }
    parts["domains"] = {d: {p.id for p in pool if d in facts[p.id]["domains"]} for d in "ab"}
    parts["dates"] = {
        f"before {DATE}": {p.id for p in pool if facts[p.id]["publication_date"] < DATE},
        f"from {DATE}": {p.id for p in pool if facts[p.id]["publication_date"] >= DATE},
    }
    for key, named in parts.items():
        for labels, cells, own in rows(key, 3):
            values = f1_of(own, named[labels[2]])
            assert cells == [len(values), mean(values), spread(values)], key
    sizes = {
        "text length": {p.id: float(len(p.text or "")) for p in pool},
        "edges": {p.id: float(len(p.graph.edges)) for p in pool},
        "nodes": {p.id: float(len(p.graph.nodes)) for p in pool},
    }
    for labels, cells, own in rows("sizes", 3):
        bottom, _, _, top = quarters(sizes[labels[2]])
        low, high = f1_of(own, bottom), f1_of(own, top)
        apart = fmean(high) - fmean(low)
        squares = sum((v - fmean(side)) ** 2 for side in (low, high) for v in side)
        pooled = (squares / (len(low) + len(high))) ** 0.5
        wanted = [fmean(low), fmean(high), apart, pooled]
        assert cells == [len(low), len(high), *(pytest.approx(v, abs=1e-9) for v in wanted)]


def check_topology(pool: list[TextGraph], made: dict[str, Any], rows: Rows) -> None:
    shapes = {p.id: topology(p.graph) for p in pool}
    names = {"nodes": "nodes", "mean degree": "mean_degree", "largest component": "largest_scc"}
    for row in made["topology"].rows:
        name, *cells = (cell.value for cell in row)
        values = [getattr(s, names.get(str(name), str(name)), None) for s in shapes.values()]
        plain = [float(value) for value in values if value is not None]
        if len(plain) == len(pool):
            wanted = [fmean(plain), pstdev(plain), min(plain), median(plain), max(plain)]
            assert cells == [len(plain), *(pytest.approx(v, abs=1e-9) for v in wanted)]
    for labels, cells, own in rows("correlations", 3):
        if labels[2] not in ("nodes", "edges", "density"):
            continue
        judged = [(str(a.problem), a.judge.overall_f1) for a in own if a.judge is not None]
        x = [float(getattr(shapes[id], labels[2])) for id, _ in judged]
        y = [f1 for _, f1 in judged]
        assert cells[0] == len(x)
        if len(set(x)) > 1 and len(x) > 2:
            assert cells[1] == pytest.approx(correlation(x, y), abs=1e-9)
            assert cells[3] == pytest.approx(correlation(ranked(x), ranked(y)), abs=1e-9)


def ranked(values: list[float]) -> list[float]:
    return [sum(o < v for o in values) + (values.count(v) + 1) / 2 for v in values]


def correlation(x: list[float], y: list[float]) -> float:
    mx, my = fmean(x), fmean(y)
    joint = fmean((a - mx) * (b - my) for a, b in zip(x, y, strict=True))
    return joint / (pstdev(x) * pstdev(y))


@pytest.mark.parametrize("seed", range(6))
def test_rank_agreement(seed: int) -> None:
    """Against scipy; answers without a judgement do not count."""
    rng, summary = random.Random(seed), TextGraphSummary()
    pool, means = problems(rng)[:4], dict[str, tuple[list[float], list[float]]]()
    for problem in pool:
        summary.add_problem(problem.id, problem)
    for task, models in (("free", "abcdef"), ("names", "ab"), ("alone", "a")):
        for model in models:
            own = [answer(rng, problem.id, model, task) for problem in pool]
            for score in own:
                summary.add(str(score.problem), score)
            parts = [score.judge for score in own if score.judge is not None]
            if parts:
                weighted, plain = means.setdefault(task, ([], []))
                weighted.append(fmean(part.overall_f1 for part in parts))
                plain.append(fmean(part.unweighted.overall.f1 for part in parts))
    made = {t.key: t for t in tables(summary, Bootstrap(0), judge="j")}
    found = {str(row[0].value): [c.value for c in row[1:]] for row in made["rank agreement"].rows}
    assert found.keys() == {task for task, (own, _) in means.items() if len(own) > 1}
    for task, (n, rho, tau) in found.items():
        assert n == len(means[task][0])
        assert tau == pytest.approx(scipy.stats.kendalltau(*means[task]).statistic)
        assert rho == (
            pytest.approx(scipy.stats.spearmanr(*means[task]).statistic) if n > 2 else None
        )


@pytest.mark.parametrize("seed", range(20))
def test_kendall(seed: int) -> None:
    """With ties."""
    rng = random.Random(seed)
    x, y = ([rng.randrange(4) for _ in range(rng.randrange(2, 9))] for _ in range(2))
    x, y = x[: len(y)], y[: len(x)]
    wanted = scipy.stats.kendalltau(x, y).statistic
    assert kendall(x, y) == (None if isnan(wanted) else pytest.approx(wanted))
