"""The space drawn, in a browser: counts and words are the document's in every state, keys work."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from symcause.audits.question import ask
from symcause.reports.space_drawing.drawing_sentences import headline, subline, switch_words
from symcause.reports.space_drawing.mark_layout import laid_out
from symcause.reports.space_drawing.page_data import page_data
from tests.reports.cases import MARKUP, write_page
from tests.reports.chromium import Page, needs_chromium
from tests.reports.drawings import NAMES, drawn, engine_count, problem_named
from tests.reports.looking import looked_at

pytestmark = needs_chromium

_LEFT = "document.querySelectorAll('.space-mark[data-mark][visibility=visible]').length"
_NUMBER = "document.querySelector('.space-count').textContent"


def written(folder: Path, name: str) -> Path:
    """The page of an audit."""
    problem = problem_named(name)
    return write_page(folder / f"{name}.html", (problem, ask("audit", problem)))


def begun(page: Page, path: Path) -> None:
    """The page with its drawing in place."""
    page.open(path)
    page.wait("document.querySelector('#space svg .space-mark')")


def test_words_and_counts_are_the_documents_in_every_state(page: Page, tmp_path: Path) -> None:
    page.open(written(tmp_path, "ambiguous"))
    compared = 0
    for name in NAMES:
        drawing = drawn(name)
        page.run(f"window.space = symcause.unpackSpace({json.dumps(page_data(drawing))}), 0")
        found = page.run(
            f"{json.dumps(drawing.states)}.map((state) => ({{...symcause.spaceWords(space, state),"
            " left: space.left(state).length,"
            " switches: space.evidence.map((_, k) => symcause.switchWords(space, state, k))}))"
        )
        for state, said in zip(drawing.states, found, strict=True):
            pieces = range(len(drawing.evidence))
            assert said == {
                "number": engine_count(name, state),
                "left": len(drawing.left(state)),
                "headline": headline(drawing, state),
                "subline": subline(drawing, state),
                "switches": [switch_words(drawing, state, k) for k in pieces],
            }
            compared += 1
    assert compared >= 100


def test_places_are_those_of_the_figure(page: Page, tmp_path: Path) -> None:
    page.open(written(tmp_path, "ambiguous"))
    for name in NAMES:
        drawing = drawn(name)
        page.run(f"window.space = symcause.unpackSpace({json.dumps(page_data(drawing))}), 0")
        for width in (358.0, 792.0):
            table = laid_out(drawing, width, 520.0)
            asked = json.dumps([table.rows, table.columns, width, 520.0])
            found = page.run(
                f"(({{ spots, height }}) => [height, spots])(symcause.planSpace(space, ...{asked}))"
            )
            assert found[0] == pytest.approx(table.height)
            assert [(s["x"], s["y"], s["r"]) for s in found[1]] == [
                pytest.approx(tuple(spot)) for spot in table.spots
            ], (name, width)


def test_a_switch_brings_members_back_and_a_letter_stays(page: Page, tmp_path: Path) -> None:
    begun(page, written(tmp_path, "ambiguous"))
    assert page.run(_LEFT) == 23 and page.run(_NUMBER) == "23"
    page.click("[data-piece=d]")
    assert page.run(_LEFT) == 198 and page.run(_NUMBER) == "198"
    assert (
        page.run("document.querySelector('[data-piece=d]').getAttribute('aria-checked')") == "false"
    )
    assert "1 of 4 pieces of evidence off" in page.run(
        "document.querySelector('.space-subline').textContent"
    )
    page.click("[data-piece=d]")
    assert page.run(_LEFT) == 23
    page.click("[data-piece=a]")  # always on
    assert page.run(_LEFT) == 23
    assert page.complaints == [] and all(r.startswith("file:") for r in page.requests)


def test_marks_fade_unless_that_is_not_wanted(page: Page, tmp_path: Path) -> None:
    """Marks that come back and letters that go fade for 300 ms; nothing moves for who wants it still."""
    begun(page, written(tmp_path, "ambiguous"))
    fading = (
        "(() => {{ document.querySelector('[data-piece={}]').click();"
        " return document.getAnimations().filter((a) => a.transitionProperty === 'opacity')"
        ".map((a) => a.effect.getTiming().duration); }})()"
    )
    times = page.run(fading.format("d"))
    assert len(times) >= 2 * (198 - 23) and set(times) == {300}  # a mark and its trace
    page.wait("document.getAnimations().length === 0")
    assert page.run(_LEFT) == 198
    still = [{"name": "prefers-reduced-motion", "value": "reduce"}]
    page.call("Emulation.setEmulatedMedia", features=still)
    assert page.run(fading.format("d")) == [] and page.run(_LEFT) == 23


def test_every_state_on_the_page_itself(page: Page, tmp_path: Path) -> None:
    begun(page, written(tmp_path, "causes"))
    drawing = drawn("causes")
    free = [k for k, piece in enumerate(drawing.evidence) if not piece.fixed]
    state = drawing.every
    for step in range(1, 1 << len(free)):  # every state once, one switch at a time
        k = free[(step & -step).bit_length() - 1]
        page.run(f"document.querySelector('[data-piece={'abcdefghij'[k]}]').click()")
        state = drawing.flipped(state, k)
        assert page.run(_LEFT) == engine_count("causes", state)
        assert page.run(_NUMBER) == f"{drawing.count(state):,}"


def test_an_experiment_colours_marks_by_result(page: Page, tmp_path: Path) -> None:
    begun(page, written(tmp_path, "ambiguous"))
    page.click("#space [data-trial]")
    name = page.run("document.querySelector('[data-trial][aria-checked=true] span').textContent")
    one = next(one for one in drawn("ambiguous").experiments if one.name == name)
    drawing = drawn("ambiguous")
    parts: dict[int, int] = {}
    for i in drawing.left(drawing.every):
        parts[one.of[i]] = parts.get(one.of[i], 0) + 1
    sizes = sorted(parts.items(), key=lambda part: (-part[1], part[0]))
    for place, (result, number) in enumerate(sizes[:5]):
        assert page.run(f"document.querySelectorAll('[data-mark].d{place}').length") == number
        told = page.run(f"document.querySelectorAll('.space-legend li')[{place}].textContent")
        assert told == f"{place + 1}{one.results[result]} · {number}"
    others = sum(number for _, number in sizes[5:])
    assert page.run("document.querySelectorAll('[data-mark].other').length") == others


def test_the_keyboard_is_enough(page: Page, tmp_path: Path) -> None:
    begun(page, written(tmp_path, "ambiguous"))
    page.run("document.querySelector('#space .space-box svg').focus()")
    page.press("c")
    assert page.run(_LEFT) == 192
    page.press("c")
    page.press("1")
    assert page.run("document.querySelectorAll('[data-mark].d0').length") > 0
    page.press("Escape")
    assert (
        page.run(_LEFT) == 23
        and page.run("document.querySelectorAll('[data-mark].d0').length") == 0
    )
    page.press("ArrowRight")
    said = "document.querySelector('.space-said').textContent"
    assert page.run(said).startswith("Gold: X3 = ")
    first = page.run(said)
    page.press("ArrowDown")
    assert page.run(said) != first and page.run(said).startswith("One model: ")
    page.run("document.querySelector('#space [data-trial]').focus()")
    page.press("ArrowDown")
    chosen = "document.activeElement.dataset.trial"
    assert page.run("document.activeElement.getAttribute('aria-checked')") == "true"
    second = page.run(chosen)
    page.press("ArrowDown")
    assert page.run(chosen) != second
    tab = "document.activeElement.closest('#space') ? document.activeElement.tagName : null"
    page.run("document.querySelector('[data-piece=c]').focus()")
    assert "23 → 192" in page.run(said)
    page.press("Tab")
    assert page.run(tab) == "BUTTON" and "23 → 198" in page.run(said)


def test_another_question_moves_the_marks_unless_that_is_not_wanted(
    page: Page, tmp_path: Path
) -> None:
    begun(page, written(tmp_path, "ambiguous"))
    choose = (
        "(() => {{ const list = document.querySelector('[data-axis=rows]'); list.value = '{}';"
        " list.dispatchEvent(new Event('change')); return document.getAnimations().length; }})()"
    )
    places = (
        "JSON.stringify([...document.querySelectorAll('[data-mark]')]"
        ".map((m) => [m.getAttribute('cx'), m.getAttribute('cy')]))"
    )
    before = page.run(places)
    assert page.run(choose.format(0)) > 100
    assert page.run(places) != before and page.run(_LEFT) == 23
    name = drawn("ambiguous").questions[0].name
    assert page.run("document.querySelector('#space svg text.strong').textContent") == f"{name} ↓"
    still = [{"name": "prefers-reduced-motion", "value": "reduce"}]
    page.call("Emulation.setEmulatedMedia", features=still)
    assert page.run(choose.format("")) == 0
    assert page.run(places) == before, "a mark comes back to its place"


@pytest.mark.parametrize("name", ["ambiguous", "hidden-order", "world", "arrows"])
def test_pages_look_right_everywhere(page: Page, tmp_path: Path, name: str) -> None:
    looked_at(page, written(tmp_path, name), first="#space .space-box svg")


def test_marks_come_first_on_a_telephone_and_beside_the_evidence_on_paper(
    page: Page, tmp_path: Path
) -> None:
    path = written(tmp_path, "ambiguous")
    boxes = (
        "['.space-box', '.space-side'].map((one) => document.querySelector(one)"
        ".getBoundingClientRect()).map((box) => [box.left, box.top, box.right, box.bottom])"
    )
    page.resize(390, 844, mobile=True)
    begun(page, path)
    marks, side = page.run(boxes)
    assert marks[3] <= side[1] and marks[0] == side[0]
    page.media(media="print")
    page.resize(695, 983)  # A4 within its margins
    begun(page, path)
    marks, side = page.run(boxes)
    assert side[2] <= marks[0] and marks[2] <= 695 and marks[1] < side[3]
    page.media()
    page.resize(1280, 900)
    begun(page, path)
    marks, side = page.run(boxes)
    assert side[2] <= marks[0] and marks[1] < side[3]


def test_a_linear_page_begins_with_the_drawing(page: Page, tmp_path: Path) -> None:
    problem = problem_named("crystal")
    problem = replace(problem, chain=problem.chain[:4], metadata={})
    path = write_page(tmp_path / "c.html", (problem, ask("audit", problem)))
    looked_at(page, path, first="#space .space-box svg")


def test_names_stay_names(page: Page, tmp_path: Path) -> None:
    base = problem_named("causes")
    names = {old: f"{old}{MARKUP[:40]}" for old in base.variables}

    def told(one: Any) -> Any:
        return one._replace(
            first=names[one.first],
            second=names[one.second],
            given=tuple(names[g] for g in one.given),
        )

    problem = replace(
        base,
        variables=tuple(names.values()),
        independent=tuple(map(told, base.independent)),
        dependent=tuple(map(told, base.dependent)),
        hypothesis=replace(base.hypothesis, of=tuple(names[n] for n in base.hypothesis.of)),
    )
    begun(page, write_page(tmp_path / "x.html", (problem, ask("audit", problem))))
    page.run("document.querySelector('#space [data-trial]').click()")
    assert (
        page.run("window.hit") is None
        and page.run("document.querySelectorAll('#space img').length") == 0
    )
    assert MARKUP[:20] in page.run("document.querySelector('#space').textContent")
    assert page.complaints == []


def test_the_picture_and_its_data_can_be_saved(page: Page, tmp_path: Path) -> None:
    begun(page, written(tmp_path, "ambiguous"))
    page.run(
        "window.kept = {}; symcause.download = (name, type, text) => { kept[type] = [name, text]; }; 0"
    )
    page.run(
        "document.querySelectorAll('#space .tools button').forEach((button) => button.click())"
    )
    name, svg = page.run("kept['image/svg+xml']")
    assert name == "ambiguous-space.svg" and "var(--" not in svg and svg.count("data-mark") == 1772
    _, csv = page.run("kept['text/csv']")
    rows = csv.strip().split("\n")
    assert len(rows) == 1773 and sum(row.split(",")[1] == "yes" for row in rows) == 23
