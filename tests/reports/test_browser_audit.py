"""The page of an audit: what is open stands out, edges light the cells that force them, tables fit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from symcause.audits.question import ask
from symcause.formats.pools.problem_files import read_problem
from tests.reports.cases import EXAMPLES, boolean, linear, write_page
from tests.reports.chromium import Page, needs_chromium
from tests.reports.kinds import run_page
from tests.reports.looking import looked_at
from tests.reports.test_suggestions import LAMP

pytestmark = needs_chromium

CUT = """[...document.querySelectorAll(".scroll, .world")].filter((box) => box.querySelector("table"))
  .filter((box) => box.scrollWidth > box.clientWidth + 1)
  .map((box) => box.getAttribute("aria-label") || box.className)"""

LIT = "[...document.querySelectorAll('td.lit[data-cell]')].map((cell) => cell.dataset.cell)"


def test_a_boolean_audit(page: Page, tmp_path: Path) -> None:
    page.open(write_page(tmp_path / "a.html", boolean("corner")))
    told = "[...document.querySelectorAll('#graph .node.unsettled text')].map((text) => text.textContent)"
    assert page.run(told) == ["X5"]
    assert "mechanism still open" in page.run(
        "document.querySelector('#graph .legend').textContent"
    )
    headline, sentence = page.run(
        "[document.querySelector('h1').textContent, document.querySelector('.sentence').textContent]"
    )
    assert headline == "Ambiguous: 8 models explain the evidence"
    assert sentence == (
        "The graph is settled, the function of X5 is not. 3 of its 16 inputs were never seen: "
        "X3 X4 X6 X7 = 0000, 1100, 1101."
    )
    facts = page.run("[...document.querySelectorAll('.hero dl div')].map((f) => f.textContent)")
    assert facts[4] == "classat most 4 causes each, as the problem states"
    assert not [fact for fact in facts if fact.startswith("models")]
    assert page.run(LIT) == []
    page.click("#graph .matrix [data-e='2-4']")
    lit = page.run(LIT)
    assert lit and {cell.split("-")[2] for cell in lit} == {"2", "4"}  # X3 and X5 of some rows
    assert page.run("document.querySelectorAll('#graph .edge.lit').length") == 1
    said = page.run("document.querySelector('.why').textContent")
    assert said.startswith("X3 → X5. Without X3 no mechanism of the class gives X5 its values in ")
    page.run(
        "document.querySelector('#graph [data-e=\"0-1\"].edge').dispatchEvent(new Event('click'))"
    )
    assert page.run(LIT) and page.run(LIT) != lit
    page.click("#graph .matrix [data-e='0-1']")  # once more: nothing is lit
    assert page.run(LIT) == [] and page.complaints == []


def test_a_linear_audit(page: Page, tmp_path: Path) -> None:
    page.resize(390, 900, mobile=True)
    page.open(write_page(tmp_path / "l.html", linear()))  # ambiguous: with two members to play with
    assert page.becomes(CUT, []) == []
    problem = read_problem(EXAMPLES / "crystal.json")
    page.open(write_page(tmp_path / "c.html", (problem, ask("audit", problem))))
    assert page.becomes(CUT, []) == []
    keys = page.run(
        "[...document.querySelectorAll('.matrix .asked')].map((cell) => cell.dataset.e)"
    )
    assert keys
    page.run(f"document.querySelector('.matrix [data-e=\"{keys[0]}\"]').click()")
    lit = page.run(LIT)
    assert lit
    seen = (
        "[...document.querySelectorAll('td.lit[data-cell]')].every((cell) => cell.offsetWidth > 0)"
    )
    assert page.becomes(seen, True) is True  # the column of the lit cells is the one that is shown
    assert (
        page.run("document.querySelector('.why').textContent")
        .partition(". ")[2]
        .startswith("Forced by ")
    )


@pytest.mark.parametrize("name", ["ambiguous", "hidden-roots"])
def test_no_table_is_cut_on_a_telephone(page: Page, tmp_path: Path, name: str) -> None:
    page.resize(390, 900, mobile=True)
    page.open(write_page(tmp_path / "a.html", boolean(name)))
    assert page.becomes(CUT, []) == []


def test_where_cells_may_be_disturbed_their_number_is_the_first_picture(
    page: Page, tmp_path: Path
) -> None:
    (tmp_path / "lamp.json").write_text(json.dumps(LAMP), encoding="utf-8")
    path = run_page("audit", "HERE/lamp.json", "--errors", "4")(tmp_path)
    looked_at(page, path, first="#spectrum svg")
    page.open(path)
    order = page.run("[...document.querySelectorAll('main section')].map((part) => part.id)")
    assert order[:2] == ["spectrum", "space"] and "graph" in order
