"""The lists of the papers' tables: what they name exists, and the pages say the same."""

from __future__ import annotations

import re
from typing import Any

import pytest
from click.testing import CliRunner

from symcause.cli.main import cli
from symcause.registry import families, load
from symcause.reports.table_formats import render
from symcause.scoring.paper_list import Paper
from tests.docs.walking import ROOT

SCORINGS: list[Any] = [load(family.scoring) for family in families() if family.scoring]
PAPERS: list[Paper] = [paper for kind in SCORINGS if (paper := kind.paper()) is not None]


def test_five_papers() -> None:
    assert {paper.name for paper in PAPERS} == {
        *("ReplaySCM", "CausaLab", "CausalLink", "CausalGame", "ReCITE")
    }


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_the_page_of_a_paper_has_its_list(paper: Paper) -> None:
    page = (ROOT / "docs" / "guides" / "paper-tables.md").read_text(encoding="utf-8")
    page = page.partition(f"\n### Tables of {paper.name}\n")[2].partition("\n## ")[0]
    lines = render([paper.table()], "markdown").splitlines()
    listed = [line for line in lines if line.startswith("|")]
    assert len(listed) > 5
    assert "\n".join(listed) in page


@pytest.mark.parametrize("form", ["text", "markdown", "csv", "latex", "json"])
def test_the_command_lists_them_all(form: str) -> None:
    done = CliRunner().invoke(cli, ["score", "--format", form, "--tables"])
    assert done.exit_code == 0, done.output
    for paper in PAPERS:
        assert paper.entries[0].what.split()[0] in done.output


NUMBERS = {
    "ReplaySCM": (42, 2),  # this many tables and figures in the paper; entries beyond it
    "CausaLab": (26, 0),
    "CausalLink": (8, 1),
    "CausalGame": (36, 0),
    "ReCITE": (38, 0),
}


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_every_table_and_figure_is_there_once(paper: Paper) -> None:
    wanted, beyond = NUMBERS[paper.name]
    numbers = [n for entry in paper.entries for n in _numbers(entry.number)]
    named = [entry for entry in paper.entries if not _numbers(entry.number)]
    assert len(named) == beyond
    assert len(numbers) == len(set(numbers)) == wanted


def _numbers(text: str) -> list[str]:
    """Tables A.1-A.3, B.1; Figure 2 -> one name each."""
    found = []
    for part in text.split(";"):
        kind = re.match(r"\s*(Table|Figure)s? (?=[A-Z]?\.?\d)", part)
        if kind is None:
            continue
        for piece in part[kind.end() :].split(","):
            first, _, last = piece.strip().partition("-")
            letter = first.rpartition(".")[0]
            low, high = (int(end.rpartition(".")[2]) for end in (first, last or first))
            found += [f"{kind[1]} {letter}{n}" for n in range(low, high + 1)]
    return found
