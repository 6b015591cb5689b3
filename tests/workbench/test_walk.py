"""A walk through the workbench: by keyboard, with reload, back, two tabs and a colleague."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.reports.chromium import Chromium, Page, needs_chromium
from tests.workbench.editing import acted, figure, shown
from tests.workbench.running import EXAMPLES, Bench, needs_serve, workbench

pytestmark = [needs_chromium, needs_serve]

SETTLED = "document.documentElement.dataset.settled"
DRAWN = "document.querySelector('#space .space-count')?.textContent"
_CODES = {"Tab": 9, "Enter": 13, " ": 32}


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


def _press(page: Page, key: str, *, back: bool = False) -> None:
    text = {"Enter": "\r", "Tab": ""}.get(key, key)
    code = {"windowsVirtualKeyCode": _CODES.get(key, 0), "modifiers": 8 if back else 0}
    extra = {"text": text} if text else {}
    page.call("Input.dispatchKeyEvent", type="keyDown", key=key, code=key, **code, **extra)
    page.call("Input.dispatchKeyEvent", type="keyUp", key=key, code=key, **code)


def _reach(page: Page, wanted: str, most: int = 150) -> None:
    """Tab until the focus is on what the condition about ``e`` says; the focus can always be seen."""
    for _ in range(most):
        _press(page, "Tab")
        if page.run(f"((e) => Boolean({wanted}))(document.activeElement)"):
            outline = page.run("getComputedStyle(document.activeElement).outlineStyle")
            assert outline != "none", wanted
            return
    raise AssertionError(f"the keyboard does not reach {wanted}")


def _step(page: Page, by: int) -> None:
    """The Back and Forward buttons of the browser."""
    entries = page.call("Page.getNavigationHistory")
    entry = entries["entries"][entries["currentIndex"] + by]["id"]
    page.run(f"delete {SETTLED}; document.documentElement.dataset.ready = ''")
    page.call("Page.navigateToHistoryEntry", entryId=entry)


def _reloaded(page: Page) -> None:
    page.call("Page.reload")
    page.wait(f"window.bench && {SETTLED}")


def _in_address(page: Page) -> None:
    """The address holds the state as it is."""
    page.run(
        "import('/address.js').then(({ stateText }) => stateText()).then((text) => { window.due = text; })"
    )
    page.wait("location.hash === `#s=${window.due}`")


def test_a_problem_is_opened_edited_and_asked_about_by_keyboard_alone(page: Page) -> None:
    _reach(page, "e.matches('.shelf-item') && e.textContent === 'ambiguous'")
    _press(page, "Enter")
    page.wait(SETTLED)
    assert figure(page) == 23
    _reach(page, "e.matches('[data-act=switch-row]')")
    before = page.run("bench.asked")
    _press(page, " ")
    page.wait(f"bench.asked > {before} && {SETTLED} === String(bench.asked)")
    assert figure(page) == 198
    page.wait(
        f"document.documentElement.dataset.drawn === String(bench.asked) && {DRAWN} === '198'"
    )
    _reach(page, "e.matches('#space [role=switch]:enabled')")
    _press(page, "Enter")
    assert int(page.run(DRAWN).replace(",", "")) > 198
    _press(page, "Enter")
    assert page.run(DRAWN) == "198"
    _reach(page, "e.matches('[data-edge]')")
    edge = page.run("document.activeElement.dataset.edge")
    _press(page, "Enter")
    page.wait(f"document.documentElement.dataset.edge === '{edge}'")
    told = page.run("document.querySelector('#figures').innerText")
    assert f"Two models that disagree on {edge.replace('->', ' → ')}" in told
    _reach(page, "e.matches('[data-run]')")
    before = page.run("bench.asked")
    _press(page, "Enter")
    page.wait(f"bench.asked > {before} && {SETTLED} === String(bench.asked)")
    assert figure(page) < 198


def test_a_reload_keeps_the_view_and_the_edit(page: Page) -> None:
    """Also what is switched in the drawing alone, and the experiment that colours it."""
    shown(page, "ambiguous")
    acted(page, 'document.querySelector(\'[data-group="0"] [data-row="1"] input\').click()')
    page.wait("document.documentElement.dataset.drawn === String(bench.asked)")
    left = figure(page)
    page.run("document.querySelector('#space [role=switch]:enabled').click()")
    page.run("document.querySelector('#space [role=radio]').click()")
    drawn, chosen = page.run(DRAWN), page.run("bench.view.chosen")
    assert int(drawn.replace(",", "")) > left and chosen is not None
    _in_address(page)
    _reloaded(page)
    page.wait(f"{DRAWN} === '{drawn}'")
    assert figure(page) == left and page.run("bench.view.chosen") == chosen
    assert (
        page.run("document.querySelectorAll('#space [role=radio][aria-checked=true]').length") == 1
    )


def test_back_and_forward_go_through_the_problems_that_were_opened(page: Page) -> None:
    for name in ("ambiguous", "crystal", "world"):
        shown(page, name)
        page.wait("/^#s=/.test(location.hash)")
        if name != "world":
            page.run("document.querySelector('.brand').click()")
            page.wait("document.documentElement.dataset.ready === 'home'")
    seen = []
    for by in (-1, -1, -1, -1, 1, 1, 1, 1):
        _step(page, by)
        page.wait(f"document.documentElement.dataset.ready === 'home' || {SETTLED}")
        seen.append(page.run("bench.opened?.id ?? null"))
    assert seen == [None, "crystal", None, "ambiguous", None, "crystal", None, "world"]


def test_two_tabs_keep_their_own_edits(page: Page, bench: Bench, browser: Chromium) -> None:
    shown(page, "ambiguous")
    other = browser.page()
    bench.open(other)
    shown(other, "ambiguous")
    for tab, row in ((page, 0), (other, 1)):
        acted(tab, f'document.querySelector(\'[data-group="0"] [data-row="{row}"] input\').click()')
        _in_address(tab)
    counts = figure(page), figure(other)
    for tab in (page, other):
        _reloaded(tab)
    assert (figure(page), figure(other)) == counts and counts[0] != counts[1]
    switches = "document.querySelectorAll('[data-group=\"0\"] [data-act=switch-row]')"
    rows = f"[...{switches}].map((one) => one.checked)"
    assert page.run(rows) == [False, True, True, True]
    assert other.run(rows) == [True, False, True, True]
    assert other.complaints == []


def test_a_colleague_sees_the_same_view(page: Page) -> None:
    """Another profile and a workbench of their own: the link holds the problem and the view."""
    shown(page, "ambiguous")
    acted(page, "document.querySelector('[data-group=\"0\"] [data-act=switch-row]').click()")
    page.run("document.querySelector('[data-edge=\"X1->X3\"]').click()")
    page.wait("document.documentElement.dataset.edge === 'X1->X3'")
    _in_address(page)
    link = page.run("location.hash")
    told = "document.querySelector('#figures .hero').innerText"
    with workbench() as own, Chromium() as browser:
        other = browser.page()
        own.open(other)
        other.call("Page.navigate", url=f"http://127.0.0.1:{own.port}/{link}")
        other.wait(f"{SETTLED} && bench.edge?.look")
        assert figure(other) == figure(page) == 198
        assert other.run(told) == page.run(told).split("→")[-1].strip()
        assert other.run("bench.edge.names") == ["X1", "X3"]
        assert other.complaints == []


def test_a_view_that_a_stranger_made_up_is_no_view(page: Page) -> None:
    shown(page, "ambiguous")
    page.wait("document.querySelector('#space [data-mark]')")
    page.run("bench.view = {of: 15, state: 2 ** 40, chosen: 'x', pick: [99, 'y']}")
    page.run("import('/address.js').then(({ writeState }) => writeState(false))")
    page.wait("location.hash.startsWith('#s=')")
    _in_address(page)
    _reloaded(page)
    page.wait(f"{DRAWN} === '23'")
    assert figure(page) == 23


@pytest.mark.parametrize("name", ["world", "episode", "hidden-order", "boats"])
def test_forms_and_prompts_are_for_people(page: Page, name: str) -> None:
    """No word of the protocol for programs, and no key of a document where a person reads."""
    page.run(f"document.querySelector('[aria-label=\"Play {name}\"]').click()")
    page.wait("document.querySelector('.play .told')")
    page.run("document.querySelectorAll('.play details').forEach((one) => { one.open = true; })")
    told = page.run("document.querySelector('.play').innerText")
    assert "JSON object" not in told and "Reply with" not in told and "null" not in told
    assert not re.search(r"[{}]|\"\w+\"(?!\w)", told.replace('"coast"', "")), told
    titles = page.run(
        "[...document.querySelectorAll('.play .field-title')].map((one) => one.textContent)"
    )
    assert not [title for title in titles if re.search(r"_|[a-z][A-Z]", title)], titles


def test_fields_of_an_edited_problem_have_names_in_words(page: Page) -> None:
    for name in ("ambiguous", "crystal", "world", "statements"):
        shown(page, name)
        page.run("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        titles = page.run(
            "[...document.querySelectorAll('.field-title')].map((one) => one.textContent)"
        )
        assert not [t for t in titles if re.search(r"_|--|[a-z][A-Z]", t)], (
            name,
            titles,
        )
        page.run("document.querySelector('.brand').click()")
        page.wait("document.documentElement.dataset.ready === 'home'")


def test_a_settled_world_offers_no_experiment(page: Page) -> None:
    shown(page, "shapes")
    page.wait("bench.figures.next")
    assert page.run("bench.figures.next.settled") is True
    told = page.run("document.querySelector('#figures').innerText")
    assert "Nothing more is needed" in told or "One is left" in told or "settled" in told
    seen = (
        "[...document.querySelectorAll('#figures [data-run]')].some((one) => one.checkVisibility())"
    )
    assert not page.run(seen) and "What to do next" not in told


def test_the_curve_of_edits_has_an_axis(page: Page) -> None:
    """One model at the foot, the largest count at the top, at the heights of their logarithms."""
    shown(page, "ambiguous")
    for row in (0, 1):
        acted(
            page, f'document.querySelector(\'[data-group="0"] [data-row="{row}"] input\').click()'
        )
    counts = page.run("bench.trail.map(({ text }) => text)")
    labels = page.run(
        "[...document.querySelectorAll('.trail-line .axis')]"
        ".map((one) => [one.textContent, Number(one.getAttribute('y'))])"
    )
    most = max(counts, key=lambda text: int(text.replace(",", "")))
    assert [text for text, _ in labels] == ["1 model", most]
    assert labels[0][1] > labels[1][1]
    dots = page.run(
        "[...document.querySelectorAll('.trail-line circle')].map((one) => Number(one.getAttribute('cy')))"
    )
    assert len(dots) == 3 and min(dots) == labels[1][1] - 4
    assert "logarithmic" in page.run("document.querySelector('.trail-box figcaption').textContent")
