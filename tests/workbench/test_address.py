"""The address of the workbench: reload, back, a link and a second tab give the view that was left."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from symcause.cli.main import cli
from tests.reports.chromium import Chromium, Page, needs_chromium
from tests.workbench.editing import acted, click, figure, shown
from tests.workbench.running import EXAMPLES, Bench, needs_serve, workbench

pytestmark = [needs_chromium, needs_serve]

SETTLED = "document.documentElement.dataset.settled"


@pytest.fixture(scope="module")
def bench() -> Iterator[Bench]:
    with workbench(EXAMPLES) as found:
        yield found


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """Three runs and nothing else."""
    runs = tmp_path_factory.mktemp("runs")
    for seed in ("1", "2", "3"):
        play = ["play", str(EXAMPLES / "unique.json"), "--agent", "random", "--seed", seed]
        CliRunner().invoke(cli, [*play, "--out", str(runs / f"{seed}.jsonl")])
    with workbench(EXAMPLES / "unique.json", runs) as found:
        yield found


@pytest.fixture
def page(bench: Bench, browser: Chromium) -> Iterator[Page]:
    found = browser.page()
    bench.open(found)
    yield found
    assert found.complaints == []


def again(page: Page, act: str, until: str = SETTLED) -> None:
    """Leave the view, or load it once more, and wait for what comes."""
    page.run(f"delete {SETTLED}; document.documentElement.dataset.ready = ''")
    page.run(act)
    page.wait(until)


def reloaded(page: Page) -> None:
    page.call("Page.reload")
    page.wait(f"window.bench && {SETTLED}")


def in_address(page: Page) -> None:
    """The address is written a moment after a problem was opened."""
    page.wait("/^#[sd]=/.test(location.hash)")


def written(page: Page) -> None:
    """The address holds what was edited."""
    page.run(
        "import('/address.js').then(({ stateText }) => stateText()).then((text) => { window.due = text; })"
    )
    page.wait("location.hash.startsWith('#d=') || location.hash === `#s=${window.due}`")


def test_an_edit_outlives_a_reload(page: Page) -> None:
    shown(page, "ambiguous")
    click(page, '[data-group="0"] [data-act="switch-row"]')
    assert figure(page) == 198
    written(page)
    reloaded(page)
    assert figure(page) == 198
    assert page.run("document.title").startswith("ambiguous")


def test_back_leads_to_the_list_and_forward_to_what_was_edited(page: Page) -> None:
    shown(page, "ambiguous")
    in_address(page)
    click(page, '[data-group="0"] [data-act="switch-row"]')
    written(page)
    again(page, "history.back()", "document.querySelector('.shelf-item')")
    again(page, "history.forward()")
    assert figure(page) == 198


def test_two_tabs_do_not_disturb_one_another(page: Page, bench: Bench, browser: Chromium) -> None:
    shown(page, "ambiguous")
    in_address(page)
    link = page.run("location.href")
    other = browser.empty()
    other.call("Page.navigate", url=link)
    other.wait(f"window.bench && {SETTLED}")
    click(page, '[data-group="0"] [data-act="switch-row"]')
    reloaded(other)
    assert (figure(page), figure(other)) == (198, 23)


def test_a_large_state_is_kept_as_a_draft(page: Page) -> None:
    shown(page, "ambiguous")
    in_address(page)
    noise = (
        "Array.from({length: 9000}, () => String.fromCharCode(33 + Math.random() * 90)).join('')"
    )
    page.run("document.querySelector('.source').open = true")
    page.wait("document.querySelector('#source').value")
    change = f"d.metadata = {{note: {noise}}}; area.value = JSON.stringify(d);"
    page.run(
        "(() => { const area = document.querySelector('#source'), d = JSON.parse(area.value);"
        f"{change} }})()"
    )
    acted(page, "document.querySelector('[data-act=source]').click()")
    page.wait("location.hash.startsWith('#d=')")
    reloaded(page)
    assert page.run("bench.past.now.document.metadata.note.length") == 9000


def test_an_open_edge_is_part_of_the_address(page: Page) -> None:
    shown(page, "ambiguous")
    page.run("document.querySelector('[data-edge=\"X1->X3\"]').click()")
    page.wait("document.documentElement.dataset.edge === 'X1->X3'")
    written(page)
    reloaded(page)
    page.wait("bench.edge && bench.edge.look")
    assert page.run("bench.edge.names") == ["X1", "X3"]


def test_the_runs_say_how_they_ended_and_back_closes_one(few: Bench, browser: Chromium) -> None:
    page = browser.page()
    few.open(page)
    page.run("document.querySelector('[data-act=runs]').click()")
    page.wait("document.documentElement.dataset.judged === 'all'")
    title = page.run("document.querySelector('.runs h1').textContent")
    ended = page.run(
        "[...document.querySelectorAll('.run-row .of-right .badge')].map((one) => one.textContent)"
    )
    assert title.startswith(f"{len(ended)} runs: {ended.count('right')} right")
    assert f"{ended.count('wrong')} wrong" in title
    wrong = page.run("document.querySelector('[data-filter=wrong]').textContent")
    assert wrong == f"wrong {ended.count('wrong')}"
    files = page.run(
        "[...document.querySelectorAll('.run-row .of-file')].map((one) => one.textContent)"
    )
    assert any(name.endswith("1.jsonl") for name in files)
    page.run("document.querySelector('.name-of-run').click()")
    page.wait("document.documentElement.dataset.episode")
    page.run("history.back()")
    page.wait("document.querySelector('.runs')")
    assert page.run("location.hash") == "#runs" and page.complaints == []


def test_five_hundred_runs_are_told_on_the_first_screen(browser: Chromium, tmp_path: Path) -> None:
    """As many of each kind as the files hold, seen without scrolling, at a desk and on a telephone."""
    kinds = {}
    for agent in ("random", "passive", "greedy"):
        out = tmp_path / f"{agent}.jsonl"
        play = ["play", str(EXAMPLES / "unique.json"), "--agent", agent, "--seed", "1"]
        done = CliRunner().invoke(cli, [*play, "--json", "--out", str(out)])
        kinds[out] = json.loads(done.stdout)["right"]
    number = {out: 500 // len(kinds) + (i < 500 % len(kinds)) for i, out in enumerate(kinds)}
    for out, times in number.items():
        out.write_text(out.read_text(encoding="utf-8") * times, encoding="utf-8")
    right = sum(times for out, times in number.items() if kinds[out])
    assert 0 < right < 500
    page = browser.page(1280, 800)
    with workbench(EXAMPLES / "unique.json", tmp_path) as many:
        many.open(page)
        page.run("document.querySelector('[data-act=runs]').click()")
        page.wait("document.documentElement.dataset.judged === 'all'")
        page.wait("!document.querySelector('.runs h1').textContent.includes('still')")
        told = page.run("document.querySelector('.runs h1').textContent")
        assert told.startswith(f"500 runs: {right} right") and f"{500 - right} wrong" in told
        named = page.run(
            "[...document.querySelectorAll('[data-filter]')].map((one) => one.textContent)"
        )
        assert {"all 500", f"right {right}", f"wrong {500 - right}"} <= {*named}
        for width, height in ((1280, 800), (390, 844)):
            page.resize(width, height)
            seen = "['.runs h1', '[data-filter=wrong]', '.run-row[data-run-at]'].every((part) => {"
            seen += "const box = document.querySelector(part).getBoundingClientRect();"
            seen += f"return box.width && box.top >= 0 && box.bottom <= {height}; }})"
            assert page.becomes(seen, True), width
    assert page.complaints == []


def test_a_settled_question_asks_for_no_experiment(page: Page) -> None:
    shown(page, "shapes")
    page.wait("bench.figures.next")
    settled = page.run("bench.figures.next.settled")
    told = page.run("document.querySelector('#figures').textContent")
    assert ("Nothing more is needed" in told) == settled
    assert ("What to do next" in told) != settled


def test_a_player_reads_no_word_for_programs(page: Page) -> None:
    page.run("document.querySelector('[aria-label=\"Play world\"]').click()")
    page.wait("document.querySelector('.play .told')")
    told = page.run("document.querySelector('.play').textContent")
    assert "circle" in told and "Reply with one JSON object" not in told
