"""The space in the workbench: drawn for the problem as it stands, and anew after an edit."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.reports.chromium import Chromium, Page, needs_chromium
from tests.workbench.editing import click, figure, shown
from tests.workbench.running import EXAMPLES, Bench, needs_serve, workbench

pytestmark = [needs_chromium, needs_serve]

_LEFT = "document.querySelectorAll('#space [data-mark][visibility=visible]').length"


@pytest.fixture(scope="module")
def bench() -> Iterator[Bench]:
    with workbench(EXAMPLES) as found:
        yield found


@pytest.fixture
def page(bench: Bench, browser: Chromium) -> Iterator[Page]:
    found = browser.page()
    bench.open(found)
    yield found
    assert found.complaints == []


def _drawn(page: Page) -> None:
    page.wait("document.documentElement.dataset.drawn === String(bench.asked)")
    page.wait("document.querySelector('#space [data-mark]')")


def test_the_space_is_drawn_and_follows_edits(page: Page) -> None:
    shown(page, "ambiguous")
    _drawn(page)
    assert page.run(_LEFT) == figure(page) == 23
    page.run("document.querySelector('#space [data-piece=d]').click()")
    assert page.run(_LEFT) == 198
    click(page, '[data-group="0"] [data-act="switch-row"]')
    _drawn(page)
    assert page.run(_LEFT) == figure(page) == 198
    page.wait("!document.documentElement.classList.contains('busy')")
    assert page.run("document.querySelector('.complaint')?.textContent ?? null") is None
