"""What a person does at the page of a problem: open, change, save it; and what the command says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from symcause.cli.main import main
from tests.reports.chromium import Page

FIGURE = "document.querySelector('#figures h1').dataset.count"


def shown(page: Page, problem: str) -> None:
    """Open a problem of the shelf and wait for its figures."""
    page.run(
        "[...document.querySelectorAll('.shelf-item')]"
        f".find((one) => one.textContent === {json.dumps(problem)}).click()"
    )
    page.wait("document.documentElement.dataset.settled")


def acted(page: Page, act: str) -> None:
    """Do something that changes the problem, and wait for its figures."""
    before = page.run("bench.asked")
    page.run(act)
    page.wait(
        f"bench.asked > {before} && document.documentElement.dataset.settled === String(bench.asked)"
    )


def click(page: Page, selector: str) -> None:
    acted(page, f"document.querySelector({json.dumps(selector)}).click()")


def exported(page: Page, tmp_path: Path) -> Path:
    """The problem as the page saves it."""
    page.run("delete document.documentElement.dataset.saved")
    page.run("document.querySelector('[data-save=problem]').click()")
    page.wait("document.documentElement.dataset.saved === 'problem'")
    path = tmp_path / "exported.json"
    path.write_text(page.run("bench.saved.text"), encoding="utf-8")
    return path


def told(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    """What a command prints with ``--json``."""
    capsys.readouterr()
    with pytest.raises(SystemExit) as end:
        main([*words, "--json"])
    said = capsys.readouterr()
    assert end.value.code != 2, said.err
    found: dict[str, Any] = json.loads(said.out)
    return found


def counted(path: Path, capsys: pytest.CaptureFixture[str], *options: str) -> int:
    """What ``symcause count`` says of a file."""
    found: int = told(capsys, "count", str(path), *options)["count"]
    return found


def figure(page: Page) -> int:
    return int(page.run(FIGURE).replace(",", ""))
