"""Tables of runs against plain loops over random ones."""

from __future__ import annotations

import random
from collections.abc import Iterable
from statistics import fmean
from typing import Any

import pytest

from symcause.families.scenario.documents.score_document import (
    BudgetPart,
    HeldPart,
    RubricPart,
    RunScore,
)
from symcause.families.scenario.release.paper_tables import paper_tables
from symcause.families.scenario.scoring.run_score_tables import tables
from symcause.families.scenario.scoring.run_summary import RunSummary
from symcause.scoring.score_table import Table

DIMENSIONS = ("causal", "data")
CLAIMS = (("g1", "gold"), ("g2", "gold"), ("d1", "distractor"))


def made(rng: random.Random) -> list[RunScore]:
    found = []
    for i in range(60):
        drawn = rng.random() < 0.9
        survival = rng.random() if drawn else None
        rubric = None
        if rng.random() < 0.7:
            points = rng.randrange(16)
            rubric = RubricPart(
                points=points,
                max=16.0,
                normalised=points / 16,
                dimensions={name: rng.random() for name in DIMENSIONS},
                mandatory=rng.choice((True, False, None)),
            )
        turns = rng.randrange(4)
        claims = [
            HeldPart(
                id=id,
                kind=kind,
                first=rng.choice((None, 0, 1)),
                held=turns > 0 and rng.random() < 0.5,
            )
            for id, kind in CLAIMS
        ]
        found.append(
            RunScore(
                family="scenario",
                problem=rng.choice(("hills", "lakes")),
                run=str(i),
                model=rng.choice("ab"),
                survival=survival,
                win=None if survival is None else survival > 0.6,
                noise=rng.choice((None, True, False)),
                justified=rng.choice((None, True, False)),
                lucky=rng.choice((None, True, False)),
                rubric=rubric,
                claims=tuple(claims) if turns else (),
                claim_distance=tuple(rng.randrange(4) for _ in range(turns)),
                pattern=rng.choice("ABCDE") if rubric is not None and rng.random() < 0.6 else None,
                budget=BudgetPart(
                    deployments=2, units=9, violations=("x",) if rng.random() < 0.2 else ()
                ),
                reason=None if drawn else "nothing was sent",
            )
        )
    return found


def mean(values: Iterable[object]) -> Any:
    known = [float(value) for value in values if isinstance(value, int | float)]
    return pytest.approx(fmean(known)) if known else None


def cells(table: Table) -> list[list[Any]]:
    assert table.rows
    return [[cell.value for cell in row] for row in table.rows]


@pytest.mark.parametrize("seed", range(8))
def test_all_of_them(seed: int) -> None:
    runs, summary = made(random.Random(seed)), RunSummary()
    for run in runs:
        summary.take(run, "runs")
    found = {t.key: t for t in (*tables(summary), *paper_tables(summary))}

    def of(model: object, scenario: object = None) -> list[RunScore]:
        own = runs if model in (None, "all models") else [r for r in runs if r.model == model]
        return own if scenario is None else [r for r in own if r.problem == scenario]

    def counted(own: list[RunScore]) -> list[Any]:
        return [
            *(len(own), mean(r.survival for r in own)),
            *(sum(getattr(r, flag) is True for r in own) for flag in FLAGS),
            mean(r.rubric.normalised for r in own if r.rubric is not None),
            sum(bool(r.budget.violations) for r in own),
        ]

    for model, *row in cells(found["scenario_runs"]):
        assert row[:-1] == counted(of(model))
    for scenario, model, *row in cells(found["scenario_runs_by_scenario"]):
        assert row[:-1] == counted(of(model, scenario))
    for model, n, points, most, share, *rest in cells(found["scenario_rubric"]):
        marked = [r.rubric for r in of(model) if r.rubric is not None]
        assert [n, most] == [len(marked), 16.0]
        assert [points, share] == [
            mean(m.points for m in marked),
            mean(m.normalised for m in marked),
        ]
        assert rest[:-1] == [mean(m.dimensions[name] for m in marked) for name in DIMENSIONS]
        assert rest[-1] == sum(m.mandatory is True for m in marked)
    for model, n, told, *row in cells(found["scenario_patterns"]):
        own = of(model)
        counts = [sum(r.pattern == name for r in own) for name in "ABCDE"]
        assert [n, told] == [sum(r.rubric is not None for r in own), sum(counts)]
        assert row == [*counts, *(pytest.approx(k / sum(counts)) for k in counts)]
    assert cells(found["scenario_patterns"])[-1][0] == "all models"
    for pattern, n, *row in cells(found["scenario_profiles"]):
        marked = [r.rubric for r in runs if r.pattern == pattern and r.rubric is not None]
        assert n == len(marked)
        assert row == [mean(m.dimensions[name] for m in marked) for name in DIMENSIONS]
    for scenario, model, *row in cells(found["scenario_claims"]):
        wanted: list[Any] = []
        for kind in ("gold", "distractor"):
            held = [c for r in of(model, scenario) for c in r.claims if c.kind == kind]
            wanted += [
                len(held),
                mean(c.first is not None for c in held),
                mean(c.held for c in held),
            ]
            wanted.append(mean(c.first for c in held))
        assert row == wanted
    for scenario, id, kind, n, *row in cells(found["scenario_discovery"]):
        every = {
            model: [c for r in of(model, scenario) for c in r.claims if c.id == id]
            for model in ("all models", "a", "b")
        }
        assert dict(CLAIMS)[id] == kind and n == len(every["all models"])
        assert row == [mean(c.first is not None for c in own) for own in every.values()]
    for scenario, model, turn, n, distance in cells(found["scenario_distance"]):
        there = [
            r.claim_distance[turn] for r in of(model, scenario) if len(r.claim_distance) > turn
        ]
        assert [n, distance] == [len(there), mean(there)]
    heads = found["scenario_survival"].columns[1:-1]
    for model, *row in cells(found["scenario_survival"]):
        if model != "mean":
            own_cells = [mean(r.survival for r in of(model, scenario)) for scenario in heads]
            assert row[:-1] == own_cells
            assert row[-1] == mean(row[:-1])


FLAGS = ("win", "lucky", "justified", "noise")
