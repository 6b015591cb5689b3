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

_READY = """(i) => {
  const node = window.stops[i];
  window.told = 0;
  if (!node.isConnected || node.disabled || node.matches(".skip")) return null;
  node.focus();
  if (document.activeElement !== node) return null;
  const counted = (event) => { window.told += 1; if (node.tagName === "A") event.preventDefault(); };
  window.release?.abort();
  window.release = new AbortController();
  node.addEventListener("click", counted, { signal: window.release.signal });
  return { what: `${node.tagName} ${node.className.baseVal ?? node.className}`, tag: node.tagName };
}"""
"""Focus on the stop of a number, whose clicks are counted."""

_AFTER = """(() => {
  const node = document.activeElement;
  const open = document.querySelectorAll("dialog[open]").length;
  return { told: window.told, lost: !node || node === document.body, open };
})()"""

KEYS = {
    "BUTTON": ("Enter", " ", "Escape"),
    "SUMMARY": ("Enter", " ", "Escape"),
    "A": ("Enter", "Escape"),
    "g": ("Enter", " ", "Escape"),
}
"""What the keys do for those who press a button, fold a part or follow a link; others are typed into."""

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
    page.run("window.stops = []")
    for _ in range(STEPS):
        page.press("Tab")
        here = page.run(_HERE)
        page.run("window.stops.push(document.activeElement)")
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
    _pressed(page, kind, stops)


def _pressed(page: Page, kind: str, stops: list[dict[str, Any]]) -> None:
    """Enter and Space do at each kind of stop what a click does, Esc leaves it; focus is never lost."""
    known = set[str]()
    for at, stop in enumerate(stops):
        if stop["what"] in known:
            continue
        known.add(stop["what"])
        for key in KEYS.get(stop["what"].split()[0], ("Escape",)):
            here = page.run(f"({_READY})({at})")
            if here is None:
                break
            page.press(key)
            if key != "Escape" and not page.becomes("window.told > 0", True, 2.0):
                page.run(f"({_READY})({at})")  # a busy browser loses a key
                page.press(key)
                page.becomes("window.told > 0", True, 10.0)
            after = page.run(_AFTER)
            where = f"{kind}: {key!r} at {here['what']}: {after}"
            assert not after["lost"] and page.complaints == [], f"{where} {page.complaints}"
            if key == "Escape":
                assert after["told"] == 0 and after["open"] == 0, where
            else:
                assert after["told"] == 1, where


def _skips(page: Page) -> None:
    page.run("document.querySelector('.skip').focus()")
    page.press("Enter")
    page.press("Tab")
    assert page.run("document.getElementById('main').contains(document.activeElement)")
