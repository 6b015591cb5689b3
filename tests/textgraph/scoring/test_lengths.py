"""Quartiles and tokens of reasoning, clusters, explicitness by size: against plain loops."""

from __future__ import annotations

import math
import random
from collections import Counter
from pathlib import Path
from statistics import fmean, pstdev, quantiles

import pytest

from symcause.errors import ProblemError, UsageError
from symcause.families.textgraph.questions.score import TextGraphScoring
from symcause.families.textgraph.scoring.statistics.group_tests import compare, upper_gamma
from symcause.families.textgraph.scoring.tables.cluster_tables import (
    cluster_tables,
    read_clusters,
    stated_cluster,
)
from symcause.families.textgraph.scoring.tables.length_tables import (
    explicitness_by_size,
    reasoning_quartiles,
    reasoning_tokens,
)
from symcause.families.textgraph.scoring.tables.model_summary import (
    ModelAnswers,
    Sample,
    TextGraphSummary,
)
from symcause.scoring.score_table import Table


def values(table: Table) -> list[list[object]]:
    return [[cell.value for cell in row] for row in table.rows]


@pytest.mark.parametrize("seed", range(5))
def test_quartiles_and_tokens_of_reasoning(seed: int) -> None:
    rng, group = random.Random(seed), ModelAnswers("m", "free")
    lengths, pairs = [], []
    for sample in range(50):
        length = rng.choice((None, rng.randrange(1, 40) * 500))
        f1 = rng.choice((None, rng.random(), rng.random()))
        group.take(sample, {} if f1 is None else {"judge_f1": f1, "f1": 0.5}, length)
        if length is not None:
            lengths.append(length)
            pairs += [] if f1 is None else [(length, f1)]
    cuts = [-1.0, *quantiles([x for x, _ in pairs], n=4, method="inclusive"), math.inf]
    rows = values(reasoning_quartiles([group]))
    for k, row in enumerate(rows):
        own = [f1 for length, f1 in pairs if cuts[k] < length <= cuts[k + 1]]
        assert row == ["free", "m", f"Q{k + 1}", len(own), pytest.approx(fmean(own)), row[5]]
        assert row[5] == pytest.approx(pstdev(own), abs=1e-12)
    assert len(rows) == 4 and sum(int(str(row[3])) for row in rows) == len(pairs)
    bins = Counter(length // 4000 for length in lengths)
    wanted = [[f"{k * 1000} to {k * 1000 + 999}", bins[k]] for k in sorted(bins)]
    assert [row[2:] for row in values(reasoning_tokens([group]))] == wanted


def sample(index: int, cluster: str | None = None, **facts: object) -> Sample:
    plain = {"nodes": 3, "edges": 2, "density": 0.3, "acyclic": True, "length": None}
    plain |= {"explicitness": None, "labels": None, "domains": (), "date": None, "graph": None}
    return Sample(index=index, cluster=cluster, **{**plain, **facts})  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(5))
def test_clusters(seed: int) -> None:
    rng, summary = random.Random(seed), TextGraphSummary()
    named = {i: rng.choice(("x", "y", "z", None)) for i in range(40)}
    summary.samples = {str(i): sample(i, cluster) for i, cluster in named.items()}
    groups, plain = [ModelAnswers(model, "free") for model in "ab"], {}
    for group in groups:
        for i in range(40):
            if rng.random() < 0.8:
                f1 = rng.randrange(6) / 5
                group.take(i, {"f1": f1})
                plain.setdefault(i, []).append(f1)
    means = {i: fmean(found) for i, found in plain.items()}
    parted = {c: [m for i, m in means.items() if named[i] == c] for c in "xyz"}
    clusters, tests = cluster_tables(summary, groups, "f1")
    for row, (name, own) in zip(values(clusters), sorted(parted.items()), strict=True):
        assert row[:3] == ["free", name, len(own)]
        assert row[3:] == pytest.approx([fmean(own), pstdev(own)])
    every = [value for own in parted.values() for value in own]
    mean, n = fmean(every), len(every)
    between = sum(len(own) * (fmean(own) - mean) ** 2 for own in parted.values())
    within = sum((value - fmean(own)) ** 2 for own in parted.values() for value in own)
    f = (between / 2) / (within / (n - 3))

    def rank(value: float) -> float:
        return sum(other < value for other in every) + (every.count(value) + 1) / 2

    spread = sum((rank(value) - (n + 1) / 2) ** 2 for value in every)
    h = (n - 1) * sum(
        len(own) * (fmean(map(rank, own)) - (n + 1) / 2) ** 2 for own in parted.values()
    )
    ((_, k, size, *numbers),) = values(tests)
    assert (k, size) == (3, n)
    assert numbers[0] == pytest.approx(f) and numbers[2] == pytest.approx(h / spread)
    assert numbers[3] == pytest.approx(math.exp(-h / spread / 2))  # two degrees of freedom
    assert numbers[4] == pytest.approx(between / (between + within))
    # P(F > f) with two degrees of freedom above has a closed form, too
    assert numbers[1] == pytest.approx((1 + 2 * f / (n - 3)) ** (-(n - 3) / 2))


def test_the_tail_of_chi_square() -> None:
    """Q(a + 1, x) = Q(a, x) + x^a e^-x / Γ(a + 1), from Q(1/2, x) = erfc(√x)."""
    for x in (0.01, 0.4, 1.0, 3.0, 12.0, 60.0):
        wanted, a = math.erfc(math.sqrt(x)), 0.5
        for _ in range(6):
            assert upper_gamma(a, x) == pytest.approx(wanted, rel=1e-9, abs=1e-14)
            wanted += x**a * math.exp(-x) / math.gamma(a + 1)
            a += 1


def test_groups_without_a_difference_to_test() -> None:
    assert compare([[1.0, 2.0]]) is None and compare([[1.0], [1.0], []]) is None
    found = compare([[1.0, 1.0], [2.0, 2.0]])
    assert found is not None and (found.f, found.f_p, found.eta) == (None, None, 1.0)


def test_files_of_clusters(tmp_path: Path) -> None:
    file = tmp_path / "clusters.csv"
    file.write_text("sample_id,cluster\n7,economy\n8, health \n")
    assert read_clusters(file) == {"7": "economy", "8": "health"}
    file.write_text("sample_id,cluster\n7,\n")
    with pytest.raises(ProblemError, match="cluster"):
        read_clusters(file)
    assert stated_cluster({"domains": ["a", "b"], "source": "s"}, "domains") == "a"
    assert stated_cluster({"domains": []}, "domains") is None
    with pytest.raises(UsageError, match="no such file"):
        TextGraphScoring(clusters=str(tmp_path / "absent.csv"))


@pytest.mark.parametrize("seed", range(4))
def test_explicitness_by_size(seed: int) -> None:
    """R² by the residuals of a straight line."""
    rng, summary = random.Random(seed), TextGraphSummary()
    for i in range(30):
        labels = rng.choice((None, (rng.random(), rng.random()), (rng.random(), rng.random())))
        facts = {"length": rng.choice((None, rng.randrange(1, 9000))), "labels": labels}
        facts |= {"nodes": rng.randrange(2, 40), "edges": rng.randrange(0, 60)}
        summary.samples[str(i)] = sample(i, **facts)
    rows = {row[0]: row[1:] for row in values(explicitness_by_size(summary))}
    assert len(rows) == 6
    for name, (n, *squares) in rows.items():
        field = {"characters": "length"}.get(str(name).split()[-1], str(name).split()[-1])
        known = [s for s in summary.samples.values() if s.labels and getattr(s, field)]
        x = [float(getattr(s, field)) for s in known]
        x = [math.log10(each) for each in x] if str(name).startswith("log10") else x
        assert n == len(known)
        for k, square in enumerate(squares):
            y = [s.labels[k] for s in known if s.labels is not None]
            mx, my = fmean(x), fmean(y)
            slope = sum((a - mx) * (b - my) for a, b in zip(x, y, strict=True))
            slope /= sum((a - mx) ** 2 for a in x)
            left = sum((b - my - slope * (a - mx)) ** 2 for a, b in zip(x, y, strict=True))
            assert square == pytest.approx(1 - left / sum((b - my) ** 2 for b in y), abs=1e-9)
