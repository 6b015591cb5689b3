"""A folder that holds problems and no runs: the page says so, and counts nothing."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.reports.chromium import Page, needs_chromium
from tests.workbench.running import EXAMPLES, needs_serve, workbench

pytestmark = [needs_serve, needs_chromium]


def test_a_file_of_problems_is_no_file_of_runs(page: Page, tmp_path: Path) -> None:
    shutil.copy(EXAMPLES / "labels.jsonl", tmp_path)
    with workbench(tmp_path) as bench:
        assert [line for line in bench.lines("runs") if "run" in line] == []
        bench.open(page)
        page.run("location.hash = '#runs'")
        page.wait("document.documentElement?.dataset.judged === 'all'")
        text = page.run("document.getElementById('main').innerText")
        assert "No runs here" in text and not any(digit in text for digit in "0123456789")
        assert page.complaints == []
