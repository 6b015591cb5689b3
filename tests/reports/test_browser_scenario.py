"""The page of a scenario in a real browser: one axis, traps as two slopes, bands, stages."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from symcause.audits.documents import Result
from symcause.audits.question import answered, question
from symcause.families.scenario.documents.question_documents import ScenarioAudit
from symcause.families.scenario.files.document import read_scenario
from symcause.families.scenario.generator.scenario_drafts import kept_draft
from symcause.families.scenario.problem.problem import ScenarioProblem
from symcause.families.scenario.questions.audit import Audit
from symcause.families.scenario.questions.check import Check
from symcause.formats.pools.problem_files import read_problem
from tests.reports.cases import EXAMPLES, MARKUP, read_back, write_page
from tests.reports.chromium import Page, needs_chromium
from tests.reports.test_browser import ACCESSIBLE, quiet
from tests.scenario.audits.test_audit import ALTITUDE
from tests.scenario.cases import published

pytestmark = needs_chromium

Entry = tuple[ScenarioProblem, Result]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("scenarios")


def audited(problem: ScenarioProblem, effort: int = 3_000_000) -> Entry:
    return problem, answered(Audit(effort=effort), problem)


def heights(**changes: Any) -> ScenarioProblem:
    return read_scenario({**deepcopy(ALTITUDE), **changes})


def boats() -> ScenarioProblem:
    problem = read_problem(EXAMPLES / "boats.json")
    assert isinstance(problem, ScenarioProblem)
    return problem


def staged() -> ScenarioProblem:
    return heights(evaluate={"fleet": 100, "threshold": "0.95", "stage": "2"}, claims={})


def odd() -> list[Entry]:
    """Every verdict, no threshold, no history, no designs, names that are markup, audits cut short."""
    bare = deepcopy(ALTITUDE)
    for key in ("evaluate", "history", "claims"):
        del bare[key]
    fixed = {**deepcopy(bare), "design": {}, "constraints": []}
    fixed["variables"] = [{"name": "survived", "draw": {"bernoulli": "1/3"}}]
    hidden = {"records": ["altitude"], "select": "survived", "counts": False}
    problems = [
        staged(),
        heights(evaluate={"fleet": 100, "threshold": "0.5"}),
        heights(evaluate={"fleet": 100, "threshold": "0.72"}, claims={"gap": ["0.2", "0.3"]}),
        heights(observe=hidden),
        heights(constraints=["shield > 3"]),
        read_scenario(bare),
        read_scenario({**fixed, "stages": {}, "observe": {"counts": True}}),
        replace(heights(), id=f"heights {MARKUP}", notes=(MARKUP,)),
    ]
    found = [audited(problem) for problem in problems]
    late = question("audit", boats()).frame(boats()).halted("the time is up")
    check = answered(Check(answer='{"shield": 1}'), heights())
    early = next(iter(Audit(effort=1_000_000).answers(heights())))
    return [*found, (boats(), late), (heights(), check), (heights(), early)]


POINTS = """(() => {
  const circles = [...document.querySelectorAll('#traps figure')].map((figure) =>
    [...figure.querySelectorAll('circle')].map((c) => [c.textContent, Number(c.getAttribute('cy'))]));
  const rows = [...document.querySelectorAll('.wide-picture svg')].map((svg) =>
    [...svg.querySelectorAll('circle')].map((c) => c.textContent));
  return { circles, rows, titles: [...document.querySelectorAll('main h2')].map((h) => h.textContent),
    sweeps: [...document.querySelectorAll('#bands svg')].map((svg) => svg.getAttribute('aria-label')) };
})()"""


def test_twins_stand_side_by_side(page: Page, folder: Path) -> None:
    """One history, two optima, what the experiment shows; nothing where no twin is proven."""
    found = kept_draft("survivors", 2, Fraction(1, 50), "side by side", "made", twin=True)
    problem = read_scenario(found.document)
    document = answered(Audit(effort=1_000_000, twin=""), problem)
    path = write_page(folder / "twins.html", (problem, document))
    page.open(path)
    quiet(page, path)
    titles = page.run("[...document.querySelectorAll('#twin h3')].map((h) => h.textContent)")
    assert titles[:2] == ["One history", "Two optima"] and titles[2].endswith("of the experiment")
    marks = page.run(
        "[...document.querySelectorAll('#twin .wide-picture svg')[1].querySelectorAll('circle')]"
        ".map((c) => c.textContent)"
    )
    assert sum(text.startswith("best here, this scenario") for text in marks) == 1
    assert sum(text.startswith("best in the twin, its twin") for text in marks) == 1
    alone = write_page(folder / "alone.html", audited(problem))
    page.open(alone)
    assert page.run("document.getElementById('twin') === null")


def test_a_trap_is_seen_as_two_opposite_slopes(page: Page, folder: Path) -> None:
    path = write_page(folder / "boats.html", audited(boats()))
    page.open(path)
    quiet(page, path)
    shown = page.run(POINTS)
    assert shown["titles"][:3] == [
        "Optimum and threshold",
        "Survivors and population",
        "Value over each variable",
    ]
    contrast = {text.partition(": ")[0]: text.partition(": ")[2] for text, _ in shown["circles"][0]}
    assert set(contrast) == {"in the data", "when it is set"}
    assert contrast["in the data"].startswith("-") != contrast["when it is set"].startswith("-")
    done, seen = {}, {}
    for text, y in shown["circles"][1]:
        label, _, value = text.partition(": ")
        (done if label == "when it is set" else seen)[value] = y
    assert len(done) == len(seen) == 2
    first, last = done.values()
    assert first > last  # from open to coast, as the contrast goes: what is set rises on the page
    first, last = seen.values()
    assert first < last
    text = page.run("document.querySelector('[data-trap=water]').textContent")
    assert "trap proven" in text and "wrong way" in text


def test_the_axis_holds_every_named_design(page: Page, folder: Path) -> None:
    problem, document = audited(boats())
    assert isinstance(document, ScenarioAudit) and document.optimum is not None
    path = write_page(folder / "axis.html", (problem, document))
    page.open(path)
    (row,) = page.run(POINTS)["rows"]
    named = dict(text.rsplit(", value: ", 1) for text in row)
    assert {"default, history", "claimed optimum", "best known design"} <= named.keys()
    assert float(named["best known design"]) == round(float(Fraction(document.optimum.low)), 4)
    text = page.run("document.querySelector('.wide-picture svg').textContent")
    assert "threshold 0.7" in text and "optimum as claimed" in text


def test_sweeps_show_the_values_of_the_audit(page: Page, folder: Path) -> None:
    problem, document = audited(boats())
    assert isinstance(document, ScenarioAudit)
    path = write_page(folder / "sweeps.html", (problem, document))
    page.open(path)
    told = page.run(POINTS)["sweeps"]
    assert {sweep.variable for sweep in document.sweeps} == {"hull", "route"}
    for sweep in document.sweeps:
        (label,) = [text for text in told if text.startswith(f"Value over {sweep.variable}:")]
        for point in sweep.points:
            assert f"{point.value}: {float(Fraction(point.low)):.3f}" in label


def test_stage_1_stands_beside_stage_2(page: Page, folder: Path) -> None:
    problem, document = audited(staged())
    assert isinstance(document, ScenarioAudit)
    assert [design.name for design in document.stages.designs] == ["default", "best known"]
    path = write_page(folder / "stages.html", (problem, document))
    page.open(path)
    quiet(page, path)
    text = page.run("document.querySelector('#stages svg').textContent")
    assert "stage 1" in text and "stage 2" in text and "0.600 → 0.800" in text


def test_odd_audits_have_pages_too(page: Page, folder: Path) -> None:
    entries = odd()
    entries += [(p, read_back(d)) for p, d in entries if isinstance(d, ScenarioAudit)]
    path = write_page(folder / "odd.html", *entries)
    page.open(path)
    heads = page.run(
        "[...document.querySelectorAll('.pool-table thead th')].map((h) => h.textContent)"
    )
    assert {"threshold", "default", "traps proven"} <= set(heads)
    for place, (_, document) in enumerate(entries):
        page.go(f"p{place}")
        text = page.run("document.querySelector('.problem').textContent")
        assert not [w for w in ("undefined", "NaN", "[object", "null") if w in text], document
        assert page.run("window.hit === undefined")
    quiet(page, path)


@pytest.mark.few(2)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_nothing_overflows_and_letters_can_be_read(
    page: Page, folder: Path, width: int, scheme: str
) -> None:
    path = write_page(folder / "weather.html", audited(published("weather_noise"), 1))
    page.resize(width, 900)
    page.media(scheme=scheme)
    page.open(path)
    assert page.run("document.documentElement.scrollWidth") <= width
    smallest = page.run(
        "Math.min(...[...document.querySelectorAll('svg text')].filter((t) => t.getClientRects().length)"
        ".map((t) => parseFloat(getComputedStyle(t).fontSize) * t.ownerSVGElement.getBoundingClientRect()"
        ".width / t.ownerSVGElement.viewBox.baseVal.width))"
    )
    assert smallest >= 10.9
    shown = page.run(
        "['wide', 'narrow'].map((w) => document.querySelector(`.${w}-picture`).offsetHeight > 0)"
    )
    assert shown == [width > 800, width < 800]
    assert page.run(ACCESSIBLE) == []
