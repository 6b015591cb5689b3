"""Pages of evidence that errs, has holes or comes with knowledge: what plain rows do not show is seen."""

from __future__ import annotations

import json
import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import symcause
from symcause.boolean import BooleanProblem
from symcause.families.boolean.report.page.packed_models import read_model
from symcause.models.variable_names import natural
from tests.boolean.asking import audited
from tests.evidence.facts import FACTS
from tests.evidence.latent_cases import shown
from tests.evidence.test_errors import F05
from tests.evidence.test_errors import FACTS as ERRING
from tests.evidence.test_latent import ROOT
from tests.evidence.test_told import LATENT
from tests.reports.cases import write_page
from tests.reports.chromium import Page, needs_chromium
from tests.reports.looking import HEIGHT, looked_at, seen_at_once
from tests.reports.test_browser import PLAY, quiet

pytestmark = needs_chromium

KNOWN = {"require": ["A->B"], "signs": {"B->C": "+"}}
FILED: dict[str, dict[str, Any]] = {
    "noisy": F05 | {"knowledge": KNOWN},
    "partial": FACTS["f11"],
    "closest": ERRING["one disturbed cell"][0],
    "latent": LATENT,
    "exact": ERRING["the margin of a unique problem"][0],
}
_CELLS = """[...document.querySelectorAll('#worlds .bits tbody td')].filter((td) => td.matches('%s'))
  .map((td) => td.textContent + ' ' + td.getAttribute('aria-label'))"""


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("evidence")
    made = {}
    for name, filed in FILED.items():
        problem = symcause.problem(filed)
        assert isinstance(problem, BooleanProblem)
        made[name] = write_page(folder / f"{name}.html", (problem, audited(problem)))
    return made


def cells(page: Page, kind: str) -> list[str]:
    found = page.run(_CELLS % kind)
    assert isinstance(found, list)
    return found


def test_disturbed_cells_are_ringed(page: Page, pages: dict[str, Path]) -> None:
    page.open(pages["noisy"])
    assert page.complaints == []
    assert cells(page, ".disturbed") == [
        "1 B 1, disturbed: the mechanism gives 0",
        "0 B 0, disturbed: the mechanism gives 1",
    ]
    legend = page.run("document.querySelector('#worlds').textContent")
    assert "A ringed value is disturbed" in legend and "was not observed" not in legend


def test_an_unobserved_cell_that_follows_shows_its_value_in_grey(
    page: Page, pages: dict[str, Path]
) -> None:
    page.open(pages["partial"])
    assert page.complaints == []
    found = cells(page, ".hole")
    assert found == ["1 B 1, not observed, but the same in every model"]
    style = "getComputedStyle(document.querySelector('#worlds .entailed'))"
    assert page.run(f"{style}.fontStyle") == "italic"
    assert "every model that is left agrees" in page.run(
        "document.querySelector('#worlds').textContent"
    )


def test_an_unobserved_cell_that_is_open_shows_a_question_mark(page: Page, tmp_path: Path) -> None:
    problem = symcause.problem(FACTS["f11"] | {"worlds": _with_row(FACTS["f11"], "??0")})
    assert isinstance(problem, BooleanProblem)
    page.open(write_page(tmp_path / "open.html", (problem, audited(problem))))
    assert page.complaints == []
    assert cells(page, ".hole:not(.entailed)") == ["? A ?, not observed", "? B ?, not observed"]


def test_a_latent_variable_is_a_column_of_question_marks(
    page: Page, pages: dict[str, Path]
) -> None:
    page.open(pages["latent"])
    assert page.complaints == []
    assert cells(page, ".hole") == ["? L ?, not observed"] * 2


def _with_row(filed: dict[str, Any], row: str) -> list[dict[str, Any]]:
    first = filed["worlds"][0]
    return [first | {"rows": [*first["rows"][:4], row]}]


def test_the_margin_has_a_picture(page: Page, pages: dict[str, Path]) -> None:
    page.open(pages["exact"])
    flips = "[...document.querySelectorAll('#margin .flip')].map((td) => td.textContent)"
    found = page.run(flips)
    assert len(found) == 2 and set(found) <= {"0→1", "1→0"}
    assert "Another model fits only if at least 2 cells are wrong" in page.run(
        "document.querySelector('#margin').textContent"
    )
    page.open(pages["closest"])
    assert page.run(f"{flips}.length") == 1
    page.open(pages["noisy"])
    rows = page.run("document.querySelectorAll('#margin .flips tbody tr').length")
    assert rows == 3 and page.run(f"{flips}.length") == 5
    alone = "[...document.querySelectorAll('#margin .alone tr')].map((tr) => tr.textContent)"
    assert page.run(alone) == ["C3■■■", "B4■■■■"]


def test_where_nothing_fits_what_comes_closest_is_the_picture(
    page: Page, pages: dict[str, Path]
) -> None:
    page.resize(1280, HEIGHT)
    page.open(pages["closest"])
    said = "document.querySelector('%s').textContent"
    assert page.run(said % "h1") == "Inconsistent: no model explains the evidence"
    assert page.run(said % ".sentence") == "2 models come closest: each misses 1 cell."
    seen_at_once(page, "#margin.first", "closest")
    assert page.run("document.querySelector('#graph, #variables')") is None
    assert "symcause audit pool --errors 1" in page.run(said % ".next")


def test_columns_of_which_nothing_is_known_are_left_out(page: Page, pages: dict[str, Path]) -> None:
    heads = "[...document.querySelectorAll('#variables thead th')].map((h) => h.textContent)"
    page.open(pages["noisy"])
    assert page.run(heads)[3:] == ["scored cells", "fits", "status"]
    assert "Shortcuts" not in page.run("document.querySelector('#variables').textContent")
    page.open(pages["exact"])
    assert page.run(heads)[3:5] == ["coverage", "scored cells"] and "local" in page.run(heads)


def test_latent_variables_leave_behaviours(page: Page, pages: dict[str, Path]) -> None:
    page.open(pages["latent"])
    said = page.run("document.querySelector('.hero').textContent")
    assert "Ambiguous: 7 behaviours explain the evidence" in said
    assert "Models that behave alike count once." in said
    apart = page.run("document.querySelector('#alternatives').textContent")
    assert "only the model marked − allows the state A=1 B=0" in apart
    assert "behave alike count one by one" in page.run(
        "document.querySelector('#profile').textContent"
    )


def test_knowledge_stands_beside_the_class(page: Page, pages: dict[str, Path]) -> None:
    page.open(pages["noisy"])
    facts = page.run(
        "[...document.querySelectorAll('.hero .facts > div')].map((f) => f.textContent)"
    )
    place = next(i for i, fact in enumerate(facts) if fact.startswith("class"))
    assert facts[place + 1] == (
        "known beforehandA affects B. If B affects C, then more of B never means less of C."
    )


@pytest.mark.parametrize("name", FILED)
def test_they_can_be_read_everywhere(page: Page, pages: dict[str, Path], name: str) -> None:
    looked_at(page, pages[name])


@pytest.mark.parametrize("name", ["confounded", "a latent root"])
def test_the_player_compares_what_can_be_read(page: Page, tmp_path: Path, name: str) -> None:
    """Every intervention and context: cells light up where the other model never shows what is seen."""
    problem = symcause.problem(LATENT if name == "confounded" else ROOT)
    assert isinstance(problem, BooleanProblem)
    document = audited(problem)
    page.open(write_page(tmp_path / "play.html", (problem, document)))
    names, latent = problem.variables, problem.latent
    hidden = {names.index(v) for v in latent}
    assert document.member is not None and document.alternatives
    assert not page.run(f"document.querySelectorAll('[data-do=\"{min(hidden)}\"]').length")
    told_apart = 0
    for number, found in enumerate(document.alternatives[:3]):
        page.run(f"document.getElementById('tab-{number}').click()")
        pair = [read_model(m.mechanisms, m.roots) for m in (document.member, found)]
        assert pair[0] is not None and pair[1] is not None
        best = page.run("document.querySelector('.player .outcome').textContent")
        assert ("never in" in best) == (found.experiment is not None)
        readable = [v for v in names if v not in latent]
        done: list[dict[str, int]] = [{}, *({v: b} for v in readable for b in (0, 1))]
        trials = [
            (
                [(names.index(v), b) for v, b in do.items()],
                [(names.index(v), b) for v, b in zip(pair[0].roots, bits, strict=True)],
            )
            for do in done
            for bits in product((0, 1), repeat=len(pair[0].roots))
        ]
        for (clamped, context), seen in zip(
            trials, page.run(PLAY % json.dumps(trials)), strict=True
        ):
            do = {names[v]: b for v, b in clamped}
            can = [shown(m, latent, do) for m in pair if m is not None]
            given = {names[v]: bit for v, bit in (*context, *clamped)}
            states = [m.run(given, list(do), 1) for m in pair if m is not None]
            visible = [tuple(s[v] for v in natural(s) if v not in latent) for s in states]
            apart = visible[0] not in can[1], visible[1] not in can[0]
            lit = {i for i, v in enumerate(names) if states[0][v] != states[1][v]} - hidden
            assert set(seen["lit"]) == (lit if any(apart) else set())
            assert (seen["outcome"].count("never in")) == sum(apart)
            only = len(can[0] - can[1]), len(can[1] - can[0])
            assert [int(n) for n in re.findall(r"(\d+) states?", seen["told"])] == list(only)
            told_apart += any(apart)
    assert told_apart
    quiet(page, tmp_path / "play.html")
