"""What every page of the workbench shows at once: the headline, and what the user came for."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path

from tests.reports.chromium import Page, needs_chromium
from tests.reports.looking import HEIGHT
from tests.workbench.playing import answer, fill
from tests.workbench.running import EXAMPLES, needs_serve, workbench
from tests.workbench.test_study import written

pytestmark = needs_serve

AT_ONCE: dict[str, tuple[str, ...]] = {
    "home": ("h1", "#main button"),
    "bench": ("#figures .hero", "#figures table"),
    "play": ("h1", "[data-action]", "[data-act=answer-form]"),
    "runs": ("h1", ".run-rows [role=row]"),
    "welcome": ("h1", "[data-act=begin]"),
    "study": ("h1", ".told", "[data-action]", "[data-act=answer-form]"),
    "study-end": ("h1", "tbody tr"),
}
"""By page: what is seen without scrolling, from top to bottom or side by side."""

_BOXES = """%s.map((selector) => {
  const box = document.querySelector(selector)?.getBoundingClientRect();
  return box ? [box.width, box.top, box.bottom] : [0, 0, 0];
})"""


def test_no_page_of_the_workbench_is_forgotten() -> None:
    """A page says which one it is; what it says stands in the scripts."""
    scripts = files("symcause.workbench").joinpath("page").iterdir()
    text = "\n".join(f.read_text(encoding="utf-8") for f in scripts if f.name.endswith(".js"))
    lines = re.findall(r'mark\("ready", (.*)\)|dataset\.ready = (.*);', text)
    named = {name for one in lines for name in re.findall(r'"([\w-]+)"', "".join(one))}
    assert named == set(AT_ONCE)


def _seen(page: Page, ready: str) -> None:
    page.wait(f"document.documentElement?.dataset.ready === {ready!r}")
    found = _BOXES % json.dumps(AT_ONCE[ready])
    page.wait(f"{found}.every(([width]) => width > 0)")
    for selector, (_, top, bottom) in zip(AT_ONCE[ready], page.run(found), strict=True):
        low = min(bottom, top + 400)  # of what is tall enough is seen
        assert top >= 0 and low <= HEIGHT, f"{ready}: {selector} from {top} to {bottom}"


@needs_chromium
def test_what_is_seen_at_once(page: Page, tmp_path: Path) -> None:
    page.resize(1280, HEIGHT)
    for name in ("boats.json", "ambiguous.json", "episode.json", "episode.log.jsonl"):
        (tmp_path / name).write_text((EXAMPLES / name).read_text())
    button = "[...document.querySelectorAll('#main button')].find((b) => b.textContent === '%s')"
    with workbench(tmp_path) as bench:
        bench.open(page)
        _seen(page, "home")
        page.run(f"({button % 'play boats'}).click()")
        _seen(page, "play")
        bench.open(page)
        page.run(f"({button % 'ambiguous'}).click()")
        _seen(page, "bench")
        bench.open(page)
        page.run("document.querySelector('[aria-label=\"Play ambiguous\"]').click()")
        rows = "document.querySelector('.told .rows')"
        page.wait(rows)
        assert page.run(f"{rows}.textContent.split('\\n')[0].trim()") == "X1 X2 X3 X4 X5"
        assert "mono" in page.run(f"getComputedStyle({rows}).fontFamily"), "columns stand in line"
        bench.open(page)
        page.run("document.querySelector('[data-act=runs]').click()")
        _seen(page, "runs")
    with workbench("--study", written(tmp_path, problems=["boats"])) as bench:
        page.call("Page.navigate", url="about:blank")
        page.call("Page.navigate", url=bench.address)
        _seen(page, "welcome")
        page.run("document.getElementById('participant').value = 'p1'")
        page.run("document.querySelector('[data-act=begin]').click()")
        _seen(page, "study")
        fill(page, "boats")
        answer(page)
        _seen(page, "study-end")
        heads = "[...document.querySelectorAll('thead th')].map((head) => head.textContent)"
        assert page.run(heads) == ["problem", "answer", "support", "steps"]
