"""Judges in pairs, reasoning and explicitness by size: against plain loops over kept rows."""

from __future__ import annotations

import itertools
import math
import random
from statistics import fmean, median, pstdev

import pytest

from symcause.families.textgraph.scoring.judges.evaluation_files import Evaluations
from symcause.families.textgraph.scoring.judges.judge_agreement import agreement_tables
from symcause.families.textgraph.scoring.judges.label_scores import Side
from symcause.families.textgraph.scoring.statistics.correlation import pearson
from symcause.families.textgraph.scoring.tables.length_tables import reasoning
from symcause.families.textgraph.scoring.tables.model_summary import ModelAnswers

SECTIONS = ("node_precision_evaluations", "node_recall_evaluations")


def judged(rng: random.Random) -> tuple[Evaluations, dict[str, dict[int, tuple[str, float]]]]:
    """Three judges with labels that are all right or all wrong, so that F1 is 1 or 0."""
    found, plain = Evaluations(), {}
    for judge in ("fine_grained_a", "fine_grained_b", "fine_grained_c"):
        plain[judge] = {}
        for response in range(40):
            if rng.random() < 0.3:
                continue
            label = rng.choice(("GRAPH", "NOT"))
            right = rng.random() < 0.6
            presence = "PRESENCE_STRONG_MATCH" if right else "PRESENCE_NO_MATCH"
            parts = {"presence_label": presence, "semantic_label": "SEMANTIC_STRONG"}
            parts |= {"abstraction_label": "ABSTRACTION_ALIGNED", "other": label}
            core = {"importance_label": "IMPORTANCE_CORE", **parts}  # of recall: labels beside it
            node = [{"node": "x", "graph_evaluation": parts, **core}]
            row = {"evaluator_type": judge, "response_id": response, "model": f"m{response % 3}"}
            text = dict.fromkeys(SECTIONS, node)
            found.add({**row, "evaluation_answer": text})
    for judge, own in found.judges.items():
        from symcause.families.textgraph.scoring.judges.label_scores import Judgement

        for (_, response), sides in own.sides.items():
            score = float(Judgement(sides).f1)
            plain[judge][int(response)] = (f"m{int(response) % 3}", score)
    return found, plain


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("matched", [False, True])
def test_pairs_of_judges(seed: int, matched: bool) -> None:
    found, plain = judged(random.Random(seed))
    for own in plain.values():
        assert {score for _, score in own.values()} == {0.0, 1.0}
    tables = {table.key: table for table in agreement_tables(found, matched)}
    everywhere = set.intersection(*(set(own) for own in plain.values()))
    rows = {(row[0].value, row[1].value): row for row in tables["judges"].rows}
    gaps = {tuple(cell.value for cell in row[:3]): row[4].value for row in tables["judge gap"].rows}
    for pair in itertools.combinations(sorted(plain), 2):
        shared = [k for k in plain[pair[0]] if k in plain[pair[1]]]
        shared = [k for k in shared if not matched or k in everywhere]
        x, y = ([plain[judge][k][1] for k in shared] for judge in pair)
        deltas = [a - b for a, b in zip(x, y, strict=True)]
        row = rows[pair]
        assert row[2].value == len(shared)
        assert row[5].value == pytest.approx(fmean(deltas))
        assert row[6].value == pytest.approx(pstdev(deltas), abs=1e-12)
        r = pearson(x, y)
        assert row[3].value == (None if r is None else pytest.approx(r.value))
        for model in {plain[pair[0]][k][0] for k in shared}:
            own = [d for k, d in zip(shared, deltas, strict=True) if plain[pair[0]][k][0] == model]
            assert gaps[(*pair, model)] == pytest.approx(fmean(own))


def test_one_judge_has_nobody_to_agree_with() -> None:
    found = Evaluations()
    assert agreement_tables(found) == [] and Side() is not None


@pytest.mark.parametrize("seed", range(5))
def test_reasoning_against_f1(seed: int) -> None:
    rng = random.Random(seed)
    group = ModelAnswers("m", "free")
    lengths, pairs = [], []
    for sample in range(60):
        length = rng.choice((None, rng.randrange(1, 90_000)))
        f1 = rng.choice((None, rng.random()))
        group.take(sample, {} if f1 is None else {"f1": f1}, length)
        if length is not None:
            lengths.append(length)
            if f1 is not None:
                pairs.append((length, f1))
    (row,) = reasoning([group]).rows
    wanted = pearson([x for x, _ in pairs], [y for _, y in pairs])
    assert wanted is not None
    assert [cell.value for cell in row[2:5]] == [len(lengths), median(lengths), len(pairs)]
    assert row[5].value == pytest.approx(wanted.value) and row[6].value == pytest.approx(wanted.p)
    assert math.isfinite(wanted.p)
