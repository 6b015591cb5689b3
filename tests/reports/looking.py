"""What every page must keep, at a desk and on a telephone, by day and by night, and on paper."""

from __future__ import annotations

import base64
from itertools import product
from pathlib import Path

from tests.amounts import EXHAUSTIVE
from tests.reports.chromium import Page
from tests.reports.paper import MARKED, sheets

WIDTHS = (1280, 390)
LOOKS = (
    tuple(product(WIDTHS, ("light", "dark"))) if EXHAUSTIVE else ((1280, "light"), (390, "dark"))
)
"""Each width and each scheme every time; exhaustively each with each."""

HEIGHT = 800
ENOUGH = 400
"""Pixels of a large picture that must be seen without scrolling; a smaller one is seen whole."""

LARGEST_PRINT = 1_000_000
"""Bytes of a printed page."""

LEAST_FILLED = 0.45
"""How far down every sheet but the last must be written."""

_CONTRAST = """(() => {
  const numbers = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = (rgb) => {
    const [r, g, b] = rgb.slice(0, 3).map((v) => v / 255).map((v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const colour = numbers(getComputedStyle(at).backgroundColor);
      if (colour.length < 4 || colour[3] > 0.99) return colour;
    }
    return [255, 255, 255];
  };
  const found = [];
  for (const node of document.querySelectorAll("body *")) {
    const own = [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim());
    const box = node.getBoundingClientRect();
    if (!own || !box.width || !box.height || ["SCRIPT", "STYLE", "OPTION", "title"].includes(node.tagName)) continue;
    const style = getComputedStyle(node);
    if (style.visibility === "hidden" || node.disabled || node.matches(".inside, .absent, .absent *")) continue;
    const drawn = node.namespaceURI.endsWith("svg");
    const text = numbers(drawn ? style.fill : style.color);
    const [a, b] = [light(text), light(behind(node))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) found.push([node.className.baseVal || node.className || node.tagName, node.textContent.slice(0, 30), ratio.toFixed(2)]);
  }
  return found.slice(0, 8);
})()"""  # noqa: E501

_LETTERS = """(() => {
  const found = [];
  for (const node of document.querySelectorAll("svg text")) {
    const svg = node.ownerSVGElement, box = svg.getBoundingClientRect();
    if (!box.width || !node.getBoundingClientRect().width) continue;
    const { a, b } = node.getScreenCTM(); // also of a picture within a picture
    const size = parseFloat(getComputedStyle(node).fontSize) * Math.hypot(a, b);
    if (size < 10.9) found.push([node.textContent.slice(0, 30), size.toFixed(1)]);
  }
  return found.slice(0, 8);
})()"""

_SIZES = """(() => {
  const plain = new Set(["12px", "14px", "16px", "22px", "30px"]), found = [];
  for (const node of document.querySelectorAll("body *")) {
    const own = [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim());
    if (!own || ["SCRIPT", "STYLE", "TEMPLATE", "title"].includes(node.tagName)) continue;
    const size = getComputedStyle(node).fontSize;
    if (!plain.has(size)) found.push([node.tagName, node.textContent.slice(0, 30), size]);
  }
  return found.slice(0, 8);
})()"""

_TOUCHED = """(() => {
  const found = [];
  for (const node of document.querySelectorAll("button, select, input, summary, a[href], .mote-link")) {
    const ticked = node.type === "checkbox"; // its margins, too, are its own
    const box = (node.tagName === "INPUT" && !ticked && node.closest("label") || node).getBoundingClientRect();
    const within = node.tagName === "A" && !node.ownerSVGElement; // a link is as high as its line
    if (!box.width || !box.height || within) continue;
    const around = ticked ? 2 * parseFloat(getComputedStyle(node).marginLeft) : 0;
    if (box.width + around < 23.5 || box.height + around < 23.5)
      found.push([node.className.baseVal ?? node.className, node.textContent.slice(0, 30), box.width]);
  }
  return found.slice(0, 8);
})()"""

_FAINT = """(() => {
  const numbers = (text) => (text.match(/[\\d.]+/g) || []).map(Number);
  const light = (rgb) => {
    const [r, g, b] = rgb.slice(0, 3).map((v) => v / 255).map((v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const paper = light(numbers(getComputedStyle(document.body).backgroundColor)), found = [];
  for (const node of document.querySelectorAll("svg circle, svg rect, svg path")) {
    const box = node.getBoundingClientRect(), style = getComputedStyle(node);
    if (!(box.width || box.height) || node.matches(".grid, .faint, .space-cell")) continue; // lines and frames behind marks
    const paints = [style.fill, style.stroke].map(numbers).filter((one) => one.length === 3 || one[3] > 0.05);
    const ratios = paints.map((one) => [light(one), paper].sort((x, y) => y - x)).map(([a, b]) => (a + 0.05) / (b + 0.05));
    if (ratios.length && Math.max(...ratios) < 3) found.push([node.className.baseVal, Math.max(...ratios).toFixed(2)]);
  }
  return found.slice(0, 8);
})()"""  # noqa: E501

_CUT = """(() => {
  const found = [];
  for (const svg of document.querySelectorAll("svg.figure")) {
    const frame = svg.getBoundingClientRect();
    if (!frame.width) continue;
    for (const node of svg.querySelectorAll("text, circle")) {
      const box = node.getBoundingClientRect();
      const room = node.tagName === "text" ? 2 : 0.5;
      if (box.width && (box.left < frame.left - room || box.right > frame.right + room
        || box.bottom > frame.bottom + room))
        found.push(`${node.tagName} ${node.textContent.slice(0, 40)}`);
    }
  }
  return found.slice(0, 8);
})()"""


_BOX = "(({ y, width, height }) => [y, width, height])(document.querySelector(%s).getBoundingClientRect())"


def looked_at(page: Page, path: Path, fragment: str = "", first: str = "") -> None:
    """Nothing overflows, is cut, too small or too faint; the console is silent; print is small.

    *first* is the picture that is seen under the headline without scrolling.
    """
    for width, scheme in LOOKS:
        page.resize(width, HEIGHT)
        page.media(scheme=scheme)
        page.open(path, fragment)
        where = f"{path.name}{fragment} at {width}, {scheme}"
        if first and width == WIDTHS[0]:
            seen_at_once(page, first, where)
        assert page.complaints == [], where
        assert page.run("document.documentElement.scrollWidth") <= width, where
        assert (faint := page.run(_CONTRAST)) == [], f"{where}: {faint}"
        assert (small := page.run(_LETTERS)) == [], f"{where}: {small}"
        assert (cut := page.run(_CUT)) == [], f"{where}: {cut}"
        type_is_plain(page, where)
        marks_are_found(page, where)
    page.resize(1280, 900)
    page.media()
    on_paper(page, path.name + fragment)


def type_is_plain(page: Page, where: str) -> None:
    """Every text has one of the five sizes of type."""
    assert (odd := page.run(_SIZES)) == [], f"{where}: {odd}"


def marks_are_found(page: Page, where: str) -> None:
    """Eyes find every mark of a picture, and fingers everything that can be touched."""
    page.run("Promise.allSettled(document.getAnimations().map((one) => one.finished))")
    assert (faint := page.run(_FAINT)) == [], f"{where}: {faint}"
    assert (small := page.run(_TOUCHED)) == [], f"{where}: {small}"


def seen_at_once(page: Page, first: str, where: str) -> None:
    """The headline and the first picture answer the question without scrolling."""
    page.wait(f"document.querySelector({first!r})")
    top, width, height = page.run(_BOX % repr(first))
    head, _, tall = page.run(_BOX % "'h1'")
    assert head >= 0 and head + tall <= top, f"{where}: the headline comes first"
    assert width > 200 and height > 20, f"{where}: a picture {width} by {height}"
    seen = min(top + height, HEIGHT) - top
    assert seen >= min(height, ENOUGH), f"{where}: {seen} of {height} pixels are seen, from {top}"


def on_paper(page: Page, name: str) -> None:
    """Print is small, no sheet ends in a heading, and none but the last is mostly empty."""
    page.run(MARKED)
    paper = printed(page)
    assert len(paper) < LARGEST_PRINT, name
    found = sheets(paper)
    assert found, name
    stranded = [number for number, sheet in enumerate(found, 1) if sheet.stranded]
    assert stranded == [], f"{name}: a heading comes last on the sheets {stranded}"
    empty = [
        (n, round(s.filled, 2)) for n, s in enumerate(found[:-1], 1) if s.filled < LEAST_FILLED
    ]
    assert empty == [], f"{name}: mostly empty sheets {empty}"


def printed(page: Page) -> bytes:
    """The page as a PDF file."""
    return base64.b64decode(page.call("Page.printToPDF", printBackground=True)["data"])
