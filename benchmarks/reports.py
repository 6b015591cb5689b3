"""How large a page of a thousand problems is, how long it takes to write, and how long to open.

Opening is measured by the page itself, from the start of the navigation until the table is drawn, in a
headless Chromium; the median of five.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from msgspec.structs import replace

from benchmarks.problems import make_problem
from symcause.api import audit
from symcause.models.disclosure import Setting
from symcause.reports.page.result_page import ResultPage

TITLE = "Pages of pools"
PROBLEMS = 1_000


def run(quick: bool = True) -> list[str]:
    """Audits of different problems (quick: fifty, used again under other ids) on one page."""
    different = 50 if quick else PROBLEMS
    entries = []
    for seed in range(different):
        size, setting = 6 + seed % 5, (Setting.ORDERED, Setting.HIDDEN_ORDER)[seed % 2]
        problem = make_problem(size, worlds=6 + seed % 6, seed=seed, setting=setting)
        entries.append((problem, audit(problem, certificate=True)))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pool.html"
        start = time.process_time()
        with ResultPage(path, "pool") as page:
            for i in range(PROBLEMS):
                problem, document = entries[i % different]
                page.take(replace(document, problem=f"{problem.id}-{i}"), problem)
        spent = time.process_time() - start
        lines = [
            f"{PROBLEMS} problems: {path.stat().st_size / 1e6:.1f} MB, written in {spent:.1f} s CPU"
        ]
        return [*lines, *_opened(path)]


def _opened(path: Path) -> list[str]:
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    from tests.reports.chromium import Chromium, find_chromium

    if find_chromium() is None:
        return ["no Chromium found: opening was not measured"]
    with Chromium() as browser:
        page = browser.page()
        whole = [page.open(path) for _ in range(5)]
        one = [page.open(path, f"#p{i}") for i in (1, 250, 999)]
    return [
        f"opened in {median(whole) / 1000:.2f} s (median of 5), worst {max(whole) / 1000:.2f} s",
        f"one of its problems opened in {median(one) / 1000:.2f} s",
    ]
