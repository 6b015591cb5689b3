"""Levels of evidence, bins, cohorts by problems, tokens: against plain loops, and the released numbers."""

from __future__ import annotations

import json
import os
import random
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from statistics import fmean

import pytest

from symcause.api import load_pool
from symcause.cli.main import main
from symcause.families.boolean.audits.evidence.pool_coverage import seen_of
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.scoring.tables.answer_numbers import BINS
from symcause.families.boolean.scoring.tables.answer_summary import Answers
from symcause.families.boolean.scoring.tables.appendix_tables import appendix
from symcause.families.boolean.scoring.tables.cohort_tables import PROBLEMS, cohort_deltas
from symcause.families.boolean.scoring.tables.level_tables import Seen, level_tables
from symcause.formats.answer_files.token_usage import usage_of
from symcause.scoring.bootstrap import Bootstrap
from symcause.scoring.score_table import Table

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
Row = tuple[str, str, int, dict[str, float]]


def made(rng: random.Random) -> list[Row]:
    rows: list[Row] = []
    for level in ("base", "more"):
        for model in ("a", "b", "c"):
            for latent in range(20):
                if rng.random() < 0.1:
                    continue
                exact = rng.random() < 0.5
                row = {
                    **{"answered": 1, "valid": 1, "train_exact": exact, "has_heldout": True},
                    "train_world_exact": rng.random(),
                    "heldout_world_exact": rng.random(),
                    "identified": exact and rng.random() < 0.4,
                    **{name: latent % 3 == place for place, name in enumerate(BINS)},
                }
                rows.append((level, model, latent, row))
    return rows


def grouped(rows: list[Row]) -> list[Answers]:
    found: dict[tuple[str, str], Answers] = {}
    for level, model, latent, row in rows:
        answers = found.setdefault((level, model), Answers(level, model, "ordered", False))
        answers.add(row, latent)
    return list(found.values())


def values(table: Table) -> list[list[object]]:
    return [[cell.value for cell in row] for row in table.rows]


@pytest.mark.parametrize("seed", range(5))
def test_random_rows(seed: int) -> None:
    rows = made(random.Random(seed))
    found = {t.key: t for t in level_tables(grouped(rows), {})}
    for level, said, n, held, kept, given in values(found["bins"]):
        place = ("up to 0.50", "up to 0.75", "above 0.75").index(str(said))
        own = [r for lv, _, latent, r in rows if lv == level and latent % 3 == place]
        h, w = (fmean(r[f"{x}_world_exact"] for r in own) for x in ("heldout", "train"))
        exact = [r["heldout_world_exact"] for r in own if r["train_exact"]]
        assert (n, held, kept) == (len(own), pytest.approx(h), pytest.approx(h / w))
        assert given == (pytest.approx(fmean(exact)) if len(exact) > 5 else None)

    def of(level: str, model: object, name: str) -> dict[int, float]:
        return {latent: r[name] for lv, m, latent, r in rows if (lv, m) == (level, model)}

    for label, model, *cells in values(found["found-deltas"]):
        both = [of(level, model, "identified") for level in ("base", "more")]
        exact = [
            sum(map(bool, of(level, model, "train_exact").values())) for level in ("base", "more")
        ]
        counts = [sum(map(bool, each.values())) for each in both]
        rates = [c / len(each) for c, each in zip(counts, both, strict=True)]
        among = [c / e if e > 5 else None for c, e in zip(counts, exact, strict=True)]
        assert label == "more - base"
        assert cells[:6] == [*map(len, both), *exact, *counts]
        assert cells[6:] == pytest.approx([*rates, *among, rates[1] - rates[0]])
    for _, model, n, was, now, before, _, delta in values(found["found-twice"]):
        solved = [
            {k for k, exact in of(level, model, "train_exact").items() if exact}
            for level in ("base", "more")
        ]
        twice = solved[0] & solved[1]
        counts = [
            sum(bool(of(level, model, "identified")[k]) for k in twice)
            for level in ("base", "more")
        ]
        assert (n, was, now) == (len(twice), *counts)
        known = len(twice) > 5
        assert before == (pytest.approx(counts[0] / len(twice)) if known else None)
        assert delta == (pytest.approx((counts[1] - counts[0]) / len(twice)) if known else None)


@pytest.mark.parametrize("seed", range(3))
def test_cohorts_by_problems(seed: int) -> None:
    """The same differences as by systems; the interval is that of plain resamples, near enough."""
    rows = made(random.Random(seed))
    groups = grouped(rows)
    by_systems, by_problems = (
        cohort_deltas(groups, Bootstrap(400), unit) for unit in ("systems", PROBLEMS)
    )
    for one, other in zip(values(by_systems), values(by_problems), strict=True):
        assert one[:2] == other[:2] and one[2:] == pytest.approx(other[2:])
    rng, drawn = random.Random(seed + 1), []
    for _ in range(400):
        means = []
        for level in ("base", "more"):
            chosen = rng.choices(range(20), k=20)
            each = [
                fmean(own[k] for k in chosen if k in own)
                for model in ("a", "b", "c")
                for own in [
                    {
                        k: r["heldout_world_exact"]
                        for lv, m, k, r in rows
                        if (lv, m) == (level, model)
                    }
                ]
            ]
            means.append(fmean(each))
        drawn.append(means[1] - means[0])
    drawn.sort()
    cell = by_problems.rows[-1][4]
    assert cell.low == pytest.approx(drawn[10], abs=0.03)
    assert cell.high == pytest.approx(drawn[-10], abs=0.03)
    assert "within each cohort" in str(by_problems.note)


def plain_seen(problem: BooleanProblem, order: tuple[str, ...]) -> tuple[float, int]:
    """Mean coverage, and how many patterns are missing."""
    shares, missing = [], 0
    places = [problem.variables.index(v) for v in order]
    for at, variable in enumerate(order):
        if variable in (problem.disclosure.roots or ()):
            continue
        for inputs in combinations(range(at), min(3, at)):
            shown = {
                tuple(row[places[i]] for i in inputs)
                for world in problem.training
                if variable not in world.targets
                for row in world.rows
            }
            shares.append(len(shown) / 2 ** len(inputs))
            missing += 2 ** len(inputs) - len(shown)
    return fmean(shares), missing


def test_what_pools_show() -> None:
    problems = [p for p in load_pool(str(EXAMPLES / "pool.jsonl")) if isinstance(p, BooleanProblem)]
    ordered = [p for p in problems if p.disclosure.order and p.disclosure.roots and not p.holed]
    assert ordered
    shown: dict[tuple[str, str], dict[str, Seen]] = {
        ("ordered", "less"): {},
        ("ordered", "all"): {},
    }
    for problem in ordered:
        order = problem.disclosure.order
        assert order is not None
        less = replace(problem, worlds=(*problem.training[:1], *problem.heldout))
        for level, each in (("less", less), ("all", problem)):
            seen = seen_of(each)
            assert seen is not None
            coverage, missing = plain_seen(each, order)
            assert (seen.coverage, len(seen.missing)) == (pytest.approx(coverage), missing)
            shown["ordered", level][problem.id] = seen
    tables = {t.key: t for t in appendix([], Bootstrap(0), shown)}
    assert [row[1:3] for row in values(tables["pool-coverage"])] == [
        ["less", len(ordered)],
        ["all", len(ordered)],
    ]
    ((setting, *row),) = values(tables["pool-growth"])
    assert setting == "ordered"
    assert row[:2] == ["all - less", len(ordered)]
    assert row[2] == pytest.approx(fmean(len(p.training) - 1 for p in ordered), abs=0.01)
    news = [
        plain_seen(replace(p, worlds=p.training[:1]), p.disclosure.order or ())[1]
        - plain_seen(p, p.disclosure.order or ())[1]
        for p in ordered
    ]
    assert row[5] == pytest.approx(fmean(news))


def test_what_an_answer_took() -> None:
    details = {"outputTokens": 7, "reasoningTokens": 3, "promptTokens": True}
    assert usage_of({"usage": {"billedTokens": 9, "usageDetails": details}}) == {
        "billed_tokens": 9.0,
        "thinking_tokens": 3.0,
    }
    assert usage_of({"usageDetails": "{broken", "latencyMs": "5", "usage": [1]}) == {}


def test_tokens_and_time_of_the_release(capsys: pytest.CaptureFixture[str]) -> None:
    data = os.environ.get("SYMCAUSE_DATA")
    if data is None:
        pytest.skip("SYMCAUSE_DATA is not set: no published data")
    folder = Path(data, "replayscm", "released", "bundle")
    with pytest.raises(SystemExit):
        main(["score", str(folder / "results.runtime.yaml"), "--json", "--bootstrap", "0"])
    summary = json.loads(capsys.readouterr().out.splitlines()[-1])["summary"]
    (table,) = [t for t in summary["tables"] if t["key"] == "usage"]
    told = json.loads((folder / "released" / "evaluator_by_model.json").read_text())["by_model"]
    heads = table["columns"]
    assert {row[1] for row in table["rows"]} == set(told)
    for model, theirs in told.items():
        own = [dict(zip(heads, row, strict=True)) for row in table["rows"] if row[1] == model]
        for kind in ("Billed", "Thinking", "Input", "Total"):
            n = sum(row[f"n {kind.lower()} tokens"] for row in own)
            total = sum(row[f"{kind} tokens"] * row[f"n {kind.lower()} tokens"] for row in own)
            assert n == theirs[f"{kind.lower()}TokensCount"]
            assert total / n == pytest.approx(theirs[f"{kind.lower()}TokensAvg"])
        time = sum(row["Milliseconds"] * row["n milliseconds"] for row in own)
        assert time / sum(row["n milliseconds"] for row in own) == theirs["latencyMsAvg"]
