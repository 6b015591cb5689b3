"""Difficulty: regressions, areas and bins against shared numbers, closed forms and direct maximisation."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from itertools import combinations
from math import log, log2
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from mpmath import mp

import symcause
from symcause.errors import UsageError
from symcause.families.boolean.audits.difficulty.problem_measures import (
    graph_count,
    problem_measures,
)
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.scoring.bootstrap import Bootstrap
from symcause.scoring.difficulty.class_separation import UNFIT, area, separation
from symcause.scoring.difficulty.difficulty_study import BINARY, Case, DifficultyStudy
from symcause.scoring.difficulty.difficulty_tables import study_tables
from symcause.scoring.difficulty.firth_regression import firth_fit, firth_fits
from symcause.scoring.difficulty.measure_bins import binned
from tests.boolean.baselines.synthesis_cases import lines, pool, problems, shared

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
NEAR = 1e-6


def _told() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(shared("difficulty.json").read_text())
    return found


def _study(told: dict[str, Any], resamples: int = 0) -> DifficultyStudy:
    names = tuple(told["measures"])
    cases = tuple(
        Case(
            id,
            latent,
            "original",
            "hidden-order" if "hidden-order" in id else "ordered",
            {name: told["measures"][name][at] for name in names},
        )
        for at, (id, latent) in enumerate(zip(told["ids"], told["latent"], strict=True))
    )
    systems = {
        name: dict(zip(told["ids"], map(bool, found), strict=True))
        for name, found in told["systems"].items()
    }
    return DifficultyStudy(cases, systems, names, Bootstrap(resamples, 0))


def test_shared_numbers() -> None:
    told = _told()
    study = _study(told)
    for system, expected in told["expected"].items():
        assert study.allowed(system) == expected["measures_allowed"]
        for measure, wanted in expected["single"].items():
            line = study.line(system, measure)
            assert line.separation == wanted["separation"] and line.slope is not None
            assert line.area == pytest.approx(wanted["auc"], abs=NEAR)
            assert line.slope == pytest.approx(wanted["slope"], abs=NEAR)
            assert line.intercept == pytest.approx(wanted["intercept"], abs=NEAR)
            bins = [[b.least, b.greatest, b.cases, b.successes] for b in line.bins]
            assert bins == [pytest.approx(found, abs=NEAR) for found in wanted["bins"]]
        joint = study.joint_fit(system, expected["joint_two"]["measures"])
        assert joint.coefficients == pytest.approx(expected["joint_two"]["coefficients"], abs=NEAR)
        pairs, wanted = study.pairs(system), expected["paired"]
        assert (pairs.only_ordered, pairs.only_hidden) == (
            wanted["only_ordered"],
            wanted["only_hidden"],
        )
        assert pairs.p == pytest.approx(wanted["p_exact"], abs=NEAR)


def test_tiny_fits() -> None:
    for case in _told()["tiny"]:
        values, success = case["x"], [bool(y) for y in case["y"]]
        assert separation(values, success) == case["separation"]
        assert area(values, success) == case["auc"]
        if case["separation"] not in UNFIT:
            found = firth_fit(np.array([values], dtype=float).T, np.array(success, dtype=float))
            assert found == pytest.approx(case["unstandardised"], abs=NEAR)


def test_closed_forms_and_where_plain_scoring_fails() -> None:
    """Two groups of four: log odds of (k + ½) / (n + 1); one far point: the higher of two maxima."""
    x, y = np.array([[0.0] * 4 + [1.0] * 4]).T, np.array([0.0] * 4 + [1.0] * 4)
    assert firth_fit(x, y) == pytest.approx([-log(9), 2 * log(9)], abs=1e-9)
    far = firth_fit(np.array([[4.0, 7, 10, 13, 50]]).T, np.array([0.0, 0, 1, 1, 1]))
    assert far == pytest.approx([-0.434730, 0.039323], abs=NEAR)


def _penalised(beta: Any, design: Any, y: Any, counts: Any) -> float:
    eta = design @ beta
    weight = counts / (2 + 2 * np.cosh(eta))
    likely = float((counts * (y * eta - np.logaddexp(0, eta))).sum())
    return -likely - float(np.linalg.slogdet(design.T @ (design * weight[:, None]))[1]) / 2


def test_fits_against_direct_maximisation() -> None:
    from scipy.optimize import minimize

    rng = np.random.default_rng(5)
    for _ in range(12):
        n, width = int(rng.integers(8, 30)), int(rng.integers(1, 3))
        x, y = rng.normal(size=(n, width)), (rng.random(n) < 0.5).astype(float)
        counts = rng.integers(0, 4, size=(3, n)).astype(float)
        found, known = firth_fits(x, y, counts)
        design = np.column_stack([np.ones(n), x])
        for fit, sure, own in zip(found, known, counts, strict=True):
            best = minimize(_penalised, np.zeros(width + 1), (design, y, own), tol=1e-12)
            assert sure and fit == pytest.approx(best.x, abs=2e-4)
            assert _penalised(fit, design, y, own) <= best.fun + 1e-9


def _exact_root(x: Any, y: Any, counts: Any, near: Any) -> tuple[list[float], Any]:
    """The maximum near a fit in fifty digits: Newton's steps on numerical derivatives, no formula.

    Also how the penalised likelihood curves there: the signs of its minors.
    """
    with mp.workdps(50):
        rows = [(mp.mpf(1), *map(mp.mpf, row)) for row in x.tolist()]
        cases = [(r, int(s), int(n)) for r, s, n in zip(rows, y, counts, strict=True) if n]
        width = len(rows[0])

        def worth(*beta: Any) -> Any:
            spread, total = mp.zeros(width), mp.mpf(0)
            for row, success, number in cases:
                eta = mp.fdot(row, beta)
                total += number * (success * eta - mp.log1p(mp.exp(eta)))
                weight = number / (2 + 2 * mp.cosh(eta))
                for a in range(width):
                    for b in range(width):
                        spread[a, b] += weight * row[a] * row[b]
            return total + mp.log(mp.det(spread)) / 2

        def order(*axes: int) -> tuple[int, ...]:
            return tuple(axes.count(a) for a in range(width))

        beta = [mp.mpf(float(b)) for b in near]
        for _ in range(3):
            score = mp.matrix([mp.diff(worth, tuple(beta), order(a)) for a in range(width)])
            curve = mp.matrix(width)
            for a in range(width):
                for b in range(width):
                    curve[a, b] = mp.diff(worth, tuple(beta), order(a, b))
            step = mp.lu_solve(curve, score)
            beta = [b - s for b, s in zip(beta, step, strict=True)]
        minors = [mp.sign(mp.det(curve[:k, :k])) for k in range(1, width + 1)]
        return [float(b) for b in beta], minors


def test_fits_in_fifty_digits() -> None:
    """Overlapping, separated and one-sided classes; cases that count twice or not at all; two columns."""
    rng = np.random.default_rng(11)
    for number in range(8):
        n, width = 10, 1 + number % 2
        x = np.round(rng.normal(size=(n, width)), 2)
        y = (x[:, 0] > 0 if number % 4 == 0 else rng.random(n) < 0.4).astype(float)
        if number == 3:
            y[:] = 1.0
        counts = rng.integers(0, 3, size=(1, n)).astype(float)
        (fit,), (known,) = firth_fits(x, y, counts)
        root, minors = _exact_root(x, y, counts[0], fit)
        assert known and fit == pytest.approx(root, abs=1e-8)
        assert minors == [-1, 1, -1][: width + 1]  # a maximum


def test_areas_and_bins_by_definition() -> None:
    rng = random.Random("areas")
    for _ in range(60):
        values = [float(rng.randint(0, 4)) for _ in range(12)]
        success = [rng.random() < 0.5 for _ in values]
        good = [v for v, s in zip(values, success, strict=True) if s]
        bad = [v for v, s in zip(values, success, strict=True) if not s]
        if good and bad:
            wins = sum((g > b) + (g == b) / 2 for g in good for b in bad)
            assert area(values, success) == pytest.approx(wins / len(good) / len(bad))
        found = binned(values, success)
        edges = np.quantile(values, [0.2, 0.4, 0.6, 0.8])
        places = [sum(e < v for e in edges) for v in values]
        assert [b.cases for b in found] == [places.count(p) for p in sorted(set(places))]
        assert sum(b.successes for b in found) == sum(success)


def test_intervals_are_over_latents_and_the_seed_is_all_they_depend_on() -> None:
    told = _told()
    one = _study(told, 200).line("uniform", "log2_count")
    assert one == _study(told, 200).line("uniform", "log2_count")
    assert one.low is not None and one.high is not None and one.slope is not None
    assert one.low < one.slope < one.high < 0 and one.latents == 20


def test_a_joint_model_is_only_as_large_as_the_data_carry() -> None:
    study = _study(_told())
    assert study.joint("cegis", ("gold_ast",)).coefficients is not None
    with pytest.raises(UsageError, match="at most 1 measure "):
        study.joint("cegis", ("log2_count", "gold_ast"))
    with pytest.raises(UsageError, match="no such measure"):
        study.joint("cegis", ("log2_cout",))
    assert ("log2_count", "variables") in {(a, b) for a, b, _ in study.not_told_apart}
    assert set(study.correlations) == set(combinations(study.names, 2))


def test_measures_of_the_shared_problems() -> None:
    told, graphs = _told(), {row["id"]: row for row in lines("graphs.jsonl")}
    for problem in pool("graphs_problems.jsonl"):
        assert graph_count(problem) == graphs[problem.id]["graphs"]
        found = problem_measures(problem)
        assert found["log2_count"] == pytest.approx(log2(graphs[problem.id]["scms"]), abs=NEAR)
        if problem.id in told["ids"]:
            at = told["ids"].index(problem.id)
            for name, values in told["measures"].items():
                assert found[name] == pytest.approx(values[at], abs=NEAR)


def test_graphs_by_listing_members() -> None:
    for problem in problems(16):
        space = ExactSpace.of(problem)
        if space.count > 3000:
            continue
        listed = {
            (frozenset(m.roots), tuple(sorted((v, f.parents) for v, f in m.functions.items())))
            for m in space.members()
        }
        assert graph_count(problem) == len(listed)


def test_scores_explain_themselves() -> None:
    """The same tables by the option and afterwards; slopes of hidden order are not shown."""
    chosen = list(symcause.load_pool(EXAMPLES / "pool.jsonl"))
    rows = symcause.baselines.solve(chosen, "quine-mccluskey")
    found = symcause.score(chosen, rows)
    later = found.difficulty()
    asked = symcause.score(chosen, rows, difficulty=True)
    assert [t.to_dict() for t in later] == [
        t.to_dict() for t in asked.tables if t.key.startswith("difficulty")
    ]
    lines_ = later[0].to_dict()["rows"]
    assert isinstance(lines_, list) and {row[1] for row in lines_} >= set(BINARY)
    assert all(row[6] is None for row in lines_ if row[1] in BINARY)
    assert any(figure.key == "difficulty" for figure in asked.figures)
    with pytest.raises(UsageError, match="carry a joint model of at most"):
        found.difficulty(joint=("log2_count",))


def test_intervals_by_writing_out_every_resample() -> None:
    """Latents drawn with replacement, their problems as often as drawn; constant resamples are left out."""
    study = _study(_told(), 40)
    cases = [Case(c.id, c.latent, "", c.setting, c.measures) for c in study.cases[:16]]
    few = DifficultyStudy(tuple(cases), study.systems, study.names, study.bootstrap)
    names = sorted({case.latent for case in cases})
    assert len(names) >= 6
    for measure in ("log2_count", "variables"):
        plain = [float(case.measures[measure] or 0) for case in cases]
        if len(set(plain)) < 2:
            plain = [*plain[:-1], plain[-1] + 1]
            last = replace(cases[-1], measures={**cases[-1].measures, measure: plain[-1]})
            few = replace(few, cases=(*cases[:-1], last))
        mean, spread = np.mean(plain), np.std(plain)
        chance, slopes, lost = np.random.default_rng([0, len(names)]), [], 0
        for _ in range(40):
            drawn = [names[i] for i in chance.integers(len(names), size=len(names))]
            rows = [i for name in drawn for i, case in enumerate(cases) if case.latent == name]
            x = [(plain[i] - mean) / spread for i in rows]
            y = [float(few.systems["cegis"][cases[i].id]) for i in rows]
            if len(set(x)) < 2:
                lost += 1
                continue
            fit = firth_fit(np.array([x]).T, np.array(y))
            assert fit is not None
            slopes.append(float(fit[1]))
        line = few.line("cegis", measure)
        assert line.left_out == lost and (measure == "log2_count" or lost)
        assert [line.low, line.high] == pytest.approx(np.quantile(slopes, [0.025, 0.975]), abs=1e-7)


def test_a_joint_model_is_refused_system_by_system() -> None:
    """Systems whose data carry it have rows, the note names the others; without any it is an error."""
    study = _study(_told())
    carried = {name: study.allowed(name) for name in study.systems}
    assert set(carried.values()) == {0, 1}
    fitted = study.joints(("gold_ast",))
    assert [model.system for model in fitted] == [name for name, most in carried.items() if most]
    lines_ = [study.line("cegis", "gold_ast")]
    table = next(t for t in study_tables(study, lines_, fitted) if t.key == "difficulty-joint")
    for name, most in carried.items():
        assert (f"{name} {most}" in table.note) == (most == 0)
    with pytest.raises(UsageError, match="carry a joint model of at most"):
        study.joints(("gold_ast", "log2_count"))
    with pytest.raises(UsageError, match="named twice"):
        study.joint("cegis", ("gold_ast", "gold_ast"))
