"""The workbench by keyboard and by ear: every control has a name, what changes is read out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.reports.chromium import Page, needs_chromium
from tests.workbench.editing import shown
from tests.workbench.running import EXAMPLES, Bench, needs_serve, workbench
from tests.workbench.test_study import written

pytestmark = [needs_chromium, needs_serve]

CONTROLS = {"button", "textbox", "searchbox", "combobox", "switch", "checkbox", "link", "listbox"}
SAID = "document.getElementById('said').textContent"


@pytest.fixture(scope="module")
def bench() -> Iterator[Bench]:
    names = ("ambiguous", "crystal", "world", "episode", "boats", "hidden-roots")
    with workbench(*(EXAMPLES / f"{name}.json" for name in names)) as found:
        yield found


def _named(page: Page) -> int:
    """How many controls a screen reader finds, each of them with a name."""
    page.call("Accessibility.enable")
    nodes = page.call("Accessibility.getFullAXTree")["nodes"]
    found = [
        (node["role"]["value"], node.get("name", {}).get("value", "").strip())
        for node in nodes
        if not node.get("ignored") and node.get("role", {}).get("value") in CONTROLS
    ]
    assert all(name for _, name in found), [role for role, name in found if not name]
    return len(found)


def test_every_control_has_a_name(bench: Bench, page: Page, tmp_path: Path) -> None:
    bench.open(page)
    assert _named(page) > 10
    for problem, least in (("ambiguous", 60), ("crystal", 20), ("world", 15)):
        bench.open(page)
        shown(page, problem)
        page.run("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        assert _named(page) > least, problem
    for problem in ("episode", "boats", "hidden-roots"):
        bench.open(page)
        page.run(f"document.querySelector('[aria-label=\"Play {problem}\"]').click()")
        page.wait("document.documentElement.dataset.ready === 'play'")
        page.run("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        assert _named(page) > 10, problem
    bench.open(page)
    page.run("document.querySelector('[data-act=runs]').click()")
    page.wait("document.documentElement.dataset.ready === 'runs'")
    assert _named(page) > 3  # nobody has run anything here: no filters
    assert page.complaints == []
    with workbench("--study", written(tmp_path, problems=["world"])) as study:
        page.call("Page.navigate", url=study.address)
        page.wait("document.documentElement?.dataset.ready === 'welcome'")
        assert _named(page) >= 2


def test_by_keyboard_alone(bench: Bench, page: Page) -> None:
    """Tab to a cell, walk, type a bit, undo; the count is read out each time."""
    bench.open(page)
    shown(page, "ambiguous")
    assert page.run(SAID) == "23 models explain the evidence"
    for _ in range(60):
        page.press("Tab")
        if page.run("document.activeElement.dataset.cell === '0,0'"):
            break
    assert page.run("document.activeElement.dataset.cell") == "0,0"
    page.press("ArrowRight")
    page.press("ArrowDown")
    assert page.run("document.activeElement.dataset.cell") == "1,1"
    other = "1" if page.run("document.activeElement.textContent") == "0" else "0"
    before = page.run("bench.asked")
    _key(page, other)
    page.wait(f"bench.asked > {before}")
    page.wait("document.documentElement.dataset.settled === String(bench.asked)")
    assert page.run("document.activeElement.dataset.cell") == "1,1"  # the focus stays
    count = page.run("document.querySelector('#figures h1').dataset.count")
    assert count == "0" and page.run(SAID).startswith("No model fits")
    assert "row 2 of train_00" in page.run(SAID)
    _key(page, "z", control=True)
    page.wait(f"bench.asked > {before + 1}")
    page.wait("document.documentElement.dataset.settled === String(bench.asked)")
    assert page.run("document.querySelector('#figures h1').dataset.count") == "23"


def _key(page: Page, key: str, *, control: bool = False) -> None:
    extra = {"modifiers": 2} if control else {"text": key}
    page.call("Input.dispatchKeyEvent", type="keyDown", key=key, **extra)
    page.call("Input.dispatchKeyEvent", type="keyUp", key=key)
