"""Pools of statements and of tables begin with what was found, on pages and on slides."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import symcause
from symcause.reports.views.pool_index import Index
from symcause.reports.views.result_view import view_of
from tests.cli.test_score import run

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def index_of(name: str) -> dict[str, Any]:
    index = Index(name)
    for problem in symcause.load_pool(EXAMPLES / name):
        found = symcause.audit(problem)
        index.add(found, view_of(found, problem))
    return index.to_dict()


@pytest.mark.parametrize(
    ("name", "heading"),
    [
        ("labels.jsonl", "4 of 6 with a stored label that does not follow"),
        ("percentages.jsonl", "1 of 7 with a stored answer that does not follow"),
    ],
)
def test_the_page_begins_with_the_finding(name: str, heading: str) -> None:
    found = index_of(name)
    assert found["heading"] == heading
    assert found["main"] is not None and found["main"]["key"] != "seconds"
    verdict, tone = map(found["columns"].index, ("verdict", "tone"))
    tones = {item[verdict]: item[tone] for item in found["items"]}
    wanted = {"entailed": "unique", "no": "unique", "open": "ambiguous", "inconsistent": "broken"}
    assert all(wanted[name] == meaning for name, meaning in tones.items())


def test_bars_say_how_many_come_to_each_verdict() -> None:
    main = index_of("percentages.jsonl")["main"]
    assert main["key"] == "verdicts" and "open,5" in main["csv"] and "no,2" in main["csv"]


def test_so_does_the_slide(tmp_path: Path) -> None:
    slide = tmp_path / "talk.svg"
    done = run("audit", EXAMPLES / "percentages.jsonl", "--slide", slide)
    assert done.exit_code in (0, 1), done.stderr
    text = slide.read_text("utf-8")
    assert "What 7 problems come to" in text and "seconds per problem" not in text
