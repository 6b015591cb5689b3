"""Answers without a model: pages say what is missing or what is left open, and draw it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.reports.cases import EXAMPLES
from tests.reports.chromium import Page, needs_chromium
from tests.reports.kinds import run_page
from tests.reports.looking import looked_at

pytestmark = needs_chromium

CANNOT_TELL = '{"cannot_tell": true}'
FIGURE = "section.first figure"

CASES = {
    "cycle": (
        ("hidden-order.json", (EXAMPLES / "answers/hidden-order.cyclic.json").read_text()),
        ("Not valid: the mechanisms form a cycle", FIGURE),
    ),
    "syntax": (
        ("ordered.json", (EXAMPLES / "answers/ordered.syntax.json").read_text()),
        ("Not valid: a mechanism cannot be read", FIGURE),
    ),
    "open": (
        ("ambiguous.json", CANNOT_TELL),
        ("The answer abstains, and rightly: the question is open", FIGURE),
    ),
    "settled": (
        ("episode.json", CANNOT_TELL),
        ("The answer abstains, but the evidence settles the question", FIGURE),
    ),
    "no hypothesis": (("episode.json", "who knows"), ("There is no hypothesis to check", FIGURE)),
    "no design": (("boats.json", "who knows"), ("There is no design to value", "#axis svg")),
    "no graph": (("flood.txt", "who knows"), ("There is no graph in the answer", "#graph svg")),
}


@pytest.mark.parametrize("kind", CASES)
def test_what_is_no_model_is_drawn_too(page: Page, tmp_path: Path, kind: str) -> None:
    (problem, answer), (headline, first) = CASES[kind]
    (tmp_path / "answer.txt").write_text(answer, encoding="utf-8")
    path = run_page("check", EXAMPLES / problem, "HERE/answer.txt")(tmp_path)
    looked_at(page, path, "", first)
    page.open(path)
    assert page.run("document.querySelector('h1').textContent") == headline
    assert "unknown" not in page.run("document.querySelector('.hero').textContent")


def test_stages_say_where_an_answer_stopped(page: Page, tmp_path: Path) -> None:
    path = run_page("check", EXAMPLES / "ordered.json", EXAMPLES / "answers/ordered.syntax.json")(
        tmp_path
    )
    page.resize(1280, 800)
    page.open(path)
    boxes = (
        "[...document.querySelectorAll('.wide-only rect')].map((box) => box.getAttribute('class'))"
    )
    assert page.run(boxes) == ["bar"] * 3 + ["bar wrong"] + ["bar none"] * 2
    cut = """[...document.querySelectorAll('.wide-only text:not(.inside)')].map((text) => {
      const [t, s] = [text, text.ownerSVGElement].map((one) => one.getBoundingClientRect());
      return t.right > s.right + 1 || t.bottom > s.bottom + 1; })"""
    assert not any(page.run(cut))
    lines = """[...document.querySelectorAll('.wide-only text:not(.inside)')].map((text) => {
      const box = text.getBoundingClientRect(); return [box.left, box.right]; })"""
    starts = sorted({left for left, _ in page.run(lines)})
    assert len(starts) == 6
    for left, right in page.run(lines):
        following = [start for start in starts if start > left]
        assert not following or right <= following[0], "names of stages do not touch"
