"""Tables of logs and by suite: random rows against plain loops."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean

import pytest

from symcause.cli.main import main
from symcause.families.linear.documents.score_document import CommittedPart, LinearScore
from symcause.families.linear.scoring.score_summary import ScoreSummary
from symcause.scoring.score_table import Table


def made(rng: random.Random) -> list[LinearScore]:
    found = []
    for i in range(60):
        ended = rng.random()
        part = CommittedPart(
            unused=rng.choice([None, rng.random()]),
            fits=rng.choice([None, True, False]),
            misfit=rng.choice([None, 10 * rng.random()]),
            graphs=rng.choice([None, 1, 2, 7]),
            entailed=rng.choice([None, True, False]),
        )
        found.append(
            LinearScore(
                family="linear",
                problem=f"p{i % 20}",
                model=rng.choice("ab"),
                variables=rng.choice([3, 4]),
                valid=rng.random() < 0.8,
                target_within=ended < 0.4,
                submitted=None if 0.4 <= ended < 0.6 else "5",
                target_exact=rng.random() < 0.3,
                root_f1=rng.random(),
                edge_precision=rng.random(),
                edge_recall=rng.random(),
                edge_f1=rng.random(),
                shd=rng.choice([None, rng.randrange(7)]),
                target_edge_f1=rng.random(),
                coefficient_f1=rng.random(),
                coefficient_f1_released=rng.random(),
                final_graphs=rng.choice([None, 1, 5]),
                support=rng.choice([None, "justified", "unsupported", "refuted"]),
                imec=rng.choice([None, 1, 4]),
                commitment=rng.choice([part, part, None]),
            )
        )
    return found


def cells(table: Table) -> dict[tuple[object, ...], dict[str, object]]:
    labels = sum(head in ("Suite", "Model", "Variables", "Outcome") for head in table.columns)
    return {
        tuple(cell.value for cell in row[:labels]): {
            head: cell.value for head, cell in zip(table.columns, row, strict=True)
        }
        for row in table.rows
    }


COLUMNS = {
    **{"Valid": "valid", "Target": "target_exact", "Target ±5": "target_within"},
    **{"Root F1": "root_f1", "Edge P": "edge_precision", "Edge R": "edge_recall"},
    **{"Edge F1": "edge_f1", "SHD": "shd", "Target-edge F1": "target_edge_f1"},
    **{"Coefficient F1": "coefficient_f1", "Released coefficient F1": "coefficient_f1_released"},
    **{"Graphs left": "final_graphs", "IMEC": "imec"},
}


def average(values: Iterator[float | None]) -> object:
    known = [value for value in values if value is not None]
    return pytest.approx(fmean(known)) if known else None


@pytest.mark.parametrize("seed", range(6))
def test_random_rows(seed: int) -> None:
    answers, summary = made(random.Random(seed)), ScoreSummary()
    for i, score in enumerate(answers):
        summary._suites.setdefault(("", str(score.problem)), f"s{i % 20 % 2}")
        summary.take(score)

    def suite(score: LinearScore) -> str:
        return f"s{int(str(score.problem)[1:]) % 2}"

    def ended(score: LinearScore) -> str:
        return "right" if score.target_within else "wrong" if score.submitted else "no answer"

    for (of, model, n), row in cells(summary.table()).items():
        own = [s for s in answers if (suite(s), s.model) == (of, model)]
        own = own if n == "all" else [s for s in own if s.variables == n]
        assert row["n"] == len(own)
        for head, name in COLUMNS.items():
            assert row[head] == average(getattr(s, name) for s in own), head
    assert cells(summary.runs_table()).keys() == {(suite(s), s.model) for s in answers}
    for (of, model), row in cells(summary.runs_table()).items():
        own = [s for s in answers if (suite(s), s.model) == (of, model)]
        kinds = [s.support for s in own]
        assert [row[head] for head in ("Runs", "Right")] == [
            len(own),
            sum(s.target_within for s in own),
        ]
        told = ("Justified", "Unsupported", "Refuted")
        assert [row[head] for head in told] == [kinds.count(head.lower()) for head in told]
        assert row["Unknown"] == kinds.count(None)
        assert row["Lucky"] == sum(s.target_within and s.support == "unsupported" for s in own)
    found = cells(summary.commitment_table())
    assert len(found) == len({(suite(s), m, ended(s)) for s in answers for m in (s.model, "")})
    for (of, model, how), row in found.items():
        own = [s for s in answers if suite(s) == of and ended(s) == how]
        own = own if model == "all models" else [s for s in own if s.model == model]
        parts = [s.commitment for s in own if isinstance(s.commitment, CommittedPart)]
        assert row["n"] == len(own)
        assert row["Budget unused"] == average(p.unused for p in parts)
        assert row["Hypothesis fits"] == average(p.fits for p in parts)
        assert row["Misfit"] == average(p.misfit for p in parts)
        assert row["Graphs left"] == average(p.graphs for p in parts)
        several = (None if p.graphs is None else p.graphs > 1 for p in parts)
        assert row["Several graphs"] == average(several)
        assert row["Entailed"] == average(p.entailed for p in parts)


def test_every_model_has_a_row_of_all_sizes() -> None:
    """Also one that answered problems of one size only."""
    summary = ScoreSummary()
    for model, sizes in (("a", (3, 4)), ("b", (3, 3))):
        for n in sizes:
            summary.take(
                LinearScore(family="linear", problem=f"p{n}", model=model, variables=n, valid=True)
            )
    found = {label: row["n"] for label, row in cells(summary.table()).items()}
    assert found == {("a", 3): 1, ("a", 4): 1, ("a", "all"): 2, ("b", 3): 2, ("b", "all"): 2}


def test_suites_are_the_files_of_a_pool(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each problem belongs to the file that it stands in, also where the pool is a folder."""
    root = Path(__file__).resolve().parents[3] / "examples"
    suites = tmp_path / "suites"
    suites.mkdir()
    for suite, name in (("easy", "episode.json"), ("hard", "crystal.json")):
        problem = json.loads((root / name).read_text())
        (suites / f"{suite}.jsonl").write_text(json.dumps(problem))
    answers = [
        {"instanceId": problem, "model": "m", "response": "no idea"}
        for problem in ("episode", "crystal")
    ]
    told = tmp_path / "answers.jsonl"
    told.write_text("\n".join(map(json.dumps, answers)))
    with pytest.raises(SystemExit) as ended:
        main(["score", str(suites), str(told), "--group-by", "file", "--json"])
    assert ended.value.code == 0
    summary = json.loads(capsys.readouterr().out.splitlines()[-1])["summary"]
    table = next(t for t in summary["tables"] if t["key"] == "crystals")
    assert table["columns"][:2] == ["Suite", "Model"]
    assert [row[0] for row in table["rows"]] == ["easy", "hard"]
