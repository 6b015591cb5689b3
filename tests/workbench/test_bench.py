"""The workbench in a real browser: every figure is the command's, whatever was edited."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.reports.chromium import Chromium, Page, needs_chromium
from tests.workbench.editing import acted, click, counted, exported, figure, shown
from tests.workbench.running import EXAMPLES, Bench, needs_serve, workbench

pytestmark = [needs_chromium, needs_serve]


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


def test_a_cell_changes_the_count(
    page: Page, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown(page, "ambiguous")
    assert figure(page) == 23
    click(page, '[data-group="0"] [data-act="switch-row"]')
    assert page.run("document.querySelector('#figures h1').textContent") == "23 → 198"
    assert counted(exported(page, tmp_path), capsys) == 198
    click(page, '[data-act="undo"]')
    assert figure(page) == 23
    click(page, '[data-act="redo"]')
    assert figure(page) == 198
    click(page, '[data-group="0"] [data-cell="1,3"]')
    assert figure(page) == counted(exported(page, tmp_path), capsys)


def test_class_and_setting_are_those_of_the_command(
    page: Page, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown(page, "ambiguous")
    change = "(() => {{ const box = document.querySelector({0}); box.value = {1};"
    change += "box.dispatchEvent(new Event('change')); }})()"
    acted(page, change.format("'[data-option=max_parents]'", "'3'"))
    path = exported(page, tmp_path)
    assert figure(page) == counted(path, capsys, "--max-parents", "3") == 4782
    acted(page, change.format("'[data-option=require]'", "'X1->X3'"))
    asked = ("--max-parents", "3", "--require", "X1->X3")
    assert figure(page) == counted(path, capsys, *asked)
    click(page, '[data-act="undo"]')
    acted(page, change.format("'[data-field=setting]'", "'hidden-roots'"))
    path = exported(page, tmp_path)
    assert json.loads(path.read_text())["setting"] == "hidden-roots"
    assert figure(page) == counted(path, capsys, "--max-parents", "3")


def test_what_is_open_and_what_to_do_next(page: Page) -> None:
    shown(page, "ambiguous")
    text = page.run("document.querySelector('#figures').textContent")
    assert "12 edges open" in text and "Open: X3, X4, X5" in text
    assert "The nearest other model" in text and "They part under: do(X3=1)" in text
    page.run("document.querySelector('[data-edge=\"X1->X3\"]').click()")
    page.wait("document.documentElement.dataset.edge === 'X1->X3'")
    pair = page.run("[bench.edge.look.member, bench.edge.look.other].map((m) => m.mechanisms.X3)")
    assert "X1" in pair[0] and "X1" not in pair[1]
    worst = page.run("bench.figures.next.experiments[0].worst")
    click(page, '[data-run="0"]')
    assert figure(page) <= worst
    assert page.run("bench.past.now.sheet.groups.at(-1).marked") == ["X3"]


@pytest.mark.parametrize(
    ("name", "noun"), [("ambiguous", "model"), ("episode", "graph"), ("world", "relation")]
)
def test_members_are_called_what_they_are(page: Page, name: str, noun: str) -> None:
    shown(page, name)
    told = page.run("document.querySelector('#figures .sentence').textContent")
    assert told == f"{noun}s explain the evidence"


def test_an_invalid_problem_says_so_and_recovers(page: Page) -> None:
    shown(page, "ambiguous")
    acted(page, "document.querySelector('[data-field=roots] [data-name=X1]').click()")
    acted(page, "document.querySelector('[data-field=roots] [data-name=X3]').click()")
    text = page.run("document.querySelector('#figures').textContent")
    assert "models explain" in text or "no model" in text or "Not a problem yet" in text
    change = "(() => { const b = document.querySelector('[data-field=max_parents]'); b.value = 'x';"
    acted(page, change + "b.dispatchEvent(new Event('change')); })()")
    assert "Not a problem yet" in page.run("document.querySelector('#figures').textContent")
    for _ in range(3):
        click(page, '[data-act="undo"]')
    assert figure(page) == 23


def test_a_link_reproduces_the_state(page: Page, bench: Bench, browser: Chromium) -> None:
    shown(page, "hidden-order")
    click(page, '[data-group="0"] [data-act="switch-group"]')
    count, words = figure(page), page.run("JSON.stringify(bench.past.now)")
    page.run("document.querySelector('[data-act=link]').click()")
    page.wait("document.documentElement.dataset.link === 'made'")
    address = page.run("location.href")
    assert bench.token not in address
    other = browser.page(390, 844)
    other.call("Page.navigate", url=address)
    other.wait("document.documentElement?.dataset.settled")
    assert figure(other) == count and other.run("JSON.stringify(bench.past.now)") == words
    assert other.run("document.documentElement.scrollWidth") == 390
    assert other.complaints == []


def test_cells_are_pasted_from_a_spreadsheet(
    page: Page, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown(page, "ambiguous")
    text = "X5\tX1\tX2\tX3\tX4\n0\t0\t0\t0\t1\n0\t0\t1\t1\t0\n1\t1\t0\t1\t1\n0\t1\t1\t0\t1\n0\t1\t1\t0\t1\n"
    acted(
        page,
        "(() => { const data = new DataTransfer(); "
        f"data.setData('text/plain', {json.dumps(text)});"
        'document.querySelector(\'[data-group="0"] [data-cell="0,0"]\').dispatchEvent('
        "new ClipboardEvent('paste', {clipboardData: data, bubbles: true})); })()",
    )
    path = exported(page, tmp_path)
    rows = json.loads(path.read_text())["worlds"][0]["rows"]
    assert rows == ["00010", "01100", "10111", "11010", "11010"]
    assert figure(page) == counted(path, capsys) == 23


def test_files_of_strangers_run_no_script(bench: Bench, page: Page) -> None:
    name = "<img src=x onerror=document.title='pwned'>"
    document = {**json.loads((EXAMPLES / "ambiguous.json").read_text()), "id": name}
    page.run(f"document.getElementById('paste').value = {json.dumps(json.dumps(document))}")
    page.run("document.querySelector('[data-act=paste]').click()")
    page.wait("document.documentElement.dataset.settled")
    assert page.run("document.querySelector('.bar .title').textContent") == name
    assert page.run("document.title") == f"{name} · symcause workbench" and figure(page) == 23


def test_a_phone_in_the_dark_and_a_lost_server(browser: Chromium) -> None:
    page = browser.page(390, 844)
    with workbench(EXAMPLES / "ambiguous.json") as bench:
        page.media(scheme="dark")
        bench.open(page)
        shown(page, "ambiguous")
        assert page.becomes("document.documentElement.scrollWidth", 390) == 390
        assert page.complaints == []
    page.run('document.querySelector(\'[data-group="0"] [data-cell="0,0"]\').click()')
    page.wait("document.querySelector('.complaint')")
    assert "does not answer" in page.run("document.querySelector('.complaint').textContent")
