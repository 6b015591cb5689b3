"""Pools with stored answers begin with what is stored against what follows, on pages and on slides."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import symcause
from symcause.audits.errata import erratum_of
from symcause.bounds.reports_bounds import STORED_BOXES, STORED_SQUARES
from symcause.families.cpt.documents.question_documents import CptAudit
from symcause.families.cpt.report.audit_story import number_words
from symcause.families.statements.documents.audit_document import StatementsAudit
from symcause.reports.figures.stored_answers import Shares, StoredAnswer, stored_headline
from symcause.reports.figures.stored_figure import stored_figure
from symcause.reports.views.pool_index import Index
from symcause.reports.views.result_view import view_of
from tests.cli.test_score import run

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
POOLS = ("labels.jsonl", "percentages.jsonl")
HEADINGS = {
    "labels.jsonl": "1 of 6 stored labels follows from its statements",
    "percentages.jsonl": "1 of 7 stored answers follows from its numbers; 5 are settled by none",
}


def index_of(name: str) -> dict[str, Any]:
    index = Index(name)
    for problem in symcause.load_pool(EXAMPLES / name):
        audit = symcause.audit(problem)
        index.add(audit, view_of(audit, problem))
    return index.to_dict()


def shown_rows(name: str) -> dict[str, dict[str, str]]:
    """What the picture's data has, by item."""
    main = index_of(name)["main"]
    return {row["item"]: row for row in csv.DictReader(io.StringIO(main["csv"]))}


@pytest.mark.parametrize(("name", "heading"), HEADINGS.items())
def test_the_page_begins_with_the_finding(name: str, heading: str) -> None:
    index = index_of(name)
    assert index["heading"] == heading and index["main"]["key"] == "stored"
    assert "facts" not in index and [fact[0] for fact in index["footer"]] == [
        "median time",
        "worst time",
    ]
    assert not any(figure["key"] == "seconds" for figure in index["figures"])


@pytest.mark.parametrize("name", POOLS)
def test_an_item_is_as_red_as_its_erratum(name: str) -> None:
    """Right items are blue, whatever their verdict; red is named for what it is."""
    index = index_of(name)
    columns = index["columns"]
    rows = {row[0]: dict(zip(columns, row, strict=True)) for row in index["items"]}
    for problem in symcause.load_pool(EXAMPLES / name):
        audit = symcause.audit(problem)
        erratum = erratum_of(problem, audit, None)
        row = rows[str(audit.problem)]
        wanted = {None: "unique", "open": "ambiguous", "reading": "ambiguous"}
        assert row["tone"] == wanted.get(erratum and erratum.kind, "broken"), audit.problem
        assert (row[index["by"]] == "right") == (erratum is None)
        if erratum is not None and erratum.kind == "wrong":
            assert row[index["by"]] in ("wrong label", "wrong answer")


@pytest.mark.parametrize("name", POOLS)
def test_numbers_of_the_picture_are_those_of_the_documents(name: str) -> None:
    rows = shown_rows(name)
    right = 0
    for problem in symcause.load_pool(EXAMPLES / name):
        audit = symcause.audit(problem)
        row = rows[str(audit.problem)]
        right += row["comes to"] == "right"
        match audit:
            case StatementsAudit(count=int(count), holds_in=holds):
                assert row["stored"] == str(audit.gold)
                if count > 1:
                    assert row["shown by"] == f"true in {holds} of {count} DAGs"
            case CptAudit(low=str(low), high=str(high)) if low != high:
                ends = (number_words(low), number_words(high))
                assert row["shown by"].strip("in [()]").split(", ") == [
                    end.replace("-", "−").replace("about", "≈") for end in ends
                ]
                assert row["stored"] == audit.gold
    assert HEADINGS[name].startswith(f"{right} of {len(rows)} ")


def test_the_slide_says_what_the_page_says(tmp_path: Path) -> None:
    slide = tmp_path / "talk.svg"
    done = run("audit", EXAMPLES / "percentages.jsonl", "--slide", slide)
    assert done.exit_code in (0, 1), done.stderr
    text = slide.read_text("utf-8")
    headline = " ".join(re.findall(r'class="headline">([^<]*)<', text))
    assert headline == HEADINGS["percentages.jsonl"] and "seconds per problem" not in text


def items(number: int) -> list[StoredAnswer]:
    kinds = ("right", "wrong", "open", "reading")
    return [
        StoredAnswer(
            f"item {i}",
            "asked",
            "1",
            "0",
            kinds[i % 4],
            "label",
            "statements",
            "",
            Shares(3, 1, "DAG"),
        )
        for i in range(number)
    ]


def test_many_boxes_become_counts_by_kind() -> None:
    for number in (STORED_BOXES, STORED_BOXES + 1):
        drawn = items(number)
        figure = stored_figure(drawn, range(number))
        text = str(figure.svg)
        each = text.count("mote-link")
        assert each == (2 * number if number <= STORED_BOXES else 0)  # a box and a row
        counts = Counter(one.kind for one in drawn)
        assert f"✗ wrong label {counts['wrong']}" in text and len(figure.rows) == number
        assert figure.finding == stored_headline(drawn)


def test_many_members_become_a_share() -> None:
    for number in (STORED_SQUARES, STORED_SQUARES + 1):
        one = StoredAnswer("a", "asked", "1", "0", "wrong", shown=Shares(number, 2, "DAG"))
        filled = str(stored_figure([one], [0]).svg).count('class="mark"')
        assert filled == (2 if number == STORED_SQUARES else 1)


def test_a_wrong_value_beside_an_answer_that_follows_is_no_wrong_answer() -> None:
    one = StoredAnswer("a", "asked", "yes", "yes", "wrong", note="the stored value is another one")
    assert stored_headline([one]) == "1 of 1 stored answer follows from its evidence"
