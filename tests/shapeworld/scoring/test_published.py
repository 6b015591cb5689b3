"""The tables by structure, start, shapes, error and template: released analyses, and plain loops."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import pytest
from click.testing import CliRunner

from symcause.cli.main import cli
from symcause.families.shapeworld.documents.scope_part import ClassPart
from symcause.families.shapeworld.documents.score_document import ShapeWorldScore
from symcause.families.shapeworld.scoring.answer_summary import ShapeWorldSummary
from symcause.families.shapeworld.scoring.answer_tables import tables
from symcause.families.shapeworld.scoring.release_tables import TEMPLATES
from symcause.scoring.bootstrap import Bootstrap
from tests.shapeworld.cases import shared

Tables = dict[str, list[dict[str, Any]]]


def scored(*files: Path) -> Tables:
    done = CliRunner().invoke(cli, ["score", *map(str, files), "--json", "--bootstrap", "0"])
    assert done.exit_code == 0, done.output
    found = json.loads(done.output.splitlines()[-1])["summary"]["tables"]
    return {
        table["key"]: [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]]
        for table in found
    }


@pytest.mark.parametrize("version", ["head", "feb2025"])
def test_the_released_analysis_of_every_results_table(version: str) -> None:
    folder = shared(f"released/{version}")
    analysed = json.loads((folder / "released_analysis.json").read_text())
    for name, theirs in analysed.items():
        ours = scored(folder / "results" / name)
        rows = {row["structure"]: row for row in ours["structures"]}
        for row in theirs["structure_analysis"]:
            own = rows[row["structure"]]
            assert own["right"] == pytest.approx(100 * row["accuracy|mean"])
            assert own["se"] == pytest.approx(100 * row["accuracy|std"])
        for row in theirs["structure_analysis_std"]:
            own = rows[row["structure"]]
            assert own["mean of starts"] == pytest.approx(100 * row["accuracy|mean|mean"])
            assert own["min"] == pytest.approx(100 * row["accuracy|mean|min"])
            assert own["max"] == pytest.approx(100 * row["accuracy|mean|max"])
            assert own["se of starts"] == pytest.approx(100 * row["accuracy|mean|std"])
        told = [(row["structure"], row["error"], row["count"]) for row in theirs["error_analysis"]]
        found = [(row["structure"], row["error"], row["count"]) for row in ours.get("errors", [])]
        assert sorted(found) == sorted(told)


def made(rng: random.Random) -> list[ShapeWorldScore]:
    rows = []
    for number in range(150):
        structure = rng.choice(["direct", "mediation", "random"])
        starts = ["{0, 1, 2, 3}", "{0, 1, 2, 3, 4}"] if structure == "random" else ["{}", "{0, 1}"]
        rows.append(
            ShapeWorldScore(
                family="shapeworld",
                problem=f"p{number}",
                model=rng.choice("ab"),
                scope=ClassPart(name="all"),
                verdict="unknown",
                structure=structure,
                start=rng.choice([*starts, "{0, 1, 2}"] if structure == "mediation" else starts),
                answer="yes",
                truth=rng.choice(["yes", "no"]),
                right=rng.random() < 0.6,
                interventions=rng.randrange(6),
                logged=False,
                mark=rng.choice([None, None, "invalid action"]),
                template=rng.choice(TEMPLATES[:2]),
            )
        )
    return rows


@pytest.mark.parametrize("seed", range(6))
def test_random_rows_against_plain_loops(seed: int) -> None:
    rows = made(random.Random(seed))
    summary = ShapeWorldSummary()
    for row in rows:
        summary.take(row, "results.csv")
    found = {
        table.key: [
            dict(zip(table.columns, [cell.value for cell in row], strict=True))
            for row in table.rows
        ]
        for table in tables(summary, Bootstrap(0))
    }
    for row in found["structures"]:
        own = [r for r in rows if (r.model, r.structure) == (row["model"], row["structure"])]
        by_start = defaultdict(list)
        for each in own:
            by_start[each.start].append(float(bool(each.right)))
        means = [100 * fmean(values) for values in by_start.values()]
        assert row["cases"] == len(own)
        assert row["right"] == pytest.approx(100 * fmean(float(bool(r.right)) for r in own))
        assert (row["min"], row["max"]) == (pytest.approx(min(means)), pytest.approx(max(means)))
        assert row["mean of starts"] == pytest.approx(fmean(means))
        assert row["se of starts"] == pytest.approx(stdev(means) / len(means) ** 0.5)
    wanted: dict[tuple[str, int], list[bool]] = defaultdict(list)
    for each in rows:
        size = {"direct": 2, "mediation": 3}.get(
            each.structure or "", (each.start or "").count(",") + 1
        )
        if each.start == "{" + ", ".join(map(str, range(size))) + "}":
            wanted[each.model, size].append(bool(each.right))
    shown = {(r["model"], r["shapes"]): (r["cases"], r["right"]) for r in found["shapes"]}
    assert shown.keys() == wanted.keys()
    for key, values in wanted.items():
        assert shown[key] == (len(values), pytest.approx(100 * fmean(values)))
    for row in found["templates"]:
        own = [
            r for r in rows if r.template == row["template"] and row["model"] in ("all", r.model)
        ]
        assert (row["cases"], row["all"]) == (
            len(own),
            pytest.approx(fmean(bool(r.right) for r in own)),
        )
    best = {row["model"]: row["template"] for row in found["templates"] if row["best"]}
    for model, template in best.items():
        shares = {r["template"]: r["all"] for r in found["templates"] if r["model"] == model}
        assert shares[template] == max(shares.values())
    assert sum(row["count"] for row in found["errors"]) == sum(r.mark is not None for r in rows)
