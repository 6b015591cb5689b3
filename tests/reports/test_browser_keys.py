"""Every kind of page by keys alone: Tab reaches what there is to do, in few steps, and shows where."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.reports.chromium import Page, needs_chromium
from tests.reports.kinds import SHOWN, kinds

pytestmark = needs_chromium

STEPS = 45
"""How far one walks."""

FEW = 12
"""Stops within the marks of one picture: more are reached by arrows, or from a table."""

_HERE = """(() => {
  const node = document.activeElement;
  if (!node || node === document.body || node === document.documentElement) return null;
  const box = node.getBoundingClientRect(), style = getComputedStyle(node);
  const labels = node.labels ? [...node.labels].map((one) => one.textContent).join(" ") : "";
  return {
    what: `${node.tagName} ${node.className.baseVal ?? node.className}`,
    name: (node.getAttribute("aria-label") || labels || node.textContent || node.placeholder || node.value || "").trim().slice(0, 60),
    seen: box.width > 0 && box.height > 0 && style.visibility !== "hidden",
    ring: style.outlineStyle !== "none" || style.boxShadow !== "none",
    drawn: Boolean(node.closest("svg")),
  };
})()"""  # noqa: E501


def _walked(page: Page) -> list[dict[str, Any]]:
    """Where Tab leads, until it leaves the page or for so many steps."""
    found = []
    for _ in range(STEPS):
        page.press("Tab")
        here = page.run(_HERE)
        if here is None:
            break
        found.append(here)
    return found


@pytest.mark.parametrize("kind", [kind for kind in kinds() if not kind.startswith("prompt")])
def test_keys_are_enough(page: Page, tmp_path: Path, kind: str) -> None:
    """The first stop leads past the head; every stop is seen, has a name and a ring; none are a crowd."""
    page.resize(1280, 900)
    page.open(SHOWN[kind][0](tmp_path))
    stops = _walked(page)
    assert stops and stops[0]["what"] == "A skip", stops[:2]
    for stop in stops:
        assert stop["seen"] and stop["name"] and stop["ring"], f"{kind}: {stop}"
    assert sum(stop["drawn"] for stop in stops) <= FEW, f"{kind}: a crowd of stops in a picture"
    _skips(page)
    assert page.complaints == []


def _skips(page: Page) -> None:
    page.run("document.querySelector('.skip').focus()")
    page.press("Enter")
    page.press("Tab")
    assert page.run("document.getElementById('main').contains(document.activeElement)")
