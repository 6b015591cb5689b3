"""What a paper or a talk takes from an audit: tables, a figure of its size, a slide, data frames."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from statistics import median
from typing import Any
from xml.etree import ElementTree

import pytest

import symcause
from symcause.cli.main import main

POOL = Path(__file__).resolve().parents[2] / "examples" / "pool.jsonl"


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[Any, str, str]:
    with pytest.raises(SystemExit) as stop:
        main([*map(str, arguments)])
    return stop.value.code, *capsys.readouterr()


@pytest.fixture
def pool(tmp_path: Path) -> Path:
    """The examples, two of them in a stratum of their own, and one that cannot be read."""
    lines = [json.loads(line) for line in POOL.read_text("utf-8").splitlines()]
    for document in lines[:2]:
        document["metadata"] = {"stratum": "pilot_1"}
    path = tmp_path / "pool.jsonl"
    text = "".join(json.dumps(line) + "\n" for line in lines)
    path.write_text(text + '{"format": "symcause.boolean/1", "id": "bad"}\n', "utf-8")
    return path


def blocks(text: str) -> dict[str, list[dict[str, str]]]:
    found: dict[str, list[dict[str, str]]] = {}
    for block in text.split("\n\n"):
        rows = list(csv.DictReader(io.StringIO(block)))
        found[rows[0]["table"]] = rows
    return found


def test_the_tables_say_what_the_audits_say(pool: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "audit", pool, "--table", "csv")
    assert code == 2 and "bad" in err  # one could not be read, and is in the table
    tables = blocks(out.strip())
    by_name = {row["Problem"]: row for row in tables["audits"]}
    counts: dict[str, list[int]] = {}
    for problem in symcause.load_pool(POOL):
        found = symcause.audit(problem)
        row = by_name.pop(problem.id)
        assert (row["Verdict"], row["Models"]) == (found.verdict, str(found.count))
        assert row["Settled"] == ("yes" if found.settled else "no")
        assert isinstance(found.count, int)
        counts.setdefault(row["Stratum"], []).append(found.count)
    assert [row["Verdict"] for row in by_name.values()] == ["not read"]
    for row in tables["strata"]:
        known = [n for own in counts.values() for n in own]
        known = known if row["Stratum"] == "all" else counts.get(row["Stratum"], [])
        settled = sum(number == 1 for number in known)
        kinds = ("Settled", "Open", "Faulty", "Unknown", "Failed")
        assert int(row["Problems"]) == sum(int(row[kind]) for kind in kinds)
        assert int(row["Settled"]) == settled
        if known:
            assert float(row["Median models"]) == median(known)
            assert float(row["Share settled"]) == settled / int(row["Problems"])
    assert {row["Stratum"] for row in tables["strata"]} >= {"pilot_1", "not read", "all"}


@pytest.mark.parametrize("form", ["latex", "markdown"])
def test_names_are_escaped(form: str, pool: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "audit", pool, "--table", form)
    assert "pilot\\_1" in out and "pilot_1" not in out.replace("pilot\\_1", "")
    heads = {"latex": r"\\begin\{table\}", "markdown": r"\*\*Audits"}
    assert len(re.findall(heads[form], out)) == 2
    assert "AMBIGUOUS" not in out and "problems," not in out  # nothing else is printed


def test_the_figure_has_a_size_on_paper(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    figure, slide = tmp_path / "f.svg", tmp_path / "s.svg"
    code, out, _ = run(
        capsys, "audit", POOL, "--figure", figure, "--slide", slide, "--table", "csv"
    )
    assert code == 1
    root = ElementTree.fromstring(figure.read_bytes())
    assert root.get("width") == "94.7mm"
    settled = sum(row["Settled"] == "yes" for row in blocks(out.strip())["audits"])
    root = ElementTree.fromstring(slide.read_bytes())
    width, height = (float(v) for v in str(root.get("viewBox")).split()[2:])
    assert abs(width / height - 16 / 9) < 0.01
    texts = [text for element in root.iter() if (text := (element.text or "").strip())]
    assert f"The evidence settles {settled} of 9 problems" in texts
    assert any(text.startswith("pool.jsonl · ") and "symcause" in text for text in texts)
    tags = [element.tag.rpartition("}")[2] for element in root.iter()]
    assert tags.count("circle") >= 9  # every problem is drawn
    first = figure.read_bytes(), slide.read_bytes()
    run(capsys, "audit", POOL, "--figure", figure, "--slide", slide)
    assert (figure.read_bytes(), slide.read_bytes()) == first


def test_pdf_where_it_can_be_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    figure = tmp_path / "f.pdf"
    code, _, err = run(capsys, "audit", POOL, "--figure", figure)
    try:
        import matplotlib  # type: ignore[import-not-found, unused-ignore] # noqa: F401
    except ImportError:
        assert code == 2 and "matplotlib is not installed" in err and not figure.exists()
    else:
        assert figure.read_bytes().startswith(b"%PDF")


def test_what_cannot_be_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, told in (
        (("--figure", tmp_path / "f.png"), "--figure: which format?"),
        (("--slide", tmp_path / "s.pptx"), "--slide: which format?"),
        (("--table", "csv", "--json"), "--table and --json do not go together"),
        (("--figure", tmp_path / "nowhere" / "f.svg"), "nowhere"),
    ):
        code, _, err = run(capsys, "audit", POOL, *arguments)
        assert code == 2 and told in err and not list(tmp_path.iterdir())


def test_reports_become_frames() -> None:
    pandas = pytest.importorskip("pandas")
    problems = list(symcause.load_pool(POOL))
    frame = pandas.concat([symcause.audit(problem).to_pandas() for problem in problems])
    assert list(frame["problem"]) == [problem.id for problem in problems]
    assert list(frame["count"]) == [symcause.count(problem).count for problem in problems]
    assert len(symcause.count(problems[0]).to_pandas()) == 1


def test_what_has_no_verdict_is_neither_settled_nor_unknown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A text graph is audited without a verdict; a certificate beside a problem is no problem."""
    path, text = tmp_path / "unique.json", POOL.parent / "flood.txt"
    path.write_bytes((POOL.parent / path.name).read_bytes())
    proof = tmp_path / "unique.certificate.json"
    assert run(capsys, "audit", path, "--certificate", proof)[0] == 0
    code, out, err = run(capsys, "audit", tmp_path, text, "--table", "csv")
    rows = {row["Stratum"]: row for row in blocks(out.strip())["strata"]}
    assert (code, err) == (0, "") and len(blocks(out.strip())["audits"]) == 2
    told = rows["text graphs"]
    assert told["Problems"] == "1" and {told[head] for head in list(told)[3:]} == {"–"}
    assert (rows["all"]["Problems"], rows["all"]["Unknown"]) == ("2", "0")
    assert float(rows["all"]["Share settled"]) == 1.0


def test_a_problem_without_an_id_has_a_dash(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "pool.jsonl"
    path.write_text(POOL.read_text("utf-8").splitlines()[0] + "\n{}\n", "utf-8")
    code, out, _ = run(capsys, "audit", path, "--table", "csv")
    assert code == 2 and [row["Problem"] for row in blocks(out.strip())["audits"]][1] == "–"


def test_what_ran_out_of_time_is_unknown(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "audit", POOL, "--table", "csv", "--timeout", "0.000001")
    (row,) = (row for row in blocks(out.strip())["strata"] if row["Stratum"] == "all")
    parts = ("Settled", "Open", "Faulty", "Unknown", "Failed")
    assert sum(int(row[part]) for part in parts) == int(row["Problems"]) and int(row["Unknown"])


ONE = ("unique.json", "crystal.json", "shapes.json", "boats.json", "statements.json", "flood.txt")


@pytest.mark.parametrize("name", ONE)
def test_one_problem_has_the_picture_of_its_page(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of every family; what nothing is known of but one number is no picture, nor is how long it took."""
    figure, slide, again = (tmp_path / f"{part}.svg" for part in ("figure", "slide", "again"))
    for path in (figure, again):
        assert run(capsys, "audit", POOL.parent / name, "--figure", path, "--slide", slide)[0] == 0
    assert figure.read_bytes() == again.read_bytes()
    page = tmp_path / "page.html"
    run(capsys, "audit", POOL.parent / name, "--html", page)
    shown = page.read_text("utf-8")
    texts = [(element.text or "").strip() for element in ElementTree.parse(figure).iter()]
    labels = [text for text in texts if text and "{" not in text]  # without the style sheet
    assert labels and "seconds per problem" not in labels
    assert all(json.dumps(word)[1:-1] in shown or word in shown for word in labels)
    root = ElementTree.fromstring(slide.read_bytes())
    width = float(str(root.get("viewBox")).split()[2])
    (source,) = (e.text or "" for e in root.iter() if (e.text or "").startswith(f"{name} · "))
    assert len(source) * 6.5 < width


def test_a_long_finding_says_that_it_goes_on() -> None:
    from markupsafe import Markup

    from symcause.reports.figures.figure import Figure
    from symcause.reports.paper.paper_figure import slide

    drawn = Figure("k", "T", Markup('<svg viewBox="0 0 300 100"></svg>'), (), ())
    for words, ends in ((4, False), (60, True)):
        assert ("…</text>" in slide(drawn, "finding " * words, "a.json")) == ends
