"""Pages of renderings in a browser: one cell is lit in all texts, and pairs that fell apart open."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import symcause
from symcause.renderings.sense.sense_baseline import sense_text
from tests.cli.cases import EXAMPLES, Shell
from tests.reports.chromium import Page, needs_chromium

pytestmark = [needs_chromium, pytest.mark.page]

_LIT = "[...document.querySelectorAll('.lit')].map((e) => e.dataset.cell)"


def _pool(tmp_path: Path, shell: Shell) -> Path:
    out = tmp_path / "texts.jsonl"
    made = ("--themes", "neutral,farm", "--styles", "table,story,list,report", "--out", out)
    page = ("--names", "free,contradict", "--html", tmp_path / "texts.html")
    code, _, err = shell("generate", "renderings", EXAMPLES / "unique.json", *made, *page)
    assert code == 0, err
    return out


def test_a_cell_is_lit_in_every_column(page: Page, tmp_path: Path, shell: Shell) -> None:
    _pool(tmp_path, shell)
    page.resize(1280, 900)
    page.open(tmp_path / "texts.html")
    assert page.complaints == []
    assert page.run("document.querySelectorAll('main > section').length") == 3
    assert page.run(f"{_LIT}.length") == 0
    first = "document.querySelector('main [data-cell]')"
    name = page.run(f"{first}.dataset.cell")
    page.run(f"{first}.focus()")
    assert page.run(_LIT) == [name] * 3
    page.run(
        "document.querySelectorAll('main [data-cell]')[3]"
        ".dispatchEvent(new PointerEvent('pointerover', {bubbles: true}))"
    )
    moved = page.run(_LIT)
    assert len(moved) == 3 and len(set(moved)) == 1 and moved[0] != name
    page.run("document.querySelector('h1').dispatchEvent(new PointerEvent('pointerover'))")
    shown = "document.querySelector('main > section h2').textContent"
    before = page.run(shown)
    page.run(
        "const list = document.querySelector('main select'); list.value = '4';"
        "list.dispatchEvent(new Event('change'))"
    )
    assert page.run(shown) != before
    page.run(f"{first}.focus()")
    assert len(page.run(_LIT)) == 3, "the text that was chosen is lit as well"


def test_a_telephone_shows_one_text_at_a_time(page: Page, tmp_path: Path, shell: Shell) -> None:
    _pool(tmp_path, shell)
    page.resize(390, 800, mobile=True)
    page.open(tmp_path / "texts.html")
    assert page.complaints == []
    wide = "[...document.querySelectorAll('main > section')].map((s) => s.getBoundingClientRect())"
    widths = page.run(f"{wide}.map((r) => [r.width, r.left])")
    assert all(300 < width <= 390 for width, _ in widths)
    (_, first), (_, second), (_, third) = widths
    assert 0 <= first < 40 and third > 390
    assert 350 < second < 390, "the edge of the next text says that there is one"
    assert page.run("document.documentElement.scrollWidth") <= 390
    page.resize(1280, 900)


def test_pairs_that_fell_apart_open_both_texts(page: Page, tmp_path: Path, shell: Shell) -> None:
    pool = _pool(tmp_path, shell)
    rows = []
    for problem in symcause.load_pool(pool):
        about = problem.metadata["rendering"]  # type: ignore[attr-defined]
        gold = json.dumps({"mechanisms": dict(problem.gold_scm.mechanisms)})  # type: ignore[attr-defined]
        misled = sense_text(problem) if about["alignment"] == "contradict" else gold
        blind = gold if about["style"] == "table" else "<b>no idea</b>"
        for model, response in (("misled", misled), ("blind", blind)):
            rows.append({"instanceId": problem.id, "model": model, "response": response})
    answers = tmp_path / "answers.jsonl"
    answers.write_text("".join(json.dumps(row) + "\n" for row in rows))
    report = tmp_path / "scores.html"
    given = ("--baseline", "common-sense", "--html", report)
    code, _, err = shell("score", pool, answers, *given)
    assert code == 0, err
    page.resize(1280, 900)
    page.open(report)
    assert page.complaints == []
    assert page.run("document.querySelector('figure[data-key=renderings]') !== null")
    pairs = page.run(
        "[...document.querySelectorAll('.text-pair summary')].map((s) => s.textContent)"
    )
    assert "blind, unique: lost in farm, story, free" in pairs
    assert "misled, unique: lost in farm, table, contradict" in pairs
    assert not [title for title in pairs if title.startswith("common-sense")], "wrong everywhere"
    at = pairs.index("blind, unique: lost in farm, story, free")
    page.run(f"document.querySelectorAll('.text-pair')[{at}].open = true")
    page.wait("document.querySelector('.pair') !== null")
    names = page.run("[...document.querySelectorAll('.pair h3')].map((h) => h.textContent)")
    assert names == ["neutral, table, free names", "farm, story, free names"]
    said = page.run("[...document.querySelectorAll('.pair .answer')].map((p) => p.textContent)")
    assert said[0].startswith('right: {"mechanisms"') and said[1] == "wrong: <b>no idea</b>"
    text = page.run("document.querySelectorAll('.pair pre')[1].textContent")
    assert text.startswith("# Task\n") and "In round 1, the" in text
    page.run("document.querySelector('.pair [data-cell]').focus()")
    assert len(page.run(_LIT)) == 2
    assert page.complaints == []
