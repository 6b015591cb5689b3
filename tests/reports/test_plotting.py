"""Pictures through matplotlib, cards in a notebook, and scores as figures and frames."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

import symcause
from symcause.errors import UsageError
from symcause.reports.figures.matplotlib_export import _path, _rules, plotted
from symcause.reports.svg import drawing, tag
from tests.scoring.cases import GOLD, demo

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
DRAWN = importlib.util.find_spec("matplotlib") is not None
needs = pytest.mark.skipif(not DRAWN, reason="matplotlib is not installed (symcause[plot])")


def test_paths_are_read_as_svg_means_them() -> None:
    points, codes = _path("M1 2L3 4H5v6l-1-1zM0 0C1 1 2 2 3 3", (10, 0))
    assert points[:5] == [(11, 2), (13, 4), (15, 4), (15, 10), (14, 9)]
    assert points[5] == (11, 2) and codes == [1, 2, 2, 2, 2, 79, 1, 4, 4, 4]
    assert _path("M1 1 2 2", (0, 0))[1] == [1, 2], "pairs behind a move are lines"


def test_the_style_sheet_is_understood() -> None:
    rules = _rules()
    assert rules and all(rule.compounds and rule.style for rule in rules)
    chain = [("svg", frozenset({"figure"})), ("g", frozenset({"edge", "always"}))]
    head = [*chain, ("path", frozenset({"head"}))]
    style = dict(pair for rule in rules if rule.matches(head) for pair in rule.style)
    assert style["stroke"] == "none" and style["fill"].startswith("#")


@pytest.mark.skipif(DRAWN, reason="matplotlib is installed")
def test_without_matplotlib_it_says_what_to_install() -> None:
    with pytest.raises(UsageError, match="matplotlib is not installed"):
        plotted(drawing(10, 10, "t", tag("circle", cx=1.0, cy=1.0, r=1.0)))


@needs
def test_models_problems_and_audits_are_plotted(tmp_path: Path) -> None:
    problem = symcause.load(EXAMPLES / "ambiguous.json")
    audit, member = symcause.audit(problem), symcause.space(problem).pick()
    for place, thing in enumerate((problem, audit, member)):
        path = tmp_path / f"{place}.pdf"
        thing.plot().savefig(path)  # type: ignore[union-attr]
        assert path.read_bytes().startswith(b"%PDF")


def _scores() -> symcause.api.Scores:
    problems = [demo(id=f"p{i}") for i in range(6)]
    right = json.dumps({"mechanisms": GOLD})
    rows = [{"instanceId": p.id, "model": "m$x", "response": right} for p in problems]
    return symcause.score(problems, rows)


@needs
def test_figures_of_scores_are_plotted(tmp_path: Path) -> None:
    figures = _scores().figures
    assert [figure.key for figure in figures] == ["exact", "lost"]
    for figure in figures:
        path = tmp_path / f"{figure.key}.png"
        figure.plot().savefig(path)
        assert path.read_bytes().startswith(b"\x89PNG")


def test_scores_show_themselves() -> None:
    scores = _scores()
    table = scores.table("main")
    assert table is not None
    assert "Main results" in str(table._repr_html_()) and "m$x" in str(table._repr_html_())
    assert all(figure._repr_svg_().startswith("<svg") for figure in scores.figures)


def test_cards_have_formulas_and_what_is_open() -> None:
    problem = symcause.load(EXAMPLES / "ambiguous.json")
    member = symcause.space(problem).pick()
    assert "mechanism" in str(member._repr_html_()) and "⊕" in str(member._repr_html_())  # type: ignore[union-attr]
    audit: Any = symcause.audit(problem)
    drawn = str(audit._repr_svg_())
    open_edges = [edge for edge, said in (audit.edges or {}).items() if said == "open"]
    assert drawn.count('class="edge some') == len(open_edges) > 6
    linear = symcause.audit(symcause.load(EXAMPLES / "crystal.json"))
    assert "<svg" in str(linear._repr_svg_())


@needs
def test_pictures_are_saved_as_pdf_too_whatever_names_hold(tmp_path: Path) -> None:
    from symcause.reports.figures.figure import Figure

    hostile = tag("text", r"$^{\foo}$ \$ a_b^ $x <b>", x=1.0, y=20.0)
    power = tag("text", "10", tag("tspan", "5", dy=-4.0), x=1.0, y=40.0)
    figure = Figure("k", "t", drawing(90, 50, "t", hostile, power), ("a",), ((1,),))
    figure.save(tmp_path)
    first = (tmp_path / "k.pdf").read_bytes()
    assert first.startswith(b"%PDF") and b"CreationDate" not in first
    figure.save(tmp_path)
    assert (tmp_path / "k.pdf").read_bytes() == first, "the same bytes every time"
