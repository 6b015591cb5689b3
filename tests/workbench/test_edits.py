"""Random edits in a real browser: whatever was clicked, figures are what the commands say of the export."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.reports.chromium import Page, needs_chromium
from tests.workbench.editing import acted, counted, exported, figure, shown, told
from tests.workbench.running import EXAMPLES, Bench, needs_serve, workbench

pytestmark = [needs_chromium, needs_serve]

BITS = ("ambiguous", "hidden-order", "unique", "replay")
OTHERS = ("crystal", "world", "shapes")
SWITCHES = ("[data-act=switch-row]", "[data-act=switch-group]", "[data-act=add-row]")


@pytest.fixture(scope="module")
def bench() -> Iterator[Bench]:
    with workbench(*(EXAMPLES / f"{name}.json" for name in (*BITS, *OTHERS))) as found:
        yield found


@pytest.mark.few(4)
@pytest.mark.parametrize("seed", range(50))
def test_random_edits(
    seed: int, bench: Bench, page: Page, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rng = random.Random(seed)
    bits = seed % 5 < 3
    bench.open(page)
    shown(page, rng.choice(BITS if bits else OTHERS))
    sound = False
    for _ in range(4):
        _edited(page, rng, bits)
        sound = not page.run("bench.figures.error")
        if sound:
            assert _count(page) == counted(exported(page, tmp_path), capsys)
    if sound:
        path = exported(page, tmp_path)
        _same_next(page, path, capsys)
        _same_edge(page, path, rng, capsys)
    assert page.complaints == []


def _edited(page: Page, rng: random.Random, bits: bool) -> None:
    """One edit as a user makes it: something that can be clicked is."""
    kinds = (*SWITCHES, "[data-cell]") if bits else SWITCHES
    selector = json.dumps(".group:not(.beside) " + rng.choice(kinds))
    if rng.random() < 0.3:
        selector = json.dumps(rng.choice((".group .name", "[data-act=undo]:not(:disabled)")))
    number = page.run(f"document.querySelectorAll({selector}).length")
    if number:
        acted(page, f"document.querySelectorAll({selector})[{rng.randrange(number)}].click()")


def _count(page: Page) -> int | None:
    """The count that is shown; None where the page says that it is unknown."""
    if page.run("bench.figures.count.count === null"):
        assert "unknown" in page.run("document.querySelector('#figures .hero').textContent")
        return None
    return figure(page)


def _same_next(page: Page, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ours = page.run("JSON.parse(JSON.stringify(bench.figures.next.experiments))")
    theirs = told(capsys, "next", str(path))["experiments"]
    assert ours == theirs
    assert page.run("document.querySelectorAll('[data-run]').length") == min(6, len(theirs))


def _same_edge(
    page: Page, path: Path, rng: random.Random, capsys: pytest.CaptureFixture[str]
) -> None:
    """The status of one edge, from two counts: with it, and without it."""
    edges = page.run("bench.figures.look.edges")
    if not edges or "--require" not in page.run("bench.opened.options.map((o) => o.flag)"):
        return
    cause, effect, status = rng.choice(edges)
    found = []
    for option in ("--require", "--forbid"):
        try:
            found.append(counted(path, capsys, option, f"{cause}->{effect}") > 0)
        except AssertionError as refused:  # an edge that the setting rules out cannot be required
            assert option == "--require" and status == "never", refused
            found.append(False)
    known = {(True, False): "always", (True, True): "open", (False, True): "never"}
    assert known.get((found[0], found[1]), status) == status


def test_no_model_left_is_no_success(bench: Bench, page: Page) -> None:
    """Nothing is settled where nothing fits: what was done is said, and undone with one click."""
    bench.open(page)
    shown(page, "unique")
    before = figure(page)
    cells = page.run("document.querySelectorAll('.group:not(.beside) [data-cell]').length")
    for place in range(cells):
        acted(
            page, f"document.querySelectorAll('.group:not(.beside) [data-cell]')[{place}].click()"
        )
        if figure(page) == 0:
            break
        acted(page, "document.querySelector('[data-act=undo]').click()")
    assert figure(page) == 0
    panel = page.run("document.getElementById('figures').textContent")
    assert panel.startswith("No model fitsYou changed this: ") and "settled" not in panel
    assert page.run("document.querySelector('#figures .matrix')") is None
    acted(page, "document.querySelector('[data-act=undo-empty]').click()")
    assert figure(page) == before and page.run(
        "document.querySelector('#figures .matrix') !== null"
    )
    assert page.complaints == []
